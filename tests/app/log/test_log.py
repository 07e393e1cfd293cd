"""The log as the page shows it: found, undone, noted, copied, exported, imported, and never harmed by a file."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from app.common.dice import PICTURED
from app.common.times import day, hour, when
from app.log import screen_words as words
from app.log.state import NEWEST, Said, entry_in_words
from app.place import Place
from app.screens import view
from app.systems.moonwalk.words import GO_ON
from hypothesis import given

from pyrules.campaign.codec import VERSION, read_log, write_event, write_log
from pyrules.campaign.events import Change, Event, Noted, Recorded, Restored, Rolled, Undone
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.campaign.state import fold
from pyrules.core.faces import read_faces
from pyrules.core.roll import Pick
from pyrules.systems import SYSTEMS
from pyrules.systems.almond import ALMOND
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.relics import RELICS
from pyrules.systems.stepdie import STEPDIE
from tests.app.log.log_helpers import real
from tests.app.reader import Elements, Reader
from tests.app.tracker.turns_helpers import person
from tests.campaign.codec_helpers import logs
from tests.campaign.some_logs import adjust, roll
from tests.work import calls

HINDERS = (("kind", "simple"), ("value", -1), ("dice", 1))
NASTY = '<img src=x onerror="alert(1)"><b>&amp;</b>'


def lines(reader: Reader) -> list[str]:
    """The texts of the log's lines, from the top."""
    items = view(reader.model)["screen"].split("<li")[1:]
    return [Elements(f"<li{item}").text for item in items]


def search(reader: Reader, text: str = "", kind: str = "all", **more: str) -> list[str]:
    return lines(reader.do("log-search", form={"text": text, "kind": kind, **more}))


def test_lines_stand_under_their_day_and_say_the_hour() -> None:
    days = [1_790_000_000_000 + number * 43_200_000 for number in range(3)]
    reader = Reader("moonwalk/log/", [real(f"r{at}", at=at) for at in days])
    headings = re.findall("<h2>(.*?)</h2>", reader.html("screen"))
    assert len(headings) == len(set(headings)) == 2
    assert headings == list(dict.fromkeys(day(at) for at in reversed(days)))
    assert [hour(at) in line for line, at in zip(lines(reader), reversed(days), strict=True)] == [True] * 3


def test_a_line_shows_its_dice_with_every_face_and_tells_of_more_than_fit() -> None:
    test = ALMOND.parse("2d6 TN 9", {})
    again = record_roll(RollMetadata("a", 0), ALMOND, test, ALMOND.replay(test, read_faces("6>4, 2")))
    reader = Reader("almond/log/", [again])
    assert lines(reader)[0].endswith("10 2  " + hour(0))
    assert reader.sees('role="img" aria-label="Dice: 10 (6+4) 2"')
    test = STEPDIE.parse("2d6 + d10 (2) ip 2", {})
    reroll = STEPDIE.replay(test, read_faces("6,2,9>1"), (Pick("reroll"),))
    assert (
        lines(Reader("stepdie/log/", [record_roll(RollMetadata("a", 0), STEPDIE, test, reroll)]))[0].count("9→1") == 1
    )
    reader = Reader("moonwalk/log/", [real("r", "100 (3)")])
    assert f"+{100 - PICTURED} " in lines(reader)[0]
    assert len(re.findall("<i[ >]", reader.html("screen"))) == PICTURED


def test_a_line_does_not_repeat_what_its_notation_names() -> None:
    shooting = real("a", "Agility 5 + Pistols 4 (2)", who="Agility")
    assert "Agility · Agility 5 + Pistols 4 (2)" in lines(Reader("moonwalk/log/", [shooting]))[0]
    assert "Agility + Pistols" not in lines(Reader("moonwalk/log/", [shooting]))[0]
    turn = real("b", "5d6 +1 / 2d vs Minor 5", system=RELICS)
    assert "Cohort's turn · against Minor 5 · 5d6" in lines(Reader("relics/log/", [turn]))[0]


def test_a_closed_search_chooses_no_lines_any_more() -> None:
    reader = Reader("moonwalk/log/", [real("a"), real("b", "7 (2)")]).do("log-open", event="b")
    assert not reader.sees("searchbox", 'role="search"')
    reader.do("log-find")
    assert reader.asked("focus") == [{"do": "focus", "id": "log-text"}]
    assert len(search(reader, "7")) == 1
    reader.do("log-find")
    assert len(lines(reader)) == 2
    assert not reader.sees('role="search"')
    assert reader.model.logbook.open == "b"


def test_the_newest_line_comes_first_and_other_systems_on_demand() -> None:
    reader = Reader("moonwalk/log/", [real("a"), roll("b"), real("c", "7 (2)")])
    assert ["7 (2)" in line for line in lines(reader)] == [True, False]
    assert len(search(reader, everywhere="on")) == 3
    assert reader.sees("Step Die", "Moonwalk")


