"""What dice leave open for simple modifiers, whatever dice are still to come.

A standing keeps of some dice only what matters for the best placement on all of them: for every way to have used
Hindering units, the prospects that are left, reckoned beyond the dice without any modifier. There are few standings,
as further dice of a kind soon change nothing.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, product
from typing import Any, TypeVar

from pyrules.core.odds import TooMuchWork
from pyrules.systems.relics import rules
from pyrules.systems.relics.aims import counted
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placement import Supply, Way, least, less

Standing = tuple[tuple[Way, tuple[int, ...]], ...]
"""The prospects, by number, for every way to have used Hindering units."""

MOST_WORK = 60_000
"""As much work is done for the odds of one turn's modifiers: about a tenth of a second, in a browser a fifth."""

MANY = 8
"""From so many Hindering units of a value on, what they may still come to is worth asking for."""

ENTRIES = 8
"""As many entries are reckoned by the work of comparing two prospects."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Known(dict[K, V]):
    """What is worked out when it is first asked for."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        self.work_out = work_out

    def __missing__(self, asked: K) -> V:
        found = self[asked] = self.work_out(asked)
        return found


@dataclass(frozen=True, slots=True)
class Change:
    """What simple modifiers come to, by the successes of the dice without them.

    With fewer of these than `bounds[0]` it is `sums[0]`, from there on `sums[1]`, and so on; none where not all
    Hindering units can be placed.
    """

    bounds: tuple[int, ...]
    sums: tuple[int, ...]

    def beside(self, successes: int) -> Tally:
        """The dice counted beyond those without modifiers, when these have so many successes."""
        return counted(self.sums[bisect_right(self.bounds, successes)])

    def beyond(self, sum_: int) -> "Change":
        """The change that is left when the dice that such a sum counts are counted among those without modifiers."""
        successes = rules.total(counted(sum_)) if self.bounds else 0
        return Change(tuple([bound + successes for bound in self.bounds]), tuple([each - sum_ for each in self.sums]))


Ends = tuple[tuple[Change, ...], Change | None]
"""What 0, 1, 2, ... more dice come to while each changes it, and what any further ones do; None when none are left."""


