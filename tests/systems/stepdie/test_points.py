"""Stats, traits and gear of Step Die as taps, and the stat points that are left, without a browser."""

from typing import Any

import pytest

from tests.app.reader import Reader
from tests.app.tracker.turns_helpers import foes, person

OWN: dict[str, Any] = {
    "stats.0.label": "Agility",
    "stats.0.points": "3",
    "stats.1.label": "Wits",
    "stats.1.points": "1",
    "traits.0.label": "Expert Stealth",
    "traits.0.dice": "2",
    "gear.0.label": "Dark clothing",
}


def marcus(*faces: int, **more: str) -> Reader:
    reader = person(Reader("stepdie/tracker/", faces=faces or None), "Marcus", step="d10", **OWN, **more)
    return reader.go("stepdie/").do("who", called="Marcus")


def stats_left(reader: Reader) -> str:
    return reader.text("form").partition("Stats ")[2].partition(" Traits")[0]


def test_the_texts_own_example_is_put_together_by_taps() -> None:
    reader = marcus().do("step", field="points", by=-3)
    for offer in ("stats.0", "traits.0", "gear.0"):
        reader.do("offer", offer=offer)
    assert reader.model.sheet.notation == "2 Agility + 2 trait + 1 gear + d10 (3) ip 2"
    for offer in ("stats.0", "traits.0", "gear.0"):
        reader.do("offer", offer=offer)
    assert reader.model.sheet.notation == "2d6 + d10 (3) ip 2"


def test_a_roll_spends_the_points_of_its_stat_and_undo_gives_them_back() -> None:
    reader = marcus(*[3] * 30).do("step", field="points", by=-3).do("offer", offer="stats.0")
    assert stats_left(reader) == "Agility 3 of 3 Wits 1 of 1"
    reader.do("roll").do("change")
    assert stats_left(reader) == "Agility 1 of 3 Wits 1 of 1"
    assert "Marcus has 1 point of Agility left." in reader.text("form")
    reader.do("step", field="points", by=-1)
    assert "Agility left." not in reader.text("form")
    reader.do("roll").do("change").do("offer", offer="stats.0").do("offer", offer="stats.0")
    assert stats_left(reader) == "Agility used Wits 1 of 1"
    assert reader.model.sheet.values["stat"] == ""
    roll = reader.model.campaign.entries[-1].id
    assert stats_left(reader.do("undo", event=roll)) == "Agility 1 of 3 Wits 1 of 1"
    reader.do("offer", offer="stats.1")
    assert reader.model.sheet.notation.startswith("1 Wits")


def test_points_are_spent_given_back_and_restored_by_hand() -> None:
    reader = foes(marcus().go("stepdie/tracker/"), "Guard", **{"stats.0.label": "Agility"}).do("look", called="Marcus")
    for by in (-1, -1, 1, 1, 1, 2, 0):
        reader.do("points", who="Marcus", stat="Agility", by=by)
    assert "Agility − 3 of 3 + Wits" in reader.text("screen")
    reader.do("points", who="Marcus", stat="Agility", by=-1).do("points", who="Marcus", stat="Wits", by=-1)
    events = reader.do("points", who="Marcus", stat="Wits", by=-1).model.campaign.events
    for who, stat in (("Marcus", "Charm"), ("Zed", "Agility")):
        assert reader.do("points", who=who, stat=stat, by=-1).model.campaign.events == events
    assert "Agility − 2 of 3 + Wits − 0 of 1 +" in reader.text("screen")
    assert "Stat points spent" not in reader.text("screen")
    reader.do("edit", subject="player", called="Marcus").do("edit-save", form={"called": "Mark"})
    assert "Agility − 2 of 3 + Wits − 0 of 1 +" in reader.text("screen")
    assert "Agility − 3 of 3 +" in reader.do("look", called="Guard").text("screen")
    reader.do("points-back", who="Mark").do("look", called="Mark")
    assert "Agility − 3 of 3 + Wits − 1 of 1 +" in reader.visit("stepdie/tracker/").do("look", called="Mark").text(
        "screen"
    )


@pytest.mark.parametrize(("stat", "why"), [("ip", "cannot stand in a label"), ("", "a name is missing")])
def test_a_stat_that_no_notation_can_have_is_refused(stat: str, why: str) -> None:
    reader = person(Reader("stepdie/tracker/"), "Ann", **{"stats.0.label": stat, "stats.0.points": "1"})
    assert why in str(reader.model.tracker.editing and reader.model.tracker.editing.wrong)


def test_somebody_elses_bonuses_leave_the_form() -> None:
    reader = marcus().do("offer", offer="traits.0").do("offer", offer="stats.0")
    person(reader.go("stepdie/tracker/"), "Ann").go("stepdie/").do("who", called="Ann")
    assert reader.model.sheet.notation == "3d6 + d8 (3) ip 2"
