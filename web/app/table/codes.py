"""Codes: this device's own, shown to be handed on, and the other's, typed in or read by the camera."""

from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World, focus, notify, say
from app.model import Model
from app.place import Place
from app.share.update import MOST_INVITED
from app.table import words
from app.table.peers import about, parted, seated, send
from pyrules.campaign.devices import Spare
from pyrules.campaign.seats import answer, write_code
from pyrules.core.errors import RulesError

HERE = Place("", "table")
AT_ONCE = 2_000
"""How many records a device sends in one message."""


def offered(model: Model, message: Message, world: World) -> Answer:
    """Show this device's code, now that the browser has described the connection."""
    if (found := about(model, message)) is None:
        return model, ()
    table, peer = found
    try:
        code = write_code(str(message["value"]))
    except RulesError as error:
        return notify(model, words.sentence(error.said), wrong=True)
    if peer.stage == "spare":
        first = table.peer(peer.of)
        telling = send((first,), Spare(code)) if first else ()
        return replace(model, table=table.changed(replace(peer, code=code))), telling
    link = table.hub and model.linked  # any camera opens a link, and finds a code alone sooner
    text = f"{HERE.address}#{code}" if link else code
    drawing: Command = {"do": "draw", "on": "table-drawn", "peer": peer.number, "text": text, "link": link}
    return replace(model, table=table.changed(replace(peer, code=code))), (drawing,)


def drawn(model: Model, message: Message, world: World) -> Answer:
    """Show this device's code as a picture, too."""
    if (found := about(model, message)) is None:
        return model, ()
    table, peer = found
    rows = tuple(str(message["value"]).split("\n"))
    return replace(model, table=table.changed(replace(peer, picture=rows))), ()


def scan(model: Model, message: Message, world: World) -> Answer:
    """Look for the other device's code with the camera."""
    if model.table is None or model.table.scanning:
        return model, ()
    return looking(model, scanning=True), ({"do": "scan", "on": "table"}, focus("stop-camera"))


def looking(model: Model, *, scanning: bool) -> Model:
    """The model with the camera on, or off."""
    return replace(model, table=replace(model.table, scanning=scanning)) if model.table else model


def stop(model: Model, message: Message, world: World) -> Answer:
    """Look no more."""
    return looking(model, scanning=False), (focus("scan"),)


def stopped(model: Model, message: Message, world: World) -> Answer:
    """Know that the camera is off, as when the reader has gone to another screen."""
    return looking(model, scanning=False), ()


def scanned(model: Model, message: Message, world: World) -> Answer:
    """Connect to the device whose code the camera has seen."""
    return tried(looking(model, scanning=False), str(message["value"]))


def unscanned(model: Model, message: Message, world: World) -> Answer:
    """Tell why there is nothing to see."""
    return notify(looking(model, scanning=False), words.no_camera(str(message["value"])), wrong=True)


def connect(model: Model, message: Message, world: World) -> Answer:
    """Connect to the device whose code was typed in."""
    return tried(model, str(message["form"].get("theirs", "")))


def tried(model: Model, typed: str) -> Answer:
    """Connect to the device of a code; the next device finds a connection ready."""
    table = model.table
    peer = table.free if table else None
    if table is None or peer is None or not peer.code:
        return model, ()
    try:
        sdp = answer(peer.code, typed)
    except RulesError as error:
        model, aloud = notify(model, words.code_refused(error.said), wrong=True)
        return replace(model, invited=typed[:MOST_INVITED]), (*aloud, focus("their-code"))
    model = replace(model, invited="", table=table.changed(replace(peer, stage="tried")))
    model, more = seated(model)
    return model, ({"do": "connect", "peer": peer.number, "sdp": sdp}, *more, say(words.CONNECTING))


def typed(model: Model, message: Message, world: World) -> Answer:
    """Take over what is typed of the other device's code."""
    return replace(model, invited=str(message["value"])[:MOST_INVITED]), ()


def shown(model: Model) -> str:
    """The code that this device shows."""
    table = model.table
    peer = (table.free or next(iter(table.peers), None)) if table else None
    return peer.code if peer else ""


def copy(model: Model, message: Message, world: World) -> Answer:
    """Copy this device's code."""
    return model, ({"do": "copy", "text": shown(model)},)


def share(model: Model, message: Message, world: World) -> Answer:
    """Share this device's code as a link."""
    to = f"{HERE.address}#{shown(model)}"
    return model, ({"do": "share", "title": words.LINK_TITLE, "text": words.LINK_SAYS, "to": to},)


def anew(model: Model, message: Message, world: World) -> Answer:
    """Give up what is being tried; new codes are made for another try."""
    table = model.table
    commands: tuple[Command, ...] = ()
    for peer in table.peers if table else ():
        if peer.stage in ("tried", "open", "away") and model.table:
            model, more = parted(model, model.table, peer)
            commands = (*commands, *more)
    return model, commands


HANDLERS: dict[str, Handler] = {
    "table-scan": scan,
    "table-stop": stop,
    "table-stopped": stopped,
    "table-drawn": drawn,
    "table-scanned": scanned,
    "table-unscanned": unscanned,
    "table-connect": connect,
    "table-typed": typed,
    "table-copy": copy,
    "table-share": share,
    "table-anew": anew,
    "table-offered": offered,
}
