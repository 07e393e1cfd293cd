"""A kept game tells a table of its open rolls, and of nothing else that its pen wants kept."""

import json
import subprocess
from typing import Any

from tools import ROOT
from tools.environment import node

ROLL = {
    "kind": "roll",
    "id": "a",
    "notation": "(8)",
    "headline": "<b>Yes</b>",
    "summary": "9",
    "good": True,
    "dice": [["d6:6", "d6:3"]],
}
OPEN = {"id": "a", "lines": ["Pool: 2d6"], "open": True, "looks": "[]"}
TOLD = {
    "game": "Sum",
    "line": "a",
    "hash": "0a",
    "notation": "(8)",
    "headline": "<b>Yes</b>",
    "summary": "9",
    "good": True,
    "who": "",
    "dice": [["d6:6", "d6:3"]],
    "looks": "[]",
    "steps": ["Pool: 2d6"],
}


def answers_to(given: list[Any], times: list[int]) -> tuple[list[Any], list[int]]:
    module = (ROOT / "web/workshop/games.mjs").as_uri()
    command = (str(node()), ROOT / "tests/web/told.mjs", module, json.dumps(given), json.dumps(times))
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    rolls, may = json.loads(done.stdout)
    return rolls, may


def rolls_told(*given: tuple[Any, Any]) -> list[Any]:
    return answers_to([[one if type(one) is not dict else json.dumps(one), steps] for one, steps in given], [])[0]


def test_a_roll_is_told_with_its_steps_and_so_is_what_goes_on_with_it() -> None:
    later = {**ROLL, "id": "b", "revises": "a"}
    assert rolls_told((ROLL, OPEN), (later, OPEN)) == [TOLD, TOLD]


def test_that_a_roll_was_undone_is_told() -> None:
    undone = {"kind": "undo", "id": "c", "at": 1, "target": "a"}
    assert rolls_told((undone, None)) == [{"game": "Sum", "line": "a", "undone": True}]


def test_what_is_secret_or_hidden_or_no_roll_stays_here() -> None:
    kept = (
        (ROLL, {**OPEN, "open": False}),
        (ROLL, {**OPEN, "id": "b"}),  # steps of another roll
        (ROLL, None),
        ({"kind": "adjust", "id": "a"}, OPEN),
        ({**ROLL, "summary": "x" * 50_000}, OPEN),
        ("nonsense", OPEN),
        ("7", OPEN),
        ("null", OPEN),
        (["a"], OPEN),
        (7, OPEN),
    )
    assert rolls_told(*kept) == [None] * len(kept)


def test_no_more_is_told_than_anybody_rolls() -> None:
    flood = [*range(100), *range(9_990, 10_010)]
    assert answers_to([], flood)[1] == [*range(20), *range(10_000, 10_010)]
