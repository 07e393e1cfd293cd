"""Fair dice at a table: for each roll, another device lends a seed; this one lends its own for the others' rolls.

A guest's lender is the hub. That of the hub is the guest who has been there longest; with the roll, the hub names it.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from app.common.answer import VERDICT, Answer, Command, Handler, Message, World, keep, notify
from app.model import Model
from app.roll import update as roll
from app.roll.unfinished import BEGUN
from app.table import words
from app.table.peers import passed_on, send
from app.table.state import Loan, Peer, Table, Throwing
from pyrules.campaign.devices import Commit, Doubted, Seed
from pyrules.campaign.events import Device, Event, Rolled, Sealed
from pyrules.campaign.fairness import NotThrown, Objection, fair, objection
from pyrules.campaign.sealing import line_of
from pyrules.campaign.state import State
from pyrules.core.errors import RulesError, quote

LOANS = 500
"""So many of them are remembered."""


def lend(model: Model, table: Table, peer: Peer, said: Commit, world: World) -> Answer:
    """Lend a seed for a roll of another device, and tell of one that it has not finished.

    Who asks in the same words again has it already.

    Raises `RulesError` for a second seed for one roll.
    """
    known = next((loan for loan in table.loans if loan.event == said.event), None)
    if known and (known.commit, known.of) == (said.commit, peer.number):
        return model, ()
    if known or said.event in model.campaign.ledger.ids:
        raise RulesError(f"a seed was asked for twice for {quote(said.event)}")
    table, problem, telling = let_go(table, peer)
    loan = Loan(said.event, world.name() + world.name(), said.commit, peer.number)
    model = replace(model, table=replace(table, loans=(*table.loans, loan)[-LOANS:]))
    lending = (*send((peer,), Seed(loan.event, loan.seed)), *telling)
    if not problem:
        return model, lending
    model, aloud = notify(model, problem, wrong=True)
    return model, (*lending, *aloud)


def let_go(table: Table, peer: Peer) -> tuple[Table, str, tuple[Command, ...]]:
    """Wait no longer for a roll that a device was lent a seed for: it has gone, or begun another. Others are told, too.

    Gives what is to be said of that, "" where there was no such roll.
    """
    if peer.device is None or not any(loan.of == peer.number and not loan.finished for loan in table.loans):
        return table, "", ()
    loans = (replace(loan, finished=True) if loan.of == peer.number else loan for loan in table.loans)
    table = replace(table, loans=tuple(loans))
    return table, words.objection("unfinished", peer.device.name), tell_doubt(table, peer, "unfinished")


def tell_doubt(table: Table, peer: Peer, doubt: Objection) -> tuple[Command, ...]:
    """Tell the other guests what the hub has to say against a roll of one of them."""
    others = tuple(one for one in table.others if one.number != peer.number) if table.hub else ()
    return send(others, Doubted(peer.device, doubt)) if peer.device else ()


def finish(model: Model, table: Table, peer: Peer, said: Seed, world: World) -> Answer:
    """Throw the roll that waited for this seed; one that was made without it needs it no more."""
    throwing = table.throwing
    if throwing is None or throwing.event != said.event:
        return model, ()
    seeds = (throwing.seed, said.seed)
    now, commands = throw_waiting(model, throwing, replace(world, faces=fair(seeds, throwing.event), seeds=seeds))
    now, passing = passed_on(model, now, peer.device)
    return now, (*commands, *passing)


def throw_waiting(model: Model, throwing: Throwing, world: World) -> Answer:
    """Make a roll that waited, where it was begun; a reader who has gone elsewhere stays there."""
    names = chain((throwing.event,), iter(world.name, None))
    world = replace(world, name=names.__next__)
    table = replace(model.table, throwing=None) if model.table else None
    system = throwing.place.system
    acting, against = {**model.acting, system: throwing.who}, {**model.against, system: throwing.against}
    secrets = {system: 0} if throwing.secret else {}
    there = replace(model, table=table, place=throwing.place, secrets=secrets, acting=acting, against=against)
    now, commands = roll.throw_hand(there, throwing.hand, world)
    now = replace(now, secrets=model.secrets, acting=model.acting, against=model.against)
    commands = (*commands, keep(BEGUN, []))
    if model.place == throwing.place:
        return now, commands
    stays = replace(now, place=model.place, result=model.result)
    return stays, tuple(command for command in commands if command is not VERDICT)


def roll_alone(model: Model, message: Message, world: World) -> Answer:
    """Make a roll with the dice of this device alone, since no other one has lent a seed in time."""
    throwing = model.table.throwing if model.table else None
    if throwing is None or throwing.event != message["value"]:
        return model, ()
    model, commands = throw_waiting(model, throwing, world)
    model, aloud = notify(model, words.ROLLED_ALONE, wrong=True)
    return model, (*commands, *aloud)


def thrown_alone(model: Model, world: World) -> Answer:
    """Make a roll that still waits with the dice of this device alone, and tell the others, before it leaves them."""
    throwing = model.table.throwing if model.table else None
    if throwing is None:
        return model, ()
    now, commands = throw_waiting(model, throwing, world)
    now, passing = passed_on(model, now)
    return now, (*commands, *passing)


def finish_loans(
    table: Table, fresh: Sequence[Event], state: State, by: Device | None, lender: Device | None
) -> tuple[Table, Objection]:
    """The table with the rolls finished that this device has lent a seed for, and what is to be said against them.

    `by` is who has just made them, None for what was in a log before: of that only the hub asks whether the faces are
    those of the seeds, since who joins takes over its log. `lender` is who has lent the hub a seed, as it says. Raises
    `NotThrown` for dice that are said to be thrown with another device, and are not.
    """
    loans = {loan.event: loan for loan in table.loans}
    lends = by is not None and must_lend(table, by, lender)
    unlent: list[str] = []
    say: Objection = ""
    for event in fresh:
        loan = loans.get(event.id)
        if loan is None and lends and isinstance(event, Sealed):
            loan = Loan(event.id, "", "", of=0)  # none was lent for it, which counts when it is revealed
        if loan:
            loans[event.id] = replace(loan, finished=True)
        if isinstance(event, Rolled) and (loan or by or table.hub):
            lent = (loan.seed, loan.commit) if loan else None
            found = objection(event, line_of(state, event), lent, hub=table.hub, lends=lends and table.fair)
            if found == "chosen":
                raise NotThrown(f"the dice of {quote(event.id)} are not those that two devices have thrown")
            unlent += [event.id] if found == "unlent" else []
            say = found or say
    kept = tuple(loans.values())[-LOANS:]
    return replace(table, loans=kept, unlent=(*table.unlent, *unlent)), say


def must_lend(table: Table, by: Device, lender: Device | None) -> bool:
    """Return whether it is this device that must have lent a seed for a roll of another, if two have thrown its dice.

    The hub lends to all guests. A guest lends to the hub, if it is the one that the hub names as its `lender`; nobody
    else may say that none was lent, unless the hub names no other guest that is here.
    """
    hub, *guests = table.here
    if table.hub or by != hub or by in guests:
        return table.hub
    return lender not in guests or (lender == table.me and guests.count(lender) == 1)


HANDLERS: dict[str, Handler] = {"table-waited": roll_alone}
