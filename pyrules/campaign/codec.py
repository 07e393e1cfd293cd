"""The log as text: one JSON object for a file, one for each record of a store.

A log says which version of this format it is in, and so does every roll in it, since a store keeps events one by one.
The version goes up with every kind of event and every field that is added, since a reader that skipped what it does not
know would show wrong counters without a word, and with every change of a notation's meaning (`notations`). The unknown
is refused when a file is read; `read_records` keeps the rest, and hands back untouched what it could not read. A choice
that older rules do not know (`give_up`) needs no new version: the roll is counted as it was judged, and only laying it
on the table again is refused.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields as fields_of, replace
from typing import Any

from pyrules.campaign import reading
from pyrules.campaign.events import (
    COLOURS,
    Adjusted,
    Change,
    Device,
    Event,
    HouseRules,
    Noted,
    Recorded,
    Restored,
    Rolled,
    Sealed,
    Undone,
)
from pyrules.campaign.limits import counter_named, settings_of_record
from pyrules.campaign.namesakes import of_somebody
from pyrules.campaign.notations import UNMARKED, upgrade_notation
from pyrules.campaign.reading import (
    MOST_JSON,
    MOST_OBJECTS,
    MOST_WHOLE,
    Check,
    Unreadable,
    list_of,
    maybe,
    object_of,
    quote_json,
    switch,
    text,
    whole,
)
from pyrules.campaign.state import EMPTY, State, fold, settle_ledger
from pyrules.core.english import one_of
from pyrules.core.errors import FormError, RulesError
from pyrules.core.roll import SIZES, Die, Pick, singles
from pyrules.core.scan import LONGEST, MOST_TEXT
from pyrules.core.system import System, cached_by_system
from pyrules.systems import BY_ID

VERSION = 13
MOST_EVENTS = 250_000
MOST_RECORD = 1_000_000
MOST_PARTS = 1_000
"""As long as any list of an event may be, of dice, picks or effects; no roll has nearly as many."""

MOST_FACTS = 300
"""As many facts as may be written down of anything: an order of a hundred has the most, three for each."""

UNKNOWN = "it is of a kind that this version does not know; update this app"

NEWER = "it was written by a newer version; update this app"

MOST_GIVEN = 10
"""As many numbers and switches as may be given with a pick."""

MOST_NOTE = 1_000
MOST_VERDICT = 400
MOST_NAME = 30
"""As long as the name of a device may be."""

IDENT = text(64, 1)
KNOWN = of_somebody(reading.name(64, 1))
NAME = reading.name(MOST_TEXT)
WHO = of_somebody(NAME)
WORD = reading.name(MOST_TEXT, 1)
NOTATION = text(LONGEST, 1)
DELTA = whole(-MOST_WHOLE, MOST_WHOLE)
TIME = whole(0, MOST_WHOLE)
NONCE = text(64)


def read_system(value: object) -> str:
    """The id of a system."""
    if isinstance(value, str) and value in BY_ID:
        return value
    raise Unreadable("", f"{quote_json(value)} is not a system; use {one_of(list(BY_ID))}")


def read_colour(value: object) -> str:
    """The colour of a device."""
    if isinstance(value, str) and value in COLOURS:
        return value
    raise Unreadable("", f"{quote_json(value)} is not a colour here; use {one_of(list(COLOURS))}")


def write_device(device: Device) -> dict[str, str]:
    """A device as `DEVICE` reads it."""
    return {"name": device.name, "colour": device.colour}


DEVICE = reading.fields(Device, {"name": text(MOST_NAME, 1), "colour": read_colour}, ("name", "colour"))


def read_die(value: object) -> Die:
    """A die as its size and every face it showed: `"d6:4"`, `"d6:6>6>3"`."""
    if type(value) is not str:
        raise Unreadable("", f"{quote_json(value)} is not a die; use text such as 'd6:4' or 'd6:6>3'")
    if known := THROWN_ONCE.get(value):
        return known
    match = re.fullmatch(r"d([1-9][0-9]{0,2}):([1-9][0-9]{0,2}(?:>[1-9][0-9]{0,2}){0,999})", value)
    if match is None:
        raise Unreadable(
            "", f"{quote_json(value)} is not a die; use a size (d1 to d999), a colon and faces, as in 'd6:6>3'"
        )
    die = Die(int(match[1]), tuple(map(int, match[2].split(">"))))
    for face in die.faces:
        if not 1 <= face <= die.sides:
            raise Unreadable("", f"{face} is not on a d{die.sides}; use 1 to {die.sides}")
    return die


def write_die(die: Die) -> str:
    """A die as `read_die` reads it.

    >>> write_die(Die(6, (6, 3)))
    'd6:6>3'
    """
    return f"d{die.sides}:{'>'.join(map(str, die.faces))}"


THROWN_ONCE = {write_die(die): die for sides in SIZES for die in singles(sides).values()}


def _scalar(value: object) -> str | int | bool:
    if isinstance(value, bool):
        return value
    return DELTA(value) if isinstance(value, int) else text(MOST_NOTE, lines=True)(value)


def _setting(value: object) -> str | int:
    return whole(0, MOST_WHOLE)(value) if isinstance(value, int) else NAME(value)


SETTINGS = object_of(_setting, 100, WORD)
FACTS = object_of(_scalar, MOST_FACTS, WORD)
DICE = list_of(list_of(read_die, MOST_PARTS), MOST_PARTS)
GIVEN = object_of(lambda value: value if isinstance(value, bool) else DELTA(value), MOST_GIVEN, WORD)
PICKS = list_of(
    reading.fields(
        Pick, {"option": WORD, "places": list_of(whole(-1, MOST_PARTS), MOST_PARTS), "given": GIVEN}, ("option",)
    ),
    MOST_PARTS,
)
EFFECTS = list_of(
    reading.fields(
        Change, {"counter": WORD, "delta": DELTA, "rule": text(100), "who": KNOWN}, ("counter", "delta", "rule")
    ),
    MOST_PARTS,
)

SIGNED = maybe(DEVICE)

CHECKS: dict[type[Any], dict[str, Check[Any]]] = {
    Rolled: {
        "system": read_system,
        "notation": NOTATION,
        "headline": text(MOST_VERDICT),
        "summary": text(MOST_VERDICT),
        "good": maybe(switch),
        "settings": SETTINGS,
        "dice": DICE,
        "picks": PICKS,
        "outcome": FACTS,
        "effects": EFFECTS,
        "physical": switch,
        "counted": switch,
        "who": WHO,
        "against": WHO,
        "under": NAME,
        "revises": IDENT,
        "follows": IDENT,
        "took": whole(0, MOST_WHOLE),
        "waits": switch,
        "secret": switch,
        "nonce": NONCE,
        "seeds": list_of(text(64, 1), 2),
        "clock": TIME,
        "by": SIGNED,
    },
    Sealed: {
        "system": read_system,
        "digest": text(64, 64),
        "revises": IDENT,
        "hidden": switch,
        "clock": TIME,
        "by": SIGNED,
    },
    Adjusted: {
        "system": read_system,
        "counter": WORD,
        "delta": DELTA,
        "who": KNOWN,
        "note": text(MOST_NOTE, lines=True),
        "settings": SETTINGS,
        "nonce": NONCE,
        "clock": TIME,
        "by": SIGNED,
    },
    Restored: {
        "system": read_system,
        "counter": WORD,
        "who": KNOWN,
        "settings": SETTINGS,
        "nonce": NONCE,
        "clock": TIME,
        "by": SIGNED,
    },
    Recorded: {
        "system": read_system,
        "subject": WORD,
        "name": WHO,
        "facts": maybe(FACTS),
        "was": WHO,
        "nonce": NONCE,
        "digest": text(64, 64),
        "clock": TIME,
        "by": SIGNED,
    },
    Noted: {"target": IDENT, "text": text(MOST_NOTE, lines=True), "nonce": NONCE, "clock": TIME, "by": SIGNED},
    Undone: {"target": IDENT, "clock": TIME, "by": SIGNED},
}


def _reader(kind: type[Any]) -> Check[Event]:
    checks = {"id": IDENT, "at": whole(0, MOST_WHOLE), **CHECKS[kind]}
    required = [field.name for field in fields_of(kind) if field.default is MISSING]
    return reading.fields(kind, checks, required)


READERS = {kind.kind: _reader(kind) for kind in CHECKS}


def read_event(value: object) -> Event:
    """An event from JSON's values.

    Raises `Unreadable` with the path to what is wrong.
    """
    if type(value) is not dict:
        raise Unreadable("", f"{quote_json(value)} is not an event")
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in READERS:
        problem = f"{quote_json(kind)} is not a kind of event in version {VERSION}; use {one_of(list(READERS))}"
        raise Unreadable("kind", problem, UNKNOWN)
    given = {key: held for key, held in value.items() if key != "kind"}
    version = _version(given.pop("version", UNMARKED)) if kind == Rolled.kind else UNMARKED
    event = READERS[kind](given)
    if isinstance(event, Rolled | Adjusted | Restored):
        _check_settings(BY_ID[event.system], event.settings)
    if isinstance(event, Rolled):
        if (notation := upgrade_notation(event.system, event.notation, version)) != event.notation:
            event = replace(event, notation=notation)
        called = [
            _counter(BY_ID[event.system], change.counter, f"effects[{place}].counter")
            for place, change in enumerate(event.effects)
        ]
        if called != [change.counter for change in event.effects]:
            changes = zip(event.effects, called, strict=True)
            event = replace(event, effects=tuple(replace(change, counter=name) for change, name in changes))
    elif isinstance(event, Adjusted | Restored):
        name = _counter(BY_ID[event.system], event.counter, "counter")
        event = event if name == event.counter else replace(event, counter=name)
    return event


def _version(value: object) -> int:
    """The version of the format that a roll was written in."""
    try:
        version = whole(1, MOST_WHOLE)(value)
    except Unreadable as error:
        raise error.within("version") from None
    if version > VERSION:
        raise Unreadable("version", f"{version} is newer than {VERSION}; update this app", NEWER)
    return version


@cached_by_system(1024)
def _check_settings(system: System[Any], settings: HouseRules) -> None:
    try:
        settings_of_record(system, settings)
    except FormError as error:
        raise Unreadable("settings", str(error), error.plain_words) from None


@cached_by_system(1024)
def _counter(system: System[Any], counter: str, path: str) -> str:
    """The id that a counter of a record has by now."""
    try:
        return counter_named(system, counter).id
    except Unreadable as error:
        raise Unreadable(path, error.problem) from None


def event_values(event: Event) -> dict[str, Any]:
    """An event as JSON's values; what has its default is left out."""
    values: dict[str, Any] = {"kind": event.kind}
    if isinstance(event, Rolled):
        values["version"] = VERSION
    for field in fields_of(event):
        value = getattr(event, field.name)
        if field.default is MISSING or value != field.default:
            values[field.name] = WRITERS[field.name](value) if field.name in WRITERS else value
    return values


