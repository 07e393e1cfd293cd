"""The people of a campaign and their foes: what a system writes down of them, and what they offer for its form."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pyrules.campaign.events import FOE, PLAYER, Facts, is_foe
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Offer, Person, Standing
from pyrules.core.errors import FormError
from pyrules.core.form import Field, Values, defaults, read_form, read_label, rows_of
from pyrules.core.scan import MOST_TEXT
from pyrules.core.system import System

LABEL = Field("label", "Name", "text", "")
NAME_MISSING = "a name is missing; type one"
MOST_POOLS = 24
MOST_AT_ONCE = 20
HIDDEN = "hidden"
LAST_NUMBER = re.compile(r" [0-9]{1,3}$")


def people(state: State, system: System[Any]) -> tuple[Person, ...]:
    """Everybody recorded in a system, characters before foes."""
    found = [_known_as(system, name, facts) for name, facts in state.recorded(system.id, PLAYER).items()]
    return tuple(sorted(found, key=lambda one: one.foe))


def person(state: State, system: System[Any], name: str) -> Person | None:
    """The person of a name; None when nobody has it."""
    facts = state.recorded(system.id, PLAYER).get(name)
    return None if facts is None else _known_as(system, name, facts)


def _known_as(system: System[Any], name: str, facts: Facts) -> Person:
    foe = is_foe(facts)
    return Person(name, read_facts(system.tracking.fields, facts), foe, foe and (HIDDEN, True) in facts)


def facts_of(system: System[Any], one: Person) -> Facts:
    """What is to be recorded of someone."""
    marks = ((FOE, one.foe), (HIDDEN, one.hidden))
    return (*write_facts(system.tracking.fields, one.values), *((mark, True) for mark, given in marks if given))


def numbered(name: str, taken: Collection[str], many: int) -> tuple[str, ...]:
    """Names for so many more of a kind: the kind's name with the numbers after those that are taken.

    >>> numbered("Guard", ("Ann",), 2), numbered("Guard 2", ("Guard 2", "Guard 3"), 1), numbered("Guard", ("Guard",), 1)
    (('Guard 1', 'Guard 2'), ('Guard 4',), ('Guard 2',))
    """
    kind = LAST_NUMBER.sub("", name)[: MOST_TEXT - len(" 999")].rstrip()
    numbers = [int(one[len(kind) :]) for one in taken if one.startswith(kind) and LAST_NUMBER.fullmatch(one, len(kind))]
    last = max(numbers, default=1 if kind in taken else 0)
    return tuple(f"{kind} {last + number}" for number in range(1, many + 1))


def read_facts(fields: Sequence[Field], facts: Facts) -> Values:
    """The values that facts come to; the defaults where a file brought impossible ones."""
    given = dict(facts)
    try:
        return read_form(
            fields,
            {
                field.name: rows_of(field, given) if field.kind == "rows" else given.get(field.name, field.default)
                for field in fields
            },
        )
    except FormError:
        return defaults(fields)


def write_facts(fields: Sequence[Field], values: Values) -> Facts:
    """Values as `read_facts` reads them: a list cell by cell, other defaults left out."""
    found: list[tuple[str, Any]] = []
    for field in fields:
        value = values[field.name]
        if field.kind == "rows":
            for place, row in enumerate(value):
                found += ((f"{field.name}.{place}.{name}", cell) for name, cell in row.items() if cell is not None)
        elif value != field.default:
            found.append((field.name, value))
    return tuple(found)


def checked(system: System[Any], given: Mapping[str, Any]) -> Values:
    """A person's values as they were typed, checked; raises `FormError` naming the fields."""
    tracking = system.tracking
    values = read_form(tracking.fields, given)
    for field in tracking.fields:
        for place, row in enumerate(values[field.name] if field.kind == "rows" else ()):
            where = f"{field.name}.{place}.label"
            if not row["label"]:
                raise FormError({where: NAME_MISSING})
            if field.name in tracking.reserved:
                row["label"] = read_label(row["label"], where, tuple(tracking.reserved[field.name]))
    tracking.check(values)
    return values


def pools_field(*columns: Field) -> Field:
    """The field of a person's named pools; the columns are fields of the form by the same name."""
    return Field("pools", "Named pools", "rows", [], high=MOST_POOLS, columns=(LABEL, *columns))


def pool_offers(standing: Standing[Any], hint: Callable[[Values], str]) -> tuple[Offer, ...]:
    """A person's named pools, each of which fills the fields of the form that it has a value for."""
    found = []
    for place, row in enumerate(standing.person.values["pools"] if standing.person else ()):
        puts = {name: value for name, value in row.items() if name in standing.form}
        taken = all(standing.form[name] == value for name, value in puts.items())
        found.append(Offer(f"pools.{place}", "Named pools", row["label"], hint(row), puts, taken))
    return tuple(found)


def first_pool(offers: Sequence[Offer]) -> Values:
    """What choosing someone with these pools puts into the form: the first, unless it has one of them."""
    return offers[0].puts if offers and not any(offer.taken for offer in offers) else {}
