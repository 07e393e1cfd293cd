"""Dice on the table: what must be thrown, what lies there, and what was chosen afterwards.

Rolling never judges: `gather` throws whatever a system's `pending` asks for and knows nothing of its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from pyrules.core.errors import IllegalRoll
from pyrules.core.rulebook import shown

SIZES = (4, 6, 8, 10, 12, 20)
MOST_DICE = 100


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its number of sides and every face it has shown, in the order thrown."""

    sides: int
    faces: tuple[int, ...]

    @property
    def face(self) -> int:
        """The face that was thrown last."""
        return self.faces[-1]


@dataclass(frozen=True, slots=True)
class Throw:
    """`count` dice of `sides` sides to be thrown at places `first`, `first + 1`, ... of roll number `roll`.

    Places and rolls count from 0. A place behind the dice that lie there is a new die; any other is a die thrown once
    more.
    """

    roll: int
    first: int
    sides: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Pending:
    """The throws a roll waits for; `optional` when it may also be judged without them (the next interval)."""

    throws: tuple[Throw, ...] = ()
    optional: bool = False


NOTHING = Pending()


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice made after seeing the dice: the option's id and the places it was used on.

    Places count from 0; -1 stands for "on none".
    """

    option: str
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """Everything that happened on the table: dice roll by roll (actor and defender, or the intervals) and the picks."""

    dice: tuple[tuple[Die, ...], ...] = ()
    picks: tuple[Pick, ...] = ()

    def pool(self, roll: int) -> tuple[Die, ...]:
        """The dice of roll number `roll`; none before it was thrown."""
        return self.dice[roll] if roll < len(self.dice) else ()

    def after(self, throw: Throw, faces: Sequence[int]) -> Roll:
        """This roll with one throw's faces added.

        Raises `IllegalRoll` for a wrong number of faces or a face that the die does not have.
        """
        if len(faces) != throw.count:
            raise IllegalRoll(f"{throw.count} faces are needed from place {throw.first + 1}, got {len(faces)}")
        known = singles(throw.sides)
        try:
            fresh = [known[face] for face in faces]
        except (KeyError, TypeError):
            sides = range(1, throw.sides + 1)
            place, face = next((i, f) for i, f in enumerate(faces) if f not in sides)
            raise impossible(throw, throw.first + place, face) from None
        pool = list(self.pool(throw.roll))
        for place, die in enumerate(fresh, throw.first):
            if place < len(pool):
                pool[place] = Die(pool[place].sides, pool[place].faces + die.faces)
            else:
                pool.append(die)
        return Roll((*self.dice[: throw.roll], tuple(pool), *self.dice[throw.roll + 1 :]), self.picks)

    def picked(self, pick: Pick) -> Roll:
        """This roll with one more choice made."""
        return Roll(self.dice, (*self.picks, pick))


@cache
def singles(sides: int) -> dict[int, Die]:
    """Every die of one size that was thrown once, by its face: values are shared, so a roll need not build them."""
    return {face: Die(sides, (face,)) for face in range(1, sides + 1)}


def impossible(throw: Throw, place: int, face: object) -> IllegalRoll:
    """The error for a face that the die at `place` (from 0) cannot show."""
    return IllegalRoll(
        f"roll {throw.roll + 1}, die {place + 1}: {shown(face)} is not on a d{throw.sides} (1 to {throw.sides})"
    )


Source = Callable[[Throw], Sequence[int] | None]
"""Where faces come from: the faces of one throw, or None when an optional throw is not made."""


EMPTY = Roll()

T = TypeVar("T")


def gather(
    pending: Callable[[T, Roll], Pending], test: T, source: Source, roll: Roll = EMPTY, *, onward: bool = True
) -> Roll:
    """Throw what `pending(test, roll)` asks for, again and again, until it asks for nothing.

    `source` gives the faces. Optional throws are made only with `onward`, and as long as `source` has faces for them.
    """
    while (asked := pending(test, roll)).throws and (onward or not asked.optional):
        for throw in asked.throws:
            faces = source(throw)
            if faces is None:
                if asked.optional:
                    return roll
                raise IllegalRoll(f"roll {throw.roll + 1}, die {throw.first + 1}: no face for this d{throw.sides}")
            roll = roll.after(throw, faces)
    return roll
