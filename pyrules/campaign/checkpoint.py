"""A log that was read once is opened again at once: beside its records lies what they came to.

A checkpoint belongs to the very records that it was made of, and to the version that made it. The rolls among them are
read when something of them is shown, searched or counted again; until then the checkpoint has what finding them takes.
"""

import json
import re
import zlib
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields as fields_of
from itertools import count, repeat
from typing import Any, TypeVar

from pyrules.campaign.codec import Unread, read_record, read_records, write_device
from pyrules.campaign.events import Device, Event, Noted, Rolled, Sealed, Undone
from pyrules.campaign.ledger import Balance, Entry, FirstEvent, Ledger
from pyrules.campaign.state import State, settle_ledger

T = TypeVar("T")

COLUMNS = (
    "system",
    "good",
    "physical",
    "who",
    "against",
    "under",
    "revises",
    "follows",
    "took",
    "waits",
    "secret",
    "by",
)
"""The fields of every roll that a checkpoint has, besides its id."""

_FIELDS = tuple(field.name for field in fields_of(Rolled))


class Stored(Rolled):
    """A roll whose record is read, and checked, when more of it is asked for than the checkpoint has."""

    __slots__ = ("record",)

    record: str

    def __getattr__(self, name: str) -> Any:
        if name not in _FIELDS:
            raise AttributeError(name)
        event = read_record(self.record)
        for field in _FIELDS:
            object.__setattr__(self, field, getattr(event, field))
        return getattr(event, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rolled) and all(getattr(self, name) == getattr(other, name) for name in _FIELDS)

    __hash__ = Rolled.__hash__


@dataclass(frozen=True, slots=True)
class Reading:
    """The state of stored records, those that could not be read, and how many needed no reading."""

    state: State
    unread: tuple[Unread, ...]
    covered: int


def write_checkpoint(state: State, records: Sequence[str]) -> str:
    """The state of a log's records, as a line of text for `read_stored`; `state` must be that of all of them."""
    ledger = state.ledger
    rolls = [event for event in state.events if isinstance(event, Rolled)]
    written = {
        "ids": [event.id for event in state.events],
        "others": [place for place, event in enumerate(state.events) if not isinstance(event, Rolled)],
        "columns": {name: _write_column(getattr(roll, name) for roll in rolls) for name in COLUMNS},
        "counters": list(ledger.counters.items()),
        "touched": list(ledger.touched.items()),
        "balances": list(ledger.balances.items()),
    }
    text = json.dumps(written, ensure_ascii=False, separators=(",", ":"), default=write_device)
    return f"{len(records)} {_seal(text, records)} {text}"


def read_stored(records: Sequence[str], checkpoint: str = "") -> Reading:
    """The state of a campaign, as `read_records` gives it, from stored records and the latest checkpoint.

    A checkpoint that is damaged, or not of these records, or none at all (""), only means that all of them are read.
    """
    head = re.match(r"([0-9]{1,9}) ([0-9a-f]{8}) ", checkpoint)
    if head is None:
        return Reading(*read_records(records), 0)
    covered, text = records[: int(head[1])], checkpoint[head.end() :]
    if _seal(text, covered) != head[2]:
        return Reading(*read_records(records), 0)
    return Reading(*read_records(records[len(covered) :], _reopen(covered, json.loads(text))), len(covered))


def _seal(text: str, records: Sequence[str]) -> str:
    """A checksum of a checkpoint and its records, which change by accident or because the log was replaced."""
    whole = "\n".join((text, *records)).encode("utf-8", "surrogatepass")
    return f"{zlib.crc32(whole):08x}"


def _reopen(records: Sequence[str], written: dict[str, Any]) -> State:
    """The state that a checkpoint was made of."""
    size = len(records)
    others = {place: read_record(records[place]) for place in written["others"]}
    rolled = [place for place in range(size) if place not in others]
    ids = written["ids"]
    columns = {name: _column(column) for name, column in written["columns"].items()}
    columns["by"] = (one and Device(**one) for one in columns["by"])
    texts, names = map(records.__getitem__, rolled), map(ids.__getitem__, rolled)
    rolls = _fill_slots(Stored, len(rolled), record=texts, id=names, **columns)
    left = iter(rolls)
    events: list[Event] = [others[place] if place in others else next(left) for place in range(size)]
    inside = {place for place, roll in zip(rolled, rolls, strict=True) if roll.revises}
    inside |= {place for place, event in others.items() if isinstance(event, Noted | Undone)}
    inside |= {place for place, event in others.items() if isinstance(event, Sealed) and event.revises}
    opening = [place for place in range(size) if place not in inside]
    entered = [event for place in opening if not isinstance(event := events[place], Noted | Undone)]
    first = [ids[place] for place in opening]
    ledger = Ledger()
    ledger.events = events
    ledger.entries = _fill_slots(Entry, len(first), id=first, event=entered, note=repeat(""), undone=repeat(()))
    ledger.ids = dict(zip(ids, events, strict=True))
    ledger.first_events = dict(zip(first, map(FirstEvent, entered, opening, count()), strict=True))
    ledger.counters = {(system, counter): values for (system, counter), values in written["counters"]}
    ledger.touched = {(system, counter): places for (system, counter), places in written["touched"]}
    ledger.balances = {
        (system, counter): [Balance(*balance) for balance in balances]
        for (system, counter), balances in written["balances"]
    }
    ledger.resume(events[place] for place in sorted(inside | others.keys()))
    return settle_ledger(ledger)


def _write_column(values: Iterable[Any]) -> list[Any]:
    """A column: its different values, and, where there are several, the place of each among these."""
    places: dict[Any, int] = {}
    found = [places.setdefault((type(value), value), len(places)) for value in values]
    return [[value for _, value in places], *([found] if len(places) > 1 else [])]


def _column(written: list[Any]) -> Iterable[Any]:
    """The values of a column."""
    values, *places = written
    return map(values.__getitem__, places[0]) if places else repeat(values[0]) if values else ()


def _fill_slots(kind: type[T], size: int, **columns: Iterable[object]) -> list[T]:
    """Many values of a class with slots at once, with the fields that are given.

    A call for each would take most of the time that a checkpoint saves.
    """
    made = list(map(object.__new__, repeat(kind, size)))
    for name, values in columns.items():
        deque(map(getattr(kind, name).__set__, made, values), maxlen=0)
    return made
