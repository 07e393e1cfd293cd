"""What a side wants of its dice, reckoned so that it adds up over them.

A prospect is a table of what some dice can come to at best, one entry for every way to have used Beneficial units.
"""

from collections.abc import Callable
from functools import cache
from operator import le
from typing import Any, Protocol, TypeVar

from pyrules.systems.relics import pool, rules
from pyrules.systems.relics.model import Test

SCALE = 10**8
"""More than all Destiny and Doom of one turn."""

S = TypeVar("S")


class Aim(Protocol[S]):
    """How to reckon with entries of one kind."""

    @property
    def nothing(self) -> S:
        """The entry of no dice."""
        ...

    @property
    def never(self) -> S:
        """The entry of what cannot be."""
        ...

    def added(self, prospect: tuple[S, ...], value: int) -> tuple[S, ...]:
        """The prospect with one more final die in every entry."""
        ...

    def joined(self, one: tuple[S, ...], other: tuple[S, ...]) -> tuple[S, ...]:
        """The best of two prospects, entry by entry."""
        ...

    def no_better(self, one: tuple[S, ...], other: tuple[S, ...]) -> bool:
        """Whether one prospect is better than another in no entry."""
        ...

    def reached(self, entry: S) -> tuple[bool, int]:
        """How good an entry is in the end: whether it averts a Disaster, where that counts, then what it brings."""
        ...


class SuccessesFirst:
    """Successes, then Destiny beyond Doom; an entry is one number."""

    nothing = 0
    never = -(SCALE**3)

    def __init__(self, pcs: int, *, tides: bool) -> None:
        self.pcs = pcs
        self.tides = tides
        self.brings: Callable[[int], int] = cache(self._brings)

    def _brings(self, value: int) -> int:
        counted = rules.tally((value,))
        tides = rules.tides_destiny(counted, self.pcs) - rules.tides_doom(counted) if self.tides else 0
        return rules.total(counted) * SCALE + tides

    def added(self, prospect: tuple[int, ...], value: int) -> tuple[int, ...]:
        """The prospect with one more final die in every entry."""
        die = self.brings(value)
        return tuple([entry + die for entry in prospect])

    def joined(self, one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        """The larger number of each entry."""
        return tuple(map(max, one, other))

    def no_better(self, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        """Whether no number of one is larger."""
        return all(map(le, one, other))

    def reached(self, entry: int) -> tuple[bool, int]:
        """The number itself: without successes there is a Disaster anyway."""
        return True, entry


Sums = tuple[tuple[int, int], ...]


class DoomFirst:
    """Little Doom, then successes, then Destiny, but no Disaster that can be averted.

    An entry has sums within reach: what they bring and their successes; none is worse than another in both.
    """

    nothing: Sums = ((0, 0),)
    never: Sums = ()

    def __init__(self, pcs: int) -> None:
        self.pcs = pcs
        self.brings: Callable[[int], tuple[int, int]] = cache(self._brings)

    def _brings(self, value: int) -> tuple[int, int]:
        counted = rules.tally((value,))
        successes = rules.total(counted)
        wanted = (successes - rules.tides_doom(counted) * SCALE) * SCALE + rules.tides_destiny(counted, self.pcs)
        return wanted, successes

    def added(self, prospect: tuple[Sums, ...], value: int) -> tuple[Sums, ...]:
        """The prospect with one more final die in every sum."""
        wanted, successes = self.brings(value)
        return tuple([tuple([(w + wanted, s + successes) for w, s in sums]) for sums in prospect])

    def joined(self, one: tuple[Sums, ...], other: tuple[Sums, ...]) -> tuple[Sums, ...]:
        """The sums of both that are worth keeping, entry by entry."""
        return tuple(map(_worth_keeping, one, other))

    def no_better(self, one: tuple[Sums, ...], other: tuple[Sums, ...]) -> bool:
        """Whether each sum of one is matched by a sum of the other that is at least as good in both."""
        return all(
            mine == theirs or all(any(w <= v and s <= t for v, t in theirs) for w, s in mine)
            for mine, theirs in zip(one, other, strict=True)
        )

    def reached(self, entry: Sums) -> tuple[bool, int]:
        """The best sum: first one without a Disaster."""
        return max((not rules.disaster(successes), wanted) for wanted, successes in entry)


def _worth_keeping(one: Sums, other: Sums) -> Sums:
    found: list[tuple[int, int]] = []
    for wanted, successes in sorted((*one, *other), reverse=True):
        if not found or successes > found[-1][1]:
            found.append((wanted, successes))
    return tuple(found)


def aim(test: Test) -> Aim[Any]:
    """What the side that acts wants of its dice."""
    if not rules.tides_shift(test.acting):
        return SuccessesFirst(1, tides=False)
    pcs = pool.pcs(test.acting)
    return DoomFirst(pcs) if test.settings.placement == "avoid Doom first" else SuccessesFirst(pcs, tides=True)
