"""Time of every panel of the page for chosen tests, and the most memory that it needs.

Runs in CPython and inside Pyodide.
"""

import sys
import tracemalloc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pyrules.core.budget import budget
from pyrules.core.engine import chances_of
from pyrules.core.faces import read_faces
from pyrules.core.odds import smallest_pool, what_ifs
from pyrules.core.ratio import Ratio
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.systems import named
from tools.bench.odds_works import Call, median_times

GOAL_MS, USUAL_GOAL_MS = 300, 16


@dataclass(frozen=True, slots=True)
class Panel:
    """The odds that the page shows for one test, and the advice on the dice where there are some.

    `usual` pools have up to 20 dice, the others all that the form allows.
    """

    system: str
    notation: str
    usual: bool = True
    dice: str = ""


PANELS = (
    Panel("moonwalk", "20 [6] (5)"),
    Panel("moonwalk", "20 [6] (5) six"),
    Panel("moonwalk", "20 [6] vs. 16"),
    Panel("moonwalk", "20 [4] (20, 1 hour) Extended Test"),
    Panel("moonwalk", "100 [60] (35)", usual=False),
    Panel("moonwalk", "100 [60] (35) six", usual=False),
    Panel("moonwalk", "100 (10000) six", usual=False),
    Panel("moonwalk", "100 vs. 100", usual=False),
    Panel("moonwalk", "100 [5] (50, 1 hour) Extended Test", usual=False),
    Panel("relics", "9d6 A6 / 1d +1 / 2d +2 / 1d -1 / 1d pcs 4 vs Minor 5", dice="1,2,3,4,5,6,6,2"),
    Panel("relics", "20d6 +1 / 2d -1 / 2d pcs 7 vs Major 8", dice=",".join("1234562345" * 2)),
    Panel("relics", "15d6 +1 / 3d +2 / 1d -1 / 2d pcs 5 vs Major 8", dice=",".join("123456234512345")),
    Panel("relics", "Minor 5 resolved 3 -1 / 2d", dice="1,6"),
    Panel("relics", "100d6 +1 / 3d +2 / 2d -1 / 1d pcs 40 vs Ultimate 100", usual=False, dice=",".join("12345" * 20)),
    Panel("relics", "10d6 +1 / 2d +2 / 2d -1 / 2d -2 / 1d pcs 4", usual=False, dice=",".join("1234562345")),
    Panel("almond", "20d6 TN 12"),
    Panel("almond", "100d6 TN 100", usual=False),
    Panel("almond", "100d6 TN 10000", usual=False),
    Panel("stepdie", "20d6 + d12 (8) ip 5", dice=", ".join("1123425621" * 2 + "1")),
    Panel("stepdie", "100d6 + d12 (40) ip 5", usual=False, dice=", ".join("1123425621" * 10 + "1")),
    Panel("general", "d20 adv + d12 adv + d10 adv + d8 adv + d6 adv + d4 adv (30)", dice="1>2,1>2,1>2,1>2,1>2,1>2"),
)


def measure() -> list[dict[str, Any]]:
    """Measure every panel of each test: rows for the table, without `where`."""
    return [row for panel in PANELS for row in time_panels(panel)]


def time_panels(panel: Panel) -> Iterable[dict[str, Any]]:
    """Time each panel of a test, and the most memory it takes."""
    system = named(panel.system)
    test = system.parse(panel.notation, {})
    roll = system.replay(test, read_faces(panel.dice)) if panel.dice else None
    for part, call in panels_of(system, test, roll).items():
        forget()
        tracemalloc.start()
        call()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        yield {
            "work": f"{panel.system} {panel.notation}: {part}",
            "ours_ms": median_times([anew(call)])[0],
            "ratio": None,
            "goal_ms": USUAL_GOAL_MS if panel.usual else GOAL_MS,
            "peak_mb": peak / 1e6,
        }


def panels_of(system: System[Any], test: Any, roll: Roll | None) -> Mapping[str, Call]:
    """The questions of the page before a roll, and after it where there is one."""
    chances = chances_of(system)
    before: dict[str, Call] = {
        "odds": lambda: chances.odds(test),
        "what-ifs": lambda: what_ifs(chances, test),
        "smallest pool": lambda: smallest_pool(chances, test, Ratio(4, 5)),
    }
    return before | ({"advice": lambda: chances.advice(test, roll)} if roll else {})


def anew(call: Call) -> Call:
    """The same without anything remembered from before."""

    def again() -> object:
        forget()
        with budget():
            return call()

    return again


def forget() -> None:
    """Drop all that our systems have worked out so far, so that they work it out again."""
    for clear in _clearing(len(sys.modules)):
        clear()


@lru_cache(maxsize=1)
def _clearing(_modules: int) -> Sequence[Callable[[], None]]:
    """The function that drops it, for n modules: to look for all of that takes longer than some of the work."""
    ours = [module for name, module in list(sys.modules.items()) if name.startswith("pyrules.systems")]
    kept = [value for module in ours for value in vars(module).values()]
    return [value.cache_clear for value in kept if callable(getattr(value, "cache_clear", None))]
