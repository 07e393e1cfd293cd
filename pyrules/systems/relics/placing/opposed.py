"""What dice leave open where the opposition places the Hindering units.

It keeps of all prospects those that are not better for the acting side, entry by entry, than another.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from pyrules.systems.relics.placing.prospects import Known, Ways
from pyrules.systems.relics.placing.standings import Met, Standings
from pyrules.systems.relics.placing.supply import Supply

MANY = 8
"""From so many Hindering units of a value on, what they may still come to is worth asking for."""

Open = tuple[int, ...]
"""The prospects among which the opposition may still choose; none where there are too few dice."""

Standing = tuple[Open, ...]
"""Those for every way to have used Hindering units."""


class Opposed(Standings[Standing]):
    """The standings of dice that the opposition hinders; `placed` of its units lie on them in the end."""

    def __init__(self, supply: Supply, hindering: Mapping[int, int], placed: int) -> None:
        super().__init__(supply, hindering)
        self.hindering = hindering
        self.placed = placed
        self.ways = Ways(tuple(hindering.values()))
        self.used = list(map(sum, self.ways))
        self.spare = [
            (place, kind, place + self.ways.strides[kind])
            for place, way in reversed([*enumerate(self.ways)])
            for kind, count in enumerate(hindering.values())
            if way[kind] < count and sum(way) < placed
        ]
        self.each = Known[tuple[int, int], Known[int, int]](lambda die: Known(self._each(*die)))
        self.least = Known[frozenset[int], Open](self._least)

    def no_dice(self) -> Standing:
        """One prospect, and no unit used."""
        return ((self.prospects.nothing,), *[()] * (self.ways.number - 1))

    def _with_die(self, value: int) -> Callable[[Standing], Standing]:
        hindered = list(self._hindered(value))

        def further(standing: Standing) -> Standing:
            self.spend(len(standing))
            return tuple([among[tuple([standing[place] for place in places])] for places, among in hindered])

        return further

    def _hindered(self, value: int) -> Iterator[tuple[Sequence[int], Known[tuple[Open, ...], Open]]]:
        """For every way, the places of those before one more die, and what their prospects become with it."""
        among = Known[tuple[int, ...], Known[tuple[Open, ...], Open]](
            lambda units: Known(partial(self._among, [self.each[value + unit, value] for unit in units]))
        )
        for place, way in enumerate(self.ways):
            taken = [
                (unit, place - stride)
                for unit, used, stride in zip(self.hindering, way, self.ways.strides, strict=True)
                if used
            ]
            units, places = zip((0, place), *taken, strict=True)
            yield places, among[units]

    def _among(self, with_die: Sequence[Known[int, int]], before: Sequence[Open]) -> Open:
        """What prospects become with a die that takes one unit or another."""
        reached = [each[prospect] for prospects, each in zip(before, with_die, strict=True) for prospect in prospects]
        return self.least[frozenset(reached)]

    def _least(self, prospects: frozenset[int]) -> Open:
        if len(prospects) > 1:
            self.spend(self.prospects.work * len(prospects) ** 2 // 2)
        return self.prospects.least(prospects)

    def _closer(self, later: Sequence[int]) -> Callable[[Standing], tuple[Standing, int]]:
        """What every prospect becomes, beyond what is certain."""
        aim, prospects = self.aim, self.prospects
        moves, spared = self._bounding(later), self._spared(later)
        if not (moves or spared):
            return lambda standing: (standing, 0)

        def close(open_: Open) -> Open:
            self.spend(prospects.work * (1 + len(moves)) * len(open_))
            return self.least[frozenset([prospects.closed(prospect, moves) for prospect in open_])]

        closed = Known[Open, Open](close)
        added = Known[tuple[Open, Any], Open](
            lambda asked: tuple(sorted(map(partial(prospects.added, more=asked[1]), asked[0])))
        )

        def closer(standing: Standing) -> tuple[Standing, int]:
            left = [closed[open_] for open_ in standing]
            for place, kind, further in self.spare if spared else ():
                left[place] = self.least[frozenset((*left[place], *added[left[further], spared[kind]]))]
            certain = min([aim.first(prospects.entry(prospect, 0)) for prospect in left[0]])
            taken = aim.less(certain)
            return tuple([added[open_, taken] for open_ in left]), aim.counted(certain)

        return closer

    def _spared(self, later: Sequence[int]) -> list[Any]:
        """At least what later dice are spared by one Hindering unit of each value.

        None where there are few of them: then it is less work not to ask.
        """
        if max(self.hindering.values()) < MANY:
            return []
        helping = self.supply.helping
        harm = [
            [self.aim.beyond(value + unit + helped, value + helped) for value in later for helped in helping]
            for unit in self.hindering
        ]
        if self.placed < sum(self.hindering.values()):
            harm = [[*chain(*harm)]] * len(harm)
        return [self.aim.less(self.aim.least(each)) for each in harm]

    def _met(self, standing: Standing) -> Met:
        ends = [prospects for prospects, used in zip(standing, self.used, strict=True) if used == self.placed]
        return self.aim.left({self.prospects.entry(prospect, self.last) for prospect in chain(*ends)})

    def _chosen(self, reached: Iterable[tuple[bool, int]]) -> tuple[bool, int]:
        return min(reached)
