"""What each throw of a few dice comes to, one by one: quick where units are many and dice are few."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import accumulate
from math import comb, prod
from typing import Any, Protocol, TypeVar

from pyrules.core.patience import SECONDS, spend
from pyrules.systems.relics.placing import prices, trials, untempted
from pyrules.systems.relics.placing.aims import InOrder
from pyrules.systems.relics.placing.standings import FEWER_UNITS, UNITS
from pyrules.systems.relics.placing.table import Table

FEW, FEW_DOOM_FIRST = 6, 3
"""Up to so many units standings serve better, as they tell pools of all sizes at once."""

SECONDS_A_WAY, SECONDS_A_WAY_ALONE, SECONDS_A_WAY_DOOM_FIRST = 0.003, 0.0005, 0.006
"""About as long standings take for each way in which units may be used, by what is wanted."""

POOLS = 5
"""Standings serve pools of all sizes at once; throws are quicker where they take this often the time of one pool."""

S = TypeVar("S")


class Placing(Protocol[S]):
    """How units are placed on dice that are thrown value by value."""

    nothing: S
    """The standing of no dice."""

    def and_dice(self, standing: S, place: int, dice: int, left: int, /) -> S:
        """The standing with so many more dice that show the value at that place, when so many are `left`."""
        ...

    def reached(self, standing: S, /) -> int:
        """What is wanted of the dice, with all units in their best places."""
        ...


def are_quicker(table: Table) -> bool:
    """Whether the throws of just as many dice had better be reckoned one by one.

    Standings are few where all units are alike, or all help, unless little Doom is wanted first.
    """
    kinds = (*table.helping, *table.hindering)
    few, a_way = FEW_DOOM_FIRST, SECONDS_A_WAY_DOOM_FIRST
    if isinstance(table.wanted, InOrder):
        if len(kinds) == 1 or not table.hindering:
            return False
        few, a_way = FEW, SECONDS_A_WAY_ALONE if table.wanted.alone else SECONDS_A_WAY
    if sum([units for _, units in kinds]) <= few:
        return False
    standings = a_way * prod([units + 1 for _, units in kinds])
    seconds, *_ = _quickest(table)
    return seconds * (1 if standings > SECONDS / 2 else POOLS) <= standings


def _quickest(table: Table) -> tuple[float, float, Callable[[Table], Placing[Any]]]:
    """How long the throws take, how much of that is known beforehand, and who places the units."""
    if not prices.are_right(table):
        return (seconds := trials.seconds(table)), seconds, trials.Tried
    if isinstance(table.wanted, InOrder):
        return (seconds := prices.seconds(table)), seconds, prices.priced
    by_prices, by_trials = untempted.seconds(table), trials.seconds(table)
    seconds = by_prices + untempted.seconds_trying(table)
    return (seconds, by_prices, untempted.Untempted) if seconds < by_trials else (by_trials, by_trials, trials.Tried)


def final_dice(table: Table) -> Mapping[int, int]:
    """In how many ways dice end as these, packed, the automatic ones among them.

    Raises `TooMuchWork` when there are too many throws.
    """
    _, seconds, placing = _quickest(table)
    spend(seconds, UNITS, FEWER_UNITS)
    found: dict[int, int] = defaultdict(int)
    for wanted, times in _ways(placing(table), table).items():
        found[table.wanted.dice(wanted)] += times
    return found


def _ways(placing: Placing[S], table: Table) -> Mapping[int, int]:
    """In how many ways what is wanted is reached."""
    found: dict[int, int] = defaultdict(int)
    shown = table.shown
    *automatic, _ = accumulate([one.automatic for one in reversed(shown)], initial=0)
    later = automatic[::-1]

    def throw(place: int, left: int, standing: S, ways: int) -> None:
        one = shown[place]
        last = place == len(shown) - 1
        for dice in range(left if last else 0, left + 1 if one.faces else 1):
            further = placing.and_dice(standing, place, dice + one.automatic, left - dice + later[place])
            times = ways * comb(left, dice) * one.faces**dice
            if last:
                found[placing.reached(further)] += times
            else:
                throw(place + 1, left - dice, further, times)

    throw(0, table.most, placing.nothing, 1)
    return found
