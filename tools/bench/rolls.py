"""Rolls per second beside d20: ten d6 thrown and their hits (5 or 6) counted.

Ours throws through the same `System.roll` as the page, with faces from the operating system's secure source, for a
test that was read beforehand. d20 throws from its own pseudo-random source and keeps expressions it has parsed once, so
neither side reads text here. It counts hits in two ways: by its own notation (`10d6k>4`, which marks what is dropped),
and by a plain `10d6` whose dice are then counted in Python.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter

import d20

from pyrules.core.faces import secure
from pyrules.systems.moonwalk import MOONWALK, rules

ROUNDS = 15
ROLLS = 1_000
TEST = MOONWALK.parse("10 (3)", {})


def ours() -> int:
    """Throw and count as the rules do."""
    return rules.tally(MOONWALK.roll(TEST, secure).pool(0)).hits


def ours_explained() -> int:
    """Throw, judge and explain every step."""
    return len(MOONWALK.judge(TEST, MOONWALK.roll(TEST, secure)).lines)


def d20_keeping() -> int:
    """Let d20 keep the hits, and count what it kept."""
    return len(d20.roll("10d6k>4").expr.roll.keptset)


def d20_plain() -> int:
    """Let d20 throw, and count the hits beside it."""
    return sum(die.number > 4 for die in d20.roll("10d6").expr.roll.keptset)


WORKS = (
    ("10d6, hits counted (d20: 10d6k>4)", ours, d20_keeping),
    ("10d6, hits counted (d20: 10d6, counted by hand)", ours, d20_plain),
    ("10d6, judged and explained (d20: 10d6k>4)", ours_explained, d20_keeping),
)


def measure() -> list[dict[str, object]]:
    """Time every work in turns, print the table, and give its rows: microseconds a roll, medians of one run."""
    contenders = {contender for _, *pair in WORKS for contender in pair}
    times: dict[Callable[[], int], list[float]] = {contender: [] for contender in contenders}
    for _ in range(ROUNDS):
        for contender, taken in times.items():
            taken.append(_microseconds(contender))
    rows: list[dict[str, object]] = []
    print(f"{'rolls':<50}{'ours µs':>10}{'d20 µs':>10}{'ratio':>8}")
    for work, mine, peer in WORKS:
        ours_us, d20_us = median(times[mine]), median(times[peer])
        rows.append({"work": work, "where": "cpython", "ours_us": ours_us, "d20_us": d20_us, "ratio": d20_us / ours_us})
        print(f"{work:<50}{ours_us:>10.2f}{d20_us:>10.2f}{d20_us / ours_us:>7.1f}x")
    return rows


def _microseconds(contender: Callable[[], int]) -> float:
    start = perf_counter()
    for _ in range(ROLLS):
        contender()
    return (perf_counter() - start) / ROLLS * 1e6
