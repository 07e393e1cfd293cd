"""Put on the desk, when it is opened, what was left there, the reader's own tests, or what a link brings."""

from dataclasses import replace

from app.desk.state import Desk, Entry, Playing, entry_of
from app.form.state import first_sheet
from app.model import Model
from app.place import CHANGES, SESSION
from pyrules.api import Test
from pyrules.campaign.links import MOST_COMPARED, read_tests
from pyrules.core.engine import chances_of
from pyrules.core.errors import RulesError
from pyrules.systems import BY_ID


def own(model: Model, system: str) -> Entry:
    """The test in the reader's own form of a system, or the one of an untouched form."""
    house = model.house[system]
    sheet = model.own_sheet(system)
    return Entry(system, sheet if sheet.test is not None else first_sheet(BY_ID[system], house), house)


def first_desk(model: Model) -> Desk:
    """The desk as it was left, or with the test of the form that was looked at last and a change of it."""
    first = own(model, model.came.system if model.came else next(iter(BY_ID)))
    try:
        tests = [Test(*told) for told in read_tests(model.desk_kept)] if model.desk_kept else []
    except RulesError:
        tests = []
    if not tests:
        return beginning_with(first)
    return Desk(tuple(map(entry_of, tests)), entry_of(tests[0]), Playing((entry_of(tests[0]),)))


def beginning_with(first: Entry) -> Desk:
    """A desk with a test and a change of it."""
    system = BY_ID[first.system]
    changed = [Test(system, variant) for _, variant in chances_of(system).variants(first.sheet.test)[:1]]
    return Desk((first, *map(entry_of, changed)), first, Playing((first,)))


def desk_from_link(model: Model, tab: str, fragment: str) -> Desk:
    """The desk with what a link brings: a single test joins those that are compared, several take their place.

    Raises `RulesError` for a link that cannot be read.
    """
    entries = tuple(entry_of(Test(*told)) for told in read_tests(fragment))
    desk = model.desk or first_desk(model)
    if tab == SESSION:
        own_ones = tuple(entry for entry in entries if entry.system == entries[0].system)
        same = own_ones == desk.playing.entries
        return desk if same else replace(desk, playing=replace(desk.playing, entries=own_ones, told=None), open=None)
    if tab == CHANGES:
        return replace(desk, asked=entries[0], open=None, axes=(), sweep=None, heat=None)
    if len(entries) == 1 and model.desk is None and not model.desk_kept:
        return beginning_with(entries[0])
    if len(entries) == 1 and any(entry.test == entries[0].test for entry in desk.entries):
        return desk
    if len(entries) == 1:
        entries = (*desk.entries[: MOST_COMPARED - 1], *entries)
        return replace(desk, entries=entries, open=None)
    return replace(desk, entries=entries, asked=entries[0], open=None, axes=(), sweep=None, heat=None)
