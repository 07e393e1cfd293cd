"""Reading foreign JSON: every check gives a value of the right type and bounds, or says where and why it cannot."""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, TypeVar

from pyrules.core.characters import HIDDEN, first_unseen
from pyrules.core.english import one_of
from pyrules.core.errors import RulesError, quote

MOST_JSON = 100_000_000
MOST_OBJECTS = 2_000_000
"""The most lists and objects that a text may hold. A log of 200,000 rolls has about half of that, in 80 MB."""

MOST_DEPTH = 32
NO_SHAPE = bytes(set(range(256)) - set(b'"[]{}'))
STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
MOST_WHOLE = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exactly."""

T = TypeVar("T")
Check = Callable[[object], T]
"""Gives a value its type; raises `Unreadable`."""


class Unreadable(RulesError):
    """Something in a file, a record or a link that cannot be read.

    `path` leads to it from where the reading began (`events[12].dice[0][3]`), `problem` says what is wrong and what
    would do; `plainly` says it to a person who reads no data, where the problem does not.
    """

    def __init__(self, path: str, problem: str, plainly: str = "") -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = path
        self.problem = problem
        self.plainly = plainly

    @property
    def plain_words(self) -> str:
        """The problem, and the entry of a log, in words.

        >>> Unreadable("events[12].dice[0]", "7 is not on a d6").plain_words
        'entry 13: 7 is not on a d6'
        """
        entry = re.match(r"events\[([0-9]+)\]", self.path)
        return f"{f'entry {int(entry[1]) + 1}: ' if entry else ''}{self.plainly or self.problem}"

    def within(self, step: str) -> "Unreadable":
        """The same problem, seen from one step further out."""
        path = step + self.path if self.path[:1] in ("", "[") else f"{step}.{self.path}"
        return Unreadable(path, self.problem, self.plainly)


class _Odd:
    """A value that JSON text may hold and none of ours is; its words stand in for it in messages."""

    def __init__(self, words: str) -> None:
        self.words = words


def load(text: str, most: int = MOST_JSON) -> object:
    """The value of a JSON text of at most `most` characters, in a time that grows no faster than its length.

    Checks then refuse keys that stand twice and numbers that are none. Raises `Unreadable` for a text that is too long,
    has too many lists and objects or nests them too deeply, is cut short, or is no JSON.
    """
    if len(text) > most:
        raise Unreadable("", f"the text has {len(text)} characters; at most {most} are read")
    objects = text.count("[") + text.count("{")
    if objects > MOST_OBJECTS:
        raise Unreadable("", f"the text has {objects} lists and objects; at most {MOST_OBJECTS} are read")
    if objects > MOST_DEPTH and (depth := _depth(text)) > MOST_DEPTH:
        raise Unreadable("", f"the text is nested {depth} deep; at most {MOST_DEPTH} is read")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_Odd)
    except json.JSONDecodeError as error:
        raise Unreadable("", f"line {error.lineno}, column {error.colno}: not JSON ({error.msg})") from None
    except ValueError:
        digits = sys.get_int_max_str_digits()
        raise Unreadable(
            "", f"the text has a number of more than {digits} digits; no number here has as many"
        ) from None


def _depth(text: str) -> int:
    """The depth of lists and objects; in a browser, too deep a text would end the interpreter and raise nothing.

    Strings go first: what is escaped in them, then all but quotes and brackets, so that most are two quotes.
    """
    escaped = text.encode(errors="surrogatepass").replace(rb"\\", b"").replace(rb"\"", b"")
    shape = escaped.translate(None, NO_SHAPE).replace(b'""', b"")
    return max(accumulate(STEPS[bracket] for bracket in re.sub(rb'"[^"]*"?', b"", shape)), default=0)


def _object(pairs: list[tuple[str, Any]]) -> object:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    [(key, _)] = Counter(key for key, _ in pairs).most_common(1)
    return _Odd(f"an object with {quote(key)} twice")


def quote_json(value: object) -> str:
    """A foreign value inside a message: short, whatever it is.

    >>> quote_json([[[]]]), quote_json("text"), quote_json(1.5), quote_json(None)
    ('a list', "'text'", '1.5', 'nothing')
    """
    match value:
        case str():
            return quote(value)
        case list():
            return "a list"
        case dict():
            return "an object"
        case None:
            return "nothing"
        case _Odd(words=words):
            return words
        case _:
            return quote(json.dumps(value))[1:-1]


HIDDEN_IN_LINES = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""The characters that cannot be shown, without the end of a line."""


