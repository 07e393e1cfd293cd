"""The spending of one system's tests from one to the next, as one record.

A system without any has the record's defaults: its tests change counters as their verdicts say, and know nothing of
each other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar, get_args

from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of
from pyrules.core.odds import NOTHING
from pyrules.core.planning import MOST_CHOICES
from pyrules.core.roll import Pick, Roll
from pyrules.core.system import System, Test, cached_by_system

T = TypeVar("T", bound=Test)

Policy = Literal["never", "advised", "all"]
"""A way to spend: nothing, what the advice says, or everything as long as the test has not succeeded."""

POLICIES: tuple[Policy, ...] = get_args(Policy)

Choose = Callable[[Any, Roll], Pick | None]
"""A policy of a person's own: what is done next with a roll of a test; None when it is left as it lies."""

ENDLESS = f"the policy goes on after {MOST_CHOICES} choices; let it give None once a roll is left as it lies"

TESTS, SUCCESSES = "tests", "successes"
"""The counters of every session: the tests that took place, and those that succeeded."""

Changes = tuple[tuple[str, int], ...]
"""Counters with what is added to each, in the order in which that happens."""


@dataclass(frozen=True, slots=True)
class Came(Generic[T]):
    """The ends of a test, each in some of `ways`: changes of counters, success, and the test that follows at once.

    A test that follows belongs to the same one of the session: the answer of the other side, or another try.
    """

    ends: Mapping[tuple[Changes, bool, T | None], int]
    ways: int


def advised_pick(system: System[T], test: T, roll: Roll, policy: Policy) -> Pick | None:
    """The next choice for a roll that goes on by choice; None when it is left as it lies.

    With "all" the test is followed until it succeeds: the advice tells what comes first, and of what helps as little
    the dearest does.
    """
    offered = {option.id: option for option in system.options(test, roll) if not option.notation}
    if policy == "never" or not offered:
        return None
    found = chances_of(system).advice(test, roll)
    best = found[0]
    if policy == "all":
        main = next(iter(system.events_of(test, roll, system.outcome_of(test, roll))))
        leaving = next(one for one in found if one.option == NOTHING)
        taken = [one for one in found if one.option in offered]
        if leaving.chances[main].value == 1 or not taken:
            return None
        best = max(taken, key=lambda one: (one.chances[main].value, one.cost))
    if best.option not in offered:
        return None
    if offered[best.option].most and not best.places:
        raise TooMuchWork("advice on which dice to choose would take too long, so spend nothing or roll fewer dice")
    return Pick(best.option, best.places)


@dataclass(frozen=True, eq=False, repr=False)
class Spending(Generic[T]):
    """The spending of one system's tests from one to the next.

    - `counters`: what its tests change beside the system's own counters: the campaign's clock
    - `check(tests)`: raises `RulesError` for tests that make no session
    - `arranged(tests)`: the tests as those before each leave them, where no dice decide about that
    - `starts(test)`: where counters start by what the first test says
    - `deciding(tests, policy)`: the counters that `begins` and `ready` look at
    - `begins(test, held)`: the changes before a test takes place
    - `ready(test, held, policy)`: the test as it is rolled with these counters; None where it does not take place
    - `next_pick(test, roll, policy)`: what is done next with a roll; None for `advised_pick` by the system's own advice
    - `effects(test, roll)`: the changes that a roll brings; None for the effects of its verdict
    - `counts(test)`: whether the success of a test is one of the session's, not the other side's
    - `follows(test, roll, policy)`: the test that follows a roll at once
    - `came(test, policy)`: all of this for every roll, where the system knows better than to follow each; None for no
      such way
    """

    counters: tuple[str, ...] = ()
    check: Callable[[Sequence[T]], None] = lambda _: None
    arranged: Callable[[Sequence[T]], Sequence[T]] = lambda tests: tests
    starts: Callable[[T], Mapping[str, int]] = lambda _: {}
    deciding: Callable[[Sequence[T], Policy], tuple[str, ...]] = lambda *_: ()
    begins: Callable[[T, Mapping[str, int]], Changes] = lambda *_: ()
    ready: Callable[[T, Mapping[str, int], Policy], T | None] = lambda test, *_: test
    next_pick: Callable[[T, Roll, Policy], Pick | None] | None = None
    effects: Callable[[T, Roll], Changes] | None = None
    counts: Callable[[T], bool] = lambda _: True
    follows: Callable[[T, Roll, Policy], T | None] = lambda *_: None
    came: Callable[[T, Policy], Came[T]] | None = None


@cached_by_system(1)
def spending_of(system: System[Any]) -> Spending[Any]:
    """The spending of a system's tests from one to the next."""
    return system.load_spending() or Spending()


def further(system: System[T], test: T, roll: Roll, pick: Pick) -> T | None:
    """The test that a choice leads to at once: another try, the answer; None where it goes on with this roll."""
    option = next((one for one in system.options(test, roll) if one.id == pick.option), None)
    return system.parse(option.notation, system.house_rules(test)) if option and option.notation else None


def end(system: System[T], test: T, roll: Roll, policy: Policy) -> tuple[Changes, bool, T | None]:
    """The end of a roll that nothing more is done with, as `Came` has it."""
    spending = spending_of(system)
    if spending.effects:
        changes = spending.effects(test, roll)
    else:
        changes = tuple((effect.counter, effect.delta) for effect in system.judge(test, roll).effects)
    happened = next(iter(system.events_of(test, roll, system.outcome_of(test, roll)).values()))
    return changes, happened and spending.counts(test), spending.follows(test, roll, policy)
