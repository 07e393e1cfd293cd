"""The tracker without a browser: what lasts, who rolls, and how both meet the form."""

import json
import re
import unicodedata
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from app import words
from app.common.subjects import opener
from app.common.tracking import value
from app.form.state import NEXT
from app.place import place_at
from app.restore import initial_model
from app.systems.relics.challenge import all_going

from pyrules.campaign.codec import write_event, write_log
from pyrules.campaign.events import PLAYER, Adjusted, Event, Recorded, Rolled
from pyrules.campaign.links import write_link
from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.people import people, read_facts, write_facts
from pyrules.campaign.tracking import tracking_of
from pyrules.core.form import defaults
from pyrules.systems import BY_ID
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.moonwalk.rules import again_penalty
from pyrules.systems.moonwalk.tracking import retries
from pyrules.systems.relics.cohort import undealt
from pyrules.systems.relics.model import Challenge
from tests.app.reader import TAGS, Elements, Reader
from tests.app.tracker.tracker_helpers import challenge, cohort, person
from tests.campaign.some_logs import adjust, roll

HINDERS = {"kind": "simple", "value": "-1", "dice": "1"}
EVIL = '<script>alert("x")</script>&'


@pytest.mark.parametrize(
    ("first", "second"),
    [("Ann", "ann"), ("Zoe\u0308", "Zo\u00eb"), ("Zo\u00eb", "ZOE\u0308"), ("Bo", "B\u200bo"), ("Æsa", "æsa")],
)
def test_there_is_one_person_of_a_name_whatever_its_case_and_spelling(first: str, second: str) -> None:
    reader = person(person(Reader("stepdie/tracker/"), first), "Other")
    reader.do("edit", subject="player").do("edit-save", form={"called": second})
    assert reader.model.tracker.editing is not None
    assert reader.model.tracker.editing.wrong == {"called": words.name_taken(unicodedata.normalize("NFC", first))}
    reader.do("edit", subject="player", called="Other").do("edit-save", form={"called": second})
    assert reader.model.tracker.editing.wrong == {"called": words.name_taken(unicodedata.normalize("NFC", first))}
    names = [one.name for one in people(reader.model.campaign, reader.model.system)]
    assert names == [unicodedata.normalize("NFC", first), "Other"]


def test_a_person_may_change_the_case_of_their_own_name() -> None:
    reader = person(Reader("stepdie/tracker/"), "ann")
    reader.do("edit", subject="player", called="ann").do("edit-save", form={"called": "Ann"})
    assert [one.name for one in people(reader.model.campaign, reader.model.system)] == ["Ann"]


@pytest.mark.parametrize("name", ["👨\u200d👩\u200d👧", "🧙\u200d♂\ufe0f", "می\u200cخواهم", "ශ්\u200dරී"])
def test_joiners_belong_to_names(name: str) -> None:
    reader = person(Reader("stepdie/tracker/"), name)
    assert [one.name for one in people(reader.model.campaign, reader.model.system)] == [name]
    assert name in reader.html("screen")


def test_two_people_of_an_old_log_who_differ_by_case_stay_two() -> None:
    log = [Recorded(name, 0, "stepdie", "player", name) for name in ("Ann", "ann", "Zoe\u0308", "Zo\u00eb")]
    reader = Reader("stepdie/tracker/", log)
    assert [one.name for one in people(reader.model.campaign, reader.model.system)] == [event.name for event in log]


def test_a_form_without_a_number_of_pcs_takes_those_of_the_tracker() -> None:
    reader = cohort(*[1] * 6).go("relics/")
    assert reader.model.sheet.test.acting.pcs == 2
    assert reader.note("8d6 pcs 3").go("relics/tracker/").go("relics/").model.sheet.test.acting.pcs == 3
    assert "6 of at most 6, for 2 PCs" in reader.note("8d6").do("roll").text("card")
    assert "so 1 Destiny can be spent" in reader.note("5d6 destiny 2").text("form")
    huddle = reader.note("primary lead + other assist + other assist")
    assert huddle.model.sheet.test.acting.pcs is None
    assert Reader("relics/").note("8d6").model.sheet.test.acting.pcs is None


def test_a_challenge_is_split_in_two_with_its_leader_and_its_log() -> None:
    reader = cohort(5, 5, 2, 2).do("play", challenge="Riot").do("roll").go("relics/tracker/")
    assert count(reader, "resolved", "Riot") == 2
    shown = reader.do("edit", subject="split", called="Riot").html("screen")
    assert 'name="stays" value="5"' in shown
    assert 'name="rating" value="5"' in shown
    reader.do("edit-save", form={"called": "Mob", "stays": "3", "rating": "4"})
    riot, mob = all_going(reader.model)
    assert (riot.name, riot.challenge, riot.leader) == ("Riot", Challenge("Minor", 3, 2), "Ann")
    assert (mob.name, mob.challenge, mob.leader, mob.type) == ("Mob", Challenge("Minor", 4), "Ann", "Social")
    assert (riot.turn, mob.turn, mob.round) == ("challenge", "cohort", 1)
    (turn,) = [event for event in reader.model.campaign.events if isinstance(event, Rolled)]
    assert turn.under == "Riot"
    assert reader.asked("focus")[-1] == {"do": "focus", "id": opener("split", "Mob")}


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"called": ""}, "a name"),
        ({"called": "riot"}, "Riot"),
        ({"stays": "0"}, "1"),
        ({"rating": "many"}, "number"),
        ({"rating": ""}, "number"),
    ],
)
def test_a_challenge_is_not_split_by_what_cannot_be_used(typed: dict[str, str], problem: str) -> None:
    reader = cohort().do("edit", subject="split", called="Riot")
    events = reader.model.campaign.events
    reader.do("edit-save", form={"called": "Mob", "stays": "3", "rating": "4", **typed})
    assert reader.model.campaign.events == events
    editing = reader.model.tracker.editing
    assert editing
    assert (*editing.wrong,) == (*typed,)
    assert problem in editing.wrong[next(iter(typed))]


def test_a_challenge_that_is_gone_is_not_split() -> None:
    reader = cohort().do("edit", subject="split", called="Riot").do("remove", subject="challenge", called="Riot")
    reader.do("edit-save", form={"called": "Mob", "stays": "3", "rating": "4"})
    assert all_going(reader.model) == ()


def count(reader: Reader, counter: str, who: str = "") -> int:
    return value(reader.model, counter, who)


def names(reader: Reader) -> list[str]:
    return list(reader.model.campaign.records_of(reader.model.system.id, "player"))


@pytest.mark.parametrize("system", BY_ID)
def test_every_system_has_a_tracker_that_begins_empty(system: str) -> None:
    reader = Reader(f"{system}/tracker/")
    assert "Nobody yet" in reader.text("screen")
    assert reader.html("bar") == reader.html("form") == ""


@pytest.mark.parametrize("system", BY_ID)
def test_what_people_typed_is_text_and_never_markup(system: str) -> None:
    reader = person(Reader(f"{system}/tracker/"), EVIL)
    assert "<script" not in reader.html("screen")
    assert EVIL in reader.text("screen") or "alert" in reader.html("screen")
    assert "<script" not in reader.go(f"{system}/").html("form")


def test_a_note_that_is_too_long_stays_typed_and_changes_no_counter() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira")
    events = reader.model.campaign.events
    reader.do("count-note", value="x" * 1_001).do("count", counter="player_ip", who="Kira", by=1)
    assert reader.model.campaign.events == events
    assert "1,001 characters; use at most 1,000." in reader.text("screen")
    assert f'value="{"x" * 1_001}"' in reader.html("screen")


def test_counters_change_within_their_bounds_and_carry_the_note() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira")
    assert (count(reader, "player_ip", "Kira"), count(reader, "gm_ip")) == (2, 2)
    reader.do("count-note", value="  found\ta  cache ").do("count", counter="player_ip", who="Kira", by=1)
    event = reader.model.campaign.events[-1]
    assert isinstance(event, Adjusted)
    assert (event.delta, event.who, event.note) == (1, "Kira", "found a cache")
    assert reader.model.tracker.note == ""
    reader.do("count", counter="player_ip", who="Kira", by=9)
    assert count(reader, "player_ip", "Kira") == 5
    events = len(reader.model.campaign.events)
    reader.do("count", counter="player_ip", who="Kira", by=1).do("count", counter="luck", by=1)
    assert len(reader.model.campaign.events) == events
    assert reader.html("screen").count('aria-disabled="true"') == 3  # IP at its bound, no Wounds


def test_counters_keep_to_the_house_rules() -> None:
    house: dict[str, Any] = {"house stepdie": {"player_ip_start": 3, "player_ip_most": 4}}
    reader = person(Reader("stepdie/tracker/", kept=house), "Kira")
    assert "3 of 4" in reader.text("screen")
    reader.do("count", counter="player_ip", who="Kira", by=5)
    assert count(reader, "player_ip", "Kira") == 4


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"called": "  "}, "called"),
        ({"called": "x" * 61}, "called"),
        ({"called": "Kira"}, "called"),
        ({"called": "Bo", "step": "d7"}, "step"),
    ],
)
def test_what_cannot_be_written_down_is_said_at_its_field(values: dict[str, str], where: str) -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira")
    events = len(reader.model.campaign.events)
    reader.do("edit", subject="player").do("edit-save", form=values)
    editing = reader.model.tracker.editing
    assert editing is not None
    assert list(editing.wrong) == [where]
    assert {"do": "focus", "id": f"f-{where}"} in reader.commands
    assert f'id="f-{where}-wrong"' in reader.html("screen")
    assert len(reader.model.campaign.events) == events
    assert reader.do("edit-cancel").model.tracker.editing is None


def test_what_was_typed_is_found_again_after_turning_to_something_else() -> None:
    reader = person(Reader("relics/tracker/"), "Bo")
    reader.do("edit", subject="challenge").do("edit-field", form={"called": "The Siege"}, changed="called")
    reader.do("edit", subject="player", called="Bo").do("edit-field", form={"called": "Bob"}, changed="called")
    assert "The Siege" not in reader.html("screen")
    assert 'value="The Siege"' in reader.do("edit", subject="challenge").html("screen")
    reader.do("remove", subject="player", called="Bo")
    assert 'value="The Siege"' in reader.html("screen")
    person(reader, "Bo")
    assert 'value="Bob"' not in reader.do("edit", subject="player", called="Bo").html("screen")
    assert 'value="The Siege"' in reader.do("edit", subject="challenge").html("screen")
    reader.do("edit-cancel").do("edit", subject="challenge")
    assert "The Siege" not in reader.html("screen")


def test_the_focus_returns_to_the_button_that_began_what_was_written() -> None:
    reader = person(Reader("almond/tracker/"), "Ann")

    def focused() -> str:
        [command] = reader.asked("focus")
        button = next(one for one in Elements(reader.html("screen")).attributes if one.get("id") == command["id"])
        return f"{button['data-on']} {button.get('data-called', '')}"

    assert focused() == "edit "
    reader.do("edit", subject="player", called="Ann").do("edit-cancel")
    assert focused() == "edit Ann"
    reader.do("edit", subject="player", called="Ann").do("edit-save", form={"called": "Bo Ün"})
    assert focused() == "edit Bo Ün"


def test_what_is_written_down_in_one_system_is_not_asked_for_in_another() -> None:
    reader = Reader("stepdie/tracker/").do("edit", subject="player").go("moonwalk/tracker/")
    assert 'data-on="edit-save"' not in reader.html("screen")
    assert 'data-on="edit-save"' in reader.go("stepdie/tracker/").html("screen")


@pytest.mark.parametrize(
    ("system", "subject"), [(system, PLAYER) for system in BY_ID] + [("relics", "challenge"), ("relics", "trait")]
)
def test_what_is_being_written_down_is_explained(system: str, subject: str) -> None:
    drawn = Elements(Reader(f"{system}/tracker/").do("edit", subject=subject).html("screen")).attributes
    asked = {one["popovertarget"] for one in drawn if "popovertarget" in one}
    assert asked <= {one["id"] for one in drawn if "id" in one}


