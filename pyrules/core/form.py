"""A test's form as data: the page draws it, the command line and links read the same values."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Literal

from pyrules.core.characters import HIDDEN, clean_name, plain
from pyrules.core.english import one_of
from pyrules.core.errors import FormError, NotationError, quote, quote_value
from pyrules.core.scan import MOST_NOTATION, MOST_TEXT, Scanner, tokens

CELL = re.compile(r"(\w+)\.([0-9]{1,2})\.(\w+)")
"""The name of a cell of a list: that of the list, the number of the row, and the name of the column."""

Values = dict[str, Any]
"""A form's values by field name: int, None, str, bool or a list of rows (each a dict)."""

MORE = "More"
"""The folded section of a form: what the usual test does not ask for."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose: its value, the word people see, and a hint."""

    value: str
    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Usual:
    """A row that is often added to a list, with the words on the button that adds it."""

    label: str
    row: Values


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form.

    - "number": a whole number from `low` to `high`
    - "choice": the value of one of `choices`
    - "switch": True or False
    - "text": one line of at most 60 characters, without marks that nobody sees
    - "rows": at most `high` rows, each with a value for every one of `columns`
    """

    name: str
    """The key of its value."""
    label: str
    """The words beside it."""
    kind: Literal["number", "choice", "switch", "text", "rows"]
    """What it holds, as above."""
    default: Any
    """Its value in an empty form."""
    low: int = 0
    """The least number."""
    high: int = 0
    """The greatest number, or the most rows."""
    optional: bool = False
    """True if a number may be None."""
    blank: str = "none"
    """The word for None."""
    choices: tuple[Choice, ...] = ()
    """What may be chosen, or what a "number" or "text" suggests."""
    suggested: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """The values of other fields with which suggestions are made; () for always."""
    columns: tuple["Field", ...] = ()
    """The fields of each row."""
    hint: str = ""
    """A word of help under it."""
    rule: str = ""
    """The address of the rule that explains it."""
    group: str = ""
    """The folded section it stands in, of the form or of its row; "" for always in sight."""
    when: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """The values of other fields with which it is shown and read; () for always."""
    look: Literal["", "cycle", "dice", "list", "notation"] = ""
    """How it is drawn.

    A "choice" or small "number" goes to its next value with every tap ("cycle"); a choice is drawn as dice ("dice") or
    stands in a list ("list"). The first field may be the shorthand, which is typed in place of the form ("notation").
    """
    stated_high: int = 0
    """The bound that people read, where more only fits together with other fields."""
    called: str = ""
    """The field that has the name of what this number counts."""
    usual: tuple[Usual, ...] = ()
    """The rows of a list that are added with a tap."""
    amount: str = ""
    """The column whose number is added to a row that is the same otherwise; the row goes when it comes to 0."""
    said: Callable[[Values], str] | None = None
    """Writes a row in short."""
    asked: bool = False
    """True if a person who asks others for a test decides it; those who roll decide all else."""
    empties: str = ""
    """The field that a switch leaves blank when it is turned on; turned off, it brings the default."""
    opened_by: tuple[str, str] | None = None
    """The house rule, and its value, with which a "text" takes more than its suggestions.

    A list suggests its usual rows with it even where other fields have not the values in `suggested`.
    """
    adds: Callable[[str, str], str] | None = None
    """Puts a suggestion to the text that is there; None if it takes the place of the text."""

    def applies(self, values: Mapping[str, Any]) -> bool:
        """True if the field belongs to a form with these values."""
        return _hold(self.when, values)

    def suggests(self, values: Mapping[str, Any], house_rules: Mapping[str, Any]) -> bool:
        """True if a form with these values suggests the field's choices, or its usual rows, under these house rules."""
        opened = self.opened_by is not None and self.takes_others(house_rules)
        return opened or _hold(self.suggested, values)

    def suggested_value(self, value: Any, suggestion: str) -> str:
        """The value that a tapped suggestion makes of the value that stands there."""
        return self.adds(str(value), suggestion) if self.adds else suggestion

    def takes_others(self, house_rules: Mapping[str, Any]) -> bool:
        """True if what is not suggested is taken, under these house rules."""
        if self.opened_by is None:
            return True
        rule, value = self.opened_by
        return bool(house_rules[rule] == value)


