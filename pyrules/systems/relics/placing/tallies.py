"""The outcomes of a turn's dice with simple modifiers in their best places: exact weights over all faces."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from pyrules.core.budget import TooMuchWork
from pyrules.core.roll import MOST_DICE
from pyrules.systems.relics import pool, rules
from pyrules.systems.relics.model import SUCCESSES_FIRST, Tally, Test
from pyrules.systems.relics.placing import assignment, convolution
from pyrules.systems.relics.placing.convolution import SIDES, Count, Sums
from pyrules.systems.relics.placing.objective import DoomFirst, Table, objective, pack_tally, unpack_tally
from pyrules.systems.relics.placing.states import FEWER_UNITS

FACES = (1, 2, 6, 4, 5, 3)
"""The faces in the order in which the fewest states were found on the way."""

SHARED = 12
"""Pools of up to this many dice share the table of their successes, and what is worked out for it."""

MOST_SHARED = 400
"""Only where their units can be used in no more ways than these: a few dice alone leave units out of account."""

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
class Pool:
    """The dice of a turn: how many are thrown, what the automatic ones count, and what decides about all of them."""

    dice: int
    automatic: Tally
    table: Table

    @property
    def is_counted_out(self) -> bool:
        """True if the ends of all its dice are counted for itself, not for pools of all sizes at once."""
        return self.table.has_units and isinstance(self.table.wanted, DoomFirst)


@lru_cache(maxsize=256)
def _pool(test: Test, *, alone: bool = False) -> Pool:
    """The dice of a turn, with what is wanted of them; successes `alone` where nothing else of them is told."""
    if problem := assignment.too_many_ways(test):
        raise TooMuchWork(f"there are no exact odds: {problem}; {FEWER_UNITS}")
    thrown, automatic = pool.thrown_dice(test), pool.automatic_dice(test)
    ways = assignment.ways(test, SHARED)
    shared = ways == 1 or (alone and test.settings.placement == SUCCESSES_FIRST and ways <= MOST_SHARED)
    most = max(SHARED if shared else 0, pool.dicepool(test))
    opposed, hindering, helping = (assignment.kinds(units, most) for units in assignment.sides(test))
    differing = min(MOST_DICE, sum(map(sum, (side.values() for side in (opposed, hindering, helping)))))
    wanted = objective(test, differing, _between(automatic, (*opposed, *hindering), helping), alone=alone)
    lying = {*FACES, *automatic}
    any_hindering = (0, *opposed, *hindering)
    helping = _as_one(helping, most, lambda unit: _worths(lying, any_hindering, (unit,)))
    opposed, hindering = (
        _as_one(side, most, lambda unit: _worths(lying, (unit,), (0, *helping))) for side in (opposed, hindering)
    )
    any_hindering = (0, *opposed, *hindering)
    shown = _as_one(dict.fromkeys(FACES, 1), SIDES, lambda face: _worths((face,), any_hindering, (0, *helping)))
    table = Table(
        tuple(shown.items()),
        automatic if len(any_hindering) > 1 or helping else (),
        tuple(helping.items()),
        tuple(hindering.items()),
        tuple(opposed.items()),
        wanted,
        MOST_DICE if shared else thrown,
    )
    return Pool(thrown, rules.tally(automatic), table)


def _between(automatic: Iterable[int], hindering: Iterable[int], helping: Iterable[int]) -> tuple[int, int]:
    """The least and the greatest worth of dice."""
    shown = (*FACES, *automatic)
    return rules.worth(min(shown) + min(hindering, default=0)), rules.worth(max(shown) + max(helping, default=0))


def _as_one(counts: Mapping[int, int], most: int, worths: Callable[[int], tuple[int, ...]]) -> dict[int, int]:
    """Faces or units of each value, up to `most`; those that come to the same are counted by the first such value."""
    first: dict[tuple[int, ...], int] = {}
    found: dict[int, int] = {}
    for value, count in counts.items():
        same = first.setdefault(worths(value), value)
        found[same] = min(most, found.get(same, 0) + count)
    return found


def _worths(values: Iterable[int], hindering: Iterable[int], helping: Iterable[int]) -> tuple[int, ...]:
    """The values of dice with any of these units."""
    return tuple([rules.worth(sum(die)) for die in product(values, hindering, helping)])


@lru_cache(maxsize=128)
def successes(test: Test) -> Weights:
    """The weights of the successes of a turn; far less work than all that it brings, where these are wanted first.

    Raises `TooMuchWork` when its modifiers are too many to work out all faces with.
    """
    return _final_weights(_pool(test, alone=True), rules.total)


@lru_cache(maxsize=64)
def tallies(test: Test) -> Tallies:
    """The weights of all that a turn brings.

    Raises `TooMuchWork` when its dice and modifiers are too many to work out all faces with.
    """
    dice = _pool(test)
    ways, total = SIDES**dice.dice, _final_weights(dice, rules.total)
    if not rules.tides_shift(test.acting):
        return Tallies(ways, total, {0: ways}, {0: ways}, _final_weights(dice, rules.botch_count).get(0, 0))
    doom = _final_weights(dice, rules.tides_doom)
    botched = _final_weights(dice, rules.botch_count) if _overpowers(dice) else doom
    return Tallies(ways, total, _destiny(dice, pool.pcs(test.acting)), doom, botched.get(0, 0))


@lru_cache(maxsize=64)
def finals(test: Test) -> Mapping[Tally, int]:
    """In how many ways the dice of a turn end as each tally, simple modifiers in their best places.

    Raises `TooMuchWork` as `tallies` does.
    """
    dice = _pool(test)
    if dice.table.has_units:
        return {unpack_tally(ends): weight for ends, weight in _final_dice(dice.table, dice.dice).items()}
    found = {pack_tally(dice.automatic): 1}
    for _ in range(dice.dice):
        after: dict[int, int] = {}
        for value, faces in dice.table.values:
            for ends, weight in found.items():
                further = ends + pack_tally(rules.tally((value,)))
                after[further] = after.get(further, 0) + weight * faces
        found = after
    return {unpack_tally(ends): weight for ends, weight in found.items()}


def _overpowers(dice: Pool) -> bool:
    """True if a die may be an overpowering success; without these, Doom comes from botches alone."""
    highest = max((*dice.table.automatic, *dict(dice.table.values))) + max(dict(dice.table.helping), default=0)
    return dice.automatic.overpowering + rules.tally((highest,)).overpowering > 0


def _final_weights(dice: Pool, count: Count) -> Weights:
    """The weights of what is counted of the final dice."""
    if dice.is_counted_out:
        return _weights_by_count(_final_dice(dice.table, dice.dice).items(), count)
    base = count(dice.automatic)
    return {number + base: weight for number, weight in _sums(dice.table, count).weights(dice.dice).items()}


def _weights_by_count(final: Iterable[tuple[int, int]], count: Count) -> Weights:
    found: dict[int, int] = {}
    for ends, weight in final:
        number = count(unpack_tally(ends))
        found[number] = found.get(number, 0) + weight
    return found


@lru_cache(maxsize=64)
def _final_dice(table: Table, dice: int) -> Mapping[int, int]:
    """In how many ways dice end as these, packed, the automatic ones among them."""
    return convolution.one_pool(table, dice)


@lru_cache(maxsize=24)
def _spread_of(table: Table) -> convolution.Spread:
    return convolution.any_pool(table)


@lru_cache(maxsize=64)
def _sums(table: Table, count: Count) -> Sums:
    return _spread_of(table).sums(count)


def _destiny(dice: Pool, pcs: int) -> Weights:
    """The weights of Destiny, told by few numbers however many PCs there are."""
    if pcs <= MOST_DICE:
        return _final_weights(dice, _tides(pcs))
    found = _final_weights(dice, _tides(MOST_DICE + 1))
    dice_of = ((divmod(number, MOST_DICE + 1), weight) for number, weight in found.items())
    return {rules.tides_destiny(Tally(*counted, 0, 0, 0), pcs): weight for counted, weight in dice_of}


@lru_cache(maxsize=64)
def _tides(pcs: int) -> Count:
    """The Destiny that dice bring n PCs; the same function every time, as what it counts is kept by it."""
    return lambda dice: rules.tides_destiny(dice, pcs)
