"""Choosing dice for what the rules still allow: rerolls, and modifiers that are put on dice."""

from dataclasses import replace

from app.common.answer import Answer, Handler, Message, World, notify, say, spoken_verdict
from app.common.tracking import movable
from app.meant import number
from app.model import Model
from app.roll import update as roll, words
from app.roll.draft import at_hand, bare, current, first_draft, giving, keeps, on_dice, preview, tap_die, with_draft
from app.roll.state import NOWHERE, Draft, Tray
from pyrules.core.errors import RulesError
from pyrules.core.system import placing_problem
from pyrules.core.verdict import Option

Chosen = tuple[Tray, Option, Draft]


def choice_now(model: Model) -> Chosen | None:
    """The dice on the tray with the option that they are chosen for."""
    tray = model.tray
    found = current(tray, model.system.options(tray.test, tray.roll)) if tray else None
    if tray is None or found is None:
        return None
    option, draft = found
    return tray, option, at_hand(option, draft, movable(model, tray, option))


def show_draft(model: Model, draft: Draft | None) -> Answer:
    """Show a draft, and say what the dice would come to by it."""
    tray = model.tray
    if tray is None:
        return model, ()
    tray = replace(tray, draft=draft)
    model = replace(model, trays={**model.trays, model.system.id: tray})
    verdict = preview(model.system, tray)
    return model, (say(spoken_verdict(verdict)),) if verdict is not tray.verdict else ()


def tap(model: Model, message: Message, world: World) -> Answer:
    """Choose a die, or no longer choose it."""
    if not (now := choice_now(model)):
        return model, ()
    _, option, draft = now
    return place_units(model, now, tap_die(option, draft, number(message["data"]["place"])))


def place_units(model: Model, now: Chosen, draft: Draft) -> Answer:
    """Show a draft with units on other dice, unless that moves what another at the table brings."""
    tray, option, before = now
    if keeps(option, before, draft, movable(model, tray, option)):
        return show_draft(model, draft)
    return notify(model, words.NOT_YOUR_MODIFIER, wrong=True)


def choose(model: Model, message: Message, world: World) -> Answer:
    """Choose which option the next taps on dice are for."""
    tray = model.tray
    options = on_dice(model.system.options(tray.test, tray.roll)) if tray else ()
    option = next((one for one in options if one.id == message["data"]["option"]), None)
    return show_draft(model, first_draft(option)) if option else (model, ())


def choose_unit(model: Model, message: Message, world: World) -> Answer:
    """Choose which modifier the next taps on dice put down."""
    if not (now := choice_now(model)):
        return model, ()
    _, option, draft = now
    unit = number(message["data"]["unit"])
    return show_draft(model, replace(draft, unit=unit)) if 0 <= unit < len(option.units) else (model, ())


def propose(model: Model, message: Message, world: World) -> Answer:
    """Put every modifier where a proposal has it, or with none all of them back."""
    if not (now := choice_now(model)):
        return model, ()
    _, option, draft = now
    places = {proposal.label: proposal.places for proposal in option.proposals}
    label = message["data"]["proposal"]
    if label == "":
        return place_units(model, now, replace(draft, places=(NOWHERE,) * len(option.units)))
    return place_units(model, now, replace(draft, places=places[label])) if label in places else (model, ())


def decide(model: Model, message: Message, world: World) -> Answer:
    """Take the option on the chosen dice; what the rules refuse is said and changes nothing."""
    if not (now := choice_now(model)):
        return model, ()
    tray, option, draft = now
    if not draft.places:
        return model, (say(words.TAP_DICE),)
    if placing_problem(option, draft.places):
        return show_draft(model, draft)
    try:
        picked = with_draft(model.system, tray, option, draft)
    except RulesError as error:
        return model, (say(error.plain_words),)
    return roll.go_on_with(model, tray, picked, world)


def give(model: Model, message: Message, world: World) -> Answer:
    """Change what is given with an option."""
    tray, data = model.tray, message["data"]
    options = model.system.options(tray.test, tray.roll) if tray else ()
    option = next((one for one in options if one.id == data["option"]), None)
    if tray is None or option is None:
        return model, ()
    return show_draft(model, giving(tray, option, data["field"], number(data["by"])))


def follow(model: Model, message: Message, world: World) -> Answer:
    """Take an option as a piece of advice has it, on its dice; without any, those are still to be tapped."""
    tray = model.tray
    options = on_dice(model.system.options(tray.test, tray.roll)) if tray else ()
    option = next((one for one in options if one.id == message["data"]["option"]), None)
    if tray is None or option is None:
        model, _ = show_draft(model, None)  # the advice counts on nothing that is given with it
        return roll.take_option(model, message, world)
    places = tuple(map(int, str(message["data"]["places"]).split()))
    if not places:
        return choose(model, message, world)
    tray = replace(tray, draft=Draft(option.id, places))
    return decide(replace(model, trays={**model.trays, model.system.id: tray}), message, world)


def by_the_rules(model: Model, message: Message, world: World) -> Answer:
    """Give up the placement by hand: the rules place every modifier again, which is read out."""
    if not (now := choice_now(model)):
        return model, ()
    tray, option, _ = now
    roll_before = bare(tray.roll, option)
    if roll_before == tray.roll:
        model, _ = show_draft(model, None)
        return model, (say(spoken_verdict(tray.verdict)),)
    return roll.go_on_with(model, tray, roll_before, world)


HANDLERS: dict[str, Handler] = {
    "die": tap,
    "choose": choose,
    "unit": choose_unit,
    "propose": propose,
    "decide": decide,
    "give": give,
    "advised": follow,
    "draft-drop": by_the_rules,
}
