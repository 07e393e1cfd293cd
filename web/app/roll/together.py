"""Foes of a kind who have rolled together: their lines in the log."""

from app.model import Model
from app.roll.state import Tray
from app.show.watching import SOON
from pyrules.campaign.events import Rolled, time_of
from pyrules.campaign.ledger import Entry
from pyrules.campaign.people import kind_of, person


def rolled_together(model: Model, tray: Tray) -> list[Entry]:
    """The lines of all of a kind who have rolled with the one on the tray, in their order; none where it was alone."""
    event = model.campaign.entry(tray.event).event if tray.event else None
    one_of_them = person(model.campaign, model.system, event.who) if isinstance(event, Rolled) else None
    if not isinstance(event, Rolled) or one_of_them is None or not one_of_them.foe:
        return []
    kind, found = kind_of(event.who), dict[str, Entry]()
    for entry in reversed(model.campaign.entries):
        one = entry.event
        if abs(time_of(event) - time_of(one)) > SOON:
            if found:
                break
            continue
        if isinstance(one, Rolled) and one.system == event.system and kind_of(one.who) == kind and not entry.is_struck:
            if one.who in found:
                break
            found[one.who] = entry
    lines = [*reversed(found.values())]
    return lines if len(lines) > 1 and any(one.id == tray.event for one in lines) else []
