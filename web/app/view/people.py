"""The people above a form: a tap fills it with what is theirs."""

from itertools import groupby

from app import words
from app.challenge import all_going, under
from app.characters import characters
from app.html import Child, Markup, tag
from app.model import Model
from app.offers import Offer
from app.tracking import acting, offered
from pyrules.campaign.challenges import Going


def people(model: Model) -> Child:
    """The Challenges that go on, everybody, and what the one who rolls has to tap; nothing where nobody is known."""
    found = characters(model.campaign, model.system.id)
    going = all_going(model) if model.system.id == "relics" else ()
    if not found and not going:
        return None
    someone = acting(model)
    led = next((one for one in going if one.name == model.challenge and one.turn == "cohort"), None)
    return tag(
        "div",
        chips(words.CHALLENGES, [challenge(model, one) for one in going if one.turn]),
        chips(
            words.PEOPLE[model.system.id][0] if model.system.id == "relics" else words.WHO_ROLLS,
            [leader(one.name, led) if led else person(one.name, acts=one == someone) for one in found],
        ),
        (
            chips(group, [offer(one) for one in members])
            for group, members in groupby(offered(model, someone) if someone else (), key=lambda one: one.group)
        ),
        class_="card people",
    )


def chips(label: str, inside: list[Markup]) -> Markup | None:
    """A row of chips with its name."""
    if not inside:
        return None
    return tag("div", tag("p", label), tag("div", inside, class_="chips"), role="group", aria_label=label)


def challenge(model: Model, now: Going) -> Markup:
    """A Challenge's next turn; chosen while the form has it."""
    return tag(
        "button",
        now.name,
        " ",
        tag("small", words.round_of(now.round, now.turn)) if now.turn else None,
        type="button",
        data_on="play",
        data_challenge=now.name,
        aria_pressed="true" if model.sheet.test and under(model, model.sheet.test) == now.name else "false",
    )


def person(name: str, *, acts: bool) -> Markup:
    """Someone who may roll."""
    return tag(
        "button",
        name,
        type="button",
        data_on="who",
        data_called=name,
        aria_pressed="true" if acts else "false",
    )


def leader(name: str, now: Going) -> Markup:
    """Someone who may lead the Cohort in the Challenge that it faces."""
    return tag(
        "button",
        name,
        " ",
        tag("small", words.LEADS) if name == now.leader else None,
        type="button",
        data_on="lead",
        data_challenge=now.name,
        data_called=name,
        aria_pressed="true" if name == now.leader else "false",
    )


def offer(one: Offer) -> Markup:
    """Something of theirs; what is used up stays to be seen, and cannot be tapped."""
    hint = words.USED if one.used else one.hint
    return tag(
        "button",
        tag("s", one.label) if one.used else one.label,
        " ",
        tag("small", hint) if hint else None,
        type="button",
        data_on="offer",
        data_offer=one.id,
        aria_pressed="true" if one.taken else "false",
        aria_disabled="true" if one.used else None,
    )
