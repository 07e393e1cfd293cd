"""Every way the dice of a test can fall, with exact whole-number weights, found by the system's own `pending`.

The dice of one throw are alike, so it is enough to list the multisets of faces, each with the number of its orders (the
multinomial coefficient). Where a system says which `state` a roll is in, rolls in the same state are followed as one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, groupby
from math import comb, factorial, lcm, prod
from typing import TypeVar

from pyrules.core.patience import TooMuchWork, seconds_left, spend
from pyrules.core.roll import EMPTY, Roll, Throw
from pyrules.core.system import System, Test

T = TypeVar("T", bound=Test)

Weighted = Sequence[tuple[Roll, int]]
"""Rolls with their weights."""

SECONDS_A_ROLL = 2e-5
"""What following one roll takes in a browser, measured."""

UNLIKELY = 1_000_000
"""Where a test may go on without end, rolls that do with a chance below one in this many are not followed further."""


@dataclass(frozen=True, slots=True)
class Falls:
    """The rolls that a test ends with, and their weights, which add up to `ways` with those that are `unfinished`."""

    finished: Weighted
    unfinished: Weighted
    ways: int


def orders(faces: Sequence[int]) -> int:
    """In how many orders dice can show these faces, which are sorted.

    >>> orders((1, 1, 4))
    3
    """
    return factorial(len(faces)) // prod(factorial(len(list(run))) for _, run in groupby(faces))


@lru_cache(maxsize=64)
def multisets(sides: int, count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every multiset of faces of some equal dice, with its number of orders.

    >>> multisets(2, 2)
    (((1, 1), 1), ((1, 2), 2), ((2, 2), 1))
    """
    return tuple([(faces, orders(faces)) for faces in combinations_with_replacement(range(1, sides + 1), count)])


def falls(
    system: System[T],
    test: T,
    roll: Roll = EMPTY,
    *,
    onward: bool = True,
    settled: Callable[[Roll], bool] = lambda _: False,
) -> Falls:
    """Follow a roll until the rules ask for no more dice; with `onward` through throws that might be left out too.

    Where the system says that the dice of the test are `endless`, rolls are left unfinished once they are
    `UNLIKELY` and `settled` all the same. Raises `TooMuchWork` where there are too many rolls to follow.
    """
    finished: list[tuple[Roll, int, int]] = []
    ahead: Weighted = [(roll, 1)]
    ways = 1
    while True:
        going: list[tuple[Roll, int, tuple[Throw, ...]]] = []
        for now, weight in ahead:
            asked = system.pending(test, now)
            if asked.throws and (onward or not asked.optional):
                going.append((now, weight, asked.throws))
            else:
                finished.append((now, weight, ways))
        unlikely = system.endless(test) and sum([weight for _, weight, _ in going]) * UNLIKELY < ways
        if not going or (unlikely and all(settled(now) for now, _, _ in going)):
            break
        thrown = [(weight, *_thrown(now, _at_once(system, now, throws))) for now, weight, throws in going]
        shared = lcm(*(each for _, _, each in thrown))
        ahead = [(after, weight * one * (shared // each)) for weight, rolls, each in thrown for after, one in rolls]
        ahead = merged(system, test, ahead)
        ways *= shared
    scaled = [(now, weight * (ways // before)) for now, weight, before in finished]
    return Falls(scaled, [(now, weight) for now, weight, _ in going], ways)


def follow(rolls: int) -> None:
    """Count rolls that are to be followed; raises `TooMuchWork` when there is no time for so many."""
    seconds = SECONDS_A_ROLL * rolls
    if seconds > seconds_left():
        raise TooMuchWork(
            "the dice of this test can fall in too many ways to compute its odds in time, so roll fewer dice"
        )
    spend(seconds, "this test", "roll fewer dice")


def _thrown(roll: Roll, throws: Iterable[Throw]) -> tuple[Weighted, int]:
    """The rolls that these throws lead to, and the sum of their weights."""
    found: Weighted = [(roll, 1)]
    ways = 1
    for throw in throws:
        follow(len(found) * comb(throw.count + throw.sides - 1, throw.count))
        faces = multisets(throw.sides, throw.count)
        found = [(now.after(throw, shown), weight * times) for now, weight in found for shown, times in faces]
        ways *= throw.sides**throw.count
    return found, ways


def _at_once(system: System[T], roll: Roll, throws: Sequence[Throw]) -> Iterator[Throw]:
    """What is thrown before the rules are asked again: all, or one die where equal states are found after each.

    Dice of one throw are alike, those that lie there already only where they show the same.
    """
    if system.state:
        first = throws[0]
        yield Throw(first.roll, first.first, first.sides)
        return
    for throw in throws:
        lying = roll.pool(throw.roll)[throw.first : throw.first + throw.count]
        first_place = throw.first
        for _, run in groupby([*lying, *[None] * (throw.count - len(lying))]):
            dice = len(list(run))
            yield Throw(throw.roll, first_place, throw.sides, dice)
            first_place += dice


def merged(system: System[T], test: T, rolls: Weighted) -> Weighted:
    """One roll for each state, with the weight of all that are in it."""
    state = system.state
    if state is None:
        return rolls
    found: dict[Hashable, tuple[Roll, int]] = {}
    for roll, weight in rolls:
        key = state(test, roll)
        known = found.get(key)
        found[key] = (roll, weight) if known is None else (known[0], known[1] + weight)
    return list(found.values())
