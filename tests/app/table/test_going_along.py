"""When the hub goes to another game: who sits in the old one reads it and goes along with a tap, or does not."""

from app import words as app_words
from app.table import words

from pyrules.systems import BY_ID
from tests.app.table.seats import Seat, company, connect, part, settle, wake

ALMOND = words.plays_now("Gm", BY_ID["almond"].title)


def test_nobody_is_taken_along_and_a_line_leads_there_until_they_have_gone() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    for guest in (ann, bo):
        guest.do("table-watch")
    ann.do("roll")
    settle(*seats)
    card = ann.text("card")
    gm.go("almond/")
    settle(*seats)
    for guest in (ann, bo):
        assert guest.model.place.address == "stepdie/"
        assert guest.text("news").count(ALMOND) == 1
        assert f'href="almond/" class="button">{words.GO_ALONG}' in guest.html("news")
        assert guest.announced.count(ALMOND) == 1
    assert ann.text("card") == card
    assert ALMOND in ann.go("settings/").text("news")
    assert ALMOND not in ann.go("almond/").text("news")
    assert ALMOND not in ann.go("stepdie/").text("news")  # which is as they like by now
    gm.go("stepdie/")
    settle(*seats)
    assert words.GO_ALONG not in bo.text("news")
    gm.go("almond/")
    settle(*seats)
    assert ALMOND in ann.text("news")


def test_who_comes_back_reads_what_is_played_by_now() -> None:
    gm, ann = seats = company("Gm", "Ann")
    part(ann)
    gm.go("almond/")
    assert ALMOND not in ann.text("news")
    wake(gm, ann)
    settle(*seats)
    assert ALMOND in ann.text("news")


def test_who_has_just_come_is_where_the_hub_is() -> None:
    gm = Seat("Gm").do("table-open").go("almond/")
    ann = Seat("Ann").do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    assert ann.model.place.address == "almond/"
    assert words.GO_ALONG not in ann.text("news")


def test_a_guest_at_a_closed_table_is_told_so_and_led_to_leave_it() -> None:
    gm, ann = seats = company("Gm", "Ann")
    gm.go("table/").do("table-leave")
    settle(*seats)
    told = ann.text("news")
    assert app_words.table_closed("Gm") in told
    assert app_words.LEAVE_TABLE in told
    assert app_words.back_to_table("Gm") not in told
    gm, ann = seats = company("Gm", "Ann")
    part(ann)
    assert app_words.back_to_table("Gm") in ann.text("news")
