"""Rolls of a game whose text has changed since: the log has them as they were recorded."""

import json
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

import pytest
from app.log import screen_words as words
from pen import rules

from pyrules.author.source import read_source
from pyrules.campaign.codec import VERSION
from pyrules.campaign.evening import result
from pyrules.core.system import System
from pyrules.systems import register, unregister
from tests.app.reader import Reader
from tests.app.tracker.tracker_helpers import person

TEXT = '''
from pyrules.author import Ruling, Setting, action, costs, counter, d6, number, option, system, track

luck = counter("Luck", 0, 9, start=5, each="player")
stress = track("Stress", 9, each="player")
dice = number("Dice", 1, 5, start=3, short="{}d")
again_ = option("Roll one die again", costs=1 @ luck, rerolls=lambda face: face < 6, most=1)


def highest(faces):
    """The highest die counts."""
    return max(faces)


check = action(
    "Check", dice, pool=lambda t: d6(t.dice), outcome=[highest], options=[again_],
    success=lambda highest: highest == 6, effects=lambda o: costs(1 @ stress),
)
grim = Setting("grim", "Grim", ("no", "yes"), "no")
harsh = Ruling(1, "Which die counts?", "The highest.", "It is said so.", settings=(grim,))
GAME = system("own", "Own", check, rulings=[harsh], examples=["1d: 6"])
'''

RENAMED = TEXT.replace("luck", "fate").replace('"Luck"', '"Fate"')
REMOVED = TEXT.replace(", effects=lambda o: costs(1 @ stress)", "").replace("options=[again_],", "")
REMOVED = "\n".join(line for line in REMOVED.split("\n") if not line.startswith(("luck", "stress", "again_")))
RULED = TEXT.replace("max(faces)", "min(faces)")


ON_TWO_DICE = {
    "the pool": TEXT.replace("d6(t.dice)", "d6(t.dice if t.dice != 2 else 1 // 0)"),
    "the outcome": TEXT.replace("return max(faces)", "return max(faces) if len(faces) != 2 else faces[9]"),
    "an exit": TEXT.replace("return max(faces)", "return max(faces) if len(faces) != 2 else exit()"),
    "the effects": TEXT.replace("costs(1 @ stress)", "costs((1 if o.highest != 4 else o.luck) @ stress)"),
    "an option": TEXT.replace("face < 6", "face < 6 and 1 // (face - 3) < 9"),
}
"""Texts that go wrong, without a refusal of the rules, where two dice show 4 and 3."""


def game(text: str) -> System[Any]:
    """The system of a text."""
    source = read_source(text)
    assert not source.problems
    return source.systems[0]


def played(reader: Reader, text: str) -> Reader:
    """The page of the game opened anew with another text."""
    unregister(reader.model.system)
    register(game(text))
    return reader.visit("own/")


@pytest.fixture
def rolled() -> Iterator[Reader]:
    """Mira has rolled 4, 2 and 5, and paid one Luck to have the 5 rolled again, which shows 3."""
    register(game(TEXT))
    reader = person(Reader("own/tracker/", faces=(4, 2, 5, 3, 4, 5, 3, 6)), "Mira").go("own/").do("who", called="Mira")
    reader.note("3d").do("roll").do("die", place=2).do("decide")
    yield reader
    unregister(reader.model.system)


class Pen:
    """A page of a game of one's own, which opens with a text and with what was kept of it."""

    def __init__(self) -> None:
        rules.start("{}\n", "", "/")

    def open(self, text: str, kept: Mapping[str, Any], records: Sequence[str]) -> tuple[str, Any]:
        """The text of the page, and the news of the page around it."""
        saved = "\n".join((json.dumps(dict(kept)), "", *records))
        answer, told = rules.update(json.dumps({"on": "heard", "value": json.dumps({"text": text, "saved": saved})}))
        self.commands = json.loads(answer)["commands"]
        return unescape(" ".join(filter(None, json.loads(answer)["regions"].values()))), told


@pytest.fixture
def pen() -> Iterator[Pen]:
    yield Pen()
    rules.leave()


@pytest.mark.parametrize("fails", ON_TWO_DICE)
def test_a_game_opens_though_its_text_fails_on_the_form_that_was_kept(pen: Pen, fails: str) -> None:
    kept = {"form own": ["2d", VERSION], "presets own": [["Both", "2d", VERSION]], "typed own": [4]}
    shown, told = pen.open(ON_TWO_DICE[fails], kept, ())
    assert (told["problems"], told["stated"]) == ([], ("own", "Own", "Own."))
    lost = fails not in ("the effects", "an option")  # which are asked for once there is a roll
    assert ("The form is back at its start: this text fails on what was in it, 2d (line " in shown) == lost
    assert f'value="{"3d" if lost else "2d"}"' in shown
    assert ({"do": "keep", "key": "form own", "value": []} in pen.commands) == lost


def log(reader: Reader) -> str:
    """The log as it is read."""
    return reader.go("own/log/").text("screen")