def test_lists_are_written_row_by_row() -> None:
    reader = Reader("moonwalk/tracker/").do("edit", subject="player").do("row-add", field="pools")
    assert {"do": "focus", "id": "f-pools.0.label"} in reader.commands
    form = {"called": "Kira", "pools.0.label": "Pistols 2", "pools.0.pool": "9", "pools.0.limit": ""}
    reader.do("edit-save", form=form)
    assert "cannot stand in a label" in reader.text("screen")
    reader.do("edit-field", form={**form, "pools.0.label": "Pistols"}).do("step", field="pools.0.limit", by=1)
    reader.do("row-add", field="pools").do("row-remove", field="pools", row=1)
    reader.do("edit-save")
    (kira,) = people(reader.model.campaign, MOONWALK)
    pistols = {"label": "Pistols", "pool": 9, "limit": 1, "skill": "", "skill_dice": None}
    assert kira.values == {"pools": [pistols], "modifiers": [], "colour": "usual"}


def test_the_forms_own_controls_stay_with_the_form() -> None:
    reader = Reader("moonwalk/").do("step", field="pool", by=1)
    assert reader.model.sheet.notation == "13 (3)"
    reader.go("moonwalk/tracker/").do("step", field="pool", by=1).do("row-add", field="pools")
    assert reader.model.sheet.notation == "13 (3)"
    assert reader.do("edit", subject="dragon").do("edit-save").model.tracker.editing is None


@pytest.mark.parametrize("system", BY_ID)
def test_facts_that_cannot_be_read_are_the_defaults(system: str) -> None:
    fields = tracking_of(BY_ID[system]).fields
    assert read_facts(fields, ()) == defaults(fields)
    assert read_facts(fields, write_facts(fields, defaults(fields))) == defaults(fields)
    hostile = tuple((name, "\x00" * 99) for field in fields for name in (field.name, f"{field.name}.0.label"))
    assert read_facts(fields, hostile) == defaults(fields)


def test_a_renamed_player_takes_everything_along() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira")
    reader.do("count", counter="player_ip", who="Kira", by=2).do("who", called="Kira")
    reader.do("edit", subject="player", called="Kira").do("edit-save", form={"called": "Kyra", "step": "d10"})
    assert names(reader) == ["Kyra"]
    assert (count(reader, "player_ip", "Kyra"), count(reader, "player_ip", "Kira")) == (4, 2)
    assert reader.model.acting["stepdie"] == "Kyra"
    assert count(reader, "gm_ip") == 2
    assert reader.visit("stepdie/").model.acting["stepdie"] == "Kyra"


def renamed(reader: Reader, old: str, new: str, **values: str) -> Reader:
    return reader.do("edit", subject="player", called=old).do("edit-save", form={"called": new, **values})


def test_who_rolls_goes_on_under_the_name_they_have_by_then() -> None:
    reader = person(person(Reader("stepdie/tracker/"), "Bo"), "Kira").do("who", called="Kira")
    renaming = renamed(reader, "Kira", "Kyra", step="d10").model.campaign.entries[-1].id
    for on, name in (("undo", "Kira"), ("redo", "Kyra"), ("undo", "Kira")):
        assert reader.do(on, event=renaming).model.acting["stepdie"] == name
        assert reader.kept["who stepdie"] == name
    renamed(renamed(reader, "Kira", "Kim", step="d8"), "Kim", "Kay", step="d8")
    assert reader.model.acting["stepdie"] == "Kay"
    reader.do("undo", event=reader.model.campaign.entries[-2].id)
    assert reader.model.acting["stepdie"] in names(reader)
    reader.do("redo", event=reader.model.campaign.entries[-2].id).do("who", called="Bo")
    assert reader.do("undo", event=reader.model.campaign.entries[-1].id).model.acting["stepdie"] == "Bo"
    reader.do("who", called="Kim").do("remove", subject="player", called="Kim")
    assert reader.model.acting["stepdie"] == "Kim"


def test_who_rolls_goes_on_under_the_name_that_another_tab_gives_them() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira").do("who", called="Kira")
    renaming = write_event(Recorded("theirs", 0, "stepdie", "player", "Kyra", (), "Kira"))
    reader.do("heard", value=json.dumps({"records": [renaming], "own": 0, "kept": {}}))
    assert reader.model.acting["stepdie"] == "Kyra"
    reader.do("log-import", value=write_log([roll("x")]), name="other.json").do("log-replace")
    assert names(reader) == []
    assert "Kyra" not in reader.go("stepdie/").text("form")


def test_who_tries_again_does_so_under_their_new_name() -> None:
    reader = person(Reader("moonwalk/tracker/", faces=[1] * 99), "Kira").go("moonwalk/").do("who", called="Kira")
    first = reader.note("Climbing 3 (1)").do("roll").do("roll").do("test-time", seconds=1).model.campaign.entries[1].id
    renamed(reader.do("retry", event=first).go("moonwalk/tracker/"), "Kira", "Kyra")
    assert reader.kept["again"] == [first, "Kyra"]
    assert last_follows(reader.go("moonwalk/").do("roll")) == first


def test_what_is_undone_counts_for_the_new_name() -> None:
    reader = kira(1, 2, 3, 8).note("3d6 + d8 (3)").do("roll").go("stepdie/tracker/")
    line = reader.model.campaign.entries[-1].id
    renamed(reader, "Kira", "Kyra", step="d8")
    assert [line.id for line in reader.model.campaign.entries][-2] == line
    assert count(reader, "player_ip", "Kyra") == 3
    assert count(reader.do("undo", event=line), "player_ip", "Kyra") == 2
    assert count(reader.do("redo", event=line), "player_ip", "Kyra") == 3
    reader.do("undo", event=reader.model.campaign.entries[-1].id)
    assert (names(reader), count(reader, "player_ip", "Kira")) == (["Kira"], 3)


def test_ip_that_were_spent_under_a_new_name_are_not_spent_again() -> None:
    reader = kira(1, 6, 4, 3, 1, 6, 4, 3, 2).note("3d6 + d8 (3)").do("roll")
    first = reader.model.campaign.entries[-1].id
    renamed(reader, "Kira", "Kyra", step="d8").go("stepdie/").do("roll").do("option", option="add")
    assert count(reader, "player_ip", "Kyra") == 0
    assert offered(reader.do("log-replay", event=first)) == []


def test_between_turns_of_a_challenge_nothing_is_stepped_that_leaves_it() -> None:
    reader = cohort(*[1] * 9).do("play", challenge="Riot").do("roll")
    assert f'data-field="{NEXT}' not in reader.html("card")
    assert f'data-field="{NEXT}' in Reader("relics/", faces=[1] * 9).note("4d6 pcs 2").do("roll").html("card")


def test_a_turn_that_a_challenge_has_taken_is_not_offered_again() -> None:
    reader = cohort(*[1] * 9).do("play", challenge="Riot").do("roll")
    first = reader.model.campaign.entries[-1].id
    reader.do("option", option="challenge").do("roll")
    assert offered(reader.do("log-replay", event=first)) == []


def test_stress_of_a_turn_before_goes_to_the_new_name() -> None:
    reader = cohort(2, 2, 2, 5, 5, 2, 2, 2).do("play", challenge="Riot").do("roll").do("play", challenge="Riot")
    strike = reader.do("roll").model.campaign.entries[-1].id
    renamed(reader.go("relics/tracker/"), "Ann", "Anna")
    for who in ("Anna", "Bo"):
        reader.do("deal-step", event=strike, who=who, by=1)
    assert count(reader.do("deal", event=strike), "stress", "Anna") == 1
    assert count(reader.do("undo", event=strike), "stress", "Anna") == 0


def test_another_try_is_that_of_the_new_name() -> None:
    reader = person(Reader("moonwalk/tracker/", faces=[1] * 6), "Kira").go("moonwalk/").do("who", called="Kira")
    first = reader.note("3 (1)").do("roll").model.campaign.entries[-1].id
    renamed(reader.go("moonwalk/tracker/"), "Kira", "Kyra").do("who", called="Kyra").do("retry", event=first)
    assert reader.model.acting["moonwalk"] == "Kyra"


def test_someone_of_an_old_name_begins_anew() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira").do("count", counter="player_ip", who="Kira", by=2)
    reader.do("remove", subject="player", called="Kira")
    assert names(reader) == []
    gone = reader.model.campaign.events[-1]
    assert "Undo it in the log" in reader.text("news")
    assert isinstance(gone, Recorded)
    [kira] = names(person(reader, "Kira"))
    assert (unmark_name(kira), kira == "Kira") == ("Kira", False)
    assert count(reader, "player_ip", kira) == 2
    reader.do("undo", event=gone.id)
    assert [unmark_name(name) for name in names(reader)] == ["Kira", "Kira 2"]
    assert [count(reader, "player_ip", name) for name in names(reader)] == [4, 2]


def test_a_removed_player_comes_back_with_all_they_had() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira").do("count", counter="player_ip", who="Kira", by=2)
    reader.do("remove", subject="player", called="Kira").do("undo", event=reader.model.campaign.events[-1].id)
    assert names(reader) == ["Kira"]
    assert count(reader, "player_ip", "Kira") == 4
    assert reader.do("remove", subject="player", called="Zed").model.campaign.records_of("stepdie", "player")


def test_ip_goes_to_the_player_who_rolls_and_into_their_next_test() -> None:
    reader = person(person(Reader("stepdie/tracker/", faces=[6, 5, 3, 2, 1, 9]), "Kira", step="d10"), "Bo")
    reader.go("stepdie/").do("who", called="Kira")
    assert reader.model.sheet.notation == "5d6 + d10 (3) ip 2"
    reader.do("roll")
    assert count(reader, "player_ip", "Kira") == 3
    assert count(reader, "player_ip", "Bo") == 2
    assert reader.model.sheet.notation == "5d6 + d10 (3) ip 3"
    reader.do("undo", event=reader.model.campaign.events[-1].id)
    assert reader.model.sheet.notation == "5d6 + d10 (3) ip 2"
    reader.do("who", called="Kira").do("who", called="Zed")
    assert reader.model.acting["stepdie"] == ""


def kira(*faces: int) -> Reader:
    """A player at the form, with the 2 IP of the start."""
    return person(Reader("stepdie/tracker/", faces=faces), "Kira", step="d8").go("stepdie/").do("who", called="Kira")


def test_the_form_never_has_ip_that_its_player_no_longer_has() -> None:
    reader = kira(1, 6, 4, 3, 2).note("3d6 + d8 (3) ip 2").do("pin", what="test").do("roll")
    line = reader.model.campaign.entries[-1].id
    reader.do("option", option="add").do("change")
    assert reader.model.sheet.notation == "3d6 + d8 (3) ip 0"
    for on, data in (("preset", {"place": 0}), ("log-reload", {"event": line}), ("step", {"field": "ip", "by": 1})):
        reader.do(on, **data)
        assert reader.model.sheet.notation == "3d6 + d8 (3) ip 0", on
        assert "Kira holds 0 IP" in reader.text("news"), on
        assert "Kira holds 0 IP" in reader.told[-1], on
    assert reader.note("4d6 + d8 (3)").model.sheet.notation == "4d6 + d8 (3) ip 0"
    assert "Kira" not in reader.text("news")
    assert reader.note("4d6 + d8 (3").model.sheet.notation == "4d6 + d8 (3"


def offered(reader: Reader) -> list[str]:
    """The purchases that the card offers."""
    found = re.findall(r'data-option="([a-z]+)"', reader.html("card"))
    return [option for option in dict.fromkeys(found) if option not in {"price", "trait"}]


