"""The tracker without a browser: what lasts, who rolls, and how both meet the form."""

import re
from dataclasses import replace
from typing import Any

import pytest
from app import characters
from app.beginning import beginning
from app.characters import FIELDS, read_facts, write_facts
from app.model import place_at
from app.tracking import value

from pyrules.campaign.events import Adjusted, Event, Recorded, Rolled
from pyrules.campaign.lasting import again, retries
from pyrules.campaign.links import write_link
from pyrules.core.form import defaults
from pyrules.systems import BY_ID
from pyrules.systems.moonwalk.rules import again_penalty
from tests.app_reader import Reader as Stored
from tests.app_world import Reader
from tests.campaign_logs import adjust, roll

EVIL = '<script>alert("x")</script>&'


def person(reader: Reader, name: str, **values: Any) -> Reader:
    """Write someone down in the tracker."""
    reader.does("edit", subject="player").does("edit-save", {"called": name, **values})
    assert reader.model.tracker.editing is None
    return reader


def challenge(reader: Reader, name: str, leader: str = "", **values: Any) -> Reader:
    """Begin a Challenge in the tracker, with someone who leads."""
    filled = {"called": name, "type": "Social", "threat": "Minor", "rating": "5", **values}
    reader.does("edit", subject="challenge").does("edit-save", filled)
    return reader.does("lead", challenge=name, called=leader) if leader else reader


def cohort(*faces: int) -> Reader:
    reader = Reader("relics/tracker/", faces)
    for name, primary in (("Ann", "Social"), ("Bo", "Combat")):
        person(reader, name, primary=primary, secondary="", support="")
    return challenge(reader, "Riot", "Ann")


def count(reader: Reader, counter: str, who: str = "") -> int:
    return value(reader.model, counter, who)


def names(reader: Reader) -> list[str]:
    return list(reader.model.campaign.recorded(reader.model.system.id, "player"))


@pytest.mark.parametrize("system", BY_ID)
def test_every_system_has_a_tracker_that_begins_empty(system: str) -> None:
    reader = Reader(f"{system}/tracker/")
    assert "Nobody yet" in reader.sees("screen")
    assert reader.html("bar") == reader.html("form") == ""


@pytest.mark.parametrize("system", BY_ID)
def test_what_people_typed_is_text_and_never_markup(system: str) -> None:
    reader = person(Reader(f"{system}/tracker/"), EVIL)
    assert "<script" not in reader.html("screen")
    assert EVIL in reader.sees("screen") or "alert" in reader.html("screen")
    assert "<script" not in reader.goes(f"{system}/").html("form")


def test_counters_change_within_their_bounds_and_carry_the_note() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira")
    assert (count(reader, "player_ip", "Kira"), count(reader, "gm_ip")) == (2, 2)
    reader.does("count-note", value="  found\ta  cache ").does("count", counter="player_ip", who="Kira", by=1)
    event = reader.model.campaign.events[-1]
    assert isinstance(event, Adjusted)
    assert (event.delta, event.who, event.note) == (1, "Kira", "found a cache")
    assert reader.model.tracker.note == ""
    reader.does("count", counter="player_ip", who="Kira", by=9)
    assert count(reader, "player_ip", "Kira") == 5
    events = len(reader.model.campaign.events)
    reader.does("count", counter="player_ip", who="Kira", by=1).does("count", counter="luck", by=1)
    assert len(reader.model.campaign.events) == events
    assert reader.html("screen").count('aria-disabled="true"') == 2


def test_counters_keep_to_the_house_rules() -> None:
    house: dict[str, Any] = {"house stepdie": {"player_ip_start": 3, "player_ip_most": 4}}
    reader = person(Reader("stepdie/tracker/", **house), "Kira")
    assert "3 of 4" in reader.sees("screen")
    reader.does("count", counter="player_ip", who="Kira", by=5)
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
    reader.does("edit", subject="player").does("edit-save", values)
    editing = reader.model.tracker.editing
    assert editing is not None
    assert list(editing.wrong) == [where]
    assert {"do": "focus", "id": f"f-{where}"} in reader.commands
    assert f'id="f-{where}-wrong"' in reader.html("screen")
    assert len(reader.model.campaign.events) == events
    assert reader.does("edit-cancel").model.tracker.editing is None


def test_what_was_typed_is_found_again_after_turning_to_something_else() -> None:
    reader = person(Reader("relics/tracker/"), "Bo")
    reader.does("edit", subject="challenge").does("edit-field", {"called": "The Siege"}, name="called")
    reader.does("edit", subject="player", called="Bo").does("edit-field", {"called": "Bob"}, name="called")
    assert "The Siege" not in reader.html("screen")
    assert 'value="The Siege"' in reader.does("edit", subject="challenge").html("screen")
    reader.does("remove", subject="player", called="Bo")
    assert 'value="The Siege"' in reader.html("screen")
    person(reader, "Bo")
    assert 'value="Bob"' not in reader.does("edit", subject="player", called="Bo").html("screen")
    assert 'value="The Siege"' in reader.does("edit", subject="challenge").html("screen")
    reader.does("edit-cancel").does("edit", subject="challenge")
    assert "The Siege" not in reader.html("screen")


