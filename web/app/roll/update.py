"""Rolling, here or by hand, and what the rules still allow afterwards."""

from dataclasses import replace
from importlib import import_module

from app.common.answer import VERDICT, Answer, Handler, Message, World, focus, keep, notify, say
from app.common.tracking import metadata, options, trying, why_refused
from app.form import update as form
from app.form.state import sheet_of_notation
from app.log.appending import append_events
from app.model import Model
from app.roll import words
from app.roll.hand import next_asked
from app.roll.modes import switch_mode
from app.roll.state import Hand, Tray, given_with
from pyrules.campaign.events import Rolled
from pyrules.campaign.rolls import RollMetadata, record_roll, revise_roll
from pyrules.core.errors import IllegalPick
from pyrules.core.roll import EMPTY, Pick, Roll


def throw(model: Model, message: Message, world: World) -> Answer:
    """Throw the dice that the form asks for."""
    sheet = model.sheet
    if sheet.test is None:
        trouble = next(iter(sheet.wrong), "")
        return model, (focus(f"f-{trouble}" if trouble else "notation"), say(words.FIX_FIRST))
    return throw_for(model, Hand(sheet.test, EMPTY), world)


def take_option(model: Model, message: Message, world: World) -> Answer:
    """Do what the rules still allow: to these dice, or in a further test."""
    tray = model.tray
    found = (*options(model, tray), *model.system.options(tray.test, tray.roll)) if tray else ()
    option = next((one for one in found if one.id == message["data"]["option"]), None)
    if tray is None or option is None:
        return model, ()
    if option.notation:
        sheet = sheet_of_notation(model.system, model.sheet, option.notation, model.system.house_rules(tray.test))
        model, storing = form.take_over(replace(model, result=False), sheet)
        model = trying(model, tray.event) if option.id == "again" else model
        return model, (*storing, focus("main"), {"do": "top"})
    try:
        picked = model.system.pick(tray.test, tray.roll, Pick(option.id, given=given_with(tray, option)))
    except IllegalPick:
        return notify(model, words.sentence(option.hint), wrong=True)
    return go_on_with(model, tray, picked, world)


def go_on_with(model: Model, tray: Tray, picked: Roll, world: World) -> Answer:
    """Go on with the dice on the tray, now that something was picked."""
    return throw_for(model, Hand(tray.test, picked, revises=tray.event), world)


def throw_for(model: Model, hand: Hand, world: World) -> Answer:
    """Throw what a roll waits for; where the reader throws, ask for it. What the campaign refuses is not rolled."""
    if problem := why_refused(model, hand):
        return notify(model, problem, wrong=True)
    if model.by_hand and model.system.pending(hand.test, hand.start).throws:
        hands = {**model.hands, model.system.id: hand}
        now = next_asked(model.system, hand)
        asking = (say(words.asks(1, now.throw, now.last_face)),) if now.throw else ()
        return replace(model, hands=hands, result=False), (focus("main"), {"do": "top"}, *asking)
    if model.table and (waiting := import_module("app.table.fair_dice_start").begin_roll(model, hand, world)):
        begun: Answer = waiting
        return begun
    return throw_hand(model, hand, world)


def throw_hand(model: Model, hand: Hand, world: World) -> Answer:
    """Throw it at once, with the faces of the world."""
    roll = model.system.roll(hand.test, world.faces, hand.start, onward=False)
    return lay_roll(model, hand, roll, world)


def change(model: Model, message: Message, world: World) -> Answer:
    """Go back to the form."""
    return replace(model, result=False), (focus("main"), {"do": "top"})


def lay_roll(model: Model, hand: Hand, roll: Roll, world: World, *, physical: bool = False) -> Answer:
    """Put the roll that `hand` became on the tray and write it into the log.

    Dice once thrown by hand make the whole roll physical, and some typed in by count make it counted.
    """
    counted = hand.counted
    if hand.revises and model.tray:
        physical, counted = physical or model.tray.physical, counted or model.tray.counted
    when = metadata(model, hand, roll, (world.name(), world.now()))
    nonce = world.name() + world.name() if when.secret else ""
    when = replace(when, physical=physical, counted=counted, nonce=nonce, seeds=world.seeds)
    event = roll_event(model, hand, roll, when)
    verdict = model.system.judge(hand.test, roll)
    tray = Tray(hand.test, roll, verdict, hand.revises or event.id, physical, counted)
    model = replace(model, trays={**model.trays, model.system.id: tray}, result=True)
    model, commands = append_events(model, event)
    return model, (*commands, VERDICT)


def roll_event(model: Model, hand: Hand, roll: Roll, metadata: RollMetadata) -> Rolled:
    """The event that a roll is in the log."""
    earlier = model.campaign.entry(hand.revises).event if hand.revises else None
    if isinstance(earlier, Rolled):
        return revise_roll(metadata, earlier, roll)
    return record_roll(metadata, model.system, hand.test, roll)


def keep_secret(model: Model, message: Message, world: World) -> Answer:
    """Keep what is rolled in this game from now on from the others, for the evening; a second tap does not."""
    secrets = switch_mode(model.secrets, model.system.id, world.now())
    return replace(model, secrets=secrets), (keep("secret", secrets),)


HANDLERS: dict[str, Handler] = {"secret": keep_secret, "roll": throw, "option": take_option, "change": change}
