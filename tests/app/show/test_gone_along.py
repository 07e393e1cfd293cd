"""The screen for everybody when the group goes to another game: it goes along."""

from app import words
from app.table import words as table_words

from pyrules.systems import BY_ID
from tests.app.reader import Reader
from tests.app.show.show_helpers import hear_teller, landings_on
from tests.app.table.seats import company, part, settle, wake


def test_the_screen_follows_the_game_master_and_any_roller_to_a_game() -> None:
    gm, ann, screen = seats = company("Gm", "Ann", "Screen")
    screen.do("table-watch").go("stepdie/show/")
    gm.do("roll").wait()
    settle(*seats)
    gm.go("almond/")
    settle(*seats)
    assert screen.model.place.address == "almond/show/"
    assert ann.model.place.address == "stepdie/"
    assert table_words.plays_now("Gm", BY_ID["almond"].title) not in screen.text("news")
    gm.do("roll").wait()
    settle(*seats)
    assert screen.model.trays["almond"].roll == gm.model.trays["almond"].roll
    ann.do("roll").wait()
    settle(*seats)
    assert screen.model.place.address == "stepdie/show/"
    assert screen.model.trays["stepdie"].roll == ann.model.trays["stepdie"].roll
    gm.go("settings/")
    settle(*seats)
    assert screen.model.place.address == "stepdie/show/"


def test_a_guest_becomes_the_screen_where_it_sits_and_is_not_asked_to_roll() -> None:
    gm, _, screen = seats = company("Gm", "Ann", "Screen")
    for each in seats:
        here = f'aria-label="{words.SHOW_HERE}"' in each.html("top")
        assert here is (each is not gm)
        assert ('target="_blank"' in each.html("top")) is not here
    screen.do("table-watch").go("stepdie/show/")
    settle(*seats)
    gm.do("table-ask")
    settle(*seats)
    assert gm.model.table
    assert gm.model.table.question
    assert [(one.device.name, one.how) for one in gm.model.table.question.replies] == [("Ann", "asked")]


def test_the_screen_says_what_is_asked_of_whom_until_they_answered() -> None:
    gm, ann, bo, tv = seats = company("Gm", "Ann", "Bo", "")
    tv.do("table-watch").go("stepdie/show/")
    for seat in (ann, bo):
        seat.do("table-watch")
    settle(*seats)
    gm.do("table-asking", form={"label": "Climb the wall"}).do("table-ask")
    settle(*seats)
    assert "Gm asks: Climb the wall · Ann, Bo" in tv.text("card")
    ann.do("table-answer").wait()
    settle(*seats)
    assert "Gm asks: Climb the wall · Bo" in tv.text("card")
    bo.do("table-decline")
    settle(*seats)
    assert "Climb the wall" not in tv.text("card")


def test_a_screen_is_no_player_and_is_called_what_it_is() -> None:
    gm, ann, tv = seats = company("Gm", "Ann", "")
    assert [one.name for one in gm.table.here] == ["Gm", "Ann", "Player"]
    gm.do("edit", subject="player").do("edit-save", form={"called": "Anja"})
    settle(*seats)
    ann.do("who", called="Anja")
    tv.do("table-watch").go("stepdie/show/")
    settle(*seats)
    for seat in seats:
        assert [one.name for one in seat.table.here] == ["Gm", "Ann", "Screen"]
    assert "Ask Anja" in gm.text("news")
    assert "Ask Screen" not in gm.text("news")
    tv.go("stepdie/")
    settle(*seats)
    assert gm.table.here[-1].name == "Player"


def test_a_screen_that_was_away_goes_to_the_game_that_is_played_by_now() -> None:
    gm, screen = seats = company("Gm", "Screen")
    screen.do("table-watch").go("stepdie/show/")
    part(screen)
    gm.go("almond/")
    wake(gm, screen)
    settle(*seats)
    assert screen.model.place.address == "almond/show/"


def test_a_screen_in_another_tab_follows_a_roll_once_all_may_see_it() -> None:
    screen, teller = Reader("stepdie/show/"), Reader("stepdie/")
    hear_teller(screen, teller.do("roll"))
    teller.go("moonwalk/").note("9 (2)")
    hear_teller(screen, teller.do("secret").do("roll").do("secret"))
    assert screen.model.place.address == "stepdie/show/"
    hear_teller(screen, teller.do("reveal", event=teller.model.campaign.entries[-1].id))
    assert screen.asked("go") == [{"do": "go", "to": "moonwalk/show/", "replace": True}]
    assert len(landings_on(screen)) == 9
    assert "Moonwalk" in screen.text("top")
    assert screen.html("tray").count('class="die"') == 9
    hear_teller(screen, teller.do("undo", event=teller.model.campaign.entries[-1].id))
    assert screen.model.place.address == "moonwalk/show/"
    assert screen.model.tray is None


def test_a_screen_stays_with_the_game_it_was_opened_for_while_none_rolls() -> None:
    teller = Reader("moonwalk/").note("9 (2)").do("roll")
    screen = Reader("stepdie/show/", teller.model.campaign.events)
    hear_teller(
        screen, teller.go("moonwalk/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Anja"})
    )
    assert screen.model.place.address == "stepdie/show/"
