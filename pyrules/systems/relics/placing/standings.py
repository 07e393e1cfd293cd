"""What dice leave open for simple modifiers, whatever dice are still to come.

A standing keeps of some dice only what matters for the best placement on all of them, reckoned beyond the dice without
any modifier. There are few standings, as further dice of a kind soon change nothing.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pyrules.core.patience import TooMuchWork, seconds_left
from pyrules.systems.relics.placing.prospects import Known, Move
from pyrules.systems.relics.placing.supply import Supply

A_SECOND = 650_000
"""As much work as is done in a second where it goes slowly; a piece of it is a microsecond where it goes fast."""

UNITS, FEWER_UNITS = "these simple modifiers", "use fewer of them, or fewer different ones"
"""What odds are too much work with, and what to do."""

TOO_LONG = f"exact odds of {UNITS} would take too long, so {FEWER_UNITS}"

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Change:
    """The dice counted beyond those without simple modifiers, packed, by the successes of these.

    With fewer of them than `bounds[0]` it is `sums[0]`, from there on `sums[1]`, and so on; none where not all
    Hindering units can be placed.
    """

    bounds: tuple[int, ...]
    sums: tuple[int, ...]

    def beside(self, successes: int) -> int:
        """The dice counted beyond those without modifiers, when these have so many successes; packed."""
        return self.sums[bisect_right(self.bounds, successes)]


Ends = tuple[tuple[Change, ...], Change | None]
"""What 0, 1, 2, ... more dice come to while each changes it, and what any further ones do; None when none are left."""

Met = tuple[Any, ...]
"""The entries among which whoever places the Hindering units chooses in the end."""


class Standings(ABC, Generic[S]):
    """All standings that dice can come to, found as they are asked for."""

    def __init__(self, supply: Supply, hindering: Iterable[int] = ()) -> None:
        self.supply = supply
        self.aim = supply.aim
        self.prospects = supply.prospects
        self.worths: Sequence[Any] = [None] * len(supply.units)
        self.worth = Known[int, Sequence[Any]](lambda value: supply.worth(value, hindering))
        self.changes = Known[Met, Change](self._change)
        self.work, self.most = 0, A_SECOND * seconds_left()
        self.last = supply.ways.number - 1
        self.met = Known[S, Met](self._met)
        self.dice = Known[int, Known[S, S]](lambda value: Known(self._with_die(value)))
        self.ends = Known[tuple[tuple[Met, ...], bool], Ends](self._ends)

    def spend(self, work: int) -> None:
        """Count work; raises `TooMuchWork` when it is more than people want to wait for."""
        self.work += work
        if self.work > self.most:
            raise TooMuchWork(TOO_LONG)

    @abstractmethod
    def no_dice(self) -> S:
        """The standing before any die."""

    @abstractmethod
    def _with_die(self, value: int) -> Callable[[S], S]:
        """What a standing becomes with one more die, which shows `value` before any modifier."""

    def passed(self, later: Sequence[int], most: int) -> Callable[[S], tuple[Any, int]]:
        """What a standing becomes where only dice that show `later` values are still to come, and the dice that count.

        Where that is one value, it is what at most so many of these dice come to.
        """
        closer = self._closer(later)
        return self._ended(closer, later[0], most) if len(later) == 1 else closer

    @abstractmethod
    def _closer(self, later: Sequence[int]) -> Callable[[S], tuple[S, int]]:
        """What a standing becomes where only dice that show `later` values are still to come, and the dice that count.

        What units can still come to on those dice bounds how much it matters to have them left; beyond that standings
        are alike, and so are those that differ by the same dice everywhere.
        """

    @abstractmethod
    def _met(self, standing: S) -> Met:
        """What a standing comes to in the end."""

    @abstractmethod
    def _chosen(self, reached: Iterable[tuple[bool, int]]) -> tuple[bool, int]:
        """What whoever places the Hindering units wants of all that can be reached."""

    def and_die(self, standing: S, value: int) -> S:
        """The standing with one more die, which shows `value` before any modifier."""
        return self.dice[value][standing]

    def _each(self, value: int, over: int) -> Callable[[int], int]:
        """What a prospect becomes with one more die; only what goes beyond one showing `over` counts."""
        more, moves = self.supply.moves[value, over]

        def with_die(prospect: int) -> int:
            self.spend(self.prospects.work * (1 + len(moves)))
            return self.prospects.with_die(prospect, more, moves)

        return with_die

    def _bounding(self, later: Sequence[int]) -> list[Move]:
        """The moves of keeping units that are no longer worth what they were; they come to no more on later dice."""
        worths = [self.aim.most(each) for each in zip(*[self.worth[value] for value in later], strict=True)]
        kinds = [kind for kind, (worth, was) in enumerate(zip(worths, self.worths, strict=True)) if worth != was]
        self.worths = worths
        return [move for kind in kinds for move in self.supply.keeping(kind, worths[kind])]

    def run(self, value: int, standing: S, most: int) -> tuple[list[S], S | None]:
        """The standings with 0, 1, 2, ... more dice of one value, at most `most`, as long as each die changes them.

        Beside them the one that no further die changes; None when it takes more dice to come to it.
        """
        with_die = self.dice[value]
        found: list[S] = []
        for _ in range(most + 1):
            further = with_die[standing]
            if further == standing:
                return found, further
            found.append(standing)
            standing = further
        return found, None

    def _ended(self, closer: Callable[[S], tuple[S, int]], value: int, most: int) -> Callable[[S], tuple[Ends, int]]:
        """What a standing comes to with 0, 1, 2, ... of the last dice, at most `most`, and the dice that then count.

        Standings are alike where that is the same but for these.
        """

        def ends(standing: S) -> tuple[Ends, int]:
            changing, last = self.run(value, standing, most)
            met = [self.met[further] for further in (changing if last is None else [*changing, last])]
            certain = next((self.aim.first(entries[0]) for entries in met if entries), self.supply.nothing)
            less = self.aim.less(certain)
            beyond = tuple([self.aim.raised(entries, less) for entries in met])
            return self.ends[beyond, last is not None], self.aim.counted(certain)

        known = Known[S, tuple[Ends, int]](ends)

        def ended(standing: S) -> tuple[Ends, int]:
            closed, counted = closer(standing)
            end, more = known[closed]
            return end, counted + more

        return ended

    def _ends(self, met: tuple[tuple[Met, ...], bool]) -> Ends:
        entries, all_told = met
        changes = [self.changes[each] for each in entries]
        if not all_told:
            return tuple(changes), None
        while len(changes) > 1 and changes[-2] == changes[-1]:
            changes.pop()
        return tuple(changes[:-1]), changes[-1]

    def _change(self, entries: Met) -> Change:
        if not entries:
            return Change((), ())
        turns = sorted({bound for entry in entries for bound in self.aim.bounds(entry)})
        self.spend(3 * len(entries) * (1 + len(turns)))
        bounds, sums = [], [self._dice(entries, min(turns, default=0) - 1)]
        for bound in turns:
            dice = self._dice(entries, bound)
            if dice != sums[-1]:
                bounds.append(bound)
                sums.append(dice)
        return Change(tuple(bounds), tuple(sums))

    def _dice(self, entries: Met, successes: int) -> int:
        _, wanted = self._chosen([self.aim.reached(entry, successes) for entry in entries])
        return self.aim.dice(wanted)


class Unopposed(Standings[int]):
    """Those of a side that places all units itself: a standing is one prospect."""

    def no_dice(self) -> int:
        """The prospect of no dice."""
        return self.prospects.nothing

    def _with_die(self, value: int) -> Callable[[int], int]:
        return self._each(value, value)

    def _closer(self, later: Sequence[int]) -> Callable[[int], tuple[int, int]]:
        """What a prospect becomes, beyond what is certain."""
        aim, prospects = self.aim, self.prospects
        moves = self._bounding(later)
        if not moves:
            return lambda standing: (standing, 0)

        def closer(standing: int) -> tuple[int, int]:
            self.spend(prospects.work * (1 + len(moves)))
            certain, beyond = prospects.apart(prospects.closed(standing, moves))
            return beyond, aim.counted(certain)

        return closer

    def _met(self, standing: int) -> Met:
        return (self.prospects.entry(standing, self.last),)

    def _chosen(self, reached: Iterable[tuple[bool, int]]) -> tuple[bool, int]:
        return max(reached)
