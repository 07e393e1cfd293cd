"""Who acts and who defends, modifiers that last, Wounds that fill in, and rolls that are kept secret."""

from collections.abc import Callable
from typing import Any

import pytest
from app.log.state import entry_in_words

from pyrules.campaign.codec import read_log, write_log
from pyrules.campaign.events import Rolled
from pyrules.campaign.namesakes import unmark_name
from tests.app.reader import Reader
from tests.app.table.seats import company, settle
from tests.app.tracker.turns_helpers import foes, person

PISTOLS = {"pools.0.label": "Agility", "pools.0.pool": "2", "pools.0.limit": "3"}
SKILLED = {**PISTOLS, "pools.0.skill": "Pistols", "pools.0.skill_dice": "2"}
LIMITED = (
    {"pools.0.label": "Agility", "pools.0.pool": "4", "pools.0.limit": "3"},
    {"pools.0.label": "Reaction", "pools.0.pool": "8", "pools.0.limit": "2"},
)
DODGE = {
    "pools.0.label": "Reaction",
    "pools.0.pool": "2",
    "pools.0.limit": "",
    "pools.1.label": "Body",
    "pools.1.pool": "1",
}


def rolls(reader: Reader) -> list[Rolled]:
    return [event for event in reader.model.campaign.events if isinstance(event, Rolled)]


def counting_wounds(reader: Reader, system: str) -> Reader:
    """A reader by whose house rule each Wound takes a die."""
    return reader.go("settings/").do("house", form={"system": system, f"{system}_wounds": "on"})


def duel(*faces: int) -> Reader:
    reader = foes(person(Reader("moonwalk/tracker/", faces=faces), "Ann", **PISTOLS), "Guard", 2, **DODGE)
    return reader.go("moonwalk/").do("who", called="Ann")


def test_two_taps_make_an_opposed_test_with_two_names_on_the_result() -> None:
    reader = duel(5, 6, 1, 5).do("against", called="Guard 2")
    assert reader.model.sheet.notation == "Agility 2 [3] vs. Reaction 2"
    assert "Guard 2 has Reaction 2 Body 1" in reader.text("form")
    reader.do("roll")
    assert (rolls(reader)[-1].who, rolls(reader)[-1].against) == ("Ann", "Guard 2")
    assert reader.html("tray").count('data-kind="other"') == 2
    assert "<h2>Ann</h2>" in reader.html("tray")
    assert "<h2>Guard 2</h2>" in reader.html("tray")
    assert "against Guard 2" in reader.text("card")
    assert "against Guard 2" in reader.go("moonwalk/log/").text("screen")
    assert read_log(write_log(reader.model.campaign.events)) == reader.model.campaign


def test_something_else_can_be_set_against_it() -> None:
    reader = duel(5, 6, 1).do("against", called="Guard 2").do("defence", offer="pools.1")
    assert reader.model.sheet.notation == "Agility 2 [3] vs. Body 1"
    assert reader.do("defence", offer="pools.9").model.sheet.notation == "Agility 2 [3] vs. Body 1"
    assert reader.do("against", called="Zed").model.against["moonwalk"] == "Guard 2"


def test_a_test_that_is_made_into_another_one_is_against_nobody() -> None:
    reader = duel(5, 6).do("against", called="Guard 2").note("2 (1)").do("roll")
    assert rolls(reader)[-1].against == ""
    reader = duel(5, 6, 1, 5).do("against", called="Guard 2").do("against", called="Guard 2").do("roll")
    assert rolls(reader)[-1].against == ""


def test_a_defender_chosen_from_the_tracker_brings_no_limit_along() -> None:
    """The defender's hits count as rolled: five of eight dice beat three, though the pool keeps two when it acts."""
    faces = [5, 6, 5, 2, 5, 5, 5, 6, 6, 1, 1, 1]
    reader = person(Reader("moonwalk/tracker/", faces=faces * 2), "Ann", **LIMITED[0])
    reader = foes(reader, "Guard", **LIMITED[1]).go("moonwalk/").do("who", called="Ann").do("against", called="Guard")
    assert reader.model.sheet.notation == "Agility 4 [3] vs. Reaction 8"
    (event,) = rolls(reader.do("roll"))
    assert (event.headline, event.against) == ("Failure", "Guard")
    reader.note("Agility 4 [3] vs. Reaction 8 [2]").do("roll")  # typed for this test
    assert (rolls(reader)[-1].headline, rolls(reader)[-1].against) == ("Success", "Guard")
    assert (
        reader.do("against", called="Guard").do("against", called="Guard").model.sheet.notation.endswith("Reaction 8")
    )


