"""A device that hides something from the players at a table gives it to no other until it is shown."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from app.tracker import words
from hypothesis import given, settings, strategies as st

from pyrules.campaign.codec import read_log, write_event
from pyrules.campaign.devices import Added, encode
from pyrules.campaign.events import Recorded, Sealed
from pyrules.campaign.merge import merge_logs
from pyrules.campaign.people import people
from pyrules.campaign.scene import turns
from pyrules.campaign.sealing import covers, fuller_event
from pyrules.systems import BY_ID
from tests.app.reader import Reader
from tests.app.table.seats import Seat, company, connect, meet, part, reload, settle, wake
from tests.app.tracker.hidden_helpers import plotting, show

STEPDIE: Any = BY_ID["stepdie"]
SECRET = ("Vesper", "SECRETPLOT", "a scar")


def hears_nothing(seat: Seat) -> None:
    """See to it that nothing of what is hidden is in the memory of a device, or has come over the wire."""
    seat.go("stepdie/tracker/").do("log-export")
    exported = next(command["text"] for command in seat.commands if command["do"] == "download")
    for told in (seat.log, exported, *seat.heard, json.dumps(list(seat.kept.values())), seat.html("screen")):
        assert not [word for word in SECRET if word in told]


def test_the_roll_of_somebody_hidden_says_so_until_they_are_shown() -> None:
    reader = Reader("stepdie/tracker/").do("edit", subject="foe")
    reader.do("edit-save", form={"called": "Vesper", "many": "1"}).do("who", called="Vesper").go("stepdie/").do("roll")
    said = "The players do not see this roll while Vesper is hidden."
    assert said in reader.html("card")
    reader.go("stepdie/tracker/").do("show", called="Vesper").go("stepdie/")
    assert said not in reader.html("card")


def foes(seat: Seat) -> list[str]:
    return [one.name for one in people(seat.model.campaign, STEPDIE) if one.foe]


@pytest.mark.parametrize("before", [False, True])
def test_what_is_hidden_stays_with_the_game_master_until_it_is_shown(*, before: bool) -> None:
    if before:
        gm = plotting(Seat("Gm"))
        gm.do("table-open")
        ann, bo = (Seat(name).do("table-join") for name in ("Ann", "Bo"))
        for seat in (ann, bo):
            connect(gm, seat)
            settle(gm, ann, bo)
    else:
        gm, ann, bo = company("Gm", "Ann", "Bo")
        plotting(gm)
    settle(gm, ann, bo)
    for seat in (ann, bo):
        hears_nothing(seat)
        assert [event.id for event in seat.model.campaign.events] == [event.id for event in gm.model.campaign.events]
        assert [place.who for place in turns(seat.model.campaign, "stepdie").order] == ["Kira"]
        assert words.round_now(1, words.GM) in seat.go("stepdie/tracker/").text("screen")
        assert words.SECRET_ROLL not in seat.go("stepdie/log/").text("screen")
    show(gm)
    settle(gm, ann, bo)
    gm.do("count", counter="complications", by="1", who="Vesper")
    settle(gm, ann, bo)
    notes = "SECRETPLOT"
    for seat in (ann, bo):
        assert foes(seat) == ["Vesper"]
        assert seat.model.campaign.value("stepdie", "complications", "Vesper") == 2
        assert [place.who for place in turns(seat.model.campaign, "stepdie").order] == ["Kira", "Vesper"]
        sealed = [event for event in seat.model.campaign.events if isinstance(event, Sealed)]
        assert len(sealed) == 1  # the notes, which nobody shows
        assert notes not in seat.log
        assert [one for one in seat.log.split("\n") if sealed[0].id not in one] == [
            one for one in gm.log.split("\n") if notes not in one
        ]
        assert all(len(other.table.here) == 3 for other in (gm, ann, bo))


def test_what_is_shown_and_hidden_again_is_known_as_it_was_and_no_further() -> None:
    gm, ann = company("Gm", "Ann")
    show(plotting(gm))
    settle(gm, ann)
    gm.do("show", called="Vesper").do("count", counter="complications", by="1", who="Vesper")
    settle(gm, ann)
    assert "Vesper" not in ann.go("stepdie/tracker/").text("screen")
    assert ann.model.campaign.value("stepdie", "complications", "Vesper") == 1
    late = Seat("Bo").do("table-join")
    connect(gm, late)
    settle(gm, ann, late)
    assert ann.log == late.log
    gm.do("undo", event=gm.model.campaign.entries[-2].id)  # hidden no longer, as that is undone
    settle(gm, ann, late)
    for seat in (ann, late):
        assert seat.model.campaign.value("stepdie", "complications", "Vesper") == 2
    show(gm)
    settle(gm, ann, late)
    line = gm.model.campaign.entries[-1].id
    gm.do("undo", event=line)
    settle(gm, ann, late)
    gm.do("redo", event=line)
    settle(gm, ann, late)
    assert ann.log == late.log


def test_who_was_away_or_comes_late_hears_all_that_was_shown_meanwhile() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    plotting(gm)
    settle(gm, ann, bo)
    for seat in (ann, bo):
        part(seat)
    show(gm)
    wake(gm, ann)
    reload(bo)
    bo.do("table-leave").go("table/").do("table-join")
    connect(gm, bo)
    settle(gm, ann, bo)
    assert foes(ann) == foes(bo) == ["Vesper"]
    assert ann.log == bo.log


def test_another_hub_goes_on_without_what_is_hidden_whose_hider_keeps_it() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    plotting(gm)
    settle(gm, ann, bo)
    gm.do("table-leave")
    settle(gm, ann, bo)
    bo.do("table-open")
    ann.do("table-anew")
    connect(bo, ann)
    gm.go("stepdie/tracker/").do("count", counter="complications", by="1", who="Vesper")
    gm.do("table-join")
    connect(bo, gm)
    settle(gm, ann, bo)
    for seat in (ann, bo):
        hears_nothing(seat)
    assert "Vesper" in gm.go("stepdie/tracker/").text("screen")
    show(gm)
    settle(gm, ann, bo)
    assert foes(ann) == foes(bo) == ["Vesper"]
    assert ann.log == bo.log
    assert ann.model.campaign.value("stepdie", "complications", "Vesper") == 2
    gm.do("table-leave")
    assert "SECRETPLOT" in gm.log
    assert read_log(gm.log) == gm.model.campaign


def test_nothing_else_than_what_was_hidden_can_be_shown() -> None:
    gm, ann = company("Gm", "Ann")
    plotting(gm)
    settle(gm, ann)
    kept = [event for event in gm.model.campaign.events if isinstance(event, Recorded) and event.name == "Vesper"]
    forged = replace(kept[0], facts=(("foe", True), ("notes", "a saint")))
    before = ann.model.campaign
    said = encode(Added((write_event(forged),), gm.table.me))
    ann.do("table-heard", said, peer=ann.table.others[0].number)
    assert "two different events" in ann.text("news")
    assert ann.model.campaign is before


def test_only_who_knows_all_who_act_changes_their_order() -> None:
    gm, ann = company("Gm", "Ann")
    plotting(gm)
    settle(gm, ann)
    before = ann.go("stepdie/tracker/").model.campaign
    assert 'data-on="turn-next"' not in ann.html("screen")
    for message in ("turn-delay", "turns-by-test"):
        ann.do(message)
        assert words.ORDER_HIDES in ann.text("news")
    ann.do("turn-next")
    assert words.NOT_YOUR_TURN in ann.text("news")
    assert ann.model.campaign is before
    show(gm)
    settle(gm, ann)
    ann.do("who", called=turns(ann.model.campaign, "stepdie").now).do("turn-next")
    settle(gm, ann)
    assert turns(gm.model.campaign, "stepdie").now == turns(ann.model.campaign, "stepdie").now == "Kira"


def acting_before_a_hidden_foe() -> tuple[Seat, Seat]:
    """It is Kira's turn, who is Ann's, and Vesper's behind her, whom only the game master knows."""
    gm, ann = company("Gm", "Ann")
    plotting(gm)
    settle(gm, ann)
    ann.do("who", called="Kira")
    gm.do("turn-next")
    settle(gm, ann)
    assert turns(gm.model.campaign, "stepdie").now == "Kira"
    return gm, ann


