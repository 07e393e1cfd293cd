"""Which dice are best thrown again: every set of dice weighed exactly, further rerolls planned for (expectimax).

Dice of one size and condition are of one kind. Of these the ones that show least are best thrown again, so a set of
dice is a number for each kind, and what matters of a roll is what the dice of each kind show, in whatever order.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, islice, product
from math import comb, prod
from operator import getitem, sub

from pyrules.core.budget import SECONDS, TooMuchWork
from pyrules.core.dist import Weights, pack_weights, slot, unpack_weights
from pyrules.core.english import amount
from pyrules.core.odds import NOTHING, Advice, BestPlay, rank_advice
from pyrules.core.ratio import CERTAIN, NEVER, Ratio
from pyrules.core.roll import Pick, Roll
from pyrules.core.verdict import Option
from pyrules.systems.general import rules
from pyrules.systems.general.judge import final_values, options, outcome
from pyrules.systems.general.model import Test
from pyrules.systems.general.odds import SUCCESS, least_success, main, runs

SECONDS_A_VALUE = 5e-6
"""The seconds that one value of a die takes in a browser. A set of dice takes five times as long, and an eighth where
it is only looked up for one way in which the dice may lie."""

UNKNOWN = "at least this, with a single reroll; finding the best dice would take too long"
"""The words where there are too many ways for the dice to fall, or too many sets of them."""

Shown = tuple[tuple[int, ...], ...]
"""The faces of the dice of each kind, the lowest first; of those that are kept, or of all."""

Numbers = tuple[int, ...]
"""The number of dice of each kind that are thrown again: those that show least."""


class Plan:
    """The worth of throwing dice again: the weight of success, in units of `ways` for every reroll."""

    def __init__(self, kinds: Sequence[Weights], dice: Numbers, needed: int) -> None:
        self.kinds, self.dice, self.needed = kinds, dice, least_success(needed)
        self.faces = tuple(map(sum, kinds))
        self.ways = self._ways(dice)
        self.width = slot(self.ways)
        self.sums: dict[Numbers, int] = {tuple(0 for _ in kinds): 1}
        self.averages: dict[tuple[Shown, int], int] = {}
        self.best: dict[tuple[Shown, int], int] = {}

    def sets(self) -> Iterator[Numbers]:
        """Every set of dice, the empty one first."""
        return product(*(range(number + 1) for number in self.dice))

    def chance(self, shown: Shown, numbers: Numbers, later: int) -> Ratio:
        """The chance of success once the first dice of each kind are thrown again and up to `later` rerolls follow."""
        kept = tuple(tuple(sorted(values[number:])) for values, number in zip(shown, numbers, strict=True))
        if not later:
            bits = 8 * self.width
            missing = max(0, self.needed - sum(map(sum, kept)))
            return Ratio((self._sum(numbers) >> bits * missing) % ((1 << bits) - 1), self._ways(numbers))
        return Ratio(self._average(kept, later), self.ways**later * self._ways(numbers))

    def _average(self, kept: Shown, left: int) -> int:
        """The worth of keeping these and throwing the others, die by die, with n rerolls left then."""
        kind = next((kind for kind, values in enumerate(kept) if len(values) < self.dice[kind]), None)
        if kind is None:
            return self._going_on(kept, left)
        if (kept, left) not in self.averages:
            values, worth = kept[kind], 0
            for value, weight in enumerate(self.kinds[kind][1:], 1):
                place = bisect(values, value)
                after = (*kept[:kind], (*values[:place], value, *values[place:]), *kept[kind + 1 :])
                worth += weight * self._average(after, left)
            self.averages[kept, left] = worth
        return self.averages[kept, left]

    def _going_on(self, shown: Shown, left: int) -> int:
        """The worth of the best course with n rerolls left."""
        if sum(map(sum, shown)) >= self.needed:
            certain: int = self.ways**left
            return certain
        if (shown, left) not in self.best:
            kinds = [kept_sums(values) for values in shown]
            self.best[shown, left] = (
                max(map(getitem, self.reaching, map(sum, product(*kinds))))
                if left == 1
                else max(self._again(shown, numbers, left - 1) for numbers in self.sets())
            )
        return self.best[shown, left]

    def _again(self, shown: Shown, numbers: Numbers, left: int) -> int:
        kept = tuple([values[number:] for values, number in zip(shown, numbers, strict=True)])
        return self._average(kept, left) * (self.ways // self._ways(numbers))

    @cached_property
    def reaching(self) -> list[tuple[int, ...]]:
        """For every set, in how many of all ways it shows enough, by the sum of the dice that are kept."""
        highest = sum((len(run) - 1) * number for run, number in zip(self.kinds, self.dice, strict=True))
        found = []
        for numbers in self.sets():
            weights = unpack_weights(self._sum(numbers), highest + 1, self.width)
            at_least = [*accumulate(reversed(weights))][::-1]
            missing = (max(0, self.needed - kept) for kept in range(highest + 1))
            rest: int = self.ways // self._ways(numbers)
            found.append(tuple(at_least[number] * rest if number <= highest else 0 for number in missing))
        return found

    def is_told(self, later: int) -> bool:
        """True if there is time for all sets with as many as `later` rerolls after them."""
        every = [comb(number + len(run) - 1, number) for run, number in zip(self.kinds, self.dice, strict=True)]
        whole = [comb(number + len(run) - 2, number) for run, number in zip(self.kinds, self.dice, strict=True)]
        averaged = sum(
            prod(whole[:kind]) * (every[kind] - whole[kind]) * (len(run) - 1) * prod(every[kind + 1 :])
            for kind, run in enumerate(self.kinds)
        )
        sets = prod(number + 1 for number in self.dice)
        lying = prod(whole)
        return (5 * sets + later * (averaged + lying * sets / 8)) * SECONDS_A_VALUE <= SECONDS

    def _ways(self, numbers: Numbers) -> int:
        return prod(faces**number for faces, number in zip(self.faces, numbers, strict=True))

    def _sum(self, numbers: Numbers) -> int:
        """The weights of all sums of these dice, as a packed polynomial (`pyrules.core.dist`)."""
        if numbers not in self.sums:
            kind = next(kind for kind, number in enumerate(numbers) if number)
            fewer = tuple(number - (kind == place) for place, number in enumerate(numbers))
            self.sums[numbers] = self._sum(fewer) * pack_weights(self.kinds[kind], self.width)
        return self.sums[numbers]


@lru_cache(maxsize=4096)
def kept_sums(values: tuple[int, ...]) -> tuple[int, ...]:
    """The sums that dice show when none, one, two, ... of the lowest are thrown again.

    >>> kept_sums((1, 4, 4))
    (9, 8, 4, 0)
    """
    return tuple(accumulate(values, sub, initial=sum(values)))


class Lying:
    """The dice on the table by their kinds, and the plan for them."""

    def __init__(self, test: Test, roll: Roll) -> None:
        values, kinds = final_values(test, roll.pool(0)), runs(test)
        self.places: dict[Weights, list[int]] = {}
        for place in sorted(range(len(values)), key=values.__getitem__):
            self.places.setdefault(kinds[place], []).append(place)
        self.shown = tuple(tuple(values[place] for place in places) for places in self.places.values())
        self.plan = Plan(tuple(self.places), tuple(map(len, self.places.values())), test.difficulty)
        self.later = rules.rerolls_left(test.rerolls, roll.picks) - 1

    def places_of(self, numbers: Numbers) -> tuple[int, ...]:
        """The places of a set of dice."""
        kinds = zip(self.places.values(), numbers, strict=True)
        return tuple(sorted(place for places, number in kinds for place in places[:number]))


def advice(test: Test, roll: Roll) -> tuple[Advice, ...]:
    """For every number of dice the set that is best thrown again, and leaving them all; the best chance first."""
    success = outcome(test, roll).success
    found = [Advice(NOTHING, "Leave the dice as they lie", {SUCCESS: CERTAIN if success else NEVER})]
    for option in options(test, roll):
        found += _rerolls(Lying(test, roll), option)
    return rank_advice(found, SUCCESS)


def _rerolls(lying: Lying, option: Option) -> Iterator[Advice]:
    """The best set of dice of every number; where these cannot be told, how much there is to be won at least."""
    plan, later = lying.plan, lying.later
    if not plan.is_told(later):
        every = plan.sets() if plan.is_told(0) else [tuple(plan.dice)]
        least = max((plan.chance(lying.shown, numbers, 0) for numbers in every), key=lambda chance: chance.value)
        yield Advice(option.id, option.label, {SUCCESS: least}, policy=UNKNOWN, rerolls=1)
        return
    best: dict[int, tuple[Ratio, Numbers]] = {}
    for numbers in islice(plan.sets(), 1, None):
        dice, chance = sum(numbers), plan.chance(lying.shown, numbers, later)
        if dice not in best or best[dice][0] < chance:
            best[dice] = chance, numbers
    policy = f"then reroll whatever is best, up to {amount(later, 'more time')}" if later else ""
    for dice, (chance, numbers) in sorted(best.items()):
        label = f"Reroll {amount(dice, 'die', 'dice')}"
        places = lying.places_of(numbers)
        yield Advice(option.id, label, {SUCCESS: chance}, places=places, policy=policy, rerolls=1 + later)


def best_play(test: Test) -> BestPlay:
    """The chance of success when every reroll is used on the best dice; raises `TooMuchWork`."""
    if not test.rerolls or test.declined:
        return BestPlay({SUCCESS: main(test)}, {})
    kinds = Counter(runs(test))
    plan = Plan(tuple(kinds), tuple(kinds.values()), test.difficulty)
    if not plan.is_told(test.rerolls):
        raise TooMuchWork("the best rerolls of so many dice would take too long to find, so roll fewer dice")
    shown = tuple((0,) * number for number in kinds.values())
    return BestPlay({SUCCESS: plan.chance(shown, tuple(kinds.values()), test.rerolls)}, {})


def after_pick(test: Test, roll: Roll, pick: Pick) -> Ratio | None:
    """The chance of success when the dice of a pick are thrown again, counting on later rerolls as `advice` does."""
    lying = Lying(test, roll)
    if not lying.plan.is_told(lying.later):
        return None
    values = final_values(test, roll.pool(0))
    picked = [[place for place in places if place in pick.places] for places in lying.places.values()]
    kept = [[place for place in places if place not in pick.places] for places in lying.places.values()]
    shown = tuple(tuple(values[place] for place in (*some, *rest)) for some, rest in zip(picked, kept, strict=True))
    return lying.plan.chance(shown, tuple(map(len, picked)), lying.later)
