"""Notations that earlier versions of the log's format wrote, in today's shorthand."""

from pyrules.systems import BY_ID

UNMARKED = 2
"""The version that a stored notation is of when it names none."""


def upgrade_notation(system: str, notation: str, version: int) -> str:
    """A notation as `version` of the log's format wrote it, in today's shorthand and with the meaning it had then.

    A notation of a system that is not known here stays as it is.
    """
    known = BY_ID.get(system)
    return known.upgraded(notation, version) if known else notation