def test_an_empty_log_says_so_and_still_imports() -> None:
    reader = Reader("almond/log/")
    assert reader.sees(words.LOG_EMPTY, words.IMPORT)


def test_a_search_finds_every_word_anywhere_in_a_line() -> None:
    events: list[Event] = [
        real("a", "12 (3)", who="Ann"),
        real("b", "7 [4] (2)"),
        Noted("n", 0, "b", "On the ROOF"),
        adjust("c", "clock", 60, system="moonwalk", note="a long walk"),
    ]
    reader = Reader("moonwalk/log/", events)
    assert len(search(reader, "ann")) == 1
    assert len(search(reader, "roof [4]")) == 1
    assert len(search(reader, "WALK clock")) == 1
    assert search(reader, "ann roof") == []
    assert reader.sees(words.LOG_NONE)


@pytest.mark.parametrize(
    ("kind", "names"),
    [("all", "fdcba"), ("rolls", "dba"), ("good", "a"), ("bad", "b"), ("hand", "fc"), ("noted", "d"), ("undone", "d")],
)
def test_a_search_by_kind(kind: str, names: str) -> None:
    events: list[Event] = [
        replace(roll("a"), summary="line a"),
        replace(roll("b"), summary="line b", good=False),
        adjust("c", "player_ip", 1, note="line c"),
        replace(roll("d"), summary="line d", good=None),
        Recorded("f", 0, "stepdie", "player", "line f", ()),
        Noted("n", 0, "d", "noted"),
        Undone("u", 0, "d"),
    ]
    found = search(Reader("stepdie/log/", events), kind=kind)
    assert [line.partition("line ")[2][0] for line in found] == list(names)


def test_only_the_newest_are_shown_until_more_are_asked_for() -> None:
    reader = Reader("stepdie/log/", [roll(f"r{number}") for number in range(250)])
    assert len(lines(reader)) == NEWEST
    assert reader.sees("The newest 100 of 250", "Show 100 more")
    assert len(lines(reader.do("log-more"))) == 200
    assert reader.sees("Show 50 more")
    assert reader.sees(words.LOG_ALL)
    assert len(lines(reader.do("log-more", many="yes"))) == 250
    assert not reader.sees(words.LOG_ALL)
    assert len(search(reader)) == NEWEST


def test_no_tap_shows_more_lines_of_a_long_log_than_can_be_drawn() -> None:
    reader = Reader("stepdie/log/", [roll(f"r{number}") for number in range(2200)])
    assert reader.sees("Show 100 more", "Show 1,000 more")
    assert not reader.sees(words.LOG_ALL)
    reader.do("log-more", many="yes")
    assert reader.sees("The newest 1,100 of 2,200", "Show 1,000 more")
    assert reader.do("log-more").sees("The newest 1,200 of 2,200", words.LOG_ALL)


@pytest.mark.parametrize(
    ("event", "what"),
    [
        (
            roll("r", ("player_ip", 1, "Ann"), ("gm_ip", -2)),
            Said("Success", "2 hits", "2d6 + d8 (1)", True, ("Player's IP +1 (Ann)", "GM's IP −2")),
        ),
        (adjust("a", "player_ip", -1, who="Bo", note="paid"), Said("Player's IP −1", "paid", whose=("Bo",))),
        (Restored("s", 0, "general", "actions"), Said("Actions used: back to the start")),
        (Recorded("p", 0, "stepdie", "player", "Ann", (("ip", 3),)), Said("Player Ann", "ip 3")),
        (Recorded("q", 0, "stepdie", "player", "Ann", None), Said("Ann removed")),
        (Recorded("q", 0, "stepdie", "player", "Anna", (), "Ann"), Said("Player Ann is now Anna")),
        (Recorded("q", 0, "relics", "leader", "Duel", (("leader", "Ada"),)), Said("Ada leads against Duel")),
        (Recorded("q", 0, "relics", "leader", "Duel", None), Said("Nobody leads against Duel")),
        (Recorded("r", 0, "relics", "player", "Ada", (("primary", ""),)), Said("PC Ada")),
        (
            Recorded("t", 0, "relics", "trait", "Shaken", (("challenge", ""), ("roll", "6dc5f72c532cbc4f"), *HINDERS)),
            Said("Trait Shaken", "-1 / 1d, hinders the Cohort"),
        ),
        (
            Recorded(
                "t", 0, "relics", "trait", "Torn", (("challenge", "Duel"), ("roll", "6"), ("kind", "none")), "Hurt"
            ),
            Said("Trait Hurt is now Torn", "hinders Duel"),
        ),
        (Recorded("t", 0, "relics", "trait", "Torn", (("kind", 7),)), Said("Trait Torn")),
        (Recorded("t", 0, "relics", "trait", "Torn", None), Said("Trait Torn removed")),
        (
            Recorded("s", 0, "relics", "challenge", "Duel", (("threat", "Major"), ("rating", 5), ("leader", ""))),
            Said("Challenge Duel", "threat Major, rating 5"),
        ),
    ],
)
def test_what_a_line_says(event: Any, what: Said) -> None:
    titles = {counter.id: counter.title for system in SYSTEMS for counter in system.counters}
    renamed = {"Player's IP": "player_ip", "GM's IP": "gm_ip", "Actions used": "actions"}

    def titled(text: str) -> str:
        for name, counter in renamed.items():
            text = text.replace(name, titles[counter])
        return text

    assert entry_in_words(event) == replace(
        what, headline=titled(what.headline), changes=tuple(titled(change) for change in what.changes)
    )


