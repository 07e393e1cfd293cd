"""Texts of games whose odds designers wait for, beside icepool, and those that are refused: how long each takes.

Runs in CPython and inside Pyodide.
"""

import time
from collections.abc import Callable
from fractions import Fraction
from statistics import median
from typing import Any

import icepool

from pyrules.author.joint import joint
from pyrules.author.source import read_source
from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of
from tools.bench.breadth import GAME

ROUNDS = 7

GOAL_MS = {"cpython": 20, "pyodide": 50}
"""In so many milliseconds odds are told in either place, or refused."""

SIX = icepool.Die([0, 0, 0, 0, 0, 1])
TEN = icepool.d10.explode(depth=3)


def opposed_pools(mine: int, theirs: int) -> tuple[str, Callable[[], Any]]:
    """More sixes win."""
    text = f'answer = d6({mine}).count(6) - d6({theirs}, side="Theirs").count(6) >= 1'
    return text, lambda: (mine @ SIX) - (theirs @ SIX) >= 1


TOLD: dict[str, tuple[str, Callable[[], Any]]] = {
    "opposed, 6 against 6": opposed_pools(6, 6),
    "opposed, 11 against 12": opposed_pools(11, 12),
    "opposed, 100 against 100": opposed_pools(100, 100),
    "attribute + skill 10, doom 6": (
        """attribute, skill = number("Attribute", 0, 9, start=5), number("Skill", 0, 9, start=5)
answer = d6(attribute + skill).count(6) - d10(6, side="Doom").count(1) >= 1""",
        lambda: (10 @ SIX) - (6 @ icepool.Die({1: 1, 0: 9})) >= 1,
    ),
    "keep 3 of 5 exploding d10": (
        "answer = d10(5).explode().keep_highest(3).total >= 30",
        lambda: TEN.highest(5, 3) >= 30,
    ),
    "action die against two challenge dice": (
        "answer = d10(2).count(below=d6().total + 2) == 2",
        lambda: (icepool.d6 + 2) > icepool.d10.highest(2),
    ),
    "largest set of 10d10": (
        "answer = d10(10).largest_set >= 4",
        lambda: icepool.d10.pool(10).largest_count() >= 4,
    ),
    "2d6 with advantage": (
        "answer = d6(3).keep_highest(2).total >= 8",
        lambda: icepool.d6.highest(3, 2) >= 8,
    ),
}
"""Questions of issues and designers, each with icepool's way."""

REFUSED = {
    "two kept pools that explode": (
        "answer = d10(20).explode().keep_highest(6).total > d10(20, side='T').explode().keep_highest(6).total"
    ),
    "the sum of two kept pools that explode": (
        "mine = d10(20).explode().keep_highest(6)\nanswer = mine.total + d10(20).explode().keep_highest(6).total >= 100"
    ),
    "six d100 by their product": (
        "dice_ = [d100().total for _ in range(6)]\n"
        "answer = sum([when(one <= 50, 1, 0) for one in dice_]) + dice_[0] * dice_[1] > 3"
    ),
    "three d100 by what is left of a division": (
        "answer = (d100().total * 7 + d100().total * 11 + d100().total * 13) % 17 >= 8"
    ),
    "a product against a product": ("answer = d20(10).total * d20(10).total >= d20(10).total * d20(10).total"),
    "the highest of three less the lowest": (
        "a, b, c = d20(10).total, d20(10).total, d20(10).total\nanswer = max(a, b, c) - min(a, b, c) >= 20"
    ),
    "five sizes, the highest kept": ("answer = (d4(5) + d6(5) + d8(5) + d10(5) + d12(5)).keep_highest(4).total >= 40"),
    "the highest 50 of 100d20": "answer = d20(100).keep_highest(50).total >= 600",
    "the largest set of 80d10": "answer = d10(80).largest_set >= 12",
    "the longest run of 60d20": "answer = d20(60).longest_run >= 6",
    "set, run and total of 12d12": (
        "pool = d12(12)\nanswer = (pool.largest_set >= 3) & (pool.longest_run >= 4) & (pool.total > 60)"
    ),
    "a condition for each face": (
        "pool = d10(8)\nanswer = sum([when(pool.count(face) >= 2, 1, 0) for face in range(1, 11)]) >= 3"
    ),
    "seven sums of the highest": (
        "pool = d10(8)\nanswer = sum([pool.keep_highest(kept).total for kept in range(1, 8)]) >= 80"
    ),
    "dice that explode, for a sum too high": "answer = d4(20).explode().total >= 300",
    "two pools that explode, for a sum too high": ("answer = d6(12).explode().total + d8(12).explode().total >= 300"),
    "dice that bring more, read twice": (
        "pool = d10(30).again(8)\nanswer = (pool.count(at_least=8) >= 10) & (pool.count(1) <= 3)"
    ),
    "dice with far faces": "answer = dice([1000 * face for face in range(20)], 20).total >= 100000",
    "100 dice of 1000 sides": "answer = dice(1000, 100).total >= 50000",
    "40d20 read by a product": "less = d100().total * d100().total\nanswer = d20(40).count(at_least=less) >= 10",
    "40d20 read by a difference that is told": (
        "more, less = d100().total, d100().total\nanswer = d20(40).count(at_least=more - less) >= 10"
    ),
    "two pools read by each other": (
        "one, other = d6(8), d6(8)\nanswer = one.count(below=other.highest) > other.count(below=one.highest)"
    ),
    "12d10 read by themselves": "pool = d10(12)\nanswer = pool.count(below=pool.highest) >= 3",
    "cards by total, pair and run": (
        "cards = draw(20, {rank: 4 for rank in range(1, 14)})\n"
        "answer = (cards.total >= 100) & cards.doubles & (cards.longest_run >= 5)"
    ),
}
"""Texts that take too long, of every kind that is estimated."""


def odds_of_text(text: str) -> Callable[[], Any]:
    """The odds of a text, worked out anew each time; or in words why they are not."""
    (game,) = read_source(GAME.format(text)).systems
    test = game.from_form({}, {})

    def work_out() -> Any:
        game.caches.clear()
        joint.cache_clear()
        try:
            return chances_of(game).odds(test)
        except TooMuchWork as error:
            return str(error)

    return work_out


def median_time(call: Callable[[], Any]) -> float:
    """The median milliseconds of a call."""
    times = []
    for _ in range(ROUNDS):
        before = time.process_time()
        call()
        times.append(1000 * (time.process_time() - before))
    return median(times)


def measure() -> list[dict[str, Any]]:
    """Measure every text, and icepool beside those that are told."""
    rows: list[dict[str, Any]] = []
    for work, (text, icepool_s) in TOLD.items():
        ours, chance = odds_of_text(text), icepool_s()
        found = ours().events["success"]
        if Fraction(found.numerator, found.denominator) != Fraction(chance.quantity(True), chance.denominator()):
            raise ArithmeticError(f"{work}: they do not find the same")
        rows.append({"work": work, "ours_ms": median_time(ours), "icepool_ms": median_time(icepool_s)})
    rows += [
        {"work": work, "ours_ms": median_time(odds_of_text(text)), "words": odds_of_text(text)()}
        for work, text in REFUSED.items()
    ]
    return rows
