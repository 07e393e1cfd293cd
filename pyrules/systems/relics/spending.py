"""Relics of the Moon in a session: a Challenge round by round, with the Destiny, Doom and Stress that it brings.

Each test is a round: the Cohort's turn, and then the Challenge's own without traits unless it is resolved. Stress is
dealt out evenly, the leader last, so that a person leads until all PCs are Stressed Out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pyrules.core.english import all_of
from pyrules.core.errors import RulesError
from pyrules.core.roll import Roll
from pyrules.sessions.spending import Came, Changes, Policy, Spending
from pyrules.systems.relics import pool, progress, rules
from pyrules.systems.relics.challenges import RESOLVED, STRESS
from pyrules.systems.relics.judge import effects, outcome_as_placed
from pyrules.systems.relics.model import Challenge, Cohort, Huddle, Outcome, Test, Trait
from pyrules.systems.relics.odds import main, succeeds
from pyrules.systems.relics.placing.tallies import finals
from pyrules.systems.relics.pool import refusal

DESTINY, DOOM = "destiny", "doom"


def check(tests: Sequence[Test]) -> None:
    """Raise `RulesError` for turns of a Challenge, which follow by themselves, and for several Challenges."""
    if any(isinstance(test.acting, Challenge) for test in tests):
        raise RulesError(
            "a Challenge's turn cannot be listed; list the Cohort's turns, and the Challenge's follow them"
        )
    faced = {(one.threat, one.rating) for test in tests if (one := test.acting.challenge)}
    if len(faced) > 1:
        several = all_of([f"{threat} {rating}" for threat, rating in sorted(faced)])
        raise RulesError(f"{several} are several Challenges; a session has one, so start another with what is left")


def starts(test: Test) -> dict[str, int]:
    """The resolved dice that the first turn names."""
    return {RESOLVED: test.acting.challenge.resolved} if test.acting.challenge else {}


def deciding(tests: Sequence[Test], policy: Policy) -> tuple[str, ...]:
    """Resolved dice and Stress; Destiny and Doom where they are spent."""
    spends = policy != "never" or any(rules.trait_destiny(test) for test in tests)
    doom = any(trait.doom < 0 for test in tests for trait in test.traits)
    return RESOLVED, STRESS, *([DESTINY] if spends else []), *([DOOM] if doom else [])


def ready(test: Test, held: Mapping[str, int], policy: Policy) -> Test | None:
    """The Cohort's turn as things stand; None once the Challenge is resolved, or when nobody can lead.

    Traits that the pools cannot pay for are not activated. Destiny is spent on dice by the policy alone.
    """
    cohort = test.acting
    if not isinstance(cohort, Cohort):
        return None
    leader = held[STRESS] // pool.pcs(cohort)
    if progress.refused_leader(leader, test.settings):
        return None
    if cohort.challenge:
        faced = replace(cohort.challenge, resolved=held[RESOLVED], freed=min(cohort.challenge.freed, held[RESOLVED]))
        if progress.is_resolved(faced):
            return None
        cohort = replace(cohort, against=faced)
    if isinstance(cohort.start, Huddle):
        cohort = replace(cohort, start=replace(cohort.start, stress=leader))
    paid = replace(test, acting=replace(cohort, destiny=0), traits=_payable(test.traits, held))
    return paid if policy == "never" else _with_destiny(paid, held[DESTINY] - rules.trait_destiny(paid), policy)


def _payable(traits: Sequence[Trait], held: Mapping[str, int]) -> tuple[Trait, ...]:
    """The traits that the pools can pay for, the first ones first."""
    destiny, doom = held.get(DESTINY, 0), held.get(DOOM, 0)
    found = []
    for trait in traits:
        if trait.destiny <= destiny and -trait.doom <= doom:
            destiny, doom = destiny - trait.destiny, doom + min(0, trait.doom)
            found.append(trait)
    return tuple(found)


def _with_destiny(test: Test, held: int, policy: Policy) -> Test:
    """The turn with Destiny spent on dice: all that fits the pool or, as advised, the least of the best chance."""
    found = [test]
    while len(found) <= held:
        more = _spending(test, len(found))
        if refusal(more):
            break
        found.append(more)
    return found[-1] if policy == "all" else max(found, key=lambda one: main(one).value)


def _spending(test: Test, destiny: int) -> Test:
    return replace(test, acting=replace(test.acting, destiny=destiny)) if isinstance(test.acting, Cohort) else test


def changes(test: Test, roll: Roll) -> Changes:
    """The costs and gains of a turn."""
    return _changes(test, outcome_as_placed(test, roll))


def _changes(test: Test, outcome: Outcome) -> Changes:
    return tuple((effect.counter, effect.delta) for effect in effects(test, outcome))


def follows(test: Test, roll: Roll, _: Policy) -> Test | None:
    """The Challenge's turn after a Cohort's that does not resolve it."""
    return _next_turn(test, outcome_as_placed(test, roll))


def _next_turn(test: Test, outcome: Outcome) -> Test | None:
    faced = test.acting.challenge
    if not isinstance(test.acting, Cohort) or faced is None or outcome.resolves:
        return None
    return Test(progress.after(faced, outcome.resolved), settings=test.settings)


def possible_ends(test: Test, _: Policy) -> Came[Test]:
    """All that a turn may come to, simple modifiers in their best places."""
    ends: dict[tuple[Changes, bool, Test | None], int] = {}
    found = finals(test)
    for tally, weight in found.items():
        outcome = rules.outcome(test, tally)
        success = counts(test) and succeeds(test, outcome.successes)
        key = _changes(test, outcome), success, _next_turn(test, outcome)
        ends[key] = ends.get(key, 0) + weight
    return Came(ends, sum(found.values()))


def counts(test: Test) -> bool:
    """True if the success of a turn is the Cohort's."""
    return isinstance(test.acting, Cohort)


SPENDING: Spending[Test] = Spending(
    check=check,
    starts=starts,
    deciding=deciding,
    ready=ready,
    next_pick=lambda *_: None,
    effects=changes,
    counts=counts,
    follows=follows,
    came=possible_ends,
)
