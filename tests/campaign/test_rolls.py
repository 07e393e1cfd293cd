"""Rolls become events, go on, are dealt out, and come out the same when they are judged again."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.campaign.codec import read_event, write_event
from pyrules.campaign.events import Change, Rolled, Undone
from pyrules.campaign.reading import load
from pyrules.campaign.rolls import (
    RollMetadata,
    deal_effect,
    faithful_replay,
    given_up,
    is_given_up,
    record_roll,
    replay_roll,
    revise_roll,
)
from pyrules.campaign.state import EMPTY, apply, fold
from pyrules.core.errors import NotOffered, RulesError
from pyrules.core.faces import read_faces
from pyrules.core.roll import GIVE_UP, Pick, Roll
from pyrules.core.system import Example, System
from pyrules.systems import SYSTEMS
from pyrules.systems.general import GENERAL
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.relics import RELICS
from pyrules.systems.stepdie import STEPDIE

EXAMPLES = [
    pytest.param(system, example, id=f"{system.id} {example.notation}")
    for system in SYSTEMS
    for example in system.examples
]


def event_of(
    occasion: RollMetadata, system: System[Any], notation: str, faces: str, picks: tuple[Pick, ...] = ()
) -> Rolled:
    test = system.parse(notation, {})
    return record_roll(occasion, system, test, system.replay(test, read_faces(faces), picks))


@pytest.mark.parametrize(("system", "example"), EXAMPLES)
def test_every_example_survives_the_log_and_comes_out_the_same(system: System[Any], example: Example) -> None:
    test = system.parse(example.notation, dict(example.settings))
    roll = system.replay(test, read_faces(example.faces), example.picks)
    event = record_roll(RollMetadata("r", 1, who="Ann", under="Riot"), system, test, roll)
    stored = read_event(load(write_event(event)))
    assert stored == event
    again = replay_roll(stored)
    assert again.holds
    assert (again.test, again.roll, again.verdict) == (test, roll, system.judge(test, roll))
    state = fold([stored])
    for effect in again.verdict.effects:
        assert (system.id, effect.counter) in state.ledger.touched


@pytest.mark.parametrize(
    ("altered", "differs"),
    [
        ({"headline": "Geschafft", "summary": "Zwei Treffer von 5 Würfeln"}, ()),
        ({"good": False}, ("good",)),
        ({"outcome": ()}, ()),
        ({"outcome": (("success", True), ("hits", 9))}, ("outcome",)),
        ({"good": False, "outcome": ()}, ("good",)),
        ({"effects": ()}, ("effects",)),
        ({"effects": (Change("player_ip", 1, "elsewhere", "Bo"),)}, ()),
    ],
)
def test_a_replay_says_what_differs(altered: dict[str, Any], differs: tuple[str, ...]) -> None:
    event = event_of(RollMetadata("r", 1, who="Ann"), STEPDIE, "5d6 + d10 (2)", "6,5,3,2,1,9")
    assert replay_roll(replace(event, **altered)).differs == differs


def test_a_record_has_the_numbers_and_events_that_the_verdict_came_to() -> None:
    event = event_of(RollMetadata("r", 1, who="Ann"), STEPDIE, "5d6 + d10 (2)", "6,5,3,2,1,9")
    assert dict(event.outcome) == {"hits": 2, "difficulty": 2, "success": True, "player_ip": 1, "highest": True}
    degree = GENERAL.parse("Strength d8 + d6 (10)", {})
    reached = record_roll(RollMetadata("s", 1), GENERAL, degree, GENERAL.replay(degree, read_faces("7,5")))
    assert dict(reached.outcome)["total"] == 12


def test_what_lies_by_itself_is_as_the_log_has_it_or_not_at_all() -> None:
    event = event_of(RollMetadata("r", 1), MOONWALK, "2 (1)", "5,1")
    again = faithful_replay(replace(event, headline="Geschafft", summary="1 Treffer"))
    assert again
    assert (again.verdict.headline, again.verdict.summary) == ("Geschafft", "1 Treffer")
    assert again.verdict.lines == replay_roll(event).verdict.lines
    assert faithful_replay(replace(event, good=False)) is None
    assert faithful_replay(replace(event, notation="nonsense")) is None


def test_dice_of_another_size_are_noticed() -> None:
    event = event_of(RollMetadata("r", 1), MOONWALK, "1 (1)", "5")
    other = tuple(tuple(replace(die, sides=8) for die in pool) for pool in event.dice)
    assert replay_roll(replace(event, dice=other)).differs == ("dice",)


@pytest.mark.parametrize(
    "altered",
    [
        {"notation": "nonsense"},
        {"dice": ()},
        {"picks": (Pick("wish"),)},
        {"settings": (("luck", 1),)},
        {"system": "chess"},
    ],
)
def test_a_roll_that_the_rules_refuse_is_named(altered: dict[str, Any]) -> None:
    event = event_of(RollMetadata("r", 1), MOONWALK, "2 (1)", "5,1")
    with pytest.raises(RulesError):
        replay_roll(replace(event, **altered))


def test_counters_belong_to_whoever_the_rules_say() -> None:
    event = event_of(RollMetadata("r", 1, who="Ann"), STEPDIE, "5d6 + d10 (2)", "6,5,3,2,1,9")
    assert event.effects == (Change("player_ip", 1, "stepdie.highest", "Ann"),)
    lost = event_of(RollMetadata("s", 2, who="Ann"), STEPDIE, "2d6 + d10 (1)", "6,5,3")
    assert {change.who for change in lost.effects if change.counter == "gm_ip"} == {""}
    failed = event_of(RollMetadata("t", 3, who="Ann"), MOONWALK, "2 (1)", "2,3")
    assert failed.effects == (Change("retry_penalty", -2, "moonwalk.again", "t"),)


def test_a_purchase_settles_the_roll_once() -> None:
    first = event_of(RollMetadata("r", 1, who="Ann"), STEPDIE, "2d6 + d10 (2) ip 2", "6,2,9")
    system, test = STEPDIE, STEPDIE.parse(first.notation, {})
    again = system.replay(test, read_faces("6,2,9>1"), (Pick("reroll"),))
    second = revise_roll(RollMetadata("s", 2, who="Bo", took=5), first, again)
    assert (second.revises, second.who, second.took, second.at) == ("r", "Ann", 5, 2)
    state = fold([first, second])
    assert state.value("stepdie", "player_ip", "Ann") == 2
    assert state.value("stepdie", "complications") == 1
    assert apply(EMPTY, first).value("stepdie", "player_ip", "Ann") == 3
    third = revise_roll(RollMetadata("t", 3), second, again)
    assert third.revises == "r"


def test_an_extended_test_waits_for_its_next_interval() -> None:
    test = MOONWALK.parse("2 (3, 1 hour) Extended Test", {})
    first = record_roll(RollMetadata("r", 1, took=3600), MOONWALK, test, MOONWALK.replay(test, read_faces("5,2")))
    assert first.waits
    assert first.good is None
    second = revise_roll(RollMetadata("s", 2, took=3600), first, MOONWALK.replay(test, read_faces("5,2 / 3")))
    assert not second.waits
    assert second.effects == (Change("retry_penalty", -2, "moonwalk.again", "r"),)
    assert fold([first, second]).value("moonwalk", "clock") == 7200


@pytest.mark.parametrize("physical", [True, False])
def test_a_test_that_was_given_up_comes_out_the_same(*, physical: bool) -> None:
    test = MOONWALK.parse("3 [1] (9, 1 hour) Extended Test", {"glitch": "off"})
    occasion = RollMetadata("r", 1, who="Ann", took=3600, physical=physical)
    first = record_roll(occasion, MOONWALK, test, MOONWALK.replay(test, read_faces("5,6,1")))
    second = revise_roll(
        replace(occasion, id="s"), first, MOONWALK.replay(test, read_faces("5,6,1 / 2,2"), (Pick("next"),))
    )
    stopped = given_up(RollMetadata("t", 3), second)
    assert (stopped.who, stopped.physical, stopped.picks) == ("Ann", physical, (Pick("next"), GIVE_UP))
    assert stopped.dice == second.dice
    stored = read_event(load(write_event(stopped)))
    assert stored == stopped
    assert replay_roll(stored).holds
    assert [is_given_up(event) for event in (first, second, stored)] == [False, False, True]
    state = fold([first, second, stored])
    assert state.value("moonwalk", "retry_penalty", "r") == -2
    assert state.revisions("r") == (second, stopped)
    assert apply(state, Undone("u", 4, "t")).revisions("r") == (second,)
    assert apply(state, Undone("u", 4, "t")).value("moonwalk", "retry_penalty", "r") == 0
    with pytest.raises(NotOffered, match="'give_up' is not offered now"):
        given_up(RollMetadata("u", 5), stopped)
    with pytest.raises(RulesError, match="expected"):
        given_up(RollMetadata("u", 5), replace(second, notation="nonsense"))


SHARED = replace(
    event_of(RollMetadata("r", 1), STEPDIE, "2d6 + d10 (2)", "6,2,9"),
    effects=(Change("complications", 3, "x.stress"), Change("player_ip", 1, "x.ip", "Ann")),
    took=9,
)


def test_an_effect_is_dealt_out() -> None:
    event = deal_effect(RollMetadata("s", 2), SHARED, "complications", [("Ann", 2), ("Bo", 1), ("Cy", 0)])
    state = fold([SHARED, event])
    assert state.counters["stepdie", "complications"] == {"Ann": 2, "Bo": 1}
    assert state.counters["stepdie", "player_ip"] == {"Ann": 3}
    assert state.value("stepdie", "clock") == 9
    anew = deal_effect(RollMetadata("t", 3), event, "complications", [("Bo", 3)])
    assert apply(state, anew).counters["stepdie", "complications"] == {"Bo": 3}


@pytest.mark.parametrize(
    ("counter", "shares"),
    [
        ("complications", [("Ann", 2)]),
        ("complications", [("Ann", 4)]),
        ("complications", [("Ann", 4), ("Bo", -1)]),
        ("complications", []),
        ("gm_ip", []),
        ("gm_ip", [("Ann", 1)]),
    ],
)
def test_shares_must_add_up(counter: str, shares: Any) -> None:
    with pytest.raises(RulesError, match=f"{counter}: .* does not deal out [03]; the shares must add up"):
        deal_effect(RollMetadata("s", 2), SHARED, counter, shares)


def test_stress_stays_dealt_out_while_another_placement_brings_as_much() -> None:
    test = RELICS.parse("Minor 3 -1 / 1d -1 / 1d", {})

    def placed(*places: int) -> Roll:
        return RELICS.replay(test, read_faces("5,5,6"), (Pick("place", places),))

    first = record_roll(RollMetadata("r", 1), RELICS, test, placed(0, 2))
    assert first.effects == (Change("stress", 2, "relics.stress"),)
    given_out = deal_effect(RollMetadata("s", 2), first, "stress", [("Ann", 2)])
    assert revise_roll(RollMetadata("t", 3), given_out, placed(1, 2)).effects == (
        Change("stress", 2, "relics.stress", "Ann"),
    )
    assert revise_roll(RollMetadata("u", 4), given_out, placed(0, 1)).effects == (Change("stress", 1, "relics.stress"),)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=4))
def test_dealing_changes_nothing_in_sum(shares: Any) -> None:
    event = replace(SHARED, effects=(Change("complications", sum(shares), "x.stress"),))
    named = [(f"PC {place}", share) for place, share in enumerate(shares)]
    given_out = deal_effect(RollMetadata("s", 2), event, "complications", named)
    assert sum(change.delta for change in given_out.effects) == sum(shares)
