"""Tests that the game master asks for: whose fields are asked, how far each is, and what answers them."""

from dataclasses import replace

import pytest
from app.form.state import NEXT
from app.log import words as log_words
from app.program import shows_nothing
from app.table import words
from app.table.state import Reply

from pyrules.campaign.devices import Answered, Asked, Settled, encode
from pyrules.campaign.events import FOE, PLAYER, Facts, Recorded, Rolled
from pyrules.campaign.links import write_link
from pyrules.systems import BY_ID
from tests.app.reader import showing
from tests.app.table.seats import Seat, company, connect, forget, part, reload, settle, wake

STEPDIE = BY_ID["stepdie"]
LINK = write_link(STEPDIE, STEPDIE.parse("5d6 + d8 (3)", {}))
ANJA: Facts = (("stats.0.label", "Agility"), ("stats.0.points", 7), ("step", "d10"))


def ask_for_test(*seats: Seat, label: str = "Climb the wall", together: bool = False, place: int | None = None) -> None:
    """Have the hub ask for the test of its form."""
    gm = seats[0]
    form = {"label": label} | ({"together": "on"} if together else {})
    gm.do("table-asking", form=form)
    if place is None:
        gm.do("table-ask")
    else:
        gm.do("table-ask", place=place)
    settle(*seats)


def reply(gm: Seat, name: str) -> Reply:
    """The progress of a guest, as the hub knows it."""
    assert gm.table.question
    return next(one for one in gm.table.question.replies if one.device.name == name)


def names(gm: Seat) -> list[str]:
    """Those who were asked."""
    assert gm.table.question
    return [one.device.name for one in gm.table.question.replies]


def line(gm: Seat, name: str) -> str:
    """The line of a guest on the hub's card."""
    card = gm.html("news")
    return card.partition(f'aria-label="{name}"')[2].partition("</li>")[0]


def party() -> list[Seat]:
    """A hub and two guests, each with a pool of its own."""
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.note("9d6 + d12 (5)")
    ann.note("3d6 + d6 (2)")
    bo.note("6d6 + d10 (1)")
    return [gm, ann, bo]


def test_what_is_asked_for_is_the_difficulty_and_each_has_their_own_pool() -> None:
    gm, ann, bo = party()
    ask_for_test(gm, ann, bo)
    for seat, notation in ((ann, "3d6 + d6 (5)"), (bo, "6d6 + d10 (5)")):
        assert "Gm asks: Climb the wall" in seat.text("news")
        assert notation in seat.text("news")
        assert seat.model.sheet.notation != notation
        assert " %" in seat.text("news")
    assert "9d6" not in "".join((*ann.heard, *bo.heard))
    assert gm.text("news").count("asked") == 2
    ann.do("table-answer")
    settle(gm, ann, bo)
    [entry] = gm.model.campaign.entries
    assert isinstance(entry.event, Rolled)
    assert entry.event.notation == "3d6 + d6 (5)"
    assert entry.event.headline in line(gm, "Ann")
    assert "asks" not in ann.text("news")
    assert "Gm asks" in bo.text("news")


def test_which_test_is_asked_for_comes_with_it_and_each_has_their_own_dice() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    for name, facts in (("Mira", (("agility", "d10"), ("level", "2"))), ("Kai", (("agility", "d4"),))):
        gm.go("general/tracker/").do("edit", subject="player").do("edit-save", form={"called": name, **dict(facts)})
    settle(*seats)
    ann.go("general/").do("who", called="Mira").do("offer", offer="strength")
    bo.go("general/").do("who", called="Kai").note("martial attack Strength d8 + action Dash d6 (10)")
    gm.go("general/").note("save Agility d20 (14)")
    ask_for_test(*seats)
    assert "Save · Difficulty 14 · Agility" in gm.text("news")
    for seat, notation in ((ann, "save Agility d10 + level 2 (14)"), (bo, "save Agility d4 (14)")):
        assert notation in seat.text("news")
    assert "d20" not in "".join((*ann.heard, *bo.heard))
    ann.do("table-answer")
    bo.do("table-answer")
    settle(*seats)
    notations = [entry.event.notation for entry in gm.model.campaign.entries if isinstance(entry.event, Rolled)]
    assert sorted(notations) == ["save Agility d10 + level 2 (14)", "save Agility d4 (14)"]


