"""A session played with dice, again and again: where there is too much to tell exactly."""

from collections import Counter
from math import sqrt
from typing import Any, Generic, TypeVar

from pyrules.core.errors import RulesError
from pyrules.core.faces import Seed, secure, seeded
from pyrules.core.odds import Distribution
from pyrules.core.planning import MOST_CHOICES
from pyrules.core.roll import Pick, Roll
from pyrules.core.system import Test
from pyrules.sessions.course import Course
from pyrules.sessions.spending import ENDLESS, SUCCESSES, TESTS, advised_pick, end, further

T = TypeVar("T", bound=Test)

DEVIATIONS = 1.959964
"""The standard deviations to either side that take in 95 %."""


class Simulation(Generic[T]):
    """A session that is played as often as `run_trials` is asked to, in slices as long as one likes.

    With a `seed` the dice fall the same each time, whatever the slices are.
    """

    def __init__(self, course: Course[T], seed: Seed | None = None) -> None:
        self.course = course
        self.source = secure if seed is None else seeded(seed)
        self.trials = 0
        self.counts: list[dict[str, Counter[int]]] = [{name: Counter() for name in course.start} for _ in course.tests]
        self.choices: dict[Any, Pick | None] = {}

    def run_trials(self, trials: int) -> None:
        """Play the session n times more."""
        for _ in range(trials):
            held = dict(self.course.start)
            for test, counts in zip(self.course.tests, self.counts, strict=True):
                held = self._play_test(test, held)
                for name, value in held.items():
                    counts[name][value] += 1
            self.trials += 1

    def after(self) -> tuple[dict[str, Distribution], ...]:
        """The number of times that every counter came to each value after each test."""
        return tuple(
            {name: Distribution(tuple(sorted(count.items())), self.trials) for name, count in counts.items()}
            for counts in self.counts
        )

    def _play_test(self, test: T, held: dict[str, int]) -> dict[str, int]:
        course = self.course
        begun = course.after(test, held, course.begins(test, held))
        now = course.spending.ready(test, begun, course.policy)
        if now is None:
            return held
        held = course.after(now, begun, ((TESTS, 1),))
        while now is not None:
            roll, then = self._throw_test(now)
            changes, success, following = end(course.system, now, roll, course.policy)
            held = course.after(now, held, (*changes, (SUCCESSES, int(success))))
            now = then or following
        return held

    def _throw_test(self, test: T) -> tuple[Roll, T | None]:
        """A roll once nothing more is done with it, and the test that was chosen to follow it."""
        system = self.course.system
        roll = system.roll(test, self.source)
        for _ in range(MOST_CHOICES):
            pick = self._next_choice(test, roll)
            if pick is None:
                return roll, None
            if self.course.choose and (then := further(system, test, roll, pick)):
                return roll, then
            roll = system.roll(test, self.source, system.pick(test, roll, pick), onward=False)
        raise RulesError(ENDLESS)

    def _next_choice(self, test: T, roll: Roll) -> Pick | None:
        """The next choice for a roll; it is asked once for all rolls in one state."""
        system, policy, choose = self.course.system, self.course.policy, self.course.choose
        if not choose and (own := self.course.spending.next_pick):
            return own(test, roll, policy)
        key = test, system.state(test, roll) if system.state else roll
        if key not in self.choices:
            self.choices[key] = choose(test, roll) if choose else advised_pick(system, test, roll, policy)
        return self.choices[key]


def share_between(share: float, trials: int) -> tuple[float, float]:
    """The 95 % confidence interval of a chance that came up with this share of the trials (Wilson).

    >>> [round(bound, 3) for bound in share_between(0.5, 100)]
    [0.404, 0.596]
    """
    spread = DEVIATIONS * DEVIATIONS / trials
    middle = share + spread / 2
    aside = sqrt(spread * (share * (1 - share) + spread / 4))
    return max(0.0, (middle - aside) / (1 + spread)), min(1.0, (middle + aside) / (1 + spread))


def mean_between(rows: Distribution) -> tuple[float, float]:
    """The 95 % confidence interval of a mean, by the values that came up in the trials.

    >>> [round(bound, 3) for bound in mean_between(Distribution(((0, 50), (1, 50)), 100))]
    [0.402, 0.598]
    """
    mean = rows.mean().value
    squares = sum(weight * (int(value) - mean) ** 2 for value, weight in rows.rows) / rows.total
    aside = DEVIATIONS * sqrt(squares / rows.total)
    return mean - aside, mean + aside
