"""In how many ways the faces of dice come to each state, and to the dice that modifiers can make of them.

Faces are taken one after the other: to the states that the dice of the faces before come to, any number of dice of the
next face is added, weighted by the ways in which these lie among all dice (a convolution of exponential generating
functions; Wilf, generatingfunctionology, 1994, chapter 2).

`any_pool` does that for pools of all sizes at once. Further dice of a face soon change no state: as many as do are
counted out, and any others are free. So the ways are a sum of terms "so many dice of these faces, and any number of
those", and how many dice there are is asked only in the end. `one_pool` knows the number of dice and counts out all of
them, for changes that depend on what all dice come to.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, count, repeat
from math import comb, factorial, perm
from typing import NamedTuple

from pyrules.core.budget import spend
from pyrules.core.dist import slot, unpack_weights as fields
from pyrules.systems.relics import rules
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placing.allocation import Known
from pyrules.systems.relics.placing.objective import Table, pack_tally, unpack_tally
from pyrules.systems.relics.placing.states import FEWER_UNITS, UNITS, States, states

SIDES = 6

DICE_BITS, FACE_BITS = 8, 3
"""Enough for the dice that are counted out, and for the faces of a die."""

WORTHS = DICE_BITS + SIDES * FACE_BITS
ALL_DICE, BESIDE = (1 << DICE_BITS) - 1, (1 << WORTHS) - 1

SECONDS_A_PRODUCT = 5e-11
"""The seconds of one product of two bytes of long numbers, measured in Pyodide."""

Terms = dict[int, int]
"""Weights by how many dice are counted out, how many faces of each kind are free, and what all other dice count.

All three are packed into one number, the last one uppermost, as there may be fewer than none of a worth.
"""

Count = Callable[[Tally], int]


@dataclass(frozen=True, slots=True)
class Spread:
    """The terms of all dice by what the final ones count, packed; weights are in units of 1 / `unit`.

    `kinds` is what a die on a free face may count.
    """

    settled: Mapping[int, Terms]
    unit: int
    kinds: tuple[Tally, ...]

    def sums(self, count: Count) -> "Sums":
        """The weights of a count of all dice."""
        by_number: dict[int, Terms] = defaultdict(dict)
        for dice, terms in self.settled.items():
            of_number = by_number[count(unpack_tally(dice))]
            for term, weight in terms.items():
                of_number[term] = of_number.get(term, 0) + weight
        return Sums(self.unit, tuple(map(count, self.kinds)), sorted(by_number.items()))


@dataclass(frozen=True, slots=True)
class Sums:
    """The weights of a count, in units of 1 / `unit`.

    `lying` has the weights of all dice but those on free faces, for each term beside them, and the numbers that these
    come to; one on a free face adds what `steps` has for its kind.
    """

    unit: int
    steps: Sequence[int]
    lying: Sequence[tuple[int, Terms]]

    def weights(self, dice: int) -> dict[int, int]:
        """The weights of every sum of n dice; raises `TooMuchWork` when they are too long and too many."""
        bits = 8 * (width := slot(self.unit * SIDES**dice))
        first, low = self.lying[0][0], min(0, *self.steps)
        spaced = any(self.steps)
        of_terms: Terms = defaultdict(int)
        for place, (number, terms) in enumerate(self.lying):
            shift = bits * (number - first if spaced else place)
            for term, weight in terms.items():
                of_terms[term] += weight << shift
        by_free: dict[int, Terms] = defaultdict(dict)
        for term, ways in of_terms.items():
            counted = term & ALL_DICE
            by_free[term - counted][counted] = ways << bits * -low * counted
        dies = [(kind, bits * (step - low)) for kind, step in enumerate(self.steps)]
        found = 0
        for free, lying in by_free.items():
            found += _any(sum([faces_of(free, kind) << step for kind, step in dies]), lying, dice)
        numbers = count(first + low * dice) if spaced else [number for number, _ in self.lying]
        weights = fields(found // self.unit, found.bit_length() // bits + 1, width)
        return {number: weight for number, weight in zip(numbers, weights, strict=False) if weight}


def faces_of(term: int, kind: int) -> int:
    """The number of faces of a kind that are free in a term."""
    return term >> DICE_BITS + FACE_BITS * kind & (1 << FACE_BITS) - 1


def _any(die: int, lying: Terms, dice: int) -> int:
    """The packed weights of dice of which some are counted out and others are free, by Horner's rule and a power."""
    most = min(dice, max(lying))
    a_die, counted_out = 1 + die.bit_length() // 8, 1 + max(map(int.bit_length, lying.values())) // 8
    longest = counted_out + a_die * dice
    spend(SECONDS_A_PRODUCT * a_die * longest * dice, UNITS, FEWER_UNITS)
    ways = 0
    for counted in range(most + 1):
        ways = ways * die + perm(dice, counted) * lying.get(counted, 0)
    return int(ways * die ** (dice - most))


def any_pool(table: Table) -> Spread:
    """The ways in which dice of any number come to what modifiers can make of them.

    Raises `TooMuchWork` when there are too many states.
    """
    found = states(table)
    counts = [rules.tally((value,)) for value, _ in table.values]
    kinds = tuple(sorted(set(counts), key=rules.total))
    left, unit = table.most, 1
    reached: dict[int, Terms] = {_lying(found, table.automatic): {0: 1}}
    for place, ((value, faces), counted) in enumerate(zip(table.values, counts, strict=True), 1):
        die = Die(1 + (pack_tally(counted) << WORTHS), faces, faces << DICE_BITS + FACE_BITS * kinds.index(counted))
        runs = _runs(reached, found, value, left, table.most)
        reached = _and_any(runs, found.closer([value for value, _ in table.values[place:]]), die, left, table.most)
        longest = _longest(runs)
        unit, left = unit * factorial(longest), left - longest
    settled: dict[int, Terms] = defaultdict(lambda: defaultdict(int))
    for state, terms in reached.items():
        change = found.change[state].dice[0]
        found.spend(len(terms))
        for term, weight in terms.items():
            settled[change + (term >> WORTHS)][term & BESIDE] += weight
    found.settle()
    return Spread({dice: _without_noughts(terms) for dice, terms in settled.items()}, unit, kinds)


