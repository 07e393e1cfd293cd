"""What may still be done with the dice on the tray, and what to do with the roll."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.common.carry_over import is_left_by
from app.common.count import change
from app.common.html import Markup, button, parts, tag
from app.common.icon import Icon, icon
from app.common.sheet import SHARING, sheet
from app.common.tracking import movable, options
from app.form.view import in_secret
from app.log.state import last_done
from app.model import Model
from app.odds.summary import best_dice, chance_of_option, is_idle
from app.roll import words
from app.roll.draft import at_hand, current, kinds
from app.roll.state import Draft, Tray, given_with
from pyrules.core.english import minus, with_sign
from pyrules.core.errors import IllegalPick
from pyrules.core.form import Field, defaults
from pyrules.core.roll import Pick
from pyrules.core.system import System, placing_problem
from pyrules.core.verdict import Option


def choices(model: Model, tray: Tray, *, onward: bool) -> Markup | None:
    """The buttons for what the rules allow now, further tests first and only with `onward`; what cannot help is out."""
    helping = [one for one in open_ones(model, tray) if not is_idle(model, tray, one)]
    offers = [option_button(model, tray, one) for one in helping if onward or not one.notation]
    idle = [one for one in options(model, tray) if is_idle(model, tray, one)]
    giving = [what_is_given(tray, one) for one in options(model, tray) if one.fields and one not in idle]
    stops = tray.event and model.system.pending(tray.test, tray.roll).optional
    if not (offers or giving or stops):
        return None
    best = None if chosen_dice(model, tray) else best_dice(model, tray)
    give_up = button("give-up", words.GIVE_UP, data_event=tray.event) if stops else None
    return tag("div", giving, best, offers, give_up, class_="choices", role="group", aria_label=words.NEXT)


def open_ones(model: Model, tray: Tray) -> list[Option]:
    """Return the options that the rules still offer, further tests first, without the one in the bar."""
    tapped = chosen_dice(model, tray)
    at_the_thumb = (next_step(model, tray), tapped[0] if tapped else None)
    found = (one for one in options(model, tray) if not one.units and one not in at_the_thumb)
    return sorted(found, key=lambda one: not one.notation)


def option_button(model: Model, tray: Tray, option: Option) -> Markup:
    """The button of an option, as the dice are tapped for it."""
    places = tapped_for(option, current(tray, options(model, tray)))
    chance = chance_of_option(model, tray, option, places or ())
    return offer(model.system, option_with_hint(model, tray, option), places, chance)


def what_is_given(tray: Tray, option: Option) -> Markup:
    """The numbers and switches that may be given with an option."""
    values = defaults(option.fields) | dict(given_with(tray, option))
    controls = (given_field(option, field, values[field.name]) for field in option.fields)
    return tag("div", controls, class_="steppers", role="group", aria_label=option.label)


def given_field(option: Option, field: Field, value: Any) -> Markup:
    """One number or switch that may be given with an option."""
    data, label = {"data_option": option.id, "data_field": field.name}, words.given_with(field.label, option.label)
    if field.kind == "switch":
        return button("give", label, **data, data_by=1, aria_pressed=value)
    seen = field.label if sum(one.kind == "number" for one in option.fields) > 1 else label
    number = with_sign(value) if value and field.low < 0 else str(value)
    return tag(
        "div",
        change("give", -1, words.one_less(label), can=value > field.low, **data),
        tag("span", tag("small", seen), " ", tag("b", number)),
        change("give", 1, words.one_more(label), can=value < field.high, **data),
        class_="stepper",
    )


def option_with_hint(model: Model, tray: Tray, option: Option) -> Option:
    """An option that says what it means with what the reader gives with it."""
    values = dict(given_with(tray, option))
    if not values:
        return option
    try:
        picked = model.system.pick(tray.test, tray.roll, Pick(option.id, given=given_with(tray, option)))
    except IllegalPick:
        return option
    then = next((one.hint for one in model.system.options(tray.test, picked) if one.id == option.id), option.hint)
    switched = (field.label for field in option.fields if field.kind == "switch" and values.get(field.name))
    return replace(option, hint=" · ".join((then, *switched)))


def deeds(model: Model, tray: Tray, *, behind: bool) -> Markup:
    """Draw the buttons of a roll and of its test; rare ones are `behind` one more button."""
    return tag(
        "div",
        undoing(model, tray) if tray.event else None,
        opener(model, "share", words.SHARE, SHARING),
        button(
            "change",
            icon(model.root, "pencil-square"),
            tag("small", words.CHANGE_SHORT),
            aria_label=words.CHANGE,
            class_="small",
        ),
        in_secret(model),
        opener(model, "ellipsis-horizontal", words.MORE, SELDOM)
        if behind
        else button(
            "pin", icon(model.root, "bookmark"), tag("small", words.PIN_SHORT), aria_label=words.PIN, class_="small"
        ),
        class_="deeds",
    )


SELDOM = "seldom"
"""The id of what lies behind the button."""


def seldom(model: Model, tray: Tray) -> Markup | None:
    """The buttons for what changes no chance any more, and beside them the preset that the test makes."""
    idle = [
        (what_is_given(tray, one) if one.fields else None, option_button(model, tray, one))
        for one in open_ones(model, tray)
        if is_idle(model, tray, one)
    ]
    pin = button("pin", icon(model.root, "bookmark"), words.PIN)
    return sheet(model, SELDOM, words.WITH_THE_ROLL, idle, pin) if idle else None


def undoing(model: Model, tray: Tray) -> Markup:
    """The way back from what was done last with a roll of the log."""
    what, events = last_done(model.campaign, model.campaign.entry(tray.event))
    label = words.undo_of(what) if what else None
    data = {"aria_label": label, "data_event": tray.event, "data_takes": events[-1]}
    return button("undo", icon(model.root, "arrow-uturn-left"), tag("small", words.UNDO), **data, class_="small")


def opener(model: Model, drawn: Icon, word: str, name: str) -> Markup:
    """A small button that shows the sheet of a name."""
    said = icon(model.root, drawn), tag("small", word)
    return tag("button", said, type="button", popovertarget=name, class_="small")


def next_step(model: Model, tray: Tray) -> Option | None:
    """The way on with a roll that may go on, as to the next interval: in the bar, unless the form has another test."""
    if tray.test != model.sheet.test or not model.system.pending(tray.test, tray.roll).throws:
        return None
    return options(model, tray)[0]


def tapped_for(option: Option, chosen: tuple[Option, Draft] | None) -> tuple[int, ...] | None:
    """The dice tapped for an option that is used on dice; None while taps are not for it."""
    return chosen[1].places if option.most and chosen and chosen[0].id == option.id else None


def offer(system: System[Any], option: Option, places: tuple[int, ...] | None, chance: str) -> Markup:
    """The button of an option: what it does, what it costs, on how many dice, and the chance it gives."""
    label = option.label
    on = "option"
    if places is not None:
        on, label = "decide", words.on_dice(option.label, len(places), len(option.places))
    elif option.most:
        on = "choose"
    said = (price(system, option), option.hint)
    return button(
        on,
        label,
        tag("small", parts(minus(" · ".join(filter(None, said))))) if any(said) else None,
        tag("small", chance, class_="chance"),
        data_option=option.id,
    )


def chosen_dice(model: Model, tray: Tray) -> tuple[Option, tuple[int, ...]] | None:
    """The option that dice are tapped for, and these: in the bar, unless the form has another test."""
    same = tray.test == model.sheet.test or is_left_by(model, tray.test)
    chosen = current(tray, options(model, tray)) if same else None
    return (chosen[0], chosen[1].places) if chosen and not chosen[0].units and chosen[1].places else None


def price(system: System[Any], option: Option) -> str:
    """Return the price of an option, and how much there is to pay it."""
    if not option.cost:
        return ""
    return words.price_paid(
        option.cost, option.held, next(one.title for one in system.counters if one.id == option.counter)
    )


def placement(model: Model, tray: Tray) -> Markup | None:
    """The modifiers to put on dice, where there are any: one is chosen, then dice are tapped."""
    chosen = current(tray, model.system.options(tray.test, tray.roll))
    if chosen is None or not chosen[0].units:
        return None
    option, own = chosen[0], movable(model, tray, chosen[0])
    if not own:
        return None
    draft = at_hand(option, chosen[1], own)
    problem = placing_problem(option, draft.places)
    return tag(
        "div",
        tag("strong", option.label),
        tag("div", (chip(option, draft, units, may=units[0] in own) for units in kinds(option)), class_="chips"),
        tag(
            "div",
            tag("p", words.TAP_MODIFIER),
            tag("p", option.hint, class_="quiet") if option.hint else None,
            id="placing",
        ),
        tag("p", words.placed_meanwhile(draft.meanwhile), class_="warning") if draft.meanwhile else None,
        tag("p", words.sentence(problem), class_="wrong") if problem else None,
        tag(
            "div",
            (propose(proposal.label, proposal.label) for proposal in option.proposals),
            propose(words.CLEAR, ""),
            button("draft-drop", words.BY_THE_RULES),
            class_="chips",
        )
        if len(own) == len(option.units)
        else None,
        class_="card placement",
        role="group",
        aria_label=option.label,
        aria_describedby="placing",
    )


def chip(option: Option, draft: Draft, units: Sequence[int], *, may: bool) -> Markup:
    """One modifier, and how many of its units still wait for a die; whether the reader may place it."""
    left = sum(draft.places[unit] < 0 for unit in units)
    brought_by = option.brought_by[units[0]] if option.brought_by else ""
    return button(
        "unit",
        f"{brought_by} " if brought_by else None,
        words.units(option.units[units[0]], len(units), left),
        data_unit=units[0],
        aria_pressed=draft.unit in units,
        aria_disabled=None if may else "true",
    )


def propose(label: str, proposal: str) -> Markup:
    """A button that puts every modifier somewhere at once."""
    return button("propose", label, data_proposal=proposal)
