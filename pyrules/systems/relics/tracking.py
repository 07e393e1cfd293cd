"""The tracking of Relics of the Moon: PCs with expertise and traits, and which test is which turn."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from pyrules.campaign.events import Recorded, Rolled
from pyrules.campaign.people import people
from pyrules.campaign.rolls import RollMetadata, test_of
from pyrules.campaign.state import State
from pyrules.campaign.tracking import Context, CurrentRoll, Offer, Tracking
from pyrules.core.english import amount
from pyrules.core.errors import FormError
from pyrules.core.form import Values, defaults, read_form, read_name
from pyrules.core.roll import Roll
from pyrules.core.verdict import Option
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.challenges import LEADER, STRESS, Going, going, traits_of, turn_of
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
from pyrules.systems.relics.fields import TRAIT
from pyrules.systems.relics.form import read_modifier, read_traits
from pyrules.systems.relics.judge import strikes as struck
from pyrules.systems.relics.model import Challenge, Cohort, Test
from pyrules.systems.relics.notation import COSTS
from pyrules.systems.relics.pool import hinders
from pyrules.systems.relics.rulings import read_house_rules
from pyrules.systems.relics.writing import write_modifier

SIDES: dict[str, Cohort | Challenge] = {"cohort": Cohort(0), "challenge": Challenge("Minor", 1)}
"""A turn of either side, to ask which traits it may have."""


def check(values: Values) -> None:
    """Raise `FormError` for a person with a trait that neither side's turn can have; it must have a name."""
    wrong: dict[str, str] = {}
    for place, row in enumerate(values["traits"]):
        if all(_problems(row, side) for side in SIDES):
            found = _problems(row, "cohort")
            wrong |= {f"traits.{place}.{'label' if cell == 'name' else cell}": found[cell] for cell in found}
    if wrong:
        raise FormError(wrong)


def _problems(row: Values, side: str) -> dict[str, str]:
    """The problems of a trait on one side's turn, cell by cell."""
    try:
        read_traits([as_declared(row)], SIDES[side])
    except FormError as error:
        return {where.rpartition(".")[2]: problem for where, problem in error.fields.items()}
    return {}


def as_declared(row: Values, who: str = "") -> Values:
    """A trait as it is written down, as a row of a turn's form, with whose it is where that can be written.

    >>> aim = {"label": "Aim", "kind": "simple", "value": 1, "dice": 2, "destiny": 1, "doom": 0}
    >>> as_declared(aim)["name"], as_declared(aim, "Bo")["name"], as_declared(aim, "J. R.")["name"]
    ('Aim', "Bo's Aim", 'Aim')
    """
    name = row["label"]
    if who:
        with suppress(FormError):
            name = read_name(f"{who}'s {name}", "name", COSTS)
    return {cell: value for cell, value in row.items() if cell != "label"} | {"name": name}


def offers(context: Context[Test]) -> tuple[Offer, ...]:
    """The traits that may be declared for the turn in the form; a second tap takes one back.

    They are those of all PCs and, for the game master, those of the Challenge that was chosen. Of traits that are alike
    in all, as many are taken as the form has, the first PC's first.
    """
    side, rows = context.form["turn"], [defaults(TRAIT) | row for row in context.form["traits"]]
    found: list[Offer] = []
    alike: list[Values] = []
    whose = [(person.name, "cohort", person.values["traits"]) for person in people(context.state, RELICS)]
    whose.append((context.challenge, "challenge", traits_of(context.state, context.challenge)))
    for name, owner, traits in whose:
        for place, row in enumerate(traits):
            if not _fits(row, owner, side):
                continue
            trait = defaults(TRAIT) | as_declared(row, name if owner == "cohort" else "")
            taken = rows.count(trait) > alike.count(trait)
            alike.append(trait)
            hint = " · ".join((name, *trait_hints(row)))
            puts = {"traits": _without(rows, trait) if taken else [*rows, trait]}
            ident = f"{name if owner == 'cohort' else ''}.{place}"
            found.append(Offer(ident, GROUPS[owner], row["label"], hint, puts, taken, common=True))
    return tuple(found)


GROUPS = {"cohort": "Traits", "challenge": "The Challenge's traits"}


def _fits(row: Values, owner: str, side: str) -> bool:
    """True if one side's trait is for a side's turn.

    On the other side's turn it hinders that or changes no dice, and on its own turn a Challenge has none that hinders.
    """
    if _problems(row, side):
        return False
    modifier = read_modifier(row, "")
    return modifier is None or owner == side == "cohort" or hinders(modifier) == (owner != side)


def brings_units(state: State, name: str) -> str:
    """The PC who has the trait of this name in a turn's form; "" where none has it, or several have."""
    found = {pc.name for pc in people(state, RELICS) for row in pc.values["traits"] if _is_named(row, pc.name, name)}
    return found.pop() if len(found) == 1 else ""