def test_what_was_stepped_for_an_earlier_test_is_not_in_the_asked_one() -> None:
    gm, ann = seats = company("Gm", "Ann")
    ann.go("almond/").note("Agility 5d6 TN 4 - Keen eye 1").do("roll")
    ann.do("step", field=f"{NEXT}1", by="1").do("step", field=f"{NEXT}0", by="1")
    assert ann.model.sheet.notation == "Agility 5d6 TN 4 - Keen eye 1 +1 +1d"
    gm.go("almond/").note("3d6 TN 5")
    ask_for_test(*seats)
    assert "Agility 5d6 TN 5 - Keen eye 1" in ann.text("news")
    ann.do("table-answer")
    settle(*seats)
    [event] = [entry.event for entry in gm.model.campaign.entries[1:] if isinstance(entry.event, Rolled)]
    assert event.notation == "Agility 5d6 TN 5 - Keen eye 1"


def test_a_second_tap_on_what_was_asked_for_rolls_nothing() -> None:
    gm, ann = seats = company("Gm", "Ann")
    ask_for_test(*seats)
    ann.do("table-answer").do("table-answer")
    settle(*seats)
    assert len(gm.model.campaign.entries) == 1
    gm.do("table-again", place=0)
    settle(*seats)
    gm.do("table-roll-for", place=0).do("table-roll-for", place=0)
    settle(*seats)
    assert len(gm.model.campaign.entries) == 2
    gm.do("table-asked-done")
    settle(*seats)
    ann.do("table-answer").do("table-take")
    settle(*seats)
    assert len(gm.model.campaign.entries) == 2


def test_an_answer_that_was_undone_says_so_and_can_be_asked_for_again() -> None:
    gm, ann = company("Gm", "Ann")
    ask_for_test(gm, ann)
    ann.do("table-answer")
    settle(gm, ann)
    gm.do("undo", event=reply(gm, "Ann").line)
    settle(gm, ann)
    assert "undone" in line(gm, "Ann")
    gm.do("table-again", place=0)
    settle(gm, ann)
    assert "asked" in line(gm, "Ann")
    assert "Gm asks" in ann.text("news")


def test_the_card_tells_the_stress_that_a_challenge_deals_as_bad_news() -> None:
    gm, ann = company("Gm", "Ann")
    for seat in (gm, ann):
        seat.go("relics/").note("Minor 5")
    ann.world = replace(ann.world, faces=showing([6]))
    ask_for_test(gm, ann)
    ann.do("table-answer")
    settle(gm, ann)
    assert 'data-good="no">1 Stress · 1 success' in line(gm, "Ann")


def test_the_page_shows_what_is_asked_for() -> None:
    gm, ann = company("Gm", "Ann")
    before = gm.model, ann.model
    ask_for_test(gm, ann)
    assert not shows_nothing(before[0], gm.model)
    assert not shows_nothing(before[1], ann.model)
    before = gm.model, ann.model
    ann.do("table-decline")
    settle(gm, ann)
    assert not shows_nothing(before[0], gm.model)
    assert not shows_nothing(before[1], ann.model)


def test_an_answer_counts_whatever_was_changed_in_the_form() -> None:
    gm, ann, bo = party()
    ask_for_test(gm, ann, bo)
    bo.do("table-take").do("step", field="points", by=1).do("step", field="difficulty", by=-1)
    assert bo.model.sheet.notation == "7d6 + d10 (4)"
    bo.do("roll")
    settle(gm, ann, bo)
    event = gm.model.campaign.entries[-1].event
    assert isinstance(event, Rolled)
    assert event.headline in line(gm, "Bo")
    bo.do("roll")  # what comes after it is no answer
    settle(gm, ann, bo)
    assert reply(gm, "Bo").line == event.id


