"""Challenges from turn to turn, Stress to deal out, and Disaster traits, as the page shows them."""

from collections.abc import Callable, Iterator
from functools import partial

from app import words
from app.common.count import change, count, number_field
from app.common.html import Child, Markup, button, section, tag
from app.form.people import chips
from app.model import Model
from app.roll.button import dice_of, main_button
from app.roll.state import Tray
from app.systems.relics import words as ours
from app.systems.relics.challenge import (
    all_going,
    going_of,
    gone_on,
    house_rules,
    outcome_of,
    turn_ahead,
    turn_before,
    undealt_of,
    untracked_turn,
    waiting,
)
from app.systems.relics.subjects import SPLIT
from app.tracker.written import add, begin, item
from pyrules.campaign.tracking import Person
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.challenges import CHALLENGE, RESOLVED, Going, traits_of
from pyrules.systems.relics.cohort import (
    DISASTER_TRAIT,
    Disaster,
    DisasterTrait,
    Pc,
    Undealt,
    belongs,
    disaster_traits,
    pcs,
    unnamed_disasters,
    unready,
)
from pyrules.systems.relics.model import Test
from pyrules.systems.relics.progress import Turn, stressed_out


def challenges(model: Model) -> Markup:
    """The Challenges as they stand, after the Stress that waits to be dealt out."""
    found = all_going(model)
    return section(
        ours.CHALLENGES,
        "challenges",
        (deal(model, one) for one in waiting(model)),
        tag("ul", (challenge(model, one) for one in found), class_="written-down") if found else None,
        add(model, CHALLENGE, ours.CHALLENGE_ADD),
    )


def challenge(model: Model, now: Going) -> Markup:
    """One Challenge: its dice, who leads against it, and its next turn."""
    numbers = ours.challenge(now.challenge.threat, now.challenge.rating)
    traits = traits_of(model.campaign, now.name)
    return item(
        model,
        CHALLENGE,
        now.name,
        tag("p", " · ".join(filter(None, (numbers, now.type))), class_="quiet"),
        tag("p", "; ".join(map(ours.trait, traits)), class_="quiet") if traits else None,
        tag("p", ours.round_of(now.round, now.turn) if now.turn else ours.RESOLVED, class_="standing"),
        count(model, RESOLVED, now.name),
        leaders(model, now),
        next_turn(model, now),
        add(model, SPLIT, ours.SPLIT, now.name) if now.turn and not unready(model.campaign, now) else None,
    )


def leaders(model: Model, now: Going) -> Markup | None:
    """The PCs, to choose who leads the Cohort."""
    cohort = pcs(model.campaign)
    if not cohort:
        return None
    chosen = (
        button(
            "lead",
            pc.name,
            " ",
            tag("small", ours.STRESSED_OUT if out else pc.leads(now.type)),
            data_challenge=now.name,
            data_called=pc.name,
            aria_pressed=pc.name == now.leader,
            aria_disabled="true" if out else None,
        )
        for pc in cohort
        for out in (stressed_out(pc.stress, house_rules(model)),)
    )
    group = tag("div", chosen, class_="chips", role="group", aria_label=words.about(now.name, ours.LEADER))
    return tag("div", tag("p", ours.LEADER), group)


def next_turn(model: Model, now: Going) -> Child:
    """The way to a Challenge's next turn, or why it cannot begin."""
    if now.turn is None:
        return None
    if problem := unready(model.campaign, now):
        return tag("p", words.not_yet(problem), class_="warning")
    said = ours.take_turn(now.turn, now.round)
    return button("play", said, data_challenge=now.name, aria_label=words.about(now.name, said), class_="main")


def deal(model: Model, turn: Undealt) -> Markup:
    """The Stress of a turn, to be shared among the PCs."""
    shares = model.tracker.shares if model.tracker.dealing == turn.id else {}
    left = turn.stress - sum(shares.values())
    return tag(
        "div",
        tag("h3", ours.to_deal(turn.stress, turn.turn.under)),
        (share(model, turn.id, pc, shares.get(pc.name, 0), left) for pc in pcs(model.campaign)),
        tag("p", ours.left_to_deal(left), class_="quiet"),
        tag(
            "div",
            button("deal-evenly", ours.EVENLY, data_event=turn.id),
            button("deal", ours.DEAL, data_event=turn.id, aria_disabled="true" if left else None, class_="main"),
            class_="choices",
        ),
        id=f"deal-{turn.id}",
        tabindex=-1,
        class_="card deal",
        role="group",
        aria_label=ours.to_deal(turn.stress, turn.turn.under),
    )