def test_what_is_written_down_in_one_system_is_not_asked_for_in_another() -> None:
    reader = Reader("stepdie/tracker/").does("edit", subject="player").goes("moonwalk/tracker/")
    assert 'data-on="edit-save"' not in reader.html("screen")
    assert 'data-on="edit-save"' in reader.goes("stepdie/tracker/").html("screen")


def test_lists_are_written_row_by_row() -> None:
    reader = Reader("moonwalk/tracker/").does("edit", subject="player").does("row-add", field="pools")
    assert {"do": "focus", "id": "f-pools.0.label"} in reader.commands
    form = {"called": "Kira", "pools.0.label": "Pistols 2", "pools.0.pool": "9", "pools.0.limit": ""}
    reader.does("edit-save", form)
    assert "cannot stand in a label" in reader.sees("screen")
    reader.does("edit-field", {**form, "pools.0.label": "Pistols"}).does("step", field="pools.0.limit", by=1)
    reader.does("row-add", field="pools").does("row-remove", field="pools", row=1)
    reader.does("edit-save")
    (kira,) = characters.characters(reader.model.campaign, "moonwalk")
    assert kira.values == {"pools": [{"label": "Pistols", "pool": 9, "limit": 1}]}


def test_the_forms_own_controls_stay_with_the_form() -> None:
    reader = Reader("moonwalk/").does("step", field="pool", by=1)
    assert reader.model.sheet.notation == "13 (3)"
    reader.goes("moonwalk/tracker/").does("step", field="pool", by=1).does("row-add", field="pools")
    assert reader.model.sheet.notation == "13 (3)"
    assert reader.does("edit", subject="dragon").does("edit-save").model.tracker.editing is None


@pytest.mark.parametrize("system", BY_ID)
def test_facts_that_cannot_be_read_are_the_defaults(system: str) -> None:
    fields = FIELDS[system]
    assert read_facts(fields, ()) == defaults(fields)
    assert read_facts(fields, write_facts(fields, defaults(fields))) == defaults(fields)
    hostile = tuple((name, "\x00" * 99) for field in fields for name in (field.name, f"{field.name}.0.label"))
    assert read_facts(fields, hostile) == defaults(fields)


def test_a_renamed_player_takes_everything_along() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira")
    reader.does("count", counter="player_ip", who="Kira", by=2).does("who", called="Kira")
    reader.does("edit", subject="player", called="Kira").does("edit-save", {"called": "Kyra", "step": "d10"})
    assert names(reader) == ["Kyra"]
    assert (count(reader, "player_ip", "Kyra"), count(reader, "player_ip", "Kira")) == (4, 2)
    assert reader.model.acting["stepdie"] == "Kyra"
    assert count(reader, "gm_ip") == 2


def test_someone_of_an_old_name_begins_anew() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira").does("count", counter="player_ip", who="Kira", by=2)
    reader.does("remove", subject="player", called="Kira")
    assert names(reader) == []
    gone = reader.model.campaign.events[-1]
    assert "Undo it in the log" in reader.sees("news")
    again = person(reader, "Kira")
    assert count(again, "player_ip", "Kira") == 2
    assert count(again.does("undo", event=again.model.campaign.events[-1].id), "player_ip", "Kira") == 2
    assert isinstance(gone, Recorded)


def test_a_removed_player_comes_back_with_all_they_had() -> None:
    reader = person(Reader("stepdie/tracker/"), "Kira").does("count", counter="player_ip", who="Kira", by=2)
    reader.does("remove", subject="player", called="Kira").does("undo", event=reader.model.campaign.events[-1].id)
    assert names(reader) == ["Kira"]
    assert count(reader, "player_ip", "Kira") == 4
    assert reader.does("remove", subject="player", called="Zed").model.campaign.recorded("stepdie", "player")


def test_ip_goes_to_the_player_who_rolls_and_into_their_next_test() -> None:
    reader = person(person(Reader("stepdie/tracker/", [6, 5, 3, 2, 1, 9]), "Kira", step="d10"), "Bo")
    reader.goes("stepdie/").does("who", called="Kira")
    assert reader.model.sheet.notation == "5d6 + d10 (3) ip 2"
    reader.does("roll")
    assert count(reader, "player_ip", "Kira") == 3
    assert count(reader, "player_ip", "Bo") == 2
    assert reader.model.sheet.notation == "5d6 + d10 (3) ip 3"
    reader.does("undo", event=reader.model.campaign.events[-1].id)
    assert reader.model.sheet.notation == "5d6 + d10 (3) ip 2"
    reader.does("who", called="Kira").does("who", called="Zed")
    assert reader.model.acting["stepdie"] == ""


