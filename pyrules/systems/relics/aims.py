"""What a side wants of its dice, reckoned so that it adds up over them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, lru_cache, partial
from typing import Any, Protocol, TypeVar

from pyrules.systems.relics import packing, pool, rules
from pyrules.systems.relics.model import Tally, Test
from pyrules.systems.relics.prospects import Listed, Packed, Pair, Pairs, Prospects, Ways, raised

FARTHEST = 5
"""Entries with units kept, and one more die, are never further apart than so many times the dice that differ."""

SUCCESSES = 1 << 10
"""More than twice the successes of one turn."""

BLANK = 3
"""A die that is worth nothing."""

ONE_DIE = {rules.worth(value): rules.tally((value,)) for value in (-1, 1, BLANK, 5, 7, 9)}
"""A die of each worth."""

ANY = (min(ONE_DIE), max(ONE_DIE))
"""The least and the most that a die is worth."""

S = TypeVar("S")


class Aim(Protocol[S]):
    """How to reckon with entries of one kind; what one die adds to an entry is an entry's difference."""

    def prospects(self, ways: Ways) -> Prospects[S]:
        """The prospects of dice that may take units in such ways."""
        ...

    def beyond(self, value: int, over: int, due: int = 0) -> Any:
        """What a die that ends as `value` adds beyond one that shows `over`; it takes so many units that have to lie.

        Nothing is wanted more than these: they are left out only where there are too few dice.
        """
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

    def less(self, difference: Any, times: int = 1) -> Any:
        """What takes a difference away again, so many times."""
        ...

    def first(self, entry: S) -> Any:
        """What the entry adds to that of no dice, or the first such difference."""
        ...

    def counted(self, difference: Any) -> int:
        """The dice that a difference counts, packed."""
        ...

    def dice(self, wanted: int) -> int:
        """The dice that a sum of what is wanted counts, packed; fewer than none where it is a difference."""
        ...

    def raised(self, entries: Iterable[S], more: Any) -> tuple[S, ...]:
        """The entries with that much more in each."""
        ...

    def left(self, entries: Collection[S]) -> tuple[S, ...]:
        """The entries that may be reached when the opposition chooses among these."""
        ...

    def reached(self, entry: S, successes: int = 0, /) -> tuple[bool, int]:
        """How good an entry is beside other successes: whether it averts a Disaster, where that counts, and its sum."""
        ...

    def bounds(self, entry: S) -> Iterable[int]:
        """The other successes from which on something else may be reached."""
        ...


Want = Callable[[Tally], int]
"""Something to have as much of as there can be; it adds up over dice."""


class InOrder:
    """One want after the other; an entry is one number, for up to so many dice that differ from what they show.

    Dice are worth at least, and at most, what `between` says, or nothing. Every number ends in the dice, so that of
    equally good ones there is always a best: the one with the fewest major botches, then botches, then overpowering and
    critical successes.
    """

    def __init__(self, *wants: Want, differing: int, between: tuple[int, int] = ANY) -> None:
        self.brings: Callable[[int], int] = cache(self._brings)
        self.dice: Callable[[int], int] = cache(self._dice)
        least, most = between
        dice = [die for worth, die in ONE_DIE.items() if least <= worth <= most or not worth]
        farthest = FARTHEST * max(1, differing)
        self.kinds = [kind for kind, worth in enumerate(packing.WORTHS) if least <= worth <= most]
        self.bits = farthest.bit_length() + 1
        self.counts = self.bits * len(self.kinds)
        self.wants = [(want, _bits(farthest, map(want, dice))) for want in wants]
        self.due = 1 << self.counts + sum(bits for _, bits in self.wants)

    def _brings(self, value: int) -> int:
        dice, wanted = rules.tally((value,)), 0
        for want, bits in self.wants:
            wanted = (wanted << bits) + want(dice)
        return (wanted << self.counts) - packing.packed(dice, self.bits, self.kinds)

    def _dice(self, wanted: int) -> int:
        return packing.widened(-wanted, self.bits, self.kinds)

    def prospects(self, ways: Ways) -> Packed:
        """Numbers can be packed."""
        return Packed(ways, self.due.bit_length() + self.bits)

    def beyond(self, value: int, over: int, due: int = 0) -> int:
        """The difference of their numbers."""
        return self.brings(value) - self.brings(over) + due * self.due

    def gains(self, value: int, over: int) -> bool:
        """Whether its number is larger."""
        return self.brings(value) > self.brings(over)

    def most(self, differences: Iterable[int]) -> int:
        """The largest number."""
        return max(differences)

    def least(self, differences: Iterable[int]) -> int:
        """The smallest number."""
        return min(differences)

    def less(self, difference: int, times: int = 1) -> int:
        """The number below nought."""
        return -difference * times

    def first(self, entry: int) -> int:
        """The number itself."""
        return entry

    def counted(self, difference: int) -> int:
        """The dice that the number ends in."""
        return self.dice(difference)

    def raised(self, entries: Iterable[int], more: int) -> tuple[int, ...]:
        """The larger numbers."""
        return tuple([entry + more for entry in entries])

    def left(self, entries: Collection[int]) -> tuple[int, ...]:
        """The smallest number."""
        return (min(entries),) if entries else ()

    def reached(self, entry: int, _: int = 0, /) -> tuple[bool, int]:
        """The number itself: without successes there is a Disaster anyway."""
        return True, entry

    def bounds(self, _: int) -> Iterable[int]:
        """None: it is the best one anyway."""
        return ()


