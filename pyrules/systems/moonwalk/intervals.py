"""The chances of an extended test, from its start or from any interval on."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, islice, repeat
from math import lgamma, log, log2, prod

from pyrules.core.patience import TooMuchWork, spend
from pyrules.core.ratio import CERTAIN, NEVER, Ratio
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.hits import (
    LOWEST,
    SIDES,
    glitch_chance,
    glitches,
    growth,
    is_endless,
    short,
    short_by_rule_of_six,
)
from pyrules.systems.moonwalk.model import Extended, Tally, Test
from pyrules.systems.moonwalk.runs import Run, is_summed, one_pool, one_roll
from pyrules.systems.moonwalk.sums import falls_short, loses_any, short_by_rolls, totals

SECONDS_A_PRODUCT, SECONDS_A_BIT = 1.5e-7, 1e-12
"""What it takes to multiply two numbers, and how much more for each bit of the one and of the other, measured."""

SECONDS_A_SUM, SECONDS_A_SUMMED_BIT = 4.5e-8, 3e-11
"""The same for adding two numbers, and for each bit of a sum."""

SHORTEST, SUMS_A_WEIGHT, TURNS = 30, 8, 12
"""The bits that no number has fewer of, and how many sums take as long as making one weight or as turning a total's
weight into that of exactly so many hits and back."""

SECONDS_A_POOL, SECONDS_A_POOLED_BIT = 5e-7, 5e-10
"""What one more die in a single pool takes, and for each bit of its weights, measured."""

GLITCHES_COST = 1.4
"""There are two kinds of glitches; each takes most of the time that it would take to go through the rolls in order."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What lies ahead in an extended test: the dice of each roll to come, and the kept hits still needed, 1 or more."""

    dice: tuple[int, ...]
    needed: int


def ahead_of(test: Test, against: Extended, counted: Sequence[Tally] = ()) -> Ahead:
    """What lies ahead after the rolls made so far, which do not reach the threshold."""
    total = sum(rules.kept(one.hits, test.limit) for one in counted)
    needed = bisect_left(
        range(against.threshold), True, key=lambda more: rules.reaches(total + more, against.threshold)
    )
    dice: list[int] = []
    while more := rules.interval_dice(test.dicepool, len(counted) + len(dice)):
        dice.append(more)
    return Ahead(tuple(dice), needed)


def undecided(test: Test, ahead: Ahead) -> tuple[Ratio, ...]:
    """The chances of still needing hits after 0, 1, 2, ... of the rolls ahead."""
    if test.standard or _is_out_of_reach(test, ahead):
        return tuple(CERTAIN if kept < ahead.needed else NEVER for kept in accumulate(_kept(test, ahead), initial=0))
    if _is_one_pool(test, ahead):
        ends = set(accumulate(ahead.dice, initial=0))
        bits = log2(LOWEST) * max(ends) / 2 + log2(growth(test)) * ahead.needed
        _spend(max(ends) * (SECONDS_A_POOL + SECONDS_A_POOLED_BIT * bits))
        ways = (short_by_rule_of_six if test.rule_of_six else short)(ahead.needed)
        return tuple(Ratio(*way) for dice, way in enumerate(islice(ways, max(ends) + 1)) if dice in ends)
    summing = _affordable(test, ahead)
    return tuple(short_by_rolls(_runs(test, ahead, summing=summing), _kept(test, ahead), ahead.needed, growth(test)))


@lru_cache(maxsize=128)
def fails(test: Test, ahead: Ahead) -> Ratio:
    """The chance that the rolls ahead do not bring the hits still needed; kept, since pools are asked for again."""
    if test.standard or _is_out_of_reach(test, ahead) or _is_one_pool(test, ahead):
        return undecided(test, ahead)[-1]
    summing = _affordable(test, ahead)
    capped = replace(ahead, dice=tuple(dice for dice in ahead.dice if _is_capped(test, dice)))
    runs, kept = _runs(test, capped, summing=summing), _kept(test, capped)
    if free := sum(ahead.dice) - sum(capped.dice):
        runs.append(one_pool(free, ahead.needed))
        kept.append(free)
    return falls_short(runs, kept, ahead.needed, growth(test))


def glitches_ahead(test: Test, ahead: Ahead) -> tuple[Ratio, ...]:
    """The chances that a roll ahead that is still needed has a glitch of any kind, and that one is critical.

    Empty when the test is so large that they would take too long.
    """
    try:
        by_dice = [glitches(test, dice) for dice in ahead.dice]
    except TooMuchWork:
        return ()
    if not any(any(glitched) for glitched, _ in by_dice):
        return NEVER, NEVER
    if _is_out_of_reach(test, ahead):
        return tuple(_any_roll(test, ahead, [kinds[kind] for kinds in by_dice]) for kind in (0, 1))
    seconds, summing = _seconds(test, ahead, with_glitches=True)
    try:
        _spend(GLITCHES_COST * seconds)
    except TooMuchWork:
        return ()
    kept, grows = _kept(test, ahead), growth(test)
    return tuple(
        loses_any(_runs(test, ahead, [kinds[kind] for kinds in by_dice], summing=summing), kept, ahead.needed, grows)
        for kind in (0, 1)
    )