def kira(*faces: int) -> Reader:
    """A player at the form, with the 2 IP of the start."""
    return person(Reader("stepdie/tracker/", faces), "Kira", step="d8").goes("stepdie/").does("who", called="Kira")


def test_the_form_never_has_ip_that_its_player_no_longer_has() -> None:
    reader = kira(1, 6, 4, 3, 2).notes("3d6 + d8 (3) ip 2").does("pin", what="test").does("roll")
    line = reader.model.campaign.entries[-1].id
    reader.does("option", option="add").does("change")
    assert reader.model.sheet.notation == "3d6 + d8 (3) ip 0"
    for on, data in (("preset", {"place": 0}), ("log-reload", {"event": line}), ("step", {"field": "ip", "by": 1})):
        reader.does(on, **data)
        assert reader.model.sheet.notation == "3d6 + d8 (3) ip 0", on
        assert "Kira holds 0 IP" in reader.sees("news"), on
        assert "Kira holds 0 IP" in reader.told[-1], on
    assert reader.notes("4d6 + d8 (3)").model.sheet.notation == "4d6 + d8 (3) ip 0"
    assert "Kira" not in reader.sees("news")
    assert reader.notes("4d6 + d8 (3").model.sheet.notation == "4d6 + d8 (3"


def offered(reader: Reader) -> list[str]:
    """The purchases that the card offers."""
    return re.findall(r'data-option="([a-z]+)"', reader.html("card"))


def test_ip_are_not_spent_twice_on_an_earlier_roll() -> None:
    reader = kira(1, 6, 4, 3, 2, 6, 4, 3, 1, 1).notes("3d6 + d8 (3)").does("roll")
    first, second = reader.model.campaign.entries[-1].id, reader.does("roll").model.campaign.entries[-1].id
    assert offered(reader) == ["reroll", "add"]
    reader.does("option", option="reroll").does("log-replay", event=first)
    assert offered(reader) == ["reroll"]
    assert "33 %" not in reader.does("odds").sees("card")
    reader.does("option", option="add")
    assert count(reader, "player_ip", "Kira") == 1
    reader.does("option", option="reroll")
    assert (offered(reader), count(reader, "player_ip", "Kira")) == ([], 0)
    assert offered(reader.does("log-replay", event=second)) == []
    assert offered(reader.does("undo", event=first).does("log-replay", event=first)) == ["reroll"]
    reader.does("count", counter="player_ip", who="Kira", by=4).does("log-replay", event=second)
    assert offered(reader) == ["reroll"]


def test_without_a_player_ip_go_on_from_roll_to_roll() -> None:
    reader = Reader("stepdie/", [1, 1, 1, 3, 4, 2, 2, 2, 2, 3]).notes("3d6 + d10 (3)").does("roll")
    assert reader.model.sheet.notation == "3d6 + d10 (3) ip 3"
    first = reader.model.campaign.entries[-1].id
    reader.does("option", option="reroll")
    assert reader.model.sheet.notation == "3d6 + d10 (3) ip 2"
    reader.does("roll").does("log-replay", event=first)
    assert offered(reader) == []
    reader.does("undo", event=reader.model.campaign.entries[-1].id).does("log-replay", event=first)
    assert offered(reader) == ["reroll"]
    reader.does("undo", event=first)
    assert reader.model.sheet.notation == "3d6 + d10 (3)"
    assert "ip 5" in reader.notes("3d6 + d10 (3) ip 5").model.sheet.notation


def test_a_roll_that_does_not_count_brings_back_no_ip() -> None:
    reader = kira(1, 6, 4, 3, 2).notes("3d6 + d8 (3)").does("roll")
    line = reader.model.campaign.entries[-1].id
    reader.does("undo", event=line).does("count", counter="player_ip", who="Kira", by=-2)
    assert offered(reader.does("log-replay", event=line)) == []


def mira(*faces: int, **kept: Any) -> Reader:
    rows = {f"actions.{place}.{name}": cell for place in (0, 1) for name, cell in (("label", "Dash"), ("die", "d6"))}
    skill = {"skills.0.label": "Brawn", "skills.0.attribute": "strength", "skills.0.die": "d4"}
    training = {"training.0.label": "Wrestling"}
    values = {"strength": "d10", "level": "3", **skill, **rows, **training}
    reader = person(Reader("general/tracker/", faces, **kept), "Mira", **values)
    return reader.goes("general/").notes("Strength d8 (10)").does("who", called="Mira")


