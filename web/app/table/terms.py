"""Terms that the hub settles for all at a table, and what it has to say to its guests."""

from dataclasses import replace

from app.common.answer import Answer, Command, World, notify
from app.model import Model
from app.table import answering, arriving, words
from app.table.peers import keep_colour, under_house_rules
from app.table.state import Peer, Table
from pyrules.campaign.devices import Called, Doubted, Here, Taken
from pyrules.campaign.events import Device


def who_is_here(model: Model, table: Table, peer: Peer, said: Here, world: World) -> Answer:
    """Know from the hub which devices are at the table, and what is settled there; its house rules hold here too."""
    aloud: tuple[Command, ...] = ()
    if another := renamed_device(table, said.devices):
        model, aloud = notify(model, words.called_anew(*another))
        table = table.with_called(*another)
    host = next(iter(said.devices), table.host)
    table = table.with_peer(replace(peer, device=host))
    goes_on = said.system not in ("", table.plays)
    unlent = tuple(dict.fromkeys((*table.unlent, *said.unlent)))  # a hub that was reloaded has forgotten them
    settled = replace(
        table,
        here=said.devices,
        host=host,
        fair=said.fair,
        all_may=said.all_may,
        unlent=unlent,
        together=said.together,
        asks=said.asks,
        plays=said.system or table.plays,
        called_along=goes_on or table.called_along,
    )
    before, showing = answering.waits_no_more(replace(model, table=settled), world)
    before, coming = arriving.enter_game(before, said.system)
    before, telling = arriving.announce_game(before) if goes_on else (before, ())
    coming = (*showing, *coming, *telling)
    now = under_house_rules(before, {system: dict(rules) for system, rules in said.house})
    if now is before:
        return now, (*coming, *aloud)
    now, aloud = notify(now, f"{model.news.said} {words.TABLE_RULES}" if model.news else words.TABLE_RULES)
    return now, (*coming, *aloud)


def take_name(model: Model, table: Table, peer: Peer, said: Called, world: World) -> Answer:
    """Go by what the hub calls this device, and say so where another one has the name or the colour that it wished."""
    before, me = table.me, said.device
    here = tuple(me if one == before else one for one in table.here)
    wished = None if said.wished == table.wished else table.wished
    model = replace(model, table=replace(table.with_called(before, me), me=me, here=here, wished=wished))
    name, colour = model.own_name, model.own_colour
    chosen = (name and me.name != said.wished.name) or (colour and me.colour != said.wished.colour)
    model, keeping = keep_colour(model, me)
    if wished or not chosen:
        return model, keeping
    model, aloud = notify(model, f"{model.news.said} {words.called(me)}" if model.news else words.called(me))
    return model, (*keeping, *aloud)


def renamed_device(table: Table, now: tuple[Device, ...]) -> tuple[Device, Device] | None:
    """Another device that has another name or colour from now on, before and now; None where none has."""
    before, me = table.here, table.me
    changed = [(old, new) for old, new in zip(before, now, strict=False) if old != new and me not in (old, new)]
    return changed[0] if len(before) == len(now) and len(changed) == 1 else None


def hear_doubt(model: Model, table: Table, peer: Peer, said: Doubted, world: World) -> Answer:
    """Know from the hub what it has to say against a roll of another guest."""
    return notify(model, words.objection(said.doubt, said.by.name), wrong=True)


def release_person(model: Model, table: Table, peer: Peer, said: Taken, world: World) -> Answer:
    """Roll no more for somebody whom another guest rolls for."""
    if model.acting.get(said.system) != said.who:
        return model, ()
    model = replace(model, acting={**model.acting, said.system: ""})
    return notify(model, words.taken(said.by.name, said.who), wrong=True)
