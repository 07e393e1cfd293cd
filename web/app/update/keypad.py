"""Typing in dice that were thrown by hand."""

from dataclasses import replace

from app import words
from app.answer import Answer, Handler, Message, World, focus, keep, say, told
from app.hand import asked, completed, followed, put_away
from app.model import Hand, Model, Table
from app.tracking import refused
from app.update import roll
from pyrules.core.roll import EMPTY


def switch(model: Model, message: Message, world: World) -> Answer:
    """Throw by hand from now on, or no more, on later visits too; the form's dice are asked for at once."""
    model = replace(model, by_hand=not model.by_hand)
    storing = keep("by hand", model.by_hand)
    if not model.by_hand:
        return put_away(model, model.system.id), (storing,)
    if model.result or model.sheet.test is None:
        return model, (storing,)
    model, commands = roll.throw_for(model, Hand(model.sheet.test, EMPTY), world)
    return model, (storing, *commands)


def enter(model: Model, message: Message, world: World) -> Answer:
    """Take one face, unless the roll is refused by now; the last one asked for lays the roll on the table."""
    hand = model.hand
    waiting = asked(model.system, hand).throw if hand else None
    face = int(message["data"]["face"])
    if hand is None or waiting is None or not 1 <= face <= waiting.sides:
        return model, ()
    if problem := refused(model, hand):
        return told(model, problem, wrong=True)
    hand = replace(hand, faces=(*hand.faces, face))
    now = asked(model.system, hand)
    if now.throw is None:
        return roll.laid(put_away(model, model.system.id), hand, now.roll, world, physical=True)
    said = f"{face}. {words.asks(len(now.faces) + 1, now.throw, now.showed)}"
    return replace(model, hands={**model.hands, model.system.id: hand}), (say(said),)


def take_back(model: Model, message: Message, world: World) -> Answer:
    """Take the last face back."""
    hand = model.hand
    if hand is None or not hand.faces:
        return model, ()
    hand = replace(hand, faces=hand.faces[:-1])
    now = asked(model.system, hand)
    said = words.asks(len(now.faces) + 1, now.throw, now.showed) if now.throw else ""
    return replace(model, hands={**model.hands, model.system.id: hand}), (say(said),)


def roll_rest(model: Model, message: Message, world: World) -> Answer:
    """Throw here what is still asked for, unless the roll is refused by now."""
    hand = model.hand
    if hand is None:
        return model, ()
    if problem := refused(model, hand):
        return told(model, problem, wrong=True)
    whole = completed(model.system, hand, world.faces)
    return roll.laid(put_away(model, model.system.id), hand, whole, world, physical=bool(hand.faces))


def cancel(model: Model, message: Message, world: World) -> Answer:
    """Leave the keypad: for the dice on the table if it was to go on with them, else for the form."""
    hand = model.hand
    on_the_table = hand is not None and bool(hand.start.dice) and model.table is not None
    return replace(put_away(model, model.system.id), result=on_the_table), (focus("main"),)


def fit(before: Model, model: Model) -> Answer:
    """Put away dice typed in for a roll that no longer lies as it did, and say so; keep those that fit a new test."""
    waiting = {system: hand for system, hand in model.hands.items() if holds(hand, model.tables.get(system))}
    if len(waiting) == len(model.hands):
        return followed(model), ()
    return told(followed(replace(model, hands=waiting)), words.PUT_AWAY, wrong=True)


def holds(hand: Hand, table: Table | None) -> bool:
    """Whether the roll that typed dice go on with lies on the table as it did; a new roll needs none."""
    return hand.start == EMPTY or (
        table is not None
        and (table.event, table.roll.dice, table.roll.picks) == (hand.revises, hand.start.dice, hand.start.picks[:-1])
    )


HANDLERS: dict[str, Handler] = {
    "by-hand": switch,
    "face": enter,
    "face-back": take_back,
    "roll-rest": roll_rest,
    "hand-cancel": cancel,
}
