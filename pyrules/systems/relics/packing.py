"""Dice counted by worth in one number, so that adding numbers adds the counts; there may be fewer than none."""

from functools import lru_cache

from pyrules.systems.relics.model import Tally

BITS = 10
"""Enough for more than twice the dice of one turn."""

COUNTS = 5
"""One for each worth of a die that is not a blank."""

PLACES = range(0, COUNTS * BITS, BITS)
NONE, FIELD = 1 << BITS - 1, (1 << BITS) - 1

BIAS = sum(NONE << place for place in PLACES)
"""With so much more, no count is below nought."""


def packed(dice: Tally, bits: int = BITS) -> int:
    """The counts as one number, each in so many bits.

    >>> unpacked(packed(Tally(0, -1, 2, 0, 0)))
    Tally(overpowering=0, critical=-1, plain=2, botches=0, major_botches=0)
    """
    counts = (dice.plain, dice.critical, dice.overpowering, dice.botches, dice.major_botches)
    return sum(count << bits * place for place, count in enumerate(counts))


def widened(dice: int, bits: int) -> int:
    """The counts of a number that has so many bits for each, and perhaps something above them, in `BITS` each.

    >>> widened(packed(Tally(0, -1, 2, 0, 0), 4), 4) == packed(Tally(0, -1, 2, 0, 0))
    True
    """
    none, field = 1 << bits - 1, (1 << bits) - 1
    biased = dice + none * (((1 << COUNTS * bits) - 1) // field)
    return sum([((biased >> bits * place & field) - none) << BITS * place for place in range(COUNTS)])


@lru_cache(maxsize=4096)
def unpacked(dice: int) -> Tally:
    """The counts of one number."""
    biased = dice + BIAS
    plain, critical, overpowering, botches, major_botches = [(biased >> place & FIELD) - NONE for place in PLACES]
    return Tally(overpowering, critical, plain, botches, major_botches)
