"""Codes: this device's own, shown to be handed on, and the other's, typed in or read by the camera."""

from collections.abc import Sequence
from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World, focus, notify, say
from app.common.code import camera_handlers
from app.model import Model
from app.place import Place
from app.share.opening import MOST_INVITED
from app.table import words
from app.table.peers import about, give_up, made_ready, send, settled_on_one
from app.table.state import Peer, Table
from app.table.talk import Signal, Stage
from pyrules.campaign.devices import Spare
from pyrules.campaign.reading import Unreadable
from pyrules.campaign.seats import ANY_SEAT, Seat, read_others, read_seat, seat_number, write_answer, write_code
from pyrules.core.errors import RulesError

HERE = Place("", "table")
CHOICES = 4
"""So many of the hub's seats a guest knows, or all who have read one code at once: no more fit into a small picture."""


def take_seat(model: Model, message: Message, world: World) -> Answer:
    """Know a connection that the browser has described; a guest's goes to the hub's seat that it is for."""
    if (found := about(model, message)) is None:
        return model, ()
    table, peer = found
    try:
        number = peer.to.number if peer.to else peer.number if table.hub else ANY_SEAT
        seat = read_seat(number, str(message["value"]))
    except RulesError as error:
        return notify(model, words.sentence(error.plain_words), wrong=True)
    peer = replace(peer, seat=seat)
    if peer.stage is Stage.SPARE:
        first = table.peer(peer.of)
        is_usable = bool(seat.addresses)  # not where the network has just gone
        telling = send((first,), Spare(write_code((seat,), hub=table.hub))) if first and is_usable else ()
        return replace(model, table=table.with_peer(peer)), telling
    if peer.to is None:
        return replace(model, table=table.with_peer(peer)), ()
    connecting = connect_to(table, peer, peer.to)
    return replace(model, table=table.with_peer(peer.after(Signal.PAIRED, hub=table.hub))), connecting


def connect_to(table: Table, peer: Peer, to: Seat) -> tuple[Command, ...]:
    """Have a connection go to the other device's seat."""
    return ({"do": "connect", "peer": peer.number, "sdp": write_answer(to, active=not table.hub)},)


def redrawn(before: Model, now: Model) -> tuple[Command, ...]:
    """Have this device's code drawn where it is another by now."""
    earlier = before.table.peers if before.table else ()
    if now.table is None or now.table.peers == earlier:
        return ()
    code = now.table.code
    if not code or (before.table and code == before.table.code):
        return ()
    link = now.table.hub and now.has_links  # any camera opens a link, and finds a code alone sooner
    text = f"{HERE.address}#{code}" if link else code
    return ({"do": "draw", "on": "table-drawn", "peer": code, "text": text, "link": link},)


def show_picture(model: Model, message: Message, world: World) -> Answer:
    """Show this device's code as a picture, too."""
    table = model.table
    if table is None or message["data"]["peer"] != table.code:
        return model, ()
    return replace(model, table=replace(table, picture=tuple(str(message["value"]).split("\n")))), ()


def scan(model: Model, message: Message, world: World) -> Answer:
    """Look for the other device's code with the camera; the hub's takes one after the other."""
    if model.table is None or model.table.scanning:
        return model, ()
    model, looks = with_camera(model)
    return model, (looks, focus("stop-camera"))


def with_camera(model: Model, *, quiet: bool = False) -> tuple[Model, Command]:
    """The model with the camera on; where that begins by itself, it is `quiet` if there is none."""
    hub = model.table is not None and model.table.hub
    return looking(model, scanning=True), {"do": "scan", "on": "table", "more": hub, "quiet": quiet}


def looking(model: Model, *, scanning: bool) -> Model:
    """The model with the camera on, or off."""
    return replace(model, table=replace(model.table, scanning=scanning)) if model.table else model


def connect_scanned(model: Model, message: Message, world: World) -> Answer:
    """Connect to the device whose code the camera has seen."""
    hub = model.table is not None and model.table.hub
    return try_code(looking(model, scanning=hub), str(message["value"]), world, seen=True)


def connect(model: Model, message: Message, world: World) -> Answer:
    """Connect to the device whose code was typed in."""
    return try_code(model, str(message["form"].get("theirs", "")), world)


