"""Two of one name at a table: neither is taken for the other, and nobody hidden comes to light by a guess."""

import json
from dataclasses import replace
from typing import Any

import pytest
from app.log import screen_words as log_words
from app.screens import view
from app.table import words
from app.tracker import words as tracker_words
from app.tracker.namesakes import called_apart

from pyrules.campaign.events import Adjusted, Device, Event, Recorded, Sealed
from pyrules.campaign.links import read_person, write_person
from pyrules.campaign.merge import merge_logs
from pyrules.campaign.namesakes import BEGINS, mark_name, unmark_name
from pyrules.campaign.people import people
from pyrules.campaign.scene import turns
from pyrules.campaign.sealing import digest
from pyrules.systems import BY_ID
from tests.app.table.rights_helpers import say
from tests.app.table.seats import Seat, company, connect, part, settle
from tests.app.tracker.hidden_helpers import plotting, show

STEPDIE: Any = BY_ID["stepdie"]
WHEN = 1_790_000_100_000
SECRET = ("SECRETPLOT", "Vesper limps", "nonce")
GUESSES = {
    "as a player": Recorded("x", WHEN, "stepdie", "player", "Vesper"),
    "as a foe": Recorded("x", WHEN, "stepdie", "player", "Vesper", (("foe", True),)),
    "as what they are": Recorded("x", WHEN, "stepdie", "player", "Vesper", (("notes", "a scar"), ("foe", True))),
    "by another name": Recorded("x", WHEN, "stepdie", "player", "Vex", (("foe", True),), was="Vesper"),
    "as gone": Recorded("x", WHEN, "stepdie", "player", "Vesper", None),
    "as harmed": Adjusted("x", WHEN, "stepdie", "complications", 1, "Vesper"),
}


def hidden_at(gm: Seat) -> list[tuple[str, bool]]:
    return [(one.name, one.hidden) for one in people(gm.model.campaign, STEPDIE) if one.foe]


@pytest.mark.parametrize("event", GUESSES.values(), ids=GUESSES)
@pytest.mark.parametrize("terms", [{"fair": "on", "all_may": "on"}, {"fair": "on"}])
def test_a_guest_who_guesses_a_hidden_name_opens_and_changes_nothing(event: Event, terms: dict[str, str]) -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    plotting(gm).do("table-terms", form=terms)
    settle(gm, ann, bo)
    harm = gm.model.campaign.value("stepdie", "complications", "Vesper")
    say(gm, "Bo", event, by=bo.table.me)
    settle(gm, ann, bo)
    gm.do("count", counter="complications", by="1", who="Vesper")
    settle(gm, ann, bo)
    assert hidden_at(gm) == [("Vesper", True)]
    assert gm.model.campaign.value("stepdie", "complications", "Vesper") == harm + 1
    assert words.meets_hidden("Bo", "Vesper") in " ".join(gm.announced)
    for seat in (ann, bo):
        assert not [word for word in SECRET if word in "".join(seat.heard)]
    show(gm)
    settle(gm, ann, bo)
    assert [one.id for one in ann.model.campaign.events] == [one.id for one in gm.model.campaign.events]
    assert ann.model.campaign.value("stepdie", "complications", "Vesper") == harm + 1


def test_a_former_game_master_names_nobody_hidden_in_a_hello() -> None:
    gm, ann = company("Gm", "Ann")
    gm.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Vesper", "many": "1"})
    gm.do("who", called="Vesper").do("undo", event=gm.model.campaign.entries[-1].id)
    settle(gm, ann)
    part(ann)
    gm.do("table-leave")
    ann.do("table-open")
    gm.do("table-join")
    connect(ann, gm)
    settle(ann, gm)
    assert "Vesper" not in "".join(ann.heard)
    assert json.loads(ann.heard[-1])


def names(seat: Seat) -> list[str]:
    """Everybody whom a device knows, as they are called on the screen."""
    found = [unmark_name(one.name) for one in people(seat.model.campaign, STEPDIE)]
    assert all(name in seat.go("stepdie/tracker/").text("screen") for name in found)
    return found


