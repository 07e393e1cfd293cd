"""Filling in a form: from what the browser sends, from the notation, and by the steppers."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field as declared, replace
from typing import Any

from app.meant import Unmeant
from pyrules.core.errors import FormError, RulesError
from pyrules.core.form import CELL, Field, Values, defaults, rows_of
from pyrules.core.system import Settings, Stepped, System

NEXT = "next-"
"""The beginning of the names of what is stepped under the verdict, before its place."""

MOST_SWALLOWED = 20
"""So many steps beyond a bound are undone with one tap: a pool of 0 dice may have been of minus 20."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A system's form as it is filled in: the values, what is wrong with them, and the test they make (None: none)."""

    values: Values
    notation: str
    test: Any = None
    wrong: dict[str, str] = declared(default_factory=dict)
    wrong_notation: str = ""


def sheet_of(system: System[Any], test: Any) -> Sheet:
    """The form that makes `test`."""
    return Sheet(system.to_form(test), system.write(test), test)


def first_sheet(system: System[Any], settings: Settings) -> Sheet:
    """The form as a first visitor finds it."""
    return sheet_of(system, system.from_form(defaults(system.fields), settings))


def sheet_of_values(system: System[Any], sheet: Sheet, values: Values, settings: Settings) -> Sheet:
    """The form with these values; where they cannot be used, they stay as typed and the trouble is told."""
    try:
        test = system.from_form(values, settings)
    except FormError as error:
        return replace(sheet, values=defaults(system.fields) | values, test=None, wrong=error.fields)
    return Sheet(defaults(system.fields) | values, system.write(test), test)


def sheet_of_notation(system: System[Any], sheet: Sheet, notation: str, settings: Settings) -> Sheet:
    """The form that this notation makes; one that cannot be read stays as typed."""
    try:
        test = system.parse(notation, settings)
    except RulesError as error:
        return replace(sheet, notation=notation, test=None, wrong_notation=error.plain_words)
    return replace(sheet_of(system, test), notation=notation)


def field_of(fields: Sequence[Field], name: str) -> Field:
    """The field of this name; a message that names another means nothing."""
    found = next((field for field in fields if field.name == name), None)
    if found is None:
        raise Unmeant(name)
    return found


def with_altered(fields: Sequence[Field], before: Values, name: str, change: Callable[[Field, Any], Any]) -> Values:
    """Values with one changed; `name` is that of a field, or of a cell of a list (`modifiers.0.label`)."""
    values = {**before}
    row = CELL.fullmatch(name)
    field = field_of(fields, row[1] if row else name)
    if row:
        rows = [dict(one) for one in values[field.name]]
        column = field_of(field.columns, row[3])
        if int(row[2]) >= len(rows):
            raise Unmeant(name)
        cells = rows[int(row[2])]
        cells[column.name] = change(column, cells.get(column.name, column.default))
        values[field.name] = rows
    else:
        values[name] = change(field, values[name])
    return values


def following(field: Field, value: Any) -> int | str | None:
    """The choice or number after this one, and the first after the last."""
    if field.kind == "number":
        return field.low if step(field, value, 0) == field.high else step(field, value, 1)
    values = [choice.value for choice in field.choices]
    return values[(values.index(value) + 1) % len(values) if value in values else 0]


def step(field: Field, value: Any, by: int) -> int | str | None:
    """The next number of a field, or its next choice; what was not a number starts at the default."""
    if field.kind == "choice":
        values = [choice.value for choice in field.choices]
        return values[min(max(values.index(value) + by, 0), len(values) - 1)] if value in values else field.default
    typed = str(value).strip().replace("−", "-")
    number = int(typed) if re.fullmatch(r"-?[0-9]{1,6}", typed) else None
    if number is None:
        if field.optional:
            return max(field.low, 1) if by > 0 else None
        number = int(field.default)
    if field.optional and number <= field.low and by < 0:
        return None
    return min(max(number + by, field.low), field.high)


