"""The value of a test before the roll when all that follows it is best."""

from typing import TypeVar

from pyrules.core.budget import shared_budget
from pyrules.core.odds import BestPlay
from pyrules.core.outcomes import enumerate_rolls
from pyrules.core.planning import Plan, average
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Roll
from pyrules.core.system import System, Test

T = TypeVar("T", bound=Test)


def best_play(system: System[T], test: T) -> BestPlay:
    """The chances before a roll with the best choices after it; raises `TooMuchWork` where there are too many."""

    def is_settled(roll: Roll) -> bool:
        return plan.leaving(roll).events[0] == 1

    with shared_budget():
        plan = Plan(system, test)
        found = enumerate_rolls(system, test, settled=is_settled)
        worths = [(plan.going_on(roll, 0), weight) for roll, weight in found.finished]
        worths += [(plan.leaving(roll), weight) for roll, weight in found.unfinished]
    roll = next(roll for roll, _ in (*found.finished, *found.unfinished))
    names = tuple(system.events_of(test, roll, system.outcome_of(test, roll)))
    told = [
        name
        for place, name in enumerate(names)
        if all(plan.leaving(roll).events[place] for roll, _ in found.unfinished)
    ]
    worth = average(worths, (0,) * len(plan.counters))
    chances = {name: Ratio(weight, worth.ways) for name, weight in zip(names, worth.events, strict=True)}
    return BestPlay({name: chances[name] for name in told}, plan.costs(worth))
