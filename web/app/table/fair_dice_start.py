"""Fair dice at a table: a roll is begun, and waits for the seed of another device (`fair_dice`)."""

from dataclasses import replace

from app.common.answer import Answer, World, keep
from app.model import Model
from app.roll.state import Hand
from app.roll.unfinished import BEGUN
from app.table.peers import send
from app.table.state import Throwing
from pyrules.campaign.devices import Commit
from pyrules.campaign.events import Rolled
from pyrules.campaign.fairness import Thrown, commitment
from pyrules.core.roll import EMPTY

PATIENCE = 2_000
"""Milliseconds after which a roll is made with the dice of this device alone."""


def begin_roll(model: Model, hand: Hand, world: World) -> Answer | None:
    """Begin a roll with another device's seed; None where nobody lends one, or the roll goes on from a link's."""
    table = model.table
    if table is None or not (table.fair and table.others and (hand.revises or hand.start == EMPTY)):
        return None
    if not model.system.pending(hand.test, hand.start).throws:
        return None
    if table.throwing:
        return model, ()
    system = model.system.id
    who, against = model.acting.get(system, ""), model.against.get(system, "")
    event, seed = world.name(), world.name() + world.name()
    throwing = Throwing(event, seed, hand, model.place, model.secret, who, against)
    said = Commit(throwing.event, commitment(throwing.seed, what_is_thrown(model, throwing)))
    telling = ({**command, "within": PATIENCE, "about": said.event} for command in send(table.others[:1], said))
    waiting = replace(model, table=replace(table, throwing=throwing))
    return waiting, (keep(BEGUN, [model.system.id, model.system.write(hand.test)]), *telling)


def what_is_thrown(model: Model, throwing: Throwing) -> Thrown:
    """Return the test that the event of a roll will have, and the roll that it goes on from."""
    hand, system = throwing.hand, model.system
    earlier = model.campaign.entry(hand.revises).event if hand.revises else None
    if isinstance(earlier, Rolled):
        return Thrown(throwing.event, system.id, earlier.notation, earlier.settings, hand.start)
    settings = tuple(system.house_rules(hand.test).items())
    return Thrown(throwing.event, system.id, system.write(hand.test), settings, hand.start)
