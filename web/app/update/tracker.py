"""The tracker: counters changed by hand, a Challenge's turns, Stress dealt out, time and rounds that pass."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app import words
from app.challenge import going, relics_rules
from app.model import TEST_TIMES, Model, Place, Sheet
from app.sheet import filled, noted
from app.tracking import bounds, house_rules, open_retry, roller, trying, used, value
from app.update import form
from app.update.answer import Answer, Handler, Message, World, focus, keep, moved, say, told
from app.update.characters import entered
from app.update.log import appended, tidy
from pyrules.campaign.actions import actions_back, next_round
from pyrules.campaign.challenges import STRESS, Going, led
from pyrules.campaign.codec import MOST_NOTE
from pyrules.campaign.cohort import Undealt, belongs, next_form, pcs, undealt, unready
from pyrules.campaign.events import Adjusted, Restored
from pyrules.campaign.retries import again
from pyrules.campaign.rolls import Occasion, dealt
from pyrules.core.errors import RulesError
from pyrules.systems.general import GENERAL
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.relics.progress import refused_leader


def write_note(model: Model, message: Message, world: World) -> Answer:
    """Take over the note for the next change."""
    return replace(model, tracker=replace(model.tracker, note=str(message["value"])[:MOST_NOTE])), ()


def count(model: Model, message: Message, world: World) -> Answer:
    """Change a counter by hand within its bounds, and put the note on that change."""
    data = message["data"]
    counter, who, by = str(data["counter"]), str(data.get("who", "")), int(data["by"])
    try:
        before, limits = value(model, counter, who), bounds(model, counter, who)
    except RulesError:
        return model, ()
    after = limits.after(before, by)
    if after == before:
        return model, ()
    note = tidy(model.tracker.note)
    settings = house_rules(model)
    event = Adjusted(world.name(), world.now(), model.system.id, counter, after - before, who, note, settings)
    events = (event, *actions_back(model.campaign, event, world.name()))
    return appended(replace(model, tracker=replace(model.tracker, note="")), *events)


def lead(model: Model, message: Message, world: World) -> Answer:
    """Have a PC lead the Cohort in a Challenge, in the form as well; one who is Stressed Out cannot."""
    now = going(model, str(message["data"]["challenge"]))
    pc = next((pc for pc in pcs(model.campaign) if pc.name == message["data"]["called"]), None)
    if now is None or pc is None:
        return model, ()
    if problem := refused_leader(pc.stress, relics_rules(model)):
        return model, (say(problem),)
    occasion = Occasion(world.name(), world.now())
    model, stored = appended(model, led(occasion, now.name, pc.name))
    now = going(model, now.name)
    if now is None or now.turn != "cohort" or unready(model.campaign, now):
        return model, stored
    declared = model.sheet.values if model.sheet.test and belongs(model.sheet.test, now) else None
    if model.place.tab != "roll" and (declared is None or model.challenge != now.name):
        return model, stored
    model, kept = form.kept(model, turn_form(model, now, declared))
    return model, (*stored, *kept)


DECLARED = ("traits", "destiny")
"""What the Huddle has declared whoever leads."""


def turn_form(model: Model, now: Going, declared: Mapping[str, Any] | None = None) -> Sheet:
    """The form of a Challenge's next turn, with what was declared for it in another form."""
    values = next_form(model.campaign, now, relics_rules(model))
    values |= {name: declared[name] for name in DECLARED} if declared else {}
    return filled(model.system, model.sheet, values, model.house_rules)


