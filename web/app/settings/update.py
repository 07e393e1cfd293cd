"""Preferences and house rules; what is kept, put off or deleted; and what the browser tells of itself."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, focus, keep, notify
from app.form.state import values_of_browser
from app.model import Model
from app.restore import initial_model
from app.settings import words
from app.settings.state import PREFERENCES
from pyrules.core.errors import FormError
from pyrules.core.form import read_form


def prefer(model: Model, message: Message, world: World) -> Answer:
    """Take over the preference that the reader has changed, or all that a form has; what cannot be used is told."""
    fields = [field for field in PREFERENCES if message["name"] in ("", field.name)]
    try:
        values = read_form(PREFERENCES, values_of_browser(fields, message["form"], model.preferences))
    except FormError as error:
        return notify(model, words.sentence(str(error)), wrong=True)
    return replace(model, preferences=values), (keep("preferences", values),)


def sound(model: Model, message: Message, world: World) -> Answer:
    """Switch the sound of the dice on or off."""
    values = model.preferences | {"sound": not model.preferences["sound"]}
    return replace(model, preferences=values), (keep("preferences", values),)


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


def take_along(model: Model, message: Message, world: World) -> Answer:
    """Have the whole app saved as one file."""
    model, aloud = notify(model, words.TAKING_ALONG)
    return model, (*aloud, {"do": "take-along"})


def taken_along(model: Model, message: Message, world: World) -> Answer:
    """Tell how that ended."""
    wrong = str(message["value"])
    return notify(model, words.not_taken_along(wrong), wrong=True) if wrong else notify(model, words.TAKEN_ALONG)


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
    known = model.known_records
    model = replace(initial_model(model.root, model.place), device=model.device)
    model, aloud = notify(model, words.DELETED)
    return model, ({"do": "erase", "of": known}, *aloud, focus("main"), {"do": "top"})


HANDLERS: dict[str, Handler] = {
    "prefer": prefer,
    "sound": sound,
    "put-off": put_off,
    "persist": persist,
    "install": install,
    "take-along": take_along,
    "taken-along": taken_along,
    "erase-ask": ask,
    "erase-cancel": cancel,
    "erase": erase,
}
