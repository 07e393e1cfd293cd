"""What the dice of a turn come to with simple modifiers in their best places: exact weights over all faces."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from pyrules.core.odds import TooMuchWork
from pyrules.core.roll import MOST_DICE
from pyrules.systems.relics import placement, pool, rules
from pyrules.systems.relics.aims import aim, counted
from pyrules.systems.relics.model import Tally, Test
from pyrules.systems.relics.spread import SIDES, Sums, Table, Terms, spread
from pyrules.systems.relics.standings import Standings

MOST_JOINT = 10_000_000
"""As many weights of successes and botches at once are reckoned with, about a tenth of a second."""

SMALL = 8
"""Pools of no more dice are reckoned one by one, larger ones all at once: few dice leave fewer standings to find."""

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

    `placed` is how many Hindering units lie on the dice in the end.
    """

    dice: int
    automatic: Tally
    table: Table
    placed: int


@lru_cache(maxsize=128)
def _pool(test: Test) -> Pool:
    dice = pool.dicepool(test)
    hindering, helping = (placement.kinds(units, dice) for units in placement.signed(rules.units(test)))
    shift = 0
    if placement.on_every_die(hindering, dice):
        (shift,), hindering = hindering, {}
    automatic = tuple(value + shift for value in pool.automatic_dice(test))
    table = Table(
        dice if dice <= SMALL else MOST_DICE,
        tuple(face + shift for face in range(1, SIDES + 1)),
        automatic if helping or hindering else (),
        tuple(helping.items()),
        tuple(hindering.items()),
        aim(test),
        placement.is_opposed(test),
    )
    placed = rules.must_place(sum(hindering.values()), dice)
    return Pool(pool.thrown_dice(test), rules.tally(automatic), table, placed)


@lru_cache(maxsize=32)
def _changes(table: Table, placed: int) -> tuple[list[tuple[Terms, Tally]], list[tuple[Terms, Change]]]:
    """The terms by what modifiers change: those that are settled, and those where a Disaster matters."""
    found = spread(table)
    by_change: dict[Change, Terms] = {}
    for ends, terms in found.ends(placed).items():
        known = by_change.setdefault(_change(found.standings, ends), {})
        for kinds, weight in terms.items():
            known[kinds] = known.get(kinds, 0) + weight
    settled = [(terms, change.beside(0)) for change, terms in by_change.items() if not change.bounds]
    return settled, [(terms, change) for change, terms in by_change.items() if change.bounds]


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
    """The weights of the successes of a turn.

    Raises `TooMuchWork` when its modifiers are too many to reckon with all faces.
    """
    dice = _pool(test)
    return tallies(test).successes if _changes(dice.table, dice.placed)[1] else _counted(dice, rules.total)


@lru_cache(maxsize=64)
def tallies(test: Test) -> Tallies:
    """The weights of all that a turn brings.

    Raises `TooMuchWork` when its dice and modifiers are too many to reckon with all faces.
    """
    dice = _pool(test)
    ways = SIDES**dice.dice
    brought = [_counted(dice, rules.total), _counted(dice, rules.botched)]
    counts: list[Callable[[Tally], int]] = [rules.total, rules.botched]
    if rules.tides_shift(test.acting):
        counts += [partial(rules.tides_destiny, pcs=pool.pcs(test.acting)), rules.tides_doom]
        brought += [_ranked(dice, counts[-2]), _counted(dice, rules.tides_doom)]
        threatened = _changes(dice.table, dice.placed)[1]
        _check_joint(dice, [terms for terms, _ in threatened])
        for terms, change in threatened:
            for final, weight in _joint(dice, terms, change):
                for weights, count in zip(brought, counts, strict=True):
                    weights[count(final)] = weights.get(count(final), 0) + weight
    else:
        brought += [{0: ways}, {0: ways}]
    found, botched, destiny, doom = brought
    return Tallies(ways, found, destiny, doom, botched.get(0, 0))


def _counted(dice: Pool, count: Callable[[Tally], int]) -> dict[int, int]:
    """The weights of what is counted of the final dice, where no Disaster matters."""
    sums, base = _sums(dice.table, dice.placed, count), count(dice.automatic)
    return {number + base: weight for number, weight in sums.weights(dice.dice).items()} if sums else {}


@lru_cache(maxsize=64)
def _sums(table: Table, placed: int, count: Callable[[Tally], int]) -> Sums | None:
    parts = [(terms, count(change)) for terms, change in _changes(table, placed)[0]]
    return spread(table).sums(parts, count) if parts else None


def _ranked(dice: Pool, count: Callable[[Tally], int]) -> dict[int, int]:
    """The same for what no die brings without modifiers, however large it is."""
    settled = [(terms, count(change)) for terms, change in _changes(dice.table, dice.placed)[0]]
    if not settled:
        return {}
    numbers = sorted({number for _, number in settled})
    parts = [(terms, numbers.index(number)) for terms, number in settled]
    ranks = spread(dice.table).sums(parts, lambda _: 0).weights(dice.dice)
    return {numbers[rank] + count(dice.automatic): weight for rank, weight in ranks.items()}


def _check_joint(dice: Pool, threatened: Sequence[Terms]) -> None:
    found = spread(dice.table)
    frees = sum(len({found.free(kinds) for kinds in terms}) for terms in threatened)
    if frees * _row(dice) * (dice.dice + 1) * dice.dice > MOST_JOINT:
        raise TooMuchWork(
            f"exact odds of {dice.dice} dice that avoid Doom first would take too long; use fewer dice or modifiers"
        )


def _row(dice: Pool) -> int:
    """How many numbers of successes thrown dice can have."""
    successes = [rules.total(kind) for kind in spread(dice.table).kinds]
    return (max(successes) - min(successes)) * dice.dice + 1


def _joint(dice: Pool, terms: Terms, change: Change) -> Iterator[tuple[Tally, int]]:
    """Tallies as good as those of the final dice, and their weights."""
    found, row = spread(dice.table), _row(dice)
    least = min(rules.total(kind) for kind in found.kinds)
    sums = found.sums([(terms, 0)], lambda kind: rules.total(kind) - least + row * rules.botched(kind))
    for place, weight in sums.weights(dice.dice).items():
        botches, number = divmod(place, row)
        number += least * dice.dice
        lying = _sum(dice.automatic, Tally(0, 0, number + botches, botches, 0))
        yield _sum(lying, change.beside(rules.total(lying))), weight


def _sum(one: Tally, other: Tally) -> Tally:
    return Tally(
        one.overpowering + other.overpowering,
        one.critical + other.critical,
        one.plain + other.plain,
        one.botches + other.botches,
        one.major_botches + other.major_botches,
    )
