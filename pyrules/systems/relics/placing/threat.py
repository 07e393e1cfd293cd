"""What dice come to where simple modifiers are placed otherwise once a Disaster threatens.

What modifiers change is then told by the successes of the dice without them, so these have to be reckoned together with
what is counted. Few dice are counted out; the others, on free faces, are summed up from so many successes on.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from math import comb, perm

from pyrules.core.dist import binomial, packed, slot, total, unpacked
from pyrules.core.patience import spend
from pyrules.systems.relics import rules
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placing import packing
from pyrules.systems.relics.placing.prospects import Known
from pyrules.systems.relics.placing.spread import Spread
from pyrules.systems.relics.placing.standings import A_SECOND, FEWER_UNITS, UNITS
from pyrules.systems.relics.placing.terms import ALL_DICE, BESIDE, SIDES, WORTHS, faces_of

COUNTED, PUT = 0.5, 2
"""As much work it is to count something of some dice, or what one die on free faces comes to, and to put a term."""

WORST, BEST = -2, 1
"""What a die on a free face is worth: units for every die that threaten a Disaster only hinder."""

Faces = tuple[int, ...]
"""How many free faces are worth -2, -1, 0 and 1; never both -2 and 1, as one unit on every die moves them all."""

Part = tuple[Faces, int, int]
"""Free faces, how many dice lie on them, and how many successes these have at least."""

Count = Callable[[Tally], int]


Parts = Mapping[Part, Mapping[int, int]]
"""Weights by the free faces that they are for, and by all other dice, packed; some weights are negative."""


def parts(found: Spread, automatic: Tally, dice: int) -> Parts:
    """The weights of the final dice in all terms that still lack a change, when so many are thrown.

    Where more successes change it again, the weights of as many are taken away. Raises `TooMuchWork` when there are too
    many.
    """
    work = PUT * sum([len(change.sums) * len(terms) for change, terms in found.threatened])
    spend(work / A_SECOND, UNITS, FEWER_UNITS)
    certain = packing.packed(automatic)
    faces_of_term = Known[int, Faces](lambda beside: _faces(found, beside))
    successes_of = Known[int, int](lambda lying: rules.total(packing.unpacked(lying + certain)))
    ways = [perm(dice, counted) for counted in range(dice + 1)]
    weights: defaultdict[Part, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for change, terms in found.threatened:
        bounds, sums = change.bounds, [dice + certain for dice in change.sums]
        for term, weight in terms.items():
            counted = term & ALL_DICE
            if counted > dice:
                continue
            thrown, lying = dice - counted, term >> WORTHS
            faces, weighed, successes = faces_of_term[term & BESIDE], weight * ways[counted], successes_of[lying]
            fewest, beyond = WORST * thrown, BEST * thrown + 1
            for bound, more in zip((*bounds, None), sums, strict=True):
                turn = beyond if bound is None else min(bound - successes, beyond)
                if fewest < turn:
                    weights[faces, thrown, fewest][lying + more] += weighed
                    if turn == beyond:
                        break
                    weights[faces, thrown, turn][lying + more] -= weighed
                    fewest = turn
    return weights


def weights(parts: Parts, unit: int, dice: int, count: Count) -> dict[int, int]:
    """The weights of a count of so many dice, from those of all parts in units of 1 / `unit`.

    Raises `TooMuchWork` when there are too many.
    """
    if not parts:
        return {}
    spend(COUNTED * sum([dice + len(by_dice) for by_dice in parts.values()]) / A_SECOND, UNITS, FEWER_UNITS)
    width = slot(unit * SIDES**dice)
    tails = _tails(count, width)
    number_of = Known[int, int](lambda dice: count(packing.unpacked(dice)))
    numbers: defaultdict[Part, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for part, by_dice in parts.items():
        by_number = numbers[part]
        for lying, weight in by_dice.items():
            by_number[number_of[lying]] += weight
    first = min([min(by_number) + tails.low * thrown for (_, thrown, _), by_number in numbers.items()])
    last = max([max(by_number) + tails.high * thrown for (_, thrown, _), by_number in numbers.items()])
    bits, ways = 8 * width, 0
    for part, by_number in numbers.items():
        beside = tails.low * part[1] - first
        ways += tails.known[part] * sum([weight << bits * (number + beside) for number, weight in by_number.items()])
    found = unpacked(ways // unit, last - first + 1, width)
    return {number: weight for number, weight in enumerate(found, first) if weight}


def _faces(found: Spread, term: int) -> Faces:
    faces = [0] * (BEST - WORST + 1)
    for kind, dice in enumerate(found.kinds):
        faces[rules.total(dice) - WORST] += faces_of(term, kind)
    return tuple(faces)


def _tails(count: Count, width: int) -> "_BySuccesses | _ByBotches | _Uncounted":
    """What is known of dice on free faces, where this is counted of them."""
    if count is rules.total:
        return _BySuccesses(width)
    botch = count(Tally(0, 0, 0, 1, 0))
    return _ByBotches(width, botch) if botch else _Uncounted()


class _BySuccesses:
    """The packed weights of the successes of dice on free faces, from so many on; a die adds `low` to `high`."""

    low, high = WORST, BEST

    def __init__(self, width: int) -> None:
        self.width = width
        self.all = Known[tuple[Faces, int], int](lambda dice: packed(dice[0], width) ** dice[1])
        self.known = Known[Part, int](self._known)

    def _known(self, part: Part) -> int:
        faces, dice, fewest = part
        before = 8 * self.width * (fewest - WORST * dice)
        return self.all[faces, dice] >> before << before


class _ByBotches:
    """The packed weights of the botches of dice on free faces which have so many successes; each adds `high`."""

    low = 0

    def __init__(self, width: int, step: int) -> None:
        self.width = width
        self.high = step
        self.ways = Known[tuple[Faces, int], list[tuple[int, int, list[int]]]](self._ways)
        self.tails = Known[tuple[int, int, int], list[int]](lambda dice: _tail(binomial(*dice)))
        self.known = Known[Part, int](self._known)

    def _ways(self, free: tuple[Faces, int]) -> list[tuple[int, int, list[int]]]:
        """For 0, 1, 2, ... botches: in how many ways they lie, and of what all dice come to at least.

        That is the fewest successes, and the weights of as many more as there are, or of more.
        """
        (major, botch, blank, success), dice = free
        if major:
            return [
                (WORST * botches, comb(dice, botches) * blank ** (dice - botches), self.tails[botches, botch, major])
                for botches in range(dice + 1)
            ]
        return [
            (-botches, comb(dice, botches) * botch**botches, self.tails[dice - botches, success, blank])
            for botches in range(dice + 1)
        ]

    def _known(self, part: Part) -> int:
        faces, dice, fewest = part
        found = [
            ways * tail[min(max(0, fewest - lowest), len(tail) - 1)] for lowest, ways, tail in self.ways[faces, dice]
        ]
        return packed(tuple(found), self.width * self.high)


class _Uncounted:
    """The weights of dice on free faces which have so many successes, where nothing else counts of them."""

    low = high = 0

    def __init__(self) -> None:
        self.tails = Known[tuple[Faces, int], list[int]](lambda dice: _tail(total([dice[0]] * dice[1])))
        self.known = Known[Part, int](self._known)

    def _known(self, part: Part) -> int:
        faces, dice, fewest = part
        return self.tails[faces, dice][fewest - WORST * dice]


def _tail(weights: Iterable[int]) -> list[int]:
    """The weights of each value or more, the last one beyond all."""
    return [*accumulate(reversed([*weights]), initial=0)][::-1]
