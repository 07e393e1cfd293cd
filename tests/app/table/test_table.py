"""Several devices at one table: one log, whatever happens in between."""

import itertools
import json
import tracemalloc
from dataclasses import replace

import pytest
from app import words as app_words
from app.common.answer import Command
from app.common.tracking import maker
from app.log import words as log_words
from app.messages import HANDLERS
from app.model import ONE_FILE
from app.place import places
from app.program import READ_ON, WHOLE, Program, shows_nothing, start, update
from app.roll.unfinished import BEGUN
from app.screens import view
from app.settings import words as settings_words
from app.table import words
from app.table.coming_back import EVENING, SOON
from app.table.peers import MOST_SAID
from app.table.state import STEP
from app.table.talk import Stage
from hypothesis import given, strategies as st

from pyrules.campaign.codec import read_log, read_records, write_event
from pyrules.campaign.devices import (
    MOST_DEVICES,
    VERSION,
    Added,
    Answered,
    Called,
    Doubted,
    Here,
    Seed,
    Spare,
    encode,
    marks,
    missing_there,
    taken_in,
)
from pyrules.campaign.events import Device, Event, Noted, Rolled, Sealed, Undone
from pyrules.campaign.ledger import Ledger
from pyrules.campaign.merge import join_events, merge_logs
from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.rolls import RollMetadata, reveal_roll
from pyrules.campaign.sealing import seal_roll
from pyrules.campaign.state import EMPTY, fold
from tests.app.settings.settings_helpers import SHOWN
from tests.app.table.evening import check_stored
from tests.app.table.seats import (
    Seat,
    company,
    connect,
    connection_between,
    forget,
    link,
    modules_loaded,
    part,
    reload,
    settle,
    wake,
)
from tests.campaign.fairness_helpers import throw
from tests.campaign.merge_helpers import campaigns
from tests.campaign.seats_helpers import description_of
from tests.campaign.some_logs import adjust, roll

ANN = Device("Ann", "teal")


def hello(**changed: object) -> str:
    said = {"kind": "hello", "version": VERSION, "table": "", "hub": False, "marks": [], "people": [], "clock": 0}
    said["device"] = {"name": "Ann", "colour": "teal"}
    return json.dumps(said | changed)


def test_devices_at_a_table_see_each_other_and_their_rolls() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    for seat in (gm, ann, bo):
        assert seat.go("table/").sees("3 devices")
        assert [one.name for one in seat.table.here] == ["Gm", "Ann", "Bo"]
        seat.go("stepdie/")
    ann.note("4d6 + d8 (2)").do("roll")
    settle(gm, ann, bo)
    assert gm.log == ann.log == bo.log
    assert gm.records == [write_event(event) for event in ann.model.campaign.events]
    for seat in (gm, bo):
        [throw] = seat.asked("dice")
        assert throw["event"] == ann.model.campaign.entries[0].id
        assert "Rolled by Ann" in seat.text("card")
        assert seat.model.trays["stepdie"].roll == ann.model.trays["stepdie"].roll
        assert seat.text("card").startswith(ann.text("card").split(" ", 1)[0])


def test_a_secret_roll_is_sealed_on_the_others_until_it_is_revealed() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.note("4d6 + d8 (2)").do("secret").do("roll")
    settle(gm, ann, bo)
    [event] = gm.model.campaign.events
    for seat in (ann, bo):
        assert words.rolled_by("Gm", f"{words.SECRET_ROLL}.") in seat.text("news")
        assert "4d6" not in seat.log + seat.go("stepdie/log/").text("screen")
        assert words.SECRET_ROLL in seat.text("screen")
        assert not seat.asked("dice")
        seat.go("stepdie/")
    late = Seat("Cid").do("table-join")
    connect(gm, late)
    settle(gm, ann, bo, late)
    assert late.log == ann.log == bo.log != gm.log
    gm.do("reveal", event=event.id)
    settle(gm, ann, bo, late)
    assert gm.log == ann.log == bo.log == late.log
    for seat in (ann, bo):
        assert words.revealed_by("Gm") in seat.text("news")
        assert [throw["event"] for throw in seat.asked("dice")] == [event.id]
    late.do("table-leave", copy="yes")
    assert late.asked("download")[0]["text"] == gm.log


def test_a_purchase_an_undo_and_a_counter_are_everybodys() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    ann.do("count", counter="player_ip", by="5")
    bo.do("roll")
    settle(gm, ann, bo)
    bo.do("option", option="reroll")
    settle(gm, ann, bo)
    assert gm.log == ann.log == bo.log
    assert ann.model.trays["stepdie"].roll == bo.model.trays["stepdie"].roll
    for left in (1, 0):  # the purchase, then the roll
        gm.do("undo", event=bo.model.campaign.entries[1].id)
        settle(gm, ann, bo)
        assert gm.log == ann.log == bo.log
        assert bo.model.campaign.entries[1].is_struck == (left == 0)
    assert not any("stepdie" in seat.model.trays for seat in (gm, ann, bo))


def test_who_looks_elsewhere_is_told_of_a_roll_and_finds_it_there() -> None:
    gm, ann = company("Gm", "Ann")
    gm.go("moonwalk/")
    ann.do("roll")
    settle(gm, ann)
    verdict = ann.model.trays["stepdie"].verdict
    assert gm.text("others").startswith("Ann · Step Die ")
    assert verdict.headline in gm.text("others")
    assert gm.announced[-1].startswith(f"Ann. {verdict.headline}.")
    assert (gm.model.news, gm.asked("dice")) == (None, [])
    assert maker(gm.go("stepdie/").model, gm.model.trays["stepdie"]) == gm.table.here[1] == ann.table.me


def test_the_screen_for_everybody_sits_at_the_table_like_any_other_device() -> None:
    gm, ann = company("Gm", "Ann")
    ann.go("stepdie/show/")
    gm.do("roll")
    settle(gm, ann)
    assert len(ann.asked("dice")) == 1
    assert ann.model.news is None
    assert ann.model.trays["stepdie"].roll == gm.model.trays["stepdie"].roll


@pytest.mark.parametrize("site", ["", "https://example.org/"])
def test_in_one_file_a_code_is_a_link_only_where_the_file_knows_the_site(site: str) -> None:
    gm = Seat("Gm")
    gm.model = replace(gm.model, root=ONE_FILE, device=replace(gm.model.device, site=site))
    gm.go("table/").do("table-open")
    [drawing] = gm.do("table-offered", description_of("192.0.2.2"), peer=1).asked("draw")
    code = gm.table.code
    assert (drawing["link"], drawing["text"]) == (bool(site), f"table/#{code}" if site else code)
    assert gm.sees(words.SHARE_LINK) == (words.HUB_STEPS[0] in gm.text("screen")) == bool(site)


def test_dice_that_are_being_typed_in_stay_where_they_are() -> None:
    gm, ann = company("Gm", "Ann")
    gm.do("by-hand").do("roll")
    gm.do("face", face="3")
    typed = gm.model.hands["stepdie"]
    ann.do("roll")
    settle(gm, ann)
    assert gm.model.hands["stepdie"].faces == typed.faces
    assert gm.text("others").startswith("Ann ")


def test_a_guests_own_log_is_never_touched() -> None:
    ann = Seat("Ann", events=[adjust("own", "player_ip", 3, at=5)])
    stored, own = list(ann.records), ann.model.campaign
    gm = Seat("Gm")
    gm.do("count", counter="gm_ip", by="2").do("table-open")
    kept = dict(ann.kept)
    ann.do("table-join")
    connect(gm, ann)
    settle(gm, ann)
    assert [entry.id for entry in ann.model.campaign.entries] == [entry.id for entry in gm.model.campaign.entries]
    ann.go("stepdie/").do("roll").do("count", counter="player_ip", by="1").do("who", called="Bo")
    ann.do("heard", json.dumps({"records": [write_event(adjust("tab", "player_ip", 1, at=9))], "own": 0, "kept": {}}))
    settle(gm, ann)
    assert gm.log == ann.log
    assert "own" not in gm.log
    assert "tab" not in gm.log
    assert ann.records == stored
    assert {key: ann.kept.get(key) for key in kept} == kept
    ann.do("table-leave")
    assert ann.model.campaign.events[: len(own.events)] == own.events
    assert [event.id for event in ann.model.campaign.events] == ["own", "tab"]
    assert ann.model.table is None
    settle(gm, ann)
    assert words.left("Ann") in gm.text("news")
    assert gm.go("table/").sees("1 device")


