"""What a side wants of its dice, reckoned so that it adds up over them.

A prospect is a table of what some dice can come to at best, one entry for every way to have used Beneficial units.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial
from operator import le
from typing import Any, Protocol, TypeVar

from pyrules.systems.relics import pool, rules
from pyrules.systems.relics.model import Tally, Test

TIDES = 10**8
"""More than twice all Destiny and Doom of one turn."""

DICE = 1_000
"""More than twice the successes, and the dice, of one turn."""

BLANK = 3
"""A die that is worth nothing."""

S = TypeVar("S")


class Aim(Protocol[S]):
    """How to reckon with entries of one kind; what one die adds to an entry is an entry's difference."""

    @property
    def effort(self) -> int:
        """How many times the work it is to reckon with entries that are one number."""
        ...

    @property
    def nothing(self) -> S:
        """The entry of no dice."""
        ...

    @property
    def never(self) -> S:
        """The entry of what cannot be."""
        ...

    def beyond(self, value: int, over: int) -> Any:
        """What a die that ends as `value` adds beyond one that shows `over`."""
        ...

    def gains(self, value: int, over: int) -> bool:
        """Whether the one value may be wanted more than the other."""
        ...

    def most(self, differences: Iterable[Any]) -> Any:
        """A difference that is at least as good as any of these."""
        ...

    def least(self, differences: Iterable[Any]) -> Any:
        """A difference that is no better than any of these."""
        ...

    def less(self, difference: Any) -> Any:
        """What takes a difference away again."""
        ...

    def first(self, entry: S) -> Any:
        """What the entry adds to that of no dice, or the first such difference."""
        ...

    def counted(self, difference: Any) -> Tally:
        """The dice that a difference counts."""
        ...

    def added(self, prospect: tuple[S, ...], more: Any) -> tuple[S, ...]:
        """The prospect with that much more in every entry."""
        ...

    def joined(self, one: tuple[S, ...], other: tuple[S, ...]) -> tuple[S, ...]:
        """The best of two prospects, entry by entry."""
        ...

    def no_better(self, one: tuple[S, ...], other: tuple[S, ...]) -> bool:
        """Whether one prospect is better than another in no entry."""
        ...

    def together(self, one: tuple[S, ...], other: tuple[S, ...]) -> S:
        """The best entry for all units on the dice of two prospects."""
        ...

    def reached(self, entry: S, successes: int = 0, /) -> tuple[bool, int]:
        """How good an entry is beside other successes: whether it averts a Disaster, where that counts, and its sum."""
        ...

    def bounds(self, entry: S) -> Iterable[int]:
        """The other successes from which on something else may be reached."""
        ...


