"""What Almond keeps track of: people with named dice, modifiers that last, and Wounds."""

from pyrules.campaign.people import (
    WOUNDS,
    first_pool,
    lasting_field,
    lasting_offers,
    pool_offers,
    pools_field,
    with_wounds,
)
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Offer, Standing, Tracking
from pyrules.core.form import Field, Values
from pyrules.core.roll import MOST_DICE
from pyrules.systems.almond import rules
from pyrules.systems.almond.form import FIELDS
from pyrules.systems.almond.model import Modifier, Test
from pyrules.systems.almond.notation import RESERVED, write_modifier

MODIFIERS = next(field for field in FIELDS if field.name == "modifiers")
LASTING = lasting_field(*(column for column in MODIFIERS.columns if column.name != "label"))


def pools(standing: Standing[Test]) -> tuple[Offer, ...]:
    """The named dice."""
    return pool_offers(standing, lambda row: f"{row['dice']}d6")


def offers(standing: Standing[Test]) -> tuple[Offer, ...]:
    """The named dice, and the modifiers that last."""
    return *pools(standing), *lasting_offers(standing, write_amount)


def write_amount(row: Values) -> str:
    """What a modifier changes.

    >>> write_amount({"label": "Aim", "number": 1, "on": "dice"})
    '+1d'
    """
    return write_modifier(Modifier(row["number"], row["on"]))


def chosen(standing: Standing[Test]) -> Values:
    """The first of someone's dice, without the Wounds of another one."""
    return first_pool(standing, pools(standing))


def left_over(standing: Standing[Test], before: State | None) -> tuple[Values, str]:
    """A die fewer for every Wound."""
    return with_wounds("almond", standing, before, lambda number: {"label": WOUNDS, "number": -number, "on": "dice"})


TRACKING: Tracking[Test] = Tracking(
    fields=(pools_field(Field("dice", "Dice", "number", 5, 0, MOST_DICE)), LASTING),
    reserved={"modifiers": RESERVED},
    chosen=chosen,
    offers=offers,
    left_over=left_over,
    for_order={"initiative": True},
    ranked=lambda outcome: rules.initiative(outcome.values),
)
