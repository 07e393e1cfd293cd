"""The best choices after the roll: every choice followed to its end by dynamic programming (expectimax)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import gcd, lcm
from typing import Generic, TypeVar

from pyrules.core.budget import TooMuchWork, shared_budget
from pyrules.core.english import amount
from pyrules.core.odds import NOTHING, Advice, Odds, rank_advice
from pyrules.core.outcomes import charge, enumerate_rolls
from pyrules.core.ratio import Ratio
from pyrules.core.roll import EMPTY, Pick, Roll
from pyrules.core.system import System, Test
from pyrules.core.verdict import Option

T = TypeVar("T", bound=Test)

MOST_CHOICES = 100
"""The most choices that are followed, one after the other."""

THEN = "with the best choices after it"
"""The policy that a chance counts on where further choices are made on the way to it."""


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a course: weights of the events and of what is paid of each counter, in `ways`.

    `chosen` is whether more is chosen on the way, `rerolls` how often dice are thrown again at most.
    """

    events: tuple[int, ...]
    paid: tuple[int, ...]
    ways: int
    chosen: bool = False
    rerolls: int = 0

    def is_better(self, other: Value) -> bool:
        """True if the main event is likelier or, as likely, less is paid."""
        mine, others = self.events[0] * other.ways, other.events[0] * self.ways
        return mine > others or (mine == others and sum(self.paid) * other.ways < sum(other.paid) * self.ways)


