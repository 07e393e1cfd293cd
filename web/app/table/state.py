"""A table of several devices, as the device knows it that sits there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from app.place import Place
from app.roll.state import Hand, ToRoll, Tray
from app.table.talk import Stage, TalkEvent, stage_after
from pyrules.campaign.devices import (
    MOST_DEVICES,
    Asked,
    Building,
    Declared,
    Game,
    Hello,
    Progress,
)
from pyrules.campaign.events import Device, Event, Rolled
from pyrules.campaign.rights import Who
from pyrules.campaign.seats import ANY_SEAT, Seat, seat_number, write_code
from pyrules.campaign.state import State

STEP = 50
"""The number of events between two states that are remembered: two people roll at once seconds apart, not hours."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A connection to another device, by its number."""

    number: int
    seat: Seat | None = None
    """This device's own seat; None until the browser has described it."""
    to: Seat | None = None
    """The other device's, which a guest knows before."""
    stage: Stage = Stage.FREE
    device: Device | None = None
    people: frozenset[Who] = frozenset()
    """Whom the other device rolls for."""
    signed: frozenset[Device] = frozenset()
    """The names and colours that the hub has called it by since it is here."""
    hello: Hello | None = None
    """The hub's, until a guest knows what it is called itself."""
    spare: Seat | None = None
    """The seat that the other device has sent for coming back."""
    of: int = 0
    """The number of the connection that a spare one stands by for."""

    @property
    def name(self) -> str:
        """The other device's name, "" as long as it is not known."""
        return self.device.name if self.device else ""

    @property
    def names(self) -> set[str]:
        """The names that the hub has called the other device by."""
        return {device.name for device in self.signed}

    def after(self, event: TalkEvent, *, hub: bool) -> Self:
        """The same at the stage that follows; raises `RulesError` for what is out of turn."""
        return replace(self, stage=stage_after(self.stage, event, hub=hub))


@dataclass(frozen=True, slots=True)
class Reply:
    """The progress of a person with what they were asked for by a message of this `id`.

    `who` is the one whom that device rolls for ("" for nobody known), `line` that of the log which answers, "" for
    none. `for_them` says that the hub has rolled it, `skipped` that it does not wait.
    """

    device: Device
    id: str
    who: str = ""
    how: Progress = "asked"
    line: str = ""
    for_them: bool = False
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A test that the hub has asked others to roll, and how far they are; only the fields that are the asker's count.

    `label` says what it is for, `against` is whom it is made against. Results are shown `together`, once all are
    `shown`.
    """

    system: str
    link: str
    test: Any
    label: str = ""
    against: str = ""
    together: bool = False
    replies: tuple[Reply, ...] = ()
    shown: bool = False

    @property
    def held_back(self) -> bool:
        """Return whether results wait to be shown together."""
        return self.together and not self.shown

    def reply(self, device: Device) -> Reply | None:
        """That of a device; None where it was not asked."""
        return next((one for one in self.replies if one.device == device), None)

    def with_reply(self, reply: Reply) -> Self:
        """The same with a reply as it is now."""
        return replace(self, replies=tuple(reply if one.device == reply.device else one for one in self.replies))


@dataclass(frozen=True, slots=True)
class Request:
    """A test that the hub asks this device for, as it was said.

    It is `taken` up once the form has it: the next roll of that system answers it, with its `line`.
    """

    said: Asked
    system: str
    test: Any
    taken: bool = False
    declined: bool = False
    line: str = ""

    @property
    def is_open(self) -> bool:
        """Return whether it is still to be answered."""
        return not (self.line or self.declined)


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest roll of the others by the order of the log: its system, the event that brought it, and the roll.

    Once the reader has put it `away`, it is in the log alone. One that they have `seen` as a whole, and gone on from,
    has no strip.
    """

    system: str
    event: str
    tray: Tray
    away: bool = False
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Throwing:
    """A roll of this device that waits for another's seed: its event's id, its own seed, and what is rolled where.

    `who` rolls, `against` somebody.
    """

    event: str
    seed: str
    hand: Hand
    place: Place
    secret: bool
    who: str = ""
    against: str = ""


