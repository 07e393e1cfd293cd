"""Where simple modifiers go on one throw: the exact best placement for whoever places them.

The opposition places its units first: of all prospects that it can leave, it keeps those that are not better for the
acting side, entry by entry, than another. The acting side then takes the best that is left: an assignment problem,
solved by dynamic programming as dice and kinds of units are few.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, count
from math import prod
from operator import sub

from pyrules.core.rulebook import rule
from pyrules.systems.relics import pool, rules
from pyrules.systems.relics.model import Test
from pyrules.systems.relics.placing.allocation import Supply, Way
from pyrules.systems.relics.placing.objective import Objective, objective
from pyrules.systems.relics.rulings import HINDERING, PLACEMENT

MOST_STEPS = 20_000

PROPOSED = ("Most successes", "Least Doom", "Hindering: most harm", "Hindering: least harm")
"""What the choices of both house rules about placement come to, in their order."""


def kinds(units: Iterable[int], dice: int) -> dict[int, int]:
    """How many units there are of each value, as far as there are dice for them."""
    return {value: min(count, dice) for value, count in sorted(Counter(units).items()) if dice}


def signed(units: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The Hindering units and the Beneficial ones."""
    known = tuple(units)
    return tuple(unit for unit in known if unit < 0), tuple(unit for unit in known if unit > 0)


def ways(test: Test, dice: int) -> int:
    """In how many ways the simple modifiers can be used on so many dice, whichever dice these are."""
    return prod(units + 1 for side in signed(rules.units(test)) for units in kinds(side, dice).values())


def steps(test: Test) -> int:
    """How many ways to place the simple modifiers on some of the dice there are to look at, at most."""
    dice = pool.dicepool(test)
    return dice * ways(test, dice)


def too_many_ways(test: Test) -> str:
    """Why no placement of the simple modifiers is proposed; "" when one is."""
    if steps(test) <= MOST_STEPS:
        return ""
    return f"the simple modifiers can be placed in more than {MOST_STEPS} ways, so no placement is proposed"


@rule(
    "Hindering first",
    4,
    5,
    name="hindering_first",
    test="tests/systems/relics/test_placement.py::test_every_placement_against_the_oracle",
)
@lru_cache(maxsize=64)
def best_places(test: Test, values: tuple[int, ...]) -> tuple[int, ...]:
    """Hindering units are placed before Beneficial ones, which may go onto the same dice or onto others.

    The die of each unit (from 0; -1: left unused) when either side places its own as well as it can.

    By house rule the acting side places the Hindering units too. Of dice that are equally good, the first is taken.
    With `too_many_ways` the units of each sign lie on the dice in their order.
    """
    units = rules.units(test)
    if not units:
        return ()
    if too_many_ways(test):
        return _in_order(units, len(values))
    wanted = objective(test, len(values))
    hindering, helping = (kinds(side, len(values)) for side in signed(units))
    if not hindering:
        return _own_places(test, values, wanted, [0] * len(values))
    hindered = opposed(values, hindering, Supply(helping, {}, wanted)) if is_opposed(test) else None
    return _own_places(test, values, wanted, hindered)


def _in_order(units: Iterable[int], dice: int) -> tuple[int, ...]:
    """The first unit of each sign on the first die, the second on the second, and so on; -1 where no die is left.

    >>> _in_order((2, -1, 1, 1), 2)
    (0, 0, 1, -1)
    """
    places = {True: count(), False: count()}
    return tuple([place if (place := next(places[unit > 0])) < dice else -1 for unit in units])


def wished_places(test: Test, values: Sequence[int], places: Sequence[int], wanted: Objective) -> tuple[int, ...]:
    """The die of each unit when the acting side places its own by an objective; the opposition's lie at `places`."""
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


def _own_places(
    test: Test, values: Sequence[int], wanted: Objective, hindered: Sequence[int] | None
) -> tuple[int, ...]:
    """The die of each unit; `hindered` has the Hindering unit on each die (0: none), None where they are its own."""
    units = rules.units(test)
    hindering, helping = (kinds(side, len(values)) for side in signed(units))
    if hindered is None:
        chosen = settled(values, Supply(helping, hindering, wanted))
        hindered = [unit for unit, _ in chosen]
    else:
        lying = [value + unit for value, unit in zip(values, hindered, strict=True)]
        chosen = settled(lying, Supply(helping, {}, wanted))
    return _places(units, (*hindered, *(unit for _, unit in chosen)), len(values))