@pytest.mark.parametrize("subject", ["player", "foe"])
def test_a_guests_namesake_of_somebody_hidden_is_another_one(subject: str) -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    plotting(gm).do("count", counter="player_ip", by="1", who="Vesper")
    settle(gm, ann, bo)
    bo.go("stepdie/tracker/").do("edit", subject=subject).do("edit-save", form={"called": "Vesper", "many": "1"})
    theirs = bo.model.campaign.events[-1]
    assert isinstance(theirs, Recorded)
    settle(gm, ann, bo)
    bo.do("count", counter="player_ip", by="2", who=theirs.name)
    settle(gm, ann, bo)
    [mine] = [name for name, hidden in hidden_at(gm) if hidden]
    assert mine == "Vesper 2"
    assert sorted(names(gm)) == ["Kira", "Vesper", mine]
    assert ip(gm, mine) == 3
    assert [place.who for place in turns(gm.model.campaign, "stepdie").order] == ["Kira", mine]
    assert words.hidden_namesake("Bo", "Vesper", mine) in " ".join(gm.announced)
    for seat in (ann, bo):
        assert names(seat) == ["Kira", "Vesper"]
        assert ip(seat, theirs.name) == 4
        assert not [word for word in (*SECRET, mine) if word in "".join(seat.heard)]
    gm.go("stepdie/tracker/").do("show", called=mine)
    settle(gm, ann, bo)
    for seat in (gm, ann, bo):
        assert sorted(names(seat)) == ["Kira", "Vesper", mine]
        assert (ip(seat, theirs.name), ip(seat, mine)) == (4, 3)


def ip(seat: Seat, who: str) -> int:
    return seat.model.campaign.value("stepdie", "player_ip", who)


def test_two_guests_who_write_down_one_name_at_once_have_one_each() -> None:
    _gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    for seat in (ann, bo):
        seat.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Nova"})
    settle(*seats)
    for seat in seats:
        assert sorted(names(seat)) == ["Nova", "Nova 2"]
    whom = [seat.model.acting["stepdie"] for seat in (ann, bo)]
    assert sorted(map(unmark_name, whom)) == ["Nova", "Nova 2"]
    for seat, who, by in ((ann, whom[0], 1), (bo, whom[1], 2)):
        seat.do("count", counter="player_ip", by=by, who=who)
    bo.go("stepdie/").do("roll").wait()
    settle(*seats)
    bo.go("stepdie/tracker/").do("edit", subject="player", called=whom[1]).do("edit-save", form={"called": "Star"})
    settle(*seats)
    assert [unmark_name(seat.model.acting["stepdie"]) for seat in (ann, bo)] == [unmark_name(whom[0]), "Star"]
    for seat in seats:
        assert [ip(seat, one.model.acting["stepdie"]) for one in (ann, bo)] == [3, 4]
    assert len({seat.log for seat in seats}) == 1


def test_a_renaming_stays_after_what_made_it_needed_whatever_the_clocks() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    plotting(gm)
    settle(*seats)
    for _ in range(3):
        bo.go("stepdie/tracker/").do("count", counter="gm_ip", by="1").do("count", counter="gm_ip", by="-1")
    gm.set_clock(3_600_000)
    bo.do("edit", subject="player").do("edit-save", form={"called": "Vesper"})
    settle(*seats)
    assert gm.model.campaign.events == merge_logs(gm.model.campaign.events, ()).state.events
    assert [one.id for one in gm.model.campaign.events] == [one.id for one in ann.model.campaign.events]


def test_whoever_is_written_down_on_ones_own_log_is_who_their_name_says() -> None:
    gm, ann = company("Gm", "Ann")
    ann.do("table-leave")
    for seat in (gm, ann):
        seat.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Nova"})
        assert [one.name for one in people(seat.model.campaign, STEPDIE)] == ["Nova"]


def test_somebody_is_handed_on_by_name_alone() -> None:
    gm, ann = company("Gm", "Ann")
    ann.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Nova 2"})
    settle(gm, ann)
    [one] = people(gm.model.campaign, STEPDIE)
    assert one.name != "Nova 2"
    assert read_person(write_person(STEPDIE, one))[1].name == "Nova 2"
    gm.go("stepdie/tracker/").do("shelve", called=one.name)
    assert [kept for kept, _ in gm.kept["library stepdie"]] == ["Nova 2"]
    gm.do("copy", called=one.name)
    assert names(gm) == ["Nova 2", "Nova 3"]


