"""Have each call to what stores the log, settings, games and drafts fail once: `python3 build.py faults`.

A story of eleven steps is played by the site's own modules beside a database in memory, again and again: each of its
calls throws once, is once the one for which there is no room, is the first that fails for good, or the last before the
page is killed. What was shown as stored must be there for the next visit, and what goes wrong must be told in words.
"""

import argparse
import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.environment import node

STORY = ROOT / "tests/web/store_faults.mjs"
MODULES = ("store.mjs", "kept.mjs", "post.mjs", "workshop/games.mjs", "workshop/drafts.mjs")
BUILD = 'export const version = "1";\nexport const integrity = {};\n'
FOLDER = 'new URL(".", import.meta.url).pathname'
"""The names of what is stored have the site's folder in them, which is the same for all tabs."""


def main(arguments: Sequence[str] = ()) -> int:
    """Print how many calls failed in which way, and what went wrong; return 1 if anything did."""
    argparse.ArgumentParser(
        prog="build.py faults", description="Have each call that stores something fail."
    ).parse_args(arguments)
    found = play()
    print(f"{found['calls']} calls, {found['tries']} stories; {len(found['wrong'])} went wrong")
    print("\n".join(found["wrong"]))
    return int(bool(found["wrong"]))


def play(web: Path = ROOT / "web", most: int | None = None) -> dict[str, Any]:
    """Play stories with the modules in a folder, all of them or until so much went wrong.

    Return the number of `calls` in one, of stories (`tries`), and what went `wrong` in which.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "site"
        for name in MODULES:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(web / name, copy / name)
        kept = copy / "kept.mjs"
        kept.write_text(kept.read_text("utf-8").replace(FOLDER, '"/"'), "utf-8")
        (copy / "build.mjs").write_text(BUILD, "utf-8")
        command = [str(node()), str(STORY), str(copy), *([str(most)] if most else [])]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
