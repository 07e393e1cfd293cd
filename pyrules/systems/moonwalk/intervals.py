"""The chances of an extended test, from its start or from any interval on."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, islice, repeat
from math import log2

from pyrules.core.odds import NEVER, Ratio, TooMuchWork
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.hits import (
    LOWEST,
    SIDES,
    glitches,
    growth,
    is_endless,
    short,
    short_by_rule_of_six,
)
from pyrules.systems.moonwalk.model import Extended, Tally, Test
from pyrules.systems.moonwalk.sums import Run, falls_short, loses_any, one_roll, short_by_rolls, totals

MOST_SECONDS = 0.5
"""Exact weights get long: a hundred shrinking rolls have thousands of digits. More than this nobody should wait."""

SECONDS_A_PRODUCT, SECONDS_A_BIT = 1e-7, 7e-13
"""What it takes to multiply two numbers, and how much more for each bit of the one and of the other, measured."""

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
    if _is_one_pool(test, ahead):
        ends = set(accumulate(ahead.dice, initial=0))
        ways = (short_by_rule_of_six if test.rule_of_six else short)(ahead.needed)
        return tuple(Ratio(*way) for dice, way in enumerate(islice(ways, max(ends) + 1)) if dice in ends)
    ahead = _within_reach(test, ahead)
    _refuse(_seconds(test, ahead))
    return tuple(short_by_rolls(_runs(test, ahead), _kept(test, ahead), ahead.needed, growth(test)))


@lru_cache(maxsize=128)
def fails(test: Test, ahead: Ahead) -> Ratio:
    """The chance that the rolls ahead do not bring the hits still needed; kept, since pools are asked for again."""
    if _is_one_pool(test, ahead):
        return undecided(test, ahead)[-1]
    ahead = _within_reach(test, ahead)
    _refuse(_seconds(test, ahead))
    return falls_short(_runs(test, ahead), _kept(test, ahead), ahead.needed, growth(test))


def glitches_ahead(test: Test, ahead: Ahead) -> tuple[Ratio, ...]:
    """The chances that a roll ahead that is still needed has a glitch of any kind, and that one is critical.

    Empty when the test is so large that they would take longer than `MOST_SECONDS`.
    """
    by_dice = [glitches(test, dice) for dice in ahead.dice]
    if not any(any(glitched) for glitched, _ in by_dice):
        return NEVER, NEVER
    ahead = _within_reach(test, ahead)
    if GLITCHES_COST * _seconds(test, ahead, with_glitches=True) > MOST_SECONDS:
        return ()
    kept, grows = _kept(test, ahead), growth(test)
    return tuple(
        loses_any(_runs(test, ahead, [kinds[kind] for kinds in by_dice]), kept, ahead.needed, grows) for kind in (0, 1)
    )


def _is_one_pool(test: Test, ahead: Ahead) -> bool:
    """Whether hits add up as if all dice were rolled at once: the limit takes none away that would be needed."""
    most = ahead.needed if test.rule_of_six else min(ahead.needed, max(ahead.dice, default=0))
    return not test.standard and rules.kept(most, test.limit) == most


def _runs(test: Test, ahead: Ahead, left_out: Iterable[Sequence[int]] = repeat(())) -> list[Run]:
    return [one_roll(test, *roll) for roll in zip(ahead.dice, repeat(ahead.needed), left_out, strict=False)]


def _kept(test: Test, ahead: Ahead) -> list[int]:
    """The most hits that matter of those each roll can keep."""
    if is_endless(test):
        return [rules.kept(ahead.needed, test.limit)] * len(ahead.dice)
    most = (rules.standard_result(dice, test.settings).hits if test.standard else dice for dice in ahead.dice)
    return [rules.kept(number, test.limit) for number in most]


def _within_reach(test: Test, ahead: Ahead) -> Ahead:
    """The same with as many hits needed as can be kept, and one more where what is needed is out of reach."""
    return replace(ahead, needed=min(ahead.needed, sum(_kept(test, ahead)) + 1))


def _refuse(seconds: float) -> None:
    if seconds > MOST_SECONDS:
        raise TooMuchWork(
            f"exact odds of this extended test would take about {seconds:.0f} s; at most {MOST_SECONDS} s are spent, so"
            " lower its threshold or its limit"
        )


def _seconds(test: Test, ahead: Ahead, *, with_glitches: bool = False) -> float:
    """About how long it takes to go through the rolls ahead."""
    kept = _kept(test, ahead)
    bits, growing = log2(SIDES if with_glitches else LOWEST), log2(growth(test))
    seconds, length = 0.0, 0.0
    for dice, most, (there, reckoned) in zip(ahead.dice, kept, totals(kept, ahead.needed), strict=True):
        width, middle = min(most + 1, ahead.needed), there - reckoned / 2
        longer = bits * dice + (growing * max(0, dice - most) if with_glitches else 0)
        weights, before = longer + growing * width / 2, length + growing * middle
        seconds += reckoned * min(width, middle) * (SECONDS_A_PRODUCT + SECONDS_A_BIT * weights * before)
        length += longer
    return seconds
