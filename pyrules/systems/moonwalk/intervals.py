"""The chances of an extended test, from its start or from any interval on."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice, repeat
from math import prod

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


def glitch_ahead(test: Test, ahead: Ahead, severity: int) -> Ratio:
    """The chance that a roll ahead that is still needed has a glitch of this severity, 1 or 2, or a worse one."""
    if not ahead.needed:
        return NEVER
    needed = _needed(test, ahead)
    runs = [_run(test, dice, needed, severity) for dice in ahead.dice]
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
    """The weights of what one roll keeps, in a unit, without those `lost` because of a glitch."""

    weights: Weights
    unit: int
    lost: int


def _run(test: Test, dice: int, needed: int, severity: int = 0) -> Run:
    """One roll; the rolls with a glitch of the severity are left out."""
    left_out = glitches(test, dice)[severity - 1] if severity else []
    if is_endless(test):
        return _endless_run(test, dice, needed, left_out)
    weights = hits(test, dice)
    unit = SIDES**dice if severity else sum(weights)
    scale = unit // sum(weights)
    rest = zip(weights, chain(left_out, repeat(0)), strict=False)
    weights = tuple([weight * scale - glitched for weight, glitched in rest])
    return Run(capped(weights, rules.kept(len(weights), test.limit)), unit, sum(left_out))


def _endless_run(test: Test, dice: int, needed: int, left_out: Sequence[int]) -> Run:
    """One roll by the Rule of Six, as far as hits matter; its unit makes whole numbers of the glitches too."""
    scale = SIDES ** max(0, len(left_out) - 1)
    unit, lost = SIDES**dice * scale, summed(left_out, SIDES)
    whole = rules.kept(needed, test.limit)
    rest = zip(islice(endless_hits(dice), whole), chain(left_out, repeat(0)), strict=False)
    weights = [(weight - glitched) * scale for weight, glitched in rest]
    if whole < needed:
        weights.append((unit - lost) * SIDES**whole - summed(weights, SIDES) * SIDES)
    return Run(tuple(weights), unit, lost)


def _still_short(runs: Sequence[Run], needed: int, growth: int) -> Iterator[int]:
    """The weights of having kept fewer than `needed` hits after 0, 1, 2, ... rolls.

    The weights of all totals lie in slots of one integer. What one slot is worth is 1 / growth modulo
    `growth * 2^slot - 1`, so the remainder adds them up in the unit of the last total.
    """
    slot = (prod(run.unit for run in runs) * growth**needed).bit_length() + 1
    below = (1 << slot * needed) - 1
    packed = 1
    for run in (*runs, None):
        yield packed * growth ** (needed - 1) % ((growth << slot) - 1)
        if run:
            longer = 0
            for weight in reversed(run.weights[:needed]):
                longer = (longer << slot) + packed * weight
            packed = longer & below
