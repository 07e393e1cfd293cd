"""Preferences and house rules; what is kept, put off or deleted; and what the browser tells of itself."""

import json
from dataclasses import replace
from typing import Any

from app import words
from app.answer import Answer, Handler, Message, World, focus, keep, told
from app.beginning import beginning
from app.model import Device, Model
from app.preferences import PREFERENCES, house_fields
from app.sheet import altered, filled, sent, step as stepped
from pyrules.core.errors import FormError
from pyrules.core.form import Values, read_form
from pyrules.core.system import System
from pyrules.systems import BY_ID


def prefer(model: Model, message: Message, world: World) -> Answer:
    """Take over the reader's preferences."""
    values = read_form(PREFERENCES, sent(PREFERENCES, message["form"], model.preferences))
    return replace(model, preferences=values), (keep("preferences", values),)


def rule_otherwise(model: Model, message: Message, world: World) -> Answer:
    """Take over a system's house rules."""
    system = BY_ID[message["form"]["system"]]
    return ruled(model, system, sent(house_fields(system), message["form"], model.house[system.id]))


def step(model: Model, message: Message, world: World) -> Answer:
    """Raise or lower a number in a system's house rules."""
    system, data = BY_ID[message["form"]["system"]], message["data"]
    by = int(data["by"])
    values = altered(
        house_fields(system), model.house[system.id], data["field"], lambda one, old: stepped(one, old, by)
    )
    return ruled(model, system, values)


def ruled(model: Model, system: System[Any], values: Values) -> Answer:
    """Judge a system's form by these house rules from now on; what cannot be used changes nothing."""
    try:
        read = read_form(house_fields(system), values)
    except FormError:
        return model, ()
    sheet = filled(system, model.sheets[system.id], model.sheets[system.id].values, read)
    model = replace(model, house={**model.house, system.id: read}, sheets={**model.sheets, system.id: sheet})
    return model, (keep(f"house {system.id}", read),)


def know(model: Model, message: Message, world: World) -> Answer:
    """Take over what the browser tells of itself."""
    return replace(model, device=Device(**json.loads(message["value"]))), ()


def put_off(model: Model, message: Message, world: World) -> Answer:
    """Remind again when as much more was rolled."""
    events = len(model.campaign.events)
    return replace(model, upkeep=replace(model.upkeep, reminded=events)), (keep("reminded", events),)


def persist(model: Model, message: Message, world: World) -> Answer:
    """Ask the browser to keep everything for good; it tells how that ended."""
    return model, ({"do": "persist"},)


def install(model: Model, message: Message, world: World) -> Answer:
    """Have the browser install the app."""
    return model, ({"do": "install"},)


def ask(model: Model, message: Message, world: World) -> Answer:
    """Ask whether everything is to be deleted."""
    return replace(model, upkeep=replace(model.upkeep, erasing=True)), (focus("erase-cancel"),)


def cancel(model: Model, message: Message, world: World) -> Answer:
    """Delete nothing."""
    return replace(model, upkeep=replace(model.upkeep, erasing=False)), (focus("erase-ask"),)


def erase(model: Model, message: Message, world: World) -> Answer:
    """Delete everything, once the reader was asked, and begin as on a first visit."""
    if not model.upkeep.erasing:
        return model, ()
    known = model.stored
    model = replace(beginning(model.root, model.place), device=model.device)
    model, aloud = told(model, words.DELETED)
    return model, ({"do": "erase", "of": known}, *aloud, focus("main"), {"do": "top"})


HANDLERS: dict[str, Handler] = {
    "prefer": prefer,
    "house": rule_otherwise,
    "device": know,
    "put-off": put_off,
    "persist": persist,
    "install": install,
    "erase-ask": ask,
    "erase-cancel": cancel,
    "erase": erase,
}

IN_SETTINGS: dict[str, Handler] = {"step": step}
"""What the controls of a form do in the settings."""
