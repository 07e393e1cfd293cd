"""Going on without a device that has left the table, or whose connection has ended."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, told
from app.model import Model
from app.table import lending, words
from app.table.company import about, counted, parted
from app.table.state import Gathering, Peer
from pyrules.campaign.devices import Bye
from pyrules.campaign.seats import answer


def missed(model: Model, gathering: Gathering, peer: Peer) -> Answer | None:
    """Wait for a device that was lost by the connection that stands by; None where there is none on both sides."""
    spare = gathering.spare_of(peer.number)
    if spare is None or not (spare.code and peer.spare and peer.device):
        return None
    waiting = replace(spare, stage="away", of=0, device=peer.device)
    gathering, unfinished, more = lending.let_go(gathering, peer)
    model, telling = counted(model, gathering.without(peer.number).changed(waiting))
    connecting = {"do": "connect", "peer": spare.number, "sdp": answer(spare.code, peer.spare)}
    model, aloud = told(model, f"{words.away(peer.device.name)} {unfinished}".strip(), wrong=True)
    return model, ({"do": "hang-up", "peers": [peer.number]}, connecting, *telling, *more, *aloud)


def closed(model: Model, message: Message, world: World) -> Answer:
    """Go on without a device whose connection has ended, or came to nothing; `value` says why."""
    if (found := about(model, message)) is None:
        return model, ()
    gathering, peer = found
    if peer.stage == "spare":
        return replace(model, gathering=gathering.without(peer.number)), ()
    if not peer.code:  # this browser makes no connections: another one would end in the same way
        model = replace(model, gathering=gathering.without(peer.number) if gathering.others or model.aside else None)
        return told(model, words.sentence(str(message["value"])), wrong=True)
    why = str(message["value"])
    if peer.stage == "here" and not why:
        return missed(model, gathering, peer) or went(model, gathering, peer)
    name = peer.device.name if peer.device else words.A_DEVICE
    model, commands = parted(model, gathering, peer)
    said = words.cut_off(name, why) if why else words.NO_CONNECTION
    model, aloud = told(model, said, wrong=True)
    return model, (*commands, *aloud)


def left(model: Model, gathering: Gathering, peer: Peer, said: Bye, world: World) -> Answer:
    """Go on without a device that has said goodbye."""
    return went(model, gathering, peer)


def went(model: Model, gathering: Gathering, peer: Peer) -> Answer:
    """Go on without a device that is gone."""
    name = peer.device.name if peer.device else words.A_DEVICE
    gathering, unfinished, telling = lending.let_go(gathering, peer)
    model, commands = parted(model, gathering, peer)
    said = words.gone(name) if gathering.hub else words.hub_gone(name)
    model, aloud = told(model, f"{said} {unfinished}".strip(), wrong=True)
    return model, (*commands, *telling, *aloud)


HANDLERS: dict[str, Handler] = {"table-closed": closed}