@dataclass(frozen=True, slots=True)
class Loan:
    """A seed that this device has lent for a roll of another one (`of` its number), which is to be finished."""

    event: str
    seed: str
    commit: str
    of: int
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table that this device has opened or joins."""

    id: str
    """The table's id; "" until the hub has sent it."""
    hub: bool
    """True on the device that opened the table."""
    me: Device
    """This device's name and colour."""
    here: tuple[Device, ...]
    """All devices that are at the table."""
    peers: tuple[Peer, ...] = ()
    """The connections to other devices, in the order in which they came."""
    number: int = 0
    """The number of the connection made last."""
    picture: tuple[str, ...] = ()
    """This device's code for a camera: rows of dark ("1") and light squares."""
    scanning: bool = False
    """True while the camera looks for another device's code."""
    behind: tuple[State, ...] = ()
    """Earlier states of the log, the latest first, for events that belong near its end."""
    question: Question | None = None
    """The test that the hub asked for last."""
    asking: tuple[str, bool] = ("", False)
    """The label of the hub's next question, and whether results are shown together."""
    request: Request | None = None
    """The test that a guest is asked for."""
    fair: bool = True
    """True if two devices throw the dice of each roll together."""
    all_may: bool = True
    """True if guests may change everything."""
    throwing: Throwing | None = None
    """This device's roll that waits for another's seed."""
    to_roll: ToRoll | None = None
    """The people who are still to roll the same test after `throwing`."""
    loans: tuple[Loan, ...] = ()
    """The seeds that this device has lent for the others' rolls."""
    unlent: tuple[str, ...] = ()
    """The ids of events with shared dice for which the hub has lent no seed."""
    makers: Mapping[str, Device] = field(default_factory=dict)
    """The device that each event has come from, by the event's id."""
    offset: int = 0
    """How many milliseconds the table's clock is ahead of this device's."""
    host: Device | None = None
    """The hub, as a guest knew it last."""
    closed: bool = False
    """True once the hub has closed the table."""
    wished: Device | None = None
    """The name and colour that a guest asked for, until the hub answers."""
    newest: Newest | None = None
    """The last roll of the others."""
    own: Mapping[str, Tray] = field(default_factory=dict)
    """By system, the reader's open rolls that another's was laid upon when the reader opened it."""
    arrival: Literal["", "waits", "back"] = ""
    """"waits" for a guest that has sat down before a game was chosen, "back" for one that comes back."""
    met: frozenset[str] = frozenset()
    """The games in which a guest was asked who they are, and is known."""
    building: tuple[Building, ...] = ()
    """The tests that the others put together, the latest last."""
    built: tuple[str, str] = ("", "")
    """The link of the reader's own test, as it was sent to the others, and who rolls it."""
    declared: tuple[Declared, ...] = ()
    """What people have declared for the next test that all make together."""
    held: frozenset[str] = frozenset()
    """The ids of others' rolls that are kept back until all results of a question are shown."""
    together: bool = False
    """True on a guest while results are kept back in that way."""
    asks: str = ""
    """What the hub asks for and of whom, in its words, as a guest knows it."""
    plays: str = ""
    """The system that the hub plays, as a guest knows it."""
    called_along: bool = False
    """True if the hub has gone to that system and the guest has gone to none since."""
    game: Game | None = None
    """The game of somebody's own that the hub offers."""
    put_off: bool = False
    """True once the reader has put that game off."""
    game_roll: str = ""
    """The id of the last roll of any such game; "" once it was put away."""
    frame: str = ""
    """The address of what is open of the workshop in this page; "" for nothing."""

    def holds_back(self, by: Device) -> bool:
        """Return whether a result of a device waits to be shown with others."""
        question = self.question
        if self.hub:
            return question is not None and question.held_back and question.reply(by) is not None
        return self.together and by != self.host

    def peer(self, number: int) -> Peer | None:
        """The connection of a number; None when it was given up."""
        return next((peer for peer in self.peers if peer.number == number), None)

    @property
    def code(self) -> str:
        """The code that this device shows to those not yet connected; "" while there is none."""
        shown = (Stage.FREE,) if self.hub else (Stage.FREE, Stage.TRIED)
        waiting = [peer.seat for peer in self.peers if peer.stage in shown]
        seats = [seat for seat in waiting if seat]
        return write_code(seats, hub=self.hub) if seats and len(seats) == len(waiting) else ""

    def free_for(self, seat: Seat) -> Peer | None:
        """The connection of the hub that a guest's is for, if nobody else has it by now."""
        free = (peer for peer in self.peers if peer.stage is Stage.FREE and peer.seat)
        return next((peer for peer in free if seat.number in (ANY_SEAT, seat_number(peer.number))), None)

    @property
    def is_trying(self) -> bool:
        """Return whether a device has a seat that is not connected yet."""
        return any(peer.stage is Stage.TRIED for peer in self.peers)

    @property
    def away(self) -> bool:
        """Return whether a device was lost that comes back by itself."""
        return any(peer.stage is Stage.AWAY for peer in self.peers)

    @property
    def is_lost(self) -> bool:
        """Return whether this is a guest's that was at the table, and is not connected to it."""
        return self.id != "" and not (self.hub or self.others)

    @property
    def others(self) -> tuple[Peer, ...]:
        """The devices that this one is connected to."""
        return tuple(peer for peer in self.peers if peer.stage is Stage.HERE)

    @property
    def hearers(self) -> tuple[Peer, ...]:
        """The devices that hear what this one says, also those that have not said hello yet."""
        return tuple(peer for peer in self.peers if peer.stage in (Stage.OPEN, Stage.GREETED, Stage.HERE))

    @property
    def room(self) -> int:
        """The number of connections still to be made, so that the hub has one for each device that may be there.

        A guest has one that is for any seat, until it knows the hub's.
        """
        return (MOST_DEVICES if self.hub else 2) - 1 - sum(peer.stage is not Stage.SPARE for peer in self.peers)

    def spare_of(self, number: int) -> Peer | None:
        """The connection that stands by for another one."""
        return next((peer for peer in self.peers if peer.of == number), None)

    def with_state(self, state: State) -> Self:
        """The same once the log has come to a state."""
        behind = tuple(one for one in self.behind if state.events[: len(one.events)] == one.events)
        if not behind or len(state.events) - len(behind[0].events) >= STEP:
            behind = (state, *behind[:1])
        return replace(self, behind=behind)

    def maker(self, event: Event) -> str:
        """The name of the device that an event is from, whose colour may be another by now; "" for one not known."""
        by = self.makers.get(event.id, event.by)
        return by.name if by else ""

    def events_of(self, device: Device) -> frozenset[str]:
        """The ids of the events that have come from a device."""
        return frozenset(event for event, maker in self.makers.items() if maker.name == device.name)

    def with_made(self, events: Iterable[Event], device: Device) -> Self:
        """The same with events that have come from a device."""
        return replace(self, makers={**self.makers, **{event.id: device for event in events}})

    def with_called(self, before: Device, device: Device) -> Self:
        """The same with a device that goes by another name or colour from now on."""
        makers = {name: device if maker.name == before.name else maker for name, maker in self.makers.items()}
        question = self.question
        if question and (reply := question.reply(before)):
            replies = (replace(reply, device=device) if one is reply else one for one in question.replies)
            question = replace(question, replies=tuple(replies))
        return replace(self, makers=makers, question=question)

    def answered_by(self, events: Iterable[Event]) -> Self:
        """The same with the first new roll of this device as the answer to what it has taken up."""
        asked = self.request
        if asked is None or not (asked.taken and asked.is_open):
            return self
        found = (one for one in events if isinstance(one, Rolled) and one.system == asked.system and not one.revises)
        line = next((one.id for one in found), "")
        return replace(self, request=replace(asked, line=line)) if line else self

    def with_peer(self, peer: Peer) -> Self:
        """The same with a connection as it is now."""
        return replace(self, peers=tuple(peer if one.number == peer.number else one for one in self.peers))

    def moved_last(self, peer: Peer) -> Self:
        """The same with a connection as it is now, behind all others: devices stand in the order in which they came."""
        return replace(self, peers=(*self.without(peer.number).peers, peer))

    def without(self, *numbers: int) -> Self:
        """The same without some connections."""
        return replace(self, peers=tuple(one for one in self.peers if one.number not in numbers))
