"""The library: people and foes kept for later campaigns, and brought into this one."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, keep, notify, say
from app.common.subjects import joining
from app.log.appending import append_events
from app.model import Model
from app.tracker import words
from app.tracker.library import MOST_KEPT, People, as_kept, library_of, with_one
from pyrules.campaign.events import PLAYER
from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.people import free_name, person


def shelve(model: Model, message: Message, world: World) -> Answer:
    """Keep somebody, as they are written down now, in the library."""
    one = person(model.campaign, model.system, str(message["data"]["called"]))
    if one is None:
        return model, ()
    people = with_one(library_of(model), replace(one, name=unmark_name(one.name), hidden=one.foe))
    if len(people) > MOST_KEPT:
        return notify(model, words.library_full(MOST_KEPT), wrong=True)
    model, stored = keep_library(model, people)
    return model, (*stored, say(words.shelved(one.name)))


def fetch(model: Model, message: Message, world: World) -> Answer:
    """Bring somebody from the library into the campaign, with counters at their start."""
    one = next((one for one in library_of(model) if one.name == message["data"]["called"]), None)
    if one is None:
        return model, ()
    taken = model.campaign.records_of(model.system.id, PLAYER)
    name = free_name(one.name, taken)
    model, stored = append_events(model, joining(model, replace(one, name=name), world))
    return model, (*stored, say(words.added(name)))


def discard(model: Model, message: Message, world: World) -> Answer:
    """Take somebody out of the library; who is in the campaign stays there."""
    people = tuple(one for one in library_of(model) if one.name != message["data"]["called"])
    return keep_library(model, people)


def keep_library(model: Model, people: People) -> Answer:
    """Take the library over, and store it for the next visit."""
    system = model.system
    storing = keep(f"library {system.id}", as_kept(system, people))
    return replace(model, library={**model.library, system.id: people}), (storing,)


HANDLERS: dict[str, Handler] = {"shelve": shelve, "fetch": fetch, "discard": discard}
