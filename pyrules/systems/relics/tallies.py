"""What the dice of a turn come to with simple modifiers in their best places: exact weights over all faces."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pyrules.core.odds import TooMuchWork
from pyrules.systems.relics import placement, pool, rules
from pyrules.systems.relics.aims import aim, counted
from pyrules.systems.relics.model import Tally, Test
from pyrules.systems.relics.spread import SIDES, Spread, Table, Terms, spread
from pyrules.systems.relics.standings import Standings

MOST_JOINT = 3_000_000
"""As many weights of successes and botches at once are reckoned with, about a fifth of a second."""

Weights = Mapping[int, int]
"""In how many equally likely ways each number comes up."""


@dataclass(frozen=True, slots=True)
class Tallies:
    """The weights of what a turn brings, each adding up to `ways`; `botchless` ones have no botch of any kind."""

    ways: int
    successes: Weights
    destiny: Weights
    doom: Weights
    botchless: int


@dataclass(frozen=True, slots=True)
class Change:
    """What simple modifiers come to, by the successes of the dice without them.

    With fewer of these than `bounds[0]` it is `sums[0]`, from there on `sums[1]`, and so on.
    """

    bounds: tuple[int, ...]
    sums: tuple[int, ...]

    def beside(self, successes: int) -> Tally:
        """The dice counted beyond those without modifiers, when these have so many successes."""
        return counted(self.sums[bisect_right(self.bounds, successes)])


@dataclass(frozen=True, slots=True)
class Pool:
    """The dice of a turn: how many are thrown, what the automatic ones count, and what modifiers do to all of them.

    `settled` and `open_` have the terms for each way in which the final dice are counted: those that are the same
    whatever the dice come to without modifiers, and those where it matters whether a Disaster threatens.
    """

    dice: int
    spread: Spread
    automatic: Tally
    settled: tuple[tuple[Terms, Tally], ...]
    open_: tuple[tuple[Terms, Change], ...]


@lru_cache(maxsize=128)
def dice_of(test: Test) -> Pool:
    """The dice of a turn.

    Raises `TooMuchWork` when its modifiers are too many to reckon with all faces.
    """
    dice = pool.dicepool(test)
    hindering, helping = (placement.kinds(units, dice) for units in placement.signed(rules.units(test)))
    shift = 0
    if placement.on_every_die(hindering, dice):
        (shift,), hindering = hindering, {}
    automatic = tuple(value + shift for value in pool.automatic_dice(test))
    table = Table(
        tuple(face + shift for face in range(1, SIDES + 1)),
        automatic if helping or hindering else (),
        tuple(helping.items()),
        tuple(hindering.items()),
        aim(test),
        placement.is_opposed(test),
    )
    found = spread(table)
    changes: dict[Change, Terms] = {}
    for ends, terms in found.ends(rules.must_place(sum(hindering.values()), dice)).items():
        known = changes.setdefault(_change(found.standings, ends), {})
        for kinds, weight in terms.items():
            known[kinds] = known.get(kinds, 0) + weight
    base = rules.tally(automatic)
    settled = ((terms, _sum(base, change.beside(0))) for change, terms in changes.items() if not change.bounds)
    open_ = ((terms, change) for change, terms in changes.items() if change.bounds)
    return Pool(pool.thrown_dice(test), found, base, tuple(settled), tuple(open_))


def _change(standings: Standings, ends: tuple[Any, ...]) -> Change:
    bounds: list[int] = []
    turns = sorted({bound for entry in ends for bound in standings.supply.aim.bounds(entry)})
    sums = [standings.settled(ends, min(turns, default=0) - 1)]
    for bound in turns:
        if (wanted := standings.settled(ends, bound)) != sums[-1]:
            bounds.append(bound)
            sums.append(wanted)
    return Change(tuple(bounds), tuple(sums))


@lru_cache(maxsize=128)
def successes(test: Test) -> Weights:
    """The weights of the successes of a turn."""
    dice = dice_of(test)
    return tallies(test).successes if dice.open_ else _counted(dice, rules.total)


@lru_cache(maxsize=64)
def tallies(test: Test) -> Tallies:
    """The weights of all that a turn brings.

    Raises `TooMuchWork` when the pool is too large to reckon with.
    """
    dice = dice_of(test)
    acting = test.acting

    def destiny(counted: Tally) -> int:
        return rules.tides_destiny(counted, pool.pcs(acting)) if rules.tides_shift(acting) else 0

    def doom(counted: Tally) -> int:
        return rules.tides_doom(counted) if rules.tides_shift(acting) else 0

    brought = _counted(dice, rules.total), _ranked(dice, destiny), _counted(dice, doom)
    botched = _counted(dice, rules.botched)
    for terms, change in dice.open_:
        for final, weight in _joint(dice, terms, change):
            for weights, count in zip((*brought, botched), (rules.total, destiny, doom, rules.botched), strict=True):
                weights[count(final)] = weights.get(count(final), 0) + weight
    return Tallies(SIDES**dice.dice, *brought, botched.get(0, 0))


def _counted(dice: Pool, count: Callable[[Tally], int]) -> dict[int, int]:
    """The weights of what is counted of the final dice, where no Disaster matters."""
    parts = [(terms, count(final)) for terms, final in dice.settled]
    return dice.spread.weights(parts, [count(kind) for kind in dice.spread.kinds], dice.dice)


def _ranked(dice: Pool, count: Callable[[Tally], int]) -> dict[int, int]:
    """The same for what no die brings without modifiers, however large it is."""
    numbers = sorted({count(final) for _, final in dice.settled})
    parts = [(terms, numbers.index(count(final))) for terms, final in dice.settled]
    ranks = dice.spread.weights(parts, [0] * len(dice.spread.kinds), dice.dice)
    return {numbers[rank]: weight for rank, weight in ranks.items()}


def _joint(dice: Pool, terms: Terms, change: Change) -> Iterator[tuple[Tally, int]]:
    """Tallies as good as those of the final dice, and their weights."""
    counts = [(rules.total(kind), rules.botched(kind)) for kind in dice.spread.kinds]
    least = min(successes for successes, _ in counts)
    row = (max(successes for successes, _ in counts) - least) * dice.dice + 1
    if row * (dice.dice + 1) * dice.dice > MOST_JOINT:
        raise TooMuchWork
    steps = [successes - least + row * botched for successes, botched in counts]
    for place, weight in dice.spread.weights([(terms, 0)], steps, dice.dice).items():
        botches, successes = divmod(place, row)
        successes += least * dice.dice
        lying = _sum(dice.automatic, Tally(0, 0, successes + botches, botches, 0))
        yield _sum(lying, change.beside(rules.total(lying))), weight


def _sum(one: Tally, other: Tally) -> Tally:
    return Tally(
        one.overpowering + other.overpowering,
        one.critical + other.critical,
        one.plain + other.plain,
        one.botches + other.botches,
        one.major_botches + other.major_botches,
    )
