"""Dice counted by worth in one number, so that adding numbers adds the counts; there may be fewer than none."""

from functools import lru_cache

from pyrules.systems.relics.model import Tally

BITS = 10
"""Enough for more than twice the dice of one turn."""

PLACES = range(0, 5 * BITS, BITS)
NONE, FIELD = 1 << BITS - 1, (1 << BITS) - 1

BIAS = sum(NONE << place for place in PLACES)
"""With so much more, no count is below nought."""


def packed(dice: Tally) -> int:
    """The counts as one number.

    >>> unpacked(packed(Tally(0, -1, 2, 0, 0)))
    Tally(overpowering=0, critical=-1, plain=2, botches=0, major_botches=0)
    """
    counts = (dice.plain, dice.critical, dice.overpowering, dice.botches, dice.major_botches)
    return sum([count << place for count, place in zip(counts, PLACES, strict=True)])


@lru_cache(maxsize=1 << 14)
def unpacked(dice: int) -> Tally:
    """The counts of one number."""
    biased = dice + BIAS
    plain, critical, overpowering, botches, major_botches = [(biased >> place & FIELD) - NONE for place in PLACES]
    return Tally(overpowering, critical, plain, botches, major_botches)
