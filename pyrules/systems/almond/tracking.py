"""The tracking of Almond: people with named dice, modifiers that last, and Wounds."""

from dataclasses import replace
from typing import Any

from pyrules.campaign.people import (
    WOUNDS,
    first_pool,
    lasting_field,
    lasting_offers,
    lasting_rows,
    pool_offers,
    pools_field,
    with_wounds,
)
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Context, Offer, Tracking
from pyrules.core.errors import FormError
from pyrules.core.form import Field, Values, read_label
from pyrules.core.roll import MOST_DICE
from pyrules.systems.almond import ALMOND, LABEL_RESERVED, RESERVED
from pyrules.systems.almond.rules import Modifier
from pyrules.systems.almond.steps import write_modifier

POOLS = pools_field("Types of tests", Field("dice", "Dice", "number", 5, 0, MOST_DICE))
MODIFIERS = next(field for field in ALMOND.fields if field.name == "modifiers")
LASTING = lasting_field(*(column for column in MODIFIERS.columns if column.name != "label"))


def pools(context: Context[Any]) -> tuple[Offer, ...]:
    """The named dice; what was only for the test before goes away."""
    found = []
    for offer in pool_offers(POOLS, context, lambda row: f"{row['dice']}d6"):
        puts = offer.puts | {"label": fitting(offer.label)}
        taken = all(context.form[name] == puts[name] for name in puts)
        found.append(replace(offer, puts=puts | {"modifiers": lasting_rows("almond", context)}, taken=taken))
    return tuple(found)


def fitting(name: str) -> str:
    """The name of someone's dice as the label of a test, without what cannot stand in the notation.

    >>> fitting("Broad sword"), fitting("Sword 2 (d6)"), fitting("Anti-grav belt")
    ('Broad sword', 'Sword', 'Anti grav belt')
    """
    return " ".join(filter(_can_stand, name.replace("-", " ").split()))


def _can_stand(word: str) -> bool:
    try:
        read_label(word, "label", LABEL_RESERVED)
    except FormError:
        return False
    return True


def offers(context: Context[Any]) -> tuple[Offer, ...]:
    """The named dice, and the modifiers that last."""
    return *pools(context), *lasting_offers(context, write_amount)


def write_amount(row: Values) -> str:
    """The target of a modifier.

    >>> write_amount({"label": "Aim", "number": 1, "on": "dice"})
    '+1d'
    """
    return write_modifier(Modifier(row["number"], row["on"]))


def person_values(context: Context[Any]) -> Values:
    """The first of someone's dice, without the Wounds of another one."""
    return first_pool(ALMOND, context, pools(context))


def carry_over(context: Context[Any], before: State | None) -> tuple[Values, str]:
    """A die fewer for every Wound, by the house rule."""
    return with_wounds("almond", context, before, lambda number: {"label": WOUNDS, "number": -number, "on": "dice"})


TRACKING: Tracking[Any] = Tracking(
    fields=(POOLS, LASTING),
    reserved={"modifiers": RESERVED},
    person_values=person_values,
    offers=offers,
    carry_over=carry_over,
    for_order={"initiative": True, "tn": None},
    ranked=lambda outcome: outcome.initiative or 0,
)
