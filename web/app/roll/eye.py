"""Real dice that a camera or a picture shows fill the keypad. Loaded when a person has some read."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, notify
from app.meant import number
from app.model import Model
from app.roll.hand import dice_left, next_asked, takes
from app.roll.keypad import take_faces
from app.roll.state import Hand
from app.roll.words import PUT_AWAY, dice

WORDS = {
    "picture": "The dice, each with its outline and the face that was read",
    "use": "Use these",
    "hold": "Hold the picture",
    "again": "Use the camera",
    "light": "Light",
    "choose": "Choose or take a picture",
    "leave": "Type them in",
    "asks": "Allow the camera, or choose a picture.",
    "looks": "Looking for dice.",
    "reads": "Reading the picture.",
    "none": "No dice found.",
    "found": "{0} of {1} found",
    "more": "{0} found, but {1} asked for",
    "helps": "From above, dice apart, in even light. Only pips on plain dice can be read, not on swirled ones.",
    "mends": "Tap a die to change its face, beside it to add one. Hold a die to take it away.",
    "die": "{0}: the next face",
    "unsure": "{0}, not sure: the next face",
    "gone": "The camera has ended.",
    "noPicture": "This file is no picture that this browser can read. Choose another.",
    "unread": "The dice cannot be read, since a file of the app did not come. Type them in.",
    "refused": {
        "NotAllowedError": "The camera was not allowed for this site. Choose a picture, or type them in.",
        "NotReadableError": "Another app is using the camera. Close that app, or choose a picture.",
        "other": "There is no camera that can be used. Choose a picture, or type them in.",
    },
}
"""What the sheet says, with places for the dice found and asked for, or for a face."""


def open_sheet(model: Model, message: Message, world: World) -> Answer:
    """Have the dice read that are asked for."""
    hand = model.hand
    throw = next_asked(model.system, hand).throw if hand else None
    count = dice_left(model.system, hand) if hand else 0
    title = f"Read {dice(count, throw.die)}" if throw else ""
    command = {"do": "read-dice", "asked": count, "of": dice_asked_for(model, hand), "words": {**WORDS, "title": title}}
    return model, (command,)


def dice_asked_for(model: Model, hand: Hand | None) -> str:
    """The identity of the dice that are asked for: their test, the roll they belong to, and those before."""
    return f"{model.system.id} {model.system.write(hand.test)} {hand.revises} {hand.faces}" if hand else ""


def use_dice(model: Model, message: Message, world: World) -> Answer:
    """Take faces that were read for dice that are still asked for; what they leave open is typed in."""
    hand = model.hand
    if hand is None or dice_asked_for(model, hand) != message["data"]["of"]:
        return notify(model, PUT_AWAY, wrong=True)
    throw = next_asked(model.system, hand).throw
    faces = tuple(number(face) for face in str(message["value"]))
    if throw is None or len(faces) > dice_left(model.system, hand) or not all(takes(throw, face) for face in faces):
        return model, ()
    return take_faces(model, replace(hand, faces=(*hand.faces, *faces)), ", ".join(map(str, faces)), world)


HANDLERS: dict[str, Handler] = {"eye-open": open_sheet, "eye-used": use_dice}
