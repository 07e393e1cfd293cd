"""Several devices at one table, for the app's tests: what they say reaches the others when the test wants it to."""

import itertools
import json
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from app.common.answer import Command
from app.model import Model
from app.program import back_at_a_table
from app.table.state import Table
from app.table.talk import Stage

from pyrules.campaign.codec import write_log
from pyrules.campaign.events import Event
from tests.app.reader import Reader
from tests.app.table.disk import Disk
from tests.campaign.seats_helpers import description_of
from tools import ROOT

SECRETS = itertools.count()
PRINTS = (number.to_bytes(32).hex(":").upper() for number in itertools.count(1))


class Seat(Reader):
    """Someone at a device of their own; its clock may be wrong by `late` milliseconds."""

    def __init__(self, name: str, address: str = "stepdie/", late: int = 0, events: Iterable[Event] = ()) -> None:
        self.name = name
        self.print_ = next(PRINTS)
        self.said: dict[int, deque[str]] = {}  # by connection, what waits to reach the other device
        self.over: dict[int, tuple[Seat, int]] = {}  # by connection, the other device and its number for it
        self.ends: set[int] = set()
        self.heard: list[str] = []
        self.vibrated = 0
        self.offered: list[Command] = []
        self.announced: list[str] = []
        self.waits: list[tuple[int, str]] = []  # what an answer is waited for
        self.dead = False  # by a power cut, until the page is opened again with what is `left`
        self.left: tuple[list[str], dict[str, Any]] = [], {}
        super().__init__(address, events, kept={"goes by": [name, "teal"]}, seed=len(name) + ord(name[:1] or "a"))
        names = (f"{name} {count}" for count in itertools.count())
        self.world = replace(self.world, name=lambda: next(names))
        self.set_clock(late)

    def set_clock(self, late: int) -> None:
        """Have the clock be wrong by so many milliseconds."""
        clock = itertools.count(1_790_000_000_000 - late, 1000)
        self.world = replace(self.world, now=lambda: next(clock))

    def visit(self, address: str) -> "Seat":
        """Open the page anew, at the table where it sat when it was closed."""
        if self.dead:
            self.dead, (self.records, self.kept) = False, self.left
        self.disk = Disk(self.records, self.kept)
        super().visit(address)
        self._take(*back_at_a_table(self.model, self.kept, self.world))
        return self.carry_all()

    def go(self, address: str) -> "Seat":
        """Follow a link, and do for other devices what the page would."""
        super().go(address)
        return self.carry_all()

    def do(
        self, on: str, value: Any = None, form: Mapping[str, Any] | None = None, changed: str = "", **data: Any
    ) -> "Seat":
        """Send a message, and do for other devices what the page would."""
        super().do(on, value, form, changed, **data)
        return self.carry_all()

    def carry_all(self) -> "Seat":
        """Carry out what was asked for last; who has no power tells nobody."""
        commands = self.commands
        for command in [] if self.dead else commands:
            self.carry(command)
        self.commands = commands
        return self

    def carry(self, command: Command) -> None:
        """Carry out a command as the page does, but for saying things: that waits."""
        match command:
            case {"do": "offer", "peer": peer}:
                self.ends.discard(peer)  # of a table that was left
                self.offered.append(command)
                secrets = (command.get("user", f"{next(SECRETS):08}"), "VMsroutbw6OCglzFwuyt6cns")
                sdp = description_of("192.0.2.2", secrets=secrets, print_=self.print_)
                self.do("table-offered", sdp, peer=peer)
            case {"do": "draw", "peer": code, "text": text}:
                assert text.endswith(code)
            case {"do": "tell", "to": to, "text": text}:
                for peer in to:
                    self.said.setdefault(peer, deque()).append(text)
                if "within" in command:
                    self.waits.append((to[0], command["about"]))
            case {"do": "vibrate"}:
                self.vibrated += 1
            case {"do": "announce", "text": text}:
                self.announced.append(text)
            case {"do": "hang-up", "peers": peers}:
                self.ends |= set(peers) & self.over.keys()

    def _take(self, model: Model, commands: tuple[Command, ...]) -> None:
        super()._take(model, commands)
        self.disk = self.disk.with_answer(self.commands, self.records, self.kept)

    @property
    def table(self) -> Table:
        assert self.model.table
        return self.model.table

    @property
    def log(self) -> str:
        """The log, as a file would have it."""
        return write_log(self.model.campaign.events)

    def type(self, code: str) -> "Seat":
        """Put in the other device's code and connect."""
        return self.do("table-connect", form={"theirs": code})

    def hear(self, peer: int, *, twice: bool = False) -> None:
        """Let the other device say the next thing that waits on a connection, or end it."""
        other, number = self.over[peer]
        if other.said.get(number):
            self.heard.append(other.said[number].popleft())
            for _ in range(2 if twice else 1):
                self.do("table-heard", self.heard[-1], peer=peer)
        elif number in other.ends:
            self.lose(peer)

    def lose(self, peer: int, why: str = "") -> None:
        """Have a connection end."""
        del self.over[peer]
        self.do("table-closed", why, peer=peer)

    def wait(self) -> "Seat":
        """Let the time pass within which answers were to come."""
        while self.waits:
            peer, about = self.waits.pop()
            self.do("table-waited", about, peer=peer)
        return self

    def can_hear(self) -> list[int]:
        return [peer for peer, (other, number) in self.over.items() if other.said.get(number) or number in other.ends]


