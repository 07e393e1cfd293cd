"""Subjects that can be saved besides rolls: people, and what else a system has."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from app import words
from app.common.answer import World
from app.common.tracking import is_at_anothers
from app.model import Model
from app.tracker.state import Editing
from pyrules.campaign.events import PLAYER, Event, Recorded
from pyrules.campaign.namesakes import mark_name, rename_person, unmark_name
from pyrules.campaign.people import (
    MOST_AT_ONCE,
    NAME_MISSING,
    facts_of,
    fields_of,
    known_as,
    numbered_names,
    person as person_of,
    read_person,
)
from pyrules.campaign.tracking import Person, tracking_of
from pyrules.core.errors import FormError
from pyrules.core.form import Field, Values, defaults, read_form

NAMED = Field("called", words.NAME, "text", "")
"""Not "name": a form in the page has one of its own."""
MANY = Field("many", words.HOW_MANY, "number", 1, 1, MOST_AT_ONCE)
GROUP = re.compile(r"(.*\S)\s+[x×]\s?([0-9]{1,3})")
"""A name that says how many there are of a kind."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be written down.

    - `fields(model)`: what is asked for besides the name, which stays unless it is `renamed`
    - `begun(model, name)`: the values to begin with
    - `written(model, editing, world)`: the events that write it down, the last of which records it; raises `FormError`
    """

    fields: Callable[[Model], tuple[Field, ...]]
    begun: Callable[[Model, str], Values]
    written: Callable[[Model, Editing, World], tuple[Event, ...]]
    renamed: bool = True

    def fields_for(self, model: Model, name: str) -> tuple[Field, ...]:
        """Return the fields of the record under a name, "" for a new one."""
        fields = self.fields(model)
        return fields if name and not self.renamed else (NAMED, *fields)


def opener(subject: str, name: str) -> str:
    """The id of the button that begins to write something down: under a name, or "" for a new one."""
    return f"edit-{subject}-{name.encode().hex()}"


def new_name(editing: Editing, taken: Iterable[str]) -> str:
    """The name that was typed; raises `FormError` for none, or for that of another one, whatever its case."""
    values = read_form((NAMED,), {"called": editing.values["called"]})
    name = str(values["called"])
    if not name:
        raise FormError({"called": NAME_MISSING})
    if name != editing.name and (known := known_as(name, (one for one in taken if one != editing.name))):
        raise FormError({"called": words.name_taken(known)})
    return name


def in_place_of(editing: Editing, event: Recorded) -> Recorded:
    """The event that records something under the name it had, or renames it."""
    return event if editing.name in ("", event.name) else replace(event, was=editing.name)


def person(model: Model, name: str) -> Values:
    """Someone as they are written down."""
    known = person_of(model.campaign, model.system, name)
    return {"called": unmark_name(name)} | (known.values if known else somebody_new(model))


def somebody_new(model: Model) -> Values:
    """The values that somebody nobody knows yet begins with."""
    return defaults(fields_of(model.system)) | tracking_of(model.system).begun


def write_person(model: Model, editing: Editing, world: World) -> tuple[Event, ...]:
    """Write someone down, who stays the foe they are."""
    name = new_name(editing, model.campaign.records_of(model.system.id, PLAYER))
    values = asked_of(model, editing)
    known = person_of(model.campaign, model.system, editing.name)
    if known is None:
        return (joining(model, Person(name, values), world),)
    one = replace(known, name=rename_person(name, editing.name), values=values)
    return (in_place_of(editing, recording(model, one, world)),)


def new_foes(model: Model, _: str) -> Values:
    """A foe that nobody knows yet."""
    return {"called": "", "many": 1} | somebody_new(model)


def write_foes(model: Model, editing: Editing, world: World) -> tuple[Event, ...]:
    """Write down a foe, or several of a kind, who are hidden at first."""
    taken = model.campaign.records_of(model.system.id, PLAYER)
    if group := GROUP.fullmatch(str(editing.values["called"]).strip()):
        editing = replace(editing, values={**editing.values, "called": group[1], "many": group[2]})
    many = read_form((MANY,), {"many": editing.values["many"]})["many"]
    name = new_name(editing, taken if many == 1 else ())
    values = asked_of(model, editing)
    names = (name,) if many == 1 else numbered_names(name, taken, many)
    people = (Person(one, values, foe=True, hidden=True) for one in names)
    events = (joining(model, one, world) for one in people)
    return tuple(replace(event, at=event.at + place) for place, event in enumerate(events))  # kept in this order


def asked_of(model: Model, editing: Editing) -> Values:
    """Return what was typed of a person besides the name; raises `FormError`."""
    others = (NAMED.name, MANY.name)
    return read_person(model.system, {key: value for key, value in editing.values.items() if key not in others})


def recording(model: Model, one: Person, world: World) -> Recorded:
    """The event that records someone."""
    return Recorded(world.name(), world.now(), model.system.id, PLAYER, one.name, facts_of(model.system, one))


def joining(model: Model, one: Person, world: World) -> Recorded:
    """The event that records someone new, whose counters are at their start; nobody whom a player adds is hidden.

    Where their name may be that of another, they have a mark of their own: then they are two.
    """
    one = replace(one, name=unmark_name(one.name), hidden=one.hidden and not is_at_anothers(model))
    event = recording(model, one, world)
    return replace(event, name=mark_name(one.name, event.id)) if may_be_anothers(model, one.name) else event


def may_be_anothers(model: Model, name: str) -> bool:
    """Return whether a name may be another's: of the log before, in a copy of it, or at another device of the table."""
    state, system = model.campaign, model.system.id
    if model.aside or model.upkeep.exported:
        return True
    written = state.ledger.written.get((system, PLAYER), ())
    counted = (values for (of, _), values in state.counters.items() if of == system)
    return any(name in (event.name, event.was) for event in written) or any(name in values for values in counted)


PEOPLE = Subject(lambda model: fields_of(model.system), person, write_person)
FOES = Subject(lambda model: (MANY, *fields_of(model.system)), new_foes, write_foes)
"""Foes who are new; one who is known is changed as everybody is."""