def one_more(system: System[Any], one: Stepped[Any], test: Any, by: int, settings: Settings) -> Any:
    """The test with what is stepped one more or less in the end; None where it goes no further.

    A bound of the rules may swallow some of the steps.
    """
    fields, values = {field.name: field for field in system.fields}, system.to_form(test)
    field, before = fields[one.changes], one.counts(test) if one.counts else None
    for steps in range(1, MOST_SWALLOWED + 1):
        now = values[field.name]
        changed = with_modifier(one, now, by * steps) if field.kind == "rows" else step(field, now, by * steps)
        try:
            made = system.from_form({**values, field.name: changed}, settings)
        except FormError:
            return None
        if one.counts is None or one.counts(made) != before:
            return made
    return None


def with_modifier(one: Stepped[Any], rows: Sequence[Values], by: int) -> list[Values]:
    """Modifiers with the one without a name changed, added where there is none, and left out where it comes to 0."""
    place = next((place for place, row in enumerate(rows) if is_unnamed(one, row)), len(rows))
    number = by + (rows[place][one.amount] if place < len(rows) else 0)
    return [*rows[:place], *([{**one.row, one.amount: number}] if number else []), *rows[place + 1 :]]


def is_unnamed(one: Stepped[Any], row: Values) -> bool:
    """Return whether a row is the modifier without a name that is stepped."""
    return row == {**row, **one.row, one.amount: row[one.amount]}


def with_usual_row(fields: Sequence[Field], values: Values, name: str, place: int) -> Values:
    """Values with one of the usual rows of a list added, or its amount to a row that is the same otherwise."""
    field, rows = field_of(fields, name), values[name]
    if not 0 <= place < len(field.usual):
        raise Unmeant(name)
    new = field.usual[place].row
    alike = {**new, field.amount: None}
    at = next((at for at, row in enumerate(rows) if field.amount and {**row, field.amount: None} == alike), len(rows))
    number = new[field.amount] + (rows[at][field.amount] if at < len(rows) else 0) if field.amount else None
    made = [] if number == 0 else [new if number is None else {**new, field.amount: number}]
    return {**values, name: [*rows[:at], *made, *rows[at + 1 :]][: field.high]}


def with_one_more_row(fields: Sequence[Field], values: Values, name: str) -> Values:
    """Values with one more row in a list, as far as it may have more."""
    field = field_of(fields, name)
    return {**values, name: [*values[name], defaults(field.columns)][: field.high]}


def without_row(values: Values, name: str, row: int) -> Values:
    """Values with one row fewer in a list."""
    if name not in values:
        raise Unmeant(name)
    return {**values, name: [one for place, one in enumerate(values[name]) if place != row]}


def values_of_browser(fields: Sequence[Field], form: Mapping[str, Any], before: Values, name: str = "") -> Values:
    """The values that a browser's form sends: of all its fields, or of the one with this name.

    Fields that were not on the page keep the value they had. An unticked switch is not sent at all, and a list is sent
    cell by cell (`modifiers.0.label`).
    """
    values = {**before}
    shown = {name.partition(".")[0] for name in form}
    for field in (one for one in fields if name in ("", one.name)):
        if field.kind == "rows" and field.name in shown:
            values[field.name] = rows_of(field, form)
        elif field.kind == "switch" and f"{field.name}.shown" in form:
            values[field.name] = field.name in form
            if field.empties and values[field.name] != before[field.name]:
                emptied = next(other for other in fields if other.name == field.empties)
                if values[field.name]:
                    values[emptied.name] = None
                elif values[emptied.name] in ("", None):
                    values[emptied.name] = emptied.default
        elif field.name in form:
            values[field.name] = form[field.name]
    return values


@dataclass(frozen=True, slots=True)
class Preset:
    """A test that the reader pinned, under a name of their own."""

    name: str
    notation: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """The preset that was deleted last, and where it stood among its system's."""

    system: str
    place: int
    preset: Preset
