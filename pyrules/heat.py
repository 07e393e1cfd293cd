"""The chance of a test's main event over any two of its numbers, choices, switches and house rules at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pyrules.core.errors import RulesError
from pyrules.core.form import CELL, Field, Values, row_name
from pyrules.core.ratio import Ratio
from pyrules.core.rulebook import Setting
from pyrules.core.system import Settings, System, Test
from pyrules.steps import neighbours, word_of

T = TypeVar("T", bound=Test)

LEVELS = (Ratio(1, 2), Ratio(4, 5), Ratio(19, 20))
"""The chances that a heat map has a contour for."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Something that can be different, and the values it goes through; `words` are how people read these.

    `name` is that of a field, of a cell of a list ("dice.0.die") or of a house rule; `now` is the place of the value
    that the test has.
    """

    name: str
    label: str
    values: tuple[Any, ...]
    words: tuple[str, ...]
    now: int


@dataclass(frozen=True, slots=True)
class Grid(Generic[T]):
    """Every test that comes of two axes, row by row: `test_at` makes one where the rules allow it.

    All are about one event, `main`.
    """

    system: System[T]
    main: str
    values: Values
    settings: Settings
    across: Axis
    down: Axis

    @property
    def places(self) -> Iterator[tuple[int, int]]:
        """Each column and row, in the order in which people read."""
        return ((column, row) for row in range(len(self.down.values)) for column in range(len(self.across.values)))

    def test_at(self, column: int, row: int) -> T | None:
        """The test with these two values; None where the rules allow no such test, or it is about another event."""
        values, settings = self.values, dict(self.settings)
        for axis, place in ((self.across, column), (self.down, row)):
            if axis.name in settings:
                settings[axis.name] = axis.values[place]
            else:
                values = _with(values, axis.name, axis.values[place])
        try:
            test = self.system.from_form(values, settings)
        except RulesError:
            return None
        return test if self.system.main_event(test) == self.main else None


def grid_of(system: System[T], test: T, across: Axis, down: Axis) -> Grid[T]:
    """The grid of two axes around a test, without values that the rules allow for no such test."""
    values, settings, main = system.to_form(test), system.house_rules(test), system.main_event(test)
    column, row = (Grid(system, main, values, settings, axis, axis) for axis in (across, down))
    kept = [
        _without(axis, [place for place in range(len(axis.values)) if line.test_at(place, place) is not None])
        for axis, line in ((across, column), (down, row))
    ]
    return Grid(system, main, values, settings, kept[0], kept[1])


def _without(axis: Axis, places: Sequence[int]) -> Axis:
    """An axis with the values at these places alone."""
    values, words = (tuple(of[place] for place in places) for of in (axis.values, axis.words))
    return Axis(axis.name, axis.label, values, words, places.index(axis.now))


def axes_of(system: System[T], test: T, most: int) -> tuple[Axis, ...]:
    """Everything about a test that `sweep` steps, each with at most n values around the one it has now."""
    stepped = {one.name for one in neighbours(system, test)}
    found = [*_of_form(system.fields, system.to_form(test), most), *_of_settings(system, test, most)]
    return tuple(axis for axis in found if axis.name in stepped)


def first_axes(system: System[T], axes: Sequence[Axis]) -> tuple[str, ...]:
    """The two axes to begin with: those of what changes most from roll to roll; fewer where there are no two."""
    names = [axis.name for axis in axes]
    numbers = {field.name for field in system.fields if field.kind == "number"}
    first = [name for name in (system.pool, *(one.changes for one in system.stepped)) if name in numbers]
    wanted = [*(name for name in first if name in names), *(one.name for one in axes if len(one.values) > 2)]
    return tuple(dict.fromkeys([*wanted, *names]))[:2]


def _of_form(fields: Sequence[Field], values: Values, most: int) -> Iterator[Axis]:
    for field in fields:
        if not field.applies(values) or field.kind == "text":
            continue
        if field.kind == "rows":
            for place, row in enumerate(values[field.name]):
                for cell in _of_form(field.columns, row, most):
                    name, label = f"{field.name}.{place}.{cell.name}", f"{row_name(field, place, row)}: {cell.label}"
                    yield Axis(name, label, cell.values, cell.words, cell.now)
            continue
        known = _values(field, values[field.name], most)
        words = tuple(word_of(field, value) for value in known)
        yield Axis(field.name, field.label, known, words, known.index(values[field.name]))


def _values(field: Field, value: Any, most: int) -> tuple[Any, ...]:
    """The values of a field around one that it has."""
    if field.kind == "switch":
        return (False, True)
    if field.kind == "choice":
        known: tuple[Any, ...] = tuple(choice.value for choice in field.choices)
        return _around(known, known.index(value), most)
    numbers = range(field.low, field.high + 1)
    if not field.optional:
        return _around(numbers, value - field.low, most)
    places = _around(range(len(numbers) + 1), 0 if value is None else value - field.low + 1, most)
    return tuple(numbers[place - 1] if place else None for place in places)


def _around(values: Sequence[Any], place: int, most: int) -> tuple[Any, ...]:
    """As many values as there may be, with the one at a place as far in the middle as it can be."""
    first = max(0, min(place - most // 2, len(values) - most))
    return tuple(values[first : first + most])


def _of_settings(system: System[T], test: T, most: int) -> Iterator[Axis]:
    house = system.house_rules(test)
    for setting in system.settings:
        known = _choices(setting)
        near = _around(known, known.index(house[setting.name]), most)
        yield Axis(
            setting.name, setting.label, near, tuple(map(setting.label_of, near)), near.index(house[setting.name])
        )


def _choices(setting: Setting) -> Sequence[str | int]:
    return setting.choices or range(setting.low, setting.high + 1)


def _with(values: Values, name: str, value: Any) -> Values:
    """Values with one of them, or one cell of a list, put in."""
    cell = CELL.fullmatch(name)
    if not cell:
        return {**values, name: value}
    rows = [*values[cell[1]]]
    rows[int(cell[2])] = {**rows[int(cell[2])], cell[3]: value}
    return {**values, cell[1]: rows}
