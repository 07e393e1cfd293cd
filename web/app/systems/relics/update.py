"""A Challenge's turns, who leads the Cohort, and Stress dealt out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app import words
from app.common.answer import Answer, Handler, Message, World, focus, go_to_system, keep, notify, say
from app.common.tracking import acting
from app.form import update as form
from app.form.state import Sheet, sheet_of_values
from app.log.appending import append_events, enter_events
from app.meant import number
from app.model import Model
from app.place import Place
from app.systems.relics import words as ours
from app.systems.relics.challenge import challenge_named, house_rules, untracked_turn
from app.systems.relics.subjects import DISASTER, write_trait
from app.tracker.state import Editing
from pyrules.campaign.events import Recorded
from pyrules.campaign.rolls import RollMetadata, deal_effect
from pyrules.core.errors import FormError, RulesError
from pyrules.systems.relics.challenges import STRESS, Going, leader_event
from pyrules.systems.relics.cohort import (
    DISASTER_TRAIT,
    Undealt,
    belongs,
    disaster_traits,
    evenly,
    next_form,
    pcs,
    undealt,
    unnamed_disasters,
    unready,
)
from pyrules.systems.relics.progress import refused_leader

DECLARED = ("traits", "destiny")
"""Return what the Huddle has declared, whoever leads."""


def lead(model: Model, message: Message, world: World) -> Answer:
    """Have a PC lead the Cohort in a Challenge, in the form as well; one who is Stressed Out cannot."""
    now = challenge_named(model, str(message["data"]["challenge"]))
    pc = next((pc for pc in pcs(model.campaign) if pc.name == message["data"]["called"]), None)
    if now is None or pc is None:
        return model, ()
    if problem := refused_leader(pc.stress, house_rules(model)):
        return model, (say(problem),)
    metadata = RollMetadata(world.name(), world.now())
    model, stored = append_events(model, leader_event(metadata, now.name, pc.name))
    now = challenge_named(model, now.name)
    if now is None or now.turn != "cohort" or unready(model.campaign, now):
        return model, stored
    declared = model.sheet.values if model.sheet.test and belongs(model.sheet.test, now) else None
    if model.place.tab != "roll" and (declared is None or model.challenge != now.name):
        return model, stored
    model, storing = form.take_over(model, turn_form(model, now, declared))
    return model, (*stored, *storing)


def can_lead(model: Model, name: str) -> bool:
    """Return whether somebody is a PC who is not Stressed Out."""
    return any(pc.name == name and not refused_leader(pc.stress, house_rules(model)) for pc in pcs(model.campaign))


def turn_form(model: Model, now: Going, declared: Mapping[str, Any] | None = None) -> Sheet:
    """The form of a Challenge's next turn, with what was declared for it in another form."""
    values = next_form(model.campaign, now, house_rules(model))
    values |= {name: declared[name] for name in DECLARED} if declared else {}
    return sheet_of_values(model.system, model.sheet, values, model.house_rules)


