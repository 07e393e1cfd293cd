"""The page keeps what the rules' answers sent it, and writes a message once."""

import json
import subprocess
from typing import Any

from tools import ROOT
from tools.environment import node


def test_what_is_not_sent_again_stays_and_what_is_not_named_is_left_alone() -> None:
    answers: list[dict[str, Any]] = [
        {"regions": {"top": "one", "odds": "likely"}, "looks": {"theme": "dark"}, "commands": []},
        {"regions": {"top": None, "card": "new"}, "looks": None, "commands": [{"do": "top"}]},
        {"regions": {}, "looks": {"theme": "light"}, "commands": []},
        {"regions": {"top": "two", "card": None, "odds": None}, "looks": None, "commands": []},
    ]
    command = (
        str(node()),
        str(ROOT / "tests/web/answers.mjs"),
        (ROOT / "web/post.mjs").as_uri(),
        *map(json.dumps, answers),
    )
    told = json.loads(subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout)
    assert [answer["regions"] for answer in told["found"]] == [
        {"top": "one", "odds": "likely"},
        {"top": "one", "card": "new"},
        {},
        {"top": "two", "card": "new", "odds": "likely"},
    ]
    assert [answer["looks"]["theme"] for answer in told["found"]] == ["dark", "dark", "light", "light"]
    assert [answer["commands"] for answer in told["found"]] == [answer["commands"] for answer in answers]
    assert told["heard"] == ["log", *['{"value":"long","data":{}}'] * 3]
