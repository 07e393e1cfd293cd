"""The people of a campaign as each system has them: what is written down of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app import words
from app.sheet import sent
from pyrules.campaign.cohort import EXPERTISE
from pyrules.campaign.events import PLAYER, Facts
from pyrules.campaign.state import State
from pyrules.core.errors import FormError
from pyrules.core.form import Choice, Field, Values, defaults, read_form, read_label
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.general import form as general, notation as general_notation, rules as general_rules
from pyrules.systems.moonwalk import notation as moonwalk_notation
from pyrules.systems.stepdie.model import TRAINING

MOST_POOLS, MOST_SKILLS, MOST_ACTIONS, MOST_TRAININGS = 24, 16, 10, 8

ATTRIBUTES = {name.lower(): name for name in general_rules.ATTRIBUTES}

FIELDS: dict[str, tuple[Field, ...]] = {
    "moonwalk": (
        Field(
            "pools",
            words.POOLS,
            "rows",
            [],
            high=MOST_POOLS,
            columns=(
                Field("label", words.NAME, "text", ""),
                Field("pool", "Dicepool", "number", 6, 0, MOST_DICE),
                Field("limit", "Limit", "number", None, 0, MOST_NUMBER, optional=True),
            ),
        ),
    ),
    "relics": EXPERTISE,
    "almond": (
        Field(
            "pools",
            words.POOLS,
            "rows",
            [],
            high=MOST_POOLS,
            columns=(Field("label", words.NAME, "text", ""), Field("dice", "Dice", "number", 5, 0, MOST_DICE)),
        ),
    ),
    "stepdie": (
        Field(
            "step",
            "Step Die",
            "choice",
            "d8",
            choices=tuple(Choice(f"d{sides}", f"d{sides}", training) for sides, training in TRAINING.items()),
        ),
    ),
    "general": (
        *(Field(key, name, "choice", "d6", choices=general.DICE) for key, name in ATTRIBUTES.items()),
        Field(
            "level",
            "Level",
            "choice",
            "none",
            choices=tuple(Choice(level, general.LEVELS.get(level, level)) for level in general_rules.COMBAT_DICE),
        ),
        Field("bonus_die", "Bonus Action Die", "choice", general.NO_DIE, choices=general.DICE_OR_NONE),
        Field(
            "skills",
            "Skills",
            "rows",
            [],
            high=MOST_SKILLS,
            columns=(
                Field("label", words.NAME, "text", ""),
                Field(
                    "attribute",
                    "Attribute",
                    "choice",
                    "strength",
                    choices=tuple(Choice(key, name) for key, name in ATTRIBUTES.items()),
                ),
                Field("die", "Die", "choice", "d6", choices=general.DICE_OR_NONE),
            ),
        ),
        Field(
            "actions",
            "Actions",
            "rows",
            [],
            high=MOST_ACTIONS,
            columns=(
                Field("label", words.NAME, "text", ""),
                Field("die", "Die", "choice", "d6", choices=general.DICE),
            ),
        ),
        Field(
            "training",
            "Training",
            "rows",
            [],
            high=MOST_TRAININGS,
            columns=(Field("label", words.NAME, "text", ""),),
        ),
    ),
}
"""What is written down of a character besides the name; whatever stands in a list has a `label`."""

IN_NOTATION = {
    ("moonwalk", "pools"): moonwalk_notation.RESERVED,
    ("general", "skills"): general_notation.RESERVED,
    ("general", "actions"): general_notation.RESERVED,
}
"""The lists whose labels come to stand in a notation, with the words that cannot."""


@dataclass(frozen=True, slots=True)
class Character:
    """Someone of a campaign: the name, and the values of the system's fields."""

    name: str
    values: Values


def fields_of(system: str) -> tuple[Field, ...]:
    """What is written down of a system's characters; only the name where nothing is said."""
    return FIELDS.get(system, ())


def characters(state: State, system: str) -> tuple[Character, ...]:
    """Everybody recorded in a system."""
    recorded = state.recorded(system, PLAYER)
    return tuple(Character(name, read_facts(fields_of(system), facts)) for name, facts in recorded.items())


def named(state: State, system: str, name: str) -> Character | None:
    """The character of a name."""
    return next((one for one in characters(state, system) if one.name == name), None)


def read_facts(fields: Sequence[Field], facts: Facts) -> Values:
    """The values that facts come to; the defaults where a file brought impossible ones."""
    try:
        return read_form(fields, sent(fields, dict(facts), defaults(fields)))
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


def checked(system: str, given: Values) -> Values:
    """A character's values as they were typed, checked; raises `FormError` naming the fields."""
    fields = fields_of(system)
    values = read_form(fields, given)
    for field in fields:
        for place, row in enumerate(values[field.name] if field.kind == "rows" else ()):
            where = f"{field.name}.{place}.label"
            if not row["label"]:
                raise FormError({where: words.NAME_MISSING})
            if (system, field.name) in IN_NOTATION:
                row["label"] = read_label(row["label"], where, IN_NOTATION[system, field.name])
    return values
