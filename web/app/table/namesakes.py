"""Two of one name at a table: each stays who they are, and one of them is called otherwise from then on."""

from collections.abc import Iterable, Iterator

from app.common.answer import Answer, Command, World, notify
from app.log.other_tabs import with_campaign
from app.log.update import appended
from app.model import Model
from app.table import words
from app.table.peers import passed_on
from pyrules.campaign.events import PLAYER, Event, Recorded, Undone
from pyrules.campaign.merge import latest
from pyrules.campaign.namesakes import namesake, renamed, unmarked
from pyrules.campaign.people import is_hidden, numbered


def told_apart(model: Model, fresh: Iterable[Event], whose: str, world: World) -> Answer:
    """Call one of two otherwise where what another device has brought has people look alike, and tell of it.

    That is whom this device hides from the players, or else, where it is the hub, whoever stands later in its log.
    """
    before, commands, told = model, tuple[Command, ...](), list[str]()
    for system, who, other in look_alikes(model, fresh):
        hidden = next((one for one in (who, other) if hides_here(model, system, one)), "")
        if not hidden and not (model.table and model.table.hub):
            continue
        called, everybody = hidden or who, model.campaign.recorded(system, PLAYER)
        new = renamed(numbered(called, everybody, 1)[0], called)
        at = max(world.now(), latest(model.campaign) + 1)
        calling = Recorded(world.name(), at, system, PLAYER, new, everybody[called], was=called)
        model, storing = appended(model, calling)
        commands = (*commands, *storing)
        say = words.hidden_namesake if hidden else words.namesake
        told.append(say(whose, unmarked(called), unmarked(new)))
    if not told:
        return model, ()
    model, passing = passed_on(before, with_campaign(model, model.campaign))
    model, aloud = notify(model, " ".join(told))
    return model, (*commands, *passing, *aloud)


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


def hides_here(model: Model, system: str, who: str) -> bool:
    """Whether it is this device that hides somebody from the players."""
    table, last = model.table, model.campaign.written(system, PLAYER, who)
    if table is None or last is None or not is_hidden(model.campaign, system, who):
        return False
    maker = table.makers.get(last.id, last.by)
    return maker.name == table.me.name if maker else not model.aside or model.at_own_table
