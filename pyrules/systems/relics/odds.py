"""The exact odds of a turn before the roll, by the same rules that judge it."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from operator import le

from pyrules.core.budget import TooMuchWork
from pyrules.core.english import amount
from pyrules.core.odds import BestPlay, Distribution, Goal, Luck, Odds
from pyrules.core.ratio import Ratio
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import LONGEST
from pyrules.systems.relics import pool, progress, rounds, rules
from pyrules.systems.relics.model import SUCCESSES_FIRST, AddDice, Challenge, Outcome, Test, Trait
from pyrules.systems.relics.placing.tallies import Tallies, Weights, successes, tallies
from pyrules.systems.relics.pool import refusal
from pyrules.systems.relics.writing import write

RESOLVES, SUCCESS, STRESS = "resolves", "success", "stress"

BEYOND_SUCCESSES = ("destiny", "doom", "no_botch")

LIKELY = 0.5
"""Below this chance of resolving a Challenge now, the whole of it is told first."""

FEW = 6
"""With this many units all that a turn brings is never too much work."""


def odds(test: Test) -> Odds:
    """The exact odds of a turn, and of the whole Challenge where the Cohort acts against a known one.

    Where units are many and all that they bring would take too long, it is successes and what depends on these. Raises
    `TooMuchWork` when even that would.
    """
    weights, found = weights_of(test)
    counted = {"successes": weights}
    if found:
        counted |= {"destiny": found.destiny, "doom": found.doom}
    elif not rules.tides_shift(test.acting):
        counted |= {name: {0: sum(weights.values())} for name in ("destiny", "doom")}
    distributions = {name: Distribution(tuple(sorted(one.items())), sum(one.values())) for name, one in counted.items()}
    means = {name: distribution.mean() for name, distribution in distributions.items()}
    events = turn_events(test, weights, found)
    forecast = ""
    if isinstance(test.acting, Challenge):
        means["stress"] = rounds.stress(weights)
    elif test.acting.challenge:
        whole = rounds.whole(weights, test.acting.challenge)
        events["finishes"] = whole.finishes
        distributions |= whole.distributions
        means |= whole.means
        if events[RESOLVES].value < LIKELY:
            forecast = whole.forecast
    left_out = tuple([name for name in BEYOND_SUCCESSES if name not in events and name not in distributions])
    return Odds(main_event(test), events, distributions, means, Goal("successes", enough(test)), left_out, forecast)


def best_play(test: Test) -> BestPlay:
    """The chances of a turn whose own units lie for the most successes, whatever a house rule proposes."""
    return BestPlay(odds(replace(test, settings=replace(test.settings, placement=SUCCESSES_FIRST))).events, {})


def weights_of(test: Test) -> tuple[Weights, Tallies | None]:
    """The weights of successes, and of all that a turn brings unless that would take too long.

    Raises `TooMuchWork` when even the successes would.
    """
    few = len(rules.units(test)) <= FEW
    weights = {} if few else successes(test)
    try:
        found = tallies(test)
    except TooMuchWork:
        if few:
            raise
        return weights or successes(test), None
    return found.successes, found


def turn_events(test: Test, weights: Weights, found: Tallies | None) -> dict[str, Ratio]:
    """The chances of a turn's events, the main one first, from its `weights_of`."""
    events = {
        main_event(test): _chance(weights, partial(le, enough(test))),
        "disaster": _chance(weights, rules.disaster),
    }
    return events | {"no_botch": Ratio(found.botchless, found.ways)} if found else events


def outcome_events(test: Test, outcome: Outcome) -> dict[str, bool]:
    """Which of these events an outcome is."""
    return {
        main_event(test): succeeds(test, outcome.successes),
        "disaster": outcome.disaster,
        "no_botch": not rules.botch_count(outcome),
    }


def main_event(test: Test) -> str:
    """The aim of a turn: resolving the Challenge, or any successes where none is known; a Challenge deals Stress."""
    if isinstance(test.acting, Challenge):
        return STRESS
    return RESOLVES if test.acting.challenge else SUCCESS


@lru_cache(maxsize=128)
def main(test: Test) -> Ratio:
    """The chance of the main event; kept, as most of many pools may be the same where there are few PCs."""
    return _chance(successes(test), partial(le, enough(test)))