def test_leaving_with_a_copy_gives_the_tables_log_as_a_file() -> None:
    gm, ann = company("Gm", "Ann")
    gm.do("roll")
    settle(gm, ann)
    ann.do("table-leave", copy="yes")
    [saved] = ann.asked("download")
    assert saved["text"] == gm.log
    assert ann.model.campaign == EMPTY
    assert "exported" not in ann.kept


@pytest.mark.parametrize("on", ["log-import", "log-merge", "log-replace", "erase-ask", "erase"])
def test_what_would_replace_the_log_is_refused_at_a_table(on: str) -> None:
    gm, _ = company("Gm", "Ann")
    before = gm.model.campaign
    gm.do(on, "{}", name="x.json", size="2", most="9")
    assert words.NOT_AT_A_TABLE in gm.text("news")
    assert gm.model.campaign is before
    assert gm.model.logbook.incoming is None


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("nonsense", "not JSON"),
        ("[" * 100_000, "nested"),
        ('{"kind": "order", "devices": []}', "of a kind that this version does not know"),
        (encode(Added(("{",), ANN)), "not JSON"),
        (
            encode(Added((write_event(roll("r"))[:-1] + ', "forged": 1}',), ANN)),
            "has something that this version does not know",
        ),
        (encode(Added((write_event(Noted("n", 1, "nothing", "!")),))), "no event 'nothing'"),
        (encode(Added(tuple(write_event(roll("r", at=at)) for at in (1, 2)))), "two different events"),
        (encode(Here((ANN,))), "out of turn"),
        (encode(Doubted(ANN, "")), "nothing to be said against a roll"),
        (encode(Doubted(ANN, "alone")), "out of turn"),
    ],
)
def test_a_device_that_sends_nonsense_is_cut_off_and_told_of(said: str, why: str) -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    before = gm.model.campaign
    peer = next(one.number for one in gm.table.peers if one.device and one.device.name == "Ann")
    gm.do("table-heard", said, peer=peer)
    assert gm.model.campaign is before
    assert "Ann was cut off" in gm.text("news")
    assert why in gm.text("news")
    settle(gm, ann, bo)
    assert [one.name for one in bo.table.here] == ["Gm", "Bo"]
    assert not ann.table.others
    bo.do("roll")
    settle(gm, bo)
    assert gm.log == bo.log


def test_faces_changed_later_are_refused_and_a_wrong_verdict_is_reported() -> None:
    gm, ann = company("Gm", "Ann")
    ann.do("roll")
    settle(gm, ann)
    [event] = ann.model.campaign.events
    lie = json.loads(write_event(event)) | {"seeds": []}
    peer = gm.table.others[0].number
    assert isinstance(event, Rolled)
    triumph = lie | {"id": "lie", "headline": "A triumph", "good": not event.good}
    gm.do("table-heard", encode(Added((json.dumps(triumph),), ANN)), peer=peer)
    assert words.not_as_told("Ann") in gm.text("news")
    assert "A triumph" not in gm.text("card")
    gm.do("table-heard", encode(Added((json.dumps(lie | {"summary": "9 hits"}),), ANN)), peer=peer)
    assert "two different events" in gm.text("news")
    assert gm.model.campaign.events[0] == event


def test_dice_of_a_roll_are_those_of_both_devices() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    for seat, other in ((ann, gm), (gm, ann)):
        seat.do("roll").do("roll")
        assert not seat.model.campaign.events[2:]
        settle(gm, ann, bo)
        event = seat.model.campaign.events[-1]
        assert isinstance(event, Rolled)
        [loan] = other.table.loans
        assert (event.id, event.seeds[1], loan.finished) == (loan.event, loan.seed, True)
        assert loan.seed not in other.heard[0]
        for one in (gm, ann, bo):
            assert log_words.PROVEN in one.text("card")
            assert log_words.UNPROVEN not in one.go("stepdie/log/").text("screen")
            one.go("stepdie/")
    assert not bo.table.loans
    bo.do("option", option="reroll")
    settle(gm, ann, bo)
    assert log_words.PROVEN in gm.text("card")
    assert gm.log == ann.log == bo.log


def test_what_cannot_be_proven_is_marked() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    ann.note("2d6 + d8 (1)").do("by-hand").do("roll")
    for face in ("3", "4", "5"):
        ann.do("face", face=face)
    settle(gm, ann)
    assert log_words.UNPROVEN in gm.text("card")
    ann.do("by-hand").do("change").do("roll").wait()
    assert words.ROLLED_ALONE in ann.text("news")
    settle(gm, ann, bo)
    for seat in (gm, bo):
        assert words.objection("alone", "Ann") in seat.text("news")
    assert gm.log == ann.log
    assert gm.go("stepdie/log/").text("screen").count(log_words.UNPROVEN) == 2
    gm.go("stepdie/").do("roll").wait()
    settle(gm, ann, bo)
    assert words.objection("alone", "Gm") in ann.text("news")
    assert [one.name for one in bo.table.here] == ["Gm", "Ann", "Bo"]
    gm.go("table/").do("table-terms", form={"all_may": "on"})
    settle(gm, ann)
    assert words.IS_NOT_FAIR in ann.go("table/").text("screen")
    ann.go("stepdie/").do("roll")
    assert not ann.table.throwing
    settle(gm, ann)
    assert log_words.UNPROVEN not in gm.go("stepdie/log/").text("screen") + gm.go("stepdie/").text("card")


def test_who_has_gone_elsewhere_meanwhile_stays_there() -> None:
    gm, ann = company("Gm", "Ann")
    ann.do("roll").go("moonwalk/")
    settle(gm, ann)
    assert ann.model.place.address == "moonwalk/"
    assert not ann.model.result
    assert log_words.PROVEN in gm.text("card")
    assert gm.log == ann.log


def test_a_roll_that_was_begun_and_not_finished_is_told_of() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    ann.do("roll")
    gm.hear(gm.table.others[0].number)
    ann.model = replace(ann.model, table=replace(ann.table, throwing=None))  # she did not like the dice
    ann.do("roll")
    settle(gm, ann, bo)
    for seat in (gm, bo):
        assert words.objection("unfinished", "Ann") in seat.text("news")
    ann.do("roll")
    gm.hear(gm.table.others[0].number)
    part(ann)
    assert words.away("Ann") in gm.text("news")
    assert words.objection("unfinished", "Ann") in gm.text("news")


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("alone", [False, True])
def test_a_roll_under_way_when_its_device_leaves_is_made_alone_and_said(leaver: int, *, alone: bool) -> None:
    seats = company("Gm", "Ann")
    leaves, stays = seats[leaver], seats[1 - leaver]
    leaves.do("roll")
    stays.hear(stays.table.others[0].number)
    if alone:
        part(seats[1])
    leaves.go("table/").do("table-leave", copy="yes")
    assert words.LEFT_ROLLING in leaves.text("news")
    assert words.LEFT in leaves.text("news")
    [event] = json.loads(leaves.asked("download")[0]["text"])["events"]
    assert "seeds" not in event
    assert leaves.kept[BEGUN] == []
    if alone:
        assert words.objection("unfinished", leaves.name) in stays.text("news")
    else:
        settle(*seats)
        assert [one.id for one in stays.model.campaign.events] == [event["id"]]
        assert log_words.UNPROVEN in stays.go("stepdie/log/").text("screen")
    if leaver:
        assert not leaves.model.campaign.events
        assert [one.id for one in leaves.model.unsent] == ([event["id"]] if alone else [])


def test_a_roll_under_way_when_another_table_is_opened_is_made_there() -> None:
    _, ann = company("Gm", "Ann")
    ann.do("roll")
    part(ann)
    ann.do("table-open").wait()
    assert words.ROLLED_ALONE in ann.text("news")
    assert len(ann.model.campaign.events) == 1


