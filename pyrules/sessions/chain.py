"""A session told exactly: a Markov chain over its counters, test by test.

What a test comes to depends on few of the counters, and none of the others on one another. So each of the others is
followed by itself, beside those that decide: as many short chains in place of a single one over all counters.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from math import gcd, lcm
from typing import Any, Generic, TypeVar

from pyrules.campaign.limits import Limits
from pyrules.core.budget import TooMuchWork, shared_budget, spend
from pyrules.core.errors import RulesError
from pyrules.core.odds import Distribution
from pyrules.core.outcomes import enumerate_rolls, merge_rolls
from pyrules.core.planning import MOST_CHOICES
from pyrules.core.roll import Pick, Roll
from pyrules.core.system import System, Test, cached_by_system
from pyrules.sessions.course import Course
from pyrules.sessions.spending import (
    ENDLESS,
    SUCCESSES,
    TESTS,
    Came,
    Changes,
    Choose,
    Policy,
    advised_pick,
    end,
    further,
    spending_of,
)

T = TypeVar("T", bound=Test)

State = tuple[int, ...]
"""The values of the counters that are followed, in their order."""

Move = tuple[int, int, Limits]
"""The place of a counter in a state, what is added to it, and how far it goes."""

SECONDS_A_MOVE = 4e-6
"""The seconds of moving one state to one end in a browser, about."""

SECONDS_A_CHOICE = 4e-4
"""The seconds of asking a policy of one's own about a roll, about; one that asks the advice takes longer."""


def exact(course: Course[T]) -> tuple[dict[str, Distribution], ...]:
    """The distribution of every counter after each test; raises `TooMuchWork` where there is too much to follow."""
    with shared_budget():
        *_, found = telling(course)
    return found


def telling(course: Course[T]) -> Iterator[tuple[dict[str, Distribution], ...]]:
    """The same slice by slice, so that others can do something in between: what is told so far, at last all of it."""
    deciding = course.spending.deciding(course.tests, course.policy)
    found: list[dict[str, Distribution]] = [{} for _ in course.tests]
    touched: set[str] = set()
    for other in (name for name in course.start if name not in deciding):
        if touched and other not in touched:
            found = [told | {other: Distribution(((course.start[other], 1),), 1)} for told in found]
            continue
        tracked = (*deciding, other)
        chain = Chain(course, tracked, touched)
        for place, test in enumerate(course.tests):
            chain.follow(test)
            found[place] |= {name: chain.distribution(name) for name in tracked if name not in found[place]}
            yield tuple(found)
    yield tuple({name: told[name] for name in course.start} for told in found)


