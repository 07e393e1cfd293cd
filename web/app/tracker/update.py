"""The tracker: counters changed by hand."""

from dataclasses import replace

from app import words
from app.common.answer import Answer, Handler, Message, World, notify
from app.common.tracking import bounds, house_rules, value
from app.log.appending import append_events
from app.log.update import tidy
from app.meant import number
from app.model import Model
from pyrules.campaign.codec import MOST_NOTE
from pyrules.campaign.events import Adjusted
from pyrules.campaign.tracking import tracking_of
from pyrules.core.errors import RulesError


def write_note(model: Model, message: Message, world: World) -> Answer:
    """Take over the note for the next change."""
    return replace(model, tracker=replace(model.tracker, note=str(message["value"]))), ()


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
    if problem := words.too_long(model.tracker.note, MOST_NOTE):
        return notify(model, words.about(words.CHANGE_NOTE, problem), wrong=True)
    note, settings = tidy(model.tracker.note), house_rules(model)
    event = Adjusted(world.name(), world.now(), model.system.id, counter, after - before, who, note, settings)
    events = (event, *tracking_of(model.system).brings(model.campaign, event, world.name()))
    return append_events(replace(model, tracker=replace(model.tracker, note="")), *events)


def show_rest(model: Model, message: Message, world: World) -> Answer:
    """Show what nothing is in, or put it away again."""
    return replace(model, tracker=replace(model.tracker, rest=not model.tracker.rest)), ()


HANDLERS: dict[str, Handler] = {
    "count-note": write_note,
    "count": count,
    "tracker-rest": show_rest,
}
