"""A pen's forms are read like a hostile file; run by Node."""

import json
import subprocess
from typing import Any

from pyrules.author.building import cards_of
from pyrules.author.building.adding import BEGINNING
from tools import ROOT
from tools.environment import node


def read(*told: Any) -> list[Any]:
    command = (str(node()), ROOT / "tests/web/forms.mjs", (ROOT / "web/workshop/forms.mjs").as_uri())
    done = subprocess.run(command, input=json.dumps(told), capture_output=True, encoding="utf-8", check=True)
    found: list[Any] = json.loads(done.stdout)
    return found


def test_cards_and_edits_come_through_as_they_are() -> None:
    cards = cards_of(BEGINNING) | {"text": BEGINNING}
    (found, refused) = read(
        json.dumps({"edited": {"text": "x = 1", "at": 2}, "cards": cards}),
        json.dumps({"edited": {"refused": "No."}, "cards": {"text": "(", "problem": [3, "Mend it."]}}),
    )
    assert found["edited"] == {"text": "x = 1", "at": 2}
    for section, given in zip(found["cards"]["sections"], cards["sections"], strict=True):
        for card, one in zip(section["cards"], given["cards"], strict=True):
            usual = {"choices": [], "more": False}
            assert [usual | part for part in one.pop("inputs")] == [
                {key: value for key, value in part.items() if key not in ("low", "high") or part["kind"] == "number"}
                for part in card.pop("inputs")
            ]
            assert card == one
    assert refused["edited"] == {"refused": "No."}
    assert refused["cards"]["problem"] == {"line": 3, "words": "Mend it."}


def test_what_is_none_of_it_is_left_out_or_cut_short() -> None:
    part = {"key": "__proto__", "label": {"a": 1}, "kind": "number", "value": "9", "low": 1e300, "choices": [1, None]}
    inputs = [part, {"kind": "constructor"}, {"kind": "some", "value": "x"}, {"kind": "tick", "value": 1}, None]
    card = {"title": "x" * 9_999, "at": "1", "inputs": inputs, "source": "y" * 9_999, "onclick": "x", "removes": 1}
    section = {
        "title": 7,
        "cards": [card, None, *[{}] * 999],
        "adds": [{"kind": [1], "dice": [[6, "6"], 3]}],
        "html": "<b>",
    }
    found = read(
        json.dumps({"edited": {"text": 3}, "cards": {"sections": [section], "by_hand": [1, "2", None], "text": ["x"]}}),
        json.dumps({"edited": 1, "cards": {"sections": {"0": 1}}}),
        *("", "{", "null", "[1]", "3"),
        *(7, None, {"cards": {}}, "x" * 2_000_001),
    )
    first = found[0]["cards"]["sections"][0]
    assert found[0]["edited"] == {"refused": ""}
    assert (found[0]["cards"].get("text"), found[0]["cards"]["by_hand"]) == (None, [1, 0, 0])
    assert (first["title"], len(first["cards"]), "html" in first) == ("7", 300, False)
    assert first["adds"] == [{"kind": "1", "title": "", "says": "", "dice": [[6, 0], [0, 0]]}]
    read_card = first["cards"][0]
    assert (len(read_card["title"]), len(read_card["source"]), read_card["at"]) == (500, 2_000, 0)
    assert "onclick" not in read_card
    assert [(one["kind"], one["value"]) for one in read_card["inputs"]] == [
        ("number", 0),
        ("some", []),
        ("tick", False),
    ]
    assert read_card["inputs"][0]["choices"] == [["", ""], ["", ""]]
    assert found[1] == {"edited": {"refused": ""}, "cards": {"sections": [], "by_hand": []}}
    assert found[2:] == [{}] * 9
