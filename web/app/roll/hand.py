"""Dice thrown by hand: which one the rules ask for next, and the roll that the typed faces come to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from app.model import Model
from app.roll.state import Hand
from pyrules.core.roll import EMPTY, Roll, Source, Throw
from pyrules.core.system import System
from pyrules.systems import BY_ID

LEFT = 0
"""Stands among typed faces where the dice still asked for are left."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The progress of typed faces: the roll they complete, the throw that waits, and its faces so far.

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
    def last_face(self) -> int | None:
        """The face of the next die before; None for one that is thrown for the first time."""
        pool = self.roll.pool(self.throw.roll) if self.throw else ()
        return pool[self.place].face if self.place < len(pool) else None


def next_asked(system: System[Any], hand: Hand) -> Asked:
    """Return the roll, the throw and the faces after those typed in."""
    roll, faces = hand.start, hand.faces
    while (pending := system.pending(hand.test, roll)).throws and not pending.optional:
        for throw in pending.throws:
            shown, rest = split_faces(throw, faces)
            if rest is None:
                return Asked(roll, throw, shown)
            roll, faces = roll.after(throw, shown), rest
    return rolled_on(system, hand.test, roll, faces)


def rolled_on(system: System[Any], test: Any, roll: Roll, faces: tuple[int, ...]) -> Asked:
    """The same where nothing more must be thrown: which die may be rolled on, one after the other."""
    left: set[tuple[int, int]] = set()

    def number(throw: Throw) -> tuple[int, int]:
        return throw.first, len(roll.pool(throw.roll)[throw.first].faces)

    while throw := next((one for one in system.further(test, roll) if number(one) not in left), None):
        shown, rest = split_faces(throw, faces)
        if rest is None:
            return Asked(roll, throw, shown)
        if shown:
            roll = roll.after(throw, shown)
        else:
            left.add(number(throw))
        faces = rest
    return Asked(roll)


def split_faces(throw: Throw, faces: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """The typed faces of one throw and those after it, None while dice of it are neither typed in nor left.

    >>> split_faces(Throw(0, 0, 6, 3), (5, 2, LEFT, 4)), split_faces(Throw(0, 0, 6, 3), (5, 2))
    (((5, 2), (4,)), ((5, 2), None))
    """
    shown = tuple(takewhile(LEFT.__ne__, faces[: throw.count]))
    if len(shown) == throw.count:
        return shown, faces[throw.count :]
    return shown, faces[len(shown) + 1 :] if len(shown) < len(faces) else None


def takes(throw: Throw, face: object) -> bool:
    """Return whether this can be typed in for a throw: a face of its dice, or that they are left."""
    return type(face) is int and (1 <= face <= throw.sides or (face == LEFT and throw.left is not None))


def countable(system: System[Any], hand: Hand) -> tuple[tuple[int, ...], ...]:
    """The groups of faces by which the dice of the throw that waits may be counted; none where each must be told."""
    now = next_asked(system, hand)
    if now.throw is None or now.throw.count == 1:
        return ()
    groups = system.interchangeable(hand.test, now.roll, now.throw)
    return groups if len(groups) < now.throw.sides else ()


def counted_at(system: System[Any], hand: Hand, group: Sequence[int]) -> list[int]:
    """The places among the typed faces of those in the throw that waits which belong to a group."""
    faces = next_asked(system, hand).faces
    before = len(hand.faces) - len(faces)
    return [before + place for place, face in enumerate(faces) if face in group]


def dice_left(system: System[Any], hand: Hand) -> int:
    """Count the dice of the waiting throw that have no face."""
    now = next_asked(system, hand)
    return now.throw.count - len(now.faces) if now.throw else 0


def caught_up(system: System[Any], hand: Hand) -> Hand:
    """The hand with every early die in its place whose turn it is by now."""
    while throw := next_asked(system, hand).throw:
        place = next((place for place, (sides, _) in enumerate(hand.early) if sides == throw.sides), None)
        if place is None:
            break
        rest = (*hand.early[:place], *hand.early[place + 1 :])
        hand = replace(hand, faces=(*hand.faces, hand.early[place][1]), early=rest)
    return hand


def lying(hand: Asked) -> Roll:
    """The roll with the faces of the throw that waits, as they lie so far."""
    if hand.throw is None or not hand.faces:
        return hand.roll
    throw = Throw(hand.throw.roll, hand.throw.first, hand.throw.sides, len(hand.faces))
    return hand.roll.after(throw, hand.faces)


def complete_roll(system: System[Any], hand: Hand, source: Source) -> Roll:
    """The roll with every die that is still asked for thrown by `source`."""
    typed: tuple[int, ...] | None = hand.faces

    def faces(throw: Throw) -> Sequence[int]:
        nonlocal typed
        known, typed = split_faces(throw, typed or ())
        if typed is not None:
            return known
        thrown = source(Throw(throw.roll, throw.first + len(known), throw.sides, throw.count - len(known)))
        return (*known, *(thrown or ()))

    roll = system.roll(hand.test, faces, hand.start, onward=False)
    return rolled_on(system, hand.test, roll, typed or ()).roll


def with_fitting_hand(model: Model) -> Model:
    """The model in which the dice typed in for a form are those of its test by now, with the faces that still fit."""
    hands = dict(model.hands)
    for system, hand in model.hands.items():
        test = model.sheets[system].test
        if hand.start == EMPTY and test not in (None, hand.test):
            del hands[system]
            if anew := taken_along(BY_ID[system], hand, test):
                hands[system] = anew
    return model if hands == model.hands else replace(model, hands=hands)


def taken_along(system: System[Any], hand: Hand, test: Any) -> Hand | None:
    """The typed faces for another test, up to the first die it does not ask for; None where it asks for no dice."""

    def alike(number: int, now: Throw) -> bool:
        if hand.faces[number] == LEFT and not now.left:
            return False
        earlier = replace(hand, faces=hand.faces[:number])
        before = next_asked(system, earlier).throw
        counts_so = not hand.counted or countable(system, earlier) == countable(system, replace(earlier, test=test))
        return before is not None and (before.roll, before.sides) == (now.roll, now.sides) and counts_so

    return typed_in(system, Hand(test, EMPTY, counted=hand.counted), hand.faces, alike)


def typed_in(system: System[Any], hand: Hand, faces: Sequence[int], fits: Callable[[int, Throw], bool]) -> Hand | None:
    """The hand with faces typed in until one does not fit, or until only the last die is still to come."""
    now = next_asked(system, hand).throw
    if now is None:
        return None
    for number, face in enumerate(faces):
        further = replace(hand, faces=(*hand.faces, face))
        if not fits(number, now) or (following := next_asked(system, further).throw) is None:
            break
        hand, now = further, following
    return hand


def counting(model: Model) -> bool:
    """Return whether the dice asked for are counted, and not told one by one."""
    return bool(model.by_count and model.hand and countable(model.system, model.hand))
