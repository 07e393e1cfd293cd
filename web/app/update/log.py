"""The log: events are appended, never changed."""

from dataclasses import replace

from app.model import Model
from app.update.answer import Answer, Handler, Message, World
from pyrules.campaign.codec import write_event
from pyrules.campaign.events import Event, Undone
from pyrules.campaign.state import apply


def appended(model: Model, event: Event) -> Answer:
    """Write an event into the log."""
    return replace(model, campaign=apply(model.campaign, event)), ({"do": "append", "event": write_event(event)},)


def undo(model: Model, message: Message, world: World) -> Answer:
    """Undo an event, and take its dice off the table."""
    target = str(message["data"]["event"])
    tables = {system: table for system, table in model.tables.items() if table.event != target}
    model = replace(model, tables=tables, result=model.result and model.place.system in tables)
    return appended(model, Undone(id=world.name(), at=world.now(), target=target))


HANDLERS: dict[str, Handler] = {"undo": undo}
