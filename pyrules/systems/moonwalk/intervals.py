"""The chances of an extended test, from its start or from any interval on.

Dynamic programming over the hits kept so far: after each roll, the weights of all totals that are still short of what
is needed are known; those after the next roll are their convolution with its weights. A weight of `h` hits is in units
of `1 / unit`, by the Rule of Six of `1 / (unit * 6^h)`, as in `hits`.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, islice, repeat
from math import lcm, log2, prod
from operator import mul

from pyrules.core.budget import TooMuchWork, spend
from pyrules.core.ratio import CERTAIN, NEVER, Ratio
from pyrules.core.roll import MOST_DICE
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.hits import (
    LOWEST,
    SIDES,
    endless_hits,
    glitch_chance,
    glitches,
    growth,
    hits,
    is_endless,
    short,
    short_by_rule_of_six,
    total_weight,
)
from pyrules.systems.moonwalk.model import Extended, Tally, Test

SECONDS_A_PRODUCT = 2e-7
"""The seconds of multiplying two short numbers, measured in Pyodide."""

LONG = 3000
"""A product takes as long again for every so many bits of the longer number."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The rest of an extended test: the dice of each roll to come, and the kept hits still needed, 1 or more."""

    dice: tuple[int, ...]
    needed: int


def ahead_of(test: Test, against: Extended, counted: Sequence[Tally] = ()) -> Ahead:
    """The rest of a test after the rolls made so far, which do not reach the threshold."""
    total = sum(rules.kept_hits(one.hits, test.limit) for one in counted)
    needed = bisect_left(
        range(against.threshold), True, key=lambda more: rules.reaches(total + more, against.threshold)
    )
    dice: list[int] = []
    while more := rules.interval_dice(test.dicepool, len(counted) + len(dice)):
        dice.append(more)
    return Ahead(tuple(dice), needed)


@lru_cache(maxsize=128)
def undecided_chances(test: Test, ahead: Ahead) -> tuple[Ratio, ...]:
    """The chances of still needing hits after 0, 1, 2, ... of the rolls ahead.

    Raises `TooMuchWork` where the weights are too many or too long.
    """
    if test.standard or _is_out_of_reach(test, ahead):
        return tuple(
            CERTAIN if kept < ahead.needed else NEVER for kept in accumulate(_hits_that_matter(test, ahead), initial=0)
        )
    if _is_one_pool(test, ahead):
        ends = set(accumulate(ahead.dice, initial=0))
        _spend(max(ends), log2(LOWEST) * max(ends) / 2 + log2(growth(test)) * ahead.needed)
        ways = (short_by_rule_of_six if test.rule_of_six else short)(ahead.needed)
        return tuple(Ratio(*way) for dice, way in enumerate(islice(ways, max(ends) + 1)) if dice in ends)
    rolls = _rolls(test, ahead, repeat(()))
    units = accumulate([roll.unit for roll in rolls], mul, initial=growth(test) ** (ahead.needed - 1))
    return tuple(map(Ratio, _short(test, rolls, ahead.needed), units))


def fails(test: Test, ahead: Ahead) -> Ratio:
    """The chance that the rolls ahead do not bring the hits still needed."""
    return undecided_chances(test, ahead)[-1]


def succeeds_by(test: Test, alone: Test, dice: int, later: Ahead) -> Ratio:
    """The chance that a roll of `dice` dice, as `alone` has it, and the rolls `later` bring the hits still needed."""
    by_hits, most = _hits_alone(alone, dice, later.needed)
    return _average(by_hits, [CERTAIN - fails(test, left) if left else CERTAIN for left in _left_by(later, most)])