@pytest.mark.parametrize("leaver", [0, 1])
def test_a_roll_under_way_when_the_page_was_closed_is_said_on_both_sides(leaver: int) -> None:
    seats = company("Gm", "Ann")
    closes, stays = seats[leaver], seats[1 - leaver]
    closes.do("roll")
    stays.hear(stays.table.others[0].number)
    part(seats[1])
    assert words.objection("unfinished", closes.name) in stays.text("news")
    notation = closes.model.sheet.notation
    closes.visit("stepdie/")
    assert words.closed_while_rolling("Step Die", notation) in closes.text("news")
    kept = json.dumps({BEGUN: closes.kept[BEGUN]})
    commands = json.loads(start(f"{kept}\n", "stepdie/", "/"))["commands"]
    assert {"do": "keep", "key": BEGUN, "value": []} in commands
    assert {"do": "keep", "key": BEGUN, "value": []} not in json.loads(start("{}\n", "stepdie/", "/"))["commands"]


LIES: list[dict[str, object]] = [
    {"dice": [["d6:6", "d6:6", "d8:8"]], "headline": "Success", "summary": "2 hits"},
    {"seeds": ["00", "00"]},
    {"notation": "3d6 + d8 (1)"},
    {"id": "never begun"},
]


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize(("liar", "before"), [(0, False), (1, False), (1, True)])
def test_who_chooses_faces_is_cut_off_and_told_of(lie: dict[str, object], liar: int, before: bool) -> None:
    seats = company("Gm", "Ann", "Bo")
    cheat, other = seats[liar], seats[1 - liar]
    cheat.note("2d6 + d8 (1)")
    settle(*seats)
    cheat.do("roll")
    peer = other.table.others[0].number
    other.hear(peer)
    to = next(number for number, (seat, _) in cheat.over.items() if seat is other)
    cheat.hear(to)
    said = json.loads(cheat.said[to].pop())
    record = json.loads(said["records"][0]) | lie
    said |= {"by": None} if before else {}
    campaign = other.model.campaign
    other.do("table-heard", json.dumps(said | {"records": [json.dumps(record)]}), peer=peer)
    assert "are not those that two devices have thrown" in other.text("news")
    assert f"{cheat.name} was cut off" in other.text("news")
    assert other.model.campaign is campaign
    settle(*seats)
    assert (words.objection("chosen", "Ann") in seats[2].text("news")) is bool(
        liar
    )  # of the hub's lies nobody else hears
    assert [one.name for one in seats[2].table.here] == ["Gm", "Bo"]


@pytest.mark.parametrize("lender", [None, Device("Zoe"), Device("Gm", "teal")])
def test_a_hub_that_names_no_guest_who_is_here_as_its_lender_is_found_out(lender: Device | None) -> None:
    gm, *guests = company("Gm", "Ann", "Bo")
    said = encode(Added((write_event(throw()),), gm.table.me, lender))
    for guest in guests:
        guest.do("table-heard", said, peer=guest.table.others[0].number)
        assert "are not those that two devices have thrown" in guest.text("news")
        assert not guest.model.campaign.events


def test_a_roll_that_waits_for_a_seed_is_made_before_its_device_leaves() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    own = ann.model.aside.campaign if ann.model.aside else None
    ann.do("roll").do("table-leave")
    settle(gm, ann, bo)
    assert ann.model.campaign is own
    assert len(gm.model.campaign.entries) == 1
    assert gm.log == bo.log
    assert gm.text("card").count(log_words.UNPROVEN) == 1
    gm.do("roll").do("table-leave")
    assert len(gm.model.campaign.entries) == 2
    assert len(gm.records) == 2


def test_what_is_brought_along_is_fair_only_if_its_seeds_give_its_faces() -> None:
    _, ann = company("Gm", "Ann")
    event = throw()
    said = encode(Added((write_event(event), write_event(replace(event, id="forged")))))
    ann.do("table-heard", said, peer=ann.table.others[0].number)
    assert ann.go("moonwalk/log/").text("screen").count(log_words.UNPROVEN) == 1


@pytest.mark.parametrize("secret", [False, True])
def test_seeds_of_ones_own_making_are_marked_and_told_of_on_all_devices(*, secret: bool) -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    event = throw(secret=secret, nonce="n" * secret)
    brought: list[tuple[tuple[Event, ...], Device | None]] = [((event,), None)]
    if secret:  # sealed when it is brought along, and revealed at the table
        brought = [((seal_roll(event),), None), ((event, reveal_roll(RollMetadata("r", 9), event)), ANN)]
    for events, by in brought:
        said = Added(tuple(write_event(replace(event, by=by) if event.id == "r" else event) for event in events), by)
        gm.do("table-heard", encode(said), peer=gm.table.others[0].number)
    settle(gm, ann, bo)
    for seat in (gm, bo):
        assert words.objection("unlent", "Ann") in seat.text("news")
    late = Seat("Dee")
    late.do("table-join")
    connect(gm, late)
    seats = (gm, ann, bo, late)
    settle(*seats)
    for seat in (gm, bo, late):
        assert log_words.UNPROVEN in seat.go("moonwalk/log/").text("screen")
    gm.do("table-leave")
    settle(*seats)
    bo.do("table-open")
    ann.do("table-anew")
    connect(bo, ann)
    settle(*seats)
    for seat in (bo, ann):
        assert log_words.UNPROVEN in seat.go("moonwalk/log/").text("screen")


def test_a_guest_still_marks_what_the_hub_has_forgotten_by_a_reload() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.do("table-heard", encode(Added((write_event(throw()),))), peer=gm.table.others[0].number)
    settle(gm, ann, bo)
    for guest in (ann, bo):
        part(guest)
    gm.visit("stepdie/").do("table-open")
    bo.do("table-anew")
    connect(gm, bo)
    settle(gm, bo)
    assert log_words.UNPROVEN in bo.go("moonwalk/log/").text("screen")


def test_who_has_lent_as_a_guest_knows_it_as_the_hub() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.do("roll")
    ann.hear(*ann.over)
    gm.hear(gm.table.others[0].number)
    bo.hear(*bo.over)  # the roll, which Ann does not hear of
    part(ann)
    part(bo)
    ann.do("table-open")
    bo.do("table-anew")
    connect(ann, bo)
    settle(ann, bo)
    assert ann.log == bo.log == gm.log
    assert words.objection("unlent", "Bo") not in ann.text("news")
    assert log_words.UNPROVEN not in ann.go("stepdie/log/").text("screen")


def test_no_seed_is_lent_twice_for_one_roll() -> None:
    gm, ann = company("Gm", "Ann")
    ann.do("roll")
    begun, peer = ann.said[1][-1], gm.table.others[0].number
    settle(gm, ann)
    gm.do("table-heard", begun, peer=peer)
    assert not gm.asked("tell")
    gm.do("table-heard", json.dumps(json.loads(begun) | {"commit": "0" * 64}), peer=peer)
    assert "asked for twice" in gm.text("news")


def test_a_secret_roll_is_as_fair_as_any_and_one_without_a_loan_is_not() -> None:
    gm, ann = company("Gm", "Ann")
    gm.do("secret").do("roll")
    settle(gm, ann)
    gm.do("reveal", event=gm.model.campaign.entries[0].id)
    settle(gm, ann)
    assert log_words.PROVEN in ann.text("card")
    gm.do("roll").wait()  # alone; with seeds of its own making, below
    event = gm.model.campaign.events[-1]
    assert isinstance(event, Rolled)
    forged = replace(event, id="forged", seeds=("00", "00"))
    peer = ann.table.others[0].number
    me = gm.table.me
    ann.do("table-heard", encode(Added((write_event(seal_roll(forged)),), me)), peer=peer)
    told = tuple(map(write_event, (forged, reveal_roll(RollMetadata("r", forged.at + 1), forged))))
    ann.do("table-heard", encode(Added(told, me)), peer=peer)
    assert "was cut off" in ann.text("news")


def test_what_belongs_near_the_end_is_stored_there_and_the_rest_left_alone() -> None:
    gm, ann = company("Gm", "Ann")
    for _ in range(20):
        gm.do("count", counter="gm_ip", by="1")
    settle(gm, ann)
    at = gm.model.campaign.events[-2].at + 1
    peer = gm.table.others[0].number
    gm.do("table-heard", encode(Added((write_event(adjust("late", "gm_ip", 1, at=at, by=ANN)),), ANN)), peer=peer)
    [storing] = gm.asked("rewrite")
    assert (storing["from"], len(json.loads(storing["events"]))) == (len(gm.model.campaign.events) - 2, 2)
    assert gm.model.campaign.events[-2].id == "late"
    assert read_records(gm.records) == (gm.model.campaign, ())


