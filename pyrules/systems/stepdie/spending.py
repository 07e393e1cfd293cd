"""Step Die in a session: the IP of a player and of the game master, from test to test."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from pyrules.core.budget import TooMuchWork
from pyrules.core.odds import NOTHING
from pyrules.core.roll import Pick, Roll
from pyrules.sessions.chain import follow_test
from pyrules.sessions.spending import Came, Changes, Policy, Spending
from pyrules.systems.stepdie import STEPDIE, rules
from pyrules.systems.stepdie.advice import table
from pyrules.systems.stepdie.judge import effects, options
from pyrules.systems.stepdie.model import Test
from pyrules.systems.stepdie.plans import SUCCEEDING, Table, plan
from pyrules.systems.stepdie.rules import IP


def starts(test: Test) -> dict[str, int]:
    """The IP that the first test names."""
    return {} if test.ip is None else {IP: rules.held_ip(test)}


def ready(test: Test, held: Mapping[str, int], _: Policy) -> Test:
    """The test with the IP held by then."""
    return replace(test, ip=held[IP])


def next_pick(test: Test, roll: Roll, policy: Policy) -> Pick | None:
    """The purchase that the advice on success puts first, found without the advice on all else."""
    if policy == "never" or rules.succeeds(rules.lying(test, roll).hits, test.difficulty):
        return None
    offered = [option.id for option in options(test, roll) if option.cost]
    if not offered:
        return None
    worths = purchase_values(table(test, roll))
    if policy == "all":
        return Pick(max(offered, key=lambda one: (worths.get(one, 0), rules.COSTS[one])))
    best = max((NOTHING, *offered), key=lambda one: (worths.get(one, 0), -rules.COSTS.get(one, 0)))
    return None if best == NOTHING else Pick(best)


@lru_cache(maxsize=4096)
def purchase_values(lying: Table) -> dict[str, int]:
    """The worth of each purchase, and of none, for success, with the best ones after it."""
    made = plan(lying, SUCCEEDING)
    return {bought: reached for bought, (reached, _) in made.choices(lying.left, lying.state).items()}


def changes(test: Test, roll: Roll) -> Changes:
    """The costs and awards of a roll, and its complications."""
    return tuple((effect.counter, effect.delta) for effect in effects(test, roll))


def possible_ends(test: Test, policy: Policy) -> Came[Test]:
    """All that a test may come to; raises `TooMuchWork` where a reroll may win what the next one costs, without end."""
    if policy != "never" and rules.awards_again(test.settings):
        raise TooMuchWork("an IP that a reroll wins may buy the next one without end, so spend nothing")
    return follow_test(STEPDIE, test, policy)


SPENDING: Spending[Test] = Spending(
    starts=starts, deciding=lambda *_: (IP,), ready=ready, next_pick=next_pick, effects=changes, came=possible_ends
)
