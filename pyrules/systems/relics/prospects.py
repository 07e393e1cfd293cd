"""Prospects: what some dice can come to at best, one entry for every way to have used simple modifiers.

An entry is for up to so many units of each kind, so that none is worse than one for fewer. A prospect is known by a
number, in which all its entries are packed where each is one number as well.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import accumulate, product
from operator import mul
from typing import Any, Protocol, TypeVar

Way = tuple[int, ...]
"""How many units of each kind are in use."""

Move = tuple[Any, ...]
"""How entries become others: what is added to each, and which becomes which."""

S_co = TypeVar("S_co", covariant=True)
K = TypeVar("K")
V = TypeVar("V")


class Known(dict[K, V]):
    """What is worked out when it is first asked for."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        self.work_out = work_out

    def __missing__(self, asked: K) -> V:
        found = self[asked] = self.work_out(asked)
        return found


class Ways:
    """The ways to use up to so many units of each kind, in a row: those of the last kind change first."""

    def __init__(self, counts: Way) -> None:
        self.counts = counts
        self.ends = [count + 1 for count in counts]
        *strides, self.number = accumulate(reversed(self.ends), mul, initial=1)
        self.strides = strides[::-1]

    def __iter__(self) -> Iterator[Way]:
        return product(*map(range, self.ends))

    def place(self, way: Way) -> int:
        """The place of a way in the row; how far two ways are apart, where it is their difference."""
        return sum(map(mul, way, self.strides))

    def using(self, way: Way) -> list[int]:
        """The places of all ways that use such units and perhaps more."""
        return [self.place(more) for more in product(*map(range, way, self.ends))]


class Prospects(Protocol[S_co]):
    """How to reckon with prospects of one kind."""

    @property
    def work(self) -> int:
        """How many microseconds a move takes."""
        ...

    @property
    def nothing(self) -> int:
        """The prospect of no dice."""
        ...

    def move(self, way: Way, more: Any) -> Move:
        """What a die does that takes such units, and adds so much."""
        ...

    def back(self, way: Way, more: Any) -> Move:
        """What it is to have such units unused again, where that adds so much."""
        ...

    def with_die(self, prospect: int, more: Any, moves: Iterable[Move]) -> int:
        """The best with a die that adds so much without any unit, or makes one of these moves."""
        ...

    def closed(self, prospect: int, moves: Iterable[Move]) -> int:
        """The best with or without each of these moves, all of them back."""
        ...

    def added(self, prospect: int, more: Any) -> int:
        """The prospect with that much more in every entry."""
        ...

    def apart(self, prospect: int) -> tuple[Any, int]:
        """What the entry of no units adds to that of no dice, and the prospect with that much less in every entry."""
        ...

    def least(self, prospects: Collection[int]) -> tuple[int, ...]:
        """Those that are better than another in some entry for each other."""
        ...

    def entry(self, prospect: int, place: int) -> S_co:
        """The entry of the way at that place."""
        ...


class Packed:
    """Prospects of whole numbers, packed into one: each in a field of its own, whose highest bit is free."""

    def __init__(self, ways: Ways, bits: int) -> None:
        self.ways = ways
        self.width = bits + 2
        self.nought = 1 << bits
        self.whole = (1 << self.width * ways.number) - 1
        self.field = (1 << self.width) - 1
        self.ones = self.whole // self.field
        self.free = self.ones << bits + 1
        self.nothing = self.ones << bits
        self.work = 1 + ways.number // 32
        self.using = Known[Way, tuple[int, int]](self._using)

    def _using(self, way: Way) -> tuple[int, int]:
        """The fields of all ways that use such units and perhaps more, and how far those without them are shifted."""
        found = self.whole
        for units, end, stride in zip(way, self.ways.ends, self.ways.strides, strict=True):
            if units:
                kind = self.width * stride
                among = 1 << kind * end
                found &= self.whole // (among - 1) * (among - (1 << kind * units))
        return found, self.width * self.ways.place(way)

    def move(self, way: Way, more: int) -> Move:
        """How far the number is shifted, the fields that it then comes to, and what is added there."""
        fields, shift = self.using[way]
        return shift, fields, self._added(fields, more)

    def back(self, way: Way, more: int) -> Move:
        """How far the fields are shifted that it is taken from, these fields, and what is added after that."""
        fields, shift = self.using[way]
        return shift, fields, self._added(fields >> shift, more)

    def _added(self, fields: int, more: int) -> int:
        """So much in some fields beside their free bits; in the others, too little to come to anything."""
        return self.free - self.ones + (fields & self.ones) * (more + 1)

    def with_die(self, prospect: int, more: int, moves: Iterable[Move]) -> int:
        """The larger number of each field.

        Where the difference leaves a field's free bit, the number is larger, by the rest of that field.
        """
        best = prospect + more * self.ones if more else prospect
        for shift, fields, added in moves:
            beyond = (prospect << shift & fields) + added - best
            larger = beyond & self.free
            best += beyond & larger - (larger >> self.width - 1)
        return best

    def closed(self, prospect: int, moves: Iterable[Move]) -> int:
        """The larger number of each field, found in the same way."""
        for shift, fields, added in moves:
            beyond = ((prospect & fields) >> shift) + added - prospect
            larger = beyond & self.free
            prospect += beyond & larger - (larger >> self.width - 1)
        return prospect

    def added(self, prospect: int, more: int) -> int:
        """One addition for all fields."""
        return prospect + more * self.ones

    def apart(self, prospect: int) -> tuple[int, int]:
        """The entry itself."""
        certain = (prospect & self.field) - self.nought
        return certain, prospect - certain * self.ones

    def least(self, prospects: Collection[int]) -> tuple[int, ...]:
        """One is better in no entry where the free bits are left; then it is no larger as a whole."""
        if len(prospects) == 1:
            return tuple(prospects)
        found: list[int] = []
        for prospect in sorted(prospects):
            above = prospect | self.free
            for other in found:
                if above - other & self.free == self.free:
                    break
            else:
                found.append(prospect)
        return tuple(found)

    def entry(self, prospect: int, place: int) -> int:
        """The number of the field."""
        return (prospect >> self.width * place & self.field) - self.nought


