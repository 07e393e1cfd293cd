"""What each throw of a few dice comes to, throw by throw, where the opposition hinders the dice and units are many.

If each unit has a price, every die takes the unit that gains it most beyond its price, and all of that together, with
the prices of all units, is never less than what the units come to in their best places. At the right prices it is just
that: the dual of the assignment problem (Koopmans and Beckmann, Assignment Problems and the Location of Economic
Activities, 1957). The same holds for the harm of the Hindering units. So what dice come to is the least, over prices of
Beneficial units, of the most, over prices of Hindering ones, of a sum in which every die has a number of its own.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from math import comb, prod

from pyrules.core.dist import packed
from pyrules.core.patience import spend
from pyrules.systems.relics.placing.allocation import repeated
from pyrules.systems.relics.placing.objective import BLANK, DoomFirst
from pyrules.systems.relics.placing.states import FEWER_UNITS, UNITS
from pyrules.systems.relics.placing.table import Table

RIGHT, RIGHT_ALONE = (1, 7, 28, 90), (1, 4, 6, 8)
"""About as many prices of a side may be the right ones, by how many kinds of units it has; also for successes alone."""

STATES, STATES_ALONE = 6_000, 500
"""As many comparisons, times the square of the ways to use units, take about the time of the states of all dice.

Successes alone are asked of pools of all sizes, which share their states.
"""

SECONDS_A_COMPARISON = 8e-9
"""What comparing two prices for one throw takes, measured in Pyodide."""

A_THROW, A_PAIR = 450, 4000
"""How many comparisons one throw takes anyway, and working out one pair of prices."""

Prices = tuple[int, ...]
"""The price of each unit that a die may take; the first one's is nought."""

Half = tuple[int, int, int]
"""How far two halves of a number lie apart, the fields of one, and the free bits of these."""

Row = tuple[int, ...]
"""What a die comes to with each unit that it may take."""

Group = tuple[tuple[int, ...], ...]
"""For prices of one side, beside some of the other: what all units cost, and what a die of each value comes to."""


def is_quicker(table: Table, dice: int) -> bool:
    """Whether every throw of so many dice had better be looked at by itself than by states."""
    if isinstance(table.wanted, DoomFirst) or not (table.opposed and table.hindering):
        return False
    if max(len(table.helping), len(table.hindering)) >= len(RIGHT):
        return False
    ways = prod([units + 1 for _, units in (*table.helping, *table.hindering)])
    return _comparisons(table, dice) <= ways**2 * (STATES_ALONE if table.wanted.alone else STATES)


def _comparisons(table: Table, dice: int) -> int:
    """About how many comparisons all throws take, whatever the order of their dice."""
    right = RIGHT_ALONE if table.wanted.alone else RIGHT
    pairs = right[len(table.helping)] * right[len(table.hindering)]
    throws = comb(dice + len(table.values) - 1, dice)
    return A_PAIR * pairs + throws * (A_THROW + pairs)


def final_dice(table: Table, dice: int) -> Mapping[int, int]:
    """In how many ways so many thrown dice end as these, packed, the automatic ones among them.

    Raises `TooMuchWork` when there are too many throws.
    """
    spend(SECONDS_A_COMPARISON * _comparisons(table, dice), UNITS, FEWER_UNITS)
    found: dict[int, int] = defaultdict(int)
    for number, ways in _numbers(table, dice).items():
        found[table.wanted.tally(number)] += ways
    return found


def _numbers(table: Table, dice: int) -> Mapping[int, int]:
    """In how many ways each sum is reached: value by value, any number of the dice that are left shows it."""
    found: dict[int, int] = defaultdict(int)
    shown, priced = table.shown, prices(table, dice)
    dies, reached = priced.dies, priced.reached
    end = len(shown) - 1

    def throw(place: int, left: int, total: int, ways: int) -> None:
        _, faces, automatic = shown[place]
        for thrown in range(left if place == end else 0, left + 1 if faces else 1):
            further = total + (thrown + automatic) * dies[place]
            times = ways * comb(left, thrown) * faces**thrown
            if place == end:
                found[reached(further)] += times
            else:
                throw(place + 1, left - thrown, further, times)

    throw(0, dice, priced.nothing, 1)
    return found


@dataclass(frozen=True, slots=True)
class Kinds:
    """The units that a die may take, none (0) among them, and how many there are of each.

    There are as many as dice, some of which may be `absent`: what only they take is not used.
    """

    units: tuple[int, ...]
    counts: tuple[int, ...]
    absent: int

    @classmethod
    def hindering(cls, units: Mapping[int, int], dice: int) -> "Kinds":
        """Hindering units, all of which lie as far as there are dice."""
        lying = sum(units.values())
        bare = {0: dice - lying} if lying < dice else {}
        every = bare | dict(units)
        return cls(tuple(every), tuple(every.values()), max(0, lying - dice))

    @classmethod
    def helping(cls, units: Mapping[int, int], dice: int) -> "Kinds":
        """Beneficial units, which lie where they are wanted."""
        return cls((0, *units), (dice, *units.values()), sum(units.values()))

    def cost(self, prices: Prices) -> int:
        """The prices of all units, less what absent dice take."""
        return sum([price * count for price, count in zip(prices, self.counts, strict=True)]) - self.absent * min(
            prices
        )

    def right_prices(self, rows: Iterable[Row]) -> tuple[Prices, ...]:
        """All prices that may be the right ones for dice of these rows."""
        absent = [(0,) * len(self.units)] if self.absent else []
        return _right_prices(tuple(sorted({_beyond_first(row) for row in [*rows, *absent]})))


