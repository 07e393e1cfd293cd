"""More than dice can come to that the opposition hinders: they pay for Beneficial units, in place of sharing a few.

At any prices, what each die gains beyond that of the unit it takes, and the prices of all units that there are, are
never less than what the units come to in their best places (Lagrangian relaxation; see `prices`). Then each die is
helped by itself, and only the Hindering units are left to place: that is soon known, for pools of all sizes at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import cast

from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placing.aims import ONE_DIE, InOrder
from pyrules.systems.relics.placing.prices import Kinds, Prices, beyond
from pyrules.systems.relics.placing.table import Table


class Relaxed(InOrder):
    """Successes alone, where each die takes the unit that gains it most beyond its price."""

    def __init__(self, successes: InOrder, units: Sequence[int], prices: Prices) -> None:
        self.brings = cache(lambda value: beyond(tuple([successes.brings(value + unit) for unit in units]), prices))
        self.dice, self.bits, self.due, self.alone = successes.dice, successes.bits, successes.due, successes.alone

    def tally(self, value: int) -> Tally:
        """A die of as many successes as this one gains."""
        return ONE_DIE[self.brings(value)]


def relaxed(table: Table) -> Iterator[tuple[Table, int]]:
    """The table at all prices that may be the right ones, with what all units cost; it wants successes alone."""
    successes = cast("InOrder", table.wanted)
    helping = Kinds.helping(dict(table.helping), table.dice)
    left = {shown.value + unit for shown in table.shown for unit in (0, *dict(table.hindering))}
    rows = [tuple([successes.brings(die + unit) for unit in helping.units]) for die in left]
    for prices in helping.right_prices(rows):
        wanted = Relaxed(successes, helping.units, prices)
        yield replace(table, helping=(), wanted=wanted), helping.cost(prices)
