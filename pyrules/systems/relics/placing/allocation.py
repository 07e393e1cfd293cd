"""Dynamic programming over how many units are in use: what some dice come to at best with n units of each kind.

A prospect has one entry, a front of sums, for every way to have used units. It is the table of a multiple-choice
knapsack problem (Kellerer, Pferschy and Pisinger, Knapsack Problems, 2004): the units are what is scarce, and each die
takes at most one of each sign. An entry is for up to n units, so none is worse than one for fewer. Prospects are
known by whole numbers.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, product
from operator import mul
from typing import Generic, Protocol, TypeVar

from pyrules.systems.relics.placing.objective import BLANK, DoomFirst, Front, Objective

Way = tuple[int, ...]
"""The number of units of each kind in use."""

Move = tuple[int, int, int]
"""The change of entries by a die that takes units: numbers for the kind of prospects that made them."""

K = TypeVar("K")
V = TypeVar("V")


class Known(dict[K, V]):
    """Values that are worked out when they are first asked for."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        self.work_out = work_out

    def __missing__(self, asked: K) -> V:
        found = self[asked] = self.work_out(asked)
        return found


class Numbered(Generic[V]):
    """Values known by whole numbers, which are found sooner than what they stand for."""

    def __init__(self) -> None:
        self.each: list[V] = []
        self.numbers = Known[V, int](self._next)

    def _next(self, value: V) -> int:
        self.each.append(value)
        return len(self.each) - 1


class Ways:
    """The ways to use up to n units of each kind, in a row: those of the last kind change first."""

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


class Prospects(Protocol):
    """The work with prospects of one kind."""

    nothing: int
    """The prospect of no dice."""

    work: int
    """About how many microseconds a move takes."""

    def move(self, way: Way, more: int) -> Move:
        """The effect of a die that takes such units, and adds so much."""
        ...

    def with_die(self, prospect: int, more: int, moves: Iterable[Move]) -> int:
        """The best with a die that adds so much without any unit, or makes one of these moves."""
        ...

    def least(self, prospects: Collection[int]) -> tuple[int, ...]:
        """Those that the opposition may leave: no other one is at most as good in every entry."""
        ...

    def entry(self, prospect: int, place: int) -> Front:
        """The entry of the way at that place."""
        ...


def repeat_bits(number: int, bits: int, times: int) -> int:
    """A number side by side n times, each time `bits` further.

    >>> hex(repeat_bits(0x2A, 8, 3))
    '0x2a2a2a'
    """
    found, known = number, 1
    while known < times:
        more = min(known, times - known)
        found |= (found & (1 << bits * more) - 1) << bits * known
        known += more
    return found


class Packed:
    """Prospects with one sum in each entry: all of them side by side in one integer, each in a field of its own.

    The highest bit of a field is free, so that one subtraction compares all entries of two prospects (SIMD within a
    register; Warren, Hacker's Delight, section 2-18).
    """

    def __init__(self, ways: Ways, bits: int) -> None:
        self.ways = ways
        self.width = bits + 2
        self.nought = 1 << bits
        self.whole = (1 << self.width * ways.number) - 1
        self.field = (1 << self.width) - 1
        self.ones = repeat_bits(1, self.width, ways.number)
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
                found &= repeat_bits(
                    (1 << kind * end) - (1 << kind * units), kind * end, self.ways.number // (stride * end)
                )
        return found, self.width * self.ways.place(way)

    def move(self, way: Way, more: int) -> Move:
        """The shift of the number, the fields that it then comes to, and what is added there."""
        fields, shift = self.using[way]
        return shift, fields, self._adding(fields, more)

    def back(self, way: Way, more: int) -> Move:
        """The move of having such units unused again: how far fields are shifted back, these, and what is added."""
        fields, shift = self.using[way]
        return shift, fields, self._adding(fields >> shift, more)

    def _adding(self, fields: int, more: int) -> int:
        """So much in some fields beside their free bits; in the others, too little to come to anything."""
        return self.free - self.ones + (fields & self.ones) * (more + 1)

    def with_die(self, prospect: int, more: int, moves: Iterable[Move]) -> int:
        """The larger number of each field: where the difference leaves a free bit, by the rest of that field."""
        best = prospect + more * self.ones if more else prospect
        for shift, fields, added in moves:
            beyond = (prospect << shift & fields) + added - best
            larger = beyond & self.free
            best += beyond & larger - (larger >> self.width - 1)
        return best

    def close_prospect(self, prospect: int, moves: Iterable[Move]) -> int:
        """The larger number of each field with or without each move back."""
        for shift, fields, added in moves:
            beyond = ((prospect & fields) >> shift) + added - prospect
            larger = beyond & self.free
            prospect += beyond & larger - (larger >> self.width - 1)
        return prospect

    def least(self, prospects: Collection[int]) -> tuple[int, ...]:
        """One is better in no entry where all free bits are left; then it is no larger as a whole."""
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

    def entry(self, prospect: int, place: int) -> Front:
        """The number of the field."""
        return ((prospect >> self.width * place & self.field) - self.nought,)


