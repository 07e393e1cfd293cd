"""Read messages: one may name what its screen has no more, or hold what nobody's page has written."""

import json
from typing import Any, TypeVar

T = TypeVar("T")


class Unmeant(LookupError):
    """A message means nothing here; it changes nothing."""


class Given(dict[str, Any]):
    """The data of a message by name; a message without what is asked for means nothing."""

    def __missing__(self, name: str) -> Any:
        raise Unmeant(name)


def number(text: object) -> int:
    """A whole number of a message.

    >>> number("-1")
    -1
    """
    try:
        return int(str(text))
    except ValueError:
        raise Unmeant from None


def data(text: object, kind: type[T]) -> T:
    """Return the JSON of a message, of the kind that is meant.

    >>> data("[1]", list)
    [1]
    """
    try:
        found = json.loads(str(text))
    except (ValueError, RecursionError):
        raise Unmeant from None
    if not isinstance(found, kind):
        raise Unmeant
    return found