def glitches_by(test: Test, alone: Test, dice: int, later: Ahead) -> tuple[Ratio, ...]:
    """The chances of glitches in such a roll or in one of those later that is still needed, as `glitches_ahead`."""
    by_hits, most = _hits_alone(alone, dice, later.needed)
    found = []
    for kind, glitched in enumerate(glitches(alone, dice)):
        grows = growth(alone)
        bad = [Ratio(weight, SIDES**dice * grows**number) for number, weight in enumerate(glitched)]
        good = [chance - (bad[number] if number < len(bad) else NEVER) for number, chance in enumerate(by_hits[:-1])]
        total = glitch_chance(alone, dice, glitched)
        rest = _sum([*good, total])
        rolled = [*good, CERTAIN - rest]
        after = [glitches_ahead(test, left)[kind : kind + 1] if left else (NEVER,) for left in _left_by(later, most)]
        if not all(after):
            return ()
        found.append(_sum([total, _average(rolled, [chance for (chance,) in after])]))
    return tuple(found)


def _left_by(later: Ahead, most: int) -> list[Ahead | None]:
    """The rest of a test once a roll has kept 0, 1, ... `most` of the hits needed; None where nothing does."""
    return [Ahead(later.dice, left) if (left := later.needed - kept) else None for kept in range(most + 1)]


def _hits_alone(alone: Test, dice: int, needed: int) -> tuple[list[Ratio], int]:
    """The chances that one roll shows 0, 1, ... hits, the last of as many as it can keep of those needed, or more."""
    grows, ways = growth(alone), LOWEST**dice
    weights = endless_hits(dice) if is_endless(alone) else chain(hits(alone, dice), repeat(0))
    most = rules.kept_hits(needed, alone.limit)
    fewer = [Ratio(weight, ways * grows**number) for number, weight in enumerate(islice(weights, most))]
    return [*fewer, CERTAIN - _sum(fewer)], most


def _average(chances: Sequence[Ratio], worth: Sequence[Ratio]) -> Ratio:
    """The sum of products of chances."""
    products = zip(chances, worth, strict=True)
    return _sum([Ratio(a.weight * b.weight, a.ways * b.ways) for a, b in products])


