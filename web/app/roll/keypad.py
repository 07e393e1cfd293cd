"""Typing in dice that were thrown by hand."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, focus, keep, notify, put_away, say
from app.common.tracking import why_refused
from app.meant import number
from app.model import Model
from app.roll import update as roll, words
from app.roll.hand import (
    LEFT,
    caught_up,
    complete_roll,
    countable,
    counted_at,
    dice_left,
    next_asked,
    takes,
    with_fitting_hand,
)
from app.roll.modes import switch_mode
from app.roll.state import Hand, Tray
from pyrules.core.roll import EMPTY


def switch(model: Model, message: Message, world: World) -> Answer:
    """Throw this game's dice by hand for the evening, or no more; the form's dice are asked for at once."""
    model = replace(model, real_dice=switch_mode(model.real_dice, model.system.id, world.now()))
    storing = keep("by hand", model.real_dice)
    if not model.by_hand:
        return put_away(model, model.system.id), (storing,)
    if model.result or model.sheet.test is None:
        return model, (storing,)
    model, commands = roll.throw_for(model, Hand(model.sheet.test, EMPTY), world)
    return model, (storing, *commands)


def enter(model: Model, message: Message, world: World) -> Answer:
    """Take one face, or leave dice that may be; the last face asked for lays the roll on the tray."""
    hand = model.hand
    waiting = next_asked(model.system, hand).throw if hand else None
    face = number(message["data"]["face"])
    if hand is None or waiting is None or not takes(waiting, face):
        return model, ()
    said = words.LEFT_LYING if face == LEFT else waiting.name_of(face)
    return take_faces(model, replace(hand, faces=(*hand.faces, face)), said, world)


def take_faces(model: Model, hand: Hand, said: str, world: World) -> Answer:
    """Take over typed faces, say so, and ask for the next; the last one asked for lays the roll on the tray."""
    if problem := why_refused(model, hand):
        return notify(model, problem, wrong=True)
    hand = caught_up(model.system, hand)
    now = next_asked(model.system, hand)
    if now.throw is None:
        return roll.lay_roll(put_away(model, model.system.id), hand, now.roll, world, physical=True)
    asking = words.asks(len(now.faces) + 1, now.throw, now.last_face)
    return replace(model, hands={**model.hands, model.system.id: hand}), (say(f"{said}. {asking}"),)


def count(model: Model, message: Message, world: World) -> Answer:
    """Count so many dice, or one more or fewer, that show a face or one that the rules cannot tell from it."""
    hand, data = model.hand, message["data"]
    waiting = next_asked(model.system, hand).throw if hand else None
    face = number(data["field"])
    group = next((one for one in countable(model.system, hand) if one[0] == face), None) if hand else None
    if hand is None or waiting is None or group is None:
        return model, ()
    places = counted_at(model.system, hand, group)
    now = len(places)
    wanted = number(data["to"]) if "to" in data else now + number(data["by"])
    wanted = max(0, min(wanted, now + dice_left(model.system, hand)))
    faces = tuple(one for place, one in enumerate(hand.faces) if place not in places[wanted:]) + (face,) * (
        wanted - now
    )
    if faces != hand.faces:
        hand = replace(hand, faces=faces, counted=bool(faces) and (hand.counted or wanted > now))
    said = words.so_many(len(counted_at(model.system, hand, group)), group, waiting.name_of)
    return take_faces(model, hand, said, world)


def count_rest(model: Model, message: Message, world: World) -> Answer:
    """Take all dice that were not counted for those that need no mention."""
    hand = model.hand
    waiting = next_asked(model.system, hand).throw if hand else None
    groups = countable(model.system, hand) if hand else ()
    if hand is None or waiting is None or not groups:
        return model, ()
    left = dice_left(model.system, hand)
    faces = (*hand.faces, *(groups[-1][:1] * left))
    said = words.so_many(left, groups[-1], waiting.name_of)
    return take_faces(model, replace(hand, faces=faces, counted=True), said, world)


def switch_counting(model: Model, message: Message, world: World) -> Answer:
    """Count the dice from now on where that is enough, or tell each die, on later visits too."""
    by_count = not model.by_count
    return replace(model, by_count=by_count), (keep("by count", by_count), focus("main"))


def take_back(model: Model, message: Message, world: World) -> Answer:
    """Take the last face back."""
    hand = model.hand
    if hand is None or not hand.faces:
        return model, ()
    faces = hand.faces[:-1]
    hand = replace(hand, faces=faces, counted=hand.counted and bool(faces))
    now = next_asked(model.system, hand)
    said = words.asks(len(now.faces) + 1, now.throw, now.last_face) if now.throw else ""
    return replace(model, hands={**model.hands, model.system.id: hand}), (say(said),)


def roll_rest(model: Model, message: Message, world: World) -> Answer:
    """Throw here what is still asked for, unless the roll is refused by now."""
    hand = model.hand
    if hand is None:
        return model, ()
    if problem := why_refused(model, hand):
        return notify(model, problem, wrong=True)
    whole = complete_roll(model.system, hand, world.faces)
    return roll.lay_roll(put_away(model, model.system.id), hand, whole, world, physical=bool(hand.faces))


def cancel(model: Model, message: Message, world: World) -> Answer:
    """Leave the keypad: for the dice on the tray if it was to go on with them, else for the form."""
    hand = model.hand
    on_the_table = hand is not None and bool(hand.start.dice) and model.tray is not None
    return replace(put_away(model, model.system.id), result=on_the_table), (focus("main"),)


def fit(before: Model, model: Model) -> Answer:
    """Put away dice typed in for a roll that no longer lies as it did, and say so; keep those that fit a new test."""
    waiting = {system: hand for system, hand in model.hands.items() if holds(hand, model.trays.get(system))}
    if len(waiting) == len(model.hands):
        return with_fitting_hand(model), ()
    return notify(with_fitting_hand(replace(model, hands=waiting)), words.PUT_AWAY, wrong=True)


def holds(hand: Hand, tray: Tray | None) -> bool:
    """Return whether the roll that typed dice go on with lies on the tray as it did; a new roll needs none."""
    return hand.start == EMPTY or (
        tray is not None
        and (tray.event, tray.roll.dice, tray.roll.picks) == (hand.revises, hand.start.dice, hand.start.picks[:-1])
    )


HANDLERS: dict[str, Handler] = {
    "by-hand": switch,
    "face": enter,
    "face-back": take_back,
    "tally": count,
    "tally-rest": count_rest,
    "by-count": switch_counting,
    "roll-rest": roll_rest,
    "hand-cancel": cancel,
}
