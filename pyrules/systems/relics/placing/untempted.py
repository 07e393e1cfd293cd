"""What throws come to with little Doom first, where the opposition hinders the dice and no Disaster tempts to more.

A Disaster that can be averted is averted whatever Doom that brings, so all dice together are no sum over dice, and have
no right prices. But most throws tempt nobody: either no way to hinder them makes the least Doom a Disaster, or the way
that brings the most Doom, and then the fewest successes, makes the Disaster certain. Both are told by prices; all other
throws are tried way by way.
"""

from collections.abc import Iterator
from itertools import product
from typing import cast

from pyrules.core.patience import spend
from pyrules.systems.relics import rules
from pyrules.systems.relics.placing import trials
from pyrules.systems.relics.placing.aims import BLANK, DoomFirst
from pyrules.systems.relics.placing.prices import RIGHT, Group, Priced, Prices, Sides, helped
from pyrules.systems.relics.placing.prospects import Known
from pyrules.systems.relics.placing.standings import FEWER_UNITS, UNITS
from pyrules.systems.relics.placing.table import Table, different_throws
from pyrules.systems.relics.placing.trials import Hindered, Tried

SECONDS_A_PAIR, SECONDS_A_THROW, SECONDS_A_PAIR_AND_THROW = 7e-5, 11e-6, 4e-8
"""What prices of both sides take anyway, what one throw does, and what both do together; measured in Pyodide."""

ALONE = 0.7
"""As much of that they take where nothing but successes is told."""

TRIED, TRIED_OVERPOWERED = 0.02, 0.1
"""About as many of all throws are tried way by way, without overpowering successes and with them."""

SECONDS_A_TRIED, SEARCHED = 1e-4, 3
"""What one of these takes anyway, and how many times as long as where all throws are."""

DEARER = (1, 3)
"""How many successes one more Doom than the least is taken for, to tell whether the least may be a Disaster."""

FAR = 1 << 12
"""More than successes are apart."""

Dice = tuple[int, ...]
"""How many dice show each value."""

Standing = tuple[Dice, int, int]
"""Dice, and what they come to at all prices for little Doom, and for their fewest successes then."""


def seconds(table: Table) -> float:
    """How long all throws take by prices, about."""
    pairs = RIGHT[len(table.helping)] * RIGHT[len(table.hindering)]
    throws = different_throws(table.most, len(table.values))
    by_prices = SECONDS_A_PAIR * pairs + throws * (SECONDS_A_THROW + SECONDS_A_PAIR_AND_THROW * pairs)
    return by_prices * (ALONE if cast("DoomFirst", table.wanted).successes.alone else 1)


def seconds_trying(table: Table) -> float:
    """How long those of them take that are tried way by way, about."""
    if not table.helping:
        return 0
    highest = max(dict(table.values)) + max(dict(table.helping))
    share = TRIED_OVERPOWERED if rules.tally((highest,)).overpowering else TRIED
    return share * different_throws(table.most, len(table.values)) * seconds_a_tried(table)


def seconds_a_tried(table: Table) -> float:
    """How long one of these takes, about."""
    return SECONDS_A_TRIED + SEARCHED * trials.seconds(table) / different_throws(table.most, len(table.values))


