"""Foes and turns without a browser: a game master's evening at the tracker."""

from dataclasses import replace
from typing import Any

import pytest
from app.common.tracking import turns_of, value
from app.messages import update
from app.screens import view
from app.table.state import Table
from app.tracker import words

from pyrules.campaign.codec import write_log
from pyrules.campaign.events import PLAYER, ROUND, Device, Recorded, Rolled
from pyrules.campaign.people import people
from pyrules.campaign.tracking import tracking_of
from pyrules.systems import BY_ID
from tests.app.reader import Reader
from tests.app.table.seats import company, settle
from tests.app.tracker.turns_helpers import foes, names, person
from tests.work import calls

WITH_FOES = [system for system in BY_ID if tracking_of(BY_ID[system]).foe]


def acting(reader: Reader) -> list[str]:
    return [place.who for place in turns_of(reader.model).order]


def scene(system: str = "almond", *faces: int) -> Reader:
    reader = person(Reader(f"{system}/tracker/", faces=faces or None), "Ann", "Bo")
    return foes(reader, "Wolf").do("turns-begin")


@pytest.mark.parametrize("system", WITH_FOES)
def test_foes_are_written_down_by_the_dozen_each_with_their_own_counters(system: str) -> None:
    reader = foes(person(Reader(f"{system}/tracker/"), "Ann"), "Guard", 4)
    assert names(reader) == ["Ann", "Guard 1", "Guard 2", "Guard 3", "Guard 4"]
    assert "Guard 1, Guard 2, Guard 3 and Guard 4 are saved." in reader.told
    for counter in (one.id for one in BY_ID[system].counters if one.id == "wounds"):
        reader.do("count", counter=counter, who="Guard 2", by=1)
        assert [value(reader.model, counter, f"Guard {number}") for number in (1, 2)] == [0, 1]
    assert all(one.hidden for one in people(reader.model.campaign, reader.model.system) if one.foe)
    assert "Player's IP" not in reader.do("remove", subject="player", called="Ann").text("screen")


def test_how_many_foes_there_are_may_stand_in_the_name() -> None:
    reader = foes(Reader("almond/tracker/"), "Guard ×3")
    assert names(foes(reader, "Rat x2")) == ["Guard 1", "Guard 2", "Guard 3", "Rat 1", "Rat 2"]
    assert names(foes(Reader("almond/tracker/"), "Model x")) == ["Model x"]
    reader = Reader("almond/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Imp ×21"})
    assert reader.model.tracker.editing is not None
    assert list(reader.model.tracker.editing.wrong) == ["many"]


def test_a_foe_is_copied_shown_changed_and_removed() -> None:
    reader = foes(Reader("moonwalk/tracker/"), "Guard", **{"pools.0.label": "Pistols", "pools.0.pool": "7"})
    reader.do("count", counter="wounds", who="Guard", by=2).do("look", called="Guard").do("copy", called="Guard")
    guard, copied = people(reader.model.campaign, reader.model.system)
    assert (copied.name, copied.values, copied.foe) == ("Guard 2", guard.values, True)
    assert value(reader.model, "wounds", "Guard 2") == 0
    reader.do("show", called="Guard")
    assert "The players may see Guard." in reader.told
    reader.do("edit", subject="player", called="Guard").do("edit-save", form={"called": "Captain"})
    captain = people(reader.model.campaign, reader.model.system)[0]
    assert (captain.name, captain.foe, captain.hidden) == ("Captain", True, False)
    assert value(reader.model, "wounds", "Captain") == 2
    assert names(reader.do("remove", subject="player", called="Captain")) == ["Guard 2"]
    assert names(reader.do("undo", event=reader.model.campaign.events[-1].id)) == ["Captain", "Guard 2"]
    assert "• Captain removed" in reader.go("moonwalk/log/").text("screen")


def test_a_step_counts_though_the_page_shows_the_number_before() -> None:
    reader = Reader("almond/tracker/").do("edit", subject="foe")
    seen = {"called": "Imp", "many": "1"}
    reader.do("edit-field", form=seen, changed="called").do("step", field="many", by=1)
    reader._take(*update(reader.model, {"on": "edit-save", "form": seen, "name": "", "data": {}}, reader.world))
    assert [one.name for one in people(reader.model.campaign, reader.model.system)] == ["Imp 1", "Imp 2"]