def try_code(model: Model, typed: str, world: World, *, seen: bool = False) -> Answer:
    """Connect to the device of a code; one that was not `seen` by the camera, but typed, stays to be mended."""
    table = model.table
    if table is None or (table.others and not table.hub):
        return model, ()
    own = [peer.seat for peer in table.peers if peer.seat]
    try:
        seats = read_others(typed, hub=table.hub, own=own).seats
        return (welcome_guest if table.hub else choose_seats)(replace(model, invited=""), table, seats, world)
    except RulesError as error:
        model, aloud = notify(model, words.code_refused(error.plain_words), wrong=True)
    if seen and table.hub:
        return model, aloud
    return replace(model, invited=typed[:MOST_INVITED]), (*aloud, focus("their-code"))


def welcome_guest(model: Model, table: Table, seats: Sequence[Seat], world: World) -> Answer:
    """Connect the hub to a guest by one of the seats that it knows; raises `Unreadable` where others have them all.

    A guest who is at it already is seen by the camera as long as its code is there.
    """
    if any(peer.to in seats for peer in table.peers):
        return model, ()
    pairs = ((peer, seat) for seat in seats if (peer := table.free_for(seat)))
    peer, seat = next(pairs, (None, None))
    if peer is None or seat is None:
        raise Unreadable("", words.SEATS_TAKEN)
    seat = replace(seat, number=seat_number(peer.number))
    table = table.moved_last(replace(peer.after(Signal.PAIRED, hub=True), to=seat))
    return replace(model, table=table), (*connect_to(table, peer, seat), say(words.CONNECTING))


def choose_seats(model: Model, table: Table, seats: Sequence[Seat], world: World) -> Answer:
    """Have a guest's connections made ready for some of the hub's seats.

    The one whose code was shown already is for the first, as the hub takes it; the others begin with any of the rest.
    """
    ready = next((peer for peer in table.peers if peer.stage is Stage.FREE and peer.seat), None)
    table, closing = settled_on_one(table.without(ready.number) if ready else table)
    connecting: tuple[Command, ...] = ()
    if ready and ready.seat:
        to, *seats = seats
        ready = replace(ready, to=to, seat=replace(ready.seat, number=to.number)).after(Signal.PAIRED, hub=False)
        table = replace(table, peers=(*table.peers, ready))
        connecting = connect_to(table, ready, to)
    first = sum(map(ord, world.name())) % len(seats) if seats else 0
    others = [*seats[first:], *seats[:first]][: CHOICES - len(connecting)]
    model, offering = made_ready(model, table, others)
    return model, (*closing, *connecting, *offering, say(words.CONNECTING))


def take_typed(model: Model, message: Message, world: World) -> Answer:
    """Take over what is typed of the other device's code."""
    return replace(model, invited=str(message["value"])[:MOST_INVITED]), ()


def copy(model: Model, message: Message, world: World) -> Answer:
    """Copy this device's code."""
    return model, ({"do": "copy", "text": model.table.code if model.table else ""},)


def share(model: Model, message: Message, world: World) -> Answer:
    """Share this device's code as a link."""
    to = f"{HERE.address}#{model.table.code if model.table else ''}"
    return model, ({"do": "share", "title": words.LINK_TITLE, "text": words.LINK_SAYS, "to": to},)


def give_up_tries(model: Model, message: Message, world: World) -> Answer:
    """Give up what is being tried; new codes are made for another try."""
    table = model.table
    commands: tuple[Command, ...] = ()
    for peer in table.peers if table else ():
        if peer.stage in (Stage.TRIED, Stage.OPEN, Stage.GREETED, Stage.AWAY) and model.table:
            model, more = give_up(model, model.table, peer)
            commands = (*commands, *more)
    return model, commands


HANDLERS: dict[str, Handler] = {
    "table-scan": scan,
    **camera_handlers("table", looking),
    "table-drawn": show_picture,
    "table-scanned": connect_scanned,
    "table-connect": connect,
    "table-typed": take_typed,
    "table-copy": copy,
    "table-share": share,
    "table-anew": give_up_tries,
    "table-offered": take_seat,
}
