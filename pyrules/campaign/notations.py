"""Notations that earlier versions of the log's format wrote, in today's shorthand."""

import re

from pyrules.core.scan import MOST_CHARACTERS

UNMARKED = 2
"""The version that a stored notation is of when it names none."""


def upgraded(system: str, notation: str, version: int) -> str:
    """A notation as `version` of the log's format wrote it, in today's shorthand and with the meaning it had then.

    Up to version 2 a test of the General Rules came with one reroll unless it named another number, and the `six`
    behind an opposed test of Moonwalk was the actor's.

    >>> upgraded("general", "d8 (10)", 2), upgraded("general", "d8 (10)", 3)
    ('d8 (10) reroll 1', 'd8 (10)')
    >>> upgraded("moonwalk", "12 vs. 8 [5] six", 2)
    '12 six vs. 8 [5]'
    """
    if version > UNMARKED:
        return notation
    before, bracket, behind = notation.rpartition(")")
    if system == "general" and "reroll" not in behind.split():
        longer = before + bracket + re.sub(r"(?= round [0-9]+| declined|$)", " reroll 1", behind, count=1)
        return longer if len(longer) <= MOST_CHARACTERS else notation
    if system == "moonwalk":
        return re.sub(r"^(.+) (vs\. .+) six((?: combat)?)$", r"\1 six \2\3", notation)
    return notation
