"""Challenges of Relics of the Moon, played from the first Huddle to the last die resolved."""

from dataclasses import replace

import pytest

from pyrules.campaign.events import Adjusted, Change, Event, Recorded, Restored, Rolled, Undone
from pyrules.campaign.rolls import RollMetadata, deal_effect, record_roll
from pyrules.campaign.state import State, apply, fold
from pyrules.core.faces import read_faces
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.challenges import Going, challenge_event, challenges
from pyrules.systems.relics.model import Challenge, Settings

RIOT = challenge_event(RollMetadata("riot", 0), "Riot", Challenge("Minor", 5), kind="Social", leader="Ann")

SHARED = tuple(Change("resolved", 9, "relics.resolved", who) for who in ("Riot", "Cliff"))
NAMED = ("relics", "challenge", "Riot")


def turn(name: str, notation: str, faces: str, under: str = "Riot") -> Rolled:
    test = RELICS.parse(notation, {})
    return record_roll(RollMetadata(name, 0, under=under), RELICS, test, RELICS.replay(test, read_faces(faces)))


def the(state: State) -> Going:
    (going,) = challenges(state, Settings())
    return going


def test_a_challenge_from_beginning_to_end() -> None:
    state = fold([RIOT])
    assert the(state) == Going("Riot", "Social", Challenge("Minor", 5), "Ann", "cohort", 1, "")
    state = apply(state, turn("1", "5d6 pcs 3 vs Minor 5", "5,6,6,2,3"))
    assert (the(state).challenge.resolved, the(state).turn, the(state).round) == (3, "challenge", 1)
    state = apply(state, strike := turn("2", "Minor 5 resolved 3", "6,2"))
    assert state.value("relics", "stress") == 4
    state = apply(state, deal_effect(RollMetadata("3", 0), strike, "stress", [("Ann", 3), ("Bo", 1)]))
    assert state.counters["relics", "stress"] == {"Ann": 3, "Bo": 1}
    assert (the(state).turn, the(state).round) == ("cohort", 2)
    state = apply(state, Adjusted("4", 0, "relics", "resolved", -2, "Riot", "Second Wind"))
    assert the(state).challenge.resolved == 1
    state = apply(state, turn("5", "5d6 pcs 3 vs Minor 5 resolved 1", "5,6,6,5,3"))
    assert (the(state).challenge.resolved, the(state).turn) == (5, None)
    undone = the(apply(state, Undone("6", 0, "5")))
    assert (undone.challenge.resolved, undone.turn) == (1, "cohort")


def test_a_stressed_out_leader_cannot_lead() -> None:
    first, second = turn("1", "Ultimate 9", "6,6,6,6,6,6,6,6,6"), turn("2", "Ultimate 9", "6,2,2,2,2,2,2,2,2")
    state = fold([RIOT, first, deal_effect(RollMetadata("3", 0), first, "stress", [("Ann", 9)]), second])
    assert the(state).refused == ""
    spared = apply(state, deal_effect(RollMetadata("4", 0), second, "stress", [("Bo", 1)]))
    assert the(spared).refused == ""
    out = apply(state, deal_effect(RollMetadata("4", 0), second, "stress", [("Ann", 1)]))
    assert "Stressed Out and cannot lead" in the(out).refused
    assert the(apply(out, Undone("5", 0, "4"))).refused == ""
    other_leader = challenge_event(RollMetadata("5", 0), "Riot", Challenge("Minor", 5), kind="Social", leader="Bo")
    assert the(apply(out, other_leader)).refused == ""
    (by_house_rule,) = challenges(out, Settings(stress_maximum=12))
    assert by_house_rule.refused == ""


def test_turns_belong_to_their_own_challenge() -> None:
    log: list[Event] = [
        RIOT,
        challenge_event(RollMetadata("cliff", 0), "Cliff", Challenge("Common", 3)),
        turn("1", "5d6 pcs 3 vs Common 3", "5,6,2,2,3", under="Cliff"),
    ]
    riot, cliff = challenges(fold(log), Settings())
    assert (riot.turn, riot.challenge.resolved) == ("cohort", 0)
    assert (cliff.turn, cliff.challenge.resolved, cliff.leader, cliff.refused) == ("challenge", 2, "", "")
    smaller = challenge_event(RollMetadata("edit", 0), "Cliff", Challenge("Common", 2))
    cliff = challenges(fold([*log, smaller]), Settings())[-1]
    assert (cliff.challenge, cliff.turn) == (Challenge("Common", 2, 2), None)
    gone = Recorded("gone", 0, "relics", "challenge", "Riot", None)
    assert [going.name for going in challenges(fold([*log, gone]), Settings())] == ["Cliff"]


