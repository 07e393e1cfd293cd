"""People and foes whom the reader keeps outside any campaign, to be moved into one by a tap."""

from collections.abc import Mapping
from typing import Any

from app.model import Model
from pyrules.campaign.people import facts_of, fields_of, known_as, read_facts
from pyrules.campaign.tracking import Person
from pyrules.core.scan import MOST_TEXT
from pyrules.core.system import System

MOST_KEPT = 100
"""How many the library of a system can have."""

People = tuple[Person, ...]


def library_of(model: Model) -> People:
    """Those kept for the system the reader is at."""
    return model.library.get(model.system.id, ())


def with_one(people: People, one: Person) -> People:
    """The library with somebody, in place of one of the same name, whatever its case."""
    known = known_as(one.name, (other.name for other in people))
    return tuple(one if other.name == known else other for other in people) if known else (*people, one)


def as_kept(system: System[Any], people: People) -> list[Any]:
    """The library as it is stored."""
    return [[one.name, dict(facts_of(system, one))] for one in people]


def read_library(system: System[Any], kept: Any) -> People:
    """The library as it was stored; what cannot be used is left out."""
    found: list[Person] = []
    for one in kept if isinstance(kept, list) else []:
        match one:
            case [str() as name, Mapping() as facts] if 0 < len(name) <= MOST_TEXT:
                foe = facts.get("foe") is True
                found.append(Person(name, read_facts(fields_of(system), tuple(facts.items())), foe, foe))
    return tuple(found[:MOST_KEPT])