def test_the_main_button_of_who_is_asked_answers() -> None:
    gm, ann = company("Gm", "Ann")
    ann.go("stepdie/").do("roll")
    settle(gm, ann)
    assert "Roll again" in ann.text("bar")
    ask_for_test(gm, ann)
    assert 'data-on="table-answer"' in ann.html("bar")
    assert "Roll again" not in ann.text("bar")
    assert 'data-on="table-answer"' not in ann.go("almond/").html("bar")
    assert 'type="submit"' in ann.go("stepdie/").do("table-take").html("bar")
    ann.do("roll")
    settle(gm, ann)
    assert "Roll again" in ann.text("bar")


def test_a_roll_for_something_else_is_no_answer() -> None:
    gm, ann = company("Gm", "Ann")
    ask_for_test(gm, ann)
    ann.do("roll")
    settle(gm, ann)
    assert reply(gm, "Ann").how == "asked"
    assert "Gm asks" in ann.text("news")


def test_who_throws_by_hand_is_rolling_and_who_declines_is_told() -> None:
    gm, ann, bo = party()
    ann.do("by-hand")
    ask_for_test(gm, ann, bo)
    ann.do("table-answer")
    bo.do("table-decline")
    settle(gm, ann, bo)
    assert "rolling" in line(gm, "Ann")
    assert "not now" in line(gm, "Bo")
    assert "asks" not in bo.text("news")


def test_results_that_are_shown_together_are_sealed_until_then() -> None:
    gm, ann, bo = party()
    ask_for_test(gm, ann, bo, together=True)
    assert words.SHOWN_TOGETHER in ann.text("news")
    ann.do("table-answer")
    bo.do("table-take").do("roll")
    settle(gm, ann, bo)
    headlines = [seat.model.trays["stepdie"].verdict.headline for seat in (ann, bo)]
    assert [words.ROLLED_UNSEEN in line(gm, name) for name in ("Ann", "Bo")] == [True, True]
    assert "headline" not in "".join(gm.heard)
    assert not ann.model.secret
    assert not bo.model.secret
    ann.do("roll")  # another roll of hers is as open as ever
    settle(gm, ann, bo)
    gm.do("table-show-all")
    settle(gm, ann, bo)
    for name, headline in zip(("Ann", "Bo"), headlines, strict=True):
        assert headline in line(gm, name)
    assert gm.log == ann.log == bo.log
    assert words.SHOW_ALL not in gm.text("news")


def test_who_is_away_is_shown_so_and_is_asked_once_they_are_back() -> None:
    gm, ann, bo = party()
    part(ann)
    ask_for_test(gm, ann, bo)
    assert names(gm) == ["Bo"]
    wake(gm, ann)
    settle(gm, ann, bo)
    ask_for_test(gm, ann, bo)
    part(bo)
    assert words.AWAY in line(gm, "Bo")
    wake(gm, bo)
    settle(gm, ann, bo)
    assert words.AWAY not in line(gm, "Bo")
    bo.do("table-answer")
    settle(gm, ann, bo)
    assert reply(gm, "Bo").how == "rolled"


def test_a_guest_that_was_reloaded_is_asked_again() -> None:
    gm, ann = company("Gm", "Ann")
    ask_for_test(gm, ann)
    part(ann)
    reload(ann)
    connect(gm, ann)
    settle(gm, ann)
    assert "Gm asks" in ann.text("news")


def test_an_answer_made_away_counts_when_its_device_is_back() -> None:
    gm, ann, bo = party()
    ask_for_test(gm, ann, bo)
    part(ann)
    ann.do("table-answer").wait()
    assert "asks" not in ann.text("news")
    wake(gm, ann)
    settle(gm, ann, bo)
    assert reply(gm, "Ann").how == "rolled"
    assert ann.model.trays["stepdie"].verdict.headline in line(gm, "Ann")


