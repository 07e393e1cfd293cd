"""Preferences of the reader, and the house rules of each system."""

from dataclasses import replace

from app.model import BY_ID, Model
from app.preferences import PREFERENCES, house_fields
from app.sheet import filled, sent
from app.update.answer import Answer, Handler, Message, World, keep
from pyrules.core.errors import FormError
from pyrules.core.form import read_form


def prefer(model: Model, message: Message, world: World) -> Answer:
    """Take over the reader's preferences."""
    values = read_form(PREFERENCES, sent(PREFERENCES, message["form"], model.preferences))
    return replace(model, preferences=values), (keep("preferences", values),)


def rule_otherwise(model: Model, message: Message, world: World) -> Answer:
    """Take over a system's house rules; its form is judged by them from now on."""
    system = BY_ID[message["data"]["system"]]
    fields = house_fields(system)
    try:
        values = read_form(fields, sent(fields, message["form"], model.house[system.id]))
    except FormError:
        return model, ()
    sheet = filled(system, model.sheets[system.id], model.sheets[system.id].values, values)
    model = replace(model, house={**model.house, system.id: values}, sheets={**model.sheets, system.id: sheet})
    return model, (keep(f"house {system.id}", values),)


HANDLERS: dict[str, Handler] = {"prefer": prefer, "house": rule_otherwise}