def test_ip_are_not_spent_twice_on_an_earlier_roll() -> None:
    reader = kira(1, 6, 4, 3, 2, 6, 4, 3, 1, 1).note("3d6 + d8 (3)").do("roll")
    first, second = reader.model.campaign.entries[-1].id, reader.do("roll").model.campaign.entries[-1].id
    assert offered(reader) == ["reroll", "add"]
    reader.do("option", option="reroll").do("log-replay", event=first)
    assert offered(reader) == ["reroll"]
    assert "33 %" not in reader.do("odds").text("card")
    reader.do("option", option="add")
    assert count(reader, "player_ip", "Kira") == 1
    reader.do("option", option="reroll")
    assert (offered(reader), count(reader, "player_ip", "Kira")) == ([], 0)
    assert offered(reader.do("log-replay", event=second)) == []
    assert offered(reader.do("undo", event=first).do("log-replay", event=first)) == ["reroll"]
    reader.do("count", counter="player_ip", who="Kira", by=4).do("log-replay", event=second)
    assert offered(reader) == ["reroll"]


@pytest.mark.parametrize("on", ["face", "roll-rest"])
def test_a_purchase_is_not_typed_in_once_its_ip_are_gone(on: str) -> None:
    reader = kira(1, 2, 3, 4, 6).note("3d6 + d8 (3)").do("roll").do("by-hand").do("option", option="add")
    reader.do("count", counter="player_ip", who="Kira", by=-3)
    taken, before = reader.model.campaign.events[-1], reader.model
    assert "Add one d6 is no longer available" in reader.text("card")
    reader.do(on, face=6)
    assert "Add one d6 is no longer available" in reader.text("news")
    assert "Add one d6 is no longer available" in reader.told[0]
    assert replace(reader.model, news=None) == before
    assert offered(reader.do("hand-cancel")) == []
    reader.do("undo", event=taken.id).do("option", option="add").do(on, face=6)
    assert count(reader, "player_ip", "Kira") == 1


def test_a_purchase_whose_ip_are_gone_is_refused_in_words() -> None:
    reader = kira(1, 2, 3, 4).note("3d6 + d8 (3)").do("roll").do("count", counter="player_ip", who="Kira", by=-3)
    before = reader.model
    reader.do("option", option="add")
    assert "Add one d6 is no longer available" in reader.text("news")
    assert replace(reader.model, news=None) == before


def test_without_a_player_ip_go_on_from_roll_to_roll() -> None:
    house = {"house stepdie": {"awards": "after_spending"}}
    reader = Reader("stepdie/", faces=[1, 1, 1, 3, 4, 2, 2, 2, 2, 3], kept=house).note("3d6 + d10 (3)").do("roll")
    assert reader.model.sheet.notation == "3d6 + d10 (3) ip 3"
    first = reader.model.campaign.entries[-1].id
    reader.do("option", option="reroll")
    assert reader.model.sheet.notation == "3d6 + d10 (3) ip 2"
    reader.do("roll").do("log-replay", event=first)
    assert offered(reader) == []
    reader.do("undo", event=reader.model.campaign.entries[-1].id).do("log-replay", event=first)
    assert offered(reader) == ["reroll"]
    reader.do("undo", event=first)
    assert reader.model.sheet.notation == "3d6 + d10 (3) ip 3"
    reader.do("undo", event=first)
    assert reader.model.sheet.notation == "3d6 + d10 (3)"
    assert "ip 5" in reader.note("3d6 + d10 (3) ip 5").model.sheet.notation


def test_a_roll_that_does_not_count_brings_back_no_ip() -> None:
    reader = kira(1, 6, 4, 3, 2).note("3d6 + d8 (3)").do("roll")
    line = reader.model.campaign.entries[-1].id
    reader.do("undo", event=line).do("count", counter="player_ip", who="Kira", by=-2)
    assert offered(reader.do("log-replay", event=line)) == []


def mira(*faces: int, **kept: Any) -> Reader:
    rows = {f"actions.{place}.{name}": cell for place in (0, 1) for name, cell in (("label", "Dash"), ("die", "d6"))}
    skill = {"skills.0.label": "Brawn", "skills.0.attribute": "strength", "skills.0.die": "d4"}
    training = {"training.0.label": "Wrestling"}
    values = {"strength": "d10", "level": "3", **skill, **rows, **training}
    reader = person(Reader("general/tracker/", faces=faces, kept=kept), "Mira", **values)
    return reader.go("general/").note("Strength d8 (10)").do("who", called="Mira")


def test_a_character_fills_the_form_of_the_general_rules() -> None:
    reader = mira()
    assert reader.model.sheet.notation == "Strength d10 (10)"
    reader.do("offer", offer="skills.0").do("offer", offer="training.0")
    assert reader.model.sheet.notation == "Strength d10 + skill Brawn d4 (10) trained"
    reader.do("offer", offer="actions.0").do("offer", offer="actions.0")
    assert "action" not in reader.model.sheet.notation
    reader.do("offer", offer="will")
    assert reader.model.sheet.notation == "Will d12 (10)"
    assert "Training" not in reader.text("form").partition("Kind of test")[0]
    assert reader.do("offer", offer="training.0").model.sheet.notation == "Will d12 (10)"
    assert reader.do("offer", offer="attack").model.sheet.notation == "magic attack Will d12 + level 3 (10)"
    reader.do("offer", offer="actions.0").do("offer", offer="save")
    assert reader.model.sheet.notation == "save Will d12 + level 3 (10)"


def test_a_characters_dice_stand_in_place_of_the_forms() -> None:
    reader = mira()
    whose, _, forms = reader.html("form").partition('id="group-dice"')
    assert 'data-to="Strength"' not in whose
    assert "data-usual" not in forms.partition("</details>")[2]
    assert "Dice and advantage" in reader.text("form")
    assert 'name="attribute_die"' in forms.partition("</details>")[0]
    reader.note("Strength d10 adv (10)")
    assert "Dice and advantage · Attribute Die rolled with Advantage" in reader.text("form")
    assert 'name="kind"' in reader.do("who", called="Mira").html("form").partition('class="card sight"')[2]


def test_a_second_tap_takes_an_attack_or_a_save_back() -> None:
    reader = mira()
    for fight in ("attack", "save"):
        assert reader.do("offer", offer=fight).model.sheet.values["kind"] == fight
        assert reader.do("offer", offer=fight).model.sheet.notation == "Strength d10 (10)"


def test_a_new_person_has_a_fair_chance_and_an_older_one_the_dice_they_had() -> None:
    reader = Reader("general/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Ogre"})
    reader.go("general/").do("who", called="Ogre")
    assert "25 % to succeed" in reader.text("bar")
    old = Reader("general/", [Recorded("1", 0, "general", "player", "Ann")]).do("who", called="Ann")
    assert old.model.sheet.notation == "Strength d6 (10)"


def test_a_save_keeps_the_dice_that_the_house_rules_let_it_have() -> None:
    for house, left in (("off", ""), ("on", " + action Dash d6")):
        reader = mira(**{"house general": {"saves_add_actions": house}})
        reader.note("Strength d10 + action Dash d6 + d4 + bonus d4 (10)").do("offer", offer="save")
        assert reader.model.sheet.notation == f"save Strength d10 + level 3{left} (10)"


@pytest.mark.parametrize(("house", "there"), [("off", False), ("on", True)])
def test_somebodys_actions_are_offered_to_a_save_by_house_rule_alone(house: str, *, there: bool) -> None:
    reader = mira(**{"house general": {"saves_add_actions": house}}).do("offer", offer="save")
    assert ("Dash" in chips(reader)) is there
    assert "Dash" in chips(reader.do("offer", offer="attack"))


def dov(*faces: int, **kept: Any) -> Reader:
    """Someone with a Bonus Action Die."""
    reader = person(Reader("general/tracker/", faces=faces, kept=kept), "Dov", strength="d6", bonus_die="d4")
    return reader.go("general/").note("Strength d8 (10)").do("who", called="Dov")


def test_a_bonus_action_die_is_in_saves_and_elsewhere_taken_and_used_up() -> None:
    reader = dov(5, 3, 2, 4)
    for offer in ("strength", "attack"):
        assert "bonus" not in reader.do("offer", offer=offer).model.sheet.notation
    assert reader.do("offer", offer="save").model.sheet.notation == "save Strength d6 + bonus d4 (10)"
    assert "Actions" not in chips(reader)
    reader.do("roll").do("change")
    assert count(reader, "actions", "Dov") == 0
    reader.note("Strength d6 (10)").do("offer", offer="actions.0")
    assert reader.model.sheet.notation == "Strength d6 + bonus d4 (10)"
    assert reader.do("offer", offer="actions.0").model.sheet.notation == "Strength d6 (10)"
    reader.do("offer", offer="actions.0").do("roll").do("change")
    assert reader.model.sheet.notation == "Strength d6 (10)"
    assert (count(reader, "actions", "Dov"), "Bonus Action Die used" in reader.text("form")) == (1, True)
    assert reader.note("save Strength d6 (10)").model.sheet.notation == "save Strength d6 + bonus d4 (10)"
    reader.go("general/tracker/").do("actions-return", who="Dov").go("general/").note("Strength d6 (10)")
    assert "+ bonus d4" in reader.do("offer", offer="actions.0").model.sheet.notation


@pytest.mark.parametrize(("house", "left"), [("off", ""), ("on", " + bonus d4")])
def test_a_bonus_action_die_stays_behind_with_the_save_in_the_form(house: str, left: str) -> None:
    for reader in (
        dov(**{"house general": {"bonus_in_every_test": house}}),
        Reader("general/", kept={"house general": {"bonus_in_every_test": house}}),
    ):
        for kind, written in (("attack", "attack"), ("attribute", "")):
            reader.note("save Strength d6 + bonus d4 (10)").do("field", name="kind", form={"kind": kind})
            assert reader.model.sheet.notation == f"{written} Strength d6{left} (10)".strip()
        reader.do("field", name="bonus_die", form={"bonus_die": "d8"}).do("field", name="kind", form={"kind": "attack"})
        assert reader.model.sheet.notation == "attack Strength d6 + bonus d8 (10)"


def test_a_bonus_action_die_joins_every_test_by_the_house_rule() -> None:
    reader = dov(5, 3, **{"house general": {"bonus_in_every_test": "on"}})
    assert reader.model.sheet.notation == "Strength d6 + bonus d4 (10)"
    assert count(reader.do("roll"), "actions", "Dov") == 0
    assert reader.do("change").model.sheet.notation == "Strength d6 + bonus d4 (10)"


def test_used_actions_are_shown_and_not_offered() -> None:
    reader = mira(9, 5).do("offer", offer="actions.0").do("roll")
    assert reader.model.sheet.notation == "Strength d10 (10)"
    assert reader.text("form").count("Dash used") == 1
    used = reader.model
    assert reader.do("offer", offer="actions.0").model == used
    assert "action Dash d6" in reader.do("offer", offer="actions.1").model.sheet.notation
    reader.go("general/tracker/").do("action-use", who="Mira", action="Dash d6", by=-1)
    assert count(reader, "actions", "Mira") == 0
    events = len(reader.model.campaign.events)
    assert len(reader.do("action-use", who="Mira", action="Dash d6", by=-1).model.campaign.events) == events
    reader.do("action-use", who="Mira", action="Dash d6", by=1)
    reader.do("action-use", who="Mira", action="Dash d6", by=7)
    assert count(reader, "actions", "Mira") == 1
    reader.do("edit", subject="player", called="Mira").do("edit-save", form={"called": "Myra"})
    assert count(reader, "actions", "Myra") == 1
    assert "Dash used" in reader.text("screen")
    assert count(reader.do("actions-return", who="Myra"), "actions", "Myra") == 0


def test_a_number_of_the_tracker_is_halved_by_the_rule_for_halves() -> None:
    reader = person(Reader("general/tracker/"), "Mira")
    assert "Halve" not in reader.text("screen")
    reader.do("count", counter="wounds", who="Mira", by=5)
    for left in (3, 2, 1, 0):
        assert f"Halve the Wounds to {left}" in reader.text("screen")
        assert count(reader.do("halve", who="Mira"), "wounds", "Mira") == left
    events = len(reader.model.campaign.events)
    assert len(reader.do("halve", who="Mira").model.campaign.events) == events


