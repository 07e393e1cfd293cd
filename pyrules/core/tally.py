"""Pools whose outcome depends only on how many dice show each face: the highest few added up, or matching sets.

The faces are gone through in turn, with every number of dice that can show each: dynamic programming over faces with
counts (Liu, "Icepool: Efficient Computation of Dice Pool Probabilities", 2022). The totals of one state lie side by
side in one big integer, as in `pyrules.core.dist`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from math import comb
from typing import Any, Generic, TypeVar

from pyrules.core.budget import spend
from pyrules.core.dist import slot, unpack_weights

S = TypeVar("S", bound=Hashable)

SECONDS_A_STEP = 4e-6
"""The seconds of giving one number of dice one face in a browser for one state, measured, where totals are short."""

SECONDS_A_BYTE = 7e-10
"""The further seconds of each byte of its totals, measured."""


def seconds_a_step(size: int) -> float:
    """The estimated seconds of one step for totals of n bytes."""
    return SECONDS_A_STEP + SECONDS_A_BYTE * size


@dataclass(frozen=True, slots=True)
class Tally(Generic[S]):
    """Some equal dice, and what is read of them face by face.

    `step(state, face, dice)` gives the state after that many dice, one or more, show a face, and what they add to the
    total, 0 or more. It begins with the state `start` and goes from the highest face down, or with `rising` from the
    lowest up. From a state that is `settled` on nothing more changes. `outcome(state, total)` is the outcome that the
    system's `judge` finds for the same dice.

    Dice that `explode` are thrown again where they show their highest face, and add up, without end. Higher dice must
    then raise the total or leave it, and every roll must end in the same state.
    """

    dice: int
    sides: int
    step: Callable[[S, int, int], tuple[S, int]]
    start: S
    outcome: Callable[[S, int], Any]
    explode: bool = False
    rising: bool = False
    settled: Callable[[S], bool] = lambda _state: False

    def weighted_outcomes(
        self, likely: Callable[[Any, int], bool]
    ) -> tuple[list[tuple[Any, int]], list[tuple[Any, int]], int]:
        """The outcomes with their weights, those that stand for all above them apart, and the sum of all weights.

        Exploding dice are followed throw by throw as long as `likely(outcome, ways)` says so of the lowest outcome that
        is not followed to its end, where one roll in so many `ways` comes to one.

        Raises `TooMuchWork` where there is too much to go through.
        """
        depth = 1
        while (end := self._end(depth)) and likely(self.outcome(*end), self.sides**depth // self.dice):
            depth += 1
        ways = self.sides ** (depth * self.dice)
        finished = self._outcomes(depth, end[1] if end else None)
        rest = ways - sum(weight for _, weight in finished)
        return finished, [(self.outcome(*end), rest)] if end else [], ways

    def _end(self, depth: int) -> tuple[S, int] | None:
        """The last state and the lowest total that dice could raise further, thrown so often; None where none could."""
        return min(self._open_ended(depth), key=lambda end: end[1], default=None) if self.explode else None

    def _open_ended(self, depth: int) -> Iterator[tuple[S, int]]:
        """The last states and totals of rolls that some dice could raise further, while all others show a one."""
        for highest in range(1, self.dice + 1):
            state, total, open_ended = self.start, 0, False
            faces = [(depth * self.sides, highest), (1, self.dice - highest)]
            for face, dice in reversed(faces) if self.rising else faces:
                if dice:
                    state, added = self.step(state, face, dice)
                    total += added
                    open_ended |= face > 1 and added > 0
            if open_ended:
                yield state, total

    def _values(self, depth: int) -> list[tuple[int, int]]:
        """The values of one die as they are read, with their weights; the highest stands for all above it."""
        values = [
            (throw * self.sides + face, self.sides ** (depth - 1 - throw))
            for throw in range(depth)
            for face in range(1, self.sides + (not self.explode))
        ]
        values += [(depth * self.sides, 1)] if self.explode else []
        return values if self.rising else values[::-1]

    def _outcomes(self, depth: int, end: int | None = None) -> list[tuple[Any, int]]:
        """The outcomes with their weights; those of totals from `end` on are left out."""
        width = slot(self.sides ** (depth * self.dice))
        found: dict[Any, int] = {}
        for state, totals in self._totals(depth, width, end).items():
            size = -(-totals.bit_length() // (8 * width))
            for total, weight in enumerate(unpack_weights(totals, size, width)):
                if weight:
                    outcome = self.outcome(state, total)
                    found[outcome] = found.get(outcome, 0) + weight
        return list(found.items())

    def _totals(self, depth: int, width: int, end: int | None) -> dict[S, int]:
        """For every last state the weights of its totals below `end`, in slots of `width` bytes of one integer."""
        below = -1 if end is None else (1 << 8 * width * end) - 1
        seconds = seconds_a_step(width * (end or self.sides * self.dice))
        behind = self.sides**depth
        if self.settled(self.start):
            return {self.start: behind**self.dice}
        tables: list[dict[S, int]] = [{self.start: 1}, *({} for _ in range(self.dice))]
        found = tables[-1]
        for face, weight in self._values(depth):
            behind -= weight
            for used in range(self.dice - 1, -1, -1):
                left = self.dice - used
                spend(seconds * len(tables[used]) * left, "this test", "roll fewer dice")
                for state, totals in tables[used].items():
                    settled: dict[tuple[S, int], int] = {}
                    for dice in range(1 if behind else left, left + 1):
                        then, added = self.step(state, face, dice)
                        ways = comb(left, dice) * weight**dice
                        if self.settled(then):
                            settled[then, added] = settled.get((then, added), 0) + ways * behind ** (left - dice)
                        else:
                            after = tables[used + dice]
                            after[then] = after.get(then, 0) + ((totals * ways << 8 * width * added) & below)
                    for (then, added), ways in settled.items():
                        found[then] = found.get(then, 0) + ((totals * ways << 8 * width * added) & below)
        return found


def highest(keep: int, *, of: int, sides: int, outcome: Callable[[int], Any], explode: bool = False) -> Tally[int]:
    """The `keep` highest `of` some dice, added up.

    >>> highest(1, of=2, sides=4, outcome=lambda total: total).weighted_outcomes(lambda *_: False)[0]
    [(1, 1), (2, 3), (3, 5), (4, 7)]
    """
    start = min(keep, of)
    return Tally(
        of, sides, _keep, start, lambda _, total: outcome(total), explode=explode, settled=lambda left: not left
    )


def lowest(keep: int, *, of: int, sides: int, outcome: Callable[[int], Any], explode: bool = False) -> Tally[int]:
    """The `keep` lowest `of` some dice, added up.

    >>> lowest(1, of=2, sides=4, outcome=lambda total: total).weighted_outcomes(lambda *_: False)[0]
    [(1, 7), (2, 5), (3, 3), (4, 1)]
    """
    return replace(highest(keep, of=of, sides=sides, outcome=outcome, explode=explode), rising=True)


def _keep(left: int, face: int, dice: int) -> tuple[int, int]:
    """The number of dice still to be kept, and what those of this face add."""
    return max(0, left - dice), face * min(left, dice)
