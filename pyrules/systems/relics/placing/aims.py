"""What a side wants of its dice, reckoned so that it adds up over them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any, Protocol, TypeVar

from pyrules.systems.relics import pool, rules
from pyrules.systems.relics.model import Tally, Test
from pyrules.systems.relics.placing import packing
from pyrules.systems.relics.placing.prospects import Levelled, Levels, Packed, Prospects, Step, Ways

FARTHEST = 5
"""Entries with units kept, and one more die, are never further apart than so many times the dice that differ."""

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

    def both(self, difference: Any, further: Any) -> Any:
        """One difference and another together."""
        ...

    def first(self, entry: S) -> Any:
        """What the entry adds to that of no dice, or the first such difference."""
        ...

    def tally(self, value: int) -> Tally:
        """What is counted of a die that shows such a value and takes no units."""
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


FEWEST: Mapping[int, Want] = {
    -2: lambda dice: -dice.major_botches,
    -1: lambda dice: -dice.botches,
    3: lambda dice: -dice.overpowering,
    2: lambda dice: -dice.critical,
    1: lambda dice: -dice.plain,
}
"""Few dice of each worth: what is wanted of equally good dice, one after the other."""


class InOrder:
    """One want after the other; an entry is one number, for up to so many dice that differ from what they show.

    Dice are worth at least, and at most, what `between` says, or nothing. A number has a digit for each want, and one
    for each worth whose dice these do not tell, so that of equally good ones there is always a best. With `alone`
    it has only those of the wants, and tells no dice but as many plain successes as there are of all kinds together.
    """

    def __init__(self, *wants: Want, differing: int, between: tuple[int, int] = ANY, alone: bool = False) -> None:
        self.brings: Callable[[int], int] = cache(self._brings)
        self.dice: Callable[[int], int] = cache(self._dice)
        least, most = between
        worths = [worth for worth in FEWEST if least <= worth <= most]
        telling = _telling(wants, [1] if alone else worths)
        dice, farthest = [ONE_DIE[worth] for worth in (0, *worths)], FARTHEST * max(1, differing)
        self.alone = alone
        told = _told(telling)
        self.digits = [
            (want, _bits(farthest, map(want, dice)), told.get(want, 0))
            for want in (*wants, *[want for want in telling.values() if want not in wants])
        ]
        self.bits = farthest.bit_length() + 1
        self.due = 1 << sum([bits for _, bits, _ in self.digits])

    def _brings(self, value: int) -> int:
        dice, wanted = rules.tally((value,)), 0
        for want, bits, _ in self.digits:
            wanted = (wanted << bits) + want(dice)
        return wanted

    def _dice(self, wanted: int) -> int:
        dice = 0
        for _, bits, told in reversed(self.digits):
            half = 1 << bits - 1
            digit = (wanted + half & 2 * half - 1) - half
            wanted = wanted - digit >> bits
            dice += digit * told
        return dice

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

    def both(self, difference: int, further: int) -> int:
        """Their sum."""
        return difference + further

    def first(self, entry: int) -> int:
        """The number itself."""
        return entry

    def tally(self, value: int) -> Tally:
        """The die itself."""
        return rules.tally((value,))

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


def _telling(wants: Sequence[Want], worths: Iterable[int]) -> dict[int, Want]:
    """What tells how many dice of each worth there are, once those of all worths before it are known.

    A want tells that of the last worth that it counts, if each such die is one for it or against it.
    """
    telling = {worth: FEWEST[worth] for worth in worths}
    for want in reversed(wants):
        *_, last = 0, *[worth for worth in telling if want(ONE_DIE[worth])]
        if abs(want(ONE_DIE[last])) == 1:
            telling[last] = want
    return telling


def _told(telling: Mapping[int, Want]) -> dict[Want, int]:
    """The dice, packed, that bring one more of each want and as much of the others."""
    told: dict[Want, int] = {}
    for worth, want in reversed([*telling.items()]):
        die = ONE_DIE[worth]
        others = sum([other(die) * dice for other, dice in told.items()])
        told[want] = want(die) * (packing.packed(die) - others)
    return told


def _bits(farthest: int, wanted: Iterable[int]) -> int:
    """Enough for what so many differing dice may be apart, when one of them may come to each of these."""
    found = sorted(wanted)
    return (farthest * (found[-1] - found[0])).bit_length() + 1


class Undoomed(InOrder):
    """Little Doom, then what else is wanted: numbers that are so many bits less for each Doom."""

    def __init__(self, rest: InOrder, bits: int) -> None:
        self.brings = cache(lambda value: rest.brings(value) - (_doom(value) << bits))
        self.dice, self.bits, self.due, self.alone = rest.dice, rest.bits, 1 << bits + rest.bits, False


class DoomFirst:
    """Little Doom, then successes, then Destiny, but no Disaster that can be averted.

    An entry has the most successes up to each level of Doom, of which dice may bring so many less or more, as `dooms`
    says, than those that they are compared with. Without `pcs` it tells no dice but how many successes there are.
    """

    def __init__(self, pcs: int | None, differing: int, between: tuple[int, int], dooms: tuple[int, int]) -> None:
        self.dooms = dooms
        beside = () if pcs is None else (_undoomed, partial(rules.tides_destiny, pcs=pcs))
        self.successes = InOrder(rules.total, *beside, differing=differing, between=between, alone=pcs is None)
        self.bits = self.successes.due.bit_length() + self.successes.bits
        self.untempted = Undoomed(self.successes, self.bits)
        self.dice = self.successes.dice
        self.total: Callable[[int], int] = cache(lambda number: rules.total(packing.unpacked(self.dice(number))))
        self.doom: Callable[[int], int] = cache(lambda number: -(number + (1 << self.bits - 1) >> self.bits))
        self.placed: Callable[[Levels], list[tuple[int, int]]] = lru_cache(maxsize=4096)(self._placed)

    def prospects(self, ways: Ways) -> Levelled:
        """Numbers are packed level by level."""
        return Levelled(ways, self.bits, *self.dooms)

    def beyond(self, value: int, over: int, due: int = 0) -> Step:
        """How much less Doom, and the difference of the numbers."""
        return _doom(over) - _doom(value), self.successes.beyond(value, over, due)

    def gains(self, value: int, over: int) -> bool:
        """Whether it brings less Doom or a larger number."""
        return max(self.beyond(value, over)) > 0

    def most(self, differences: Iterable[Step]) -> Step:
        """The most of both."""
        down, more = zip(*differences, strict=True)
        return max(down), max(more)

    def least(self, differences: Iterable[Step]) -> Step:
        """The least of both."""
        down, more = zip(*differences, strict=True)
        return min(down), min(more)

    def less(self, difference: Step, times: int = 1) -> Step:
        """Both below nought."""
        down, more = difference
        return -down * times, -more * times

    def both(self, difference: Step, further: Step) -> Step:
        """The sums of both."""
        return difference[0] + further[0], difference[1] + further[1]

    def first(self, entry: Levels) -> Step:
        """The best number that there is."""
        _, numbers = entry
        return 0, numbers[-1]

    def tally(self, value: int) -> Tally:
        """The die itself."""
        return rules.tally((value,))

    def counted(self, difference: Step) -> int:
        """The dice that the number counts."""
        return self.dice(difference[1])

    def raised(self, entries: Iterable[Levels], more: Step) -> tuple[Levels, ...]:
        """The numbers so much larger, on levels further down."""
        down, further = more
        return tuple([(low - down, tuple([number + further for number in numbers])) for low, numbers in entries])

    def left(self, entries: Collection[Levels]) -> tuple[Levels, ...]:
        """Any of them, by what the others bring."""
        return tuple(sorted(entries))

    def reached(self, entry: Levels, successes: int = 0, /) -> tuple[bool, int]:
        """The number on the lowest level without a Disaster, or else on the lowest; the less Doom, the larger."""
        placed = self.placed(entry)
        for more, wanted in placed:
            if not rules.disaster(successes + more):
                return True, wanted
        return False, placed[0][1]

    def bounds(self, entry: Levels) -> Iterable[int]:
        """As many as a level lacks to avert a Disaster."""
        return [-more for more, _ in self.placed(entry)]

    def _placed(self, entry: Levels) -> list[tuple[int, int]]:
        """The successes on each level with as many units placed as can be, and the number, larger for less Doom."""
        low, numbers = entry
        due, half = self.successes.due, self.successes.due // 2
        placed = (numbers[-1] + half) // due
        return [
            (self.total(number), number - (level << self.bits))
            for level, number in enumerate(numbers, low)
            if (number + half) // due == placed
        ]


@cache
def _doom(value: int) -> int:
    return rules.tides_doom(rules.tally((value,)))


def aim(
    test: Test,
    differing: int,
    between: tuple[int, int] = ANY,
    dooms: tuple[int, int] | None = None,
    *,
    alone: bool = False,
) -> Aim[Any]:
    """What the side that acts wants of its dice; the same for all that want the same.

    So many dice may differ from those that they are compared with. They are worth at least, and at most, what `between`
    says, or nothing, and bring so much less or more Doom, as `dooms` says; compared with blanks only more. With `alone`
    it is told how many successes there are, but not of which dice.
    """
    if rules.tides_shift(test.acting):
        pcs = pool.pcs(test.acting)
        if test.settings.placement == "avoid Doom first":
            return doom_first(None if alone else pcs, differing, between, dooms or (0, differing))
        if not alone:
            return successes_first(pcs, differing, between)
    return (successes_alone if alone else best_successes)(differing, between)


@lru_cache(maxsize=64)
def successes_alone(differing: int, between: tuple[int, int] = ANY) -> InOrder:
    """How many successes there are, however they come about; far fewer numbers than what dice these are."""
    return InOrder(rules.total, differing=differing, between=between, alone=True)


@lru_cache(maxsize=64)
def best_successes(differing: int, between: tuple[int, int] = ANY) -> InOrder:
    """Successes, and of equally many the best dice."""
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
def doom_first(pcs: int | None, differing: int, between: tuple[int, int], dooms: tuple[int, int]) -> DoomFirst:
    """Little Doom, but no Disaster that can be averted; without `pcs` only how many successes there are then."""
    return DoomFirst(pcs, differing, between, dooms)


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
        "least Doom": doom_first(pcs, differing, ANY, (0, differing)),
        "most Destiny": InOrder(destiny, rules.total, _undoomed, differing=differing),
        "fewest botches": InOrder(_unbotched, rules.total, destiny, differing=differing),
    }


def _unbotched(dice: Tally) -> int:
    return -rules.botched(dice)


def _undoomed(dice: Tally) -> int:
    return -rules.tides_doom(dice)
