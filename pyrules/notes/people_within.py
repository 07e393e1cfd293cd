"""People pasted as lines, "Nova: Agility 5, Pistols 4, wounds 1", read by what a system writes down of a person."""

import re
from dataclasses import dataclass, replace
from typing import Any

from pyrules.campaign.limits import PERSONAL
from pyrules.campaign.people import fields_of
from pyrules.campaign.tracking import tracking_of
from pyrules.core.characters import ALIKE, alike
from pyrules.core.errors import FormError, quoted
from pyrules.core.form import Field, Values, defaults, read_field, read_form, read_label
from pyrules.core.scan import MOST_TEXT
from pyrules.core.system import System

MOST_LINES = 100
MOST_PARTS = 60
NAME = re.compile(r"[^\W_][^\[\]()+=/]*")
PART = re.compile(r"(?P<label>[^\W\d_].*?)\s*[:=]?\s*(?P<value>[+-]?[0-9]{1,5}|[dDwW][0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class PersonWithin:
    """Somebody as a line describes them: the values of the system's fields of a person, counters by id, and the rest.

    `unread` has each part that could not be used, with the reason.
    """

    name: str
    values: Values
    counters: tuple[tuple[str, int], ...] = ()
    unread: tuple[str, ...] = ()


def read_people(text: str, system: System[Any]) -> tuple[PersonWithin, ...]:
    """Everybody that lines describe, each as a name, a colon, and parts between commas.

    Other lines are left out, and so are those with tests in square brackets.

    >>> from pyrules.systems.moonwalk import MOONWALK
    >>> nova, = read_people("Nova: Agility 5, Pistols 4, wounds 1, tall", MOONWALK)
    >>> [(row["label"], row["pool"]) for row in nova.values["pools"]], nova.counters, nova.unread
    ([('Agility', 5), ('Pistols', 4)], (('wounds', 1),), ("'tall' has no number",))
    """
    found = []
    for line in text.splitlines()[:MOST_LINES]:
        name, colon, rest = line.strip(" \t-*•").partition(":")
        if colon and NAME.fullmatch(name.strip()) and "[" not in rest:
            found.append(_read_person(name.strip(), rest, system))
    return tuple(found)


def lines_of_people(text: str, system: System[Any]) -> str:
    r"""The lines of a text that describe somebody, of whom anything can be used.

    >>> from pyrules.systems.moonwalk import MOONWALK
    >>> lines_of_people("The crew: friends\nNova: Agility 5\nClimb: [5 (2)]", MOONWALK)
    'Nova: Agility 5'
    """
    empty = defaults(fields_of(system))
    return "\n".join(
        line
        for line in text.splitlines()
        if any(one.counters or one.values != empty for one in read_people(line, system))
    )


def _read_person(name: str, rest: str, system: System[Any]) -> PersonWithin:
    one = PersonWithin(name[:MOST_TEXT], defaults(fields_of(system)))
    for part in filter(None, (part.strip(" .") for part in re.split("[,;]", rest)[:MOST_PARTS])):
        try:
            one = _with_part(one, part, system)
        except FormError as error:
            one = replace(one, unread=(*one.unread, f"{quoted(part)}: {error.said}"))
        except LookupError as error:
            one = replace(one, unread=(*one.unread, str(error.args[0])))
    return one


def _with_part(one: PersonWithin, part: str, system: System[Any]) -> PersonWithin:
    """Somebody with one more part read; raises `FormError` for a value out of bounds, `LookupError` for no place."""
    found = PART.fullmatch(part.translate(ALIKE))
    label, value = (found["label"].rstrip(" :="), found["value"].lower()) if found else (part, "")
    for counter in system.counters:
        if found and counter.each in PERSONAL and alike(label) in (alike(counter.title), counter.id.replace("_", " ")):
            if not value.lstrip("+").isdigit():
                raise LookupError(f"{quoted(part)}: {counter.title} is a number")
            return replace(one, counters=(*one.counters, (counter.id, int(value))))
    for field in tracking_of(system).fields:
        if field.kind != "rows" and (given := _named(field, part, label, value)) is not None:
            return _checked(replace(one, values=one.values | {field.name: read_field(field, given)}), system)
    for field, column in _lists(system, value)[:1]:
        row = defaults(field.columns)
        amount = value if column.kind == "choice" else int(value or 0)
        rows = [*one.values[field.name], row | {"label": label} | ({column.name: amount} if value else {})]
        read_label(label, field.name, tuple(tracking_of(system).reserved.get(field.name, ())))
        return _checked(replace(one, values=one.values | {field.name: rows}), system)
    raise LookupError(f"{quoted(part)} has no number" if not found else f"{quoted(part)} has no place")


def _named(field: Field, part: str, label: str, value: str) -> Any:
    """The value for a field that a part names; None where it does not name it."""
    if field.kind == "text" and alike(part).startswith(f"{alike(field.label)} "):
        return part[len(field.label) :].strip(" :=")
    if alike(label) not in (alike(field.label), field.name.replace("_", " ")) or not value:
        return None
    if field.kind == "choice":
        return next((choice.value for choice in field.choices if value in (choice.value, choice.label)), value)
    return int(value) if value.lstrip("+-").isdigit() else value


def _lists(system: System[Any], value: str) -> list[tuple[Field, Field]]:
    """The lists that a label with this value may be a row of, the likeliest first, each with the column of the value.

    A number with a sign is for numbers that may be below 0, one without is for others where there are any.
    """
    lists = [field for field in tracking_of(system).fields if field.kind == "rows"]
    found = [(field, column) for field in lists if (column := _column(field, value))]
    return sorted(found, key=lambda one: one[1].low < 0 and value[:1] not in ("+", "-"))


def _column(field: Field, value: str) -> Field | None:
    """The first column of a list that takes a value; that of the label for none, where it is the only one."""
    if not value:
        return field.columns[0] if len(field.columns) == 1 else None
    for column in field.columns:
        if column.kind == "choice" and value in (choice.value for choice in column.choices):
            return column
        if column.kind == "number" and not value.startswith("d"):
            return column if column.low < 0 or value[0] not in "+-" else None
    return None


def _checked(one: PersonWithin, system: System[Any]) -> PersonWithin:
    values = read_form(fields_of(system), one.values)
    tracking_of(system).check(values)
    return replace(one, values=values)