WRITERS: dict[str, Any] = {
    "by": write_device,
    "settings": dict,
    "facts": lambda facts: None if facts is None else dict(facts),
    "outcome": dict,
    "dice": lambda dice: [[write_die(die) for die in pool] for pool in dice],
    "picks": lambda picks: [pick.to_dict() for pick in picks],
    "effects": lambda effects: [
        {"counter": change.counter, "delta": change.delta, "rule": change.rule}
        | ({"who": change.who} if change.who else {})
        for change in effects
    ],
}


def write_event(event: Event) -> str:
    """One event as JSON text, as it is stored.

    Raises `Unreadable` for an event that could not be read again.
    """
    record = write_record(event)
    read_record(record)
    return record


def write_record(event: Event) -> str:
    """The same for an event that was read or stored before, and so can be read again."""
    return _dump(event_values(event))


def read_record(record: str) -> Event:
    """An event as it is stored; raises `Unreadable` for what is none."""
    return read_event(reading.load(record, MOST_RECORD))


def write_log(events: Iterable[Event]) -> str:
    """A log as the JSON text of a file, an event a line."""
    lines = ",\n".join(_dump(event_values(event)) for event in events)
    return f'{{"pyrules": "log", "version": {VERSION}, "events": [\n{lines}\n]}}\n'


