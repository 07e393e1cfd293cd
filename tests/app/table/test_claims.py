"""Whom a guest rolls for, and who a guest is: a claim holds, and nobody takes another's place by saying so."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from app.table import words
from app.table.talk import Stage

from pyrules.campaign.codec import write_event
from pyrules.campaign.devices import VERSION, Added, Hello, encode
from pyrules.campaign.events import Adjusted, Device, Rolled
from pyrules.campaign.rights import may_add
from tests.app.table.rights_helpers import WHEN, playing, say
from tests.app.table.seats import Seat, company, connect, part, reload, settle, wake

S = "stepdie"


def claim(hub: Seat, guest: Seat, *people: Sequence[str]) -> None:
    """Have a guest say whom it rolls for, as a program of its own making may."""
    [number] = [peer.number for peer in hub.table.others if peer.device == guest.table.me]
    said = encode(Hello(VERSION, guest.table.id, hub=False, device=guest.table.me))
    hub.do("table-heard", json.dumps(json.loads(said) | {"people": people}), peer=number)


@pytest.mark.parametrize("people", [[(S, "")], [(S, "Lou"), (S, "Kira")]], ids=["everybody", "two of one system"])
def test_a_guest_who_claims_more_than_one_may_is_cut_off(people: list[tuple[str, str]]) -> None:
    gm, _ann, bo = playing()
    claim(gm, bo, *people)
    assert "was cut off" in gm.text("news")
    assert len(gm.table.others) == 1


def test_what_is_everybodys_is_nobodys_own() -> None:
    gm, *_ = playing()
    gm.do("count", counter="gm_ip", by="1")
    event = gm.model.campaign.events[-1]
    assert not may_add(event, gm.model.campaign, frozenset({(S, "")}))


def test_a_claim_holds_while_its_device_is_away_for_a_moment() -> None:
    gm, ann, bo = playing()
    part(ann)
    claim(gm, bo, (S, "Kira"))
    say(gm, "Bo", Adjusted("x", WHEN, S, "player_ip", -2, "Kira"), by=bo.table.me)
    assert gm.model.campaign.entries[-1].is_struck
    wake(gm, ann)
    settle(gm, ann)
    assert ann.model.acting[S] == "Kira"


def test_a_claim_holds_when_the_page_of_the_hub_was_closed() -> None:
    gm, ann, bo = playing()
    for guest in (ann, bo):
        part(guest)
    gm.visit("stepdie/")
    wake(gm, bo)
    bo.do("who", called="Kira")
    settle(gm, bo)
    assert words.taken("Ann", "Kira") in bo.text("news")


def test_whom_the_hub_has_in_its_form_no_guest_claims_anew() -> None:
    gm, ann, bo = seats = playing()
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Nyx"})
    gm.do("who", called="Nyx")
    settle(*seats)
    bo.do("who", called="Nyx")
    settle(*seats)
    assert words.taken("Gm", "Nyx") in bo.text("news")
    gm.do("who", called="Kira")  # whom it rolls for once, as a game master may
    ann.do("table-sign", form={"name": "Anna", "colour": "teal"})
    settle(*seats)
    assert ann.model.acting[S] == "Kira"


def test_a_stranger_takes_no_seat_of_one_who_is_away_by_calling_itself_so() -> None:
    gm, ann, bo = playing()
    part(ann)
    stranger = Seat("Ann").do("table-join")
    connect(gm, stranger)
    settle(gm, stranger, bo)
    assert [one.name for one in gm.table.here] == ["Gm", "Bo", "Ann 2"]
    wake(gm, ann)
    settle(gm, ann, stranger, bo)
    assert [one.name for one in gm.table.here] == ["Gm", "Bo", "Ann", "Ann 2"]
    assert stranger.table.me.name == "Ann 2"


def test_who_comes_back_by_new_codes_keeps_seat_and_people() -> None:
    gm, ann, bo = seats = playing()
    part(ann)
    reload(ann)
    connect(gm, ann)
    settle(*seats)
    assert [one.name for one in gm.table.here] == ["Gm", "Bo", "Ann"]
    assert ann.model.acting[S] == "Kira"
    assert not [peer for peer in gm.table.peers if peer.stage is Stage.AWAY]
    assert bo.table.here == gm.table.here


def test_who_is_renamed_before_the_answer_of_the_hub_signs_the_new_name() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    for name in ("Ann", "Bob", "Bo"):
        bo.do("table-sign", form={"name": name, "colour": "teal"})
        bo.go("stepdie/").do("count", counter="gm_ip", by="1")
        for seat in (gm, bo, gm):
            for peer in seat.can_hear()[:1]:
                seat.hear(peer)
    settle(*seats)
    bo.do("count", counter="gm_ip", by="1")
    settle(*seats)
    assert bo.table.me == gm.table.here[-1]
    assert not [entry for entry in gm.model.campaign.entries if entry.is_struck]
    assert gm.log == ann.log == bo.log


def test_who_is_renamed_and_lost_before_the_answer_signs_its_own_name() -> None:
    gm, ann = seats = company("Gm", "Ann")
    ann.do("table-sign", form={"name": "Anna", "colour": "teal"})
    part(ann)
    wake(gm, ann)
    ann.hear(ann.can_hear()[0])
    ann.go("stepdie/").do("count", counter="gm_ip", by="1")
    settle(*seats)
    assert not [entry for entry in gm.model.campaign.entries if entry.is_struck]
    assert [one.name for one in gm.table.here] == ["Gm", "Anna"]


def test_who_wishes_for_anothers_name_and_is_lost_does_not_sign_with_it() -> None:
    gm, ann = seats = company("Gm", "Ann")
    ann.do("table-sign", form={"name": "Gm", "colour": "teal"})
    part(ann)
    wake(gm, ann)
    ann.hear(ann.can_hear()[0])
    ann.go("stepdie/").do("count", counter="gm_ip", by="1")
    settle(*seats)
    assert not [entry for entry in gm.model.campaign.entries if entry.is_struck]
    assert [one.name for one in gm.table.here] == ["Gm", "Gm 2"]
    assert gm.model.campaign.events[-1].by == Device("Ann", "blue")


def test_who_acts_before_the_hub_has_said_what_it_is_called_is_not_accused() -> None:
    gm, ann = company("Gm", "Ann")
    another = Seat("Ann").do("table-join")
    connect(gm, another)
    for seat in (another, gm):
        seat.hear(seat.can_hear()[-1])
    another.go("stepdie/").do("count", counter="gm_ip", by="1")
    settle(gm, ann, another)
    another.go("stepdie/").do("count", counter="gm_ip", by="1")
    settle(gm, ann, another)
    assert another.table.me.name == "Ann 2"
    assert gm.model.campaign.events[-1].by == another.table.me
    assert not [entry for entry in gm.model.campaign.entries if entry.is_struck]
    assert gm.log == ann.log == another.log


def test_what_others_are_said_to_have_done_is_told_of_with_who_brings_it() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    event = Adjusted("x", WHEN, S, "gm_ip", 1, by=ann.table.me)
    [number] = [peer.number for peer in gm.table.others if peer.device == bo.table.me]
    gm.do("table-heard", encode(Added((write_event(event),))), peer=number)
    settle(gm, ann)
    for seat in (gm, ann):
        assert words.objection("signed", "Bo") in seat.text("news")


def test_dice_of_ones_own_making_are_reported_where_two_devices_throw() -> None:
    gm, ann, bo = seats = playing()
    bo.do("roll")
    settle(*seats)
    roll = gm.model.campaign.events[-1]
    assert isinstance(roll, Rolled)
    say(gm, "Bo", replace(roll, id="invented", at=WHEN, seeds=()), by=bo.table.me)
    settle(gm, ann)
    for seat in (gm, ann):
        assert words.objection("unshared", "Bo") in seat.text("news")
    gm.do("table-terms", form={"all_may": "on"})
    settle(gm, ann)
    gm.announced.clear()
    say(gm, "Bo", replace(roll, id="each their own", at=WHEN, seeds=()), by=bo.table.me)
    assert words.objection("unshared", "Bo") not in " ".join(gm.announced)


def test_nothing_unseen_is_in_what_a_test_is_for() -> None:
    gm, ann = company("Gm", "Ann")
    gm.go("stepdie/").do("table-ask", form={"label": "Climb"})
    [said] = [text for waiting in gm.said.values() for text in waiting if '"asked"' in text[:20]]
    [peer] = ann.over
    ann.do("table-heard", json.dumps(json.loads(said) | {"label": "\u202eClimb"}), peer=peer)
    assert "was cut off" in ann.text("news")