@pytest.mark.parametrize(("many", "where"), [("0", "many"), ("21", "many"), ("x", "many")])
def test_how_many_foes_is_checked(many: str, where: str) -> None:
    reader = Reader("almond/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Imp", "many": many})
    assert reader.model.tracker.editing is not None
    assert list(reader.model.tracker.editing.wrong) == [where]
    assert names(reader) == []


def test_a_system_without_foes_has_none() -> None:
    reader = person(Reader("relics/tracker/"), "Ann")
    assert "foe" not in reader.text("screen").lower()
    assert reader.do("edit", subject="foe").model.tracker.editing is None
    assert reader.do("show", called="Ann").model.campaign.events == reader.model.campaign.events


def test_foes_stand_by_themselves_above_the_form_and_roll_like_others() -> None:
    bite = {"pools.0.label": "Bite", "pools.0.dice": "3"}
    reader = foes(person(Reader("almond/tracker/", faces=[6, 2, 5]), "Ann"), "Wolf", **bite)
    reader.go("almond/").do("who", called="Wolf")
    assert "Foes Wolf" in reader.text("form")
    assert reader.model.sheet.notation == "Bite 3d6 TN 4"


def test_a_round_goes_by_and_everybody_has_their_turn() -> None:
    reader = scene()
    assert acting(reader) == ["Ann", "Bo", "Wolf"]
    assert "Round 1 · nobody has acted yet" in reader.text("screen")
    for who in ("Ann", "Bo", "Wolf"):
        assert turns_of(reader.do("turn-next").model).now == who
        assert f"{who}'s turn." in reader.told
    assert value(reader.model, ROUND) == 1
    reader.do("turn-next")
    assert (turns_of(reader.model).now, value(reader.model, ROUND)) == ("Ann", 2)
    assert "Round 2 · Ann's turn" in reader.text("screen")
    for event in (reader.model.campaign.events[-1].id, reader.model.campaign.events[-2].id):
        reader.do("undo", event=event)
    assert (turns_of(reader.model).now, value(reader.model, ROUND)) == ("Wolf", 1)
    assert acting(reader.visit("almond/tracker/")) == ["Ann", "Bo", "Wolf"]


def test_the_delayed_act_after_the_next_one() -> None:
    reader = scene().do("turn-next").do("turn-delay")
    assert (acting(reader), turns_of(reader.model).now) == (["Bo", "Ann", "Wolf"], "Bo")
    assert turns_of(reader.do("turn-next").model).now == "Ann"
    reader.do("turn-next")
    events = reader.model.campaign.events
    assert reader.do("turn-delay").model.campaign.events == events  # after the last nobody acts in this round


def test_people_move_join_and_leave() -> None:
    reader = scene().do("turn-next").do("turn-move", called="Wolf", by=-1)
    assert acting(reader) == ["Ann", "Wolf", "Bo"]
    assert "Wolf acts as number 2 of 3." in reader.told
    events = reader.model.campaign.events
    for called, by in (("Ann", -1), ("Bo", 1), ("Zed", 1), ("Bo", 0)):
        assert reader.do("turn-move", called=called, by=by).model.campaign.events == events
    reader.do("turn-join", called="Ann")
    assert (acting(reader), turns_of(reader.model).now) == (["Wolf", "Bo"], "Wolf")
    assert acting(reader.do("turn-join", called="Ann")) == ["Wolf", "Bo", "Ann"]
    assert acting(reader.do("turn-join", called="Zed")) == ["Wolf", "Bo", "Ann"]
    for name in ("Ann", "Bo", "Wolf"):
        reader.do("turn-join", called=name)
    assert acting(reader) == []
    assert "Start turns" in reader.text("screen")


