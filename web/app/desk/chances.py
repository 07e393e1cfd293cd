"""Working out what a page of the desk shows, slice by slice, so that the page answers in between."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from app.desk.playing import is_going_on, played_on
from app.desk.state import Desk, Heat, Sweep
from app.place import COMPARE, SESSION
from pyrules.api import Odds, Test, by_effect, odds, worth
from pyrules.core.budget import budget
from pyrules.core.engine import chances_of
from pyrules.core.errors import RulesError
from pyrules.core.ratio import Ratio
from pyrules.heat import axes_of, first_axes, grid_of
from pyrules.steps import neighbours

SLICE = 60
"""For how many milliseconds the page may have to wait for its next answer, but for the one thing that is begun last."""

SECONDS = 1
"""The estimated seconds that one thing may take: the odds of a test, or one chance."""


def is_left(desk: Desk, tab: str) -> bool:
    """Return whether something on a page is still to be worked out."""
    if tab == COMPARE:
        return any(test not in desk.known for test in desk.tests)
    if tab == SESSION:
        return is_going_on(desk.playing)
    if desk.asked.test is None:
        return False
    if desk.sweep is None or desk.sweep.rest:
        return True
    return len(desk.sweep.axes) > 1 and (desk.heat is None or len(desk.heat.cells) < desk.heat.size)


def worked_out(desk: Desk, tab: str, clock: Callable[[], int]) -> Desk:
    """The desk with one more slice of what a page shows."""
    until = clock() + SLICE
    while is_left(desk, tab):
        desk = _next(desk, tab)
        if clock() >= until:
            break
    return replace(desk, sweep=desk.sweep and replace(desk.sweep, steps=by_effect(desk.sweep.steps)))


def _next(desk: Desk, tab: str) -> Desk:
    """The desk with the next thing worked out."""
    if tab == COMPARE:
        known = {test: desk.known.get(test) for test in desk.tests}
        missing = next(test for test, found in known.items() if found is None)
        found = {test: odds for test, odds in known.items() if odds is not None}
        return replace(desk, known=MappingProxyType({**found, missing: _odds(missing)}))
    if tab == SESSION:
        return replace(desk, playing=played_on(desk.playing))
    sweep = desk.sweep
    if sweep is None:
        return replace(desk, sweep=_sweep_of(desk.asked.test, desk.most) if desk.asked.test else None)
    if sweep.rest:
        return replace(desk, sweep=_with_next_step(sweep))
    return replace(desk, heat=_with_next_cell(desk.heat) if desk.heat else _empty_map(desk.axes, sweep))


def over_axes(desk: Desk, axes: tuple[str, ...], most: int) -> Desk:
    """The desk whose heat map goes over these axes, as far as that; nothing of the map is worked out."""
    desk = replace(desk, axes=axes, most=most, heat=None)
    if desk.sweep is None or len(desk.sweep.axes) < 2:
        return desk
    test = desk.sweep.test
    sweep = replace(desk.sweep, axes=axes_of(test.system, test.record, most))
    return replace(desk, sweep=sweep, heat=None if sweep.rest else _empty_map(axes, sweep))


def _odds(test: Test) -> Odds | str:
    try:
        return odds(test, seconds=SECONDS)
    except RulesError as error:
        return error.plain_words


def _sweep_of(test: Test, most: int) -> Sweep:
    try:
        with budget(SECONDS):
            main = chances_of(test.system).odds(test.record).main
        now = _chance(test)
    except RulesError as error:
        return Sweep(test, why=error.plain_words)
    rest = tuple(neighbours(test.system, test.record))
    return Sweep(test, now, main, rest=rest, axes=axes_of(test.system, test.record, most))


def _with_next_step(sweep: Sweep) -> Sweep:
    one, *rest = sweep.rest
    now = sweep.now or Ratio(0, 1)
    try:
        with budget(SECONDS):
            step = worth(sweep.test.system, one, now)
    except RulesError:
        return replace(sweep, rest=tuple(rest), left_out=(*sweep.left_out, one.label))
    return replace(sweep, rest=tuple(rest), steps=(*sweep.steps, step))


def _chance(test: Test) -> Ratio:
    with budget(SECONDS):
        return chances_of(test.system).main(test.record)


def _empty_map(wanted: tuple[str, ...], sweep: Sweep) -> Heat:
    """A heat map of which nothing is worked out; over the axes to begin with where the test has not those wanted."""
    found = {axis.name: axis for axis in sweep.axes}
    names = wanted if len({*wanted} & {*found}) == 2 else first_axes(sweep.test.system, sweep.axes)
    across, down = (found[name] for name in names)
    return Heat(grid_of(sweep.test.system, sweep.test.record, across, down))


def _with_next_cell(heat: Heat) -> Heat:
    """A heat map with its next cell."""
    width = len(heat.grid.across.values)
    row, column = divmod(len(heat.cells), width)
    test = heat.grid.test_at(column, row)
    if test is None:
        return replace(heat, cells=(*heat.cells, None))
    try:
        chance = _chance(Test(heat.grid.system, test))
    except RulesError:
        return replace(heat, cells=(*heat.cells, None), too_long=True)
    return replace(heat, cells=(*heat.cells, chance))
