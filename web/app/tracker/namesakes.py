"""Two of one name: each stays who they are, and one of them is called otherwise from then on."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import starmap, takewhile
from typing import TypeGuard

from app.common.answer import Answer, Command, World, keep, notify
from app.log.appending import append_events
from app.model import Model
from app.tracker import words
from pyrules.campaign.events import PLAYER, Adjusted, Event, Recorded, Restored, Undone
from pyrules.campaign.merge import added_between, latest
from pyrules.campaign.namesakes import mark_name, namesake, rename_person, unmark_name
from pyrules.campaign.people import is_hidden, numbered_names
from pyrules.campaign.sealing import for_players


@dataclass(frozen=True, slots=True)
class NewName:
    """The former and the present name of a person, as people read them, and whether the players see them."""

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


def apart_from_other_tabs(before: Model, model: Model, world: World) -> Answer:
    """Call those otherwise whom this tab wrote down before it heard that another one has given somebody their name."""
    theirs = added_between(before.campaign, model.campaign)
    if not theirs:
        return model, ()
    known = before.campaign.ledger.ids
    own = [*takewhile(lambda one: one.id in known, reversed(model.campaign.events))][::-1]
    given = {(one.system, one.name) for one in theirs if writes_down(one)}
    called: dict[tuple[str, str], str] = {}
    commands: tuple[Command, ...] = ()
    for one in own:
        event, at = world.name(), max(world.now(), latest(model.campaign) + 1)
        if writes_down(one) and (who := (one.system, one.name)) in given and names_anew(before, one):
            called[who] = mark_name(
                numbered_names(one.name, model.campaign.records_of(one.system, PLAYER), 1)[0], event
            )
        instead = calling(one, called)
        if instead != one:
            undoing = Undone(world.name(), at, one.id)
            model, storing = append_events(model, undoing, replace(instead, id=event, at=at + 1))
            commands = (*commands, *storing)
    for (system, name), new in called.items():
        if model.acting.get(system) == name:
            model = replace(model, acting={**model.acting, system: new})
            commands = (*commands, keep(f"who {system}", new))
    model, storing, further = called_apart(model, own, world)
    names = [*((name, unmark_name(new)) for (_, name), new in called.items()), *((one.was, one.now) for one in further)]
    model, aloud = notify(model, " ".join(starmap(words.two_of_a_name, names))) if names else (model, ())
    return model, (*commands, *storing, *aloud)


def calling(event: Event, called: Mapping[tuple[str, str], str]) -> Event:
    """An event that writes somebody down, or changes a counter of theirs, by what they are called."""
    match event:
        case Recorded(subject=subject) if subject == PLAYER:
            name, was = (called.get((event.system, one), one) for one in (event.name, event.was))
            return replace(event, name=name, was=was)
        case Adjusted() | Restored():
            return replace(event, who=called.get((event.system, event.who), event.who))
        case _:
            return event


def writes_down(event: Event) -> TypeGuard[Recorded]:
    """Return whether an event writes somebody down, or changes them."""
    return isinstance(event, Recorded) and event.subject == PLAYER and event.facts is not None


def names_anew(before: Model, event: Recorded) -> bool:
    """Return whether somebody has their name from an event: who is new, or is renamed."""
    return event.was != "" or before.campaign.beginning(event.system, PLAYER, event.name) == event


def called_apart(
    model: Model, fresh: Iterable[Event], world: World
) -> tuple[Model, tuple[Command, ...], tuple[NewName, ...]]:
    """Call one of two otherwise where further events of the log have people look alike.

    That is whom this device hides, and no other knows. Where the log is its own, or it is the hub, it is the one who is
    not hidden, and else whoever stands later in the log.
    """
    commands: tuple[Command, ...] = ()
    names: tuple[NewName, ...] = ()
    fresh, seen = tuple(fresh), set[tuple[str, str, str]]()
    while pair := next((one for one in look_alikes(model, fresh) if one not in seen), None):
        seen.add(pair)
        system, who, other = pair
        hiders = {one: hider(model, system, one) for one in (who, other) if is_hidden(model.campaign, system, one)}
        if not (called := called_otherwise(model, system, hiders, who, other)):
            continue
        everybody = model.campaign.records_of(system, PLAYER)
        new = rename_person(numbered_names(called, everybody, 1)[0], called)
        at = max(world.now(), latest(model.campaign) + 1)
        renaming = Recorded(world.name(), at, system, PLAYER, new, everybody[called], was=called)
        model, storing = append_events(model, renaming)
        commands = (*commands, *storing)
        names = (*names, NewName(unmark_name(called), unmark_name(new), called in hiders))
    return model, commands, names


def called_otherwise(model: Model, system: str, hiders: Mapping[str, str], who: str, other: str) -> str:
    """Which of two this device calls otherwise, given the name of the device that hides one; "" for neither."""
    table, both = model.table, (who, other)
    if table is None:
        return who
    known = for_players(model.campaign).records_of(system, PLAYER) if table.me.name in hiders.values() else {}
    own = [one for one in both if hiders.get(one) == table.me.name and (one not in known or len(hiders) > 1)]
    if own and (own[0] == who or own[0] not in known):
        return own[0]
    if model.aside and not table.hub:
        return ""
    others = {device.name for device in table.here} - {table.me.name}
    return next((one for one in sorted(both, key=hiders.__contains__) if hiders.get(one) not in others), "")


def look_alikes(model: Model, fresh: Iterable[Event]) -> Iterator[tuple[str, str, str]]:
    """Those whom further events of the log have look as an earlier one does: their system, and the names of both."""
    about = [of_what(model, event) for event in fresh]
    for system in sorted({event.system for event in about if isinstance(event, Recorded) and event.subject == PLAYER}):
        earlier: list[str] = []
        for who in model.campaign.records_of(system, PLAYER):
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
    last = model.campaign.latest_record(system, PLAYER, who)
    if model.table is None or last is None:
        return ""
    own = "" if model.aside and not model.at_own_table else model.table.me.name
    return model.table.maker(last) or own