@pytest.mark.parametrize("rolled_before", [True, False])
def test_the_game_master_rolls_for_one_who_does_not(rolled_before: bool) -> None:
    gm = Seat("Gm", events=[Recorded("anja", 1, "stepdie", PLAYER, "Anja", ANJA)])
    gm.do("table-open")
    ann = Seat("Ann").do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    for seat in (gm, ann):
        seat.go("stepdie/")
    ann.do("who", called="Anja")
    settle(gm, ann)
    if rolled_before:
        ann.note("4d6 + d8 (2)").do("roll")
        settle(gm, ann)
    form = gm.model.sheet
    assert words.ask_one("Anja") in gm.text("news")
    ask_for_test(gm, ann)
    assert reply(gm, "Ann").who == "Anja"
    gm.do("table-roll-for", place=0)
    settle(gm, ann)
    event = gm.model.campaign.entries[-1].event
    assert isinstance(event, Rolled)
    assert event.who == "Anja"
    assert event.notation.startswith("4d6 + d8 (3)" if rolled_before else "5d6 + d10 (3) ip 2")
    assert words.FOR_THEM in line(gm, "Ann")
    assert gm.model.sheet == form
    assert not gm.model.acting.get("stepdie")
    assert "asks" not in ann.text("news")
    assert gm.log == ann.log


def test_who_is_skipped_is_asked_no_more_until_asked_again() -> None:
    gm, ann, bo = party()
    ask_for_test(gm, ann, bo)
    gm.do("table-skip", place=0)
    settle(gm, ann, bo)
    assert "asks" not in ann.text("news")
    assert words.SKIPPED in line(gm, "Ann")
    gm.do("table-again", place=0)
    settle(gm, ann, bo)
    assert "Gm asks" in ann.text("news")
    ann.do("table-answer")
    settle(gm, ann, bo)
    first = reply(gm, "Ann").line
    gm.do("table-again", place=0)
    settle(gm, ann, bo)
    ann.do("table-answer")
    settle(gm, ann, bo)
    assert reply(gm, "Ann").line not in ("", first)
    gm.do("table-asked-done")
    settle(gm, ann, bo)
    assert gm.table.question is None
    assert "asks" not in bo.text("news")


def test_what_a_test_was_for_does_not_go_along_to_the_next_one() -> None:
    gm, _, _ = party()
    gm.do("table-asking", form={"label": "Dodge"}).do("table-ask", place=0)
    assert gm.table.question is not None
    assert (gm.table.question.label, gm.table.asking) == ("Dodge", ("", False))
    gm.do("table-ask", place=1)
    assert (gm.table.question.label, len(gm.table.question.replies)) == ("Dodge", 2)
    gm.note("9d6 + d12 (2)").do("table-ask")
    assert gm.table.question.label == ""


def test_one_more_is_asked_for_the_same_and_another_test_takes_its_place() -> None:
    gm, ann, bo = party()
    ask_for_test(gm, ann, bo, place=0)
    assert "asks" not in bo.text("news")
    ask_for_test(gm, ann, bo, place=1)
    assert names(gm) == ["Ann", "Bo"]
    gm.note("9d6 + d12 (2)")
    ask_for_test(gm, ann, bo, place=1, label="Hide")
    assert "asks" not in ann.text("news")
    assert "Gm asks: Hide" in bo.text("news")


def test_a_test_against_somebody_is_asked_for_with_what_they_have() -> None:
    foe: Facts = (("pools.0.label", "Claws"), ("pools.0.pool", 6), (FOE, True))
    gm = Seat("Gm", "moonwalk/", events=[Recorded("r", 1, "moonwalk", PLAYER, "Rat", foe)])
    gm.do("table-open")
    ann = Seat("Ann", "moonwalk/").do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    for seat in (gm, ann):
        seat.go("moonwalk/")
    ann.note("8 [4] (2)")
    gm.do("table-against", called="Rat")
    ask_for_test(gm, ann)
    assert "against Rat" in ann.text("news")
    assert "8 [4] vs. Claws 6" in ann.text("news")


def test_a_hidden_foe_is_not_named() -> None:
    foe: Facts = (("pools.0.label", "Claws"), ("pools.0.pool", 6), (FOE, True), ("hidden", True))
    gm = Seat("Gm", "moonwalk/", events=[Recorded("r", 1, "moonwalk", PLAYER, "Rat", foe)])
    gm.do("table-open")
    ann = Seat("Ann", "moonwalk/").do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    gm.go("moonwalk/").do("table-against", called="Rat")
    ask_for_test(gm, ann)
    assert "Rat" not in "".join(ann.heard)