def test_wounds_of_both_sides_fill_in_by_the_house_rule() -> None:
    reader = counting_wounds(duel(5, 1), "moonwalk").go("moonwalk/").do("against", called="Guard 2")
    for who in ("Ann", "Guard 2"):
        reader.do("count", counter="wounds", who=who, by=1)
    assert reader.model.sheet.notation == "Agility 2 - Wounds 1 [3] vs. Reaction 2 - Wounds 1"
    assert rolls(reader.do("roll"))[-1].against == "Guard 2"
    reader.do("count", counter="wounds", who="Ann", by=-1)
    assert reader.model.sheet.notation == "Agility 2 [3] vs. Reaction 2 - Wounds 1"


def test_who_defends_is_called_by_a_new_name_and_may_go() -> None:
    reader = duel(5, 6, 1, 5).do("against", called="Guard 2")
    reader.do("edit", subject="player", called="Guard 2").do("edit-save", form={"called": "Captain", **DODGE})
    assert rolls(reader.go("moonwalk/").do("roll"))[-1].against == "Captain"
    reader = duel(5, 6, 1, 5).do("against", called="Guard 2").do("remove", subject="player", called="Guard 2")
    assert rolls(reader.do("roll"))[-1].against == ""


def general(**values: Any) -> Reader:
    reader = person(Reader("general/tracker/", faces=[6, 6, 6]), "Mira", level="2")
    return foes(reader, "Ogre", **values).go("general/").do("who", called="Mira")


def test_an_attack_takes_the_defence_and_a_save_the_causers_might() -> None:
    reader = general(defence="13", martial_might="15", magic_might="11").do("offer", offer="attack")
    reader.do("against", called="Ogre")
    assert reader.model.sheet.notation.endswith("(Defence 13)")
    reader.do("offer", offer="save").do("against", called="Ogre").do("against", called="Ogre")
    assert reader.model.sheet.notation.endswith("(Martial Might 15)")
    reader.do("defence", offer="magic_might")
    assert reader.model.sheet.notation.endswith("(Magic Might 11)")
    assert rolls(reader.do("roll"))[-1].against == "Ogre"


def test_only_who_has_something_to_set_against_a_test_can_be_tapped() -> None:
    reader = general(magic_might="11").do("offer", offer="attack")
    assert "Against Ogre" not in reader.text("form")
    assert "Against Ogre" in reader.do("offer", offer="save").text("form")
    assert "Against Ogre" not in reader.note("Strength d8 (10)").text("form")


def test_attribute_and_skill_are_kept_apart() -> None:
    more = {"pools.1.label": "Logic", "pools.1.pool": "4", "pools.1.skill": "Hacking", "pools.1.skill_dice": "1"}
    reader = person(Reader("moonwalk/tracker/"), "Ann", **SKILLED, **more).go("moonwalk/").do("who", called="Ann")
    assert reader.model.sheet.notation == "Agility 2 + Pistols 2 [3] (3)"
    assert 'data-offer="pools.0" aria-pressed="true"' in reader.html("form")
    reader.do("offer", offer="pools.1")
    assert reader.model.sheet.notation == "Logic 4 + Hacking 1 (3)"
    wrong = person(Reader("moonwalk/tracker/"), "Ann").do("edit", subject="player", called="Ann")
    wrong.do("edit-save", form={"called": "Ann", **SKILLED, "pools.0.skill": "vs 2"})
    assert wrong.model.tracker.editing is not None
    assert list(wrong.model.tracker.editing.wrong) == ["pools.0.skill"]


@pytest.mark.parametrize(
    ("system", "values", "before", "after"),
    [
        ("moonwalk", {"modifiers.0.label": "Edge", "modifiers.0.number": "3"}, "12 (3)", "12 + Edge 3 (3)"),
        (
            "almond",
            {"modifiers.0.label": "Fog", "modifiers.0.number": "1", "modifiers.0.on": "TN"},
            "5d6 TN 4",
            "5d6 TN 4 + Fog 1",
        ),
    ],
)
def test_modifiers_that_last_are_a_tap(system: str, values: dict[str, str], before: str, after: str) -> None:
    reader = person(Reader(f"{system}/tracker/"), "Ann", **values).go(f"{system}/").do("who", called="Ann")
    assert reader.model.sheet.notation == before
    assert reader.do("offer", offer="modifiers.0").model.sheet.notation == after
    assert reader.do("offer", offer="modifiers.0").model.sheet.notation == before


