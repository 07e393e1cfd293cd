"""What lies on the table before the throw."""

from collections import Counter
from dataclasses import dataclass

from pyrules.systems.relics.placing.objective import Objective


@dataclass(frozen=True, slots=True)
class Table:
    """The values that thrown dice may show, with on how many faces each, automatic dice, and simple modifiers.

    `helping` and `hindering` are how many units there are of each value. Where that is `opposed` to what is `wanted`,
    the opposition places the Hindering ones.
    """

    values: tuple[tuple[int, int], ...]
    automatic: tuple[int, ...]
    helping: tuple[tuple[int, int], ...]
    hindering: tuple[tuple[int, int], ...]
    wanted: Objective
    opposed: bool

    @property
    def shown(self) -> tuple[tuple[int, int, int], ...]:
        """Every value once, with its faces, and how many automatic dice show it; those of no thrown die come first."""
        faces, automatic = dict(self.values), Counter(self.automatic)
        only_automatic = [value for value in automatic if value not in faces]
        return tuple([(value, faces.get(value, 0), automatic[value]) for value in (*only_automatic, *faces)])
