"""The messages between the devices at one table, as JSON text, and the checks that it passes when it is heard.

One device is the hub: all others are connected to it alone, and it passes on what each of them adds to the log. Events
travel as the records that a store has of them, and each is read with every check that a record of a file passes.
"""

import json
from collections.abc import Iterable, Sequence, Set as AbstractSet
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

from pyrules.campaign import codec, reading
from pyrules.campaign.codec import MOST_NAME
from pyrules.campaign.events import COLOURS, Device, Event, HouseRules, Recorded, Sealed
from pyrules.campaign.fairness import OBJECTIONS, Objection
from pyrules.campaign.links import MOST_LINK
from pyrules.campaign.merge import join_events
from pyrules.campaign.namesakes import of_somebody
from pyrules.campaign.reading import Check, Unreadable, list_of, maybe, object_of, quote_json, switch, text, whole
from pyrules.campaign.rights import Who
from pyrules.campaign.sealing import check_revealed
from pyrules.campaign.state import State
from pyrules.core.characters import JOINERS, clean_name, looks
from pyrules.core.english import one_of
from pyrules.core.scan import MOST_TEXT
from pyrules.core.system import ID

VERSION = codec.VERSION * 100 + 5
"""The version of what devices say: that of the log, and within it of all else, which goes up when that changes."""

MOST_DEVICES = 8
MOST_SHARED_EVENTS = 100_000
"""The longest log that a table takes: all of it is sent to whoever joins."""

SOMEBODY = of_somebody(codec.WORD)

MOST_ASKS = MOST_TEXT * MOST_DEVICES
"""The most characters that say what is asked for and of whom."""

MOST_TITLE = 60
MOST_ABOUT = 300
MOST_SOURCE = 100_000
"""The most characters of the title of a game of one's own, of what it says of itself, and of its text."""

Progress = Literal["asked", "rolling", "rolled", "declined", "watches"]
PROGRESS: tuple[Progress, ...] = ("asked", "rolling", "rolled", "declined", "watches")
"""The progress of a person with what they are asked to roll."""

Mark = tuple[int, str]
"""The number of events that a log begins with, and a digest of their ids and of seals among them."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first thing that a device says: the version it speaks, which table it is at ("" for none), and as what.

    `marks` tell what it has of the log, so that it need not be told again, `people` whom it rolls for. `clock` is the
    time on it, in milliseconds since 1970.
    """

    version: int
    table: str
    hub: bool
    device: Device
    marks: tuple[Mark, ...] = ()
    people: tuple[Who, ...] = ()
    clock: int = 0


@dataclass(frozen=True, slots=True)
class Here:
    """The hub's message to all: the devices at the table, itself first, and what is settled there.

    That is whether dice are `fair`, whether `all_may` change everything (`rights`), and the house rules. `unlent` are
    the ids of rolls with shared dice for which the hub has lent none. `system` is played, "" before one was chosen.
    `together` says that results wait to be shown together, of whomever they are. `asks` tells the screen for everybody
    what is asked for, and of whom.
    """

    devices: tuple[Device, ...]
    fair: bool = True
    all_may: bool = True
    house: tuple[tuple[str, HouseRules], ...] = ()
    unlent: tuple[str, ...] = ()
    system: str = ""
    together: bool = False
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Added:
    """Records of events: what a device has just done (`by`), or what was in the log already (None).

    `lender` is the guest that has lent the hub a seed for the roll among them.
    """

    records: tuple[str, ...]
    by: Device | None = field(default=None)
    lender: Device | None = field(default=None)


