"""The traits of PCs and of Challenges: written down once, and declared in the Huddle by a tap."""

from collections.abc import Iterator

from pyrules.campaign.people import people
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Offer, Standing
from pyrules.core.errors import FormError
from pyrules.core.form import Values, defaults
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.challenges import CHALLENGE, traits_of
from pyrules.systems.relics.cohort import disaster_traits
from pyrules.systems.relics.fields import TRAIT
from pyrules.systems.relics.form import read_modifier, read_traits
from pyrules.systems.relics.model import Challenge, Cohort, Test
from pyrules.systems.relics.pool import hinders
from pyrules.systems.relics.writing import write_modifier

SIDES: dict[str, Cohort | Challenge] = {"cohort": Cohort(0), "challenge": Challenge("Minor", 1)}
"""A turn of either side, to ask which traits it may have."""


def check(values: Values) -> None:
    """Raise `FormError` for somebody with a trait that neither side's turn can have; it must have a name."""
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
    """Whether a trait of a turn's form is one of a PC or a Challenge, or one that a Disaster left."""
    sides = [person.values["traits"] for person in people(state, RELICS)]
    sides += [traits_of(state, name) for name in state.recorded(RELICS.id, CHALLENGE)]
    own = [as_declared(one) for side in sides for one in side]
    return any(
        defaults(TRAIT) | row == defaults(TRAIT) | one for one in (*own, *(left.row for left in disaster_traits(state)))
    )


def as_declared(row: Values) -> Values:
    """A trait as it is written down, as a row of a turn's form.

    >>> as_declared({"label": "Aim", "kind": "simple", "value": 1, "dice": 2, "destiny": 1, "doom": 0})["name"]
    'Aim'
    """
    return {"name" if cell == "label" else cell: value for cell, value in row.items()}


def offers(standing: Standing[Test]) -> tuple[Offer, ...]:
    """The traits that may be declared for the turn in the form; a second tap takes one back.

    They are those of all PCs and, for the game master, those of the Challenge that was chosen. Of traits that are alike
    in all, as many are taken as the form has, the first PC's first.
    """
    side, rows = standing.form["turn"], [defaults(TRAIT) | row for row in standing.form["traits"]]
    found: list[Offer] = []
    alike: list[Values] = []
    whose = [(person.name, "cohort", person.values["traits"]) for person in people(standing.state, RELICS)]
    whose.append((standing.challenge, "challenge", traits_of(standing.state, standing.challenge)))
    for name, owner, traits in whose:
        for place, row in enumerate(traits):
            if not _fits(row, owner, side):
                continue
            trait = defaults(TRAIT) | as_declared(row)
            taken = rows.count(trait) > alike.count(trait)
            alike.append(trait)
            hint = " · ".join((name, *told(row)))
            puts = {"traits": _without(rows, trait) if taken else [*rows, trait]}
            ident = f"{name if owner == 'cohort' else ''}.{place}"
            found.append(Offer(ident, GROUPS[owner], row["label"], hint, puts, taken))
    return tuple(found)


GROUPS = {"cohort": "Traits", "challenge": "The Challenge's traits"}


def _fits(row: Values, owner: str, side: str) -> bool:
    """Whether one side's trait is for a side's turn.

    On the other side's turn it hinders that or changes no dice, and on its own turn a Challenge has none that hinders.
    """
    if _problems(row, side):
        return False
    modifier = read_modifier(row, "")
    return modifier is None or owner == side == "cohort" or hinders(modifier) == (owner != side)


def _without(rows: list[Values], trait: Values) -> list[Values]:
    place = rows.index(trait)
    return [*rows[:place], *rows[place + 1 :]]


def told(row: Values) -> Iterator[str]:
    """The modifier of a trait, and what it costs."""
    if modifier := read_modifier(row, ""):
        yield write_modifier(modifier)
    if row["destiny"]:
        yield f"{row['destiny']} Destiny"
    if row["doom"]:
        yield f"{row['doom']:+d} Doom"
