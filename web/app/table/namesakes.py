"""Two of one name at a table: each stays who they are, and one of them is called otherwise from then on."""

from collections.abc import Iterable

from app.common.answer import Answer, Command, World, notify
from app.log.other_tabs import with_campaign
from app.log.update import appended
from app.model import Model
from app.table import words
from app.table.peers import passed_on
from pyrules.campaign.events import PLAYER, Event, Recorded
from pyrules.campaign.namesakes import namesake, renamed, unmarked
from pyrules.campaign.people import is_hidden, numbered


def told_apart(model: Model, fresh: Iterable[Event], whose: str, world: World) -> Answer:
    """Call one of two otherwise where another device has brought somebody of the same name, and tell of it.

    That is whom this device hides from the players, or else, where it is the hub, whoever came last.
    """
    before, commands, told = model, tuple[Command, ...](), list[str]()
    for event in fresh:
        if not (isinstance(event, Recorded) and event.subject == PLAYER):
            continue
        others = model.campaign.recorded(event.system, PLAYER)
        other = namesake(event.name, others) if event.name in others else ""
        hides = other != "" and hides_here(model, event.system, other)
        if not other or not (hides or (model.table and model.table.hub)):
            continue
        who = other if hides else event.name
        new = renamed(numbered(who, others, 1)[0], who)
        calling = Recorded(world.name(), world.now(), event.system, PLAYER, new, others[who], was=who)
        model, storing = appended(model, calling)
        commands = (*commands, *storing)
        say = words.hidden_namesake if hides else words.namesake
        told.append(say(whose, unmarked(who), unmarked(new)))
    if not told:
        return model, ()
    model, passing = passed_on(before, with_campaign(model, model.campaign))
    model, aloud = notify(model, " ".join(told))
    return model, (*commands, *passing, *aloud)


def hides_here(model: Model, system: str, who: str) -> bool:
    """Whether it is this device that hides somebody from the players."""
    table, last = model.table, model.campaign.written(system, PLAYER, who)
    if table is None or last is None or not is_hidden(model.campaign, system, who):
        return False
    maker = table.makers.get(last.id, last.by)
    return maker.name == table.me.name if maker else not model.aside or model.at_own_table
