"""The secrets from players, among several devices: the others have a seal in its place, until it is revealed.

That are secret rolls, pages of notes, and all that is about a foe who is hidden, for as long as they are. A seal
is the digest of the record, which has a random nonce in it, so that nobody finds what it says by trying. The device
that made the record cannot have another one for the same digest: whoever gets it in the end sees that it is the one
that was sealed. Then all have one log again. Of an order of turns, and of whose turn it is, only what names a person
hidden is left out.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType

from pyrules.campaign.codec import event_values
from pyrules.campaign.events import (
    PLAYER,
    Adjusted,
    Event,
    Facts,
    Noted,
    Recorded,
    Restored,
    Rolled,
    Sealed,
    is_foe,
)
from pyrules.campaign.ledger import Ledger
from pyrules.campaign.pages import PAGE, RESULT, is_kept_from_players
from pyrules.campaign.people import HIDDEN, is_hidden
from pyrules.campaign.reading import Unreadable
from pyrules.campaign.rolls import RollMetadata, reveal_roll
from pyrules.campaign.scene import NOTES, ORDER, TURN, order_facts, read_order, read_turn, turn_facts
from pyrules.campaign.state import State, fold, settle_ledger
from pyrules.core.errors import quote

GAME_MASTERS = (NOTES, PAGE, RESULT)
"""The subjects of the game master alone, unless it is shown."""

Name = tuple[str, str]
"""A person, by their system and name."""


def seal_roll(event: Rolled) -> Sealed:
    """The seal that other devices have of a secret roll."""
    return _seal(event, event.system)


def _seal(event: Event, system: str, *, hidden: bool = False) -> Sealed:
    revises = event.revises if isinstance(event, Rolled) else ""
    return Sealed(event.id, event.at, system, digest(event), revises, hidden, event.clock, event.by)


def digest(event: Event) -> str:
    """The digest of a record; that of the same event in a later version of the format is the same."""
    values = {name: value for name, value in event_values(event).items() if name != "version"}
    return sha256(json.dumps(values, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def fuller_event(one: Event, other: Event) -> Event | None:
    """The one of two events that has more, if the other stands in its place; None for two that differ."""
    for whole, seal in ((one, other), (other, one)):
        if not isinstance(seal, Sealed | Recorded) or not seal.digest or (whole.id, whole.at) != (seal.id, seal.at):
            continue
        if isinstance(whole, Sealed) and isinstance(seal, Sealed) and replace(whole, hidden=seal.hidden) == seal:
            return min(whole, seal, key=lambda part: part.hidden)
        if isinstance(whole, Recorded) and isinstance(seal, Recorded) and whole.digest == seal.digest:
            return max(whole, seal, key=lambda part: (len(part.facts or ()), part.facts or ()))
        if isinstance(whole, Recorded) and isinstance(seal, Sealed) and whole.digest == seal.digest:
            return whole  # of a page that was shown earlier, as the device knows by now that hid it
        revises = whole.revises if isinstance(whole, Rolled) else ""
        if isinstance(seal, Sealed) and revises != seal.revises:
            continue
        if not isinstance(whole, Sealed) and digest(whole) == seal.digest:
            return whole
    return None


def line_of(state: State, event: Rolled) -> tuple[Rolled, ...]:
    """All that was rolled in the line of a roll, the first one first; undone or not."""
    ledger = state.ledger
    first = event.revises or event.id
    return tuple(one for one in (ledger.ids[first], *ledger.later.get(first, ())) if isinstance(one, Rolled))


@dataclass(slots=True, eq=False)
class Spell:
    """A time for which a person is hidden: until they are shown (`over`), for good once they are removed (`gone`).

    `facts` are what is written down of them as it would be shown.
    """

    facts: Facts
    over: bool = False
    gone: bool = False


Spells = dict[Name, Spell]

NONE: Mapping[str, Event] = MappingProxyType({})


def covers(state: State) -> Mapping[str, Event]:
    """The stand-ins at other devices for events about those who are hidden from the players, by their ids."""
    return _covers(state.ledger)


@lru_cache(maxsize=4)
def _covers(ledger: Ledger) -> Mapping[str, Event]:
    if not any(
        subject in GAME_MASTERS or (subject == PLAYER and any(_hides(event) for event in events))
        for (_, subject), events in ledger.written.items()
    ):
        return NONE
    spells: Spells = {}
    about: dict[str, Spells] = {}
    lines: dict[str, Spells] = {}
    facts: dict[Name, Facts] = {}
    for event in ledger.events:
        named = {name: spells[name] for name in _names(event) if name in spells} if spells else {}
        if isinstance(event, Recorded) and event.subject == PLAYER:
            named |= _follow_person(ledger, event, spells, facts)
        elif isinstance(event, Noted):
            named |= about.get(event.target, {})
        elif isinstance(event, Rolled):  # who rolled has that name in later steps too, whatever they are called by then
            named |= lines.get(event.revises, {})
            lines[event.revises or event.id] = named
        if named:
            about[event.id] = named
    return dict(_stand_ins(ledger, about))


def _follow_person(ledger: Ledger, event: Recorded, spells: Spells, facts: dict[Name, Facts]) -> Spells:
    """Follow a person through an event that records them; gives the spells that it belongs to itself."""
    was, now = (event.system, event.was or event.name), (event.system, event.name)
    spell = spells.get(was) or spells.get(now)
    if event.id in ledger.undone:
        if spell is None and _hides(event) and was not in facts:
            spell = spells[was] = Spell(_facts_once_shown(event.facts or ()))
        return {was: spell} if spell else {}
    known = facts.pop(was, None)
    if event.facts is None:
        if spell is None:
            return {}
        spell.gone = True
        return {was: spell}
    if _hides(event):
        spells.pop(was, None)
        shown = _facts_once_shown(event.facts or ())
        spell = spells[now] = spell if spell and not spell.gone else Spell(shown)
        spell.facts = shown
        return {} if known == shown else {now: spell}  # or everybody knows what is hidden here
    if spell is None or spell.gone or spell.facts == event.facts:
        facts[now] = event.facts
        for name in (was, now):
            if found := spells.pop(name, None):
                found.over = not found.gone
    return {}  # of a namesake as well, whom somebody has written down who does not know what is hidden


def _stand_ins(ledger: Ledger, about: Mapping[str, Spells]) -> Iterator[tuple[str, Event]]:
    """The stand-ins for what is the game master's, and for events about those who are hidden still."""
    for (_, subject), written in ledger.written.items():
        if subject in GAME_MASTERS:
            yield from _kept_from_players(written)
    for name, spells in about.items():
        hidden = {one for (_, one), spell in spells.items() if not spell.over}
        event = ledger.ids[name]
        if not hidden or isinstance(event, Sealed):
            continue
        if isinstance(event, Recorded) and event.subject in (ORDER, TURN):
            yield name, event if event.digest else _without(event, hidden)
        else:
            yield name, _seal(event, next(iter(spells))[0], hidden=True)


