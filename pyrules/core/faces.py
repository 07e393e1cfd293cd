"""Where faces come from, and how people write them down."""

import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import takewhile
from numbers import Integral
from os import urandom

from pyrules.core.characters import plain
from pyrules.core.errors import IllegalRoll, quote
from pyrules.core.roll import Die, Source, Throw, impossible

MOST_WRITTEN_FACES = 40_000
"""Enough for a hundred dice that are thrown a hundred times, one fewer each time, with half of all showing sixes."""

Seed = int | Integral | float | str | bytes | bytearray
"""A seed that Python's own generator takes."""

Script = tuple[tuple[tuple[int, ...], ...], ...]
"""Faces by roll, by die, in the order thrown."""


def secure(throw: Throw) -> bytes:
    """Faces from the operating system's secure source."""
    return draw_faces(urandom, throw)


def draw_faces(take: Callable[[int], bytes], throw: Throw) -> bytes:
    """Faces from a source of random bytes, of which `take` gives the next so many.

    Bytes that would favour the low faces are thrown away, so every face is equally likely.

    >>> list(draw_faces(lambda count: bytes(range(count)), Throw(0, 0, 6, 3)))
    [1, 2, 3]
    """
    table, unfair = _face_of_byte(throw.sides)
    faces = take(throw.count).translate(table, unfair)
    while missing := throw.count - len(faces):
        faces += take(missing).translate(table, unfair)
    return faces


@cache
def _face_of_byte(sides: int) -> tuple[bytes, bytes]:
    """The face that each byte stands for, and the bytes that stand for none since they are too few for all faces."""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


def seeded(seed: Seed) -> Source:
    """Faces that are the same for the same seed, for tests and examples.

    >>> seeded(1)(Throw(0, 0, 6, 4)) == seeded(1)(Throw(0, 0, 6, 4))
    True
    """
    generator = random.Random(int(seed) if isinstance(seed, Integral) else seed)  # noqa: S311 (repeatable on purpose)

    def faces(throw: Throw) -> Sequence[int]:
        return [generator.randint(1, throw.sides) for _ in range(throw.count)]

    return faces


class Scripted:
    """Faces decided beforehand: dice rolled on a real table, a link, or a log that is replayed.

    Refuses to run dry; `finish` refuses faces that were never asked for.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.used: dict[tuple[int, int], int] = {}

    def __call__(self, throw: Throw) -> Sequence[int] | None:
        """The faces of one throw, as far as there are some where dice may be left; None for no such roll at all.

        Raises `IllegalRoll` for a face that is missing or impossible.
        """
        if throw.roll >= len(self.script):
            return None
        places = range(throw.first, throw.first + throw.count)
        given = takewhile(partial(self._has, throw.roll), places) if throw.left else places
        return [self._next(throw, place) for place in given]

    def has(self, throw: Throw) -> bool:
        """True if there is a face for the first die of a throw."""
        return throw.roll < len(self.script) and self._has(throw.roll, throw.first)

    def _has(self, roll: int, place: int) -> bool:
        dice = self.script[roll]
        return place < len(dice) and self.used.get((roll, place), 0) < len(dice[place])

    def _next(self, throw: Throw, place: int) -> int:
        dice = self.script[throw.roll]
        if place >= len(dice):
            raise IllegalRoll(
                f"roll {throw.roll + 1}: die {place + 1}, a d{throw.sides}, is missing; {len(dice)} given, add its face"
            )
        nth = self.used.get((throw.roll, place), 0)
        if nth >= len(dice[place]):
            raise IllegalRoll(
                f"roll {throw.roll + 1}, die {place + 1}: this d{throw.sides} is thrown once more "
                f"and its next face is missing; write it after a '>'"
            )
        face = dice[place][nth]
        if not 1 <= face <= throw.sides:
            raise impossible(throw, place, face)
        self.used[throw.roll, place] = nth + 1
        return face

    def finish(self) -> None:
        """Raise `IllegalRoll` when faces or rolls are left over, naming the first.

        One roll without faces may follow those that were asked for: that of a side without dice.
        """
        for roll, dice in enumerate(self.script):
            for place, faces in enumerate(dice):
                used = self.used.get((roll, place), 0)
                if used < len(faces):
                    reason = f"this die is not thrown again after {faces[used - 1]}" if used else "nothing asked for it"
                    raise IllegalRoll(
                        f"roll {roll + 1}, die {place + 1}: {faces[used]} is one face too many, leave it out: {reason}"
                    )
        asked = max((roll + 1 for roll, _ in self.used), default=0)
        if len(self.script) > asked + 1:
            raise IllegalRoll(f"roll {asked + 2}: one roll too many, leave it out: nothing asked for it")


def read_faces(text: str) -> Script:
    """Read faces as people write them: `,` between dice, `>` before a further throw of a die, `/` between rolls.

    Raises `IllegalRoll`, naming the column.

    >>> read_faces("4, 2, 6>3, 6>1")
    (((4,), (2,), (6, 3), (6, 1)),)
    >>> read_faces("6,5 / 5,1")
    (((6,), (5,)), ((5,), (1,)))
    >>> read_faces("")
    ()
    """
    if len(text) > MOST_WRITTEN_FACES:
        raise IllegalRoll(f"the faces have {len(text)} characters; use at most {MOST_WRITTEN_FACES}")
    if not text.strip():
        return ()
    script = []
    column = 1
    plainly, columns = plain(text)
    for roll in plainly.split("/"):
        dice = []
        for die in roll.split(",") if roll.strip() else ():
            faces = []
            for face in die.split(">"):
                faces.append(_one_face(face, columns[column - 1]))
                column += len(face) + 1
            dice.append(tuple(faces))
        if not dice:
            column += len(roll) + 1
        script.append(tuple(dice))
    return tuple(script)


def _one_face(text: str, column: int) -> int:
    """Read one face standing at `column` (from 1)."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        got = quote(digits) if digits else "nothing"
        parts = digits.split()
        hint = "; dice stand with ',' between them" if len(parts) > 1 and all(map(str.isdigit, parts)) else ""
        raise IllegalRoll(f"faces, column {column}: expected a face such as 5, got {got}{hint}")
    return int(digits)


def write_faces(dice: Sequence[Sequence[Die]]) -> str:
    """Write dice so that `read_faces` gives their faces back.

    >>> write_faces([[Die(6, (4,)), Die(6, (6, 3))], [Die(6, (5,))]])
    '4, 6>3 / 5'
    """
    return " / ".join(", ".join(">".join(map(str, die.faces)) for die in pool) for pool in dice)
