"""What can be wrong with what a person, a link or a file brings."""

from collections.abc import Mapping


class RulesError(ValueError):
    """Something given to the rules cannot be used; the message says what, where and what would do."""


class NotationError(RulesError):
    """A notation that cannot be read.

    `column` counts from 1; `expected` says what would have been right there.
    """

    def __init__(self, column: int, problem: str, expected: str) -> None:
        super().__init__(f"column {column}: {problem}; expected {expected}")
        self.column = column
        self.expected = expected


class FormError(RulesError):
    """A form with fields that cannot be used: `fields` maps each field's name to what is wrong with it."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {problem}" for name, problem in fields.items()))
        self.fields = dict(fields)


class IllegalRoll(RulesError):
    """Faces that the pool did not ask for, lacks, or that no die of that size has."""


class IllegalPick(RulesError):
    """A choice that the rules do not allow for these dice."""


class NotOffered(IllegalPick):
    """A choice that is not among the options at all."""


def quoted(text: str, most: int = 40) -> str:
    """Show hostile or long text safely inside a message.

    >>> quoted("abc")
    "'abc'"
    >>> quoted("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' (100 characters)"
    """
    return f"'{printable(text)}'" if len(text) <= most else f"'{printable(text[:most])}…' ({len(text)} characters)"


def printable(text: str) -> str:
    r"""The text with every control character, line break and lone surrogate as an escape.

    >>> print(printable("a" + chr(10) + "b"))
    a\u000ab
    """
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