def connect(hub: Seat, guest: Seat) -> tuple[int, int]:
    """Exchange codes between two devices, and have them connected; what they say then waits.

    Their numbers for the connection are returned.
    """
    guest.type(hub.table.code)
    hub.type(guest.table.code)
    ours, theirs = connection_between(hub, guest)
    link(hub, ours, guest, theirs)
    return ours, theirs


def connection_between(hub: Seat, guest: Seat) -> tuple[int, int]:
    """The connection on either side by which two devices know each other, that are not connected yet."""
    [pair] = [
        (ours.number, theirs.number)
        for theirs in guest.table.peers
        for ours in hub.table.peers
        if ours.stage is theirs.stage is Stage.TRIED and ours.to == theirs.seat
    ]
    return pair


def link(hub: Seat, ours: int, guest: Seat, theirs: int) -> None:
    """Open the connection that both devices have the other's code for."""
    hub.over[ours] = (guest, theirs)
    guest.over[theirs] = (hub, ours)
    hub.do("table-opened", "", peer=ours)
    guest.do("table-opened", "", peer=theirs)


def wake(hub: Seat, guest: Seat) -> None:
    """Have a device come back that was lost, by the connection that stood by."""
    [theirs] = [peer for peer in guest.table.peers if peer.stage is Stage.AWAY]
    [ours] = [peer for peer in hub.table.peers if peer.device == guest.table.me and peer.stage is Stage.AWAY]
    link(hub, ours.number, guest, theirs.number)


def settle(*seats: Seat) -> None:
    """Let everything that was said be heard."""
    while any(seat.can_hear() for seat in seats):
        for seat in seats:
            for peer in seat.can_hear():
                seat.hear(peer)


def company(*names: str) -> list[Seat]:
    """Devices at one table, each with Step Die in sight; the first is the hub."""
    hub, *guests = (Seat(name) for name in names)
    hub.do("table-open")
    for guest in guests:
        guest.do("table-join")
        connect(hub, guest)
        settle(hub, guest)
    settle(hub, *guests)
    for seat in (hub, *guests):
        seat.go("stepdie/")
    return [hub, *guests]


def meet(hub: Seat, guest: Seat, *, by_itself: bool) -> None:
    """Connect again, by what stood by if there is such a connection on both sides, or by new codes."""
    ready = [any(peer.stage is Stage.AWAY for peer in seat.table.peers if peer.device) for seat in (hub, guest)]
    waits = any(peer.stage is Stage.AWAY and peer.device == guest.table.me for peer in hub.table.peers)
    if by_itself and all(ready) and waits:
        wake(hub, guest)
    else:
        if not hub.table.code:  # whoever is away has the last seat
            hub.do("table-anew")
        connect(hub, guest)


def cut_power(seat: Seat, number: int, meanwhile: Callable[[], object]) -> None:
    """Cut a device's power while it answers something, which is stored by then or not, and of which nobody hears.

    The number chooses which, and how much of what was stored the disk has when the page is opened again.
    """
    before, seat.dead = seat.disk, True
    meanwhile()
    seat.left = (seat.disk if number % 3 else before).after_power_cut(number)


def forget(seat: Seat) -> None:
    """Close the page and open it anew."""
    for waiting in (seat.said, seat.ends, seat.waits):
        waiting.clear()
    seat.visit("stepdie/")


def reload(guest: Seat) -> None:
    """Close the page and open it anew, on the way to the same table."""
    forget(guest)
    guest.do("table-join")


def part(guest: Seat) -> None:
    """Cut a connection at this moment, if the other device has not heard that it was ended; what waited is lost."""
    [(peer, (hub, number))] = guest.over.items()
    for seat, lost in ((guest, peer), (hub, number)):
        seat.said.pop(lost, None)
    if number in hub.over:
        hub.lose(number)
    guest.lose(peer)


LOADS = """
import inspect, json, sys
from importlib import import_module
from app import program
from app.rooms import ROOMS
program.start("{}\\n", "moonwalk/", "/")
started = list(sys.modules)
for handlers in (handlers for room in ROOMS for handlers in room.handlers):
    for handler in handlers.values():
        if late := inspect.getclosurevars(handler).nonlocals.get("update"):
            import_module(late)
alone = list(sys.modules)
program.update(json.dumps({"on": "go", "to": "table/"}))
program.update(json.dumps({"on": "table-open", "form": {}, "data": {}}))
print(json.dumps([started, alone, list(sys.modules)]))
"""


def modules_loaded() -> tuple[set[str], set[str], set[str]]:
    """The modules that are loaded once the app has started, once all was done alone, and once a table is open."""
    path = {"PYTHONPATH": f"{ROOT}:{ROOT / 'web'}"}
    done = subprocess.run((sys.executable, "-c", LOADS), env=path, capture_output=True, check=True, encoding="utf-8")
    started, alone, at_a_table = map(set, json.loads(done.stdout))
    return started, alone, at_a_table