def ann(*faces: int) -> Reader:
    """Someone with two Actions of one name."""
    rows = {"label": ("Push", "Push"), "die": ("d6", "d10")}
    actions = {f"actions.{place}.{name}": cells[place] for name, cells in rows.items() for place in (0, 1)}
    reader = person(Reader("general/tracker/", faces=faces), "Ann", strength="d8", **actions)
    return reader.go("general/").note("Strength d8 (10)").do("who", called="Ann")


def chips(reader: Reader) -> str:
    return reader.text("form").partition("Kind of test")[0].partition("Actions")[2]


def test_an_undone_roll_gives_its_test_back_unless_another_was_begun() -> None:
    reader = mira(9, 5).do("offer", offer="actions.0").do("roll")
    roll = reader.model.campaign.entries[-1].id
    assert reader.model.sheet.notation == "Strength d10 (10)"
    reader.do("undo", event=roll)
    assert reader.model.sheet.notation == "Strength d10 + action Dash d6 (10)"
    reader = mira(9, 5).do("offer", offer="actions.0").do("roll").note("Will d6 (5)")
    reader.do("undo", event=reader.model.campaign.entries[-1].id)
    assert reader.model.sheet.notation == "Will d6 (5)"


def test_the_reroll_stands_at_the_thumb_when_the_roll_has_used_an_action() -> None:
    reader = mira(9, 5).do("offer", offer="actions.0")
    reader.note(f"{reader.model.sheet.notation} reroll 1").do("roll").do("die", place=1)
    assert "Reroll 1 of 2" in reader.text("bar")
    assert "Reroll" not in reader.text("card").partition("Undo")[0]
    assert "Reroll 1 of 2" in reader.note("Will d6 (5)").text("card")


def test_actions_of_one_name_are_told_apart() -> None:
    reader = ann(5, 5).do("offer", offer="actions.1").do("roll")
    assert "Push d6 Push used" in chips(reader)
    reader.do("offer", offer="actions.0")
    assert reader.model.sheet.notation == "Strength d8 + action Push d6 (10)"
    assert "Push d6 Push used" in reader.go("general/tracker/").text("screen")
    reader.do("action-use", who="Ann", action="Push d10", by=-1)
    assert "Push d6 Push d10" in reader.text("screen")
    reader.go("general/").do("offer", offer="actions.1").go("general/tracker/")
    reader.do("action-use", who="Ann", action="Push d6", by=1).go("general/")
    assert reader.model.sheet.notation == "Strength d8 + action Push d10 (10)"


def test_a_used_action_comes_back_into_no_form() -> None:
    reader = ann(5, 5).do("offer", offer="actions.1").do("pin", what="test").do("roll").do("change")
    line = reader.model.campaign.entries[-1].id
    again = {"value": "Strength d8 + action push d10 (10)"}
    for on, data in (("preset", {"place": 0}), ("log-reload", {"event": line}), ("notation", again)):
        reader.do(on, **data)
        assert reader.model.sheet.notation == "Strength d8 (10)", on
        assert "Ann has used this Action" in reader.text("news"), on
    reader.note("Strength d8 + action push d6 + action Luck d4 (10)")
    assert "used" not in reader.text("news")
    assert reader.model.sheet.notation == "Strength d8 + action push d6 + action Luck d4 (10)"


def test_an_action_is_used_whatever_its_case() -> None:
    reader = ann(5, 5).note("Strength d8 + action push d6 (10)").do("roll")
    assert "Push used Push d10" in chips(reader)
    assert reader.model.sheet.notation == "Strength d8 (10)"


def test_rounds_go_by_and_actions_come_back_by_house_rule() -> None:
    for returning, left in (("by_hand", 1), ("each_round", 0)):
        reader = mira(9, 5, **{"house general": {"actions_return": returning}}).do("offer", offer="actions.0")
        reader.do("roll").go("general/tracker/").do("round-next")
        assert (count(reader, "round"), count(reader, "actions", "Mira")) == (2, left)
        reader.do("scene-new")
        assert (count(reader, "round"), count(reader, "actions", "Mira")) == (1, 0)


def test_a_round_counted_by_hand_brings_actions_back_like_the_next_one() -> None:
    for returning, left in (("by_hand", 1), ("each_round", 0)):
        reader = mira(9, 5, **{"house general": {"actions_return": returning}}).do("offer", offer="actions.0")
        reader.do("roll").go("general/tracker/").do("count-note", value="late").do("count", counter="round", by=2)
        assert (count(reader, "round"), count(reader, "actions", "Mira")) == (3, left)
        assert [getattr(event, "note", "") for event in reader.model.campaign.events].count("late") == 1
        reader.do("action-use", who="Mira", action="Dash d6", by=1).do("count", counter="round", by=-1)
        assert (count(reader, "round"), count(reader, "actions", "Mira")) == (2, left + 1)


def test_a_named_pool_fills_the_form_and_drops_an_old_penalty() -> None:
    reader = person(Reader("moonwalk/tracker/"), "Kira", **{"pools.0.label": "Pistols", "pools.0.pool": "9"})
    reader.go("moonwalk/").note("4 - Trying Again 2 - Wounds 1 (2)").do("who", called="Kira")
    assert reader.model.sheet.notation == "Pistols 9 (2)"
    assert 'aria-pressed="true"' in reader.html("form").partition("Pistols")[0].rpartition("<button")[2]
    reader = person(Reader("almond/tracker/"), "Kira", **{"pools.0.label": "Sword 2", "pools.0.dice": "7"})
    assert reader.go("almond/").do("who", called="Kira").model.sheet.notation == "Sword 7d6 TN 4"
    assert 'aria-pressed="true"' in reader.html("form").partition("Sword 2")[0].rpartition("<button")[2]
    assert "Kira · Sword" in reader.do("roll").text("card")
    assert "Kira · Sword" in reader.go("almond/log/").text("screen")


def test_a_named_pool_is_offered_while_the_form_makes_no_test() -> None:
    reader = person(Reader("moonwalk/tracker/"), "Kira", **{"pools.0.label": "Pistols", "pools.0.pool": "9"})
    reader.go("moonwalk/").do("who", called="Kira")
    typed = {"modifiers.0.label": "trying again", "modifiers.0.number": "-2", "modifiers.1.number": "-"}
    reader.do("field", form=typed, changed="modifiers.1.number")
    assert reader.model.sheet.test is None
    assert "Pistols" in reader.text("form")
    reader.do("offer", offer="pools.0")
    assert (reader.model.sheet.values["label"], reader.model.sheet.values["pool"]) == ("Pistols", 9)
    assert reader.model.sheet.values["modifiers"] == []


def test_a_failed_test_is_followed_by_its_new_try() -> None:
    reader = Reader("moonwalk/", faces=[1, 2, 3, 1, 1, 2]).do("test-time", seconds=60).note("3 (1)").do("roll")
    first = reader.model.campaign.events[-1]
    assert value(reader.model, "clock") == 60
    reader.go("moonwalk/tracker/")
    assert "−2 dice for another 2 min" in reader.text("screen")
    reader.do("count", counter="clock", by=60)
    assert "−2 dice for another 1 min" in reader.text("screen")
    reader.do("retry", event=first.id)
    assert (reader.model.place.tab, reader.model.sheet.notation) == ("roll", "3 - Trying Again 2 (1)")
    reader.do("roll")
    second = reader.model.campaign.events[-1]
    assert isinstance(second, Rolled)
    assert second.follows == first.id
    assert "−4 dice" in reader.go("moonwalk/tracker/").text("screen")
    events = len(reader.model.campaign.events)
    assert len(reader.do("retry", event=first.id).model.campaign.events) == events


@pytest.mark.parametrize(("face", "still"), [(1, [-4]), (6, [])])
def test_another_try_may_have_other_dice(face: int, still: list[int]) -> None:
    reader = Reader("moonwalk/", faces=[1] * 6 + [face] * 6).note("6 (1)").do("roll")
    reader.note("6 + Edge 2 - Trying Again 2 (1)").do("roll")
    assert [again_penalty(one.again) for one in retries(reader.model.campaign)] == still


@pytest.mark.parametrize(
    ("notation", "tried"),
    [
        ("Climbing 3 - Trying Again 2 (1)", "Climbing 3 (1)"),
        ("climbing 4 - Trying Again 2 [3] (1) six", "Climbing 4 (1)"),
        ("Climbing 3 + Edge 2 - Trying Again 2 (1)", "Climbing 3 (1)"),
        ("Climbing 5 - Trying Again 2 (1)", "Climbing 4 (1)"),
        ("Climbing 3 (1)", ""),
        ("Climbing 3 - Trying Again 4 + 3 (1)", ""),
        ("Climbing 3 - Trying Again 2 (2)", ""),
        ("Climbing 3 - Trying Again 2 vs. 2", ""),
        ("Hacking 3 - Trying Again 2 (1)", ""),
    ],
)
def test_a_try_follows_the_failed_test_that_it_changed_least(notation: str, tried: str) -> None:
    reader = Reader("moonwalk/", faces=[1] * 99)
    for failed in ("Climbing 3 (1)", "Climbing 4 (1)", notation):
        reader.note(failed).do("roll")
    rolls = [event for event in reader.model.campaign.events if isinstance(event, Rolled)]
    assert {"": "", **{roll.id: roll.notation for roll in rolls}}[rolls[-1].follows] == tried


def two_failed(notation: str = "Climbing 3 (1)") -> Reader:
    """A reader who failed the same test twice, and may try either of them again."""
    reader = Reader("moonwalk/", faces=[1] * 99).do("test-time", seconds=60).note(notation)
    return reader.do("roll").do("roll").do("test-time", seconds=1)


def last_follows(reader: Reader) -> str:
    last = reader.model.campaign.events[-1]
    return last.follows if isinstance(last, Rolled) else ""


@pytest.mark.parametrize("line", [0, 1])
@pytest.mark.parametrize("changed", ["", "climbing 3 + Edge 2 - Trying Again 2 (1)", "Climbing 3 - Trying Again"])
def test_a_try_follows_the_failed_test_that_was_tapped(line: int, changed: str) -> None:
    reader = two_failed()
    failed = [entry.id for entry in reader.model.campaign.entries]
    reader.do("retry", event=failed[line])
    if changed:
        reader.note(changed).note("Climbing 3 + Rope 1 - Trying Again 2 (1)")
    assert last_follows(reader.do("roll")) == failed[line]
    reader.do("undo", event=reader.model.campaign.events[-1].id)
    assert last_follows(reader.do("roll")) == failed[line]
    reader.do("retry", event=failed[1 - line])
    assert last_follows(reader.do("roll")) == failed[1 - line]


def test_a_try_follows_the_failed_test_on_whose_card_it_was_tapped() -> None:
    reader = two_failed()
    first = reader.model.campaign.entries[0].id
    reader.do("log-replay", event=first).do("option", option="again")
    assert last_follows(reader.do("roll")) == first


def test_which_failed_test_was_tapped_is_known_on_the_next_visit() -> None:
    reader = person(Reader("moonwalk/tracker/", faces=[1] * 99), "Ann").do("who", called="Ann").note("Climbing 3 (1)")
    reader.do("roll").do("roll").do("test-time", seconds=1)
    first, second = (entry.id for entry in reader.model.campaign.entries if isinstance(entry.event, Rolled))
    reader.do("retry", event=first).visit("moonwalk/")
    assert last_follows(reader.do("roll")) == first
    reader.do("undo", event=reader.model.campaign.events[-1].id).note("Hacking 3 - Trying Again 2 (1)")
    reader.note("Climbing 3 - Trying Again 2 (1)").visit("moonwalk/")
    assert last_follows(reader.do("roll")) == second