def test_initiative_puts_everybody_in_order_by_their_own_dice() -> None:
    reflexes = {"pools.0.label": "Reflexes", "pools.0.dice": "2"}
    reader = person(Reader("almond/tracker/", faces=[6, 1, 5, 2, 3, 6]), "Ann", **reflexes)
    foes(reader, "Wolf", 2, **reflexes).do("turns-begin").do("turns-by-test")
    scores = [(place.who, place.score) for place in turns_of(reader.model).order]
    assert scores == [("Wolf 2", 9), ("Ann", 7), ("Wolf 1", 7)]
    rolls = [event for event in reader.model.campaign.events if isinstance(event, Rolled)]
    assert [(event.who, event.notation) for event in rolls] == [
        (name, "Reflexes 2d6 initiative") for name in ("Ann", "Wolf 1", "Wolf 2")
    ]
    assert "Ann 7, tied" in reader.text("screen")
    assert "Wolf 2 9, foe, hidden" in reader.text("screen")
    assert "Wolf 2 acts first." in reader.told


def test_the_group_chooses_the_test_by_tapping_it_for_one() -> None:
    pools = {"pools.0.label": "Pistols", "pools.0.pool": "9", "pools.1.label": "Reaction", "pools.1.pool": "2"}
    reader = person(Reader("moonwalk/tracker/", faces=[5, 1, 6, 6]), "Ann", "Bo", **pools).do("turns-begin")
    reader.go("moonwalk/").do("who", called="Ann").do("offer", offer="pools.1").go("moonwalk/tracker/")
    reader.do("turns-by-test")
    assert [(place.who, place.score) for place in turns_of(reader.model).order] == [("Bo", 2), ("Ann", 1)]


def test_what_was_rolled_on_a_real_table_puts_people_in_order_too() -> None:
    reader = scene("stepdie").do("turn-score", form={"score": "12"}, called="Wolf")
    reader.do("turn-score", form={"score": "14"}, called="Bo")
    assert acting(reader) == ["Bo", "Wolf", "Ann"]
    for wrong in ("x", "12345", "1e3", "--1", "1.5"):
        assert acting(reader.do("turn-score", form={"score": wrong}, called="Ann")) == ["Bo", "Wolf", "Ann"]
        assert "use" in reader.text("news")
    assert acting(reader.do("turn-score", form={"score": ""}, called="Bo")) == ["Wolf", "Bo", "Ann"]


def test_a_test_that_cannot_be_rolled_for_somebody_changes_nothing() -> None:
    reader = scene().go("almond/").note("3d6 TN 4 + 2").go("almond/tracker/")
    reader.do("edit", subject="player", called="Ann")
    reader.do("edit-save", form={"called": "Ann", "pools.0.label": "Sword", "pools.0.dice": "0"})
    reader.go("almond/").do("field", form={"dice": "x"}, changed="dice").go("almond/tracker/")
    events = reader.model.campaign.events
    assert reader.do("turns-by-test").model.campaign.events == events
    assert "The order stays as it was" in reader.text("news")


def test_foes_of_a_kind_who_come_while_turns_run_join_with_one_tap() -> None:
    reader = person(Reader("almond/tracker/"), "Ann").do("turns-begin")
    foes(foes(reader, "Imp", 3), "Ogre").go("almond/tracker/")
    assert [
        words.join_turns("Imp", 3) in reader.text("screen"),
        words.joins_turns("Imp 1") in reader.text("screen"),
    ] == [
        True,
        False,
    ]
    reader.do("turn-join", called="Ogre").do("turns-join-kind", kind="Imp")
    assert acting(reader) == ["Ann", "Ogre", "Imp 1", "Imp 2", "Imp 3"]
    assert "to turns" not in reader.text("screen")
    assert acting(reader.do("turns-join-kind", kind="Imp")) == ["Ann", "Ogre", "Imp 1", "Imp 2", "Imp 3"]


def test_who_is_written_down_while_turns_run_is_asked_for_a_place_and_once() -> None:
    reader = person(Reader("almond/tracker/"), "Ann").do("turns-begin")
    assert words.joins_turns("Nova") not in reader.text("screen")
    person(reader, "Nova")
    assert words.joins_turns("Nova") in reader.go("almond/tracker/").text("screen")
    reader.do("turn-join", called="Nova")
    assert words.joins_turns("Nova") not in reader.text("screen")
    reader.do("turn-join", called="Nova")  # left again, which was meant
    assert words.joins_turns("Nova") not in reader.text("screen")


