"""Settings: preferences, house rules, the reminder to save, deleting everything, the rulebook and its addresses."""

import json
from typing import Any

import pytest
from app.picker import words as picker_words
from app.place import Place, place_at
from app.rules.anchors import anchors
from app.settings import words
from app.settings.state import MOST_UNSAVED, PREFERENCES
from app.settings.upkeep import BY_HAND

from pyrules.campaign.codec import write_log
from pyrules.campaign.events import Event, Rolled
from pyrules.campaign.links import write_link
from pyrules.campaign.rolls import RollMetadata, record_roll as roll_event
from pyrules.core.faces import read_faces
from pyrules.core.form import MORE
from pyrules.core.system import System
from pyrules.systems import BY_ID, SYSTEMS
from pyrules.systems.stepdie import STEPDIE
from tests.app.reader import Reader
from tests.app.settings.settings_helpers import SHOWN


def rolled(number: int) -> Reader:
    reader = Reader("moonwalk/")
    for _ in range(number):
        reader.do("roll")
    return reader


def told(reader: Reader, **facts: Any) -> Reader:
    """Have the browser report these facts of itself."""
    return reader.do("device", json.dumps(facts))


ODD: tuple[Any, ...] = (None, 7, -1, 1e308, "x" * 100_000, "<b>", "\ud800", [], [[]], [None, {}], {}, {"a": [{}]})
WHOSE = ("preferences", "exported", "reminded", "desk", "challenge", "test time", "by hand", "goes by", "unsent")
OF_A_SYSTEM = ("form", "house", "who", "presets", "library")


@pytest.mark.untraced
@pytest.mark.parametrize("key", [*WHOSE, *(f"{of} {system.id}" for of in OF_A_SYSTEM for system in SYSTEMS)])
def test_a_setting_that_is_damaged_in_any_way_keeps_no_page_from_opening(key: str) -> None:
    *_, last = key.split()
    system = last if last in BY_ID else SYSTEMS[0].id
    for value in ODD:
        reader = Reader(kept={key: value})
        for place in ("", "settings/", f"{system}/", f"{system}/tracker/"):
            assert reader.visit(place).html("top")


def step_die(name: str, awards: str) -> Rolled:
    """A roll whose Step Die won an IP."""
    test = STEPDIE.parse("2d6 + d8 (3)", {"awards": awards})
    return roll_event(RollMetadata(name, 0), STEPDIE, test, STEPDIE.replay(test, read_faces("1,2,8")))


EARLIER, TODAY = "after_spending", "every_roll"


@pytest.mark.parametrize(
    ("log", "kept", "awards"),
    [
        ([], {}, TODAY),
        ([step_die("a", EARLIER)], {}, EARLIER),
        ([step_die("a", EARLIER)], {"house stepdie": {"awards": TODAY}}, TODAY),
        ([], {"house stepdie": {"awards": "after the spending"}}, EARLIER),
        ([step_die("a", TODAY), step_die("b", EARLIER)], {}, TODAY),
        ([], {"house stepdie": {"player_ip_most": 6}}, EARLIER),
    ],
)
def test_a_campaign_that_has_rolled_keeps_its_way(log: list[Event], kept: dict[str, Any], awards: str) -> None:
    assert Reader("stepdie/", log, kept=kept).model.house_rules["awards"] == awards


def test_a_log_from_a_file_brings_its_way_to_where_nobody_has_rolled() -> None:
    theirs = write_log([step_die("a", EARLIER)])
    for own, awards in (([], EARLIER), ([step_die("b", TODAY)], TODAY)):
        reader = Reader("stepdie/log/", own).do("log-import", value=theirs, name="x.json", size=1).do("log-replace")
        assert reader.model.house_rules["awards"] == awards
        assert reader.visit("stepdie/").model.house_rules["awards"] == awards


