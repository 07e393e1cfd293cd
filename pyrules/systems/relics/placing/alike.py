"""What dice come to where all units of simple modifiers are alike: they lie where they change most.

So all dice before the one with the last unit take one, and none after it does: it is enough to know on which value that
one is, and how many dice come before it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb, log2

from pyrules.core.dist import slot, unpacked
from pyrules.core.patience import spend
from pyrules.systems.relics import rules
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placing.aims import InOrder
from pyrules.systems.relics.placing.standings import FEWER_UNITS, UNITS
from pyrules.systems.relics.placing.table import Table
from pyrules.systems.relics.placing.terms import LONG, SIDES

SECONDS_A_VALUE, SECONDS_A_POWER, KARATSUBA = 1e-4, 9e-11, log2(3)
"""What one value takes anyway, what a power of so many bytes does, and how that grows with these; measured."""

PASSES = 70
"""As often a long number is gone through for each unit."""

Faces = tuple[tuple[int, int], ...]
"""By how many bits faces of a die move packed weights, and how many of them do."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A value that `faces` of a die show, and `automatic` dice; what it counts `bare` and `taking` a unit, in bits."""

    faces: int
    automatic: int
    bare: int
    taking: int


def are_alike(table: Table) -> bool:
    """Whether all units are alike, and what is wanted is one number."""
    return len(table.helping) + len(table.hindering) == 1 and isinstance(table.wanted, InOrder)


@lru_cache(maxsize=16)
def weights(table: Table, dice: int, count: Callable[[Tally], int]) -> Mapping[int, int]:
    """The weights of what is counted of all dice, so many thrown ones and the automatic ones.

    Raises `TooMuchWork` when there are too many.
    """
    ((unit, units),) = (*table.helping, *table.hindering)
    faces, automatic = dict(table.values), Counter(table.automatic)
    changes = {value: table.wanted.beyond(value + unit, value) for value in {*faces, *automatic}}
    takes = {value: value + unit if unit < 0 or change > 0 else value for value, change in changes.items()}
    numbers = {value: count(rules.tally((value,))) for value in {*takes, *takes.values()}}
    low, high = min(numbers.values()), max(numbers.values())
    width, most = slot(SIDES**dice), dice + len(table.automatic)
    bare, taking = (width * (max(map(numbers.__getitem__, values)) - low) for values in (takes, takes.values()))
    power, lying = bare * max(0, dice - units), taking * min(units, dice) / 2
    passing = PASSES * min(units, dice) * (power + lying) / LONG
    spend(len(changes) * (SECONDS_A_VALUE + SECONDS_A_POWER * power**KARATSUBA + passing), UNITS, FEWER_UNITS)
    bits = {value: 8 * width * (number - low) for value, number in numbers.items()}
    in_order = sorted(changes, key=changes.__getitem__, reverse=unit > 0 or not table.opposed)
    shown = [Shown(faces.get(value, 0), automatic[value], bits[value], bits[takes[value]]) for value in in_order]
    found = unpacked(sum(_by_last(shown, dice, units)), (high - low) * most + 1, width)
    return {number: weight for number, weight in enumerate(found, low * most) if weight}


def _by_last(shown: list[Shown], dice: int, units: int) -> Iterator[int]:
    """The packed weights where the die with the last unit shows each value in turn; thrown dice come first."""
    lying, left = 0, units
    for place, here in enumerate(shown):
        later = shown[place + 1 :]
        after = _faces([(one.bare, one.faces) for one in later])
        rest = lying + sum([one.automatic * one.bare for one in later])
        if here.faces and 0 < left <= dice:
            before = _faces([(one.taking, one.faces) for one in shown[:place]])
            yield _on_thrown(before, here, after, dice, left) << rest + here.automatic * here.bare
        if here.automatic and left > 0:
            before = _faces([(one.taking, one.faces) for one in shown[: place + 1]])
            yield _on_automatic(before, here, after, dice, left) << rest
        lying += here.automatic * here.taking
        left -= here.automatic


def _faces(each: Iterable[tuple[int, int]]) -> Faces:
    """The faces that move packed weights alike counted together."""
    found = Counter[int]()
    for counts, faces in each:
        found[counts] += faces
    return tuple(sorted((+found).items()))


def _on_thrown(before: Faces, here: Shown, after: Faces, dice: int, units: int) -> int:
    """The weights where the last unit lies on a thrown die of this value.

    With so many units left for dice of this value, `enough` are those of all dice that do not come before, which show
    it at least that often, without what the units bring: the recurrence of the upper tail of a binomial. One unit more
    is one such die more. The sum over all numbers of units goes by Horner's rule.
    """
    others = dice - units
    fewer = _power(after, others)
    enough = _power(_faces([(here.bare, here.faces), *after]), others)
    found = 0
    for taken in range(1, units + 1):
        enough += _with_die(enough - comb(others + taken - 1, others) * fewer, after) // here.faces >> here.bare
        ways = comb(dice, units - taken) * here.faces**taken
        found = _with_die(found, before) + (enough * ways << here.taking * taken)
    return found


def _on_automatic(before: Faces, here: Shown, after: Faces, dice: int, units: int) -> int:
    """The weights where the last unit lies on an automatic die of this value; so does one on each die before."""
    fewest, most = max(0, units - here.automatic), min(dice, units - 1)
    if fewest > most:
        return 0
    found, ahead = 0, _power(before, fewest)
    for thrown in range(fewest, most + 1):
        taken = units - thrown
        counts = taken * here.taking + (here.automatic - taken) * here.bare
        found = _with_die(found, after) + (comb(dice, thrown) * ahead << counts)
        ahead = _with_die(ahead, before)
    return found * _power(after, dice - most)


def _with_die(weights: int, faces: Faces) -> int:
    """Packed weights with one more die that shows one of some faces."""
    return sum([weights * alike << counts for counts, alike in faces])


@lru_cache(maxsize=16)
def _power(faces: Faces, dice: int) -> int:
    """The packed weights of so many dice that show one of some faces."""
    return int(_with_die(1, faces) ** dice)