@pytest.mark.parametrize("kept", [7, "n1", [], ["n1"], ["n1", 7], ["gone", ""], ["n3", ""], [["n1"], ""], {"n1": ""}])
def test_a_tapped_test_that_cannot_be_is_not_known(kept: object) -> None:
    reader = two_failed().note("Hacking 3 (1)").do("roll").do("retry", event="n1")
    assert reader.kept["again"] == ["n1", ""]
    reader.kept["again"] = kept
    assert reader.visit("moonwalk/").model.again is None


def test_which_failed_test_was_tapped_is_known_after_a_look_at_a_link() -> None:
    reader = two_failed()
    first = reader.model.campaign.entries[0].id
    looked_at = f"moonwalk/#{write_link(MOONWALK, MOONWALK.parse('7 (2)', {}))}"
    reader.do("retry", event=first).go(looked_at).visit(looked_at).do("link-close")
    assert last_follows(reader.do("roll")) == first
    reader.do("undo", event=reader.model.campaign.events[-1].id).do("retry", event=first)
    reader.go(looked_at).do("step", field="pool", by="1")
    assert reader.model.again is None


@pytest.mark.parametrize("meanwhile", ["Climbing 3 (1)", "Hacking 3 - Trying Again 2 (1)"])
def test_a_form_that_was_filled_anew_forgets_which_test_was_tapped(meanwhile: str) -> None:
    reader = two_failed()
    first, second = (entry.id for entry in reader.model.campaign.entries)
    reader.do("retry", event=first).note(meanwhile).note("Climbing 3 - Trying Again 2 (1)")
    assert last_follows(reader.do("roll")) == second


def test_somebody_else_does_not_try_again_what_was_tapped() -> None:
    reader = person(person(Reader("moonwalk/tracker/", faces=[1] * 99), "Ann"), "Bo").note("Climbing 3 (1)")
    for name in ("Ann", "Ann", "Bo"):
        reader.model = replace(reader.model, acting={**reader.model.acting, "moonwalk": name})
        reader.do("roll")
    first, _, third = (entry.id for entry in reader.model.campaign.entries if isinstance(entry.event, Rolled))
    reader.do("retry", event=first).do("who", called="Bo")
    assert last_follows(reader.do("roll")) == third
    reader.do("undo", event=reader.model.campaign.events[-1].id).do("who", called="Ann")
    assert last_follows(reader.do("roll")) == first


def test_another_log_has_not_the_failed_test_that_was_tapped() -> None:
    reader = two_failed()
    reader.do("retry", event=reader.model.campaign.entries[0].id)
    other = write_log([roll("x")])
    reader.do("log-import", value=other, name="other.json").do("log-replace")
    assert reader.model.again is None
    assert last_follows(reader.do("roll")) == ""


def test_another_try_without_dice_is_none() -> None:
    reader = Reader("moonwalk/", faces=[1, 2, 3, 1]).do("test-time", seconds=60).note("3 (1)").do("roll")
    reader.do("option", option="again").do("roll")
    assert "−4 dice within twice the time; no dice remain" in reader.text("card")
    assert "−4 dice for another 2 min; no dice remain" in reader.go("moonwalk/tracker/").text("screen")
    reader.go("moonwalk/").do("option", option="again")
    assert reader.model.sheet.notation == "3 - Trying Again 4 (1)"
    third = reader.do("roll").model.campaign.events[-1]
    assert isinstance(third, Rolled)
    assert (third.follows, third.took, value(reader.model, "clock")) == ("", 0, 120)
    assert "−4 dice for another 2 min" in reader.go("moonwalk/tracker/").text("screen")


def test_after_its_window_another_try_has_no_penalty() -> None:
    reader = Reader("moonwalk/", faces=[1, 2, 3]).note("3 (1)").do("roll")
    table = reader.model.trays["moonwalk"]
    assert reader.do("option", option="again").model.sheet.notation == "3 - Trying Again 2 (1)"
    reader.do("count", counter="clock", by=121)
    assert "Can be tried again" not in reader.go("moonwalk/tracker/").text("screen")
    card = reader.go("moonwalk/").do("log-replay", event=table.event).do("odds").text("card")
    assert "-2 dice" not in card
    assert "Try again 70 % to succeed" in card
    assert "What you can do, best first 70 % to succeed: Try again" in card
    assert "Leave it at that" not in card
    assert reader.do("option", option="again").model.sheet.notation == "3 (1)"


def test_intervals_pass_on_the_clock_and_wait_in_the_tracker() -> None:
    reader = Reader("moonwalk/", faces=[1, 2, 5, 2, 3]).note("3 (2, 2 hours) Extended Test").do("roll")
    line = reader.model.campaign.entries[0].id
    assert value(reader.model, "clock") == 7_200
    reader.go("moonwalk/tracker/")
    assert "+2 h" in reader.text("screen")
    reader.do("log-replay", event=line).do("option", option="next")
    assert value(reader.model, "clock") == 14_400
    assert len(reader.model.campaign.entries) == 1
    reader.do("test-time", seconds=10).do("test-time", seconds=11)
    assert reader.model.tracker.test_time == 10
    kept = initial_model("", place_at("moonwalk/"), kept={"test time": 10, "who moonwalk": "Kira"})
    assert (kept.tracker.test_time, kept.acting["moonwalk"]) == (10, "Kira")
    assert initial_model("", place_at(""), kept={"test time": "soon"}).tracker.test_time == 0


def test_an_interval_and_another_try_are_due_once_the_clock_passed_them() -> None:
    reader = Reader("moonwalk/", faces=[5, 1, 2]).note("3 (3, 1 hour) Extended Test").do("roll")
    reader.go("moonwalk/tracker/")
    assert "Next interval due in 1 h" in reader.text("screen")
    for name, passed, due in (("+10 min", 600, "in 50 min"), ("+1 h", 3_600, "now"), ("+8 h", 28_800, "now")):
        assert name in reader.text("screen")
        reader.do("count", counter="clock", by=passed)
        assert f"Next interval due {due}" in reader.text("screen")
    reader = Reader("moonwalk/tracker/", faces=[1, 2, 3]).do("test-time", seconds=3_600).go("moonwalk/")
    reader.note("3 (2)").do("roll").go("moonwalk/tracker/")
    for passed, due in ((0, "for another 2 h"), (600, "for another 1 h 50 min")):
        reader.do("count", counter="clock", by=passed)
        assert f"−2 dice {due}" in reader.text("screen")
    reader.do("count", counter="clock", by=28_800)
    assert "Can be tried again" not in reader.text("screen")  # it is a test like any other by now


def test_a_turn_lands_in_its_challenge() -> None:
    reader = cohort(6, 6, 2, 2, 2, 2)
    reader.do("play", challenge="Riot")
    assert reader.model.sheet.notation == "primary lead + other assist pcs 2 vs Minor 5"
    reader.do("roll")
    turn = reader.model.campaign.events[-1]
    assert isinstance(turn, Rolled)
    assert (turn.under, turn.who) == ("Riot", "Ann")
    assert count(reader, "resolved", "Riot") == 2
    reader.do("option", option="challenge").do("roll")
    strike = reader.model.campaign.events[-1]
    assert isinstance(strike, Rolled)
    assert (strike.under, strike.who, count(reader, "stress")) == ("Riot", "", 2)


def test_a_turn_that_was_taken_is_not_offered_again() -> None:
    reader = cohort(6, 6, 2, 2, 2, 2, 6, 6, 6).do("play", challenge="Riot").do("roll")
    assert "Roll again" not in reader.text("bar")
    assert "The Challenge's turn, round 1" in reader.text("bar")
    assert "does not count" not in reader.text("form")
    reader.do("change")
    assert "does not count for Riot: next is the Challenge's turn, with 2 dice resolved" in reader.text("form")
    reader.do("play", challenge="Riot").do("roll")
    strike = reader.model.campaign.entries[-1].id
    for who in ("Ann", "Bo"):
        reader.do("deal-step", event=strike, who=who, by=1)
    reader.do("deal", event=strike)
    assert "The Cohort's turn, round 2" in reader.text("bar")
    reader.do("play", challenge="Riot")
    assert "does not count" not in reader.text("form")
    reader.do("roll")
    assert "Challenge resolved" in reader.text("card")
    assert "Begin a Challenge Riot is resolved" in reader.text("bar")
    assert "does not count" not in reader.do("change").text("form")
    assert "Roll again" in Reader("relics/", faces=[6, 6]).note("2d6 vs Minor").do("roll").text("bar")


def test_a_challenge_that_nobody_tracks_goes_on_from_turn_to_turn() -> None:
    reader = Reader("relics/", faces=[6, 6, 2, 5, 5, 2]).note(
        "2d6 +1 / 1d (Aim doom 1) -1 / 1d (Shaken) destiny 1 vs Minor 5"
    )
    assert "The Challenge's turn 3d6, 2 of 5 resolved" in reader.do("roll").text("bar")
    assert "The Challenge's turn" not in reader.text("card")
    assert reader.do("onward").model.sheet.notation == "Minor 5 resolved 2"
    reader.do("roll")
    assert "No PCs yet. Add them in the Tracker" in reader.text("card")
    assert "The Cohort's turn" in reader.text("bar")
    assert reader.do("onward").model.sheet.notation == "2d6 -1 / 1d (Shaken) vs Minor 5 resolved 2"
    reader = Reader("relics/", faces=[6, 6, 6, 5, 5]).note("3d6 vs Minor 2").do("roll")
    assert "A new Challenge The Challenge is resolved" in reader.text("bar")
    assert reader.do("afresh").model.sheet.notation == "3d6 vs Minor 2"
    assert "Roll again" in Reader("relics/", faces=[5, 5]).note("Minor 2").do("roll").text("bar")


def test_the_trait_of_a_disaster_hinders_the_next_turn_of_an_untracked_one() -> None:
    reader = (
        Reader("relics/", faces=[1, 1, 2, 2, 2, 2, 2]).note("2d6 vs Minor 5").do("roll").do("edit", subject="trait")
    )
    reader.do("edit-save", form={"called": "Panic", "challenge": ""}).go("relics/")
    reader.do("onward").do("roll").do("onward")
    assert reader.model.sheet.notation == "2d6 trait (Panic) vs Minor 5"


@pytest.mark.parametrize("faces", [(6, 6, *(2,) * 9), (2,) * 12])
def test_each_way_on_from_a_turn_stands_there_once(faces: tuple[int, ...]) -> None:
    reader = cohort(*faces).do("play", challenge="Riot").do("roll")
    ways = r">(?:<strong[^>]*>)?The (?:Cohort|Challenge)&#x27;s turn.*?</button>"
    for turn in ("The Challenge's turn, round 1", "The Cohort's turn, round 2"):
        for who in ("Ann", "Bo"):
            for waits in undealt(reader.model.campaign):
                reader.do("deal-step", event=waits.id, who=who, by=1)
        for waits in undealt(reader.model.campaign):
            reader.do("deal", event=waits.id)
        assert turn in reader.text("bar")
        assert len(re.findall(ways, reader.html("card") + reader.html("bar"))) == 1
        reader.do("play", challenge="Riot").do("roll")


def test_a_turn_against_other_dice_is_not_the_challenges() -> None:
    reader = cohort(6, 6, 6).do("play", challenge="Riot").note("3d6 pcs 2 vs Minor 4").do("roll")
    turn = reader.model.campaign.events[-1]
    assert isinstance(turn, Rolled)
    assert turn.under == ""
    assert count(reader, "resolved", "Riot") == 0


