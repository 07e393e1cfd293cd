"""What Moonwalk keeps track of: people with named dicepools, the time that tests take, and failed tests tried again."""

from collections.abc import Sequence
from dataclasses import replace

from pyrules.campaign.people import first_pool, pool_offers, pools_field
from pyrules.campaign.rolls import Occasion
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Offer, Played, Standing, Tracking
from pyrules.core.errors import FormError
from pyrules.core.form import Field, Values, read_form
from pyrules.core.odds import Advice
from pyrules.core.roll import MOST_DICE, Roll
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.verdict import Option
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.form import MODIFIER
from pyrules.systems.moonwalk.judge import another_try, judge
from pyrules.systems.moonwalk.model import Extended, ExtendedOutcome, Term, Test
from pyrules.systems.moonwalk.notation import RESERVED
from pyrules.systems.moonwalk.retries import again, once_over, penalty_over, retries, roller

POOLS = pools_field(
    Field("pool", "Dicepool", "number", 6, 0, MOST_DICE),
    Field("limit", "Limit", "number", None, 0, MOST_NUMBER, optional=True),
)


def offers(standing: Standing[Test]) -> tuple[Offer, ...]:
    """The named dicepools, each with its limit; a penalty for trying something else again goes away."""
    others = [row for row in standing.form["modifiers"] if not is_penalty(row)]
    found = pool_offers(
        standing, lambda row: f"{row['pool']}" if row["limit"] is None else f"{row['pool']} [{row['limit']}]"
    )
    return tuple(replace(offer, puts={**offer.puts, "modifiers": others}) for offer in found)


def is_penalty(row: Values) -> bool:
    """Whether a row of modifiers, perhaps as typed, is the penalty for trying again; what cannot be read is none."""
    try:
        read = read_form(MODIFIER, row)
    except FormError:
        return False
    return rules.is_again(Term(read["number"], read["label"]))


def occasion(plain: Occasion, standing: Standing[Test], roll: Roll, start: Roll | None) -> Occasion:
    """The time that a roll took, and the failed test that it tries again."""
    test = standing.test
    if test is None:
        return plain
    follows = "" if start is not None or not rules.again_penalty(test) else failed_before(standing, test)
    return replace(plain, took=took(standing, test, roll, start), follows=follows)


def took(standing: Standing[Test], test: Test, roll: Roll, start: Roll | None) -> int:
    """The game time of a roll in seconds: its new intervals, or what a test takes by the tracker."""
    if not rules.is_tried(test):
        return 0
    if not isinstance(test.against, Extended):
        return 0 if start is not None else standing.test_time
    outcome = judge(test, roll).outcome
    before = len(start.dice) if start is not None else 0
    rolls = outcome.rolls - before if isinstance(outcome, ExtendedOutcome) else 0
    return rolls * test.against.interval.seconds


def failed_before(standing: Standing[Test], test: Test) -> str:
    """The line of the failed test that this one tries again; "" for none.

    It is the one that was tapped; without any the person's own if there is one, the least changed first.
    """
    due = ((retry.entry, again(retry)) for retry in retries(standing.state))
    failed = [(entry, fresh) for entry, fresh in due if rules.is_another_try(test, fresh)]
    tapped = [(entry, fresh) for entry, fresh in failed if entry.id == standing.again]
    own = [(entry, fresh) for entry, fresh in failed if roller(standing.state, entry) == standing.who]
    terms = set(test.dicepool)
    least = min(tapped or own or failed, key=lambda one: len(terms.symmetric_difference(one[1].dicepool)), default=None)
    return least[0].id if least else ""


def further(standing: Standing[Test], played: Played[Test], option: Option) -> Option:
    """Another try without the penalty, once that is over."""
    over = penalty_over(standing.state, played.line)
    return another_try(rules.without_penalty(played.test)) if over else option


def advised(state: State, line: str, advice: Sequence[Advice]) -> Sequence[Advice]:
    """The advice after a failed test, once the penalty for another try is over."""
    return once_over(advice) if penalty_over(state, line) else advice


def tries_again(test: Test, failed: Test) -> bool:
    """Whether a test is another try of one that failed, as it stands as soon as it has."""
    return rules.is_another_try(test, rules.trying_at_once(failed))


TRACKING: Tracking[Test] = Tracking(
    fields=(POOLS,),
    reserved={"pools": RESERVED},
    chosen=lambda standing: first_pool(offers(standing)),
    offers=offers,
    occasion=occasion,
    further=further,
    advised=advised,
    tries_again=tries_again,
    ranked=lambda outcome: outcome.kept,
)
