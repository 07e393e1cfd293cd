"""Two of one name: each stays who they are, and one of them is called otherwise from then on."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from app.common.answer import Answer, Command, World, notify
from app.log.update import appended
from app.model import Model
from app.tracker import words
from pyrules.campaign.events import PLAYER, Event, Recorded, Undone
from pyrules.campaign.merge import added_between, latest
from pyrules.campaign.namesakes import namesake, renamed, unmarked
from pyrules.campaign.people import is_hidden, numbered


@dataclass(frozen=True, slots=True)
class NewName:
    """What somebody was called and is called now, as people read it, and whether they are hidden from the players."""

    was: str
    now: str
    hidden: bool


def told_apart(before: Model, model: Model, world: World) -> Answer:
    """Call one of two otherwise where what the reader has just done has people look alike, and tell of it."""
    if model.campaign is before.campaign:
        return model, ()
    fresh = added_between(before.campaign, model.campaign)
    model, storing, names = called_apart(model, fresh, world)
    if not names:
        return model, ()
    told = " ".join(words.two_of_a_name(one.was, one.now) for one in names)
    model, aloud = notify(model, f"{model.news.said} {told}" if model.news else told)
    return model, (*storing, *aloud)


def called_apart(
    model: Model, fresh: Iterable[Event], world: World
) -> tuple[Model, tuple[Command, ...], tuple[NewName, ...]]:
    """Call one of two otherwise where further events of the log have people look alike.

    That is whom this device hides from the players. Where the log is its own, or it is the hub, it is whoever stands
    later in the log, unless a device that is here hides one of them, and calls them otherwise itself.
    """
    commands: tuple[Command, ...] = ()
    names: tuple[NewName, ...] = ()
    for system, who, other in list(look_alikes(model, fresh)):
        hidden = {hider(model, system, one): one for one in (other, who) if is_hidden(model.campaign, system, one)}
        if not (called := called_otherwise(model, hidden, who, other)):
            continue
        everybody = model.campaign.recorded(system, PLAYER)
        new = renamed(numbered(called, everybody, 1)[0], called)
        at = max(world.now(), latest(model.campaign) + 1)
        calling = Recorded(world.name(), at, system, PLAYER, new, everybody[called], was=called)
        model, storing = appended(model, calling)
        commands = (*commands, *storing)
        names = (*names, NewName(unmarked(called), unmarked(new), called in hidden.values()))
    return model, commands, names


def called_otherwise(model: Model, hidden: Mapping[str, str], who: str, other: str) -> str:
    """Which of two this device calls otherwise, given who is hidden by a device of which name; "" for neither."""
    table = model.table
    if table is None:
        return who
    if table.me.name in hidden:
        return hidden[table.me.name]
    if (model.aside and not table.hub) or any(device.name in hidden for device in table.here):
        return ""
    return other if who in hidden.values() else who


def look_alikes(model: Model, fresh: Iterable[Event]) -> Iterator[tuple[str, str, str]]:
    """Those whom further events of the log have look as an earlier one does: their system, and the names of both."""
    about = [of_what(model, event) for event in fresh]
    for system in sorted({event.system for event in about if isinstance(event, Recorded) and event.subject == PLAYER}):
        earlier: list[str] = []
        for who in model.campaign.recorded(system, PLAYER):
            if other := namesake(who, earlier):
                yield system, who, other
            earlier.append(who)


def of_what(model: Model, event: Event) -> Event:
    """The event that counts, or counts no more, since another of the log."""
    while isinstance(event, Undone):
        event = model.campaign.event(event.target)
    return event


def hider(model: Model, system: str, who: str) -> str:
    """The name of the device that hides somebody from the players; "" where it is not known."""
    last = model.campaign.written(system, PLAYER, who)
    if model.table is None or last is None:
        return ""
    own = None if model.aside and not model.at_own_table else model.table.me
    maker = model.table.makers.get(last.id, last.by) or own
    return maker.name if maker else ""