def average(worths: Sequence[tuple[Value, int]], paid: Sequence[int], rerolls: int = 0) -> Value:
    """The mean of some worths by their weights, so much more being `paid` of each counter and thrown again."""
    shared = lcm(*(worth.ways for worth, _ in worths))
    weights = [weight * (shared // worth.ways) for worth, weight in worths]
    columns = zip(*((*worth.events, *worth.paid) for worth, _ in worths), strict=True)
    sums = [sum(map(int.__mul__, column, weights)) for column in columns]
    ways = shared * sum(weight for _, weight in worths)
    events = sums[: len(sums) - len(paid)]
    spent = [before + more * ways for before, more in zip(sums[len(events) :], paid, strict=True)]
    common = gcd(ways, *spent, *events)
    return Value(
        tuple(weight // common for weight in events),
        tuple(weight // common for weight in spent),
        ways // common,
        any(worth.chosen for worth, _ in worths),
        rerolls + max(worth.rerolls for worth, _ in worths),
    )


class Plan(Generic[T]):
    """The best choices of a test; what a state is worth is worked out once."""

    def __init__(self, system: System[T], test: T) -> None:
        self.system, self.test = system, test
        self.counters = tuple(counter.id for counter in system.counters)
        self.best: dict[Hashable, Value] = {}

    def leaving(self, roll: Roll) -> Value:
        """The value of the dice as they lie."""
        happened = self.system.events_of(self.test, roll, self.system.outcome_of(self.test, roll))
        return Value(tuple(map(int, happened.values())), (0,) * len(self.counters), 1)

    def taking(self, roll: Roll, option: Option, pick: Pick, depth: int = 0) -> Value:
        """The value of an option when all that follows is best."""
        throws = self.system.pending(self.test, roll.with_pick(pick)).throws
        if throws and self.system.endless(self.test):
            raise TooMuchWork("after this choice dice may go on without end, so there is no advice on it")
        found = enumerate_rolls(self.system, self.test, roll.with_pick(pick), onward=False)
        paid = [option.cost * (counter == option.counter) for counter in self.counters]
        if option.units:  # where they lie may be changed for ever, and is worth no more for it
            return average([(self.leaving(after), weight) for after, weight in found.finished], paid)
        again = any(throw.first < len(roll.pool(throw.roll)) for throw in throws)
        return average([(self.going_on(after, depth + 1), weight) for after, weight in found.finished], paid, again)

    def going_on(self, roll: Roll, depth: int) -> Value:
        """The value of the best course from here; of courses that are as good the cheapest."""
        key = self.system.state(self.test, roll) if self.system.state else roll
        if key not in self.best:
            if depth > MOST_CHOICES:
                raise TooMuchWork(f"more than {MOST_CHOICES} choices may follow, so there is no advice on them")
            best = self.leaving(roll)
            for option, pick in self.choices(roll):
                worth = self.taking(roll, option, pick, depth)
                if worth.is_better(best):
                    best = replace(worth, chosen=True)
            self.best[key] = best
        return self.best[key]

    def choices(self, roll: Roll) -> Iterator[tuple[Option, Pick]]:
        """Every option that goes on with this roll and changes it, on every choice of dice that are not alike."""
        for option in self.system.options(self.test, roll):
            if not option.notation and not option.asks_first and not self.system.is_idle(self.test, roll, option):
                charge(self.system, 1)
                yield from ((option, Pick(option.id, places)) for places in self._places(option, roll))

    def _places(self, option: Option, roll: Roll) -> Iterable[tuple[int, ...]]:
        if option.units:
            return [proposal.places for proposal in option.proposals]
        if not option.most:
            return [()]
        kinds: dict[Hashable, list[int]] = {}
        throws = self._throws()
        lying = roll.pool(0)
        for place in option.places:
            kinds.setdefault((throws[place], lying[place]) if place in throws else place, []).append(place)
        taken = product(*(range(len(places) + 1) for places in kinds.values()))
        return (
            tuple(
                sorted(place for places, dice in zip(kinds.values(), numbers, strict=True) for place in places[:dice])
            )
            for numbers in taken
            if 1 <= sum(numbers) <= option.most
        )

    def costs(self, worth: Value) -> dict[str, Ratio]:
        """The mean that is spent of each counter."""
        paid = zip(self.counters, worth.paid, strict=True)
        return {counter: Ratio(weight, worth.ways) for counter, weight in paid if weight}

    def _throws(self) -> Mapping[int, int]:
        """The throw that each of the first dice came from: those of one throw are alike where they show the same."""
        throws = enumerate(self.system.pending(self.test, EMPTY).throws)
        return {place: number for number, throw in throws for place in range(throw.first, throw.first + throw.count)}


def advice(system: System[T], odds: Callable[[T], Odds], test: T, roll: Roll) -> tuple[Advice, ...]:
    """The advice after a roll, the best chance first: for every option the best dice of each number.

    `odds(test)` are asked for of the tests that options lead to.
    Raises `TooMuchWork` where there is too much to choose from.
    """
    with shared_budget():
        plan = Plan(system, test)
        names = tuple(system.events_of(test, roll, system.outcome_of(test, roll)))
        best: dict[tuple[str, int], tuple[Option, Pick, Value]] = {}
        for option, pick in plan.choices(roll):
            worth, key = plan.taking(roll, option, pick), (option.id, len(pick.places))
            if key not in best or worth.is_better(best[key][2]):
                best[key] = option, pick, worth
    found = [
        Advice(NOTHING, "Leave it at that", _chances(names, plan.leaving(roll))),
        *(
            Advice(
                option.id,
                f"{option.label}: {amount(len(pick.places), 'die', 'dice')}" if option.most else option.label,
                _chances(names, worth),
                option.cost,
                option.counter,
                pick.places,
                THEN if worth.chosen else "",
                spent=plan.costs(worth),
                rerolls=worth.rerolls,
            )
            for option, pick, worth in best.values()
        ),
        *_further_tests(system, odds, test, roll, names[0]),
    ]
    return rank_advice(found, names[0])


def _chances(names: Sequence[str], worth: Value) -> dict[str, Ratio]:
    return {name: Ratio(weight, worth.ways) for name, weight in zip(names, worth.events, strict=True)}


def _further_tests(system: System[T], odds: Callable[[T], Odds], test: T, roll: Roll, main: str) -> Iterator[Advice]:
    """The tests that options lead to, where they are about the same."""
    for option in system.options(test, roll):
        if option.notation:
            further = odds(system.parse(option.notation, system.house_rules(test)))
            if further.main == main:
                yield Advice(option.id, option.label, further.events, option.cost, option.counter)


def after_pick(system: System[T], test: T, roll: Roll, pick: Pick) -> Ratio | None:
    """The main chance once an option is taken, with the best choices after it; None for one not offered."""
    option = next((one for one in system.options(test, roll) if one.id == pick.option and not one.notation), None)
    if option is None:
        return None
    with shared_budget():
        worth = Plan(system, test).taking(roll, option, pick)
    return Ratio(worth.events[0], worth.ways)