def play(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with a Challenge's next turn, and go there; where nobody can lead yet, whoever rolls does."""
    now = challenge_named(model, str(message["data"]["challenge"]))
    if now is None:
        return model, ()
    someone, problem = acting(model), unready(model.campaign, now)
    leads = not now.leader or (problem == now.refused != "" and someone and can_lead(model, someone.name))
    if someone and now.turn == "cohort" and leads and model.place.tab == "roll":
        chosen = {"data": {"challenge": now.name, "called": someone.name}}
        model, commands = lead(replace(model, challenge=now.name, result=False), chosen, world)
        return model, (*commands, keep("challenge", now.name))
    if problem:
        return put_off(model, now, problem)
    model, came = go_to_system(replace(model, challenge=now.name, result=False), model.system.id)
    model, storing = form.take_over(model, turn_form(model, now))
    return model, (*storing, keep("challenge", now.name), *came, focus("main"))


def onward(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with the turn that follows the one on the tray, in a Challenge that is not in the tracker."""
    sheet = untracked_turn(model, model.tray) if model.tray else None
    if sheet is None:
        return model, ()
    model, storing = form.take_over(replace(model, result=False), sheet)
    return model, (*storing, focus("main"), {"do": "top"})


def afresh(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with the same Cohort against a Challenge none of whose dice are resolved, with nothing declared."""
    if model.sheet.test is None:
        return model, ()
    values = {**model.sheet.values, "resolved": 0, "freed": 0, "destiny": 0, "traits": []}
    sheet = sheet_of_values(model.system, model.sheet, values, model.house_rules)
    model, storing = form.take_over(replace(model, result=False), sheet)
    return model, (*storing, focus("main"), {"do": "top"})


def put_off(model: Model, now: Going, problem: str) -> Answer:
    """Say why a turn cannot begin, where that is changed.

    A leader is chosen above the form, and the card of a turn has what is left to do; the tracker has everything else.
    """
    leaderless = bool(pcs(model.campaign)) and not undealt(model.campaign, now.name)
    shown = model.result or model.place.tab != "roll" or leaderless
    place = model.place if shown else Place(model.system.id, "tracker")
    model, said = notify(replace(model, place=place, challenge=now.name), words.not_yet(problem), wrong=not leaderless)
    return model, said if shown else ({"do": "go", "to": place.address}, {"do": "top"}, *said)


def waiting(model: Model, message: Message) -> Undealt | None:
    """The turn whose Stress a message is about."""
    return next((one for one in undealt(model.campaign) if one.id == message["data"]["event"]), None)


def to_deal(model: Model, message: Message, world: World) -> Answer:
    """Bring the Stress of a turn into sight, where it is dealt out."""
    turn = waiting(model, message)
    return model, (focus(f"deal-{turn.id}"),) if turn else ()


def deal_step(model: Model, message: Message, world: World) -> Answer:
    """Give a PC one Stress more of a turn, or one less, as far as it goes."""
    turn, who, by = waiting(model, message), str(message["data"]["who"]), number(message["data"]["by"])
    if turn is None:
        return model, ()
    shares = model.tracker.shares if model.tracker.dealing == turn.id else {}
    share = shares.get(who, 0) + by
    if share < 0 or sum(shares.values()) + by > turn.stress:
        return model, ()
    return replace(model, tracker=replace(model.tracker, dealing=turn.id, shares={**shares, who: share})), ()


def deal_evenly(model: Model, message: Message, world: World) -> Answer:
    """Share the Stress of a turn so that the PCs come to have as much as each other."""
    turn = waiting(model, message)
    if turn is None:
        return model, ()
    shares = evenly(turn.stress, pcs(model.campaign))
    return replace(model, tracker=replace(model.tracker, dealing=turn.id, shares=shares)), ()


def deal(model: Model, message: Message, world: World) -> Answer:
    """Deal a turn's Stress out as it was shared."""
    turn = waiting(model, message)
    if turn is None or model.tracker.dealing != turn.id:
        return model, ()
    shares = [(pc.name, model.tracker.shares.get(pc.name, 0)) for pc in pcs(model.campaign)]
    then = [(model.campaign.name_at(model.system.id, name, turn.id), share) for name, share in shares]
    try:
        event = deal_effect(RollMetadata(world.name(), world.now()), turn.turn, STRESS, then)
    except RulesError as error:
        return model, (say(error.plain_words),)
    cleared = replace(model, tracker=replace(model.tracker, dealing="", shares={}))
    model, stored = append_events(cleared, event)
    said = ", ".join(words.counter_change(name, share) for name, share in shares if share)
    return model, (*stored, say(said))


def name_disaster(model: Model, message: Message, world: World) -> Answer:
    """Write down the trait that a Disaster leaves under the name that was typed, with no modifier yet."""
    line = message["data"].get("event")
    disaster = next((one for one in unnamed_disasters(model.campaign) if one.id == line), None)
    if disaster is None:
        return model, ()
    values = {"called": str(message["form"].get("called", "")), "challenge": disaster.challenge, **DISASTER}
    try:
        events = write_trait(model, Editing(model.system.id, DISASTER_TRAIT, "", values), world)
    except FormError as error:
        model, said = notify(model, words.sentence(next(iter(error.fields.values()))), wrong=True)
        return model, (*said, focus("disaster-called"))
    model, commands = enter_events(model, events, words.written_down(str(values["called"]).strip()))
    return model, (*commands, focus("main"))


def end_event(model: Model, message: Message, world: World) -> Answer:
    """End the Event, and with it every trait that a Disaster left."""
    events = tuple(
        Recorded(world.name(), world.now(), model.system.id, DISASTER_TRAIT, one.name, None)
        for one in disaster_traits(model.campaign)
    )
    return enter_events(model, events, ours.EVENT_ENDS) if events else (model, ())


HANDLERS: dict[str, Handler] = {
    "event-ends": end_event,
    "lead": lead,
    "play": play,
    "onward": onward,
    "afresh": afresh,
    "to-deal": to_deal,
    "deal-step": deal_step,
    "deal-evenly": deal_evenly,
    "deal": deal,
    "disaster": name_disaster,
}