def share(model: Model, turn: str, pc: Pc, number: int, left: int) -> Markup:
    """Draw the share of one PC, and their Stress after it."""
    data = {"data_event": turn, "data_who": pc.name}
    label = ours.takes_stress(pc.name)
    settings, after = house_rules(model), pc.stress + number
    return number_field(
        (
            pc.name,
            " ",
            tag("small", ours.becomes(pc.stress, after, settings.stress_maximum)),
            (" ", tag("strong", ours.STRESSED_OUT)) if stressed_out(after, settings) else None,
        ),
        label,
        str(number),
        change("deal-step", -1, words.one_less(label), can=number > 0, **data),
        change("deal-step", 1, words.one_more(label), can=left > 0, **data),
    )


def pc(model: Model, person: Person) -> tuple[Child, Iterator[Child]]:
    """A PC's Stress, whether they are Stressed Out, and what their expertise is for."""
    known = next(pc for pc in pcs(model.campaign) if pc.name == person.name)
    expertise = ours.expertise(known.primary, known.secondary, known.support)
    traits = "; ".join(map(ours.trait, person.values["traits"]))
    return (
        (
            tag("strong", ours.STRESSED_OUT) if stressed_out(known.stress, house_rules(model)) else None,
            count(model, "stress", known.name),
        ),
        (tag("p", said, class_="quiet") for said in (expertise, traits) if said),
    )


def traits(model: Model) -> Markup:
    """The traits that Disasters left, and a word on those that are still to be named."""
    found = disaster_traits(model.campaign)
    return section(
        ours.TRAITS,
        "traits",
        (unnamed_note(one) for one in unnamed_disasters(model.campaign)),
        tag("ul", (trait(model, one) for one in found), class_="written-down") if found else None,
        add(model, DISASTER_TRAIT, ours.TRAIT_ADD),
        button("event-ends", ours.EVENT_ENDS) if found else None,
    )


def unnamed_note(disaster: Disaster) -> Markup:
    """Say that a Disaster's trait is still to be named."""
    return tag("p", ours.disaster_left(disaster.turn.under, disaster.challenge), class_="warning")


def trait(model: Model, one: DisasterTrait) -> Markup:
    """One of those traits: its modifier, and whom it hinders."""
    said = (ours.modifier(one.kind, one.value, one.dice), ours.hinders(one.challenge or ours.COHORT))
    return item(model, DISASTER_TRAIT, one.name, tag("p", " · ".join(filter(None, said)), class_="quiet"))


def turns(model: Model) -> tuple[Child, Callable[[str], Markup] | None]:
    """The next turns of the Challenges that go on, and the PCs as leaders where the Cohort faces one of them."""
    going = [(now, now.turn) for now in all_going(model) if now.turn]
    faced = next((now for now, turn in going if now.name == model.challenge and turn == "cohort"), None)
    turns = [next_chip(model, now, turn) for now, turn in going]
    return chips(ours.CHALLENGES, turns), partial(leader, faced) if faced else None


def next_chip(model: Model, now: Going, turn: Turn) -> Markup:
    """A Challenge's next turn; chosen while the form has it."""
    test = model.sheet.test
    return button(
        "play",
        now.name,
        " ",
        tag("small", ours.round_of(now.round, turn)),
        data_challenge=now.name,
        aria_pressed=test is not None and now.name == model.challenge and belongs(test, now),
    )


def leader(now: Going, name: str) -> Markup:
    """Someone who may lead the Cohort in the Challenge that it faces."""
    return button(
        "lead",
        name,
        " ",
        tag("small", ours.LEADS) if name == now.leader else None,
        data_challenge=now.name,
        data_called=name,
        aria_pressed=name == now.leader,
    )