@pytest.mark.parametrize("place", ["stepdie/", "stepdie/log/", "stepdie/odds/", "stepdie/tracker/", "settings/", ""])
def test_whose_turn_it_is_can_be_done_on_every_screen_whoever_is_hidden(place: str) -> None:
    gm, ann = acting_before_a_hidden_foe()
    shown = ann.go(place).html("news") + ann.html("screen")
    assert shown.count(f">{words.DONE}</button>") == 1
    ann.do("turn-done", system="stepdie") if 'data-on="turn-done"' in shown else ann.do("turn-next")
    assert ann.model.place.address == place
    settle(gm, ann)
    assert turns(gm.model.campaign, "stepdie").now == "Vesper"
    assert words.GM in ann.go("stepdie/").text("news")
    gm.do("turn-next")
    settle(gm, ann)
    assert turns(gm.model.campaign, "stepdie").now == turns(ann.model.campaign, "stepdie").now == "Kira"


def test_of_a_hidden_foes_turn_the_log_says_that_it_is_the_game_masters() -> None:
    gm, ann = acting_before_a_hidden_foe()
    ann.do("turn-next")
    settle(gm, ann)
    log = ann.go("stepdie/log/").text("screen")
    assert "The game master's turn" in log
    assert "Kira is done" in log
    assert "The turns begin again" not in log
    hears_nothing(ann)


