"""A table of several devices: opening, joining and leaving it, and what the devices tell each other.

The log of the hub is that of the table. Another device puts its own log aside when it joins, takes over the table's,
and has its own again when it leaves; of the table nothing is stored on it.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from app import words
from app.answer import Answer, Command, Handler, Message, World, focus, keep, say, told
from app.gathering import Gathering, Peer
from app.hand import put_away
from app.logbook import Logbook
from app.model import Model, Place, Table, Tracker, Upkeep
from app.unfinished import unfinished
from app.update.share import MOST_INVITED
from app.update.tabs import with_campaign
from app.update.transfer import export
from pyrules.campaign.codec import VERSION, write_event, write_record
from pyrules.campaign.devices import (
    COLOURS,
    MOST_NAME,
    Added,
    Device,
    Hello,
    Here,
    Mark,
    Said,
    added_between,
    marks,
    missing_there,
    read_said,
    refused,
    taken_in,
    write_said,
)
from pyrules.campaign.events import Event, Rolled
from pyrules.campaign.merge import latest, merged
from pyrules.campaign.rolls import replayed
from pyrules.campaign.seats import answer, write_code
from pyrules.campaign.state import EMPTY
from pyrules.core.errors import RulesError

HERE = Place("", "table")
AT_ONCE = 2_000
"""How many records a device sends in one message."""

REFUSED = frozenset({"erase-ask", "erase", "log-import", "log-merge", "log-replace"})
"""What would replace the log under those who play with it."""

OF_THE_LOG = (
    *("campaign", "unread", "tables", "result", "hands", "logbook"),
    *("acting", "challenge", "again", "tracker", "upkeep", "opened"),
)
"""What of the model belongs to the log, and is put aside with it."""

STORED = ("append", "rewrite", "checkpoint")
KEPT = ("who ", "challenge", "exported", "reminded")
"""What is stored of the log, and the keys (or how they begin) of what is kept with it."""


def at_a_table(model: Model, message: Message, world: World, answered: Handler) -> Answer:
    """Answer a message as `answered` does, and have the other devices told what was added to the log by it."""
    if model.gathering and message["on"] in REFUSED:
        return told(model, words.NOT_AT_A_TABLE, wrong=True)
    now, commands = answered(model, message, ticking(world, model))
    if message["on"] == "heard" and now.campaign is not model.campaign:
        now, storing = in_order(now)
        commands = (*commands, *storing)
    if now.gathering and now.campaign is not model.campaign:
        now = replace(now, gathering=now.gathering.followed(now.campaign))
    if model.aside or now.aside:
        commands = tuple(command for command in commands if not stays_unstored(now, command))
    if message["on"] != "table-heard":
        commands = (*commands, *passed_on(model, now))
    return now, commands


def ticking(world: World, model: Model) -> World:
    """The world with a clock that is never behind the log, so that what happens later stands later in it."""
    last = latest(model.campaign)

    def now() -> int:
        nonlocal last
        last = max(world.now(), last + 1)
        return last

    return replace(world, now=now)


def stays_unstored(model: Model, command: Command) -> bool:
    """Whether a command would store something of the table beside the reader's own log."""
    if command["do"] == "keep":
        return command["key"].startswith(KEPT) or command["key"] in unfinished(model)
    return command["do"] in STORED


def passed_on(before: Model, now: Model) -> tuple[Command, ...]:
    """Tell the others what this device has added to the log."""
    if not (before.gathering and now.gathering and now.gathering.others) or now.campaign is before.campaign:
        return ()
    events = added_between(before.campaign, now.campaign)
    return tell(now.gathering.others, *additions(events, now.gathering.me))


def additions(events: Sequence[Event], by: Device | None = None) -> list[Said]:
    """What is said of events, in messages of a size that arrives soon."""
    records = [write_record(event) for event in events]
    return [Added(tuple(records[start : start + AT_ONCE]), by) for start in range(0, len(records), AT_ONCE)]


def tell(peers: Sequence[Peer], *said: Said) -> tuple[Command, ...]:
    """Have something said to other devices."""
    to = [peer.number for peer in peers]
    return tuple({"do": "tell", "to": to, "text": write_said(one)} for one in said) if to else ()


