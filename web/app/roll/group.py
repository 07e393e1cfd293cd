"""A test that all foes of a kind roll one after the other, each with what the form has for them."""

from dataclasses import replace

from app.common.answer import Answer, Command, Handler, Message, World
from app.common.carry_over import with_carry_over
from app.common.tracking import kin
from app.model import Model
from app.roll.state import ToRoll
from app.roll.update import throw
from pyrules.campaign.people import person


def throw_each(model: Model, message: Message, world: World) -> Answer:
    """Have all of the kind of whoever rolls roll the test of the form, as far as they have not yet.

    Those wait whose dice cannot be thrown before another device has lent a seed for the one before. Whoever was chosen
    stays chosen, and the form as it was.
    """
    table, system = model.table, model.system
    if (table and table.throwing) or model.by_hand:
        return model, ()
    names = table.to_roll.names if table and table.to_roll else tuple(one.name for one in kin(model))
    now = replace(model, table=replace(table, to_roll=None)) if table else model
    commands: tuple[Command, ...] = ()
    for place, name in enumerate(names, 1):
        if person(now.campaign, system, name) is None:
            continue
        there, _ = with_carry_over(None, replace(now, acting={**model.acting, system.id: name}))
        thrown, more = throw(there, message, world)
        commands = (*commands, *more)
        now = replace(thrown, acting=model.acting, sheets=model.sheets)
        if now.table and now.table.throwing:
            left = ToRoll(system.id, names[place:]) if names[place:] else None
            return replace(now, table=replace(now.table, to_roll=left)), commands
        if now.campaign is there.campaign:
            break
    return now, commands


HANDLERS: dict[str, Handler] = {"roll-kind": throw_each}
