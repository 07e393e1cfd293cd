"""The dice in motion: thrown when a roll came to the table, read out when they rest."""

from app.model import Model
from app.tray import falling
from app.update.answer import Answer, Command, Handler, Message, World, say


def thrown(before: Model, now: Model) -> tuple[Command, ...]:
    """Have the dice thrown that came to the table the reader looks at."""
    table = now.table if now.place.system and now.result else None
    earlier = before.table if now.place == before.place else None
    if table is None or (earlier and (earlier.event, earlier.roll) == (table.event, table.roll)):
        return ()
    return (falling(now.system, earlier, table),)


def rested(model: Model, message: Message, world: World) -> Answer:
    """Read the verdict out once the dice of this roll lie, unless the reader has gone on."""
    table = model.table if model.place.system and model.result else None
    if table is None or table.event != message["data"]["event"]:
        return model, ()
    return model, (say(f"{table.verdict.headline}. {table.verdict.summary}."),)


HANDLERS: dict[str, Handler] = {"rest": rested}
