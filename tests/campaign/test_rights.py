"""The events that a guest of a table may add to its log."""

from dataclasses import replace
from typing import Any

import pytest

from pyrules.campaign.events import Change, Event, Facts, Noted, Recorded, Restored, Rolled, Undone
from pyrules.campaign.rights import may_add
from pyrules.campaign.rolls import RollMetadata, record_roll, revise_roll
from pyrules.campaign.sealing import seal_roll
from pyrules.campaign.state import apply, fold
from pyrules.core.faces import seeded
from pyrules.core.roll import Die, Pick, Roll
from pyrules.systems import BY_ID
from tests.campaign.some_logs import adjust

OWN = frozenset({("stepdie", "Kira"), ("stepdie", "Rat"), ("stepdie", "Neo")})
STEPDIE: Any = BY_ID["stepdie"]
TEST = STEPDIE.parse("2d6 + d8 (1)", {})
DICE = Roll(((Die(6, (1,)), Die(6, (2,)), Die(8, (3,))),))


def roll_event(name: str, who: str = "", **changed: Any) -> Rolled:
    return replace(record_roll(RollMetadata(name, 1, who=who), STEPDIE, TEST, DICE), **changed)


def reroll(name: str, first: Rolled, **changed: Any) -> Rolled:
    """A purchase on a roll: Player's IP -1 of whoever rolled."""
    roll = STEPDIE.roll(TEST, seeded(1), STEPDIE.pick(TEST, DICE, Pick("reroll")), onward=False)
    return replace(revise_roll(RollMetadata(name, 2), first, roll), **changed)


KIRAS, LOUS, OURS, NOBODYS = (roll_event(*one) for one in (("k", "Kira"), ("l", "Lou"), ("ours", ""), ("theirs", "")))
STOLEN = Change("player_ip", -3, "stepdie.price", "Lou")
LOG: list[Event] = [
    Recorded("kira", 0, "stepdie", "player", "Kira", ()),
    Recorded("lou", 0, "stepdie", "player", "Lou", ()),
    Recorded("rat", 0, "stepdie", "player", "Rat", (("foe", True),)),
    Recorded("tom", 0, "stepdie", "player", "Tom", ()),
    roll_event("t", "Tom"),
    Recorded("neo", 1, "stepdie", "player", "Neo", (), was="Tom"),
    *(KIRAS, LOUS, OURS, NOBODYS),
    seal_roll(roll_event("s", secret=True)),
    adjust("own", "player_ip", 1, who="Kira"),
    adjust("other", "player_ip", 1, who="Lou"),
    adjust("table", "gm_ip", 1),
    reroll("lous reroll", LOUS),
    Undone("undo own", 1, "own"),
    Undone("undo other", 1, "other"),
    Undone("put right", 1, "lous reroll"),
]


