"""Dice thrown by hand: which one the rules ask for next, and the roll that the typed faces come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from app.model import Hand
from pyrules.core.roll import Roll, Source, Throw
from pyrules.core.system import System


@dataclass(frozen=True, slots=True)
class Asked:
    """How far the typed faces reach: the roll they complete, the throw that waits, and its faces so far.

    Without a `throw` nothing is asked for any more.
    """

    roll: Roll
    throw: Throw | None = None
    faces: tuple[int, ...] = ()

    @property
    def place(self) -> int:
        """The place of the next die in its roll."""
        return self.throw.first + len(self.faces) if self.throw else 0

    @property
    def showed(self) -> int | None:
        """What the next die showed before; None for one that is thrown for the first time."""
        pool = self.roll.pool(self.throw.roll) if self.throw else ()
        return pool[self.place].face if self.place < len(pool) else None


def asked(system: System[Any], hand: Hand) -> Asked:
    """What is asked for after the typed faces."""
    roll, faces = hand.start, hand.faces
    while (pending := system.pending(hand.test, roll)).throws and not pending.optional:
        for throw in pending.throws:
            if len(faces) < throw.count:
                return Asked(roll, throw, faces)
            roll, faces = roll.after(throw, faces[: throw.count]), faces[throw.count :]
    return Asked(roll)


def lying(hand: Asked) -> Roll:
    """The roll with the faces of the throw that waits, as they lie so far."""
    if hand.throw is None or not hand.faces:
        return hand.roll
    throw = Throw(hand.throw.roll, hand.throw.first, hand.throw.sides, len(hand.faces))
    return hand.roll.after(throw, hand.faces)


def completed(system: System[Any], hand: Hand, source: Source) -> Roll:
    """The roll with every die that is still asked for thrown by `source`."""
    typed = iter(hand.faces)

    def faces(throw: Throw) -> Sequence[int]:
        known = tuple(islice(typed, throw.count))
        left = throw.count - len(known)
        thrown = source(Throw(throw.roll, throw.first + len(known), throw.sides, left)) if left else ()
        return (*known, *(thrown or ()))

    return system.roll(hand.test, faces, hand.start, onward=False)
