"""People pasted as lines, "Nova: Agility 5, Pistols 4, wounds 1", read by what a system writes down of a person."""

import re
from dataclasses import dataclass, replace
from typing import Any

from pyrules.campaign.limits import PERSONAL
from pyrules.campaign.people import fields_of
from pyrules.campaign.tracking import tracking_of
from pyrules.core.characters import alike, plain
from pyrules.core.english import amount
from pyrules.core.errors import FormError, quote
from pyrules.core.form import Field, Values, defaults, read_field, read_form, read_label
from pyrules.core.scan import MOST_NOTATION, MOST_TEXT
from pyrules.core.system import System

MOST_PEOPLE = 100
MOST_PARTS = 60
NAME = re.compile(r"[^\W_](?:[^\[\]()+=/]|\([^\W\d_][^()]*\))*")
COMMAS = ",;，；"
MARK = re.compile(r"(?:[-*•]|[0-9]{1,3}[.)])\s+")
"""The mark before an item of a list."""

WORTH = r"(?P<value>[+-]?[0-9]{1,5}|[dDwW][0-9]{1,2})"
LABEL_FIRST = re.compile(rf"\(?\s*(?<![0-9/])(?<![^\W\d_](?=[dDwW])){WORTH}\s*\)?$")
VALUE_FIRST = re.compile(rf"{WORTH}\s+(?=[^\W\d_])")

Described = tuple[str, list[str], list[int]]
"""A person as lines of a text have them: the name, what is said in each line, and the numbers of these from 0 on."""


@dataclass(frozen=True, slots=True)
class PersonWithin:
    """A person as a line describes them: the values of the system's fields of a person, counters by id, and the rest.

    `unread` has each part that could not be used, with the reason.
    """

    name: str
    values: Values
    counters: tuple[tuple[str, int], ...] = ()
    unread: tuple[str, ...] = ()


def read_people(text: str, system: System[Any]) -> tuple[PersonWithin, ...]:
    r"""Everybody that lines describe, each as a name, a colon, and parts between commas.

    A line behind one that ends in a comma goes on with it.

    >>> from pyrules.systems.moonwalk import MOONWALK
    >>> nova, = read_people("Nova: Agility 5, Pistols 4,\nwounds 1, tall", MOONWALK)
    >>> [(row["label"], row["pool"]) for row in nova.values["pools"]], nova.counters, nova.unread
    ([('Agility', 5), ('Pistols', 4)], (('wounds', 1),), ("'tall' has no number",))
    """
    return tuple(_read_person(one, system) for one in _people_described(text)[:MOST_PEOPLE])


def lines_left(text: str) -> tuple[str, ...]:
    r"""The lines of a text that describe nobody, and those of people who are too many.

    >>> lines_left("The crew\nNova: Agility 5\nClimb: [5 (2)]")
    ('The crew', 'Climb: [5 (2)]')
    """
    read = {number for one in _people_described(text)[:MOST_PEOPLE] for number in one[2]}
    return tuple(line for number, line in enumerate(text.splitlines()) if number not in read and line.strip())


def lines_of_people(text: str, system: System[Any]) -> str:
    r"""The lines of a text that describe a person, of whom anything can be used.

    >>> from pyrules.systems.moonwalk import MOONWALK
    >>> lines_of_people("The crew: friends\nNova: Agility 5\nClimb: [5 (2)]", MOONWALK)
    'Nova: Agility 5'
    """
    empty, rows = defaults(fields_of(system)), text.splitlines()
    found = ((lines, _read_person((name, said, lines), system)) for name, said, lines in _people_described(text))
    return "\n".join(rows[number] for lines, one in found if one.counters or one.values != empty for number in lines)


def example_part(system: System[Any]) -> str:
    """An attribute or skill of a person, as a line has it; "" where people of the system have none.

    >>> from pyrules.systems.moonwalk import MOONWALK
    >>> example_part(MOONWALK)
    'Agility 5'
    """
    fits = ("Agility 5", "Agility d8", "Agility 2")
    empty = defaults(fields_of(system))
    read = ((part, read_people(f"A: {part}", system)[0]) for part in fits)
    return next((part for part, one in read if one.values != empty), "")


