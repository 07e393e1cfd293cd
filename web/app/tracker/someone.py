"""One of the people in the tracker: a line with their counters, and behind a tap on the name all that is theirs."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from app.common.code import picture
from app.common.count import count, own_counters
from app.common.html import Child, Markup, button, tag
from app.common.own_screens import screens_of
from app.common.subjects import opener
from app.common.tracking import acts, context
from app.model import Model
from app.tracker import words
from app.tracker.turns_view import grip, in_order
from app.tracker.written_form import form
from pyrules.campaign.events import PLAYER
from pyrules.campaign.scene import Turns
from pyrules.campaign.tracking import Offer, Person, tracking_of
from pyrules.core.english import minus
from pyrules.core.form import Values

NONE = "none"
"""The choice of no die, and of no level."""


def someone(model: Model, one: Person, now: Turns) -> Markup:
    """Somebody's line; their form in its place while they are changed."""
    editing = model.tracker.editing
    if editing and editing.of == (model.system.id, PLAYER, one.name):
        return tag("li", tag("h3", one.name), form(model, editing))
    looked_at = model.tracker.looked_at == one.name
    always, more = (screens_of(model.system.id).person or usual)(model, one)
    return tag(
        "li",
        grip(model, one, now),
        tag(
            "h3",
            button(
                "look",
                one.name,
                tag("small", ", ".join(marks)) if (marks := badges_of(model, one, now)) else None,
                data_called=one.name,
                aria_expanded="true" if looked_at else "false",
            ),
        ),
        tag("div", always, class_="own") if always else None,
        tag(
            "div",
            more,
            rolling(model, one),
            in_order(model, now, one),
            actions(one),
            handing_on(model, one),
            class_="more",
        )
        if looked_at
        else None,
        aria_label=one.name,
        aria_current="true" if one.name == now.now else None,
    )


def rolling(model: Model, one: Person) -> Markup | None:
    """Draw the rolls of someone: a tap goes to the form with one."""
    chips = [
        button(
            "roll-for",
            offer.label,
            " ",
            tag("small", minus(offer.hint)) if offer.hint else None,
            data_called=one.name,
            data_offer=offer.id,
        )
        for offer in offers_of(model, one)
        if not offer.used
    ]
    label = words.about(one.name, words.ROLL)
    return tag("div", chips, class_="chips", role="group", aria_label=label) if chips else None


def badges_of(model: Model, one: Person, now: Turns) -> list[str]:
    """Return someone's badges: whether they act now, their place in the order, and their side."""
    place = now.place(one.name)
    score = now.order[place].score if place >= 0 else None
    tied = score is not None and any(acts(model, other) == other for other in now.tied_with(one.name))
    return [
        *([words.NOW] if one.name == now.now else []),
        *([str(score)] if score is not None else []),
        *([words.TIED] if tied else []),
        *([tracking_of(model.system).foe] if one.foe else []),
        *([words.HIDDEN] if one.hidden else []),
    ]


def usual(model: Model, one: Person) -> tuple[Child, Iterator[Child]]:
    """Someone's counters, and what is written down of them."""
    return counts(model, one), map(partial(written_besides, model), (one,))


def counts(model: Model, one: Person) -> list[Markup]:
    """The counters that are someone's; a foe has none that only players have."""
    return [count(model, each.id, one.name) for each in own_counters(model, one)]


def actions(one: Person) -> Markup:
    """Draw the buttons of someone."""
    return tag(
        "div",
        button(
            "edit",
            words.EDIT,
            id=opener(PLAYER, one.name),
            data_subject=PLAYER,
            data_called=one.name,
            aria_label=words.about(words.EDIT, one.name),
        ),
        action("copy", words.COPY, one),
        action("show", words.SHOW_FOE if one.hidden else words.HIDE_FOE, one) if one.foe else None,
        button(
            "remove",
            words.REMOVE,
            data_subject=PLAYER,
            data_called=one.name,
            aria_label=words.about(words.REMOVE, one.name),
        ),
        class_="chips",
    )


def handing_on(model: Model, one: Person) -> Child:
    """The ways in which somebody goes to another device, into the library or onto paper."""
    label = words.about(words.AS_CODE, one.name)
    drawn = model.tracker.code_of == one.name
    return tag(
        "details",
        tag("summary", words.HAND_ON),
        tag(
            "div",
            action("person-link", words.AS_LINK, one) if model.has_links else None,
            button("person-code", words.AS_CODE, data_called=one.name, aria_label=label, aria_pressed=drawn)
            if model.has_links
            else None,
            action("person-file", words.AS_FILE, one),
            action("shelve", words.SHELVE, one),
            action("print", words.ON_PAPER, one),
            class_="chips",
        ),
        picture(model.tracker.code, words.code_of(one.name)) if drawn and model.tracker.code else None,
        id="hand-on",
    )


def action(on: str, label: str, one: Person) -> Markup:
    """A button that does something with someone."""
    return button(on, label, data_called=one.name, aria_label=words.about(label, one.name))


def facts_in_line(model: Model, one: Person) -> Markup | None:
    """Everything that is written down of someone, in one line; dice and levels that they do not have are left out.

    Lists without dice are told by their name, and what can be tapped for the form as it is told there.
    """
    return in_a_line(model, one, ())


def written_besides(model: Model, one: Person) -> Markup | None:
    """Draw someone's record in one line, besides what there is to tap."""
    return in_a_line(model, one, [offer.id for offer in offers_of(model, one) if not offer.used])


def in_a_line(model: Model, one: Person, without: Collection[str]) -> Markup | None:
    """Draw someone's record in one line, without some of their offers."""
    hints = {offer.id: minus(offer.hint) for offer in offers_of(model, one)}
    parts = []
    for field in tracking_of(model.system).fields:
        value = one.values[field.name]
        if value is None or field.name in without:
            continue
        if field.kind == "rows":
            rows = [
                f"{row['label']} {hints.get(name) or dice_of(row)}".strip()
                for place, row in enumerate(value)
                if (name := f"{field.name}.{place}") not in without
            ]
            parts += rows if len(field.columns) > 1 or not rows else [f"{field.label}: {', '.join(rows)}"]
        elif value != NONE:
            parts.append(f"{field.label} {value}")
    return tag("p", " · ".join(parts), class_="quiet") if parts else None


def offers_of(model: Model, one: Person) -> tuple[Offer, ...]:
    """Return someone's offers, which can be tapped for the form."""
    return tracking_of(model.system).offers(replace(context(model), person=one))


def dice_of(row: Values) -> str:
    """The dice in a row of what is written down; "" where it has none."""
    found = (str(row[column]) for column in ("pool", "dice", "die") if column in row)
    return next((dice for dice in found if dice != NONE), "")