def test_stress_is_dealt_out_to_the_last_point() -> None:
    reader = cohort(2, 2, 2, 5, 5, 5, 2, 2).do("play", challenge="Riot").do("roll")
    reader.do("option", option="challenge").do("roll")
    event = reader.model.campaign.entries[-1].id
    assert "3 Stress to deal out (Riot)" in reader.text("card")
    reader.do("deal", event=event).do("deal-step", event=event, who="Ann", by=-1)
    for who in ("Ann", "Ann", "Bo", "Bo"):
        reader.do("deal-step", event=event, who=who, by=1)
    assert reader.model.tracker.shares == {"Ann": 2, "Bo": 1}
    assert "Ann Stress 0 → 2 of 10" in reader.text("card")
    reader.do("deal-step", event=event, who="Bo", by=-1).do("deal", event=event)
    assert "does not deal out 3" in reader.told[0]
    assert reader.text("bar").startswith("3 Stress to deal out")
    assert reader.do("deal-evenly", event=event).model.tracker.shares == {"Ann": 2, "Bo": 1}
    assert reader.text("bar").startswith("Deal the Stress out")
    reader.do("deal", event=event)
    assert (count(reader, "stress", "Ann"), count(reader, "stress", "Bo"), count(reader, "stress")) == (2, 1, 0)
    assert "(Riot)" not in reader.text("card")
    assert reader.do("deal-step", event=event, who="Bo", by=1).model.tracker.shares == {}


def tap(reader: Reader, name: str) -> None:
    """Tap the button of this name on the Roll screen."""
    assert reader.model.place.tab == "roll"
    shown = reader.html("card") + reader.html("bar")
    attributes, *_ = [
        given for given, inside in BUTTON.findall(shown) if unescape(TAGS.sub("", inside)).startswith(name)
    ]
    data = {key.removeprefix("data-").replace("-", "_"): value for key, value in DATA.findall(attributes)}
    reader.do(data.pop("on", "roll"), **data)


BUTTON = re.compile(r"<button([^>]*)>(.*?)</button>")
DATA = re.compile(r'(data-[a-z-]+)="([^"]*)"')


def test_a_round_with_stress_takes_six_taps_on_one_screen() -> None:
    reader = cohort(2, 2, 2, 5, 5, 5, 2, 2).do("play", challenge="Riot")
    for name in ("Roll", "The Challenge's turn", "Roll", "Share evenly", "Deal the Stress out", "The Cohort's turn"):
        tap(reader, name)
    assert sum(count(reader, "stress", who) for who in ("Ann", "Bo")) == 3
    assert reader.text("bar").startswith("Roll 3d6")


def test_stress_beyond_the_maximum_is_kept() -> None:
    reader = cohort(2, 2, 2, 5, 5, 5, 2, 2).do("count", counter="stress", who="Ann", by=9)
    reader.do("play", challenge="Riot").do("roll").do("option", option="challenge").do("roll")
    event = reader.model.campaign.entries[-1].id
    assert "of 10 Stressed Out" not in reader.text("card")
    for _ in range(3):
        reader.do("deal-step", event=event, who="Ann", by=1)
    assert "Ann Stress 9 → 12 of 10 Stressed Out" in reader.text("card")
    assert count(reader.do("deal", event=event), "stress", "Ann") == 12
    assert "Stress − 12 of 10 +" in reader.go("relics/tracker/").text("screen")
    assert count(reader.do("count", counter="stress", who="Ann", by=1), "stress", "Ann") == 13
    assert count(reader.do("count", counter="stress", who="Ann", by=-1), "stress", "Ann") == 12


def test_a_stressed_out_pc_does_not_lead() -> None:
    reader = cohort().do("count", counter="stress", who="Ann", by=10)
    assert "Stressed Out and cannot lead" in reader.text("screen")
    reader.do("play", challenge="Riot")
    assert reader.model.place.tab == "tracker"
    assert "Not yet" in reader.text("news")
    reader.do("lead", challenge="Riot", called="Bo").do("lead", challenge="Riot", called="Ann")
    assert reader.do("play", challenge="Riot").model.sheet.notation.startswith("other lead")


def test_who_rolls_leads_where_the_leader_is_stressed_out() -> None:
    reader = cohort().do("count", counter="stress", who="Ann", by=10).go("relics/").do("who", called="Bo")
    assert reader.do("play", challenge="Riot").model.sheet.notation.startswith("other lead")
    reader.go("relics/tracker/").do("count", counter="stress", who="Bo", by=10)
    reader.do("count", counter="stress", who="Ann", by=-1).go("relics/").do("who", called="Ann")
    assert reader.do("play", challenge="Riot").model.sheet.notation.startswith("primary lead")
    reader.go("relics/tracker/").do("count", counter="stress", who="Ann", by=1).go("relics/")
    assert "Not yet" in reader.do("play", challenge="Riot").text("news")


def test_the_next_round_waits_for_the_stress_of_this_one() -> None:
    reader = cohort(2, 2, 2, 5, 5, 2, 2, 2, 6, 6, 6).do("play", challenge="Riot").do("roll")
    reader.do("play", challenge="Riot").do("roll")
    strike = reader.model.campaign.entries[-1].id
    assert "2 Stress to deal out (Riot)" in reader.text("card")
    assert "Not yet" not in reader.text("card")
    assert reader.text("bar").startswith("2 Stress to deal out")
    assert reader.do("to-deal", event=strike).commands == [{"do": "focus", "id": f"deal-{strike}"}]
    assert f'id="deal-{strike}"' in reader.html("card")
    reader.do("play", challenge="Riot")
    assert "Not yet: 2 Stress" in reader.text("news")
    reader.note("primary lead + other assist pcs 2 vs Minor 5").do("roll")
    assert reader.model.campaign.entries[-1].id == strike
    assert "Not yet: 2 Stress" in reader.text("form")
    for who in ("Ann", "Bo"):
        reader.do("deal-step", event=strike, who=who, by=1)
    reader.do("deal", event=strike)
    assert "Not yet" not in reader.text("form")
    assert count(reader.do("roll"), "resolved", "Riot") == 3


@pytest.mark.parametrize("notation", ["", "primary lead + other assist pcs 2 vs Minor 5"])
def test_a_leader_stressed_out_since_the_huddle_leads_no_turn(notation: str) -> None:
    reader = cohort(6, 6, 2).do("count", counter="stress", who="Ann", by=9).do("play", challenge="Riot")
    reader.do("count", counter="stress", who="Ann", by=1)
    if notation:
        reader.note(notation)
    reader.do("roll")
    assert "Not yet: with 10 Stress" in reader.text("news")
    assert "Not yet: with 10 Stress" in reader.text("form")
    assert reader.do("by-hand").model.hand is None
    reader.do("by-hand").do("count", counter="stress", who="Ann", by=-1)
    assert "Not yet" not in reader.text("form")
    assert count(reader.do("roll"), "resolved", "Riot") == 2


@pytest.mark.parametrize("on", ["face", "roll-rest"])
def test_a_leader_stressed_out_since_the_first_typed_die_leads_no_turn(on: str) -> None:
    reader = cohort(2).do("count", counter="stress", who="Ann", by=9).do("play", challenge="Riot").do("by-hand")
    reader.do("face", face=6).do("face", face=6).go("relics/tracker/")
    reader.do("count", counter="stress", who="Ann", by=1).go("relics/")
    assert "Not yet: with 10 Stress" in reader.text("card")
    before = reader.model
    reader.do(on, face=2)
    assert "Not yet: with 10 Stress" in reader.text("news")
    assert "Not yet: with 10 Stress" in reader.told[0]
    assert replace(reader.model, news=None) == before
    reader.do("count", counter="stress", who="Ann", by=-1)
    assert "Not yet" not in reader.text("card")
    assert count(reader.do(on, face=2), "resolved", "Riot") == 2


def test_a_turn_that_costs_more_than_its_pools_have_is_not_rolled() -> None:
    reader = cohort(1, 4, 4).do("count", counter="destiny", by=1).do("play", challenge="Riot")
    plain = reader.model.sheet.notation
    assert "to be spent" not in reader.note(plain.replace(" pcs", " destiny 1 pcs")).text("form")
    reader.note(plain.replace(" pcs", " trait (Aim destiny 1) destiny 1 pcs"))
    refused = "Not yet: 2 Destiny spent, but the pool has 1; spend less, or correct the pool. Change that"
    assert refused in reader.text("form")
    for way in ("roll", "by-hand"):
        reader.do(way)
        assert refused in reader.text("news")
        assert count(reader, "destiny") == 1
        assert reader.model.hand is None
    reader.do("by-hand").note(plain.replace(" pcs", " trait (Fury doom -2) pcs")).do("roll")
    assert "Not yet: 2 Doom spent, but the pool has 0; spend less" in reader.text("news")
    assert reader.model.tray is None
    reader.go("relics/tracker/").do("count", counter="doom", by=2).go("relics/")
    assert count(reader.do("roll"), "doom") == 1
    reader = Reader("relics/", faces=[2] * 5).note("3d6 destiny 2")
    assert "to be spent" not in reader.text("form")
    assert reader.do("roll").model.tray is not None


def with_traits(*faces: int) -> Reader:
    """The Cohort, in which Ann can aim for one Destiny and Bo can taunt, which adds one Doom."""
    reader = cohort(*faces)
    aim = {"kind": "simple", "value": "1", "dice": "2", "destiny": "1"}
    taunt = {"kind": "simple", "value": "-1", "dice": "1", "doom": "1"}
    for name, label, row in (("Ann", "Aim", aim), ("Bo", "Taunt", taunt)):
        reader.do("edit", subject="player", called=name)
        cells = {f"traits.0.{cell}": value for cell, value in row.items()}
        reader.do("edit-save", form={"called": name, "traits.0.label": label, **cells})
    return reader.do("count", counter="destiny", by=1).do("play", challenge="Riot")


def test_a_trait_is_declared_by_a_tap_and_spent_with_the_roll() -> None:
    reader = with_traits(*[2] * 11)
    reader.go("relics/tracker/").do("look", called="Ann")
    assert "Primary: Social Aim: +1 / 2d, 1 Destiny" in reader.text("screen")
    assert "Traits Aim Ann · +1 / 2d · 1 Destiny Taunt Bo · −1 / 1d · +1 Doom" in reader.go("relics/").text("form")
    reader.do("offer", offer="Ann.0")
    assert 'data-offer="Ann.0" aria-pressed="true"' in reader.html("form")
    assert reader.model.sheet.notation == "primary lead + other assist +1 / 2d (Ann's Aim destiny 1) pcs 2 vs Minor 5"
    reader.do("offer", offer="Ann.0")
    assert "Aim" not in reader.model.sheet.notation
    reader.do("offer", offer="Ann.0").do("roll")
    assert count(reader, "destiny") == 0
    line = reader.model.campaign.entries[-1].id
    assert count(reader.do("undo", event=line), "destiny") == 1
    reader.do("play", challenge="Riot").do("roll").do("play", challenge="Riot")
    assert "Ann · +1 / 2d" not in reader.text("form")
    reader.do("offer", offer="Bo.0").do("roll")
    turn = reader.model.campaign.events[-1]
    assert isinstance(turn, Rolled)
    assert turn.notation == "Minor 5 -1 / 1d (Bo's Taunt doom 1)"
    assert count(reader, "doom") == 1


def test_a_table_of_five_declares_a_trait_each() -> None:
    reader = Reader("relics/tracker/")
    trait = {"kind": "simple", "value": "1", "dice": "2", "destiny": "1", "doom": "0"}
    names = ("Anneliese", "Bartholomew", "Cyprian", "Desdemona", "Evangeline")
    for name in names:
        cells = {f"traits.0.{cell}": value for cell, value in ({"label": "Fusiontech Blaster"} | trait).items()}
        reader.do("edit", subject="player").do("edit-save", form={"called": name, "secondary": "Social", **cells})
    challenge(reader, "Riot", "Cyprian", threat="Ultimate").go("relics/").do("play", challenge="Riot")
    for name in names:
        reader.do("offer", offer=f"{name}.0")
    assert reader.model.sheet.test is not None
    assert len(reader.model.sheet.test.traits) == 5
    assert reader.html("form").count('.0" aria-pressed="true"') == 5
    assert len(reader.do("offer", offer="Cyprian.0").model.sheet.test.traits) == 4


