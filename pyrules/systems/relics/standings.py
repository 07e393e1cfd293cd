"""What dice leave open for simple modifiers, whatever dice are still to come.

A standing keeps of some dice only what matters for the best placement on all of them: for every way to have used
Hindering units, the prospects that are left, reckoned beyond the dice without any modifier. There are few standings,
as further dice of a kind soon change nothing.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import reduce
from typing import Any, TypeVar

from pyrules.core.odds import TooMuchWork
from pyrules.systems.relics.aims import Aim
from pyrules.systems.relics.placement import Supply, Way, least, less

Standing = tuple[tuple[Way, tuple[int, ...]], ...]
"""The prospects, by number, for every way to have used Hindering units."""

MOST_WORK = 100_000
"""As much work is done for the odds of one turn's modifiers: about a tenth of a second, in a browser a quarter."""

ENTRIES = 8
"""As many entries are reckoned by the work of comparing two prospects."""

D = TypeVar("D", bound=Hashable)


class Known(dict[D, int]):
    """Numbers of prospects that are worked out when they are first asked for."""

    def __init__(self, work_out: Callable[[D], int]) -> None:
        self.work_out = work_out

    def __missing__(self, asked: D) -> int:
        self[asked] = self.work_out(asked)
        return self[asked]


class Standings:
    """All standings that dice can come to, found as they are asked for.

    `opposed` says that the opposition places the Hindering units, against the side that acts.
    """

    def __init__(self, helping: dict[int, int], hindering: dict[int, int], wanted: Aim[Any], *, opposed: bool) -> None:
        self.supply = Supply(helping, wanted)
        self.hindering = hindering
        self.opposed = opposed
        self.prospects: list[tuple[Any, ...]] = []
        self.numbers: Known[tuple[Any, ...]] = Known(self._numbered)
        self.dice: dict[tuple[int, int], Known[int]] = {}
        self.found: dict[tuple[Standing, int], Standing] = {}
        self.left: dict[frozenset[int], tuple[int, ...]] = {}
        self.moves: dict[Way, list[tuple[int, Way]]] = {}
        self.compared: dict[tuple[int, int], bool] = {}
        self.work = 0

    def spend(self, work: int) -> None:
        """Count work; raises `TooMuchWork` when it is more than people want to wait for."""
        self.work += work * self.supply.aim.effort
        if self.work > MOST_WORK:
            raise TooMuchWork(
                "exact odds with these simple modifiers would take too long; use fewer of them, or fewer different ones"
            )

    def no_dice(self) -> Standing:
        """The standing before any die."""
        return (((0,) * len(self.hindering), (self.numbers[self.supply.no_dice()],)),)

    def and_die(self, standing: Standing, value: int) -> Standing:
        """The standing with one more die, which shows `value` before any modifier."""
        if (standing, value) not in self.found:
            self.found[standing, value] = self._and_die(standing, value)
        return self.found[standing, value]

    def _and_die(self, standing: Standing, value: int) -> Standing:
        reached: dict[Way, set[int]] = {}
        for way, numbers in standing:
            for unit, further in self._moves(way):
                with_die = map(self._die(value + unit, value), numbers)
                if further in reached:
                    reached[further].update(with_die)
                else:
                    reached[further] = set(with_die)
        self.spend(len(reached) + sum(map(len, reached.values())) // 3)
        return tuple([(way, self._left(frozenset(numbers))) for way, numbers in sorted(reached.items())])

    def _moves(self, way: Way) -> list[tuple[int, Way]]:
        """Each Hindering unit that the next die may take (0: none), with the way it leads to."""
        if way not in self.moves:
            more = [
                (unit, less(way, kind, -1))
                for kind, (unit, count) in enumerate(self.hindering.items())
                if way[kind] < count
            ]
            self.moves[way] = [(0, way), *more]
        return self.moves[way]

    def _die(self, value: int, over: int) -> Callable[[int], int]:
        """What prospects become, by number, with one more die; only what goes beyond one showing `over` counts."""
        if (value, over) not in self.dice:
            self.dice[value, over] = Known(
                lambda number: self.numbers[self.supply.and_die(self.prospects[number], value, over)]
            )
        return self.dice[value, over].__getitem__

    def _numbered(self, prospect: tuple[Any, ...]) -> int:
        self.spend(1 + len(prospect) * (1 + len(self.supply.units)) // ENTRIES)
        self.prospects.append(prospect)
        return len(self.prospects) - 1

    def run(self, standing: Standing, value: int, most: int) -> tuple[list[Standing], Standing | None]:
        """The standings with 0, 1, 2, ... more dice of one value, at most `most`, as long as each die changes them.

        Beside them the one that no further die changes; None when it takes more dice to come to it.
        """
        found = [standing]
        for _ in range(most + 1):
            further = self.and_die(found[-1], value)
            if further == found[-1]:
                return found[:-1], further
            found.append(further)
        return found[:-1], None

    def ends(self, standing: Standing, placed: int) -> tuple[Any, ...]:
        """What may be left of it once that many Hindering units lie on the dice; empty when they cannot."""
        entries = {self.prospects[number][-1] for way, numbers in standing if sum(way) == placed for number in numbers}
        return tuple(sorted(entries))

    def settled(self, ends: Iterable[Any], successes: int) -> int:
        """The sum that is left in the end, beside the successes of the dice without modifiers."""
        best = min if self.opposed else max
        return best(self.supply.aim.reached(entry, successes) for entry in ends)[1]

    def _left(self, numbers: frozenset[int]) -> tuple[int, ...]:
        """The prospects that whoever places the Hindering units keeps open."""
        if len(numbers) == 1:
            return tuple(numbers)
        if numbers not in self.left:
            if self.opposed:
                kept = least(sorted(numbers), self._no_better)
            else:
                kept = [self.numbers[reduce(self.supply.aim.joined, map(self.prospects.__getitem__, numbers))]]
            self.left[numbers] = tuple(sorted(kept))
        return self.left[numbers]

    def _no_better(self, one: int, other: int) -> bool:
        if (one, other) not in self.compared:
            self.spend(1)
            self.compared[one, other] = self.supply.aim.no_better(self.prospects[one], self.prospects[other])
        return self.compared[one, other]