@pytest.mark.parametrize(
    ("notation", "rows"),
    [
        ("almond: 5d6 TN 4", ("F 2 Trivial 99.99 %", "B 6/7 Severe 60 %", "X+ 10+ Inhuman 35 %")),
        (
            "stepdie: 5d6 + d10 (3)",
            ("Moderate 2 60 %", "d6 Untrained 33 % 33 % 32 %", "Near Miss 1 or 2 short 62 %"),
        ),
        (
            "general: attack d8 (10)",
            ("Moderate 10 0 %", "1 d4 19 %", "Baseline 0 0 or more", "2nd Degree 1 5 or more 0 %"),
        ),
        ("relics: Minor 5 resolved 3", ("7 or 8 2 critical success", "Common A3", "Primary +3d6 +2d6")),
    ],
)
def test_the_charts_of_a_text_are_tables_with_the_chance_of_each_row(notation: str, rows: tuple[str, ...]) -> None:
    system, _, test = notation.partition(": ")
    text = Reader(f"{system}/").note(test).visit(f"{system}/rules/").text("screen")
    assert [row for row in rows if row not in text] == []


def test_the_buttons_of_a_chart_say_name_and_number() -> None:
    assert "Average 4 Tough 5 Severe 6 Severe 7 Ambitious 8" in Reader("almond/").text("form")
    assert "Easy 5 Moderate 10" in Reader("general/").text("form")


# Preferences


def test_the_settings_lead_back_to_where_the_reader_came_from() -> None:
    reader = Reader("settings/")
    assert "Back" not in reader.html("top")
    reader.go("relics/").go("relics/tracker/").go("settings/")
    assert 'href="relics/tracker/" aria-label="Back to Relics of the Moon"' in reader.html("top")
    assert "Back to Relics" in reader.go("evening/").html("top")
    assert "Back" not in reader.go("").html("top")
    assert "Back" not in reader.go("almond/").html("top")


def test_preferences_take_effect_at_once_and_are_kept() -> None:
    reader = Reader("settings/").do("prefer", form={**SHOWN, "theme": "contrast", "left_handed": "on", "awake": "on"})
    now = reader.model.preferences
    assert (now["theme"], now["left_handed"], now["awake"], now["shortcuts"]) == ("contrast", True, True, False)
    assert reader.visit("settings/").model.preferences == now


def test_what_is_changed_most_comes_first_and_what_seldom_is_folded() -> None:
    page = Reader("settings/").html("screen")
    order = ("Look of the dice", "Sound of the dice", "Theme", MORE, "STUN server", words.YOUR_DATA)
    assert [*map(page.index, order)] == sorted(map(page.index, order))
    assert '<details id="seldom-set">' in page


def test_an_address_that_cannot_be_asked_is_in_sight_with_what_is_wrong() -> None:
    reader = Reader("settings/").do("prefer", name="stun", form={"stun": "not an address"})
    assert '<details id="seldom-set" open>' in reader.html("screen")
    assert words.sentence(words.NO_STUN_SERVER) in reader.text("screen")


def test_what_an_older_version_kept_stays_good_when_preferences_are_added() -> None:
    reader = Reader("settings/")
    reader.kept["preferences"] = {"theme": "dark"}
    assert reader.visit("").model.preferences["theme"] == "dark"
    assert reader.model.preferences["shortcuts"] is True


@pytest.mark.parametrize("kept", [None, 3, [], {"theme": "neon"}, {"shortcuts": []}])
def test_preferences_that_cannot_be_used_are_those_of_a_first_visit(kept: Any) -> None:
    first = Reader("settings/").model.preferences
    reader = Reader("settings/")
    reader.kept["preferences"] = kept
    assert reader.visit("settings/").model.preferences["theme"] == first["theme"]


# House rules


@pytest.mark.parametrize("system", [system for system in SYSTEMS if system.settings], ids=lambda system: system.id)
def test_every_switch_stands_with_its_ruling(system: Any) -> None:
    reader = Reader("settings/")
    for ruling in system.rulings:
        if ruling.settings:
            assert reader.sees(words.ruling_behind(ruling.number))
            assert all(reader.sees(f'id="{system.id}-{setting.name}"') for setting in ruling.settings)


def test_names_of_switches_are_their_own_across_systems() -> None:
    names = [setting.name for system in SYSTEMS for setting in system.settings]
    assert len(names) == len(set(names))


