"""A system that joins while the program runs is one like the others, and leaves nothing behind when it goes."""

import gc
import pickle
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from app.pages import looks
from app.place import OF_A_SYSTEM, Place, place_at, places

import pyrules
from pyrules.campaign.codec import read_log, write_log
from pyrules.core.errors import RulesError
from pyrules.core.system import System
from pyrules.systems import SYSTEMS, all_systems, named, register, unregister
from tests.app.reader import Reader
from tests.systems.sixth import SIXTH


def use(system: System[Any]) -> None:
    """Roll, log, count and ask for odds and a session."""
    test = pyrules.parse(system.id, "3d6")
    reader = Reader(f"{system.id}/", faces=(6, 6, 2)).note("3d6").do("roll").do("odds")
    assert read_log(write_log(reader.model.campaign.events)).events == reader.model.campaign.events
    assert pyrules.odds(test).events
    assert pyrules.session([test]).after


@pytest.fixture
def guest() -> Iterator[System[Any]]:
    system = replace(SIXTH)
    register(system)
    yield system
    unregister(system)


def test_it_is_known_by_its_id_after_all_others(guest: System[Any]) -> None:
    assert all_systems() == (*SYSTEMS, guest)
    assert named(" Sixth") is guest
    assert pickle.loads(pickle.dumps(guest)) is guest  # noqa: S301  (of our own making)
    assert pyrules.roll(pyrules.parse("sixth", "3d6"), seed=1).test.system is guest


def test_the_first_page_offers_it_and_its_screens_have_addresses(guest: System[Any]) -> None:
    assert Reader("").sees('href="sixth/"', guest.title, guest.about)
    assert [place for place in places() if place.system == "sixth"] == [Place("sixth", tab) for tab in OF_A_SYSTEM]
    assert place_at("sixth/log/") == Place("sixth", "log")
    assert f'[data-system="sixth"] {{ --accent: light-dark({guest.look.accent[0]},' in looks()


@pytest.mark.usefixtures("guest")
def test_its_rolls_are_judged_logged_and_counted_and_there_after_a_reload() -> None:
    reader = Reader("sixth/", faces=(6, 6, 2)).note("3d6").do("roll")
    assert "Critical" in reader.text("card")
    (rolled,) = reader.model.campaign.events
    assert read_log(write_log([rolled])).events == (rolled,)
    reader.visit("sixth/log/")
    assert reader.sees("3d6", "Critical")
    reader.go("sixth/tracker/")
    assert "Grit − 4 of 9" in reader.text("screen")
    assert "Push" in reader.go("sixth/").do("odds").text("card")


def test_once_it_has_gone_nothing_is_left_of_it(guest: System[Any]) -> None:
    Reader("sixth/").note("3d6").do("roll").go("sixth/tracker/")
    unregister(guest)
    assert all_systems() == SYSTEMS
    assert place_at("sixth/") == Place()
    assert not Reader("").sees(guest.title)
    assert "sixth" not in looks()
    with pytest.raises(RulesError, match="no rule system 'sixth'; use moonwalk"):
        named("sixth")


def test_another_of_its_id_takes_its_place_with_rules_of_its_own(guest: System[Any]) -> None:
    Reader("sixth/", faces=(6, 6, 2)).note("3d6").do("roll").go("sixth/tracker/")
    unregister(guest)
    (grit,) = guest.counters
    other = replace(guest, counters=(replace(grit, start=7),))
    register(other)
    try:
        assert "Grit − 7 of 9" in Reader("sixth/tracker/").do("tracker-rest").text("screen")
    finally:
        unregister(other)


def test_an_id_that_cannot_be_or_is_taken_is_refused(guest: System[Any]) -> None:
    with pytest.raises(RulesError, match="'sixth' already; choose another id"):
        register(replace(guest))
    with pytest.raises(RulesError, match="'A b' is no id for a system; use lower-case letters"):
        register(replace(guest, id="A b"))
    with pytest.raises(RulesError, match="comes with pyrules and stays"):
        unregister(SYSTEMS[0])
    register(guest)
    assert all_systems() == (*SYSTEMS, guest)


def test_a_system_that_has_gone_is_let_go_of() -> None:
    system = replace(SIXTH)
    register(system)
    use(system)
    unregister(system)
    gone = weakref.ref(system)
    del system
    gc.collect()
    assert gone() is None
