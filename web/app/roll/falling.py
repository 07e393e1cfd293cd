"""The dice in motion: thrown when a roll came to the table, read out when they rest."""

from collections.abc import Iterator

from app.common.answer import Answer, Handler, Message, World, tell
from app.common.tracking import options, value, whose_of
from app.model import Model
from app.roll import words
from app.roll.state import Table, falling
from app.show.watching import watched
from pyrules.campaign.events import Rolled
from pyrules.campaign.limits import counter_named


def seen(model: Model) -> Table | None:
    """The roll that the reader looks at."""
    return model.table if model.place.tab == "show" or (model.place.tab == "roll" and model.result) else None


def show(before: Model, now: Model) -> Answer:
    """Have the last roll of the log on the table, where everybody looks at it."""
    return watched(now), ()


def fall(before: Model, now: Model) -> Answer:
    """Have the dice fall that came to the table the reader looks at."""
    table, lay = seen(now), before.tables.get(now.place.system)
    earlier = lay if now.place == before.place else None
    if table is None or table is lay or (earlier and (earlier.event, earlier.roll) == (table.event, table.roll)):
        return now, ()
    if now.place.tab == "show" and earlier and comes_back(before, earlier, table):
        return now, ()
    return now, (falling(now.system, earlier, table),)


def comes_back(before: Model, earlier: Table, table: Table) -> bool:
    """Whether a roll only takes the place of a later one that was undone."""
    return table.event != earlier.event and table.event in before.campaign.ledger.opened


def rested(model: Model, message: Message, world: World) -> Answer:
    """Read out what the dice of this roll come to once they lie, unless the reader has gone on.

    Whose roll it was comes first, after what was told with it; then the counters that it changed, and what may be done.
    """
    table = seen(model)
    if table is None or table.event != message["data"]["event"]:
        return model, ()
    by = (table.by.name,) if table.by else ()
    before = (model.news.said if model.news else "", ", ".join((*by, *whose_of(model, table))))
    waiting = [option.label for option in options(model, table) if not option.notation]
    return model, (tell(table.verdict, before, (*counted(model, table), words.may_still(waiting))),)


def counted(model: Model, table: Table) -> Iterator[str]:
    """How the counters stand that the roll on the table has changed."""
    event = model.campaign.entry(table.event).event if table.event else None
    changes = event.effects if isinstance(event, Rolled) else ()
    for counter, who in dict.fromkeys((change.counter, change.who) for change in changes):
        known = counter_named(model.system, counter)
        if known.each == "campaign" or (known.each != "test" and who):
            yield words.counter_now(known.title, who, value(model, counter, who))


HANDLERS: dict[str, Handler] = {"rest": rested}
