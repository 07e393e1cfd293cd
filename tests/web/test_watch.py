"""A text that runs without an end is ended by the clock from when it begins, run by Node from the site's own module."""

import json
import subprocess

from tools import ROOT
from tools.environment import node


def test_a_text_has_so_long_from_when_it_begins_to_run() -> None:
    command = (str(node()), str(ROOT / "tests/web/watch.mjs"), (ROOT / "web/workshop/watch.mjs").as_uri())
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "answered": None,
        "runs on": [3900 + 3900, 4000],  # the last tenth of a second is under way
        "never begins": [3900, 4000],
        "asked anew": None,
        "takes long": [3900 + 29_900, 30_000],
    }