def test_a_number_is_stepped_within_its_bounds_and_kept() -> None:
    reader = Reader("settings/")
    for _ in range(9):
        reader.do("step", form={"system": "relics"}, field="lead_secondary", by="1")
    assert reader.model.house["relics"]["lead_secondary"] == 3
    assert reader.kept["house relics"]["lead_secondary"] == 3
    reader.do("step", form={"system": "relics"}, field="lead_support", by="-1")
    assert reader.model.house["relics"]["lead_support"] == 0


def test_a_house_rule_judges_the_form_and_what_cannot_be_used_is_ignored() -> None:
    reader = Reader("settings/").do("house", form={"system": "moonwalk", "glitch": "off"})
    assert reader.model.sheets["moonwalk"].test.settings.glitch == "off"
    assert "Moonwalk 1 changed" in reader.text("screen")
    before = reader.model
    assert reader.do("house", form={"system": "moonwalk", "glitch": "always"}).model == before


# What is kept


def test_the_reminder_comes_after_enough_rolls_and_goes_with_the_export() -> None:
    assert not rolled(MOST_UNSAVED - 1).go("log/").go("").sees(words.PUT_OFF)
    reader = rolled(MOST_UNSAVED).go("")
    assert reader.sees(words.PUT_OFF, words.not_exported(MOST_UNSAVED))
    assert not reader.do("log-export").sees(words.PUT_OFF)
    assert not reader.visit("").sees(words.PUT_OFF)


def test_after_another_log_was_taken_over_the_reminder_counts_from_there() -> None:
    [file] = rolled(1).go("moonwalk/log/").do("log-export").asked("download")
    reader = rolled(MOST_UNSAVED).go("moonwalk/log/").do("put-off").do("log-export")
    reader.do("log-import", value=file["text"], name="party.json", size=1).do("log-replace").go("moonwalk/")
    assert not reader.go("").sees(words.PUT_OFF)
    reader.go("moonwalk/")
    for _ in range(MOST_UNSAVED):
        reader.do("roll")
    assert reader.go("").sees(words.PUT_OFF, words.not_exported(MOST_UNSAVED))
    assert reader.visit("").sees(words.not_exported(MOST_UNSAVED))


def test_the_reminder_does_not_come_between_the_reader_and_the_dice() -> None:
    assert not rolled(MOST_UNSAVED).sees(words.PUT_OFF)


def test_the_reminder_put_off_comes_back_after_as_many_more() -> None:
    reader = rolled(MOST_UNSAVED).go("moonwalk/log/").do("put-off")
    assert not reader.sees(words.PUT_OFF)
    assert not reader.visit("moonwalk/log/").sees(words.PUT_OFF)
    reader.go("moonwalk/")
    for _ in range(MOST_UNSAVED):
        reader.do("roll")
    assert reader.go("").sees(words.PUT_OFF, words.not_exported(2 * MOST_UNSAVED))


def test_the_reminder_can_be_switched_off() -> None:
    reader = rolled(MOST_UNSAVED).go("settings/").do("prefer", form=SHOWN)
    assert not reader.go("").sees(words.PUT_OFF)


def test_safari_readers_are_told_what_safari_does() -> None:
    reader = rolled(MOST_UNSAVED).go("")
    assert not reader.sees(words.SAFARI_FORGETS)
    for install, how in BY_HAND.items():
        assert told(reader, install=install).go("").sees(words.SAFARI_FORGETS)
        assert reader.go("settings/").sees(words.SAFARI_FORGETS, how, words.BEGINS_EMPTY)


def test_the_reminder_offers_to_keep_it_where_the_browser_may_delete_it() -> None:
    reader = rolled(MOST_UNSAVED).go("")
    assert not told(reader, persisted=None).sees(words.KEEP_FOR_GOOD)
    assert told(reader, persisted=False).sees(words.KEEP_FOR_GOOD, words.NOT_FOR_GOOD)
    assert not told(reader, persisted=True).sees(words.KEEP_FOR_GOOD)


@pytest.mark.parametrize("kept", [None, "x", -3, 2.5, [], 10**9])
def test_counts_that_cannot_be_are_read_as_none(kept: Any) -> None:
    reader = rolled(1)
    reader.kept |= {"exported": kept, "reminded": kept}
    assert reader.visit("settings/").sees(words.YOUR_DATA)