def sign(model: Model, message: Message, world: World) -> Answer:
    """Take over the name and the colour that the reader goes by at a table."""
    given = message["form"]
    name = " ".join("".join(sign for sign in str(given.get("name", "")) if sign.isprintable()).split())[:MOST_NAME]
    colour = str(given.get("colour"))
    goes_by = (name, colour if colour in COLOURS else model.goes_by[1])
    model = replace(model, goes_by=goes_by)
    commands = (keep("goes by", list(goes_by)),)
    before = model.gathering
    if before is None:
        return model, commands
    gathering = replace(before, me=device(model, before.me.colour, hub=before.hub))
    if gathering.hub:
        model, telling = counted(model, gathering)
        return model, (*commands, *telling)
    here = tuple(gathering.me if one == before.me else one for one in before.here)
    model = replace(model, gathering=replace(gathering, here=here))
    return model, (*commands, *tell(gathering.others, hello(gathering)))


def hello(gathering: Gathering, known: tuple[Mark, ...] = ()) -> Hello:
    """What this device says first, with what it knows of the table's log, and again when its name changes."""
    return Hello(VERSION, gathering.table, gathering.hub, gathering.me, known)


def device(model: Model, colour: str, *, hub: bool) -> Device:
    """This device as the others see it; `colour` is for a reader who has chosen none."""
    return Device(model.goes_by[0] or (words.GAME_MASTER if hub else words.PLAYER), model.goes_by[1] or colour)


def any_colour(world: World) -> str:
    """A colour for a reader who has chosen none."""
    return COLOURS[sum(map(ord, world.name())) % len(COLOURS)]


def open_table(model: Model, message: Message, world: World) -> Answer:
    """Open a table with the campaign that is here; one that the hub of another has left goes on."""
    before = model.gathering
    if before and (before.hub or before.others):
        return there(model)
    me = device(model, any_colour(world), hub=True)
    table = (before.table if before else model.opened_table) or world.name()
    model, storing = in_order(model)
    if not model.aside:
        model, storing = replace(model, opened_table=table), (*storing, keep("table", table))
    model = replace(model, gathering=Gathering(table, hub=True, me=me, here=(me,)))
    model, commands = seated(model)
    model, going = there(model)
    return model, (*storing, *hung_up(before), *commands, *going)


def join_table(model: Model, message: Message, world: World) -> Answer:
    """Join a table that another device has opened."""
    if model.gathering:
        return there(model)
    me = device(model, any_colour(world), hub=False)
    model = replace(model, gathering=Gathering("", hub=False, me=me, here=(me,)))
    model, commands = seated(model)
    model, going = there(model)
    return model, (*commands, *going)


def there(model: Model) -> Answer:
    """Go to the table's screen."""
    if model.place == HERE:
        return model, (focus("main"),)
    came = model.place if model.place.system else model.came
    return replace(model, place=HERE, came=came), ({"do": "go", "to": HERE.address}, {"do": "top"}, focus("main"))


def in_order(model: Model) -> Answer:
    """The log in the order that all devices agree on, which a clock set back may have kept it from."""
    state = merged(model.campaign.events, ()).state
    if state.events == model.campaign.events:
        return model, ()
    storing = rewritten(model, state.events)
    return with_campaign(model, state), (storing,)


def rewritten(model: Model, events: Sequence[Event]) -> Command:
    """Have these events stored in place of the log; records that cannot be read stay behind it."""
    records = [*map(write_record, events), *(one.record for one in model.unread)]
    return {"do": "rewrite", "of": model.stored, "events": json.dumps(records)}


def seated(model: Model) -> Answer:
    """Have a connection made ready for the next device, where there is room for one."""
    gathering = model.gathering
    if gathering is None or not gathering.wants_more:
        return model, ()
    number = gathering.number + 1
    gathering = replace(gathering, number=number, peers=(*gathering.peers, Peer(number)))
    return replace(model, gathering=gathering), ({"do": "offer", "peer": number},)


