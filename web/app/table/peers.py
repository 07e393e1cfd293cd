"""The devices at a table, as one of them keeps account of them: connections, who is here, and what is said to them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from app.common.answer import Answer, Command, Message, keep
from app.form import update as form
from app.log.state import rolls
from app.meant import number
from app.model import Model
from app.settings.state import stun_server
from app.table import words
from app.table.question import who_is_awaited
from app.table.rights import rolls_for
from app.table.state import Peer, Table
from app.table.talk import Stage
from pyrules.campaign.codec import write_record
from pyrules.campaign.devices import (
    MOST_ASKS,
    MOST_DEVICES,
    VERSION,
    Added,
    Hello,
    Here,
    Mark,
    PeerMessage,
    Taken,
    encode,
    missing_there,
    tidy_name,
    told_apart,
)
from pyrules.campaign.events import Device, Event
from pyrules.campaign.merge import added_between
from pyrules.campaign.rights import Who
from pyrules.campaign.sealing import for_others, is_alone_here, is_kept_back, shown_since
from pyrules.campaign.seats import Seat
from pyrules.campaign.state import State
from pyrules.core.characters import looks
from pyrules.core.form import Values
from pyrules.systems import BY_ID

LATEST = 30
"""So many events that a guest has added are kept, though they were sent."""

MOST_SAID = 300
"""So much a guest says in ten seconds at most, which is fifteen rolls a second; the hub passes on eight times that."""

APART = 60_000
"""Clocks that differ by no more milliseconds are as good as the same."""

AT_ONCE = 2_000
"""The most records that a device sends in one message."""


def additions(
    before: State, now: State, events: Sequence[Event], by: Device | None = None, lender: Device | None = None
) -> list[PeerMessage]:
    """Messages about events of the log, of a size that arrives soon; what is secret or hidden is sealed.

    What was hidden before, and is shown by now, goes before them.
    """
    revealed = [write_record(event) for event in shown_since(before, now)]
    records = [write_record(event) for event in for_others(now, events)]
    return [
        *(Added(tuple(revealed[start : start + AT_ONCE])) for start in range(0, len(revealed), AT_ONCE)),
        *(Added(tuple(records[start : start + AT_ONCE]), by, lender) for start in range(0, len(records), AT_ONCE)),
    ]


def missing(state: State, theirs: Sequence[Mark]) -> list[PeerMessage]:
    """Return the messages that a device with these marks of the log lacks."""
    return additions(state, state, missing_there(for_others(state, state.events), theirs))


def send(peers: Sequence[Peer], *said: PeerMessage) -> tuple[Command, ...]:
    """Have something said to other devices."""
    to = [peer.number for peer in peers]
    return tuple({"do": "tell", "to": to, "text": encode(one)} for one in said) if to else ()


def hello(model: Model, table: Table, known: tuple[Mark, ...] = (), clock: int = 0) -> Hello:
    """This device's first message, with what it knows of the table's log; sent again when its name or people change.

    `clock` is the time at the table, which the hub tells.
    """
    people = () if table.hub else tuple(who for who in rolls_for(model) if not is_kept_back(model.campaign, *who))
    return Hello(VERSION, table.id, table.hub, table.wished or table.me, known, people, clock)


def passed_on(before: Model, now: Model, lender: Device | None = None) -> Answer:
    """Tell the others what this device has added to the log, and keep it where the log is not stored.

    `lender` is who has lent a seed for it.
    """
    table = now.table
    if table is None or before.table is None or now.campaign is before.campaign:
        return now, ()
    events = added_between(before.campaign, now.campaign)
    telling = send(table.others, *additions(before.campaign, now.campaign, events, table.me, lender))
    table = table.with_made(events, table.me).answered_by(events)
    now = replace(now, table=table)
    if not now.aside or not events:
        return now, telling
    now = replace(now, unsent_to=table.id, unsent=still_needed(before, now, table, events))
    return now, (*telling, keep_unsent(now))


def still_needed(before: Model, now: Model, table: Table, events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that a guest adds or has added, as far as they may be missing at the table after a reload of its page.

    What was said to the hub may not be heard, so the latest are kept, and what was shown just now; and what is secret,
    which the hub has a seal of. Who has opened another's table anew keeps all: nobody may have heard of it.
    """
    own = (*(now.unsent if now.unsent_to == table.id else ()), *events)
    late = len(own) - LATEST if table.others and not table.hub else 0
    return tuple(
        event
        for place, event in enumerate(own)
        if place >= late or any(is_alone_here(model.campaign, event) for model in (before, now))
    )


def keep_unsent(model: Model) -> Command:
    """Store what may not have got to the table."""
    return keep("unsent", [model.unsent_to, *map(write_record, model.unsent)])


def offer(model: Model, number: int) -> Command:
    """Have the browser make a connection ready; who says more on it than anybody who plays is cut off."""
    most = MOST_SAID if model.table and model.table.hub else MOST_SAID * MOST_DEVICES
    return {"do": "offer", "peer": number, "stun": stun_server(model.preferences), "most": most}


def standing_by(model: Model, number: int) -> Answer:
    """Have another connection made ready, to come back by should this one be lost."""
    table = model.table
    if table is None:
        return model, ()
    spare = Peer(table.number + 1, stage=Stage.SPARE, of=number)
    table = replace(table, number=spare.number, peers=(*table.peers, spare))
    return replace(model, table=table), (offer(model, spare.number),)


def about(model: Model, message: Message) -> tuple[Table, Peer] | None:
    """The table, and the connection that a message is about; None when it was given up meanwhile."""
    table = model.table
    peer = table.peer(number(message["data"]["peer"])) if table else None
    return (table, peer) if table and peer else None


