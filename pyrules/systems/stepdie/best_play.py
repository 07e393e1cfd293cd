"""The value of a Step Die roll when IP are spent on success in the best way, before the dice fall."""

from dataclasses import replace

from pyrules.core.budget import shared_budget, spend
from pyrules.core.odds import NOTHING, BestPlay
from pyrules.core.outcomes import enumerate_rolls
from pyrules.core.ratio import NEVER, Ratio
from pyrules.core.system import System
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.advice import table
from pyrules.systems.stepdie.model import Test
from pyrules.systems.stepdie.odds import chances
from pyrules.systems.stepdie.plans import SUCCEEDING, Plan, Table, plan

SECONDS_A_PLAN = 6e-3
"""The seconds of planning for some dice in a browser, about."""


def best_play(system: System[Test], test: Test) -> BestPlay:
    """The chances before the roll with IP spent on success in the best way; raises `TooMuchWork` for too many dice."""
    plans: dict[Table, Plan] = {}
    events: dict[str, Ratio] = {}
    cost = NEVER
    with shared_budget():
        found = enumerate_rolls(system, test)
        for roll, weight in found.finished:
            lying, share = table(test, roll), Ratio(weight, found.ways)
            known = replace(lying, state=(lying.state[0], 0, False))
            if known not in plans:
                spend(SECONDS_A_PLAN, "spending IP on so many dice", "roll fewer")
                plans[known] = plan(known, SUCCEEDING)
            made = replace(plans[known], table=lying)
            told = [(lying.outcome(lying.state), 1)]
            if made.first != NOTHING:
                told = made.outcomes(made.first)
                cost += share * made.mean_spent(made.first)
            for name, chance in chances(test, told).items():
                events[name] = events.get(name, NEVER) + share * chance
    return BestPlay(events, {rules.IP: cost})