def about(model: Model, message: Message) -> tuple[Gathering, Peer] | None:
    """The table, and the connection that a message is about; None when it was given up meanwhile."""
    gathering = model.gathering
    peer = gathering.peer(int(message["data"]["peer"])) if gathering else None
    return (gathering, peer) if gathering and peer else None


def offered(model: Model, message: Message, world: World) -> Answer:
    """Show this device's code, now that the browser has described the connection."""
    if (found := about(model, message)) is None:
        return model, ()
    gathering, peer = found
    try:
        code = write_code(str(message["value"]))
    except RulesError as error:
        return told(model, words.sentence(str(error)), wrong=True)
    text = f"{HERE.address}#{code}" if gathering.hub else code  # any camera opens a link, and finds a code alone sooner
    drawing: Command = {"do": "draw", "peer": peer.number, "text": text, "link": gathering.hub}
    return replace(model, gathering=gathering.changed(replace(peer, code=code))), (drawing,)


def drawn(model: Model, message: Message, world: World) -> Answer:
    """Show this device's code as a picture, too."""
    if (found := about(model, message)) is None:
        return model, ()
    gathering, peer = found
    rows = tuple(str(message["value"]).split("\n"))
    return replace(model, gathering=gathering.changed(replace(peer, picture=rows))), ()


def scan(model: Model, message: Message, world: World) -> Answer:
    """Look for the other device's code with the camera."""
    if model.gathering is None or model.gathering.scanning:
        return model, ()
    return looking(model, scanning=True), ({"do": "scan"}, focus("stop-camera"))


def looking(model: Model, *, scanning: bool) -> Model:
    """The model with the camera on, or off."""
    return replace(model, gathering=replace(model.gathering, scanning=scanning)) if model.gathering else model


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
    return told(looking(model, scanning=False), words.no_camera(str(message["value"])), wrong=True)


def connect(model: Model, message: Message, world: World) -> Answer:
    """Connect to the device whose code was typed in."""
    return tried(model, str(message["form"].get("theirs", "")))


def tried(model: Model, typed: str) -> Answer:
    """Connect to the device of a code; the next device finds a connection ready."""
    gathering = model.gathering
    peer = gathering.free if gathering else None
    if gathering is None or peer is None or not peer.code:
        return model, ()
    try:
        sdp = answer(peer.code, typed)
    except RulesError as error:
        model, aloud = told(model, words.code_refused(str(error)), wrong=True)
        return replace(model, invited=typed[:MOST_INVITED]), (*aloud, focus("their-code"))
    model = replace(model, invited="", gathering=gathering.changed(replace(peer, stage="tried")))
    model, more = seated(model)
    return model, ({"do": "connect", "peer": peer.number, "sdp": sdp}, *more, say(words.CONNECTING))


def typed(model: Model, message: Message, world: World) -> Answer:
    """Take over what is typed of the other device's code."""
    return replace(model, invited=str(message["value"])[:MOST_INVITED]), ()


def shown(model: Model) -> str:
    """The code that this device shows."""
    gathering = model.gathering
    peer = (gathering.free or next(iter(gathering.peers), None)) if gathering else None
    return peer.code if peer else ""


def copy(model: Model, message: Message, world: World) -> Answer:
    """Copy this device's code."""
    return model, ({"do": "copy", "text": shown(model)},)


def share(model: Model, message: Message, world: World) -> Answer:
    """Share this device's code as a link, or by itself where no link leads here."""
    to = f"{HERE.address}#{shown(model)}"
    text = words.LINK_SAYS if model.linked else shown(model)
    return model, ({"do": "share", "title": words.LINK_TITLE, "text": text, "to": to},)


def anew(model: Model, message: Message, world: World) -> Answer:
    """Give up what is being tried; new codes are made for another try."""
    gathering = model.gathering
    commands: tuple[Command, ...] = ()
    for peer in gathering.peers if gathering else ():
        if peer.stage in ("tried", "open") and model.gathering:
            model, more = parted(model, model.gathering, peer)
            commands = (*commands, *more)
    return model, commands