def after_turn(model: Model, tray: Tray) -> Child:
    """Draw what a turn leaves to be done before the next one; the way there stands in the bar."""
    now = going_of(model, tray)
    undealt = undealt_of(model, tray)
    disaster = next((one for one in unnamed_disasters(model.campaign) if one.id == tray.event), None)
    left = (
        deal(model, undealt) if undealt else None,
        tag("p", ours.NOBODY_TAKES, class_="quiet") if outcome_of(tray).stress and not pcs(model.campaign) else None,
        naming(disaster) if disaster else None,
        cohorts_turn(model, tray, now) if now and now.turn == "cohort" and not undealt else None,
    )
    return left if any(left) else None


def naming(disaster: Disaster) -> Markup:
    """Name the trait that a Disaster leaves, there and then; any other modifier is written down in the tracker."""
    return tag(
        "form",
        unnamed_note(disaster),
        tag(
            "div",
            tag("label", words.NAME, for_="disaster-called"),
            tag("input", id="disaster-called", name="called", autocapitalize="words"),
            class_="field text",
        ),
        tag(
            "div",
            tag("button", ours.SAVE, type="submit", class_="main"),
            begin(DISASTER_TRAIT, ours.OTHER_MODIFIER),
            class_="choices",
        ),
        data_on="disaster",
        data_event=disaster.id,
        novalidate=True,
        autocomplete="off",
        class_="card written",
    )


def cohorts_turn(model: Model, tray: Tray, now: Going) -> Child:
    """The Cohort's next turn where the bar does not have it, or why it cannot begin, with the PCs who may lead it."""
    if problem := unready(model.campaign, now):
        return tag("div", tag("p", words.not_yet(problem)), leaders(model, now), class_="card")
    return None if turn_ahead(model, tray) else next_turn(model, now)


def standing(model: Model) -> str:
    """The Challenges that go on: how far each is, whose turn it is, and who leads."""
    going = ((one, one.turn, one.challenge) for one in all_going(model))
    return "; ".join(
        ours.standing(one.name, ours.round_of(one.round, turn), dice.resolved, dice.rating, one.leader)
        for one, turn, dice in going
        if turn
    )


def way_in(model: Model) -> Markup | None:
    """The main button of a device whose form has no turn of the Challenge that goes on: nobody rolls outside of it."""
    going, test = [(now, now.turn) for now in all_going(model) if now.turn], model.sheet.test
    if not going or (test is not None and any(belongs(test, now) for now, _ in going)):
        return None
    now, turn = going[-1]
    return main_button("play", ours.take_turn(turn, now.round), now.name, data_challenge=now.name)


def dealing(model: Model, turn: Undealt) -> Markup:
    """The main button while Stress waits: to where it is shared, and to deal it out once all of it is."""
    shares = model.tracker.shares if model.tracker.dealing == turn.id else {}
    if sum(shares.values()) == turn.stress:
        return main_button("deal", ours.DEAL, data_event=turn.id)
    return main_button("to-deal", ours.to_deal(turn.stress, ""), data_event=turn.id)


def rolled_next(test: Test) -> str:
    """Return the hint of the next turn's button: its dice and how far its Challenge is."""
    against = test.acting.challenge
    return ours.ahead(dice_of(RELICS, test), against.resolved if against else 0, against.rating if against else 0)


def way_on(model: Model, tray: Tray) -> Markup | None:
    """The main button after a turn: Stress to deal out, or else the next turn, be the Challenge tracked or not."""
    before = turn_before(model, tray)
    if before is None:
        return None
    now = gone_on(model, before)
    found: Markup | None = None
    if (ahead := turn_ahead(model, tray)) and ahead.turn:
        found = main_button("play", ours.take_turn(ahead.turn, ahead.round), data_challenge=ahead.name)
    elif turn := undealt_of(model, before):
        found = dealing(model, turn)
    elif further := untracked_turn(model, tray):
        found = main_button("onward", ours.turn_after(before.test.acting.kind), rolled_next(further.test))
    elif now and now.turn is None:
        found = main_button("edit", ours.CHALLENGE_ADD, ours.is_resolved(now.name), data_subject=CHALLENGE)
    elif outcome_of(before).resolves:
        found = main_button("afresh", ours.NEW_CHALLENGE, ours.is_resolved(ours.THE_CHALLENGE))
    elif now:
        found = main_button("change", words.CHANGE)
    return found
