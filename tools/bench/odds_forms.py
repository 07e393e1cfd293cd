"""Answers of the page to tests drawn from all that the forms allow, and the longest time that one takes.

Runs in CPython and inside Pyodide.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

from pyrules.core.budget import TooMuchWork
from pyrules.core.errors import RulesError
from pyrules.core.form import Field, Values
from pyrules.core.odds import Odds
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.systems import SYSTEMS
from tools.bench.odds_panels import GOAL_MS, anew, panels_of

TESTS = 300
SEED = 1
FEW_ROWS = 4
LONG_MS = 30

KINDS = TOLD, PART, REFUSED = "told", "told_in_part", "refused"


def measure() -> list[dict[str, Any]]:
    """Ask every panel of some tests of each system: rows for the table, without `where`."""
    return [row for system in SYSTEMS for row in ask_panels(system, list(draw_tests(system)))]


def draw_tests(system: System[Any]) -> Iterator[tuple[Any, Roll]]:
    """Tests with their dice thrown, by house rules drawn as well; the same in every run."""
    generator = random.Random(f"{SEED} {system.id}")  # noqa: S311 (repeatable on purpose)
    found = 0
    while found < TESTS:
        house_rules = {
            setting.name: generator.choice(setting.choices)
            if setting.choices
            else generator.randint(setting.low, setting.high)
            for setting in system.settings
        }
        try:
            test = system.from_form(fill_form(generator, system.fields), house_rules)
        except RulesError:
            continue  # fields that do not go together
        found += 1
        yield test, system.roll(test, lambda throw: [generator.randint(1, throw.sides) for _ in range(throw.count)])


def fill_form(generator: random.Random, fields: Sequence[Field]) -> Values:
    """A form with every field filled in by chance."""
    values: Values = {}
    for field in fields:
        values[field.name] = value_of(generator, field) if field.applies(values) else field.default
    return values


def value_of(generator: random.Random, field: Field) -> Any:
    """A value within the bounds of a field, without names, which change nothing."""
    match field.kind:
        case "number":
            return None if field.optional and generator.random() < 0.5 else number(generator, field.low, field.high)
        case "choice":
            return generator.choice(field.choices).value
        case "switch":
            return generator.random() < 0.5
        case "rows":
            rows = number(generator, 0, generator.choice((min(FEW_ROWS, field.high), field.high)))
            return [fill_form(generator, field.columns) for _ in range(rows)]
        case "text":
            return ""


def number(generator: random.Random, low: int, high: int) -> int:
    """A number within bounds, as often of few digits as of many."""
    if low < 0 and generator.random() < 0.5:
        return -number(generator, 0, -low)
    digits = generator.randint(1, len(str(high)))
    return max(low, min(high, generator.randrange(10 ** (digits - 1) if digits > 1 else 0, 10**digits)))


def ask_panels(system: System[Any], tests: Sequence[tuple[Any, Roll]]) -> Iterator[dict[str, Any]]:
    """Ask every panel of each test once, nothing known from before."""
    parts: dict[str, list[tuple[float, str, str]]] = {}
    for test, roll in tests:
        for part, call in panels_of(system, test, roll).items():
            parts.setdefault(part, []).append((*time_answer(anew(call)), system.write(test)))
    for part, answers in parts.items():
        said = [kind for _, kind, _ in answers]
        longest, _, notation = max(answers)
        yield {
            "work": f"{system.id}: {part}",
            "median_ms": median(taken for taken, _, _ in answers),
            "longest_ms": longest,
            "goal_ms": GOAL_MS,
            "longer": sum(taken > GOAL_MS for taken, _, _ in answers),
            **{kind: said.count(kind) for kind in KINDS},
            "longest": notation,
        }


def time_answer(call: Callable[[], object]) -> tuple[float, str]:
    """Return the milliseconds that an answer takes, and whether it is the whole one.

    Other programs only add to them, so what takes long is asked again.
    """
    taken, kind = time_call(call)
    return (min(taken, time_call(call)[0], time_call(call)[0]) if taken > LONG_MS else taken), kind


def time_call(call: Callable[[], object]) -> tuple[float, str]:
    """One answer, timed."""
    start = time.perf_counter()
    try:
        found = call()
        kind = PART if isinstance(found, Odds) and found.left_out else TOLD
    except TooMuchWork:
        kind = REFUSED
    return (time.perf_counter() - start) * 1000, kind
