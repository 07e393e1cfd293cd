"""The test that somebody at a table puts together is on the screen for everybody, and nowhere else."""

import json

import pytest
from app.program import shows_nothing
from app.table import words
from app.table.building import EVERY

from pyrules.campaign.devices import Building, encode
from pyrules.campaign.events import Device
from tests.app.reader import Reader
from tests.app.table.seats import company, settle


def saying(seat: Reader) -> list[dict[str, object]]:
    """The messages about its test that a device sent last, none of them more often than is allowed."""
    said = [(json.loads(one["text"]), one["every"]) for one in seat.asked("tell") if "every" in one]
    assert all(every == EVERY for _, every in said)
    return [one for one, _ in said if one["kind"] == "building"]


def test_the_screen_shows_pool_and_chance_of_a_test_being_put_together() -> None:
    gm, ann, screen = company("Gm", "Ann", "Tv")
    screen.go("stepdie/show/")
    events = gm.log
    ann.note("6d6 + d8 (2)")
    settle(gm, ann, screen)
    shown = screen.text("card")
    assert f"Ann {words.PREPARES} 6d6 + d8 · " in shown
    assert "% to succeed" in shown
    assert "6d6" not in gm.text("form") + gm.text("card")
    gm.note("3d6 + d8 (2)")
    ann.note("7d6 + d8 (2)")
    settle(gm, ann, screen)
    shown = screen.text("card")
    assert "6d6" not in shown
    assert f"Gm {words.PREPARES} 3d6" in shown
    assert f"Ann {words.PREPARES} 7d6" in shown
    assert gm.log == ann.log == screen.log == events
    ann.do("roll")
    gm.go("stepdie/odds/")
    settle(gm, ann, screen)
    assert words.PREPARES not in screen.text("card")


def test_a_test_is_sent_when_it_changes_and_not_while_it_is_held_back() -> None:
    gm, ann = company("Gm", "Ann")
    assert len(saying(ann.note("6d6 + d8 (2)"))) == 1
    assert not saying(ann.note("6d6 + d8 (2)"))
    [gone] = saying(ann.do("secret"))
    assert gone["link"] == ""
    assert not saying(ann.note("7d6 + d8 (2)"))
    assert not saying(ann.do("secret"))  # it was put together in secret
    assert len(saying(ann.note("8d6 + d8 (2)"))) == 1
    switched = {"building.shown": ""}
    ann.go("settings/").do("prefer", form=switched)
    assert not ann.go("stepdie/").model.preferences["building"]
    assert not saying(ann.note("5d6 + d8 (2)"))
    gm.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Rat"})
    gm.go("stepdie/").do("who", called="Rat")
    assert not saying(gm.note("5d6 + d8 (2)"))


def test_who_does_not_look_at_the_screen_has_nothing_drawn_for_it() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    before = gm.model, bo.model
    ann.note("6d6 + d8 (2)")
    settle(gm, ann, bo)
    for earlier, seat in zip(before, (gm, bo), strict=True):
        assert [one.by for one in seat.table.building] == [ann.table.me]
        assert shows_nothing(earlier, seat.model)


@pytest.mark.parametrize("link", ["2.nonsense", "", "1."])
def test_a_test_that_cannot_be_read_is_not_shown(link: str) -> None:
    gm, ann, screen = company("Gm", "Ann", "Tv")
    screen.go("stepdie/show/")
    [peer] = ann.table.others
    ann.said[peer.number].append(encode(Building(link, "", Device("Gm", "red"))))
    settle(gm, ann, screen)
    assert words.PREPARES not in screen.text("card")
    assert len(screen.table.here) == 3
    assert all(one.by.name == "Ann" for one in screen.table.building)  # nobody speaks in another's name


def test_who_has_not_touched_their_form_prepares_nothing() -> None:
    gm, ann = company("Gm", "Ann")
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Kira"})
    settle(gm, ann)
    ann.do("who", called="Kira")
    settle(gm, ann)
    earlier = ann.table.built
    gm.do("count", counter="player_ip", by="3", who="Kira")  # which is in the form of Kira's test
    settle(gm, ann)
    assert ann.table.built == earlier
