"""A Challenge of Relics of the Moon at a table: everybody knows who leads and how far it is, and rolls within it."""

from app.tracker import words

from tests.app.table.huddle_helpers import huddle
from tests.app.table.seats import settle


def test_who_leads_is_told_to_all() -> None:
    gm, ann, bo = seats = huddle("Gm", "Ann", "Bo")
    gm.do("lead", challenge="Riot", called="Boris")
    settle(*seats)
    for seat in (ann, bo):
        assert seat.text("told") == "Gm: Boris leads against Riot."


def test_the_main_button_of_everybody_is_the_turn_of_the_challenge() -> None:
    gm, ann, bo = seats = huddle("Gm", "Ann", "Bo")
    gm.do("lead", challenge="Riot", called="Boris")
    settle(*seats)
    for seat in (ann, bo):
        seat.note("5d6")
        assert seat.text("bar").startswith("The Cohort's turn, round 1 Riot")
        seat.do("play", challenge="Riot")
        assert seat.text("bar").startswith("Roll ")


def test_everybody_s_screens_say_how_the_challenge_stands() -> None:
    gm, ann, bo = huddle("Gm", "Ann", "Bo")
    stands = "Riot · Round 1, the Cohort's turn · 0 of "
    for seat in (gm, ann, bo):
        assert stands in seat.text("news")
        assert "Anja leads" in seat.text("news")
        assert stands in seat.go("relics/show/").text("card")


def test_nobody_acts_in_an_order_where_the_text_knows_none() -> None:
    gm, ann, _ = huddle("Gm", "Ann", "Bo")
    for seat in (gm, ann):
        assert words.TURNS_BEGIN not in seat.text("news") + seat.go("relics/tracker/").text("screen")
    assert words.TURNS_BEGIN in gm.go("almond/tracker/").do("edit", subject="player").do(
        "edit-save", form={"called": "Kira"}
    ).text("screen")


def test_nobody_loses_what_is_dealt_out_to_others() -> None:
    gm, ann, bo = seats = huddle("Gm", "Ann", "Bo")
    for _ in range(9):
        gm.do("play", challenge="Riot").do("roll")
        settle(*seats)
        if "to deal out" in gm.text("bar"):
            break
    strike = gm.model.campaign.entries[-1].id
    gm.do("deal-evenly", event=strike).do("deal", event=strike)
    settle(*seats)
    for seat in (ann, bo):
        assert seat.text("told").startswith("Gm dealt it out. Anja gets ")
        assert "loses" not in seat.text("told")
