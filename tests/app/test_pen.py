"""The entry of a pen's rules: the forms of a text are told before it runs, and an edit runs nothing."""

import json
import re
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import pytest

from pyrules.author.building.adding import BEGINNING
from pyrules.campaign.games import read_looks
from pyrules.systems import BY_ID
from tests.app.reader import Elements
from tools import ROOT
from tools.usual import NOTHING_STORED


@pytest.fixture(scope="module")
def pen() -> ModuleType:
    spec = spec_from_file_location("pen_rules", ROOT / "web/pen/rules.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.start(NOTHING_STORED, "", "/")
    return module


def message(**given: Any) -> str:
    return json.dumps({"on": "heard", "form": {}, "value": json.dumps(given), "data": {}, "about": None})


def test_the_cards_of_a_text_are_told_with_the_text_before_it_runs(pen: ModuleType) -> None:
    text = BEGINNING + "while True:\n    pass\n"
    found = json.loads(pen.forms(message(text=text, saved="")))
    assert found.keys() == {"cards"}
    assert found["cards"]["text"] == text
    assert found["cards"]["by_hand"] == [20, 21]


def test_an_edit_is_answered_with_the_text_and_its_cards_and_runs_nothing(pen: ModuleType) -> None:
    text = BEGINNING + "while True:\n    pass\n"
    given = message(text=text, edit={"do": "add", "kind": "number"})
    found = json.loads(pen.forms(given))
    assert found["cards"]["text"] == found["edited"]["text"] != text
    assert pen.update(given)[1] == {}
    assert pen.update(message(text=text, read=True))[1] == {}
    refused = json.loads(pen.forms(message(text="(", edit={"do": "add", "kind": "number"})))
    assert (refused["cards"]["text"], refused["cards"]["problem"][0]) == ("(", 1)
    assert refused["edited"]["refused"].startswith("Line 1: ")


def test_what_is_no_text_has_no_forms(pen: ModuleType) -> None:
    assert pen.forms(message(check=True)) == ""
    assert pen.forms(json.dumps({"on": "roll", "form": {}, "value": "", "data": {}, "about": None})) == ""


def test_a_game_of_ones_own_lies_on_the_desk_beside_the_others(pen: ModuleType) -> None:
    try:
        _, told = pen.update(message(text=BEGINNING, saved=NOTHING_STORED))
        assert told["stated"][:2] == ("mygame", "My game")
        answer, _ = pen.update(message(goes="desk/"))
        screen = Elements(json.loads(answer)["regions"]["screen"])
        options = [one for tag, one in zip(screen.names, screen.attributes, strict=True) if tag == "option"]
        chosen = [one["value"] for one in options if "selected" in one]
        assert chosen == ["mygame", "mygame"]
        assert {one["value"] for one in options} == {"mygame", *BY_ID}
    finally:
        pen.leave()


def test_the_checks_of_a_text_tell_how_soon_its_odds_are_there(pen: ModuleType) -> None:
    try:
        pen.update(message(text=BEGINNING, saved=NOTHING_STORED))
        checks = pen.update(message(check=True))[1]["checks"]
        assert re.fullmatch(r"The odds come within \d+\.\d ms on this device", checks[-1][0])
        assert [line for _, line, _ in checks] == [0] * len(checks)
    finally:
        pen.leave()


def test_a_roll_is_told_with_the_looks_of_its_dice(pen: ModuleType) -> None:
    text = (ROOT / "pyrules/shelf/fate.py").read_text(encoding="utf-8")
    try:
        pen.update(message(text=text, saved=NOTHING_STORED))
        _, told = pen.update(json.dumps({"on": "roll", "form": {}, "value": "", "data": {}, "about": None}))
        assert [one.size for one in read_looks(told["steps"][3])] == ["dF"] * 4
    finally:
        pen.leave()


@pytest.mark.parametrize("unused", ['attribute = number("Attribute", 1, 5, start=3)\n\n', "\n"])
def test_a_game_in_which_nothing_is_chosen_or_used_is_played(pen: ModuleType, unused: str) -> None:
    stated = BEGINNING.replace("d6(attribute)", "d6()")
    text = stated.replace('attribute = number("Attribute", 1, 5, start=3)\n\n', unused)
    try:
        answer, told = pen.update(message(text=text, saved=NOTHING_STORED))
        assert told["problems"] == []
        assert "Roll d6" in json.loads(answer)["regions"]["bar"]
        for where in ("odds", "rules", "log", "tracker", "notes"):
            assert pen.update(message(goes=f"mygame/{where}/"))[1] == {}
    finally:
        pen.leave()


def test_what_fails_outside_a_text_is_no_mistake_of_its_author(
    pen: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pen, "open_app", lambda *_: {}["mygame"])
    try:
        _, told = pen.update(message(text=BEGINNING, saved=NOTHING_STORED))
        assert told["problems"] == [
            (1, "the app cannot show this game, though its text has no mistake; take back the last change")
        ]
    finally:
        pen.leave()
