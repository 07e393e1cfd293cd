"""What lies on the table before the throw."""

from dataclasses import dataclass

from pyrules.systems.relics.placing.objective import Objective


@dataclass(frozen=True, slots=True)
class Table:
    """The values that thrown dice may show, with on how many faces each, automatic dice, and simple modifiers.

    `helping` and `hindering` are how many units there are of each value. Where that is `opposed` to what is `wanted`,
    the opposition places the Hindering ones. No more than `most` dice are thrown.
    """

    values: tuple[tuple[int, int], ...]
    automatic: tuple[int, ...]
    helping: tuple[tuple[int, int], ...]
    hindering: tuple[tuple[int, int], ...]
    wanted: Objective
    opposed: bool
    most: int