def test_a_counter_of_one_test_is_not_named_by_its_id() -> None:
    failed = replace(real("r"), effects=(Change("retry_penalty", -2, "moonwalk.trying_again", "6dc5f72c532cbc4f"),))
    assert entry_in_words(failed).changes == ("Trying Again −2",)


def test_undo_strikes_the_line_and_redo_brings_every_counter_back() -> None:
    events: list[Event] = [
        adjust("a", "player_ip", 2, who="Ann"),
        roll("r", ("player_ip", -3, "Ann"), ("complications", 1)),
    ]
    reader = Reader("stepdie/log/", events)
    before = reader.model.campaign.counters
    reader.do("undo", event="r")
    assert reader.model.campaign.value("stepdie", "player_ip", "Ann") == 4
    assert reader.model.campaign.value("stepdie", "complications") == 0
    assert [line.count(words.STRUCK) for line in lines(reader)] == [1, 0]
    assert reader.asked("announce") == [{"do": "announce", "text": "Undone: Success."}]
    reader.do("log-open", event="r")
    assert reader.sees(words.REDO)
    reader.do("redo", event="r")
    assert reader.model.campaign.counters == before
    assert reader.visit("stepdie/log/").model.campaign.counters == before


def test_an_undo_tapped_twice_counts_once() -> None:
    reader = Reader("stepdie/log/", [roll("r")])
    reader.do("undo", event="r").do("undo", event="r")
    assert len(reader.records) == 2
    reader.do("redo", event="r").do("redo", event="r")
    assert not reader.model.campaign.entries[0].is_struck
    assert len(reader.records) == 3


def test_redo_takes_back_every_undo_that_two_devices_made() -> None:
    reader = Reader("stepdie/log/", [roll("r"), Undone("u", 0, "r"), Undone("v", 0, "r")])
    assert not reader.do("redo", event="r").model.campaign.entries[0].is_struck


def test_undo_takes_the_dice_off_the_table() -> None:
    reader = Reader().do("roll")
    event = reader.model.trays["moonwalk"].event
    reader.go("moonwalk/log/").do("undo", event=event)
    assert reader.model.trays == {}


@pytest.mark.parametrize("on", ["undo", "redo", "log-noting", "log-note", "log-reload", "log-replay", "share"])
def test_a_line_that_there_is_not_changes_nothing(on: str) -> None:
    reader = Reader("stepdie/log/", [roll("r"), Undone("u", 0, "r")])
    model = reader.model
    for event in ("gone", "u", ""):
        reader.do(on, event=event)
        assert reader.model == model
        assert reader.commands == []


def test_a_note_is_written_changed_and_taken_away() -> None:
    reader = Reader("stepdie/log/", [roll("r")])
    reader.do("log-noting", event="r")
    assert reader.asked("focus") == [{"do": "focus", "id": "log-note"}]
    reader.do("log-note", form={"text": f"  {NASTY}\r\n\tsecond \x07line \n\n"}, event="r")
    assert reader.model.campaign.entries[0].note == f"{NASTY}\nsecond line"
    assert "img" not in Elements(view(reader.model)["screen"]).names
    reader.do("log-note", form={"text": f"{NASTY}\nsecond line"}, event="r")
    assert len(reader.records) == 2
    reader.do("log-note", form={"text": " "}, event="r")
    assert reader.model.campaign.entries[0].note == ""
    assert reader.visit("stepdie/log/").model.campaign.entries[0].note == ""


@pytest.mark.parametrize(("beside", "sent"), [("undo", {}), ("log-search", {"form": {"text": "success"}})])
def test_a_note_that_is_being_typed_outlasts_what_is_done_beside_it(beside: str, sent: dict[str, Any]) -> None:
    reader = Reader("stepdie/log/", [roll("r"), Noted("n", 0, "r", "at the door")])
    reader.do("log-noting", event="r")
    assert reader.sees(">at the door</textarea>")
    reader.do("log-typed", value="at the door, kicked in").do(beside, event="r", **sent)
    assert reader.sees(">at the door, kicked in</textarea>")
    reader.do("log-open", event="r").do("log-noting", event="r")
    assert reader.sees(">at the door</textarea>")


