"""Two of one name at a table, of whom another device has brought one: they are told apart, and all hear of it."""

from collections.abc import Iterable

from app.common.answer import Answer, World, notify
from app.log.other_tabs import with_campaign
from app.model import Model
from app.table import words
from app.table.peers import passed_on
from app.tracker.namesakes import called_apart
from pyrules.campaign.events import Event


def told_apart(model: Model, fresh: Iterable[Event], whose: str, world: World) -> Answer:
    """Call one of two otherwise where what another device has brought has people look alike, and tell of it."""
    now, storing, names = called_apart(model, fresh, world)
    if not names:
        return model, ()
    now, passing = passed_on(model, with_campaign(now, now.campaign))
    told = ((words.hidden_namesake if one.hidden else words.namesake)(whose, one.was, one.now) for one in names)
    now, aloud = notify(now, " ".join(told))
    return now, (*storing, *passing, *aloud)
