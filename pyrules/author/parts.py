"""Parts of a kind of test: what may be done after the roll, events, words of a choice, and why a test cannot be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import ismethod
from typing import Any

from pyrules.author.counters import Amount, price
from pyrules.author.dice import Pool
from pyrules.author.entries import Entry
from pyrules.author.expressions import AuthorError, Value, is_value
from pyrules.author.names import Named, Words, check_title
from pyrules.author.readings import Some, some_of
from pyrules.core.english import one_of
from pyrules.core.errors import quote


class After(Named, Value):
    """Something that may be done after the roll, up to so many `times`.

    `rerolls` are dice that are thrown again: True, a pool, some of it or of several, or those that a function of a face
    allows, `most` at a time, 0 for all of them. `adds` is n more dice like the first of the pool. It is offered
    where `when` holds. As a value it is how often it was chosen, and functions ask for that by its name.
    """

    cost: Amount | None = None
    times: int = 1
    rerolls: Callable[..., Any] | bool | Some | Pool = False
    most: int = 0
    adds: int = 0
    when: Callable[..., Any] | Value | None = None
    text: str = ""
    hint: str = ""
    truth = True

    @property
    def key(self) -> str:
        """Its name."""
        return self.name

    @property
    def some(self) -> tuple[Some, ...]:
        """The dice that are rolled again, pool by pool; none where a function says which."""
        return some_of(self.rerolls).each if isinstance(self.rerolls, (Some, Pool)) else ()


def option(title: str, *, costs: Amount | None = None, **more: Any) -> After:
    """Something that may be done after the roll; see `After` for what more can be said of it."""
    if "cost" in more:
        raise AuthorError(f"{title} has no 'cost'; do you mean 'costs'?")
    rerolls = more.get("rerolls", False)
    if not (isinstance(rerolls, (bool, Some, Pool)) or (callable(rerolls) and not is_value(rerolls))):
        what = quote(rerolls.spoken_name) if is_value(rerolls) else repr(rerolls)
        raise AuthorError(f"{title} rerolls {what}, which is no dice; write some, such as mine, or mine.below(6)")
    if more.get("most") and rerolls is False:
        raise AuthorError(f"{title} says how many dice at most, and rerolls none; write rerolls=, or leave out most=")
    return After(title=title, cost=price(title, costs), **more)


ALWAYS = True


@dataclass(frozen=True, slots=True)
class Degree:
    """A degree of a test: when it `holds`, where no earlier one does, and whether it is `good`.

    `rank` orders degrees from the worst on; one that has none stands where it is stated, the bad ones below the good.
    """

    title: str
    holds: Any
    good: bool
    says: Words
    effects: Any
    rank: int | None


def degree(  # noqa: PLR0913 (a degree has many parts)
    title: str,
    holds: Any = ALWAYS,
    *,
    good: bool = True,
    says: Words = "",
    effects: Any = None,
    rank: int | None = None,
) -> Degree:
    """A degree of success or failure, and when it holds: `degree("Triumph", successes >= 3)`."""
    check_title(title)
    if not (holds.truth if is_value(holds) else callable(holds) or isinstance(holds, bool)):
        what = quote(holds.spoken_name) if is_value(holds) else repr(holds)
        raise AuthorError(f"{title} holds when {what}, which is no condition; write one, as in hits >= 1")
    if ismethod(holds):
        raise AuthorError(f"{holds.__name__} needs brackets, and a comparison makes a condition, as in hits >= 1")
    return Degree(title, holds, good, says, effects, rank)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens or does not, beside success; `aim` says in an infinitive what a test for it is for."""

    name: str
    holds: Any
    aim: str = ""
    title: str = ""


def event(name: str, holds: Any, *, aim: str = "", title: str = "") -> Event:
    """An event by name, and when it happens."""
    return Event(name, holds, aim, title)


def words(of: Entry, **said: str) -> Callable[..., str]:
    """A text for each value of a choice.

    Raises `AuthorError` where one is missing.
    """
    if missing := [value for value in of.order if str(value) not in said]:
        raise AuthorError(f"{of.title} can also be {one_of([*map(str, missing)])}; give words for that, too")

    def text(test: Any) -> str:
        return said[str(getattr(test, of.name))]

    vars(text)["of"] = of
    return text


@dataclass(frozen=True, slots=True)
class Check:
    """Why a test cannot be rolled: what `finds` says of it, "" when it can; told at fields of shorthand and form."""

    finds: Callable[..., str]
    at: Entry
    expected: str = "another test"
    reads: str = "{}"
    field: Entry | None = None
    form: str = "{}"


def check(finds: Callable[..., str], at: Entry, **more: Any) -> Check:
    """Why a test cannot be rolled, "" when it can.

    It is told at the column of the field `at` with what is `expected` there, and at `field` of the form, or the same;
    `reads` and `form` are texts around it.
    """
    return Check(finds, at, **more)
