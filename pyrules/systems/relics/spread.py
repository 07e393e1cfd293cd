"""In how many ways dice come to each standing, and to what modifiers can make of them.

Further dice of a value soon change no standing: as many as do are counted out, any others are free.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import factorial
from operator import itemgetter
from typing import Any, TypeVar

from pyrules.core.odds import TooMuchWork
from pyrules.systems.relics import packing, rules
from pyrules.systems.relics.aims import Aim
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.opposed import Opposed
from pyrules.systems.relics.standings import Change, Standings, Unopposed
from pyrules.systems.relics.supply import Supply
from pyrules.systems.relics.terms import ALL_DICE, BESIDE, DICE_BITS, FACE_BITS, WORTHS, Sums, Terms, add

THREATENED = 8
"""As many microseconds it takes to reckon with a term for one more sum that it may come to."""

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
            add(by_number[count(packing.unpacked(dice))], terms)
        return Sums(self.unit, tuple(map(count, self.kinds)), sorted(by_number.items(), key=itemgetter(0)))


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table before the throw: the values that dice may show, automatic dice, and simple modifiers.

    `helping` and `hindering` are how many units there are of each value; the latter are placed by the opposition where
    that is `opposed` to what is `wanted`, and `placed` of them lie on the dice in the end. At most `most` are thrown.
    """

    most: int
    placed: int
    values: tuple[tuple[int, int], ...]
    automatic: tuple[int, ...]
    helping: tuple[tuple[int, int], ...]
    hindering: tuple[tuple[int, int], ...]
    wanted: Aim[Any]
    opposed: bool


def spread(table: Table) -> Spread:
    """The ways in which dice come to what modifiers can make of them.

    Raises `TooMuchWork` when there are too many standings.
    """
    found = _spread(table)
    if isinstance(found, str):
        raise TooMuchWork(found)
    return found


@lru_cache(maxsize=24)
def _spread(table: Table) -> Spread | str:
    """The same; why not, where it would be too much work: that is not tried again either."""
    try:
        return _found(table)
    except TooMuchWork as error:
        return str(error)


def _standings(table: Table) -> Standings[Any]:
    helping, hindering = dict(table.helping), dict(table.hindering)
    if table.opposed and hindering:
        return Opposed(Supply(helping, {}, table.wanted), hindering, table.placed)
    return Unopposed(Supply(helping, hindering, table.wanted))


def _found(table: Table) -> Spread:
    standings = _standings(table)
    standing = standings.no_dice()
    for value in table.automatic:
        standing = standings.and_die(standing, value)
    values, counts = [value for value, _ in table.values], [rules.tally((value,)) for value, _ in table.values]
    kinds = tuple(sorted(set(counts), key=rules.total))
    dice = [
        Die(1 + (packing.packed(count) << WORTHS), faces, faces << DICE_BITS + FACE_BITS * kinds.index(count))
        for (_, faces), count in zip(table.values, counts, strict=True)
    ]
    unit, reached = 1, {standing: {0: 1}}
    for place, value in enumerate(values):
        if passed := standings.passed(values[place:]):
            reached = _passed(reached, passed)
        if place < len(values) - 1:
            runs = _runs(reached, partial(standings.run, value), standings.spend, table.most)
            reached, ways = _and_any(runs, dice[place], table.most)
            unit *= ways
    ended = _passed(reached, standings.ended(values[-1], table.most))
    last_runs = _runs(ended, lambda end, _: end, standings.spend, table.most)
    ends, ways = _and_any(last_runs, dice[-1], table.most)
    settled: dict[int, Terms] = defaultdict(lambda: defaultdict(int))
    for change, terms in ends.items():
        if len(change.sums) == 1:
            more = change.beside(0)
            for term, weight in terms.items():
                settled[(term >> WORTHS) + more][term & BESIDE] += weight
    threatened = [(change, terms) for change, terms in ends.items() if change.bounds]
    standings.spend(sum(THREATENED * len(change.sums) * len(terms) for change, terms in threatened))
    return Spread(settled, threatened, unit * ways, kinds)


@dataclass(frozen=True, slots=True)
class Die:
    """A die that shows one of some `faces`, all alike, and what it adds to a term: `lying` there, or on any of them."""

    lying: int
    faces: int
    free: int


def _passed(reached: dict[S, Terms], passed: Callable[[S], tuple[E, int]]) -> dict[E, Terms]:
    """The terms by what standings become, with the dice that then count."""
    found: dict[E, Terms] = defaultdict(dict)
    for standing, terms in reached.items():
        alike, dice = passed(standing)
        add(found[alike], terms, dice << WORTHS)
    return found


def _runs(
    reached: dict[S, Terms],
    run: Callable[[S, int], tuple[Sequence[E], E | None]],
    spend: Callable[[int], None],
    most: int,
) -> list[tuple[Terms, Sequence[E], E | None]]:
    """What more dice of a value make of every standing, beside its terms; there are `most` dice in all."""
    found = []
    for standing, terms in reached.items():
        changing, last = run(standing, most - min(map(ALL_DICE.__and__, terms)))
        spend(len(terms) * (1 + len(changing)) // 2)
        found.append((terms, changing, last))
    return found


def _and_any(runs: list[tuple[Terms, Sequence[E], E | None]], die: Die, most: int) -> tuple[dict[E, Terms], int]:
    """The terms with any number of dice of a kind, of `most` in all, and by how much their unit shrinks.

    Those that still change what is reached are counted out; any others are on free faces.
    """
    unit = factorial(max(0, max(len(changing) for _, changing, _ in runs) - 1))
    found: dict[E, Terms] = {}
    for terms, changing, last in runs:
        rest: Terms = {} if last is None else found.setdefault(last, {})
        for term, weight in terms.items():
            rest[term + die.free] = rest.get(term + die.free, 0) + weight * unit
        for dice, further in enumerate(changing):
            ways, counted = unit // factorial(dice) * die.faces**dice, dice * die.lying
            to = found.setdefault(further, {})
            for term, weight in terms.items():
                more, times = term + counted, weight * ways
                if more & ALL_DICE <= most:
                    to[more] = to.get(more, 0) + times
                    rest[more] = rest.get(more, 0) - times
    return {end: terms for end, terms in found.items() if terms}, unit