def test_a_character_fills_the_form_of_the_general_rules() -> None:
    reader = mira()
    assert reader.model.sheet.notation == "Strength d10 (10)"
    reader.does("offer", offer="skills.0").does("offer", offer="training.0")
    assert reader.model.sheet.notation == "Strength d10 + skill Brawn d4 (10) trained"
    reader.does("offer", offer="actions.0").does("offer", offer="actions.0")
    assert "action" not in reader.model.sheet.notation
    reader.does("offer", offer="will")
    assert reader.model.sheet.notation == "Will d6 (10)"
    assert "Training" not in reader.sees("form").partition("Kind of test")[0]
    assert reader.does("offer", offer="training.0").model.sheet.notation == "Will d6 (10)"
    assert reader.does("offer", offer="attack").model.sheet.notation == "attack Will d6 + level 3 (10)"
    reader.does("offer", offer="actions.0").does("offer", offer="save")
    assert reader.model.sheet.notation == "save Will d6 + level 3 (10)"


def test_a_save_keeps_the_dice_that_the_house_rules_let_it_have() -> None:
    for house, left in (("off", ""), ("on", " + action Dash d6 + d4")):
        reader = mira(**{"house general": {"saves_add_actions": house}})
        reader.notes("Strength d10 + action Dash d6 + d4 + bonus d4 (10)").does("offer", offer="save")
        assert reader.model.sheet.notation == f"save Strength d10 + level 3{left} + bonus d4 (10)"


def test_used_actions_are_shown_and_not_offered() -> None:
    reader = mira(9, 5).does("offer", offer="actions.0").does("roll")
    assert reader.model.sheet.notation == "Strength d10 (10)"
    assert reader.sees("form").count("Dash used") == 1
    used = reader.model
    assert reader.does("offer", offer="actions.0").model == used
    assert "action Dash d6" in reader.does("offer", offer="actions.1").model.sheet.notation
    reader.goes("general/tracker/").does("action-use", who="Mira", action="Dash d6", by=-1)
    assert count(reader, "actions", "Mira") == 0
    events = len(reader.model.campaign.events)
    assert len(reader.does("action-use", who="Mira", action="Dash d6", by=-1).model.campaign.events) == events
    reader.does("action-use", who="Mira", action="Dash d6", by=1)
    reader.does("action-use", who="Mira", action="Dash d6", by=7)
    assert count(reader, "actions", "Mira") == 1
    reader.does("edit", subject="player", called="Mira").does("edit-save", {"called": "Myra"})
    assert count(reader, "actions", "Myra") == 1
    assert "Dash used" in reader.sees("screen")
    assert count(reader.does("actions-return", who="Myra"), "actions", "Myra") == 0


def ann(*faces: int) -> Reader:
    """Someone with two Actions of one name."""
    rows = {"label": ("Push", "Push"), "die": ("d6", "d10")}
    actions = {f"actions.{place}.{name}": cells[place] for name, cells in rows.items() for place in (0, 1)}
    reader = person(Reader("general/tracker/", faces), "Ann", strength="d8", **actions)
    return reader.goes("general/").notes("Strength d8 (10)").does("who", called="Ann")


def chips(reader: Reader) -> str:
    return reader.sees("form").partition("Kind of test")[0].partition("Actions")[2]


def test_actions_of_one_name_are_told_apart() -> None:
    reader = ann(5, 5).does("offer", offer="actions.1").does("roll")
    assert "Push d6 Push used" in chips(reader)
    reader.does("offer", offer="actions.0")
    assert reader.model.sheet.notation == "Strength d8 + action Push d6 (10)"
    assert "Push d6 Push used" in reader.goes("general/tracker/").sees("screen")
    reader.does("action-use", who="Ann", action="Push d10", by=-1)
    assert "Push d6 Push d10" in reader.sees("screen")
    reader.goes("general/").does("offer", offer="actions.1").goes("general/tracker/")
    reader.does("action-use", who="Ann", action="Push d6", by=1).goes("general/")
    assert reader.model.sheet.notation == "Strength d8 + action Push d10 (10)"


def test_a_used_action_comes_back_into_no_form() -> None:
    reader = ann(5, 5).does("offer", offer="actions.1").does("pin", what="test").does("roll").does("change")
    line = reader.model.campaign.entries[-1].id
    again = {"value": "Strength d8 + action push d10 (10)"}
    for on, data in (("preset", {"place": 0}), ("log-reload", {"event": line}), ("notation", again)):
        reader.does(on, **data)
        assert reader.model.sheet.notation == "Strength d8 (10)", on
        assert "Ann has used this Action" in reader.sees("news"), on
    reader.notes("Strength d8 + action push d6 + action Luck d4 (10)")
    assert "used" not in reader.sees("news")
    assert reader.model.sheet.notation == "Strength d8 + action push d6 + action Luck d4 (10)"


def test_an_action_is_used_whatever_its_case() -> None:
    reader = ann(5, 5).notes("Strength d8 + action push d6 (10)").does("roll")
    assert "Push used Push d10" in chips(reader)
    assert reader.model.sheet.notation == "Strength d8 (10)"


