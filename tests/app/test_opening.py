"""The beginning of a visit: pages before anything is known, and the screen that was left the last time."""

import re

import pytest
from app.evening import words
from app.log import screen_words as log_words
from app.pages import one_file, pages
from app.place import place_at
from app.show import words as show_words
from app.tracker import words as tracker_words

from pyrules.systems import SYSTEMS
from tests.app.reader import TAGS, Reader

PAGES = {**pages(), "the one file": one_file()}
DOCK = re.compile(r'<div id="bar">(.*?)</div><div id="tabs">', re.DOTALL)


@pytest.mark.parametrize("system", [system.id for system in SYSTEMS])
def test_the_button_says_no_test_before_it_is_known(system: str) -> None:
    bar = DOCK.search(PAGES[f"{system}/index.html"])
    assert bar
    said = " ".join(TAGS.sub(" ", bar[1]).split())
    assert said == "Roll Getting ready Real dice"
    assert "Getting ready" not in Reader(f"{system}/").text("bar")


@pytest.mark.parametrize("path", PAGES)
def test_no_page_says_what_is_not_known_yet(path: str) -> None:
    for told in (words.LUCK_EMPTY, log_words.LOG_EMPTY, tracker_words.NOBODY, show_words.SHOW_EMPTY):
        assert told not in PAGES[path]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_waits_for_what_is_the_readers_own(path: str) -> None:
    place = place_at(path.removesuffix("index.html"))
    as_it_stays = place.tab in ("picker", "rules")
    assert ("data-until" in PAGES[path]) != as_it_stays


@pytest.mark.parametrize("tab", ["", "log/", "odds/"])
def test_a_roll_and_its_choices_are_there_after_a_reload(tab: str) -> None:
    reader = Reader("stepdie/", faces=(5, 4, 2, 6)).note("3d6 + d8 (3) ip 4").do("roll").do("odds")
    card, bar = reader.html("card"), reader.html("bar")
    assert "Add one d6" in card
    reader.go(f"stepdie/{tab}").visit(f"stepdie/{tab}").go("stepdie/").do("odds")
    assert (reader.html("card"), reader.html("bar")) == (card, bar)


def test_a_purchase_goes_on_after_a_reload() -> None:
    reader = Reader("stepdie/", faces=(5, 4, 2, 6, 6)).note("3d6 + d8 (3) ip 4").do("roll").visit("stepdie/")
    reader.do("option", option="add").visit("stepdie/")
    assert reader.model.tray is not None
    assert [die.faces for die in reader.model.tray.roll.dice[0]] == [(5,), (4,), (2,), (6,), (6,)]


def change_test(reader: Reader) -> None:
    reader.do("change")


def undone(reader: Reader) -> None:
    reader.do("undo", event=reader.model.campaign.entries[-1].id)


def gone_elsewhere(reader: Reader) -> None:
    reader.go("").go("stepdie/")


def secret(reader: Reader) -> None:
    reader.do("secret").do("roll")


@pytest.mark.parametrize("leave", [change_test, undone, gone_elsewhere, secret])
def test_the_form_is_there_where_the_reader_was_and_where_nothing_shows(leave: object) -> None:
    assert callable(leave)
    reader = Reader("stepdie/").do("roll")
    leave(reader)
    reader.visit("stepdie/")
    assert not reader.model.result
    assert reader.text("card") == ""


@pytest.mark.parametrize("kept", [None, "stepdie", ["stepdie"], ["stepdie", 1], ["stepdie", "nothing"], [["a"], {}]])
def test_what_was_looked_at_may_be_damaged(kept: object) -> None:
    reader = Reader("stepdie/").do("roll")
    reader.kept["result"] = kept
    assert not reader.visit("stepdie/").model.result
    reader.kept["result"] = ["stepdie", reader.model.campaign.entries[-1].id]
    assert reader.visit("stepdie/").model.result
    assert not reader.visit("moonwalk/").model.result
