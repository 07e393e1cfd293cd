"""An undo, and what is done to a roll, is told to everybody else: who did what to whose."""

from dataclasses import replace

import pytest
from app.log import words as log_words
from app.log.state import entry_in_words
from app.roll import words as words_of_roll
from app.table import words

from pyrules.campaign.events import Rolled
from pyrules.systems import BY_ID
from tests.app.table.seats import Seat, company, settle


def playing() -> list[Seat]:
    """Ann has rolled for Kira, at a table where everybody may change everything."""
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Kira"})
    settle(*seats)
    ann.do("who", called="Kira").note("5d6 + d8 (5)").do("roll")
    settle(*seats)
    return [gm.go("stepdie/"), ann, bo]


@pytest.mark.parametrize("place", ["stepdie/", "stepdie/log/", "stepdie/odds/", "stepdie/tracker/", "table/", ""])
def test_an_undo_is_told_wherever_one_is_with_who_and_what(place: str) -> None:
    gm, ann, bo = seats = playing()
    line = gm.model.campaign.entries[-1]
    for seat in (ann, bo):
        seat.go(place)
    gm.do("undo", event=line.id)
    settle(*seats)
    told = words.undid("Gm", f"Kira, {entry_in_words(line.event).headline}")
    for seat in (ann, bo):
        assert told in seat.text("news")
        assert told in seat.announced
    bo.do("redo", event=line.id)
    settle(*seats)
    for seat in (gm, ann):
        assert words.counts_again("Bo", f"Kira, {entry_in_words(line.event).headline}") in seat.text("news")
    assert told not in gm.announced


def test_a_purchase_and_its_undo_are_told_with_what_it_costs() -> None:
    gm, ann, bo = seats = playing()
    ann.do("option", option="add")
    settle(*seats)
    bought = gm.model.campaign.entries[-1].event
    assert isinstance(bought, Rolled)
    face = bought.dice[0][-1].faces[-1]
    for seat in (gm, bo):
        assert f"Ann added one d6 for Kira: {face}. Kira pays 2 IP." in seat.text("news")
    gm.do("undo", event=gm.model.campaign.entries[-1].id)
    settle(*seats)
    assert gm.model.campaign.entries[-1].event != bought
    assert words.undid("Gm", "Ann added one d6 for Kira") in ann.text("news")


def test_what_another_spends_on_ones_roll_is_told_as_people_say_it() -> None:
    gm, ann, bo = playing()
    before = gm.model.trays["stepdie"].roll.dice[0][5].faces[-1]
    bo.do("option", option="reroll")
    settle(gm, ann, bo)
    now = gm.model.trays["stepdie"].roll.dice[0][5].faces[-1]
    told = f"Bo rerolled the Step Die for Kira: {before} to {now}. Kira pays 1 IP"
    for seat in (gm, ann):
        assert seat.text("told").startswith(told)
        assert "Reroll" not in seat.text("told")
    bo.do("undo", event=gm.model.campaign.entries[-1].id)
    settle(gm, ann, bo)
    assert ann.text("told") == "Bo undid this: Bo rerolled the Step Die for Kira."


@pytest.mark.parametrize(
    ("notation", "system", "places"),
    [
        ("d8 + d6 + d10 (15) reroll 2", "general", "0"),
        ("9 (20, 1 hour) Extended Test", "moonwalk", ""),
        ("7d6 +1 / 2d", "relics", "0 1"),
    ],
)
def test_no_button_is_read_out_for_what_another_did(notation: str, system: str, places: str) -> None:
    gm, ann = seats = company("Gm", "Ann")
    ann.go(f"{system}/").note(notation).do("roll")
    settle(*seats)
    tray = ann.model.trays[system]
    option = next(one for one in BY_ID[system].options(tray.test, tray.roll) if not one.notation)
    ann.do("advised", option=option.id, places=places) if places else ann.do("option", option=option.id)
    settle(*seats)
    assert gm.text("told").startswith(f"Ann {BY_ID[system].deeds[option.id]}")
    assert option.label not in gm.text("told")


def test_of_what_is_secret_or_hidden_no_more_is_told_than_that() -> None:
    gm, ann = seats = company("Gm", "Ann")
    gm.do("secret").do("roll")
    settle(*seats)
    gm.do("undo", event=gm.model.campaign.entries[-1].id)
    settle(*seats)
    assert words.undid("Gm", log_words.SECRET_ROLL) in ann.text("news")
    gm.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Rat", "many": "1"})
    settle(*seats)
    ann.announced.clear()
    gm.do("undo", event=gm.model.campaign.entries[-1].id)
    settle(*seats)
    assert ann.announced == []


def test_a_note_is_not_told_of_and_a_roll_that_is_revealed_is_told_as_that() -> None:
    gm, ann = seats = company("Gm", "Ann")
    gm.do("secret").do("roll")
    settle(*seats)
    line = gm.model.campaign.entries[-1].id
    gm.do("reveal", event=line)
    settle(*seats)
    assert words.revealed_by("Gm") in ann.text("news")
    ann.announced.clear()
    gm.do("log-noting", event=line).do("log-note", form={"text": "on the roof"}, event=line)
    settle(*seats)
    assert ann.announced == []


def test_the_card_says_who_rolled_though_another_has_bought() -> None:
    gm, _ann, bo = seats = playing()
    bo.do("option", option="add")
    settle(*seats)
    for seat in (gm, bo):  # on the device that has bought as well
        assert "Rolled by Ann" in seat.text("card")
    gm.do("undo", event=gm.model.campaign.entries[-1].id)
    settle(*seats)
    for seat in (gm, bo):
        assert "Rolled by Ann" in seat.text("card")


@pytest.mark.parametrize("all_may", [True, False])
def test_another_s_choices_are_folded_behind_whose_they_are(all_may: bool) -> None:
    gm, ann, bo = seats = playing()
    gm.do("table-terms", form={"fair": "on"} | ({"all_may": "on"} if all_may else {}))
    settle(*seats)
    gm.do("table-others")
    assert words_of_roll.choices_of("Kira") not in ann.text("card")
    assert words_of_roll.choices_of("Kira") in gm.text("card")
    assert (words_of_roll.choices_of("Kira") in bo.text("card")) is all_may
    fold = gm.html("card").partition('id="others-choices"')[2]
    assert 'data-on="option"' in fold
    assert 'data-on="option"' not in gm.html("card").partition('id="others-choices"')[0]


def test_only_who_has_rolled_is_offered_to_roll_again() -> None:
    _, ann, bo = playing()
    bo.note("5d6 + d8 (5)")  # the same test
    bo.model = replace(bo.model, result=True)
    assert words_of_roll.ROLL_AGAIN in ann.text("bar")
    assert words_of_roll.ROLL_AGAIN not in bo.text("bar")
    assert "Roll 5d6 + d8" in bo.text("bar")
