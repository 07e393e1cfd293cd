"""The tracker: everything of a campaign that lasts from roll to roll."""

from app import words
from app.html import Child, Markup, section, tag
from app.model import Model
from app.systems import screens_of
from app.view.count import count, note
from app.view.picker import ways
from app.view.written import add, explanations, item
from pyrules.campaign.events import PLAYER
from pyrules.campaign.people import people as everybody
from pyrules.campaign.tracking import Person
from pyrules.core.form import Values

NONE = "none"
"""The choice of no die, and of no level."""


def tracker(model: Model) -> Child:
    """What lasts in the system the reader is at."""
    screens = screens_of(model.system.id)
    return (
        tag(
            "div",
            screens.above(model),
            counters(model, [one.id for one in model.system.counters if one.id not in screens.counted]),
            people(model),
            screens.below(model),
            class_="tracker",
        ),
        ways(model),
        explanations(model),
    )


def counters(model: Model, shown: list[str]) -> Markup | None:
    """The counters of the whole campaign."""
    found = [one.id for one in model.system.counters if one.each == "campaign" and one.id in shown]
    if not found:
        return None
    inside = tag("div", (count(model, counter) for counter in found), note(model), class_="card")
    return section(words.COUNTERS, "counters", inside)


def people(model: Model) -> Markup:
    """Everybody, with the counters that are theirs."""
    noun = model.system.tracking.person
    found = everybody(model.campaign, model.system)
    shown = screens_of(model.system.id).person or usual
    listed = (item(model, PLAYER, one.name, shown(model, one)) for one in found)
    return section(
        words.people(noun),
        "people",
        tag("ul", listed, class_="written-down") if found else tag("p", words.NOBODY, class_="quiet"),
        add(model, PLAYER, f"Add a {noun}"),
    )


def usual(model: Model, one: Person) -> Child:
    """What is written down of someone, and their counters."""
    own = (count(model, counter.id, one.name) for counter in model.system.counters if counter.each == "player")
    return written(model, one), own


def written(model: Model, one: Person) -> Markup:
    """What is written down of someone, in one line; dice and levels that they do not have are left out.

    Lists without dice are told by their name.
    """
    parts = []
    for field in model.system.tracking.fields:
        value = one.values[field.name]
        if value == []:
            continue
        if field.kind == "rows":
            rows = [f"{row['label']} {dice_of(row)}".strip() for row in value]
            parts += rows if len(field.columns) > 1 else [f"{field.label}: {', '.join(rows)}"]
        elif value != NONE:
            parts.append(f"{field.label} {value}")
    return tag("p", " · ".join(parts), class_="quiet")


def dice_of(row: Values) -> str:
    """The dice in a row of what is written down; "" where it has none."""
    found = (str(row[column]) for column in ("pool", "dice", "die") if column in row)
    return next((dice for dice in found if dice != NONE), "")
