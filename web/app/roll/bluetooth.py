"""Dice that tell by Bluetooth how they fell: they fill the keypad. Loaded when a person connects one."""

from collections.abc import Callable
from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, notify
from app.common.tracking import why_refused
from app.meant import number
from app.model import Model
from app.roll import words
from app.roll.hand import caught_up, next_asked, takes
from app.roll.keypad import take_faces
from app.roll.state import Hand
from pyrules.core.roll import Throw


def connect(model: Model, message: Message, world: World) -> Answer:
    """Have the browser ask which die."""
    return model, ({"do": "connect-die"},)


def take_face(model: Model, message: Message, world: World) -> Answer:
    """Take the face of a die that came to rest; one that is asked for later in this roll waits for its turn."""
    hand = model.hand
    throws = waiting(model, hand) if hand else ()
    if hand is None or not throws:
        return model, ()
    sides, face = number(message["data"]["sides"]), number(message["value"])
    if not any(throw.sides == sides and takes(throw, face) for throw in throws):
        return notify(model, words.other_die(sides, face, throws[0].sides), wrong=True)
    if problem := why_refused(model, hand):
        return notify(model, problem, wrong=True)
    hand = replace(hand, early=(*hand.early, (sides, face)))
    if caught_up(model.system, hand) == hand:
        return notify(replace(model, hands={**model.hands, model.system.id: hand}), words.waits(sides, face))
    return take_faces(model, hand, words.fell(sides, face), world)


def waiting(model: Model, hand: Hand) -> tuple[Throw, ...]:
    """The throws that have no faces yet, beginning with the one that is asked for."""
    now = next_asked(model.system, hand)
    throws = model.system.pending(hand.test, now.roll).throws
    return throws[throws.index(now.throw) :] if now.throw in throws else (now.throw,) if now.throw else ()


def telling(said: Callable[[str], str], *, wrong: bool = True) -> Handler:
    """A handler that tells how a die is, by its name or by what kept it away."""

    def tell(model: Model, message: Message, world: World) -> Answer:
        return notify(model, said(str(message["value"])), wrong=wrong)

    return tell


HANDLERS: dict[str, Handler] = {
    "die-connect": connect,
    "die-rested": take_face,
    "die-near": telling(words.die_near, wrong=False),
    "die-missed": telling(words.die_missed),
    "die-unread": telling(words.die_unread),
    "die-lost": telling(words.die_lost),
}
