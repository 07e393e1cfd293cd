"""Rolls that another device at the table has just made, shown on this one."""

from dataclasses import replace

from app.common.answer import Answer, Command, notify, put_away
from app.model import Model
from app.place import Place
from app.roll.state import Tray
from app.table import words
from app.table.requests import answering
from app.table.state import Table
from pyrules.campaign.devices import Device
from pyrules.campaign.events import Rolled, Sealed
from pyrules.campaign.rolls import replayed
from pyrules.core.errors import RulesError


def shown(model: Model, table: Table, event: Rolled | Sealed, by: Device) -> Answer:
    """Show a roll that another device has just made; of a secret one, that there is one."""
    if isinstance(event, Rolled):
        return laid(replace(model, table=answering(table, event, by)), event, by)
    return notify(model, words.rolled_by(by.name, f"{words.SECRET_ROLL}.")) if not event.revises else (model, ())


def laid(model: Model, event: Rolled, by: Device) -> Answer:
    """Lay a roll that another device has made on its system's table; a reader who looks elsewhere is told of it.

    So is one who is typing in dice or choosing some: they stay in sight.
    """
    try:
        again = replayed(event)
    except RulesError as error:
        return notify(model, words.rolled_by(by.name, words.cannot_judge(error.said)), wrong=True)
    aloud: tuple[Command, ...] = ()
    lying = model.trays.get(event.system)
    hand = model.hands.get(event.system)
    here = model.place in (Place(event.system, "roll"), Place(event.system, "show"))
    if (hand and hand.faces) or (lying and lying.draft) or not here:
        model, aloud = notify(model, words.rolled_by(by.name, f"{event.headline}. {event.summary}"))
        if (hand and hand.faces) or (lying and lying.draft):
            return model, aloud
    else:
        model = put_away(model, event.system)
    line = event.revises or event.id
    table = Tray(again.test, again.roll, again.verdict, line, event.physical, event.counted, by=by)
    model = replace(model, trays={**model.trays, event.system: table}, result=model.result or here)
    if again.holds:
        return model, aloud
    return notify(model, words.not_as_told(by.name), wrong=True)
