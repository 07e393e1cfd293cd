"""What lies on the table before the throw."""

from collections import Counter
from dataclasses import dataclass
from math import comb
from typing import Any

from pyrules.systems.relics.placing.aims import Aim


def different_throws(dice: int, values: int) -> int:
    """In how many ways so many dice show some of these values, whatever their order.

    >>> different_throws(2, 6)
    21
    """
    return comb(dice + values - 1, dice)


@dataclass(frozen=True, slots=True)
class Shown:
    """A value that dice may show: on so many `faces` of a thrown one, and on so many `automatic` dice."""

    value: int
    faces: int
    automatic: int


@dataclass(frozen=True, slots=True)
class Table:
    """The values that dice may show with on how many faces each, automatic dice, and simple modifiers.

    `helping` and `hindering` are how many units there are of each value; the latter are placed by the opposition where
    that is `opposed` to what is `wanted`, and `placed` of them lie on the dice in the end. At most `most` are thrown;
    just as many where their throws are reckoned `one_by_one`.
    """

    most: int
    placed: int
    values: tuple[tuple[int, int], ...]
    automatic: tuple[int, ...]
    helping: tuple[tuple[int, int], ...]
    hindering: tuple[tuple[int, int], ...]
    wanted: Aim[Any]
    opposed: bool
    one_by_one: bool = False

    @property
    def dice(self) -> int:
        """How many dice there are at most."""
        return self.most + len(self.automatic)

    @property
    def shown(self) -> tuple[Shown, ...]:
        """Every value once, those that no thrown die shows first."""
        faces, automatic = dict(self.values), Counter(self.automatic)
        only_automatic = [value for value in automatic if value not in faces]
        return tuple([Shown(value, faces.get(value, 0), automatic[value]) for value in (*only_automatic, *faces)])
