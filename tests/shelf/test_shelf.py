"""The games of the shelf: each is what its line says, passes the checks, and has the chances that icepool finds."""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import icepool
import pytest

from pyrules.author.checks import CHECKS as CHECKS_MADE, checks, random_tests
from pyrules.charts import bars_of
from pyrules.core.budget import SECONDS, budget, seconds_left
from pyrules.core.engine import chances_of
from pyrules.shelf import CHECKS, GAMES, TRIES, Game
from pyrules.systems import BY_ID, register, unregister
from tests.app.reader import Reader
from tests.exact import rows
from tests.shelf.shelf_helpers import TEXTS, system
from tests.work import calls
from tools import ROOT

MOST_LINES = 50


def test_each_file_has_its_line_and_each_line_its_file() -> None:
    files = {path.stem for path in (ROOT / "pyrules/shelf").glob("*.py")} - {"__init__"}
    assert files == set(TEXTS)
    assert len(TEXTS) == len(GAMES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_line_says_what_its_text_says_and_the_text_passes_the_checks(game: Game) -> None:
    found = system(game.name)
    assert (found.title, found.about) == (game.title, game.about)
    assert found.id == game.name
    assert len(TEXTS[game.name].splitlines()) <= MOST_LINES
    assert [one for one in checks(found, TEXTS[game.name]) if one.problem] == []
    assert 1 <= len(game.picture) <= 4


CALLS = 2_000
"""So many calls of functions take a millisecond and less."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_scorecard_of_a_game_tells_no_more_than_was_tried(game: Game) -> None:
    found = system(game.name)
    tests = list(random_tests(found, random.Random(1)))  # noqa: S311 (the same forms each time)
    assert (len(CHECKS_MADE), len(tests)) == (CHECKS, TRIES)  # which all hold, as is tested above
    for test in tests:
        with budget():
            assert calls(partial(chances_of(found).odds, test)) <= game.milliseconds * CALLS  # none is refused
            assert SECONDS - seconds_left() <= game.milliseconds / 1000


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_roll_is_shown_logged_and_there_again_at_the_next_visit(game: Game) -> None:
    register(system(game.name))
    try:
        reader = Reader(f"{game.name}/").do("roll")
        dice = reader.text("tray")
        assert dice
        assert reader.visit(f"{game.name}/").text("tray") == dice
        assert "1 entry" in reader.go(f"{game.name}/log/").text("screen")
    finally:
        unregister(BY_ID[game.name])


@pytest.mark.parametrize("name", ["percent", "iron", "push", "position"])
def test_filled_bars_of_degrees_are_those_that_succeed(name: str) -> None:
    found = system(name)
    odds = chances_of(found).odds(found.from_form({field.name: field.default for field in found.fields}, {}))
    filled = sum(bar.share for bar in bars_of(odds, "degree") if bar.meets)
    assert filled == pytest.approx(float(odds.events["success"]))
    assert 0 < filled < 1


def degrees(name: str, notation: str) -> dict[str, Fraction]:
    found = system(name)
    chances = rows(chances_of(found).odds(found.parse(notation, {})).distributions["degree"])
    return {str(degree): chance for degree, chance in chances.items() if chance}


def shares(die: Any) -> dict[str, Fraction]:
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items() if weight}


def at_or_above(ladder: Mapping[int, str], below: str) -> Callable[[int], str]:
    """Name a number by the highest step of the ladder that it reaches."""
    return lambda value: next((word for step, word in ladder.items() if value >= step), below)


def check(bonus: int, target: int) -> Any:
    def word(die: int) -> str:
        if die in (1, 20):
            return "Fumble" if die == 1 else "Critical"
        return "Success" if die + bonus >= target else "Failure"

    return word


MOVE = at_or_above({10: "Hit", 7: "Hit at a cost"}, "Miss")
D4, D6, D8, D10 = icepool.d4, icepool.d6, icepool.d8, icepool.d10
FATE_DIE = icepool.Die([-1, 0, 1])


def percentile(skill: int, goal: int) -> Any:
    def word(face: int) -> str:
        if face == 1:
            return "Critical"
        if face >= (96 if goal < 50 else 100):
            return "Fumble"
        if face > goal:
            return "Failure"
        return at_or_above({-(skill // 5): "Extreme success", -(skill // 2): "Hard success"}, "Success")(-face)

    return icepool.d100.map(word)


def challenge(bonus: int) -> Any:
    def word(mine: int, one: int, other: int) -> str:
        return ("Miss", "Weak hit", "Strong hit")[sum(min(10, mine + bonus) > die for die in (one, other))]

    return icepool.map(word, D6, D10, D10)


def position(dice: int) -> Any:
    word = at_or_above({6: "Full", 4: "Partial"}, "Bad")
    return icepool.map(lambda *faces: "Critical" if faces.count(6) >= 2 else word(max(faces)), *[D6] * dice)


def wild(trait: Any, target: int) -> Any:
    def word(one: int, other: int) -> str:
        if one == other == 1:
            return "Critical failure"
        return at_or_above({target + 4: "Raise", target: "Success"}, "Failure")(max(one, other))

    return icepool.map(word, trait.explode(depth=4), D6.explode(depth=4))


RISK = at_or_above({5: "Success", 3: "Setback"}, "Disaster")
KEPT = at_or_above({30: "Success"}, "Failure")
SIXES = at_or_above({1: "Success"}, "Failure")
USED = at_or_above({3: "Enough left"}, "Smaller")
SHIFTS = at_or_above({3: "With style", 1: "Success", 0: "Tie"}, "Failure")


@pytest.mark.parametrize(
    ("name", "notation", "die"),
    [
        ("twenty", "3 target 15 none", icepool.d20.map(check(3, 15))),
        ("twenty", "3 target 15 advantage", icepool.d20.highest(2, 1).map(check(3, 15))),
        ("twenty", "-1 target 12 disadvantage", icepool.d20.lowest(2, 1).map(check(-1, 12))),
        ("moves", "1 none", (2 @ D6 + 1).map(MOVE)),
        ("moves", "0 advantage", D6.highest(3, 2).map(MOVE)),
        ("moves", "2 disadvantage", (D6.lowest(3, 2) + 2).map(MOVE)),
        ("percent", "50 regular", percentile(50, 50)),
        ("percent", "63 hard", percentile(63, 31)),
        ("percent", "80 extreme", percentile(80, 16)),
        ("fate", "2 target 2", (4 @ FATE_DIE).map(SHIFTS)),
        ("fate", "4 target 1", (4 @ FATE_DIE + 3).map(SHIFTS)),
        ("push", "3 skill 2 gear 1", (6 @ (D6 == 6)).map(SIXES)),
        ("iron", "2 momentum 2", challenge(2)),
        ("iron", "3 adds 2 momentum 2", challenge(5)),
        ("position", "2 risky standard", position(2)),
        ("position", "4 risky standard", position(4)),
        ("position", "0 risky standard", D6.lowest(2, 1).map(at_or_above({6: "Full", 4: "Partial"}, "Bad"))),
        ("wild", "8 target 4", wild(D8, 4)),
        ("wild", "4 target 6", wild(D4, 6)),
        ("keep", "5 keep 3 target 30", D10.explode(depth=4).highest(5, 3).map(KEPT)),
        ("usage", "use supply 3", D8.map(USED)),
        ("risk", "6", D6.map(RISK)),
        ("risk", "10 helped", icepool.map(lambda *faces: RISK(max(faces)), D10, D6)),
    ],
)
def test_degrees_have_the_chances_that_icepool_finds(name: str, notation: str, die: Any) -> None:
    assert degrees(name, notation) == shares(die)


def test_tens_again_succeed_as_often_as_one_of_the_dice_shows_an_eight() -> None:
    found = degrees("tens", "3 skill 2")
    assert found["Success"] + found["Exceptional"] == 1 - Fraction(7, 10) ** 5
    assert degrees("tens", "1 skill 0 modifier -2") == {
        "Success": Fraction(1, 10),
        "Dramatic failure": Fraction(1, 10),
        "Failure": Fraction(8, 10),
    }


def test_fate_dice_are_asked_for_by_their_name() -> None:
    register(system("fate"))
    try:
        reader = Reader("fate/")
        assert "4dF" in reader.text("bar")
        reader.do("by-hand").do("roll")
        assert reader.text("tray") == "dF dF dF dF"
        assert "Die 1 of 4, dF On a plain d6, 1 and 2 are −, 5 and 6 are +. − blank +" in reader.text("card")
        for face in (1, 2, 3, 3):
            reader.do("face", face=face)
        assert "die 1: −, −1" in reader.text("tray")
        assert "die 2: blank, 0" in reader.text("tray")
        assert "− blank + +" in reader.go("fate/log/").text("screen")
    finally:
        unregister(BY_ID["fate"])