def test_only_rolls_of_that_device_answer() -> None:
    gm, ann, bo = party()
    ask_for_test(gm, ann, bo)
    ann.do("roll")
    settle(gm, ann, bo)
    event = gm.model.campaign.entries[-1].event
    [(_, (_, number))] = bo.over.items()
    gm.do("table-heard", encode(Answered(reply(gm, "Bo").id, "rolled", event.id)), peer=number)
    assert "headline" not in line(gm, "Bo")
    assert words.PROGRESS["rolling"] not in line(gm, "Ann")


@pytest.mark.parametrize("said", [Asked("x", LINK), Settled("x")])
def test_what_the_hub_says_no_guest_says(said: Asked | Settled) -> None:
    gm, _ = company("Gm", "Ann")
    gm.do("table-heard", encode(said), peer=gm.table.others[0].number)
    assert "was cut off" in gm.text("news")


def test_no_guest_hears_an_answer() -> None:
    _, ann = company("Gm", "Ann")
    ann.do("table-heard", encode(Answered("x", "rolled")), peer=ann.table.others[0].number)
    assert "was cut off" in ann.text("news")


def test_a_link_that_brings_no_test_cuts_the_hub_off() -> None:
    _, ann = company("Gm", "Ann")
    [peer] = ann.over
    ann.do("table-heard", encode(Asked("x", "2.nonsense")), peer=peer)
    assert "was cut off" in ann.text("news")


def test_after_the_turn_of_the_cohort_the_challenges_turn_is_the_button() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    for seat in (gm, ann, bo):
        seat.go("relics/")
    gm.note("Minor 5 resolved 1").do("roll")  # the game master's own roll lies on the tray
    settle(gm, ann, bo)
    ann.note("5d6 vs Minor 5 resolved 1").do("roll")
    settle(gm, ann, bo)
    assert "The Challenge's turn 4d6, 1 of 5 resolved" in gm.text("bar")
    assert "The Challenge's turn" not in bo.text("bar")
    gm.do("onward")
    assert gm.model.sheet.notation.startswith("Minor 5 resolved")
    assert "Roll" in gm.text("bar")
    gm.do("roll")
    settle(gm, ann, bo)
    assert "The Challenge's turn" not in gm.text("bar")


@pytest.mark.parametrize("together", [False, True])
def test_what_the_hub_asks_is_there_again_after_its_page_was_reloaded(*, together: bool) -> None:
    gm, ann, bo = seats = party()
    ask_for_test(*seats, together=together)
    ann.do("table-answer")
    settle(*seats)
    before, question = [line(gm, name) for name in ("Ann", "Bo")], gm.table.question
    for guest in (ann, bo):
        part(guest)
    forget(gm)
    assert gm.table.question == question
    for guest in (ann, bo):
        wake(gm, guest)
    settle(*seats)
    gm.go("stepdie/")
    assert gm.table.question == question
    assert [line(gm, name) for name in ("Ann", "Bo")] == before
    bo.do("table-answer")
    settle(*seats)
    assert reply(gm, "Bo").how == "rolled"
    if together:
        gm.do("table-show-all")
        settle(*seats)
    for name, roll in zip(("Ann", "Bo"), gm.model.campaign.entries, strict=True):
        assert isinstance(roll.event, Rolled)
        assert roll.event.headline in line(gm, name)
    gm.do("table-asked-done")
    forget(gm)
    assert gm.table.question is None


@pytest.mark.parametrize("damaged", [7, "no", {}, {"link": "x"}, {"link": LINK, "replies": [["Ann"]]}])
def test_what_is_stored_of_a_request_and_cannot_be_read_is_left_out(damaged: object) -> None:
    gm, ann = company("Gm", "Ann")
    ask_for_test(gm, ann)
    part(ann)
    gm.kept["asked"] = damaged
    forget(gm)
    assert gm.table.question is None


def shown_and_proven(seat: Seat, rolls: int) -> bool:
    """True if all rolls are open on a device, without an objection to any."""
    found = [entry.event for entry in seat.model.campaign.entries]
    told = f"{seat.go('stepdie/log/').text('screen')} {seat.announced}"
    is_open = all(isinstance(roll, Rolled) and not roll.secret for roll in found)
    return len(found) == rolls and is_open and log_words.UNPROVEN not in told and "ask about it" not in told


