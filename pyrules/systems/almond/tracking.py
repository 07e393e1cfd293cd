"""What Almond keeps track of: people with named dice."""

from pyrules.campaign.people import first_pool, pool_offers, pools_field
from pyrules.campaign.tracking import Offer, Standing, Tracking
from pyrules.core.form import Field
from pyrules.core.roll import MOST_DICE
from pyrules.systems.almond.model import Test


def offers(standing: Standing[Test]) -> tuple[Offer, ...]:
    """The named dice."""
    return pool_offers(standing, lambda row: f"{row['dice']}d6")


TRACKING: Tracking[Test] = Tracking(
    fields=(pools_field(Field("dice", "Dice", "number", 5, 0, MOST_DICE)),),
    chosen=lambda standing: first_pool(offers(standing)),
    offers=offers,
    for_order={"initiative": True},
    ranked=lambda outcome: sum(outcome.values),
)
