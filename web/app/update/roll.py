"""Rolling, and what the rules still allow afterwards."""

from dataclasses import replace
from typing import Any

from app import words
from app.model import Model, Table
from app.sheet import noted
from app.update import form
from app.update.answer import Answer, Handler, Message, World, focus, say
from app.update.log import appended
from pyrules.campaign.events import Change, Rolled
from pyrules.core.roll import Pick, Roll
from pyrules.core.system import System


def throw(model: Model, message: Message, world: World) -> Answer:
    """Throw the dice that the form asks for."""
    if message["form"]:
        model, _ = form.fill(model, message, world)
    sheet = model.sheet
    if sheet.test is None:
        trouble = next(iter(sheet.wrong), "")
        return model, (focus(f"f-{trouble}" if trouble else "notation"), say(words.FIX_FIRST))
    return laid(model, sheet.test, model.system.roll(sheet.test, world.faces, onward=False), world)


def take_option(model: Model, message: Message, world: World) -> Answer:
    """Do what the rules still allow: to these dice, or in a further test."""
    table = model.table
    options = model.system.options(table.test, table.roll) if table else ()
    option = next((one for one in options if one.id == message["data"]["option"]), None)
    if table is None or option is None:
        return model, ()
    if option.notation:
        further = noted(model.system, model.sheet, option.notation, model.system.house_rules(table.test))
        return form.kept(replace(model, result=False), further)
    picked = model.system.pick(table.test, table.roll, Pick(option.id))
    roll = model.system.roll(table.test, world.faces, picked, onward=False)
    return laid(model, table.test, roll, world, revises=table.event)


def change(model: Model, message: Message, world: World) -> Answer:
    """Go back to the form."""
    return replace(model, result=False), (focus("main"),)


def laid(model: Model, test: Any, roll: Roll, world: World, revises: str = "") -> Answer:
    """Put a roll on the table and write it into the log."""
    event = recorded(model.system, test, roll, world, revises)
    table = Table(test, roll, model.system.judge(test, roll), revises or event.id)
    model = replace(model, tables={**model.tables, model.system.id: table}, result=True)
    model, commands = appended(model, event)
    return model, (*commands, say(f"{event.headline}. {event.summary}."), {"do": "top"})


def recorded(system: System[Any], test: Any, roll: Roll, world: World, revises: str) -> Rolled:
    """The event that a roll is in the log."""
    verdict = system.judge(test, roll)
    return Rolled(
        id=world.name(),
        at=world.now(),
        system=system.id,
        notation=system.write(test),
        settings=tuple(system.house_rules(test).items()),
        dice=roll.dice,
        picks=roll.picks,
        effects=tuple(Change(effect.counter, effect.delta, effect.rule) for effect in verdict.effects),
        headline=verdict.headline,
        summary=verdict.summary,
        good=verdict.good,
        revises=revises,
    )


HANDLERS: dict[str, Handler] = {"roll": throw, "option": take_option, "change": change}
