"""The odds of any rule system, by its own rules: what a system has that brings no faster functions of its own.

All of it is exact. Every way the dice can fall is followed (`pyrules.core.outcomes`), and every choice after the roll
to its end (`pyrules.core.planning`), as far as the budget lasts (`pyrules.core.budget`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from importlib import import_module
from typing import Any, TypeVar

from pyrules.core.budget import shared_budget
from pyrules.core.errors import FormError, RulesError
from pyrules.core.form import Field
from pyrules.core.odds import BestPlay, Chances, Distribution, Goal, Luck, Odds, Value
from pyrules.core.outcomes import UNLIKELY, enumerate_rolls
from pyrules.core.planning import advice, after_pick
from pyrules.core.ratio import Ratio
from pyrules.core.roll import EMPTY, Roll
from pyrules.core.scan import MOST_NOTATION
from pyrules.core.sums import Sums
from pyrules.core.system import System, Test, cached_by_system
from pyrules.core.tally import Tally

T = TypeVar("T", bound=Test)

NO_NUMBER = "none"
"""The row of outcomes where a number of others is missing."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The outcomes that a test can have, with the events they are, and their weights.

    The last `unfinished` of them are of rolls that go on; the weights add up to `ways`.
    """

    outcomes: Sequence[tuple[Any, Mapping[str, bool], int]]
    unfinished: int
    ways: int


@cached_by_system(32)
def count_outcomes(system: System[T], test: T) -> Counted:
    """Follow a test to every outcome; raises `TooMuchWork` when there are too many rolls to follow."""
    if tally := system.tally(test):
        return count_tally(system, test, tally)

    def events_of(roll: Roll) -> Mapping[str, bool]:
        return system.events_of(test, roll, system.outcome_of(test, roll))

    def is_settled(roll: Roll) -> bool:
        return next(iter(events_of(roll).values()))

    with shared_budget():
        found = enumerate_rolls(system, test, settled=is_settled)
    outcomes: dict[Any, tuple[Roll, int]] = {}
    for roll, weight in found.finished:
        outcome = system.outcome_of(test, roll)
        first, before = outcomes.get(outcome, (roll, 0))
        outcomes[outcome] = first, before + weight
    told = [(one, system.events_of(test, roll, one), weight) for one, (roll, weight) in outcomes.items()]
    more = [(system.outcome_of(test, roll), events_of(roll), weight) for roll, weight in found.unfinished]
    return Counted((*told, *more), len(more), found.ways)


def count_tally(system: System[T], test: T, tally: Tally[Any] | Sums) -> Counted:
    """The outcomes of dice that are read face by face, or one by one; raises `TooMuchWork` when that takes too long."""

    @cache
    def events_of(outcome: Any) -> Mapping[str, bool]:
        return system.events_of(test, EMPTY, outcome)

    def likely(outcome: Any, ways: int) -> bool:
        return ways <= UNLIKELY or not next(iter(events_of(outcome).values()))

    with shared_budget():
        finished, unfinished, ways = tally.weighted_outcomes(likely)
    outcomes = [(outcome, events_of(outcome), weight) for outcome, weight in (*finished, *unfinished)]
    return Counted(outcomes, len(unfinished), ways)


def odds(system: System[T], test: T) -> Odds:
    """The odds of a test: its events, and the distribution of every number of the outcome that is not always the same.

    Raises `TooMuchWork`.
    """
    found = count_outcomes(system, test)
    finished = len(found.outcomes) - found.unfinished
    names = list(found.outcomes[0][1])
    told = [name for name in names if all(happened[name] for _, happened, _ in found.outcomes[finished:])]
    numbers = dict(_counts(found))
    counts = numbers | dict(_degrees(found, system.degrees(test)))
    varying = {name: rows for name, rows in counts.items() if len(rows.rows) > 1} or counts
    return Odds(
        main=names[0],
        events={
            name: Ratio(sum(weight for _, happened, weight in found.outcomes if happened[name]), found.ways)
            for name in told
        },
        distributions=varying,
        means={
            name: rows.mean() for name, rows in varying.items() if all(isinstance(row, int) for row, _ in rows.rows)
        },
        goal=next(filter(None, (_goal(found, name, names[0]) for name in varying if name in numbers)), None),
        left_out=tuple(name for name in names if name not in told),
    )


def _counts(found: Counted) -> Iterator[tuple[str, Distribution]]:
    """The distribution of every number of the outcome; of what rolls that go on would raise only up to a row "N+"."""
    finished = len(found.outcomes) - found.unfinished
    for field in fields(found.outcomes[0][0]):
        values = [getattr(outcome, field.name) for outcome, _, _ in found.outcomes]
        if not all(value is None or type(value) is int for value in values) or not any(map(_is_number, values)):
            continue
        weights: dict[Any, int] = {}
        for value, (_, _, weight) in zip(values, found.outcomes, strict=True):
            weights[value] = weights.get(value, 0) + weight
        last = min(values[finished:], default=None) if None not in values[finished:] else None
        if found.unfinished and last is None:
            continue
        without = weights.pop(None, 0)
        rows: list[tuple[Value, int]] = sorted((value, weight) for value, weight in weights.items() if value != last)
        if last is not None:
            rows = [row for row in rows if int(row[0]) < last]
            rows.append((f"{last}+", found.ways - without - sum(weight for _, weight in rows)))
        yield field.name, Distribution((*([(NO_NUMBER, without)] if without else []), *rows), found.ways)


def _degrees(found: Counted, words: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Distribution]]:
    """The distribution of every word of the outcome that stands in an order.

    Of rolls that go on only where they have the best word already.
    """
    finished = len(found.outcomes) - found.unfinished
    for name, order in words.items():
        weights = dict.fromkeys(order, 0)
        for outcome, _, weight in found.outcomes:
            weights[getattr(outcome, name)] += weight
        if all(getattr(outcome, name) == order[-1] for outcome, _, _ in found.outcomes[finished:]):
            yield name, Distribution(tuple((word, weight) for word, weight in weights.items() if weight), found.ways)


def _is_number(value: object) -> bool:
    return type(value) is int


def _goal(found: Counted, name: str, main: str) -> Goal | None:
    """The lowest number that is enough for the main event; None where this number alone does not decide it."""
    enough, short = (
        [getattr(outcome, name) for outcome, happened, _ in found.outcomes if happened[main] is happens]
        for happens in (True, False)
    )
    missed = max(filter(_is_number, short), default=None)
    if None in enough or not enough:
        return None if enough or missed is None else Goal(name, missed + 1)
    return Goal(name, min(enough)) if missed is None or missed < min(enough) else None


def luck(system: System[T], test: T, outcome: Any) -> Luck | None:
    """The rank of the number by which the odds are told first; None where only one can come up, or it cannot."""
    told = chances_of(system).odds(test)
    name = told.leading
    rows, value = told.distributions[name], getattr(outcome, name, None)
    if len(rows.rows) < 2 or value not in [row for row, _ in rows.rows]:
        return None
    return Luck(rows.at_least(value), rows.at_most(value))


def variants(system: System[T], test: T) -> tuple[tuple[str, T], ...]:
    """The test with each number of the form one higher and lower, and with each other choice, where that can be.

    Fields in a folded section of the form, and those that are blank or 0 until they are filled in, stay as they are. So
    does the main event.
    """
    values, house_rules, main = system.to_form(test), system.house_rules(test), system.main_event(test)
    found: dict[T, str] = {}
    for field in system.fields:
        blank = field.optional and (field.default is None or values[field.name] is None)
        blank |= field.kind == "number" and field.default == values[field.name] == 0
        if field.group or blank or not field.applies(values):
            continue
        for value, called in _others(field, values[field.name]):
            try:
                variant = system.from_form({**values, field.name: value}, house_rules)
            except RulesError:
                continue
            comparable = variant != test and system.main_event(variant) == main
            if comparable and len(system.write(variant)) <= MOST_NOTATION:
                found.setdefault(variant, f"{field.label} {called}")
    return tuple((label, variant) for variant, label in found.items())


def _others(field: Field, value: Any) -> Iterator[tuple[Any, str]]:
    """The values next to a number, or every other choice, with what people see of them."""
    if field.kind == "number":
        yield from ((step, str(step)) for step in (value + 1, value - 1))
    if field.kind == "choice":
        yield from ((choice.value, choice.label) for choice in field.choices if choice.value != value)


def with_dice(system: System[T], test: T, dice: int) -> T:
    """The test with another number in the field of the form that is the size of the pool; raises `FormError`."""
    return system.from_form({**system.to_form(test), system.pool: dice}, system.house_rules(test))


def sizes(system: System[T], test: T) -> range:
    """The sizes of a pool that the form takes, from the least on; none where it has no such number.

    They are side by side: from the least that the other fields allow up to the first that they do not.
    """
    field = next((field for field in system.fields if field.name == system.pool), None)
    if field is None:
        return range(0)
    every = range(field.low, field.high + 1)
    every = every[next((place for place, dice in enumerate(every) if _takes(system, test, dice)), len(every)) :]
    return every[: bisect_left(every, True, key=lambda dice: not _takes(system, test, dice))]


def _takes(system: System[T], test: T, dice: int) -> bool:
    try:
        with_dice(system, test, dice)
    except FormError:
        return False
    return True


def main(system: System[T], test: T) -> Ratio:
    """The chance of the main event."""
    told = chances_of(system).odds(test)
    return told.events[told.main]


@cached_by_system(1)
@cached_by_system(1)
def chances_of(system: System[Any]) -> Chances[Any]:
    """The odds of a system, the advice and the questions asked of them."""
    return system.load_chances(default_chances(system))


def best_play(system: System[T], test: T) -> BestPlay:
    """The chances before a roll with the best choices after it; what finds them is imported then."""
    found: BestPlay = import_module("pyrules.core.best_play").best_play(system, test)
    return found


def default_chances(system: System[T]) -> Chances[T]:
    """All the chances of a system by its own rules."""
    return Chances(
        odds=partial(odds, system),
        main=partial(main, system),
        advice=partial(advice, system, lambda test: chances_of(system).odds(test)),
        luck=partial(luck, system),
        variants=partial(variants, system),
        with_dice=partial(with_dice, system),
        sizes=partial(sizes, system),
        rises=lambda _: False,
        after_pick=partial(after_pick, system),
        best_play=partial(best_play, system),
    )
