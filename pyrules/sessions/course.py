"""A session before it is played: its tests, where counters start, and how they change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pyrules.campaign.limits import Limits, counter_named, limits_in
from pyrules.core.english import all_of, one_of
from pyrules.core.errors import RulesError, quote
from pyrules.core.system import System, Test, cached_by_system
from pyrules.sessions.spending import POLICIES, SUCCESSES, TESTS, Changes, Choose, Policy, Spending, spending_of

T = TypeVar("T", bound=Test)

MOST_TESTS = 100
COUNTED = Limits(0, 0, None)
"""The limits of what is counted of every session."""


@dataclass(frozen=True, eq=False)
class Course(Generic[T]):
    """Tests of one system in their order, how whoever rolls spends, and the counters to start from.

    With a policy of one's own, which is asked what to `choose` after each roll, nothing is spent otherwise.
    """

    system: System[T]
    tests: tuple[T, ...]
    policy: Policy
    start: Mapping[str, int]
    choose: Choose | None = None

    @property
    def spending(self) -> Spending[T]:
        """The gains and costs of the tests."""
        return spending_of(self.system)

    def limits(self, counter: str, test: T) -> Limits:
        """The limits of a counter by the house rules of a test."""
        return _limits(self.system, counter, test)

    def begins(self, test: T, held: Mapping[str, int]) -> Changes:
        """The changes before a test takes place: a counter that each test has of its own starts again."""
        own = (counter.id for counter in self.system.counters if counter.each == "test")
        anew = ((name, self.start[name] - held[name]) for name in own if name in held)
        return *((name, delta) for name, delta in anew if delta), *self.spending.begins(test, held)

    def after(self, test: T, held: Mapping[str, int], changes: Iterable[tuple[str, int]]) -> dict[str, int]:
        """The counters held once these changes are made, each within its limits."""
        found = dict(held)
        for counter, delta in changes:
            if counter in found:
                found[counter] = self.limits(counter, test).after(found[counter], delta)
        return found


def course(system: System[T], tests: Sequence[T], policy: Policy | Choose, start: Mapping[str, int]) -> Course[T]:
    """A session; what `start` leaves out starts as the first test or the rules say.

    Raises `RulesError` for tests that make no session, for counters that there are not or that cannot stand so.
    """
    choose = policy if callable(policy) else None
    policy = "never" if callable(policy) else policy
    if policy not in POLICIES:
        raise RulesError(f"{quote(str(policy))} is no policy; use {one_of(list(POLICIES))}")
    if not 1 <= len(tests) <= MOST_TESTS:
        raise RulesError(f"{len(tests)} tests given; a session has 1 to {MOST_TESTS}")
    spending = spending_of(system)
    spending.check(tests)
    known = [*(counter.id for counter in system.counters), *spending.counters]
    if unknown := [name for name in start if name not in known]:
        raise RulesError(f"{quote(unknown[0])} is no counter of {system.title}; use {one_of(known)}")
    usual = {name: _limits(system, name, tests[0]) for name in known}
    for name, value in start.items():
        _check_start(name, value, usual[name])
    begun = {name: one.begin(1) for name, one in usual.items()} | dict(spending.starts(tests[0])) | dict(start)
    return Course(system, tuple(spending.arranged(tests)), policy, {TESTS: 0, SUCCESSES: 0} | begun, choose)


def _check_start(name: str, value: int, usual: Limits) -> None:
    if usual.after(value, 0) == value:
        return
    bounds = [
        f"{word} {bound}" for word, bound in (("at least", usual.low), ("at most", usual.high)) if bound is not None
    ]
    raise RulesError(f"{name} cannot start at {value}; use {all_of(bounds)}")


@cached_by_system(4096)
def _limits(system: System[Any], counter: str, test: Any) -> Limits:
    if counter in (TESTS, SUCCESSES):
        return COUNTED
    return limits_in(system, counter, tuple(system.house_rules(test).items()))


def title(system: System[Any], counter: str) -> str:
    """The label of a counter."""
    return counter.capitalize() if counter in (TESTS, SUCCESSES) else counter_named(system, counter).title
