"""The aims of a side for its final dice, as whole numbers: the best placement is the one with the largest sum.

Wants come one after the other, so a number has a digit for each of them, wide enough for all dice (a lexicographic
order as a weighted sum). The digits after them count dice by worth; from all digits together it is known which dice
there are.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from pyrules.systems.relics import pool, rules
from pyrules.systems.relics.model import Tally, Test

COUNT_BITS = 10
"""Bits for one count of a packed tally: enough for more than twice the dice of a turn, and for fewer than none."""

PLACES = range(0, 5 * COUNT_BITS, COUNT_BITS)
NONE, FIELD = 1 << COUNT_BITS - 1, (1 << COUNT_BITS) - 1
BIAS = sum(NONE << place for place in PLACES)

FARTHEST = 5
"""Two sums that are compared differ by at most this many times what the dice with units can differ by."""

BLANK = 3
"""A die that is worth nothing."""

ONE_DIE = {rules.worth(value): rules.tally((value,)) for value in (-1, 1, BLANK, 5, 7, 9)}
"""A die of each worth."""

ANY = (min(ONE_DIE), max(ONE_DIE))
"""The least and the most that a die is worth."""

Want = Callable[[Tally], int]
"""Something to have as much of as possible; it adds up over dice."""

Front = tuple[int, ...]
"""The sums that a side can choose between, none better in every respect than another."""

FEWEST: Mapping[int, Want] = {
    -2: lambda dice: -dice.major_botches,
    -1: lambda dice: -dice.botches,
    3: lambda dice: -dice.overpowering,
    2: lambda dice: -dice.critical,
}
"""Few dice of each worth, one after the other: what is wanted of equally good dice. Plain successes are the rest."""


def pack_tally(dice: Tally) -> int:
    """The counts of a tally in one number, so that adding numbers adds the counts.

    >>> unpack_tally(pack_tally(Tally(0, -1, 2, 0, 0)))
    Tally(overpowering=0, critical=-1, plain=2, botches=0, major_botches=0)
    """
    counts = (dice.plain, dice.critical, dice.overpowering, dice.botches, dice.major_botches)
    return sum([count << place for count, place in zip(counts, PLACES, strict=True)])


@lru_cache(maxsize=1 << 14)
def unpack_tally(dice: int) -> Tally:
    """The tally of one number; its counts may be negative."""
    biased = dice + BIAS
    plain, critical, overpowering, botches, major_botches = [(biased >> place & FIELD) - NONE for place in PLACES]
    return Tally(overpowering, critical, plain, botches, major_botches)


class Objective:
    """One want after the other, successes (`rules.total`) among them.

    - `differing`: at most n dice take units
    - `between`: the least and the most that a die can be worth
    - `alone`: nothing but the wants is told apart, so a sum tells no dice but plain successes, as many as there are
    """

    def __init__(self, *wants: Want, differing: int, between: tuple[int, int] = ANY, alone: bool = False) -> None:
        least, most = between
        self.alone = alone
        self.counted = [] if alone else [worth for worth in FEWEST if least <= worth <= most]
        self.wants = (*wants, *[FEWEST[worth] for worth in self.counted])
        kinds = [die for worth, die in ONE_DIE.items() if worth == 0 or least <= worth <= most]
        farthest = FARTHEST * max(1, differing)
        self.digits = [_bits(farthest, map(want, kinds)) for want in self.wants]
        self.due = 1 << sum(self.digits)
        self.bits = self.due.bit_length() + farthest.bit_length() + 1
        self.brings: Callable[[int], int] = cache(self._brings)
        self.tally: Callable[[int], int] = cache(self._tally)

    def _brings(self, value: int) -> int:
        """The number of a final die."""
        dice, number = rules.tally((value,)), 0
        for want, bits in zip(self.wants, self.digits, strict=True):
            number = (number << bits) + want(dice)
        return number

    def _tally(self, number: int) -> int:
        """The dice of a sum, packed; of a difference of two sums, the dice that one has more than the other."""
        digits: dict[Want, int] = {}
        for want, bits in zip(reversed(self.wants), reversed(self.digits), strict=True):
            half = 1 << bits - 1
            digits[want] = (number + half & 2 * half - 1) - half
            number = number - digits[want] >> bits
        counts = {worth: -digits[FEWEST[worth]] for worth in self.counted}
        plain = digits[rules.total] - sum([worth * count for worth, count in counts.items()])
        return pack_tally(Tally(counts.get(3, 0), counts.get(2, 0), plain, counts.get(-1, 0), counts.get(-2, 0)))

    def beyond(self, value: int, over: int, due: int = 0) -> int:
        """The part that a die that ends as `value` adds beyond one that shows `over`.

        `due` units on it have to lie. That counts above all wants: such a unit is left out only where dice are missing.
        """
        return self.brings(value) - self.brings(over) + due * self.due

    def gains(self, value: int, over: int) -> bool:
        """True if the one final value may be wanted more than the other."""
        return self.brings(value) > self.brings(over)

    def least_fronts(self, fronts: Collection[Front]) -> tuple[Front, ...]:
        """The fronts that the opposition may choose between, where it wants the least."""
        return (min(fronts),)

    def choose_point(self, front: Front, _successes: int = 0, /) -> tuple[bool, int]:
        """The sum that is chosen beside other successes, with what comes before it: whether a Disaster is averted."""
        return True, front[0]

    def bounds(self, _front: Front) -> Iterable[int]:
        """The other successes from which on another sum may be chosen: none."""
        return ()


def _bits(farthest: int, wanted: Iterable[int]) -> int:
    """Enough for a digit: what n dice may differ by, of which each comes to one of these."""
    found = [*wanted]
    return (farthest * (max(found) - min(found))).bit_length() + 1


class DoomFirst(Objective):
    """Little Doom, but no Disaster that can be averted; then successes, then Destiny.

    Whether a Disaster is averted depends on all dice together. So a front has, for each amount of Doom that allows more
    than a smaller one, the largest number: its points are numbers less `level` for each Doom, the largest first.
    """

    def __init__(self, *wants: Want, differing: int, between: tuple[int, int] = ANY, alone: bool = False) -> None:
        super().__init__(*wants, differing=differing, between=between, alone=alone)
        self.shift = self.bits + 2
        self.level = 1 << self.shift
        self.placed: Callable[[Front], list[tuple[int, int]]] = lru_cache(maxsize=4096)(self._points_by_successes)

    def _brings(self, value: int) -> int:
        return super()._brings(value) - (rules.tides_doom(rules.tally((value,))) << self.shift)

    def number(self, point: int) -> int:
        """A point without its Doom."""
        half = self.level >> 1
        return (point + half & self.level - 1) - half

    def gains(self, value: int, over: int) -> bool:
        """True if the one brings less Doom, or a larger number."""
        change = self.beyond(value, over)
        return change > self.level >> 1 or self.number(change) > 0

    def prune_points(self, points: Collection[int]) -> Front:
        """The points that no other one with as little Doom is better than."""
        if len(points) < 2:
            return tuple(points)
        found: list[int] = []
        best = -self.level
        for point in sorted(points, reverse=True):
            if (number := self.number(point)) > best:
                best = number
                found.append(point)
        return tuple(found)

    def least_fronts(self, fronts: Collection[Front]) -> tuple[Front, ...]:
        """Any of them, depending on the other successes."""
        return tuple(sorted(fronts))

    def choose_point(self, front: Front, successes: int = 0, /) -> tuple[bool, int]:
        """The point with the least Doom that averts a Disaster, or else the one with the least Doom."""
        placed = self.placed(front)
        for more, point in placed:
            if not rules.disaster(successes + more):
                return True, point
        return False, placed[0][1]

    def bounds(self, front: Front) -> Iterable[int]:
        """As many successes as each point lacks to avert a Disaster."""
        return [-more for more, _ in self.placed(front)]

    def _points_by_successes(self, front: Front) -> list[tuple[int, int]]:
        """The successes of each point that leaves out the fewest units that have to lie, and the point."""
        half = self.due // 2
        lying = [self.number(point) + half >> self.due.bit_length() - 1 for point in front]
        return [
            (rules.total(unpack_tally(self.tally(point))), point)
            for point, units in zip(front, lying, strict=True)
            if units == lying[-1]
        ]


def objective(test: Test, differing: int, between: tuple[int, int] = ANY, *, alone: bool = False) -> Objective:
    """The aim of the acting side for its dice; the same object for all tests that want the same.

    With `alone` it is told how many successes there are, but not of which dice.
    """
    if not rules.tides_shift(test.acting):
        return best_successes(differing, between, alone=alone)
    if test.settings.placement == "avoid_doom":
        return doom_first(None if alone else pool.pcs(test.acting), differing, between)
    if alone:
        return best_successes(differing, between, alone=True)
    return successes_first(pool.pcs(test.acting), differing, between)


@lru_cache(maxsize=64)
def best_successes(differing: int, between: tuple[int, int] = ANY, *, alone: bool = False) -> Objective:
    """Successes, and of equally many the best dice."""
    return Objective(rules.total, differing=differing, between=between, alone=alone)


@lru_cache(maxsize=64)
def successes_first(pcs: int, differing: int, between: tuple[int, int] = ANY) -> Objective:
    """Successes, then Destiny beyond Doom."""
    return Objective(
        rules.total,
        lambda dice: rules.tides_destiny(dice, pcs) - rules.tides_doom(dice),
        differing=differing,
        between=between,
    )


@lru_cache(maxsize=64)
def doom_first(pcs: int | None, differing: int, between: tuple[int, int] = ANY) -> DoomFirst:
    """Little Doom, but no Disaster that can be averted; without `pcs` only how many successes there are then."""
    if pcs is None:
        return DoomFirst(rules.total, differing=differing, between=between, alone=True)
    destiny = partial(rules.tides_destiny, pcs=pcs)
    return DoomFirst(rules.total, _minus_doom, destiny, differing=differing, between=between)


def wishes(test: Test, differing: int) -> Mapping[str, Objective]:
    """The possible aims of the acting side for its dice, by name: each the best for something that a turn brings."""
    if not rules.tides_shift(test.acting):
        return {
            "most successes": best_successes(differing),
            "fewest botches": Objective(_minus_botches, rules.total, differing=differing),
        }
    pcs = pool.pcs(test.acting)
    destiny = partial(rules.tides_destiny, pcs=pcs)
    return {
        "most successes": successes_first(pcs, differing),
        "least Doom": doom_first(pcs, differing),
        "most Destiny": Objective(destiny, rules.total, _minus_doom, differing=differing),
        "fewest botches": Objective(_minus_botches, rules.total, destiny, differing=differing),
    }


def _minus_botches(dice: Tally) -> int:
    return -rules.botch_count(dice)


def _minus_doom(dice: Tally) -> int:
    return -rules.tides_doom(dice)


@dataclass(frozen=True, slots=True)
class Table:
    """The values that thrown dice may show, with on how many faces each, automatic dice, and simple modifiers.

    `helping` and `hindering` are how many units of each value the acting side places, and `opposed` how many Hindering
    ones the opposition does, against what is `wanted`. No more than `most` dice are thrown.
    """

    values: tuple[tuple[int, int], ...]
    automatic: tuple[int, ...]
    helping: tuple[tuple[int, int], ...]
    hindering: tuple[tuple[int, int], ...]
    opposed: tuple[tuple[int, int], ...]
    wanted: Objective
    most: int

    @property
    def has_units(self) -> bool:
        """True if there is any unit to place."""
        return bool(self.helping or self.hindering or self.opposed)
