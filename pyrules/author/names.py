"""The names that a file gives: functions are asked by the names of their parameters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import lru_cache, wraps
from operator import is_
from typing import Any, TypeVar

from pyrules.author.expressions import AuthorError, Value, evaluate as known_value, is_value, leaves
from pyrules.core.english import amount, one_of, with_article
from pyrules.core.errors import quote
from pyrules.core.rulebook import paragraphs, states

T = TypeVar("T")

NAME = re.compile("[a-z][a-z0-9_]*")
PLACE = re.compile(r"\{(\w+)([+-]\d+)?(\|[^{}]*)?(:[^{}]*)?\}")
"""A place in a text that is filled in: a name, perhaps n steps on in the order of its words, or with its noun."""


RESERVED = {"test", "t", "o", "face", "faces", "kept", "total", "sides", "kind", "settings", "degree", "success"}
"""The names that the functions of a file ask for besides its own."""


class Named:
    """Something that is stated once, and called as the variable that it is kept in.

    What can be stated of it are its annotations. Raises `AuthorError` for anything else.
    """

    title: str
    name: str = ""
    unusable = frozenset(RESERVED)
    found_later = frozenset[str]()
    """The attributes that no file declares."""
    given_besides = tuple[str, ...]()
    """The further parameters of the function that declares it."""

    def __init__(self, **stated: Any) -> None:
        check_title(stated["title"])
        if unknown := stated.keys() - can_be_stated(type(self)):
            there = sorted(can_be_stated(type(self)) - {"title", "name"})
            close = get_close_matches(min(unknown), [*there, *self.given_besides], 1)
            use = f"do you mean {quote(close[0])}?" if close else f"use {one_of(there)}"
            raise AuthorError(f"{stated['title']} has no {quote(min(unknown))}; {use}")
        vars(self).update(stated)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.title!r})"

    def take_name(self, name: str) -> None:
        """Give it the name that the file has for it, unless it has one."""
        self.name = self.name or name.strip("_").lower()
        if not NAME.fullmatch(self.name) or self.name in self.unusable:
            raise AuthorError(f"{quote(self.name)} cannot be the name of {quote(self.title)}; choose another one")


def check_title(title: Any) -> None:
    """Raise `AuthorError` where something does not begin with its title."""
    if not isinstance(title, str):
        what = title.spoken_name if is_value(title) else repr(title)
        raise AuthorError(f'{quote(what)} stands where a title must; begin with one in quotes, as in ("Skill", ...)')


def can_be_stated(kind: type[Named]) -> frozenset[str]:
    """The names of what can be stated of something."""
    kinds = [one for one in kind.__mro__ if one is not Value]
    return frozenset(name for one in kinds for name in vars(one).get("__annotations__", ())) - kind.found_later


def name_of(one: Any) -> str:
    """The name of a function or of a value."""
    found: str = one.name if is_value(one) else one.__name__
    return found


def slug(title: str) -> str:
    """A name made of a title.

    >>> slug("Target Number")
    'target_number'
    """
    return re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")


def remember_last(function: Callable[..., T]) -> Callable[..., T]:
    """Keep what a function gave last: it is asked again for the same things at once, which need no comparing then."""
    last: list[tuple[tuple[Any, ...], T]] = []

    @wraps(function)
    def answer(*given: Any) -> T:
        if last and all(map(is_, last[0][0], given)):
            return last[0][1]
        found = function(*given)
        last[:] = [(given, found)]
        return found

    vars(answer)["cache_clear"] = last.clear
    return answer


@lru_cache(maxsize=1024)  # not all: a function keeps the whole text that it stands in
def asks(function: Any) -> tuple[str, ...]:
    """The names of what a function, or a value, asks for; raises `AuthorError` where it is neither."""
    if is_value(function):
        return tuple(one.key for one in leaves(function) if isinstance(one.key, str))
    code = getattr(function, "__code__", None)
    if code is None:
        raise AuthorError(f"{getattr(function, '__name__', function)!r} is no function of the file; write one")
    return tuple(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


def call(function: Any, known: Mapping[Any, Any]) -> Any:
    """The answer of a function to what it asks for, or a value's number; raises `AuthorError` for what there is not."""
    if is_value(function) or isinstance(function, bool):
        return known_value(function, known)
    names = asks(function)
    try:
        given = {name: known[name] for name in names}
    except KeyError as missing:
        name, there = (
            missing.args[0],
            one_of(sorted(name for name in known if isinstance(name, str) and name not in ("o", "test"))),
        )
        problem = f"{function_name(function)} asks for {quote(name)}, which there is not; there is {there}"
        raise AuthorError(problem, function) from None
    return function(**given)


