"""Real dice typed in by count, where the rules only need counts."""

import re
from collections import Counter

import pytest
from app.evening.tallies import tallies

from pyrules.campaign.rolls import replay_roll
from pyrules.core.roll import LEAVE, Pick
from tests.app.reader import Reader
from tests.app.roll.roll_helpers import last, typed


def counting(notation: str, address: str = "moonwalk/") -> Reader:
    return Reader(address, kept={"by count": True}).do("by-hand").note(notation).do("roll")


def tallied(reader: Reader, *groups: tuple[int, int]) -> Reader:
    """Count dice: how many show a face or one of its group."""
    for face, number in groups:
        for _ in range(abs(number)):
            reader.do("tally", field=face, by=1 if number > 0 else -1)
    return reader


def counts(reader: Reader) -> list[int]:
    """The number of dice that are counted of each group of faces, the rest left out."""
    return [int(to) for to in re.findall(r'data-to="(\d+)"[^>]*aria-pressed="true"', reader.html("card"))]


def test_dice_are_counted_where_the_rules_only_need_counts() -> None:
    reader = Reader("moonwalk/").note("12 (3)").do("by-hand").do("by-count")
    assert {"do": "keep", "key": "by count", "value": True} in reader.commands
    assert reader.html("card").count('class="count"') == 3
    assert not reader.sees('data-on="face"')
    tallied(reader, (5, 4), (1, 3), (1, -1))
    assert reader.told == ["2 dice show 1. Die 7 of 12, d6"]
    assert "6 others" in reader.text("card")
    assert "6 others" in reader.text("bar")
    assert not reader.model.campaign.events
    reader.do("tally-rest")
    assert "real dice, by count Success 4 hits · needs 3" in reader.text("card")
    event = last(reader)
    assert (event.physical, event.counted) == (True, True)
    assert Counter(die.face for die in event.dice[0]) == {5: 4, 1: 2, 2: 6}
    assert "real dice, by count" in reader.go("moonwalk/log/").text("screen")
    assert tallies(reader.model.campaign.entries) == ()
    assert reader.do("log-replay", event=event.id).sees("real dice, by count")


def test_counting_and_telling_go_on_from_one_another() -> None:
    reader = typed(Reader("moonwalk/").note("5 (3)").do("by-hand"), 6, 1, 3).do("by-count")
    assert [text in reader.text("card") for text in ("5 6 5 or 6 0 1 2", "2 3 4 2 to 4 3 others")] == [True] * 2
    assert counts(reader) == [1, 1]
    tallied(reader, (5, 1)).do("by-count")
    assert "Die 5 of 5" in reader.text("card")
    typed(reader, 2)
    assert [die.face for die in last(reader).dice[0]] == [6, 1, 3, 5, 2]
    assert last(reader).counted


def test_the_last_die_counted_lays_the_roll_on_the_table() -> None:
    reader = tallied(counting("2 (2)"), (5, 2))
    assert last(reader).headline == "Success"
    reader.do("tally", field=5, by=1).do("tally-rest")
    assert len(reader.model.campaign.events) == 1


def test_what_is_counted_away_again_is_not_counted() -> None:
    reader = tallied(counting("3 (2)"), (5, 1), (5, -2)).do("by-count")
    assert reader.model.hand is not None
    assert (reader.model.hand.faces, reader.model.hand.counted) == ((), False)
    assert not last(typed(reader, 6, 6, 1)).counted


def test_both_sides_of_an_opposed_test_are_counted_one_after_the_other() -> None:
    reader = tallied(counting("4 vs. 3"), (5, 3)).do("tally-rest")
    assert "Defender's dice" in reader.text("card")
    assert reader.told == ["1 die shows 2 to 4. Defender's dice. Die 1 of 3, d6"]
    tallied(reader, (5, 1)).do("tally-rest")
    assert last(reader).summary == "3 hits · defender 1"


def test_sixes_are_counted_by_themselves_where_they_count_more() -> None:
    reader = tallied(counting("4 (3) six"), (6, 2), (5, 1)).do("tally-rest")
    assert "5 or 6" not in reader.text("card")
    assert "2 others" in reader.text("card")
    assert [die.face for die in last(tallied(reader, (1, 2))).dice[0]] == [6, 6, 5, 2, 1, 1]