def fullness(written: str, events: int) -> float:
    """The share of what can be read back that a log's text has; above 1, it cannot."""
    objects = written.count("[") + written.count("{")
    return max(len(written) / MOST_JSON, objects / MOST_OBJECTS, events / MOST_EVENTS)


def _dump(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def read_log(written: str) -> State:
    """The state of a campaign from a file's text; see `read_file`."""
    return read_file(written)[0]


def read_file(written: str) -> tuple[State, list[Any]]:
    """The state of a campaign from a file's text, and the games of one's own that came with it, unread.

    Raises `Unreadable` or another `RulesError` that names the path to what is wrong.
    """
    found = reading.load(written)
    if type(found) is not dict or found.get("pyrules") != "log":
        raise Unreadable(
            "",
            f'{quote_json(found)} is not a log of pyrules; use a file that was exported here ("pyrules": "log")',
            f"{quote_json(found)} is not a log of pyrules; use a file that was exported here",
        )
    version = found.get("version")
    if type(version) is not int or version < 1:
        raise Unreadable("version", f"{quote_json(version)} is not a version; use 1 to {VERSION}")
    if version > VERSION:
        raise Unreadable(
            "version", f"{version} was written by a newer version; update this app, which reads 1 to {VERSION}"
        )
    events, games = _LOG(found)
    return fold(events), games


def _games(value: object) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_GAMES:
        raise Unreadable("", f"{quote_json(value)} is no list of at most {MOST_GAMES} games")
    return value


MOST_GAMES = 50
"""The most games of a person's own that come with a log; what they are is for the page to read that keeps them."""

_LOG: Check[tuple[tuple[Event, ...], list[Any]]] = reading.fields(
    lambda events, games=(), **_: (events, list(games)),
    {"pyrules": WORD, "version": whole(1, VERSION), "events": list_of(read_event, MOST_EVENTS), "games": _games},
    ("events",),
)


@dataclass(frozen=True, slots=True)
class Unread:
    """A stored record that could not be used: its place among the records, its text as it is, and why."""

    place: int
    record: str
    problem: str


def read_records(records: Iterable[str], before: State = EMPTY) -> tuple[State, tuple[Unread, ...]]:
    """The state of a campaign from stored records, in the order appended, and the records that could not be read.

    The records go on from `before`. What refers to an unreadable record is left out with it.
    """
    ledger = before.ledger.copy()
    unread = []
    for place, record in enumerate(records):
        try:
            ledger.append(read_record(record))
        except RulesError as error:
            unread.append(Unread(place, record, error.plain_words))
    return settle_ledger(ledger), tuple(unread)
