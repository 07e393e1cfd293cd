"""Exact odds beside icepool and dyce, in CPython and in Pyodide, and how long every panel of the page takes."""

import json
import subprocess
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from tools import ROOT, site
from tools.archive import HOST
from tools.bench import odds_relics, odds_works
from tools.environment import node

SCRIPT = Path(__file__).with_name("odds_in_pyodide.py")
PACKAGES = ("icepool", "dyce", "optype", "typing_extensions")


def measure() -> list[dict[str, object]]:
    """Measure in both places, print one table, and give its rows."""
    rows: list[dict[str, object]] = []
    print(f"{'odds':<86}{'where':<9}{'ours ms':>10}{'icepool':>10}{'dyce':>10}{'ratio':>8}{'goal ms':>9}{'MB':>7}")
    for where, found in (("cpython", odds_works.measure()), ("pyodide", _in_pyodide())):
        for row in found:
            rows.append({"work": row["work"], "where": where} | row)
            print(_line(where, row))
    return rows


def _line(where: str, row: dict[str, Any]) -> str:
    figures = [f"{row['work']:<86}{where:<9}{row['ours_ms']:>10.4f}"]
    if row["ratio"] is not None:
        figures.append(f"{row['icepool_ms']:>10.3f}{row['dyce_ms']:>10.3f}{row['ratio']:>7.0f}x")
    else:
        figures.append(f"{row['goal_ms']:>37}{row['peak_mb']:>7.2f}")
    return "".join(figures)


def _in_pyodide() -> list[dict[str, Any]]:
    """Measure inside Pyodide under Node."""
    job = {"odds_works.py": Path(odds_works.__file__).read_text(encoding="utf-8")}
    shipped = (Path(odds_relics.__file__), *(ROOT / "pyrules").rglob("*.py"))
    job |= {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in shipped}
    for package in PACKAGES:
        files = distribution(package).files or ()
        job |= {str(file): file.read_text() for file in files if file.suffix == ".py" or file.name == "METADATA"}
    done = subprocess.run(
        (str(node()), str(HOST), str(site.PYODIDE), str(SCRIPT)),
        input=json.dumps(job),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows
