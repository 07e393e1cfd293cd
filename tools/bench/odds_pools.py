"""Pools that many games roll, as a system without a line of odds: what the engine takes for them beside its peers.

Runs in CPython and inside Pyodide.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import icepool
from dyce import H

from pyrules.core.engine import default_chances
from pyrules.core.odds import Odds
from pyrules.core.roll import Pending, Roll, Throw, missing
from pyrules.core.system import System
from pyrules.core.tally import Tally, highest
from pyrules.core.verdict import Line, Verdict
from tools.bench.odds_works import Weighed, Work, compare_work


@dataclass(frozen=True, slots=True)
class Settings:
    """House rules: none."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice of which the highest few are added up, with `keep` 0 the widest matching set is looked for."""

    __test__: ClassVar[bool] = False

    dice: int
    sides: int
    keep: int
    needed: int
    explode: bool = False
    settings: Settings = Settings()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The sum of what is kept, or of a matching set how many dice show it, and what they show."""

    total: int = 0
    width: int = 0
    height: int = 0


def pending(test: Pool, roll: Roll) -> Pending:
    """The dice, then those again that explode."""
    lying = roll.pool(0)
    if len(lying) < test.dice or not test.explode:
        return missing(0, len(lying), test.dice, test.sides)
    return Pending(tuple(Throw(0, place, test.sides) for place, die in enumerate(lying) if die.face == test.sides))


def outcome(test: Pool, roll: Roll) -> Outcome:
    """The outcome of the dice, by the faces on the table."""
    values = sorted((sum(die.faces) for die in roll.pool(0)), reverse=True)
    if test.keep:
        return Outcome(sum(values[: test.keep]))
    width, height = max(((values.count(value), value) for value in values), default=(0, 0))
    return Outcome(width=width, height=height)


def tally(test: Pool) -> Tally[Any]:
    """The same, face by face."""
    if test.keep:
        return highest(test.keep, of=test.dice, sides=test.sides, outcome=Outcome, explode=test.explode)
    return Tally(
        *(test.dice, test.sides),
        step=lambda widest, face, dice: (max(widest, (dice, face)), 0),
        start=(0, 0),
        outcome=lambda widest, _: Outcome(0, *widest),
    )


def events(test: Pool, found: Outcome) -> dict[str, bool]:
    """Return whether it is enough."""
    return {"success": (found.total if test.keep else found.width) >= test.needed}


def judge(test: Pool, roll: Roll) -> Verdict:
    """The verdict on the dice as they lie."""
    found = outcome(test, roll)
    return Verdict(found, "Rolled", "", events(test, found)["success"], (Line("Dice", "read", "pools.read"),))


POOLS: System[Pool] = System(
    *("pools", "Pools", "Dice, of which some count.", (), (), (), (), ()),
    parse=lambda *_: Pool(1, 6, 1, 4),
    write=lambda test: f"{test.dice}d{test.sides}",
    from_form=lambda *_: Pool(1, 6, 1, 4),
    to_form=lambda _: {},
    before=lambda _: (),
    pending=pending,
    judge=judge,
    options=lambda *_: (),
    outcome=outcome,
    events=events,
    tally=tally,
    endless=lambda test: test.explode,
)


@dataclass(frozen=True, slots=True)
class Counted:
    """The numbers of dice that hit, and that show a one."""

    hits: int
    ones: int


def hits_and_ones(_test: Pool, roll: Roll) -> Counted:
    """Fives and sixes hit."""
    faces = [die.face for die in roll.pool(0)]
    return Counted(sum(face > 4 for face in faces), faces.count(1))


HITS: System[Pool] = replace(
    POOLS,
    outcome=hits_and_ones,
    events=lambda test, found: {"success": found.hits >= test.needed, "glitch": 2 * found.ones > test.dice},
    interchangeable=lambda *_: ((5, 6), (1,), (2, 3, 4)),
    tally=lambda _: None,
)

END = 60
"""The value above which all are compared as one: both could go on without end."""

TEN = icepool.d10.explode(depth=30)


def odds_of(system: System[Pool], test: Pool) -> Odds:
    """The odds of a test by the engine, worked out anew."""
    system.caches.clear()
    return default_chances(system).odds(test)


def totals(found: Odds) -> Weighed:
    """Our weights of the totals."""
    weights: Counter[int] = Counter()
    for value, weight in found.distributions["total"].rows:
        weights[min(END, int(str(value).removesuffix("+")))] += weight
    return weights


def total_weights(found: Any) -> Weighed:
    """A peer's weights of the totals."""
    weights: Counter[int] = Counter()
    for value, weight in found.items():
        weights[min(END, value)] += weight
    return weights


def rows(name: str, place: int) -> tuple[Any, ...]:
    """The rows of one number of both."""

    def theirs(found: Any) -> Weighed:
        weights: Counter[int] = Counter()
        for value, weight in found.items():
            weights[(divmod(value, 100) if isinstance(value, int) else value)[place]] += weight
        return weights

    return lambda found: dict(found.distributions[name].rows), theirs


def highest_few(keep: int, dice: int, *, explode: bool, needed: int) -> Work:
    """The highest few of ten-sided dice."""
    test, die = Pool(dice, 10, keep, needed, explode), TEN if explode else icepool.d10
    return Work(
        f"the highest {keep} of {dice}{' exploding' if explode else ''} d10",
        lambda: odds_of(POOLS, test),
        {"icepool": lambda: die.pool(dice).highest(keep).sum()},
        (totals, total_weights),
    )


WORKS = (
    highest_few(3, 5, explode=True, needed=30),
    highest_few(4, 7, explode=True, needed=35),
    highest_few(5, 10, explode=True, needed=45),
    highest_few(8, 16, explode=False, needed=60),
    highest_few(2, 20, explode=False, needed=19),
    Work(
        "40d6, hits and ones",
        lambda: odds_of(HITS, Pool(40, 6, 0, 12)),
        {"icepool": lambda: 40 @ icepool.Die({100: 2, 1: 1, 0: 3}), "dyce": lambda: 40 @ H({100: 2, 1: 1, 0: 3})},
        rows("hits", 0),
    ),
    Work(
        "matching sets of 10d10",
        lambda: odds_of(POOLS, Pool(10, 10, 0, 4)),
        {"icepool": lambda: icepool.d10.pool(10).largest_count_and_outcome()},
        rows("width", 0),
    ),
)


def measure() -> list[dict[str, Any]]:
    """Measure each work beside its peers."""
    return list(map(compare_work, WORKS))