@pytest.mark.parametrize(
    ("system", "hurt", "well"),
    [("moonwalk", "12 - Wounds 2 (3)", "12 (3)"), ("almond", "5d6 TN 4 - Wounds 2d", "5d6 TN 4")],
)
def test_wounds_are_a_counter_that_takes_no_dice(system: str, hurt: str, well: str) -> None:
    reader = person(Reader(f"{system}/tracker/"), "Ann", "Bo").do("count", counter="wounds", who="Ann", by=2)
    assert reader.go(f"{system}/").do("who", called="Ann").model.sheet.notation == well
    assert reader.note(hurt).model.sheet.notation == hurt  # typed in by hand it is a modifier like any other


@pytest.mark.parametrize(
    ("system", "hurt", "well"),
    [("moonwalk", "12 - Wounds 2 (3)", "12 (3)"), ("almond", "5d6 TN 4 - Wounds 2d", "5d6 TN 4")],
)
def test_by_the_house_rule_wounds_go_with_whoever_has_them(system: str, hurt: str, well: str) -> None:
    reader = counting_wounds(person(Reader(f"{system}/tracker/"), "Ann", "Bo"), system).go(f"{system}/tracker/")
    reader.do("count", counter="wounds", who="Ann", by=2)
    reader.go(f"{system}/").do("who", called="Ann")
    assert reader.model.sheet.notation == hurt
    assert reader.note(well).model.sheet.notation == hurt
    assert "Ann has 2 Wounds; change that in the tracker." in reader.text("news")
    assert reader.do("who", called="Bo").model.sheet.notation == well
    assert reader.note(hurt).model.sheet.notation == hurt  # typed in by hand, for somebody without any that are counted
    reader.do("who", called="Ann").do("count", counter="wounds", who="Ann", by=-2)
    assert reader.model.sheet.notation == well
    assert reader.do("undo", event=reader.model.campaign.events[-1].id).model.sheet.notation == hurt


def test_a_secret_roll_is_told_when_it_is_revealed() -> None:
    reader = Reader("almond/", faces=[6, 6, 5, 5, 5, 1, 1, 1, 1, 1, 2]).note("3d6 TN 4").do("secret")
    assert 'data-on="secret" aria-pressed="true"' in reader.html("form")
    assert "Roll 3d6, in secret" in reader.text("bar")
    reader.do("roll")
    (event,) = rolls(reader)
    assert event.secret
    assert "Rolled in secret" in reader.text("card")
    assert (entry_in_words(event).headline, entry_in_words(event).summary, entry_in_words(event).good) == (
        "Secret roll",
        "",
        None,
    )
    assert entry_in_words(event).notation == "3d6 TN 4"
    log = reader.go("almond/log/").html("screen")
    assert event.headline not in log
    assert 'class="dice"' not in log
    log = reader.do("log-open", event=event.id).html("screen")
    for on in ("log-replay", "reveal"):
        assert f'data-on="{on}"' in log
    assert "Pass" not in reader.do("log-copy", event=event.id, as_="text").asked("copy")[0]["text"]
    for kind in ("good", "bad"):
        assert "Secret roll" not in reader.do("log-search", form={"kind": kind}).text("screen")
    reader.do("log-search", form={"text": event.headline})
    assert "Secret roll" not in reader.text("screen")
    assert read_log(write_log(reader.model.campaign.events)) == reader.model.campaign
    reader.do("log-search", form={}).do("reveal", event=event.id)
    assert event.headline in reader.text("screen")
    assert not rolls(reader)[-1].secret
    events = reader.model.campaign.events
    assert reader.do("reveal", event=event.id).model.campaign.events == events
    reader.do("undo", event=event.id).do("redo", event=event.id)
    assert event.headline in reader.text("screen")


def test_rolls_are_secret_until_switched_off_and_the_button_says_so() -> None:
    reader = Reader("moonwalk/", seed=1).note("4 (4)").do("secret").do("roll")
    ways: tuple[Callable[[], Reader], ...] = (
        lambda: reader.do("roll"),
        lambda: reader.do("option", option="again").do("roll"),
        lambda: reader.do("pin").do("preset", place=0).do("roll"),
        lambda: reader.visit("moonwalk/").do("roll"),
        lambda: reader.do("by-hand").do("roll").do("roll-rest"),
    )
    for again in ways:
        assert "Roll again, in secret" in reader.text("bar")
        assert 'data-on="secret" aria-pressed="true"' in reader.html("card")
        again()
        assert rolls(reader)[-1].secret
    reader.do("by-hand").do("secret")
    assert "in secret" not in reader.text("bar").lower()
    assert not rolls(reader.do("roll"))[-1].secret


def test_dice_typed_in_are_as_secret_as_the_button_says() -> None:
    reader = Reader("almond/").do("secret").do("by-hand").do("roll").do("face", face=4)
    assert "Roll the rest for me, in secret" in reader.text("card")
    reader.do("secret").do("roll-rest")
    assert not rolls(reader)[-1].secret


