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


def repeated(number: int, bits: int, times: int) -> int:
    """A number so many times side by side, each time so many bits further.

    >>> hex(repeated(0x2A, 8, 3))
    '0x2a2a2a'
    """
    found, known = number, 1
    while known < times:
        more = min(known, times - known)
        found |= (found & (1 << bits * more) - 1) << bits * known
        known += more
    return found


class Packed:
    """Prospects of whole numbers, packed into one: each in a field of its own, whose highest bit is free."""

    def __init__(self, ways: Ways, bits: int) -> None:
        self.ways = ways
        self.width = bits + 2
        self.nought = 1 << bits
        self.whole = (1 << self.width * ways.number) - 1
        self.field = (1 << self.width) - 1
        self.ones = repeated(1, self.width, ways.number)
        self.free = self.ones << bits + 1
        self.nothing = self.ones << bits
        self.work = 1 + ways.number // 64
        self.using = Known[Way, tuple[int, int]](self._using)

    def _using(self, way: Way) -> tuple[int, int]:
        """The fields of all ways that use such units and perhaps more, and how far those without them are shifted."""
        found = self.whole
        for units, end, stride in zip(way, self.ways.ends, self.ways.strides, strict=True):
            if units:
                kind = self.width * stride
                found &= repeated(
                    (1 << kind * end) - (1 << kind * units), kind * end, self.ways.number // (stride * end)
                )
        return found, self.width * self.ways.place(way)

    def move(self, way: Way, more: int) -> Move:
        """How far the number is shifted, the fields that it then comes to, and what is added there."""
        fields, shift = self.using[way]
        return shift, fields, self.adding(fields, more)

    def back(self, way: Way, more: int) -> Move:
        """How far the fields are shifted that it is taken from, these fields, and what is added after that."""
        fields, shift = self.using[way]
        return shift, fields, self.adding(fields >> shift, more)

    def adding(self, fields: int, more: int) -> int:
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


Step = tuple[int, int]
"""How many levels further down, and how much more there."""

Levels = tuple[int, tuple[int, ...]]
"""The lowest level that can be kept to, and the best number on it and on each one above that allows a better one."""


class Levelled:
    """Prospects of the best number up to each level; levels are packed like one more kind of units.

    They go from `down` below that of no dice to `up` above it. Up to a level that cannot be kept to there is no number:
    one so far below all others that it never becomes the best.
    """

    def __init__(self, ways: Ways, bits: int, down: int, up: int) -> None:
        self.lowest, self.levels = -down, down + up + 1
        self.packed = packed = Packed(Ways((*ways.counts, down + up)), bits + 2)
        self.none = packed.added(packed.nothing, -(2 << bits))
        self.some = packed.free - packed.added(packed.nothing, -(1 << bits))
        self.way = (1 << packed.width * self.levels) - 1
        self.ways = repeated(1, packed.width * self.levels, ways.number)
        unkept = self._fields(0, down)
        self.nothing = self.none & unkept | packed.nothing & ~unkept
        self.work = 1 + packed.ways.number // 27
        self.unmoved = Known[Step, Move](lambda more: self.move((0,) * len(ways.counts), more))

    def _fields(self, first: int, end: int) -> int:
        """The fields of some levels in all ways."""
        width = self.packed.width
        return self.ways * ((1 << width * end) - (1 << width * first))

    def move(self, way: Way, more: Step) -> Move:
        """What the fields of ways with the units take from those without."""
        fields, _ = self.packed.using[(*way, 0)]
        return self._move(fields, self.packed.ways.place((*way, 0)), more)

    def back(self, way: Way, more: Step) -> Move:
        """What the fields of ways without the units take from those with them."""
        fields, shift = self.packed.using[(*way, 0)]
        return self._move(fields >> shift, -self.packed.ways.place((*way, 0)), more)

    def _move(self, taking: int, places: int, step: Step) -> Move:
        """How far fields are shifted up and down, which fields then take them, and what is added.

        They lie so many places below those that are `taking` them. Up to a level above the highest there is no better
        number than up to that.
        """
        down, more = step
        top = self.levels - 1
        takes = [(-down, max(0, -down), min(top, top - down) + 1)]
        takes += [(level - top, level, level + 1) for level in range(max(0, top - down + 1), top + 1)]
        found = []
        for up, first, end in takes:
            fields, shift = taking & self._fields(first, end), self.packed.width * (places + up)
            found.append((max(0, shift), max(0, -shift), fields, self.packed.adding(fields, more)))
        return tuple(found)

    def with_die(self, prospect: int, more: Step, moves: Iterable[Move]) -> int:
        """The larger number of each field, beside that of the die without units."""
        down, further = more
        found = self._best(self.none, prospect, self.unmoved[more]) if down else self.packed.added(prospect, further)
        for move in moves:
            found = self._best(found, prospect, move)
        return self._kept(found)

    def closed(self, prospect: int, moves: Iterable[Move]) -> int:
        """The larger number of each field."""
        for move in moves:
            prospect = self._best(prospect, prospect, move)
        return self._kept(prospect)

    def _best(self, best: int, prospect: int, move: Move) -> int:
        """The larger number of each field, found as in `Packed`."""
        free, width = self.packed.free, self.packed.width
        for up, down, fields, added in move:
            beyond = (prospect << up >> down & fields) + added - best
            larger = beyond & free
            best += beyond & larger - (larger >> width - 1)
        return best

    def _kept(self, prospect: int) -> int:
        """The prospect with the same number wherever there is none."""
        some = prospect + self.some & self.packed.free
        fields = some - (some >> self.packed.width - 1)
        return prospect & fields | self.none & ~fields

    def added(self, prospect: int, more: Step) -> int:
        """Each number so many levels further down, with that much more."""
        return self.with_die(prospect, more, ())

    def apart(self, prospect: int) -> tuple[Step, int]:
        """The number on the highest level."""
        _, numbers = self.entry(prospect, 0)
        return (0, numbers[-1]), self.added(prospect, (0, -numbers[-1]))

    def least(self, prospects: Collection[int]) -> tuple[int, ...]:
        """As of packed numbers."""
        return self.packed.least(prospects)

    def entry(self, prospect: int, place: int) -> Levels:
        """The levels with a number of their own."""
        width, field, nought = self.packed.width, self.packed.field, self.packed.nought
        levels = prospect >> width * self.levels * place & self.way
        numbers = [(levels >> width * level & field) - nought for level in range(self.levels)]
        kept = next(level for level, number in enumerate(numbers) if number > -nought // 4)
        best = numbers.index(numbers[-1])
        return self.lowest + kept, tuple(numbers[kept : best + 1])
