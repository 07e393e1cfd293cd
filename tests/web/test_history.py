"""One undo for what is typed in the workshop and what its forms write, run by Node from the site's own module."""

import json
import subprocess

from tools import ROOT
from tools.environment import node


def test_what_was_typed_in_one_go_and_what_a_form_wrote_are_a_step_each() -> None:
    command = (str(node()), str(ROOT / "tests/web/history.mjs"), (ROOT / "web/workshop/history.mjs").as_uri())
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "typed in one go": ["", None],
        "typed after a pause": ["abc", "", "abc", "abcd", None],
        "a form between": ["a form", "a", ""],
        "another way after undo": ["", None, ""],
        "no other text": ["", None],
    }
