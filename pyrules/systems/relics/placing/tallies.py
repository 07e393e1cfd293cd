"""What the dice of a turn come to with simple modifiers in their best places: exact weights over all faces."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

from pyrules.core.patience import TooMuchWork
from pyrules.core.roll import MOST_DICE
from pyrules.systems.relics import pool, rules
from pyrules.systems.relics.model import Tally, Test
from pyrules.systems.relics.placing import alike, placement, threat, throws
from pyrules.systems.relics.placing.aims import ANY, Aim, DoomFirst, InOrder, aim
from pyrules.systems.relics.placing.opposed import MANY
from pyrules.systems.relics.placing.relaxed import relaxed
from pyrules.systems.relics.placing.spread import spread
from pyrules.systems.relics.placing.standings import FEWER_UNITS
from pyrules.systems.relics.placing.table import Table
from pyrules.systems.relics.placing.terms import SIDES, Sums
from pyrules.systems.relics.placing.threat import Count, Parts

FACES = (1, 2, 6, 4, 5, 3)
"""The faces in the order in which the fewest standings were found on the way, where there are few modifiers."""

SHARED = 8
"""Pools of so many sizes have the same aim where their throws are reckoned one by one, and so the same prices."""

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


@lru_cache(maxsize=256)
def _laid(test: Test, *, alone: bool) -> Pool:
    """The dice of a turn, with what is wanted of them; successes `alone` where nothing else of them is told."""
    if problem := placement.too_many_ways(test):
        raise TooMuchWork(f"there are no exact odds: {problem}; {FEWER_UNITS}")
    dice, thrown = pool.dicepool(test), pool.thrown_dice(test)
    hindering, helping = _kinds(test)
    automatic = pool.automatic_dice(test)
    wanted = _wanted(test, _between(test), sum(hindering.values()), sum(helping.values()), alone=alone)
    shift, hindering, helping = _beside_every_die(test, wanted, automatic, hindering, helping)
    automatic = tuple([value + shift for value in automatic])
    faces = tuple([face + shift for face in FACES])
    lying, placed = {*faces, *automatic}, rules.must_place(sum(hindering.values()), dice)
    helping = _as_one(helping, dice, lambda unit: _worths(lying, (0, *hindering), (unit,)))
    hindering = _as_one(hindering, dice, lambda unit: _worths(lying, (unit,), (0, *helping)))
    shown = _as_one(dict.fromkeys(faces, 1), SIDES, lambda face: _worths((face,), (0, *hindering), (0, *helping)))
    table = Table(
        thrown,
        placed,
        tuple(shown.items()),
        automatic if helping or hindering else (),
        tuple(helping.items()),
        tuple(hindering.items()),
        wanted,
        placement.is_opposed(test),
    )
    return Pool(thrown, rules.tally(automatic), table)


@lru_cache(maxsize=256)
def _pool(test: Test, *, alone: bool = False) -> Pool:
    """The same dice, ready for the quickest way to reckon with them."""
    laid = _laid(test, alone=alone)
    table = laid.table
    if throws.are_quicker(table):
        dice = pool.dicepool(test)
        wanted = aim(test, SHARED * -(-dice // SHARED), _between(test), (0, dice), alone=alone)
        return replace(laid, table=replace(table, wanted=wanted, one_by_one=True))
    if max([units for _, units in (*table.helping, *table.hindering)], default=0) < MANY:
        return _untempted(replace(laid, table=replace(table, most=MOST_DICE)))
    in_order = sorted(table.values, key=lambda face: _change(face[0], table), reverse=True)
    return _untempted(replace(laid, table=replace(table, values=tuple(in_order))))


def _kinds(test: Test) -> Iterator[dict[int, int]]:
    """How many units of each value hinder dice, and how many help them."""
    return (placement.kinds(units, pool.dicepool(test)) for units in placement.signed(rules.units(test)))


def _between(test: Test) -> tuple[int, int]:
    """What dice are worth at least, and at most."""
    least, most = _ends((*FACES, *pool.automatic_dice(test)), *_kinds(test))
    return rules.worth(least), rules.worth(most)


def _wanted(test: Test, between: tuple[int, int], hindered: int, helped: int, *, alone: bool) -> Aim[Any]:
    """What is wanted of dice that are worth so much; at most so many of them are hindered and helped.

    That brings more Doom and less, or the other way round where there may be overpowering successes.
    """
    differing = min(MOST_DICE, hindered + helped)
    either_way = between[1] == ANY[1]
    dooms = (differing, differing) if either_way else (min(MOST_DICE, helped), min(MOST_DICE, hindered))
    return aim(test, differing, between, dooms, alone=alone)


def _untempted(dice: Pool) -> Pool:
    """The same dice with one want after the other, where all units are alike and little Doom never costs a Disaster.

    Placed by successes alone, units do to a Disaster what they can. If by little Doom there are as many, there is no
    throw on which the side that places them would rather have more Doom.
    """
    wanted = dice.table.wanted
    if not isinstance(wanted, DoomFirst):
        return dice
    by_doom, by_successes = (
        replace(dice, table=replace(dice.table, wanted=one)) for one in (wanted.untempted, wanted.successes)
    )
    return by_doom if alike.are_alike(by_doom.table) and _disasters(by_doom) == _disasters(by_successes) else dice


def _disasters(dice: Pool) -> int:
    """In how many ways a turn ends in a Disaster."""
    return sum([weight for number, weight in _brought(dice, rules.total).items() if rules.disaster(number)])


def _ends(values: Iterable[int], hindering: Iterable[int], helping: Iterable[int]) -> tuple[int, int]:
    """The lowest and the highest value that dice may end as."""
    shown = tuple(values)
    return min(shown) + min(hindering, default=0), max(shown) + max(helping, default=0)


def _beside_every_die(
    test: Test, wanted: Aim[Any], automatic: Iterable[int], hindering: dict[int, int], helping: dict[int, int]
) -> tuple[int, dict[int, int], dict[int, int]]:
    """What every die takes, and the units of both signs beside that.

    A higher value is never worse, save where it may be an overpowering success and little Doom is wanted first; then
    it is only known that units of one kind hinder all dice where there are enough. With little Doom wanted first, dice
    that the opposition hinders are not helped here: `threat` knows no free faces that are worth so much.
    """
    dice, opposed, in_order = pool.dicepool(test), placement.is_opposed(test), isinstance(wanted, InOrder)
    _, highest = _ends((*FACES, *automatic), (), helping)

    def overpowers(shift: int) -> bool:
        return rules.tally((highest + shift,)).overpowering > 0

    hindered = helped = 0
    if in_order or len(hindering) == 1 or not overpowers(0):
        hindered, hindering = _units_beside(hindering, dice, strongest=opposed)
    if in_order or not (hindering or overpowers(hindered)):
        helped, helping = _units_beside(helping, dice, strongest=True)
    return hindered + helped, hindering, helping


def _units_beside(units: Mapping[int, int], dice: int, *, strongest: bool) -> tuple[int, dict[int, int]]:
    """What every die takes of units of one sign, and those beside that; the strongest, or the weakest, lie first.

    >>> _units_beside({1: 7, 2: 5}, 10, strongest=True)
    (1, {1: 5})
    >>> _units_beside({-4: 2, -1: 9}, 10, strongest=False)
    (-1, {-3: 1})
    """
    left, lying = dice, {}
    for unit in sorted(units, key=abs, reverse=strongest):
        lying[unit] = min(left, units[unit])
        left -= lying[unit]
    weakest = 0 if left else min([unit for unit, count in lying.items() if count], key=abs, default=0)
    return weakest, {unit - weakest: count for unit, count in lying.items() if count and unit != weakest}


def _change(face: int, table: Table) -> Any:
    """How much units can change on a face: those where they change most come first, as they are taken first."""
    beyond, nothing = table.wanted.beyond, table.wanted.beyond(0, 0)
    gain = max((beyond(face + unit, face) for unit, _ in table.helping), default=nothing)
    loss = max((beyond(face, face + unit) for unit, _ in table.hindering), default=nothing)
    return max(gain, loss) if table.opposed or table.helping else table.wanted.less(loss)


def _as_one(counts: Mapping[int, int], most: int, worths: Callable[[int], tuple[int, ...]]) -> dict[int, int]:
    """Faces or units of each value, up to `most`; those that come to the same are counted by the first such value."""
    first: dict[tuple[int, ...], int] = {}
    found: dict[int, int] = {}
    for value, count in counts.items():
        same = first.setdefault(worths(value), value)
        found[same] = min(most, found.get(same, 0) + count)
    return found


def _worths(values: Iterable[int], hindering: Iterable[int], helping: Iterable[int]) -> tuple[int, ...]:
    """What dice come to with any of these units."""
    return tuple([rules.worth(sum(die)) for die in product(values, hindering, helping)])


@lru_cache(maxsize=128)
def successes(test: Test) -> Weights:
    """The weights of the successes of a turn; far less work than all that it brings, where these are wanted first.

    Raises `TooMuchWork` when its modifiers are too many to reckon with all faces.
    """
    return _brought(_pool(test, alone=True), rules.total)


def no_fewer(test: Test) -> Iterator[Weights]:
    """The weights of no fewer successes than those of a turn, where these are wanted first and both sides place units.

    They are mostly about as many, for less work. Raises `TooMuchWork` when even that is too much.
    """
    dice = _laid(test, alone=True)
    for table, cost in _relaxed(replace(dice.table, most=MOST_DICE)):
        automatic = sum([rules.total(table.wanted.tally(value)) for value in table.automatic])
        sums = spread(table).sums(rules.total)
        yield {number + automatic + cost: weight for number, weight in sums.weights(dice.dice).items()}


@lru_cache(maxsize=64)
def _relaxed(table: Table) -> Sequence[tuple[Table, int]]:
    return [*relaxed(table)] if table.opposed and table.helping and table.hindering else ()


@lru_cache(maxsize=64)
def tallies(test: Test) -> Tallies:
    """The weights of all that a turn brings.

    Raises `TooMuchWork` when its dice and modifiers are too many to reckon with all faces.
    """
    dice = _pool(test)
    ways, total = SIDES**dice.dice, _brought(dice, rules.total)
    if not rules.tides_shift(test.acting):
        return Tallies(ways, total, {0: ways}, {0: ways}, _brought(dice, rules.botched).get(0, 0))
    doom = _brought(dice, rules.tides_doom)
    botched = _brought(dice, rules.botched) if _overpowers(dice) else doom
    return Tallies(ways, total, _destiny(dice, pool.pcs(test.acting)), doom, botched.get(0, 0))


def are_refused_early(test: Test) -> bool:
    """Whether tallies that would take too long are mostly refused before any time is spent on them."""
    return _pool(test).table.one_by_one


def _overpowers(dice: Pool) -> bool:
    """Whether a die may be an overpowering success; without these, Doom comes from botches alone."""
    _, highest = _ends((*dice.table.automatic, *dict(dice.table.values)), (), dict(dice.table.helping))
    return dice.automatic.overpowering + rules.tally((highest,)).overpowering > 0


def _brought(dice: Pool, count: Count) -> Weights:
    """The weights of what is counted of the final dice."""
    if alike.are_alike(dice.table):
        return alike.weights(dice.table, dice.dice, count)
    found = threat.weights(_threatened(dice), spread(dice.table).unit, dice.dice, count)
    base = count(dice.automatic)
    if sums := _sums(dice.table, count):
        for number, weight in sums.weights(dice.dice).items():
            found[number + base] = found.get(number + base, 0) + weight
    return found


@lru_cache(maxsize=64)
def _threatened(dice: Pool) -> Parts:
    return threat.parts(spread(dice.table), dice.automatic, dice.dice)


@lru_cache(maxsize=64)
def _sums(table: Table, count: Count) -> Sums | None:
    found = spread(table)
    return found.sums(count) if found.settled else None


def _destiny(dice: Pool, pcs: int) -> Weights:
    """The weights of Destiny, told by few numbers however many PCs there are."""
    if pcs <= MOST_DICE:
        return _brought(dice, _tides(pcs))
    found = _brought(dice, _tides(MOST_DICE + 1))
    dice_of = ((divmod(number, MOST_DICE + 1), weight) for number, weight in found.items())
    return {rules.tides_destiny(Tally(*counted, 0, 0, 0), pcs): weight for counted, weight in dice_of}


@lru_cache(maxsize=64)
def _tides(pcs: int) -> Count:
    """The Destiny that dice bring so many PCs; the same function every time, as what it counts is kept by it."""
    return lambda dice: rules.tides_destiny(dice, pcs)
