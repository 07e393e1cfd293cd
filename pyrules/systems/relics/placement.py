"""Where simple modifiers go: the exact best placement for whoever places them.

The opposition places its units first: of all prospects that it can leave, it keeps those that are not better for the
acting side, entry by entry, than another. The acting side then takes the best that is left.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any, Generic, TypeVar

from pyrules.systems.relics import pool, rules
from pyrules.systems.relics.aims import BLANK, Aim, aim
from pyrules.systems.relics.model import Test
from pyrules.systems.relics.rulings import HINDERING, PLACEMENT

MOST_STEPS = 20_000

Way = tuple[int, ...]
"""How many units of each value are in use."""

S = TypeVar("S")
P = TypeVar("P")


def kinds(units: Iterable[int], dice: int) -> dict[int, int]:
    """How many units there are of each value, as far as there are dice for them."""
    return {value: min(count, dice) for value, count in sorted(Counter(units).items())}


def less(way: Way, kind: int, count: int = 1) -> Way:
    """A way with fewer units of one kind."""
    return (*way[:kind], way[kind] - count, *way[kind + 1 :])


class Supply(Generic[S]):
    """The Beneficial units, and the prospects of dice that may take them, one each."""

    def __init__(self, units: dict[int, int], wanted: Aim[S]) -> None:
        self.aim = wanted
        self.units = tuple(units)
        self.everything: Way = tuple(units.values())
        ways = list(product(*(range(count + 1) for count in self.everything)))
        self.place = {way: place for place, way in enumerate(ways)}
        nowhere = len(ways)
        self.without, self.with_more = (
            [
                (unit, itemgetter(*(self.place.get(less(way, kind, count), nowhere) for way in ways), nowhere))
                for kind, unit in enumerate(units)
            ]
            for count in (1, -1)
        )
        self.known: dict[tuple[tuple[S, ...], int, int], tuple[S, ...]] = {}

    def no_dice(self) -> tuple[S, ...]:
        """The prospect before any die."""
        return (self.aim.nothing,) * len(self.place)

    def and_die(self, prospect: tuple[S, ...], value: int, over: int = BLANK) -> tuple[S, ...]:
        """The prospect with one more die, which may take a unit; only what goes beyond a die showing `over` counts."""
        die = prospect, value, over
        if die not in self.known:
            self.known[die] = self._and_die(*die)
        return self.known[die]

    def _and_die(self, prospect: tuple[S, ...], value: int, over: int) -> tuple[S, ...]:
        aim = self.aim
        best = aim.added(prospect, aim.beyond(value, over)) if value != over else prospect
        for unit, without in self.without:
            if aim.gains(value + unit, value):
                taken = without((*prospect, aim.never))[:-1]
                best = aim.joined(best, aim.added(taken, aim.beyond(value + unit, over)))
        return best

    def at_most(self, prospect: tuple[S, ...], worth: Sequence[Any]) -> tuple[S, ...]:
        """The prospect where a unit that is kept for later dice never brings more than so much, for each value."""
        for (_, with_more), less_worth in zip(self.with_more, worth, strict=True):
            while True:
                kept = self.aim.added(with_more((*prospect, self.aim.never))[:-1], less_worth)
                better = self.aim.joined(prospect, kept)
                if better == prospect:
                    break
                prospect = better
        return prospect

    def reached(self, prospect: tuple[S, ...], way: Way, later: Iterable[int] = ()) -> tuple[bool, int]:
        """What a prospect comes to when so many units may be used, with further final dice."""
        entry: tuple[S, ...] = (prospect[self.place[way]],)
        for value in later:
            entry = self.aim.added(entry, self.aim.beyond(value, BLANK))
        return self.aim.reached(entry[0])


def too_many_ways(test: Test) -> str:
    """Why the simple modifiers are too many to find their best places; "" when they are not."""
    dice = pool.dicepool(test)
    hindering, helping = (kinds(units, dice) for units in signed(rules.units(test)))
    steps = dice * prod(count + 1 for count in helping.values())
    steps *= 1 if on_every_die(hindering, dice) else prod(count + 1 for count in hindering.values())
    if steps <= MOST_STEPS:
        return ""
    return (
        f"{steps} ways to place the simple modifiers; at most {MOST_STEPS}: use fewer of them, or fewer different ones"
    )


def on_every_die(hindering: dict[int, int], dice: int) -> bool:
    """Whether every die takes a Hindering unit, and all units are alike, so that nothing is left to choose."""
    return len(hindering) == 1 and dice in hindering.values()


def signed(units: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The Hindering units and the Beneficial ones."""
    known = tuple(units)
    return tuple(unit for unit in known if unit < 0), tuple(unit for unit in known if unit > 0)


