"""Heat maps: every cell is what the odds of its test say, and an axis goes as far as the rules allow."""

from dataclasses import replace
from typing import Any

import pytest

from pyrules.core.budget import budget
from pyrules.core.engine import chances_of
from pyrules.core.errors import RulesError
from pyrules.core.form import CELL
from pyrules.core.system import System
from pyrules.heat import Axis, axes_of, first_axes, grid_of
from pyrules.steps import neighbours
from pyrules.systems import SYSTEMS, named

EVERY_SYSTEM = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
MOST = 7


def example(system: System[Any]) -> Any:
    one = system.examples[0]
    return system.parse(one.notation, dict(one.settings))


def value_of(system: System[Any], test: Any, name: str) -> Any:
    """The value of a field, of a cell of a list or of a house rule."""
    values = system.to_form(test)
    if cell := CELL.fullmatch(name):
        return values[cell[1]][int(cell[2])][cell[3]]
    return (values | system.house_rules(test))[name]


@EVERY_SYSTEM
def test_everything_that_a_sweep_steps_is_an_axis_around_what_it_is_now(system: System[Any]) -> None:
    for one in system.examples:
        test = system.parse(one.notation, dict(one.settings))
        axes = axes_of(system, test, MOST)
        assert {axis.name for axis in axes} == {step.name for step in neighbours(system, test)}
        for axis in axes:
            assert len(axis.words) == len(axis.values) == len(set(axis.values)) <= MOST
            assert axis.values[axis.now] == value_of(system, test, axis.name)


@EVERY_SYSTEM
def test_every_cell_has_the_chance_that_the_odds_of_its_test_say(system: System[Any]) -> None:
    tests = (system.parse(one.notation, dict(one.settings)) for one in system.examples)
    test, axes = next((test, axes) for test in tests if len(axes := axes_of(system, test, MOST)) > 1)
    named = {axis.name: axis for axis in axes}
    across, down = (named[name] for name in first_axes(system, axes))
    grid = grid_of(system, test, across, down)
    told = 0
    for column, row in grid.places:
        made = grid.test_at(column, row)
        if made is None:
            continue
        told += 1
        assert value_of(system, made, across.name) == grid.across.values[column]
        assert value_of(system, made, down.name) == grid.down.values[row]
        with budget(60):
            odds = chances_of(system).odds(made)
            assert chances_of(system).main(made) == odds.events[odds.main]
    assert told > MOST
    assert grid.test_at(grid.across.now, grid.down.now) == test


def test_no_house_rule_is_called_as_a_field_of_its_form() -> None:
    """They are told apart by their names alone."""
    for system in SYSTEMS:
        assert not {setting.name for setting in system.settings} & {field.name for field in system.fields}


def test_an_axis_stops_where_the_form_does_and_begins_with_none() -> None:
    system = named("moonwalk")
    axes = {axis.name: axis for axis in axes_of(system, system.parse("2 (1)", {}), 5)}
    assert axes["limit"].values == (None, 0, 1, 2, 3)
    assert axes["limit"].words[0] == "none"
    assert axes["threshold"].values == (1, 2, 3, 4, 5)
    far = {axis.name: axis for axis in axes_of(system, system.parse("40 [30] (9)", {}), 5)}
    assert far["limit"].values == (28, 29, 30, 31, 32)
    assert far["pool"].now == 2


def test_values_that_no_such_test_has_are_left_out_of_a_grid() -> None:
    system = named("almond")
    test = system.parse("3d6 TN 4", {})
    axes = {axis.name: axis for axis in axes_of(system, test, MOST)}
    wide = replace(axes["dice"], values=(-5, *axes["dice"].values), words=("-5", *axes["dice"].words), now=4)
    grid = grid_of(system, test, wide, axes["tn"])
    assert -5 not in grid.across.values
    assert grid.across.values[grid.across.now] == 3
    with pytest.raises(RulesError):
        system.from_form(system.to_form(test) | {"dice": -5}, system.house_rules(test))


def test_the_axes_to_begin_with_are_those_that_change_most_between_rolls() -> None:
    began = {system.id: first_axes(system, axes_of(system, example(system), 20)) for system in SYSTEMS}
    assert began["moonwalk"] == ("pool", "threshold")
    assert began["almond"] == ("dice", "tn")
    assert began["general"] == ("difficulty", "attribute_die")
    assert first_axes(named("almond"), ()) == ()
    assert first_axes(named("almond"), (Axis("dice", "Dice", (1,), ("1",), 0),)) == ("dice",)
