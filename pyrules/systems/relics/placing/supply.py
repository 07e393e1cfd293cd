"""The units that a side places on its own dice, and what these can come to with them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pyrules.systems.relics.placing.aims import BLANK, Aim
from pyrules.systems.relics.placing.prospects import Known, Move, Way, Ways


@dataclass(frozen=True, slots=True)
class Take:
    """The units that one die takes: one of each sign (0: none), and how many of each kind that makes."""

    hindering: int
    helping: int
    way: Way


class Supply:
    """The units that a side places on its own dice: Beneficial ones as it likes, Hindering ones as far as it can."""

    def __init__(self, helping: Mapping[int, int], hindering: Mapping[int, int], wanted: Aim[Any]) -> None:
        self.aim = wanted
        self.nothing = wanted.beyond(0, 0)
        self.hindering, self.helping = (0, *hindering), (0, *helping)
        self.units = (*hindering, *helping)
        self.ways = Ways((*hindering.values(), *helping.values()))
        self.prospects = wanted.prospects(self.ways)
        self.takes = Known[int, list[Take]](self._takes)
        self.moves = Known[tuple[int, int], tuple[Any, list[Move]]](self._moves)

    def _takes(self, value: int) -> list[Take]:
        """What a die that shows such a value may take, as far as it can be wanted or has to be."""
        return [
            Take(hindered, helped, tuple([int(unit in (hindered, helped)) for unit in self.units]))
            for hindered in self.hindering
            for helped in self.helping
            if not helped or self.aim.gains(value + hindered + helped, value + hindered)
        ]

    def brings(self, take: Take, value: int, over: int = BLANK) -> Any:
        """What a die that takes units adds beyond one showing `over`."""
        return self.aim.beyond(value + take.hindering + take.helping, over, bool(take.hindering))

    def _moves(self, die: tuple[int, int]) -> tuple[Any, list[Move]]:
        """What a die adds without any unit, and the moves that it may make with some."""
        value, over = die
        nothing, *taken = self.takes[value]
        moves = [self.prospects.move(take.way, self.brings(take, value, over)) for take in taken]
        return self.brings(nothing, value, over), moves

    def and_die(self, prospect: int, value: int, over: int = BLANK) -> int:
        """The prospect with one more die, which may take units; only what goes beyond a die showing `over` counts."""
        return self.prospects.with_die(prospect, *self.moves[value, over])

    def reached(self, prospect: int, way: Way, later: Any = None) -> tuple[bool, int]:
        """What a prospect comes to when so many units may be used, with what further dice bring."""
        entry = self.prospects.entry(prospect, self.ways.place(way))
        if later is not None:
            (entry,) = self.aim.raised((entry,), later)
        return self.aim.reached(entry)

    def worth(self, value: int, hindering: Iterable[int] = ()) -> list[Any]:
        """What a unit of each kind comes to at most on a die that shows such a value, and may be hindered."""
        hindered = (*self.hindering, *hindering)
        return [self._most(unit, value, hindered if unit > 0 else self.helping) for unit in self.units]

    def _most(self, unit: int, value: int, others: Iterable[int]) -> Any:
        """What a unit comes to at most, beside another one or none."""
        beyond, dice = self.aim.beyond, [value + other for other in others]
        return self.aim.most([self.nothing, *[beyond(die + unit, die, unit < 0) for die in dice]])

    def keeping(self, kind: int, worth: Any) -> Iterator[Move]:
        """The moves of having any units of a kind unused, when each comes to so much."""
        kept, times, count = 0, 1, self.ways.counts[kind]
        while kept < count:
            way = tuple([times * (kind == each) for each in range(len(self.units))])
            yield self.prospects.back(way, self.aim.less(worth, times))
            kept, times = kept + times, min(2 * times, count - kept - times)
