"""Have each call to the outside fail once: `python3 build.py faults`.

A story of eleven steps is played by the site's own modules beside a database in memory, again and again: each of its
calls throws once, is once the one for which there is no room, is the first that fails for good, or the last before the
page is killed. What was shown as stored must be there for the next visit, and what goes wrong must be told in words.
So are two visits to the service worker with a build between them, an evening of three devices at a table, and taps on
what a device has: clipboard, camera, screen; and the page's own Python, whose worker may not answer any more. A clock
that jumps back makes no text the oldest.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.environment import node

STORIES = ROOT / "tests/web"
MODULES = ("store.mjs", "kept.mjs", "post.mjs", "workshop/games.mjs", "workshop/drafts.mjs")
KEY_STORE = f"""
import {{ later }} from "{(STORIES / "outside.mjs").as_uri()}";
export const TABLE = "table";
let key;
export const keepKey = (made) => later("key.put", () => void (key = made));
export const keptKey = () => later("key.get", () => key);
export const forgetKey = () => later("key.delete", () => void (key = undefined));
"""
"""What stands in for the store: the key of the connections alone."""

BUILD = 'export const version = "1";\nexport const integrity = {};\n'
FOLDER = 'new URL(".", import.meta.url).pathname'
"""The names of what is stored have the site's folder in them, which is the same for all tabs."""


def main(arguments: Sequence[str] = ()) -> int:
    """Print how many calls failed in which way, and what went wrong; return 1 if anything did."""
    parser = argparse.ArgumentParser(prog="build.py faults", description="Have each call to the outside fail.")
    parser.add_argument("stories", nargs="*", default=[*STORY_OF], help=f"what fails ({', '.join(STORY_OF)})")
    wrong = []
    for name in parser.parse_args(arguments).stories:
        found = STORY_OF[name]()
        print(f"{name}: {found['calls']} calls, {found['tries']} stories; {len(found['wrong'])} went wrong")
        wrong += found["wrong"]
    print("\n".join(wrong), end="\n" * bool(wrong))
    return int(bool(wrong))


def play_worker(web: Path = ROOT / "web", most: int | None = None) -> dict[str, Any]:
    """Play stories with the service worker in a folder; see `play`."""
    return run_story("worker_faults.mjs", web / "sw.js", most)


def play_connections(web: Path = ROOT / "web", most: int | None = None) -> dict[str, Any]:
    """Play stories with the connections' module in a folder; see `play`."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("channel.mjs", "post.mjs"):
            shutil.copy(web / name, folder)
        (Path(folder) / "store.mjs").write_text(KEY_STORE, "utf-8")
        return run_story("channel_faults.mjs", Path(folder), most)


CLOCK = ("kept.mjs", "workshop/drafts.mjs")
DEVICE = ("page.mjs", "platform.mjs", "picture.mjs", "codes.mjs", "shortcuts.mjs", "post.mjs", "address.mjs")
CODES = f"""
import {{ outside }} from "{(STORIES / "outside.mjs").as_uri()}";
export const decodeQR = outside("import", () => (seen) => seen);
"""
"""What stands in for the reader of codes: a picture is what it says."""


def play_device(web: Path = ROOT / "web", most: int | None = None) -> dict[str, Any]:
    """Play stories with clipboard, camera and screen by the modules in a folder; see `play`."""
    with tempfile.TemporaryDirectory() as folder:
        for name in DEVICE:
            shutil.copy(web / name, folder)
        (Path(folder) / "build.mjs").write_text(BUILD, "utf-8")
        (Path(folder) / "qr").mkdir()
        (Path(folder) / "qr/index.js").write_text("export const encodeQR = () => [];\n", "utf-8")
        (Path(folder) / "qr/decode.js").write_text(CODES, "utf-8")
        return run_story("device_faults.mjs", Path(folder), most)


def play_clock(web: Path = ROOT / "web", most: int | None = None) -> dict[str, Any]:
    """Play stories with the workshop's texts by the modules in a folder while the clock jumps back; see `play`."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "workshop").mkdir()
        for name in CLOCK:
            few = (web / name).read_text("utf-8").replace("texts: 20", "texts: 3")
            (Path(folder) / name).write_text(few, "utf-8")
        return run_story("clock_faults.mjs", Path(folder), most)


def play_page(web: Path = ROOT / "web", most: float = inf, every: int = 1) -> dict[str, Any]:
    """Play stories with the page's own Python in a folder, every so many of its calls failing; see `play`."""
    if str(ROOT / "web") not in sys.path:
        sys.path.insert(0, str(ROOT / "web"))
    found: dict[str, Any] = import_module("tests.web.page_faults").play_all(web / "ui.py", most, every)
    return found


def run_story(story: str, site: Path, most: int | None) -> dict[str, Any]:
    """Return what a story in Node tells."""
    command = [str(node()), str(STORIES / story), str(site), *([] if most is None else [str(most)])]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


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
        return run_story("store_faults.mjs", copy, most)


STORY_OF: dict[str, Callable[..., dict[str, Any]]] = {
    "storage": play,
    "service worker": play_worker,
    "connections": play_connections,
    "device": play_device,
    "page": play_page,
    "clock": play_clock,
}
"""What is played, by what fails."""
