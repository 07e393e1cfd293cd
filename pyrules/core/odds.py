"""The odds before a roll and the advice after it: exact chances, and the questions asked of them."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from itertools import accumulate
from math import gcd, inf, lcm, nan, sqrt
from numbers import Rational, Real
from typing import Any, Generic, NamedTuple, TypeVar, cast, overload

from pyrules.core.budget import TooMuchWork
from pyrules.core.dist import Weights
from pyrules.core.english import one_of
from pyrules.core.errors import RulesError, quote_value
from pyrules.core.ratio import Ratio
from pyrules.core.roll import MOST_DICE, Pick, Roll

T = TypeVar("T")

OPEN = re.compile(r"≤(-?[0-9]+)|(-?[0-9]+)\+")

Value = int | str
"""A value of a distribution: a number, "N+" for it and all above, "≤N" for it and all below, or a result's name."""


class NoRow(RulesError, KeyError):
    """A row that a distribution does not have; as a mapping's missing key, too."""

    __str__ = RulesError.__str__


@dataclass(frozen=True, slots=True, eq=False)
class Distribution(Mapping[Value, Ratio]):
    """Exact chances of every value: `rows` of (value, weight) in rising order, adding up to `total`.

    Values that cannot come up have no row. One that could go on without end closes with the row "N+", and begins with
    "≤N" where it could go on below. It is a mapping of each row's value to its chance, equal to every mapping of the
    same chances. Other numbers can be asked for too, as in a `Counter`: theirs is 0.

    >>> two = number_distribution((1, 2, 1))
    >>> two[1], two[9], two.get(9), len(two), dict(two)[2]
    (Ratio(1/2), Ratio(0/1), None, 3, Ratio(1/4))
    >>> two.mean(), two.median(), two.quantile(0.9), two.mode(), round(two.sd(), 3)
    (Ratio(1/1), 1, 2, 1, 0.707)
    >>> (two + two).rows, (two - 1).rows, two.map(lambda number: number > 0).rows
    (((0, 1), (1, 4), (2, 6), (3, 4), (4, 1)), ((-1, 1), (0, 2), (1, 1)), ((False, 1), (True, 3)))
    """

    rows: tuple[tuple[Value, int], ...]
    total: int

    @classmethod
    def of(cls, weights: Mapping[Any, Rational | int]) -> "Distribution":
        """The distribution of values with these weights, or chances: numbers in rising order, words as they come.

        Raises `RulesError` where a weight is negative, or all are 0, `TypeError` for one that is no exact number.

        >>> Distribution.of({2: Ratio(1, 3), 1: Ratio(1, 6), 4: Ratio(1, 2)}).rows
        ((1, 1), (2, 2), (4, 3))
        """
        for weight in weights.values():
            if not isinstance(weight, Rational):
                raise TypeError(f"a weight is a whole number or a fraction; got {type(weight).__name__} {weight!r:.60}")
        shared = lcm(*(weight.denominator for weight in weights.values()))
        parts = {
            value: int(weight.numerator) * (shared // int(weight.denominator)) for value, weight in weights.items()
        }
        found = {value: weight for value, weight in parts.items() if weight}
        if not found or min(found.values()) < 0:
            raise RulesError("weights of a distribution are 0 or more, and not all 0; leave out what cannot come up")
        common = gcd(*found.values())
        return _distribution_of((value, weight // common) for value, weight in found.items())

    def __getitem__(self, value: Value) -> Ratio:
        """The chance of this row, or of this number, whether it can come up or not; raises as `at_least`."""
        for row, weight in self.rows:
            if row == value:
                return Ratio(weight, self.total)
        if not isinstance(value, Real):
            raise self._missing(value)
        return self._between(value, value)

    def __iter__(self) -> Iterator[Value]:
        return (value for value, _ in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __contains__(self, value: object) -> bool:
        return any(value == row for row, _ in self.rows)

    def __eq__(self, other: object) -> bool:
        alike = isinstance(other, Distribution) and (self.rows, self.total) == (other.rows, other.total)
        return alike or Mapping.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(frozenset(self))

    @overload
    def get(self, value: Value, /) -> Ratio | None: ...
    @overload
    def get(self, value: Value, default: Ratio | T, /) -> Ratio | T: ...
    def get(self, value: Value, default: Any = None, /) -> Any:
        """The chance of this row; the default for what has none."""
        return self[value] if value in self else default  # noqa: SIM401 (`get` is this)

    def at_least(self, value: Value) -> Ratio:
        """The chance of this row or a later one; of this number or a higher one, whether it can come up or not.

        Raises `RulesError` for what the rows do not tell: a name that is none of theirs, a number within "N+".

        >>> number_distribution((1, 2, 1)).at_least(9), number_distribution((1, 0, 1)).at_least(1)
        (Ratio(0/1), Ratio(1/2))
        """
        if value in self:
            return self._share(self.rows[list(self).index(value) :])
        return self._between(self._number(value), inf)

    def at_most(self, value: Value) -> Ratio:
        """The chance of this row or an earlier one; otherwise as `at_least`."""
        if value in self:
            return self._share(self.rows[: list(self).index(value) + 1])
        return self._between(-inf, self._number(value))

    def mean(self) -> Ratio:
        """The mean of numbers; raises `RulesError` where a row is none."""
        return Ratio(sum(number * weight for number, weight in self._numbers("mean")), self.total)

    def sd(self) -> float:
        """The standard deviation of numbers."""
        squares = Ratio(sum(number**2 * weight for number, weight in self._numbers("standard deviation")), self.total)
        return sqrt(squares - self.mean() ** 2)

    def quantile(self, chance: Rational | float) -> Value:
        """The first row of which, with all before it, the chance is at least so much.

        Raises `RulesError` for a chance below 0 or above 1.
        """
        least = exact_chance(chance) * self.total
        reached = accumulate(weight for _, weight in self.rows)
        return next(value for value, weight in zip(self, reached, strict=True) if weight >= least)

    def median(self) -> Value:
        """The first row that is reached in half of all cases."""
        return self.quantile(Ratio(1, 2))

    def mode(self) -> Value:
        """The likeliest row, the first of equal ones."""
        return max(self.rows, key=lambda row: row[1])[0]

    def map(self, function: Callable[[Any], Value]) -> "Distribution":
        """The distribution of what a function makes of each value: numbers in rising order, words as they come up.

        Raises `RulesError` for rows "N+" and "≤N", which are more than one value.
        """
        for row in self:
            if isinstance(row, str) and OPEN.fullmatch(row):
                raise RulesError(f"{row} is one row here, and not one value that a function can be of")
        return _distribution_of((function(value), weight) for value, weight in self.rows)

    def __add__(self, other: "Distribution | int") -> "Distribution":
        """The sum of independent numbers."""
        if not isinstance(other, Distribution):
            other = Distribution(((other, 1),), 1)
        mine, others = self._numbers("sum"), other._numbers("sum")
        return _distribution_of((one + two, weight * ways) for one, weight in mine for two, ways in others)

    def __neg__(self) -> "Distribution":
        return _distribution_of((-number, weight) for number, weight in self._numbers("difference"))

    def __sub__(self, other: "Distribution | int") -> "Distribution":
        return self + -other

    def __rsub__(self, other: int) -> "Distribution":
        return -self + other

    __radd__ = __add__

    def pmf(self) -> tuple[tuple[Value, ...], tuple[float, ...]]:
        """The values and their chances, for plots: `plt.bar(*d.pmf())`; all values are text where one is."""
        words = any(isinstance(value, str) for value in self)
        return tuple(str(value) if words else value for value in self), tuple(map(float, self.values()))

    def cdf(self) -> tuple[tuple[Value, ...], tuple[float, ...]]:
        """The values, and the chance of each with all before it: `plt.step(*d.cdf(), where="post")`."""
        return self.pmf()[0], tuple(reached / self.total for reached in accumulate(weight for _, weight in self.rows))

    def to_csv(self) -> str:
        """A table for spreadsheets: every value with its exact chance and the nearest float."""
        import csv
        import io

        written = io.StringIO()
        rows = ((value, chance.exact, chance.value) for value, chance in self.items())
        csv.writer(written, lineterminator="\n").writerows((("value", "exact", "p"), *rows))
        return written.getvalue()

    def _repr_html_(self) -> str:
        card: str = import_module("pyrules.notebook").distribution_card(self)
        return card

    def __repr__(self) -> str:
        rows = ", ".join(f"{value}: {weight / self.total:.4g}" for value, weight in self.rows)
        return f"Distribution({rows})"

    def _share(self, rows: Iterable[tuple[Value, int]]) -> Ratio:
        return Ratio(sum(weight for _, weight in rows), self.total)

    def _numbers(self, asked: str) -> tuple[tuple[int, int], ...]:
        """The rows, each of one number."""
        for row, _ in self.rows:
            if isinstance(row, str):
                raise RulesError(f"{quote_value(row)} is a row here and not one number, so there is no {asked}")
        return cast("tuple[tuple[int, int], ...]", self.rows)

    def _number(self, value: Value) -> int:
        """The value, a number among numbers; raises `NoRow` for any other."""
        if not isinstance(value, Real) or None in map(_span, self):
            raise self._missing(value)
        return value

    def _missing(self, value: object) -> NoRow:
        return NoRow(f"{quote_value(value)} is no row here; use {one_of(list(map(str, self)))}")

    def _between(self, first: float, last: float) -> Ratio:
        """The chance of all numbers from the first to the last; raises `NoRow` where these are a part of a row."""
        found = 0
        for row, weight in self.rows:
            low, high = _span(row) or (nan, nan)
            if first <= low and high <= last:
                found += weight
            elif low <= last and first <= high:
                raise NoRow(f"{row} is one row here; how often each number of it comes up is not known")
        return Ratio(found, self.total)


def _distribution_of(found: Iterable[tuple[Any, int]]) -> Distribution:
    """A distribution of values that may come more than once: numbers in rising order, words as they come up."""
    weights: dict[Any, int] = {}
    for value, weight in found:
        if not isinstance(value, int | str):
            raise TypeError(f"a row is a whole number or a word; got {value!r:.60}")
        weights[value] = weights.get(value, 0) + weight
    order = sorted(weights) if all(isinstance(value, int) for value in weights) else weights
    return Distribution(tuple((value, weights[value]) for value in order), sum(weights.values()))


def _span(row: Value) -> tuple[float, float] | None:
    """The lowest and the highest number of a row; None for a name."""
    if isinstance(row, int):
        return row, row
    if not (found := OPEN.fullmatch(row)):
        return None
    return (int(found[2]), inf) if found[2] else (-inf, int(found[1]))


def number_distribution(
    weights: Weights, low: int = 0, *, endless: bool = False, bottomless: bool = False
) -> Distribution:
    """A distribution of the numbers from `low` on.

    With `endless` the last weight is that of its number and all above, with `bottomless` the first that of all below.

    >>> number_distribution((1, 2, 1), endless=True).rows, number_distribution((1, 2), -1, bottomless=True).rows
    (((0, 1), (1, 2), ('2+', 1)), (('≤-1', 1), (0, 2)))
    """
    rows: list[tuple[Value, int]] = [(value, weight) for value, weight in enumerate(weights, low) if weight]
    if endless:
        rows[-1] = (f"{rows[-1][0]}+", rows[-1][1])
    if bottomless:
        rows[0] = (f"≤{rows[0][0]}", rows[0][1])
    return Distribution(tuple(rows), sum(weights))


def exact_chance(chance: Rational | float) -> Ratio:
    """A chance that is asked for, exactly; a float is the simplest number that it may stand for.

    Raises `RulesError` below 0 and above 1.

    >>> exact_chance(0.8)
    Ratio(4/5)
    """
    from fractions import Fraction  # takes a while to load

    if chance < 0 or not chance <= 1:
        raise RulesError(f"a chance of {chance}; use 0 to 1")
    return Ratio(Fraction(chance).limit_denominator(10**12) if isinstance(chance, float) else chance)


class Goal(NamedTuple):
    """A distribution that decides a test alone, by its name, and the lowest value that is enough."""

    name: str
    least: int


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact odds of a test: the chances of its events, its distributions and their means, each by name.

    `main` names the event that the test is about: what-ifs, advice and the smallest pool are told by it. `goal` is
    what decides it, where one distribution alone does; `successes` are the
    rows of words that are enough. Events and distributions that would take too long are `left_out`. A distribution
    of something that the outcome has is called as it is there, so that what was rolled can be shown among its
    values. `forecast` says in a few words what is to be told first where that is not the chance of `main`: what a
    test that takes many rolls comes to until its end.
    """

    main: str
    events: Mapping[str, Ratio]
    distributions: Mapping[str, Distribution]
    means: Mapping[str, Ratio]
    goal: Goal | None = None
    left_out: tuple[str, ...] = ()
    forecast: str = ""
    successes: tuple[str, ...] = ()

    @property
    def leading(self) -> str:
        """The name of the distribution to look at first: the one that decides, where one does."""
        return self.goal.name if self.goal else next(iter(self.distributions))


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The value of a test when whatever is best for its main event is done after the roll.

    `events` are their chances before the roll, `costs` what is spent on average, by the counter.
    """

    events: Mapping[str, Ratio]
    costs: Mapping[str, Ratio]


@dataclass(frozen=True, slots=True)
class Advice:
    """Something that can be done after the roll, and what the chances of the events are then.

    `option` is the id of an option of the test, or `NOTHING`. It costs `cost` of `counter` and is used on `places`
    (from 0). `policy` says in words how to go on from there when the chances count on later choices as well; "" when
    nothing more is chosen. `goal` is the event that a policy is for (or against) where that is not the main one.
    `spent` is what the whole of a policy costs on average, by the counter. `rerolls` is how often dice are thrown again
    at most, this time and later.
    """

    option: str
    label: str
    chances: Mapping[str, Ratio]
    cost: int = 0
    counter: str = ""
    places: tuple[int, ...] = ()
    policy: str = ""
    goal: str = ""
    spent: Mapping[str, Ratio] = field(default_factory=dict)
    rerolls: int = 0

    @property
    def expected_costs(self) -> dict[str, Ratio]:
        """The mean cost of each counter, with all that is chosen later; what costs nothing is left out."""
        return dict(self.spent) if self.spent or not self.cost else {self.counter: Ratio(self.cost)}

    @property
    def expected_cost(self) -> Ratio:
        """The mean cost, of all counters together."""
        return sum(self.expected_costs.values(), Ratio(0))


NOTHING = "nothing"


def always(_: object) -> bool:
    """Say of any test that it is so."""
    return True


def untold(*_: object) -> None:
    """Tell nothing, whatever is asked."""


def any_size(_: object) -> range:
    """Say of any test that its pool may have from no dice to as many as can be rolled."""
    return range(MOST_DICE + 1)


def rank_advice(advice: Sequence[Advice], main: str) -> tuple[Advice, ...]:
    """The advice with the best chance of the event `main` first; of equal chances, the cheaper."""
    by_cost = sorted(advice, key=lambda one: one.cost)
    return tuple(sorted(by_cost, key=lambda one: one.chances[main], reverse=True))


@dataclass(frozen=True, slots=True)
class Luck:
    """The chances of a result at least this good, and of one at most this good."""

    at_least: Ratio
    at_most: Ratio


@dataclass(frozen=True, slots=True)
class Variant(Generic[T]):
    """A test that differs in one thing, the chance of its main event, and how much that is more or less."""

    label: str
    test: T
    chance: Ratio
    change: Ratio


@dataclass(frozen=True, slots=True)
class Chances(Generic[T]):
    """The functions for the chances of a rule system; `pyrules.core.engine` has all of it for any system.

    - `odds(test)`: all the odds before the roll
    - `main(test)`: the chance of the main event alone, fast enough to be asked many times
    - `deciding(test)`: the distribution of `Odds.goal` alone, with its name, where that is told faster than all odds
    - `advice(test, roll)`: what may be done after the roll, best first; doing nothing is in it
    - `luck(test, outcome)`: how good a judged roll was; None while it is undecided, or when nothing was left to chance
    - `variants(test)`: what could be different, as (label, test); each has the main event of the test
    - `sizes(test)`: the numbers of dice that a pool may have, in rising order
    - `with_dice(test, dice)`: the same test with one of these numbers of dice
    - `pool_called(test)`: a pool in words where the number of its dice does not say it all, else ""
    - `rises(test)`: whether more dice never lower the main chance
    - `after_pick(test, roll, pick)`: the main chance once an option is used on dice of one's choice; None where this is
      not told before
    - `best_play(test)`: the chances before the roll with the best choices after it; None where no choice changes them
    """

    odds: Callable[[T], Odds]
    main: Callable[[T], Ratio]
    advice: Callable[[T, Roll], tuple[Advice, ...]]
    luck: Callable[[T, Any], Luck | None]
    variants: Callable[[T], tuple[tuple[str, T], ...]]
    with_dice: Callable[[T, int], T]
    sizes: Callable[[T], range] = any_size
    pool_called: Callable[[T], str] = lambda _: ""
    rises: Callable[[T], bool] = always
    deciding: Callable[[T], tuple[str, Distribution]] | None = None
    after_pick: Callable[[T, Roll, Pick], Ratio | None] = untold
    best_play: Callable[[T], BestPlay] | None = None


def what_ifs(chances: Chances[T], test: T) -> tuple[Variant[T], ...]:
    """The change of the main event's chance with each variant of a test that changes it.

    Those of `TooMuchWork` are left out.
    """
    now = chances.main(test)
    found = []
    for label, variant in chances.variants(test):
        with suppress(TooMuchWork):
            chance = chances.main(variant)
            if chance != now:
                found.append(Variant(label, variant, chance, chance - now))
    return tuple(found)


def smallest_pool(chances: Chances[T], test: T, wanted: Ratio) -> int | None:
    """The fewest dice with which the main event is at least as likely as `wanted`; None if no pool is large enough."""

    def reaches(dice: int) -> bool:
        return not chances.main(chances.with_dice(test, dice)) < wanted

    sizes = chances.sizes(test)
    return _fewest_dice(sizes, reaches) if chances.rises(test) else next(filter(reaches, sizes), None)


def _fewest_dice(sizes: range, holds: Callable[[int], bool]) -> int | None:
    """The fewest dice from which on something holds, or None.

    What is asked about large pools takes longest, and the wanted one is mostly near, so it is looked for in steps that
    double.
    """
    start, step = 0, 1
    while start < len(sizes):
        last = min(start + step, len(sizes)) - 1
        if holds(sizes[last]):
            return sizes[start + bisect_left(sizes[start:last], True, key=holds)]
        start, step = last + 1, 2 * step
    return None