def _bits(farthest: int, wanted: Iterable[int]) -> int:
    """Enough for what so many differing dice may be apart, when one of them may come to each of these."""
    found = sorted(wanted)
    return (farthest * (found[-1] - found[0])).bit_length() + 1


class DoomFirst:
    """Little Doom, then successes, then Destiny, but no Disaster that can be averted.

    An entry has pairs within reach: what they bring and their successes; none is worse than another in both.
    """

    def __init__(self, pcs: int, differing: int, between: tuple[int, int] = ANY) -> None:
        destiny = partial(rules.tides_destiny, pcs=pcs)
        self.wanted = InOrder(_undoomed, rules.total, destiny, differing=differing, between=between)
        self.successes = best_successes(differing, between)
        self.dice = self.wanted.dice

    def prospects(self, ways: Ways) -> Listed:
        """Pairs are listed."""
        return Listed(ways, self.first)

    def beyond(self, value: int, over: int, due: int = 0) -> Pair:
        """The difference of what they bring, and of their successes."""
        return self.wanted.beyond(value, over, due), rules.worth(value) - rules.worth(over) + due * SUCCESSES

    def gains(self, value: int, over: int) -> bool:
        """Whether it brings more in one of both."""
        return max(self.beyond(value, over)) > 0

    def most(self, differences: Iterable[Pair]) -> Pair:
        """The most of both."""
        wanted, successes = zip(*differences, strict=True)
        return max(wanted), max(successes)

    def least(self, differences: Iterable[Pair]) -> Pair:
        """The least of both."""
        wanted, successes = zip(*differences, strict=True)
        return min(wanted), min(successes)

    def less(self, difference: Pair, times: int = 1) -> Pair:
        """Both below nought."""
        wanted, successes = difference
        return -wanted * times, -successes * times

    def first(self, entry: Pairs) -> Pair:
        """What the best pair brings, and the successes of the dice that it counts."""
        wanted = entry[0][0]
        due = (wanted + self.wanted.due // 2) // self.wanted.due
        return wanted, rules.total(packing.unpacked(self.dice(wanted))) + due * SUCCESSES

    def counted(self, difference: Pair) -> int:
        """The dice that what it brings ends in."""
        return self.dice(difference[0])

    def raised(self, entries: Iterable[Pairs], more: Pair) -> tuple[Pairs, ...]:
        """The further pairs."""
        return raised(entries, more)

    def left(self, entries: Collection[Pairs]) -> tuple[Pairs, ...]:
        """Any of them, by what the others bring."""
        return tuple(sorted(entries))

    def reached(self, entry: Pairs, successes: int = 0, /) -> tuple[bool, int]:
        """The best pair: first one without a Disaster."""
        return max((not rules.disaster(successes + _successes(more)), wanted) for wanted, more in entry)

    def bounds(self, entry: Pairs) -> Iterable[int]:
        """As many as a pair lacks to avert a Disaster."""
        return [-_successes(more) for _, more in entry]


def _successes(with_due: int) -> int:
    """The successes without what units that were due have added."""
    return (with_due + SUCCESSES // 2) % SUCCESSES - SUCCESSES // 2


def aim(test: Test, differing: int, between: tuple[int, int] = ANY) -> Aim[Any]:
    """What the side that acts wants of its dice; the same for all that want the same.

    So many dice may differ from what they show, and are worth at least, and at most, what `between` says, or nothing.
    """
    if not rules.tides_shift(test.acting):
        return best_successes(differing, between)
    pcs = pool.pcs(test.acting)
    if test.settings.placement == "avoid Doom first":
        return doom_first(pcs, differing, between)
    return successes_first(pcs, differing, between)


@lru_cache(maxsize=64)
def best_successes(differing: int, between: tuple[int, int] = ANY) -> InOrder:
    """Successes alone."""
    return InOrder(rules.total, differing=differing, between=between)


@lru_cache(maxsize=64)
def successes_first(pcs: int, differing: int, between: tuple[int, int] = ANY) -> InOrder:
    """Successes, then Destiny beyond Doom."""
    return InOrder(
        rules.total,
        lambda dice: rules.tides_destiny(dice, pcs) - rules.tides_doom(dice),
        differing=differing,
        between=between,
    )


@lru_cache(maxsize=64)
def doom_first(pcs: int, differing: int, between: tuple[int, int] = ANY) -> DoomFirst:
    """Little Doom, but no Disaster that can be averted."""
    return DoomFirst(pcs, differing, between)


def wishes(test: Test, differing: int) -> Mapping[str, Aim[Any]]:
    """What the side that acts might want of its dice, by name: each the best for something that a turn brings."""
    if not rules.tides_shift(test.acting):
        return {
            "most successes": best_successes(differing),
            "fewest botches": InOrder(_unbotched, rules.total, differing=differing),
        }
    pcs = pool.pcs(test.acting)
    destiny = partial(rules.tides_destiny, pcs=pcs)
    return {
        "most successes": successes_first(pcs, differing),
        "least Doom": doom_first(pcs, differing),
        "most Destiny": InOrder(destiny, rules.total, _undoomed, differing=differing),
        "fewest botches": InOrder(_unbotched, rules.total, destiny, differing=differing),
    }


def _unbotched(dice: Tally) -> int:
    return -rules.botched(dice)


def _undoomed(dice: Tally) -> int:
    return -rules.tides_doom(dice)