def test_what_a_guest_did_alone_survives_a_reload_of_its_page() -> None:
    gm, ann = company("Gm", "Ann")
    own = list(ann.records)
    ann.do("roll")
    settle(gm, ann)
    ann.do("secret").do("roll").do("secret")
    settle(gm, ann)
    assert not ann.model.secret
    part(ann)
    ann.do("option", option="reroll").do("roll").do("count", counter="player_ip", by="1")
    whole = ann.log
    reload(ann)
    assert ann.records == own
    assert ann.log == whole
    ann.do("table-leave").go("table/")
    assert words.UNSENT in ann.text("screen")
    ann.do("table-join")
    gm.do("table-anew")
    connect(gm, ann)
    settle(gm, ann)
    assert ann.log == whole != gm.log
    secret, _ = [event for event in gm.model.campaign.events if isinstance(event, Sealed)]
    ann.do("reveal", event=secret.id)
    settle(gm, ann)
    assert gm.log == ann.log
    ann.do("table-leave").go("table/")
    assert words.UNSENT not in ann.text("screen")


def test_what_waits_for_a_lost_event_keeps_nothing_else_from_the_table() -> None:
    gm, ann = company("Gm", "Ann")
    ann.do("count", counter="player_ip", by="1")
    part(ann)
    gone = Undone("gone", ann.model.campaign.events[-1].at + 1, "what was only on a device that was closed")
    ann.kept["unsent"].append(write_event(gone))
    reload(ann)
    gm.do("table-anew")
    connect(gm, ann)
    settle(gm, ann)
    assert len(gm.model.campaign.events) == 1
    assert gm.log == ann.log
    assert ann.model.unsent[-1] == gone


def test_house_rules_are_those_of_the_table_until_one_leaves() -> None:
    gm, ann = company("Gm", "Ann")
    own = ann.model.house
    gm.go("settings/").do("house", form={"system": "stepdie", "player_ip_start": "4"})
    settle(gm, ann)
    assert words.TABLE_RULES in ann.text("news")
    assert ann.model.house == gm.model.house != own
    screen = ann.go("settings/").text("screen")
    assert words.TABLE_RULES in screen
    assert settings_words.ASIDE in screen
    assert settings_words.DELETE_EVERYTHING not in screen
    ann.do("house", form={"system": "stepdie", "player_ip_start": "3"})
    assert ann.model.house == gm.model.house
    assert "house stepdie" not in ann.kept
    late = Seat("Bo").do("table-join")
    connect(gm, late)
    settle(gm, ann, late)
    assert words.sits_with("Gm", own=False) in late.text("news")
    assert words.TABLE_RULES in late.text("news")
    late.go("stepdie/").do("roll")
    settle(gm, ann, late)
    last = late.model.campaign.events[-1]
    assert isinstance(last, Rolled)
    assert ("player_ip_start", 4) in last.settings
    for seat in (ann, late):
        seat.do("table-leave")
        assert seat.model.house == own
        screen = seat.go("settings/").text("screen")
        assert settings_words.DELETE_EVERYTHING in screen
        assert settings_words.ASIDE not in screen


def test_who_sends_without_end_is_cut_off_and_does_not_come_back_by_itself() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    [(peer, (_, number))] = ann.over.items()
    del ann.over[peer], gm.over[number]
    gm.do("table-closed", "it sent without end", peer=number)
    assert words.cut_off("Ann", "it sent without end") in gm.text("news")
    assert not gm.table.away
    settle(gm, bo)
    assert [one.name for one in bo.table.here] == ["Gm", "Bo"]


FLOODS = (
    hello(),
    encode(Seed("nothing", "00")),
    '{"kind": "begun", "event": "%d", "commit": "' + "0" * 64 + '"}',
    encode(Answered("nothing", "rolled", "nowhere")),
    "{}",
)


@pytest.mark.parametrize("said", FLOODS)
def test_a_flood_of_small_messages_leaves_nothing_and_cuts_off_no_other(said: str) -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    [(_, (_, peer))] = ann.over.items()
    [(_, (_, other))] = bo.over.items()
    before, most = gm.model.campaign, MOST_SAID
    tracemalloc.start()
    for number in range(most):  # the channel lets no more through, as the test in the browser shows
        gm.do("table-heard", said.replace("%d", str(number)), peer=peer)
    _, size = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 5_000_000
    assert len(gm.said[other]) <= most + 1 < most * MOST_DEVICES
    assert gm.model.campaign is before
    gm.lose(peer, "it sent without end") if gm.table.peer(peer) else None
    settle(gm, bo)
    assert [one.name for one in bo.table.here] == ["Gm", "Bo"]
    bo.do("roll")
    settle(gm, bo)
    assert gm.log == bo.log


@pytest.mark.untraced
def test_eight_devices_that_roll_ten_times_in_ten_seconds_are_no_flood() -> None:
    seats = company(*"ABCDEFGH")
    heard = [len(seat.heard) for seat in seats]
    for _ in range(10):
        for seat in seats:
            seat.do("roll")
        settle(*seats)
    hub, *guests = (len(seat.heard) - before for seat, before in zip(seats, heard, strict=True))
    assert hub < MOST_SAID  # though seven have said it
    assert max(guests) < MOST_SAID
    assert len(seats[0].model.campaign.events) == 80
    assert len({seat.log for seat in seats}) == 1


def test_a_person_is_one_devices_where_not_everything_is_everybodys() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Kira"})
    settle(gm, ann, bo)
    for seat in (ann, bo):  # all may change everything
        seat.do("who", called="Kira")
        settle(gm, ann, bo)
        assert seat.model.acting["stepdie"] == "Kira"
        assert words.taken("Ann", "Kira") not in seat.text("news")
    gm.do("table-terms", form={"fair": "on"})
    settle(gm, ann, bo)
    assert words.taken("Ann", "Kira") in bo.text("news")
    assert [seat.model.acting["stepdie"] for seat in (ann, bo)] == ["Kira", ""]
    bo.do("who", called="Kira")
    settle(gm, ann, bo)
    assert words.taken("Ann", "Kira") in bo.text("news")
    assert bo.model.acting["stepdie"] == ""
    before = bo.model.campaign
    bo.do("count", counter="player_ip", by="1", who="Kira")
    assert bo.model.campaign is before
    bo.model = replace(bo.model, acting={**bo.model.acting, "stepdie": "Kira"})  # another program would not heed it
    bo.do("count", counter="player_ip", by="1", who="Kira")
    settle(gm, ann, bo)
    assert words.put_right("Bo") in gm.text("news")
    assert gm.log == ann.log == bo.log
    bo.model = replace(bo.model, acting={**bo.model.acting, "stepdie": ""})
    part(ann)  # whose phone sleeps
    bo.do("who", called="Kira")
    settle(gm, bo)
    assert words.taken("Ann", "Kira") in bo.text("news")
    gm.do("table-anew")  # whose phone died
    bo.do("who", called="Kira").do("count", counter="player_ip", by="1", who="Kira")
    settle(gm, bo)
    assert not gm.model.campaign.entries[-1].is_struck
    connect(gm, ann)
    settle(gm, ann, bo)
    assert words.taken("Bo", "Kira") in ann.text("news")
    assert ann.model.acting["stepdie"] == ""
    assert gm.log == ann.log == bo.log


def test_a_guest_rolls_and_changes_counters_of_its_own_where_allowed() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    for name in ("Kira", "Lou"):
        gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": name})
    settle(gm, ann, bo)
    gm.do("table-terms", form={"fair": "on"})
    ann.do("who", called="Kira")
    settle(gm, ann, bo)
    assert words.NOT_ALL_MAY in ann.go("table/").text("screen")
    ann.go("stepdie/").do("roll")
    settle(gm, ann, bo)
    before = ann.model.campaign
    for counter, who in (("gm_ip", ""), ("player_ip", "Lou")):
        ann.do("count", counter=counter, by="1", who=who)
        assert words.NOT_YOURS in ann.text("news")
        assert ann.model.campaign is before
    ann.do("count", counter="player_ip", by="1", who="Kira")
    assert len(ann.model.campaign.events) == len(before.events) + 1
    settle(gm, ann, bo)
    assert gm.log == ann.log == bo.log