def play(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with a Challenge's next turn, and go there."""
    now = going(model, str(message["data"]["challenge"]))
    if now is None:
        return model, ()
    if problem := unready(model.campaign, now):
        return put_off(model, problem)
    model, came = moved(replace(model, challenge=now.name, result=False), model.system.id)
    model, kept = form.kept(model, turn_form(model, now))
    return model, (*kept, keep("challenge", now.name), *came, focus("main"))


def put_off(model: Model, problem: str) -> Answer:
    """Say why a turn cannot begin, in the tracker, where that is changed; the card of a turn has what is left to do."""
    shown = model.result or model.place.tab != "roll"
    place = model.place if shown else Place(model.system.id, "tracker")
    model, said = told(replace(model, place=place), words.not_yet(problem), wrong=True)
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
    turn, who, by = waiting(model, message), str(message["data"]["who"]), int(message["data"]["by"])
    if turn is None:
        return model, ()
    shares = model.tracker.shares if model.tracker.dealing == turn.id else {}
    share = shares.get(who, 0) + by
    if share < 0 or sum(shares.values()) + by > turn.stress:
        return model, ()
    return replace(model, tracker=replace(model.tracker, dealing=turn.id, shares={**shares, who: share})), ()


def deal(model: Model, message: Message, world: World) -> Answer:
    """Deal a turn's Stress out as it was shared."""
    turn = waiting(model, message)
    if turn is None or model.tracker.dealing != turn.id:
        return model, ()
    shares = [(pc.name, model.tracker.shares.get(pc.name, 0)) for pc in pcs(model.campaign)]
    then = [(model.campaign.called_then(model.system.id, name, turn.id), share) for name, share in shares]
    try:
        event = dealt(Occasion(world.name(), world.now()), turn.turn, STRESS, then)
    except RulesError as error:
        return model, (say(str(error)),)
    cleared = replace(model, tracker=replace(model.tracker, dealing="", shares={}))
    model, stored = appended(cleared, event)
    said = ", ".join(words.changed(name, share) for name, share in shares if share)
    return model, (*stored, say(said))


def retry(model: Model, message: Message, world: World) -> Answer:
    """Fill the form with another try at a failed test, with the penalty it has come to, and go there."""
    found = open_retry(model, str(message["data"]["event"]))
    if found is None:
        return model, ()
    model, came = moved(replace(model, result=False), model.system.id)
    notation = MOONWALK.write(again(found))
    model = replace(model, acting={**model.acting, model.system.id: roller(model, found.entry)})
    model, kept = form.kept(model, noted(model.system, model.sheet, notation, model.house_rules))
    return trying(model, found.entry.id), (*kept, *came, focus("main"))


def set_test_time(model: Model, message: Message, world: World) -> Answer:
    """Take over how long a basic test takes in the game."""
    seconds = int(message["data"]["seconds"])
    if seconds not in TEST_TIMES:
        return model, ()
    return replace(model, tracker=replace(model.tracker, test_time=seconds)), (keep("test time", seconds),)


def begin_round(model: Model, message: Message, world: World) -> Answer:
    """Go on to the next round; where the house rules say so, Actions come back."""
    ids = (world.name(), world.name())
    return appended(model, *next_round(model.campaign, ids, world.now(), house_rules(model)))


def begin_scene(model: Model, message: Message, world: World) -> Answer:
    """Begin a new Action Scene: the first round, with all Actions unused."""
    settings = house_rules(model)
    events = (
        Restored(world.name(), world.now(), GENERAL.id, counter, settings=settings) for counter in ("round", "actions")
    )
    return entered(model, tuple(events), words.NEW_SCENE)


def return_actions(model: Model, message: Message, world: World) -> Answer:
    """Have the used Actions come back: someone's, or everybody's."""
    who = str(message["data"].get("who", ""))
    return appended(model, Restored(world.name(), world.now(), GENERAL.id, "actions", who, house_rules(model)))


def use_action(model: Model, message: Message, world: World) -> Answer:
    """Have someone use an Action without a roll, or get one back."""
    who, name = str(message["data"]["who"]), str(message["data"]["action"])
    back = name in used(model, who) and message["data"]["by"] == "-1"
    if not back and message["data"]["by"] != "1":
        return model, ()
    delta, settings = (-1 if back else 1), house_rules(model)
    return appended(model, Adjusted(world.name(), world.now(), GENERAL.id, "actions", delta, who, name, settings))


HANDLERS: dict[str, Handler] = {
    "count-note": write_note,
    "count": count,
    "lead": lead,
    "play": play,
    "to-deal": to_deal,
    "deal-step": deal_step,
    "deal": deal,
    "retry": retry,
    "test-time": set_test_time,
    "round-next": begin_round,
    "scene-new": begin_scene,
    "actions-return": return_actions,
    "action-use": use_action,
}