def test_who_undoes_the_renaming_of_one_of_two_has_two_all_the_same() -> None:
    gm, bo = seats = company("Gm", "Bo")
    for seat in seats:
        seat.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Nova"})
    settle(*seats)
    for seat in seats:
        renaming = gm.model.campaign.entries[-1]
        assert isinstance(renaming.event, Recorded)
        assert renaming.event.was
        seat.do("undo", event=renaming.id)
        settle(*seats)
        for one in seats:
            assert sorted(names(one)) == ["Nova", "Nova 2"]
        assert gm.log == bo.log
    assert tracker_words.two_of_a_name("Nova", "Nova 2") in " ".join(gm.announced)


@pytest.mark.parametrize("back", ["undo", "redo"])
def test_who_comes_back_to_a_log_where_their_name_is_anothers_is_another(back: str) -> None:
    seat = Seat("Gm").go("stepdie/tracker/")
    seat.do("edit", subject="player").do("edit-save", form={"called": "Bo"})
    first = seat.model.campaign.entries[-1].id
    seat.do("count", counter="player_ip", by="2", who="Bo")
    before = ip(seat, "Bo")
    seat.do("remove", subject="player", called="Bo") if back == "undo" else seat.do("undo", event=first)
    gone = seat.model.campaign.entries[-1].id if back == "undo" else first
    seat.do("edit", subject="player").do("edit-save", form={"called": "Bo", "notes": "a scar"})
    [another] = people(seat.model.campaign, STEPDIE)
    assert ip(seat, another.name) == 2
    seat.do(back, event=gone)
    assert sorted(names(seat)) == ["Bo", "Bo 2"]
    assert sorted(ip(seat, one.name) for one in people(seat.model.campaign, STEPDIE)) == [2, before]
    assert tracker_words.two_of_a_name("Bo", "Bo 2") in " ".join(seat.announced)


def test_two_copies_of_a_campaign_with_a_bo_each_have_two() -> None:
    one = Seat("Ann").go("stepdie/tracker/").do("count", counter="gm_ip", by="1").do("log-export")
    other = Seat("Bo").go("stepdie/log/").do("log-import", one.log, name="a.json").do("log-replace")
    for number, seat in enumerate((one, other), 2):
        seat.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Bo"})
        seat.do("count", counter="player_ip", by=number, who=people(seat.model.campaign, STEPDIE)[0].name)
    one.go("stepdie/log/").do("log-import", other.log, name="b.json")
    assert "become one" not in one.text("screen")
    one.do("log-merge")
    assert sorted(names(one)) == ["Bo", "Bo 2"]
    assert sorted(ip(one, found.name) for found in people(one.model.campaign, STEPDIE)) == [4, 5]


def test_that_two_of_old_logs_would_become_one_is_told_before() -> None:
    seat, other = (Seat(name).go("stepdie/tracker/") for name in ("Ann", "Cy"))
    for one in (seat, other):
        for name in ("Bo", f"Friend of {one.name}"):
            one.do("edit", subject="player").do("edit-save", form={"called": name})
    seat.go("stepdie/log/").do("log-import", other.log, name="b.json")
    assert log_words.written_twice("Bo") in seat.text("screen")


def test_a_record_without_a_mark_that_comes_to_light_changes_nobody_unseen() -> None:
    gm, bo = seats = company("Gm", "Bo")
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Vesper"})
    settle(*seats)
    hiding = Recorded("x", WHEN, "stepdie", "player", "Vesper", (("foe", True), ("hidden", True)), by=bo.table.me)
    showing = replace(hiding, id="y", at=WHEN + 1, facts=(("foe", True),))
    seals = (Sealed(one.id, one.at, "stepdie", digest(one), hidden=True, by=one.by) for one in (hiding, showing))
    say(gm, "Bo", *seals, by=bo.table.me)
    say(gm, "Bo", hiding, showing, by=bo.table.me)
    [vesper] = people(gm.model.campaign, STEPDIE)
    assert not vesper.foe
    assert words.put_right("Bo") in " ".join(gm.announced)


def test_a_namesake_is_told_apart_before_who_hides_the_other_answers() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    ann.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Vesper", "many": "1"})
    vesper = people(ann.model.campaign, STEPDIE)[0].name
    ann.do("show", called=vesper)  # hidden from now on
    for seat in (gm, bo):
        if seat is bo:
            bo.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Vesper"})
        while heard := gm.can_hear():
            gm.hear(heard[0])
        assert len({unmark_name(one.name) for one in people(gm.model.campaign, STEPDIE)}) == 1 + (seat is bo)
    settle(*seats)
    for seat in seats:
        assert sorted(names(seat)) == ["Vesper", "Vesper 2"]
    assert len({seat.log for seat in seats}) == 1


