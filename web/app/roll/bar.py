"""The bar at the thumb: the button that rolls, with what it throws, and the way to dice thrown by hand."""

from importlib import import_module

from app.common.carry_over import is_left_by
from app.common.html import Child, Markup, button, tag
from app.common.icon import icon
from app.common.own_screens import screens_of
from app.common.tracking import is_anothers
from app.model import Model
from app.odds.summary import chance_of_option, main_chance
from app.roll import words
from app.roll.button import dice_of, large_label, main_button, secretly
from app.roll.choices_view import chosen_dice, next_step, option_with_hint, price
from app.roll.draft import current
from app.roll.hand import counting, dice_left
from app.roll.state import Tray
from pyrules.core.verdict import Option


def bar(model: Model) -> Child:
    """The main button of the screen, and the switch to dice thrown by hand."""
    tray = model.tray if model.result else None
    if model.hand and counting(model):
        label = secretly(model, words.USE_DICE)
        main = main_button("tally-rest", label, words.others(dice_left(model.system, model.hand)))
    elif model.hand:
        left = words.left_to_type(dice_left(model.system, model.hand))
        main = main_button("tally-rest", secretly(model, words.USE_DICE), left, disabled=True)
    elif model.result and drafting(model):
        main = main_button("decide", words.KEEP_PLACEMENT)
    elif tray and (chosen := chosen_dice(model, tray)):
        main = decide(model, tray, *chosen)
    elif tray and (way_on := screens_of(model.system.id).way_on(model, tray)):
        main = way_on
    elif tray and not is_anothers(model, tray) and (option := next_step(model, tray)):
        hint = option_with_hint(model, tray, option).hint
        said = " · ".join(filter(None, (hint, chance_of_option(model, tray, option, ()))))
        main = main_button("option", option.label, said, data_option=option.id)
    elif not tray and model.table and (way_in := screens_of(model.system.id).way_in(model)):
        main = way_in
    elif model.table and (asked := import_module("app.table.asks_view").answering(model)):
        main = asked
    else:
        main = roll(model)
    return main, by_hand(model)


def skipping(model: Model) -> Child:
    """The bar while dice are in the air: a tap anywhere shows what they come to, and so does one on the main button."""
    return tag("button", large_label(words.SHOW_RESULT), type="submit", form="test", class_="roll falling"), by_hand(
        model
    )


def decide(model: Model, tray: Tray, option: Option, places: tuple[int, ...]) -> Markup:
    """The button of an option for the dice that are tapped for it, with its price and its chance."""
    said = (price(model.system, option), chance_of_option(model, tray, option, places))
    label = words.on_dice(option.label, len(places), len(option.places))
    return main_button("decide", label, " · ".join(filter(None, said)))


def drafting(model: Model) -> bool:
    """Return whether modifiers lie otherwise than they are recorded."""
    tray = model.tray
    if tray is None or tray.draft is None:
        return False
    chosen = current(tray, model.system.options(tray.test, tray.roll))
    return chosen is not None and bool(chosen[0].units) and chosen[1].places != chosen[0].placed


def roll(model: Model) -> Markup:
    """The button that rolls: what it throws stands on it, once that is known."""
    if not model.known:
        return tag(
            "button",
            large_label(words.ROLL),
            tag("span", words.GETTING_READY),
            type="submit",
            form="test",
            class_="roll",
        )
    test = model.sheet.test
    tray = model.tray if model.result and test is not None else None
    own = tray is not None and not is_anothers(model, tray)
    again = tray is not None and own and (tray.test == test or is_left_by(model, tray.test))
    dice = dice_of(model.system, test) if test is not None else ""
    if test is None:
        label = words.ENTER_DICE if model.by_hand else words.ROLL
    elif model.by_hand and dice:
        label = words.enter(dice)
    else:
        label = words.ROLL_AGAIN if again else words.roll_dice(dice)
    return tag(
        "button",
        large_label(secretly(model, label)),
        tag("span", again_with(dice, main_chance(model)), class_="again")
        if label == words.ROLL_AGAIN
        else tag("span", main_chance(model)),
        type="submit",
        form="test",
        class_="roll",
    )


def again_with(dice: str, chance: str) -> Child:
    """Draw the dice that are thrown again, shortened where there is no room, and their chance."""
    return tag("span", dice or words.AGAIN_WITHOUT, class_="pool"), f" · {chance}" if chance else None


def by_hand(model: Model) -> Markup:
    """The switch between dice thrown here and dice thrown by hand."""
    return button(
        "by-hand",
        icon(model.root, "hand-raised"),
        tag("small", words.REAL_DICE),
        aria_pressed=model.by_hand,
        class_="by-hand",
    )