def enough(test: Test) -> int:
    """The fewest successes that bring the main event about."""
    return bisect_left(range(MOST_DICE), True, key=partial(succeeds, test))


def succeeds(test: Test, number: int) -> bool:
    """True if n successes bring the main event about."""
    if isinstance(test.acting, Challenge):
        return progress.stress(number) > 0
    challenge = test.acting.challenge
    resolved = progress.resolves(number, challenge)
    return progress.is_resolved(challenge, resolved) if challenge else resolved > 0


def _chance(weights: Weights, happens: Callable[[int], bool]) -> Ratio:
    return Ratio(sum(weight for number, weight in weights.items() if happens(number)), sum(weights.values()))


def luck(test: Test, outcome: Outcome) -> Luck | None:
    """The rank of the successes of a turn; None when nothing was thrown."""
    if not pool.thrown_dice(test):
        return None
    found, rolled = successes(test), outcome.successes
    ways, at_least = sum(found.values()), sum([weight for number, weight in found.items() if number >= rolled])
    return Luck(Ratio(at_least, ways), Ratio(ways - at_least + found.get(rolled, 0), ways))


def deciding(test: Test) -> tuple[str, Distribution]:
    """The successes of a turn, with their distribution."""
    found = successes(test)
    return "successes", Distribution(tuple(sorted(found.items())), sum(found.values()))


def sizes(test: Test) -> range:
    """The numbers of dice that a turn may have: a Challenge has one at least."""
    return range(1 if isinstance(test.acting, Challenge) else 0, MOST_DICE + 1)


def with_dice(test: Test, dice: int) -> Test:
    """The same turn with another number of dice; a Cohort has no more than three for each PC all the same."""
    acting = test.acting
    if isinstance(acting, Challenge):
        resolved = min(progress.resolved_dice(acting), dice - 1)
        return replace(test, acting=Challenge(acting.threat, dice, max(0, resolved)))
    dice = pool.within(dice, pool.most_dice(acting))
    traits = tuple(trait for trait in test.traits if not isinstance(trait.modifier, AddDice))
    if isinstance(acting.start, int):
        return replace(test, acting=replace(acting, start=dice, destiny=0), traits=traits)
    more = dice - pool.start_dice(acting.start, test.settings)
    added = (Trait(AddDice(more)),) if more else ()
    return replace(test, acting=replace(acting, destiny=0), traits=(*traits, *added))


def rises(test: Test) -> bool:
    """True if more dice never lower the main chance.

    Modifiers may help or harm a small pool more than a large one, and dice beside automatic results may be botches.
    """
    return not (rules.units(test) or any(pool.automatic_results(test)))


def variants(test: Test) -> tuple[tuple[str, Test], ...]:
    """The turn with one more or one fewer die, Destiny, or die that is resolved."""
    found = [*_other_pools(test), *_other_challenges(test)]
    return tuple(
        (label, variant) for label, variant in found if refusal(variant) is None and len(write(variant)) <= LONGEST
    )


def _other_pools(test: Test) -> Iterator[tuple[str, Test]]:
    """Other numbers of dice: a Cohort's, as a Challenge has as many as its Rating."""
    if isinstance(test.acting, Challenge):
        return
    dice = pool.dicepool(test)
    for more in (1, -1):
        if 0 <= dice + more <= MOST_DICE:
            variant = with_dice(test, dice + more)
            if pool.dicepool(variant) == dice + more:
                yield amount(dice + more, "die", "dice"), variant
    spent = replace(test.acting, destiny=test.acting.destiny + 1)
    yield "one more Destiny", replace(test, acting=spent)


def _other_challenges(test: Test) -> Iterator[tuple[str, Test]]:
    """Other numbers of resolved dice."""
    acting = test.acting
    challenge = acting.challenge
    if challenge is None:
        return
    for more in (1, -1):
        resolved = progress.resolved_dice(challenge) + more
        if 0 <= resolved < challenge.rating:
            variant = Challenge(challenge.threat, challenge.rating, resolved)
            further = variant if isinstance(acting, Challenge) else replace(acting, against=variant)
            yield f"{amount(resolved, 'die', 'dice')} resolved", replace(test, acting=further)