def test_rounds_go_by_and_actions_come_back_by_house_rule() -> None:
    for returning, left in (("by hand", 1), ("each round", 0)):
        reader = mira(9, 5, **{"house general": {"actions_return": returning}}).does("offer", offer="actions.0")
        reader.does("roll").goes("general/tracker/").does("round-next")
        assert (count(reader, "round"), count(reader, "actions", "Mira")) == (2, left)
        reader.does("scene-new")
        assert (count(reader, "round"), count(reader, "actions", "Mira")) == (1, 0)


def test_a_round_counted_by_hand_brings_actions_back_like_the_next_one() -> None:
    for returning, left in (("by hand", 1), ("each round", 0)):
        reader = mira(9, 5, **{"house general": {"actions_return": returning}}).does("offer", offer="actions.0")
        reader.does("roll").goes("general/tracker/").does("count-note", value="late").does(
            "count", counter="round", by=2
        )
        assert (count(reader, "round"), count(reader, "actions", "Mira")) == (3, left)
        assert [getattr(event, "note", "") for event in reader.model.campaign.events].count("late") == 1
        reader.does("action-use", who="Mira", action="Dash d6", by=1).does("count", counter="round", by=-1)
        assert (count(reader, "round"), count(reader, "actions", "Mira")) == (2, left + 1)


def test_a_named_pool_fills_the_form_and_drops_an_old_penalty() -> None:
    reader = person(Reader("moonwalk/tracker/"), "Kira", **{"pools.0.label": "Pistols", "pools.0.pool": "9"})
    reader.goes("moonwalk/").notes("4 - Trying Again 2 - Wounds 1 (2)").does("who", called="Kira")
    assert reader.model.sheet.notation == "Pistols 9 - Wounds 1 (2)"
    assert 'aria-pressed="true"' in reader.html("form").partition("Pistols")[0].rpartition("<button")[2]
    reader = person(Reader("almond/tracker/"), "Kira", **{"pools.0.label": "Sword 2", "pools.0.dice": "7"})
    assert reader.goes("almond/").does("who", called="Kira").model.sheet.notation.startswith("7d6")


def test_a_failed_test_is_followed_by_its_new_try() -> None:
    reader = Reader("moonwalk/", [1, 2, 3, 1, 1, 2]).notes("3 (1)").does("roll")
    first = reader.model.campaign.events[-1]
    assert value(reader.model, "clock") == 60
    reader.goes("moonwalk/tracker/")
    assert "−2 dice for another 2 min" in reader.sees("screen")
    reader.does("count", counter="clock", by=60)
    assert "−2 dice for another 1 min" in reader.sees("screen")
    reader.does("retry", event=first.id)
    assert (reader.model.place.tab, reader.model.sheet.notation) == ("roll", "3 - Trying Again 2 (1)")
    reader.does("roll")
    second = reader.model.campaign.events[-1]
    assert isinstance(second, Rolled)
    assert second.follows == first.id
    assert "−4 dice" in reader.goes("moonwalk/tracker/").sees("screen")
    events = len(reader.model.campaign.events)
    assert len(reader.does("retry", event=first.id).model.campaign.events) == events


@pytest.mark.parametrize(("face", "still"), [(1, [-4]), (6, [])])
def test_another_try_may_have_other_dice(face: int, still: list[int]) -> None:
    reader = Reader("moonwalk/", [1] * 6 + [face] * 6).notes("6 (1)").does("roll")
    reader.notes("6 + Edge 2 - Trying Again 2 (1)").does("roll")
    assert [again_penalty(again(one)) for one in retries(reader.model.campaign)] == still


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
    reader = Reader("moonwalk/", [1] * 99)
    for failed in ("Climbing 3 (1)", "Climbing 4 (1)", notation):
        reader.notes(failed).does("roll")
    rolls = [event for event in reader.model.campaign.events if isinstance(event, Rolled)]
    assert {"": "", **{roll.id: roll.notation for roll in rolls}}[rolls[-1].follows] == tried


def test_another_try_without_dice_is_none() -> None:
    reader = Reader("moonwalk/", [1, 2, 3, 1]).notes("3 (1)").does("roll").does("option", option="again").does("roll")
    assert "−4 dice within twice the test's time; no dice remain" in reader.sees("card")
    assert "−4 dice for another 2 min; no dice remain" in reader.goes("moonwalk/tracker/").sees("screen")
    reader.goes("moonwalk/").does("option", option="again")
    assert reader.model.sheet.notation == "3 - Trying Again 4 (1)"
    third = reader.does("roll").model.campaign.events[-1]
    assert isinstance(third, Rolled)
    assert (third.follows, third.took, value(reader.model, "clock")) == ("", 0, 120)
    assert "−4 dice for another 2 min" in reader.goes("moonwalk/tracker/").sees("screen")