def test_a_six_may_be_left_by_whoever_throws() -> None:
    reader = typed(counting("2 (1) six").do("by-count"), 6, 1)
    assert "Dice added by sixes" in reader.text("card")
    assert "Leave it" in reader.text("card")
    reader.do("face", face=0)
    assert (last(reader).summary, last(reader).picks) == ("1 hit · needs 1", (Pick(LEAVE, (0,)),))
    assert "1 six, 1 left: 2 dice in all" in reader.text("card")
    assert replay_roll(last(reader)).holds
    assert "Leave" not in counting("2 (1) six").text("card")


def test_both_sides_may_leave_their_sixes_and_take_that_back() -> None:
    reader = typed(counting("2 six vs. 1 six").do("by-count"), 6, 6, 6)
    assert "Leave them" in reader.text("card")
    reader.do("face", face=0)
    assert "Defender's dice, added by sixes" in reader.visit("moonwalk/").text("card")
    reader.do("face-back")
    assert "Your dice, added by sixes" in reader.text("card")
    typed(reader, 5, 0, 1)
    assert [[die.face for die in pool] for pool in last(reader).dice] == [[6, 6, 5], [6, 1]]
    assert last(reader).picks == (Pick(LEAVE, (0,)),)


@pytest.mark.parametrize("notation", ["2 six vs. 1", "2 vs. 1 six"])
def test_what_was_left_goes_along_only_where_more_is_asked_for(notation: str) -> None:
    reader = typed(counting("2 six vs. 1 six").do("by-count"), 6, 1, 6, 0)
    hand = reader.note(notation).model.hand
    assert hand is not None
    assert hand.faces == (6, 1, 6)
    assert typed(reader, 0).model.hand is None


@pytest.mark.parametrize(
    ("address", "notation"), [("stepdie/", "5d6 + d10 (3)"), ("general/", "d8 + d6 (15)"), ("relics/", "3d6 +1 / 1d")]
)
def test_where_every_face_matters_each_die_is_told(address: str, notation: str) -> None:
    reader = counting(notation, address)
    assert 'data-on="face"' in reader.html("card")
    assert not reader.sees('data-on="by-count"', 'data-on="tally"')
    reader.do("tally", field=5, by=1).do("tally-rest")
    assert reader.model.hand is not None
    assert reader.model.hand.faces == ()


@pytest.mark.parametrize(("field", "by"), [(6, 1), (7, 1), (2, -1)])
def test_a_group_that_there_is_not_is_not_counted(field: int, by: int) -> None:
    reader = counting("4 (2)").do("tally", field=field, by=by)
    assert reader.model.hand is not None
    assert reader.model.hand.faces == ()


def test_counted_dice_are_there_on_the_next_visit_and_still_counted() -> None:
    reader = tallied(counting("3 (2)"), (5, 1))
    assert counts(reader.visit("moonwalk/")) == [1, 0]
    assert last(reader.do("tally-rest")).counted


def test_counted_dice_go_along_to_another_test_only_if_it_counts_alike() -> None:
    reader = tallied(counting("3 (2)"), (5, 1)).note("4 (2)")
    assert reader.model.hand is not None
    assert (reader.model.hand.faces, reader.model.hand.counted) == ((5,), True)
    hand = reader.note("4 (2) six").model.hand
    assert hand is not None
    assert hand.faces == ()


def test_a_counted_roll_stays_one_when_it_goes_on_here() -> None:
    reader = counting("3 (4, 1 hour) Extended Test").do("tally-rest").do("by-hand").do("option", option="next")
    assert last(reader).counted


def test_twelve_real_dice_are_counted_in_five_taps() -> None:
    reader = Reader("moonwalk/").note("12 (3)")
    reader.do("by-hand").do("by-count").do("tally", field=5, to=4).do("tally", field=1, to=2).do("tally-rest")
    assert Counter(die.face for die in last(reader).dice[0]) == {5: 4, 1: 2, 2: 6}


def test_a_number_replaces_another_and_none_is_more_than_there_are_dice() -> None:
    reader = counting("5 (2)").do("tally", field=5, to=4).do("tally", field=5, to=2).do("tally", field=1, to=9)
    assert [die.face for die in last(reader).dice[0]] == [5, 5, 1, 1, 1]


def test_many_dice_are_counted_by_one_more_or_less() -> None:
    assert 'data-to="0"' in counting("12 (3)").html("card")
    assert "data-to" not in counting("13 (3)").html("card")


def test_the_main_button_rolls_no_dice_while_real_ones_are_typed_in() -> None:
    reader = typed(Reader("moonwalk/").note("3 (2)").do("by-hand"), 6)
    assert "Use these dice 2 dice to go" in reader.text("bar")
    assert "disabled" in reader.html("bar")
    assert "roll-rest" not in reader.html("bar")
    assert "Roll the rest for me" in reader.text("card")
