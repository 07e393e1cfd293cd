"""The events of a person or a Challenge written down: a new one starts anew, a renamed one takes along what it has."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.challenge import all_going
from app.model import Model
from app.tracking import house_rules
from app.update.answer import World
from pyrules.campaign.challenges import RESOLVED, begun, was_there
from pyrules.campaign.events import Event, Recorded, Restored
from pyrules.campaign.rolls import Occasion


def written_down(model: Model, old: str, event: Recorded, world: World) -> tuple[Event, ...]:
    """The events that write someone down in place of `old` ("" for someone new)."""
    if not old:
        return (*restored(model, event.name, world), event)
    if event.name == old:
        return (event,)
    return (replace(event, was=old), *led_on(model, old, event.name, world))


def begun_anew(model: Model, event: Recorded, world: World) -> tuple[Event, ...]:
    """The events that begin a Challenge with none of its dice resolved, whatever one of its name had before."""
    if not was_there(model.campaign, event.name):
        return (event,)
    return Restored(world.name(), world.now(), event.system, RESOLVED, event.name, house_rules(model)), event


def restored(model: Model, who: str, world: World) -> Iterator[Event]:
    """The events that take someone's counters back to their start."""
    for counter in model.system.counters:
        values: Mapping[str, int] = model.campaign.counters.get((model.system.id, counter.id), {})
        if counter.each == "player" and who in values:
            yield Restored(world.name(), world.now(), model.system.id, counter.id, who, house_rules(model))


def led_on(model: Model, old: str, new: str, world: World) -> Iterator[Event]:
    """The events that have someone go on leading under their new name."""
    for going in all_going(model) if model.system.id == "relics" else ():
        if going.leader == old:
            occasion = Occasion(world.name(), world.now())
            yield begun(occasion, going.name, going.challenge, kind=going.type, leader=new)
