"""What dice come to where simple modifiers are placed otherwise once a Disaster threatens.

What modifiers change is then told by the successes of the dice without them, so these have to be reckoned together with
what is counted. Few dice are counted out; the others, on free faces, are summed up from so many successes on.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from math import comb, perm

from pyrules.core.dist import binomial, packed, slot, total, unpacked
from pyrules.core.odds import spend
from pyrules.systems.relics import packing, rules
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.prospects import Known
from pyrules.systems.relics.spread import Spread
from pyrules.systems.relics.standings import A_SECOND, FEWER_UNITS, UNITS
from pyrules.systems.relics.terms import ALL_DICE, BESIDE, SIDES, dice_of, faces_of

THREATENED = 4
"""As much work it is to reckon with a term for one more sum that it may come to."""

WORST, BEST = -2, 1
"""What a die on a free face is worth: units for every die that threaten a Disaster only hinder."""

Faces = tuple[int, ...]
"""How many free faces are worth -2, -1, 0 and 1; never both -2 and 1, as one unit on every die moves them all."""

Part = tuple[Faces, int, int]
"""Free faces, how many dice lie on them, and how many successes these have at least."""

Count = Callable[[Tally], int]


def threatened(found: Spread, automatic: Tally, dice: int, count: Count) -> dict[int, int]:
    """The weights of a count of the final dice in all terms that still lack a change.

    Raises `TooMuchWork` when there are too many.
    """
    work = THREATENED * sum([len(change.sums) * len(terms) for change, terms in found.threatened])
    spend(work / A_SECOND, UNITS, FEWER_UNITS)
    parts = Counter[tuple[Part, int]]()
    for part, number, weight in _parts(found, automatic, dice, count):
        parts[part, number] += weight
    if not parts:
        return {}
    width = slot(found.unit * SIDES**dice)
    tails = _tails(count, width)
    first = min(number + tails.low * thrown for (_, thrown, _), number in parts)
    last = max(number + tails.high * thrown for (_, thrown, _), number in parts)
    ways = sum(
        weight * tails.known[part] << 8 * width * (number + tails.low * part[1] - first)
        for (part, number), weight in parts.items()
    )
    weights = unpacked(ways // found.unit, last - first + 1, width)
    return {number: weight for number, weight in enumerate(weights, first) if weight}


def _parts(found: Spread, automatic: Tally, dice: int, count: Count) -> Iterator[tuple[Part, int, int]]:
    """Parts, what is counted beside their dice, and their weights, negative where more successes change it again."""
    faces_of_term = Known[int, Faces](lambda beside: _faces(found, beside))
    certain = [(each, each(automatic)) for each in (rules.total, count)]
    for change, terms in found.threatened:
        for term, weight in terms.items():
            thrown, lying = dice - (term & ALL_DICE), dice_of(term)
            if thrown < 0:
                continue
            faces, ways = faces_of_term[term & BESIDE], weight * perm(dice, dice - thrown)
            successes, number = [each(lying) + more for each, more in certain]
            lowest, beyond = WORST * thrown, BEST * thrown + 1
            turns = [lowest, *(min(max(lowest, bound - successes), beyond) for bound in change.bounds), beyond]
            for fewest, turn in pairwise(turns):
                if fewest < turn:
                    further = number + count(packing.unpacked(change.beside(fewest + successes)))
                    yield (faces, thrown, fewest), further, ways
                    if turn < beyond:
                        yield (faces, thrown, turn), further, -ways


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
        self.tails = Known[tuple[int, int, int], list[int]](
            lambda dice: [*accumulate(reversed(binomial(*dice)), initial=0)][::-1]
        )
        self.known = Known[Part, int](self._known)

    def _known(self, part: Part) -> int:
        (major, botch, blank, success), dice, fewest = part
        found = 0
        for botches in range(dice + 1):
            others = dice - botches
            if major:
                alike, ways, lowest = (botches, botch, major), blank**others, WORST * botches
            else:
                alike, ways, lowest = (others, success, blank), botch**botches, -botches
            tail = self.tails[alike]
            ways *= comb(dice, botches) * tail[min(max(0, fewest - lowest), len(tail) - 1)]
            found += ways << 8 * self.width * self.high * botches
        return found


class _Uncounted:
    """The weights of dice on free faces which have so many successes, where nothing else counts of them."""

    low = high = 0

    def __init__(self) -> None:
        self.tails = Known[tuple[Faces, int], list[int]](
            lambda dice: [*accumulate(reversed(total([dice[0]] * dice[1])), initial=0)][::-1]
        )
        self.known = Known[Part, int](self._known)

    def _known(self, part: Part) -> int:
        faces, dice, fewest = part
        return self.tails[faces, dice][fewest - WORST * dice]