def freeing_event(name: str, by: int = -1) -> Adjusted:
    return Adjusted(name, 0, "relics", "resolved", by, "Riot")


def test_surplus_resolved_dice_are_lost() -> None:
    state = fold([RIOT, freeing_event("1", 3), turn("2", "5d6 pcs 3 vs Minor 5 resolved 3", "6,6,2,2,2")])
    state = apply(state, Undone("3", 0, "1"), freeing_event("4", 3))
    assert state.value("relics", "resolved", "Riot") == 5
    again = apply(state, Undone("5", 0, "3"))
    assert again.value("relics", "resolved", "Riot") == 5
    assert the(apply(again, freeing_event("6"))).challenge.resolved == 4
    assert fold(again.events) == again
    assert the(apply(again, Undone("6", 0, "5"))) == the(state)


def test_resolved_dice_go_no_further_than_the_rating_of_their_time() -> None:
    smaller = challenge_event(RollMetadata("smaller", 0), "Riot", Challenge("Minor", 3), kind="Social", leader="Ann")
    state = fold([RIOT, freeing_event("1", 5), smaller])
    assert the(state).challenge.resolved == 3
    assert the(apply(state, freeing_event("2"))).challenge.resolved == 2
    assert the(apply(state, freeing_event("2"), Undone("3", 0, "smaller"))).challenge.resolved == 4
    assert the(apply(state, Undone("3", 0, "smaller"))).challenge.resolved == 5
    unknown = replace(RIOT, id="odd", facts=(("rating", "many"),))
    assert fold([unknown, freeing_event("1", 9)]).value("relics", "resolved", "Riot") == 9
    strike = replace(turn("2", "5d6 pcs 3 vs Minor 5", "2,2,2,2,2"), effects=SHARED)
    assert fold([RIOT, strike]).counters["relics", "resolved"] == {"Riot": 5, "Cliff": 9}
    gone = Recorded("gone", 0, *NAMED, None)
    assert fold([RIOT, gone, freeing_event("1", 9)]).value("relics", "resolved", "Riot") == 9


def test_a_challenge_begun_anew_has_no_earlier_turns() -> None:
    log: list[Event] = [RIOT, turn("1", "5d6 pcs 3 vs Minor 5", "5,6,6,2,3"), Recorded("2", 0, *NAMED, None)]
    log += [Restored("3", 0, "relics", "resolved", "Riot"), replace(RIOT, id="4")]
    assert the(fold(log)) == the(fold([RIOT]))
    kept = the(fold([*log, Undone("5", 0, "3")]))
    assert (kept.challenge.resolved, kept.turn) == (3, "challenge")
    other = Restored("3", 0, "relics", "resolved", "Cliff")
    assert the(fold([*log[:2], other])).turn == "challenge"


@pytest.mark.parametrize(
    "facts",
    [
        (),
        (("threat", "Cosmic"), ("rating", 5)),
        (("threat", 5), ("rating", 5)),
        (("threat", "Minor"), ("rating", 0)),
        (("threat", "Minor"), ("rating", 101)),
        (("threat", "Minor"), ("rating", "5")),
        (("threat", "Minor"), ("rating", True)),
    ],
)
def test_impossible_facts_are_left_out(facts: tuple[tuple[str, str | int | bool], ...]) -> None:
    state = fold([Recorded("x", 0, "relics", "challenge", "Odd", facts), replace(RIOT, id="y")])
    assert [going.name for going in challenges(state, Settings())] == ["Riot"]


def test_a_notation_that_cannot_be_read_breaks_nothing() -> None:
    odd = replace(turn("1", "5d6 pcs 3 vs Minor 5", "5,6,6,2,3"), notation="nonsense")
    assert the(fold([RIOT, odd])).turn == "challenge"