def test_what_a_guest_may_not_add_is_undone_by_the_hub() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.do("table-terms", form={"fair": "on"})
    settle(gm, ann, bo)
    ann.model = replace(ann.model, table=replace(ann.table, all_may=True))  # another program would not ask
    ann.do("count", counter="gm_ip", by="1")
    settle(gm, ann, bo)
    assert words.put_right("Ann") in gm.text("news")
    assert gm.log == ann.log == bo.log
    assert [entry.is_struck for entry in bo.model.campaign.entries] == [True]
    assert read_records(gm.records) == (gm.model.campaign, ())


def test_what_devices_lend_each_other_draws_nothing_anew() -> None:
    gm, ann = company("Gm", "Ann")
    tapped, lent = ann.model, gm.model
    ann.do("roll")
    gm.hear(gm.table.others[0].number)
    assert shows_nothing(tapped, ann.model)
    assert shows_nothing(lent, gm.model)
    waiting = ann.model
    settle(gm, ann)
    assert not shows_nothing(waiting, ann.model)
    assert not shows_nothing(lent, gm.model)
    before = gm.model
    gm.do("table-terms", form={})
    assert not shows_nothing(before, gm.model)
    assert not shows_nothing(gm.model, replace(gm.model, table=None))


def test_dice_of_another_device_are_sent_ahead_of_the_rest_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    gm, ann = company("Gm", "Ann")
    ann.do("roll")
    [(peer, (_, number))] = gm.over.items()
    for seat in (gm, ann):
        seat.hear(*seat.can_hear())
    start("{}\n", "stepdie/", "/")
    monkeypatch.setattr(Program, "model", gm.model)
    message = {"on": "table-heard", "form": {}, "value": ann.said[number].popleft(), "data": {"peer": peer}}
    ahead = json.loads(update(json.dumps(message)))
    assert set(ahead["regions"]) == {"tray", "others", "own"}
    assert ahead["rolling"]["card"]
    assert {"dice", "later"} <= {command["do"] for command in ahead["commands"]}
    assert WHOLE in ahead["commands"]
    rest = json.loads(update(json.dumps({"on": WHOLE["on"]})))
    assert rest["regions"]["tray"] is None  # it stays as it was sent
    assert ahead["regions"]["tray"] == view(Program.model)["tray"]
    assert ann.model.trays["stepdie"].verdict.headline in rest["regions"]["card"]
    assert ann.model.trays["stepdie"].verdict.headline not in "".join(ahead["rolling"].values())
    assert (rest["rolling"], rest["commands"]) == (None, [])


def test_what_the_program_answers_itself_has_a_name_nothing_else_answers() -> None:
    assert not {READ_ON["on"], WHOLE["on"]} & HANDLERS.keys()


def test_what_was_said_before_changes_nothing() -> None:
    gm, ann = company("Gm", "Ann")
    ann.do("roll")
    settle(gm, ann)
    said = gm.heard[-1]
    assert '"added"' in said
    log, stored = gm.log, list(gm.records)
    gm.do("table-heard", said, peer=gm.table.others[0].number)
    assert (gm.log, gm.records) == (log, stored)
    assert gm.asked("tell") == []


def test_nobody_speaks_in_anothers_name() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    record = write_event(roll("forged", at=1_790_000_100_000, by=ANN))
    ann.said[1].append(encode(Added((record,), Device("Gm", "red"))))
    settle(gm, ann, bo)
    for seat in (gm, bo):
        assert "Ann: " in seat.text("news")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"version": VERSION + 1, "of a later day": 1}, "update this device"),
        ({"version": VERSION - 1}, "update the other device"),
        ({"hub": True}, "Both devices have opened a table"),
        ({"table": "another"}, "at another table"),
    ],
)
def test_devices_that_cannot_sit_together_are_told_why(said: dict[str, object], why: str) -> None:
    gm = Seat("Gm").do("table-open")
    ann = Seat("Ann").do("table-join")
    peer, _ = connect(gm, ann)
    gm.do("table-heard", hello(**said), peer=peer)
    assert why in gm.text("news")
    assert not gm.table.others


def test_a_name_that_is_too_long_for_the_table_is_told_and_not_taken() -> None:
    ann = Seat("Ann").do("table-sign", form={"name": "x" * 31, "colour": "teal"})
    assert (ann.model.own_name, ann.model.own_colour) == ("Ann", "teal")
    assert ann.told == ["Name: 31 characters; use at most 30"]


def test_a_name_may_change_at_the_table() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    ann.do("table-sign", form={"name": " Anna \x07", "colour": "pink"})
    gm.do("table-sign", form={"name": "", "colour": "none"})
    settle(gm, ann, bo)
    for seat in (gm, ann, bo):
        assert [one.name for one in seat.table.here] == ["Game master", "Anna", "Bo"]
        assert seat.table.here[1].colour == "pink"
        assert seat.table.me in seat.table.here


def test_devices_whose_readers_chose_no_colour_have_one_each() -> None:
    gm, *guests = seats = [Seat("Seat") for _ in range(MOST_DEVICES)]  # they would all take the same one
    for seat in seats:
        seat.kept.clear()
        seat.visit("stepdie/")
    gm.do("table-open")
    for guest in guests:
        guest.do("table-join")
        connect(gm, guest)
        settle(*seats)
    assert len({one.colour for one in gm.table.here}) == MOST_DEVICES
    assert [seat.table.me for seat in seats] == list(gm.table.here)
    assert all(seat.table.here == gm.table.here for seat in seats)
    part(guests[0])
    wake(gm, guests[0])
    settle(*seats)
    assert len({one.colour for one in gm.table.here}) == MOST_DEVICES


def test_two_that_join_or_two_that_open_a_table_are_told_so() -> None:
    gm, other, ann, bo = (Seat(name) for name in ("Gm", "Cy", "Ann", "Bo"))
    for opens, joins in ((gm, ann), (other, bo)):
        opens.do("table-open")
        joins.do("table-join").type(opens.table.code)
    bo.do("table-anew")
    assert bo.type(ann.table.code).sees("that device has opened no table")
    assert other.type(gm.table.code).sees("that device has opened a table, too")


def test_a_code_that_cannot_be_used_is_told_of_and_stays_to_be_mended() -> None:
    gm = Seat("Gm").do("table-open")
    gm.type("nonsense!")
    assert words.code_refused("a letter of it is wrong or missing; copy it again, whole") in gm.text("news")
    assert 'value="nonsense!"' in gm.html("screen")
    assert gm.type(gm.table.code).sees("own code")


def test_a_link_brings_the_code_and_no_connection_is_made_before_a_tap() -> None:
    gm = Seat("Gm").do("table-open")
    gm.do("table-share")
    [shared] = gm.asked("share")
    ann = Seat("Ann", shared["to"])
    assert ann.asked("offer") == []
    ann.do("table-join")
    assert ann.table.code
    gm.type(ann.table.code)
    ours, theirs = connection_between(gm, ann)
    link(gm, ours, ann, theirs)
    settle(gm, ann)
    assert [one.name for one in ann.table.here] == ["Gm", "Ann"]
    assert [peer.stage for peer in ann.table.peers] == [Stage.HERE, Stage.SPARE]


def test_a_link_offers_to_join_first_and_the_code_is_seen_from_its_top() -> None:
    gm = Seat("Gm").do("table-open").do("table-share")
    ann = Seat("Ann", gm.asked("share")[0]["to"])
    asked, screen = ann.text("screen"), ann.html("screen")
    assert asked.startswith("Join a table")
    assert asked.index("Join a table") < asked.index("Open a table")
    assert '<button type="button" data-on="table-join" class="main">' in screen
    assert ann.do("table-join").asked("top")


def test_a_link_that_brings_no_code_is_told_of_and_may_be_mended() -> None:
    ann = Seat("Ann", "table/#nonsense").do("table-join")
    assert not ann.table.is_trying
    assert "a letter of it is wrong" in ann.text("news")
    assert 'value="nonsense"' in ann.html("screen")


