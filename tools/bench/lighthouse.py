"""Lighthouse's marks for the built site on a phone: it is installed from npm when it is first asked for."""

import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tools import CACHE, browser, chromium, site
from tools.environment import node, npm
from tools.server import Server

VERSION = "13.5.0"
FOLDER = CACHE / f"lighthouse-{VERSION}"
PROGRAM = FOLDER / "node_modules/lighthouse/cli/index.js"
PAGES = ("", "moonwalk/", "moonwalk/odds/", "settings/")
RUNS = 3
GOALS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}


def measure() -> list[dict[str, object]]:
    """Run Lighthouse with its mobile profile and return the median points of each page, out of 100, as rows."""
    if not PROGRAM.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        npm("Installing Lighthouse (once)", "install", FOLDER, f"lighthouse@{VERSION}", "--no-save", "--ignore-scripts")
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "site"
        site.build(out)
        with Server(out) as server:
            rows = [_row(page, [_report(f"{server.url}{page}", Path(name)) for _ in range(RUNS)]) for page in PAGES]
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items()))
    return rows


def _report(address: str, folder: Path) -> dict[str, Any]:
    report = folder / "report.json"
    chrome = " ".join(("--headless=new", *chromium.arguments()))
    settings = {"output": "json", "output-path": report, "only-categories": ",".join(GOALS), "chrome-flags": chrome}
    options = (f"--{name}={value}" for name, value in settings.items())
    subprocess.run(
        (str(node()), str(PROGRAM), address, "--quiet", *options),
        env={**os.environ, "CHROME_PATH": os.environ[browser.VARIABLE]},
        check=True,
    )
    found: dict[str, Any] = json.loads(report.read_bytes())
    return found


def _row(page: str, reports: list[dict[str, Any]]) -> dict[str, object]:
    def points(name: str) -> int:
        scores: list[float] = [report["categories"][name]["score"] for report in reports]
        return round(100 * statistics.median(scores))

    scores = {name: points(name) for name in GOALS}
    missed = sorted(name for name, goal in GOALS.items() if scores[name] < goal)
    return {"page": page or "start", **scores, "below_goal": ", ".join(missed) or "none"}