def test_a_note_that_cannot_be_kept_is_refused_in_words_and_stays_typed() -> None:
    reader = Reader("stepdie/log/", [roll("r")]).do("log-noting", event="r")
    reader.do("log-typed", "x" * 1001)
    assert "1,001 characters; use at most 1,000." in reader.text("screen")
    reader.do("log-note", form={"text": "x" * 1001}, event="r")
    assert reader.told == ["1,001 characters; use at most 1,000."]
    assert f">{'x' * 1001}</textarea>" in reader.html("screen")
    assert reader.model.campaign.entries[0].note == ""
    assert len(reader.records) == 1


def test_a_line_goes_back_into_the_form() -> None:
    reader = Reader("almond/log/", [real("r", "7 [4] (2)")])
    reader.do("log-reload", event="r")
    assert reader.model.place == Place("moonwalk", "roll")
    assert reader.model.sheet.notation == "7 [4] (2)"
    assert reader.asked("go") == [{"do": "go", "to": "moonwalk/"}]
    assert reader.kept["form moonwalk"] == ["7 [4] (2)", VERSION]
    assert len(reader.records) == 1


def test_a_line_is_laid_on_the_table_again_and_can_go_on_from_there() -> None:
    event = real("r", "2d6 + d8 (1)", system=STEPDIE)
    reader = Reader("stepdie/log/", [event]).do("log-replay", event="r")
    table = reader.model.tray
    assert table is not None
    assert (table.roll.dice, table.event, reader.model.result) == (event.dice, "r", True)
    assert reader.sees(event.headline)
    assert reader.model.news is None
    assert len(reader.records) == 1
    reader.do("undo", event=table.event)
    assert reader.model.campaign.entries[0].is_struck


def test_an_undone_roll_on_the_table_cannot_be_undone_again() -> None:
    reader = Reader("moonwalk/log/", [real("r"), Undone("u", 0, "r")]).do("log-replay", event="r")
    table = reader.model.tray
    assert table is not None
    assert table.event == ""


def test_a_replay_that_comes_out_otherwise_says_so() -> None:
    told = replace(real("r"), headline="Triumph", good=not real("r").good)
    reader = Reader("moonwalk/log/", [told])
    assert words.OTHER_RULES in lines(reader)[0]
    reader.do("log-replay", event="r")
    assert reader.model.tray is not None
    assert reader.model.tray.event == ""  # what today's rules make of it is no line of the log
    assert reader.model.news is not None
    assert "“Triumph." in reader.model.news.said
    assert reader.sees(reader.model.trays["moonwalk"].verdict.headline)


@pytest.mark.parametrize(
    "broken", [replace(real("r"), notation="7 hens"), replace(real("r"), dice=()), replace(real("r"), notation=NASTY)]
)
def test_a_roll_that_cannot_be_judged_again_says_why(broken: Rolled) -> None:
    reader = Reader("moonwalk/log/", [broken])
    for on in ("log-replay", "share"):
        reader.do(on, event="r")
        assert reader.model.news is not None
        assert reader.model.news.said.startswith("This roll cannot be judged again: ")
        assert reader.model.trays == {}
        assert "img" not in Elements("".join(view(reader.model).values())).names


def test_lines_are_copied_as_text() -> None:
    events: list[Event] = [real("r", who="Ann", physical=True), Noted("n", 0, "r", "on the roof"), Undone("u", 0, "r")]
    reader = Reader("moonwalk/log/", events)
    [command] = reader.do("log-copy", event="r", as_="text").commands
    event = events[0]
    assert isinstance(event, Rolled)
    faces = " ".join(str(die.face) for die in event.dice[0])
    changes = "".join(f"{words.counter_change('Trying Again', change.delta)}\n" for change in event.effects)
    assert command["text"] == (
        f"Moonwalk · {when(0)} · Ann\n"
        f"12 (3) · {event.headline} · {event.summary} (undone)\n"
        f"Real dice: {faces}\n"
        f"{changes}"
        "Note: on the roof\n"
    )


def test_a_turn_names_its_challenge_wherever_its_line_is_read() -> None:
    turn = real("t", "2d6 vs Minor 5", system=RELICS, who="Ann", under="Hangar *7*")
    reader = Reader("relics/log/", [turn, real("u", "Minor 5", system=RELICS, under="Riot")])
    assert ["Challenge Riot" in line for line in lines(reader)] == [True, False]
    assert " Ann · Cohort's turn · Challenge Hangar *7* · 2d6 vs Minor 5" in lines(reader)[1]
    assert len(search(reader, "challenge hangar")) == 1
    [text] = reader.do("log-copy", event="t", as_="text").commands
    assert text["text"].startswith(f"Relics of the Moon · {when(0)} · Ann · Cohort's turn · Challenge Hangar *7*\n")
    [markdown] = reader.do("log-copy", event="t", as_="markdown").commands
    assert " · Ann · Cohort's turn · Challenge Hangar \\*7\\*" in markdown["text"]


@pytest.mark.parametrize("faces", [[6, 6, 2, 3, 5], [1, 1, 1, 1, 1]])
def test_what_a_challenge_deals_is_the_news_of_its_line_as_on_its_card(faces: list[int]) -> None:
    reader = Reader("relics/", faces=faces).note("Minor 5").do("roll")
    tray, told = reader.model.tray, entry_in_words(reader.model.campaign.entries[-1].event)
    assert tray
    assert (told.headline, told.summary, told.good) == tray.verdict.news


def test_the_stress_of_a_challenge_is_bad_news_and_its_disaster_good() -> None:
    deals, fails = (
        Reader("relics/", faces=faces).note("Minor 5").do("roll").go("relics/log/") for faces in ([6] * 5, [1] * 5)
    )
    assert [search(deals, kind=kind) != [] for kind in ("good", "bad")] == [False, True]
    assert [search(fails, kind=kind) != [] for kind in ("good", "bad")] == [True, False]
    assert len(search(deals, "5 stress")) == 1


def test_small_dice_are_marked_as_on_the_felt() -> None:
    test = MOONWALK.parse("4 [1] (1)", {})
    throw = record_roll(RollMetadata("a", 0), MOONWALK, test, MOONWALK.replay(test, read_faces("5, 6, 1, 2")))
    shown = re.findall("<i(?: [^>]*)?>", Reader("moonwalk/log/", [throw]).html("screen"))
    marks = [found[1] if (found := re.search('data-mark="(.*?)"', die)) else "" for die in shown]
    assert marks == ["hit", "spare", "one", ""]


def test_dice_that_today_s_rules_refuse_lie_unmarked() -> None:
    reader = Reader("moonwalk/log/", [replace(real("a"), notation="0 [0]")])
    assert reader.sees("<i>")
    assert "data-mark" not in reader.html("screen")


def test_a_card_names_its_challenge_above_the_verdict() -> None:
    reader = Reader("relics/log/", [real("t", "2d6 +1 / 1d vs Minor 5", system=RELICS, under="Riot")])
    card = reader.do("log-replay", event="t").text("card")
    assert card.startswith("Cohort's turn · Challenge Riot")


def test_tests_in_progress_that_are_alike_are_told_apart_by_who_rolled() -> None:
    notation = "9 (30, 1 hour) Extended Test"
    reader = Reader("moonwalk/tracker/", [real(name, notation, who=name) for name in ("Ann", "Bo")])
    labels = [one["aria-label"] for one in Elements(view(reader.model)["screen"]).attributes if "aria-label" in one]
    goes_on = [label for label in labels if label and label.startswith(GO_ON)]
    assert goes_on == [f"{GO_ON}: {name}, {notation}" for name in ("Bo", "Ann")]


def test_what_is_shown_is_copied_as_markdown_in_which_nothing_is_markup() -> None:
    reader = Reader("moonwalk/log/", [real("a"), real("b", "7 (2)"), Noted("n", 0, "b", "*not* `bold`\n# <b>")])
    search(reader, "7")
    [command] = reader.do("log-copy", as_="markdown").commands
    assert command["text"].startswith("- Moonwalk, ")
    assert "`7 (2)`" in command["text"]
    assert command["text"].endswith("\n  \\*not\\* \\`bold\\` \\# \\<b\\>\n")
    assert command["text"].count("\n- ") == 0


def test_print_asks_the_browser() -> None:
    assert Reader("moonwalk/log/").do("print").commands == [{"do": "print"}]


@given(logs())
def test_an_exported_file_imports_to_the_same_state(log: list[Event]) -> None:
    [file] = Reader("moonwalk/log/", log).do("log-export").asked("download")
    assert file["name"].startswith("pyrules-log-20")
    other = Reader("moonwalk/log/").do("log-import", value=file["text"], name=file["name"], size=1)
    view(other.model)
    other.do("log-replace")
    assert other.model.campaign == fold(log)
    assert other.visit("moonwalk/log/").model.campaign == fold(log)


def test_an_export_is_remembered() -> None:
    reader = Reader("moonwalk/log/", [real("a"), real("b")]).do("log-export")
    assert reader.kept["exported"] == 2


def chosen(reader: Reader, *events: Event) -> Reader:
    return reader.do("log-import", value=write_log(events), name="party.json", size=1)


def test_a_file_is_shown_before_anything_changes_and_can_be_left() -> None:
    ours, both, theirs = real("a", at=1), real("b", at=2), real("c", at=3)
    reader = Reader("moonwalk/log/", [ours, both])
    campaign = reader.model.campaign
    chosen(reader, both, theirs, Undone("u", 4, "c"))
    assert reader.sees("party.json holds 3 entries, among them 2 rolls.", when(2), when(3))
    assert reader.sees(words.merge_gives(2, 1, 1), words.replace_gives(1))
    assert reader.model.campaign is campaign
    assert len(reader.records) == 2
    reader.do("log-cancel")
    assert reader.model.campaign is campaign
    assert len(lines(reader)) == 2


def test_one_of_anything_is_told_as_one() -> None:
    reader = chosen(Reader("moonwalk/log/", [real("a", at=1)]), real("b", at=2))
    assert reader.sees(
        "party.json holds 1 entry, among them 1 roll.",
        "Merging adds 1 entry and keeps 1 that is only here; 0 are in both.",
        "Replacing removes 1 entry that is only here. Export your log first if you may want it back.",
        "Replace my log by this file",
    )
    assert reader.do("log-replace").sees("Imported. Your log now has 1 entry.")


def test_a_file_is_merged() -> None:
    reader = chosen(Reader("moonwalk/log/", [real("a", at=1), real("c", at=3)]), real("b", at=2), real("a", at=1))
    reader.do("log-merge")
    assert [event.id for event in reader.model.campaign.events] == ["a", "b", "c"]
    assert reader.model.logbook.incoming is None
    assert reader.sees(words.log_taken_over(3))
    assert [event.id for event in reader.visit("moonwalk/log/").model.campaign.events] == ["a", "b", "c"]


def test_a_file_takes_the_place_of_the_log_and_the_table_is_cleared() -> None:
    reader = Reader().do("roll").go("moonwalk/log/")
    chosen(reader, real("b")).do("log-replace")
    assert [event.id for event in reader.model.campaign.events] == ["b"]
    assert reader.model.trays == {}
    assert reader.records == [write_event(real("b"))]


def test_a_file_with_nothing_new_offers_no_merge() -> None:
    reader = chosen(Reader("moonwalk/log/", [real("a"), real("b")]), real("a"))
    assert reader.sees(words.MERGE_NONE)
    assert not reader.sees(words.merge_button(0, 0))


GAME = {"key": "sums", "id": "sums", "title": "Sum", "about": "", "text": "x", "records": [], "kept": []}


def test_an_export_has_the_games_of_ones_own_which_an_import_brings() -> None:
    reader = Reader("moonwalk/log/", [real("a")], kept={"own systems": [["sums", "Sum", ""]]})
    (file,) = reader.do("log-export").asked("download")
    assert file["games"] is True  # the page adds them, since it alone has them
    assert Reader("moonwalk/log/", [real("a")]).do("log-export").asked("download")[0]["games"] is False
    text = f'{file["text"].rstrip()[:-1]}, "games": {json.dumps([GAME])}}}'
    for button in ("log-merge", "log-replace"):
        there = Reader("moonwalk/log/", [real("a")]).do("log-import", value=text, name="x", size=1)
        assert there.sees("1 game of your own", "Merge: add 1 game")
        assert there.do(button).asked("bring") == [{"do": "bring", "games": [GAME]}]
        there.do("log-games", value='[["g1", "Sum", "", ""]]', wrong="")
        assert [one.key for one in there.model.own] == ["g1"]
        assert there.kept["own systems"] == [["g1", "Sum", "", ""]]
        there.do("log-games", value="[]", wrong="there is no room.")
        assert there.sees("your own games are not: there is no room. They are in the file still.")
        assert [one.key for one in there.model.own] == ["g1"]


@pytest.mark.parametrize("games", ["7", "{}", '"x"', json.dumps([GAME] * 51)])
def test_games_that_are_no_list_are_refused_with_the_file(games: str) -> None:
    text = f'{write_log([real("a")]).rstrip()[:-1]}, "games": {games}}}'
    reader = Reader("moonwalk/log/").do("log-import", value=text, name="x", size=1)
    assert reader.model.logbook.incoming is None
    assert reader.sees("is no list of at most 50 games")


def test_a_log_that_does_not_belong_to_ours_can_only_take_its_place() -> None:
    reader = chosen(Reader("moonwalk/log/", [real("a")]), real("a", "7 (2)"))
    assert reader.sees("cannot be merged with your log", "two different events")
    campaign = reader.model.campaign
    assert reader.do("log-merge").model.campaign is campaign
    assert reader.do("log-replace").model.campaign.events == (real("a", "7 (2)"),)


def test_going_elsewhere_leaves_the_file_and_its_buttons_do_nothing() -> None:
    reader = chosen(Reader("moonwalk/log/", [real("a")]), real("b")).go("moonwalk/")
    for on in ("log-merge", "log-replace", "log-cancel"):
        assert reader.do(on).model.campaign.events == (real("a"),)
        assert reader.commands == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "not JSON"),
        ("no file of ours", "not JSON"),
        ("[]", "not a log of pyrules"),
        ('{"pyrules": "log"}', "version"),
        (f'{{"pyrules": "log", "version": {VERSION + 1}, "events": []}}', "newer version"),
        ('{"pyrules": "log", "version": 1, "events": [7]}', "entry 1: 7 is not an event"),
        ('{"pyrules": "log", "version": 1, "events": [], "__proto__": {}}', "does not know"),
        ('{"pyrules": "log", "version": 1, "events": ' + "[" * 100_000, "nested"),
        (write_log([real("a")])[:-20], "not JSON"),
        (write_log([real("a"), real("a")]), "taken"),
        (write_log([Undone("u", 0, "gone")]), "no event"),
        (write_log([replace(real("a"), system=NASTY)]), "not a system"),
    ],
)
def test_a_hostile_file_is_refused_in_words_and_nothing_changes(text: str, word: str) -> None:
    reader = Reader("moonwalk/log/", [real("a")])
    campaign = reader.model.campaign
    reader.do("log-import", value=text, name=NASTY, size=len(text))
    assert reader.model.news is not None
    assert reader.model.news.wrong
    assert word in reader.model.news.said
    assert reader.model.campaign is campaign
    assert reader.model.logbook.incoming is None
    assert len(reader.records) == 1
    assert "img" not in Elements(view(reader.model)["news"]).names


