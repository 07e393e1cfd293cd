"""The parts of a roll of any dice: dice, numbers, and the sums and products between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from pyrules.core.roll import FATE_DIE

Sign = Literal[">=", "<=", "="]
Which = Literal["kh", "kl", "dh", "dl"]

PHYSICAL = {2: 6, 3: 6, 4: 4, 5: 10, 6: 6, 8: 8, 10: 10, 12: 12, 20: 20, 100: 10}
"""The die on the table that each size is thrown with; two for a d100, and a larger one for a d2, d3 and d5."""

FATE = 0
"""The sides of a Fate die, as it is written; it is thrown with a d6."""


@dataclass(frozen=True, slots=True)
class Compare:
    """Faces by what they are compared with."""

    sign: Sign
    number: int

    def holds(self, face: int) -> bool:
        """True if a face is one of them.

        >>> Compare("<=", 2).holds(3), Compare("=", 3).holds(3)
        (False, True)
        """
        return face == self.number if self.sign == "=" else face * self._way >= self.number * self._way

    @property
    def _way(self) -> int:
        return -1 if self.sign == "<=" else 1


@dataclass(frozen=True, slots=True)
class Keep:
    """The number of dice that are kept or dropped: the highest (h) or the lowest (l)."""

    which: Which
    number: int


@dataclass(frozen=True, slots=True)
class Dice:
    """Equal dice and how they are thrown and read.

    Those that show one of the faces `rerolls` are thrown once more. Those that explode are thrown on after their
    highest face. `counts` are the faces that count one each, where the dice are not added up.
    """

    number: int
    sides: int
    rerolls: Compare | None = None
    explodes: bool = False
    keep: Keep | None = None
    counts: Compare | None = None

    @property
    def thrown_with(self) -> int:
        """The sides of the dice on the table."""
        return PHYSICAL[self.sides or 3]

    @property
    def size(self) -> str:
        """The name of one of the dice where that is not the sides of those on the table."""
        return FATE_DIE if self.sides == FATE else ""

    @property
    def each(self) -> int:
        """The number of dice on the table that make one of these."""
        return 2 if self.sides == 100 else 1

    @property
    def faces(self) -> range:
        """The faces of one of these dice, from the lowest."""
        return range(-1, 2) if self.sides == FATE else range(1, self.sides + 1)


@dataclass(frozen=True, slots=True)
class Sum:
    """Parts that are added, each with its sign."""

    parts: tuple[tuple[Literal["+", "-"], Node], ...]


@dataclass(frozen=True, slots=True)
class Product:
    """A part that is multiplied or divided by others, each with its sign; the sign of the first is `*`."""

    parts: tuple[tuple[Literal["*", "/"], Node], ...]


Node = Dice | int | Sum | Product


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules that a roll is judged by: there are none."""


@dataclass(frozen=True, slots=True)
class Test:
    """Some rolls in a row, and what each of them is to reach (None: nothing)."""

    __test__: ClassVar[bool] = False

    items: tuple[Node, ...]
    reach: int | None = None
    settings: Settings = Settings()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of rolls in a row, together and each; and how many reach their number (None where there is none)."""

    total: int
    totals: tuple[int, ...]
    reached: int | None
    success: bool | None


def dice_of(node: Node) -> Iterator[Dice]:
    """The dice of a part, in the order in which they are written."""
    if isinstance(node, Dice):
        yield node
    elif not isinstance(node, int):
        for _, part in node.parts:
            yield from dice_of(part)
