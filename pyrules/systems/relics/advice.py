"""The options after a roll: simple modifiers placed otherwise, and the turns that follow."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from pyrules.core.budget import TooMuchWork, spend
from pyrules.core.english import all_of, amount
from pyrules.core.odds import NOTHING, Advice, rank_advice
from pyrules.core.ratio import CERTAIN, NEVER, Ratio
from pyrules.core.roll import Pick, Roll
from pyrules.systems.relics import progress, rounds, rules
from pyrules.systems.relics.judge import (
    PLACE,
    can_place,
    challenges_turn,
    lying,
    outcome_as_placed,
    places,
    with_declared_traits,
)
from pyrules.systems.relics.model import Challenge, Outcome, Test
from pyrules.systems.relics.odds import main_event, outcome_events, turn_events, weights_of
from pyrules.systems.relics.placing import assignment
from pyrules.systems.relics.placing.objective import wishes
from pyrules.systems.relics.placing.states import FEWER_UNITS, UNITS
from pyrules.systems.relics.placing.tallies import successes

SECONDS_A_STEP = 2e-5
"""The most seconds of one step of finding the best places for all wishes together, measured."""


def advice(test: Test, roll: Roll) -> tuple[Advice, ...]:
    """The advice after a roll, the best chance of the main event first."""
    outcome = outcome_as_placed(test, roll)
    found = [Advice(NOTHING, f"Leave it at {_brings(outcome)}", _certain(test, outcome))]
    with suppress(TooMuchWork):
        if can_place(with_declared_traits(test, roll)):
            spend(SECONDS_A_STEP * assignment.steps(with_declared_traits(test, roll)), UNITS, FEWER_UNITS)
            found += _placements(test, roll, outcome)
    for turn in challenges_turn(test, outcome):
        found += _next_turn(test, outcome, turn.id, turn.label)
    return rank_advice(found, main_event(test))


def _certain(test: Test, outcome: Outcome) -> dict[str, Ratio]:
    return {name: CERTAIN if happened else NEVER for name, happened in outcome_events(test, outcome).items()}


def _brings(outcome: Outcome) -> str:
    """The gains of an outcome, in a few words."""
    parts = [amount(outcome.successes, "success", "successes")]
    parts += [f"{n:+d} {name}" for n, name in ((outcome.destiny, "Destiny"), (outcome.doom, "Doom")) if n]
    return ", ".join(parts)


def _placements(test: Test, roll: Roll, now: Outcome) -> Iterator[Advice]:
    """Placements that bring something else than the one in force, each the best for something."""
    known: dict[tuple[int, ...], tuple[Outcome, list[str], tuple[int, ...]]] = {_gist(now): (now, [], ())}
    values, in_force, whole = lying(test, roll), places(test, roll), with_declared_traits(test, roll)
    for wish, wanted in wishes(whole, len(values)).items():
        chosen = assignment.wished_places(whole, values, in_force, wanted)
        outcome = outcome_as_placed(test, roll.with_pick(Pick(PLACE, chosen)))
        known.setdefault(_gist(outcome), (outcome, [], chosen))[1].append(wish)
    for outcome, wished, chosen in list(known.values())[1:]:
        label = f"Place for {all_of(wished)}: {_brings(outcome)}"
        yield Advice(PLACE, label, _certain(test, outcome), places=chosen)
        if now.resolved < outcome.resolved and not outcome.resolves:
            yield from _next_turn(test, outcome, PLACE, label, chosen)


def _gist(outcome: Outcome) -> tuple[int, ...]:
    return outcome.successes, outcome.destiny, outcome.doom, rules.botch_count(outcome)


def _next_turn(test: Test, outcome: Outcome, option: str, label: str, places: tuple[int, ...] = ()) -> Iterator[Advice]:
    """Another turn of the Cohort once the Challenge has taken its own; none where its odds would take too long."""
    cohort = test.acting
    if isinstance(cohort, Challenge) or cohort.challenge is None:
        return
    further = progress.after(cohort.challenge, outcome.resolved)
    again = replace(test, acting=replace(cohort, against=further))
    with suppress(TooMuchWork):
        dealt = rounds.stress(successes(Test(further)))
        weights, found = weights_of(again)
        means = rounds.whole(weights, further).means
        stress = f"{dealt.value:.1f} Stress on average"
        policy = f"then a Cohort's turn like this one; the Challenge's turn without traits deals {stress}"
        if "rounds" in means:
            later = dealt.value + means["stress_until_resolved"].value
            rounds_left = f"{means['rounds'].value:.1f} more rounds"
            policy += f", and turns like these resolve it in {rounds_left}, for {later:.1f} Stress in all"
        yield Advice(option, label, turn_events(again, weights, found), places=places, policy=policy)
