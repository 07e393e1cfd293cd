"""Every way the dice of a test can fall, with exact whole-number weights, found by the system's own `pending`.

The dice of one throw are alike, so it is enough to list the multisets of faces, each with the number of its orders (the
multinomial coefficient). Where a system says which faces are `interchangeable`, one face stands for its group. Where it
says which `state` a roll is in, rolls in the same state are followed as one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations_with_replacement, groupby, islice
from math import comb, factorial, lcm, prod
from typing import TypeVar

from pyrules.core.budget import TooMuchWork, seconds_left, spend
from pyrules.core.roll import EMPTY, Roll, Throw
from pyrules.core.system import System, Test

T = TypeVar("T", bound=Test)

Weighted = Sequence[tuple[Roll, int]]
"""Rolls with their weights."""

UNLIKELY = 1_000_000
"""Where a test may go on without end, rolls that do with a chance below one in this many are not followed further."""


@dataclass(frozen=True, slots=True)
class Branches:
    """The rolls that a test ends with, and their weights, which add up to `ways` with those that are `unfinished`."""

    finished: Weighted
    unfinished: Weighted
    ways: int


Groups = tuple[tuple[int, ...], ...]
"""The faces of a die in groups that the rules cannot tell apart."""


@lru_cache(maxsize=64)
def multisets(groups: Groups, count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every multiset of some equal dice by the groups of their faces, and in how many ways it can fall.

    The first face of a group stands for all of it.

    >>> multisets(((1,), (2, 3)), 2)
    (((1, 1), 1), ((1, 2), 4), ((2, 2), 4))
    """
    ways = {faces[0]: len(faces) for faces in groups}
    found = []
    for faces in combinations_with_replacement(ways, count):
        runs = [(ways[face], len(list(run))) for face, run in groupby(faces)]
        orders = factorial(count) // prod(factorial(length) for _, length in runs)
        found.append((faces, orders * prod(each**length for each, length in runs)))
    return tuple(found)


@cache
def every_face(sides: int) -> Groups:
    """Each face of a die in a group of its own."""
    return tuple((face,) for face in range(1, sides + 1))


def enumerate_rolls(
    system: System[T],
    test: T,
    roll: Roll = EMPTY,
    *,
    onward: bool = True,
    settled: Callable[[Roll], bool] = lambda _: False,
) -> Branches:
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
        thrown = [
            (weight, *_rolls_after(system, now, _at_once(system, test, now, throws))) for now, weight, throws in going
        ]
        shared = lcm(*(each for _, _, each in thrown))
        ahead = [(after, weight * one * (shared // each)) for weight, rolls, each in thrown for after, one in rolls]
        ahead = merge_rolls(system, test, ahead)
        ways *= shared
    scaled = [(now, weight * (ways // before)) for now, weight, before in finished]
    return Branches(scaled, [(now, weight) for now, weight, _ in going], ways)


def charge(system: System[T], rolls: int) -> None:
    """Count rolls that are to be followed; raises `TooMuchWork` when there is no time for so many."""
    check_following(system.seconds_a_roll, rolls)
    spend(system.seconds_a_roll * rolls, "this test", "roll fewer dice")


def check_following(seconds_a_roll: float, rolls: int) -> None:
    """Raise `TooMuchWork` where there is no time to follow n rolls."""
    if seconds_a_roll * rolls > seconds_left():
        raise TooMuchWork(
            "the dice of this test can fall in too many ways to compute its odds in time, so roll fewer dice"
        )


def _rolls_after(system: System[T], roll: Roll, throws: Iterable[tuple[Throw, Groups]]) -> tuple[Weighted, int]:
    """The rolls that these throws lead to, and the sum of their weights."""
    found: Weighted = [(roll, 1)]
    ways = 1
    for throw, groups in throws:
        charge(system, len(found) * comb(throw.count + len(groups) - 1, throw.count))
        faces = multisets(groups, throw.count)
        found = [(now.after(throw, shown), weight * times) for now, weight in found for shown, times in faces]
        ways *= throw.sides**throw.count
    return found, ways


def _at_once(system: System[T], test: T, roll: Roll, throws: Sequence[Throw]) -> Iterator[tuple[Throw, Groups]]:
    """The throws before the rules are asked again, by which groups of faces.

    That is everything, or where equal states are found after each throw, the first dice that are alike; and of those
    only one where every face matters.
    """
    for throw in islice(_alike(roll, throws), 1 if system.state else None):
        groups = system.interchangeable(test, roll, throw)
        if groups or not system.state:
            yield throw, groups or every_face(throw.sides)
        else:
            yield Throw(throw.roll, throw.first, throw.sides), every_face(throw.sides)


def _alike(roll: Roll, throws: Sequence[Throw]) -> Iterator[Throw]:
    """Throws of alike dice side by side: new dice of one throw, or dice that lie there and show the same."""
    runs: list[tuple[Hashable, Throw]] = []
    for number, throw in enumerate(throws):
        lying = roll.pool(throw.roll)
        for place in range(throw.first, throw.first + throw.count):
            kind = (throw.roll, throw.sides, lying[place] if place < len(lying) else number)
            known, run = runs[-1] if runs else (None, throw)
            if known == kind and run.first + run.count == place:
                runs[-1] = kind, replace(run, count=run.count + 1)
            else:
                runs.append((kind, Throw(throw.roll, place, throw.sides)))
    return iter([run for _, run in runs])


def merge_rolls(system: System[T], test: T, rolls: Weighted) -> Weighted:
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
