"""Exact odds beside the faster of icepool and dyce, in CPython and Pyodide, and how long every panel takes."""

import json
import subprocess
from collections.abc import Iterator
from importlib.metadata import distribution
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from tools import ROOT, site
from tools.archive import HOST
from tools.bench import breadth, odds_forms, odds_panels, odds_pools, odds_texts, odds_works
from tools.environment import node

SCRIPT = Path(__file__).with_name("odds_in_pyodide.py")
PEERS = "icepool", "dyce", "optype", "typing_extensions"
"""Distributions that the measured modules import, and what these need."""

MODULES = (odds_works, odds_pools, odds_panels, odds_forms, odds_texts, breadth)


def measure() -> list[dict[str, object]]:
    """Measure works and panels in both places, print one table, and give its rows."""
    rows = []
    print(f"{'odds':<86}{'where':<9}{'ours ms':>10}{'peer ms':>10}{'ratio':>8}{'goal ms':>9}{'MB':>7}")
    for row in _in_both(odds_works, odds_pools, odds_panels):
        rows.append(row)
        if row["ratio"] is not None:
            figures = f"{row['peer_ms']:>10.3f}{row['ratio']:>7.1f}x  {row['peer']}"
        else:
            figures = f"{row['goal_ms']:>27}{row['peak_mb']:>7.2f}"
        print(f"{row['work']:<86}{row['where']:<9}{row['ours_ms']:>10.4f}{figures}")
    return rows


def measure_forms() -> list[dict[str, object]]:
    """Measure the answers to tests drawn from all that the forms allow in both places: one table, and its rows."""
    rows = []
    title = f"{odds_forms.TESTS} tests of each form"
    print(
        f"{title:<26}{'where':<9}{'told':>6}{'in part':>9}{'refused':>9}"
        f"{'median ms':>11}{'longest':>9}{'goal':>6}{'longer':>8}  the longest"
    )
    for row in _in_both(odds_forms):
        rows.append(row)
        print(
            f"{row['work']:<26}{row['where']:<9}{row['told']:>6}{row['told_in_part']:>9}{row['refused']:>9}"
            f"{row['median_ms']:>11.2f}{row['longest_ms']:>9.1f}{row['goal_ms']:>6}{row['longer']:>8}  {row['longest']}"
        )
    return rows


def measure_texts() -> list[dict[str, object]]:
    """Measure games of one's own in both places, beside icepool or until they are refused: one table, and its rows."""
    rows = []
    print(f"{'odds of texts':<48}{'where':<9}{'ours ms':>9}{'icepool':>9}{'goal':>6}  ")
    for row in _in_both(odds_texts):
        rows.append(row)
        told = f"{row['icepool_ms']:>9.2f}" if "icepool_ms" in row else " " * 9
        goal = odds_texts.GOAL_MS[row["where"]]
        print(f"{row['work']:<48}{row['where']:<9}{row['ours_ms']:>9.2f}{told}{goal:>6}  {row.get('words', '')}")
    return rows


def _in_both(*modules: ModuleType) -> Iterator[dict[str, Any]]:
    """Measure each module, here and inside Pyodide under Node."""
    here = [row for module in modules for row in module.measure()]
    for where, found in (("cpython", here), ("pyodide", _in_pyodide(modules))):
        for row in found:
            yield {"work": row["work"], "where": where} | row


def _in_pyodide(modules: tuple[ModuleType, ...]) -> list[dict[str, Any]]:
    shipped = [*(Path(str(module.__file__)) for module in MODULES), *(ROOT / "pyrules").rglob("*.py")]
    files = {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in shipped}
    peers = chain.from_iterable(distribution(name).files or () for name in PEERS)
    files |= {str(file): file.read_text("utf-8") for file in peers if file.suffix == ".py" or file.name == "METADATA"}
    done = subprocess.run(
        (str(node()), str(HOST), str(site.PYODIDE), str(SCRIPT)),
        input=json.dumps({"files": files, "measured": [module.__name__ for module in modules]}),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows
