"""Going on without a device that has left the table, or whose connection has ended."""

from collections.abc import Callable
from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, notify
from app.model import Model
from app.table import fair_dice, words
from app.table.peers import about, give_up, make_seats_ready, tell_who_is_here
from app.table.state import Peer, Table
from app.table.talk import Signal, Stage
from pyrules.campaign.seats import write_answer


def wait_for_lost(model: Model, table: Table, peer: Peer) -> Answer | None:
    """Wait for a device that was lost by the connection that stands by; None where there is none on both sides."""
    spare = table.spare_of(peer.number)
    if spare is None or not (spare.seat and peer.spare and peer.device):
        return None
    waiting = spare.after(Signal.LOST, hub=table.hub)
    waiting = replace(waiting, of=0, to=peer.spare, device=peer.device, people=peer.people)

    table, unfinished, more = fair_dice.let_go(table, peer)
    model, telling = tell_who_is_here(model, table.without(peer.number).moved_last(waiting))
    sdp = write_answer(peer.spare, active=not table.hub)
    connecting = {"do": "connect", "peer": spare.number, "sdp": sdp}
    model, aloud = notify(model, f"{words.away(peer.device.name)} {unfinished}".strip(), wrong=True)
    return model, ({"do": "hang-up", "peers": [peer.number]}, connecting, *telling, *more, *aloud)


def end_connection(model: Model, message: Message, world: World) -> Answer:
    """Go on without a device whose connection has ended, or came to nothing; `value` says why."""
    if (found := about(model, message)) is None:
        return model, ()
    table, peer = found
    if peer.stage is Stage.SPARE:
        return replace(model, table=table.without(peer.number)), ()
    if peer.stage is Stage.AWAY and not peer.seat:  # this browser does not come back by itself after a reload
        model = replace(model, table=table.without(peer.number))
        return make_seats_ready(model) if table.hub else (model, ())
    if not peer.seat:  # this browser makes no connections: another one would end in the same way
        model = replace(model, table=table.without(peer.number) if table.others or model.aside else None)
        return notify(model, words.sentence(str(message["value"])), wrong=True)
    why = str(message["value"])
    if peer.stage is Stage.HERE and not why:
        said = words.gone if table.hub else words.hub_gone
        return wait_for_lost(model, table, peer) or go_on_without(model, table, peer, said)
    name = peer.device.name if peer.device else words.A_DEVICE
    model, commands = give_up(model, table, peer)
    said = words.cut_off(name, why) if why else words.NO_CONNECTION
    model, aloud = notify(model, said, wrong=True)
    return model, (*commands, *aloud)


def hear_goodbye(model: Model, table: Table, peer: Peer, *_: object) -> Answer:
    """Go on without a device that has left the table, or closed it."""
    said = words.left if table.hub else words.table_closed
    return go_on_without(model, replace(table, closed=not table.hub), peer, said, wrong=not table.hub)


def go_on_without(model: Model, table: Table, peer: Peer, told: Callable[[str], str], *, wrong: bool = True) -> Answer:
    """Go on without a device that is gone, and say so of it."""
    name = peer.device.name if peer.device else words.A_DEVICE
    table, unfinished, telling = fair_dice.let_go(table, peer)
    model, commands = give_up(model, table, peer)
    model, aloud = notify(model, f"{told(name)} {unfinished}".strip(), wrong=wrong or bool(unfinished))
    return model, (*commands, *telling, *aloud)


HANDLERS: dict[str, Handler] = {"table-closed": end_connection}
