"""Giving up an extended test that is in progress, and going on with it after all."""

from app import words
from app.answer import VERDICT, Answer, Handler, Message, World, say, told
from app.model import Model
from app.tracking import laid_anew
from app.update.dice import seen
from app.update.log import appended, line_of
from pyrules.campaign.events import Rolled, Undone
from pyrules.campaign.rolls import Occasion, given_up, is_given_up
from pyrules.core.errors import NotOffered, RulesError


def give_up(model: Model, message: Message, world: World) -> Answer:
    """Give up the test of a line; one that is not in progress any more stays as it is."""
    entry = line_of(model, message)
    if entry is None or entry.struck or not isinstance(entry.event, Rolled):
        return model, ()
    try:
        event = given_up(Occasion(world.name(), world.now()), entry.event)
    except NotOffered:
        return model, ()
    except RulesError as error:
        return told(model, words.cannot_judge(str(error)), wrong=True)
    model, stored = appended(model, event)
    model = laid_anew(model)
    table = seen(model)
    if table and table.event == entry.id:
        return model, (*stored, VERDICT)
    return model, (*stored, say(f"{event.headline}. {event.summary}."))


def take_back(model: Model, message: Message, world: World) -> Answer:
    """Have the test of a line in progress again, on however many devices it was given up."""
    entry = line_of(model, message)
    if entry is None or entry.struck or not is_given_up(entry.event):
        return model, ()
    stopped = filter(is_given_up, model.campaign.revisions(entry.id))
    events = (Undone(id=world.name(), at=world.now(), target=event.id) for event in stopped)
    model, stored = appended(model, *events)
    return laid_anew(model), (*stored, say(words.NOT_GIVEN_UP))


HANDLERS: dict[str, Handler] = {"give-up": give_up, "give-up-undo": take_back}
