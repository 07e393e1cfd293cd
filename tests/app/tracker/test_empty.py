"""A tracker with nothing in it is a sentence and who can be added; the rest comes once it is asked for or begun."""

import pytest
from app.tracker import words

from pyrules.campaign.tracking import tracking_of
from pyrules.systems import BY_ID
from tests.app.reader import Reader

REST = {
    "moonwalk": "Notes and clock",
    "almond": "Notes Write notes",
    "stepdie": "Counters and notes",
    "general": "Action Scene and notes",
    "anydice": "Notes Write notes",
    "relics": "Challenges, counters and notes",
}


@pytest.mark.parametrize(("system", "rest"), REST.items())
def test_an_empty_tracker_is_a_sentence_and_who_can_be_added(system: str, rest: str) -> None:
    reader = Reader(f"{system}/tracker/")
    text = reader.text("screen")
    foe = tracking_of(BY_ID[system]).foe
    adds = f"{words.ADD_YOURS} {words.add_one(foe)}" if foe else words.ADD_YOURS
    assert text.partition(words.OTHER_WAYS)[0].endswith(f" {words.NOBODY} {adds} ")
    assert reader.html("screen").count('class="add main"') == 1
    assert f"{words.SCAN_PERSON} {rest} {words.OPEN_A_TABLE}" in text


@pytest.mark.parametrize("system", [system for system, rest in REST.items() if " and " in rest])
def test_what_is_asked_for_stays_until_it_is_put_away(system: str) -> None:
    reader = Reader(f"{system}/tracker/").do("tracker-rest")
    assert 'id="notes"' in reader.html("screen")
    assert 'id="notes"' in reader.go(f"{system}/").go(f"{system}/tracker/").html("screen")
    assert 'id="notes"' not in reader.do("tracker-rest").html("screen")


def test_a_clock_is_where_tests_take_time_or_where_time_has_passed() -> None:
    found = {system: 'id="clock"' in Reader(f"{system}/tracker/").do("tracker-rest").html("screen") for system in REST}
    assert [system for system, there in found.items() if there] == ["moonwalk"]
    reader = Reader("almond/tracker/").do("count", counter="clock", by=60)
    assert 'id="clock"' in reader.html("screen")
    begun = Reader("moonwalk/", faces=(1, 2)).note("2 (9, 1 hour) Extended Test").do("roll").go("moonwalk/tracker/")
    assert 'id="clock"' in begun.html("screen")


@pytest.mark.parametrize(("system", "part"), [("general", "scene"), ("relics", "challenges"), ("stepdie", "counters")])
def test_what_a_system_has_comes_with_the_first_who_is_written_down(system: str, part: str) -> None:
    reader = Reader(f"{system}/tracker/")
    assert f'id="{part}"' not in reader.html("screen")
    reader.do("edit", subject="player").do("edit-save", form={"called": "Ann"})
    assert f'id="{part}"' in reader.html("screen")
    assert "Write notes" in reader.text("screen")


def test_what_is_counted_without_anybody_is_there() -> None:
    reader = Reader("relics/tracker/").do("tracker-rest").do("count", counter="doom", by=1).do("tracker-rest")
    assert 'id="counters"' in reader.html("screen")


def test_a_page_apart_has_no_way_to_a_table_or_to_a_camera() -> None:
    reader = Reader("moonwalk/tracker/")
    ways = ("Open a table", "Join a table", "Scan a QR code")
    assert all(way in reader.text("screen") for way in ways)
    assert not any(way in reader.do("device", '{"apart": true}').text("screen") for way in ways)
