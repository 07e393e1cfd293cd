"""One roll of an extended test, as what it does to the totals before it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, pairwise, repeat
from math import comb
from operator import mul

from pyrules.core.dist import Weights, capped
from pyrules.core.roll import MOST_DICE
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.hits import LOWEST, SHARED, SIDES, endless_hits, hits, is_endless, pool_hits, summed
from pyrules.systems.moonwalk.model import Test

SUMMED = 3
"""By the Rule of Six, running sums take less time from so many kept hits for each die on, measured."""


@dataclass(frozen=True, slots=True)
class Run:
    """One roll: the weights of the hits it keeps, as far as they matter, and the weight of all that was left out.

    The weight of a number of hits counts ways of `unit`, by the Rule of Six of `unit * 6^hits`; `lost` is what was left
    out, with no more hits than dice, and counts ways of `unit`, by the Rule of Six of `unit * 6^100`. The weights stand
    in `parts`, each with the number of hits it begins with, and are still to be summed up `sums` times.
    """

    parts: tuple[tuple[int, Weights], ...]
    unit: int
    lost: int = 0
    sums: int = 0

    def rolled(self, before: Sequence[int], reckoned: int) -> list[int]:
        """The weights of at most so many hits after this roll, the most first, from those before it.

        Sums run over all totals, so that `reckoned` must be as many as there are, and over the weights of exactly so
        many hits: those of at most so many are far longer numbers.
        """
        if self.sums:
            before = [more - SIDES * fewer for more, fewer in pairwise([*before, 0])]
        found = [0] * reckoned
        for start, weights in self.parts:
            width, places = len(weights), range(start, start + reckoned)
            found = [sum(map(mul, weights, before[place : place + width]), found[place - start]) for place in places]
        if not self.sums:
            return found
        fewest_first: Iterable[int] = reversed(found)
        for _ in range(self.sums):
            fewest_first = accumulate(fewest_first)
        return list(accumulate(fewest_first, lambda fewer, exactly: SIDES * fewer + exactly))[::-1]


def one_roll(test: Test, dice: int, needed: int, left_out: Sequence[int] = (), *, summing: bool = False) -> Run:
    """One roll, without the weights left out, by hits; hits that alone reach what is needed are not told.

    `summing` says whether running sums may take the place of many weights.
    """
    most = rules.kept(needed, test.limit)
    if is_endless(test):
        return _endless_roll(dice, most, needed, left_out, summing=summing and is_summed(dice, most))
    weights = hits(test, dice)
    unit = SIDES**dice if left_out else sum(weights)
    scale = unit // sum(weights)
    rest = tuple([weight * scale - less for weight, less in zip(weights, chain(left_out, repeat(0)), strict=False)])
    return Run(((0, capped(rest, most)[:needed]),), unit, sum(left_out))


def one_pool(dice: int, needed: int) -> Run:
    """Rolls without a limit as one of all their dice, as far as their hits are short of what is needed."""
    return Run(((0, tuple(islice(pool_hits(dice), needed))),), LOWEST**dice)


def is_summed(dice: int, most: int) -> bool:
    """Whether running sums take less time for a roll that keeps at most so many hits."""
    return most > SUMMED * dice


def _endless_roll(dice: int, most: int, needed: int, left_out: Sequence[int], *, summing: bool) -> Run:
    """One roll by the Rule of Six; its unit is finer where more hits than the most kept are left out.

    However many sixes come first, one die's are weighed alike: they are running sums of a single weight, and those of
    all dice are sums of sums. Beneath them few weights remain: up to one hit for each die, those left out, and from the
    limit on.
    """
    finer = max(0, len(left_out) - 1 - most) if most < needed else 0
    scale = SHARED**dice if left_out else 1
    unit = scale * LOWEST**dice * SIDES**finer
    lost = summed(left_out, SIDES) * SIDES ** (MOST_DICE + 1 + finer - len(left_out))
    few = dice + max(1, len(left_out))
    told = islice(endless_hits(dice), few if summing and most == needed else most)
    less = chain(left_out, repeat(0))
    weights = [(weight * scale - left) * SIDES**finer for weight, left in zip(told, less, strict=False)]
    if most < needed:
        below = summed(weights, SIDES) * SIDES
        weights.append(unit * SIDES**most - below - lost * SIDES**most // SIDES**MOST_DICE)
    if not summing:
        return Run(((0, tuple(weights)),), unit, lost)
    parts = [(0, _unsummed(dice, [*repeat(0, dice), *weights[:few]]))]
    if most < needed:
        parts.append((most, _unsummed(dice, [*weights[-dice - 1 :], *repeat(0, dice)])))
    return Run(tuple(parts), unit, lost, sums=dice)


def _unsummed(times: int, weights: Sequence[int]) -> Weights:
    """What weights are running sums of, again and again, without the first weights.

    >>> _unsummed(2, (0, 0, 1, 3, 6))
    (1, 1, 1)
    """
    signed = [(-1) ** (times - number) * comb(times, number) for number in range(times + 1)]
    return tuple([sum(map(mul, signed, weights[place:])) for place in range(len(weights) - times)])
