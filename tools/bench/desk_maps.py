"""How long the desk takes to work out a heat map, and what each change of a test is worth, nothing known from before.

Runs in CPython and inside Pyodide.
"""

import time
from typing import Any

from pyrules.core.engine import chances_of
from pyrules.core.patience import patience
from pyrules.core.system import System
from pyrules.heat import axes_of, grid_of
from pyrules.steps import neighbours
from pyrules.systems import named

MAPS = (
    ("moonwalk", "12 (4)", ("pool", "threshold"), 20, 1_000),
    ("almond", "5d6 TN 4 +1", ("dice", "tn"), 20, 1_000),
    ("stepdie", "5d6 + d10 (3)", ("points", "difficulty"), 20, 1_000),
    ("general", "Strength d8 + d6 adv + d10 dis (15) reroll 2", ("rerolls", "difficulty"), 20, 1_000),
    ("relics", "6d6 +1 / 6d +2 / 1d -1 / 1d pcs 4", ("pool", "traits.0.dice"), 12, 5_000),
)
"""Each system with a test, what its map goes over, the most rows and columns, and how many milliseconds it may take."""

SECONDS = 600


def measure() -> list[dict[str, Any]]:
    """One map and one sweep of each system: rows for the table, without `where`."""
    return [row for one in MAPS for row in measured(named(one[0]), *one[1:])]


def measured(system: System[Any], notation: str, names: tuple[str, str], most: int, goal: int) -> list[dict[str, Any]]:
    """The rows of one system: its map, then the steps of its test."""
    test = system.parse(notation, {})
    started = time.perf_counter()
    axes = {axis.name: axis for axis in axes_of(system, test, most)}
    across, down = (axes[name] for name in names)
    grid = grid_of(system, test, across, down)
    with patience(SECONDS):
        cells = [chances_of(system).main(made) for place in grid.places if (made := grid.test_at(*place)) is not None]
        heated = time.perf_counter()
        steps = [chances_of(system).main(one.test) for one in neighbours(system, test)]
    swept = time.perf_counter()
    size = f"{len(grid.across.values)} x {len(grid.down.values)}"
    work = f"{system.id}: {notation}, {size}"
    return [
        {"work": work, "chances": len(cells), "ms": (heated - started) * 1000, "goal_ms": goal},
        {"work": f"{system.id}: every step", "chances": len(steps), "ms": (swept - heated) * 1000, "goal_ms": goal},
    ]