def _is_out_of_reach(test: Test, ahead: Ahead) -> bool:
    """Whether even the most hits that can be kept are too few, so that every roll is made."""
    return sum(_kept(test, ahead)) < ahead.needed


def _any_roll(test: Test, ahead: Ahead, glitched: Iterable[Sequence[int]]) -> Ratio:
    """The chance that any roll has a glitch when all are made."""
    chances = [glitch_chance(test, dice, weights) for dice, weights in zip(ahead.dice, glitched, strict=True)]
    without = prod(one.denominator - one.numerator for one in chances)
    return CERTAIN - Ratio(without, prod(one.denominator for one in chances))


def _is_one_pool(test: Test, ahead: Ahead) -> bool:
    """Whether hits add up as if all dice were rolled at once: the limit takes none away that would be needed."""
    most = ahead.needed if test.rule_of_six else min(ahead.needed, max(ahead.dice, default=0))
    return rules.kept(most, test.limit) == most


def _is_capped(test: Test, dice: int) -> bool:
    """Whether the limit may take hits from a roll: others are as good as one pool."""
    return test.rule_of_six or rules.kept(dice, test.limit) < dice


def _runs(test: Test, ahead: Ahead, left_out: Iterable[Sequence[int]] = repeat(()), *, summing: bool) -> list[Run]:
    rolls = zip(ahead.dice, repeat(ahead.needed), left_out, strict=False)
    return [one_roll(test, *roll, summing=summing) for roll in rolls]


def _kept(test: Test, ahead: Ahead) -> list[int]:
    """The most hits that matter of those each roll can keep."""
    most = (rules.most_kept(test, dice) for dice in ahead.dice)
    return [rules.kept(ahead.needed, one) if one is None or is_endless(test) else one for one in most]


def _affordable(test: Test, ahead: Ahead) -> bool:
    """Whether running sums take less time for the chances of a test; raises `TooMuchWork` when either is too long."""
    seconds, summing = _seconds(test, ahead)
    _spend(seconds)
    return summing


def _spend(seconds: float) -> None:
    """Count seconds; exact weights get long, as a hundred shrinking rolls have thousands of digits."""
    spend(seconds, "this extended test", "lower its threshold or its limit")


def _seconds(test: Test, ahead: Ahead, *, with_glitches: bool = False) -> tuple[float, bool]:
    """About how long it takes to go through the rolls ahead, and whether that is with running sums."""
    whole = sum(_steps(test, ahead, with_glitches=with_glitches, summing=False))
    summed = sum(_steps(test, ahead, with_glitches=with_glitches, summing=True)) if is_endless(test) else whole
    return min((whole, False), (summed, True))


def _steps(test: Test, ahead: Ahead, *, with_glitches: bool, summing: bool) -> Iterator[float]:
    """About how long each step takes: multiplying, summing up, and making the weights of a roll."""
    kept = _kept(test, ahead)
    bits, growing = log2(SIDES if with_glitches else LOWEST), log2(growth(test))
    length, rolled = 0.0, 0
    for dice, most, (there, reckoned) in zip(ahead.dice, kept, totals(kept, ahead.needed), strict=True):
        sums = dice if summing and is_summed(dice, most) else 0
        width = (dice * (1 + with_glitches + (most < ahead.needed)) if sums else min(most, ahead.needed)) + 1
        places = there if summing else reckoned
        weight = SHORTEST + bits * dice + growing * min(dice / 2 if sums else width / 2, there / 3)
        before = length + (_growth_of_sums(rolled, there // 2) if sums else growing * there / 3)
        products = places * min(width, there - places / 2)
        added = places * sums
        turned = places * TURNS if sums else 0
        made = most if most < ahead.needed or not sums else width
        yield products * (SECONDS_A_PRODUCT + SECONDS_A_BIT * weight * before)
        yield added * (SECONDS_A_SUM + SECONDS_A_SUMMED_BIT * before)
        yield turned * (SECONDS_A_SUM + SECONDS_A_SUMMED_BIT * (length + growing * there / 2))
        yield made * SUMS_A_WEIGHT * (SECONDS_A_SUM + SECONDS_A_SUMMED_BIT * (bits * dice + growing * made / 2))
        length += bits * dice + (growing * max(0, dice - most) if with_glitches else 0)
        rolled += dice


def _growth_of_sums(dice: int, total: int) -> float:
    """By how many bits the weight of a total is longer than that of none: sums of sums have as many ways as dice."""
    ways = (lgamma(dice + total + 1) - lgamma(dice + 1) - lgamma(total + 1)) / log(2)
    return min(log2(SIDES) * total, dice + ways)
