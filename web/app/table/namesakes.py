"""Two of one name at a table: each stays who they are, and one of them is called otherwise from then on."""

from collections.abc import Iterable, Iterator, Mapping

from app.common.answer import Answer, Command, World, notify
from app.log.other_tabs import with_campaign
from app.log.update import appended
from app.model import Model
from app.table import words
from app.table.peers import passed_on
from app.table.state import Table
from pyrules.campaign.events import PLAYER, Event, Recorded, Undone
from pyrules.campaign.merge import latest
from pyrules.campaign.namesakes import namesake, renamed, unmarked
from pyrules.campaign.people import is_hidden, numbered


def told_apart(model: Model, fresh: Iterable[Event], whose: str, world: World) -> Answer:
    """Call one of two otherwise where what another device has brought has people look alike, and tell of it.

    That is whom this device hides from the players. Where it is the hub, it is whoever stands later in its log, unless
    a device that is here hides one of them, and calls them otherwise itself.
    """
    before, commands, told = model, tuple[Command, ...](), list[str]()
    for system, who, other in look_alikes(model, fresh):
        hidden = {hider(model, system, one): one for one in (other, who) if is_hidden(model.campaign, system, one)}
        called = called_otherwise(model.table, hidden, who, other) if model.table else ""
        if not called:
            continue
        everybody = model.campaign.recorded(system, PLAYER)
        new = renamed(numbered(called, everybody, 1)[0], called)
        at = max(world.now(), latest(model.campaign) + 1)
        calling = Recorded(world.name(), at, system, PLAYER, new, everybody[called], was=called)
        model, storing = appended(model, calling)
        commands = (*commands, *storing)
        say = words.hidden_namesake if called in hidden.values() else words.namesake
        told.append(say(whose, unmarked(called), unmarked(new)))
    if not told:
        return model, ()
    model, passing = passed_on(before, with_campaign(model, model.campaign))
    model, aloud = notify(model, " ".join(told))
    return model, (*commands, *passing, *aloud)


def called_otherwise(table: Table, hidden: Mapping[str, str], who: str, other: str) -> str:
    """Which of two this device calls otherwise, given who is hidden by a device of which name; "" for neither."""
    if table.me.name in hidden:
        return hidden[table.me.name]
    if not table.hub or any(device.name in hidden for device in table.here):
        return ""
    return other if who in hidden.values() else who


def look_alikes(model: Model, fresh: Iterable[Event]) -> Iterator[tuple[str, str, str]]:
    """Those whom further events of the log have look as an earlier one does: their system, and the names of both."""
    ids = model.campaign.ledger.ids
    about = [ids[event.target] if isinstance(event, Undone) else event for event in fresh]
    for system in sorted({event.system for event in about if isinstance(event, Recorded) and event.subject == PLAYER}):
        earlier: list[str] = []
        for who in model.campaign.recorded(system, PLAYER):
            if other := namesake(who, earlier):
                yield system, who, other
            earlier.append(who)


def hider(model: Model, system: str, who: str) -> str:
    """The name of the device that hides somebody from the players; "" where it is not known."""
    last = model.campaign.written(system, PLAYER, who)
    if model.table is None or last is None:
        return ""
    own = None if model.aside and not model.at_own_table else model.table.me
    maker = model.table.makers.get(last.id, last.by) or own
    return maker.name if maker else ""
