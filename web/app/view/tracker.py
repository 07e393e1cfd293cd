"""The tracker: everything of a campaign that lasts from roll to roll."""

from app import words
from app.characters import Character, characters, fields_of
from app.html import Child, Markup, tag
from app.model import Model
from app.view.count import count, note
from app.view.tracker_general import actions, scene
from app.view.tracker_moonwalk import moonwalk
from app.view.tracker_relics import challenges, expertise, traits
from app.view.written import add, explanations, item
from pyrules.campaign.events import PLAYER
from pyrules.core.form import Values

NONE = "none"
"""The choice of no die, and of no level."""


def tracker(model: Model) -> Child:
    """What lasts in the system the reader is at."""
    system = model.system.id
    return (
        tag(
            "div",
            moonwalk(model) if system == "moonwalk" else None,
            challenges(model) if system == "relics" else None,
            scene(model) if system == "general" else None,
            counters(model),
            people(model),
            traits(model) if system == "relics" else None,
            class_="tracker",
        ),
        explanations(model),
    )


def counters(model: Model) -> Markup | None:
    """The counters of the whole campaign; the round of the General Rules stands with its Action Scene."""
    found = [one.id for one in model.system.counters if one.each == "campaign" and one.id != "round"]
    if not found:
        return None
    return tag(
        "section",
        tag("h2", words.COUNTERS, id="counters"),
        tag(
            "div",
            (count(model, counter) for counter in found),
            note(model),
            class_="card",
        ),
        aria_labelledby="counters",
    )


def people(model: Model) -> Markup:
    """Everybody, with the counters that are theirs."""
    title, adding = words.PEOPLE.get(model.system.id, words.CHARACTERS)
    found = characters(model.campaign, model.system.id)
    return tag(
        "section",
        tag("h2", title, id="people"),
        None if found else tag("p", words.NOBODY, class_="quiet"),
        tag("ul", (person(model, one) for one in found), class_="written-down") if found else None,
        add(model, PLAYER, adding),
        aria_labelledby="people",
    )


def person(model: Model, one: Character) -> Markup:
    """Someone: what is written down of them, and their counters."""
    system = model.system
    if system.id == "general":
        own: Child = actions(model, one)
    else:
        own = [count(model, counter.id, one.name) for counter in system.counters if counter.each == "player"]
    return item(
        model,
        PLAYER,
        one.name,
        expertise(model, one.name) if system.id == "relics" else tag("p", summary(system.id, one), class_="quiet"),
        own,
    )


def summary(system: str, one: Character) -> str:
    """What is written down of someone, in one line; dice and levels that they do not have are left out.

    Actions have buttons that say them, and lists without dice are told by their name.
    """
    parts = []
    for field in fields_of(system):
        value = one.values[field.name]
        if field.name == "actions" or value == []:
            continue
        if field.kind == "rows":
            rows = [f"{row['label']} {dice_of(row)}".strip() for row in value]
            parts += rows if len(field.columns) > 1 else [f"{field.label}: {', '.join(rows)}"]
        elif value != NONE:
            parts.append(f"{field.label} {value}")
    return " · ".join(parts)


def dice_of(row: Values) -> str:
    """The dice in a row of what is written down; "" where it has none."""
    found = (str(row[column]) for column in ("pool", "dice", "die") if column in row)
    return next((dice for dice in found if dice != NONE), "")
