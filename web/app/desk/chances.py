"""Working out what a page of the desk shows, slice by slice, so that the page answers in between."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from app.desk.playing import is_going_on, played_on
from app.desk.state import Desk, Heat, Worth
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
"""How many seconds one thing may take as reckoned: the odds of a test, or one chance."""


def is_left(desk: Desk, tab: str) -> bool:
    """Whether something on a page is still to be worked out."""
    if tab == COMPARE:
        return any(test not in desk.known for test in desk.tests)
    if tab == SESSION:
        return is_going_on(desk.playing)
    if desk.asked.test is None:
        return False
    if desk.worth is None or desk.worth.rest:
        return True
    return len(desk.worth.axes) > 1 and (desk.heat is None or len(desk.heat.cells) < desk.heat.size)


def worked_out(desk: Desk, tab: str, clock: Callable[[], int]) -> Desk:
    """The desk with one more slice of what a page shows."""
    until = clock() + SLICE
    while is_left(desk, tab):
        desk = _next(desk, tab)
        if clock() >= until:
            break
    return replace(desk, worth=desk.worth and replace(desk.worth, steps=by_effect(desk.worth.steps)))


def _next(desk: Desk, tab: str) -> Desk:
    """The desk with the next thing worked out."""
    if tab == COMPARE:
        known = {test: desk.known.get(test) for test in desk.tests}
        missing = next(test for test, found in known.items() if found is None)
        found = {test: odds for test, odds in known.items() if odds is not None}
        return replace(desk, known=MappingProxyType({**found, missing: _odds(missing)}))
    if tab == SESSION:
        return replace(desk, playing=played_on(desk.playing))
    told = desk.worth
    if told is None:
        return replace(desk, worth=_begun(desk.asked.test, desk.most) if desk.asked.test else None)
    if told.rest:
        return replace(desk, worth=_told_on(told))
    return replace(desk, heat=_heated(desk.heat) if desk.heat else _cold(desk.axes, told))


def _odds(test: Test) -> Odds | str:
    try:
        return odds(test, seconds=SECONDS)
    except RulesError as error:
        return error.said


def _begun(test: Test, most: int) -> Worth:
    try:
        with budget(SECONDS):
            main = chances_of(test.system).odds(test.record).main
        now = _chance(test)
    except RulesError as error:
        return Worth(test, why=error.said)
    rest = tuple(neighbours(test.system, test.record))
    return Worth(test, now, main, rest=rest, axes=axes_of(test.system, test.record, most))


def _told_on(told: Worth) -> Worth:
    one, *rest = told.rest
    now = told.now or Ratio(0, 1)
    try:
        with budget(SECONDS):
            step = worth(told.test.system, one, now)
    except RulesError:
        return replace(told, rest=tuple(rest), left_out=(*told.left_out, one.label))
    return replace(told, rest=tuple(rest), steps=(*told.steps, step))


def _chance(test: Test) -> Ratio:
    with budget(SECONDS):
        return chances_of(test.system).main(test.record)


def _cold(wanted: tuple[str, ...], told: Worth) -> Heat:
    """A heat map of which nothing is worked out; over the axes to begin with where the test has not those wanted."""
    found = {axis.name: axis for axis in told.axes}
    names = wanted if len({*wanted} & {*found}) == 2 else first_axes(told.test.system, told.axes)
    across, down = (found[name] for name in names)
    return Heat(grid_of(told.test.system, told.test.record, across, down))


def _heated(heat: Heat) -> Heat:
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