def test_who_opens_next_weeks_table_goes_on_whoever_is_hidden_in_the_order() -> None:
    gm, ann = acting_before_a_hidden_foe()
    ann.do("turn-next")
    settle(gm, ann)
    gm.do("table-leave")
    settle(gm, ann)
    ann.do("table-open").go("stepdie/tracker/")
    assert "Next: Kira" in ann.html("screen")
    assert turns(ann.do("turn-next").model.campaign, "stepdie").now == "Kira"


def test_a_foe_whom_a_player_adds_is_hidden_from_nobody() -> None:
    gm, ann = company("Gm", "Ann")
    ann.go("stepdie/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Rat", "many": "1"})
    settle(gm, ann)
    assert not people(gm.model.campaign, STEPDIE)[0].hidden
    assert gm.log == ann.log


def test_a_seal_tells_nothing_by_its_digest() -> None:
    gm = plotting(Seat("Gm"))
    about = [json.loads(record) for record in gm.records if "Vesper" in record]
    nonces = [event.get("nonce") for event in about]
    assert all(nonces)
    assert len(set(nonces)) == len(nonces)


ACTIONS = (
    *("foe", "foe", "show", "show", "harm", "remove", "begin", "next", "roll", "note", "undo", "undo", "redo"),
    *("say", "say", "part", "meet"),
)


def scheme(gm: Seat, action: str, number: int) -> None:
    """Have a game master do something with foes."""
    gm.go("stepdie/tracker/")
    names, entries = foes(gm), gm.model.campaign.entries
    match action:
        case "foe":
            gm.do("edit", subject="foe").do("edit-save", form={"called": f"Foe{len(entries)}!", "many": "1"})
        case "show" | "remove" if names:
            gm.do(action, subject="player", called=names[number % len(names)])
        case "harm" if names:
            gm.do("count", counter="complications", by="1", who=names[number % len(names)])
        case "roll" if names:
            gm.do("who", called=names[number % len(names)]).go("stepdie/").do("roll").wait()
        case "begin" | "next":
            gm.do("turns-begin" if action == "begin" else "turn-next")
        case "note" if entries:
            gm.do("note-keep", event=entries[number % len(entries)].id, form={"text": f"a note {number}"})
        case "undo" | "redo" if entries:
            gm.do(action, event=entries[number % len(entries)].id)


def carried(seats: list[Seat], action: str, number: int) -> bool:
    """Have what was said reach the others, or a connection end or come back; whether the action is of that kind."""
    gm, *guests = seats
    guest = guests[number % 2]
    match action:
        case "say":
            for seat in seats:
                for peer in seat.can_hear()[:1]:
                    seat.hear(peer)
        case "part" if guest.over:
            part(guest)
        case "meet" if not guest.over:
            meet(gm, guest, by_itself=True)
    return action in ("say", "part", "meet")


def in_sight(gm: Seat) -> set[str]:
    return {one.name for one in people(gm.model.campaign, STEPDIE) if not one.hidden}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 9)), max_size=40))
def test_nothing_hidden_goes_out_before_it_is_shown_and_then_all_of_it(
    steps: list[tuple[str, int]],
) -> None:
    seats = gm, ann, bo = company("Gm", "Ann", "Bo")
    shown: set[str] = set()
    for action, number in [*steps, ("meet", 0), ("meet", 1)]:
        if not carried(seats, action, number):
            scheme(gm, action, number)
        shown |= in_sight(gm)
    settle(gm, ann, bo)
    names = {name for entry in gm.model.campaign.events for name in re.findall(r"Foe[0-9]+!", write_event(entry))}
    for seat in (ann, bo):
        assert not [name for name in names - shown if name in "".join((seat.log, *seat.heard))]
        assert len(seat.table.here) == 3
    for one in people(gm.model.campaign, STEPDIE):
        if one.hidden:
            gm.go("stepdie/tracker/").do("show", called=one.name)
    settle(gm, ann, bo)
    hidden = covers(gm.model.campaign)
    for seat in (ann, bo):
        pairs = list(zip(gm.model.campaign.events, seat.model.campaign.events, strict=True))
        assert [one for one, other in pairs if one != other and one.id not in hidden] == []
        assert all(one == other or fuller_event(one, other) == one for one, other in pairs)
        assert len(seat.table.here) == 3


def test_foes_of_a_kind_stay_in_their_order_though_they_come_at_once() -> None:
    reader = Reader("stepdie/tracker/")
    backwards = iter(range(99, 0, -1))
    reader.world = replace(reader.world, now=lambda: 7, name=lambda: f"{next(backwards):02}")
    reader.do("edit", subject="foe").do("edit-save", form={"called": "Guard x6"})
    events = reader.model.campaign.events
    assert len(events) == 6
    assert merge_logs(events, ()).state.events == events