def _hold(conditions: tuple[tuple[str, tuple[Any, ...]], ...], values: Mapping[str, Any]) -> bool:
    """True if each field has one of the values that is asked of it."""
    return all(values.get(name) in allowed for name, allowed in conditions)


def signed_row(row: Values) -> str:
    """A row of a label and a number, in short.

    >>> signed_row({"label": "Wounds", "number": -2})
    'Wounds -2'
    """
    return f"{row['label']} {row['number']:+d}".strip()


def row_name(field: Field, place: int, row: Mapping[str, Any]) -> str:
    """The name of a row of a list: by its own name, or else by its place."""
    return str(row.get("label") or row.get("name") or f"{field.label} {place + 1}")


def defaults(fields: Sequence[Field]) -> Values:
    """The values of an untouched form."""
    return {field.name: copy(field.default) for field in fields}


def read_form(fields: Sequence[Field], given: Mapping[str, Any]) -> Values:
    """Check a form's values; what is missing, or does not apply, gets its default.

    Raises `FormError` naming every field that cannot be used, with the value and the bound.
    """
    if not isinstance(given, Mapping):
        raise FormError({"form": f"{quote_value(given)} is not a form; use names and values"})
    known = {field.name for field in fields}
    wrong = {quote_value(name): "the form has no such field; leave it out" for name in given if name not in known}
    values = defaults(fields)
    for field in fields:
        if field.name in given and field.applies(values):
            try:
                values[field.name] = read_field(field, given[field.name])
            except FormError as error:
                wrong |= error.fields
    if wrong:
        raise FormError(wrong)
    return values


def rows_of(field: Field, cells: Mapping[str, Any]) -> list[Values]:
    """The rows of a list that is given cell by cell, in their order.

    >>> rows_of(Field("dice", "Dice", "rows", []), {"dice.4.size": 8, "dice.0.size": 6, "skill": "Stealth"})
    [{'size': 6}, {'size': 8}]
    """
    rows: dict[int, Values] = {}
    for name, value in cells.items():
        cell = CELL.fullmatch(name)
        if cell and cell[1] == field.name:
            rows.setdefault(int(cell[2]), {})[cell[3]] = value
    return [rows[place] for place in sorted(rows)]


def read_field(field: Field, value: Any) -> Any:
    """Check the value of one field and give it its type; raises `FormError`."""
    match field.kind:
        case "number":
            return _read_number(field, value)
        case "choice":
            allowed = [choice.value for choice in field.choices]
            if isinstance(value, str) and value in allowed:
                return value
            raise FormError({field.name: f"{quote_value(value)} is not a choice; use {one_of(allowed)}"})
        case "switch":
            if isinstance(value, bool):
                return value
            raise FormError({field.name: f"{quote_value(value)} is neither on nor off; use one of the two"})
        case "text":
            return _read_text(field, value)
        case "rows":
            return _read_rows(field, value)


def _read_number(field: Field, value: Any) -> int | None:
    bounds = f"{field.low} to {field.stated_high or field.high}"
    if value is None or (isinstance(value, str) and not value.strip()):
        if field.optional:
            return None
        raise FormError({field.name: f"a number is missing; use {bounds}"})
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if whole:
        value = int(value)
    if isinstance(value, str):
        digits = plain(value)[0].strip() if len(value) <= MOST_NOTATION else value
        whole = bool(re.fullmatch(r"[+-]?[0-9]+", digits))
        if whole and len(digits) <= 6:
            value = int(digits)
    if not whole:
        raise FormError({field.name: f"{quote_value(value)} is not a whole number; use one from {bounds}"})
    if isinstance(value, int) and field.low <= value <= field.high:
        return value
    raise FormError({field.name: f"{quote_value(value)} is out of bounds; use a whole number from {bounds}"})


