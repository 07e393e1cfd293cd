"""What can be written down besides rolls: people, and what else a system has."""

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace

from app import words
from app.answer import World
from app.model import Editing, Model
from app.tracking import house_rules
from pyrules.campaign.events import PLAYER, Event, Recorded, Restored
from pyrules.campaign.people import NAME_MISSING, checked, person as person_of, write_facts
from pyrules.core.errors import FormError
from pyrules.core.form import Field, Values, defaults, read_form

NAMED = Field("called", words.NAME, "text", "")
"""Not "name": a form in the page has one of its own."""


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

    def asked(self, model: Model, name: str) -> tuple[Field, ...]:
        """What is asked for of the one under a name, "" for a new one."""
        fields = self.fields(model)
        return fields if name and not self.renamed else (NAMED, *fields)


def opener(subject: str, name: str) -> str:
    """The id of the button that begins to write something down: under a name, or "" for a new one."""
    return f"edit-{subject}-{name.encode().hex()}"


def new_name(editing: Editing, taken: Container[str]) -> str:
    """The name that was typed; raises `FormError` for none, or for that of another one."""
    values = read_form((NAMED,), {"called": editing.values["called"]})
    name = str(values["called"])
    if not name:
        raise FormError({"called": NAME_MISSING})
    if name != editing.name and name in taken:
        raise FormError({"called": words.name_taken(name)})
    return name


def in_place_of(editing: Editing, event: Recorded) -> Recorded:
    """The event that records something under the name it had, or renames it."""
    return event if editing.name in ("", event.name) else replace(event, was=editing.name)


def person(model: Model, name: str) -> Values:
    """Someone as they are written down."""
    known = person_of(model.campaign, model.system, name)
    return {"called": name} | (known.values if known else defaults(model.system.tracking.fields))


def write_person(model: Model, editing: Editing, world: World) -> tuple[Event, ...]:
    """Write someone down; whoever is new begins with counters at their start."""
    system = model.system
    name = new_name(editing, model.campaign.recorded(system.id, PLAYER))
    values = checked(system, {key: value for key, value in editing.values.items() if key != "called"})
    event = Recorded(world.name(), world.now(), system.id, PLAYER, name, write_facts(system.tracking.fields, values))
    return (*(() if editing.name else restored(model, name, world)), in_place_of(editing, event))


def restored(model: Model, who: str, world: World) -> Iterator[Event]:
    """The events that take someone's counters back to their start."""
    for counter in model.system.counters:
        values: Mapping[str, int] = model.campaign.counters.get((model.system.id, counter.id), {})
        if counter.each == "player" and who in values:
            yield Restored(world.name(), world.now(), model.system.id, counter.id, who, house_rules(model))


PEOPLE = Subject(lambda model: model.system.tracking.fields, person, write_person)
