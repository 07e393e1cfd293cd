"""Share what is declared for a test that all make together: tapped on one device, it is in the form on every one.

The hub's order holds: what it hears of one guest it tells all, that guest among them.
"""

from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World, say
from app.common.carry_over import with_values
from app.common.tracking import context
from app.form import update as form
from app.model import Model
from app.place import Place
from app.table import words
from app.table.peers import send
from app.table.state import Peer, Table
from pyrules.campaign.devices import Declared
from pyrules.campaign.events import Rolled
from pyrules.campaign.merge import added_between
from pyrules.campaign.tracking import Offer, tracking_of
from pyrules.core.english import minus

BY_HAND = frozenset({"offer", *form.HANDLERS})
"""Messages that change the form as it is; any other fills it again."""

MOST = 64
"""So many are known at most, the latest."""

ANEW: Message = {"on": "table-huddled", "form": {}, "value": None, "data": {}}


def announce(before: Model, now: Model, message: Message, world: World, answered: Handler) -> Answer:
    """Tell the others what the reader has declared or taken back; a form that is filled anew has what is declared."""
    table = now.table
    if table is None:
        return now, ()
    if now.campaign is not before.campaign:
        events = added_between(before.campaign, now.campaign)
        rolls = [one for one in events if isinstance(one, Rolled) and not one.revises]
        left = tuple(one for one in table.declared if not any(ends(one, roll) for roll in rolls))
        if left != table.declared:
            table = replace(table, declared=left)
            now = replace(now, table=table)
    if not now.place.system or now.place.tab != "roll" or before.sheets is now.sheets or before.place != now.place:
        return now, ()
    if message["on"] not in BY_HAND:
        return answered(now, ANEW, world) if table.declared and message["on"] != "table-heard" else (now, ())
    if now.secret:
        return now, ()
    was, by_now = ({one.id: one.taken for one in common(model)} for model in (before, now))
    said = tuple(
        Declared(now.place.system, now.challenge, offer, taken, table.me)
        for offer, taken in by_now.items()
        if was.get(offer, taken) != taken
    )
    for one in said:
        table = with_declared(table, one)
    return replace(now, table=table), send(table.others, *said)


def ends(one: Declared, roll: Rolled) -> bool:
    """Return whether something was declared for this roll."""
    return one.system == roll.system and (one.challenge == roll.under or "" in (one.challenge, roll.under))


def common(model: Model) -> tuple[Offer, ...]:
    """Return the offers that can be declared for a test that all make together."""
    return tuple(one for one in tracking_of(model.system).offers(context(model)) if one.common)


def with_declared(table: Table, said: Declared) -> Table:
    """The table with something declared or taken back."""
    same = (said.system, said.challenge, said.offer)
    others = tuple(one for one in table.declared if (one.system, one.challenge, one.offer) != same)
    return replace(table, declared=(*others, *((said,) if said.taken else ()))[-MOST:])


def hear_declared(model: Model, table: Table, peer: Peer, said: Declared, world: World) -> Answer:
    """Have in the reader's form what another device has declared, and pass it on."""
    said = replace(said, by=peer.device) if table.hub and peer.device else said
    model = replace(model, table=with_declared(table, said))
    passing = send(table.others, said) if table.hub else ()
    now, commands = put_declared(model, said)
    return now, (*passing, *commands)


def put_declared(model: Model, said: Declared) -> Answer:
    """Put into the form what was declared, or take it out; dice that lie there or are being typed keep their test."""
    hand, tray = model.hands.get(said.system), model.trays.get(said.system)
    sheet = model.sheets[said.system]
    lies = model.result and model.place.system == said.system and tray is not None and tray.test == sheet.test
    if lies or (hand and hand.faces) or (said.challenge and model.challenge and said.challenge != model.challenge):
        return model, ()
    there = replace(model, place=Place(said.system, "roll"))
    offer = next((one for one in common(there) if one.id == said.offer and one.taken != said.taken), None)
    if offer is None:
        return model, ()
    there, storing = form.take_over(there, with_values(there, offer.puts).sheet)
    telling = (words.declares if said.taken else words.takes_back)(said.by.name, f"{offer.label} · {offer.hint}")
    return replace(there, place=model.place), (*storing, say(minus(telling)))


def put_all_declared(model: Model, message: Message, world: World) -> Answer:
    """Put all that is declared into a form that was filled anew."""
    commands: tuple[Command, ...] = ()
    for one in model.table.declared if model.table else ():
        if one.system == model.place.system:
            model, more = put_declared(model, one)
            commands = (*commands, *more)
    return model, commands


HANDLERS: dict[str, Handler] = {"table-huddled": put_all_declared}
