"""The errors in what a person, a link or a file brings, and the words for them."""

from collections.abc import Mapping, Sequence

from pyrules.core.characters import JOINERS, clean_name
from pyrules.core.english import with_article

MOST_QUOTED = 40


class RulesError(ValueError):
    """Something given to the rules cannot be used; the message says what, where and what would do."""

    @property
    def plain_words(self) -> str:
        """The message for a person who reads no data: it names no field."""
        return str(self)


class NotationError(RulesError):
    """A notation that cannot be read.

    `column` counts from 1; `expected` says what would have been right there.
    """

    def __init__(self, column: int, problem: str, expected: str) -> None:
        super().__init__(f"column {column}: {problem}; expected {expected}")
        self.column = column
        self.problem = problem
        self.expected = expected

    def __reduce__(self) -> tuple[type, tuple[int, str, str]]:
        return type(self), (self.column, self.problem, self.expected)


class FormError(RulesError):
    """A form with fields that cannot be used: `fields` maps each field's name to what is wrong with it."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {problem}" for name, problem in fields.items()))
        self.fields = dict(fields)

    @property
    def plain_words(self) -> str:
        """The problems, without the names of the fields."""
        return "; ".join(self.fields.values())

    def __reduce__(self) -> tuple[type, tuple[dict[str, str]]]:
        return type(self), (self.fields,)


class IllegalRoll(RulesError):
    """Faces that the pool did not ask for, lacks, or that no die of that size has."""


class IllegalPick(RulesError):
    """A choice that the rules do not allow for these dice."""


class WrongDie(IllegalPick):
    """A choice on a die that it is not for: `place` (from 0) is none of `places`. The message counts dice from 1."""

    def __init__(self, option: str, place: int, places: Sequence[int]) -> None:
        bound = f"use 1 to {places[-1] + 1}" if places else "name no dice"
        super().__init__(f"{quote(option)} cannot be used on die {place + 1}; {bound}")
        self.option = option
        self.place = place
        self.places = places

    def __reduce__(self) -> tuple[type, tuple[str, int, Sequence[int]]]:
        return type(self), (self.option, self.place, self.places)


class NotOffered(IllegalPick):
    """A choice that is not among the options at all."""


def quote(text: str) -> str:
    """Show hostile or long text safely inside a message.

    >>> quote("abc")
    "'abc'"
    >>> quote("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' (100 characters)"
    """
    if len(text) <= MOST_QUOTED:
        return f"'{printable(text)}'"
    return f"'{printable(text[:MOST_QUOTED])}…' ({len(text)} characters)"


def printable(text: str) -> str:
    """The text on one line, with a "�" for all that cannot be shown, and without marks that nobody sees.

    >>> print(printable("a" + chr(10) + "b"))
    a�b
    """
    return "".join(c if c.isprintable() or c in JOINERS else "�" for c in clean_name(text))


def quote_value(value: object) -> str:
    """A foreign value inside a message: shortened when it is text, only named when it may be deep or huge.

    >>> quote_value("x"), quote_value(3), quote_value([[]]), quote_value(10**5000)
    ("'x'", '3', 'a list', 'a huge number')
    """
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, int) and abs(value) >= 10**18:
        return "a huge number"
    if value is None or isinstance(value, int | float):
        return repr(value)
    return with_article(type(value).__name__)