@pytest.mark.parametrize(
    "text", [RENAMED, REMOVED, RULED, TEXT.replace('"{}d"', '"{}w"').replace('"1d: 6"', '"1w: 6"')]
)
def test_a_roll_is_shown_as_it_was_recorded_whatever_the_text_says_now(rolled: Reader, text: str) -> None:
    played(rolled, text)
    assert rolled.model.unread == ()
    assert rolled.text("card") == ""
    assert words.EARLIER_TEXT in rolled.text("news")
    shown = log(rolled)
    assert f"Failure Highest 4 Mira · 3d · {words.EARLIER_TEXT} · Luck −1 (Mira) · Stress +1 (Mira) 4 2 5→3" in shown
    opened = rolled.do("log-open", event=rolled.model.campaign.entries[-1].id).text("screen")
    assert words.JUDGE_TODAY in opened


@pytest.mark.parametrize("text", ON_TWO_DICE.values(), ids=ON_TWO_DICE)
def test_a_text_that_goes_wrong_on_an_old_roll_shows_it_as_recorded(rolled: Reader, text: str) -> None:
    rolled.do("change").note("2d").do("roll").do("die", place=1).do("decide").do("change").note("1d")
    assert "Failure Highest 4 Mira · 2d" in log(rolled)
    played(rolled, text)
    assert f"Failure Highest 4 Mira · 2d · {words.EARLIER_TEXT} · Luck −1 (Mira) · Stress +1 (Mira)" in log(rolled)
    line = rolled.model.campaign.entries[-1].id
    assert "This roll cannot be judged again" in rolled.do("log-replay", event=line).text("news")
    assert "Mira" in rolled.go("own/evening/").text("screen")
    assert "Success Highest 6" in rolled.go("own/").do("roll").text("card")


def test_what_the_text_of_today_makes_of_a_roll_is_a_tap_away(rolled: Reader) -> None:
    line = rolled.model.campaign.entries[-1].id
    assert words.JUDGE_TODAY in played(rolled, RULED).go("own/log/").do("log-open", event=line).text("screen")
    assert "Highest 2" in rolled.do("log-replay", event=line).text("card")
    assert words.judged_otherwise("Failure. Highest 4", "Failure. Highest 2") in rolled.text("news")
    assert "Highest 4" in log(rolled)
    assert rolled.model.tray is not None
    assert rolled.model.tray.event == ""  # it is no line of the log, and nothing goes on with it there


def test_a_text_that_is_as_it_was_has_its_rolls_on_the_table_again(rolled: Reader) -> None:
    assert "Failure Highest 4" in rolled.text("card")
    assert "Failure Highest 4" in played(played(rolled, REMOVED), TEXT).text("card")
    assert words.EARLIER_TEXT not in log(rolled)


def test_the_luck_of_an_evening_counts_no_roll_that_is_another_by_now(rolled: Reader) -> None:
    for text, number in ((TEXT, 5), (RULED, 0)):
        state = played(rolled, text).model.campaign
        assert result(state, state.entries[-1]).number == number


def test_another_wording_is_no_other_verdict(rolled: Reader) -> None:
    said = TEXT.replace("outcome=[highest],", 'outcome=[highest], headline="Nothing doing", summary="Best: {highest}",')
    played(rolled, said)
    assert "Failure Highest 4" in rolled.text("card")
    assert words.EARLIER_TEXT not in log(rolled)


def test_a_counter_goes_on_with_what_an_earlier_text_counted(rolled: Reader) -> None:
    assert "Luck − 4 of 9" in rolled.go("own/tracker/").text("screen")
    played(rolled, RENAMED)
    assert "Fate − 5 of 9" in rolled.go("own/tracker/").text("screen")
    played(rolled, RENAMED.replace('each="player")', 'each="player", was="luck")', 1))
    assert "Fate − 4 of 9" in rolled.go("own/tracker/").text("screen")
    assert "Highest 4" in rolled.go("own/").text("card")
    assert "Fate −1 (Mira)" in log(rolled)
    assert words.EARLIER_TEXT not in log(rolled)


@pytest.mark.parametrize("more", ['was="stress"', 'was="luck"'])
def test_a_counter_goes_on_with_none_that_another_is(more: str) -> None:
    text = TEXT.replace('each="player")', f'each="player", {more})', 1)
    [problem] = read_source(text).problems
    assert (
        problem.words
        == f"luck was {more[4:].replace(chr(34), chr(39))}, but so is another; leave out was in one of them"
    )


@pytest.mark.parametrize("changed", [('"grim"', '"dark"'), ('("no", "yes")', '("no", "always")')])
def test_a_house_rule_that_there_is_no_more_hides_no_roll(rolled: Reader, changed: tuple[str, str]) -> None:
    rolled.go("settings/").do("house", form={"system": "own", "grim": "yes"}).go("own/").do("change").do("roll")
    shown = len(rolled.model.campaign.entries)
    assert '"grim":"yes"' in rolled.records[-1]
    played(rolled, TEXT.replace(*changed))
    assert (len(rolled.model.campaign.entries), rolled.model.unread) == (shown, ())