def test_a_secret_roll_stays_secret_when_it_goes_on() -> None:
    reader = person(Reader("stepdie/tracker/", faces=[1, 6, 4, 3, 2]), "Kira").go("stepdie/").do("who", called="Kira")
    reader.note("3d6 + d8 (3)").do("secret").do("roll").do("option", option="add")
    assert [event.secret for event in rolls(reader)] == [True, True]
    assert "Secret roll" in reader.go("stepdie/log/").text("screen")


def test_who_made_a_secret_roll_sees_its_dice_in_its_line_and_on_the_felt() -> None:
    reader = Reader("moonwalk/", faces=[6, 5, 1, 2]).note("2 (2)").do("secret").do("roll").do("secret").do("roll")
    made, later = rolls(reader)
    reader.go("moonwalk/log/")
    assert "Dice: 6 5" not in reader.html("screen")
    assert made.headline not in reader.text("screen").partition("Secret roll")[2]
    reader.do("log-open", event=made.id)
    assert "Dice: 6 5" in reader.html("screen")
    assert f"Only you see it. {made.headline}" in reader.text("screen")
    reader.do("log-replay", event=made.id)
    assert (reader.model.place.tab, reader.model.result) == ("roll", True)
    assert reader.model.tray is not None
    assert reader.model.tray.event == made.id
    assert "Rolled in secret" in reader.text("card")
    shown = reader.go("moonwalk/show/").model.tray
    assert shown is not None
    assert shown.event == later.id


def test_the_screen_for_everybody_shows_nothing_hidden() -> None:
    reader = duel(5, 6, 1, 5, 6, 6, 6, 6).do("roll").do("secret").do("roll")
    assert "Rolled in secret" in reader.text("card")
    reader.go("moonwalk/show/")
    assert reader.model.tray is not None
    assert reader.model.tray.event == rolls(reader)[0].id
    assert "Guard" not in reader.text("screen") + reader.text("card")
    assert "Wounds Ann 0" in reader.text("screen") + reader.text("card")
    reader.do("show", called="Guard 2")
    assert "Guard 2" in reader.text("card")


def test_a_foe_of_whom_nothing_is_written_can_be_whom_a_test_is_against() -> None:
    reader = foes(person(Reader("moonwalk/tracker/", faces=(5, 6, 1, 5, 2)), "Ann", **PISTOLS), "Ghoul")
    reader.go("moonwalk/").do("who", called="Ann").note("2 vs. 3").do("against", called="Ghoul").do("roll")
    assert (rolls(reader)[-1].who, rolls(reader)[-1].against) == ("Ann", "Ghoul")
    reader = foes(person(Reader("general/tracker/", faces=(5,)), "Ann"), "Ghoul")
    reader.go("general/").do("who", called="Ann").note("martial attack Strength d8 (Defence 10)")
    reader.do("against", called="Ghoul").do("roll")
    assert (rolls(reader)[-1].who, rolls(reader)[-1].against) == ("Ann", "Ghoul")


def test_at_anothers_table_one_rolls_for_own_foes_and_against_shown_ones() -> None:
    gm, ann, _bo = seats = company("Gm", "Ann", "Bo")
    gm.go("moonwalk/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Ghoul", "many": "1"})
    gm.do("show", called="Ghoul").do("edit", subject="player").do("edit-save", form={"called": "Kira"})
    settle(*seats)
    ann.go("moonwalk/").do("who", called="Kira")
    form = ann.html("form")
    assert 'data-on="against" data-called="Ghoul"' in form
    assert 'data-on="who" data-called="Ghoul"' not in form
    assert 'data-on="who" data-called="Ghoul"' in gm.go("moonwalk/").html("form")
    ann.go("moonwalk/tracker/").do("edit", subject="foe").do("edit-save", form={"called": "Hound", "many": "1"})
    [hound] = [name for name in ann.model.campaign.records_of("moonwalk", "player") if unmark_name(name) == "Hound"]
    assert f'data-on="who" data-called="{hound}"' in ann.go("moonwalk/").html("form")


def test_your_dice_are_nobodys_where_several_look() -> None:
    gm, ann = seats = company("Gm", "Ann")
    ann.go("moonwalk/").note("2 vs. 3").do("roll")
    gm.go("moonwalk/show/")
    settle(*seats)
    assert "<h2>Your dice</h2>" in ann.html("tray")
    assert "<h2>Ann</h2>" in gm.html("tray")
    assert "<h2>Ann</h2>" in gm.go("moonwalk/").do("table-others").html("tray")
    alone = Reader("moonwalk/", faces=(5, 6, 1, 5, 2)).note("2 vs. 3").do("roll").go("moonwalk/show/")
    assert "Your dice" not in alone.html("tray")
