"""Dice counted by worth in one number, so that adding numbers adds the counts; there may be fewer than none."""

from collections.abc import Container
from functools import lru_cache

from pyrules.systems.relics.model import Tally

BITS = 10
"""Enough for more than twice the dice of one turn."""

WORTHS = (1, 2, 3, -1, -2)
"""What the dice of each count are worth; blanks are not counted."""

PLACES = range(0, len(WORTHS) * BITS, BITS)
NONE, FIELD = 1 << BITS - 1, (1 << BITS) - 1

BIAS = sum(NONE << place for place in PLACES)
"""With so much more, no count is below nought."""


def packed(dice: Tally, bits: int = BITS, worths: Container[int] = WORTHS) -> int:
    """The counts of dice of such worths as one number, each in so many bits.

    >>> unpacked(packed(Tally(0, -1, 2, 0, 0)))
    Tally(overpowering=0, critical=-1, plain=2, botches=0, major_botches=0)
    """
    counts = (dice.plain, dice.critical, dice.overpowering, dice.botches, dice.major_botches)
    counted = [count for count, worth in zip(counts, WORTHS, strict=True) if worth in worths]
    return sum(count << bits * place for place, count in enumerate(counted))


def widened(dice: int, bits: int, worths: Container[int] = WORTHS) -> int:
    """All counts, in `BITS` each, of a number that has some, in so many bits each, and perhaps something above them.

    >>> widened(packed(Tally(0, -1, 2, 0, 0), 4, (1, 2)), 4, (1, 2)) == packed(Tally(0, -1, 2, 0, 0))
    True
    """
    places = [place for place, worth in zip(PLACES, WORTHS, strict=True) if worth in worths]
    none, field = 1 << bits - 1, (1 << bits) - 1
    biased = dice + none * (((1 << len(places) * bits) - 1) // field)
    return sum([((biased >> bits * number & field) - none) << place for number, place in enumerate(places)])


@lru_cache(maxsize=4096)
def unpacked(dice: int) -> Tally:
    """The counts of one number."""
    biased = dice + BIAS
    plain, critical, overpowering, botches, major_botches = [(biased >> place & FIELD) - NONE for place in PLACES]
    return Tally(overpowering, critical, plain, botches, major_botches)