def test_no_two_buttons_go_on_with_two_counts_of_rounds() -> None:
    reader = person(Reader("general/tracker/"), "Ann")
    assert "Next round" in reader.text("screen")
    assert "Next round" not in reader.do("turns-begin").text("screen")
    assert "Round of the Action Scene" not in reader.text("screen")
    assert reader.text("screen").count("Round 1") == 1


def test_foes_of_a_kind_are_shown_and_hidden_with_a_tap() -> None:
    reader = foes(foes(Reader("almond/tracker/"), "Ghoul", 3), "Wolf")
    assert "Show Ghoul ×3" in reader.text("screen")
    assert "Wolf ×" not in reader.text("screen")
    reader.do("show", called="Ghoul 2").do("show-kind", kind="Ghoul")
    assert [one.hidden for one in people(reader.model.campaign, reader.model.system)] == [False, False, False, True]
    assert "The players may see Ghoul." in reader.told
    assert "Hide Ghoul ×3" in reader.text("screen")
    reader.do("show-kind", kind="Ghoul")
    assert all(one.hidden for one in people(reader.model.campaign, reader.model.system))
    before = reader.model
    assert reader.do("show-kind", kind="Wolf").model == before


def test_used_actions_come_back_with_the_round() -> None:
    house: dict[str, Any] = {"house general": {"actions_return": "each_round"}}
    reader = Reader("general/tracker/", kept=house)
    for name in ("Ann", "Bo"):
        person(reader, name, **{"actions.0.label": "Dash", "actions.0.die": "d4"})
    reader.do("turns-begin").do("turn-next").do("action-use", who="Ann", action="Dash d4", by=1)
    assert value(reader.do("turn-next").model, "actions", "Ann") == 1
    assert value(reader.do("turn-next").model, "actions", "Ann") == 0
    assert "Round 2 · " in reader.text("screen")
    assert "Minute 1 of the Action Scene" in reader.text("screen")


def test_the_result_says_whose_turn_it_is_and_who_is_next() -> None:
    reader = scene("almond", 6, 2, 5, 5, 5).do("turn-next").go("almond/").note("5d6 TN 4").do("roll")
    assert "Round 1 · Ann's turn Next: Bo" in reader.text("card")
    assert "Round 1 · Bo's turn Next: Wolf" in reader.do("turn-next").text("card")


def test_the_clock_only_moves_when_it_is_told_to() -> None:
    reader = Reader("moonwalk/", faces=[1] * 6).note("3 (1)").do("roll")
    assert value(reader.model, "clock") == 0
    assert "−2 dice until time passes" in reader.go("moonwalk/tracker/").text("screen")
    reader.go("moonwalk/").do("test-time", seconds=60).do("roll")
    assert value(reader.model, "clock") == 60
    reader.go("almond/tracker/").do("count", counter="clock", by=3600)
    assert "1 h" in reader.text("screen")


def test_sixty_people_are_drawn_quickly() -> None:
    events = [
        Recorded(f"e{number}", 0, "stepdie", PLAYER, f"Guard {number}", (("foe", True),) if number > 9 else ())
        for number in range(60)
    ]
    reader = Reader("stepdie/tracker/", events).do("turns-begin")
    assert view(reader.model)["screen"].count('data-on="look"') == 60
    assert calls(lambda: view(reader.model)) < 100_000


def test_turns_that_begin_or_end_take_the_focus_to_what_comes_next() -> None:
    reader = scene()
    for message, button in (("turns-begin", "turn-next"), ("turns-end", "turns-begin")):
        (focused,) = reader.do(message).asked("focus")
        assert (focused["id"], reader.html("screen").count(f'id="{button}"')) == (button, 1)


def at_anothers_table(reader: Reader) -> Reader:
    me = Device("Ann")
    reader.model = replace(reader.model, table=Table("t", hub=False, me=me, here=(me,)))
    return reader


