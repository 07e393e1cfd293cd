"""Which Challenge a roll on the tray belongs to, and how it goes on from there."""

from typing import cast

from app.form.state import Sheet, sheet_of_notation, sheet_of_values
from app.model import Model
from app.roll.state import Tray
from pyrules.campaign.events import Rolled
from pyrules.systems.relics.challenges import Going, challenges, going, turn_of
from pyrules.systems.relics.cohort import Undealt, belongs, form_to_resume, pcs, undealt, unready
from pyrules.systems.relics.judge import challenges_turn
from pyrules.systems.relics.model import Challenge, Outcome, Settings
from pyrules.systems.relics.rulings import read_house_rules


def outcome_of(tray: Tray) -> Outcome:
    """Return the outcome of the turn on the tray."""
    return cast("Outcome", tray.verdict.outcome)


def house_rules(model: Model) -> Settings:
    """The house rules that the reader has set."""
    return read_house_rules(model.house_rules)


def all_going(model: Model) -> tuple[Going, ...]:
    """The Challenges of the campaign."""
    return challenges(model.campaign, house_rules(model))


def challenge_named(model: Model, name: str) -> Going | None:
    """The Challenge of a name."""
    return going(model.campaign, house_rules(model), name)


def going_of(model: Model, tray: Tray) -> Going | None:
    """The Challenge that the roll on the tray belongs to, as it stands."""
    return challenge_named(model, turn_of(model.campaign, tray.event))


def gone_on(model: Model, tray: Tray) -> Going | None:
    """The Challenge that the roll on the tray belongs to, if the same test again would be none of its turns."""
    now = going_of(model, tray)
    return now if now and not belongs(tray.test, now) else None


def waiting(model: Model) -> tuple[Undealt, ...]:
    """The turns whose Stress waits to be dealt out; none where there is nobody to take it."""
    return undealt(model.campaign) if pcs(model.campaign) else ()


def challenge_faced(model: Model) -> Going | None:
    """The Challenge whose next turn the form has, or the turn that lies on the tray."""
    now, test, tray = challenge_named(model, model.challenge), model.sheet.test, model.tray
    if tray and model.result and tray.test == test:
        return going_of(model, tray)
    return now if now and test and belongs(test, now) else None


def undealt_of(model: Model, tray: Tray) -> Undealt | None:
    """The roll on the tray as a turn whose Stress waits to be dealt out, or a later turn of its Challenge.

    Where not everything is everybody's, the later one is the game master's to deal out.
    """
    table = model.table
    under = turn_of(model.campaign, tray.event) if not table or table.hub or table.all_may else ""
    return next((one for one in waiting(model) if one.id == tray.event or one.turn.under == under != ""), None)


def cohorts_turn(model: Model) -> Tray | None:
    """The Cohort's turn that another device has rolled last, for the game master, whose turn it is then."""
    table = model.table
    theirs = table.newest if table and table.hub else None
    if theirs is None or theirs.away or theirs.system != model.system.id:
        return None
    rolls = (one for one in reversed(model.campaign.entries) if isinstance(one.event, Rolled) and not one.is_struck)
    last = next((one.id for one in rolls if one.event.system == theirs.system), "")
    return None if last != theirs.tray.event or isinstance(theirs.tray.test.acting, Challenge) else theirs.tray


def turn_before(model: Model, tray: Tray) -> Tray | None:
    """The turn that the next one follows: the Cohort's of another device, or the reader's that is still in the form."""
    return cohorts_turn(model) or (tray if tray.test == model.sheet.test else None)


def turn_ahead(model: Model, tray: Tray) -> Going | None:
    """The Challenge whose next turn is the way on from the turn that it follows."""
    before = turn_before(model, tray)
    now = gone_on(model, before) if before else None
    return now if now and now.turn and not unready(model.campaign, now) else None


def untracked_turn(model: Model, tray: Tray) -> Sheet | None:
    """The form of the turn that follows the one on the tray, in a Challenge that is not in the tracker.

    None where it is resolved, where the log has no turn of its Cohort, and where the form has another test.
    """
    before = turn_before(model, tray)
    if before is None or turn_of(model.campaign, before.event):
        return None
    if not isinstance(before.test.acting, Challenge):
        further = challenges_turn(before.test, outcome_of(before))
        return sheet_of_notation(model.system, model.sheet, further[0].notation, model.house_rules) if further else None
    values = form_to_resume(model.campaign, before.test.acting)
    return sheet_of_values(model.system, model.sheet, values, model.house_rules) if values else None