def summaries(reader: Reader) -> list[str]:
    """The lines of the form that can be opened."""
    return [unescape(line) for line in re.findall(r"<summary>([^<]*)</summary>", reader.html("form"))]


def test_the_form_asks_only_what_the_tracker_does_not_know() -> None:
    reader = with_traits(6, 6, 2).do("count", counter="stress", who="Ann", by=3)
    reader.do("play", challenge="Riot").do("offer", offer="Ann.0")
    assert summaries(reader)[0] == "Minor 5 · Bo assists · 1 of 1 Destiny"
    assert 'aria-label="Remove Ann&#x27;s Aim +1 / 2d"' in reader.html("form")
    assert 'id="group-turn" class="card"' in reader.html("form")
    assert 'role="group" aria-label="Bo"><strong>Bo</strong>' in reader.html("form")
    assert "-1 / 1d" in reader.do("usual", field="traits", place=3).model.sheet.notation
    reader.do("play", challenge="Riot").do("roll")
    assert summaries(reader)[0] == "Minor 5 · Bo assists"
    reader.do("play", challenge="Riot")
    assert summaries(reader)[0] == "Minor 5, 2 resolved"
    assert 'id="group-turn"' not in reader.note("5d6 vs Minor 4").html("form")


@pytest.mark.parametrize(
    ("cells", "field", "problem"),
    [
        ({"label": ""}, "label", "type one"),
        ({"label": "Aim"}, "label", ""),
        ({"label": "1 destiny", "value": "1", "kind": "simple"}, "label", "reads like a cost"),
        ({"label": "Aim", "value": "0", "kind": "simple"}, "value", "0 changes nothing"),
        ({"label": "Aim", "value": "9", "kind": "auto"}, "value", "use 1 to 8"),
    ],
)
def test_a_trait_that_no_turn_can_have_is_refused(cells: dict[str, str], field: str, problem: str) -> None:
    reader = Reader("relics/tracker/").do("edit", subject="player")
    row = {f"traits.0.{name}": value for name, value in ({"kind": "none"} | cells).items()}
    editing = reader.do("edit-save", form={"called": "Ann", **row}).model.tracker.editing
    assert problem == "" if editing is None else problem in editing.wrong[f"traits.0.{field}"]


def test_a_challenge_without_a_leader_asks_for_one_above_the_form() -> None:
    reader = challenge(person(Reader("relics/tracker/"), "Ann"), "Riot").go("relics/").do("play", challenge="Riot")
    assert "Not yet: nobody leads yet" in reader.text("news")
    assert reader.model.place.tab == "roll"
    reader.do("lead", challenge="Riot", called="Ann")
    assert reader.model.sheet.notation == "other lead pcs 1 vs Minor 5"


def test_whoever_rolls_leads_a_challenge_that_nobody_leads_yet() -> None:
    reader = challenge(person(person(Reader("relics/tracker/"), "Ann"), "Bo", primary="Social"), "Riot")
    reader.go("relics/").do("who", called="Bo").do("play", challenge="Riot")
    assert reader.model.news is None
    assert reader.model.sheet.notation == "primary lead + other assist pcs 2 vs Minor 5"
    reader.do("who", called="Ann").do("play", challenge="Riot")  # Bo still does
    assert reader.model.sheet.notation == "primary lead + other assist pcs 2 vs Minor 5"


def test_a_challenge_without_pcs_leads_to_the_tracker() -> None:
    reader = challenge(Reader("relics/tracker/"), "Riot").go("relics/").do("play", challenge="Riot")
    assert "Not yet: this Cohort has no PCs yet" in reader.text("news")
    assert reader.model.place.tab == "tracker"
    assert {"do": "go", "to": "relics/tracker/"} in reader.commands


def test_another_leader_keeps_what_the_huddle_declared() -> None:
    reader = cohort().do("play", challenge="Riot")
    reader.note(f"{reader.model.sheet.notation} +1 / 2d -1 / 1d destiny 2")
    declared = reader.model.sheet.test.traits
    reader.do("lead", challenge="Riot", called="Bo")
    assert reader.model.sheet.test.traits == declared
    assert reader.model.sheet.test.acting.destiny == 2
    assert reader.model.sheet.notation.startswith("other lead")
    reader.note("5d6 +3 / 1d").do("lead", challenge="Riot", called="Ann")
    assert reader.model.sheet.test.traits == ()


def test_a_leader_chosen_in_the_tracker_leads_the_turn_that_the_form_has() -> None:
    reader = cohort().do("play", challenge="Riot").go("relics/tracker/")
    reader.do("lead", challenge="Riot", called="Bo").go("relics/")
    assert reader.model.sheet.notation == "other lead + primary assist pcs 2 vs Minor 5"
    reader.note("5d6 +3 / 1d").go("relics/tracker/").do("lead", challenge="Riot", called="Ann")
    assert reader.model.sheet.notation == "5d6 +3 / 1d pcs 2"


def test_the_form_follows_the_tracker_but_for_what_was_put_in_the_form() -> None:
    reader = cohort().do("play", challenge="Riot").go("relics/tracker/")
    reader.do("edit", subject="player", called="Bo").do("edit-save", form={"called": "Bo", "support": "social"})
    reader.do("count", counter="stress", who="Ann", by="1")
    assert reader.go("relics/").model.sheet.notation == "primary lead stress 1 + support assist pcs 2 vs Minor 5"
    reader.note("secondary lead stress 1 + support assist pcs 2 vs Minor 5").go("relics/tracker/")
    reader.do("edit", subject="player", called="Ann").do("edit-save", form={"called": "Ann", "support": "social"})
    reader.do("count", counter="stress", who="Ann", by="1")
    assert reader.model.sheet.notation == "secondary lead stress 2 + support assist pcs 2 vs Minor 5"
    reader.do("count", counter="resolved", who="Riot", by="1")
    assert reader.model.sheet.notation.endswith("vs Minor 5 resolved 1")


def test_the_form_of_who_rolls_stays_when_they_come_back() -> None:
    reader = person(Reader("relics/tracker/"), "Ann", primary="Social").go("relics/").do("who", called="Ann")
    line = reader.model.campaign.entries[-1].id
    reader.note("secondary lead pcs 1").do("undo", event=line).do("redo", event=line)
    assert reader.model.sheet.notation == "secondary lead pcs 1"


def test_dice_that_wait_to_be_typed_in_are_those_of_the_new_leader() -> None:
    reader = cohort(2).do("play", challenge="Riot").do("by-hand").do("face", face=6)
    assert "Die 2 of 3" in reader.text("card")
    person(reader.go("relics/tracker/"), "Cy", primary="Social")
    reader.do("lead", challenge="Riot", called="Bo").go("relics/")
    assert "Die 2 of 4" in reader.text("card")
    for _ in range(3):
        reader.do("face", face=6)
    assert count(reader, "resolved", "Riot") == 4


def test_leading_from_the_form_fills_it_anew() -> None:
    reader = cohort().do("play", challenge="Riot").do("lead", challenge="Riot", called="Bo")
    assert reader.model.sheet.notation == "other lead + primary assist pcs 2 vs Minor 5"
    assert "leads" in reader.text("form")
    reader = person(Reader("relics/tracker/"), "Ann", primary="Social")
    assert reader.go("relics/").do("who", called="Ann").model.sheet.notation == "primary lead pcs 1"


def test_a_disasters_trait_is_named_on_its_card() -> None:
    reader = cohort(1, 1, 1, 2, 2, 2, 2, 2).do("play", challenge="Riot").do("roll")
    line = reader.model.campaign.entries[-1].id
    assert "With a modifier" in reader.text("card")
    assert "1 / 1d" not in reader.text("card").partition("name the Hindering trait")[2]
    reader.do("disaster", form={"called": "doom 1"}, event=line)
    assert "cannot stand in a name" in reader.text("news")
    reader.do("disaster", form={"called": "Shaken"}, event=line)
    assert "With a modifier" not in reader.text("card")
    assert reader.model.place.tab == "roll"
    assert dict(reader.model.campaign.records_of("relics", "trait")["Shaken"])["roll"] == line
    before = reader.model
    assert reader.do("disaster", form={"called": "Panic"}, event=line).model == replace(before, news=None)
    reader.do("play", challenge="Riot").do("roll").do("play", challenge="Riot")
    assert "(Shaken)" in reader.model.sheet.notation
    reader.go("relics/tracker/").do("event-ends")
    assert not reader.model.campaign.records_of("relics", "trait")
    assert "The Event ends" not in reader.text("screen")


def test_a_name_typed_for_a_trait_stays_where_its_modifier_is_given() -> None:
    reader = cohort(1, 1, 1, 2, 2, 2, 2, 2).do("play", challenge="Riot").do("roll")
    reader.do("edit", form={"called": "Shaken"}, subject="trait")
    assert 'value="Shaken"' in reader.html("screen")


def test_a_disasters_trait_is_named_and_hinders_from_then_on() -> None:
    reader = cohort(1, 1, 1, 2, 2, 2, 2, 2).do("play", challenge="Riot").do("roll")
    assert "A Disaster in Riot" in reader.text("card")
    reader.do("edit", subject="trait")
    assert reader.model.place.tab == "tracker"
    wrong = {"called": "Shaken", "challenge": "", "kind": "simple", "value": "0", "dice": "1"}
    reader.do("edit-save", form=wrong)
    assert "0 changes nothing" in reader.text("screen")
    reader.do("edit-save", form={**wrong, "called": "Shaken -1", "value": "-1"})
    assert "cannot stand in a name" in reader.text("screen")
    reader.do("edit-save", form={**wrong, "value": "-1"})
    assert "A Disaster" not in reader.text("screen")
    reader.do("play", challenge="Riot").do("roll")
    reader.do("play", challenge="Riot")
    assert "-1 / 1d [disaster] (Shaken)" in reader.model.sheet.notation
    reader.go("relics/tracker/").do("edit", subject="trait", called="Shaken")
    reader.do("edit-save", form={**wrong, "called": "Rattled", "value": "-2"})
    assert list(reader.model.campaign.records_of("relics", "trait")) == ["Rattled"]


def test_the_trait_of_an_undone_disaster_hinders_no_more() -> None:
    reader = cohort(1, 1, 1, 1, 1, 1).do("play", challenge="Riot").do("roll")
    panic = {"called": "Panic", "challenge": "", "kind": "simple", "value": "-1", "dice": "2"}
    reader.do("edit", subject="trait").do("edit-save", form=panic)
    reader.do("undo", event=reader.model.campaign.entries[-2].id).do("play", challenge="Riot")
    assert "Panic" not in reader.model.sheet.notation
    assert "Panic" not in reader.go("relics/tracker/").text("screen")
    reader.go("relics/").do("roll").do("edit", subject="trait").do("edit-save", form=panic)
    assert "Panic" in reader.text("screen")


def named_for_a_disaster(challenge: str, kind: str, value: str, dice: str) -> dict[str, str] | None:
    """The fault of the trait that a Disaster left, by its field; None where it is saved."""
    form = {"called": "Shaken", "challenge": challenge, "kind": kind, "value": value, "dice": dice}
    reader = cohort().do("edit", subject="trait").do("edit-save", form=form)
    editing = reader.model.tracker.editing
    assert bool(editing) is ("Shaken" not in reader.model.campaign.records_of("relics", "trait"))
    return dict(editing.wrong) if editing else None


@pytest.mark.parametrize(
    ("kind", "value", "dice", "where", "said"),
    [
        ("simple", "3", "2", "value", "+3 / 2d is Beneficial"),
        ("auto", "6", "1", "value", "A6 / 1d is Beneficial"),
        ("add", "1", "2", "dice", "+2d6 is Beneficial"),
    ],
)
def test_a_disasters_trait_is_never_beneficial(kind: str, value: str, dice: str, where: str, said: str) -> None:
    wrong = named_for_a_disaster("", kind, value, dice)
    assert wrong is not None
    assert list(wrong) == [where]
    assert said in wrong[where]


