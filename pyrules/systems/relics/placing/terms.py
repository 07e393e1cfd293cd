"""In how many ways dice come to something, for pools of any size at once.

The ways are a sum of terms "so many dice of these values, and any number of those": the first are counted out, the
others lie on free faces. How many dice there are is asked only in the end.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import perm

from pyrules.core.dist import slot, unpacked
from pyrules.core.patience import spend
from pyrules.systems.relics.placing.standings import FEWER_UNITS, UNITS

SIDES = 6

DICE_BITS, FACE_BITS = 8, 3
"""Enough for the dice that are counted out, and for the faces of a die."""

WORTHS = DICE_BITS + SIDES * FACE_BITS
ALL_DICE, BESIDE = (1 << DICE_BITS) - 1, (1 << WORTHS) - 1

SECONDS_A_POOL, SECONDS_A_DIE = 2e-4, 2e-5
"""What the weights of a pool take anyway, and what each of its dice does."""

LONG = 18e9
"""As many bytes of long numbers are added in a second."""

SECONDS_A_BYTE, SECONDS_A_SQUARE_BYTE = 1.6e-9, 2.5e-11
"""What multiplying a long number by a short one takes for each byte, and by a long one for each byte of both."""

Terms = dict[int, int]
"""Weights by how many dice are counted out, how many faces of each kind are free, and what all other dice count.

All three are packed into one number, the last one uppermost, as there may be fewer than none of a worth.
"""


def faces_of(term: int, kind: int) -> int:
    """How many faces of a kind are free in a term."""
    return term >> DICE_BITS + FACE_BITS * kind & (1 << FACE_BITS) - 1


def add(to: Terms, terms: Terms, more: int, times: int) -> None:
    """Add terms to others so many times, with something more in each."""
    if to:
        for term, weight in terms.items():
            further = term + more
            to[further] = to.get(further, 0) + weight * times
    else:
        to |= {term + more: weight * times for term, weight in terms.items()}


@dataclass(frozen=True, slots=True)
class Sums:
    """What dice come to, weights in units of 1 / `unit`.

    `lying` has the weights of all dice but those on free faces, for each term beside them, and `numbers` what these
    come to; one on a free face adds what `steps` has for its kind.
    """

    unit: int
    steps: Sequence[int]
    lying: Sequence[tuple[int, Terms]]

    def weights(self, dice: int) -> dict[int, int]:
        """The weights of every sum of so many dice; they add up to 6^dice when the parts are all there are.

        Raises `TooMuchWork` when they are too long and too many.
        """
        bits = 8 * (width := slot(self.unit * SIDES**dice))
        first, low = self.lying[0][0], min(0, *self.steps)
        spaced = any(self.steps)
        places = self.lying[-1][0] - first + 1 if spaced else len(self.lying)
        longs = width * places * sum([len(terms) for _, terms in self.lying])
        spend(SECONDS_A_POOL + SECONDS_A_DIE * dice + longs / LONG, UNITS, FEWER_UNITS)
        of_terms: Terms = defaultdict(int)
        for place, (number, terms) in enumerate(self.lying):
            shift = bits * (number - first if spaced else place)
            for term, weight in terms.items():
                of_terms[term] += weight << shift
        by_free: dict[int, Terms] = defaultdict(dict)
        for term, ways in of_terms.items():
            counted = term & ALL_DICE
            by_free[term - counted][counted] = ways << bits * -low * counted
        dies = [(kind, bits * (step - low)) for kind, step in enumerate(self.steps)]
        found = 0
        for free, lying in by_free.items():
            found += _any(sum([faces_of(free, kind) << step for kind, step in dies]), lying, dice)
        numbers = count(first + low * dice) if spaced else [number for number, _ in self.lying]
        weights = unpacked(found // self.unit, found.bit_length() // bits + 1, width)
        return {number: weight for number, weight in zip(numbers, weights, strict=False) if weight}


def _any(die: int, lying: Terms, dice: int) -> int:
    """The packed weights of dice of which some are counted out, and any others are free; raises `TooMuchWork`."""
    most = min(dice, max(lying))
    a_die, counted_out = die.bit_length() / 8, max(map(int.bit_length, lying.values())) / 8
    squares = most * (counted_out + most * a_die / 2) + (dice - most) * (counted_out + dice * a_die / 2)
    spend(SECONDS_A_BYTE * most * counted_out + SECONDS_A_SQUARE_BYTE * a_die * squares, UNITS, FEWER_UNITS)
    ways = 0
    for counted in range(most + 1):
        ways = ways * die + perm(dice, counted) * lying.get(counted, 0)
    return int(ways * die ** (dice - most))
