"""A guest's events count as the guest's, whatever they say of themselves; and no two devices look alike."""

import json
from dataclasses import replace
from typing import Any

import pytest
from app.log import words as log_words
from app.roll import words as roll_words
from app.table import words

from pyrules.campaign.codec import write_event
from pyrules.campaign.devices import VERSION, Added, encode
from pyrules.campaign.events import Adjusted, Device, Event, Recorded, Rolled, Undone, time_of
from pyrules.campaign.namesakes import rename_person, unmark_name
from pyrules.campaign.people import people
from pyrules.core.characters import looks
from pyrules.systems import BY_ID
from tests.app.table.rights_helpers import WHEN, playing, say
from tests.app.table.seats import Seat, company, connect, part, reload, settle, wake


def test_a_guest_spends_nothing_of_anothers_roll_and_undoes_none() -> None:
    gm, ann, bo = seats = playing()
    ann.do("roll")
    settle(*seats)
    before, line = bo.model.campaign, bo.model.campaign.entries[-1].id
    tapped: list[dict[str, Any]] = [{"on": "option", "option": "reroll"}, {"on": "undo", "event": line}]
    for message in tapped:
        bo.do(**message)
        settle(*seats)
        assert words.NOT_YOURS in bo.text("news")
        assert bo.model.campaign is before
    for seat in (bo, ann):
        seat.model = replace(seat.model, table=replace(seat.table, all_may=True))  # as another program
    bo.do("option", option="reroll")
    settle(*seats)
    bo.do("undo", event=line)
    settle(*seats)
    assert words.put_right("Bo") in gm.text("news")
    assert len({seat.log for seat in seats}) == 1
    entry = gm.model.campaign.entries[-1]
    assert not entry.is_struck
    assert entry.event == gm.model.campaign.event(line)
    ann.do("undo", event=line)
    settle(*seats)
    assert [seat.model.campaign.entries[-1].is_struck for seat in seats] == [True] * 3


STOLEN = Adjusted("x", WHEN, "stepdie", "player_ip", -3, "Kira")


@pytest.mark.parametrize("by", [None, Device("Gm", "teal"), Device("Ann", "teal"), Device("Bo", "teal")])
@pytest.mark.parametrize(
    "event", [STOLEN, Recorded("x", WHEN, "stepdie", "player", "Kira"), Adjusted("x", WHEN, "stepdie", "gm_ip", 1)]
)
def test_whatever_a_guest_says_of_an_event_it_counts_as_the_guests(event: Event, by: Device | None) -> None:
    gm, ann, _bo = playing()
    value = gm.model.campaign.value("stepdie", "player_ip", "Kira")
    for _ in range(2):  # said again, it is nothing new
        say(gm, "Bo", event, by=by)
    say(gm, "Bo", Undone("y", WHEN + 99, gm.model.campaign.entries[-1].undone[0]), by=by)
    settle(gm, ann)
    assert words.put_right("Bo") in gm.text("news")
    assert gm.log == ann.log
    assert ann.model.campaign.value("stepdie", "player_ip", "Kira") == value
    assert ann.model.campaign.records_of("stepdie", "player").keys() == {"Kira", "Lou"}
    assert gm.model.campaign.entries[-1].is_struck
    assert len(gm.table.others) == 2


def test_a_roll_never_thrown_is_reported_with_who_brings_it_and_marked() -> None:
    gm, ann, bo = seats = playing()
    bo.do("roll")
    settle(*seats)
    roll = gm.model.campaign.events[-1]
    assert isinstance(roll, Rolled)
    say(gm, "Bo", replace(roll, id="never thrown", seeds=()), by=None)
    settle(gm, ann)
    for seat in (gm, ann):
        assert words.objection("brought", "Bo") in seat.text("news")
        assert seat.go("stepdie/log/").text("screen").count(log_words.UNPROVEN) == 1
    say(gm, "Bo", replace(roll, id="a verdict of its own", at=WHEN, seeds=(), good=not roll.good), by=None)
    assert words.put_right("Bo") in gm.text("news")
    assert gm.model.campaign.entries[-1].is_struck


def test_what_a_guest_did_away_from_the_table_is_its_own() -> None:
    gm, ann, bo = seats = playing()
    ann.do("who", called="Kira").do("roll")  # nobody's roll
    settle(*seats)
    line = gm.model.campaign.entries[-1].id
    part(ann)
    ann.do("option", option="reroll").do("roll").do("who", called="Kira").do("roll")
    ann.do("count", counter="player_ip", by="1", who="Kira")
    wake(gm, ann)
    settle(*seats)
    assert words.objection("brought", "Ann") in gm.text("news")
    assert words.objection("brought", "Ann") in bo.text("news")
    assert not any(entry.is_struck for entry in gm.model.campaign.entries)
    assert len({seat.log for seat in seats}) == 1
    part(ann)
    reload(ann)
    ann.do("table-leave").go("table/").do("table-join")
    gm.do("table-anew")
    connect(gm, ann)
    settle(*seats)
    ann.go("stepdie/").do("undo", event=line).do("undo", event=line)
    settle(*seats)
    assert gm.model.campaign.entry(line).is_struck
    assert words.put_right("Ann") not in gm.text("news")
    assert len({seat.log for seat in seats}) == 1


