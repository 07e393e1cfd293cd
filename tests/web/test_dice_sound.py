"""The sound of dice: it comes back after the browser has suspended or closed it."""

import json
import subprocess

from tools import ROOT
from tools.environment import node


def test_sound_comes_back_with_a_tap_and_what_was_over_is_not_heard() -> None:
    command = (str(node()), ROOT / "tests/web/sound.mjs", (ROOT / "web/dice/sound.mjs").as_uri())
    told = json.loads(subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout)
    assert told == {
        "first": [1, 2],
        "suspended": [1, "running", 4],
        "interrupted": [1, "running", 6],
        "closed": [2, 8],
        "waits": 8,
        "over": 9,
    }