def test_at_anothers_table_hidden_foes_are_not_seen() -> None:
    reader = scene("moonwalk")
    reader.do("turn-next").do("turn-next").do("turn-next")
    assert "Round 1 · Wolf's turn" in reader.text("screen")
    assert "Round 1 · The game master's turn" in reader.go("moonwalk/show/").text("card")
    at_anothers_table(reader.go("moonwalk/tracker/"))
    assert "Round 1 · The game master's turn" in reader.text("screen")
    assert "Wolf" not in reader.text("screen")
    assert 'class="grip"' not in reader.html("screen")
    reader.model = replace(reader.model, table=None)
    for _ in range(2):
        reader.do("turn-next")
    at_anothers_table(reader.go("moonwalk/").do("who", called="Bo").go("moonwalk/tracker/"))
    assert "Round 2 · Bo's turn Done" in reader.text("screen")
    assert "The game master's turn." in reader.do("turn-next").told
    assert "Wolf" not in reader.go("moonwalk/").text("form")
    assert "Wolf" not in reader.go("moonwalk/log/").text("screen")
    reader.model = replace(reader.model, table=None)
    at_anothers_table(reader.do("show", called="Wolf"))
    for tab, region in (("tracker/", "screen"), ("", "form"), ("log/", "screen")):
        assert "Wolf" in reader.go(f"moonwalk/{tab}").text(region)


def test_at_a_table_the_one_whose_turn_it_is_goes_on_or_the_game_master() -> None:
    gm, ann, bo = company("Gm", "Ann", "Bo")
    gm.go("stepdie/tracker/")
    for called in ("Anja", "Boris"):
        gm.do("edit", subject="player").do("edit-save", form={"called": called})
    settle(gm, ann, bo)
    ann.do("who", called="Anja").go("settings/")
    bo.do("who", called="Boris")
    gm.do("turns-begin").do("turn-next")
    settle(gm, ann, bo)
    assert words.your_turn("Anja") in ann.text("news")
    assert f"{words.your_turn('Anja')} · Step Die" in ann.announced
    assert ann.vibrated == 1
    assert bo.text("news").count("Round 1 · Anja's turn") == 1
    assert "turn-next" not in bo.html("news") + bo.go("stepdie/tracker/").html("screen")
    bo.do("turn-next")
    assert words.NOT_YOUR_TURN in bo.text("news")
    assert "Next: Boris" in gm.go("stepdie/").text("news")
    assert words.DONE in ann.text("news")
    assert words.DONE in ann.go("stepdie/odds/").text("news")
    ann.go("settings/").do("turn-done", system="stepdie").go("stepdie/")
    settle(gm, ann, bo)
    assert (ann.vibrated, bo.vibrated, gm.vibrated) == (1, 1, 0)
    assert words.your_turn("Boris") in bo.go("").text("news")
    assert words.your_turn("Anja") not in ann.text("news")
    assert "Round 1 · Boris's turn" in ann.text("news")
    gm.go("table/").do("table-terms", form={"fair": "on"})
    settle(gm, ann, bo)
    assert words.your_turn("Boris") in bo.go("stepdie/").text("news")
    assert "turn-next" not in bo.html("news")
    gm.go("stepdie/").do("turn-next")
    settle(gm, ann, bo)
    assert "Round 2 · Anja's turn" in bo.text("news")


def test_a_turn_is_named_by_its_game_from_elsewhere_and_ends_with_it() -> None:
    gm, ann = seats = company("Gm", "Ann")
    gm.go("stepdie/tracker/").do("edit", subject="player").do("edit-save", form={"called": "Anja"})
    settle(*seats)
    ann.do("who", called="Anja").go("almond/")
    gm.do("turns-begin").do("turn-next")
    settle(*seats)
    elsewhere = f"{words.your_turn('Anja')} · Step Die"
    assert elsewhere in ann.announced
    assert elsewhere in ann.text("news")
    assert "turn-next" not in ann.html("news")
    assert elsewhere not in ann.go("stepdie/").text("news")
    assert words.your_turn("Anja") in ann.text("news")
    ann.go("almond/")
    gm.go("almond/")
    settle(*seats)
    assert words.your_turn("Anja") not in ann.text("news")
    assert words.your_turn("Anja") not in ann.go("settings/").text("news")
    assert words.your_turn("Anja") in ann.go("stepdie/").text("news")


