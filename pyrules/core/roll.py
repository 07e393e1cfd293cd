"""Dice on the table: what must be thrown, what lies there, and what was chosen afterwards.

Rolling never judges: `gather` throws whatever a system's `pending` asks for and knows nothing of its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any, TypeVar

from pyrules.core.errors import IllegalRoll, quote_value

SIZES = (4, 6, 8, 10, 12, 20)
MOST_DICE = 100
FATE_DIE, BLANK = "dF", "blank"
SIGNS = "\u2212", BLANK, "+"
"""The signs of a Fate die, from the lowest."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its number of sides and every face it has shown, in the order thrown."""

    sides: int
    faces: tuple[int, ...]

    @property
    def face(self) -> int:
        """The face that was thrown last."""
        return self.faces[-1]


def name_of_face(sides: int, face: int, size: str = "") -> str:
    """What people call a face: its number; of a Fate die, thrown with three sides or six, its sign.

    >>> [name_of_face(3, face, "dF") for face in (1, 2, 3)], name_of_face(6, 4, "dF"), name_of_face(6, 4)
    (['\u2212', 'blank', '+'], 'blank', '4')
    """
    return SIGNS[(face - 1) * 3 // sides] if size == FATE_DIE else str(face)


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice made after seeing the dice: the option's id, the places it was used on, and what was given with it.

    Places count from 0; -1 stands for "on none". `given` has numbers and switches by name, those that are 0 or off left
    out.
    """

    option: str
    places: tuple[int, ...] = ()
    given: tuple[tuple[str, int | bool], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The choice as JSON has it.

        >>> Pick("add", (2,)).to_dict(), Pick("next", given=(("modifier", 2),)).to_dict()
        ({'option': 'add', 'places': [2]}, {'option': 'next', 'places': [], 'given': {'modifier': 2}})
        """
        told = {"option": self.option, "places": list(self.places)}
        return told | {"given": dict(self.given)} if self.given else told


GIVE_UP = Pick("give_up")
"""The choice to throw no more where the next throw may be left out; no rule offers it, people make it at the table."""

LEAVE = "leave"
"""The option of every pick by which dice that may be thrown are left; no rule offers it, people choose it."""


@dataclass(frozen=True, slots=True)
class Throw:
    """`count` dice of `sides` sides to be thrown at places `first`, `first + 1`, ... of roll number `roll`.

    Places and rolls count from 0. A place behind the dice that lie there is a new die; any other is a die thrown once
    more. `what` names the dice to a person who throws them by hand, where their sizes do not; `size` is what one is
    called where that is not its sides, such as dF. `left` is the pick of
    `LEAVE` that is made where some of the dice are not thrown, None where all must be.
    """

    roll: int
    first: int
    sides: int
    count: int = 1
    what: str = field(default="", compare=False, repr=False)
    left: Pick | None = field(default=None, repr=False)
    size: str = field(default="", compare=False, repr=False)

    @property
    def die(self) -> str:
        """The name of one of its dice.

        >>> Throw(0, 0, 6).die, Throw(0, 0, 3, 4, size="dF").die
        ('d6', 'dF')
        """
        return self.size or f"d{self.sides}"

    @property
    def faces(self) -> Sequence[int]:
        """A face for each key by which one is typed in: of a Fate die one for each sign.

        >>> [*Throw(0, 0, 6, size="dF").faces]
        [1, 3, 5]
        """
        return range(1, self.sides + 1, self.sides // 3 if self.size == FATE_DIE else 1)

    def name_of(self, face: int) -> str:
        """What people call a face of its dice."""
        return name_of_face(self.sides, face, self.size)


@dataclass(frozen=True, slots=True)
class Pending:
    """The throws a roll waits for.

    `going_on` is the pick that goes on to them where the roll may also be judged without (the next interval), None
    where they must be made.
    """

    throws: tuple[Throw, ...] = ()
    going_on: Pick | None = None

    @property
    def optional(self) -> bool:
        """True if the roll may also be judged without these throws."""
        return self.going_on is not None


NOTHING = Pending()


@lru_cache(maxsize=1024)
def missing(roll: int, lying: int, dice: int, sides: int = 6) -> Pending:
    """The throw that roll number `roll` of `dice` equal dice waits for once `lying` of them lie there.

    >>> missing(0, 3, 5).throws
    (Throw(roll=0, first=3, sides=6, count=2),)
    >>> missing(0, 5, 5) is NOTHING
    True
    """
    return Pending((Throw(roll, lying, sides, dice - lying),)) if lying < dice else NOTHING


@dataclass(frozen=True, slots=True)
class Roll:
    """Everything that happened on the table: dice roll by roll (actor and defender, or the intervals) and the picks."""

    dice: tuple[tuple[Die, ...], ...] = ()
    picks: tuple[Pick, ...] = ()

    @property
    def given_up(self) -> bool:
        """True if what was still to be thrown was given up."""
        return GIVE_UP in self.picks

    def pool(self, roll: int) -> tuple[Die, ...]:
        """The dice of roll number `roll`; none before it was thrown."""
        return self.dice[roll] if roll < len(self.dice) else ()

    def after(self, throw: Throw, faces: Sequence[int]) -> Roll:
        """This roll with one throw's faces added; where dice may be left, fewer faces leave the others.

        Raises `IllegalRoll` for a wrong number of faces or a face that the die does not have.
        """
        if throw.left and len(faces) < throw.count:
            return (self.after(replace(throw, count=len(faces)), faces) if faces else self).with_pick(throw.left)
        if len(faces) != throw.count:
            raise IllegalRoll(f"faces from die {throw.first + 1} on: got {len(faces)}, give {throw.count}")
        try:
            dice = tuple(map(singles(throw.sides).__getitem__, faces))
        except (KeyError, TypeError):
            sides = range(1, throw.sides + 1)
            place, face = next((i, f) for i, f in enumerate(faces) if f not in sides)
            raise impossible(throw, throw.first + place, face) from None
        if lying := self.pool(throw.roll):
            end = throw.first + len(dice)
            again = zip(lying[throw.first : end], dice, strict=False)
            thrown = tuple(Die(old.sides, old.faces + new.faces) for old, new in again)
            dice = lying[: throw.first] + thrown + dice[len(thrown) :] + lying[end:]
        return Roll((*self.dice[: throw.roll], dice, *self.dice[throw.roll + 1 :]), self.picks)

    def with_pick(self, pick: Pick) -> Roll:
        """This roll with one more choice made."""
        return Roll(self.dice, (*self.picks, pick))


@cache
def singles(sides: int) -> dict[int, Die]:
    """Every die of one size that was thrown once, by its face: values are shared, so a roll need not build them."""
    return {face: Die(sides, (face,)) for face in range(1, sides + 1)}


def alike(sides: int, what: Callable[[int], Any]) -> tuple[tuple[int, ...], ...]:
    """The faces of a die in groups of those that are the same to `what`, the greatest first.

    >>> alike(6, lambda face: (face >= 5, face == 1))
    ((5, 6), (1,), (2, 3, 4))
    """
    groups: dict[Any, list[int]] = {}
    for face in range(1, sides + 1):
        groups.setdefault(what(face), []).append(face)
    return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))


