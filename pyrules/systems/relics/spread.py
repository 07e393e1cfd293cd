"""In how many ways dice come to each standing, for pools of any size at once.

Further dice of a value soon change no standing. So the ways to come to one are a sum of terms "so many dice of these
values, and any number of those": the first are counted out, the others are free. How many dice there are is asked only
in the end.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import factorial, perm
from typing import Any, TypeVar

from pyrules.core.dist import slot, unpacked
from pyrules.core.odds import TooMuchWork
from pyrules.systems.relics import rules
from pyrules.systems.relics.aims import Aim
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placement import Supply
from pyrules.systems.relics.standings import Change, Standing, Standings

SIDES = 6
BITS = 10
"""Enough for the dice that are counted out of all faces together."""

FULL = 2**BITS - 1

E = TypeVar("E")

Terms = dict[int, int]
"""Weights by how many dice are counted out, how many of each kind, and then how many faces of each kind are free."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The terms by what modifiers come to, weights in units of 1 / `unit`; `kinds` is what a die may count."""

    terms: Mapping[Change, Terms]
    unit: int
    kinds: tuple[Tally, ...]

    def free(self, kinds: int) -> int:
        """The part of a term's key that says how many faces are free."""
        return kinds >> BITS * (1 + len(self.kinds))

    def sums(self, parts: Sequence[tuple[Terms, int]], count: Callable[[Tally], int]) -> "Sums":
        """What a count of all dice comes to, where each part adds a number of its own; there is at least one part."""
        steps = [count(kind) for kind in self.kinds]
        low, first = min(steps), min(start for _, start in parts)
        places = [(BITS * kind, step - low) for kind, step in enumerate(steps, 1)]
        counts: dict[int, dict[int, dict[int, int]]] = {}
        lying: dict[int, tuple[dict[int, dict[int, int]], int, int]] = {}
        for terms, start in parts:
            for kinds, weight in terms.items():
                if kinds not in lying:
                    height = sum(step * (kinds >> place & FULL) for place, step in places)
                    lying[kinds] = counts.setdefault(self.free(kinds), {}), kinds & FULL, height - first
                by_dice, dice, height = lying[kinds]
                heights = by_dice.setdefault(dice, {})
                heights[height + start] = heights.get(height + start, 0) + weight
        return Sums(self.unit, places, low, first, max(start for _, start in parts) - first, counts)


@dataclass(frozen=True, slots=True)
class Sums:
    """A count of dice for pools of any size.

    `counts` has the weights by free faces, by dice that are counted out, and by what these come to beyond `first`; each
    die of a kind adds `low` and, by its place in the numbers of kinds, what `steps` has; parts add up to `highest`.
    """

    unit: int
    steps: Sequence[tuple[int, int]]
    low: int
    first: int
    highest: int
    counts: Mapping[int, Mapping[int, Mapping[int, int]]]

    def weights(self, dice: int) -> dict[int, int]:
        """The weights of every sum of so many dice; they add up to 6^dice when the parts are all there are."""
        width = slot(self.unit * SIDES**dice)
        steps = [(place, 8 * width * step) for place, step in self.steps]
        ways = 0
        for free, by_dice in self.counts.items():
            die = sum((free >> place - BITS & FULL) << bits for place, bits in steps)
            ways += _with_free(die, by_dice, dice, 8 * width)
        highest = max(step for _, step in self.steps) * dice + self.highest
        found = unpacked(ways // self.unit, highest + 1, width)
        return {number: weight for number, weight in enumerate(found, self.first + self.low * dice) if weight}


def _with_free(die: int, by_dice: Mapping[int, Mapping[int, int]], dice: int, bits: int) -> int:
    """The packed weights of the dice that are counted out, by their number, with those on free faces beside them."""
    ways, most = 0, min(dice, max(by_dice))
    for counted in range(most + 1):
        ways *= die
        if counted in by_dice:
            packed = sum(weight << bits * height for height, weight in by_dice[counted].items())
            ways += perm(dice, counted) * packed
    return int(ways * die ** (dice - most))


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table before the throw: the values that dice may show, automatic dice, and simple modifiers.

    `helping` and `hindering` are how many units there are of each value; the latter are placed by the opposition where
    that is `opposed` to what is `wanted`, and `placed` of them lie on the dice in the end. At most `most` are thrown.
    """

    most: int
    placed: int
    values: tuple[int, ...]
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


def _found(table: Table) -> Spread:
    supply = Supply(dict(table.helping), table.wanted)
    standings = Standings(supply, dict(table.hindering), table.placed, opposed=table.opposed)
    standing = standings.no_dice()
    for value in table.automatic:
        standing = standings.and_die(standing, value)
    counts = [rules.tally((value,)) for value in table.values]
    kinds = tuple(sorted(set(counts), key=rules.total))
    faces = [(value, 1 << BITS * (1 + kinds.index(count))) for value, count in zip(table.values, counts, strict=True)]
    unit, reached = 1, {standing: {0: 1}}
    for value, kind in faces[:-1]:
        runs = _runs(reached, partial(standings.run, value), standings.spend, table.most)
        reached, ways = _and_any(runs, kind, kind << BITS * len(kinds), table.most)
        unit *= ways
    value, kind = faces[-1]
    last_runs = _runs(reached, partial(standings.ends, value), standings.spend, table.most)
    ends, ways = _and_any(last_runs, kind, kind << BITS * len(kinds), table.most)
    return Spread({change: terms for change, terms in ends.items() if change.sums}, unit * ways, kinds)


def _runs(
    reached: dict[Standing, Terms],
    run: Callable[[Standing, int], tuple[list[E], E | None]],
    spend: Callable[[int], None],
    most: int,
) -> list[tuple[Terms, list[E], E | None]]:
    """What more dice of a value make of every standing, beside its terms; there are `most` dice in all."""
    found = []
    for standing, terms in reached.items():
        changing, last = run(standing, most - min(term & FULL for term in terms))
        spend(len(terms) * (1 + len(changing)) // 2)
        found.append((terms, changing, last))
    return found


def _and_any(
    runs: list[tuple[Terms, list[E], E | None]], kind: int, free: int, most: int
) -> tuple[dict[E, Terms], int]:
    """The terms with any number of dice of one value, of `most` in all, and by how much their unit shrinks.

    Those that still change what is reached are counted out, as one more of their `kind`; any others are `free`.
    """
    unit = factorial(max(0, max(len(changing) for _, changing, _ in runs) - 1))
    found: dict[E, Terms] = {}
    for terms, changing, last in runs:
        rest: Terms = {} if last is None else found.setdefault(last, {})
        for term, weight in terms.items():
            rest[term + free] = rest.get(term + free, 0) + weight * unit
        for dice, further in enumerate(changing):
            ways, counted = unit // factorial(dice), dice * (kind + 1)
            to = found.setdefault(further, {})
            for term, weight in terms.items():
                more, times = term + counted, weight * ways
                if more & FULL <= most:
                    to[more] = to.get(more, 0) + times
                    rest[more] = rest.get(more, 0) - times
    return {end: terms for end, terms in found.items() if terms}, unit