class Chain(Generic[T]):
    """The weights of the states that some counters are in, test by test; `touched` collects all that ever change."""

    def __init__(self, course: Course[T], tracked: tuple[str, ...], touched: set[str]) -> None:
        self.course, self.tracked, self.touched = course, tracked, touched
        self.states: dict[State, int] = {tuple(course.start[name] for name in tracked): 1}

    def distribution(self, name: str) -> Distribution:
        """The distribution of one of the counters."""
        place, weights = self.tracked.index(name), dict[int, int]()
        for state, weight in self.states.items():
            weights[state[place]] = weights.get(state[place], 0) + weight
        total = sum(weights.values())
        shared = gcd(total, *weights.values())
        return Distribution(tuple((value, weights[value] // shared) for value in sorted(weights)), total // shared)

    def follow(self, test: T) -> None:
        """Go on by one test of the session, and by those that follow it at once."""
        done: dict[State, int] = {}
        ahead: dict[T, dict[State, int]] = {}
        for before, weight in self.states.items():
            begins = self.course.begins(test, self._held_values(before))
            state = apply_moves(before, self._moves(test, begins))
            now = self.course.spending.ready(test, self._held_values(state), self.course.policy)
            if now is None:
                done[before] = done.get(before, 0) + weight
            else:
                begun, states = apply_moves(state, self._moves(now, ((TESTS, 1),))), ahead.setdefault(now, {})
                states[begun] = states.get(begun, 0) + weight
        while ahead:
            done, ahead = self._play_tests(done, ahead)
        shared = gcd(*done.values())
        self.states = {state: weight // shared for state, weight in done.items()}

    def _play_tests(
        self, done: Mapping[State, int], ahead: Mapping[T, Mapping[State, int]]
    ) -> tuple[dict[State, int], dict[T, dict[State, int]]]:
        """The states that are done with once these tests are played, and the tests that follow in the others."""
        ends = {now: self._ends(now) for now in ahead}
        moves = sum(len(ends[now].ends) * len(states) for now, states in ahead.items())
        spend(SECONDS_A_MOVE * moves, "this session", "list fewer tests")
        shared = lcm(*(one.ways for one in ends.values()))
        ended = {state: weight * shared for state, weight in done.items()}
        further: dict[T, dict[State, int]] = {}
        for now, states in ahead.items():
            scale = shared // ends[now].ways
            for (changes, _, then), times in ends[now].ends.items():
                reached = ended if then is None else further.setdefault(then, {})
                made, unit = self._moves(now, changes), scale * times
                for state, weight in states.items():
                    after = apply_moves(state, made)
                    reached[after] = reached.get(after, 0) + weight * unit
        return ended, further

    def _ends(self, now: T) -> Came[T]:
        """The ends of a test for those who see only these counters."""
        every = possible_ends(self.course.system, now, self.course.policy, self.course.choose)
        ends: dict[tuple[Changes, bool, T | None], int] = {}
        for (changes, success, then), weight in every.ends.items():
            made = (*changes, (SUCCESSES, int(success)))
            self.touched.update(name for name, _ in (*made, (TESTS, 1)))
            key = tuple((name, delta) for name, delta in made if name in self.tracked and delta), success, then
            ends[key] = ends.get(key, 0) + weight
        return Came(ends, every.ways)

    def _held_values(self, state: State) -> dict[str, int]:
        return dict(zip(self.tracked, state, strict=True))

    def _moves(self, test: T, changes: Changes) -> list[Move]:
        """The changes of the counters that are followed, with how far each may go."""
        return [
            (self.tracked.index(name), delta, self.course.limits(name, test))
            for name, delta in changes
            if name in self.tracked
        ]


def apply_moves(state: State, moves: Sequence[Move]) -> State:
    """A state after some changes.

    >>> apply_moves((2, 0), [(0, 4, Limits(0, 0, 5))])
    (5, 0)
    """
    if not moves:
        return state
    values = list(state)
    for place, delta, limits in moves:
        values[place] = limits.after(values[place], delta)
    return tuple(values)


@cached_by_system(512)
def possible_ends(system: System[T], test: T, policy: Policy, choose: Choose | None = None) -> Came[T]:
    """The ends of a test; raises `TooMuchWork` where there are too many rolls to follow."""
    if choose:
        return follow_test(system, test, policy, _charge_each(choose))
    spending = spending_of(system)
    return spending.came(test, policy) if spending.came else follow_test(system, test, policy)


def _charge_each(choose: Choose) -> Choose:
    """The same policy, of which each question takes some of the time there is."""

    def ask(test: Any, roll: Roll) -> Pick | None:
        spend(SECONDS_A_CHOICE, "asking a policy about so many rolls", "list fewer tests")
        return choose(test, roll)

    return ask


def follow_test(system: System[T], test: T, policy: Policy, choose: Choose | None = None) -> Came[T]:
    """The same, by following each roll and what is done with it."""
    own = spending_of(system).next_pick or partial(advised_pick, system)

    def is_settled(roll: Roll) -> bool:
        return next(iter(system.events_of(test, roll, system.outcome_of(test, roll)).values()))

    def take(roll: Roll) -> tuple[Roll | None, T | None]:
        """The roll once a choice is made, or the test that it leads to; neither when it is left as it lies."""
        pick = choose(test, roll) if choose else own(test, roll, policy)
        if pick is None:
            return None, None
        then = further(system, test, roll, pick) if choose else None
        return None if then else system.pick(test, roll, pick), then

    found = enumerate_rolls(system, test, settled=is_settled)
    ends: dict[tuple[Changes, bool, T | None], int] = {}
    ahead, ways = [*found.finished, *found.unfinished], found.ways
    for choices in count():
        if choices > MOST_CHOICES:
            raise RulesError(ENDLESS)
        going = []
        for roll, weight in ahead:
            picked, then = take(roll)
            if picked is None:
                changes, success, following = end(system, test, roll, policy)
                key = changes, success, then or following
                ends[key] = ends.get(key, 0) + weight
            else:
                going.append((enumerate_rolls(system, test, picked, onward=False), weight))
        if not going:
            break
        if any(one.unfinished for one, _ in going):
            raise TooMuchWork("after this choice dice may be rerolled without end, so spend nothing")
        shared = lcm(*(one.ways for one, _ in going))
        ends = {key: weight * shared for key, weight in ends.items()}
        ways *= shared
        after = [(roll, weight * times * (shared // one.ways)) for one, weight in going for roll, times in one.finished]
        ahead = list(merge_rolls(system, test, after))
    return Came(ends, ways)
