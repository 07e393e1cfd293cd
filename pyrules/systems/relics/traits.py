"""The traits of PCs: written down once, and declared in the Huddle by a tap."""

from collections.abc import Iterator

from pyrules.campaign.people import people
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Offer, Standing
from pyrules.core.errors import FormError
from pyrules.core.form import Values, defaults
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.cohort import disaster_traits
from pyrules.systems.relics.fields import TRAIT
from pyrules.systems.relics.form import read_modifier, read_traits
from pyrules.systems.relics.model import Challenge, Cohort, Test
from pyrules.systems.relics.pool import hinders
from pyrules.systems.relics.writing import write_modifier

SIDES: dict[str, Cohort | Challenge] = {"cohort": Cohort(0), "challenge": Challenge("Minor", 1)}
"""A turn of either side, to ask which traits it may have."""


def check(values: Values) -> None:
    """Raise `FormError` for a PC with a trait that neither side's turn can have; it must have a name."""
    wrong: dict[str, str] = {}
    for place, row in enumerate(values["traits"]):
        if all(_problems(row, side) for side in SIDES):
            found = _problems(row, "cohort")
            wrong |= {f"traits.{place}.{'label' if cell == 'name' else cell}": found[cell] for cell in found}
    if wrong:
        raise FormError(wrong)


def _problems(row: Values, side: str) -> dict[str, str]:
    """What is wrong with a trait on one side's turn, cell by cell."""
    try:
        read_traits([as_declared(row)], SIDES[side])
    except FormError as error:
        return {where.rpartition(".")[2]: problem for where, problem in error.fields.items()}
    return {}


def is_recorded(state: State, row: Values) -> bool:
    """Whether a trait of a turn's form is one of a PC, or one that a Disaster left."""
    own = [as_declared(one) for person in people(state, RELICS) for one in person.values["traits"]]
    return any(
        defaults(TRAIT) | row == defaults(TRAIT) | one for one in (*own, *(left.row for left in disaster_traits(state)))
    )


def as_declared(row: Values) -> Values:
    """A PC's trait as a row of a turn's form.

    >>> as_declared({"label": "Aim", "kind": "simple", "value": 1, "dice": 2, "destiny": 1, "doom": 0})["name"]
    'Aim'
    """
    return {"name" if cell == "label" else cell: value for cell, value in row.items()}


def offers(standing: Standing[Test]) -> tuple[Offer, ...]:
    """The traits of all PCs that may be declared for the turn in the form; a second tap takes one back.

    On a Challenge's turn they are those that hinder it, or change no dice. Of traits that are alike in all, as many are
    taken as the form has, the first PC's first.
    """
    side, rows = standing.form["turn"], [defaults(TRAIT) | row for row in standing.form["traits"]]
    found: list[Offer] = []
    alike: list[Values] = []
    for person in people(standing.state, RELICS):
        for place, row in enumerate(person.values["traits"]):
            if _problems(row, side) or (side == "challenge" and _helps(row)):
                continue
            trait = defaults(TRAIT) | as_declared(row)
            taken = rows.count(trait) > alike.count(trait)
            alike.append(trait)
            hint = " · ".join((person.name, *told(row)))
            puts = {"traits": _without(rows, trait) if taken else [*rows, trait]}
            found.append(Offer(f"{person.name}.{place}", "Traits", row["label"], hint, puts, taken))
    return tuple(found)


def _without(rows: list[Values], trait: Values) -> list[Values]:
    place = rows.index(trait)
    return [*rows[:place], *rows[place + 1 :]]


def _helps(row: Values) -> bool:
    modifier = read_modifier(row, "")
    return modifier is not None and not hinders(modifier)


def told(row: Values) -> Iterator[str]:
    """The modifier of a PC's trait, and what it costs."""
    if modifier := read_modifier(row, ""):
        yield write_modifier(modifier)
    if row["destiny"]:
        yield f"{row['destiny']} Destiny"
    if row["doom"]:
        yield f"{row['doom']:+d} Doom"
