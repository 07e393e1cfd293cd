"""The works that odds are measured by, each done by us, by icepool and by dyce.

Runs in CPython and inside Pyodide, so it imports nothing but the three libraries. The peers' forms are the fastest that
were found for each: weights in lowest terms, and several counts packed into one number where dyce adds them faster so.
"""

import gc
import time
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from statistics import median
from typing import Any

import icepool
from dyce import H, explode_n

from pyrules.core.dist import best_of_two, binomial, total, trinomial
from pyrules.systems import named
from pyrules.systems.almond.odds import die_weights, successes
from pyrules.systems.stepdie.odds import tallies
from tools.bench import odds_relics

ROUNDS = 15
SHORTEST = 0.004
"""Seconds that one measurement takes at least, by repeating what is faster."""

Call = Callable[[], object]
Weighed = Mapping[Any, int]


@dataclass(frozen=True, slots=True)
class Work:
    """One distribution, worked out by us and by peers; `read` makes a comparable mapping of each result."""

    name: str
    ours: Call
    icepool: Call
    dyce: Call | None
    read: tuple[Callable[[Any], Weighed], Callable[[Any], Weighed], Callable[[Any], Weighed] | None]


def weighed(weights: Sequence[int]) -> Weighed:
    """Our weights as a mapping."""
    return {value: weight for value, weight in enumerate(weights) if weight}


def rows(joint: Sequence[Sequence[int]]) -> Weighed:
    """Our joint weights, which begin with the most of the first kind, as a mapping."""
    return {(a, b): weight for a, row in enumerate(reversed(joint)) for b, weight in enumerate(row) if weight}


def unpacked(found: Weighed) -> Weighed:
    """Two counts that a peer added up as one number."""
    return {divmod(value, 100): weight for value, weight in found.items()}


HITS = {1: 1, 0: 2}
HITS_AND_ONES = {100: 2, 1: 1, 0: 3}
SIZES = (20, 12, 10, 8, 6, 4)
ALMOND = named("almond").parse("8d6 TN 12", {})
STEP = named("stepdie").parse("10d6 + d12 (3)", {})


def step_by(pool: Callable[[Counter[int]], Weighed]) -> Weighed:
    """Step Die with a peer: for each of its faces, hits, dice above and dice below it packed into one number."""
    found: Counter[tuple[int, str, bool]] = Counter()
    for face in range(1, 13):
        codes = Counter((d6 >= 5) * 10_000 + (d6 > face) * 100 + (d6 < face) for d6 in range(1, 7))
        for code, weight in pool(codes).items():
            hits, others = divmod(code, 10_000)
            above, below = divmod(others, 100)
            step = "highest" if below == 10 else "lowest" if above == 10 else "neither"
            found[hits + (face in (5, 6)), step, face <= 2] += weight
    return found


WORKS = (
    Work(
        "30d6 hits",
        lambda: binomial(30, 1, 2),
        lambda: 30 @ icepool.Die(HITS),
        lambda: 30 @ H(HITS),
        (weighed, dict, dict),
    ),
    Work(
        "20d6 joint (hits, ones)",
        lambda: tuple(trinomial(20, 2, 1, 3)),
        lambda: 20 @ icepool.Die(HITS_AND_ONES),
        lambda: 20 @ H(HITS_AND_ONES),
        (rows, unpacked, unpacked),
    ),
    Work(
        "Almond TN 12, 8 dice",
        lambda: successes(8, *die_weights(ALMOND)),
        lambda: 8 @ (icepool.d(6).explode(depth=1) >= 12),
        lambda: 8 @ explode_n(H(6), n=1).ge(12),
        (weighed, dict, dict),
    ),
    Work(
        "d12 + 10d6 joint (hits, highest/lowest/neither, 1-2)",
        lambda: tallies(STEP),
        lambda: step_by(lambda codes: 10 @ icepool.Die(codes)),
        lambda: step_by(lambda codes: 10 @ H(codes)),
        (lambda found: {(tally.hits, tally.step, tally.low): weight for tally, weight in found.items()}, dict, dict),
    ),
    Work(
        "Relics 15d6 +1/3d +2/1d -1/2d, best placement",
        odds_relics.ours,
        odds_relics.with_icepool,
        odds_relics.with_dyce,
        (odds_relics.brought, odds_relics.read, odds_relics.read),
    ),
    Work(
        "d20+d12+d10+d8+d6+d4, each with advantage",
        lambda: total([best_of_two(sides) for sides in SIZES]),
        lambda: reduce(add, [icepool.d(sides).highest(2) for sides in SIZES]),
        lambda: reduce(add, [H({face: 2 * face - 1 for face in range(1, sides + 1)}) for sides in SIZES]),
        (weighed, dict, dict),
    ),
)


def measure() -> list[dict[str, Any]]:
    """Measure each work's three contenders in turns: rows for the table, without `where`."""
    warnings.simplefilter("ignore")
    gc.freeze()  # as the page does once it has started: the peers' objects are not looked through beside ours
    return list(map(compared, WORKS))


def compared(work: Work) -> dict[str, Any]:
    """Check that all find the same, and time them."""
    contenders = [one for one in (work.ours, work.icepool, work.dyce) if one]
    found = [lowest(read(contender())) for read, contender in zip(filter(None, work.read), contenders, strict=True)]
    if any(one != found[0] for one in found):
        raise ArithmeticError(f"{work.name}: they do not find the same")
    ours, *peers = timed(contenders)
    return {
        "work": work.name,
        "ours_ms": ours,
        "icepool_ms": peers[0],
        "dyce_ms": peers[1] if work.dyce else None,
        "ratio": min(peers) / ours,
    }


def lowest(found: Weighed) -> dict[Any, float]:
    """The chances, the same for weights in whatever terms."""
    ways = sum(found.values())
    return {value: weight / ways for value, weight in found.items()}


def timed(contenders: Sequence[Call]) -> list[float]:
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
