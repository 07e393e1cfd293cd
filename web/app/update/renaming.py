"""The events of a person or a Challenge written down: a new one starts anew, a renamed one takes along what it has."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.model import Model
from app.tracking import house_rules
from app.update.answer import World
from pyrules.campaign.challenges import LEADER, RESOLVED, was_there
from pyrules.campaign.events import Event, Recorded, Restored


def written_down(model: Model, old: str, event: Recorded, world: World) -> tuple[Event, ...]:
    """The events that write someone down in place of `old` ("" for someone new)."""
    if not old:
        return (*restored(model, event.name, world), event)
    return (event if event.name == old else replace(event, was=old),)


def begun_anew(model: Model, event: Recorded, world: World) -> tuple[Event, ...]:
    """The events that begin a Challenge with no leader and no resolved dice, whatever one of its name had before."""
    events: list[Event] = []
    if was_there(model.campaign, event.name):
        events.append(Restored(world.name(), world.now(), event.system, RESOLVED, event.name, house_rules(model)))
    if event.name in model.campaign.recorded(event.system, LEADER):
        events.append(Recorded(world.name(), world.now(), event.system, LEADER, event.name, None))
    return (*events, event)


def restored(model: Model, who: str, world: World) -> Iterator[Event]:
    """The events that take someone's counters back to their start."""
    for counter in model.system.counters:
        values: Mapping[str, int] = model.campaign.counters.get((model.system.id, counter.id), {})
        if counter.each == "player" and who in values:
            yield Restored(world.name(), world.now(), model.system.id, counter.id, who, house_rules(model))
