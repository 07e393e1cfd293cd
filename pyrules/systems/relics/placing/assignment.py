"""Where simple modifiers go on one throw: the exact best placement for whoever places them.

The opposition places its units first: of all prospects that it can leave, it keeps those that are not better for the
acting side, entry by entry, than another. The acting side then takes the best that is left: an assignment problem,
solved by dynamic programming as dice and kinds of units are few.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from math import prod
from operator import sub

from pyrules.core.rulebook import rule
from pyrules.systems.relics import pool, rules
from pyrules.systems.relics.model import Test
from pyrules.systems.relics.placing.allocation import Supply, Way
from pyrules.systems.relics.placing.objective import Objective, objective
from pyrules.systems.relics.rulings import DISASTER, HINDERING, PLACEMENT

MOST_STEPS = 20_000

PROPOSED = ("Most successes", "Least Doom", "Hindering: most harm", "Hindering: least harm")
"""The meanings of the choices of both house rules about placement, in their order."""


def kinds(units: Iterable[int], dice: int) -> dict[int, int]:
    """The number of units of each value, as far as there are dice for them."""
    return {value: min(count, dice) for value, count in sorted(Counter(units).items()) if dice}


def sides(test: Test) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The Hindering units that the opposition places, those that the acting side places, and its Beneficial ones."""
    units = [*zip(rules.units(test), rules.placed_by_opposition(test), strict=True)]
    return (
        tuple(unit for unit, opposed in units if opposed),
        tuple(unit for unit, opposed in units if unit < 0 and not opposed),
        tuple(unit for unit, _ in units if unit > 0),
    )


def ways(test: Test, dice: int) -> int:
    """The ways in which the simple modifiers can be used on n dice, whichever dice these are."""
    return prod(units + 1 for side in sides(test) for units in kinds(side, dice).values())


def steps(test: Test) -> int:
    """The most ways to place the simple modifiers on some of the dice."""
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
    8,
    name="hindering_first",
    test="tests/systems/relics/test_placement.py::test_every_placement_against_the_oracle",
)
@lru_cache(maxsize=64)
def best_places(test: Test, values: tuple[int, ...]) -> tuple[int, ...]:
    """Hindering units are placed before Beneficial ones, which may go onto the same dice or onto others.

    The die of each unit (from 0; -1: left unused) when either side places its own as well as it can.

    By house rule the acting side places the Hindering units too, or those that a Disaster left, on dice that have no
    Hindering unit of the opposition. Of dice that are equally good, the first is taken. With `too_many_ways` the units
    of each sign lie on the dice in their order.
    """
    units = rules.units(test)
    if not units:
        return ()
    if too_many_ways(test):
        return _in_order(units, len(values))
    wanted = objective(test, len(values))
    theirs, own, helping = (kinds(side, len(values)) for side in sides(test))
    supply = Supply(helping, own, wanted)
    hindered = place_hindering(values, theirs, supply) if theirs else [0] * len(values)
    return _own_places(test, values, supply, hindered)


def _in_order(units: Iterable[int], dice: int) -> tuple[int, ...]:
    """The first unit of each sign on the first die, the second on the second, and so on; -1 where no die is left.

    >>> _in_order((2, -1, 1, 1), 2)
    (0, 0, 1, -1)
    """
    places = {True: count(), False: count()}
    return tuple([place if (place := next(places[unit > 0])) < dice else -1 for unit in units])


def wished_places(test: Test, values: Sequence[int], places: Sequence[int], wanted: Objective) -> tuple[int, ...]:
    """The die of each unit when the acting side places its own by an objective; the opposition's lie at `places`."""
    _, own, helping = (kinds(side, len(values)) for side in sides(test))
    hindered = [0] * len(values)
    for unit, theirs, place in zip(rules.units(test), rules.placed_by_opposition(test), places, strict=True):
        if theirs and place >= 0:
            hindered[place] = unit
    return _own_places(test, values, Supply(helping, own, wanted), hindered)


def _own_places(test: Test, values: Sequence[int], supply: Supply, hindered: Sequence[int]) -> tuple[int, ...]:
    """The die of each unit; `hindered` has the Hindering unit of the opposition on each die (0: none)."""
    dice_of: dict[tuple[bool, int], list[int]] = {}
    for place, (theirs, chosen) in enumerate(zip(hindered, place_units(values, hindered, supply), strict=True)):
        for side, unit in ((True, theirs), *((False, unit) for unit in chosen)):
            dice_of.setdefault((side, unit), []).append(place)
    each = zip(rules.placed_by_opposition(test), rules.units(test), strict=True)
    return tuple(dice_of[unit].pop(0) if dice_of.get(unit) else -1 for unit in each)


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
    harm = zip(HINDERING.choices, reversed(DISASTER.choices), strict=True)
    readings += [replace(house, hindering=hindering, disaster=disaster) for hindering, disaster in harm]
    found: dict[tuple[int, ...], str] = {}
    for label, settings in zip(PROPOSED, readings, strict=True):
        found.setdefault(best_places(replace(test, settings=settings), values), label)
    return found


def place_hindering(values: Sequence[int], hindering: Mapping[int, int], supply: Supply) -> list[int]:
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
                    further_prospect = supply.and_die(prospect, values[die] + unit, hindered=unit < 0)
                    reached.setdefault(further_prospect, (way, prospect, unit))
        layers.append(found)
        layer = {}
        for way, reached in found.items():
            least = supply.prospects.least(reached)
            layer[way] = [prospect for prospect in reached if prospect in least]
    chosen = [0] * len(values)
    way, prospect = min(
        ((way, prospect) for way, prospects in layer.items() for prospect in prospects),
        key=lambda end: supply.best_result(end[1], supply.ways.counts),
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


def place_units(values: Sequence[int], hindered: Sequence[int], supply: Supply) -> list[tuple[int, int]]:
    """The Hindering and the Beneficial unit on each die (0: none) that give the acting side the most.

    `hindered` has the Hindering unit that lies on each die already.
    """
    dice = [(value + unit, unit < 0) for value, unit in zip(values, hindered, strict=True)]
    prospects = [supply.prospects.nothing]
    for value, taken in dice:
        prospects.append(supply.and_die(prospects[-1], value, hindered=taken))
    return list(_trace(dice, supply, prospects))[::-1]


def _trace(dice: Sequence[tuple[int, bool]], supply: Supply, prospects: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The units of the best end in `place_units`, from the last die back to the first; none where none is needed."""
    rest, later = supply.ways.counts, 0
    best = supply.best_result(prospects[-1], rest, later)
    for (value, taken), before in zip(reversed(dice), reversed(prospects[:-1]), strict=True):
        for take in supply.takes[value, taken]:
            left, further = tuple(map(sub, rest, take.way)), later + supply.brings(take, value)
            if min(left, default=0) >= 0 and supply.best_result(before, left, further) == best:
                yield take.hindering, take.helping
                rest, later = left, further
                break