@rule(
    "Best placement",
    4,
    7,
    name="strategy",
    test="tests/systems/relics/test_placement.py::test_every_placement_against_the_oracle",
)
def proposals(test: Test, values: tuple[int, ...]) -> dict[tuple[int, ...], str]:
    """Place modifiers for the most successes, or to avoid botches and Disaster.

    The best placements by every house rule about them, each with what that puts first; none with `too_many_ways`.
    """
    if too_many_ways(test):
        return {}
    house = test.settings
    readings = [replace(house, placement=choice) for choice in PLACEMENT.choices]
    readings += [replace(house, hindering=choice) for choice in HINDERING.choices]
    found: dict[tuple[int, ...], str] = {}
    for label, settings in zip(PROPOSED, readings, strict=True):
        found.setdefault(best_places(replace(test, settings=settings), values), label)
    return found


def opposed(values: Sequence[int], hindering: Mapping[int, int], supply: Supply) -> list[int]:
    """The Hindering unit on each die (0: none) that leaves the acting side the least."""
    order = sorted(range(len(values)), key=values.__getitem__)
    nothing: Way = (0,) * len(hindering)
    layers: list[dict[Way, dict[int, tuple[Way, int, int]]]] = []
    layer = {nothing: [supply.prospects.nothing]}
    for left, die in zip(range(len(values) - 1, -1, -1), order, strict=True):
        found: dict[Way, dict[int, tuple[Way, int, int]]] = {}
        for way, prospects in layer.items():
            for unit, further in _ways_on(way, hindering, len(values), left):
                reached = found.setdefault(further, {})
                for prospect in prospects:
                    reached.setdefault(supply.and_die(prospect, values[die] + unit), (way, prospect, unit))
        layers.append(found)
        layer = {}
        for way, reached in found.items():
            least = supply.prospects.least(reached)
            layer[way] = [prospect for prospect in reached if prospect in least]
    chosen = [0] * len(values)
    way, prospect = min(
        ((way, prospect) for way, prospects in layer.items() for prospect in prospects),
        key=lambda end: supply.reached(end[1], supply.ways.counts),
    )
    for found, die in zip(reversed(layers), reversed(order), strict=True):
        way, prospect, chosen[die] = found[way][prospect]
    return chosen


def _ways_on(way: Way, hindering: Mapping[int, int], dice: int, left: int) -> Iterator[tuple[int, Way]]:
    """Each Hindering unit that the next die may take (0: none), with the way it leads to."""
    placed = sum(way)
    needed = rules.must_place(sum(hindering.values()), dice)
    if placed + left >= needed:
        yield 0, way
    if placed < needed:
        for kind, (unit, units) in enumerate(hindering.items()):
            if way[kind] < units:
                yield unit, (*way[:kind], way[kind] + 1, *way[kind + 1 :])


def settled(values: Sequence[int], supply: Supply) -> list[tuple[int, int]]:
    """The Hindering and the Beneficial unit on each die (0: none) that give the acting side the most."""
    prospects = [*accumulate(values, supply.and_die, initial=supply.prospects.nothing)]
    return list(_traced(values, supply, prospects))[::-1]


def _traced(values: Sequence[int], supply: Supply, prospects: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The units behind the best end of `settled`, from the last die back to the first; none where none is needed."""
    rest, later = supply.ways.counts, 0
    best = supply.reached(prospects[-1], rest, later)
    for value, before in zip(reversed(values), reversed(prospects[:-1]), strict=True):
        for take in supply.takes[value]:
            left, further = tuple(map(sub, rest, take.way)), later + supply.brings(take, value)
            if min(left, default=0) >= 0 and supply.reached(before, left, further) == best:
                yield take.hindering, take.helping
                rest, later = left, further
                break


def _places(units: Sequence[int], chosen: Iterable[int], dice: int) -> tuple[int, ...]:
    """The die of each unit, the first die for the first unit of its value; `chosen` has the unit on each die, twice."""
    dice_of: dict[int, list[int]] = {}
    for place, unit in enumerate(chosen):
        dice_of.setdefault(unit, []).append(place % dice)
    return tuple(dice_of[unit].pop(0) if dice_of.get(unit) else -1 for unit in units)