def test_who_has_another_colour_at_a_table_opened_anew_is_who_hid_a_foe() -> None:
    gm, ann, bo = seats = company("Gm", "Ann", "Bo")
    ann.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Vesper", "many": "1"})
    vesper = people(ann.model.campaign, STEPDIE)[0].name
    ann.do("show", called=vesper)  # hidden from now on
    colour = ann.table.me.colour
    settle(*seats)
    gm.do("table-leave")
    settle(*seats)
    bo.do("table-open")
    for guest in (gm, ann):
        guest.do("table-join")
        connect(bo, guest)
        settle(*seats)
    assert ann.table.me.colour != colour
    ann.go("stepdie/").do("who", called=vesper)
    assert ann.model.acting["stepdie"] == vesper
    ann.go("stepdie/tracker/").do("show", called=vesper)
    settle(*seats)
    for seat in seats:
        assert hidden_at(seat) == [(vesper, False)]
    assert words.meets_hidden("Ann", "Vesper") not in " ".join(bo.announced)


def test_of_two_whom_guests_hide_the_hub_calls_neither_otherwise() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    for place, seat in enumerate((ann, bo)):
        facts = (("foe", True), ("hidden", True))
        one = Recorded(f"x{place}", WHEN + place, "stepdie", "player", mark_name("Vesper", seat.name), facts)
        say(gm, seat.name, one, by=seat.table.me)
    assert [event.id for event in gm.model.campaign.events] == ["x0", "x1"]


def test_three_of_one_name_are_told_apart_each_once() -> None:
    gm, _ = company("Gm", "Ann")
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Guard"})
    facts = (("foe", True), ("hidden", True))
    more = [Recorded(one, WHEN, "stepdie", "player", mark_name("Guard", one), facts) for one in ("x", "y")]
    table = gm.table.with_made(more, Device("Gone", "red"))
    gm.model = replace(gm.model, table=table, campaign=merge_logs(gm.model.campaign.events, more).state)
    model, _, names = called_apart(gm.model, more, gm.world)
    called = [unmark_name(one.name) for one in people(model.campaign, STEPDIE)]
    assert len(set(called)) == len(called) == 3
    assert {one.was for one in names} == {"Guard"}


def test_no_mark_is_shown_read_out_or_handed_on() -> None:
    gm, ann = seats = company("Gm", "Ann")
    ann.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Kira"})
    settle(*seats)
    ann.note("5d6 + d8 (5)").do("roll")
    settle(*seats)
    ann.do("option", option="reroll")
    settle(*seats)
    kira = ann.model.acting["stepdie"]
    assert unmark_name(kira) == "Kira" != kira
    assert "Kira's choices" in gm.go("stepdie/").text("card")
    gm.go("stepdie/log/")
    for seat in seats:
        shown = [seat.text(region) for region in view(seat.model)]
        assert "Kira" in " ".join(shown)
        assert seat.thrown
        assert "Kira" in seat.thrown["said"]
        assert BEGINS not in " ".join((*shown, *seat.announced, seat.thrown["said"]))
    ann.do("share")
    (shared,) = ann.asked("share")
    assert "Kira" in shared["text"]
    assert BEGINS not in shared["text"]


def test_who_was_written_down_at_anothers_table_is_done_when_they_say_so() -> None:
    gm, *guests = seats = company("Gm", "Ann", "Bo")
    for guest, name in zip(guests, ("Anja", "Boris"), strict=True):
        guest.go("almond/tracker/").do("edit", subject="player").do("edit-save", form={"called": name})
        settle(*seats)
    gm.go("almond/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Rat", "many": "1"})
    gm.do("turns-begin").do("turn-next")
    settle(*seats)
    ann, bo = (guest.go("almond/") for guest in guests)
    assert "Your turn, Anja" in ann.text("news")
    ann.do("turn-next")
    settle(*seats)
    assert "Your turn, Boris" in bo.text("news")
    bo.do("turn-next")
    settle(*seats)
    assert [seat.text("news").count("The game master's turn") for seat in (ann, bo)] == [1, 1]
    assert "Rat" not in ann.text("news") + bo.text("news")
