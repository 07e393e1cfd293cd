"""The screen for everybody at the table: it has the last roll of the log, whoever made it and in which tab."""

from dataclasses import replace

from app.common.tracking import unseen
from app.log.state import rolls
from app.model import Model
from app.roll.state import Tray
from pyrules.campaign.rolls import replayed
from pyrules.core.errors import RulesError


def watched(model: Model) -> Model:
    """The model with the last roll that counts on the tray, where everybody looks at it.

    None lies there where nothing was rolled yet, or today's rules refuse the roll.
    """
    if model.place.tab != "show":
        return model
    tray = last(model)
    if tray is model.tray:
        return model
    others = {system: one for system, one in model.trays.items() if system != model.system.id}
    return replace(model, trays=others | ({model.system.id: tray} if tray else {}))


def last(model: Model) -> Tray | None:
    """The last roll that counts; the one on the tray is as the log has it."""
    entry, event = next(rolls(model.campaign, model.system.id, unseen(model)), (None, None))
    if entry is None or event is None:
        return None
    if model.tray and model.tray.event == entry.id:
        return model.tray
    try:
        again = replayed(event)
    except RulesError:
        return None
    by = model.campaign.event(entry.id).by
    by = None if model.table and by == model.table.me else by
    return Tray(again.test, again.roll, again.verdict, entry.id, event.physical, event.counted, by=by)
