"""The best use of IP after a Step Die roll: each purchase alone, and the best way on from it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from pyrules.core.odds import NOTHING, Advice, rank_advice
from pyrules.core.roll import Roll
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.judge import options
from pyrules.systems.stepdie.model import Tally, Test
from pyrules.systems.stepdie.odds import D6, SUCCESS, chances, hits_and_misses
from pyrules.systems.stepdie.plans import OTHER_GOALS, SUCCEEDING, Plan, Table, plan


def advice(test: Test, roll: Roll) -> tuple[Advice, ...]:
    """Leaving the dice, each purchase alone, and the plans that start with it; the best chance of success first."""
    lying = table(test, roll)
    alone = {
        option.id: Advice(
            option.id,
            option.label,
            chances(test, lying.alone(option.id)),
            option.cost,
            option.counter,
            rerolls=int(option.id == rules.REROLL),
        )
        for option in options(test, roll)
        if option.cost
    }
    succeeding = plan(lying, SUCCEEDING)
    found = [
        Advice(NOTHING, "Leave the dice as they lie", chances(test, [(lying.outcome(lying.state), 1)])),
        *alone.values(),
        *_plan_advice(succeeding, succeeding.goal.purchases, alone),
        *_kept_back(succeeding, alone),
    ]
    for goal in OTHER_GOALS:
        made = plan(lying, goal)
        known = [(one.option, one.chances) for one in found]
        found += [one for one in _plan_advice(made, (made.first,), alone) if (one.option, one.chances) not in known]
    return rank_advice(found, SUCCESS)


def table(test: Test, roll: Roll) -> Table:
    """The dice of a roll, and the IP left to spend on them."""
    dice = rules.dicepool(test)
    shown = [die.face for die in roll.pool(0)]
    d6s, step, added = shown[:dice], shown[dice], shown[dice + 1 :]

    def face_tally(face: int) -> Tally:
        hit = rules.is_hit(face, test.settings)
        return Tally(int(hit), rules.step_stands(face, d6s), rules.step_is_low(face))

    faces = Counter(map(face_tally, range(1, test.step + 1)))
    hits, _ = hits_and_misses((*d6s, *added), test.settings)
    settled, again = rules.settle_roll(test, roll), rules.awards_again(test.settings)
    return Table(
        test,
        state=(hits, list(faces).index(face_tally(step)), again and settled.complications > 0),
        faces=tuple(faces.items()),
        d6=hits_and_misses(D6, test.settings),
        settled=settled if rules.awards_first(test.settings) else None,
        left=rules.still_spendable(test, roll.picks, rules.gained_ip(test, roll)),
        bought=rules.partial_bought(roll.picks),
    )


def _plan_advice(made: Plan, purchases: Sequence[str], alone: Mapping[str, Advice]) -> Iterator[Advice]:
    """The plans that begin with one of these purchases, where it is worth going on from there."""
    goal = "" if made.goal.event == SUCCESS else made.goal.event
    for purchase in purchases:
        if purchase in alone and made.improves(purchase):
            told = chances(made.table.test, made.outcomes(purchase))
            policy, spent = _policy(made, purchase), {rules.IP: made.mean_spent(purchase)}
            rerolls = (purchase, *made.way(purchase)).count(rules.REROLL)
            yield replace(alone[purchase], chances=told, policy=policy, goal=goal, spent=spent, rerolls=rerolls)


def _kept_back(made: Plan, alone: Mapping[str, Advice]) -> Iterator[Advice]:
    """The plan that leaves enough IP for a partial success, to be bought if all else fails."""
    kept = replace(made, table=replace(made.table, left=made.table.left - rules.COSTS[rules.PARTIAL]))
    if rules.PARTIAL in alone and kept.first in alone:
        yield replace(
            alone[kept.first],
            chances=chances(kept.table.test, kept.outcomes(kept.first, rules.PARTIAL)),
            policy=_policy(kept, kept.first, rules.PARTIAL),
            spent={rules.IP: kept.mean_spent(kept.first, rules.PARTIAL)},
            rerolls=(kept.first, *kept.way(kept.first)).count(rules.REROLL),
        )


def _policy(made: Plan, purchase: str, last: str = NOTHING) -> str:
    """The way on from a purchase: as long as nothing comes of any, and what to buy last if the test has failed."""
    steps = [(step, len(list(run))) for step, run in groupby((purchase, *made.way(purchase)))]
    (first, times), *others = steps
    words = [_purchase_words(first, times - 1, " more")] if times > 1 else []
    words += [_purchase_words(step, number) for step, number in others]
    onward = f"if that does not help, {', then '.join(words)}" if words else "stop if that does not help"
    won = rules.awards_again(made.table.test.settings) and rules.REROLL in (purchase, *made.way(purchase))
    end = "an IP won on the way buys one more reroll; " if won else ""
    end += "if it still fails, buy a partial success; " if last != NOTHING else ""
    return f"go on {made.goal.words}; {onward}; {end}{made.mean_spent(purchase, last).value:.2f} IP on average"


def _purchase_words(purchase: str, times: int, more: str = "") -> str:
    """The words for a purchase a number of times at most, or as often ` more`.

    >>> _purchase_words("reroll", 1), _purchase_words("reroll", 2, " more"), _purchase_words("add", 2)
    ('reroll once', 'reroll up to 2 more times', 'add up to 2 d6s')
    """
    if purchase == rules.REROLL:
        return f"reroll once{more}" if times == 1 else f"reroll up to {times}{more} times"
    return f"add 1{more} d6" if times == 1 else f"add up to {times}{more} d6s"
