"""Promises that every system's rulebook and examples keep."""

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from pyrules.core.faces import write_faces
from pyrules.core.form import read_field
from pyrules.core.rulebook import Rule
from pyrules.core.system import Example, System
from pyrules.report import roll_report
from pyrules.systems import SYSTEMS
from tests.systems.conforming import EVERY, examples, shown_by, systems

ROOT = Path(__file__).parents[2]

RULES = [pytest.param(system, rule, id=f"{system.id}.{rule.name}") for system in EVERY for rule in system.rules]


@systems
def test_names_and_numbers_are_given_once(system: System[Any]) -> None:
    assert len({rule.name for rule in system.rules}) == len(system.rules)
    assert len({setting.name for setting in system.settings}) == len(system.settings)
    assert len({counter.id for counter in system.counters}) == len(system.counters)
    assert [ruling.number for ruling in system.rulings] == list(range(1, len(system.rulings) + 1))


@pytest.mark.parametrize(("system", "rule"), RULES)
def test_a_rule_is_built_and_tested_or_says_why_not(system: System[Any], rule: Rule) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", rule.name)
    assert rule.title
    assert rule.text.endswith(".")
    assert (rule.built is not None) == bool(rule.test) == (not rule.reason)
    assert set(rule.rulings) <= {ruling.number for ruling in system.rulings}
    if rule.test:
        path, _, name = rule.test.partition("::")
        assert name in functions_of(path), rule.test


@systems
def test_a_chart_has_a_cell_in_each_column_and_puts_what_the_form_takes(system: System[Any]) -> None:
    fields = {field.name: field for field in system.fields}
    for chart in system.charts:
        assert chart.rule in {f"{system.id}.{rule.name}" for rule in system.rules}
        assert {len(row) for row in chart.rows} == {len(chart.heads)}
        assert len(chart.puts) in {0, len(chart.rows)}
        for puts in chart.puts:
            assert {name: read_field(fields[name], value) for name, value in puts.items()} == puts


@cache
def functions_of(path: str) -> frozenset[str]:
    """The functions of a test file, those of its classes as `Class::function`."""
    found = set()
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
    return frozenset(found)


@systems
def test_every_ruling_bears_on_a_rule(system: System[Any]) -> None:
    bearing = {number for rule in system.rules for number in rule.rulings}
    assert [ruling.number for ruling in system.rulings if ruling.number not in bearing] == []


@systems
def test_every_rule_fires_in_some_example(system: System[Any]) -> None:
    called: set[CodeType] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    built = {rule.name: rule.built for rule in system.rules if rule.built}
    forget_what_was_worked_out()
    sys.setprofile(profile)
    try:
        for example in system.examples:
            shown_by(example, system)
    finally:
        sys.setprofile(None)
    assert [name for name, function in built.items() if code_of(function) not in called] == []


def forget_what_was_worked_out() -> None:
    """Clear every cache of the package, so that a rule is called however much an earlier test has asked."""
    for name, module in list(sys.modules.items()):
        if name.startswith("pyrules."):
            for function in vars(module).values():
                getattr(function, "cache_clear", lambda: None)()
    for system in SYSTEMS:
        system.caches.clear()


def code_of(function: Callable[..., Any]) -> CodeType:
    """The code that runs when a rule is applied: a function's, or that of a class's construction."""
    inner: Any = inspect.unwrap(function)
    code: CodeType = (vars(inner)["__init__"] if isinstance(inner, type) else inner).__code__
    return code


@examples
def test_an_example_holds(system: System[Any], example: Example) -> None:
    assert example.note
    test, roll = shown_by(example, system)
    assert system.write(test) == example.notation
    assert write_faces(roll.dice).replace(" ", "") == example.faces.replace(" ", "")
    assert json.dumps(roll_report(system, test, roll), allow_nan=False)


@systems
def test_counters_start_within_their_bounds(system: System[Any]) -> None:
    known = {setting.name: setting.default for setting in system.settings}
    for counter in system.counters:
        start, low, high = (
            known[bound] if isinstance(bound, str) else bound for bound in (counter.start, counter.low, counter.high)
        )
        assert isinstance(start, int)
        assert low is None or int(low) <= start
        assert high is None or start <= int(high)
