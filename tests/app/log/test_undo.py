"""Undo goes step by step: a purchase before its roll, here, in the log and in other tabs."""

import json

import pytest
from app import words

from pyrules.campaign.events import PLAYER, Recorded, Rolled, Undone
from tests.app.reader import Reader

STEPDIE = "3d6 + d10 (3) ip 5"


def bought() -> Reader:
    """A Step Die rerolled, then a d6 added."""
    reader = Reader("stepdie/", faces=[6, 2, 2, 3, 4, 6]).note(STEPDIE).do("roll")
    return reader.do("option", option="reroll").do("option", option="add")


def line(reader: Reader) -> str:
    return reader.model.campaign.entries[0].id


def rolled(reader: Reader) -> Rolled:
    event = reader.model.campaign.entries[0].event
    assert isinstance(event, Rolled)
    return event


def faces(reader: Reader) -> list[tuple[int, ...]]:
    return [die.faces for die in rolled(reader).dice[0]]


def test_undo_takes_back_one_purchase_after_the_other_and_then_the_roll() -> None:
    reader = bought()
    events = len(reader.model.campaign.events)
    assert "Undo: Add one d6" in reader.html("card")
    reader.do("undo", event=line(reader))
    assert reader.told == ["Undone: Add one d6."]
    assert reader.sees("Undone: Add one d6.")
    assert faces(reader) == [(6,), (2,), (2,), (3, 4)]
    assert reader.html("tray").count("data-face") == 4
    assert reader.asked("dice")[0]["throws"] == [{"before": face, "landings": []} for face in (6, 2, 2, 4)]
    assert reader.rest().told[0].startswith("Undone: Add one d6. ")
    reader.do("undo", event=line(reader))
    assert reader.told == ["Undone: Reroll the Step Die."]
    assert faces(reader) == [(6,), (2,), (2,), (3,)]
    assert "Undo: " not in reader.html("card")
    headline = rolled(reader).headline
    reader.do("undo", event=line(reader))
    assert reader.told == [f"Undone: {headline}."]
    assert reader.html("card") == ""
    assert reader.model.campaign.entries[0].is_struck
    assert all(isinstance(event, Undone) for event in reader.model.campaign.events[events:])


def test_a_second_tap_takes_nothing_more_back() -> None:
    reader = bought()
    takes = reader.model.campaign.events[-1].id
    reader.do("undo", event=line(reader), takes=takes)
    events = reader.model.campaign.events
    assert reader.do("undo", event=line(reader), takes=takes).model.campaign.events == events
    reader.do("undo", event=line(reader)).do("undo", event=line(reader))
    events = reader.model.campaign.events
    assert reader.do("undo", event=line(reader), takes=line(reader)).model.campaign.events == events


def test_the_log_brings_back_what_was_taken_back_last() -> None:
    reader = bought().go("stepdie/log/")
    reader.do("undo", event=line(reader)).do("undo", event=line(reader)).do("log-open", event=line(reader))
    assert reader.sees("Redo: Reroll the Step Die")
    assert reader.do("redo", event=line(reader)).told == ["Redone: Reroll the Step Die."]
    assert reader.sees("Undo: Reroll the Step Die", "Redo: Add one d6")
    reader.do("redo", event=line(reader))
    assert faces(reader) == [(6,), (2,), (2,), (3, 4), (6,)]
    assert not reader.sees("Redo: ")
    events = reader.model.campaign.events
    assert reader.do("redo", event=line(reader)).model.campaign.events == events


def test_what_was_done_since_is_not_overtaken_by_what_was_taken_back() -> None:
    reader = Reader("stepdie/", faces=[6, 2, 2, 3, 4, 5]).note(STEPDIE).do("roll").do("option", option="reroll")
    reader.do("undo", event=line(reader)).do("option", option="add")
    assert faces(reader) == [(6,), (2,), (2,), (3,), (5,)]
    assert reader.model.campaign.taken_back(line(reader)) is None
    events = reader.model.campaign.events
    assert reader.do("redo", event=line(reader)).model.campaign.events == events


def test_another_tab_follows() -> None:
    reader = bought()
    other = Reader("stepdie/", reader.model.campaign.events, faces=()).do("log-replay", event=line(reader))
    reader.do("undo", event=line(reader))
    other.do("heard", json.dumps({"records": reader.records[-1:], "own": 0, "kept": {}}))
    assert other.html("tray").count("data-face") == 4
    assert other.asked("dice")[0]["throws"][-1] == {"before": 4, "landings": []}
    reader.do("undo", event=line(reader)).do("undo", event=line(reader))
    other.do("heard", json.dumps({"records": reader.records[-2:], "own": 0, "kept": {}}))
    assert other.html("card") == ""


def test_counters_go_back_step_by_step() -> None:
    mira = Recorded("p", 1, "stepdie", PLAYER, "Mira")
    reader = Reader("stepdie/", [mira], faces=[6, 2, 2, 3, 4, 6]).note(STEPDIE).do("who", called="Mira")
    reader.do("count", counter="player_ip", who="Mira", by=2).note("3d6 + d10 (3)").do("roll")
    name = reader.model.campaign.entries[-1].id
    reader.do("option", option="reroll").do("option", option="add")
    held = [reader.model.campaign.value("stepdie", "player_ip", "Mira")]
    for _ in range(3):
        reader.do("undo", event=name)
        held.append(reader.model.campaign.value("stepdie", "player_ip", "Mira"))
    assert held == [1, 3, 4, 4]


@pytest.mark.parametrize(
    ("system", "notation", "dice", "steps", "said"),
    [
        ("moonwalk", "3 (4, 1 hour) Extended Test", [5, 1, 2, 6, 1], [("option", "next")], "Next interval"),
        ("general", "d8 + d6 (15) reroll 1", [1, 2, 8], [("die", 0), ("decide", None)], "Reroll"),
        (
            "relics",
            "5d6 +1 / 2d pcs 4",
            [1, 3, 3, 4, 5],
            [("propose", ""), ("die", 0), ("decide", None)],
            "Place the simple modifiers",
        ),
    ],
)
def test_whatever_was_done_to_a_roll_is_taken_back_by_its_name(
    system: str, notation: str, dice: list[int], steps: list[tuple[str, object]], said: str
) -> None:
    reader = Reader(f"{system}/", faces=dice).note(notation).do("roll")
    first = reader.html("tray")
    for on, value in steps:
        reader.do(on, option=value, place=value, proposal=value)
    assert words.undo_of(said) in reader.html("card")
    reader.do("undo", event=line(reader))
    assert reader.told == [f"Undone: {said}."]
    assert reader.html("tray") == first
