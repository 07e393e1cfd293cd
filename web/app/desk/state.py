"""What lies on the desk: tests that are compared, the one whose changes are looked at, and what is known of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from app.model import COMPARE, Model, Sheet
from app.sheet import sheet_of, untouched
from pyrules.api import Odds, Step, Test
from pyrules.campaign.links import MOST_TESTS, read_tests, write_tests
from pyrules.core.errors import RulesError
from pyrules.core.form import Values
from pyrules.core.ratio import Ratio
from pyrules.heat import Axis, Grid
from pyrules.steps import Neighbour
from pyrules.systems import BY_ID, SYSTEMS

SIZES = (12, 20)
"""How many rows and columns a heat map may have."""

MARGIN = "made by"
"""What is counted where tests of different kinds are compared: by how much what decides is more than enough."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A test on the desk: its system, its form as it is filled in, and the house rules it is judged by."""

    system: str
    sheet: Sheet
    house: Values

    @property
    def test(self) -> Test | None:
        """The test that the form makes, if it makes one."""
        return None if self.sheet.test is None else Test(BY_ID[self.system], self.sheet.test)


@dataclass(frozen=True, slots=True)
class Worth:
    """What the changes of a test are worth, as far as that is worked out.

    `now` is the chance of its main event, `main`; of the `rest` it is still to be told. `why` says why nothing can be.
    A heat map can go over `axes`.
    """

    test: Test
    now: Ratio | None = None
    main: str = ""
    steps: tuple[Step, ...] = ()
    rest: tuple[Neighbour[Any], ...] = ()
    left_out: tuple[str, ...] = ()
    axes: tuple[Axis, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Heat:
    """A heat map as far as it is worked out: the chances of its first cells, None for those that the rules refuse.

    `too_long` says that some are left out, as they would take too long.
    """

    grid: Grid[Any]
    cells: tuple[Ratio | None, ...] = ()
    too_long: bool = False

    @property
    def size(self) -> int:
        """How many cells it has in all."""
        return len(self.grid.across.values) * len(self.grid.down.values)


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything on the desk.

    `entries` are compared, and `known` has their odds, or why there are none. `open` is the one whose form lies open.
    `counted` says how values are counted, `distribution` which are ("" for the one to begin with). `asked` is the test
    whose changes are looked at; the heat map goes over `axes` (empty for those to begin with) and has at most `most`
    rows and columns.
    """

    entries: tuple[Entry, ...]
    asked: Entry
    open: int | None = None
    known: Mapping[Test, Odds | str] = field(default_factory=lambda: MappingProxyType({}))
    counted: str = "at least"
    distribution: str = ""
    axes: tuple[str, ...] = ()
    most: int = SIZES[0]
    worth: Worth | None = None
    heat: Heat | None = None

    @property
    def tests(self) -> tuple[Test, ...]:
        """The tests that are compared, as far as their forms make some."""
        return tuple(entry.test for entry in self.entries if entry.test)

    @property
    def odds(self) -> tuple[Odds | None, ...]:
        """The odds of each entry, None where there are none (yet)."""
        known = (self.known.get(entry.test) if entry.test else None for entry in self.entries)
        return tuple(odds if isinstance(odds, Odds) else None for odds in known)

    def on(self, tab: str) -> tuple[Entry, ...]:
        """The tests on one of the pages."""
        return self.entries if tab == COMPARE else (self.asked,)

    def with_entry(self, tab: str, place: int, entry: Entry) -> "Desk":
        """The same with another test at a place of a page."""
        if tab != COMPARE:
            return replace(self, asked=entry, worth=None, heat=None)
        return replace(self, entries=(*self.entries[:place], entry, *self.entries[place + 1 :]))


def entry_of(test: Test) -> Entry:
    """A test as it lies on the desk."""
    return Entry(test.system.id, sheet_of(test.system, test.record), test.house_rules)


def own(model: Model, system: str) -> Entry:
    """The test in the reader's own form of a system, or the one of an untouched form."""
    house = model.house[system]
    sheet = model.own_sheet(system)
    return Entry(system, sheet if sheet.test is not None else untouched(BY_ID[system], house), house)


def beginning(model: Model) -> Desk:
    """The desk as it was left, or with the test of the form that was looked at last and a change of it."""
    first = own(model, model.came.system if model.came else SYSTEMS[0].id)
    try:
        tests = [Test(*told) for told in read_tests(model.desk_kept)] if model.desk_kept else []
    except RulesError:
        tests = []
    return Desk(tuple(map(entry_of, tests)), entry_of(tests[0])) if tests else beginning_with(first)


def beginning_with(first: Entry) -> Desk:
    """A desk with a test and a change of it."""
    system = BY_ID[first.system]
    changed = [Test(system, variant) for _, variant in system.chances.variants(first.sheet.test)[:1]]
    return Desk((first, *map(entry_of, changed)), first)


def written(desk: Desk, tab: str) -> str:
    """The tests on a page as a link has them; "" while a form makes none, or where the link would be too long."""
    tests = [(entry.test.system, entry.test.record) for entry in desk.on(tab) if entry.test]
    try:
        return write_tests(tests) if len(tests) == len(desk.on(tab)) else ""
    except RulesError:
        return ""


def brought(model: Model, tab: str, fragment: str) -> Desk:
    """The desk with what a link brings: a single test joins those that are compared, several take their place.

    Raises `RulesError` for a link that cannot be read.
    """
    entries = tuple(entry_of(Test(*told)) for told in read_tests(fragment))
    desk = model.desk or beginning(model)
    if tab != COMPARE:
        return replace(desk, asked=entries[0], open=None, axes=(), worth=None, heat=None)
    if len(entries) == 1 and model.desk is None and not model.desk_kept:
        return beginning_with(entries[0])
    if len(entries) == 1 and any(entry.test == entries[0].test for entry in desk.entries):
        return desk
    if len(entries) == 1:
        entries = (*desk.entries[: MOST_TESTS - 1], *entries)
        return replace(desk, entries=entries, open=None)
    return replace(desk, entries=entries, asked=entries[0], open=None, axes=(), worth=None, heat=None)
