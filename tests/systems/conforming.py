"""Helpers of the conformance tests: every system, its examples, and tests of it with dice thrown."""

import importlib
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from pyrules.core.errors import FormError
from pyrules.core.faces import read_faces
from pyrules.core.form import Field, Values
from pyrules.core.roll import Pick, Roll, Source, Throw
from pyrules.core.system import Example, System
from pyrules.core.verdict import Option
from pyrules.systems import SYSTEMS
from tests.author import AUTHORED
from tests.systems.sixth import SIXTH

EVERY: tuple[System[Any], ...] = (*SYSTEMS, SIXTH, *AUTHORED)
"""The systems that pyrules comes with, one more that is a record of functions, and some that are stated."""


def _systems(systems: tuple[System[Any], ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("system", systems, ids=[system.id for system in systems])


def _examples(systems: tuple[System[Any], ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("system", "example"),
        [
            pytest.param(system, example, id=f"{system.id}:{example.notation}")
            for system in systems
            for example in system.examples
        ],
    )


systems, examples = _systems(EVERY), _examples(EVERY)
shipped, shipped_examples = _systems(SYSTEMS), _examples(SYSTEMS)


def valid_tests(system: System[Any]) -> st.SearchStrategy[Any]:
    """Valid tests of a system, over the whole space and with house rules: its own, else by the fields of its form."""
    return _tests_of(system)


@cache  # Hypothesis validates a strategy once; one made anew for each draw took a third of these tests' time
def _tests_of(system: System[Any]) -> st.SearchStrategy[Any]:
    if not (Path(__file__).parent / system.id / "strategies.py").exists():
        return (
            st.tuples(forms_of(system.fields), house_rules(system))
            .map(lambda given: record_of_form(system, *given))
            .filter(bool)
        )
    tests: st.SearchStrategy[Any] = importlib.import_module(f"tests.systems.{system.id}.strategies").tests_of()
    return tests


def record_of_form(system: System[Any], form: Values, rules: dict[str, Any]) -> Any:
    """The test of a form; None where the values do not fit together."""
    try:
        return system.from_form(form, rules)
    except FormError:
        return None


def house_rules(system: System[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Any house rules of a system."""
    return st.fixed_dictionaries(
        {
            setting.name: st.sampled_from(setting.choices)
            if setting.choices
            else st.integers(setting.low, setting.high)
            for setting in system.settings
        }
    )


def forms_of(fields: tuple[Field, ...]) -> st.SearchStrategy[Values]:
    """Any values of a form, small numbers more often than large ones."""
    return st.fixed_dictionaries({field.name: values_of(field) for field in fields})


def values_of(field: Field) -> st.SearchStrategy[Any]:
    """Any value of a field."""
    match field.kind:
        case "number":
            near = field.low if field.default is None else field.default
            small = st.integers(max(field.low, near - 4), min(field.high, near + 4))
            return small | st.integers(field.low, field.high) | (st.none() if field.optional else small)
        case "choice":
            return st.sampled_from([choice.value for choice in field.choices])
        case "switch":
            return st.booleans()
        case "text":
            return st.sampled_from(["", "", "Sneaking", "Broad sword", "ÉPÉE", "Hero's luck"])
        case "rows":
            return st.lists(forms_of(field.columns), max_size=min(field.high, 4))


def loaded_dice(seed: int, favour: str) -> Source:
    """A repeatable source whose dice show their lowest or highest face rather often."""
    generator = random.Random(seed)  # noqa: S311 (repeatable on purpose)

    def faces(throw: Throw) -> list[int]:
        often = {"low": 1, "high": throw.sides}
        return [
            often[favour] if favour in often and generator.random() < 0.5 else generator.randint(1, throw.sides)
            for _ in range(throw.count)
        ]

    return faces


@st.composite
def rolls_of(draw: st.DrawFn, system: System[Any], most_picks: int = 3) -> tuple[Any, Roll]:
    """A test of the system with dice thrown for it, and some of what was offered then taken."""
    test = draw(valid_tests(system))
    source = loaded_dice(draw(st.integers(0, 2**32)), draw(st.sampled_from(["none", "low", "high"])))
    picks = draw(st.integers(0, most_picks))
    roll = system.roll(test, source, onward=not picks)
    for _ in range(picks):
        offered = [option for option in system.options(test, roll) if not option.notation and not option.asks_first]
        if not offered:
            break
        pick = draw(picks_of(draw(st.sampled_from(offered))))
        roll = system.roll(test, source, system.pick(test, roll, pick), onward=False)
    return test, roll


@st.composite
def picks_of(draw: st.DrawFn, option: Option) -> Pick:
    """One way to take an option."""
    if not option.most:
        return Pick(option.id, given=draw(given_with(option)))
    if option.units:
        return Pick(option.id, draw(units_placed(option)))
    places = st.lists(st.sampled_from(option.places), min_size=1, max_size=option.most, unique=not option.again)
    return Pick(option.id, tuple(draw(places)))


@st.composite
def given_with(draw: st.DrawFn, option: Option) -> tuple[tuple[str, int | bool], ...]:
    """Values that may be given with an option: small numbers within their bounds, and switches."""
    found: list[tuple[str, int | bool]] = []
    for field in option.fields:
        small = st.integers(max(field.low, -3), max(field.low, min(field.high, 3)))
        value = draw(st.booleans() if field.kind == "switch" else small)
        found += [(field.name, value)] if value else []
    return tuple(found)


@st.composite
def units_placed(draw: st.DrawFn, option: Option) -> tuple[int, ...]:
    """One way to put units on dice: those of a group on different dice, as many as must be or more."""
    dice = [place for place in option.places if place >= 0]
    places = [-1] * len(option.units)
    for group in option.groups:
        most = min(len(group.units), len(dice))
        count = draw(st.integers(min(group.least, most), most))
        units = draw(st.permutations(group.units))[:count]
        for unit, place in zip(units, draw(st.permutations(dice)), strict=False):
            places[unit] = place
    return tuple(places)


def addresses(system: System[Any]) -> set[str]:
    return {f"{system.id}.{rule.name}" for rule in system.rules}


def shown_by(example: Example, system: System[Any]) -> tuple[Any, Roll]:
    """The example's test and roll, after everything the page would ask about them."""
    house_rules = dict(example.settings)
    test = system.parse(example.notation, house_rules)
    system.from_form(system.to_form(test), house_rules)
    system.before(test)
    roll = system.replay(test, read_faces(example.faces), example.picks)
    system.judge(test, roll)
    system.options(test, roll)
    return test, roll
