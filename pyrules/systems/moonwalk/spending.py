"""Moonwalk in a session: the time that extended tests take, and failed tests tried again with their penalty."""

from itertools import pairwise
from math import lcm

from pyrules.campaign.events import CLOCK
from pyrules.core.ratio import CERTAIN
from pyrules.core.roll import Roll
from pyrules.sessions.spending import Came, Changes, Policy, Spending
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.intervals import ahead_of, undecided_chances
from pyrules.systems.moonwalk.judge import failed_effects, outcome
from pyrules.systems.moonwalk.model import Extended, ExtendedOutcome, Test
from pyrules.systems.moonwalk.odds import main


def changes(test: Test, roll: Roll) -> Changes:
    """The penalty that a failure brings, and the seconds that an extended test took."""
    found = outcome(test, roll)
    return _changes(test, found.rolls if isinstance(found, ExtendedOutcome) else 1, success=found.success)


def _changes(test: Test, rolls: int, *, success: bool) -> Changes:
    penalty = () if success else failed_effects(test)
    changed = tuple((effect.counter, effect.delta) for effect in penalty)
    if not isinstance(test.against, Extended):
        return changed
    return *changed, (CLOCK, rules.elapsed_time(test.against.interval, rolls).seconds)


def follows(test: Test, roll: Roll, policy: Policy) -> Test | None:
    """Another try of a failed test; none of an opposed one, which has no penalty and so no end."""
    return None if outcome(test, roll).success else _again(test, policy)


def _again(test: Test, policy: Policy) -> Test | None:
    """The same test tried again at once, as long as its penalty leaves dice."""
    if policy == "never" or rules.retries_freely(test.against):
        return None
    again = rules.trying_at_once(test)
    return again if rules.is_tried(again) else None


def possible_ends(test: Test, policy: Policy) -> Came[Test]:
    """Success with each roll that can bring it, or failure after all of them."""
    if isinstance(test.against, Extended):
        short = undecided_chances(test, ahead_of(test, test.against))
    else:
        short = CERTAIN, CERTAIN - main(test)
    ways = lcm(*(one.ways for one in short))
    still = [one.weight * (ways // one.ways) for one in short]
    ends: dict[tuple[Changes, bool, Test | None], int] = {}
    for rolls, (before, after) in enumerate(pairwise(still), 1):
        if before > after:
            ends[_changes(test, rolls, success=True), True, None] = before - after
    if still[-1]:
        ends[_changes(test, len(still) - 1, success=False), False, _again(test, policy)] = still[-1]
    return Came(ends, ways)


SPENDING: Spending[Test] = Spending(counters=(CLOCK,), effects=changes, follows=follows, came=possible_ends)
