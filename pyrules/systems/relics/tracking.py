"""What Relics of the Moon keeps track of: PCs with their expertise, and which test is which turn of a Challenge."""

from dataclasses import replace

from pyrules.campaign.events import Recorded
from pyrules.campaign.rolls import Occasion
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Played, Standing, Tracking
from pyrules.core.errors import FormError
from pyrules.core.form import Values, read_form
from pyrules.core.roll import Roll
from pyrules.core.verdict import Option, count
from pyrules.systems.relics import RELICS, traits
from pyrules.systems.relics.challenges import LEADER, Going, going, turn_of
from pyrules.systems.relics.cohort import (
    DISASTER_TRAIT,
    LEFT_BY_DISASTER,
    PC,
    belongs,
    cohort_form,
    is_about,
    known_pcs,
    next_form,
    overspent,
    pcs,
    unready,
)
from pyrules.systems.relics.form import read_modifier
from pyrules.systems.relics.model import Test
from pyrules.systems.relics.rulings import read_house_rules
from pyrules.systems.relics.writing import write_modifier

TURNS = {"cohort": "the Cohort's turn", "challenge": "the Challenge's turn"}


def chosen(standing: Standing[Test]) -> Values:
    """The Cohort's turn that a PC leads."""
    cohort = pcs(standing.state)
    leader = next(pc for pc in cohort if pc.name == standing.who)
    return cohort_form(standing.state, leader, cohort, read_house_rules(standing.settings))


def faced(standing: Standing[Test]) -> Going | None:
    """The chosen Challenge."""
    return going(standing.state, read_house_rules(standing.settings), standing.challenge)


def faced_now(standing: Standing[Test]) -> Going | None:
    """The chosen Challenge, if the test is its next turn; None for any other test."""
    now = faced(standing)
    return now if now and standing.test and belongs(standing.test, now) else None


def left_over(standing: Standing[Test], before: State | None) -> tuple[Values, str]:
    """How many PCs the Cohort has, where the form does not say it."""
    return known_pcs(before or standing.state, standing.state, standing.test), ""


def refused(standing: Standing[Test]) -> str:
    """Why the test cannot be rolled: as the chosen Challenge's next turn, or as more than the pools can pay for."""
    now = faced_now(standing)
    if now and (problem := unready(standing.state, now)):
        return problem
    return overspent(standing.state, standing.test) if standing.test else ""


def known(standing: Standing[Test]) -> tuple[str, ...]:
    """That the test is no turn of the chosen Challenge though it is about it."""
    now, test = faced(standing), standing.test
    if now and now.turn and test and is_about(test, now) and not belongs(test, now):
        resolved = count(now.challenge.resolved, "die", "dice")
        return (f"This does not count for {now.name}: next is {TURNS[now.turn]}, with {resolved} resolved.",)
    return ()


def occasion(plain: Occasion, standing: Standing[Test], *_: Roll | None) -> Occasion:
    """The Challenge whose turn a roll is. Its leader rolls for the Cohort; the Challenge's own turn is nobody's."""
    now = faced_now(standing)
    who = now.leader if now and now.turn == "cohort" else ""
    return replace(plain, who=who, under=now.name if now else "")


def further(standing: Standing[Test], played: Played[Test], option: Option) -> Option:
    """The Challenge's own turn with the traits that hinder it."""
    settings = read_house_rules(standing.settings)
    now = going(standing.state, settings, turn_of(standing.state, played.line))
    if now is None or now.turn != "challenge":
        return option
    try:
        return replace(option, notation=RELICS.write(RELICS.from_form(next_form(standing.state, now, settings), {})))
    except FormError:
        return option


def said(event: Recorded) -> tuple[str, str]:
    """Who leads against a Challenge; of a Disaster's trait its modifier and whom it hinders, not the id of its roll."""
    facts = event.facts or ()
    if event.subject == LEADER:
        return f"{dict(facts).get(LEADER, '') or 'Nobody'} leads against {event.name}", ""
    if event.subject != DISASTER_TRAIT or not facts:
        return "", ""
    try:
        left = read_form(LEFT_BY_DISASTER, dict(facts))
        modifier = read_modifier(left, "")
    except FormError:  # brought by a file; such a trait hinders nobody
        return f"Trait {event.name}", ""
    hinders = f"hinders {left['challenge'] or 'the Cohort'}"
    return "", f"{write_modifier(modifier)}, {hinders}" if modifier else hinders


TRACKING: Tracking[Test] = Tracking(
    person="PC",
    foe="",
    fields=PC,
    check=traits.check,
    chosen=chosen,
    offers=traits.offers,
    left_over=left_over,
    refused=refused,
    known=known,
    occasion=occasion,
    further=further,
    kept_all_the_same=("stress",),
    said=said,
)