@pytest.mark.parametrize(("size", "word"), [(50_000_001, "at most 50 MB"), (10, "Choose another file")])
def test_a_file_that_the_page_did_not_read_is_refused(size: int, word: str) -> None:
    reader = Reader("moonwalk/log/").do("log-import", value=None, name="huge.json", size=size, most=50_000_000)
    assert reader.sees(word)
    assert reader.model.logbook.incoming is None


@pytest.mark.parametrize(
    ("most", "said"), [(250_000, ""), (2, "this file has 100 % of what"), (1, "more than can be imp")]
)
def test_an_export_says_in_time_that_no_file_can_hold_more(
    most: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyrules.campaign.codec.MOST_EVENTS", most)
    reader = Reader("moonwalk/log/", [real("a"), real("b")]).do("log-export")
    assert len(reader.asked("download")) == 1
    assert (said in reader.text("news")) if said else reader.model.news is None


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    text = "\ufeff" + write_log([real("a")])
    assert Reader("moonwalk/log/").do("log-import", value=text, name="x", size=1).model.logbook.incoming is not None


def test_unreadable_records_are_told_offered_as_they_are_and_never_lost() -> None:
    reader = Reader("moonwalk/log/", [real("a")])
    odd = ['{"kind": "dance"}', NASTY, ""]
    reader.records[:0] = odd
    reader.visit("moonwalk/log/")
    assert len(lines(reader)) == 4  # one roll, three problems
    assert reader.sees("3 stored records cannot be read")
    assert "img" not in Elements(view(reader.model)["screen"]).names
    [file] = reader.do("log-unread").asked("download")
    assert file["text"] == "\n".join(odd) + "\n"
    chosen(reader, real("b")).do("log-replace")
    assert reader.records == [write_event(real("b")), *odd]
    assert [one.record for one in reader.visit("moonwalk/log/").model.unread] == odd


def test_no_text_of_a_log_is_ever_markup() -> None:
    event = replace(
        real("r"), id=NASTY, notation=NASTY, headline=NASTY, summary=NASTY, who=NASTY, under=NASTY, good=None
    )
    others: list[Event] = [
        adjust("a", "clock", 1, system="moonwalk", who=NASTY, note=NASTY),
        Recorded("p", 0, "moonwalk", NASTY, NASTY, ((NASTY, NASTY),)),
        Noted("n", 0, NASTY, NASTY),
    ]
    reader = Reader("moonwalk/log/", [event, *others]).do("log-open", event=NASTY).do("log-noting", event=NASTY)
    for _ in range(2):
        found = Elements("".join(view(reader.model).values()))
        assert not {"img", "script"} & set(found.names)
        assert not [name for attributes in found.attributes for name in attributes if name.startswith("on")]
        chosen(reader, event, *others)
    search(reader, NASTY)
    assert reader.model.logbook.text == NASTY


@pytest.mark.untraced
def test_ten_thousand_lines_are_searched_and_undone_at_once() -> None:
    reader = Reader("moonwalk/log/", [real("first")])
    template = reader.model.campaign.events[0]
    assert isinstance(template, Rolled)
    events = [replace(template, id=f"e{number}", at=number) for number in range(10_000)]
    reader.model = replace(reader.model, campaign=fold(events))

    def work(action: Callable[[], object]) -> int:
        return calls(lambda: (action(), view(reader.model)))

    assert work(lambda: search(reader, "needs 3 zebra")) < 50 * 10_000
    assert work(lambda: search(reader)) < 50 * 10_000
    assert work(lambda: reader.do("undo", event="e17").do("redo", event="e17")) < 50 * 10_000
    assert len(json.dumps(view(reader.model))) < 150_000
    assert len(read_log(write_log(reader.model.campaign.events)).entries) == 10_000


def test_lines_of_the_log_have_the_printed_minus() -> None:
    reader = Reader("relics/", faces=[1]).note("1d6").do("roll").go("relics/log/")
    assert "Disaster −1 success · +1 Doom Cohort's turn · 1d6" in reader.text("screen")


def test_what_a_bound_keeps_from_a_counter_is_on_the_roll_and_on_its_line() -> None:
    reader = Reader("stepdie/tracker/", faces=[5, 5, 1, 5, 5, 1]).do("count", counter="gm_ip", by=8)
    reader.go("stepdie/").note("2d6 + d10 (2)").do("roll")
    said = "Game master's IP +1: not counted, as 10 is the most"
    assert said in reader.text("card")
    line = reader.model.campaign.entries[-1].id
    assert said in reader.go("stepdie/log/").do("log-open", event=line).text("screen")
    reader.do("undo", event=line).go("stepdie/tracker/").do("count", counter="gm_ip", by=-1).go("stepdie/").do("roll")
    assert "Game master's IP +1 " in reader.text("card")
    assert "not counted" not in reader.text("card")


def test_only_what_there_is_room_for_counts_one_effect_after_the_other() -> None:
    events: list[Event] = [
        adjust("a", "gm_ip", 7),
        roll("b", ("gm_ip", 2), ("gm_ip", -1), ("gm_ip", 5), ("complications", -1)),
    ]
    found = [(change.counter, change.delta, came_to, now) for change, came_to, now in fold(events).cut_effects("b")]
    assert found == [("gm_ip", 2, 1, 10), ("gm_ip", 5, 1, 10), ("complications", -1, 0, 0)]
    assert words.not_counted("IP +2", words.bound_at(10, most=True), 1) == "IP +2: only +1 counted, as 10 is the most"
    assert fold(events).value("stepdie", "gm_ip") == 10


def test_an_effect_on_a_counter_of_nobody_says_so() -> None:
    reader = Reader("general/", faces=[7, 6]).note("Strength d8 + action Push d6 (10)").do("roll")
    said = "Actions used +1: not counted, as nobody is chosen"
    assert said in reader.text("card")
    assert said in reader.go("general/log/").text("screen")
    reader = person(Reader("general/tracker/", faces=[5, 6]), "Mo", **{"actions.0.label": "Push"}).go("general/")
    reader.do("who", called="Mo").do("offer", offer="actions.0").do("roll")
    assert "not counted" not in reader.text("card")
    for system, notation in (("stepdie", "1d6 + d4 (1)"), ("relics", "Minor 5 resolved 3")):
        assert words.OF_NOBODY not in Reader(f"{system}/").note(notation).do("roll").text("card")


def test_turns_people_and_notes_stand_small_between_the_rolls() -> None:
    reader = Reader("moonwalk/tracker/")
    reader.do("edit", subject="player").do("edit-save", form={"called": "Ann"}).go("moonwalk/").do("roll")
    newest, earlier = reader.go("moonwalk/log/").html("screen").split('<li class="card"')[1:]
    assert "data-between" in earlier.partition(">")[0]
    assert "data-between" not in newest.partition(">")[0]


def test_a_log_with_nothing_in_it_leads_to_the_first_roll() -> None:
    html = Reader("moonwalk/log/").html("screen")
    assert words.LOG_EMPTY in html
    assert 'href="moonwalk/"' in html
    assert words.EVENING not in html


def test_turns_between_two_rolls_are_one_line_that_unfolds() -> None:
    reader = Reader("general/tracker/")
    for name in ("Ann", "Bo"):
        reader.do("edit", subject="player").do("edit-save", form={"called": name})
    reader.do("turns-begin")
    for _ in range(3):
        reader.do("turn-next")
    reader.go("general/log/")
    assert "3 turns" in reader.text("screen")
    page = reader.html("screen")
    assert page.count('<details id="fold-') == 1
    reader.do("log-open", event=reader.model.campaign.entries[-1].id)
    assert " open>" in reader.html("screen").partition('<details id="fold-')[2].partition("<ol>")[0]
    assert "fold-" not in reader.do("log-find").html("screen")  # who searches sees each line


def test_changes_of_one_counter_are_one_line_with_what_they_come_to() -> None:
    reader = person(Reader("stepdie/tracker/"), "Mira")
    for by in (-1, -1, 1):
        reader.do("count", counter="player_ip", who="Mira", by=by)
        assert 'id="fold-' not in reader.html("screen")
    reader.do("count", counter="gm_ip", by=1).do("count", counter="gm_ip", by=1).go("stepdie/log/")
    assert reader.html("screen").count(" data-between") == 6  # of the person too; all small
    assert "Player's IP −1 · Mira · 3 changes" in reader.text("screen")
    assert reader.html("screen").count('<details id="fold-') == 1


def test_undone_lines_are_folded_and_one_alone_stands_small() -> None:
    reader = Reader("moonwalk/").note("4 (2)")
    for undone in (1, 2, 3):
        reader.go("moonwalk/").do("roll").do("undo", event=reader.model.campaign.entries[-1].id).go("moonwalk/log/")
        assert ("3 undone lines" in reader.text("screen")) == (undone == 3)
        assert reader.html("screen").count(" data-between") == undone