def _kept_from_players(written: Iterable[Recorded]) -> Iterator[tuple[str, Event]]:
    """The stand-ins for the game master's own; a page that players have seen is gone for them."""
    shown: set[str] = set()
    for event in written:
        if event.digest:
            yield event.id, event
        elif not is_kept_from_players(event):
            shown.add(event.name)
        elif event.subject == PAGE and not shown.isdisjoint((event.name, event.was)):
            name = event.was or event.name
            yield event.id, replace(event, name=name, facts=None, was="", nonce="", digest=digest(event))
        else:
            yield event.id, _seal(event, event.system, hidden=True)


def _without(event: Recorded, hidden: set[str]) -> Recorded:
    """An order, or whose turn it is, without those who are hidden."""
    order = order_facts([place for place in read_order(event.facts or ()) if place.who not in hidden])
    return replace(event, facts=order if event.subject == ORDER else turn_facts(""), nonce="", digest=digest(event))


def _hides(event: Recorded) -> bool:
    return event.facts is not None and is_foe(event.facts) and (HIDDEN, True) in event.facts


def _facts_once_shown(facts: Facts) -> Facts:
    """The facts of a hidden person, as they are once the person is shown."""
    return tuple(fact for fact in facts if fact != (HIDDEN, True))


def _names(event: Event) -> Iterator[Name]:
    """Whom an event names, but for the one whom it records."""
    match event:
        case Rolled():
            found = [event.who, event.against]
        case Adjusted() | Restored():
            found = [event.who]
        case Recorded(subject=subject, facts=facts) if facts and subject == ORDER:
            found = [place.who for place in read_order(facts)]
        case Recorded(subject=subject, facts=facts) if facts and subject == TURN:
            found = [read_turn(facts)]
        case _:
            return
    yield from ((event.system, name) for name in dict.fromkeys(found) if name)


