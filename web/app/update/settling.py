"""What the hub settles for all at a table, and what it has to say to its guests."""

from dataclasses import replace

from app import words
from app.answer import Answer, Command, World, told
from app.gathering import Gathering, Peer
from app.model import Model
from app.update.company import hello, tell, under_house_rules
from pyrules.campaign.devices import COLOURS, Doubted, Here, Taken


def who_is_here(model: Model, gathering: Gathering, peer: Peer, said: Here, world: World) -> Answer:
    """Know from the hub which devices are at the table, and what is settled there; its house rules hold here too."""
    gathering, telling = of_ones_own_colour(model, gathering, said)
    unlent = tuple(dict.fromkeys((*gathering.unlent, *said.unlent)))  # a hub that was reloaded has forgotten them
    settled = replace(gathering, fair=said.fair, all_may=said.all_may, unlent=unlent)
    before = replace(model, gathering=settled)
    now = under_house_rules(before, {system: dict(rules) for system, rules in said.house})
    if now is before:
        return now, telling
    now, aloud = told(now, f"{model.news.said} {words.TABLE_RULES}" if model.news else words.TABLE_RULES)
    return now, (*telling, *aloud)


def of_ones_own_colour(model: Model, gathering: Gathering, said: Here) -> tuple[Gathering, tuple[Command, ...]]:
    """The table with those who are here; who has just come, and has chosen no colour, takes one that is free."""
    me, known = gathering.me, replace(gathering, here=said.devices)
    used = [one.colour for one in said.devices]
    free = [colour for colour in COLOURS if colour not in used]
    if gathering.here != (me,) or model.goes_by[1] or used.count(me.colour) < 2 or not free:
        return known, ()
    known = replace(known, me=replace(me, colour=free[0]))
    return known, tell(known.others, hello(model, known))


def doubted(model: Model, gathering: Gathering, peer: Peer, said: Doubted, world: World) -> Answer:
    """Know from the hub what it has to say against a roll of another guest."""
    return told(model, words.doubted(said.doubt, said.by.name), wrong=True)


def taken(model: Model, gathering: Gathering, peer: Peer, said: Taken, world: World) -> Answer:
    """Roll no more for somebody whom another guest rolls for."""
    if model.acting.get(said.system) != said.who:
        return model, ()
    model = replace(model, acting={**model.acting, said.system: ""})
    return told(model, words.taken(said.by.name, said.who), wrong=True)