@dataclass(frozen=True, slots=True)
class Asked:
    """The hub's request that a guest roll, by an id of its own: the fragment of a link of a test, and what it is for.

    Only those fields of the test count that are the asker's (`Field.asked`). It is made `against` a person ("" for
    nobody known), and what it came to is shown `together` with the others' results.
    """

    id: str
    link: str
    label: str = ""
    against: str = ""
    together: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """The progress of a guest with what it is asked for, by that id; with a roll, the id of its line in the log."""

    id: str
    how: Progress
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """The hub waits no longer for what it has asked for; with `shown`, what was rolled for that is shown to all."""

    id: str
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Building:
    """The test that a device puts together, for `who` rolls there: the fragment of its link, "" once it does not."""

    link: str
    who: str
    by: Device


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration (`taken`), or its withdrawal, of an offer that is common to a test that all make together.

    `challenge` is the one that it faces, "" for none that is known.
    """

    system: str
    challenge: str
    offer: str
    taken: bool
    by: Device


@dataclass(frozen=True, slots=True)
class Game:
    """A game of one's own that the hub offers to all: its id and title there, what it says of itself, and its text.

    The text is a program by anybody: it is run nowhere but in a pen, and not before a person has accepted it.
    """

    id: str
    title: str
    about: str
    text: str

    @property
    def hash(self) -> str:
        """The id of the text, worked out from it, so that nobody can claim another."""
        return sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Commit:
    """A roll is under way: the id that its event will have, and what its device is committed to (`fairness`)."""

    event: str
    commit: str


@dataclass(frozen=True, slots=True)
class Seed:
    """The answer to that: the seed of the other device."""

    event: str
    seed: str


@dataclass(frozen=True, slots=True)
class Doubted:
    """The hub's objection to a roll with shared dice, and whose it is."""

    by: Device
    doubt: Objection


@dataclass(frozen=True, slots=True)
class Called:
    """The hub's answer to a guest that says what it `wished` to be called: the device as everybody sees it."""

    device: Device
    wished: Device


@dataclass(frozen=True, slots=True)
class Taken:
    """A person whom a guest has said that it rolls for is another's already (`by`)."""

    system: str
    who: str
    by: Device


@dataclass(frozen=True, slots=True)
class Spare:
    """A code for connecting again, should the connection be lost: of one that stands by."""

    code: str


@dataclass(frozen=True, slots=True)
class Bye:
    """A device leaves the table, and does not come back by itself."""


PeerMessage = (
    Hello
    | Here
    | Added
    | Asked
    | Answered
    | Settled
    | Building
    | Declared
    | Game
    | Commit
    | Seed
    | Doubted
    | Called
    | Taken
    | Spare
    | Bye
)


def _objection(value: object) -> Objection:
    for known in OBJECTIONS:
        if value == known:
            return known
    raise Unreadable("", f"{quote_json(value)} is nothing to be said against a roll; use {one_of(list(OBJECTIONS))}")


def _progress(value: object) -> Progress:
    for known in PROGRESS:
        if value == known:
            return known
    raise Unreadable("", f"{quote_json(value)} is no way to answer; use {one_of(list(PROGRESS))}")


def _mark(value: object) -> Mark:
    count, digest = list_of(lambda part: part, 2)(value) if type(value) is list and len(value) == 2 else (None, None)
    return whole(0, MOST_SHARED_EVENTS)(count), text(64)(digest)


def _source(value: object) -> str:
    """The text of a game: lines of any system, indented by tabs as well."""
    if type(value) is not str:
        raise Unreadable("", f"{quote_json(value)} is not text")
    text(MOST_SOURCE, 1, lines=True)(value.replace("\t", " ").replace("\r", " "))
    return value


def _game(value: object) -> str:
    if isinstance(value, str) and ID.fullmatch(value):
        return value
    raise Unreadable("", f"{quote_json(value)} is no id of a system")


def _who(value: object) -> Who:
    system, name = list_of(lambda part: part, 2)(value) if type(value) is list and len(value) == 2 else (None, None)
    return codec.read_system(system), SOMEBODY(name)


def _people(value: object) -> tuple[Who, ...]:
    """Whom a device rolls for: one of each system, as the form has it."""
    found = list_of(_who, 100)(value)
    if len({system for system, _ in found}) < len(found):
        raise Unreadable("", "a device rolls for one of each system at most")
    return found


