"""The chances of an extended test, from its start or from any interval on."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, repeat
from operator import mul

from pyrules.core.dist import Weights, capped
from pyrules.core.odds import CERTAIN, NEVER, Ratio, TooMuchWork
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.hits import (
    SIDES,
    endless_hits,
    glitches,
    hits,
    is_endless,
    short,
    short_by_rule_of_six,
)
from pyrules.systems.moonwalk.model import Extended, Tally, Test

MOST_SECONDS = 1
"""Exact weights get long: a hundred shrinking rolls have thousands of digits. More than this nobody should wait."""

DIGITS_A_SECOND = 7e11
"""How many pairs of digits (base 6) are multiplied in a second, measured."""

GLITCHES_COST = 5
"""How much longer glitches take than hits: there are two kinds, and weights of 6^dice instead of 3^dice."""


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
    runs = _runs(test, ahead)
    units = accumulate((run.unit for run in runs), mul, initial=1)
    return tuple(map(Ratio, _short_by_rolls(runs, _needed(test, ahead)), units))


def fails(test: Test, ahead: Ahead) -> Ratio:
    """The chance that the rolls ahead do not bring the hits still needed."""
    if _is_one_pool(test, ahead):
        return undecided(test, ahead)[-1]
    return _expected(_runs(test, ahead), _needed(test, ahead), reached=0)


def glitches_ahead(test: Test, ahead: Ahead) -> tuple[Ratio, ...]:
    """The chances that a roll ahead that is still needed has a glitch of any kind, and that one is critical.

    Empty when the test is so large that they would take longer than `MOST_SECONDS`.
    """
    if GLITCHES_COST * _seconds(test, ahead) > MOST_SECONDS:
        return ()
    by_dice = [glitches(test, dice) for dice in ahead.dice]
    return tuple(_happens(test, ahead, [kinds[kind] for kinds in by_dice]) for kind in (0, 1))


def _happens(test: Test, ahead: Ahead, glitched: Sequence[Sequence[int]]) -> Ratio:
    """The chance that at least one of the rolls made is among those whose weights are given, by roll and by hits."""
    if not any(map(any, glitched)):
        return NEVER
    return CERTAIN - _expected(_runs(test, ahead, glitched), _needed(test, ahead), reached=1)


def _is_one_pool(test: Test, ahead: Ahead) -> bool:
    """Whether hits add up as if all dice were rolled at once: the limit takes none away that would be needed."""
    most = ahead.needed if test.rule_of_six else min(ahead.needed, max(ahead.dice, default=0))
    return not test.standard and rules.kept(most, test.limit) == most


def _needed(test: Test, ahead: Ahead) -> int:
    """The hits needed; of those that no roll can bring, one is as good as many."""
    most = sum(rules.kept(ahead.needed if is_endless(test) else dice, test.limit) for dice in ahead.dice)
    return min(ahead.needed, most + 1)


@dataclass(frozen=True, slots=True)
class Run:
    """One roll: the weights of the hits it keeps, of `unit` ways in all; some of them may have been left out."""

    weights: Weights
    unit: int


def _runs(test: Test, ahead: Ahead, left_out: Iterable[Sequence[int]] = repeat(())) -> list[Run]:
    """The rolls ahead, without the weights left out of each, by hits; more hits than are needed are kept as that."""
    if (seconds := _seconds(test, ahead)) > MOST_SECONDS:
        raise TooMuchWork(
            f"exact odds of this extended test would take about {seconds:.0f} s; at most {MOST_SECONDS} s are spent, so"
            " lower its threshold or its limit"
        )
    most = rules.kept(_needed(test, ahead), test.limit)
    rolls = zip(ahead.dice, left_out, strict=False)
    if is_endless(test):
        return [_endless_run(dice, most, without) for dice, without in rolls]
    return [_run(hits(test, dice), SIDES**dice, most, without) for dice, without in rolls]


def _seconds(test: Test, ahead: Ahead) -> float:
    """About how long adding up the rolls takes: a product of two weights for each total and each hit."""
    needed, endless = _needed(test, ahead), is_endless(test)
    most = rules.kept(needed, test.limit)
    kept = [most if endless else min(most, dice) for dice in ahead.dice]
    products = sum(len(totals) * (hits + 1) for totals, hits in zip(_undecided(kept, needed), kept, strict=False))
    digits = sum(ahead.dice) + (most * len(ahead.dice) if endless else 0)
    return products * digits * (digits / max(1, len(ahead.dice))) / DIGITS_A_SECOND


def _run(weights: Weights, ways: int, most: int, left_out: Sequence[int]) -> Run:
    """One roll of so many ways, those left out among them; without any, in lowest terms."""
    unit = ways if left_out else sum(weights)
    scale = unit // sum(weights)
    rest = tuple([weight * scale - less for weight, less in zip(weights, left_out or repeat(0), strict=False)])
    return Run(capped(rest, most), unit)


def _endless_run(dice: int, most: int, left_out: Sequence[int]) -> Run:
    """One roll by the Rule of Six, in the unit of the most hits that matter."""
    last = max(most, len(left_out) - 1)
    unit = SIDES ** (dice + last)
    weights = zip(islice(endless_hits(dice), most), chain(left_out, repeat(0)), strict=False)
    below = [(weight - less) * SIDES ** (last - number) for number, (weight, less) in enumerate(weights)]
    lost = sum(weight * SIDES ** (last - number) for number, weight in enumerate(left_out))
    return Run((*below, unit - lost - sum(below)), unit)


def _undecided(kept: Sequence[int], needed: int) -> list[range]:
    """How many hits, not counting the last one needed, are missing where the next roll matters: after 0, 1, ... rolls.

    Each roll keeps at most so many. Where more are missing than all rolls to come can keep, the test fails anyway.
    """
    fewest = accumulate(kept, lambda missing, more: max(0, missing - more), initial=needed - 1)
    to_come = [*accumulate(reversed(kept), initial=0)][::-1]
    return [range(few, max(few, min(needed, most))) for few, most in zip(fewest, to_come, strict=True)]


def _most(runs: Sequence[Run]) -> list[int]:
    return [len(run.weights) - 1 for run in runs]


def _short_by_rolls(runs: Sequence[Run], needed: int) -> Iterator[int]:
    """The weights of having kept fewer than `needed` hits after 0, 1, 2, ... rolls."""
    totals = _undecided(_most(runs), needed)
    missing = [1] * len(totals[0])  # the weights of those totals
    hopeless = 1 - len(missing)
    yield 1
    for run, now, after in zip(runs, totals, totals[1:], strict=False):
        width = len(run.weights)
        before = [0] * (now.start - after.start) + missing
        changed = [sum(map(mul, run.weights, before[start : start + width])) for start in range(len(before))]
        missing = changed[: len(after)]
        hopeless = hopeless * run.unit + sum(changed[len(after) :])
        yield hopeless + sum(missing)


def _expected(runs: Sequence[Run], needed: int, *, reached: int) -> Ratio:
    """The chance that no roll made is one left out, counting `reached` for a total that reaches what is needed.

    Goes from the last roll to the first, over the totals that the rolls before it can leave.
    """
    *before, after = _undecided(_most(runs), needed)
    ways, hopeless, unit = list[int](), 1, 1
    for run, now in zip(reversed(runs), reversed(before), strict=True):
        width = len(run.weights)
        later = [unit * reached] * max(0, width - 1 - now.start) + ways + [hopeless] * (now.stop - after.stop)
        backwards = run.weights[::-1]
        ways = [sum(map(mul, backwards, later[start : start + width])) for start in range(len(now))]
        hopeless *= sum(run.weights)
        unit *= run.unit
        after = now
    return Ratio(ways[-1] if ways else hopeless, unit)
