"""Whose a roll is at a table, and what the reader may do with it."""

from app.model import Model
from app.roll.state import Tray
from pyrules.campaign.events import Rolled
from pyrules.campaign.placing import owners
from pyrules.campaign.rights import Who
from pyrules.core.verdict import Option


def rolls_for(model: Model) -> tuple[Who, ...]:
    """Whom the reader rolls for, in each system."""
    return tuple((system, who) for system, who in model.acting.items() if who)


def is_own(model: Model, event: Rolled) -> bool:
    """Return whether a roll is the reader's: made on this device, or for somebody whom it alone rolls for."""
    table, line = model.table, event.revises or event.id
    if table is None or table.maker(model.campaign.event(line)) == table.me.name:
        return True
    who = (event.system, model.campaign.current_name(event.system, event.who, line))
    return who in rolls_for(model) and not any(who in peer.people for peer in table.peers)


def may_go_on(model: Model, tray: Tray) -> bool:
    """Return whether the reader may buy, place or throw more on a roll, which may be another's."""
    table, event = model.table, model.campaign.entry(tray.event).event if tray.event else None
    if table is None or table.hub or table.all_may or not model.aside or not isinstance(event, Rolled):
        return True
    return is_own(model, event)


def movable(model: Model, tray: Tray, option: Option) -> tuple[int, ...]:
    """The units that the reader may put on dice: where not everything is everybody's, what their own people bring.

    What nobody in particular brings is for whoever rolled.
    """
    everything, table = tuple(range(len(option.units))), model.table
    if table is None or table.hub or table.all_may or not model.aside:
        return everything
    rolled_it, own = may_go_on(model, tray), {who for system, who in rolls_for(model) if system == model.system.id}
    whose = owners(model.campaign, model.system, option)
    return tuple(unit for unit in everything if (whose[unit] in own if whose[unit] else rolled_it))
