"""Subjects that are saved of a Cohort's campaign: Challenges, and the traits that Disasters leave."""

from dataclasses import replace

from app import words
from app.common.answer import World
from app.common.subjects import NAMED, Subject, in_place_of, new_name
from app.common.tracking import house_rules
from app.model import Model
from app.systems.relics import words as ours
from app.systems.relics.challenge import challenge_named
from app.tracker.state import Editing
from pyrules.campaign.events import Event, Recorded, Restored
from pyrules.campaign.people import NAME_MISSING, known_as
from pyrules.campaign.rolls import RollMetadata
from pyrules.core.errors import FormError
from pyrules.core.form import Choice, Field, Values, defaults, read_form, read_name
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.challenges import CHALLENGE, LEADER, RESOLVED, TRAITS, challenge_event, traits_of, was_there
from pyrules.systems.relics.cohort import (
    DISASTER_TRAIT,
    LEFT_BY_DISASTER,
    DisasterTrait,
    disaster_traits,
    turns,
    unnamed_disasters,
)
from pyrules.systems.relics.fields import FIELDS as TURN
from pyrules.systems.relics.model import AddDice, Challenge, Test
from pyrules.systems.relics.notation import COSTS
from pyrules.systems.relics.pool import hinders
from pyrules.systems.relics.tracking import check

THREAT = next(field for field in TURN if field.name == "threat")
ROLLED = next(field for field in TURN if field.name == "rating")
RATING = Field("rating", ROLLED.label, "number", 5, ROLLED.low, ROLLED.high)
BEGUN = (
    Field("type", ours.CHALLENGE_TYPE, "text", "", hint="as in the PCs' expertise"),
    Field("threat", THREAT.label, "choice", "Minor", choices=THREAT.choices[1:]),
    RATING,
    TRAITS,
)
SPLIT = "split"
PARTS = (replace(RATING, name="stays", label=ours.STAYS), replace(RATING, label=ours.NEW_RATING))
"""Return the fields of a split Challenge: the Rating of either part."""
MODIFIER = tuple(field for field in LEFT_BY_DISASTER if field.name in {"kind", "value", "dice"})
DISASTER: Values = {"kind": "none", "value": -1, "dice": 1}
"""The modifier that a Disaster's trait begins with: it hinders."""


def challenge(model: Model, name: str) -> Values:
    """A Challenge as it is written down."""
    now = challenge_named(model, name)
    if now is None:
        return defaults((NAMED, *BEGUN))
    numbers = {"threat": now.challenge.threat, "rating": now.challenge.rating}
    return {"called": name, "type": now.type, **numbers, "traits": list(traits_of(model.campaign, name))}


def write_challenge(model: Model, editing: Editing, world: World, leader: str = "") -> tuple[Event, ...]:
    """Write a Challenge down; raises `FormError` for a name that the turns of another one had.

    A new one begins with this leader and no resolved dice, whatever an earlier one of its name had.
    """
    recorded = model.campaign.records_of(RELICS.id, CHALLENGE)
    name = editing.name or new_name(editing, recorded)
    if not editing.name and (had := known_as(name, (turn.under for _, turn in turns(model.campaign)))):
        raise FormError({"called": words.name_taken(had)})
    values = read_form(BEGUN, {field.name: editing.values[field.name] for field in BEGUN})
    nameless = [place for place, row in enumerate(values["traits"]) if not row["label"]]
    if nameless:
        raise FormError({f"traits.{nameless[0]}.label": NAME_MISSING})
    check(values)
    event = challenge_event(
        RollMetadata(world.name(), world.now()),
        name,
        Challenge(values["threat"], values["rating"]),
        kind=values["type"],
        leader=str(dict(recorded.get(editing.name, ())).get(LEADER, leader)),
        traits=values["traits"],
    )
    if editing.name:
        return (event,)
    events: list[Event] = []
    if was_there(model.campaign, name):
        events.append(Restored(world.name(), world.now(), RELICS.id, RESOLVED, name, house_rules(model)))
    if name in model.campaign.records_of(RELICS.id, LEADER):
        events.append(Recorded(world.name(), world.now(), RELICS.id, LEADER, name, None))
    return (*events, event)


