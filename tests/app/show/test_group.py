"""The screen for everybody with a whole group: all results that belong together are on it."""

from tests.app.reader import Reader
from tests.app.show.show_helpers import hear_teller
from tests.app.table.seats import Seat, company, settle


def with_a_screen(*names: str) -> list[Seat]:
    """Devices at one table with Step Die in sight, the last of them the screen for everybody."""
    seats = company(*names, "Screen")
    seats[-1].go("stepdie/show/")
    seats[0].note("5d6 + d8 (3)")
    return seats


def asks(*seats: Seat, together: bool = False) -> None:
    """Have the hub ask all but the screen for the test of its form."""
    gm, *guests, _ = seats
    gm.do("table-asking", form={"label": "Climb", **({"together": "on"} if together else {})})
    for place in range(len(guests)):
        gm.do("table-ask", place=place)
    settle(*seats)


def answers(guest: Seat, *seats: Seat) -> str:
    """Have somebody roll what they are asked for; gives what it came to."""
    guest.do("table-answer").wait()
    settle(*seats)
    return result(guest)


def result(seat: Reader) -> str:
    """The result of the roll on a person's tray, as it is shown."""
    headline, summary, _ = seat.model.trays[seat.model.place.system].verdict.news
    return f"{headline} {summary}"


def large(screen: Reader) -> str:
    """The verdict that is shown large, and of whom."""
    return screen.text("card").partition(" · ")[0]


def small(screen: Reader) -> list[str]:
    """The devices whose results stand below that, a line each."""
    lines = screen.html("card").partition('class="together"')[2].partition("</ul>")[0].split("<li>")[1:]
    return [line.partition("</span>")[0].rpartition(">")[2] for line in lines]


def test_what_several_are_asked_for_is_on_the_screen_the_newest_large() -> None:
    gm, ann, bo, screen = seats = with_a_screen("Gm", "Ann", "Bo")
    asks(*seats)
    first = answers(ann, *seats)
    assert small(screen) == []
    second = answers(bo, *seats)
    assert (large(screen), small(screen)) == ("Bo", ["Ann"])
    assert first in screen.text("card")
    assert second in screen.text("card")
    gm.note("5d6 + d8 (2)")  # something else
    gm.do("roll").wait()
    settle(*seats)
    assert (large(screen), small(screen)) == ("Gm", [])


def test_results_shown_together_are_on_the_screen_whatever_came_between() -> None:
    gm, ann, bo, screen = seats = with_a_screen("Gm", "Ann", "Bo")
    asks(*seats, together=True)
    results = [answers(guest, *seats) for guest in (ann, bo)]
    gm.note("5d6 + d8 (2)")
    gm.do("roll").wait()
    settle(*seats)
    assert (large(screen), small(screen)) == ("Gm", [])
    gm.do("table-show-all")
    settle(*seats)
    assert {large(screen), *small(screen)} == {"Ann", "Bo"}
    assert all(one in screen.text("card") for one in results)
    gm.do("undo", event=screen.model.trays["stepdie"].event)
    settle(*seats)
    assert small(screen) == []
    assert large(screen) in ("Ann", "Bo")


def test_who_rolls_anew_has_one_result_and_who_rolled_long_before_has_none() -> None:
    gm, ann, screen = seats = with_a_screen("Gm", "Ann")
    for seat in (gm, ann, gm):
        seat.note("5d6 + d8 (3)")
        seat.do("roll").wait()
        settle(*seats)
    assert (large(screen), small(screen)) == ("Gm", ["Ann"])
    for seat in seats:
        seat.set_clock(-300_000)
    ann.do("roll").wait()
    settle(*seats)
    assert (large(screen), small(screen)) == ("Ann", [])


def test_in_another_turn_a_result_stands_alone() -> None:
    teller = Reader("stepdie/tracker/")
    for name in ("Anja", "Boris"):
        teller.do("edit", subject="player").do("edit-save", form={"called": name})
    teller.go("stepdie/").note("5d6 + d8 (3)")
    screen = Reader("stepdie/show/", teller.model.campaign.events)
    for name in ("Anja", "Boris"):
        hear_teller(screen, teller.do("who", called=name).note("5d6 + d8 (3)").do("roll"))
    assert 'class="together"><li><div><span>Anja<' in screen.html("card")
    hear_teller(screen, teller.do("turns-begin").do("turn-next"))
    assert 'class="together"' in screen.html("card")
    hear_teller(screen, teller.do("who", called="Anja").note("5d6 + d8 (3)").do("roll"))
    assert 'class="together"' not in screen.html("card")
