"""Prices of simple modifiers at which every die can be reckoned by itself, where the opposition hinders the dice.

If each unit has a price, every die takes the one that gains it most beyond that, and all of that together, with the
prices of all units, is never less than what the units come to in their best places. At the right prices it is just
that: the duality of the assignment problem (Koopmans and Beckmann, 1957). The same holds for the harm of the Hindering
units. So what dice come to is the least, over prices of Beneficial units, of the most, over prices of Hindering ones,
of a sum in which every die has a number of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from pyrules.core.dist import packed
from pyrules.systems.relics.placing.aims import BLANK, InOrder
from pyrules.systems.relics.placing.prospects import repeated
from pyrules.systems.relics.placing.table import Table, different_throws

RIGHT = (1, 7, 28)
"""About as many prices of a side may be the right ones, by how many kinds of units it has; for more they are many."""

SECONDS_A_THROW, SECONDS_A_PAIR, SECONDS_A_PAIR_AND_THROW = 7e-6, 3e-5, 8e-9
"""What one throw takes anyway, what prices of both sides do, and what these do for each throw; measured in Pyodide."""

RIGHT_ALONE, SECONDS_A_THROW_ALONE = (1, 4, 6), 3e-6
"""The same where nothing but successes is wanted."""

Prices = tuple[int, ...]
"""The price of each unit that a die may take; the first one's is nought."""

Half = tuple[int, int, int]
"""How far two halves of a number lie apart, the fields of one, and the free bits of these."""

Row = tuple[int, ...]
"""What a die comes to with each unit that it may take."""

Group = tuple[tuple[int, ...], ...]
"""For prices of one side, beside some of the other: what all units cost, and what a die of each value comes to."""


def are_right(table: Table) -> bool:
    """Whether what is wanted has right prices: not where one side places units of both signs."""
    return (table.opposed or not table.hindering) and max(len(table.helping), len(table.hindering)) < len(RIGHT)


def seconds(table: Table) -> float:
    """How long all throws take, about."""
    alone = isinstance(table.wanted, InOrder) and table.wanted.alone
    right, a_throw = (RIGHT_ALONE, SECONDS_A_THROW_ALONE) if alone else (RIGHT, SECONDS_A_THROW)
    pairs = right[len(table.helping)] * right[len(table.hindering)]
    throws = different_throws(table.most, len(table.values))
    return SECONDS_A_PAIR * pairs + throws * (a_throw + SECONDS_A_PAIR_AND_THROW * pairs)


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

    def cost(self, prices: Prices, of: Callable[[int], int] = int) -> int:
        """The prices of all units, or a part `of` them, and what absent dice take beyond them."""
        all_units = sum([of(price) * count for price, count in zip(prices, self.counts, strict=True)])
        return all_units - self.absent * of(min(prices))

    def right_prices(self, rows: Iterable[Row]) -> tuple[Prices, ...]:
        """All prices that may be the right ones for dice of these rows."""
        absent = [(0,) * len(self.units)] if self.absent else []
        return _right_prices(tuple(sorted({_beyond_first(row) for row in [*rows, *absent]})))


def _beyond_first(row: Row) -> Row:
    first, *_ = row
    return tuple([number - first for number in row])


@lru_cache(maxsize=256)
def _right_prices(rows: tuple[Row, ...]) -> tuple[Prices, ...]:
    """The prices that hold all units together: where dice are in two minds, each between units that are best for it."""
    return tuple([prices for prices in _tied(rows) if _is_together(rows, prices)])


def _tied(rows: tuple[Row, ...]) -> set[Prices]:
    """All prices that are told from the first one's by rows that are in two minds between two units each."""
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


def _is_together(rows: tuple[Row, ...], prices: Prices) -> bool:
    """Whether dice that are in two minds at these prices lead from each unit to every other."""
    together, apart = {0}, []
    for row in rows:
        beyond = [number - price for number, price in zip(row, prices, strict=True)]
        most = max(beyond)
        if beyond.count(most) > 1:
            apart.append({unit for unit, number in enumerate(beyond) if number == most})
    while joined := [units for units in apart if units & together and not units <= together]:
        together.update(*joined)
    return len(together) == len(prices)


class Priced:
    """What dice come to at all right prices of both sides, packed into one number: all Hindering ones side by side."""

    def __init__(self, groups: Sequence[Group], dice: int) -> None:
        helping, hindering = len(groups), max(map(len, groups))
        evened = [each + each[-1:] * (hindering - len(each)) for each in groups]
        costs, *comes = zip(*[pair for each in zip(*evened, strict=True) for pair in each], strict=True)
        cost, low = min(costs), min(map(min, comes))
        most = max(costs) - cost + dice * (max(map(max, comes)) - low)
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

    def and_dice(self, standing: int, place: int, dice: int, _left: int) -> int:
        """The standing with so many more dice that show the value at that place."""
        return standing + dice * self.dies[place]

    def reached(self, standing: int) -> int:
        """What is wanted of the dice: the least of the most."""
        return self.certain - self._most(self.highest - self._most(standing, self.harms), self.helps)

    def _most(self, standing: int, halves: list[Half]) -> int:
        """The larger number of each field and another, as in `Packed`, until all halves are one."""
        for apart, half, free in halves:
            one = standing & half
            beyond = (standing >> apart | free) - one
            larger = beyond & free
            standing = one + (beyond & larger - (larger >> self.last))
        return standing


class Sides:
    """The units of both sides, and the dice that one may leave the other."""

    def __init__(self, table: Table) -> None:
        self.helping = Kinds.helping(dict(table.helping), table.dice)
        self.hindering = Kinds.hindering(dict(table.hindering), table.dice)
        self.values = [shown.value for shown in table.shown]
        self.dice = {value + unit for value in self.values for unit in self.hindering.units}

    def rows(self, brings: Callable[[int], int]) -> dict[int, Row]:
        """What each die that may be left brings with every Beneficial unit."""
        return {die: tuple([brings(die + unit) for unit in self.helping.units]) for die in self.dice}

    def hindered(self, helped: Mapping[int, int], cost: int) -> Group:
        """For all right prices of Hindering units: what all units cost, and each value comes to when helped so."""
        harms = [tuple([-helped[value + unit] for unit in self.hindering.units]) for value in self.values]
        return tuple(
            [
                (cost - self.hindering.cost(against), *[-beyond(harm, against) for harm in harms])
                for against in self.hindering.right_prices(harms)
            ]
        )


def priced(table: Table) -> Priced:
    """What dice come to at all right prices for what is wanted."""
    sides = Sides(table)
    rows = sides.rows(partial(table.wanted.beyond, over=BLANK))
    right = sides.helping.right_prices(rows.values())
    return Priced([sides.hindered(helped(rows, each), sides.helping.cost(each)) for each in right], table.dice)


def helped(rows: Mapping[int, Row], prices: Prices) -> dict[int, int]:
    """What each die comes to beyond the price of the Beneficial unit that it takes."""
    return {die: beyond(row, prices) for die, row in rows.items()}


def beyond(row: Row, prices: Prices) -> int:
    """What a die comes to beyond the price of its unit."""
    return max([number - price for number, price in zip(row, prices, strict=True)])
