"""The tracker of Relics of the Moon: Challenges from turn to turn, Stress to deal out, and Disaster traits."""

from app import words
from app.challenge import all_going, going_of, relics_rules, turn_ahead, undealt_of
from app.html import Child, Markup, tag
from app.model import Model, Table
from app.view.count import change, count, counted
from app.view.written import add, begin, item
from pyrules.campaign.challenges import CHALLENGE, RESOLVED, Going
from pyrules.campaign.cohort import (
    DISASTER_TRAIT,
    Disaster,
    DisasterTrait,
    Undealt,
    disaster_traits,
    pcs,
    undealt,
    unnamed_disasters,
    unready,
)
from pyrules.systems.relics.progress import stressed_out


def challenges(model: Model) -> Markup:
    """The Challenges as they stand, after the Stress that waits to be dealt out."""
    found = all_going(model)
    return tag(
        "section",
        tag("h2", words.CHALLENGES, id="challenges"),
        (deal(model, one) for one in undealt(model.campaign)),
        tag("ul", (challenge(model, one) for one in found), class_="written-down") if found else None,
        add(model, CHALLENGE, words.CHALLENGE_ADD),
        aria_labelledby="challenges",
    )


def challenge(model: Model, now: Going) -> Markup:
    """One Challenge: its dice, who leads against it, and its next turn."""
    numbers = words.challenge(now.challenge.threat, now.challenge.rating)
    return item(
        model,
        CHALLENGE,
        now.name,
        tag("p", " · ".join(filter(None, (numbers, now.type))), class_="quiet"),
        tag("p", words.round_of(now.round, now.turn) if now.turn else words.RESOLVED, class_="standing"),
        count(model, RESOLVED, now.name),
        leaders(model, now),
        next_turn(model, now),
    )


def leaders(model: Model, now: Going) -> Markup | None:
    """The PCs, to choose who leads the Cohort."""
    cohort = pcs(model.campaign)
    if not cohort:
        return None
    return tag(
        "div",
        tag("p", words.LEADER),
        tag(
            "div",
            (
                tag(
                    "button",
                    pc.name,
                    " ",
                    tag("small", words.STRESSED_OUT if out else pc.fits(now.type)),
                    type="button",
                    data_on="lead",
                    data_challenge=now.name,
                    data_called=pc.name,
                    aria_pressed="true" if pc.name == now.leader else "false",
                    aria_disabled="true" if out else None,
                )
                for pc in cohort
                for out in (stressed_out(pc.stress, relics_rules(model)),)
            ),
            class_="chips",
            role="group",
            aria_label=words.about(now.name, words.LEADER),
        ),
    )


def next_turn(model: Model, now: Going) -> Child:
    """The way to a Challenge's next turn, or why it cannot begin."""
    if now.turn is None:
        return None
    problem = unready(model.campaign, now)
    if problem:
        return tag("p", words.not_yet(problem), class_="warning")
    return tag(
        "button",
        words.take_turn(now.turn, now.round),
        type="button",
        data_on="play",
        data_challenge=now.name,
        aria_label=words.about(now.name, words.take_turn(now.turn, now.round)),
        class_="main",
    )


def deal(model: Model, turn: Undealt) -> Markup:
    """The Stress of a turn, to be shared among the PCs."""
    shares = model.tracker.shares if model.tracker.dealing == turn.id else {}
    left = turn.stress - sum(shares.values())
    cohort = pcs(model.campaign)
    return tag(
        "div",
        tag("h3", words.to_deal(turn.stress, turn.turn.under)),
        (share(turn.id, pc.name, shares.get(pc.name, 0), left) for pc in cohort),
        (
            (
                tag("p", words.left_to_deal(left), class_="quiet"),
                tag(
                    "button",
                    words.DEAL,
                    type="button",
                    data_on="deal",
                    data_event=turn.id,
                    aria_disabled="true" if left else None,
                    class_="main",
                ),
            )
            if cohort
            else tag("p", words.DEAL_FIRST)
        ),
        id=f"deal-{turn.id}",
        tabindex=-1,
        class_="card deal",
        role="group",
        aria_label=words.to_deal(turn.stress, turn.turn.under),
    )


def share(turn: str, name: str, number: int, left: int) -> Markup:
    """What one PC takes of it."""
    data = {"data_on": "deal-step", "data_event": turn, "data_who": name}
    label = words.takes_stress(name)
    return counted(
        name,
        label,
        str(number),
        change(-1, words.one_less(label), can=number > 0, **data),
        change(1, words.one_more(label), can=left > 0, **data),
    )


def expertise(model: Model, name: str) -> Markup:
    """What a PC's expertise is for, and whether they are Stressed Out."""
    pc = next(pc for pc in pcs(model.campaign) if pc.name == name)
    return tag(
        "p",
        tag("strong", words.STRESSED_OUT, " ") if stressed_out(pc.stress, relics_rules(model)) else None,
        words.expertise(pc.primary, pc.secondary, pc.support),
        class_="quiet",
    )


def traits(model: Model) -> Markup:
    """The traits that Disasters left, and a word on those that are still to be named."""
    found = disaster_traits(model.campaign)
    return tag(
        "section",
        tag("h2", words.TRAITS, id="traits"),
        (unnamed(one) for one in unnamed_disasters(model.campaign)),
        tag("ul", (trait(model, one) for one in found), class_="written-down") if found else None,
        add(model, DISASTER_TRAIT, words.TRAIT_ADD),
        aria_labelledby="traits",
    )


def unnamed(disaster: Disaster) -> Markup:
    """Say that a Disaster's trait is still to be named."""
    return tag("p", words.disaster_left(disaster.turn.under, disaster.challenge), class_="warning")


def trait(model: Model, one: DisasterTrait) -> Markup:
    """One of those traits: its modifier, and whom it hinders."""
    said = (words.modifier(one.kind, one.value, one.dice), words.hinders(one.challenge or words.COHORT))
    return item(model, DISASTER_TRAIT, one.name, tag("p", " · ".join(filter(None, said)), class_="quiet"))


def after_turn(model: Model, table: Table) -> Child:
    """What a turn leaves to be done before the next one, below its verdict; the way there stands in the bar."""
    now = going_of(model, table)
    waiting = undealt_of(model, table)
    disaster = next((one for one in unnamed_disasters(model.campaign) if one.id == table.event), None)
    return (
        deal(model, waiting) if waiting else None,
        (unnamed(disaster), begin(DISASTER_TRAIT, words.TRAIT_ADD)) if disaster else None,
        None if waiting or now is None or now.turn != "cohort" or turn_ahead(model, table) else next_turn(model, now),
    )
