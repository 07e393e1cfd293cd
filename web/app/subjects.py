"""What can be written down besides rolls: people, Challenges, and the traits that Disasters leave."""

from collections.abc import Callable, Container
from dataclasses import dataclass

from app import words
from app.challenge import going
from app.characters import checked, fields_of, named, write_facts
from app.model import Editing, Model
from pyrules.campaign.challenges import CHALLENGE, LEADER, begun
from pyrules.campaign.cohort import DISASTER_TRAIT, LEFT_BY_DISASTER, disaster_traits, turns, unnamed_disasters
from pyrules.campaign.events import PLAYER, Recorded
from pyrules.campaign.rolls import Occasion
from pyrules.core.errors import FormError
from pyrules.core.form import Choice, Field, Values, defaults, read_form, read_name
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.fields import FIELDS as TURN
from pyrules.systems.relics.model import AddDice, Challenge, Test
from pyrules.systems.relics.notation import COSTS
from pyrules.systems.relics.pool import hinders

NAMED = Field("called", words.NAME, "text", "")
"""Not "name": a form in the page has one of its own."""

THREAT = next(field for field in TURN if field.name == "threat")
RATING = next(field for field in TURN if field.name == "rating")
BEGUN = (
    Field("type", words.CHALLENGE_TYPE, "text", "", hint="as in the PCs' expertise"),
    Field("threat", THREAT.label, "choice", "Minor", choices=THREAT.choices[1:]),
    Field("rating", RATING.label, "number", 5, RATING.low, RATING.high),
)
MODIFIER = tuple(field for field in LEFT_BY_DISASTER if field.name in {"kind", "value", "dice"})
DISASTER = {"kind": "simple", "value": -1, "dice": 1}
"""The modifier that a Disaster's trait begins with: it hinders."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be written down.

    - `fields(model)`: what is asked for besides the name, which stays unless it is `renamed`
    - `begun(model, name)`: the values to begin with
    - `written(model, editing, occasion)`: the event that writes it down; raises `FormError`
    """

    fields: Callable[[Model], tuple[Field, ...]]
    begun: Callable[[Model, str], Values]
    written: Callable[[Model, Editing, Occasion], Recorded]
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
        raise FormError({"called": words.NAME_MISSING})
    if name != editing.name and name in taken:
        raise FormError({"called": words.name_taken(name)})
    return name


def person_fields(model: Model) -> tuple[Field, ...]:
    """What is asked for of someone."""
    return fields_of(model.system.id)


def person(model: Model, name: str) -> Values:
    """Someone as they are written down."""
    known = named(model.campaign, model.system.id, name)
    return {"called": name} | (known.values if known else defaults(fields_of(model.system.id)))


def write_person(model: Model, editing: Editing, occasion: Occasion) -> Recorded:
    """Write someone down."""
    system = model.system.id
    name = new_name(editing, model.campaign.recorded(system, PLAYER))
    values = checked(system, {key: value for key, value in editing.values.items() if key != "called"})
    return Recorded(occasion.id, occasion.at, system, PLAYER, name, write_facts(fields_of(system), values))


def challenge(model: Model, name: str) -> Values:
    """A Challenge as it is written down."""
    now = going(model, name)
    if now is None:
        return defaults((NAMED, *BEGUN))
    return {"called": name, "type": now.type, "threat": now.challenge.threat, "rating": now.challenge.rating}


def write_challenge(model: Model, editing: Editing, occasion: Occasion) -> Recorded:
    """Write a Challenge down; raises `FormError` for a name that the turns of another one had."""
    name = editing.name or new_name(editing, model.campaign.recorded(RELICS.id, CHALLENGE))
    if not editing.name and any(turn.under == name for _, turn in turns(model.campaign)):
        raise FormError({"called": words.name_taken(name)})
    values = read_form(BEGUN, {field.name: editing.values[field.name] for field in BEGUN})
    known = dict(model.campaign.recorded(RELICS.id, CHALLENGE).get(editing.name, ()))
    return begun(
        occasion,
        name,
        Challenge(values["threat"], values["rating"]),
        kind=values["type"],
        leader=str(known.get(LEADER, "")),
    )


def trait_fields(model: Model) -> tuple[Field, ...]:
    """What is asked for of a Disaster's trait."""
    sides = (Choice("", words.COHORT), *(Choice(name, name) for name in model.campaign.recorded("relics", CHALLENGE)))
    return (Field("challenge", words.HINDERS, "choice", "", choices=sides), *MODIFIER)


def trait(model: Model, name: str) -> Values:
    """A Disaster's trait as it is written down; for a new one, that of the latest Disaster."""
    known = next((left for left in disaster_traits(model.campaign) if left.name == name), None)
    if known:
        return {"called": name, "challenge": known.challenge, **{key: known.row[key] for key in DISASTER}}
    side = next((disaster.challenge for disaster in unnamed_disasters(model.campaign)), "")
    return {"called": "", "challenge": side, **DISASTER}


def write_trait(model: Model, editing: Editing, occasion: Occasion) -> Recorded:
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
    known = next((left for left in disaster_traits(model.campaign) if left.name == editing.name), None)
    if known and known.challenge == side:
        roll = known.roll
    else:
        roll = next((disaster.id for disaster in unnamed_disasters(model.campaign) if disaster.challenge == side), "")
    facts = {"challenge": side, "roll": roll, **row}
    return Recorded(occasion.id, occasion.at, RELICS.id, DISASTER_TRAIT, name, tuple(facts.items()))


def check_hindering(challenge: str, row: Values) -> None:
    """Raise `FormError` for a trait that the Challenge ("": the Cohort) cannot have, or that does not hinder it."""
    try:
        test: Test = RELICS.from_form({"turn": "challenge" if challenge else "cohort", "traits": [row]}, {})
    except FormError as error:
        raise FormError({where.rpartition(".")[2]: problem for where, problem in error.fields.items()}) from None
    modifier = test.traits[0].modifier
    if modifier and not hinders(modifier):
        problem = words.beneficial(row["kind"], row["value"], row["dice"])
        raise FormError({"dice" if isinstance(modifier, AddDice) else "value": problem})


SUBJECTS = {
    PLAYER: Subject(person_fields, person, write_person),
    CHALLENGE: Subject(lambda _: BEGUN, challenge, write_challenge, renamed=False),
    DISASTER_TRAIT: Subject(trait_fields, trait, write_trait),
}
