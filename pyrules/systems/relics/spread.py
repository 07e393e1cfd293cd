"""In how many ways dice come to each standing, for pools of any size at once.

Further dice of a value soon change no standing. So the ways to come to one are a sum of terms "so many dice of these
values, and any number of those": the first are counted out, the others are free. How many dice there are is asked only
in the end.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
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

DICE_BITS, TALLY_BITS, FACE_BITS = 8, 12, 3
"""Enough for the dice that are counted out, for those of one worth, fewer than none included, and for the faces."""

WORTHS = range(DICE_BITS, DICE_BITS + 5 * TALLY_BITS, TALLY_BITS)
ALL_DICE, LYING, NONE = 2**DICE_BITS - 1, 2**WORTHS.stop - 1, 2 ** (TALLY_BITS - 1)

S = TypeVar("S")
E = TypeVar("E")

Terms = dict[int, int]
"""Weights by how many dice are counted out, how many of each worth there are, and how many faces of each kind are free.

All three are packed into one number.
"""

ByFree = dict[int, dict[int, int]]
"""Weights by which faces are free, and by one number for all else."""


def packed(dice: Tally) -> int:
    """What dice add to a term."""
    counts = (dice.overpowering, dice.critical, dice.plain, dice.botches, dice.major_botches)
    return sum(number << place for number, place in zip(counts, WORTHS, strict=True))


NO_DICE = packed(Tally(NONE, NONE, NONE, NONE, NONE))
"""The term of no dice; there may be fewer than none of a worth."""


@lru_cache(maxsize=4096)
def dice_of(term: int) -> Tally:
    """How many dice of each worth there are in a term, beside those on free faces."""
    return Tally(*[(term >> place & 2 * NONE - 1) - NONE for place in WORTHS])


def free_of(term: int) -> int:
    """The part of a term that says which faces are free."""
    return term >> WORTHS.stop


@dataclass(frozen=True, slots=True)
class Spread:
    """The terms of all dice, weights in units of 1 / `unit`; `kinds` is what a die on a free face may count.

    `settled` are those of the final dice, by which faces are free and by the dice beside these; `threatened` ones still
    lack a change that depends on what they come to.
    """

    settled: ByFree
    threatened: Sequence[tuple[Change, Terms]]
    unit: int
    kinds: tuple[Tally, ...]

    def sums(self, count: Callable[[Tally], int]) -> "Sums":
        """What a count of all dice comes to in the settled terms."""
        steps = [count(kind) for kind in self.kinds]
        low = min(steps)
        places = [(FACE_BITS * kind, step - low) for kind, step in enumerate(steps)]
        lying = {term for terms in self.settled.values() for term in terms}
        heights = {term: count(dice_of(term)) - low * (term & ALL_DICE) for term in lying}
        found = sorted(set(heights.values()))
        numbers = range(found[0], found[-1] + 1) if max(steps) > low else found
        place_of_number = {number: place for place, number in enumerate(numbers)}
        place_of = {term: place_of_number[height] for term, height in heights.items()}
        counts: ByFree = {}
        for free, terms in self.settled.items():
            by_number = counts[free] = defaultdict(int)
            for term, weight in terms.items():
                by_number[term & ALL_DICE | place_of[term] << DICE_BITS] += weight
        return Sums(self.unit, places, low, numbers, counts)


@dataclass(frozen=True, slots=True)
class Sums:
    """A count of dice for pools of any size.

    `counts` has the weights by free faces, and by how many dice are counted out together with which of the `numbers`
    these come to beyond `low` each; a die on a free face adds `low` and, by the place of its kind, what `steps` has.
    """

    unit: int
    steps: Sequence[tuple[int, int]]
    low: int
    numbers: Sequence[int]
    counts: ByFree

    def weights(self, dice: int) -> dict[int, int]:
        """The weights of every sum of so many dice; they add up to 6^dice when the parts are all there are."""
        width = slot(self.unit * SIDES**dice)
        steps = [(place, 8 * width * step) for place, step in self.steps]
        ways = 0
        for free, terms in self.counts.items():
            die = sum((free >> place & 2**FACE_BITS - 1) << bits for place, bits in steps)
            ways += self._with_free(die, terms, dice, 8 * width)
        more = max(step for _, step in self.steps) * dice
        numbers = (*self.numbers, *range(self.numbers[-1] + 1, self.numbers[-1] + 1 + more))
        found = unpacked(ways // self.unit, len(numbers), width)
        return {number + self.low * dice: weight for number, weight in zip(numbers, found, strict=True) if weight}

    def _with_free(self, die: int, terms: Terms, dice: int, bits: int) -> int:
        """The packed weights of dice that are counted out with those on free faces beside them."""
        most = min(dice, max([term & ALL_DICE for term in terms]))
        lying = [0] * (most + 1)
        for term, weight in terms.items():
            if (counted := term & ALL_DICE) <= most:
                lying[counted] += weight << bits * (term >> DICE_BITS)
        ways = 0
        for counted, weights in enumerate(lying):
            ways = ways * die + perm(dice, counted) * weights
        return int(ways * die ** (dice - most))


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


def _found(table: Table) -> Spread:
    supply = Supply(dict(table.helping), table.wanted)
    standings = Standings(supply, dict(table.hindering), table.placed, opposed=table.opposed)
    standing = standings.no_dice()
    for value in table.automatic:
        standing = standings.and_die(standing, value)
    values, counts = [value for value, _ in table.values], [rules.tally((value,)) for value, _ in table.values]
    kinds = tuple(sorted(set(counts), key=rules.total))
    dice = [
        Die(1 + packed(count), faces, faces << WORTHS.stop + FACE_BITS * kinds.index(count))
        for (_, faces), count in zip(table.values, counts, strict=True)
    ]
    unit, reached = 1, {standing: {NO_DICE: 1}}
    for place, value in enumerate(values[:-1]):
        reached = _passed(reached, standings.passed(values[place:]))
        runs = _runs(reached, partial(standings.run, value), standings.spend, table.most)
        reached, ways = _and_any(runs, dice[place], table.most)
        unit *= ways
    ended = _passed(reached, standings.ended(values[-1], table.most))
    last_runs = _runs(ended, lambda end, _: end, standings.spend, table.most)
    ends, ways = _and_any(last_runs, dice[-1], table.most)
    settled: ByFree = defaultdict(lambda: defaultdict(int))
    for change, terms in ends.items():
        if len(change.sums) == 1:
            more = packed(change.beside(0))
            for term, weight in terms.items():
                settled[free_of(term)][(term & LYING) + more] += weight
    return Spread(settled, [(change, terms) for change, terms in ends.items() if change.bounds], unit * ways, kinds)


@dataclass(frozen=True, slots=True)
class Die:
    """A die that shows one of some `faces`, all alike, and what it adds to a term: `lying` there, or on any of them."""

    lying: int
    faces: int
    free: int


def _passed(reached: dict[Standing, Terms], passed: Callable[[Standing], tuple[E, Tally]]) -> dict[E, Terms]:
    """The terms by what standings become, with the dice that then count."""
    found: dict[E, Terms] = {}
    for standing, terms in reached.items():
        alike, dice = passed(standing)
        more, to = packed(dice), found.setdefault(alike, {})
        for term, weight in terms.items():
            to[term + more] = to.get(term + more, 0) + weight
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
        changing, last = run(standing, most - min(term & ALL_DICE for term in terms))
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