def _people_described(text: str) -> list[Described]:
    """Everybody whom lines describe, without those with tests in square brackets."""
    found: list[Described] = []
    goes_on = False
    for number, line in enumerate(text.splitlines()):
        bare = " ".join(line.replace("**", "").replace("：", ":").split())
        name, colon, rest = MARK.sub("", bare, count=1).partition(":")
        begins = bool(colon and NAME.fullmatch(name) and "[" not in rest)
        if goes_on and bare and "[" not in bare and (not begins or _is_worth(rest)):
            found[-1][1].append(bare)
            found[-1][2].append(number)
        elif begins:
            found.append((name.strip(), [rest], [number]))
        goes_on = (goes_on or begins) and bare.endswith(tuple(COMMAS))
    return found


def _is_worth(text: str) -> bool:
    """True if a text is a value alone, perhaps before a comma: what stands before it is no name."""
    return bool(re.fullmatch(WORTH, plain(text[:20])[0].strip(" ,;")))


def _read_person(described: Described, system: System[Any]) -> PersonWithin:
    name, said, _ = described
    one = PersonWithin(name[:MOST_TEXT], defaults(fields_of(system)))
    if len(name) > MOST_TEXT:
        one = replace(one, unread=(f"the name has {len(name)} characters; {MOST_TEXT} are taken",))
    split = re.split(f"[{COMMAS}|]", ",".join(said))
    parts = [part for part in (part.strip(" .") for part in split) if part]
    for part in parts[:MOST_PARTS]:
        try:
            one = _with_part(one, part, system)
        except FormError as error:
            one = replace(one, unread=(*one.unread, f"{quote(part)}: {error.plain_words}"))
        except LookupError as error:
            one = replace(one, unread=(*one.unread, str(error.args[0])))
    if parts[MOST_PARTS:]:
        left = len(parts) - MOST_PARTS
        one = replace(one, unread=(*one.unread, f"{amount(left, 'more part')}; {MOST_PARTS} are read of one person"))
    return one


def _with_part(one: PersonWithin, part: str, system: System[Any]) -> PersonWithin:
    """A person with one more part read; raises `FormError` for a value out of bounds, `LookupError` for no place."""
    if len(part) > MOST_NOTATION:
        raise LookupError(f"{quote(part)} has {len(part)} characters; {MOST_NOTATION} are read")
    part = plain(part)[0]
    label, value = _label_and_value(part)
    found = bool(value)
    for counter in system.counters:
        if found and counter.each in PERSONAL and alike(label) in (alike(counter.title), counter.id.replace("_", " ")):
            if not value.lstrip("+").isdigit():
                raise LookupError(f"{quote(part)}: {counter.title} is a number")
            return replace(one, counters=(*one.counters, (counter.id, int(value))))
    for field in tracking_of(system).fields:
        if field.kind != "rows" and (given := _named_value(field, part, label, value)) is not None:
            return _check_person(replace(one, values=one.values | {field.name: read_field(field, given)}), system)
    for field, column in _lists(system, value)[:1]:
        row = defaults(field.columns)
        amount = value if column.kind == "choice" else int(value or 0)
        rows = [*one.values[field.name], row | {"label": label} | ({column.name: amount} if value else {})]
        read_label(label, field.name, tuple(tracking_of(system).reserved.get(field.name, ())))
        return _check_person(replace(one, values=one.values | {field.name: rows}), system)
    if found:
        raise LookupError(f"{quote(part)} has no place")
    if any(sign.isdigit() for sign in part):
        raise LookupError(f"{quote(part)} is not read; write a name and a number, such as 'Agility 5'")
    raise LookupError(f"{quote(part)} has no number")


def _label_and_value(part: str) -> tuple[str, str]:
    """A part as its label and its value, "" for none.

    >>> _label_and_value("Agility (5)"), _label_and_value("D8 Brawl"), _label_and_value("tall")
    (('Agility', '5'), ('Brawl', 'd8'), ('tall', ''))
    """
    if part[:1].isalpha() and (last := LABEL_FIRST.search(part)):
        return part[: last.start()].rstrip(" :="), last["value"].lower()
    if (first := VALUE_FIRST.match(part)) and not any(sign.isdigit() for sign in part[first.end() :]):
        return part[first.end() :], first["value"].lower()
    return part, ""


def _named_value(field: Field, part: str, label: str, value: str) -> Any:
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


def _check_person(one: PersonWithin, system: System[Any]) -> PersonWithin:
    values = read_form(fields_of(system), one.values)
    tracking_of(system).check(values)
    return replace(one, values=values)
