"""What Moonwalk keeps track of: people with dicepools, modifiers that last and Wounds, and failed tests tried again."""

from collections.abc import Sequence
from dataclasses import replace

from pyrules.campaign.people import (
    WOUNDS,
    first_pool,
    lasting_field,
    lasting_offers,
    lasting_rows,
    pool_offers,
    pools_field,
    with_wounds,
    wounds_of,
)
from pyrules.campaign.rolls import Occasion
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Offer, Person, Played, Standing, Tracking
from pyrules.core.form import Field, Values, read_label
from pyrules.core.odds import Advice
from pyrules.core.roll import MOST_DICE, Roll
from pyrules.core.scan import MOST_NUMBER
from pyrules.core.verdict import Option
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.judge import another_try, judge
from pyrules.systems.moonwalk.model import Extended, ExtendedOutcome, Test
from pyrules.systems.moonwalk.notation import RESERVED
from pyrules.systems.moonwalk.retries import again, once_over, penalty_over, retries, roller

POOLS = pools_field(
    Field("pool", "Dicepool", "number", 6, 0, MOST_DICE),
    Field("limit", "Limit", "number", None, 0, MOST_NUMBER, optional=True),
    Field("skill", "Skill, kept apart", "text", ""),
    Field("skill_dice", "Its dice", "number", None, 0, MOST_DICE, optional=True),
)
LASTING = lasting_field(Field("number", "Dice", "number", 1, -MOST_NUMBER, MOST_NUMBER))


def pools(standing: Standing[Test]) -> tuple[Offer, ...]:
    """The named dicepools, each with its limit and its skill; what was only for the test before goes away."""
    if standing.person is None:
        return ()
    own = standing.person.values["pools"]
    skills = [row for one in own for row in skill_rows(one)]
    others = [row for row in lasting_rows("moonwalk", standing) if row not in skills]
    found = []
    for offer, row in zip(pool_offers(standing, told), own, strict=True):
        skill = skill_rows(row)
        taken = offer.taken and [one for one in standing.form["modifiers"] if one in skills] == skill
        plain = {"modifiers": [*skill, *others], "rule_of_six": False, "standard": False}
        found.append(replace(offer, puts=offer.puts | plain, taken=taken))
    return tuple(found)


def check(values: Values) -> None:
    """Raise `FormError` for a skill that cannot stand in a notation."""
    for place, row in enumerate(values["pools"]):
        read_label(row["skill"], f"pools.{place}.skill", RESERVED)


def skill_rows(row: Values) -> list[Values]:
    """The skill of a dicepool as modifiers of the form."""
    return [{"label": row["skill"], "number": row["skill_dice"]}] if row["skill_dice"] else []


def told(row: Values) -> str:
    """A dicepool in short.

    >>> told({"label": "Agility", "pool": 5, "limit": 6, "skill": "Pistols", "skill_dice": 4})
    '5 + Pistols 4 [6]'
    """
    limit = "" if row["limit"] is None else f"[{row['limit']}]"
    skill = f"+ {row['skill']} {row['skill_dice']}".replace("  ", " ") if row["skill_dice"] else ""
    return " ".join(filter(None, (f"{row['pool']}", skill, limit)))


def offers(standing: Standing[Test]) -> tuple[Offer, ...]:
    """The dicepools, and the modifiers that last."""
    return *pools(standing), *lasting_offers(standing, lambda row: f"{row['number']:+}")


def chosen(standing: Standing[Test]) -> Values:
    """The first of someone's dicepools, without the Wounds of another one."""
    return first_pool(standing, pools(standing))


def left_over(standing: Standing[Test], before: State | None) -> tuple[Values, str]:
    """A die fewer for every Wound, by the house rule."""
    return with_wounds("moonwalk", standing, before, wounds_row)


def wounds_row(number: int) -> Values:
    """Wounds as a modifier of the form."""
    return {"label": WOUNDS, "number": -number}


def defences(standing: Standing[Test], defender: Person) -> tuple[Offer, ...]:
    """The defender's dicepools, each with its skill and with what the defender's Wounds take, but not with its limit.

    What the defender rolls counts: a limit that was typed for another test goes, one typed after the choice stays.
    """
    form, found = standing.form, []
    wounds = wounds_of("moonwalk", standing, defender.name)
    for place, row in enumerate(defender.values["pools"]):
        puts = {
            "kind": "opposed",
            "defence": row["pool"],
            "defence_limit": None,
            "defence_label": row["label"],
            "defence_modifiers": [*skill_rows(row), *([wounds_row(wounds)] if wounds else [])],
        }
        taken = all(form[name] == puts[name] for name in ("kind", "defence", "defence_label"))
        found.append(Offer(f"pools.{place}", "Defence", row["label"], told({**row, "limit": None}), puts, taken))
    return tuple(found)


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
    fields=(POOLS, LASTING),
    reserved={"pools": RESERVED, "modifiers": RESERVED},
    check=check,
    chosen=chosen,
    offers=offers,
    defences=defences,
    left_over=left_over,
    occasion=occasion,
    further=further,
    advised=advised,
    tries_again=tries_again,
    ranked=lambda outcome: outcome.kept,
)