def _read_text(field: Field, value: Any) -> str:
    if not isinstance(value, str):
        raise FormError({field.name: f"{quote_value(value)} is not text; use text"})
    text = " ".join(clean_name(value).split())
    if len(text) > MOST_TEXT:
        raise FormError({field.name: f"{len(text)} characters; use at most {MOST_TEXT}"})
    if HIDDEN.search(text):
        raise FormError({field.name: f"{quote_value(value)} has characters that cannot be shown; remove them"})
    return text


def _read_rows(field: Field, value: Any) -> list[Values]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise FormError({field.name: f"{quote_value(value)} is not a list of rows; use one"})
    if len(value) > field.high:
        raise FormError({field.name: f"{len(value)} rows; use at most {field.high}"})
    rows: list[Values] = []
    wrong: dict[str, str] = {}
    for number, row in enumerate(value):
        if not isinstance(row, Mapping):
            raise FormError({f"{field.name}.{number}": f"{quote_value(row)} is not a row; use names and values"})
        try:
            rows.append(read_form(field.columns, row))
        except FormError as error:
            wrong |= {f"{field.name}.{number}.{name}": problem for name, problem in error.fields.items()}
    if wrong:
        raise FormError(wrong)
    return rows


def read_label(text: str, field: str, reserved: Sequence[str] = ()) -> str:
    """Check that a label can stand in a notation: words only, none of the notation's own (`reserved`, lower case).

    Raises `FormError` for `field`.

    >>> read_label("Expert  Stealth", "label", ("ip",))
    'Expert Stealth'
    """
    try:
        found = tokens(text)[:-1]
    except NotationError as error:
        raise FormError({field: str(error)}) from None
    for token in found:
        if token.kind == "number":
            raise FormError(
                {field: f"{token.text!r} cannot stand in a label; use words only, and the shorthand for a sum"}
            )
        if token.kind != "word" or token.text.lower() in reserved:
            raise FormError({field: f"{token.text!r} cannot stand in a label; use words only"})
    return " ".join(token.text for token in found)


def read_name(text: str, field: str, reserved: Sequence[str]) -> str:
    """Check that a name can stand in a notation: as a label, but with numbers and hyphens inside.

    Raises `FormError` for `field`.

    >>> read_name("Anti-grav  Mk 2", "name", ("destiny",))
    'Anti-grav Mk 2'
    """
    try:
        scan = Scanner(text)
        name = scan.name(*reserved)
    except NotationError as error:
        raise FormError({field: str(error)}) from None
    if cost := scan.amount_first(*reserved):
        raise FormError({field: f"{quote(cost)} reads like a cost; leave it out"})
    if scan.here.kind != "end":
        problem = f"{scan.here.text!r} cannot stand in a name; use words, with numbers and hyphens inside"
        raise FormError({field: problem})
    return name


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a notation that one field adds, and the way to shorten it."""

    field: str
    written: str
    remedy: str


def text_part(field: str, text: str) -> Part:
    """The part that a field of text adds to a notation."""
    return Part(field, text, "shorten it")


def rows_part(field: str, written: Iterable[str], labels: Iterable[str]) -> Part:
    """The part of a notation by a field of rows: each row as it is written, and the labels among them, "" for none.

    >>> rows_part("modifiers", ["+ 2", "- Mud 1"], ["", "Mud"]).remedy
    'shorten the labels or remove some rows'
    """
    return Part(field, " ".join(written), f"{'shorten the labels or ' if any(labels) else ''}remove some rows")


def check_length(notation: str, *parts: Part, most: int = MOST_NOTATION) -> None:
    """Refuse a test whose notation would be too long to be read back; raises `FormError` for the longest part."""
    if len(notation) > most:
        longest = max(parts, key=lambda part: len(part.written))
        problem = f"the test is {len(notation)} characters long; at most {most}"
        raise FormError({longest.field: f"{problem}, so {longest.remedy}"})
