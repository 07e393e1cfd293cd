"""Which Challenge a roll on the table belongs to, and how it goes on from there."""

from typing import cast

from app.form.state import Sheet, filled, noted
from app.model import Model
from app.roll.state import Table
from pyrules.systems.relics.challenges import Going, challenges, going, turn_of
from pyrules.systems.relics.cohort import Undealt, belongs, pcs, resumed, undealt, unready
from pyrules.systems.relics.judge import challenges_turn
from pyrules.systems.relics.model import Challenge, Outcome, Settings
from pyrules.systems.relics.rulings import read_house_rules


def outcome_of(table: Table) -> Outcome:
    """What the turn on the table came to."""
    return cast("Outcome", table.verdict.outcome)


def house_rules(model: Model) -> Settings:
    """The house rules that the reader has set."""
    return read_house_rules(model.house_rules)


def all_going(model: Model) -> tuple[Going, ...]:
    """The Challenges of the campaign."""
    return challenges(model.campaign, house_rules(model))


def named(model: Model, name: str) -> Going | None:
    """The Challenge of a name."""
    return going(model.campaign, house_rules(model), name)


def going_of(model: Model, table: Table) -> Going | None:
    """The Challenge that the roll on the table belongs to, as it stands."""
    return named(model, turn_of(model.campaign, table.event))


def gone_on(model: Model, table: Table) -> Going | None:
    """The Challenge that the roll on the table belongs to, if the same test again would be none of its turns."""
    now = going_of(model, table)
    return now if now and not belongs(table.test, now) else None


def waiting(model: Model) -> tuple[Undealt, ...]:
    """The turns whose Stress waits to be dealt out; none where there is nobody to take it."""
    return undealt(model.campaign) if pcs(model.campaign) else ()


def faced(model: Model) -> Going | None:
    """The Challenge whose next turn the form has, or the turn that lies on the table."""
    now, test, table = named(model, model.challenge), model.sheet.test, model.table
    if table and model.result and table.test == test:
        return going_of(model, table)
    return now if now and test and belongs(test, now) else None


def undealt_of(model: Model, table: Table) -> Undealt | None:
    """The roll on the table as a turn whose Stress waits to be dealt out."""
    return next((one for one in waiting(model) if one.id == table.event), None)


def turn_ahead(model: Model, table: Table) -> Going | None:
    """The Challenge whose next turn is the way on from the roll on the table, unless the form has another test."""
    now = gone_on(model, table) if table.test == model.sheet.test else None
    return now if now and now.turn and not unready(model.campaign, now) else None


def untracked_turn(model: Model, table: Table) -> Sheet | None:
    """The form of the turn that follows the one on the table, in a Challenge that is not in the tracker.

    None where it is resolved, where the log has no turn of its Cohort, and where the form has another test.
    """
    if table.test != model.sheet.test or turn_of(model.campaign, table.event):
        return None
    if not isinstance(table.test.acting, Challenge):
        further = challenges_turn(table.test, outcome_of(table))
        return noted(model.system, model.sheet, further[0].notation, model.house_rules) if further else None
    values = resumed(model.campaign, table.test.acting)
    return filled(model.system, model.sheet, values, model.house_rules) if values else None
