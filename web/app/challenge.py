"""The Challenges of Relics of the Moon: the one that the Cohort faces, and which test or roll is a turn of which."""

from typing import Any

from app.model import Model, Table
from pyrules.campaign import cohort
from pyrules.campaign.challenges import Going, challenges
from pyrules.campaign.cohort import Undealt, undealt
from pyrules.campaign.events import Rolled
from pyrules.systems.relics.model import Settings
from pyrules.systems.relics.rulings import read_house_rules


def relics_rules(model: Model) -> Settings:
    """The house rules of Relics of the Moon."""
    return read_house_rules(model.house["relics"])


def all_going(model: Model) -> tuple[Going, ...]:
    """The Challenges of the campaign, under its house rules."""
    return challenges(model.campaign, relics_rules(model))


def going(model: Model, name: str) -> Going | None:
    """The Challenge of a name."""
    return next((one for one in all_going(model) if one.name == name), None) if name else None


def faced(model: Model) -> Going | None:
    """The chosen Challenge, at the table of its system."""
    return going(model, model.challenge) if model.system.id == "relics" else None


def under(model: Model, test: Any) -> str:
    """The chosen Challenge, if the test is its next turn; "" for any other test."""
    now = faced(model)
    return now.name if now and cohort.belongs(test, now) else ""


def passed_by(model: Model, test: Any) -> Going | None:
    """The chosen Challenge, if the test is about it but not its next turn."""
    now = faced(model)
    return now if now and cohort.is_about(test, now) and not cohort.belongs(test, now) else None


def unready(model: Model, test: Any) -> str:
    """Why the test, as the chosen Challenge's next turn, cannot be rolled yet; "" when it can, or is another test."""
    now = going(model, under(model, test))
    return cohort.unready(model.campaign, now) if now else ""


def turn_of(model: Model, table: Table) -> str:
    """The name of the Challenge that the roll on the table belongs to; "" for a roll of none."""
    event = model.campaign.entry(table.event).event if table.event else None
    return event.under if isinstance(event, Rolled) else ""


def going_of(model: Model, table: Table) -> Going | None:
    """The Challenge that the roll on the table belongs to, as it stands."""
    return going(model, turn_of(model, table))


def gone_on(model: Model, table: Table) -> Going | None:
    """The Challenge that the roll on the table belongs to, if the same test again would be none of its turns."""
    now = going_of(model, table)
    return now if now and not cohort.belongs(table.test, now) else None


def undealt_of(model: Model, table: Table) -> Undealt | None:
    """The roll on the table as a turn whose Stress waits to be dealt out."""
    waiting = undealt(model.campaign) if model.system.id == "relics" else ()
    return next((one for one in waiting if one.id == table.event), None)


def turn_ahead(model: Model, table: Table) -> Going | None:
    """The Challenge whose next turn is the way on from the roll on the table, unless the form has another test."""
    now = gone_on(model, table) if table.test == model.sheet.test else None
    return now if now and now.turn and not cohort.unready(model.campaign, now) else None
