"""The tests that others at the table put together, on the screen for everybody."""

from functools import lru_cache
from typing import Any

from app.common.device import device
from app.common.html import Child, Markup, tag
from app.model import Model
from app.odds.summary import chance_of_test
from app.roll.button import dice_of
from app.table import words
from app.table.question import who_is_awaited
from pyrules.campaign.devices import Building
from pyrules.campaign.links import read_link
from pyrules.core.errors import RulesError
from pyrules.core.system import System

MOST = 2
"""So many are shown, the latest."""


def building(model: Model) -> Child:
    """The card of what is asked for and of whom, and who puts which test together, its pool and its chance."""
    table = model.table
    if table is None:
        return None
    at_work = [(one, test_of(model.system, one.link)) for one in table.building if one.by in table.here]
    asks, by = (who_is_awaited(table.question), table.me) if table.hub else (table.asks, table.host)
    return (
        tag("p", words.asks_for(by.name, asks), class_="tagline turn") if asks and by else None,
        [building_line(model, one, test) for one, test in at_work if test is not None][-MOST:],
    )


def building_line(model: Model, one: Building, test: Any) -> Markup:
    """The test of one device."""
    told = " · ".join(filter(None, (dice_of(model.system, test), chance_of_test(model, test))))
    who = f" · {one.who} " if one.who else " "
    return tag("p", device(one.by), who, words.PREPARES, " ", told, class_="tagline building")


@lru_cache(maxsize=32)
def test_of(system: System[Any], link: str) -> Any:
    """The test that a link brings for a system; None where it brings none that the rules take."""
    try:
        shared = read_link(link)
    except RulesError:
        return None
    return shared.test if shared.system is system and shared.roll is None else None