def test_after_its_window_another_try_has_no_penalty() -> None:
    reader = Reader("moonwalk/", [1, 2, 3]).notes("3 (1)").does("roll")
    table = reader.model.tables["moonwalk"]
    assert reader.does("option", option="again").model.sheet.notation == "3 - Trying Again 2 (1)"
    reader.does("count", counter="clock", by=121)
    assert "Nothing is under way" in reader.goes("moonwalk/tracker/").sees("screen")
    card = reader.goes("moonwalk/").does("log-replay", event=table.event).does("odds").sees("card")
    assert "-2 dice" not in card
    assert "Try again 70 % Undo" in card
    assert "Best first 70 % Try again 0 % Leave it at that" in card
    assert reader.does("option", option="again").model.sheet.notation == "3 (1)"


def test_intervals_pass_on_the_clock_and_wait_in_the_tracker() -> None:
    reader = Reader("moonwalk/", [1, 2, 5, 2, 3]).notes("3 (2, 2 hours) Extended Test").does("roll")
    line = reader.model.campaign.entries[0].id
    assert value(reader.model, "clock") == 7_200
    reader.goes("moonwalk/tracker/")
    assert "+2 h" in reader.sees("screen")
    reader.does("log-replay", event=line).does("option", option="next")
    assert value(reader.model, "clock") == 14_400
    assert len(reader.model.campaign.entries) == 1
    reader.does("test-time", seconds=10).does("test-time", seconds=11)
    assert reader.model.tracker.test_time == 10
    kept = beginning("", place_at("moonwalk/"), kept={"test time": 10, "who moonwalk": "Kira"})
    assert (kept.tracker.test_time, kept.acting["moonwalk"]) == (10, "Kira")
    assert beginning("", place_at(""), kept={"test time": "soon"}).tracker.test_time == 60


def test_a_turn_lands_in_its_challenge() -> None:
    reader = cohort(6, 6, 2, 2, 2, 2)
    reader.does("play", challenge="Riot")
    assert reader.model.sheet.notation == "primary lead + other assist pcs 2 vs Minor 5"
    reader.does("roll")
    turn = reader.model.campaign.events[-1]
    assert isinstance(turn, Rolled)
    assert (turn.under, turn.who) == ("Riot", "Ann")
    assert count(reader, "resolved", "Riot") == 2
    reader.does("option", option="challenge").does("roll")
    strike = reader.model.campaign.events[-1]
    assert isinstance(strike, Rolled)
    assert (strike.under, strike.who, count(reader, "stress")) == ("Riot", "", 2)


def test_a_turn_that_was_taken_is_not_offered_again() -> None:
    reader = cohort(6, 6, 2, 2, 2, 2, 6, 6, 6).does("play", challenge="Riot").does("roll")
    assert "Roll again" not in reader.sees("bar")
    assert "The Challenge's turn, round 1" in reader.sees("bar")
    reader.does("change")
    assert "does not count for Riot: next is the Challenge's turn, with 2 dice resolved" in reader.sees("form")
    reader.does("play", challenge="Riot").does("roll")
    assert "The Cohort's turn, round 2" in reader.sees("bar")
    reader.does("play", challenge="Riot")
    assert "does not count" not in reader.sees("form")
    reader.does("roll")
    assert "Challenge resolved" in reader.sees("card")
    assert "Change the test" in reader.sees("bar")
    assert "does not count" not in reader.does("change").sees("form")
    assert "Roll again" in Reader("relics/", [6, 6]).notes("2d6 vs Minor 5").does("roll").sees("bar")


def test_a_turn_against_other_dice_is_not_the_challenges() -> None:
    reader = cohort(6, 6, 6).does("play", challenge="Riot").notes("3d6 pcs 2 vs Minor 4").does("roll")
    turn = reader.model.campaign.events[-1]
    assert isinstance(turn, Rolled)
    assert turn.under == ""
    assert count(reader, "resolved", "Riot") == 0


def test_stress_is_dealt_out_to_the_last_point() -> None:
    reader = cohort(2, 2, 2, 5, 5, 5, 2, 2).does("play", challenge="Riot").does("roll")
    reader.does("option", option="challenge").does("roll")
    event = reader.model.campaign.entries[-1].id
    assert "3 Stress to deal out (Riot)" in reader.sees("card")
    reader.does("deal", event=event).does("deal-step", event=event, who="Ann", by=-1)
    for who in ("Ann", "Ann", "Bo", "Bo"):
        reader.does("deal-step", event=event, who=who, by=1)
    assert reader.model.tracker.shares == {"Ann": 2, "Bo": 1}
    reader.does("deal-step", event=event, who="Bo", by=-1).does("deal", event=event)
    assert "does not deal out 3" in reader.told[0]
    reader.does("deal-step", event=event, who="Bo", by=1).does("deal", event=event)
    assert (count(reader, "stress", "Ann"), count(reader, "stress", "Bo"), count(reader, "stress")) == (2, 1, 0)
    assert "(Riot)" not in reader.sees("card")
    assert reader.does("deal-step", event=event, who="Bo", by=1).model.tracker.shares == {}