CHECKS: dict[type[Any], dict[str, Check[Any]]] = {
    Hello: {
        "version": whole(1, reading.MOST_WHOLE),
        "table": text(64),
        "hub": switch,
        "device": codec.DEVICE,
        "marks": list_of(_mark, 64),
        "people": _people,
        "clock": whole(0, reading.MOST_WHOLE),
    },
    Here: {
        "devices": list_of(codec.DEVICE, MOST_DEVICES),
        "fair": switch,
        "all_may": switch,
        "house": object_of(codec.SETTINGS, 100, codec.read_system),
        "unlent": list_of(codec.IDENT, MOST_SHARED_EVENTS),
        "system": lambda value: codec.read_system(value) if value != "" else "",
        "together": switch,
        "asks": text(MOST_ASKS),
    },
    Added: {
        "records": list_of(text(codec.MOST_RECORD, lines=True), MOST_SHARED_EVENTS),
        "by": maybe(codec.DEVICE),
        "lender": maybe(codec.DEVICE),
    },
    Commit: {"event": codec.IDENT, "commit": text(64, 64)},
    Seed: {"event": codec.IDENT, "seed": text(64, 1)},
    Doubted: {"by": codec.DEVICE, "doubt": _objection},
    Called: {"device": codec.DEVICE, "wished": codec.DEVICE},
    Taken: {"system": codec.read_system, "who": SOMEBODY, "by": codec.DEVICE},
    Bye: {},
    Spare: {"code": text(200)},
    Building: {"link": text(MOST_LINK), "who": of_somebody(reading.name(64)), "by": codec.DEVICE},
    Declared: {
        "system": codec.read_system,
        "challenge": reading.name(MOST_TEXT),
        "offer": text(MOST_TEXT, 1),
        "taken": switch,
        "by": codec.DEVICE,
    },
    Game: {
        "id": _game,
        "title": reading.name(MOST_TITLE, 1),
        "about": reading.name(MOST_ABOUT),
        "text": _source,
    },
    Asked: {
        "id": codec.IDENT,
        "link": text(MOST_LINK, 1),
        "label": reading.name(MOST_TEXT),
        "against": codec.WHO,
        "together": switch,
    },
    Answered: {"id": codec.IDENT, "how": _progress, "line": maybe(codec.IDENT)},
    Settled: {"id": codec.IDENT, "shown": switch},
}
WORDS = {kind: kind.__name__.lower() for kind in CHECKS} | {Commit: "begun", Seed: "lent"}
"""The word by which each message goes over the wire: mostly the name of its class."""

READERS = {WORDS[kind]: reading.fields(kind, checks, list(checks)) for kind, checks in CHECKS.items()}


def tidy_name(name: str, most: int = MOST_NAME) -> str:
    r"""A name as a device is called by it, or a few words: without what cannot be seen, and not too long.

    >>> tidy_name(" A\u202enna \x07")
    'Anna'
    """
    shown = "".join(sign for sign in clean_name(name) if sign.isprintable() or sign in JOINERS)
    return " ".join(shown.split())[:most].strip()


def told_apart(device: Device, others: Iterable[Device], former: Iterable[Device] = ()) -> Device:
    """A device as it is called among others: names that only look alike are one, and whoever comes later has a number.

    It has a colour of its own as long as there are any. `former` are names and colours that others had until now: what
    they have just done may still be signed so, and nobody else has both.

    >>> told_apart(Device("ann", "teal"), [Device("Ann", "teal"), Device("Ann 2", "blue")])
    Device(name='ann 3', colour='orange')
    """
    others = tuple(others)
    names, used = {looks(one.name) for one in others}, {one.colour for one in others}
    called = [device.name, *(f"{device.name[: MOST_NAME - 3]} {number}" for number in range(2, MOST_DEVICES + 2))]
    name = next(name for name in called if looks(name) not in names)
    used |= {one.colour for one in former if looks(one.name) == looks(name)}
    colours = [device.colour, *COLOURS]
    return Device(name, next((colour for colour in colours if colour not in used), device.colour))