def _sum(ratios: Sequence[Ratio]) -> Ratio:
    ways = lcm(*(one.ways for one in ratios))
    return Ratio(sum(one.weight * (ways // one.ways) for one in ratios), ways)


def glitches_ahead(test: Test, ahead: Ahead) -> tuple[Ratio, ...]:
    """The chances that a roll ahead that is still needed has a glitch of any kind, and that one is critical.

    Empty when the test is so large that they would take too long.
    """
    try:
        by_dice = [glitches(test, dice) for dice in ahead.dice]
        if not any(any(glitched) for glitched, _ in by_dice):
            return NEVER, NEVER
        if _is_out_of_reach(test, ahead):
            return tuple(_any_roll(test, ahead, [kinds[kind] for kinds in by_dice]) for kind in (0, 1))
        of_kinds = [_rolls(test, ahead, [kinds[kind] for kinds in by_dice]) for kind in (0, 1)]
    except TooMuchWork:
        return ()
    return tuple(_any_needed_roll(test, rolls, ahead.needed) for rolls in of_kinds)


def _is_out_of_reach(test: Test, ahead: Ahead) -> bool:
    """True if even the most hits that can be kept are too few, so that every roll is made."""
    return sum(_hits_that_matter(test, ahead)) < ahead.needed


def _any_roll(test: Test, ahead: Ahead, glitched: Iterable[Sequence[int]]) -> Ratio:
    """The chance that any roll has a glitch when all are made."""
    chances = [glitch_chance(test, dice, weights) for dice, weights in zip(ahead.dice, glitched, strict=True)]
    without = prod(one.ways - one.weight for one in chances)
    return CERTAIN - Ratio(without, prod(one.ways for one in chances))


def _any_needed_roll(test: Test, rolls: Sequence["Interval"], needed: int) -> Ratio:
    """The chance that a roll made while hits are still needed is one that was left out: one such roll is the first."""
    found, ways = 0, growth(test) ** (needed - 1 + MOST_DICE)
    for roll, unglitched in zip(rolls, _short(test, rolls, needed), strict=False):
        found = found * roll.unit + unglitched * roll.lost
        ways *= roll.unit
    return Ratio(found, ways)


def _is_one_pool(test: Test, ahead: Ahead) -> bool:
    """True if hits add up as if all dice were rolled at once: the limit takes none away that would be needed."""
    most = ahead.needed if test.rule_of_six else min(ahead.needed, max(ahead.dice, default=0))
    return rules.kept_hits(most, test.limit) == most


def _hits_that_matter(test: Test, ahead: Ahead) -> list[int]:
    """The most hits that matter of those each roll can keep."""
    most = (rules.most_kept(test, dice) for dice in ahead.dice)
    return [rules.kept_hits(ahead.needed, one) if one is None or is_endless(test) else one for one in most]


@dataclass(frozen=True, slots=True)
class Interval:
    """One roll: the `weights` of the hits it keeps, in units of 1 / `unit`, without those that were left out.

    The last weight is that of all further hits too where the limit cuts these off; hits that alone reach what is needed
    have none. All that was left out has the weight `lost`, as if it were that of `MOST_DICE` hits.
    """

    weights: Sequence[int]
    unit: int
    lost: int


def _rolls(test: Test, ahead: Ahead, left_out: Iterable[Sequence[int]]) -> list[Interval]:
    """The rolls ahead, without some weights of each; raises `TooMuchWork` where going through them takes long."""
    kept, there, bits, steps = _hits_that_matter(test, ahead), 1, log2(growth(test)) * ahead.needed / 2, 0.0
    for dice, most in zip(ahead.dice, kept, strict=True):
        there = min(ahead.needed, there + most)
        steps += there * min(there, most + 1) * (1 + bits / LONG)
        bits += log2(SIDES) * dice
    _spend(steps)
    return [_interval(test, dice, ahead.needed, left) for dice, left in zip(ahead.dice, left_out, strict=False)]


def _interval(test: Test, dice: int, needed: int, left_out: Sequence[int]) -> Interval:
    """One roll, without the weights left out, by hits."""
    most, grows = rules.kept_hits(needed, test.limit), growth(test)
    beyond = max(0, len(left_out) - 1 - most) if most < needed else 0  # the unit is as fine as weights beyond the limit
    unit = (SIDES if left_out else LOWEST) ** dice * grows**beyond
    scale = unit // LOWEST**dice
    told = islice(endless_hits(dice) if is_endless(test) else hits(test, dice), min(needed, most))
    less = chain(left_out, repeat(0))
    weights = [weight * scale - left * grows**beyond for weight, left in zip(told, less, strict=False)]
    lost = total_weight(left_out, grows) * grows ** (MOST_DICE + 1 + beyond - len(left_out)) if left_out else 0
    if most < needed and len(weights) == most:
        below = total_weight(weights, grows) * grows
        weights.append(unit * grows**most - below - lost * grows**most // grows**MOST_DICE)
    return Interval(weights, unit, lost)


def _short(test: Test, rolls: Iterable[Interval], needed: int) -> Iterator[int]:
    """The weights of still being short of what is needed after 0, 1, 2, ... rolls, in the unit of all but one hits."""
    totals, grows = [1], growth(test)
    yield grows ** (needed - 1)
    for roll in rolls:
        totals = _convolve(totals, roll.weights, needed)
        yield total_weight(totals, grows) * grows ** (needed - len(totals))


def _convolve(before: Sequence[int], weights: Sequence[int], needed: int) -> list[int]:
    """The weights of sums that are short of what is needed.

    >>> _convolve([1, 2], [1, 1], 9)
    [1, 3, 2]
    """
    nothing, there = (0,) * (len(weights) - 1), min(needed, len(before) + len(weights) - 1)
    beside, mirrored = (*nothing, *before, *nothing), weights[::-1]
    return [sum(map(mul, mirrored, beside[place : place + len(weights)])) for place in range(there)]


def _spend(products: float, bits: float = 0) -> None:
    """Count products of numbers so long; raises `TooMuchWork` when they take longer than people want to wait."""
    seconds = SECONDS_A_PRODUCT * products * (1 + bits / LONG)
    spend(seconds, "this extended test", "lower its threshold or its limit")