@pytest.mark.parametrize(
    ("event", "may"),
    [
        (roll_event("x"), True),
        (roll_event("x", "Kira"), True),
        (roll_event("x", "Lou"), False),
        (roll_event("x", "Rat"), False),
        (roll_event("x", headline="Ein Triumph"), True),
        (roll_event("x", good=True), False),
        (roll_event("x", outcome=(("hits", 2), ("success", True))), False),
        (roll_event("x", "Kira", effects=(STOLEN,)), False),
        (roll_event("x", notation="nonsense"), False),
        (seal_roll(roll_event("x", secret=True)), True),
        (reroll("x", KIRAS), True),
        (reroll("x", OURS), True),
        (reroll("x", roll_event("t", "Tom")), True),
        (reroll("x", LOUS), False),
        (reroll("x", NOBODYS), False),
        (reroll("x", LOUS, who="Kira"), False),
        (reroll("x", KIRAS, notation="9d6 + d8 (1)"), False),
        (reroll("x", KIRAS, effects=(STOLEN,)), False),
        (reroll("x", roll_event("s")), False),
        (seal_roll(reroll("x", OURS, secret=True)), True),
        (seal_roll(reroll("x", LOUS, secret=True)), False),
        (adjust("x", "player_ip", 1, who="Kira"), True),
        (adjust("x", "player_ip", 1, who="Lou"), False),
        (adjust("x", "complications", 1, who="Rat"), False),
        (adjust("x", "actions", 1, who="Kira", system="general"), False),
        (adjust("x", "gm_ip", 1), False),
        (Restored("x", 1, "stepdie", "player_ip", "Kira"), True),
        (Restored("x", 1, "stepdie", "player_ip"), False),
        (Recorded("x", 1, "stepdie", "player", "Kira", ()), False),
        (Undone("x", 1, "k"), True),
        (Undone("x", 1, "t"), True),
        (Undone("x", 1, "l"), False),
        (Undone("x", 1, "lous reroll"), False),
        (Undone("x", 1, "put right"), False),
        (Undone("x", 1, "ours"), True),
        (Undone("x", 1, "theirs"), False),
        (Undone("x", 1, "s"), False),
        (Undone("x", 1, "own"), True),
        (Undone("x", 1, "undo own"), True),
        (Undone("x", 1, "undo other"), False),
        (Undone("x", 1, "table"), False),
        (Undone("x", 1, "kira"), False),
        (Noted("x", 1, "k", "!"), True),
        (Noted("x", 1, "l", "!"), False),
        (Noted("x", 1, "other", "!"), False),
    ],
)
def test_a_guest_adds_rolls_and_the_counters_of_its_own_people(event: Event, may: bool) -> None:
    log = fold(LOG)
    revises_seal = isinstance(event, Rolled) and event.revises == "s"
    after = log if revises_seal else apply(log, event)
    assert may_add(event, after, OWN, frozenset({"ours", "x"})) == may


RELICS: Any = BY_ID["relics"]
AIMS = RELICS.parse("6d6 +1 / 1d (Anja's Aim) +1 / 1d (Boris's Aim) +2 / 1d", {})
SIX = RELICS.roll(AIMS, seeded(3), onward=False)
LIES = next(one.placed for one in RELICS.options(AIMS, SIX) if one.units)
ANJAS = record_roll(RollMetadata("r", 1, who="Anja"), RELICS, AIMS, SIX)


def pc(name: str) -> Recorded:
    facts: Facts = (("traits.0.label", "Aim"), ("traits.0.kind", "simple"), ("traits.0.value", 1), ("traits.0.dice", 1))
    return Recorded(name, 0, "relics", "player", name, facts)


def placement_event(name: str, *units: int, at: int = 2) -> Rolled:
    """Anja's roll with these units put on other dice."""
    places = tuple(unit + 3 if unit in units else place for unit, place in enumerate(LIES))
    roll = RELICS.pick(AIMS, SIX, Pick("place", places))
    return revise_roll(RollMetadata(name, at), ANJAS, roll)


@pytest.mark.parametrize(
    ("who", "units", "may"),
    [
        ("Boris", (1,), True),
        ("Boris", (0,), False),
        ("Boris", (2,), False),
        ("Boris", (0, 1), False),
        ("Boris", (), False),
        ("Anja", (0,), True),
        ("Anja", (0, 2), True),
        ("Anja", (), True),
        ("Anja", (1,), False),
        ("Cleo", (0,), False),
    ],
)
def test_each_places_what_their_own_people_bring_on_any_roll(who: str, units: tuple[int, ...], *, may: bool) -> None:
    log = fold([pc("Anja"), pc("Boris"), pc("Cleo"), ANJAS])
    event = placement_event("x", *units)
    assert may_add(event, apply(log, event), frozenset({("relics", who)})) == may


def test_who_places_while_another_does_has_moved_nothing_of_theirs() -> None:
    log = fold([pc("Anja"), pc("Boris"), ANJAS, placement_event("a", 0), placement_event("b", 1, at=3)])
    assert may_add(log.event("b"), log, frozenset({("relics", "Boris")}))
