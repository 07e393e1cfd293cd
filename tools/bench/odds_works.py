"""The works that odds are measured by, each done by us and by our peers, and how they are timed.

Runs in CPython and inside Pyodide, so it imports nothing but the three libraries. The peers' forms are the fastest that
were found for each: weights in lowest terms.
"""

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from statistics import median
from typing import Any

import icepool
from dyce import H, P

from pyrules.core.dist import best_of_two, binomial, total, trinomial

ROUNDS = 15
SHORTEST = 0.004
"""Seconds that one measurement takes at least, by repeating what is faster."""

Call = Callable[[], object]
Weighed = Mapping[Any, int]


@dataclass(frozen=True, slots=True)
class Work:
    """One distribution, worked out by us and by peers; `read` makes comparable mappings of our result and of theirs."""

    name: str
    ours: Call
    peers: Mapping[str, Call]
    read: tuple[Callable[[Any], Weighed], Callable[[Any], Weighed]]


def weights_by_place(weights: Sequence[int]) -> Weighed:
    """Our weights as a mapping."""
    return {value: weight for value, weight in enumerate(weights) if weight}


def rows(joint: Sequence[Sequence[int]]) -> Weighed:
    """Our joint weights, which begin with the most of the first kind, as a mapping."""
    return {100 * a + b: weight for a, row in enumerate(reversed(joint)) for b, weight in enumerate(row) if weight}


SIZES = (20, 12, 10, 8, 6, 4)

WORKS = (
    Work(
        "30d6 hits",
        lambda: binomial(30, 1, 2),
        {"icepool": lambda: 30 @ icepool.Die({1: 1, 0: 2}), "dyce": lambda: 30 @ H({1: 1, 0: 2})},
        (weights_by_place, dict),
    ),
    Work(
        "20d6 joint (hits, ones)",
        lambda: tuple(trinomial(20, 2, 1, 3)),
        {
            "icepool": lambda: 20 @ icepool.Die({100: 2, 1: 1, 0: 3}),
            "dyce": lambda: 20 @ H({100: 2, 1: 1, 0: 3}),
        },
        (rows, dict),
    ),
    Work(
        "d20+d12+d10+d8+d6+d4, each with advantage",
        lambda: total([best_of_two(sides) for sides in SIZES]),
        {
            "icepool": lambda: reduce(add, [icepool.d(sides).highest(2) for sides in SIZES]),
            "dyce": lambda: reduce(add, [(2 @ P(sides)).at(-1) for sides in SIZES]),
        },
        (weights_by_place, dict),
    ),
)


def measure() -> list[dict[str, Any]]:
    """Measure both sides of each work in turns: rows for the table, without `where`."""
    gc.freeze()  # as the page does once it has started: the peer's objects are not looked through beside ours
    return list(map(compare_work, WORKS))


def compare_work(work: Work) -> dict[str, Any]:
    """Check that all find the same, and time us beside the fastest of the peers."""
    read_ours, read_theirs = work.read
    ours = lowest(read_ours(work.ours()))
    if any(lowest(read_theirs(peer())) != ours for peer in work.peers.values()):
        raise ArithmeticError(f"{work.name}: they do not find the same")
    ours_ms, *theirs_ms = median_times((work.ours, *work.peers.values()))
    peer_ms, peer = min(zip(theirs_ms, work.peers, strict=True))
    return {"work": work.name, "ours_ms": ours_ms, "peer": peer, "peer_ms": peer_ms, "ratio": peer_ms / ours_ms}


def lowest(found: Weighed) -> dict[Any, float]:
    """The chances, the same for weights in whatever terms."""
    ways = sum(found.values())
    return {value: weight / ways for value, weight in found.items()}


def median_times(contenders: Sequence[Call]) -> list[float]:
    """The median milliseconds of each contender, measured in turns."""
    times: list[list[float]] = [[] for _ in contenders]
    repeats = [1 + int(SHORTEST / min(seconds(contender, 1) for _ in range(5))) for contender in contenders]
    for _ in range(ROUNDS):
        for contender, number, taken in zip(contenders, repeats, times, strict=True):
            taken.append(seconds(contender, number) * 1000)
    return [median(taken) for taken in times]


def seconds(call: Call, number: int) -> float:
    """The seconds one call takes, over a number of calls."""
    start = time.perf_counter()
    for _ in range(number):
        call()
    return (time.perf_counter() - start) / number