def opened(model: Model, message: Message, world: World) -> Answer:
    """Say hello to a device that is connected now."""
    if (found := about(model, message)) is None:
        return model, ()
    gathering, peer = found
    model = replace(model, gathering=gathering.changed(replace(peer, stage="open")))
    known = marks(model.campaign.events) if gathering.table else ()
    return model, tell((peer,), hello(gathering, known))


def heard(model: Model, message: Message, world: World) -> Answer:
    """Take over what another device says; one that says what none would is cut off, and nothing of that counts."""
    if (found := about(model, message)) is None:
        return model, ()
    gathering, peer = found
    try:
        said = read_said(str(message["value"]))
        match said:
            case Hello() if peer.stage == "open":
                return greeted(model, gathering, peer, said)
            case Hello() if peer.stage == "here" and gathering.hub:
                return counted(model, gathering.changed(replace(peer, device=said.device)))
            case Added() if peer.stage == "here":
                return added(model, gathering, peer, said, world)
            case Here() if peer.stage == "here" and not gathering.hub:
                return replace(model, gathering=replace(gathering, here=said.devices)), ()
            case _:
                raise RulesError(words.out_of_turn(said.kind))
    except RulesError as error:
        problem = words.cut_off(peer.device.name if peer.device else words.A_DEVICE, str(error))
    model, commands = parted(model, gathering, peer)
    model, aloud = told(model, problem, wrong=True)
    return model, (*commands, *aloud)


def greeted(model: Model, gathering: Gathering, peer: Peer, hello: Hello) -> Answer:
    """Sit down with a device that has said hello, and tell it what it needs to know."""
    if problem := refused(hello, hub=gathering.hub, table=gathering.table):
        model, commands = parted(model, gathering, peer)
        model, aloud = told(model, words.sentence(problem), wrong=True)
        return model, (*commands, *aloud)
    peer = replace(peer, stage="here", device=hello.device)
    gathering = gathering.changed(peer)
    events = missing_there(model.campaign.events, hello.marks)
    if gathering.hub:
        model, commands = counted(model, gathering)
        model, aloud = told(model, words.came(hello.device.name))
        return model, (*tell((peer,), *additions(events)), *commands, *aloud)
    if not gathering.table:
        model, events = put_aside(model), ()
    here = (hello.device, gathering.me)
    model = replace(model, gathering=replace(gathering, table=hello.table, here=here))
    model, aloud = told(model, words.joined(hello.device.name))
    return model, (*tell((peer,), *additions(events)), *aloud)


def counted(model: Model, gathering: Gathering) -> Answer:
    """Tell every device which of them are here."""
    here = (gathering.me, *(peer.device for peer in gathering.others if peer.device))
    model = replace(model, gathering=replace(gathering, here=here))
    return model, tell(gathering.others, Here(here))


def put_aside(model: Model) -> Model:
    """The model with an empty log in place of the reader's own, which is put aside with all that belongs to it."""
    return replace(
        model,
        aside=model,
        campaign=EMPTY,
        unread=(),
        tables={},
        result=False,
        hands={},
        logbook=Logbook(),
        acting=dict.fromkeys(model.acting, ""),
        challenge="",
        again=None,
        tracker=Tracker(test_time=model.tracker.test_time),
        upkeep=Upkeep(),
        opened=None,
    )


def taken_back(model: Model) -> Model:
    """The model with the reader's own log again, and all that belongs to it."""
    own = model.aside
    return replace(model, aside=None, **{name: getattr(own, name) for name in OF_THE_LOG}) if own else model


def added(model: Model, gathering: Gathering, peer: Peer, said: Added, world: World) -> Answer:
    """Write what another device has added into the log, show a roll that it has just made, and pass it all on."""
    before = model.campaign
    state, fresh = taken_in(before, said.records, world.now(), gathering.behind)
    if not fresh:
        return model, ()
    by = (peer.device if gathering.hub else said.by) if said.by else None
    storing: tuple[Command, ...]
    if state.events[: len(before.events)] == before.events:
        storing = tuple({"do": "append", "event": write_event(event)} for event in state.events[len(before.events) :])
    else:
        storing = (rewritten(model, state.events),)
    model = with_campaign(model, state)
    aloud: tuple[Command, ...] = ()
    rolls = [
        event for event in fresh if isinstance(event, Rolled) and not state.entry(event.revises or event.id).struck
    ]
    if by and rolls:
        model, aloud = laid(model, rolls[-1], by)
    others = tuple(one for one in gathering.others if one.number != peer.number)
    return model, (*storing, *tell(others, *additions(fresh, by)), *aloud)


