"""The processor time that Python and the command line take: to begin, for help, and for a thousand odds."""

import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial

from tools import ROOT

ROUNDS = 11
TABLE = """
import time, pyrules
pyrules.odds(pyrules.parse("moonwalk", "2 (1)"))
begun = time.process_time()
over = {"pool": range(1, 21), "glitch": range(1, 11), "threshold": range(1, 6)}
pyrules.table("moonwalk", "{pool} [{glitch}] ({threshold})", over=over)
print(time.process_time() - begun)
"""


def measure() -> list[dict[str, object]]:
    """Run each in a fresh Python again and again, and return the median milliseconds as rows."""
    rows: list[dict[str, object]] = []
    for work, (run, goal) in WORKS.items():
        taken = statistics.median(run() for _ in range(ROUNDS))
        rows.append({"work": work, "median_ms": round(1000 * taken, 1), "goal_ms": goal})
        print("  ".join(f"{name} {value}" for name, value in rows[-1].items()))
    return rows


def _run(*arguments: str) -> float:
    """The seconds of processor time of a Python that does this, its own beginning among them."""
    before = os.times()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _table() -> float:
    """The seconds that the odds take in a Python that has loaded the system, and has none of them yet."""
    return float(subprocess.run([sys.executable, "-c", TABLE], cwd=ROOT, capture_output=True, check=True).stdout)


WORKS: dict[str, tuple[Callable[[], float], int]] = {
    "import pyrules": (partial(_run, "-c", "import pyrules"), 45),
    "python -m pyrules --help": (partial(_run, "-m", "pyrules", "--help"), 60),
    "1,000 odds of Moonwalk": (_table, 100),
}
"""The measured work, and the milliseconds in which it is done."""
