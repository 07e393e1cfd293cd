"""Rolls that another device at the table has just made, shown on this one.

The reader's own open roll stays on the felt; the newest of the others lies beside it.
"""

from dataclasses import replace

from app.common.answer import Answer, Command, notify, put_away, say
from app.model import Model
from app.place import Place
from app.roll.state import Tray
from app.table import words
from app.table.others import beside, spoken_of, stays, takes_place_of
from app.table.rights import is_own
from app.table.state import Newest
from pyrules.campaign.events import Device, Rolled, Sealed
from pyrules.campaign.rolls import replay_roll
from pyrules.core.errors import RulesError


def show_roll(model: Model, event: Rolled | Sealed, by: Device, *, revealed: bool = False) -> Answer:
    """Show a roll that another device has just made, or revealed; of a secret one, that there is one."""
    if isinstance(event, Rolled):
        return lay_on_felt(model, event, by, revealed=revealed)
    table = model.table
    if table and table.holds_back(by):
        return replace(model, table=replace(table, held=table.held | {event.id})), ()
    return notify(model, words.rolled_by(by.name, f"{words.SECRET_ROLL}.")) if not event.revises else (model, ())


def lay_on_felt(model: Model, event: Rolled, by: Device, *, revealed: bool) -> Answer:
    """Lay a roll that another device has made on its system's felt, or beside what lies there and stays.

    One that a later roll of the others has overtaken on its way is in the log alone. What goes on with the roll on the
    felt goes on there, whoever does it.
    """
    try:
        again = replay_roll(event)
    except RulesError as error:
        return notify(model, words.rolled_by(by.name, words.cannot_judge(error.plain_words)), wrong=True)
    table, line = model.table, event.revises or event.id
    lying, hand = model.trays.get(event.system), model.hands.get(event.system)
    goes_on = lying is not None and lying.event == line
    draft = lying.draft if lying and goes_on else None
    tray = Tray(again.test, again.roll, again.verdict, line, event.physical, event.counted, draft)
    own = is_own(model, event)
    if table and not own:
        if not revealed and not takes_place_of(model, table.newest, event):
            return model, ()
        model = replace(model, table=replace(table, newest=Newest(event.system, event.id, tray)))
    busy = (hand and hand.faces) or (lying and lying.draft and not goes_on)
    aloud: tuple[Command, ...] = ()
    if busy or not (goes_on or (own and not event.revises) or not stays(model, event.system)):
        aloud = () if beside(model) else (say(spoken_of(model, tray)),)
    else:
        here = model.place in (Place(event.system, "roll"), Place(event.system, "show"))
        model = put_away(model, event.system) if here else model
        model = replace(model, trays={**model.trays, event.system: tray}, result=model.result or here)
        aloud = () if here else (say(spoken_of(model, tray)),)
    if again.holds:
        return model, aloud
    model, warning = notify(model, words.not_as_told(by.name), wrong=True)
    return model, (*aloud, *warning)
