"""Rolls of somebody's own game as the log has them: data, whatever a text or another device makes of it."""

import json
from typing import Any

import pytest

from pyrules.campaign.codec import read_log, read_record, write_event, write_log
from pyrules.campaign.events import GAME_ROLL, Facts, Recorded
from pyrules.campaign.games import MOST_PIECES, MOST_STEP, GameRoll, read_game_roll, read_roll, roll_facts
from pyrules.campaign.reading import Unreadable
from pyrules.campaign.state import fold
from pyrules.systems import BY_ID
from tests.campaign.games_helpers import SAID


def roll(**other: Any) -> GameRoll:
    return read_game_roll(json.dumps({**SAID, **other}))


def game_record(facts: Facts, name: str = "Sum") -> Recorded:
    return Recorded("a", 1, next(iter(BY_ID)), GAME_ROLL, name, facts)


def test_a_roll_is_the_same_after_log_and_file() -> None:
    one = roll()
    event = game_record(roll_facts(one))
    again = read_record(write_event(event))
    assert again == event
    assert isinstance(again, Recorded)
    assert read_roll(again.name, again.facts or ()) == one
    assert read_log(write_log([event])).events == (event,)
    assert fold([event]).entries[0].event == event


def test_a_big_roll_is_kept_whole_and_a_huge_one_cut() -> None:
    dice = [["d20:20"] * 500, ["d6:6>6>1"] * 100]
    assert roll_facts(roll(dice=dice))
    assert read_roll("Sum", roll_facts(roll(dice=dice))).dice == roll(dice=dice).dice
    huge = roll_facts(roll(dice=[["d20:20"] * 1000] * 10))
    assert sum(name.startswith("dice.") for name, _ in huge) == MOST_PIECES
    assert write_event(game_record(huge))


def test_what_nobody_sees_and_what_is_too_long_goes() -> None:
    one = roll(headline="\u202eseY\x07\u200b", steps=["<b>x</b>\n\u2066y", "z" * 9999], game="S\u00a0um" + "x" * 99)
    assert (one.headline, one.steps[0], len(one.steps[1]), one.game[:5]) == ("seY", "<b>x</b> y", MOST_STEP, "S umx")
    assert write_event(game_record(roll_facts(one), one.game))


@pytest.mark.parametrize(
    "said",
    [
        "",
        "[]",
        "null",
        "{}",
        json.dumps({**SAID, "good": "yes"}),
        json.dumps({**SAID, "dice": [["d6:7"]]}),
        json.dumps({**SAID, "dice": "d6:6"}),
        json.dumps({**SAID, "steps": ["x"] * 51}),
        json.dumps({**SAID, "steps": [7]}),
        json.dumps({**SAID, "headline": {}}),
        json.dumps({**SAID, "more": 1}),
        "[" * 100_000,
        '{"game": "' + "x" * 1_000_001 + '"}',
    ],
)
def test_what_is_no_roll_is_refused(said: str) -> None:
    with pytest.raises(Unreadable):
        read_game_roll(said)


@pytest.mark.parametrize(
    "facts",
    [
        (),
        (("dice.0", "d6:6 nonsense"), ("good", "yes"), ("hash", "x")),
        (("dice.0", 7), ("step.0", True), ("headline", False), ("notation", 2**53 - 1)),
        tuple((f"step.{number}", "\u202e") for number in range(300)),
        tuple((f"dice.{number}", "d6:6 " * 200) for number in range(300)),
    ],
)
def test_whatever_another_device_has_written_is_shown_as_far_as_it_goes(facts: Facts) -> None:
    event = read_record(write_event(game_record(facts)))
    assert isinstance(event, Recorded)
    one = read_roll("\u202eSum", event.facts or ())
    assert one.game == "Sum"
    assert one.good is None
    assert len(one.steps) <= 50
    assert sum(map(len, one.dice)) <= 2000
