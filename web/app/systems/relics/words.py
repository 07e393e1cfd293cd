"""Words for Challenges, the Cohort and the traits that Disasters leave."""

from collections.abc import Sequence

from app.words import with_capital
from pyrules.core.english import all_of, amount, minus, noun, with_sign
from pyrules.core.form import Values
from pyrules.systems.relics.progress import Turn
from pyrules.systems.relics.tracking import TURNS, trait_hints

CHALLENGES, CHALLENGE_ADD, NEW_CHALLENGE = "Challenges", "Begin a Challenge", "A new Challenge"
CHALLENGE_TYPE = "Type"
RESOLVED = "Resolved"
SPLIT, STAYS, NEW_RATING = "Split", "Rating that it keeps", "Rating of the new one"
LEADER, LEADS = "Leader", "leads"
STRESSED_OUT = "Stressed Out"
PCS = "PCs"
TRAITS, TRAIT_ADD = "Disaster traits", "Name a Disaster's trait"
OTHER_MODIFIER = "With a modifier"
SAVE = "Save"
EVENT_ENDS = "The Event ends"
HINDERS = "It hinders"
COHORT, THE_CHALLENGE = "The Cohort", "The Challenge"
DEAL, EVENLY = "Deal the Stress out", "Share evenly"
NOBODY_TAKES = "No PCs yet. Add them in the Tracker to hand out this Stress."

challenge = "{} {}".format  # threat, rating
is_resolved = "{} is resolved".format
is_gone = "{} is no longer there to be split".format
takes_stress = "Stress that {} takes".format


def round_of(number: int, turn: Turn) -> str:
    """Say which round it is and whose turn."""
    return f"Round {number}, {TURNS[turn]}"


def standing(name: str, turn: str, resolved: int, rating: int, leader: str) -> str:
    """Say how a Challenge stands.

    >>> standing("Vault", "Round 2, the Cohort's turn", 3, 5, "Boris"), standing("Vault", "Round 1", 0, 5, "")
    ("Vault · Round 2, the Cohort's turn · 3 of 5 resolved · Boris leads", 'Vault · Round 1 · 0 of 5 resolved')
    """
    return " · ".join((name, turn, f"{resolved} of {rating} resolved", *((f"{leader} leads",) if leader else ())))


def turn_after(turn: Turn) -> str:
    """Name the button of the turn that follows one in a Challenge that nobody has begun in the tracker."""
    return with_capital(TURNS["challenge" if turn == "cohort" else "cohort"])


def ahead(dice: str, resolved: int, rating: int) -> str:
    """Say what a turn rolls, and how far its Challenge is.

    >>> ahead("5d6", 3, 5), ahead("5d6", 0, 0)
    ('5d6, 3 of 5 resolved', '5d6')
    """
    return f"{dice}, {resolved} of {rating} resolved" if rating else dice


def take_turn(turn: Turn, number: int) -> str:
    """Name the button that fills the form for a Challenge's next turn."""
    return f"{with_capital(TURNS[turn])}, round {number}"


def stands(threat: str, rating: int, resolved: int, freed: int) -> str:
    """Say how a Challenge stands."""
    free = f", {freed} free again" if freed else ""
    return f"{threat} {rating}" + (f", {resolved} resolved{free}" if resolved else "")


def assist(names: Sequence[str]) -> str:
    """Say who assists.

    >>> assist(["Bo"]), assist(["Bo", "Cy"]), assist(["Bo", "Cy", "Dee"])
    ('Bo assists', 'Bo and Cy assist', '3 PCs assist')
    """
    who = all_of(names) if len(names) <= MOST_ASSISTING else amount(len(names), "PC")
    return f"{who} {noun(len(names), 'assists', 'assist')}"


MOST_ASSISTING = 2
"""The most assistants who are named one by one."""


def spends(destiny: int, held: int) -> str:
    """Say how much Destiny a turn costs, and how much there is."""
    return f"{destiny} of {held} Destiny"


def dooms(doom: int) -> str:
    """Say how Doom changes by what is declared."""
    return f"{doom:+d} Doom"


def expertise(primary: str, secondary: str, support: str) -> str:
    """Say what types of Challenge a PC's expertise is for."""
    known = (("Primary", primary), ("Secondary", secondary), ("Support", support))
    return " · ".join(f"{expertise}: {types}" for expertise, types in known if types)


def to_deal(stress: int, name: str) -> str:
    """Say how much Stress of which Challenge is to be dealt out."""
    return f"{stress} Stress to deal out" + (f" ({name})" if name else "")


def becomes(before: int, after: int, most: int) -> str:
    """Say how much Stress a PC has, and what it becomes."""
    return f"Stress {before} → {after} of {most}" if after != before else f"Stress {before} of {most}"


def left_to_deal(left: int) -> str:
    """Say how much is still to be dealt out."""
    return f"{left} left" if left else "all dealt out"


def disaster_left(name: str, whom: str) -> str:
    """Say that the trait that a Disaster leaves on a Challenge ("": on the Cohort) is still to be named."""
    where = f" in {name}" if name else ""
    return f"A Disaster{where}: name the Hindering trait that it leaves on {whom or 'the Cohort'}."


def hinders(whom: str) -> str:
    """Say whom a trait hinders."""
    return f"hinders {whom[0].lower()}{whom[1:]}" if whom == COHORT else f"hinders {whom}"


def modifier(kind: str, value: int, dice: int) -> str:
    """Write a trait's modifier."""
    match kind:
        case "simple":
            return f"{with_sign(value)} / {dice}d"
        case "auto":
            return f"A{value} / {dice}d"
        case "add":
            return f"{with_sign(dice)}d6"
        case _:
            return ""


def trait(row: Values) -> str:
    """Tell a PC's trait in short.

    >>> trait({"label": "Aim", "kind": "simple", "value": 1, "dice": 2, "destiny": 1, "doom": 0})
    'Aim: +1 / 2d, 1 Destiny'
    """
    more = ", ".join(map(minus, trait_hints(row)))
    return f"{row['label']}: {more}" if more else str(row["label"])


def beneficial(kind: str, value: int, dice: int) -> str:
    """Say that a modifier is none that a Disaster leaves."""
    said = modifier(kind, value, dice)
    return (
        f"{said} is Beneficial; a Disaster's trait hinders, such as {with_sign(-1)} / 1d, A1 / 1d or {with_sign(-1)}d6"
    )
