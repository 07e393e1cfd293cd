"""A table of several devices, as the device knows it that sits there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from app.place import Place
from app.roll.state import Hand
from pyrules.campaign.devices import MOST_DEVICES, Device
from pyrules.campaign.events import Event
from pyrules.campaign.rights import Who
from pyrules.campaign.state import State

STEP = 50
"""How many events lie between two states that are remembered: two people roll at once seconds apart, not hours."""

Stage = Literal["free", "tried", "open", "here", "spare", "away"]


@dataclass(frozen=True, slots=True)
class Peer:
    """A connection to another device, by its number.

    `code` is what this device says of itself for it, "" while the browser is still finding out; `picture` is the code
    as rows of dark ("1") and light squares, for a camera. It is "free" until the other device's code is given, then
    "tried", "open" once the devices are connected, and "here" when the other one has said whose it is, and whom it
    rolls for (`people`). Then another connection stands by for it (`of` its number) as a "spare", and `spare` is the
    code that the other device has sent for that. Once the first is lost, the spare is "away" until the other comes
    back.
    """

    number: int
    code: str = ""
    picture: tuple[str, ...] = ()
    stage: Stage = "free"
    device: Device | None = None
    people: frozenset[Who] = frozenset()
    spare: str = ""
    of: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """A test that this device has asked others to roll, and the lines of the log that they answered with."""

    system: str
    notation: str
    of: tuple[Device, ...]
    answers: tuple[tuple[Device, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Throwing:
    """A roll of this device that waits for another's seed: its event's id, its own seed, and what is rolled where."""

    event: str
    seed: str
    hand: Hand
    place: Place
    secret: bool


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
    """A table that this device has opened (`hub`) or joins.

    `id` is its own, "" until the hub has told it; `me` is this device, `here` are all that are at the table. `number`
    is that of the connection made last. `scanning` says that the camera looks for another device's code.
    `behind` are earlier states of the log, the latest first, for events that belong near its end.
    `question` is the test that this device asked for last. With `all_may`, guests may change everything. With `fair`,
    two devices throw the dice together: `throwing` is a roll of this one that waits for that, `loans` are what it has
    done for the others' rolls, `unlent` the events with shared dice for which the hub has lent none. `makers` are the
    devices that events have come from, by the ids of these. `offset` is how far the table's clock is ahead of this
    device's, in milliseconds.
    """

    id: str
    hub: bool
    me: Device
    here: tuple[Device, ...]
    peers: tuple[Peer, ...] = ()
    number: int = 0
    scanning: bool = False
    behind: tuple[State, ...] = ()
    question: Question | None = None
    fair: bool = True
    all_may: bool = True
    throwing: Throwing | None = None
    loans: tuple[Loan, ...] = ()
    unlent: tuple[str, ...] = ()
    makers: Mapping[str, Device] = field(default_factory=dict)
    offset: int = 0

    def peer(self, number: int) -> Peer | None:
        """The connection of a number; None when it was given up."""
        return next((peer for peer in self.peers if peer.number == number), None)

    @property
    def free(self) -> Peer | None:
        """The connection that waits for another device's code."""
        return next((peer for peer in self.peers if peer.stage == "free"), None)

    @property
    def tried(self) -> bool:
        """Whether a device's code was given that is not connected yet."""
        return any(peer.stage == "tried" for peer in self.peers)

    @property
    def away(self) -> bool:
        """Whether a device was lost that comes back by itself."""
        return any(peer.stage == "away" for peer in self.peers)

    @property
    def others(self) -> tuple[Peer, ...]:
        """The devices that this one is connected to."""
        return tuple(peer for peer in self.peers if peer.stage == "here")

    @property
    def wants_more(self) -> bool:
        """Whether another connection is to be made: the hub has one to spare, another device has one in all."""
        seats = sum(peer.stage != "spare" for peer in self.peers)
        return self.free is None and seats < (MOST_DEVICES - 1 if self.hub else 1)

    def spare_of(self, number: int) -> Peer | None:
        """The connection that stands by for another one."""
        return next((peer for peer in self.peers if peer.of == number), None)

    def followed(self, state: State) -> Self:
        """The same once the log has come to a state."""
        behind = tuple(one for one in self.behind if state.events[: len(one.events)] == one.events)
        if not behind or len(state.events) - len(behind[0].events) >= STEP:
            behind = (state, *behind[:1])
        return replace(self, behind=behind)

    def made(self, device: Device) -> frozenset[str]:
        """The ids of the events that have come from a device."""
        return frozenset(name for name, maker in self.makers.items() if maker == device)

    def with_made(self, events: Iterable[Event], device: Device) -> Self:
        """The same with events that have come from a device."""
        return replace(self, makers={**self.makers, **{event.id: device for event in events}})

    def with_called(self, before: Device, device: Device) -> Self:
        """The same with a device that goes by another name or colour from now on."""
        makers = {name: device if maker == before else maker for name, maker in self.makers.items()}
        return replace(self, makers=makers)

    def changed(self, peer: Peer) -> Self:
        """The same with a connection as it is now."""
        return replace(self, peers=tuple(peer if one.number == peer.number else one for one in self.peers))

    def without(self, number: int) -> Self:
        """The same without a connection."""
        return replace(self, peers=tuple(one for one in self.peers if one.number != number))
