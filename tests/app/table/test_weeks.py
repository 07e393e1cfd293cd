"""A table from game to game and from week to week: colours stay, and the strip of the last game goes."""

import pytest

from pyrules.campaign.events import COLOURS
from tests.app.table.seats import Seat, company, connect, part, settle

MUCH = str(9_000_000)


@pytest.mark.parametrize("way", [("almond/",), ("", "almond/"), ("", "own/"), ("table/", "almond/odds/")])
def test_a_strip_of_the_last_game_goes_with_it(way: tuple[str, ...]) -> None:
    gm, ann = company("Gm", "Ann")
    for seat in (ann, gm):
        seat.do("table-watch").do("roll").wait()
        settle(gm, ann)
    assert "Gm" in ann.text("others")
    assert ann.go("stepdie/log/").html("others")
    for address in way:
        ann.go(address)
    assert not ann.html("others")
    ann.go("almond/")
    ann.do("edit", subject="player").do("edit-save", form={"called": "Anja"})  # who they are in the next game
    assert ann.model.place.address == "almond/"
    assert not ann.html("others")
    assert not ann.go("stepdie/log/").html("others")
    ann.go("almond/")
    gm.do("roll").wait()
    settle(gm, ann)
    assert "Step Die" in ann.text("others")  # what is rolled in another game by now is new


def test_who_joined_early_reads_the_name_that_was_typed_since() -> None:
    gm, ann = company("", "Ann")
    gm.do("table-sign", form={"name": "Gina", "colour": "pink"})
    settle(gm, ann)
    gm.do("table-ask")
    settle(gm, ann)
    assert "Gina asks" in ann.text("news")
    part(ann)
    assert "Gina" in ann.text("news")
    assert "Game master" not in ann.text("news")


def met_without_colours() -> tuple[Seat, Seat, dict[str, str]]:
    """Return two who have met at a table and have chosen no colours, and the colour that each wears."""
    gm, ann = (Seat(name) for name in ("Gina", "Ann"))
    for seat in (gm, ann):
        seat.kept["goes by"] = [seat.name, ""]
        seat.visit("table/")
    gm.do("table-open")
    ann.do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    return gm, ann, {one.name: one.colour for one in gm.table.here}


def test_a_colour_stays_a_persons_from_week_to_week() -> None:
    gm, ann, worn = met_without_colours()
    for seat in (gm, ann):
        seat.go("stepdie/").do("roll")
        settle(gm, ann)
    copy = gm.log
    part(ann)
    for number in range(len(COLOURS)):
        next_week = Seat("Ann", "table/", late=number)
        next_week.kept["goes by"] = ["Ann", ""]
        next_week.visit("table/")
        next_week.do("log-import", copy, name="copy.json", size="2", most=MUCH).do("log-replace").do("table-open")
        assert next_week.table.me.colour == worn["Ann"]


def test_who_joins_again_with_an_empty_log_wears_the_colour_of_last_week() -> None:
    gm, ann, worn = met_without_colours()
    for number in range(len(COLOURS)):
        for seat in (gm, ann):
            next_week = Seat(seat.name, "table/", late=number)
            next_week.kept["goes by"] = seat.kept["goes by"]
            next_week.visit("table/").do("table-open")
            assert next_week.table.me.colour == worn[seat.table.me.name]
