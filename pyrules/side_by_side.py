"""Tests side by side: what they are called, how they differ in words, and values that not all of them have."""

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from pyrules.charts import number_of
from pyrules.core.odds import Distribution, Odds, Value
from pyrules.core.ratio import NEVER, Ratio
from pyrules.values import Comparison, Test

LETTERS = "ABCD"
RARE = 0.0005
"""Values at either end that are rarer than this in every test are not drawn; the table has them."""


def label_of(test: Test) -> str:
    """The test with the house rules that are not as usual."""
    given = test.house_rules
    changed = [
        f"{one.name}={one.label_of(given[one.name])}" for one in test.system.settings if given[one.name] != one.default
    ]
    return " | ".join((str(test), *changed))


def differences(found: Comparison) -> Iterator[str]:
    """The lead in chance of each other test's main event than that of the first, in a sentence each."""
    first = found.odds[0]
    for letter, one, change in zip(LETTERS[1:], found.odds[1:], found.changes, strict=False):
        names = [each.test.system.name_of(each.main) for each in (one, first)]
        if change == NEVER:
            yield f"{names[0]} of {letter} is exactly as likely as {names[1]} of A."
            continue
        more = "more" if change.weight > 0 else "less"
        points = f"{100 * abs(change.value):.2f}"
        yield f"{names[0]} of {letter} is {points} percentage points {more} likely than {names[1]} of A."


def names_in(given: Iterable[Iterable[str]]) -> list[str]:
    """All names in the order in which they first come up."""
    return list(dict.fromkeys(name for names in given for name in names))


def events_of(found: Comparison) -> Iterator[tuple[str, list[Ratio | None]]]:
    """Every event with its chance in each test, None where a test has no such event."""
    for name in names_in(one.events for one in found.odds):
        yield name, [one.events.get(name) for one in found.odds]


def values_of(runs: Sequence[Distribution | None]) -> list[Value]:
    """The values of all: numbers in their order, then names as they come."""
    values = dict.fromkeys(value for run in runs if run for value, _ in run.rows)
    numbers = [(number, str(value), value) for value in values if (number := number_of(value)) is not None]
    return [*(value for *_, value in sorted(numbers)), *(value for value in values if number_of(value) is None)]


def counted_in(run: Distribution | None, value: Value, counted: str) -> Ratio | None:
    """The chance of a value by itself, with all above it or with all below it, in a distribution that need not have it.

    A row "N+" or "≤N" cannot be taken apart: where that would be needed, the chance is None.
    """
    if run is None:
        return None
    wanted, text = number_of(value), str(value)
    low = -inf if counted == "at most" or text.startswith("≤") else wanted
    high = inf if counted == "at least" or text.endswith("+") else wanted
    total = 0
    for known, weight in run.rows:
        number = number_of(known)
        if number is None or low is None or high is None:
            if counted != "exactly":
                return None
            total += weight if known == value else 0
            continue
        lowest = -inf if str(known).startswith("≤") else number
        highest = inf if str(known).endswith("+") else number
        if low <= lowest and highest <= high:
            total += weight
        elif low <= highest and lowest <= high:
            return None
    return Ratio(total, run.total)


def common_values(values: Sequence[Value], runs: Sequence[Distribution | None]) -> list[Value]:
    """The values from the first to the last that comes up in any test more than rarely."""
    often = [any(run and _share(run, value) > RARE for run in runs) for value in values]
    if not any(often):
        return [*values]
    first, last = often.index(True), len(often) - often[::-1].index(True)
    return [*values[first:last]]


def _share(run: Distribution, value: Value) -> float:
    return dict(run.rows).get(value, 0) / run.total


def margin_of(odds: Odds) -> Distribution | None:
    """By how much a test is made or missed: 0 is just enough. None where no number alone decides it."""
    if odds.goal is None or odds.goal.name not in odds.distributions:
        return None
    name, enough = odds.goal
    run = odds.distributions[name]
    return Distribution(tuple((_beyond(value, enough), weight) for value, weight in run.rows), run.total)


def _beyond(value: Value, enough: int) -> Value:
    """The distance of a row beyond what is enough.

    >>> _beyond(5, 3), _beyond("7+", 3), _beyond("≤-1", 3)
    (2, '4+', '≤-4')
    """
    if isinstance(value, int):
        return value - enough
    number = (number_of(value) or 0) - enough
    return f"≤{number}" if value.startswith("≤") else f"{number}+"