@pytest.mark.parametrize(
    ("challenge", "kind", "value", "dice"),
    [
        ("", "simple", "-1", "2"),
        ("", "auto", "2", "1"),
        ("Riot", "auto", "1", "1"),
        ("", "add", "1", "-1"),
        ("", "none", "1", "1"),
        ("Riot", "none", "1", "1"),
    ],
)
def test_a_disasters_trait_hinders_or_has_no_modifier(challenge: str, kind: str, value: str, dice: str) -> None:
    assert named_for_a_disaster(challenge, kind, value, dice) is None


def disasters() -> Reader:
    """A Disaster of the Cohort's turn, then one of the Challenge's, neither with its trait named."""
    reader = cohort(*[1] * 8).do("play", challenge="Riot").do("roll")
    return reader.do("play", challenge="Riot").do("roll").go("relics/tracker/")


def test_disasters_wait_for_their_traits_one_by_one() -> None:
    reader = disasters()
    ours, theirs = (entry.id for entry in reader.model.campaign.entries[-2:])
    assert "it leaves on the Cohort" in reader.text("screen")
    assert "it leaves on Riot" in reader.text("screen")
    assert "it leaves on the Cohort" not in reader.go("relics/").text("card")
    for name, side in (("Shaken", ""), ("Torn", "Riot"), ("Old", "")):
        reader.do("edit", subject="trait").do("edit-save", form={"called": name, "challenge": side, **HINDERS})
    named = reader.model.campaign.records_of("relics", "trait")
    assert [dict(facts)["roll"] for facts in named.values()] == [ours, theirs, ""]
    assert "A Disaster" not in reader.text("screen")
    reader.do("undo", event=theirs)
    assert [name for name in named if name in reader.text("screen")] == ["Shaken", "Old"]


def test_a_trait_moved_to_the_other_side_belongs_to_that_sides_disaster() -> None:
    reader = disasters()
    ours, theirs = (entry.id for entry in reader.model.campaign.entries[-2:])
    for side, disaster in (("", ours), ("", ours), ("Riot", theirs)):
        called = "Shaken" if "Shaken" in reader.model.campaign.records_of("relics", "trait") else ""
        reader.do("edit", subject="trait", called=called)
        reader.do("edit-save", form={"called": "Shaken", "challenge": side, **HINDERS})
        assert dict(reader.model.campaign.records_of("relics", "trait")["Shaken"])["roll"] == disaster


def test_a_challenges_traits_come_with_its_turn() -> None:
    reader = cohort(2, 2, 2).do("edit", subject="trait")
    reader.do("edit-save", form={"called": "Torn", "challenge": "Riot", "kind": "simple", "value": "-1", "dice": "2"})
    reader.do("play", challenge="Riot").do("roll").do("option", option="challenge")
    assert reader.model.sheet.notation == "Minor 5 -1 / 2d [disaster] (Torn)"


def test_a_challenge_keeps_its_name_and_its_bounds() -> None:
    reader = cohort(6, 6, 6).do("play", challenge="Riot").do("roll").go("relics/tracker/")
    reader.do("count", counter="resolved", who="Riot", by=9)
    assert count(reader, "resolved", "Riot") == 5
    assert "Resolved" in reader.text("screen")
    reader.do("edit", subject="challenge", called="Riot")
    assert 'name="called"' not in reader.html("screen")
    reader.do("edit-save", form={"type": "Combat", "threat": "Major", "rating": "7"})
    assert "Major 7 · Combat" in reader.text("screen")
    assert "The Challenge's turn, round 1" in reader.text("screen")
    challenge(reader.do("remove", subject="challenge", called="Riot"), "Riot")
    assert "use another name" in reader.text("screen")


def test_surplus_resolved_dice_are_not_counted() -> None:
    reader = cohort(6, 6, 2).do("count", counter="resolved", who="Riot", by=3)
    by_hand = reader.model.campaign.entries[-1].id
    reader.do("play", challenge="Riot").do("roll").do("undo", event=by_hand).go("relics/tracker/")
    reader.do("count", counter="resolved", who="Riot", by=3).do("redo", event=by_hand)
    assert "Resolved dice − 5 of 5 +" in reader.text("screen")
    reader.do("count", counter="resolved", who="Riot", by=-1)
    assert "Resolved dice − 4 of 5 +" in reader.text("screen")
    reader.do("edit", subject="challenge", called="Riot")
    reader.do("edit-save", form={"type": "Social", "threat": "Minor", "rating": "3"})
    assert "Resolved dice − 3 of 3 +" in reader.text("screen")
    reader.do("count", counter="resolved", who="Riot", by=-1)
    assert "Resolved dice − 2 of 3 +" in reader.text("screen")


def anew(reader: Reader, leader: str = "Ann") -> Reader:
    """The Riot removed, and another of its name begun."""
    return challenge(reader.go("relics/tracker/").do("remove", subject="challenge", called="Riot"), "Riot", leader)


@pytest.mark.parametrize("by", [3, 5])
def test_a_challenge_of_an_old_name_begins_anew(by: int) -> None:
    reader = anew(cohort(6, 6, 2).do("count", counter="resolved", who="Riot", by=by))
    assert count(reader, "resolved", "Riot") == 0
    assert "Round 1, the Cohort's turn" in reader.text("screen")
    reader.do("play", challenge="Riot").do("roll")
    assert count(reader, "resolved", "Riot") == 2


def test_turns_of_a_removed_challenge_never_return_to_one_of_its_name() -> None:
    reader = cohort(6, 6, 2).do("play", challenge="Riot").do("roll")
    turn = reader.model.campaign.entries[-1].id
    anew(reader.do("undo", event=turn)).do("redo", event=turn)
    assert count(reader, "resolved", "Riot") == 0
    assert "Round 1, the Cohort's turn" in reader.text("screen")


def test_a_removed_challenge_comes_back_with_its_resolved_dice() -> None:
    reader = cohort().do("count", counter="resolved", who="Riot", by=3)
    reader.do("remove", subject="challenge", called="Riot").do("undo", event=reader.model.campaign.entries[-1].id)
    assert count(reader, "resolved", "Riot") == 3


def test_a_challenge_whose_beginning_was_undone_begins_anew() -> None:
    reader = cohort().do("count", counter="resolved", who="Riot", by=3)
    begun = [entry.id for entry in reader.model.campaign.entries if getattr(entry.event, "subject", "") == "challenge"]
    for event in begun:
        reader.do("undo", event=event)
    assert count(challenge(reader, "Riot"), "resolved", "Riot") == 0


def test_a_challenges_facts_and_its_leader_are_undone_apart() -> None:
    reader = cohort().go("relics/tracker/").do("edit", subject="challenge", called="Riot")
    reader.do("edit-save", form={"type": "Combat", "threat": "Major", "rating": "7"})
    edit = reader.model.campaign.entries[-1].id
    lead = reader.do("lead", challenge="Riot", called="Bo").model.campaign.entries[-1].id
    assert "Minor 5 · Social" in reader.do("undo", event=edit).text("screen")
    assert leads(reader) == "Bo"
    assert leads(reader.do("redo", event=edit).do("undo", event=lead)) == "Ann"
    assert "Major 7 · Combat" in reader.text("screen")
    assert leads(anew(reader.do("lead", challenge="Riot", called="Bo"), "")) == ""


def leads(reader: Reader) -> str:
    """Who leads against the Riot."""
    (riot,) = all_going(reader.model)
    return riot.leader


def test_a_renamed_leader_goes_on_leading() -> None:
    reader = cohort().do("edit", subject="player", called="Ann").do("edit-save", form={"called": "Anna"})
    assert reader.do("play", challenge="Riot").model.sheet.notation.startswith("primary lead")
    assert 'data-called="Anna" aria-pressed="true"' in reader.html("form")
    reader.do("undo", event=reader.model.campaign.entries[-1].id)
    assert leads(reader) == "Ann"


@pytest.mark.parametrize("on", ["lead", "play", "deal", "deal-step", "retry", "remove", "who", "offer"])
def test_messages_about_nothing_change_nothing(on: str) -> None:
    reader = cohort()
    named = dict.fromkeys(("challenge", "called", "event", "who", "offer"), "x")
    data: dict[str, Any] = {**named, "by": "1", "subject": "player"}
    before = reader.model
    after = reader.do(on, **data).model
    assert (after.campaign, after.sheets, after.place) == (before.campaign, before.sheets, before.place)


def test_everything_comes_back_on_the_next_visit() -> None:
    reader = Reader("stepdie/tracker/")
    reader.do("edit", subject="player").do("edit-save", form={"called": "Kira", "step": "d12"})
    reader.go("stepdie/").do("who", called="Kira").visit("stepdie/")
    assert reader.model.acting["stepdie"] == "Kira"
    assert reader.sees('data-called="Kira" aria-pressed="true"')
    assert reader.model.sheet.notation == "5d6 + d12 (3) ip 2"


def test_a_link_brings_no_ip_that_its_reader_does_not_have() -> None:
    reader = Reader("stepdie/tracker/")
    reader.do("edit", subject="player").do("edit-save", form={"called": "Kira", "step": "d12"})
    reader.go("stepdie/").do("who", called="Kira")
    link = write_link(BY_ID["stepdie"], BY_ID["stepdie"].parse("4d6 + d8 (3) ip 5", {}))
    assert reader.visit(f"stepdie/#{link}").model.sheet.notation == "4d6 + d8 (3) ip 2"


def test_a_line_that_cannot_be_read_leaves_ip_as_they_are() -> None:
    kira = Recorded("p", 0, "stepdie", "player", "Kira", ())
    events: list[Event] = [kira, adjust("a", "player_ip", 1, who="Kira"), replace(roll("r"), notation="nonsense")]
    reader = Reader("stepdie/", events).do("who", called="Kira").go("moonwalk/log/").do("undo", event="a")
    reader.do("log-reload", event="r")
    assert (reader.model.place.address, reader.model.news) == ("stepdie/", None)


@pytest.mark.parametrize(
    ("system", "values", "said"),
    [
        ("relics", {"primary": "Social, Combat", "support": "Lore"}, "Primary: Social, Combat · Support: Lore"),
        ("moonwalk", {"pools.0.label": "Hacking", "pools.0.pool": "9", "pools.0.limit": "5"}, "Hacking 9"),
        ("almond", {"pools.0.label": "Sword", "pools.0.dice": "7"}, "Sword 7"),
        ("stepdie", {"step": "d10"}, "Step Die d10"),
        (
            "general",
            {"strength": "d8", "level": "3", "skills.0.label": "Brawn", "skills.0.die": "none"},
            "Level 3 Strength d8 Agility d12 Will d12 Intelligence d12 Brawn",
        ),
        (
            "general",
            {
                "training.0.label": "Stealth",
                "training.1.label": "Lore",
                "actions.0.label": "Dash",
                "actions.0.die": "d4",
            },
            "Dash d4 Training: Stealth, Lore Strength d12 Agility d12 Will d12 Intelligence d12",
        ),
    ],
)
def test_what_somebody_is_good_at_is_told(system: str, values: dict[str, str], said: str) -> None:
    reader = person(Reader(f"{system}/tracker/"), "Kira", **values).do("look", called="Kira")
    assert said in reader.text("screen")


def test_what_can_be_tried_again_is_a_line_a_person_and_moves_no_clock() -> None:
    reader = Reader("moonwalk/", faces=[1, 2, 3, 4, 2, 3])
    for notation in ("1 (1)", "2 (2)", "3 (3)"):
        reader.note(notation).do("roll")
    page = reader.go("moonwalk/tracker/").html("screen")
    assert len(retries(reader.model.campaign)) == 3
    assert page.count('data-on="retry"') == 1
    assert "3 (3)" in page
    assert 'id="clock"' not in page
