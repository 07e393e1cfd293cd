"""Which Challenge a roll on the table belongs to, and how it goes on from there."""

from app.model import Model, Table
from pyrules.systems.relics.challenges import Going, challenges, going, turn_of
from pyrules.systems.relics.cohort import Undealt, belongs, undealt, unready
from pyrules.systems.relics.model import Settings
from pyrules.systems.relics.rulings import read_house_rules


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


def undealt_of(model: Model, table: Table) -> Undealt | None:
    """The roll on the table as a turn whose Stress waits to be dealt out."""
    return next((one for one in undealt(model.campaign) if one.id == table.event), None)


def turn_ahead(model: Model, table: Table) -> Going | None:
    """The Challenge whose next turn is the way on from the roll on the table, unless the form has another test."""
    now = gone_on(model, table) if table.test == model.sheet.test else None
    return now if now and now.turn and not unready(model.campaign, now) else None