class Fronts:
    """Prospects whose entries are fronts of several sums."""

    def __init__(self, ways: Ways, wanted: DoomFirst) -> None:
        self.ways = ways
        self.wanted = wanted
        self.known = Numbered[tuple[Front, ...]]()
        self.nothing = self.known.numbers[((0,),) * ways.number]
        self.work = 2 + ways.number
        self.takes: list[list[tuple[int, int]]] = []
        self.taking = Known[Way, int](self._taking)

    def _taking(self, way: Way) -> int:
        """The places of all ways that use such units and perhaps more, each with that of the way without them."""
        apart = self.ways.place(way)
        more = (self.ways.place(more) for more in product(*map(range, way, self.ways.ends)))
        self.takes.append([(place, place - apart) for place in more])
        return len(self.takes) - 1

    def move(self, way: Way, more: int) -> Move:
        """The list of the ways that take units from others, and what is added."""
        return self.taking[way], 0, more

    def with_die(self, prospect: int, more: int, moves: Iterable[Move]) -> int:
        """The points of both entries, as far as none is better than another."""
        before = self.known.each[prospect]
        points = [{point + more for point in front} for front in before]
        for taking, _, added in moves:
            for to, taken in self.takes[taking]:
                points[to].update([point + added for point in before[taken]])
        return self.known.numbers[tuple(map(self.wanted.prune_points, points))]

    def least(self, prospects: Collection[int]) -> tuple[int, ...]:
        """A prospect is left out where another has at most its points in every entry."""
        found: list[int] = []
        for prospect in sorted(prospects):
            if not any(self._is_no_better(other, prospect) for other in found):
                found = [other for other in found if not self._is_no_better(prospect, other)]
                found.append(prospect)
        return tuple(sorted(found))

    def _is_no_better(self, prospect: int, other: int) -> bool:
        pruned = self.wanted.prune_points
        return all(
            pruned({*one, *more}) == more
            for one, more in zip(self.known.each[prospect], self.known.each[other], strict=True)
        )

    def entry(self, prospect: int, place: int) -> Front:
        """The front."""
        return self.known.each[prospect][place]


@dataclass(frozen=True, slots=True)
class Take:
    """The units that one die takes: one of each sign (0: none), and how many of each kind that makes."""

    hindering: int
    helping: int
    way: Way


class Supply:
    """The units that a side places on its own dice: Beneficial ones as it likes, Hindering ones as far as it can.

    A die may be `hindered` already by a unit of the opposition; then it takes no other Hindering one.
    """

    def __init__(self, helping: Mapping[int, int], hindering: Mapping[int, int], wanted: Objective) -> None:
        self.wanted = wanted
        self.hindering, self.helping = (0, *hindering), (0, *helping)
        self.units = (*hindering, *helping)
        self.ways = ways = Ways((*hindering.values(), *helping.values()))
        self.prospects: Prospects = Fronts(ways, wanted) if isinstance(wanted, DoomFirst) else Packed(ways, wanted.bits)
        self.takes = Known[tuple[int, bool], list[Take]](self._takes)
        self.moves = Known[tuple[int, int, bool], tuple[int, list[Move]]](self._moves)

    def _takes(self, die: tuple[int, bool]) -> list[Take]:
        """The units that a die with such a value may take, as far as it can be wanted or has to be."""
        value, hindered = die
        return [
            Take(hindering, helped, tuple([int(unit in (hindering, helped)) for unit in self.units]))
            for hindering in ((0,) if hindered else self.hindering)
            for helped in self.helping
            if not helped or self.wanted.gains(value + hindering + helped, value + hindering)
        ]

    def brings(self, take: Take, value: int, over: int = BLANK) -> int:
        """The part that a die that takes units adds beyond one showing `over`."""
        return self.wanted.beyond(value + take.hindering + take.helping, over, bool(take.hindering))

    def _moves(self, die: tuple[int, int, bool]) -> tuple[int, list[Move]]:
        """The part that a die adds without any unit, and the moves that it may make with some."""
        value, over, hindered = die
        nothing, *taken = self.takes[value, hindered]
        moves = [self.prospects.move(take.way, self.brings(take, value, over)) for take in taken]
        return self.brings(nothing, value, over), moves

    def and_die(self, prospect: int, value: int, *, hindered: bool = False) -> int:
        """The prospect with one more die, which may take units."""
        return self.prospects.with_die(prospect, *self.moves[value, BLANK, hindered])

    def best_result(self, prospect: int, way: Way, later: int = 0) -> tuple[bool, int]:
        """The result of a prospect when n units may be used, with what further dice bring."""
        front = self.prospects.entry(prospect, self.ways.place(way))
        return self.wanted.choose_point(tuple([point + later for point in front]))

    def worth(self, kind: int, later: Iterable[int], hindering: Iterable[int]) -> int:
        """The most that a unit of one kind comes to on dice that show such values, whatever else lies on them."""
        unit = self.units[kind]
        dice = product(later, (*self.hindering, *hindering) if unit > 0 else self.helping)
        changes = (self.wanted.beyond(value + other + unit, value + other, unit < 0) for value, other in dice)
        return max([0, *changes])

    def keeping(self, kind: int) -> Iterator[tuple[Way, int]]:
        """Numbers of units of one kind that together make up any number of them."""
        kept, times, count = 0, 1, self.ways.counts[kind]
        while kept < count:
            yield tuple([times * (kind == each) for each in range(len(self.units))]), times
            kept, times = kept + times, min(2 * times, count - kept - times)