def test_codes_may_be_read_in_either_order() -> None:
    gm = Seat("Gm").do("table-open")
    for name in ("Ann", "Bo"):
        guest = Seat(name).do("table-join")
        code, hubs = guest.table.code, gm.table.code
        gm.type(code)
        assert gm.table.is_trying
        guest.type(hubs)
        assert gm.type(guest.table.code).table.is_trying  # seen by the camera once more, it is the same guest
        ours, theirs = connection_between(gm, guest)
        link(gm, ours, guest, theirs)
        settle(gm, guest)
    assert [one.name for one in gm.table.here] == ["Gm", "Ann", "Bo"]


def test_all_who_read_one_code_get_in_in_any_order() -> None:
    gm, *guests = (Seat(name) for name in ("Gm", "Ann", "Bo", "Cy", "Di"))
    code = gm.do("table-open").table.code
    gm.do("table-scan")
    for guest in guests:
        guest.do("table-join").type(code)
    for guest in reversed(guests):
        gm.do("table-scanned", guest.table.code, peer=0)
        assert gm.table.scanning
    for guest in guests:
        ours, theirs = connection_between(gm, guest)
        link(gm, ours, guest, theirs)
    settle(gm, *guests)
    assert sorted(one.name for one in gm.table.here) == ["Ann", "Bo", "Cy", "Di", "Gm"]
    assert [len(guest.table.peers) for guest in guests] == [2] * 4  # one, and one that stands by


def test_a_code_that_is_seen_twice_is_taken_once() -> None:
    gm, ann = Seat("Gm").do("table-open"), Seat("Ann").do("table-join")
    ann.type(gm.table.code)
    for _ in range(2):
        gm.do("table-scanned", ann.table.code, peer=0)
    assert [peer.stage for peer in gm.table.peers].count(Stage.TRIED) == 1
    assert gm.model.news is None


def test_who_knows_only_taken_seats_is_told_so_and_the_camera_stays_on() -> None:
    gm, late = Seat("Gm").do("table-open"), Seat("Zoe").do("table-join")
    late.type(gm.table.code)
    known = {peer.to.number for peer in late.table.peers if peer.to}
    guests = [Seat(f"Guest {number}").do("table-join") for number in range(MOST_DEVICES)]
    for guest in guests:
        if any(peer.seat and peer.seat.number in known for peer in gm.table.peers if peer.stage is Stage.FREE):
            guest.type(gm.table.code)
            gm.type(guest.table.code)
    gm.do("table-scan").do("table-scanned", late.table.code, peer=0)
    assert "others have the seats that it knows by now" in gm.text("news")
    assert gm.table.scanning
    late.do("table-anew")
    assert not late.table.is_trying


def test_a_code_is_shown_as_a_picture_and_read_by_the_camera() -> None:
    gm = Seat("Gm").do("table-open")
    gm.do("table-drawn", "0000\n0110\n0000\n0001", peer=gm.table.code)
    assert "M1 1h2v1h-2z" in gm.html("screen")
    assert "M3 3h1v1h-1z" in gm.html("screen")
    ann = Seat("Ann").do("table-join").do("table-scan")
    assert ann.asked("scan")
    assert 'id="camera"' in ann.html("screen")
    ann.do("table-scanned", f"https://example.org/pyrules/table/#{gm.table.code}", peer=0)
    assert ann.table.is_trying
    assert 'id="camera"' not in ann.html("screen")


@pytest.mark.parametrize(
    ("why", "said"), [("NotAllowedError", "Allow it"), ("TypeError", "no camera that can be used")]
)
def test_a_camera_that_cannot_be_used_is_told_of(why: str, said: str) -> None:
    ann = Seat("Ann").do("table-join").do("table-scan").do("table-unscanned", why, peer=0)
    assert said in ann.text("news")
    assert "Paste the code as text" in ann.text("news")
    assert not ann.table.scanning
    assert not ann.do("table-scan").do("table-stop").table.scanning
    assert not ann.do("table-scan").do("table-stopped", "", peer=0).table.scanning
    assert not ann.do("table-scan").do("table-scanned", "https://example.org/", peer=0).table.is_trying


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("", ""),
        (" stun.example.org ", "stun:stun.example.org"),
        ("stun:stun.example.org:3478", "stun:stun.example.org:3478"),
        ("turn:example.org", ""),
        ("example", ""),
        ("stun:a.b?transport=tcp", ""),
    ],
)
def test_a_server_is_asked_only_where_the_settings_name_one(
    written: str, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = Seat("Gm", "settings/")
    gm.do("prefer", form={**SHOWN, "stun": written})
    assert ("is no server" in gm.text("screen")) == bool(written and not asked)
    carried: list[Command] = []
    monkeypatch.setattr(gm, "carry", carried.append)
    gm.do("table-open")
    assert [command["stun"] for command in carried if command["do"] == "offer"] == [asked] * (MOST_DEVICES - 1)


def test_a_browser_that_makes_no_connections_is_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    gm = Seat("Gm")
    monkeypatch.setattr(gm, "carry", lambda _: None)
    gm.do("table-open").do("table-closed", "this browser cannot", peer=1)
    assert gm.text("news").startswith("This browser cannot.")
    assert gm.asked("offer") == []
    assert gm.model.table is None


def test_what_is_tried_in_vain_is_begun_anew_with_new_codes() -> None:
    gm, ann = Seat("Gm").do("table-open"), Seat("Ann").do("table-join")
    ann.type(gm.table.code)
    code = ann.table.code
    assert words.CONNECTING in ann.text("screen")
    assert words.APART in ann.text("screen")
    ann.do("table-anew")
    assert not ann.table.is_trying
    assert ann.type(gm.table.code).table.code != code


def test_the_steps_are_drawn_in_the_order_in_which_codes_change_hands() -> None:
    gm, ann = Seat("Gm").do("table-open"), Seat("Ann").do("table-join")
    for seat, shows_first in ((gm, True), (ann, False)):
        drawn = [shown.split("</svg>")[0] for shown in seat.html("screen").split('class="phones"')[1:]]
        assert len(drawn) == 2
        assert [("M13 18h5v5h-5z" in one) for one in drawn] == [shows_first, not shows_first]


def test_eight_devices_fit_at_a_table_and_no_more() -> None:
    seats = company(*"ABCDEFGH")
    assert not seats[0].table.code
    assert seats[0].go("table/").sees("8 devices")
    seats[7].do("table-leave")
    settle(*seats)
    assert seats[0].table.code


def test_without_the_hub_all_go_on_alone_and_another_opens_the_same_table() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.do("roll")
    settle(gm, ann, bo)
    gm.do("table-leave")
    assert gm.model.campaign.entries
    settle(gm, ann, bo)
    ann.do("roll")
    bo.do("count", counter="gm_ip", by="3")
    assert ann.log != bo.log
    assert 'data-on="table-open"' in ann.go("table/").html("screen")
    ann.do("table-open")
    connect(ann, bo)
    settle(ann, bo)
    assert ann.log == bo.log
    assert len(ann.model.campaign.entries) == 3
    gm.do("table-join")
    connect(ann, gm)
    settle(ann, bo, gm)
    assert ann.log == bo.log == gm.log


def test_who_opened_a_table_comes_back_as_a_guest_with_its_own_log() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.do("roll")
    settle(gm, ann, bo)
    gm.do("table-leave")
    settle(gm, ann, bo)
    gm.visit("stepdie/").do("roll")
    bo.do("table-open")
    ann.do("table-anew").do("roll").wait()
    connect(bo, ann)
    gm.do("table-join")
    connect(bo, gm)
    settle(bo, ann, gm)
    assert len(bo.model.campaign.entries) == 3
    assert gm.log == bo.log == ann.log
    bo.go("stepdie/").do("roll")
    settle(bo, ann, gm)
    together, records = gm.log, list(gm.records)
    assert len(records) == 2
    assert words.LEAVE_ABOUT_OWN in gm.go("table/").text("screen")
    gm.go("stepdie/").do("roll").do("table-leave")
    assert len(gm.model.campaign.entries) == 5
    assert fold(gm.model.campaign.events[:4]).events == read_log(together).events
    assert read_records(gm.records) == (gm.model.campaign, ())
    settle(bo, ann, gm)
    assert gm.log == bo.log


@pytest.mark.parametrize("table", ["", "another"])
def test_at_any_other_table_a_guests_log_is_told_nobody(table: str) -> None:
    ann = Seat("Ann", events=[roll("own")])
    ann.do("table-open").do("table-leave")
    ann.kept["table"] = "" if not table else ann.kept["table"]
    ann.visit("stepdie/").do("table-join")
    _, peer = connect(Seat("Gm").do("table-open"), ann)
    ann.do("table-heard", hello(hub=True, table=table), peer=peer)
    ann.do("table-heard", encode(Called(ann.table.me, ann.table.me)), peer=peer)
    assert ann.model.campaign == EMPTY
    assert "own" not in "".join(itertools.chain(*ann.said.values()))


def test_a_reloaded_hub_opens_the_same_table_and_only_what_lacks_crosses() -> None:
    gm, ann = company("Gm", "Ann")
    for _ in range(20):
        gm.do("count", counter="gm_ip", by="1").do("count", counter="gm_ip", by="-1")
    settle(gm, ann)
    [(peer, _)] = ann.over.items()
    gm.said.clear()
    gm.over.clear()
    gm.visit("stepdie/")
    ann.lose(peer)
    assert words.away("Gm") in ann.text("news")
    ann.do("table-anew")
    gm.do("roll")
    ann.do("roll").do("roll")
    gm.do("table-open").go("stepdie/")
    connect(gm, ann)
    heard = len(gm.heard), len(ann.heard)
    settle(gm, ann)
    assert gm.log == ann.log
    assert len(gm.model.campaign.entries) == 43
    added = [json.loads(said) for said in (*gm.heard[heard[0] :], *ann.heard[heard[1] :]) if '"added"' in said]
    assert sum(len(said["records"]) for said in added) < 12


def test_who_was_lost_comes_back_by_itself() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    part(ann)
    assert words.away("Ann") in gm.text("news")
    assert words.away("Gm") in ann.text("news")
    assert words.COMES_BACK in ann.go("table/").text("screen")
    assert [one.name for one in gm.table.here] == ["Gm", "Bo"]
    ann.go("stepdie/").do("roll")
    bo.do("roll")
    settle(gm, bo)
    for _ in range(2):  # and again, by the next one
        wake(gm, ann)
        settle(gm, ann, bo)
        assert gm.log == ann.log == bo.log
        assert [one.name for one in bo.table.here] == ["Gm", "Bo", "Ann"]
        assert len(gm.table.peers) == MOST_DEVICES - 1 + 2
        part(ann)


def test_a_guest_whose_page_is_reopened_still_faces_their_challenge() -> None:
    gm, ann = company("Gm", "Ann")
    gm.go("relics/tracker/").do("edit", subject="challenge")
    gm.do("edit-save", form={"called": "Riot", "type": "Social", "threat": "Minor", "rating": "5"})
    settle(gm, ann)
    ann.go("relics/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Tor", "primary": "Social"})
    ann.do("lead", challenge="Riot", called="Tor").do("play", challenge="Riot")
    settle(gm, ann)
    assert ann.model.challenge == "Riot"
    check_stored(ann)


