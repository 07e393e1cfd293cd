"""The lines of the log that the reader asks for, and the people and devices that can be asked for."""

from collections.abc import Sequence

from app.log import words
from app.log.deeds import hands
from app.log.state import SEAL, Logbook, Unseen, entry_in_words, game_roll, is_good, is_open, is_seen
from pyrules.campaign.events import Adjusted, Entered, Recorded, Restored, Rolled, Sealed
from pyrules.campaign.ledger import Entry
from pyrules.campaign.state import State

Numbered = tuple[int, Entry]
"""A line of the log, and its number."""


def matching(state: State, book: Logbook, system: str, unseen: Unseen) -> list[Numbered]:
    """The lines of the log that the reader asked for and may see, each with its number, the newest first."""
    found = visible_lines(state, book, system, unseen)
    if book.kind != "all":
        found = [(line, entry) for line, entry in found if is_of(entry, book.kind)]
    if book.who:
        found = [(line, entry) for line, entry in found if book.who in people_of(state, entry)]
    if book.device:
        found = [(line, entry) for line, entry in found if book.device in {one.name for one in hands(state, entry)}]
    for word in book.text.casefold().split():
        found = [(line, entry) for line, entry in found if word in searchable_text(entry)]
    return found


def visible_lines(state: State, book: Logbook, system: str, unseen: Unseen) -> list[Numbered]:
    """The lines of one system, or of all, that the reader may see."""
    found = list(enumerate(state.entries))[::-1]
    if not book.everywhere:
        found = [(line, entry) for line, entry in found if entry.event.system == system]
    if unseen is not None or SEAL in {entry.event.kind for _, entry in found}:
        found = [(line, entry) for line, entry in found if is_seen(entry.event, unseen)]
    return found


def choices(state: State, lines: Sequence[Numbered]) -> tuple[list[str], list[str]]:
    """The people whom lines are about, as they are called now, and the devices that the log was written on, by name."""
    latest = {(entry.event.system, name): entry.id for _, entry in lines[::-1] for name in people_in(entry.event)}
    people = {state.current_name(system, name, line) for (system, name), line in latest.items()}
    devices = {event.by.name for event in state.events if event.by}
    return sorted(people - {""}, key=str.casefold), sorted(devices, key=str.casefold)


def people_of(state: State, entry: Entry) -> set[str]:
    """Whom a line is about, as they are called now."""
    return {state.current_name(entry.event.system, name, entry.id) for name in people_in(entry.event) if name}


def people_in(event: Entered) -> tuple[str, ...]:
    """Whom an event is about, as they were called then; "" for nobody."""
    match event:
        case Rolled():
            return event.who, event.against
        case Adjusted() | Restored():
            return (event.who,)
        case Recorded(subject="player"):
            return (event.name,)
        case _:
            return ()


def is_of(entry: Entry, kind: str) -> bool:
    """Return whether a line is of a kind."""
    event = entry.event
    match kind:
        case "rolls":
            return isinstance(event, Rolled | Sealed) or game_roll(event) is not None
        case "good" | "bad":
            return is_good(event) is (kind == "good")
        case "hand":
            return not is_of(entry, "rolls")
        case "noted":
            return bool(entry.note)
        case _:
            return entry.is_struck


def searchable_text(entry: Entry) -> str:
    """Everything of a line that a search looks through, in small letters."""
    event = entry.event
    if isinstance(event, Rolled) and is_open(event, None):
        named = f"{event.who}\n{words.in_challenge(event.under)}"
        text = f"{event.notation}\n{event.headline}\n{event.summary}\n{named}\n{entry.note}"
    else:
        line = entry_in_words(event)
        text = "\n".join((line.headline, line.summary, line.notation, *line.whose, entry.note))
    return text.casefold()