def test_stress_beyond_the_maximum_is_kept() -> None:
    reader = cohort(2, 2, 2, 5, 5, 5, 2, 2).does("count", counter="stress", who="Ann", by=9)
    reader.does("play", challenge="Riot").does("roll").does("option", option="challenge").does("roll")
    event = reader.model.campaign.entries[-1].id
    for _ in range(3):
        reader.does("deal-step", event=event, who="Ann", by=1)
    assert count(reader.does("deal", event=event), "stress", "Ann") == 12
    assert "Stress − 12 of 10 +" in reader.goes("relics/tracker/").sees("screen")
    assert count(reader.does("count", counter="stress", who="Ann", by=1), "stress", "Ann") == 13
    assert count(reader.does("count", counter="stress", who="Ann", by=-1), "stress", "Ann") == 12


def test_a_stressed_out_pc_does_not_lead() -> None:
    reader = cohort().does("count", counter="stress", who="Ann", by=10)
    assert "Stressed Out and cannot lead" in reader.sees("screen")
    reader.does("play", challenge="Riot")
    assert reader.model.place.tab == "tracker"
    assert "Not yet" in reader.sees("news")
    reader.does("lead", challenge="Riot", called="Bo").does("lead", challenge="Riot", called="Ann")
    assert reader.does("play", challenge="Riot").model.sheet.notation.startswith("other lead")


@pytest.mark.parametrize("notation", ["", "primary lead + other assist pcs 2 vs Minor 5"])
def test_a_leader_stressed_out_since_the_huddle_leads_no_turn(notation: str) -> None:
    reader = cohort(6, 6, 2).does("count", counter="stress", who="Ann", by=9).does("play", challenge="Riot")
    reader.does("count", counter="stress", who="Ann", by=1)
    if notation:
        reader.notes(notation)
    reader.does("roll")
    assert "Not yet: with 10 Stress" in reader.sees("news")
    assert "Not yet: with 10 Stress" in reader.sees("form")
    assert reader.does("by-hand").model.hand is None
    reader.does("by-hand").does("count", counter="stress", who="Ann", by=-1)
    assert "Not yet" not in reader.sees("form")
    assert count(reader.does("roll"), "resolved", "Riot") == 2


def test_what_a_turn_costs_beyond_its_pools_is_said_before_the_roll() -> None:
    reader = cohort(1, 4, 4).does("count", counter="destiny", by=1).does("play", challenge="Riot")
    plain = reader.model.sheet.notation
    assert "to be spent" not in reader.notes(plain.replace(" pcs", " destiny 1 pcs")).sees("form")
    reader.notes(plain.replace(" pcs", " trait (Aim destiny 1) destiny 1 pcs"))
    assert "2 Destiny are to be spent, and the pool has 1; spend less" in reader.sees("form")
    reader.notes(plain.replace(" pcs", " trait (Fury doom -2) pcs"))
    assert "2 Doom are to be spent, and the pool has 0; spend less" in reader.sees("form")
    assert count(reader.does("roll"), "doom") == 1
    reader = Reader("relics/").notes("3d6 destiny 2")
    assert "to be spent" not in reader.sees("form")


def test_leading_from_the_form_fills_it_anew() -> None:
    reader = cohort().does("play", challenge="Riot").does("lead", challenge="Riot", called="Bo")
    assert reader.model.sheet.notation == "other lead + primary assist pcs 2 vs Minor 5"
    assert "leads" in reader.sees("form")
    reader = person(Reader("relics/tracker/"), "Ann", primary="Social")
    assert reader.goes("relics/").does("who", called="Ann").model.sheet.notation == "other lead pcs 1"


def test_a_disasters_trait_is_named_and_hinders_from_then_on() -> None:
    reader = cohort(1, 1, 1, 2, 2, 2, 2, 2).does("play", challenge="Riot").does("roll")
    assert "A Disaster in Riot" in reader.sees("card")
    reader.does("edit", subject="trait")
    assert reader.model.place.tab == "tracker"
    wrong = {"called": "Shaken", "challenge": "", "kind": "simple", "value": "0", "dice": "1"}
    reader.does("edit-save", wrong)
    assert "0 changes nothing" in reader.sees("screen")
    reader.does("edit-save", {**wrong, "called": "Shaken -1", "value": "-1"})
    assert "cannot stand in a name" in reader.sees("screen")
    reader.does("edit-save", {**wrong, "value": "-1"})
    assert "A Disaster" not in reader.sees("screen")
    reader.does("play", challenge="Riot").does("roll")
    reader.does("play", challenge="Riot")
    assert "-1 / 1d (Shaken)" in reader.model.sheet.notation
    reader.goes("relics/tracker/").does("edit", subject="trait", called="Shaken")
    reader.does("edit-save", {**wrong, "called": "Rattled", "value": "-2"})
    assert list(reader.model.campaign.recorded("relics", "trait")) == ["Rattled"]