def encode(said: PeerMessage) -> str:
    """A message of a device, as text."""
    values = {name: getattr(said, name) for name in CHECKS[type(said)]}
    if isinstance(said, Here):
        values["house"] = {system: dict(rules) for system, rules in said.house}
    return json.dumps(
        {"kind": WORDS[type(said)], **values}, ensure_ascii=False, separators=(",", ":"), default=codec.write_device
    )


def decode(written: str) -> PeerMessage:
    """A message of another device; raises `Unreadable` for anything that no device of this version says."""
    found: Any = reading.load(written)
    kind = found.pop("kind", None) if type(found) is dict else None
    if not isinstance(kind, str) or kind not in READERS:
        raise Unreadable(
            "kind", f"{quote_json(kind)} is nothing that a device says; use {one_of(list(READERS))}", codec.UNKNOWN
        )
    version = found.get("version")
    if kind == WORDS[Hello] and type(version) is int and version != VERSION:
        return Hello(version, "", hub=False, device=Device(""))  # the rest of it may be what this version does not know
    said: PeerMessage = READERS[kind](found)
    return said


def hello_refusal(hello: Hello, *, hub: bool, table: str) -> str:
    """Why a device that says hello cannot be sat with by one that is the hub, or is not; "" when it can."""
    if hello.version != VERSION:
        older = "the other device" if hello.version < VERSION else "this device"
        return f"the two devices have different versions of the app; update {older}"
    if hub and hello.hub:
        return "both devices have opened a table; leave one of the two, and join the other from there"
    if not hub and not hello.hub:
        return "the other device has no table open; open one on it, or on this one"
    if table and hello.table and table != hello.table:
        return "the other device is at another table; leave the one that you are at first"
    return ""


def marks(events: Sequence[Event]) -> tuple[Mark, ...]:
    """Marks of a log at its end, one event before it, three, seven and so on before it, and at its beginning."""
    size = len(events)
    return marks_at(events, {max(0, size - (1 << back) + 1) for back in range(size.bit_length() + 1)})


def marks_at(events: Sequence[Event], places: AbstractSet[int]) -> tuple[Mark, ...]:
    """Marks of a log at these places, as far as it goes."""
    digest = sha256()
    found = [(0, digest.hexdigest())] if 0 in places else []
    for place, event in enumerate(events, 1):
        is_seal = isinstance(event, Sealed | Recorded) and event.digest
        has = codec.write_record(event) if is_seal else event.id
        digest.update(f"{has}\n".encode("utf-8", "surrogatepass"))
        if place in places:
            found.append((place, digest.hexdigest()))
    return tuple(found)


def missing_there(events: Sequence[Event], theirs: Sequence[Mark]) -> Sequence[Event]:
    """The events that a device with these marks may lack: those after the longest beginning that both logs have."""
    own = dict(marks_at(events, {place for place, _ in theirs}))
    return events[max((place for place, digest in theirs if own.get(place) == digest), default=0) :]


def taken_in(state: State, records: Sequence[str], behind: Sequence[State] = ()) -> tuple[State, tuple[Event, ...]]:
    """The log with what another device has added, and its new events; `behind` is as for `join_events`.

    So is the record of a roll that was sealed until now.

    Raises `RulesError` for a record that cannot be read, changes an event that is known, reveals another roll than the
    one that was sealed, or refers to none; then nothing of it counts.
    """
    events = [codec.read_record(record) for record in records]
    if len(state.events) + len(events) > MOST_SHARED_EVENTS:
        raise Unreadable("records", f"a log has at most {MOST_SHARED_EVENTS} events")
    after = join_events(state, events, behind)
    before, now_known = state.ledger.ids, after.ledger.ids
    fresh = tuple(event for event in events if before.get(event.id) != event and now_known[event.id] == event)
    check_revealed(after, fresh)
    return after, fresh
