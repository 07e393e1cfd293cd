"""Each device is asked once in each game who it is: who is taken is marked, and the last game's name is offered."""

from dataclasses import replace

from app.program import back_at_a_table
from app.restore import initial_model
from app.table import words

from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.state import EMPTY
from pyrules.core.characters import clean_name
from tests.app.table.seats import Seat, company, settle


def writes(seat: Seat, name: str, *everyone: Seat) -> None:
    """Answer the question with somebody new."""
    seat.do("edit", subject="player").do("edit-save", form={"called": name})
    settle(seat, *everyone)


def second_game() -> list[Seat]:
    """Ann is Anja and Bo is Boris; then all go to another game, where Ann has written Anja down again."""
    _, ann, bo, cid = seats = company("Gm", "Ann", "Bo", "Cid")
    writes(ann, "Anja", *seats)
    writes(bo, "Boris", *seats)
    cid.do("table-watch")
    for seat in seats:
        seat.go("almond/")
        settle(*seats)
    return seats


def chips(seat: Seat) -> str:
    """Whom the question names, as they are seen."""
    return clean_name(seat.text("news").partition(words.WHO_ARE_YOU)[2])


def test_each_is_asked_in_each_game_though_others_are_known_there() -> None:
    _, ann, bo, cid = seats = second_game()
    for seat in (ann, bo, cid):
        assert words.WHO_ARE_YOU in seat.text("news")
    writes(ann, "Anja", *seats)
    assert words.WHO_ARE_YOU not in ann.text("news")
    for seat in (bo, cid):
        assert words.WHO_ARE_YOU in seat.text("news")
    cid.do("table-watch")
    assert words.WHO_ARE_YOU not in cid.text("news")
    for seat in (ann, bo, cid):
        assert words.WHO_ARE_YOU not in seat.go("stepdie/").text("news")


def test_the_name_of_the_last_game_is_two_taps_and_then_one_stands_on_roll() -> None:
    _, ann, bo, _ = second_game()
    assert words.again_as("Anja") in ann.text("news")
    assert words.again_as("Boris") not in ann.text("news")
    ann.do("table-same", called="Anja")
    assert ann.model.place.address == "almond/tracker/"
    typed = ann.model.tracker.editing
    assert typed
    ann.do("edit-save", form={name: str(value) for name, value in typed.values.items() if name == "called"})
    assert unmark_name(ann.model.acting["almond"]) == "Anja"
    assert (ann.model.place.address, ann.model.result) == ("almond/", False)
    assert bo.do("table-same", called="Anja").model.tracker.editing is None  # who is nobody of theirs


def test_who_is_taken_is_marked_with_whose_it_is() -> None:
    gm, ann, bo, cid = seats = second_game()
    writes(ann, "Anja", *seats)
    gm.go("almond/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Dora"})
    settle(*seats)
    for seat in (bo, cid):
        assert chips(seat).startswith(" Anja Ann Dora ")
    bo.do("who", called="Dora").do("roll")
    settle(*seats)
    assert chips(cid).startswith(" Anja Ann Dora Bo ")


def test_who_is_called_otherwise_than_a_namesake_stays_taken() -> None:
    _, ann, bo, cid = seats = second_game()
    for seat in (ann, bo):
        seat.do("edit", subject="player").do("edit-save", form={"called": "Nova"})
    settle(*seats)
    assert chips(cid).startswith((" Nova Ann Nova 2 Bo ", " Nova Bo Nova 2 Ann "))


def test_who_is_written_down_in_the_tracker_is_who_one_is() -> None:
    _, _, bo, _ = seats = second_game()
    bo.go("almond/tracker/")
    writes(bo, "Borislav", *seats)
    assert (bo.model.place.address, unmark_name(bo.model.acting["almond"])) == ("almond/", "Borislav")


def test_who_comes_back_is_asked_only_in_a_game_that_they_have_not_been_in() -> None:
    _, _, _, cid = second_game()
    cid.do("table-watch")
    alone = initial_model("", cid.model.place, EMPTY, (), cid.kept)
    soon: int = cid.kept["sat"]["at"]
    back, _ = back_at_a_table(alone, cid.kept, replace(cid.world, now=lambda: soon))
    assert back.table
    assert back.table.met == {"almond", "stepdie"}