def test_what_was_settled_for_a_table_still_holds_when_its_page_was_closed() -> None:
    gm, *_ = playing()
    gm.do("table-terms", form={})
    gm.visit("stepdie/").do("table-open")
    assert (gm.table.fair, gm.table.all_may) == (False, False)


def test_nobody_takes_a_foe_for_their_own() -> None:
    gm, _ann, bo = seats = playing()
    gm.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Rat", "many": "1"})
    gm.do("show", called="Rat")
    settle(*seats)
    bo.do("who", called="Rat")
    settle(*seats)
    say(gm, "Bo", Adjusted("x", WHEN + 9_999_999, "stepdie", "complications", 1, "Rat"), by=None)
    assert words.put_right("Bo") in gm.text("news")


def test_a_guest_rolls_for_foes_that_they_wrote_down_whoever_changes_them() -> None:
    gm, ann = seats = company("Gm", "Ann")
    for seat, foe in ((ann, "Rat"), (gm, "Dog")):
        seat.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": foe, "many": "1"})
    gm.do("show", called="Dog")
    settle(*seats)
    for seat in (gm, ann):
        for one in people(seat.model.campaign, BY_ID["stepdie"]):
            new = f"Old {unmark_name(one.name)}"
            seat.do("edit", subject="player", called=one.name).do("edit-save", form={"called": new})
            settle(*seats)
            seat.do("remove", subject="player", called=rename_person(new, one.name))
            seat.do("undo", event=seat.model.campaign.entries[-1].id)
            settle(*seats)
    ann.do("table-sign", form={"name": "Anna", "colour": "teal"})
    settle(*seats)
    chips = ann.go("stepdie/").do("table-watch").text("form")
    assert "Old Old Rat" in chips
    assert "Dog" not in chips
    assert "Old Old Dog" in gm.go("stepdie/").text("form")


@pytest.mark.parametrize("name", ["Gm", "gM", " G\u200bm", "\u202eGm", "Ｇm", "Ann", "\u0410nn"])
def test_two_devices_never_look_alike_and_a_change_of_name_is_told_to_all(name: str) -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    before = bo.table.me
    said = {
        "kind": "hello",
        "version": VERSION,
        "table": gm.table.id,
        "hub": False,
        "marks": [],
        "people": [],
        "clock": 0,
    }
    bo.said[1].append(json.dumps(said | {"device": {"name": name, "colour": "teal"}}))
    settle(*seats)
    now = gm.table.here[2]
    assert len({looks(one.name) for one in gm.table.here}) == len({one.colour for one in gm.table.here}) == 3
    assert (bo.table.me, bo.table.here) == (now, gm.table.here)
    assert words.called(now) in bo.text("news")
    for seat in (gm, ann):
        assert words.called_anew(before, now) in seat.text("news")
    bo.do("roll")
    settle(*seats)
    for seat in (gm, ann):
        assert f"{roll_words.ROLLED_BY} {now.name}" in seat.text("card")
    bo.do("undo", event=gm.model.campaign.entries[-1].id)  # it still is its own
    settle(*seats)
    assert gm.model.campaign.entries[-1].is_struck


@pytest.mark.parametrize("by", [None, Device("Gm", "teal"), Device("Ann", "teal"), Device("bo", "teal")])
def test_what_is_signed_with_anothers_name_is_undone_where_all_is_allowed(by: Device | None) -> None:
    gm, ann, _bo = company("Gm", "Ann", "Bo")
    gm.do("roll").wait()
    settle(gm, ann)
    [number] = [peer.number for peer in gm.table.peers if peer.device and peer.device.name == "Bo"]
    forged = Adjusted("x", gm.model.campaign.events[-1].at, "stepdie", "gm_ip", 1, by=by)
    gm.do("table-heard", encode(Added((write_event(forged),), Device("Bo", "teal"))), peer=number)
    settle(gm, ann)
    assert words.forged("Bo") in gm.text("news")
    for seat in (gm, ann):
        assert [(entry.id, entry.is_struck) for entry in seat.model.campaign.entries][-1] == ("x", True)
    assert gm.log == ann.log


def test_the_device_that_opened_the_table_takes_nobodys_name_either() -> None:
    gm, ann = seats = company("Gm", "Ann")
    before = gm.table.me
    gm.do("table-sign", form={"name": "ann", "colour": ann.table.me.colour})
    settle(*seats)
    assert gm.table.me == Device("ann 2", "orange")
    assert words.called(gm.table.me) in gm.text("news")
    assert words.called_anew(before, gm.table.me) in ann.text("news")


