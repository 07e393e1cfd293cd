"""The open ends of dice for simple modifiers, whatever dice are to come: states of a dynamic program over dice.

A state keeps of some dice only what matters for the best placement on all of them, beyond what these dice bring without
any unit. There are few states, as further dice that show the same soon change nothing.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from pyrules.core.budget import seconds_left, spend
from pyrules.systems.relics.placing.allocation import Known, Numbered, Packed, Supply, Ways
from pyrules.systems.relics.placing.objective import Front, Table

SECONDS_A_STEP = 1.5e-6
"""The seconds of one step of working out states, measured in Pyodide; a move of a prospect is one step or some."""

UNITS, FEWER_UNITS = "these simple modifiers", "use fewer of them, or fewer different ones"
"""The part that makes odds too much work, and what to do."""


@dataclass(frozen=True, slots=True)
class Change:
    """The change by units of the dice that are counted, packed, by the successes of all dice without units.

    With fewer successes than `bounds[0]` it is `dice[0]`, from there on `dice[1]`, and so on.
    """

    bounds: tuple[int, ...]
    dice: tuple[int, ...]

    def beside(self, successes: int) -> int:
        """The change when the dice without units have n successes."""
        return self.dice[bisect_right(self.bounds, successes)]


class States(ABC):
    """All states that dice can come to, found as they are asked for; each is known by a whole number."""

    def __init__(self, supply: Supply, hindering: Mapping[int, int]) -> None:
        self.supply = supply
        self.hindering = hindering
        self.worths: list[int] = []
        self.wanted = supply.wanted
        self.prospects = supply.prospects
        self.changes = Known[tuple[Front, ...], Change](self._change)
        self.last = supply.ways.number - 1
        self.change = Known[int, Change](lambda state: self.changes[self._fronts(state)])
        self.dice = Known[int, Known[int, int]](lambda value: Known(self._with_die(value)))
        self.steps, self.most = 0, seconds_left() / SECONDS_A_STEP

    def spend(self, steps: int) -> None:
        """Count steps; raises `TooMuchWork` when they are more than people want to wait for."""
        self.steps += steps
        if self.steps > self.most:
            self.settle()

    def settle(self) -> None:
        """Take the time of all steps so far from what is left; raises `TooMuchWork` when it is more."""
        spend(SECONDS_A_STEP * self.steps, UNITS, FEWER_UNITS)

    @abstractmethod
    def no_dice(self) -> int:
        """The state before any die."""

    @abstractmethod
    def _with_die(self, value: int) -> Callable[[int], int]:
        """The next state with one more die, which shows `value` before any unit."""

    @abstractmethod
    def _close_state(self, state: int, closed: Callable[[int], int]) -> tuple[int, int]:
        """A state with every prospect closed, less what all its entries have in common; and that sum."""

    def closer(self, later: Sequence[int]) -> Callable[[int], tuple[int, int]]:
        """The next state where only dice that show `later` values are still to come, and the dice that count.

        What units can still come to on those dice bounds how much it matters to have them left. Beyond that states are
        alike, and so are those that differ by the same dice everywhere.
        """
        prospects, supply = self.prospects, self.supply
        if not isinstance(prospects, Packed):
            return lambda state: (state, 0)
        worths = [supply.worth(kind, later, self.hindering) for kind in range(len(supply.units))]
        moves = [
            prospects.back(way, -worth * times)
            for kind, worth in enumerate(worths)
            if [worth] != self.worths[kind : kind + 1]
            for way, times in supply.keeping(kind)
        ]
        self.worths = worths
        if not moves:
            return lambda state: (state, 0)

        def close(prospect: int) -> int:
            self.spend(prospects.work * (1 + len(moves)))
            return prospects.close_prospect(prospect, moves)

        closed = Known[int, int](close)

        def closer(state: int) -> tuple[int, int]:
            end, certain = self._close_state(state, closed.__getitem__)
            return end, self.wanted.tally(certain)

        return closer

    @abstractmethod
    def _fronts(self, state: int) -> tuple[Front, ...]:
        """The fronts among which whoever places the Hindering units chooses in the end."""

    @abstractmethod
    def _choose_result(self, reached: Iterable[tuple[bool, int]]) -> tuple[bool, int]:
        """The result that whoever places the Hindering units wants of all that can be reached."""

    def and_die(self, state: int, value: int) -> int:
        """The state with one more die, which shows `value` before any unit."""
        return self.dice[value][state]

    def states_with_dice(self, value: int, state: int, most: int) -> tuple[list[int], int | None]:
        """The states with 0, 1, 2, ... more dice of one value, at most `most`, as long as each die changes them.

        Beside them the one that no further die changes; None when it takes more dice to come to it.
        """
        with_die = self.dice[value]
        found: list[int] = []
        for _ in range(most + 1):
            further = with_die[state]
            if further == state:
                return found, further
            found.append(state)
            state = further
        return found, None

    def _each(self, value: int, over: int) -> Callable[[int], int]:
        """The next prospect with one more die, hindered where that is another value than the one it shows `over`.

        Only what goes beyond such a die counts.
        """
        more, moves = self.supply.moves[value, over, value != over]

        def with_die(prospect: int) -> int:
            self.spend(self.prospects.work * (1 + len(moves)))
            return self.prospects.with_die(prospect, more, moves)

        return with_die

    def _change(self, fronts: tuple[Front, ...]) -> Change:
        turns = sorted({bound for front in fronts for bound in self.wanted.bounds(front)})
        self.spend(3 * len(fronts) * (1 + len(turns)))
        bounds, dice = [], [self._dice(fronts, min(turns, default=0) - 1)]
        for bound in turns:
            further = self._dice(fronts, bound)
            if further != dice[-1]:
                bounds.append(bound)
                dice.append(further)
        return Change(tuple(bounds), tuple(dice))

    def _dice(self, fronts: Iterable[Front], successes: int) -> int:
        _, chosen = self._choose_result([self.wanted.choose_point(front, successes) for front in fronts])
        return self.wanted.tally(chosen)


class Unopposed(States):
    """Those of a side that places all units itself: a state is one prospect."""

    def no_dice(self) -> int:
        """The prospect of no dice."""
        return self.prospects.nothing

    def _with_die(self, value: int) -> Callable[[int], int]:
        return self._each(value, value)

    def _close_state(self, state: int, closed: Callable[[int], int]) -> tuple[int, int]:
        prospect = closed(state)
        certain = self.prospects.entry(prospect, 0)[0]
        return self.prospects.with_die(prospect, -certain, ()), certain

    def _fronts(self, state: int) -> tuple[Front, ...]:
        return (self.prospects.entry(state, self.last),)

    def _choose_result(self, reached: Iterable[tuple[bool, int]]) -> tuple[bool, int]:
        return max(reached)


Open = tuple[int, ...]
"""The prospects among which the opposition may still choose; none where there are too few dice."""


class Opposed(States):
    """Those of dice that the opposition hinders: what is open for every way to have used Hindering units.

    Of all prospects it keeps those that are not better for the acting side, entry by entry, than another (the minima of
    a partial order). In the end it has used as many units as there are dice for.
    """

    def __init__(self, supply: Supply, hindering: Mapping[int, int]) -> None:
        super().__init__(supply, hindering)
        self.hinderings = Ways(tuple(hindering.values()))
        used = [*map(sum, self.hinderings)]
        self.by_number = [
            [place for place, number in enumerate(used) if number == most] for most in range(max(used), -1, -1)
        ]
        self.open = Numbered[tuple[Open, ...]]()
        self.each = Known[tuple[int, int], Known[int, int]](lambda die: Known(self._each(*die)))
        self.least = Known[frozenset[int], Open](self._least)

    def no_dice(self) -> int:
        """One prospect, and no unit used."""
        return self.open.numbers[((self.prospects.nothing,), *[()] * (self.hinderings.number - 1))]

    def _with_die(self, value: int) -> Callable[[int], int]:
        hindered = list(self._ways_before_die(value))

        def further(state: int) -> int:
            before = self.open.each[state]
            self.spend(len(before))
            return self.open.numbers[
                tuple([among[tuple([before[place] for place in places])] for places, among in hindered])
            ]

        return further

    def _ways_before_die(self, value: int) -> Iterator[tuple[Sequence[int], Known[tuple[Open, ...], Open]]]:
        """For every way, the places of those before one more die, and what their prospects become with it."""
        among = Known[tuple[int, ...], Known[tuple[Open, ...], Open]](
            lambda units: Known(partial(self._among, [self.each[value + unit, value] for unit in units]))
        )
        for place, way in enumerate(self.hinderings):
            taken = [
                (unit, place - stride)
                for unit, used, stride in zip(self.hindering, way, self.hinderings.strides, strict=True)
                if used
            ]
            units, places = zip((0, place), *taken, strict=True)
            yield places, among[units]

    def _among(self, with_die: Sequence[Known[int, int]], before: Sequence[Open]) -> Open:
        """The next prospects with a die that takes one unit or another."""
        reached = [each[prospect] for prospects, each in zip(before, with_die, strict=True) for prospect in prospects]
        return self.least[frozenset(reached)]

    def _least(self, prospects: frozenset[int]) -> Open:
        if len(prospects) > 1:
            self.spend(self.prospects.work * len(prospects) ** 2 // 2)
        return self.prospects.least(prospects)

    def _close_state(self, state: int, closed: Callable[[int], int]) -> tuple[int, int]:
        left = [self.least[frozenset(map(closed, open_))] for open_ in self.open.each[state]]
        certain = min([self.prospects.entry(prospect, 0)[0] for prospect in left[0]])
        added = [tuple([self.prospects.with_die(one, -certain, ()) for one in open_]) for open_ in left]
        return self.open.numbers[tuple(added)], certain

    def _fronts(self, state: int) -> tuple[Front, ...]:
        left = self.open.each[state]
        most = next(places for places in self.by_number if any(left[place] for place in places))
        ends = chain(*[left[place] for place in most])
        return self.wanted.least_fronts({self.prospects.entry(prospect, self.last) for prospect in ends})

    def _choose_result(self, reached: Iterable[tuple[bool, int]]) -> tuple[bool, int]:
        return min(reached)


def states(table: Table) -> States:
    """The states of dice with the units on a table."""
    supply = Supply(dict(table.helping), dict(table.hindering), table.wanted)
    return Opposed(supply, dict(table.opposed)) if table.opposed else Unopposed(supply, {})
