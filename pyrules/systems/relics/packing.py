"""Dice counted by worth in one number, so that adding numbers adds the counts; there may be fewer than none."""

from collections.abc import Sequence
from functools import lru_cache

from pyrules.systems.relics.model import Tally

BITS = 10
"""Enough for more than twice the dice of one turn."""

WORTHS = (1, 2, 3, -1, -2)
"""What the dice of each count are worth; blanks are not counted."""

KINDS = range(len(WORTHS))
PLACES = range(0, len(WORTHS) * BITS, BITS)
NONE, FIELD = 1 << BITS - 1, (1 << BITS) - 1

BIAS = sum(NONE << place for place in PLACES)
"""With so much more, no count is below nought."""


def packed(dice: Tally, bits: int = BITS, kinds: Sequence[int] = KINDS) -> int:
    """The counts of some kinds as one number, each in so many bits.

    >>> unpacked(packed(Tally(0, -1, 2, 0, 0)))
    Tally(overpowering=0, critical=-1, plain=2, botches=0, major_botches=0)
    """
    counts = (dice.plain, dice.critical, dice.overpowering, dice.botches, dice.major_botches)
    return sum([counts[kind] << bits * place for place, kind in enumerate(kinds)])


def widened(dice: int, bits: int, kinds: Sequence[int] = KINDS) -> int:
    """All counts, in `BITS` each, of a number that has those of some kinds, and perhaps something above them.

    >>> widened(packed(Tally(0, -1, 2, 0, 0), 4, (0, 1)), 4, (0, 1)) == packed(Tally(0, -1, 2, 0, 0))
    True
    """
    none, field = 1 << bits - 1, (1 << bits) - 1
    biased = dice + none * (((1 << len(kinds) * bits) - 1) // field)
    return sum([((biased >> bits * place & field) - none) << PLACES[kind] for place, kind in enumerate(kinds)])


@lru_cache(maxsize=4096)
def unpacked(dice: int) -> Tally:
    """The counts of one number."""
    biased = dice + BIAS
    plain, critical, overpowering, botches, major_botches = [(biased >> place & FIELD) - NONE for place in PLACES]
    return Tally(overpowering, critical, plain, botches, major_botches)
