"""The rolls of others at a table: beside the reader's own, and at hand wherever the reader is."""

from dataclasses import replace

import pytest
from app.program import shows_nothing
from app.roll.falling import tray_in_sight
from app.roll.state import as_counted, lying
from app.table import words
from app.table.others import beside

from pyrules.core.faces import read_faces
from pyrules.core.roll import Pick
from pyrules.systems.relics import RELICS
from pyrules.systems.stepdie import STEPDIE
from tests.app.table.rights_helpers import playing
from tests.app.table.seats import Seat, company, part, settle, wake


def rolls(seat: Seat, *everyone: Seat) -> str:
    """Roll on one device, and have the others hear of it; tell the line of the log."""
    seat.do("roll")
    settle(seat, *everyone)
    return seat.model.trays["stepdie"].event


def lies(seat: Seat) -> str:
    """The line of the roll on a device's felt."""
    tray = seat.model.trays.get("stepdie")
    return tray.event if tray else ""


def test_ones_own_open_roll_stays_and_a_tap_meant_for_it_spends_no_others() -> None:
    gm, ann, bo = (seat.go("stepdie/") for seat in playing())
    ann.note("4d6 + d8 (4) ip 2")
    own = rolls(ann, gm, bo)
    headline = ann.text("card").partition(" ")[0]
    other = rolls(bo, gm, ann)
    assert (lies(ann), lies(bo), lies(gm)) == (own, other, other)
    assert ann.text("card").startswith(headline)
    assert "Rolled by" not in ann.text("card")
    [throw] = ann.asked("dice")
    assert (throw["event"], throw["beside"]) == (own, True)
    dice = len(ann.model.trays["stepdie"].roll.dice[0])
    assert all(not one["landings"] and one["before"] for one in throw["throws"][:dice])
    assert all(one["landings"] for one in throw["throws"][dice:])
    ann.do("option", option="reroll")
    settle(gm, ann, bo)
    assert [len(seat.model.campaign.ledger.later.get(line, ())) for seat in (gm, bo) for line in (own, other)] == [
        1,
        0,
        1,
        0,
    ]


def test_what_another_takes_back_falls_once_and_not_with_the_next_deed() -> None:
    gm, ann = (seat.go("stepdie/") for seat in company("Gm", "Ann"))
    ann.note("4d6 + d8 (4) ip 2")
    rolls(ann, gm)
    ann.do("option", option="reroll")
    settle(gm, ann)
    ann.do("undo", event=lies(ann))
    settle(gm, ann)
    rolls(gm, ann)
    assert beside(gm.model)
    assert gm.do("secret").asked("dice") == []


def test_the_strip_opens_anothers_roll_and_leads_back_to_ones_own() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    own = rolls(ann, gm, bo)
    other = rolls(bo, gm, ann)
    assert words.OWN_ROLL not in ann.text("others")
    ann.do("table-others")
    assert lies(ann) == other
    assert ann.asked("dice") == []  # they fell already
    assert "Rolled by Bo" in ann.text("card")
    later = rolls(gm, ann, bo)
    assert (lies(ann), lies(bo), lies(gm)) == (other, other, later)  # what was opened stays as well
    assert ann.text("others").startswith(words.OWN_ROLL)
    ann.do("table-own")
    assert (lies(ann), ann.asked("dice")) == (own, [])
    assert words.OWN_ROLL not in ann.text("others")
    before = ann.model
    ann.do("table-others-close")
    assert not shows_nothing(before, ann.model)
    assert ann.text("others") == ""
    assert beside(ann.model) is None
    rolls(bo, gm, ann)
    assert ann.text("others").startswith("Bo")


def test_a_roll_that_was_looked_at_has_no_strip_until_there_is_more() -> None:
    gm, ann = (seat.go("stepdie/") for seat in company("Gm", "Ann"))
    ann.note("4d6 + d8 (4) ip 2")
    line = rolls(ann, gm)
    assert lies(gm) == line
    gm.go("stepdie/tracker/")
    assert not gm.html("others")
    ann.do("option", option="reroll")
    settle(gm, ann)
    assert "strip newest" in gm.html("others")
    gm.go("stepdie/odds/")
    assert "strip newest" in gm.html("others")


@pytest.mark.parametrize("address", ["stepdie/", "stepdie/odds/", "stepdie/tracker/", "stepdie/log/", "table/", ""])
def test_a_roll_of_another_shows_everywhere_and_is_read_out_once(address: str) -> None:
    gm, ann = company("Gm", "Ann")
    rolls(gm, ann)
    gm.do("change").go(address)
    before = len(gm.announced)
    line = rolls(ann, gm)
    tray = ann.model.trays["stepdie"]
    verdict = tray.verdict
    assert gm.text("others").startswith("Ann")
    assert verdict.headline in gm.text("others")
    assert gm.html("others").count("<i") == len(tray.roll.dice[0])
    assert gm.announced[before:] == [f"Ann. {verdict.headline}. {verdict.summary}."]
    assert gm.model.news is None
    gm.do("table-others")
    shown = tray_in_sight(gm.model)
    assert shown
    assert (gm.model.place.address, shown.event) == ("stepdie/", line)
    assert gm.text("others").startswith(words.OWN_ROLL)