def test_storage_is_kept_for_good_only_on_request() -> None:
    reader = told(Reader("settings/"), persisted=False)
    assert reader.sees(words.KEEP_FOR_GOOD, words.NOT_FOR_GOOD)
    assert reader.do("persist").asked("persist")
    assert told(reader, persisted=True).sees(words.KEPT_FOR_GOOD)
    assert not reader.sees(words.KEEP_FOR_GOOD)


def test_a_browser_that_does_not_say_is_not_asked() -> None:
    assert not told(Reader("settings/"), persisted=None).sees(words.KEEP_FOR_GOOD)


def test_deleting_everything_takes_two_steps_and_offers_the_export_first() -> None:
    reader = rolled(3).do("pin").go("settings/")
    assert reader.do("erase").asked("erase") == []
    assert not reader.sees(words.DELETE_SURE)
    reader.do("erase-ask")
    assert reader.sees(words.DELETE_SURE, words.DELETE_ABOUT, words.EXPORT)
    reader.do("erase")
    assert reader.asked("erase")
    assert reader.model.campaign.entries == ()
    assert not reader.model.presets.get("moonwalk")
    assert reader.model.place == Place("", "settings")
    assert reader.sees(words.DELETED)


def test_the_question_is_taken_back_by_cancelling_and_by_leaving() -> None:
    reader = rolled(1).go("settings/").do("erase-ask").do("erase-cancel")
    assert not reader.sees(words.DELETE_SURE)
    assert not reader.do("erase-ask").go("").go("settings/").sees(words.DELETE_SURE)
    assert len(reader.model.campaign.entries) == 1


# The app


def test_the_app_says_its_version_and_whether_it_works_offline() -> None:
    reader = Reader("settings/")
    assert reader.sees(words.NOT_OFFLINE_YET)
    told(reader, build="abc123", offline="Ready offline")
    assert reader.sees("abc123", "Ready offline")


@pytest.mark.parametrize(("name", "fact"), [("awake", "wakes"), ("vibration", "vibrates")])
def test_a_switch_that_would_do_nothing_is_not_shown(name: str, fact: str) -> None:
    label = next(field.label for field in PREFERENCES if field.name == name)
    assert told(Reader("settings/"), build="abc123", **{fact: True}).sees(label)
    assert not told(Reader("settings/"), build="abc123", **{fact: False}).sees(label)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_an_installed_app_opens_a_pasted_link_with_what_was_sent_beside_it(system: System[Any]) -> None:
    test = system.parse(system.examples[0].notation, {})
    link = f"{system.id}/#{write_link(system, test, None)}"
    reader = told(Reader("settings/"), install="installed")
    assert reader.sees(words.PASTE_LINK, words.LINKS_LEAD_ASTRAY)
    reader.do("paste-link", form={"link": f"Try this #1:\nhttps://example.org/a/pyrules/{link} "})
    assert reader.model.place == Place(system.id, "roll")
    assert reader.model.from_link is not None
    assert reader.asked("go")[0] == {"do": "go", "to": link}


def test_what_is_no_link_is_refused_in_words_and_changes_nothing() -> None:
    reader = told(Reader("settings/"), install="installed").do("paste-link", form={"link": "https://example.org/"})
    assert reader.sees(words.NO_LINK)
    assert reader.model.place == Place("", "settings")


@pytest.mark.parametrize(
    ("install", "seen"), [("offered", 'data-on="install"'), ("installed", words.INSTALLED), ("ios", words.INSTALL_IOS)]
)
def test_installing_is_said_in_the_browser_s_own_way(install: str, seen: str) -> None:
    assert not Reader("settings/").sees(seen)
    assert told(Reader("settings/"), install=install).sees(seen)


def test_what_the_browser_tells_does_not_take_away_what_was_told() -> None:
    reader = Reader("moonwalk/").do("pin")
    said = reader.model.news
    assert said is not None
    assert told(reader, persisted=True).model.news == said


def test_the_picker_leads_back_to_the_system_rolled_with_last() -> None:
    assert not Reader("").sees(picker_words.GO_ON_WITH)
    reader = Reader("almond/").do("roll").go("")
    assert reader.sees(f"{picker_words.GO_ON_WITH} {BY_ID['almond'].title}")
    assert reader.visit("").sees(picker_words.GO_ON_WITH)


