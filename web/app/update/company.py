"""The devices at a table, as one of them keeps account of them: connections, who is here, and what is said to them."""

from collections.abc import Sequence
from dataclasses import replace

from app.answer import Answer, Command, Message
from app.gathering import Gathering, Peer
from app.model import Model
from app.preferences import stun_server
from pyrules.campaign.codec import write_record
from pyrules.campaign.devices import (
    Added,
    Device,
    Here,
    Said,
    added_between,
    write_said,
)
from pyrules.campaign.events import Event
from pyrules.campaign.sealing import for_others
from pyrules.campaign.state import State

AT_ONCE = 2_000
"""How many records a device sends in one message."""


def additions(state: State, events: Sequence[Event], by: Device | None = None) -> list[Said]:
    """What is said of events of the log, in messages of a size that arrives soon; what is secret is sealed."""
    records = [write_record(event) for event in for_others(state, events)]
    return [Added(tuple(records[start : start + AT_ONCE]), by) for start in range(0, len(records), AT_ONCE)]


def tell(peers: Sequence[Peer], *said: Said) -> tuple[Command, ...]:
    """Have something said to other devices."""
    to = [peer.number for peer in peers]
    return tuple({"do": "tell", "to": to, "text": write_said(one)} for one in said) if to else ()


def passed_on(before: Model, now: Model) -> tuple[Command, ...]:
    """Tell the others what this device has added to the log."""
    if not (before.gathering and now.gathering and now.gathering.others) or now.campaign is before.campaign:
        return ()
    events = added_between(before.campaign, now.campaign)
    return tell(now.gathering.others, *additions(now.campaign, events, now.gathering.me))


def offer(model: Model, number: int) -> Command:
    """Have the browser make a connection ready."""
    return {"do": "offer", "peer": number, "stun": stun_server(model.preferences)}


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
    peer = gathering.peer(int(message["data"]["peer"])) if gathering else None
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
    return model, tell(gathering.others, Here(here, gathering.fair))


def parted(model: Model, gathering: Gathering, peer: Peer) -> Answer:
    """Give up a connection; another is made ready in its place."""
    spare = gathering.spare_of(peer.number)
    numbers = [peer.number, *([spare.number] if spare else [])]
    for number in numbers:
        gathering = gathering.without(number)
    model, telling = counted(model, gathering)
    model, more = seated(model)
    return model, ({"do": "hang-up", "peers": numbers}, *telling, *more)


def hung_up(gathering: Gathering | None) -> tuple[Command, ...]:
    """Have every connection of a table closed."""
    return ({"do": "hang-up", "peers": [peer.number for peer in gathering.peers]},) if gathering else ()
