"""Faces of real dice are read from pictures, run by Node from the site's own modules."""

import json
import subprocess
from pathlib import Path
from typing import Any

import playwright

from tools import ROOT
from tools.environment import node

PICTURES = ROOT / "tests/web/eye"
DECODERS = Path(playwright.__file__).parent / "driver/package/lib/utilsBundle.js"
"""Node reads no JPEG, and Playwright brings what does."""


def read(check: str) -> Any:
    """The findings of `tests/web/eye.mjs`."""
    command = [node(), PICTURES.with_suffix(".mjs"), (ROOT / "web/eye").as_uri(), check, PICTURES, DECODERS]
    done = subprocess.run([str(part) for part in command], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_of_plain_dice_three_in_four_are_read_and_none_wrong_unmarked() -> None:
    found = read("figures")
    marked, plain = found["num 0.3"], found["num 0.7"]
    assert marked["dice"] == 129
    assert marked["right"] >= 99
    assert marked["wrong"] + marked["none"] <= 2
    assert plain["right"] >= 83
    assert plain["wrong"] + plain["none"] == 0
    swirled = found["pxl 0.7"]
    assert swirled["dice"] == 138
    assert swirled["wrong"] + swirled["none"] <= 2


def test_an_empty_table_says_nothing() -> None:
    found = read("empty")
    assert found["tables"] > 15
    assert found["said"] == []


def test_every_face_is_read_turned_and_tilted_in_any_colour_and_light() -> None:
    assert read("faces") == []


def test_a_die_at_the_edge_of_the_picture_is_never_sure() -> None:
    *cut, whole = read("edges")
    assert whole == [[4, True]]
    assert [sure for dice in cut for _, sure in dice if sure] == []


def test_a_die_is_shown_once_two_of_three_frames_agree_on_its_face() -> None:
    found = read("agreement")
    assert [found[name] for name in ("one", "quarrel", "moved", "older")] == [[], [], [], []]
    assert found["two"] == [[5, 54, True]]
    assert found["gap"] == [[5, 54, True]]
    assert found["flicker"] == [[5, 52, False]]
    assert found["beside"] == [[5, 51, True], [5, 96, True]]
    assert found["unsure"] == [[2, 50, False]]
