"""In how many ways dice come to each standing, and to what modifiers can make of them.

Further dice of a value soon change no standing: as many as do are counted out, any others are free.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import factorial
from typing import Any, Generic, NamedTuple, TypeVar

from pyrules.core.patience import TooMuchWork, seconds_left, spend
from pyrules.systems.relics import rules
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placing import packing, throws
from pyrules.systems.relics.placing.opposed import Opposed
from pyrules.systems.relics.placing.standings import (
    A_SECOND,
    FEWER_UNITS,
    TOO_LONG,
    UNITS,
    Change,
    Standings,
    Unopposed,
)
from pyrules.systems.relics.placing.supply import Supply
from pyrules.systems.relics.placing.table import Table
from pyrules.systems.relics.placing.terms import ALL_DICE, BESIDE, DICE_BITS, FACE_BITS, WORTHS, Sums, Terms, add

COUNTED = 3
"""As much work it is to count in the end what dice that lie there bring of all kinds."""

SETTLED = Change((), (0,))
"""Nothing more changes."""

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Spread:
    """The terms of all dice, weights in units of 1 / `unit`; `kinds` is what a die on a free face may count.

    `settled` are those of the final dice, by what these count, packed; `threatened` ones still lack a change that
    depends on what they come to.
    """

    settled: dict[int, Terms]
    threatened: Sequence[tuple[Change, Terms]]
    unit: int
    kinds: tuple[Tally, ...]

    def sums(self, count: Callable[[Tally], int]) -> Sums:
        """What a count of all dice comes to in the settled terms."""
        by_number: dict[int, Terms] = defaultdict(dict)
        for dice, terms in self.settled.items():
            of_number = by_number[count(packing.unpacked(dice))]
            for term, weight in terms.items():
                of_number[term] = of_number.get(term, 0) + weight
        return Sums(self.unit, tuple(map(count, self.kinds)), sorted(by_number.items()))


def spread(table: Table) -> Spread:
    """The ways in which dice come to what modifiers can make of them.

    Raises `TooMuchWork` when there are too many standings.
    """
    if table.one_by_one:
        return _thrown(table)
    left, in_vain = seconds_left(), _in_vain(table)
    if left <= in_vain[-1]:
        raise TooMuchWork(TOO_LONG)
    try:
        return _found(table)
    except TooMuchWork:
        in_vain.append(left)
        spend(left, UNITS, FEWER_UNITS)
        raise


@lru_cache(maxsize=64)
def _in_vain(_table: Table) -> list[float]:
    """The seconds that were too few for a table, in rising order: with no more, it is not tried again."""
    return [0]


def _standings(table: Table) -> Standings[Any]:
    helping, hindering = dict(table.helping), dict(table.hindering)
    if table.opposed and hindering:
        return Opposed(Supply(helping, {}, table.wanted), hindering, table.placed)
    return Unopposed(Supply(helping, hindering, table.wanted))


@lru_cache(maxsize=64)
def _thrown(table: Table) -> Spread:
    """Of just as many dice, none of which lie on free faces."""
    bare = packing.packed(rules.tally(table.automatic))
    settled = {dice - bare: {table.most: weight} for dice, weight in throws.final_dice(table).items()}
    spend(COUNTED * len(settled) / A_SECOND, UNITS, FEWER_UNITS)
    return Spread(settled, (), factorial(table.most), (rules.tally(()),))


@lru_cache(maxsize=24)
def _found(table: Table) -> Spread:
    standings = _standings(table)
    standing = standings.no_dice()
    for value in table.automatic:
        standing = standings.and_die(standing, value)
    values = [value for value, _ in table.values]
    counts = [table.wanted.tally(value) for value in values]
    kinds = tuple(sorted(set(counts), key=rules.total))
    dice = [
        Die(1 + (packing.packed(count) << WORTHS), faces, faces << DICE_BITS + FACE_BITS * kinds.index(count))
        for (_, faces), count in zip(table.values, counts, strict=True)
    ]
    unit, most, left = 1, table.most, table.most
    standing, certain = standings.passed(values, table.most)(standing)
    reached: dict[Any, Terms] = {standing: {certain << WORTHS: 1}}
    for place, value in enumerate(values[:-1]):
        passed = standings.passed(values[place + 1 :], table.most)
        runs = _runs(reached, partial(standings.run, value), standings.spend, left, most)
        reached, counted, ways = _and_any(runs, passed, dice[place], left, most)
        unit, left = unit * ways, left - counted
    runs = _runs(reached, lambda end, _: end, standings.spend, left, most)
    ends, _, ways = _and_any(runs, _settled, dice[-1], left, most)
    settled: dict[int, Terms] = defaultdict(dict)
    for term, weight in ends.pop(SETTLED, {}).items():
        settled[term >> WORTHS][term & BESIDE] = weight
    standings.spend(COUNTED * len(settled))
    threatened = [(change, terms) for change, terms in ends.items() if change.bounds]
    spend(standings.work / A_SECOND, UNITS, FEWER_UNITS)
    return Spread(settled, threatened, unit * ways, kinds)


def _settled(change: Change) -> tuple[Change, int]:
    """A change that depends on nothing as dice that count for certain, any other as it is."""
    return (SETTLED, change.beside(0)) if len(change.sums) == 1 else (change, 0)


@dataclass(frozen=True, slots=True)
class Die:
    """A die that shows one of some `faces`, all alike, and what it adds to a term: `lying` there, or on any of them."""

    lying: int
    faces: int
    free: int


class Run(NamedTuple, Generic[S]):
    """What more dice of a value make of a standing, which dice have come to in the ways that the terms tell.

    `changing` has what 0, 1, 2, ... dice come to, and `last` what any further ones do; None when none are left.
    """

    terms: Terms
    changing: Sequence[S]
    last: S | None


def _runs(
    reached: dict[S, Terms],
    run: Callable[[S, int], tuple[Sequence[E], E | None]],
    spend: Callable[[int], None],
    left: int,
    most: int,
) -> list[Run[E]]:
    """What more dice of a value make of every standing; there are `most` in all, at least `left` beside all terms'."""
    found = []
    for standing, terms in reached.items():
        changing, last = run(standing, left)
        if last is None:
            changing, last = run(standing, most - min([term & ALL_DICE for term in terms]))
        spend(len(terms) * (1 + len(changing)) // 2)
        found.append(Run(terms, changing, last))
    return found


def _and_any(
    runs: list[Run[S]], passed: Callable[[S], tuple[E, int]], die: Die, left: int, most: int
) -> tuple[dict[E, Terms], int, int]:
    """The terms with any number of dice of a kind, how many more they may have counted out, and how their unit shrinks.

    Dice that still change what is reached are counted out, as long as there are some `left`; others are on free faces.
    """
    found: dict[E, Terms] = defaultdict(dict)
    reached = _reached(runs, passed, found)
    longest = max(1, *[len(run.changing) for run in runs])
    unit = factorial(longest - 1)
    ways = [unit // factorial(dice) * die.faces**dice for dice in range(longest)]
    for run in runs:
        terms = run.terms
        rest, beyond = ({}, 0) if run.last is None else reached[run.last]
        add(rest, terms, beyond + die.free, unit)
        for dice, further in enumerate(run.changing):
            if dice > left:
                terms = {term: weight for term, weight in terms.items() if term & ALL_DICE <= most - dice}
            to, more = reached[further]
            if to is rest and more == beyond:
                continue
            counted, times = dice * die.lying, ways[dice]
            more, back = more + counted, beyond + counted
            for term, weight in terms.items():
                weighed, there, here = weight * times, term + more, term + back
                to[there] = to.get(there, 0) + weighed
                rest[here] = rest.get(here, 0) - weighed
    for terms in found.values():
        for term in [term for term, weight in terms.items() if not weight]:
            del terms[term]
    return {end: terms for end, terms in found.items() if terms}, longest - 1, unit


def _reached(
    runs: list[Run[S]], passed: Callable[[S], tuple[E, int]], found: dict[E, Terms]
) -> dict[S, tuple[Terms, int]]:
    """Which of the terms found every standing adds to, and the dice that count more there, as they stand in a term."""
    reached: dict[S, tuple[Terms, int]] = {}
    for run in runs:
        for standing in run.changing if run.last is None else (*run.changing, run.last):
            if standing not in reached:
                end, dice = passed(standing)
                reached[standing] = found[end], dice << WORTHS
    return reached
