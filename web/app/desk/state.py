"""The state of the desk: tests that are compared, the one whose changes are looked at, and what is known of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from app.form.state import Sheet, sheet_of
from app.place import CHANGES, COMPARE, SESSION
from pyrules.api import Odds, Session, Step, Test
from pyrules.campaign.links import write_tests
from pyrules.core.errors import RulesError
from pyrules.core.form import Values
from pyrules.core.odds import Distribution
from pyrules.core.ratio import Ratio
from pyrules.heat import Axis, Grid
from pyrules.sessions.course import Course
from pyrules.sessions.simulation import Simulation
from pyrules.sessions.spending import Policy
from pyrules.steps import Neighbour
from pyrules.systems import BY_ID

SIZES = (12, 20)
"""The sizes of a heat map, in rows and columns."""

MARGIN = "made by"
"""The number that is counted where tests of different kinds are compared: that by which one is more than enough."""


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
class Sweep:
    """The worth of each change of a test, as far as it is worked out.

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
        """The number of all its cells."""
        return len(self.grid.across.values) * len(self.grid.down.values)


@dataclass(frozen=True, slots=True)
class Told:
    """A session as far as it is worked out.

    `exact` goes on telling it exactly, until that is too much; then `simulation` plays it, `trials` times so far.
    `left` are the seconds that may still be spent, as reckoned. `why` says why there is none.
    """

    course: Course[Any] | None = None
    exact: Iterator[Sequence[Mapping[str, Distribution]]] | None = None
    simulation: Simulation[Any] | None = None
    trials: int = 0
    left: float = 0
    found: Session | None = None
    done: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Playing:
    """The session on the desk: its tests, so many times in a row, how to spend, and counters that start otherwise."""

    entries: tuple[Entry, ...]
    times: int = 5
    policy: Policy = "never"
    start: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    told: Told | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything on the desk.

    `entries` are compared, and `known` has their odds, or why there are none. `open` is the one whose form lies open.
    `counted` says how values are counted, `distribution` which are ("" for the one to begin with). `asked` is the test
    whose changes are looked at, `playing` the session. The heat map goes over `axes` (empty for those to begin with)
    and has at most `most` rows and columns.
    """

    entries: tuple[Entry, ...]
    asked: Entry
    playing: Playing
    open: int | None = None
    known: Mapping[Test, Odds | str] = field(default_factory=lambda: MappingProxyType({}))
    counted: str = "at least"
    distribution: str = ""
    axes: tuple[str, ...] = ()
    most: int = SIZES[0]
    sweep: Sweep | None = None
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

    @property
    def reckoning(self) -> bool:
        """Return whether odds are still being worked out."""
        return any(test not in self.known for test in self.tests)

    def on(self, tab: str) -> tuple[Entry, ...]:
        """The tests on one of the pages."""
        return {COMPARE: self.entries, CHANGES: (self.asked,), SESSION: self.playing.entries}[tab]

    def with_entry(self, tab: str, place: int, entry: Entry) -> "Desk":
        """The same with another test at a place of a page."""
        if tab == CHANGES:
            return replace(self, asked=entry, sweep=None, heat=None)
        entries = self.on(tab)
        return self.with_entries(tab, (*entries[:place], entry, *entries[place + 1 :]))

    def with_entries(self, tab: str, entries: tuple[Entry, ...]) -> "Desk":
        """The same with other tests that are compared, or in the session, which has those of one system."""
        if tab == COMPARE:
            return replace(self, entries=entries)
        before = {entry.system for entry in self.playing.entries}
        other = next((entry for entry in entries if entry.system not in before), None)
        if other:
            return replace(self, playing=Playing((other,), self.playing.times, self.playing.policy), open=None)
        return replace(self, playing=replace(self.playing, entries=entries, told=None))


def entry_of(test: Test) -> Entry:
    """A test as it lies on the desk."""
    return Entry(test.system.id, sheet_of(test.system, test.record), test.house_rules)


def link_text(desk: Desk, tab: str) -> str:
    """The tests on a page as a link has them; "" while a form makes none, or where the link would be too long."""
    tests = [(entry.test.system, entry.test.record) for entry in desk.on(tab) if entry.test]
    try:
        return write_tests(tests) if len(tests) == len(desk.on(tab)) else ""
    except RulesError:
        return ""
