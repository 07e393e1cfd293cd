"""Rounds go by, and Actions are used in them."""

from dataclasses import replace

import pytest

from pyrules.campaign.events import Event, Restored, Rolled, Undone
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.campaign.state import EMPTY, apply, fold
from pyrules.systems.general import GENERAL
from pyrules.systems.general.actions import action_places, actions_used, next_round
from tests.campaign.some_logs import adjust


def action_event(name: str, who: str, notation: str) -> Rolled:
    test = GENERAL.parse(notation, {})
    return record_roll(
        RollMetadata(name, 0, who=who), GENERAL, test, GENERAL.roll(test, lambda throw: [1] * throw.count)
    )


BY_ROUND = (("actions_return", "each_round"),)


def test_rounds_and_actions() -> None:
    log: list[Event] = [
        action_event("r", "Ann", "d8 + action Feint d6 (10)"),
        action_event("s", "Bo", "d8 + action Parry d6 + action d4 (10)"),
    ]
    state = fold(log)
    assert actions_used(state, "Ann") == ("Feint d6",)
    assert actions_used(state, "Bo") == ("Parry d6", "d4")
    assert state.counters["general", "actions"] == {"Ann": 1, "Bo": 2}
    by_hand = apply(state, *next_round(state, ("1", "2"), 5, ()))
    assert by_hand.value("general", "round") == 2
    assert actions_used(by_hand, "Bo") == ("Parry d6", "d4")
    by_round = apply(state, *next_round(state, ("1", "2"), 5, BY_ROUND))
    assert by_round.value("general", "round") == 2
    assert actions_used(by_round, "Bo") == ()
    assert by_round.value("general", "actions", "Bo") == 0
    assert [event.id for event in next_round(EMPTY, ("1", "2"), 5, BY_ROUND)] == ["1"]


def test_actions_come_back_by_hand() -> None:
    log: list[Event] = [
        action_event("r", "Ann", "d8 + action Feint d6 (10)"),
        action_event("s", "Bo", "d8 + action Parry d6 (10)"),
    ]
    hers = fold([*log, Restored("x", 0, "general", "actions", "Ann")])
    assert (actions_used(hers, "Ann"), actions_used(hers, "Bo")) == ((), ("Parry d6",))
    assert actions_used(apply(hers, Undone("u", 0, "x")), "Ann") == ("Feint d6",)
    assert actions_used(fold([*log, Undone("u", 0, "r")]), "Ann") == ()


def test_actions_of_a_notation_that_cannot_be_read_are_none() -> None:
    odd = replace(action_event("t", "Ann", "d8 + action Feint d6 (10)"), notation="nonsense")
    assert actions_used(fold([odd, action_event("u", "Ann", "d8 + action Parry d6 (10)")]), "Ann") == ("Parry d6",)


def test_actions_are_used_and_returned_by_hand() -> None:
    used = adjust("u", "actions", 1, system="general", who="Ann", note="Dash")
    twice = adjust("t", "actions", 2, system="general", who="Ann", note="Jump")
    back = adjust("b", "actions", -1, system="general", who="Ann", note="Dash")
    assert actions_used(fold([used, twice]), "Ann") == ("Dash", "Jump", "Jump")
    assert actions_used(fold([used, twice, back]), "Ann") == ("Jump", "Jump")
    assert actions_used(fold([used, Undone("x", 0, "u")]), "Ann") == ()
    assert actions_used(fold([used]), "Bo") == ()
    assert actions_used(fold([twice, back]), "Ann") == ("Jump", "Jump")
    assert actions_used(fold([used, Restored("r", 0, "general", "actions")]), "Ann") == ()


@pytest.mark.parametrize(
    ("marks", "places"),
    [
        (["Push d10"], [1]),
        (["push D6", "PUSH d10"], [0, 1]),
        (["Dash d6", "Dash d6", "Dash d6"], [2, 3, -1]),
        (["Push", "Push", "Push"], [0, 1, -1]),
        (["Push d10", "Push"], [1, 0]),
        (["Push d10", "Push d10"], [1, -1]),
        (["Push d8"], [0]),
        (["Luck d4", ""], [-1, -1]),
    ],
)
def test_actions_of_one_name_are_told_apart_by_their_dice(marks: list[str], places: list[int]) -> None:
    assert list(action_places(marks, ("Push d6", "Push d10", "Dash d6", "Dash d6"))) == places


def test_an_action_comes_back_by_hand_however_it_is_written() -> None:
    log: list[Event] = [action_event("r", "Ann", "d8 + action push d6 + action Push d10 (10)")]
    for note, left in (("Push d10", ("push d6",)), ("Push", ("Push d10",)), ("Luck", ("push d6", "Push d10"))):
        back = adjust("b", "actions", -1, system="general", who="Ann", note=note)
        assert actions_used(fold([*log, back]), "Ann") == left