@lru_cache(maxsize=2_048)
def counted(wanted: int) -> Tally:
    """The dice that such a sum counts; fewer than none where it is a difference.

    Every sum ends in them, so that of equally good ones there is always a best: the one with the fewest major botches,
    then botches, then overpowering and critical successes.
    """
    found = []
    for _ in range(5):
        wanted, dice = divmod(wanted + DICE // 2, DICE)
        found.append(dice - DICE // 2)
    plain, critical, overpowering, botches, major_botches = found
    return Tally(-overpowering, -critical, -plain, -botches, -major_botches)


def _ending_in(wanted: int, dice: Tally) -> int:
    for number in (dice.major_botches, dice.botches, dice.overpowering, dice.critical, dice.plain):
        wanted = wanted * DICE - number
    return wanted


Want = Callable[[Tally], int]
"""Something to have as much of as there can be; it adds up over dice."""


class InOrder:
    """One want after the other; an entry is one number."""

    effort = 1
    nothing = 0
    never = -(DICE**6 * TIDES**3)

    def __init__(self, *wants: Want) -> None:
        self.wants = wants
        self.brings: Callable[[int], int] = cache(self._brings)

    def _brings(self, value: int) -> int:
        dice, wanted = rules.tally((value,)), 0
        for want in self.wants:
            wanted = wanted * TIDES + want(dice)
        return _ending_in(wanted, dice)

    def beyond(self, value: int, over: int) -> int:
        """The difference of their numbers."""
        return self.brings(value) - self.brings(over)

    def gains(self, value: int, over: int) -> bool:
        """Whether its number is larger."""
        return self.brings(value) > self.brings(over)

    def most(self, differences: Iterable[int]) -> int:
        """The largest number."""
        return max(differences)

    def least(self, differences: Iterable[int]) -> int:
        """The smallest number."""
        return min(differences)

    def less(self, difference: int) -> int:
        """The number below nought."""
        return -difference

    def first(self, entry: int) -> int:
        """The number itself."""
        return entry

    def counted(self, difference: int) -> Tally:
        """The dice that the number ends in."""
        return counted(difference)

    def added(self, prospect: tuple[int, ...], more: int) -> tuple[int, ...]:
        """The prospect with that much more in every entry."""
        return tuple([entry + more for entry in prospect])

    def joined(self, one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        """The larger number of each entry."""
        return tuple(map(max, one, other))

    def no_better(self, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        """Whether no number of one is larger."""
        return all(map(le, one, other))

    def together(self, one: tuple[int, ...], other: tuple[int, ...]) -> int:
        """The largest sum of entries that share the units between them."""
        return max(map(int.__add__, one, reversed(other)))

    def reached(self, entry: int, _: int = 0, /) -> tuple[bool, int]:
        """The number itself: without successes there is a Disaster anyway."""
        return True, entry

    def bounds(self, _: int) -> Iterable[int]:
        """None: it is the best one anyway."""
        return ()


Sums = tuple[tuple[int, int], ...]


class DoomFirst:
    """Little Doom, then successes, then Destiny, but no Disaster that can be averted.

    An entry has sums within reach: what they bring and their successes; none is worse than another in both.
    """

    effort = 3
    nothing: Sums = ((0, 0),)
    never: Sums = ()

    def __init__(self, pcs: int) -> None:
        self.pcs = pcs
        self.brings: Callable[[int], tuple[int, int]] = cache(self._brings)

    def _brings(self, value: int) -> tuple[int, int]:
        dice = rules.tally((value,))
        successes = rules.total(dice)
        wanted = (successes - rules.tides_doom(dice) * DICE) * TIDES + rules.tides_destiny(dice, self.pcs)
        return _ending_in(wanted, dice), successes

    def beyond(self, value: int, over: int) -> tuple[int, int]:
        """The difference of what they bring, and of their successes."""
        (wanted, successes), (less, fewer) = self.brings(value), self.brings(over)
        return wanted - less, successes - fewer

    def gains(self, value: int, over: int) -> bool:
        """Whether it brings more in one of both."""
        return max(self.beyond(value, over)) > 0

    def most(self, differences: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """The most of both."""
        wanted, successes = zip(*differences, strict=True)
        return max(wanted), max(successes)

    def least(self, differences: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """The least of both."""
        wanted, successes = zip(*differences, strict=True)
        return min(wanted), min(successes)

    def less(self, difference: tuple[int, int]) -> tuple[int, int]:
        """Both below nought."""
        wanted, successes = difference
        return -wanted, -successes

    def first(self, entry: Sums) -> tuple[int, int]:
        """What the best sum brings, and the successes of the dice that it counts."""
        return entry[0][0], rules.total(counted(entry[0][0]))

    def counted(self, difference: tuple[int, int]) -> Tally:
        """The dice that what it brings ends in."""
        return counted(difference[0])

    def added(self, prospect: tuple[Sums, ...], more: tuple[int, int]) -> tuple[Sums, ...]:
        """The prospect with that much more in every sum."""
        wanted, successes = more
        return tuple([tuple([(w + wanted, s + successes) for w, s in sums]) for sums in prospect])

    def joined(self, one: tuple[Sums, ...], other: tuple[Sums, ...]) -> tuple[Sums, ...]:
        """The sums of both that are worth keeping, entry by entry."""
        return tuple(
            [
                mine if mine == theirs or not theirs else _worth_keeping((*mine, *theirs))
                for mine, theirs in zip(one, other, strict=True)
            ]
        )

    def no_better(self, one: tuple[Sums, ...], other: tuple[Sums, ...]) -> bool:
        """Whether each sum of one is matched by a sum of the other that is at least as good in both."""
        return all(
            mine == theirs or all(any(w <= v and s <= t for v, t in theirs) for w, s in mine)
            for mine, theirs in zip(one, other, strict=True)
        )

    def together(self, one: tuple[Sums, ...], other: tuple[Sums, ...]) -> Sums:
        """The sums worth keeping of entries that share the units between them."""
        shared = zip(one, reversed(other), strict=True)
        return _worth_keeping([(w + v, s + t) for mine, theirs in shared for w, s in mine for v, t in theirs])

    def reached(self, entry: Sums, successes: int = 0, /) -> tuple[bool, int]:
        """The best sum: first one without a Disaster."""
        return max((not rules.disaster(successes + more), wanted) for wanted, more in entry)

    def bounds(self, entry: Sums) -> Iterable[int]:
        """As many as a sum lacks to avert a Disaster."""
        return [-successes for _, successes in entry]


def _worth_keeping(sums: Iterable[tuple[int, int]]) -> Sums:
    found: list[tuple[int, int]] = []
    for wanted, successes in sorted(sums, reverse=True):
        if not found or successes > found[-1][1]:
            found.append((wanted, successes))
    return tuple(found)


def aim(test: Test) -> Aim[Any]:
    """What the side that acts wants of its dice; the same for every turn that wants the same."""
    if not rules.tides_shift(test.acting):
        return BEST_SUCCESSES
    pcs = pool.pcs(test.acting)
    return doom_first(pcs) if test.settings.placement == "avoid Doom first" else successes_first(pcs)


BEST_SUCCESSES = InOrder(rules.total)


@lru_cache(maxsize=64)
def successes_first(pcs: int) -> InOrder:
    """Successes, then Destiny beyond Doom."""
    return InOrder(rules.total, lambda dice: rules.tides_destiny(dice, pcs) - rules.tides_doom(dice))


@lru_cache(maxsize=64)
def doom_first(pcs: int) -> DoomFirst:
    """Little Doom, but no Disaster that can be averted."""
    return DoomFirst(pcs)


def wishes(test: Test) -> Mapping[str, Aim[Any]]:
    """What the side that acts might want of its dice, by name: each the best for something that a turn brings."""
    if not rules.tides_shift(test.acting):
        return {"most successes": BEST_SUCCESSES, "fewest botches": InOrder(_unbotched, rules.total)}
    pcs = pool.pcs(test.acting)
    return {
        "most successes": successes_first(pcs),
        "least Doom": doom_first(pcs),
        "most Destiny": InOrder(partial(rules.tides_destiny, pcs=pcs), rules.total, _undoomed),
        "fewest botches": InOrder(_unbotched, rules.total, partial(rules.tides_destiny, pcs=pcs)),
    }


def _unbotched(dice: Tally) -> int:
    return -rules.botched(dice)


def _undoomed(dice: Tally) -> int:
    return -rules.tides_doom(dice)
