"""The chances of an extended test, from its start or from any interval on."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, repeat
from operator import mul

from pyrules.core.dist import Weights, capped
from pyrules.core.odds import NEVER, Ratio
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.hits import (
    SIDES,
    endless_hits,
    glitches,
    growth,
    hits,
    is_endless,
    short,
    short_by_rule_of_six,
    summed,
)
from pyrules.systems.moonwalk.model import Extended, Tally, Test


@dataclass(frozen=True, slots=True)
class Ahead:
    """What lies ahead in an extended test: the dice of each roll still to come, and the kept hits still needed."""

    dice: tuple[int, ...]
    needed: int


def ahead_of(test: Test, against: Extended, counted: Sequence[Tally] = ()) -> Ahead:
    """What lies ahead after the rolls made so far."""
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
    if not ahead.needed:
        return (NEVER,) * (len(ahead.dice) + 1)
    if test.limit is None and not test.standard:
        ends = set(accumulate(ahead.dice, initial=0))
        ways = (short_by_rule_of_six if test.rule_of_six else short)(ahead.needed)
        return tuple(Ratio(*way) for dice, way in enumerate(islice(ways, max(ends) + 1)) if dice in ends)
    needed = _needed(test, ahead)
    runs = [_run(test, dice, needed) for dice in ahead.dice]
    units = accumulate((run.unit for run in runs), int.__mul__, initial=growth(test) ** (needed - 1))
    return tuple(map(Ratio, _still_short(runs, needed, growth(test)), units))


def glitches_ahead(test: Test, ahead: Ahead) -> tuple[Ratio, ...]:
    """The chances that a roll ahead that is still needed has a glitch of any kind, and that one has a critical glitch."""
    by_dice = [glitches(test, dice) for dice in ahead.dice]
    return tuple(_happens(test, ahead, [kinds[kind] for kinds in by_dice]) for kind in (0, 1))


def _happens(test: Test, ahead: Ahead, glitched: Sequence[Sequence[int]]) -> Ratio:
    """The chance that at least one of the rolls made is among those whose weights are given, by roll and by hits."""
    if not ahead.needed or not any(map(any, glitched)):
        return NEVER
    needed = _needed(test, ahead)
    runs = [_run(test, dice, needed, left_out) for dice, left_out in zip(ahead.dice, glitched, strict=True)]
    ways, unit = 0, growth(test) ** (needed - 1)
    for run, still in zip(runs, _still_short(runs, needed, growth(test)), strict=False):
        ways, unit = ways * run.unit + still * run.lost, unit * run.unit
    return Ratio(ways, unit)


def _needed(test: Test, ahead: Ahead) -> int:
    """The hits needed; of those that no roll can bring, one is as good as many."""
    most = sum(rules.kept(ahead.needed if is_endless(test) else dice, test.limit) for dice in ahead.dice)
    return min(ahead.needed, most + 1)


@dataclass(frozen=True, slots=True)
class Run:
    """The weights of what one roll keeps, in a unit; those `lost` to a glitch are left out."""

    weights: Weights
    unit: int
    lost: int


def _run(test: Test, dice: int, needed: int, left_out: Sequence[int] = ()) -> Run:
    """One roll without the weights left out, by hits."""
    if is_endless(test):
        return _endless_run(test, dice, needed, left_out)
    weights = hits(test, dice)
    unit = SIDES**dice if left_out else sum(weights)
    scale = unit // sum(weights)
    rest = tuple([weight * scale - lost for weight, lost in zip(weights, left_out or repeat(0), strict=False)])
    return Run(capped(rest, rules.kept(len(rest), test.limit)), unit, sum(left_out))


def _endless_run(test: Test, dice: int, needed: int, left_out: Sequence[int]) -> Run:
    """One roll by the Rule of Six, as far as hits matter; its unit makes whole numbers of the glitches too."""
    scale = SIDES ** max(0, len(left_out) - 1)
    unit, lost = SIDES**dice * scale, summed(left_out, SIDES)
    whole = rules.kept(needed, test.limit)
    rest = zip(islice(endless_hits(dice), whole), chain(left_out, repeat(0)), strict=False)
    weights = [(weight - less) * scale for weight, less in rest]
    if whole < needed:
        weights.append((unit - lost) * SIDES**whole - summed(weights, SIDES) * SIDES)
    return Run(tuple(weights), unit, lost)


def _still_short(runs: Sequence[Run], needed: int, growth: int) -> Iterator[int]:
    """The weights of having kept fewer than `needed` hits after 0, 1, 2, ... rolls, in the unit of the last total."""
    missing = [*repeat(0, needed - 1), 1]  # by how many hits are missing, from 1 on
    for run in (*runs, None):
        yield summed(missing[::-1], growth)
        if run:
            wide = len(run.weights)
            missing = [sum(map(mul, run.weights, missing[place : place + wide])) for place in range(needed)]
