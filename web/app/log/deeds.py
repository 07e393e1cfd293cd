"""Who did what to a line of the log, at a table of several devices: each event is signed by the one it was done on."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.log import words
from app.log.state import deed, game_roll
from pyrules.campaign.events import Device, Noted, Rolled, Sealed
from pyrules.campaign.ledger import Entry
from pyrules.campaign.state import State


@dataclass(frozen=True, slots=True)
class Deed:
    """Say in a few words what was done to a line, and on which device; None where that is not known."""

    what: str
    by: Device | None


def deeds(state: State, entry: Entry) -> Iterator[Deed]:
    """The deeds of a line, the earliest first: that it was made, what went on with it, and the undos that stand.

    A purchase that was taken back is told by its undo alone.
    """
    before = state.event(entry.id)
    yield Deed(words.ROLLED if isinstance(before, Rolled | Sealed) or game_roll(before) else words.CHANGED, before.by)
    for event in state.ledger.later.get(entry.id, ()):
        undos = state.ledger.undone.get(event.id, ())
        if isinstance(event, Noted):
            what = words.NOTED if not undos else ""
        else:
            what = words.with_capital(deed(before, event))
            before = before if undos else event
        if undos:
            yield from (Deed(words.undo_of(what), by) for by in signers(state, undos) if what)
        elif what:
            yield Deed(what, event.by)
    yield from (Deed(words.UNDONE, by) for by in signers(state, entry.undone))


def signers(state: State, events: Iterable[str]) -> Iterator[Device | None]:
    """The devices that events were made on."""
    return (state.event(event).by for event in events)


def hands(state: State, entry: Entry) -> tuple[Device, ...]:
    """The devices that have had a hand in a line, each once, the one that made it first."""
    return tuple(dict.fromkeys((*makers(state, entry), *undoers(state, entry))))


def makers(state: State, entry: Entry) -> tuple[Device, ...]:
    """The devices that a line was made, went on and was noted on, each once."""
    later = (event for event in state.ledger.later.get(entry.id, ()) if event.id not in state.ledger.undone)
    made = (state.event(entry.id).by, *(event.by for event in later))
    return tuple(dict.fromkeys(filter(None, made)))


def undoers(state: State, entry: Entry) -> tuple[Device, ...]:
    """The devices on which a line was undone that counts no more."""
    return tuple(dict.fromkeys(filter(None, signers(state, entry.undone))))
