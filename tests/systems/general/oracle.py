"""Tests of the General Rules from their text, written apart from the rules: what every way the dice can fall comes to.

A die is (sides, advantage, disadvantage); a way is, for each die, the tuple of faces it showed.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

Die = tuple[int, bool, bool]
Way = tuple[tuple[int, ...], ...]


def die_ways(die: Die) -> list[tuple[int, ...]]:
    """Every way one die can fall: twice where just one of the two conditions speaks for it."""
    sides, advantage, disadvantage = die
    faces = [number + 1 for number in range(sides)]
    if advantage is disadvantage:
        return [(face,) for face in faces]
    return [(first, second) for first in faces for second in faces]


def ways(dice: Iterable[Die]) -> Iterator[Way]:
    """Every way a pool can fall; all are equally likely."""
    return product(*(die_ways(die) for die in dice))


def die_value(die: Die, shown: tuple[int, ...]) -> int:
    """The value of a die."""
    _, advantage, _ = die
    ranked = sorted(shown)
    return ranked[-1] if advantage else ranked[0]


def pool_total(dice: Iterable[Die], way: Way) -> int:
    """The total of a pool."""
    result = 0
    for die, shown in zip(dice, way, strict=True):
        result += die_value(die, shown)
    return result


def degree(total: int, difficulty: int) -> int | None:
    """Count the steps of five above the Difficulty one by one; None below it."""
    if total < difficulty:
        return None
    steps = 0
    while total - 5 >= difficulty:
        total -= 5
        steps += 1
    return steps


def totals(dice: Iterable[Die]) -> dict[int, Fraction]:
    """The exact distribution of a pool's total."""
    pool = list(dice)
    found: dict[int, int] = {}
    every = 0
    for way in ways(pool):
        total = pool_total(pool, way)
        found[total] = found.get(total, 0) + 1
        every += 1
    return {total: Fraction(number, every) for total, number in found.items()}
