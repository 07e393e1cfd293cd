"""Cards with inputs, as data: what a page draws, and how each input writes into the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pyrules.author.building.syntax import Refused, Splice

Write = Callable[[Any], Sequence[Splice]]

MOST_WORDS = 200
"""The most characters of a line of words."""

MOST_ROWS = 40
UNUSABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""The signs that no line of words has: those that steer a machine, line ends, and halves of signs."""

FAR = 1000
"""So far may numbers go that have no bound of their own."""


@dataclass(frozen=True, slots=True)
class Input:
    """Something that can be given on a card: its kind, its value, what it may be, and how it is written.

    One that few games need has a `usual` value, and is folded away.
    """

    key: str
    label: str
    kind: str
    value: Any
    write: Write
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    usual: Any = None

    def splices(self, value: Any) -> Sequence[Splice]:
        """The splices that write another value; raises `Refused` for one that it cannot have."""
        return self.write(KINDS[self.kind](self, value))

    def data(self) -> dict[str, Any]:
        """The input as data."""
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        found: dict[str, Any] = {"key": self.key, "label": self.label, "kind": self.kind, "value": value}
        if self.kind == "number":
            found |= {"low": self.low, "high": self.high}
        if self.choices:
            found["choices"] = [list(one) for one in self.choices]
        if self.usual is not None:
            found["more"] = True
        return found


def fold_inputs(inputs: Iterable[Input], **usual: Any) -> list[Input]:
    """Inputs of which those are folded away that have a usual value here, by their keys."""
    return [replace(one, usual=usual.get(one.key)) for one in inputs]


def _words(of: Input, value: Any) -> str:
    if not isinstance(value, str):
        raise Refused(f"{of.label} is words; write some.")
    value = str(value).strip()
    if UNUSABLE.search(value):
        raise Refused(f"{of.label} has a sign that is none of a text; type it again.")
    if len(value) > MOST_WORDS:
        raise Refused(f"{of.label} is {len(value)} letters long, and {MOST_WORDS} are the most; make it shorter.")
    return str(value)


def _number(of: Input, value: Any) -> int:
    if type(value) is not int:
        raise Refused(f"{of.label} is a whole number; give one.")
    if not of.low <= value <= of.high:
        raise Refused(f"{of.label} can be {of.low} to {of.high}, not {value}; give another number.")
    return value


def _one(of: Input, value: Any) -> str:
    if not isinstance(value, str) or value not in (one for one, _ in of.choices):
        raise Refused(f"{of.label} cannot be that; choose one of {len(of.choices)}.")
    return str(value)


def _some(of: Input, value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise Refused(f"{of.label} are several; choose some.")
    return tuple(dict.fromkeys(_one(of, one) for one in value))


def _tick(of: Input, value: Any) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"{of.label} is yes or no.")
    return value


def _rows(of: Input, value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or len(value) > MOST_ROWS:
        raise Refused(f"{of.label} are lines of words, {MOST_ROWS} at most.")
    return tuple(_words(of, one) for one in value)


KINDS: dict[str, Callable[[Input, Any], Any]] = {
    "words": _words,
    "number": _number,
    "one": _one,
    "some": _some,
    "tick": _tick,
    "rows": _rows,
    "formula": _words,
}
"""The readers of a value of each kind of input."""


@dataclass(frozen=True, slots=True)
class Card:
    """A part of a game: where it begins in the text, what it says, and what can be done with it."""

    start: int
    line: int
    title: str
    says: str = ""
    inputs: tuple[Input, ...] = ()
    remove: Callable[[], Sequence[Splice]] | None = None
    up: Callable[[], Sequence[Splice]] | None = None
    down: Callable[[], Sequence[Splice]] | None = None
    by_hand: bool = False
    source: str = ""

    def data(self, at: int) -> dict[str, Any]:
        """The card as data, by its number, without a choice of which there is but one."""
        told = [one for one in self.inputs if one.kind != "one" or [key for key, _ in one.choices] != [one.value]]
        return {
            "at": at,
            "line": self.line,
            "title": self.title,
            "says": self.says,
            "inputs": [one.data() for one in told],
            "unfolded": any(one.usual is not None and one.value != one.usual for one in told),
            "removes": self.remove is not None,
            "up": self.up is not None,
            "down": self.down is not None,
            "by_hand": self.by_hand,
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class Offer:
    """A part that can be added: its kind, its title, a sentence, and dice to know it by as sides and faces."""

    kind: str
    title: str
    says: str
    dice: tuple[tuple[int, int], ...] = ()

    def data(self) -> dict[str, Any]:
        """The offer as data."""
        return {"kind": self.kind, "title": self.title, "says": self.says, "dice": [list(one) for one in self.dice]}


@dataclass(frozen=True, slots=True)
class Section:
    """Cards that belong together, and what can be added to them."""

    title: str
    says: str
    cards: tuple[Card, ...]
    adds: tuple[Offer, ...] = field(default=())