def test_a_tie_with_a_hidden_foe_is_not_told() -> None:
    reader = scene("stepdie")
    for name in ("Ann", "Wolf"):
        reader.do("turn-score", form={"score": "5"}, called=name)
    assert "Ann 5, tied" in reader.text("screen")
    assert "tied" not in at_anothers_table(reader).text("screen")


def test_the_library_keeps_people_for_other_campaigns() -> None:
    bite = {"pools.0.label": "Bite", "pools.0.dice": "3"}
    reader = foes(person(Reader("almond/tracker/"), "Ann"), "Wolf", **bite).do("shelve", called="Wolf")
    assert "Wolf is in the library" in reader.told[-1]
    reader.do("shelve", called="Ann").do("shelve", called="Ann").do("shelve", called="Zed")
    assert "Library · 2" in reader.text("screen")
    assert "Library" not in reader.go("stepdie/tracker/").text("screen")
    reader.go("almond/tracker/").do("fetch", called="Wolf").do("fetch", called="Zed")
    assert names(reader) == ["Ann", "Wolf", "Wolf 2"]
    reader.records.clear()
    reader.visit("almond/tracker/").do("fetch", called="Wolf").do("fetch", called="Ann")
    ann, wolf = people(reader.model.campaign, reader.model.system)
    assert (ann.name, ann.foe) == ("Ann", False)
    assert (wolf.name, wolf.foe, wolf.hidden) == ("Wolf", True, True)
    assert wolf.values["pools"] == [{"label": "Bite", "dice": 3}]
    reader.do("discard", called="Ann").do("discard", called="Zed")
    assert "Library · 1" in reader.visit("almond/tracker/").text("screen")
    assert names(reader) == ["Ann", "Wolf"]


@pytest.mark.parametrize("kept", [3, [[]], [["x" * 99, {}]], [["", {}]], [[3, {}]], [["Ann", []]], "x", {"a": 1}])
def test_a_library_that_cannot_be_read_is_left_out(kept: Any) -> None:
    assert Reader("almond/tracker/", kept={"library almond": kept}).model.library["almond"] == ()


def test_a_full_library_says_so() -> None:
    full = [[f"Wolf {number}", {"pools.0.label": [], "foe": 1}] for number in range(100)]
    reader = person(Reader("almond/tracker/", kept={"library almond": full}), "Ann").do("shelve", called="Ann")
    assert "The library is full" in reader.text("news")
    assert not reader.model.library["almond"][0].foe


def test_somebody_goes_to_another_campaign_as_a_file() -> None:
    bite = {"pools.0.label": "Bite", "pools.0.dice": "3"}
    reader = foes(person(Reader("almond/tracker/"), "Ann"), "Wolf", **bite)
    reader.do("count", counter="wounds", who="Wolf", by=2).do("person-file", called="Wolf")
    (file,) = reader.asked("download")
    assert file["name"] == "pyrules-almond-wolf.json"
    other = foes(Reader("almond/tracker/"), "Wolf").do("person-import", value=file["text"], name=file["name"])
    assert names(other) == ["Wolf", "Wolf 2"]
    assert "Wolf 2 is saved." in other.told
    wolf = people(other.model.campaign, other.model.system)[1]
    assert (wolf.foe, wolf.values["pools"]) == (True, [{"label": "Bite", "dice": 3}])
    assert value(other.model, "wounds", "Wolf 2") == 0
    other.do("person-import", value=write_log(reader.model.campaign.events), name="log.json")
    assert names(other) == ["Ann", "Wolf", "Wolf 2", "Wolf 3"]
    assert reader.do("person-file", called="Zed").asked("download") == []


@pytest.mark.parametrize(
    ("value", "said"),
    [(None, "The file is"), ("{", "was not imported"), (write_log(()), "x.json has nobody of Almond")],
)
def test_a_file_that_has_nobody_changes_nothing(value: str | None, said: str) -> None:
    reader = person(Reader("almond/tracker/"), "Ann")
    events = reader.model.campaign.events
    reader.do("person-import", value=value, name="x.json", size=1, most=9)
    assert said in reader.text("news")
    assert reader.model.campaign.events == events