def test_who_comes_back_is_called_as_before() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    part(ann)
    reload(ann)
    ann.do("table-leave").go("table/").do("table-join")
    connect(gm, ann)
    settle(*seats)
    assert [one.name for one in bo.table.here] == ["Gm", "Bo", "Ann"]


def test_a_name_that_is_typed_while_a_connection_opens_is_told() -> None:
    gm, ann = seats = company("Gm", "Ann")
    part(ann)
    wake(gm, ann)
    assert not ann.table.others  # the hub has not said hello yet
    ann.do("table-sign", form={"name": "Anna", "colour": "teal"})
    settle(*seats)
    assert [one.name for one in gm.table.here] == [one.name for one in ann.table.here] == ["Gm", "Anna"]


def test_devices_have_their_own_colours_though_names_were_typed_before() -> None:
    seats = [Seat(name) for name in ("Gina", "Gino", "Gian", "Giro", "Gill")]
    for seat in seats:
        seat.kept.clear()
        seat.visit("stepdie/").do("table-open" if seat is seats[0] else "table-join")
        seat.do("table-sign", form={"name": seat.name, "colour": seat.table.me.colour})  # as the form sends it
        assert seat.kept["goes by"] == [seat.name, seat.table.me.colour if seat.table.hub else ""]
    for guest in seats[1:]:
        connect(seats[0], guest)
        settle(*seats)
    assert len({one.colour for one in seats[0].table.here}) == 5
    assert all(words.called(seat.table.me) not in seat.text("news") for seat in seats)


def test_who_chose_neither_name_nor_colour_is_not_told_that_they_are_taken() -> None:
    seats = [Seat(name) for name in ("Gina", "Gino", "Gian")]
    for seat in seats:
        seat.kept.clear()
        seat.visit("stepdie/").do("table-open" if seat is seats[0] else "table-join")
    for guest in seats[1:]:
        connect(seats[0], guest)
        settle(*seats)
    assert [one.name for one in seats[0].table.here] == ["Game master", "Player", "Player 2"]
    assert all(words.called(seat.table.me) not in seat.text("news") for seat in seats)


HOUR = 3_600_000


def times(seat: Seat) -> list[int]:
    return [time_of(event) for event in seat.model.campaign.events]


@pytest.mark.parametrize("late", [-70 * HOUR, -5 * HOUR, 5 * HOUR, 70 * HOUR])
def test_a_guests_deed_has_the_time_of_the_table_and_a_wrong_clock_is_said(late: int) -> None:
    gm, ann = Seat("Gm").do("table-open"), Seat("Ann", late=late).do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    assert abs(ann.table.offset - late) < HOUR / 60
    assert words.clock_off(ann.table.offset // 1000, "Gm") in ann.text("news")
    for seat in (gm, ann, gm, ann):
        seat.go("stepdie/").do("roll")
        settle(gm, ann)
    assert all(0 <= at - 1_790_000_000_000 < HOUR for at in times(gm))
    assert gm.log == ann.log
    part(ann)
    ann.do("roll")
    wake(gm, ann)
    settle(gm, ann)
    assert 0 <= times(gm)[-1] - 1_790_000_000_000 < HOUR
    gm.do("table-leave")
    settle(gm, ann)
    ann.do("table-open").go("stepdie/").do("roll")
    assert 0 <= times(ann)[-1] - 1_790_000_000_000 < HOUR


def test_who_has_the_right_time_is_told_nothing_of_clocks() -> None:
    gm, ann = Seat("Gm").do("table-open"), Seat("Ann", late=30_000).do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    assert "clock" not in ann.text("news")


def test_one_wrong_date_dates_nothing_else_and_is_told_of_with_a_name() -> None:
    gm, ann, _bo = seats = company("Gm", "Ann", "Bo")
    for hours in (5, 25, 46, 68):
        wrong = Adjusted(f"x{hours}", 1_790_000_000_000 + hours * HOUR, "stepdie", "gm_ip", 1)
        say(gm, "Bo", wrong, by=Device("Bo", "teal"))
        assert words.dated_ahead("Bo") in gm.text("news")
        settle(gm, ann)
        for seat in (gm, ann):
            seat.go("stepdie/").do("roll")
            settle(gm, ann)
            assert 0 <= times(seat)[-1] - 1_790_000_000_000 < HOUR
            assert seat.model.campaign.events[-1].at > wrong.at  # in the order in which it happened
    assert gm.log == ann.log
    screens = [seat.go("stepdie/log/").text("screen") for seat in (gm, ann)]
    assert screens[0].count("day, ") == screens[1].count("day, ")
    assert len(seats) == 3