def for_others(state: State, events: Iterable[Event]) -> tuple[Event, ...]:
    """Events of a log as other devices may have them: what is secret is sealed, and what reveals it brings it along."""
    told: dict[str, Event] = {}
    instead = covers(state)
    for event in events:
        if isinstance(event, Rolled) and not event.secret and event.id not in instead:
            told |= {one.id: instead.get(one.id, one) for one in line_of(state, event) if one.secret}
        kept = seal_roll(event) if isinstance(event, Rolled) and is_alone_here(state, event) else event
        told[event.id] = instead.get(event.id, kept)
    return tuple(told.values())


def for_players(state: State) -> State:
    """A log as far as it is open to everybody at the table: as a device has it that has made none of it."""
    return _as_told(state.ledger)


@lru_cache(maxsize=2)
def _as_told(ledger: Ledger) -> State:
    state = settle_ledger(ledger)
    told = for_others(state, state.events)
    return state if told == state.events else fold(told)


def shown_since(before: State, now: State) -> tuple[Event, ...]:
    """Events hidden in an earlier state of a log and shown by now, by whomever, as other devices may have them.

    It is all that a device has to tell besides what was added.
    """
    hidden, still = covers(before), covers(now)
    known = now.ledger.ids
    return for_others(now, [known[name] for name, cover in hidden.items() if still.get(name) != cover])


def brings_to_light(state: State, event: Event) -> str:
    """The id of the secret roll that an event reveals, or of the record that hid whom it shows; "" for any other."""
    if isinstance(event, Rolled) and event.revises:
        line = line_of(state, event)
        first = next((one for one in line if not one.secret), None)
        return event.revises if line and line[0].secret and first == event else ""
    if isinstance(event, Recorded) and event.subject == PLAYER and event.facts is not None:
        written = state.ledger.written[event.system, PLAYER]
        earlier = [one for one in written[: written.index(event)] if one.id not in state.ledger.undone]
        last = next((one for one in reversed(earlier) if event.name in (one.name, one.was)), event)
        is_as_it_was = (last.name, event.was) == (event.name, "") and _facts_once_shown(last.facts or ()) == event.facts
        return last.id if _hides(last) and is_as_it_was else ""
    return ""


def is_kept_back(state: State, system: str, name: str) -> bool:
    """True if the players may not know of a person, even where what wrote them down is undone by now."""
    if is_hidden(state, system, name):
        return True
    written = state.ledger.written.get((system, PLAYER), ())
    instead = covers(state)
    return any(one.id in instead for one in written if one.name == name)


def is_alone_here(state: State, event: Event) -> bool:
    """True if no other device can have the record of an event: it waits for others of the log, is secret or hidden."""
    hidden = covers(state)
    if event.id not in state.ledger.ids or event.id in hidden:
        return True
    return isinstance(event, Rolled) and all(one.secret for one in line_of(state, event) if one.id not in hidden)


def check_revealed(state: State, events: Iterable[Event]) -> None:
    """Raise `RulesError` where an event of a log reveals another roll than was made in secret."""
    for event in events:
        if not isinstance(event, Rolled) or not event.revises or event.secret:
            continue
        line = line_of(state, event)
        if not line[0].secret or next(one for one in line if not one.secret) != event:
            continue
        told = (reveal_roll(RollMetadata(event.id, event.at), one) for one in line if one.secret)
        if all(replace(one, nonce=event.nonce, clock=event.clock, by=event.by) != event for one in told):
            raise Unreadable("revises", f"what {quote(event.id)} reveals is not what was rolled in secret")