def test_who_joins_is_in_the_game_that_is_played_and_is_asked_who_they_are() -> None:
    gm = Seat("Gm", "stepdie/tracker/")
    for called in ("Anja", "Boris"):
        gm.do("edit", subject="player").do("edit-save", form={"called": called})
    gm.go("stepdie/").do("roll").do("table-open")
    ann, bo, tv = (Seat(name, "moonwalk/").do("table-join") for name in ("Ann", "Bo", "Tv"))
    for guest in (ann, bo, tv):
        connect(gm, guest)
        settle(gm, ann, bo, tv)
        assert guest.model.place.address == "stepdie/"
        assert guest.model.tray
        assert guest.model.tray.event == gm.model.campaign.entries[-1].id
        assert guest.model.result
        for said in (words.sits_with("Gm", own=False), words.WHO_ARE_YOU, "Anja", "Boris", words.JUST_WATCHING):
            assert said in guest.text("news")
        assert "Anja" not in guest.do("change").text("form")
        assert words.WHO_ARE_YOU in guest.go("stepdie/odds/").go("stepdie/").text("news")
    ann.do("who", called="Anja")
    assert ann.model.acting["stepdie"] == "Anja"
    bo.do("edit", subject="player").do("edit-save", form={"called": "Carla"})
    assert (unmark_name(bo.model.acting["stepdie"]), bo.model.place.address) == ("Carla", "stepdie/")
    tv.do("table-watch")
    settle(gm, ann, bo, tv)
    for guest in (ann, bo, tv):
        assert words.WHO_ARE_YOU not in guest.text("news")
        assert not any(key.startswith("who ") and guest.kept[key] for key in guest.kept)
    assert {unmark_name(who) for peer in gm.table.others for _, who in peer.people} == {"Anja", "Carla"}
    part(ann)
    wake(gm, ann)
    settle(gm, ann, bo, tv)
    assert words.WHO_ARE_YOU not in ann.text("news")


def test_who_joins_before_a_game_is_chosen_comes_along_unless_elsewhere() -> None:
    gm, ann, bo = (Seat(name, "") for name in ("Gm", "Ann", "Bo"))
    gm.do("table-open")
    for guest in (ann.do("table-join"), bo.do("table-join")):
        connect(gm, guest)
    settle(gm, ann, bo)
    assert words.no_game_yet("Gm") in ann.text("screen")
    bo.go("settings/")
    gm.go("almond/")
    settle(gm, ann, bo)
    assert ann.model.place.address == "almond/"
    assert bo.model.place.address == "settings/"
    ann.go("table/")
    gm.go("moonwalk/")
    settle(gm, ann, bo)
    assert ann.model.place.address == "table/"


def test_a_guest_whose_page_is_reloaded_plays_on_and_brings_it_along() -> None:
    gm = Seat("Gm", "stepdie/tracker/")
    gm.do("edit", subject="player").do("edit-save", form={"called": "Boris"}).do("count", counter="gm_ip", by="3")
    gm.go("stepdie/").do("table-open")
    bo = Seat("Bo", events=[adjust("own", "player_ip", 3, at=5)]).do("table-join")
    connect(gm, bo)
    settle(gm, bo)
    bo.do("who", called="Boris").do("roll")
    settle(gm, bo)
    part(bo)
    gm.do("roll").wait()  # while Bo's page is away
    before, own = bo.log, list(bo.records)
    forget(bo)
    assert bo.log == before
    assert bo.model.acting["stepdie"] == "Boris"
    for address in ("", "stepdie/", "stepdie/tracker/", "settings/"):
        bo.go(address)
        for text in (app_words.cut_off_from("Gm"), app_words.back_to_table("Gm")):
            assert text in bo.text("news")
        assert app_words.AT_THE_TABLE_ALONE in bo.html("top")
    bo.go("stepdie/").do("roll")
    made = bo.model.campaign.events[-1]
    assert isinstance(made, Rolled)
    assert (made.who, made.seeds) == ("Boris", ())
    bo.do("table-join")
    assert bo.table.peers
    connect(gm, bo)
    settle(gm, bo)
    assert gm.log == bo.log
    assert bo.model.acting["stepdie"] == "Boris"
    assert [peer.people for peer in gm.table.others] == [frozenset({("stepdie", "Boris")})]
    assert bo.model.place.address == "stepdie/"
    assert bo.records == own
    bo.do("table-leave")
    assert [event.id for event in bo.model.campaign.events] == ["own"]
    assert not any(bo.kept[key] for key in bo.kept if key.startswith("sat"))
    assert bo.visit("stepdie/").model.table is None


@pytest.mark.parametrize("reloads", [0, 1])
def test_whose_page_is_reloaded_comes_back_by_the_secrets_that_it_had(reloads: int) -> None:
    gm, bo = seats = company("Gm", "Bo")
    gm.do("roll")
    settle(gm, bo)
    part(bo)
    page, other = seats[reloads], seats[1 - reloads]
    [away] = [peer for peer in page.table.peers if peer.stage is Stage.AWAY]
    forget(page)
    assert page.table.hub == (page is gm)
    assert (words.REOPENED in page.text("news")) == (page is gm)
    [again] = [offer for offer in page.offered if "user" in offer]
    assert away.seat
    assert (again["user"], again["password"]) == (away.seat.user, away.seat.password)
    [waits] = [peer for peer in page.table.peers if peer.stage is Stage.AWAY]
    assert waits.to == away.to
    page.do("roll")
    if page is gm:
        assert page.table.code  # for those who cannot
    wake(gm, bo)
    settle(gm, bo)
    assert gm.log == bo.log
    assert len(gm.model.campaign.entries) == 2
    for seat in seats:
        assert app_words.at_the_table(2) in seat.go("stepdie/").html("top")
    late = page.kept["sat"]["at"] + SOON
    page.world = replace(page.world, now=lambda: late)
    page.offered.clear()
    forget(page)
    assert not page.offered  # nothing is connected by itself any more
    assert (page.model.table is None) == (page is gm)
    assert other.table.peers


