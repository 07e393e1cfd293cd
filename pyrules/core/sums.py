"""Dice that count each for itself, and are added up: what one of them comes to, multiplied out for all.

What a die comes to, in several counts, is a polynomial whose weights lie side by side in one big integer, as in
`pyrules.core.dist`: all dice are one power of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, count
from math import prod
from operator import mul
from typing import Any

from pyrules.core.budget import spend
from pyrules.core.dist import slot, unpack_weights

SECONDS_AN_OUTCOME = 5e-5
"""The seconds of one outcome in a browser, measured."""

SECONDS_A_POWER = 2.5e-10
"""The seconds of multiplying integers of n bytes, by Karatsuba's way: measured for one byte."""

KARATSUBA = 1.585
"""The power of their length by which it grows."""


def seconds_multiplying(size: int) -> float:
    """The estimated seconds of multiplying integers of n bytes."""
    longer: float = size**KARATSUBA
    return SECONDS_A_POWER * longer


FARTHER = 4
"""Dice that go on are followed for this many throws more than there are dice.

So where some of them take from what others count, as all can once, what all come to is told up to so much at least.
"""

Counts = tuple[int, ...]

Weighted = Mapping[Counts, int]
"""The sums of dice in every count, with its weight."""

Worths = Sequence[tuple[int, Weighted, Weighted]]
"""Some dice alike, and what one of them comes to: where it has ended, and where it goes on."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Some dice, each of which counts for itself, once or several times over.

    `worths(throws)` says what they come to, each followed for n throws, and where it goes on with what one more
    throw may bring. `outcome(counts)` is the outcome that the system's `judge` finds for the same dice.
    """

    worths: Callable[[int], Worths]
    outcome: Callable[[Counts], Any]

    def weighted_outcomes(
        self, likely: Callable[[Any, int], bool]
    ) -> tuple[list[tuple[Any, int]], list[tuple[Any, int]], int]:
        """The outcomes with their weights, those of rolls that go on apart, and the sum of all weights.

        Dice are followed throw by throw as long as `likely(outcome, ways)` says so of an outcome of those that go on,
        where one roll in so many `ways` does.

        Raises `TooMuchWork` where there is too much to go through.
        """
        known: dict[Counts, Any] = {}

        def outcomes(rolls: Sequence[tuple[Counts, int]]) -> list[tuple[Any, int]]:
            new = [counts for counts, _ in rolls if counts not in known]
            spend(SECONDS_AN_OUTCOME * len(new), "this test", "roll fewer dice")
            known.update((counts, self.outcome(counts)) for counts in new)
            return [(known[counts], weight) for counts, weight in rolls]

        number = sum(number for number, _, _ in self.worths(1))
        for throws in chain((1,), count(number + FARTHER)):
            slots = Slots(self.worths(throws))
            spend(slots.seconds, "this test", "roll fewer dice")
            ended, going = slots.add_dice()
            rolls, onward = list(slots.unpack_sums(going)), slots.ways - slots.ended
            if rolls and likely(self.outcome(rolls[0][0]), slots.ways // onward):
                continue
            ahead = outcomes(rolls)
            if not any(likely(outcome, slots.ways // onward) for outcome, _ in ahead):
                return outcomes(list(slots.unpack_sums(ended))), ahead, slots.ways
        raise AssertionError  # pragma: no cover (it counts on for ever)


class Slots:
    """Where the weights of each sum of some dice lie in one integer."""

    def __init__(self, dice: Worths) -> None:
        self.dice = dice
        self.number = sum(number for number, _, _ in dice)
        columns = list(zip(*(counts for _, ended, going in dice for counts in (*ended, *going)), strict=True))
        self.least = [min(column) for column in columns]
        self.sizes = [1 + self.number * (max(column) - min(column)) for column in columns]
        *self.strides, self.places = accumulate(self.sizes, mul, initial=1)
        self.ended = prod(sum(ended.values()) ** number for number, ended, _ in dice)
        self.ways = prod((sum(ended.values()) + sum(going.values())) ** number for number, ended, going in dice)
        self.width = slot(self.ways)

    @property
    def seconds(self) -> float:
        """The estimated seconds of adding up all dice."""
        return 2 * seconds_multiplying(self.places * self.width)

    def add_dice(self) -> tuple[int, int]:
        """The weights of the sums of all dice where all have ended, and where some go on."""
        packed = [(number, self._pack_sums(ended), self._pack_sums(going)) for number, ended, going in self.dice]
        all_ended = prod(ended**number for number, ended, _ in packed)
        if self.ended == self.ways:
            return all_ended, 0
        return all_ended, prod((ended + going) ** number for number, ended, going in packed) - all_ended

    def _pack_sums(self, weighted: Weighted) -> int:
        def place(counts: Counts) -> int:
            return sum(stride * (one - low) for stride, one, low in zip(self.strides, counts, self.least, strict=True))

        return sum(weight << 8 * self.width * place(counts) for counts, weight in weighted.items())

    def unpack_sums(self, number: int) -> Iterator[tuple[Counts, int]]:
        """The sums whose weights lie in an integer."""
        for place, weight in enumerate(unpack_weights(number, self.places, self.width)):
            if weight:
                parts = zip(self.strides, self.sizes, self.least, strict=True)
                yield tuple(place // stride % size + self.number * low for stride, size, low in parts), weight