class Standings:
    """All standings that dice can come to, found as they are asked for.

    `placed` is how many of the Hindering units lie on the dice in the end; `opposed` says that the opposition places
    them, against the side that acts.
    """

    def __init__(self, supply: Supply[Any], hindering: dict[int, int], placed: int, *, opposed: bool) -> None:
        self.supply = supply
        self.hindering = hindering
        self.placed = placed
        self.opposed = opposed
        self.work = 0
        self.prospects: list[tuple[Any, ...]] = []
        self.numbers: Known[tuple[Any, ...], int] = Known(self._numbered)
        self.dice: dict[tuple[int, int], Known[int, int]] = {}
        self.found: Known[tuple[Standing, int], Standing] = Known(self._and_die)
        self.left: Known[frozenset[int], tuple[int, ...]] = Known(self._left)
        self.compared: Known[tuple[int, int], bool] = Known(self._no_better)
        self.moves: Known[Way, list[tuple[int, Way]]] = Known(self._moves)
        self.rest: Known[Way, list[Way]] = Known(self._rest)
        self.meeting: Known[tuple[int, int], Any] = Known(self._together)
        self.changes: Known[frozenset[Any], Change] = Known(self._change)

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
        return self.found[standing, value]

    def _and_die(self, die: tuple[Standing, int]) -> Standing:
        standing, value = die
        reached: dict[Way, set[int]] = {}
        for way, numbers in standing:
            for unit, further in self.moves[way]:
                with_die = map(self._die(value + unit, value), numbers)
                if further in reached:
                    reached[further].update(with_die)
                else:
                    reached[further] = set(with_die)
        self.spend(len(reached) + sum(map(len, reached.values())) // 2)
        return tuple([(way, self.left[frozenset(numbers)]) for way, numbers in sorted(reached.items())])

    def _moves(self, way: Way) -> list[tuple[int, Way]]:
        """Each Hindering unit that the next die may take (0: none), with the way it leads to."""
        return [(0, way)] + [
            (unit, less(way, kind, -1))
            for kind, (unit, count) in enumerate(self.hindering.items())
            if way[kind] < count
        ]

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

    def passed(self, later: Sequence[int]) -> Callable[[Standing], tuple[Standing, Tally]]:
        """What a standing becomes where only dice that show `later` values are still to come, and the dice that count.

        What units can still come to on those dice bounds how much it matters to have them left; beyond that standings
        are alike, and so are those that differ by the same dice everywhere.
        """
        aim = self.supply.aim
        hindered = {value + unit for value in later for unit in (0, *self.hindering)}
        kept = [
            aim.less(aim.most([aim.beyond(0, 0), *(aim.beyond(value + unit, value) for value in hindered)]))
            for unit in self.supply.units
        ]
        units = sum(self.supply.everything)

        def closing(number: int) -> int:
            self.spend(len(self.prospects[number]) * units // ENTRIES**2)
            return self.numbers[self.supply.at_most(self.prospects[number], kept)]

        closed = Known[int, int](closing)
        spared = self._spared(later)
        more = Known[tuple[int, Any], int](
            lambda asked: self.numbers[self.supply.aim.added(self.prospects[asked[0]], asked[1])]
        )

        def closer(standing: Standing) -> tuple[Standing, Tally]:
            reached = {way: set(map(closed.__getitem__, numbers)) for way, numbers in standing}
            for way in sorted(reached, key=sum, reverse=True):
                for kind, harmless in enumerate(spared):
                    further = less(way, kind, -1)
                    if further in reached and sum(further) <= self.placed:
                        reached[way] |= {more[number, harmless] for number in reached[further]}
                reached[way] = set(self.left[frozenset(reached[way])])
            ways = sorted(reached)
            certain = aim.first(min(self.prospects[number] for number in reached[ways[0]])[0])
            taken = aim.less(certain)
            return (
                tuple([(way, tuple(sorted([more[number, taken] for number in reached[way]]))) for way in ways]),
                aim.counted(certain),
            )

        return Known[Standing, tuple[Standing, Tally]](closer).__getitem__

    def _spared(self, later: Sequence[int]) -> list[Any]:
        """At most (at least, where they are opposed) what later dice are spared by one Hindering unit of each value.

        None where there are few of them: then it is less work not to ask.
        """
        if max(self.hindering.values(), default=0) < MANY:
            return []
        aim, helping = self.supply.aim, (0, *self.supply.units)
        harm = [
            [aim.beyond(value + unit + helped, value + helped) for value in later for helped in helping]
            for unit in self.hindering
        ]
        if self.placed < sum(self.hindering.values()):
            harm = [[*chain(*harm)]] * len(harm)
        return [aim.less((aim.least if self.opposed else aim.most)(each)) for each in harm]

    def run(self, value: int, standing: Standing, most: int) -> tuple[list[Standing], Standing | None]:
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

    def ended(self, value: int, most: int) -> Callable[[Standing], tuple[Ends, Tally]]:
        """What a standing comes to with 0, 1, 2, ... of the last dice, at most `most`, and the dice that then count.

        Standings are alike where that is the same but for these.
        """
        alone, last = self.run(value, self.no_dice(), most)
        others = [dict(other) for other in (alone if last is None else [*alone, last])]

        def ends(standing: Standing) -> tuple[Ends, Tally]:
            found = [self._end(standing, other) for other in others]
            first = next((change.sums[0] for change in found if change.sums), 0)
            changes = [change.beyond(first) for change in found]
            if last is None:
                return (tuple(changes), None), counted(first)
            while len(changes) > 1 and changes[-2] == changes[-1]:
                changes.pop()
            return (tuple(changes[:-1]), changes[-1]), counted(first)

        return ends

    def _end(self, standing: Standing, others: Mapping[Way, tuple[int, ...]]) -> Change:
        self.spend(1)
        return self.changes[
            frozenset(
                [
                    self.meeting[one, two]
                    for way, numbers in standing
                    for further in self.rest[way]
                    for two in others.get(further, ())
                    for one in numbers
                ]
            )
        ]

    def _rest(self, way: Way) -> list[Way]:
        """The ways to have used the Hindering units that are still to be placed."""
        left = [range(count - used + 1) for used, count in zip(way, self.hindering.values(), strict=True)]
        return [further for further in product(*left) if sum(way) + sum(further) == self.placed]

    def _together(self, prospects: tuple[int, int]) -> Any:
        one, two = prospects
        self.spend(1 + len(self.prospects[one]) * self.supply.aim.effort // ENTRIES)
        return self.supply.aim.together(self.prospects[one], self.prospects[two])

    def _change(self, entries: frozenset[Any]) -> Change:
        """What is left in the end, where whoever places the Hindering units chooses among entries."""
        if not entries:
            return Change((), ())
        best, reached = min if self.opposed else max, self.supply.aim.reached
        turns = sorted({bound for entry in entries for bound in self.supply.aim.bounds(entry)})
        bounds, sums = [], [best(reached(entry, min(turns, default=0) - 1) for entry in entries)[1]]
        for bound in turns:
            wanted = best(reached(entry, bound) for entry in entries)[1]
            if wanted != sums[-1]:
                bounds.append(bound)
                sums.append(wanted)
        return Change(tuple(bounds), tuple(sums))

    def _left(self, numbers: frozenset[int]) -> tuple[int, ...]:
        """The prospects that whoever places the Hindering units keeps open."""
        if len(numbers) == 1:
            return tuple(numbers)
        self.spend(len(numbers) ** 2 // ENTRIES)
        if self.opposed:
            kept = least(sorted(numbers), lambda one, other: self.compared[one, other])
        else:
            kept = [self.numbers[reduce(self.supply.aim.joined, map(self.prospects.__getitem__, numbers))]]
        return tuple(sorted(kept))

    def _no_better(self, pair: tuple[int, int]) -> bool:
        one, other = pair
        self.spend(1)
        return self.supply.aim.no_better(self.prospects[one], self.prospects[other])