@pytest.mark.parametrize("when", ["not at all", "before the others roll", "until all is shown"])
def test_results_together_are_shown_and_proven_though_one_was_reloaded(when: str) -> None:
    gm, ann, bo = seats = party()
    ask_for_test(*seats, together=True)
    ann.do("table-answer")
    settle(*seats)
    if when != "not at all":
        part(ann)
        ann.visit("stepdie/")
    if when == "before the others roll":
        wake(gm, ann)
    bo.do("table-answer")
    settle(*seats)
    gm.do("table-show-all").do("table-asked-done")
    if when == "until all is shown":
        wake(gm, ann)
    settle(*seats)
    assert all(shown_and_proven(seat, 2) for seat in seats)
    assert len({seat.log for seat in seats}) == 1


@pytest.mark.parametrize("waits", [False, True])
def test_results_together_are_shown_and_proven_though_the_hub_was_reloaded(*, waits: bool) -> None:
    gm, ann, bo = seats = party()
    ask_for_test(*seats, together=True)
    for guest in (ann, bo):
        guest.do("table-answer")
    settle(*seats)
    for guest in (ann, bo):
        part(guest)
    for _ in range(2):
        gm.visit("stepdie/")
    if not waits:
        gm.do("table-asked-done")
    for guest in (ann, bo):
        wake(gm, guest)
        settle(*seats)
    if waits:
        gm.do("table-show-all")
        settle(*seats)
    assert all(shown_and_proven(seat, 2) for seat in seats)
    assert len({seat.log for seat in seats}) == 1


def test_when_results_are_shown_together_each_is_told_once() -> None:
    gm, ann, bo = seats = party()
    ask_for_test(*seats, together=True)
    for seat in seats:
        seat.announced.clear()
    for guest in (ann, bo):
        guest.do("table-answer")
        settle(*seats)
    assert words.SECRET_ROLL not in "".join((*ann.announced, *bo.announced, *gm.announced))
    assert 'data-on="table-roll-for"' not in line(gm, "Ann")
    assert gm.model.news is None
    assert bo.model.news is None
    gm.do("table-show-all")
    settle(*seats)
    for guest, other in ((ann, "Bo"), (bo, "Ann")):
        assert guest.announced.count(words.results_shown("Climb the wall")) == 1
        assert words.revealed_by(other) not in guest.announced
        assert words.results_shown("Climb the wall") in guest.text("news")
    assert words.revealed_by("Ann") not in gm.announced
    assert not gm.model.news
    bo.do("secret").do("roll")
    settle(*seats)
    assert words.rolled_by("Bo", f"{words.SECRET_ROLL}.") in ann.announced


def test_who_was_not_asked_is_told_once_that_all_results_are_shown() -> None:
    gm, ann, bo, cy = seats = company("Gm", "Ann", "Bo", "Cy")
    for place in (0, 1):
        ask_for_test(*seats, together=True, place=place)
    cy.announced.clear()
    for guest in (ann, bo):
        guest.do("table-answer")
        settle(*seats)
    assert cy.announced == []
    gm.do("secret").do("roll").do("secret")
    settle(*seats)
    assert cy.announced == [words.rolled_by("Gm", f"{words.SECRET_ROLL}.")]
    cy.announced.clear()
    gm.do("table-show-all")
    settle(*seats)
    assert cy.announced[0] == words.results_shown("")
    assert not any(words.revealed_by(name) in cy.announced for name in ("Ann", "Bo"))
    assert words.results_shown("") in cy.text("news")
    ann.do("secret").do("roll")
    settle(*seats)
    assert words.rolled_by("Ann", f"{words.SECRET_ROLL}.") in cy.announced


def test_who_only_watches_is_left_out_when_everybody_is_asked() -> None:
    gm, ann, _ = seats = party()
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Anja"}).go("stepdie/")
    settle(*seats)
    ann.do("who", called="Anja")
    settle(*seats)
    ask_for_test(*seats)
    assert names(gm) == ["Ann"]
    ask_for_test(*seats, place=1)
    assert "Bo" in names(gm)