class Untempted:
    """Throws by prices where nobody is tempted; all ways to hinder are tried for the others."""

    nothing: Standing

    def __init__(self, table: Table) -> None:
        self.wanted = wanted = cast("DoomFirst", table.wanted)
        self.dice = table.dice
        self.sides = sides = Sides(table)
        self.rows = sides.rows(lambda value: wanted.untempted.beyond(value, BLANK))
        self.right = sides.helping.right_prices(self.rows.values())
        self.least_doom = Priced([self._numbered(place) for place in range(len(self.right))], table.dice)
        fewest = dict.fromkeys([tuple(dict.fromkeys(self._fewest(prices))) for prices in self.right])
        self.fewest = Priced([*fewest], table.dice)
        self.then_successes = Known[int, Priced](self._then_successes)
        self.nothing = (), self.least_doom.nothing, self.fewest.nothing
        self.tried = Tried(table)
        self.seconds_a_tried = seconds_a_tried(table)
        self.hindered = Known[Dice, Hindered](self._hindered)
        self.hindered[()] = self.tried.nothing

    def and_dice(self, standing: Standing, place: int, dice: int, left: int) -> Standing:
        """The standing with so many more dice that show the value at that place, when so many are `left`."""
        before, least_doom, fewest = standing
        return (
            (*before, dice),
            self.least_doom.and_dice(least_doom, place, dice, left),
            self.fewest.and_dice(fewest, place, dice, left),
        )

    def reached(self, standing: Standing) -> int:
        """What is wanted of the dice, with all units in their best places."""
        dice, least_doom, fewest = standing
        wanted, place = divmod(self.least_doom.reached(least_doom), len(self.right))
        if rules.disaster(self.wanted.total(wanted)):
            untempted = rules.disaster(self._successes(dice, place))
        else:
            untempted = not rules.disaster(self.fewest.reached(fewest))
        return wanted if untempted else self._tried(dice)

    def _numbered(self, place: int) -> Group:
        """What all units cost and dice come to at some prices, with the place of these in what is left over."""
        prices, number = self.right[place], len(self.right)
        group = self.sides.hindered(helped(self.rows, prices), self.sides.helping.cost(prices))
        return tuple([(cost * number + place, *[each * number for each in comes]) for cost, *comes in group])

    def _fewest(self, prices: Prices) -> Iterator[tuple[int, ...]]:
        """At least the successes that dice with the least Doom come to, however they are hindered, at these prices.

        They are the right ones where no others bring less Doom. Where others do, each Doom beyond theirs is taken for
        some successes (Lagrange's multipliers).
        """
        wanted, sides = self.wanted, self.sides
        best = helped(self.rows, prices)
        successes, dooms = {die: wanted.total(best[die]) for die in best}, {die: wanted.doom(best[die]) for die in best}
        cost = sides.helping.cost(prices, wanted.total)
        yield from sides.hindered(successes, cost)
        doom_cost = sides.helping.cost(prices, wanted.doom)
        rows = sides.rows(lambda value: wanted.beyond(value, BLANK)[0])
        for right, times in product(sides.helping.right_prices(rows.values()), DEARER):
            least = helped(rows, right)
            more = {die: successes[die] - times * (dooms[die] + least[die]) for die in best}
            yield from sides.hindered(more, cost - times * (doom_cost + sides.helping.cost(right)))

    def _successes(self, dice: Dice, place: int) -> int:
        """The most successes of dice that are hindered so as to bring the most Doom at the prices of a place."""
        priced = self.then_successes[place]
        found = priced.nothing + sum([count * die for count, die in zip(dice, priced.dies, strict=True)])
        return (priced.reached(found) + FAR // 2) % FAR - FAR // 2

    def _then_successes(self, place: int) -> Priced:
        """Little Doom at the prices of a place, then the most successes at all right prices of these."""
        sides, prices = self.sides, self.right[place]
        best, cost = helped(self.rows, prices), sides.helping.cost(prices)
        rows = sides.rows(rules.worth)
        groups = []
        for right in sides.helping.right_prices(rows.values()):
            most = helped(rows, right)
            groups.append(
                sides.hindered(
                    {die: best[die] * FAR + most[die] for die in best}, cost * FAR + sides.helping.cost(right)
                )
            )
        return Priced(groups, self.dice)

    def _tried(self, dice: Dice) -> int:
        """What is wanted of dice that are tried way by way; raises `TooMuchWork` when too many are."""
        spend(self.seconds_a_tried, UNITS, FEWER_UNITS)
        return self.tried.reached(self.hindered[dice])

    def _hindered(self, dice: Dice) -> Hindered:
        """What dice may be once hindered."""
        *before, here = dice
        return self.tried.and_dice(self.hindered[tuple(before)], len(before), here, self.dice - sum(dice))