@lru_cache(maxsize=64)
def best_places(test: Test, values: tuple[int, ...]) -> tuple[int, ...]:
    """The die of each unit (from 0; -1: left unused) when either side places its own as well as it can.

    By house rule the acting side places the Hindering units too. Of dice that are equally good, the first is taken.
    """
    wanted = aim(test)
    hindering, helping = (kinds(side, len(values)) for side in signed(rules.units(test)))
    hindered = opposed(values, hindering, Supply(helping, wanted)) if is_opposed(test) else None
    return _own_places(test, values, wanted, hindered)


def wished_places(test: Test, values: Sequence[int], places: Sequence[int], wanted: Aim[S]) -> tuple[int, ...]:
    """The die of each unit when the acting side places its own by an aim, and the opposition's lie at `places`."""
    if not is_opposed(test):
        return _own_places(test, values, wanted, None)
    hindered = [0] * len(values)
    for unit, place in zip(rules.units(test), places, strict=True):
        if unit < 0 <= place:
            hindered[place] = unit
    return _own_places(test, values, wanted, hindered)


def is_opposed(test: Test) -> bool:
    """Whether the opposition places the Hindering units."""
    return test.settings.hindering == "opposition, against you"


def _own_places(test: Test, values: Sequence[int], wanted: Aim[S], hindered: Sequence[int] | None) -> tuple[int, ...]:
    """The die of each unit; `hindered` has the Hindering unit on each die (0: none), None where they are its own."""
    units = rules.units(test)
    hindering, helping = (kinds(side, len(values)) for side in signed(units))
    supply = Supply(helping, wanted)
    if hindered is None:
        chosen = settled(values, hindering, supply)
        return _places(units, (unit for side in zip(*chosen, strict=True) for unit in side), len(values))
    lying = [value + unit for value, unit in zip(values, hindered, strict=True)]
    return _places(units, (*hindered, *(helped for _, helped in settled(lying, {}, supply))), len(values))


def proposals(test: Test, values: tuple[int, ...]) -> dict[tuple[int, ...], str]:
    """The best placements by every house rule about them, each with the choice that makes it."""
    house = test.settings
    readings = [(f"Best: {choice}", replace(house, placement=choice)) for choice in PLACEMENT.choices]
    readings += [(f"Hindering: {choice}", replace(house, hindering=choice)) for choice in HINDERING.choices]
    found: dict[tuple[int, ...], str] = {}
    for label, settings in readings:
        found.setdefault(best_places(replace(test, settings=settings), values), label)
    return found


def opposed(values: Sequence[int], hindering: dict[int, int], supply: Supply[S]) -> list[int]:
    """The Hindering unit on each die (0: none) that leaves the acting side the least."""
    order = sorted(range(len(values)), key=values.__getitem__)
    nothing: Way = (0,) * len(hindering)
    layers: list[dict[Way, dict[tuple[S, ...], tuple[Way, tuple[S, ...], int]]]] = []
    layer = {nothing: [supply.no_dice()]}
    for left, die in zip(range(len(values) - 1, -1, -1), order, strict=True):
        found: dict[Way, dict[tuple[S, ...], tuple[Way, tuple[S, ...], int]]] = {}
        for way, prospects in layer.items():
            for unit, further in _ways_on(way, hindering, len(values), left):
                reached = found.setdefault(further, {})
                for prospect in prospects:
                    reached.setdefault(supply.and_die(prospect, values[die] + unit), (way, prospect, unit))
        layers.append(found)
        layer = {way: least(reached, supply.aim.no_better) for way, reached in found.items()}
    chosen = [0] * len(values)
    way, prospect = min(
        ((way, prospect) for way, prospects in layer.items() for prospect in prospects),
        key=lambda end: supply.aim.reached(end[1][-1]),
    )
    for found, die in zip(reversed(layers), reversed(order), strict=True):
        way, prospect, chosen[die] = found[way][prospect]
    return chosen