def _lying(found: States, dice: Sequence[int]) -> int:
    """The state of automatic dice."""
    return reduce(found.and_die, dice, found.no_dice())


@dataclass(frozen=True, slots=True)
class Die:
    """A die that shows one of some `faces`, all alike, and what it adds to a term: `lying` there, or on any of them."""

    lying: int
    faces: int
    free: int


class Run(NamedTuple):
    """The states that more dice of a value make of one, which dice have come to in the ways that the terms tell.

    `changing` has what 0, 1, 2, ... dice come to, and `last` what any further ones do; None when none are left.
    """

    terms: Terms
    changing: Sequence[int]
    last: int | None


def _runs(reached: Mapping[int, Terms], found: States, value: int, left: int, most: int) -> list[Run]:
    """The states that more dice of a value make of every one, at least `left` of `most` dice beside all terms'."""
    runs = []
    for state, terms in reached.items():
        changing, last = found.states_with_dice(value, state, left)
        if last is None:
            changing, last = found.states_with_dice(value, state, most - min([term & ALL_DICE for term in terms]))
        found.spend(len(terms) * (1 + len(changing)) // 2)
        runs.append(Run(terms, changing, last))
    return runs


def _longest(runs: Iterable[Run]) -> int:
    """The most dice that still change a state."""
    return max(0, *[len(run.changing) - 1 for run in runs])


def _and_any(
    runs: Sequence[Run], closer: Callable[[int], tuple[int, int]], die: Die, left: int, most: int
) -> dict[int, Terms]:
    """The terms with any number of dice of a kind, in units n times smaller as dice are ordered.

    Dice that still change a state are counted out, as long as there are some `left` of `most`; others are on free
    faces, in whose terms as many dice as are counted out are subtracted again.
    """
    found: dict[int, Terms] = defaultdict(dict)
    closed = Known[int, tuple[int, int]](closer)
    longest = _longest(runs)
    unit = factorial(longest)
    ways = [unit // factorial(dice) * die.faces**dice for dice in range(longest + 1)]
    for run, changing, last in runs:
        terms, rest, beyond = run, dict[int, int](), 0
        if last is not None:
            end, more = closed[last]
            rest, beyond = found[end], more << WORTHS
            _add(rest, terms, beyond + die.free, unit)
        for dice, state in enumerate(changing):
            if dice > left:
                terms = {term: weight for term, weight in terms.items() if term & ALL_DICE <= most - dice}
            end, more = closed[state]
            to, further = found[end], (more << WORTHS) + dice * die.lying
            if to is rest and more << WORTHS == beyond:
                continue
            _add(to, terms, further, ways[dice])
            if last is not None:
                _add(rest, terms, beyond + dice * die.lying, -ways[dice])
    return {state: _without_noughts(terms) for state, terms in found.items()}


def _without_noughts(terms: Terms) -> Terms:
    """The terms that have not been subtracted as a whole."""
    return {term: weight for term, weight in terms.items() if weight}


def _add(to: Terms, terms: Terms, more: int, times: int) -> None:
    """Add terms to others n times, with something more in each."""
    for term, weight in terms.items():
        further = term + more
        to[further] = to.get(further, 0) + weight * times


def one_pool(table: Table, dice: int) -> dict[int, int]:
    """The ways in which n thrown dice end as these, packed, the automatic ones among them.

    The dice that each state is reached with are counted, before any unit, by digits: the places of packed weights.
    Raises `TooMuchWork` when there are too many states.
    """
    found = states(table)
    worths = sorted({pack_tally(rules.tally((value,))) for value, _ in table.values} - {0})
    bits = 8 * (width := slot(SIDES**dice))
    reached = {_lying(found, table.automatic): [1] + [0] * dice}
    for place, (value, faces) in enumerate(table.values, 1):
        is_last = place == len(table.values)
        counted = pack_tally(rules.tally((value,)))
        step = bits * (dice + 1) ** worths.index(counted) if counted else 0
        after: dict[int, list[int]] = defaultdict(lambda: [0] * (dice + 1))
        for state, ways in reached.items():
            fewest = next(used for used, weight in enumerate(ways) if weight)
            found.spend((dice - fewest) * (1 if is_last else 1 + (dice - fewest) // 2))
            run = accumulate(repeat(value, dice - fewest), found.and_die, initial=state)
            for more, further in enumerate(run):
                to = after[further]
                for used in range(dice - more if is_last else fewest, dice - more + 1):
                    to[used + more] += (ways[used] << step * more) * (comb(dice - used, more) * faces**more)
        reached = dict(after)
    final: dict[int, int] = defaultdict(int)
    automatic = pack_tally(rules.tally(table.automatic))
    for state, ways in reached.items():
        weights = fields(ways[dice], (dice + 1) ** len(worths), width)
        found.spend(len(weights) // 2)
        for number, weight in enumerate(weights):
            if weight:
                lying = automatic + _digits(number, dice + 1, worths)
                final[lying + found.change[state].beside(rules.total(unpack_tally(lying)))] += weight
    found.settle()
    return final


def _digits(number: int, base: int, worths: Iterable[int]) -> int:
    """The dice of each worth that the digits of a number count, packed."""
    dice = 0
    for worth in worths:
        number, digit = divmod(number, base)
        dice += digit * worth
    return dice
