"""General Rules in a session: Actions that are used up, and rounds with which they come back."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pyrules.core.roll import Roll
from pyrules.sessions.spending import Came, Changes, Policy, Spending
from pyrules.systems.general import rules
from pyrules.systems.general.advice import best_play
from pyrules.systems.general.judge import effects
from pyrules.systems.general.model import PoolDie, Test
from pyrules.systems.general.odds import SUCCESS, main

ACTIONS, ROUND = "actions", "round"


def without_used_actions(tests: Sequence[Test]) -> list[Test]:
    """The tests without the Actions that earlier ones have used since Actions last came back.

    One that is there twice may be used twice. Actions are told apart by name and die.
    """
    used: Counter[str] = Counter()
    found, latest = [], 0
    for test in tests:
        if latest and begins_round(test, latest) and not rules.actions_used_next_round(1, test.settings):
            used.clear()
        latest = max(latest, test.round or 0)
        gone, dice = Counter(used), []
        for die in test.dice:
            if rules.is_used_up(die, test) and gone[_action_key(die)]:
                gone[_action_key(die)] -= 1
            else:
                dice.append(die)
        found.append(replace(test, dice=tuple(dice)))
        used.update(map(_action_key, rules.used_actions(found[-1])))
    return found


def _action_key(die: PoolDie) -> str:
    return rules.action_called(die).casefold()


def begins_round(test: Test, latest: int) -> bool:
    """True if a test falls in a later round than the latest one."""
    return test.round is not None and test.round > latest


def starts(test: Test) -> dict[str, int]:
    """The round that the first test names."""
    return {} if test.round is None else {ROUND: test.round}


def begins(test: Test, held: Mapping[str, int]) -> Changes:
    """A later round that begins with a test, and the Actions that come back by then."""
    if test.round is None or not begins_round(test, held[ROUND]):
        return ()
    left = rules.actions_used_next_round(held[ACTIONS], test.settings)
    return (ROUND, test.round - held[ROUND]), (ACTIONS, left - held[ACTIONS])


def changes(test: Test, _: Roll) -> Changes:
    """The Actions that a test uses up."""
    return tuple((effect.counter, effect.delta) for effect in effects(test))


def possible_ends(test: Test, policy: Policy) -> Came[Test]:
    """Success with the best rerolls, as often as abilities give one, or with none; the Actions are used either way."""
    chance = main(test) if policy == "never" else best_play(test).events[SUCCESS]
    ends = {(changes(test, Roll()), True, None): chance.weight}
    ends[changes(test, Roll()), False, None] = chance.ways - chance.weight
    return Came({end: weight for end, weight in ends.items() if weight}, chance.ways)


SPENDING: Spending[Test] = Spending(
    arranged=without_used_actions,
    starts=starts,
    deciding=lambda *_: (ACTIONS, ROUND),
    begins=begins,
    effects=changes,
    came=possible_ends,
)