def test_stress_that_a_challenge_deals_is_bad_news_on_every_device() -> None:
    gm, ann = company("Gm", "Ann")
    gm.go("relics/").note("Major 9").do("roll")
    settle(gm, ann)
    headline, summary, good = ann.model.trays["relics"].verdict.news
    assert (headline.endswith(" Stress"), good) == (True, False)
    assert 'data-good="no"' in ann.html("others")
    assert f"{headline} {summary}" in ann.text("others")


def test_what_one_may_not_do_with_anothers_roll_is_not_offered() -> None:
    gm, ann, bo = (seat.go("stepdie/") for seat in playing())
    rolls(ann, gm, bo)
    bo.note("4d6 + d8 (4) ip 2")
    rolls(bo, gm, ann)
    offered = 'data-on="option"'
    assert offered in bo.html("card")
    assert offered in gm.html("card")
    assert offered not in ann.do("table-others").html("card")
    gm.do("table-terms", form={"fair": "on", "all_may": "on"})
    settle(gm, ann, bo)
    assert offered in ann.html("card")


def test_who_only_watches_sees_that_nobody_asks_any_more() -> None:
    _, ann = company("Gm", "Ann")
    ann.model = replace(ann.model, table=replace(ann.table, met=frozenset()))
    before = ann.model
    assert not shows_nothing(before, ann.do("table-watch").model)


def test_the_newest_roll_is_the_last_of_the_log_in_any_order_of_hearing() -> None:
    gm, ann, bo, dee = company("Gm", "Ann", "Bo", "Dee")
    rolls(dee, gm, ann, bo)
    for seat in (ann, bo):
        seat.do("roll").wait()  # with its own dice, before either hears of the other's
    for peer in sorted(gm.can_hear(), reverse=True):  # the later of the two is heard of first
        while gm.over[peer][0].said.get(gm.over[peer][1]):
            gm.hear(peer)
    settle(gm, ann, bo, dee)
    for seat in (gm, ann, bo):
        seat.wait()
    settle(gm, ann, bo, dee)
    last = gm.model.campaign.entries[-1].id
    for seat in (gm, dee):
        newest = seat.table.newest
        assert newest
        assert newest.tray.event == last


def test_what_is_undone_lies_beside_no_roll_and_a_purchase_changes_it() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.do("count", counter="player_ip", by="5")
    rolls(ann, gm, bo)
    rolls(bo, gm, ann)
    bo.do("option", option="reroll")
    settle(gm, ann, bo)
    tray = beside(ann.model)
    assert tray
    assert tray.roll == bo.model.trays["stepdie"].roll
    for roll in (True, False):
        bo.do("undo", event=tray.event)
        settle(gm, ann, bo)
        there = beside(ann.model)
        assert (there and there.roll) == (bo.model.trays["stepdie"].roll if roll else None)
    assert ann.text("others") == ""


def test_what_is_rolled_for_ones_own_person_elsewhere_comes_to_the_felt() -> None:
    gm, ann = company("Gm", "Ann")
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Anja"})
    settle(gm.go("stepdie/"), ann)
    ann.do("who", called="Anja")
    settle(gm, ann)
    gm.do("who", called="Anja")
    rolls(gm, ann)
    assert ann.table.newest is None
    assert lies(ann) == lies(gm)
    rolls(ann, gm)
    newest = gm.table.newest
    assert newest  # on the hub it is the player's
    assert newest.tray.event == lies(ann)


def test_the_strip_has_dice_as_they_count_and_those_that_were_not_thrown() -> None:
    test = RELICS.parse("5d6 -2 / 2d +1 / 2d", {})
    roll = RELICS.replay(test, read_faces("2,3,3,5,6"), (Pick("place", (0, 1, 1, 4)),))
    (pool,) = lying(roll, RELICS.judge(test, roll))
    assert sorted(die.face for die in as_counted(pool)[0]) == [0, 2, 3, 5, 7]
    test = RELICS.parse("4d6 A6 / 1d A1 / 1d pcs 4", {})
    roll = RELICS.replay(test, read_faces("2,3"))
    (pool,) = lying(roll, RELICS.judge(test, roll))
    assert sorted(die.face for die in as_counted(pool)[0]) == [1, 2, 3, 6]
    plain = STEPDIE.parse("2d6 + d8 (2)", {})
    roll = STEPDIE.replay(plain, read_faces("4,5,7"))
    assert [die.face for pool in lying(roll, STEPDIE.judge(plain, roll)) for die in as_counted(pool)[0]] == [4, 5, 7]


def test_what_is_nobodys_is_that_devices() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    for seat in (ann, bo):
        seat.note("5d6 + d8 (5) ip 4")
    rolls(ann, gm, bo)
    offered = ann.html("card").count('data-on="option"')
    assert offered
    rolls(bo, gm, ann)
    assert ann.html("card").count('data-on="option"') == offered
    held = ann.model.sheet.notation
    bo.do("option", option="reroll")
    settle(*seats)
    assert ann.model.sheet.notation == held
    assert ann.do("option", option="reroll").model.news is None


def test_a_roll_brought_along_is_the_newest_if_it_is_the_last_of_the_log() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    rolls(ann, gm, bo)
    part(bo)
    bo.do("roll").wait()
    wake(gm, bo)
    settle(*seats)
    last = gm.model.campaign.entries[-1]
    assert last.event.by == bo.table.me
    for seat in (gm, ann):
        newest = seat.table.newest
        assert newest
        assert newest.tray.event == last.id
