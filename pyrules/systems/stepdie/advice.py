"""What IP are best spent on after a Step Die roll: each purchase alone, and the best way on from it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from pyrules.core.odds import NOTHING, Advice, Ratio, ranked
from pyrules.core.roll import Roll
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.judge import options
from pyrules.systems.stepdie.model import Outcome, Tally, Test
from pyrules.systems.stepdie.odds import EVENTS, SUCCESS, counted
from pyrules.systems.stepdie.plans import ADD, GOALS, PARTIAL, REROLL, SUCCEEDING, Goal, Plan, Table, plan

STEPS = {REROLL: "reroll", ADD: "add a d6", PARTIAL: "a partial success"}


def advice(test: Test, roll: Roll) -> tuple[Advice, ...]:
    """Leaving the dice, each purchase alone, and the plans that start with it; the best chance of success first."""
    lying = table(test, roll)
    found = [
        Advice(NOTHING, "Leave the dice as they lie", _chances(lying.alone(NOTHING))),
        *(
            Advice(option.id, option.label, _chances(lying.alone(option.id)), option.cost, option.counter)
            for option in options(test, roll)
        ),
    ]
    alone = {one.option: one for one in found}
    for goal in GOALS:
        for one in _planned(lying, goal, alone):
            if not any(one.option == known.option and one.chances == known.chances for known in found):
                found.append(one)
    return ranked(found, SUCCESS)


def table(test: Test, roll: Roll) -> Table:
    """The dice of a roll, and the IP left to spend on them."""
    dice = rules.dicepool(test)
    shown = [die.face for die in roll.pool(0)]
    d6s = shown[:dice]

    def told(face: int) -> Tally:
        hit = rules.is_hit(face, test.settings)
        return Tally(int(hit), rules.step_stands(face, d6s), rules.step_is_low(face))

    return Table(
        test,
        hits=counted((*d6s, *shown[dice + 1 :]), test.settings)[0],
        step=told(shown[dice]),
        faces=Counter(map(told, range(1, test.step + 1))),
        left=rules.left(test, roll.picks),
        bought=rules.partial_bought(roll.picks),
    )


def _chances(outcomes: Sequence[tuple[int, Outcome]]) -> dict[str, Ratio]:
    ways = sum(times for times, _ in outcomes)
    return {
        name: Ratio(sum(times for times, outcome in outcomes if happens(outcome)), ways)
        for name, happens in EVENTS.items()
    }


def _planned(lying: Table, goal: Goal, alone: Mapping[str, Advice]) -> Iterator[Advice]:
    """For success every first purchase that is worth going on from, for any other goal the best one."""
    made = plan(lying, goal)
    firsts = goal.purchases if goal is SUCCEEDING else (made.best[lying.left, lying.hits, lying.step],)
    for purchase in firsts:
        if purchase in made.worths and purchase in alone and made.improves(purchase):
            yield Advice(
                purchase,
                alone[purchase].label,
                made.chances(purchase),
                alone[purchase].cost,
                alone[purchase].counter,
                policy=_policy(made, purchase),
            )


def _policy(made: Plan, purchase: str) -> str:
    following = [
        STEPS[step] if times == 1 else f"{STEPS[step]} {times} times"
        for step, times in ((step, len(list(run))) for step, run in groupby(made.way(purchase)))
    ]
    spent = f"{made.spent(purchase).value:.2f} IP in all on average"
    return f"go on {made.goal.words}; while nothing comes of it {', '.join(following)}; {spent}"