@pytest.mark.parametrize("hub", [False, True])
def test_a_browser_that_does_not_come_back_by_itself_has_codes(hub: bool) -> None:
    gm, bo = company("Gm", "Bo")
    part(bo)
    page = gm if hub else bo
    forget(page)
    [waits] = [peer for peer in page.table.peers if peer.stage is Stage.AWAY]
    page.model = replace(page.model, table=page.table.with_peer(replace(waits, seat=None)))
    page.do("table-closed", "this browser cannot", peer=waits.number)
    assert page.table.peers == () or page.table.code
    if not hub:
        page.do("table-join")
    other = bo if hub else gm
    other.do("table-anew")
    connect(gm, bo)
    settle(gm, bo)
    assert app_words.at_the_table(2) in page.html("top")


@pytest.mark.parametrize("sat", [7, {}, {"table": "t", "lines": 1, "at": 1, "here": "{}", "offset": 0, "acting": {}}])
def test_what_is_stored_of_a_table_counts_for_an_evening_where_readable(sat: object) -> None:
    gm, bo = company("Gm", "Bo")
    gm.do("roll").wait()
    settle(gm, bo)
    assert bo.visit("stepdie/").model.table
    bo.kept["sat 0"] = ["nonsense"]
    assert not bo.visit("stepdie/").model.campaign.events
    assert bo.table.host == gm.table.me
    late = bo.kept["sat"]["at"] + EVENING
    bo.world = replace(bo.world, now=lambda: late)
    assert bo.visit("stepdie/").model.table is None
    assert bo.kept["sat"] is None
    bo.kept["sat"] = sat
    assert bo.visit("stepdie/").model.table is None


def test_of_a_long_log_only_what_has_changed_is_stored_anew() -> None:
    gm, bo = company("Gm", "Bo")
    for _ in range(30):
        gm.do("count", counter="gm_ip", by="1").do("count", counter="gm_ip", by="-1")
        settle(gm, bo)
    assert [command["key"] for command in bo.asked("keep")] == ["sat", "sat 1"]
    assert [len(bo.kept[f"sat {number}"]) for number in (0, 1)] == [50, 10]


def test_every_screen_says_how_many_are_at_the_table_or_that_one_is_alone() -> None:
    gm, ann, _ = company("Gm", "Ann", "Bo")
    for place in places():
        for seat in (gm, ann):
            assert app_words.at_the_table(3) in seat.go(place.address).html("top")
            assert seat.text("top").split().count("3") == 1
    part(ann)
    for place in places():
        assert app_words.at_the_table(2) in gm.go(place.address).html("top")
        assert app_words.AT_THE_TABLE_ALONE in ann.go(place.address).html("top")
        assert app_words.ALONE in ann.text("top")
        assert (app_words.cut_off_from("Gm") in ann.text("news")) == (place.tab != "table")
        assert app_words.cut_off_from("Gm") not in gm.text("news")
    assert app_words.back_to_table("Gm") in ann.go("stepdie/").text("news")
    assert ann.do("table-join").model.place.tab == "table"
    wake(gm, ann)
    settle(gm, ann)
    assert app_words.at_the_table(3) in ann.go("stepdie/").html("top")
    assert app_words.cut_off_from("Gm") not in ann.text("news")


def test_a_spare_code_that_is_none_is_nonsense() -> None:
    gm, ann = company("Gm", "Ann")
    gm.do("table-heard", encode(Spare("nonsense!")), peer=gm.table.others[0].number)
    assert "was cut off" in gm.text("news")
    settle(gm, ann)
    assert {peer.stage for peer in gm.table.peers} == {Stage.FREE}


def test_a_spare_code_without_an_address_is_not_sent_and_cuts_nobody_off() -> None:
    gm, ann = company("Gm", "Ann")
    spare = ann.table.spare_of(ann.table.others[0].number)
    assert spare
    ann.do("table-offered", description_of(), peer=spare.number)
    settle(gm, ann)
    assert "was cut off" not in gm.text("news")
    assert len(gm.table.others) == len(ann.table.others) == 1


def test_a_log_from_a_file_is_another_table() -> None:
    gm = Seat("Gm").do("table-open").do("table-leave")
    first = gm.kept["table"]
    assert gm.do("table-open").do("table-leave").kept["table"] == first
    gm.do("log-import", gm.log, name="x.json", size="2", most="9").do("log-replace")
    assert gm.do("table-open").kept["table"] not in ("", first)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_marks_find_what_another_device_lacks(common: int, ours: int, theirs: int) -> None:
    both = [adjust(f"c{n}", "gm_ip", 1, at=n) for n in range(common)]
    here = [*both, *(adjust(f"o{n}", "gm_ip", 1, at=100 + n) for n in range(ours))]
    there = [*both, *(adjust(f"t{n}", "gm_ip", 1, at=100 + n) for n in range(theirs))]
    told = missing_there(here, marks(there))
    assert [*here[: len(here) - len(told)], *told] == here
    assert len(told) >= ours
    assert len(told) <= 2 * (ours + theirs) + 1


@given(campaigns(), st.integers(0, 9))
def test_what_belongs_near_the_end_is_counted_from_an_earlier_state(
    sides: tuple[list[Event], list[Event]], place: int
) -> None:
    state = merge_logs(sides[0], ()).state
    behind = [fold(state.events[:end]) for end in (max(0, len(state.events) - place), 0)]
    assert join_events(state, sides[1], behind) == merge_logs(*sides).state


@pytest.mark.untraced
def test_what_belongs_near_the_end_of_a_long_log_recounts_only_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events = [adjust(f"e{n}", "gm_ip", 1, at=1000 * n) for n in range(10_000)]
    table = Seat("Gm").do("table-open").table
    states = [fold(events[:end]) for end in range(10_000 - 3 * STEP, 10_001, STEP // 2)]
    for state in states:
        table = table.with_state(state)
    counted: list[str] = []
    append = Ledger.append

    def counting(ledger: Ledger, event: Event) -> None:
        counted.append(event.id)
        append(ledger, event)

    monkeypatch.setattr(Ledger, "append", counting)
    late = adjust("late", "gm_ip", 1, at=events[-STEP // 2].at + 500)
    after, fresh = taken_in(states[-1], [write_event(late)], table.behind)
    assert fresh == (late,)
    assert after.events == (*events[: 1 - STEP // 2], late, *events[1 - STEP // 2 :])
    assert STEP // 2 <= len(counted) <= 2 * STEP


@given(campaigns())
def test_events_joined_one_by_one_come_to_the_merged_log(sides: tuple[list[Event], list[Event]]) -> None:
    ours, theirs = sides
    expected = merge_logs(ours, theirs).state
    state = merge_logs(ours, ()).state
    for event in theirs:
        state = join_events(state, [event])
    assert state == expected


def test_the_clock_of_a_table_is_never_behind_its_log() -> None:
    gm, ann = company("Gm", "Ann")
    late = Seat("Bo", late=3 * 86_400_000)
    late.do("table-join")
    ann.do("roll")
    settle(gm, ann)
    connect(gm, late)
    settle(gm, ann, late)
    late.go("stepdie/").do("roll")
    settle(gm, ann, late)
    times = [event.at for event in gm.model.campaign.events]
    assert times == sorted(times)
    assert gm.model.campaign.events[-1].id.startswith("Bo")


def test_nothing_of_a_table_is_loaded_by_who_plays_alone() -> None:
    _, at_start, at_a_table = modules_loaded()
    needed = {"app.table.state", "app.table.update", "app.table.view", "app.table.fair_dice", "app.table.protocol"}
    needed |= {f"pyrules.campaign.{name}" for name in ("devices", "fairness", "rights", "seats")}
    assert needed <= at_a_table - at_start
    assert "ipaddress" not in at_start
