"""What roll after roll adds up to, as exact weights.

Weights have the units of a `Run`: by the Rule of Six `grows` is 6, else 1. A total is told by the weight of at most so
many hits, and only while it is short of what is needed.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, pairwise, repeat
from math import prod
from operator import add, mul

from pyrules.core.ratio import Ratio
from pyrules.core.roll import MOST_DICE
from pyrules.systems.moonwalk.runs import Run


def totals(kept: Sequence[int], needed: int) -> Iterator[tuple[int, int]]:
    """How many totals short of what is needed there can be after each roll, and how many of the highest matter.

    The others are too low for the rolls to come to make up for, when each keeps at most so many hits.

    >>> list(totals((2, 2, 1), 5))
    [(3, 2), (5, 2), (5, 1)]
    """
    there, to_come = 1, sum(kept)
    for most in kept:
        there, to_come = min(needed, there + most), to_come - most
        yield there, min(there, max(1, there - needed + to_come + 1))


def short_by_rolls(runs: Sequence[Run], kept: Sequence[int], needed: int, grows: int) -> Iterator[Ratio]:
    """The chances of having kept fewer hits than needed after 0, 1, 2, ... rolls, which keep at most so many each."""
    ways = accumulate((run.unit for run in runs), mul, initial=grows ** (needed - 1))
    return map(Ratio, (short for short, _ in _by_rolls(runs, kept, needed, grows)), ways)


def falls_short(runs: Sequence[Run], kept: Sequence[int], needed: int, grows: int) -> Ratio:
    """The chance of having kept fewer hits than needed after all rolls."""
    half = _half(runs)
    *_, (_, at_most) = _by_rolls(runs[:half], kept, needed, grows)
    *_, (_, at_most_later) = _by_rolls(runs[half:][::-1], kept[::-1], needed, grows)
    return Ratio(_joined(at_most, at_most_later, grows), prod(run.unit for run in runs) * grows ** (needed - 1))


def loses_any(runs: Sequence[Run], kept: Sequence[int], needed: int, grows: int) -> Ratio:
    """The chance that a roll made while hits are still needed is among what was left out.

    One such roll is the first: until then none was.
    """
    half = _half(runs)
    forwards = _by_rolls(runs[:half], kept, needed, grows)
    ways, (short, at_most) = 0, next(forwards)
    for run, after in zip(runs[:half], forwards, strict=True):
        ways = ways * run.unit + short * run.lost
        short, at_most = after
    later = runs[half:][::-1]
    units = list(accumulate((run.unit for run in later), mul, initial=1))
    losses = [run.lost * unit for run, unit in zip(later, units, strict=False)]
    *_, (_, losing) = _by_rolls(later, kept[::-1], needed, grows, losses)
    return Ratio(
        ways * units[-1] + _joined(at_most, losing, grows),
        prod(run.unit for run in runs) * grows ** (needed - 1 + MOST_DICE),
    )


def _half(runs: Sequence[Run]) -> int:
    """How many rolls have the first half of all dice.

    These are gone through forwards and the others backwards, so that neither part gets weights as long as both have
    together.
    """
    lengths = list(accumulate(run.unit.bit_length() for run in runs))
    return bisect_left(lengths, max(lengths, default=0) / 2)


def _joined(at_most: Sequence[int], later: Sequence[int], grows: int) -> int:
    """The weight of what comes of the earlier rolls and then of the later ones, each by how many hits were kept."""
    changes = [more - grows * fewer for fewer, more in pairwise([0, *reversed(later)])]
    return sum(map(mul, at_most, changes))


def _by_rolls(
    runs: Sequence[Run], kept: Sequence[int], needed: int, grows: int, losses: Sequence[int] = ()
) -> Iterator[tuple[int, list[int]]]:
    """The weight of being short of what is needed, and those of at most so many hits, the most first, by rolls.

    With `losses`, by roll, they are those of being short or losing from there on, gone through from the last roll.
    Running sums go through totals that do not matter as well.
    """
    whole = any(run.sums for run in runs)
    there, at_most = 1, [0 if losses else 1]
    yield at_most[0] * grows ** (needed - 1), at_most
    for run, loss, (after, reckoned) in zip(runs, chain(losses, repeat(0)), totals(kept, needed), strict=False):
        before, there = _grown(at_most[0], grows, after - there)[:0:-1] + at_most, after
        at_most = run.rolled(before, after if whole else reckoned)
        if loss:
            at_most = list(map(add, at_most, reversed(_grown(loss, grows, there - 1))))
        yield at_most[0] * grows ** (needed - there), at_most[:reckoned]


def _grown(weight: int, grows: int, times: int) -> list[int]:
    """A weight in its own unit and in each of those that come after."""
    return list(accumulate(repeat(grows, times), mul, initial=weight))