def laid(model: Model, event: Rolled, by: Device) -> Answer:
    """Lay a roll that another device has made on its system's table; a reader who looks elsewhere is told of it.

    So is one who is typing in dice or choosing some: they stay in sight.
    """
    if event.secret:
        return told(model, words.rolled_by(by.name, f"{words.SECRET_ROLL}."))
    try:
        again = replayed(event)
    except RulesError as error:
        return told(model, words.rolled_by(by.name, words.cannot_judge(str(error))), wrong=True)
    aloud: tuple[Command, ...] = ()
    lying = model.tables.get(event.system)
    hand = model.hands.get(event.system)
    here = model.place == Place(event.system, "roll")
    if (hand and hand.faces) or (lying and lying.draft) or not here:
        model, aloud = told(model, words.rolled_by(by.name, f"{event.headline}. {event.summary}"))
        if (hand and hand.faces) or (lying and lying.draft):
            return model, aloud
    else:
        model = put_away(model, event.system)
    line = event.revises or event.id
    table = Table(again.test, again.roll, again.verdict, line, event.physical, event.counted, by=by)
    model = replace(model, tables={**model.tables, event.system: table}, result=model.result or here)
    if again.holds:
        return model, aloud
    return told(model, words.not_as_told(by.name), wrong=True)


def closed(model: Model, message: Message, world: World) -> Answer:
    """Go on without a device whose connection has ended, or came to nothing; `value` says why."""
    if (found := about(model, message)) is None:
        return model, ()
    gathering, peer = found
    if not peer.code:  # this browser makes no connections: another one would end in the same way
        model = replace(model, gathering=gathering.without(peer.number) if gathering.others or model.aside else None)
        return told(model, words.sentence(str(message["value"])), wrong=True)
    model, commands = parted(model, gathering, peer)
    if peer.stage == "here" and peer.device:
        said = words.gone(peer.device.name) if gathering.hub else words.hub_gone(peer.device.name)
    else:
        said = words.sentence(str(message["value"])) if message["value"] else words.NO_CONNECTION
    model, aloud = told(model, said, wrong=True)
    return model, (*commands, *aloud)


def parted(model: Model, gathering: Gathering, peer: Peer) -> Answer:
    """Give up a connection; another is made ready in its place."""
    gathering = gathering.without(peer.number)
    model, telling = counted(model, gathering)
    model, more = seated(model)
    return model, ({"do": "hang-up", "peers": [peer.number]}, *telling, *more)


def hung_up(gathering: Gathering | None) -> tuple[Command, ...]:
    """Have every connection of a table closed."""
    return ({"do": "hang-up", "peers": [peer.number for peer in gathering.peers]},) if gathering else ()


def leave(model: Model, message: Message, world: World) -> Answer:
    """Leave the table, with a copy of its campaign as a file or without one."""
    gathering = model.gathering
    saving: tuple[Command, ...] = ()
    if message["data"].get("copy"):
        model, saving = export(model, message, world)
    model = replace(taken_back(model), gathering=None)
    model, aloud = told(model, words.LEFT)
    return model, (*saving, *hung_up(gathering), *aloud, focus("main"), {"do": "top"})


HANDLERS: dict[str, Handler] = {
    "table-sign": sign,
    "table-open": open_table,
    "table-join": join_table,
    "table-connect": connect,
    "table-scan": scan,
    "table-stop": stop,
    "table-stopped": stopped,
    "table-drawn": drawn,
    "table-scanned": scanned,
    "table-unscanned": unscanned,
    "table-typed": typed,
    "table-copy": copy,
    "table-share": share,
    "table-anew": anew,
    "table-leave": leave,
    "table-offered": offered,
    "table-opened": opened,
    "table-heard": heard,
    "table-closed": closed,
}