Pair = tuple[int, int]

Pairs = tuple[Pair, ...]
"""Pairs of which none is worse than another in both numbers; the largest first number leads."""


class Listed:
    """Prospects of pairs, known by their numbers in a list; `first` tells what an entry adds to that of no dice."""

    def __init__(self, ways: Ways, first: Callable[[Pairs], Pair]) -> None:
        self.ways = ways
        self.first = first
        self.pairs = 0
        self.listed: list[tuple[Pairs, ...]] = []
        self.numbers = Known[tuple[Pairs, ...], int](self._number)
        self.nothing = self.numbers[(((0, 0),),) * ways.number]

    def _number(self, prospect: tuple[Pairs, ...]) -> int:
        self.pairs += sum(map(len, prospect))
        self.listed.append(prospect)
        return len(self.listed) - 1

    @property
    def work(self) -> int:
        """One for two pairs of a prospect, as there are on average."""
        return 1 + self.pairs // (2 * len(self.listed))

    def move(self, way: Way, more: Pair) -> Move:
        """What is added to each pair, and the places of the entries with the units and of those without."""
        using, taken = self.ways.using(way), self.ways.place(way)
        return more, using, [place - taken for place in using]

    def with_die(self, prospect: int, more: Pair, moves: Iterable[Move]) -> int:
        """The pairs worth keeping of each entry."""
        entries = self.listed[prospect]
        best = list(raised(entries, more))
        for added, using, without in moves:
            _improve(best, using, raised([entries[place] for place in without], added))
        return self.numbers[tuple(best)]

    def back(self, way: Way, more: Pair) -> Move:
        """What is added to each pair, and the places of the entries without the units and of those with them."""
        added, using, without = self.move(way, more)
        return added, without, using

    def closed(self, prospect: int, moves: Iterable[Move]) -> int:
        """The pairs worth keeping of each entry."""
        best = list(self.listed[prospect])
        for added, places, others in moves:
            _improve(best, places, raised([best[place] for place in others], added))
        return self.numbers[tuple(best)]

    def added(self, prospect: int, more: Pair) -> int:
        """Each pair that much further."""
        return self.numbers[raised(self.listed[prospect], more)]

    def apart(self, prospect: int) -> tuple[Pair, int]:
        """What `first` tells."""
        wanted, successes = certain = self.first(self.entry(prospect, 0))
        return certain, self.added(prospect, (-wanted, -successes))

    def least(self, prospects: Collection[int]) -> tuple[int, ...]:
        """Each is compared with every other."""
        found: list[int] = []
        for prospect in sorted(prospects):
            if not any(self._no_better(other, prospect) for other in found):
                found = [other for other in found if not self._no_better(prospect, other)]
                found.append(prospect)
        return tuple(found)

    def _no_better(self, one: int, other: int) -> bool:
        """Whether each pair of one is matched by a pair of the other that is at least as good in both."""
        return all(
            mine == theirs or all(any(w <= v and s <= t for v, t in theirs) for w, s in mine)
            for mine, theirs in zip(self.listed[one], self.listed[other], strict=True)
        )

    def entry(self, prospect: int, place: int) -> Pairs:
        """The pairs at that place."""
        return self.listed[prospect][place]


def raised(entries: Iterable[Pairs], more: Pair) -> tuple[Pairs, ...]:
    """The entries with that much more in each pair."""
    first, second = more
    return tuple([tuple([(one + first, other + second) for one, other in pairs]) for pairs in entries])


def _improve(best: list[Pairs], places: Iterable[int], entries: Iterable[Pairs]) -> None:
    """Put entries at places beside what is there."""
    for place, pairs in zip(places, entries, strict=True):
        if pairs != best[place]:
            best[place] = _worth_keeping((*best[place], *pairs))


def _worth_keeping(pairs: Iterable[Pair]) -> Pairs:
    found: list[Pair] = []
    for first, second in sorted(pairs, reverse=True):
        if not found or second > found[-1][1]:
            found.append((first, second))
    return tuple(found)
