"""The choices of a person before the roll: fields of the form, and their places in the shorthand both ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pyrules.author.counters import price
from pyrules.author.entries import Chosen, Entry, Number, Rows, Switch, Text
from pyrules.author.expressions import AuthorError
from pyrules.author.names import check_title, slug
from pyrules.core.form import Choice, Field
from pyrules.core.scan import MOST_NUMBER


def number(
    title: str, low: int, high: int = MOST_NUMBER, *, start: int | None = None, optional: bool = False, **more: Any
) -> Entry:
    """A whole number from `low` to `high`; an `optional` one may be left blank, and is None then."""
    check_title(title)
    for one in (low, high, start):
        if not (one is None or isinstance(one, int)):
            raise AuthorError(f"{title} goes from {low!r} to {high!r}; write whole numbers without quotes")
    if low > high:
        raise AuthorError(f"{title} goes from {low} to {high}, where the lowest comes first; change them round")
    begins = start if optional else low if start is None else start
    if begins is not None and not low <= begins <= high:
        raise AuthorError(f"{title} starts at {begins}, which is not from {low} to {high}; give another start")
    absent = None if optional else begins
    return _entry(Number, Field("", title, "number", begins, low, high, optional=optional), {"absent": absent, **more})


def switch(title: str, *, short: str = "", **more: Any) -> Entry:
    """Something that is on or off; `short` is the word that says it is on, its name where none is given."""
    return _entry(Switch, Field("", title, "switch", default=False), {"short": short, "absent": False, **more})


def choice(title: str, options: str | Mapping[str, str] | Sequence[Choice], **more: Any) -> Entry:
    """One of a few words or numbers, the one with a star (or the first) at the start: "low usual* high".

    In place of a text, each may be given with its label. Left out of the shorthand, it is that at the start.
    """
    check_title(title)
    if isinstance(options, str) and "," in options:
        raise AuthorError(f"the choices of {title} have commas; put blanks between them and nothing else")
    given = options.split() if isinstance(options, str) else options
    if isinstance(given, Mapping):
        found = [Choice(value.strip("*"), label) for value, label in given.items()]
    else:
        words = [one if isinstance(one, Choice) else str(one).strip("*") for one in given]
        found = [one if isinstance(one, Choice) else Choice(one, one) for one in words]
    starred = [str(one).strip("*") for one in given if isinstance(one, str) and one.endswith("*")]
    begins = starred[0] if starred else found[0].value
    entry = _entry(Chosen, Field("", title, "choice", begins, choices=tuple(found)), more)
    entry.absent = entry.from_form(entry.form.default, "", ())
    return entry


def text(title: str, **more: Any) -> Entry:
    """A name in words; it can have none of the words of the shorthand."""
    return _entry(Text, Field("", title, "text", ""), {"absent": "", **more})


def rows(title: str, *columns: Entry, most: int = 12, row: Callable[..., Any], **more: Any) -> Entry:
    """Up to so `most` rows of these fields; `row` makes what the test has of each, a frozen dataclass or a tuple."""
    for column in columns:
        column.take_name(column.name or slug(column.title))
    form = Field(
        "", title, "rows", [], high=most, columns=tuple(replace(column.form, name=column.name) for column in columns)
    )
    return _entry(Rows, form, {"absent": (), "columns": columns, "row": row, **more})


OF_A_FORM = frozenset(
    {"hint", "group", "look", "optional", "blank", "choices", "rule", "stated_high", "usual", "amount", "said", "asked"}
    | {"empties"}
)
"""The settings of a field that only the form shows."""


def _entry(kind: Callable[..., Entry], form: Field, more: Mapping[str, Any]) -> Entry:
    """A field with what more is said of it, some of which is the form's; raises `AuthorError`."""
    shown = {name: value for name, value in more.items() if name in OF_A_FORM}
    own = {name: value for name, value in more.items() if name not in OF_A_FORM}
    if "optional" in shown:
        raise AuthorError(f"only a number can be left blank; {form.label} is none, so leave out optional=")
    price(form.label, own.get("costs"))
    return kind(title=form.label, form=replace(form, **shown), **own)