def text(most: int, least: int = 0, *, lines: bool = False) -> Check[str]:
    """Text of `least` to `most` characters that can be shown; of several lines with `lines`."""
    hidden = HIDDEN_IN_LINES if lines else HIDDEN

    def check(value: object) -> str:
        if type(value) is not str:
            raise Unreadable("", f"{quote_json(value)} is not text")
        if not least <= len(value) <= most:
            raise Unreadable("", f"{quote_json(value)} has {len(value)} characters; use {least} to {most}")
        if wrong := hidden.search(value):
            raise Unreadable(
                "", f"{quote_json(value)} has a character that cannot be shown (U+{ord(wrong[0]):04X}); remove it"
            )
        return value

    return check


def name(most: int, least: int = 0) -> Check[str]:
    """A name of `least` to `most` characters, all of which are seen, or join what is."""
    check = text(most, least)

    def read_name(value: object) -> str:
        found = check(value)
        if not found.isascii() and (sign := first_unseen(found)):
            raise Unreadable("", f"{quote_json(value)} has a character that nobody sees (U+{ord(sign):04X}); remove it")
        return found

    return read_name


def whole(low: int, high: int) -> Check[int]:
    """A whole number from `low` to `high`."""

    def check(value: object) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise Unreadable("", f"{quote_json(value)} is out of bounds; use a whole number from {low} to {high}")

    return check


def switch(value: object) -> bool:
    """True or false."""
    if type(value) is bool:
        return value
    raise Unreadable("", f"{quote_json(value)} is neither true nor false")


def maybe(check: Check[T]) -> Check[T | None]:
    """A check for what `check` reads, or null."""
    return lambda value: None if value is None else check(value)


def list_of(check: Check[T], most: int) -> Check[tuple[T, ...]]:
    """A list of at most `most` things that `check` reads."""

    def read_list(value: object) -> tuple[T, ...]:
        if type(value) is not list:
            raise Unreadable("", f"{quote_json(value)} is not a list")
        if len(value) > most:
            raise Unreadable("", f"the list has {len(value)} entries; use 0 to {most}")
        found: list[T] = []
        try:
            found.extend(map(check, value))
        except Unreadable as error:
            raise error.within(f"[{len(found)}]") from None
        return tuple(found)

    return read_list


def object_of(check: Check[T], most: int, name: Check[str]) -> Check[tuple[tuple[str, T], ...]]:
    """An object of at most `most` entries of any names that `name` reads, each holding what `check` reads."""

    def read_object(value: object) -> tuple[tuple[str, T], ...]:
        if type(value) is not dict:
            raise Unreadable("", f"{quote_json(value)} is not an object")
        if len(value) > most:
            raise Unreadable("", f"the object has {len(value)} entries; at most {most}")
        found = []
        for key, held in value.items():
            try:
                found.append((name(key), check(held)))
            except Unreadable as error:
                raise error.within(f"[{quote(key)}]") from None
        return tuple(found)

    return read_object


def fields(build: Callable[..., T], checks: Mapping[str, Check[Any]], required: Sequence[str]) -> Check[T]:
    """An object with these fields and no others, made into a value by `build`."""

    def read_fields(value: object) -> T:
        if type(value) is not dict:
            raise Unreadable("", f"{quote_json(value)} is not an object")
        found = {}
        for key, held in value.items():
            if key not in checks:
                problem = f"{quote(key)} is not a field here; use {one_of(list(checks) or ['none'])}"
                raise Unreadable("", problem, "it has something that this version does not know; update this app")
            try:
                found[key] = checks[key](held)
            except Unreadable as error:
                raise error.within(key) from None
        for key in required:
            if key not in found:
                raise Unreadable(key, "it is missing", "something of it is missing; use it as it was written here")
        return build(**found)

    return read_fields