# The rulebook


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_every_rule_and_every_ruling_has_its_place_in_the_rulebook(system: Any) -> None:
    reader = Reader(f"{system.id}/rules/")
    assert reader.model.place == place_at(f"{system.id}/rules/#rule-x") == Place(system.id, "rules")
    assert len(anchors(system)) == len(system.rules) + len(system.rulings)
    assert all(reader.sees(f'id="{anchor}"') for anchor in anchors(system))


def test_a_line_of_the_card_leads_to_its_rule_and_the_focus_goes_there() -> None:
    reader = Reader("moonwalk/").do("roll")
    assert reader.sees("moonwalk/rules/#rule-limit")
    assert [one["id"] for one in reader.go("moonwalk/rules/#rule-limit").asked("focus")] == ["rule-limit"]


@pytest.mark.parametrize("anchor", ["", "#", "#main", "#rule-", "#rule-nowhere", "#1abc"])
def test_an_anchor_that_there_is_not_moves_no_focus(anchor: str) -> None:
    assert Reader("moonwalk/").go(f"moonwalk/rules/{anchor}").asked("focus") == []


# The sound of the dice


def test_sound_is_switched_beside_the_dice_and_offered_at_the_first_rolls() -> None:
    reader = Reader("moonwalk/")
    assert "icon offered" not in reader.html("top")
    assert "icon offered" in reader.do("roll").html("top")
    assert 'aria-pressed="true"' in reader.do("sound").html("top")
    assert "icon offered" not in reader.html("top")
    assert reader.visit("moonwalk/").model.preferences["sound"] is True
    assert reader.do("sound").model.preferences["sound"] is False
    assert "icon offered" not in rolled(5).html("top")


def test_settings_of_rolls_games_and_the_device_are_told_apart() -> None:
    page = Reader("settings/").text("screen")
    order = (words.ROLLS, "Look of the dice", words.HOUSE_RULES_ABOUT, "Moonwalk", words.THIS_DEVICE, "Theme")
    assert [*map(page.index, order)] == sorted(map(page.index, order))


# The odds of house rules


def weighed(reader: Reader, label: str) -> str:
    """What is told of a house rule, up to its ruling."""
    return reader.text("screen").partition(label)[2].partition(words.ruling_behind("").strip())[0]


def test_each_house_rule_shows_its_default_and_what_it_changes_in_the_form() -> None:
    reader = Reader("moonwalk/").note("4 (1)").go("settings/").do("odds")
    assert words.weighed_by("4 (1)") in reader.text("screen")
    glitch = weighed(reader, "Glitch when ones are")
    assert "by default: more than half" in glitch
    assert "half or more: 13 % glitch, now 1.6 %; 5.2 % critical glitch, now 1 %" in glitch
    assert "off: 0 % glitch, now 1.6 %" in glitch
    assert f"by default: round down · {words.MOVES_NOTHING}" in weighed(
        reader, "Standard Result, a quarter of the pool"
    )


def test_odds_of_house_rules_follow_the_house_rules() -> None:
    reader = Reader("almond/").note("5d6 TN 4").go("settings/").do("odds")
    assert "2: 81 % to succeed, now 97 %" in weighed(reader, "Successes needed to pass")
    reader.do("house", form={"system": "almond", "successes_needed": "2"})
    assert "1: 97 % to succeed, now 81 % 3: 50 % to succeed, now 81 %" in weighed(reader, "Successes needed to pass")


def test_odds_of_house_rules_that_take_too_long_are_refused_in_words() -> None:
    reader = Reader("moonwalk/").note("97 [19] (491, 3 hours) Extended Test").go("settings/").do("odds")
    assert "would take about" in reader.text("screen")
    assert "now" not in weighed(reader, "Glitch when ones are")


def test_odds_of_house_rules_come_after_the_page() -> None:
    reader = Reader("moonwalk/").go("settings/")
    assert reader.asked("later")
    assert "Odds of the test" not in reader.text("screen")
    assert "Odds of the test" in reader.do("odds").text("screen")
