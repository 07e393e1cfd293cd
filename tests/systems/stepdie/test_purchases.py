"""The IP that a player has left, and may still spend on an earlier roll."""

from dataclasses import replace

import pytest

from pyrules.campaign.events import Event, Restored, Rolled, Undone
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.campaign.state import fold
from pyrules.core.faces import read_faces
from pyrules.core.roll import Pick
from pyrules.systems.stepdie import STEPDIE
from pyrules.systems.stepdie.purchases import ip_left, ip_to_spend
from tests.campaign.some_logs import adjust


def roll_event(
    name: str, ip: int, faces: str = "1,6,3", *bought: str, who: str = "Ann", awards: str = "after_spending"
) -> Rolled:
    test = STEPDIE.parse(f"2d6 + d8 (3) ip {ip}", {"awards": awards})
    roll = STEPDIE.replay(test, read_faces(faces), tuple(map(Pick, bought)))
    return record_roll(RollMetadata(name, 0, who=who), STEPDIE, test, roll)


ADDED, AWARDED = ("1,6,3,1", "add"), ("1,6,8",)


@pytest.mark.parametrize(
    ("later", "left"),
    [
        ([], 2),
        ([roll_event("b", 2)], 2),
        ([roll_event("b", 2, *ADDED)], 0),
        ([roll_event("b", 2, *ADDED), Undone("u", 0, "b")], 2),
        ([roll_event("b", 2, *ADDED, who="Bo")], 2),
        ([adjust("b", "player_ip", -1, who="Ann")], 1),
        ([adjust("b", "player_ip", -1, who="Ann"), roll_event("c", 1, *AWARDED)], 1),
        ([roll_event("b", 2, *AWARDED), adjust("c", "player_ip", -1, who="Ann")], 2),
        ([adjust("b", "gm_ip", -1)], 2),
        ([Restored("b", 0, "stepdie", "player_ip", "Ann")], 0),
    ],
)
def test_what_was_spent_since_is_not_spent_again(later: list[Event], left: int) -> None:
    assert ip_to_spend(fold([roll_event("a", 2), *later]), "a") == left


@pytest.mark.parametrize(
    ("later", "left"),
    [
        ([roll_event("b", 5, *AWARDED)], 5),
        ([roll_event("b", 5, *AWARDED), roll_event("c", 5, *ADDED)], 3),
        ([roll_event("b", 5, *ADDED), roll_event("c", 3, *ADDED), adjust("d", "player_ip", 4, who="Ann")], 1),
    ],
)
def test_what_was_spent_since_from_full_hands_is_not_spent_again(later: list[Event], left: int) -> None:
    full = adjust("full", "player_ip", 3, who="Ann")
    assert ip_to_spend(fold([full, roll_event("a", 5), *later]), "a") == left


@pytest.mark.parametrize(("spent", "left"), [(1, 3), (2, 2), (3, 0)])
def test_an_award_that_was_spent_since_is_not_rerolled(spent: int, left: int) -> None:
    log: list[Event] = [adjust("one more", "player_ip", 1, who="Ann"), roll_event("a", 3, *AWARDED)]
    assert ip_to_spend(fold([*log, adjust("b", "player_ip", -spent, who="Ann")]), "a") == left


FIRST, EVERY = "before_spending", "every_roll"


@pytest.mark.parametrize(
    ("roll", "later", "left"),
    [
        (AWARDED, [], 3),
        (AWARDED, [roll_event("b", 3, *ADDED)], 1),
        (AWARDED, [adjust("b", "player_ip", -2, who="Ann")], 1),
        (AWARDED, [adjust("b", "player_ip", -3, who="Ann")], 0),
        (("1,6,3",), [], 2),
        (("1,6,8>1", "reroll"), [], 2),
        (("1,6,8>1>1>1", "reroll", "reroll", "reroll"), [], 0),
        (("1,6,8,1", "add"), [adjust("b", "player_ip", -1, who="Ann")], 0),
    ],
)
@pytest.mark.parametrize("awards", [FIRST, EVERY])
def test_an_ip_just_won_is_there_to_spend_where_awards_come_first(
    roll: tuple[str, ...], later: list[Event], left: int, awards: str
) -> None:
    state = fold([roll_event("a", 2, *roll, awards=awards), *later])
    assert ip_to_spend(state, "a") == left


@pytest.mark.parametrize(
    ("roll", "left"),
    [(("1,6,8>7", "reroll"), 3), (("1,6,1>7", "reroll"), 2), (("1,6,8>7>8>7>3",) + ("reroll",) * 4, 2)],
)
def test_an_ip_that_a_reroll_won_is_spendable_where_each_roll_has_one(roll: tuple[str, ...], left: int) -> None:
    for who in ("Ann", ""):
        state = fold([roll_event("a", 2, *roll, who=who, awards=EVERY)])
        assert ip_to_spend(state, "a") == state.value("stepdie", "player_ip", who) == left


@pytest.mark.parametrize(("roll", "left"), [(AWARDED, 3), (("1,6,8>1", "reroll"), 2), (("1,6,3",), 2)])
def test_an_ip_just_won_is_there_for_nobody_in_particular_too(roll: tuple[str, ...], left: int) -> None:
    state = fold([roll_event("a", 2, *roll, who="", awards=FIRST)])
    assert ip_to_spend(state, "a") == ip_left(state) == left


@pytest.mark.parametrize(("awards", "after"), [("after_spending", 4), (FIRST, 3)])
def test_an_award_with_full_hands_finds_room_only_after_the_spending(awards: str, after: int) -> None:
    full = adjust("full", "player_ip", 3, who="Ann")
    state = fold([full, roll_event("a", 5, "1,6,8,1", "add", awards=awards)])
    assert state.value("stepdie", "player_ip", "Ann") == after


def test_a_purchase_on_an_earlier_roll_takes_from_the_later_ones() -> None:
    bought = replace(roll_event("c", 2, *ADDED), revises="a")
    assert ip_to_spend(fold([roll_event("a", 2), roll_event("b", 2), bought]), "b") == 0


def test_the_ip_of_nobody_go_on_to_their_next_roll() -> None:
    log: list[Event] = [roll_event("a", 4, *ADDED, who=""), roll_event("b", 2, *AWARDED, who="")]
    assert [ip_left(fold(log[:rolls])) for rolls in range(3)] == [None, 2, 3]
    assert [ip_to_spend(fold(log), line) for line in "ab"] == [0, 2]
    assert ip_left(fold([*log, roll_event("c", 5)])) == 3
    assert ip_left(fold([*log, Undone("u", 0, "b")])) == 2


def test_a_notation_that_cannot_be_read_has_no_ip() -> None:
    state = fold([replace(roll_event("a", 2, who=""), notation="nonsense")])
    assert (ip_left(state), ip_to_spend(state, "a")) == (None, 0)
