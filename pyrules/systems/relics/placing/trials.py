"""What throws come to where every way to hinder the dice is tried, for aims without prices of both sides."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import comb, prod
from operator import mul
from typing import Any

from pyrules.core.dist import total
from pyrules.systems.relics import rules
from pyrules.systems.relics.placing import prices
from pyrules.systems.relics.placing.aims import Aim, DoomFirst, InOrder
from pyrules.systems.relics.placing.prospects import Known, Ways
from pyrules.systems.relics.placing.supply import Supply
from pyrules.systems.relics.placing.table import Table, different_throws

SECONDS_A_TABLE, SECONDS_A_TRY = 7e-3, 6e-7
"""What all throws take anyway, and what one way to hinder one throw does; measured in Pyodide."""

SECONDS_A_PRICED, SECONDS_A_PROSPECT = 6e-6, 4.5e-6
"""What hindered dice take by prices, or by a prospect of few ways."""

MANY = 640
"""With so many ways to use units on a die each, prospects take twice as long."""

Hindered = Mapping[int, Iterable[int]]
"""What dice may be once hindered, packed, by how many units of each kind that takes, as a place in `Ways`."""

Best = Callable[[int], tuple[bool, int]]
"""What packed dice come to at best."""


def tries(table: Table) -> int:
    """In how many ways all throws may be hindered."""
    values = len(table.shown)
    hindered = total(
        [tuple([different_throws(dice, values) for dice in range(units + 1)]) for _, units in table.hindering]
    )
    return hindered[table.placed] * different_throws(table.dice - table.placed, values)


def seconds(table: Table) -> float:
    """How long it takes to try all ways for all throws."""
    number, helped = tries(table), Helped(table)
    kinds = len(helped.firsts)
    trying = SECONDS_A_TABLE + SECONDS_A_TRY * number
    if prices.are_right(helped.table):
        return trying + SECONDS_A_PRICED * min(number, different_throws(table.dice, kinds))
    prospects = min(2 * number, comb(table.dice + kinds, kinds))
    ways = prod([units + 1 for _, units in table.helping])
    return trying + SECONDS_A_PROSPECT * prospects * (1 + ways * table.dice / MANY)


class Tried:
    """The dice that thrown ones may be once hindered, and what whoever places the Hindering units makes of them."""

    def __init__(self, table: Table) -> None:
        self.values = [shown.value for shown in table.shown]
        self.placed = table.placed
        hindering = dict(table.hindering)
        self.units = tuple(hindering)
        self.ways = Ways(tuple(hindering.values()))
        self.each = [*self.ways]
        self.choose = min if table.opposed else max
        self.helped = Helped(table)
        self.best = Known[int, tuple[bool, int]](self.helped.best())
        self.taking = Known[tuple[int, int, int], list[tuple[int, int, int]]](lambda asked: [*self._taking(*asked)])
        self.nothing: Hindered = {0: (0,)}

    def _taking(self, place: int, dice: int, used: int) -> Iterator[tuple[int, int, int]]:
        """The ways to hinder more dice of a value: which units are then in use, by place and in all, and the dice."""
        bare, *hindered = [self.helped.dies[self.values[place] + unit] for unit in (0, *self.units)]
        before = self.each[used]
        left = [range(min(dice, count - way) + 1) for count, way in zip(self.ways.counts, before, strict=True)]
        for way in product(*left):
            lying, in_use = sum(way), sum(before) + sum(way)
            if lying <= dice and in_use <= self.placed:
                yield used + self.ways.place(way), in_use, (dice - lying) * bare + sum(map(mul, way, hindered))

    def and_dice(self, standing: Hindered, place: int, dice: int, left: int) -> Hindered:
        """The standing with so many more dice that show the value at that place, when so many are `left`."""
        found: dict[int, set[int]] = {}
        for used, before in standing.items():
            for further, in_use, more in self.taking[place, dice, used]:
                if in_use + left < self.placed:
                    continue
                reached = {one + more for one in before}
                if further in found:
                    found[further] |= reached
                else:
                    found[further] = reached
        return found

    def reached(self, standing: Hindered) -> int:
        """What whoever places the Hindering units wants of all dice that they may leave."""
        _, wanted = self.choose([self.best[dice] for hindered in standing.values() for dice in hindered])
        return wanted


class Helped:
    """What hindered dice come to at best, counted by what Beneficial units may make of each; packed into one number.

    Values that come to the same with any unit are counted as one.
    """

    def __init__(self, table: Table) -> None:
        self.helping = dict(table.helping)
        self.bits = table.dice.bit_length()
        self.dies: dict[int, int] = {}
        firsts: dict[tuple[int, ...], int] = {}
        for shown, unit in product(table.shown, (0, *dict(table.hindering))):
            value = shown.value + unit
            worths = tuple([rules.worth(value + helped) for helped in (0, *self.helping)])
            firsts.setdefault(worths, value)
            self.dies[value] = 1 << self.bits * [*firsts].index(worths)
        self.firsts = [*firsts.values()]
        self.table = replace(
            table,
            most=table.dice,
            values=tuple([(value, 1) for value in self.firsts]),
            automatic=(),
            hindering=(),
            placed=0,
        )

    def best(self) -> Best:
        """What dice come to at best.

        Dice with little Doom seldom end in a Disaster that could be averted, so that is asked for only where they do.
        """
        wanted = self.table.wanted
        if not isinstance(wanted, DoomFirst):
            return self._reached(wanted)
        untempted, averting = self._reached(wanted.untempted), self._reached(wanted.successes)
        tempted = self._reached(wanted)

        def best(dice: int) -> tuple[bool, int]:
            _, least_doom = untempted(dice)
            if not rules.disaster(wanted.total(least_doom)):
                return True, least_doom
            _, most_successes = averting(dice)
            return (False, least_doom) if rules.disaster(wanted.total(most_successes)) else tempted(dice)

        return best

    def _reached(self, wanted: Aim[Any]) -> Best:
        if isinstance(wanted, InOrder) and prices.are_right(self.table):
            return self._priced(wanted)
        return self._supplied(wanted)

    def _priced(self, wanted: InOrder) -> Best:
        """By right prices; half of the kinds of dice bring the same for many dice."""
        priced = prices.priced(replace(self.table, wanted=wanted))
        field, lower = (1 << self.bits) - 1, (1 << self.bits * (len(self.firsts) // 2)) - 1

        def standing(dice: int) -> int:
            return sum([(dice >> self.bits * place & field) * die for place, die in enumerate(priced.dies)])

        standings = Known[int, int](standing)
        return lambda dice: (True, priced.reached(priced.nothing + standings[dice & lower] + standings[dice & ~lower]))

    def _supplied(self, wanted: Aim[Any]) -> Best:
        """By prospects, die by die."""
        supply = Supply(self.helping, {}, wanted)

        def prospect(dice: int) -> int:
            place = ((dice & -dice).bit_length() - 1) // self.bits
            return supply.and_die(prospects[dice - (1 << self.bits * place)], self.firsts[place])

        prospects = Known[int, int](prospect)
        prospects[0] = supply.prospects.nothing
        return lambda dice: supply.reached(prospects[dice], supply.ways.counts)
