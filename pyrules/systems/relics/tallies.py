"""What the dice of a turn come to with simple modifiers in their best places: exact weights over all faces."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from pyrules.core.odds import TooMuchWork
from pyrules.core.roll import MOST_DICE
from pyrules.systems.relics import placement, pool, rules
from pyrules.systems.relics.aims import aim
from pyrules.systems.relics.model import Tally, Test
from pyrules.systems.relics.spread import SIDES, Sums, Table, Terms, spread
from pyrules.systems.relics.standings import Change

MOST_JOINT = 10_000_000
"""As many weights of successes and botches at once are reckoned with, about a tenth of a second."""

SMALL, FEW = 6, 6
"""Pools of at most `SMALL` dice with more units than `FEW` are reckoned apart: few dice have few standings."""

FACES = (3, 1, 2, 4, 6, 5)
"""The faces in the order in which the fewest standings were found on the way."""

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


@lru_cache(maxsize=128)
def _pool(test: Test) -> Pool:
    dice = pool.dicepool(test)
    hindering, helping = (placement.kinds(units, dice) for units in placement.signed(rules.units(test)))
    shift = 0
    if placement.on_every_die(hindering, dice):
        (shift,), hindering = hindering, {}
    automatic = tuple(value + shift for value in pool.automatic_dice(test))
    thrown = pool.thrown_dice(test)
    table = Table(
        thrown if thrown <= SMALL and sum(helping.values()) + sum(hindering.values()) > FEW else MOST_DICE,
        rules.must_place(sum(hindering.values()), dice),
        tuple(face + shift for face in FACES),
        automatic if helping or hindering else (),
        tuple(helping.items()),
        tuple(hindering.items()),
        aim(test),
        placement.is_opposed(test),
    )
    return Pool(thrown, rules.tally(automatic), table)


def _settled(table: Table) -> list[tuple[Terms, Tally]]:
    """The terms by what modifiers change, where it is the same whether or not a Disaster threatens."""
    return [(terms, change.beside(0)) for change, terms in spread(table).terms.items() if not change.bounds]


def _threatened(table: Table) -> list[tuple[Terms, Change]]:
    """The terms of those changes where it matters."""
    return [(terms, change) for change, terms in spread(table).terms.items() if change.bounds]


@lru_cache(maxsize=128)
def successes(test: Test) -> Weights:
    """The weights of the successes of a turn.

    Raises `TooMuchWork` when its modifiers are too many to reckon with all faces.
    """
    dice = _pool(test)
    return tallies(test).successes if _threatened(dice.table) else _counted(dice, rules.total)


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
        threatened = _threatened(dice.table)
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
    sums, base = _sums(dice.table, count), count(dice.automatic)
    return {number + base: weight for number, weight in sums.weights(dice.dice).items()} if sums else {}


@lru_cache(maxsize=64)
def _sums(table: Table, count: Callable[[Tally], int]) -> Sums | None:
    parts = [(terms, count(change)) for terms, change in _settled(table)]
    return spread(table).sums(parts, count) if parts else None


def _ranked(dice: Pool, count: Callable[[Tally], int]) -> dict[int, int]:
    """The same for what no die brings without modifiers, however large it is."""
    settled = [(terms, count(change)) for terms, change in _settled(dice.table)]
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