def _ways_on(way: Way, hindering: dict[int, int], dice: int, left: int) -> Iterator[tuple[int, Way]]:
    """Each Hindering unit that the next die may take (0: none), with the way it leads to."""
    placed = sum(way)
    needed = rules.must_place(sum(hindering.values()), dice)
    if placed + left >= needed:
        yield 0, way
    if placed < needed:
        for kind, (unit, count) in enumerate(hindering.items()):
            if way[kind] < count:
                yield unit, less(way, kind, -1)


def least(prospects: Iterable[P], no_better: Callable[[P, P], bool]) -> list[P]:
    """The prospects that are better than another in some entry for each other."""
    found: list[P] = []
    for prospect in prospects:
        if not any(no_better(other, prospect) for other in found):
            found = [other for other in found if not no_better(prospect, other)]
            found.append(prospect)
    return found


def settled(values: Sequence[int], hindering: dict[int, int], supply: Supply[S]) -> list[tuple[int, int]]:
    """The Hindering and the Beneficial unit on each die (0: none) that give the acting side the most."""
    layers = [{(0,) * len(hindering): supply.no_dice()}]
    for left, value in zip(range(len(values) - 1, -1, -1), values, strict=True):
        layer: dict[Way, tuple[S, ...]] = {}
        for way, prospect in layers[-1].items():
            for unit, further in _ways_on(way, hindering, len(values), left):
                better = supply.and_die(prospect, value + unit)
                layer[further] = supply.aim.joined(layer[further], better) if further in layer else better
        layers.append(layer)
    return list(_traced(values, hindering, supply, layers))[::-1]


def _traced(
    values: Sequence[int], hindering: dict[int, int], supply: Supply[S], layers: Sequence[dict[Way, tuple[S, ...]]]
) -> Iterator[tuple[int, int]]:
    """The units behind the best end of `settled`, from the last die back to the first; none where none is needed."""
    helping, later = supply.everything, tuple[int, ...]()
    way, best = max(
        ((way, supply.reached(prospect, helping)) for way, prospect in layers[-1].items()), key=lambda end: end[1]
    )
    for value, before in zip(reversed(values), reversed(layers[:-1]), strict=True):
        for hindered, helped, earlier, rest in _ways_back(way, helping, hindering, supply.units):
            final = value + hindered + helped
            if earlier in before and supply.reached(before[earlier], rest, (final, *later)) == best:
                yield hindered, helped
                way, helping, later = earlier, rest, (final, *later)
                break


def _ways_back(
    way: Way, helping: Way, hindering: Iterable[int], units: Sequence[int]
) -> Iterator[tuple[int, int, Way, Way]]:
    """Each pair of units (0: none) that the last die may have taken, and the ways that leaves to the dice before it."""
    for kind, hindered in enumerate((0, *hindering)):
        earlier = way if not kind else less(way, kind - 1)
        for other, helped in enumerate((0, *units)):
            rest = helping if not other else less(helping, other - 1)
            if min((*earlier, *rest), default=0) >= 0:
                yield hindered, helped, earlier, rest


def _places(units: Sequence[int], chosen: Iterable[int], dice: int) -> tuple[int, ...]:
    """The die of each unit, the first die for the first unit of its value; `chosen` has the unit on each die, twice."""
    dice_of: dict[int, list[int]] = {}
    for place, unit in enumerate(chosen):
        dice_of.setdefault(unit, []).append(place % dice)
    return tuple(dice_of[unit].pop(0) if dice_of.get(unit) else -1 for unit in units)