def make_seats_ready(model: Model) -> Answer:
    """Have connections made ready for all devices that there is room for."""
    table = model.table
    return made_ready(model, table, [None] * table.room) if table else (model, ())


def made_ready(model: Model, table: Table, to: Sequence[Seat | None]) -> Answer:
    """Have connections made ready, each for a seat of the other device where that is known."""
    peers = tuple(Peer(number, to=seat) for number, seat in enumerate(to, table.number + 1))
    table = replace(table, number=table.number + len(peers), peers=(*table.peers, *peers))
    return replace(model, table=table), tuple(offer(model, peer.number) for peer in peers)


def tell_who_is_here(model: Model, table: Table) -> Answer:
    """Tell every device which of them are here."""
    here = (table.me, *(peer.device for peer in table.others if peer.device))
    model = replace(model, table=replace(table, here=here))
    return model, send(table.others, terms_of(model, table, here))


def terms_of(model: Model, table: Table, here: tuple[Device, ...]) -> Here:
    """Return the terms of a table with these devices."""
    house = tuple((system, tuple(rules.items())) for system, rules in model.house.items())
    asks = who_is_awaited(table.question)[:MOST_ASKS]
    return Here(here, table.fair, table.all_may, house, table.unlent, system_played(model), waits(table), asks)


def waits(table: Table | None) -> bool:
    """Return whether results of what the hub asks for wait to be shown together."""
    return table is not None and table.question is not None and table.question.held_back


def system_played(model: Model) -> str:
    """The system that is played here: where the reader is or was last, else that of the last roll; "" for none."""
    here = model.place.system or (model.came.system if model.came else "")
    return here or next((event.system for _, event in rolls(model.campaign)), "")


def returning(table: Table, peer: Peer, hello: Hello) -> tuple[int, ...]:
    """The connections that wait for a device that has come back by another one.

    The key of its connection tells, or its name where it knows this table: a stranger is nobody who is away.
    """

    def waits(one: Peer) -> bool:
        if one.to and peer.to and one.to.fingerprint == peer.to.fingerprint:
            return True
        named = hello.device.name != words.PLAYER and looks(one.name) == looks(hello.device.name)
        return hello.table == table.id and (one.device == hello.device or named)

    return tuple(one.number for one in table.peers if one.stage is Stage.AWAY and one.device and waits(one))


def as_called(table: Table, device: Device, apart: Collection[int] = ()) -> Device:
    """The device of connections (none: this one) as it is called at the table, where no two look alike."""
    others = [peer for peer in table.peers if peer.device and peer.number not in apart]
    named = replace(device, name=tidy_name(device.name) or words.PLAYER)
    here = [*(peer.device for peer in others if peer.device), *([table.me] if apart else [])]
    return told_apart(named, here, (one for peer in others for one in peer.signed))


def keep_colour(model: Model, me: Device) -> Answer:
    """Wear this device's colour next week too, where the reader has chosen none."""
    if model.own_colour:
        return model, ()
    return replace(model, own_colour=me.colour), (keep("goes by", [model.own_name, me.colour]),)


def claim_people(model: Model, table: Table, peer: Peer, people: Iterable[Who]) -> tuple[Table, tuple[Command, ...]]:
    """The table with those whom a guest says that it rolls for.

    Where not everything is everybody's, whoever is another device's already stays so, be it away for a moment, and the
    one who asks is told. Of those whom the hub has in its own form, a guest keeps whom it had before.
    """
    own = dict.fromkeys(rolls_for(model) if table.hub else (), table.me)
    others = {who: one.device for one in table.peers if one.number != peer.number for who in one.people}
    wanted = frozenset(people)
    holders = {who: device for who, device in own.items() if who not in peer.people} | others
    refused = [] if table.all_may else sorted(wanted & holders.keys())
    told = [Taken(*who, device) for who in refused if (device := holders[who])]
    return table.with_peer(replace(peer, people=wanted.difference(refused))), send((peer,), *told)


def claim_again(model: Model, table: Table) -> tuple[Table, tuple[Command, ...]]:
    """The same for all guests, now that other terms hold; whoever came first comes first."""
    guests = table.others
    commands: tuple[Command, ...] = ()
    for peer in guests:
        table = table.with_peer(replace(peer, people=frozenset()))
    for peer in guests:
        table, telling = claim_people(model, table, peer, peer.people)
        commands = (*commands, *telling)
    return table, commands


def under_house_rules(model: Model, house: Mapping[str, Values]) -> Model:
    """The model with these house rules; what cannot be used of them is left as it is."""
    for system, values in house.items():
        if values != model.house[system]:
            model, _ = form.put_house_rules(model, BY_ID[system], values)
    return model


def give_up(model: Model, table: Table, peer: Peer) -> Answer:
    """Give up a connection; another is made ready in its place."""
    spare = table.spare_of(peer.number)
    numbers = [peer.number, *([spare.number] if spare else [])]
    model, telling = tell_who_is_here(model, table.without(*numbers))
    model, more = make_seats_ready(model)
    return model, ({"do": "hang-up", "peers": numbers}, *telling, *more)


def settled_on_one(table: Table) -> tuple[Table, tuple[Command, ...]]:
    """A guest's table without the connections to seats of the hub that nothing has come of."""
    waiting = [peer.number for peer in table.peers if peer.stage in (Stage.FREE, Stage.TRIED, Stage.AWAY)]
    return table.without(*waiting), ({"do": "hang-up", "peers": waiting},) if waiting else ()


FORGET_KEY: Command = {"do": "forget-key"}
"""Have the key of this device's connections deleted: it was made for a table that was left."""


def hung_up(table: Table | None) -> tuple[Command, ...]:
    """Have every connection of a table closed."""
    return ({"do": "hang-up", "peers": [peer.number for peer in table.peers]},) if table else ()