def parts(model: Model, name: str) -> Values:
    """Return the values that splitting a Challenge begins with: two of its size."""
    rating = challenge(model, name)["rating"]
    return {"called": "", "stays": rating, "rating": rating}


def write_split(model: Model, editing: Editing, world: World) -> tuple[Event, ...]:
    """Make two of a Challenge, both with its leader: what was logged stays with the one that keeps its name."""
    now = challenge_named(model, editing.name)
    if now is None:
        raise FormError({"called": ours.is_gone(editing.name)})
    values = read_form((NAMED, *PARTS), editing.values)
    first = replace(editing, values=challenge(model, now.name) | {"rating": values["stays"]})
    second = challenge(model, now.name) | {"called": values["called"], "rating": values["rating"]}
    return (
        *write_challenge(model, first, world),
        *write_challenge(model, replace(editing, name="", values=second), world, now.leader),
    )


def trait_fields(model: Model) -> tuple[Field, ...]:
    """Return the fields of a Disaster's trait."""
    sides = (Choice("", ours.COHORT), *(Choice(name, name) for name in model.campaign.records_of(RELICS.id, CHALLENGE)))
    return (Field("challenge", ours.HINDERS, "choice", "", choices=sides), *MODIFIER)


def trait_named(model: Model, name: str) -> DisasterTrait | None:
    """The Disaster's trait of a name."""
    return next((left for left in disaster_traits(model.campaign) if left.name == name), None)


def trait(model: Model, name: str) -> Values:
    """A Disaster's trait as it is written down; for a new one, that of the latest Disaster."""
    if left := trait_named(model, name):
        return {"called": name, "challenge": left.challenge, **{key: left.row[key] for key in DISASTER}}
    side = next((disaster.challenge for disaster in unnamed_disasters(model.campaign)), "")
    return {"called": "", "challenge": side, **DISASTER}


def write_trait(model: Model, editing: Editing, world: World) -> tuple[Event, ...]:
    """Write a Disaster's trait down, if the side that it hinders can have it.

    It belongs to the latest Disaster of that side that waits for its trait; a trait that keeps its side keeps its roll.
    """
    taken = {left.name for left in disaster_traits(model.campaign)}
    name = read_name(new_name(editing, taken), "called", COSTS)
    fields = trait_fields(model)
    values = read_form(fields, {field.name: editing.values[field.name] for field in fields})
    row = {key: values[key] for key in DISASTER}
    side = values["challenge"]
    check_hindering(side, {"name": name, **row})
    left = trait_named(model, editing.name)
    if left and left.challenge == side:
        roll = left.roll
    else:
        roll = next((disaster.id for disaster in unnamed_disasters(model.campaign) if disaster.challenge == side), "")
    facts = {"challenge": side, "roll": roll, **row}
    event = Recorded(world.name(), world.now(), RELICS.id, DISASTER_TRAIT, name, tuple(facts.items()))
    return (in_place_of(editing, event),)


def check_hindering(challenge: str, row: Values) -> None:
    """Raise `FormError` for a trait that the Challenge ("": the Cohort) cannot have, or that does not hinder it."""
    try:
        test: Test = RELICS.from_form({"turn": "challenge" if challenge else "cohort", "traits": [row]}, {})
    except FormError as error:
        raise FormError({where.rpartition(".")[2]: problem for where, problem in error.fields.items()}) from None
    modifier = test.traits[0].modifier
    if modifier and not hinders(modifier):
        problem = ours.beneficial(row["kind"], row["value"], row["dice"])
        raise FormError({"dice" if isinstance(modifier, AddDice) else "value": problem})


SUBJECTS = {
    CHALLENGE: Subject(lambda _: BEGUN, challenge, write_challenge, renamed=False),
    SPLIT: Subject(lambda _: PARTS, parts, write_split),
    DISASTER_TRAIT: Subject(trait_fields, trait, write_trait),
}
