"""The events of a person or a Challenge written down: a new one starts anew, a renamed one takes along what it has."""

from collections.abc import Iterator, Mapping

from app.challenge import all_going
from app.model import Model
from app.tracking import house_rules, used, value
from app.update.answer import World
from pyrules.campaign.challenges import RESOLVED, begun, was_there
from pyrules.campaign.events import PLAYER, Adjusted, Event, Recorded, Restored
from pyrules.campaign.rolls import Occasion


def written_down(model: Model, old: str, event: Recorded, world: World) -> tuple[Event, ...]:
    """The events that write someone down in place of `old` ("" for someone new)."""
    if event.name == old:
        return (event,)
    events: list[Event] = list(restored(model, event.name, world))
    if old:
        events.append(Recorded(world.name(), world.now(), event.system, PLAYER, old, None))
    events.append(event)
    if old:
        events += taken_along(model, old, event.name, world)
    return tuple(events)


def begun_anew(model: Model, event: Recorded, world: World) -> tuple[Event, ...]:
    """The events that begin a Challenge with none of its dice resolved, whatever one of its name had before."""
    if not was_there(model.campaign, event.name):
        return (event,)
    return Restored(world.name(), world.now(), event.system, RESOLVED, event.name, house_rules(model)), event


def held(model: Model, who: str) -> Iterator[str]:
    """The counters of their own that someone has changed."""
    for counter in model.system.counters:
        values: Mapping[str, int] = model.campaign.counters.get((model.system.id, counter.id), {})
        if counter.each == "player" and who in values:
            yield counter.id


def restored(model: Model, who: str, world: World) -> Iterator[Event]:
    """The events that take someone's counters back to their start."""
    for counter in held(model, who):
        yield Restored(world.name(), world.now(), model.system.id, counter, who, house_rules(model))


def taken_along(model: Model, old: str, new: str, world: World) -> Iterator[Event]:
    """The events that give what someone has to their new name: counters, used Actions, the lead in a Challenge."""
    settings, system = house_rules(model), model.system.id
    for counter in held(model, old):
        actions = used(model, old)
        whole = value(model, counter, old) - value(model, counter)
        for delta, note in [(1, name) for name in actions] if counter == "actions" else [(whole, "")]:
            if delta:
                yield Adjusted(world.name(), world.now(), system, counter, delta, new, note, settings)
    yield from restored(model, old, world)
    for going in all_going(model) if system == "relics" else ():
        if going.leader == old:
            occasion = Occasion(world.name(), world.now())
            yield begun(occasion, going.name, going.challenge, kind=going.type, leader=new)