def value_of(function: Callable[..., Any], found: Any, *others: type) -> Any:
    """The answer of a function: a number, true or false, or one of `others`; raises `AuthorError` for all else."""
    if isinstance(found, (int, float, *others)):
        return found
    if is_value(found):
        problem = (
            f"{quote(found.spoken_name)}, which is known outside functions only; ask for it by its name as a parameter"
        )
    elif isinstance(found, str):
        problem = f"{quote(found)}, a word; give a number: leave str() away"
    else:
        problem = (
            f"{'nothing' if found is None else with_article(type(found).__name__)}; give a number, or True or False"
        )
    raise AuthorError(f"{function_name(function)} gives {problem}", function)


def require_list(what: str, of: str, given: Any) -> tuple[Any, ...]:
    """The items of a list; raises `AuthorError` where it is none."""
    if not isinstance(given, (list, tuple)):
        raise AuthorError(f"the {what} of {of} must be a list; write it in brackets: {what}=[...]")
    return tuple(given)


def function_name(function: Callable[..., Any]) -> str:
    """The name of a function."""
    return "a lambda" if name_of(function) == "<lambda>" else name_of(function)


def title_of(function: Any) -> str:
    """The title of a rule: that above the function, or its name."""
    marked = None if is_value(function) else states(function)
    return marked[0][1] if marked else name_of(function).replace("_", " ").capitalize()


def text_of(function: Callable[..., Any]) -> str:
    """The text of a rule: the first paragraph of the function's docstring; "" where it has none."""
    return "" if is_value(function) else paragraphs(function.__doc__)[0]


class Known:
    """The names known of a test, a roll or an outcome, as `o.name`."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = names

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self.names[name]
        except KeyError:
            raise AuthorError(f"there is no {quote(name)} here; there is {one_of(sorted(self.names))}") from None


Words = str | Callable[..., Any] | Mapping[Any, Any]


def places(words: Any) -> set[str]:
    """The names of the places of a text.

    >>> sorted(places("{effect+1} effect on {hits:+d}"))
    ['effect', 'hits']
    """
    return {place[1] for place in PLACE.finditer(words)} if isinstance(words, str) else set()


def fill_text(words: Any, known: Mapping[str, Any], orders: Mapping[str, tuple[Any, ...]]) -> str:
    """A text with its places filled in, or what a function says.

    `{effect+1}` is the word after that of `effect`, and `{hits|hit}` or `{dice|die|dice}` a number with its noun.

    >>> fill_text("{hits|hit} of {dice|die|dice}", {"hits": 1, "dice": 3}, {})
    '1 hit of 3 dice'
    >>> fill_text("{effect+1} effect", {"effect": "limited"}, {"effect": ("limited", "standard")})
    'standard effect'
    """
    if callable(words):
        words = call(words, known)

    def fill(place: re.Match[str]) -> str:
        name, steps, nouns, form = place.groups()
        value = known[name]
        if steps and name in orders:
            order = orders[name]
            value = order[min(max(order.index(value) + int(steps), 0), len(order) - 1)]
        elif steps:
            value += int(steps)
        if nouns:
            return amount(value, *nouns[1:].split("|"))
        return format(value, form[1:]) if form else str(value)

    return PLACE.sub(fill, str(words))