def impossible(throw: Throw, place: int, face: object) -> IllegalRoll:
    """The error for a face that the die at `place` (from 0) cannot show."""
    where = f"roll {throw.roll + 1}, die {place + 1}"
    return IllegalRoll(f"{where}: {quote_value(face)} is not on a d{throw.sides}; use 1 to {throw.sides}")


Source = Callable[[Throw], Sequence[int] | None]
"""Where faces come from: the faces of one throw, fewer where dice may be left, or None when it is not made at all."""


EMPTY = Roll()

T = TypeVar("T")


def gather(
    pending: Callable[[T, Roll], Pending], test: T, source: Source, roll: Roll = EMPTY, *, onward: bool = True
) -> Roll:
    """Throw what `pending(test, roll)` asks for, again and again, until it asks for nothing.

    `source` gives the faces. Optional throws are made only with `onward`, and as long as `source` has faces for them.
    Raises `IllegalRoll` for faces that are missing, too many for their throw, or impossible.
    """
    while (asked := pending(test, roll)).throws and (onward or not asked.optional):
        for throw in asked.throws:
            faces = source(throw)
            if faces is None and throw.left:
                faces = ()
            if faces is None:
                if asked.optional:
                    return roll
                raise IllegalRoll(
                    f"roll {throw.roll + 1}, die {throw.first + 1}: no face for this d{throw.sides}"
                    + (f" ({throw.what})" if throw.roll and throw.what else "")
                    + ("; write them after a '/'" if throw.roll else "")
                )
            if asked.going_on:
                roll = roll.with_pick(asked.going_on)
            roll = roll.after(throw, faces)
    return roll