def _is_named(row: Values, who: str, name: str) -> bool:
    return bool(as_declared(row, who)["name"] == name)


def _without(rows: list[Values], trait: Values) -> list[Values]:
    place = rows.index(trait)
    return [*rows[:place], *rows[place + 1 :]]


def trait_hints(row: Values) -> Iterator[str]:
    """The modifier of a trait, and what it costs."""
    if modifier := read_modifier(row, ""):
        yield write_modifier(modifier)
    if row["destiny"]:
        yield f"{row['destiny']} Destiny"
    if row["doom"]:
        yield f"{row['doom']:+d} Doom"


TURNS = {"cohort": "the Cohort's turn", "challenge": "the Challenge's turn"}


def person_values(context: Context[Test]) -> Values:
    """The Cohort's turn that a PC leads; {} where the campaign does not have them."""
    cohort = pcs(context.state)
    leader = next((pc for pc in cohort if pc.name == context.who), None)
    if leader is None:
        return {}
    return cohort_form(context.state, leader, cohort, read_house_rules(context.settings))


def faced_challenge(context: Context[Test]) -> Going | None:
    """The chosen Challenge."""
    return going(context.state, read_house_rules(context.settings), context.challenge)


def faced_now(context: Context[Test]) -> Going | None:
    """The chosen Challenge, if the test is its next turn; None for any other test."""
    now = faced_challenge(context)
    return now if now and context.test and belongs(context.test, now) else None


def carry_over(context: Context[Test], before: State | None) -> tuple[Values, str]:
    """The number of PCs that the Cohort has, where the form does not say it, and what the next turn has by now.

    What the campaign has changed of that turn since, the form has as well, unless it was given something else there.
    """
    values = known_pcs(before or context.state, context.state, context.test)
    if before is None or before is context.state:
        return values, ""
    was, now = next_values(replace(context, state=before)), next_values(context)
    if was.get("turn") != now.get("turn"):
        return values, ""
    changed = {name for name, value in now.items() if was[name] != value and context.form[name] == was[name]}
    return values | {name: now[name] for name in changed}, ""


def next_values(context: Context[Test]) -> Values:
    """The form of the chosen Challenge's next turn, or of the turn that a PC leads where none is chosen; else {}."""
    if now := faced_challenge(context):
        return {} if unready(context.state, now) else next_form(context.state, now, read_house_rules(context.settings))
    return person_values(context)


def roll_refusal(context: Context[Test]) -> str:
    """Why the test cannot be rolled: as the chosen Challenge's next turn, or as more than the pools can pay for."""
    now = faced_now(context)
    if now and (problem := unready(context.state, now)):
        return problem
    return overspent(context.state, context.test) if context.test else ""


def before(context: Context[Test]) -> tuple[str, ...]:
    """That the test is no turn of the chosen Challenge though it is about it."""
    now, test = faced_challenge(context), context.test
    if now and now.turn and test and is_about(test, now) and not belongs(test, now):
        resolved = amount(now.challenge.resolved, "die", "dice")
        return (f"This does not count for {now.name}: next is {TURNS[now.turn]}, with {resolved} resolved.",)
    return ()


def metadata(plain: RollMetadata, context: Context[Test], *_: Roll | None) -> RollMetadata:
    """The Challenge whose turn a roll is. Its leader rolls for the Cohort; the Challenge's own turn is nobody's."""
    now = faced_now(context)
    who = now.leader if now and now.turn == "cohort" else ""
    return replace(plain, who=who, under=now.name if now else "")


def offer_option(context: Context[Test], current: CurrentRoll[Test], option: Option) -> Option | None:
    """The Challenge's own turn with the traits that hinder it; not once it has acted."""
    settings = read_house_rules(context.settings)
    now = going(context.state, settings, turn_of(context.state, current.line))
    if not option.notation or now is None:
        return option
    if now.turn != "challenge":
        return None
    try:
        return replace(option, notation=RELICS.write(RELICS.from_form(next_form(context.state, now, settings), {})))
    except FormError:
        return option


def record_words(event: Recorded) -> tuple[str, str]:
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


def strikes(event: Rolled) -> str | None:
    """The Stress that a roll deals, whoever takes it; None on the Cohort's turn, or where its notation is not read."""
    test = test_of(event)
    return None if test is None else struck(test, sum(one.delta for one in event.effects if one.counter == STRESS))


TRACKING: Tracking[Test] = Tracking(
    person="PC",
    foe="",
    fields=PC,
    check=check,
    person_values=person_values,
    offers=offers,
    carry_over=carry_over,
    refused=roll_refusal,
    before=before,
    metadata=metadata,
    offered=offer_option,
    brings_units=brings_units,
    kept_all_the_same=(STRESS,),
    said=record_words,
    told=(LEADER,),
    strikes=strikes,
)
