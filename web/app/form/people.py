"""The people above a form: a tap fills it with what is theirs."""

from importlib import import_module
from itertools import groupby

from app.common.count import own_counters
from app.common.html import Child, Markup, button, tag
from app.common.own_screens import screens_of
from app.common.tracking import context, in_sight, kin, may_roll_for, opponents, value
from app.form import words
from app.model import Model
from pyrules.campaign.people import kind_of
from pyrules.campaign.tracking import Offer, Person, tracking_of
from pyrules.core.english import minus


def people(model: Model) -> Child:
    """Everybody, and what the one who rolls has to tap; nothing where nobody is known, or the table asks for them."""
    if model.table and import_module("app.table.arriving").is_asked(model):
        return None
    found = in_sight(model)
    screens = screens_of(model.system.id)
    first, chip = screens.chips(model)
    if not found and not first:
        return None
    foe = tracking_of(model.system).foe
    now = context(model)
    offers = tracking_of(model.system).offers(now)
    return tag(
        "div",
        first,
        chips(
            screens.who_rolls,
            [chip(one.name) if chip else person(one, now.person) for one in found if not one.foe],
            points(model, now.person) if now.person else "",
        ),
        chips(words.people(foe), [person(one, now.person) for one in found if one.foe and may_roll_for(model, one)])
        if foe
        else None,
        whole_kind(model),
        tag(
            "div",
            (
                chips(group, [offer(one) for one in members])
                for group, members in groupby(offers, key=lambda one: one.group)
            ),
            class_="offers",
        )
        if offers
        else None,
        defenders(model),
        class_="card people",
    )


def whole_kind(model: Model) -> Markup | None:
    """Draw the button that rolls for all of a kind at once; real dice are thrown one by one."""
    found = () if model.by_hand else kin(model)
    if not found:
        return None
    label = words.roll_for_kind(kind_of(found[0].name), len(found))
    return tag("div", button("roll-kind", label), class_="choices")


def defenders(model: Model) -> Child:
    """Those whom the test can be made against, and what the one who was tapped has to set against it."""
    found = opponents(model)
    against = model.against.get(model.system.id)
    return (
        chips(
            words.WHO_DEFENDS,
            [button("against", one.name, data_called=one.name, aria_pressed=one.name == against) for one, _ in found],
        ),
        (
            chips(words.sets_against(one.name), [offer(each, "defence") for each in offers])
            for one, offers in found
            if one.name == against and len(offers) > 1
        ),
    )


def chips(label: str, inside: list[Markup], beside: str = "") -> Markup | None:
    """A row of chips with its name, and what is said beside it."""
    if not inside:
        return None
    named = tag("p", label, (" ", tag("span", beside)) if beside else None)
    return tag("div", named, tag("div", inside, class_="chips"), role="group", aria_label=label)


def points(model: Model, one: Person) -> str:
    """Return someone's counters in words."""
    return " · ".join(f"{each.title} {value(model, each.id, one.name)}" for each in own_counters(model, one))


def person(one: Person, acting: Person | None) -> Markup:
    """Someone who may roll."""
    return button("who", one.name, data_called=one.name, aria_pressed=one == acting)


def offer(one: Offer, on: str = "offer") -> Markup:
    """Something of theirs; what is used up stays to be seen, and cannot be tapped."""
    hint = words.USED if one.used else one.hint
    return button(
        on,
        tag("s", one.label) if one.used else one.label,
        " ",
        tag("small", minus(hint)) if hint else None,
        data_offer=one.id,
        aria_pressed=one.taken,
        aria_disabled="true" if one.used else None,
    )
