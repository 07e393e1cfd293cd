"""The felt while others roll: the reader's own roll stays, and the newest of the others lies beside it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.common.answer import VERDICT, Answer, Handler, Message, World, go_to_system, put_away, spoken_verdict
from app.common.tracking import as_logged, maker
from app.log.state import whose
from app.model import Model
from app.place import Place
from app.roll.state import Tray, falling
from app.table.rights import is_own
from app.table.state import Newest
from pyrules.campaign.events import Rolled


def stays(model: Model, system: str) -> bool:
    """Return whether a system's felt stays when others roll: the reader's own roll, or one that they opened."""
    tray, table = model.trays.get(system), model.table
    if tray is None or table is None:
        return False
    event = model.campaign.entry(tray.event).event if tray.event else None
    found_there = table.newest is not None and table.newest.tray is tray  # by who came
    known = maker(model, tray) is not None or found_there
    return not known or system in table.own or (isinstance(event, Rolled) and is_own(model, event))


def takes_place_of(model: Model, newest: Newest | None, event: Rolled) -> bool:
    """Return whether a roll of the others is later in the log than the newest one, whichever was heard of first."""
    if newest is None:
        return True
    return (
        next((one.id for one in reversed(model.campaign.events) if one.id in (event.id, newest.event)), "") == event.id
    )


def newest(model: Model) -> tuple[str, Tray] | None:
    """The newest roll of the others with its system, as the log has it by now; None once it is undone or put away."""
    last = model.table.newest if model.table else None
    if last is None or last.away or model.campaign.entry(last.tray.event).is_struck:
        return None
    return last.system, as_logged(model, last.tray)


def beside(model: Model) -> Tray | None:
    """The newest roll of the others where it lies on the felt, beside the roll that the reader looks at."""
    found = newest(model)
    if found is None or model.place != Place(found[0], "roll") or not model.result or model.hand:
        return None
    tray = model.tray
    return found[1] if tray and tray.event != found[1].event else None


def at_hand(model: Model) -> tuple[str, Tray] | None:
    """The newest roll of the others with its system, where the reader does not look at it as a whole."""
    found = newest(model)
    if found is None or model.place.tab == "show" or (model.table and model.table.newest and model.table.newest.seen):
        return None
    tray, there = model.trays.get(found[0]), model.place == Place(found[0], "roll") and model.result and not model.hand
    return None if there and tray and tray.event == found[1].event else found


def left_behind(before: Model, now: Model) -> Model:
    """The model that knows that the reader has gone on from the newest roll of the others.

    They have seen it as a whole, or come to another game or the workshop since.
    """
    table, earlier = now.table, before.table
    last = table.newest if table else None
    if table is None or earlier is None or last is None or before.place == now.place:
        return now
    plays = now.place.system or now.place.tab == "own"
    elsewhere = plays and now.place.system not in (last.system, before.place.system or last.system)
    seen = last is earlier.newest and newest(before) is not None and (at_hand(before) is None or elsewhere)
    return replace(now, table=replace(table, newest=replace(last, seen=True))) if seen else now


def own_roll_aside(model: Model) -> Tray | None:
    """The reader's own roll, where they look at another's that they opened."""
    own = model.table.own.get(model.place.system) if model.table else None
    tray = model.tray if model.place.tab == "roll" and model.result and not model.hand else None
    if own is None or tray is None or maker(model, tray) is None:
        return None
    if own.event and model.campaign.entry(own.event).is_struck:
        return None
    return as_logged(model, own)


def fall_beside(before: Model, now: Model) -> tuple[list[Mapping[str, Any]], str]:
    """The command for the dice beside the reader's roll, and what is read out of them, "" where they lie."""
    tray = beside(now)
    if tray is None:
        return [], ""
    last = as_logged(before, before.table.newest.tray) if before.table and before.table.newest else None
    lay = last if last and last.event == tray.event else None
    if before.place != now.place or (lay and lay.roll == tray.roll):
        return falling(now.system, tray, tray)["throws"], ""
    return falling(now.system, lay, tray)["throws"], spoken_of(now, tray)


def lay_there(before: Model, tray: Tray) -> bool:
    """Return whether the reader has seen a roll fall that comes to the felt now: they open it, or their own again."""
    table = before.table
    if table is None:
        return False
    known = (*((table.newest.tray,) if table.newest else ()), *table.own.values())
    return any((one.event, as_logged(before, one).roll) == (tray.event, tray.roll) for one in known)


def spoken_of(model: Model, tray: Tray) -> str:
    """Return the text that is read out of a roll of another device."""
    return spoken_verdict(tray.verdict, (", ".join(roll_title(model, tray)),))


def roll_title(model: Model, tray: Tray) -> tuple[str, ...]:
    """Whose roll it is: the device, then for whom, what for and against whom it rolled."""
    event = model.campaign.entry(tray.event).event
    by = maker(model, tray)
    return (*((by.name,) if by else ()), *(whose(event) if isinstance(event, Rolled) else ()))


def open_newest(model: Model, message: Message, world: World) -> Answer:
    """Lay the newest roll of the others on its system's felt; the reader's own waits meanwhile."""
    table, found = model.table, newest(model)
    if table is None or found is None:
        return model, ()
    system, tray = found
    lying = model.trays.get(system)
    if lying and stays(model, system) and system not in table.own:
        table = replace(table, own={**table.own, system: lying})
    return gone_to(replace(model, table=table), system, tray)


def back_to_own(model: Model, message: Message, world: World) -> Answer:
    """Lay the reader's own roll on the felt again."""
    table, own = model.table, own_roll_aside(model)
    if table is None or own is None:
        return model, ()
    system = model.place.system
    waiting = {name: tray for name, tray in table.own.items() if name != system}
    return gone_to(replace(model, table=replace(table, own=waiting)), system, own)


def gone_to(model: Model, system: str, tray: Tray) -> Answer:
    """Lay a roll on a system's felt, and go there."""
    model = replace(model, trays={**model.trays, system: tray}, result=True)
    if model.place == Place(system, "roll"):
        return put_away(model, system), (VERDICT,)
    model, going = go_to_system(model, system)
    return model, (*going, VERDICT)


def close(model: Model, message: Message, world: World) -> Answer:
    """Put the newest roll of the others away."""
    table = model.table
    if table is None or table.newest is None:
        return model, ()
    return replace(model, table=replace(table, newest=replace(table.newest, away=True))), ()


HANDLERS: dict[str, Handler] = {
    "table-others": open_newest,
    "table-own": back_to_own,
    "table-others-close": close,
}
