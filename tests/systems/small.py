"""Small tests of any system, made from its examples, its form and its house rules, to be counted out whole."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import cycle, islice
from math import comb, prod
from typing import Any

from pyrules.core.errors import RulesError
from pyrules.core.form import Field, Values
from pyrules.core.roll import EMPTY
from pyrules.core.system import Example, System

MOST_WAYS = 130
"""Tests whose first throws can fall in no more ways are small."""

FEW = 3


@cache
def small_tests(system: System[Any]) -> tuple[Any, ...]:
    """The examples made small; every other value of each field and of each house rule, in one or two of them."""
    found: dict[Any, None] = {}
    bases = [base for example in system.examples if (base := small(system, example))]
    for values, house_rules in bases:
        keep(system, values, house_rules, found)
    turns = cycle(bases)
    for place in range(max(len(list(changes(system.fields, values))) for values, _ in bases)):
        for values, house_rules in islice(turns, 3):
            for changed in islice(changes(system.fields, values), place, place + 1):
                keep(system, changed, house_rules, found)
    for rules in other_rules(system):
        for values, house_rules in islice(turns, 3):
            keep(system, values, {**house_rules, **rules}, found)
    return tuple(found)


def small(system: System[Any], example: Example) -> tuple[Values, dict[str, Any]] | None:
    """The form of an example, its numbers and rows made fewer until the test is small."""
    house_rules = dict(example.settings)
    values = system.to_form(system.parse(example.notation, house_rules))
    for few in (10_000, FEW, 2, 1, 0):
        fewer = lower_values(system.fields, values, few)
        with suppress(RulesError):
            if is_small(system, system.from_form(fewer, house_rules)):
                return fewer, house_rules
    return None


def lower_values(fields: tuple[Field, ...], values: Values, few: int) -> Values:
    numbers = {
        field.name: min(values[field.name], max(field.low, few))
        for field in fields
        if field.kind == "number" and values[field.name] is not None
    }
    return {**values, **numbers, **{field.name: values[field.name][:few] for field in fields if field.kind == "rows"}}


def changes(fields: tuple[Field, ...], values: Values) -> Iterator[Values]:
    """The form, and the form with one field at another value."""
    yield values
    for field in fields:
        for other in others(field):
            yield {**values, field.name: other}
        if field.kind == "rows" and values[field.name]:
            first, *more = values[field.name]
            for row in changes(field.columns, first):
                yield {**values, field.name: [row, *more]}


def others(field: Field) -> list[Any]:
    match field.kind:
        case "number":
            return [*([None] if field.optional else []), *range(field.low, min(field.high, field.low + FEW) + 1)]
        case "choice":
            return [choice.value for choice in field.choices]
        case "switch":
            return [True, False]
        case "rows":
            return [[], [{}]]
    return []


def other_rules(system: System[Any]) -> Iterator[dict[str, Any]]:
    for setting in system.settings:
        for value in setting.choices or range(setting.low, min(setting.high, setting.low + FEW) + 1):
            yield {setting.name: value}


def keep(system: System[Any], values: Values, house_rules: dict[str, Any], found: dict[Any, None]) -> None:
    """Keep the test that this form makes, if it makes one, and a small one."""
    with suppress(RulesError):
        test = system.from_form(values, house_rules)
        if is_small(system, test):
            found[test] = None


def is_small(system: System[Any], test: Any) -> bool:
    throws = system.pending(test, EMPTY).throws
    return prod(comb(throw.sides + throw.count - 1, throw.count) for throw in throws) <= MOST_WAYS
