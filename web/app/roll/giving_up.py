"""Giving up an extended test that is in progress."""

from app import words
from app.common.answer import VERDICT, Answer, Handler, Message, World, notify, say
from app.common.tracking import laid_anew
from app.log.appending import append_events, line_of
from app.model import Model
from app.roll.falling import tray_in_sight
from pyrules.campaign.events import Rolled
from pyrules.campaign.rolls import RollMetadata, given_up
from pyrules.core.errors import NotOffered, RulesError


def give_up(model: Model, message: Message, world: World) -> Answer:
    """Give up the test of a line; one that is not in progress any more stays as it is."""
    entry = line_of(model, message)
    if entry is None or entry.is_struck or not isinstance(entry.event, Rolled):
        return model, ()
    try:
        event = given_up(RollMetadata(world.name(), world.now()), entry.event)
    except NotOffered:
        return model, ()
    except RulesError as error:
        return notify(model, words.cannot_judge(error.plain_words), wrong=True)
    model, stored = append_events(model, event)
    model = laid_anew(model)
    tray = tray_in_sight(model)
    if tray and tray.event == entry.id:
        return model, (*stored, VERDICT)
    return model, (*stored, say(f"{event.headline}. {event.summary}."))


HANDLERS: dict[str, Handler] = {"give-up": give_up}
