"""The tracker: counters changed by hand, and the notes of the scene."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, say
from app.common.tracking import bounds, house_rules, value
from app.log.update import appended, tidy
from app.meant import number
from app.model import Model
from app.tracker import words
from pyrules.campaign.codec import MOST_NOTE
from pyrules.campaign.events import Adjusted, Recorded
from pyrules.campaign.scene import NOTES, notes, notes_facts
from pyrules.campaign.tracking import tracking_of
from pyrules.core.errors import RulesError


def write_note(model: Model, message: Message, world: World) -> Answer:
    """Take over the note for the next change."""
    return replace(model, tracker=replace(model.tracker, note=str(message["value"])[:MOST_NOTE])), ()


def count(model: Model, message: Message, world: World) -> Answer:
    """Change a counter by hand within its bounds, and put the note on that change."""
    data = message["data"]
    counter, who, by = str(data["counter"]), str(data.get("who", "")), number(data["by"])
    try:
        before, limits = value(model, counter, who), bounds(model, counter, who)
    except RulesError:
        return model, ()
    after = limits.after(before, by)
    if after == before:
        return model, ()
    note = tidy(model.tracker.note)
    settings = house_rules(model)
    event = Adjusted(world.name(), world.now(), model.system.id, counter, after - before, who, note, settings)
    events = (event, *tracking_of(model.system).brings(model.campaign, event, world.name()))
    return appended(replace(model, tracker=replace(model.tracker, note="")), *events)


def type_notes(model: Model, message: Message, world: World) -> Answer:
    """Take over what is typed of the scene's notes, which are kept on demand."""
    typed = {**model.tracker.notes, model.system.id: str(message["value"])[:MOST_NOTE]}
    return replace(model, tracker=replace(model.tracker, notes=typed)), ()


def keep_notes(model: Model, message: Message, world: World) -> Answer:
    """Keep the notes of the scene."""
    text = tidy(str(message["form"].get("notes", "")))[:MOST_NOTE]
    typed = {system: notes for system, notes in model.tracker.notes.items() if system != model.system.id}
    model = replace(model, tracker=replace(model.tracker, notes=typed))
    if text == notes(model.campaign, model.system.id):
        return model, ()
    event = Recorded(world.name(), world.now(), model.system.id, NOTES, "", notes_facts(text))
    model, stored = appended(model, event)
    return model, (*stored, say(words.NOTES_KEPT))


HANDLERS: dict[str, Handler] = {
    "count-note": write_note,
    "count": count,
    "notes-typed": type_notes,
    "notes-keep": keep_notes,
}
