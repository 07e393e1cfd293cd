"""Tests that are one step away from a test: each number, choice and switch of its form, and each of its house rules."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeVar

from pyrules.core.errors import RulesError
from pyrules.core.form import Field, Values, row_name
from pyrules.core.rulebook import Setting
from pyrules.core.system import System, Test

T = TypeVar("T", bound=Test)

Way = Literal["step", "switch", "blank"]


@dataclass(frozen=True, slots=True)
class Neighbour(Generic[T]):
    """A test with one thing changed: `name` and `label` say what, `before` and `after` from what to what.

    `name` is that of a field, of a cell of a list ("dice.0.die", rows counted from 0) or of a house rule. `way` is how:
    a step from one value to the next, a switch that is turned, or something put in where nothing was.
    """

    name: str
    label: str
    before: str
    after: str
    test: T
    way: Way = "step"


@dataclass(frozen=True, slots=True)
class _Turned:
    """A form with one value changed."""

    name: str
    label: str
    before: str
    after: str
    values: Values
    way: Way = "step"


def neighbours(system: System[T], test: T) -> Iterator[Neighbour[T]]:
    """Every test one step away, in the order of the form, house rules last.

    What no rule allows is left out, and so is what would change more than one thing, as another kind of test does, or
    would be about another main event.
    """
    values, house, main = system.to_form(test), system.house_rules(test), system.main_event(test)
    asked = [(turned, house) for turned in _one_step_changes(system.fields, values)]
    for setting in system.settings:
        before = house[setting.name]
        for after in _settings_beside(setting, before):
            turned = _Turned(setting.name, setting.label, setting.label_of(before), setting.label_of(after), values)
            asked.append((turned, house | {setting.name: after}))
    for turned, settings in asked:
        try:
            made = system.from_form(turned.values, settings)
        except RulesError:
            continue
        one_thing = made != test and system.to_form(made) == turned.values
        if one_thing and system.main_event(made) == main:
            yield Neighbour(turned.name, turned.label, turned.before, turned.after, made, turned.way)


def _one_step_changes(fields: tuple[Field, ...], values: Values) -> Iterator[_Turned]:
    """Each way to change one value of a form by one step."""
    for field in fields:
        if not field.applies(values):
            continue
        if field.kind == "rows":
            for place, row in enumerate(values[field.name]):
                for cell in _one_step_changes(field.columns, row):
                    rows = [*values[field.name]]
                    rows[place] = cell.values
                    name, label = f"{field.name}.{place}.{cell.name}", f"{row_name(field, place, row)}: {cell.label}"
                    yield replace(cell, name=name, label=label, values={**values, field.name: rows})
            continue
        before = values[field.name]
        for after in _beside(field, before):
            changed = {**values, field.name: after}
            if any(other.applies(changed) and not other.applies(values) for other in fields):
                continue  # it asks for more than this one thing
            way: Way = "blank" if before is None else "switch" if field.kind == "switch" else "step"
            yield _Turned(field.name, field.label, word_of(field, before), word_of(field, after), changed, way)


def _beside(field: Field, value: Any) -> list[Any]:
    """The values one step down and up."""
    if field.kind == "switch":
        return [not value]
    if field.kind == "choice":
        known = [choice.value for choice in field.choices]
        place = known.index(value)
        return known[max(0, place - 1) : place] + known[place + 1 : place + 2]
    if field.kind == "text":
        return []
    if value is None:
        return [max(field.low, 1)]
    down = [value - 1] if value > field.low else [None] if field.optional else []
    return down + ([value + 1] if value < field.high else [])


def _settings_beside(setting: Setting, value: str | int) -> list[str | int]:
    """The other choices of a house rule, or the numbers one step down and up."""
    if not isinstance(value, int):
        return [choice for choice in setting.choices if choice != value]
    return [number for number in (value - 1, value + 1) if setting.low <= number <= setting.high]


def word_of(field: Field, value: Any) -> str:
    """A value as the form shows it."""
    if value is None:
        return field.blank
    if field.kind == "switch":
        return "on" if value else "off"
    return next((choice.label for choice in field.choices if choice.value == value), str(value))
