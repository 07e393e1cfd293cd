"""The people of a table in a game of one's own, which has a log of its own: those who are not known there are added."""

from collections.abc import Sequence

from app.common.answer import Answer, World
from app.common.subjects import joining
from app.log.appending import append_events
from app.model import Model
from app.tracker.people import rolls_next
from pyrules.campaign.people import fields_of, known_as, people
from pyrules.campaign.tracking import Person
from pyrules.core.form import defaults


def come(model: Model, names: Sequence[str], who: str, world: World) -> Answer:
    """Have these people be known in the game that the reader is at, and roll as one of them where nobody does yet."""
    if not model.place.system:
        return model, ()
    known = [one.name for one in people(model.campaign, model.system)]
    new = [Person(name, defaults(fields_of(model.system))) for name in names if not known_as(name, known)]
    joined = [joining(model, one, world) for one in new]
    model, storing = append_events(model, *joined)
    rolls = "" if model.acting.get(model.system.id) else known_as(who, (*known, *(event.name for event in joined)))
    if not rolls:
        return model, storing
    model, choosing = rolls_next(model, rolls)
    return model, (*storing, *choosing)
