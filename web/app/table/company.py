"""The devices at a table, as one of them keeps account of them: connections, who is here, and what is said to them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from app.common.answer import Answer, Command, Message, keep
from app.form import update as form
from app.meant import number
from app.model import Model
from app.settings.state import stun_server
from app.table import words
from app.table.state import Gathering, Peer
from pyrules.campaign.codec import write_record
from pyrules.campaign.devices import (
    MOST_DEVICES,
    VERSION,
    Added,
    Device,
    Hello,
    Here,
    Mark,
    Said,
    Taken,
    added_between,
    missing_there,
    tidy_name,
    told_apart,
    write_said,
)
from pyrules.campaign.events import Event
from pyrules.campaign.people import is_hidden
from pyrules.campaign.rights import Who
from pyrules.campaign.sealing import for_others, is_alone_here, shown_since
from pyrules.campaign.state import State
from pyrules.core.characters import alike
from pyrules.core.form import Values
from pyrules.systems import BY_ID

LATEST = 30
"""So many events that a guest has added are kept, though they were sent."""

MOST_SAID = 300
"""So much a guest says in ten seconds at most, which is fifteen rolls a second; the hub passes on eight times that."""

APART = 60_000
"""Clocks that differ by no more milliseconds are as good as the same."""

AT_ONCE = 2_000
"""How many records a device sends in one message."""


def additions(
    before: State, now: State, events: Sequence[Event], by: Device | None = None, lender: Device | None = None
) -> list[Said]:
    """What is said of events of the log, in messages of a size that arrives soon; what is secret or hidden is sealed.

    What was hidden before, and is shown by now, goes before them.
    """
    revealed = [write_record(event) for event in shown_since(before, now)]
    records = [write_record(event) for event in for_others(now, events)]
    return [
        *(Added(tuple(revealed[start : start + AT_ONCE])) for start in range(0, len(revealed), AT_ONCE)),
        *(Added(tuple(records[start : start + AT_ONCE]), by, lender) for start in range(0, len(records), AT_ONCE)),
    ]


def missing(state: State, theirs: Sequence[Mark]) -> list[Said]:
    """What is said to a device that has these marks of the log."""
    return additions(state, state, missing_there(for_others(state, state.events), theirs))


def tell(peers: Sequence[Peer], *said: Said) -> tuple[Command, ...]:
    """Have something said to other devices."""
    to = [peer.number for peer in peers]
    return tuple({"do": "tell", "to": to, "text": write_said(one)} for one in said) if to else ()


def hello(model: Model, gathering: Gathering, known: tuple[Mark, ...] = (), clock: int = 0) -> Hello:
    """What this device says first, with what it knows of the table's log, and again when its name or people change.

    `clock` is the time at the table, which the hub tells.
    """
    people = () if gathering.hub else tuple(who for who in rolls_for(model) if not is_hidden(model.campaign, *who))
    return Hello(VERSION, gathering.table, gathering.hub, gathering.me, known, people, clock)


def rolls_for(model: Model) -> tuple[Who, ...]:
    """Whom the reader rolls for, in each system."""
    return tuple((system, who) for system, who in model.acting.items() if who)


def passed_on(before: Model, now: Model, lender: Device | None = None) -> Answer:
    """Tell the others what this device has added to the log, and keep it where the log is not stored.

    `lender` is who has lent a seed for it.
    """
    gathering = now.gathering
    if gathering is None or before.gathering is None or now.campaign is before.campaign:
        return now, ()
    events = added_between(before.campaign, now.campaign)
    telling = tell(gathering.others, *additions(before.campaign, now.campaign, events, gathering.me, lender))
    gathering = gathering.with_made(events, gathering.me)
    now = replace(now, gathering=gathering)
    if not now.aside or not events:
        return now, telling
    now = replace(now, unsent=(gathering.table, still_needed(before, now, gathering, events)))
    return now, (*telling, keep_unsent(now))


def still_needed(before: Model, now: Model, gathering: Gathering, events: Sequence[Event]) -> tuple[Event, ...]:
    """What a guest adds, and has added, as far as it may be missing at the table after a reload of its page.

    What was said to the hub may not be heard, so the latest are kept, and what was shown just now; and what is secret,
    which the hub has a seal of.
    """
    table, earlier = now.unsent
    own = (*(earlier if table == gathering.table else ()), *events)
    late = len(own) - LATEST if gathering.others else 0
    return tuple(
        event
        for place, event in enumerate(own)
        if place >= late or any(is_alone_here(model.campaign, event) for model in (before, now))
    )


def keep_unsent(model: Model) -> Command:
    """Store what may not have got to the table."""
    table, events = model.unsent
    return keep("unsent", [table, *map(write_record, events)])


def offer(model: Model, number: int) -> Command:
    """Have the browser make a connection ready; who says more on it than anybody who plays is cut off."""
    most = MOST_SAID if model.gathering and model.gathering.hub else MOST_SAID * MOST_DEVICES
    return {"do": "offer", "peer": number, "stun": stun_server(model.preferences), "most": most}


def standing_by(model: Model, number: int) -> Answer:
    """Have another connection made ready, to come back by should this one be lost."""
    gathering = model.gathering
    if gathering is None:
        return model, ()
    spare = Peer(gathering.number + 1, stage="spare", of=number)
    gathering = replace(gathering, number=spare.number, peers=(*gathering.peers, spare))
    return replace(model, gathering=gathering), (offer(model, spare.number),)


def about(model: Model, message: Message) -> tuple[Gathering, Peer] | None:
    """The table, and the connection that a message is about; None when it was given up meanwhile."""
    gathering = model.gathering
    peer = gathering.peer(number(message["data"]["peer"])) if gathering else None
    return (gathering, peer) if gathering and peer else None


def seated(model: Model) -> Answer:
    """Have a connection made ready for the next device, where there is room for one."""
    gathering = model.gathering
    if gathering is None or not gathering.wants_more:
        return model, ()
    number = gathering.number + 1
    gathering = replace(gathering, number=number, peers=(*gathering.peers, Peer(number)))
    return replace(model, gathering=gathering), (offer(model, number),)


def counted(model: Model, gathering: Gathering) -> Answer:
    """Tell every device which of them are here."""
    here = (gathering.me, *(peer.device for peer in gathering.others if peer.device))
    model = replace(model, gathering=replace(gathering, here=here))
    house = tuple((system, tuple(rules.items())) for system, rules in model.house.items())
    return model, tell(gathering.others, Here(here, gathering.fair, gathering.all_may, house, gathering.unlent))


def returning(gathering: Gathering, device: Device) -> tuple[int, ...]:
    """The connections that wait for a device that has come back by another one, as far as its name tells."""

    def waits(one: Device) -> bool:
        return one == device or (device.name != words.PLAYER and alike(one.name) == alike(device.name))

    return tuple(peer.number for peer in gathering.peers if peer.stage == "away" and peer.device and waits(peer.device))


def as_called(gathering: Gathering, device: Device, apart: Collection[int] = ()) -> Device:
    """The device of connections (none: this one) as it is called at the table, where no two look alike."""
    others = [peer.device for peer in gathering.peers if peer.device and peer.number not in apart]
    named = replace(device, name=tidy_name(device.name) or words.PLAYER)
    return told_apart(named, [*others, *([gathering.me] if apart else [])])


def claimed(gathering: Gathering, peer: Peer, people: Iterable[Who]) -> tuple[Gathering, tuple[Command, ...]]:
    """The table with those whom a guest says that it rolls for.

    Where not everything is everybody's, whoever is another guest's already stays so, and the one who asks is told.
    """
    holders = {who: other.device for other in gathering.others if other.number != peer.number for who in other.people}
    wanted = frozenset(people)
    refused = [] if gathering.all_may else sorted(wanted & holders.keys())
    told = [Taken(*who, device) for who in refused if (device := holders[who])]
    return gathering.changed(replace(peer, people=wanted.difference(refused))), tell((peer,), *told)


def claimed_anew(gathering: Gathering) -> tuple[Gathering, tuple[Command, ...]]:
    """The same for all guests, now that other terms hold; whoever came first comes first."""
    guests = gathering.others
    commands: tuple[Command, ...] = ()
    for peer in guests:
        gathering = gathering.changed(replace(peer, people=frozenset()))
    for peer in guests:
        gathering, telling = claimed(gathering, peer, peer.people)
        commands = (*commands, *telling)
    return gathering, commands


def under_house_rules(model: Model, house: Mapping[str, Values]) -> Model:
    """The model with these house rules; what cannot be used of them is left as it is."""
    for system, values in house.items():
        if values != model.house[system]:
            model, _ = form.ruled(model, BY_ID[system], values)
    return model


def parted(model: Model, gathering: Gathering, peer: Peer) -> Answer:
    """Give up a connection; another is made ready in its place."""
    spare = gathering.spare_of(peer.number)
    numbers = [peer.number, *([spare.number] if spare else [])]
    for one in numbers:
        gathering = gathering.without(one)
    model, telling = counted(model, gathering)
    model, more = seated(model)
    return model, ({"do": "hang-up", "peers": numbers}, *telling, *more)


def hung_up(gathering: Gathering | None) -> tuple[Command, ...]:
    """Have every connection of a table closed."""
    return ({"do": "hang-up", "peers": [peer.number for peer in gathering.peers]},) if gathering else ()