def test_the_trait_of_an_undone_disaster_hinders_no_more() -> None:
    reader = cohort(1, 1, 1, 1, 1, 1).does("play", challenge="Riot").does("roll")
    panic = {"called": "Panic", "challenge": "", "kind": "simple", "value": "-1", "dice": "2"}
    reader.does("edit", subject="trait").does("edit-save", panic)
    reader.does("undo", event=reader.model.campaign.entries[-2].id).does("play", challenge="Riot")
    assert "Panic" not in reader.model.sheet.notation
    assert "Panic" not in reader.goes("relics/tracker/").sees("screen")
    reader.goes("relics/").does("roll").does("edit", subject="trait").does("edit-save", panic)
    assert "Panic" in reader.sees("screen")


def test_a_challenges_traits_come_with_its_turn() -> None:
    reader = cohort(2, 2, 2).does("edit", subject="trait")
    reader.does("edit-save", {"called": "Torn", "challenge": "Riot", "kind": "simple", "value": "-1", "dice": "2"})
    reader.does("play", challenge="Riot").does("roll").does("option", option="challenge")
    assert reader.model.sheet.notation == "Minor 5 -1 / 2d (Torn)"


def test_a_challenge_keeps_its_name_and_its_bounds() -> None:
    reader = cohort(6, 6, 6).does("play", challenge="Riot").does("roll").goes("relics/tracker/")
    reader.does("count", counter="resolved", who="Riot", by=9)
    assert count(reader, "resolved", "Riot") == 5
    assert "Resolved" in reader.sees("screen")
    reader.does("edit", subject="challenge", called="Riot")
    assert 'name="called"' not in reader.html("screen")
    reader.does("edit-save", {"type": "Combat", "threat": "Major", "rating": "7"})
    assert "Major 7 · Combat" in reader.sees("screen")
    assert "The Challenge's turn, round 1" in reader.sees("screen")
    challenge(reader.does("remove", subject="challenge", called="Riot"), "Riot")
    assert "use another name" in reader.sees("screen")


def test_a_renamed_leader_goes_on_leading() -> None:
    reader = cohort().does("edit", subject="player", called="Ann").does("edit-save", {"called": "Anna"})
    assert reader.does("play", challenge="Riot").model.sheet.notation.startswith("primary lead")
    assert 'data-called="Anna" aria-pressed="true"' in reader.html("form")


@pytest.mark.parametrize("on", ["lead", "play", "deal", "deal-step", "retry", "remove", "who", "offer"])
def test_messages_about_nothing_change_nothing(on: str) -> None:
    reader = cohort()
    named = dict.fromkeys(("challenge", "called", "event", "who", "offer"), "x")
    data: dict[str, Any] = {**named, "by": "1", "subject": "player"}
    before = reader.model
    after = reader.does(on, **data).model
    assert (after.campaign, after.sheets, after.place) == (before.campaign, before.sheets, before.place)


def test_everything_comes_back_on_the_next_visit() -> None:
    reader = Stored("stepdie/tracker/")
    reader.do("edit", subject="player").do("edit-save", form={"called": "Kira", "step": "d12"})
    reader.go("stepdie/").do("who", called="Kira").visit("stepdie/")
    assert reader.model.acting["stepdie"] == "Kira"
    assert reader.sees('data-called="Kira" aria-pressed="true"')
    assert reader.model.sheet.notation == "5d6 + d12 (3) ip 2"


def test_a_link_brings_no_ip_that_its_reader_does_not_have() -> None:
    reader = Stored("stepdie/tracker/")
    reader.do("edit", subject="player").do("edit-save", form={"called": "Kira", "step": "d12"})
    reader.go("stepdie/").do("who", called="Kira")
    link = write_link(BY_ID["stepdie"], BY_ID["stepdie"].parse("4d6 + d8 (3) ip 5", {}))
    assert reader.visit(f"stepdie/#{link}").model.sheet.notation == "4d6 + d8 (3) ip 2"


def test_a_line_that_cannot_be_read_leaves_ip_as_they_are() -> None:
    kira = Recorded("p", 0, "stepdie", "player", "Kira", ())
    events: list[Event] = [kira, adjust("a", "player_ip", 1, who="Kira"), replace(roll("r"), notation="nonsense")]
    reader = Stored("stepdie/", events).do("who", called="Kira").go("moonwalk/log/").do("undo", event="a")
    reader.do("log-reload", event="r")
    assert (reader.model.place.address, reader.model.news) == ("stepdie/", None)
