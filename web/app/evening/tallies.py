"""Counts of every face of the dice, beside what fair dice would give."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import erfc, exp, pi, sqrt

from app.log.state import Unseen, is_open
from pyrules.campaign.events import Rolled
from pyrules.campaign.ledger import Entry
from pyrules.core.roll import Die

LEAST_EXPECTED = 5
"""A face must be expected this often before the test says anything: the usual rule for chi-square."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of the faces of one kind of die, from 1 upwards; `physical` dice were rolled by hand."""

    sides: int
    physical: bool
    times: tuple[int, ...]

    @property
    def throws(self) -> int:
        """The number of throws."""
        return sum(self.times)

    @property
    def expected(self) -> float:
        """The number of times that fair dice would show each face."""
        return self.throws / self.sides

    @property
    def mean(self) -> float:
        """The average face."""
        return sum(face * times for face, times in enumerate(self.times, 1)) / self.throws

    @property
    def missing(self) -> int:
        """The number of throws that the test still needs before it can say anything."""
        return max(0, LEAST_EXPECTED * self.sides - self.throws)

    @property
    def chance(self) -> float:
        """The chance that fair dice come out at least this uneven (Pearson's chi-square test)."""
        expected = self.expected
        return upper_tail(sum((times - expected) ** 2 for times in self.times) / expected, self.sides - 1)


def upper_tail(square: float, freedom: int) -> float:
    """The chance of a chi-square value of at least `square`, with `freedom` degrees of freedom (1 or more).

    >>> round(upper_tail(11.0705, 5), 4), round(upper_tail(3.8415, 1), 4), upper_tail(0, 7)
    (0.05, 0.05, 1.0)
    """
    half = square / 2
    if freedom % 2:
        total = erfc(sqrt(half))
        term = exp(-half) * sqrt(half / pi) * 2
        first = 3
    else:
        total = term = exp(-half)
        term *= half
        first = 4
    for degree in range(first, freedom + 1, 2):
        total += term
        term *= square / degree
    return min(total, 1.0)


def tallies(entries: Iterable[Entry], unseen: Unseen = None) -> tuple[Tally, ...]:
    """Every kind of die that was thrown, real ones apart, the smallest first.

    What is not told to the reader does not count until it is. Undone rolls count as well, since undoing a bad roll
    makes no die better; real dice of undone rolls do not, since they may have been entered by mistake, nor dice typed
    in by count, whose faces stand for others.
    """
    dice: dict[bool, Counter[Die]] = {False: Counter(), True: Counter()}
    for entry in entries:
        event = entry.event
        mistaken = isinstance(event, Rolled) and ((entry.is_struck and event.physical) or event.counted)
        if isinstance(event, Rolled) and not mistaken and is_open(event, unseen):
            for pool in event.dice:
                dice[event.physical].update(pool)
    return tuple(tally for physical in (False, True) for tally in tallies_of(dice[physical], physical=physical))


def tallies_of(dice: Counter[Die], *, physical: bool) -> list[Tally]:
    """The faces of dice, size by size."""
    times: dict[int, list[int]] = {}
    for die, number in dice.items():
        faces = times.setdefault(die.sides, [0] * die.sides)
        for face in die.faces:
            faces[face - 1] += number
    return [Tally(sides, physical, tuple(times[sides])) for sides in sorted(times)]
