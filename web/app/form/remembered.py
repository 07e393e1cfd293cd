"""Notations that the browser keeps from visit to visit, each with the version that its shorthand is of."""

from typing import Any

from pyrules.campaign.codec import VERSION
from pyrules.campaign.notations import UNMARKED, upgrade_notation


def notation_to_keep(notation: str) -> list[str | int]:
    """A notation as it is kept."""
    return [notation, VERSION]


def notation_from_kept(system: str, kept: Any) -> str | None:
    """A kept notation of a system in today's shorthand; None for what is none."""
    match kept:
        case str():
            return upgrade_notation(system, kept, UNMARKED)
        case [str() as notation, int() as version]:
            return upgrade_notation(system, notation, version)
        case _:
            return None