def _beyond_first(row: Row) -> Row:
    first, *_ = row
    return tuple([number - first for number in row])


@lru_cache(maxsize=256)
def _right_prices(rows: tuple[Row, ...]) -> tuple[Prices, ...]:
    """The prices at which dice that are in two minds, each between units that are best for it, link all units.

    These are the corners of the dual problem's polyhedron, one of which is always among its solutions.
    """
    return tuple([prices for prices in _tied(rows) if _is_linked(rows, prices)])


def _tied(rows: tuple[Row, ...]) -> set[Prices]:
    """All prices that follow from the first one's by rows that are in two minds between two units each."""
    units = range(len(rows[0]))
    apart = {(one, other): {row[other] - row[one] for row in rows} for one, other in product(units, units)}
    found: set[tuple[tuple[int, int], ...]] = {((0, 0),)}
    for _ in units[1:]:
        found = {
            tuple(sorted((*known, (other, price + more))))
            for known in found
            for one, price in known
            for other in units
            if all(other != unit for unit, _ in known)
            for more in apart[one, other]
        }
    return {tuple([price for _, price in known]) for known in found}


def _is_linked(rows: tuple[Row, ...], prices: Prices) -> bool:
    """Whether dice that are in two minds at these prices lead from each unit to every other."""
    linked, in_two_minds = {0}, []
    for row in rows:
        gains = [number - price for number, price in zip(row, prices, strict=True)]
        most = max(gains)
        if gains.count(most) > 1:
            in_two_minds.append({unit for unit, number in enumerate(gains) if number == most})
    while joined := [units for units in in_two_minds if units & linked and not units <= linked]:
        linked.update(*joined)
    return len(linked) == len(prices)


class Priced:
    """What dice come to at all right prices of both sides, packed into one number: all Hindering ones side by side."""

    def __init__(self, groups: Sequence[Group], dice: int) -> None:
        helping, hindering = len(groups), max(map(len, groups))
        evened = [each + each[-1:] * (hindering - len(each)) for each in groups]
        costs, *comes = zip(*[pair for each in zip(*evened, strict=True) for pair in each], strict=True)
        cost, low = min(costs), min(map(min, comes))
        most = max(costs) - cost + max(1, dice) * (max(map(max, comes)) - low)  # a die fits though none is thrown
        self.width = most.bit_length() // 8 + 1
        self.last = 8 * self.width - 1
        self.nothing = packed(tuple([number - cost for number in costs]), self.width)
        self.dies: list[int] = [packed(tuple([number - low for number in each]), self.width) for each in comes]
        self.harms, self.helps = [*self._halves(hindering, helping)], [*self._halves(helping, 1)]
        self.highest = packed((most,) * helping, self.width)
        self.certain: int = most + cost + dice * low

    def _halves(self, number: int, each: int) -> Iterator[Half]:
        """How to halve a number of prices, of so many fields each, until one is left."""
        bits = 8 * self.width
        while number > 1:
            half = number + 1 >> 1
            fields = each * half
            yield bits * each * (number - half), (1 << bits * fields) - 1, repeated(1, bits, fields) << bits - 1
            number = half

    def reached(self, total: int) -> int:
        """What is wanted of the dice: the least of the most."""
        return self.certain - self._most(self.highest - self._most(total, self.harms), self.helps)

    def _most(self, fields: int, halves: list[Half]) -> int:
        """The larger number of each field and another, as in `allocation.Packed`, until all halves are one."""
        for apart, half, free in halves:
            one = fields & half
            beyond = (fields >> apart | free) - one
            larger = beyond & free
            fields = one + (beyond & larger - (larger >> self.last))
        return fields


def prices(table: Table, dice: int) -> Priced:
    """What so many thrown dice and the automatic ones come to at all right prices for what is wanted."""
    dice += len(table.automatic)
    helping = Kinds.helping({unit: min(count, dice) for unit, count in table.helping}, dice)
    hindering = Kinds.hindering({unit: min(count, dice) for unit, count in table.hindering}, dice)
    values = [value for value, _, _ in table.shown]
    left = {value + unit for value in values for unit in hindering.units}
    brings = partial(table.wanted.beyond, over=BLANK)
    rows = {die: tuple([brings(die + unit) for unit in helping.units]) for die in left}

    def hindered(right: Prices) -> Group:
        """For all right prices of Hindering units: what all units cost, and what each value comes to."""
        best = {die: _gain(row, right) for die, row in rows.items()}
        harms = [tuple([-best[value + unit] for unit in hindering.units]) for value in values]
        return tuple(
            [
                (helping.cost(right) - hindering.cost(against), *[-_gain(harm, against) for harm in harms])
                for against in hindering.right_prices(harms)
            ]
        )

    return Priced([hindered(right) for right in helping.right_prices(rows.values())], dice)


def _gain(row: Row, prices: Prices) -> int:
    """What a die gains beyond the price of the unit that it takes."""
    return max([number - price for number, price in zip(row, prices, strict=True)])
