"""Two tabs of one campaign: however they take turns, both come to the state of what is stored."""

import itertools
import json
from dataclasses import replace
from typing import Any

import pytest
from app.roll import words
from app.tracker.words import two_of_a_name
from hypothesis import given, strategies as st

from pyrules.campaign.codec import read_records, write_event
from pyrules.campaign.namesakes import unmark_name
from pyrules.campaign.people import people
from pyrules.systems.stepdie import STEPDIE
from tests.app.reader import Reader
from tests.app.settings.settings_helpers import SHOWN
from tests.campaign.some_logs import adjust, roll

ACTIONS = ("roll", "undo", "redo", "more", "less", "look")


class Tab:
    """A reader of one tab, and how much of the common store the tab has seen."""

    def __init__(self, store: list[str], number: int) -> None:
        self.store = store
        self.reader = Reader("stepdie/", seed=number)
        names = (f"tab {number}: {count}" for count in itertools.count())
        self.reader.world = replace(self.reader.world, name=lambda: next(names))
        self.seen = 0

    def act(self, action: str, line: int) -> None:
        """Do something and store it, behind what other tabs have stored meanwhile."""
        entries = self.reader.model.campaign.entries
        match action:
            case "roll":
                self.reader.do("roll")
            case "more" | "less":
                self.reader.do("count", counter="gm_ip", by="1" if action == "more" else "-1")
            case "undo" | "redo" if entries:
                self.reader.do(action, event=entries[line % len(entries)].id)
            case _:
                self.hear(0)
                return
        self.store_all()

    def store_all(self) -> None:
        """Store what the last message added, behind what other tabs have stored meanwhile, which is heard then."""
        own = [command["event"] for command in self.reader.asked("append")]
        missed = self.store[self.seen :]
        self.store += own
        self.hear(len(own), missed)
        if self.reader.asked("append"):
            self.store_all()

    def hear(self, own: int, missed: list[str] | None = None, **kept: Any) -> None:
        """Take over what was stored since the tab looked last."""
        records = self.store[self.seen :] if missed is None else missed
        self.seen = len(self.store)
        self.reader.do("heard", value=json.dumps({"records": records, "own": own, "kept": kept}))


@given(st.lists(st.tuples(st.integers(0, 1), st.sampled_from(ACTIONS), st.integers(0, 9)), max_size=25))
def test_tabs_that_take_turns_in_any_order_come_to_what_is_stored(turns: list[tuple[int, str, int]]) -> None:
    store: list[str] = []
    tabs = Tab(store, 0), Tab(store, 1)
    for number, action, line in turns:
        tabs[number].act(action, line)
    state, unread = read_records(store)
    assert unread == ()
    for tab in tabs:
        tab.hear(0)
        assert tab.reader.model.campaign == state
        assert tab.reader.model.unread == ()


def test_what_another_tab_undoes_leaves_the_table() -> None:
    store: list[str] = []
    here, there = Tab(store, 0), Tab(store, 1)
    here.act("roll", 0)
    there.act("look", 0)
    assert here.reader.model.result
    there.act("undo", 0)
    here.act("look", 0)
    assert not here.reader.model.trays
    assert not here.reader.model.result
    assert here.reader.model.campaign.entries[0].is_struck


@pytest.mark.parametrize("aside", ["settings/", "evening/", "stepdie/log/"])
def test_a_result_stays_open_behind_another_screen_while_another_tab_rolls(aside: str) -> None:
    store: list[str] = []
    here, there = Tab(store, 0), Tab(store, 1)
    here.act("roll", 0)
    here.reader.go(aside)
    there.act("roll", 0)
    here.act("look", 0)
    assert here.reader.go("stepdie/").model.result
    here.reader.go(aside)
    there.act("undo", 0)
    here.act("look", 0)
    assert not here.reader.go("stepdie/").model.result


def test_what_another_tab_undoes_leaves_the_keypad() -> None:
    store: list[str] = []
    here, there = Tab(store, 0), Tab(store, 1)
    here.act("roll", 0)
    there.act("look", 0)
    here.reader.do("by-hand").do("option", option="reroll")
    assert here.reader.model.hands
    here.act("look", 0)
    assert here.reader.model.hands
    there.act("undo", 0)
    here.act("look", 0)
    assert not here.reader.model.hands
    assert words.PUT_AWAY in here.reader.text("news")


def test_an_unreadable_record_of_another_tab_is_said_and_hides_no_other() -> None:
    tab = Tab(["{", write_event(adjust("a", "gm_ip", 2))], 0)
    tab.hear(0)
    assert [one.record for one in tab.reader.model.unread] == ["{"]
    assert len(tab.reader.model.campaign.entries) == 1


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("preferences", {"theme": "dark"}),
        ("house stepdie", {"hit": "five_or_more"}),
        ("presets stepdie", [["Sneak", "2d6 + d8 (1)"]]),
        ("secret", {"stepdie": 1_790_000_000_000}),
        ("exported", 7),
        ("reminded", 5),
    ],
)
def test_what_another_tab_sets_holds_here_and_nothing_else_changes(key: str, value: Any) -> None:
    here = Tab([], 0)
    here.reader.do("prefer", form={**SHOWN, "left_handed": "on"})
    here.hear(0, **{key: value, "form stepdie": "9d6"})
    there = Tab([], 1)
    there.reader.kept = {key: value}
    there.reader.visit("stepdie/")
    mine, theirs = here.reader.model, there.reader.model
    assert mine.house == theirs.house
    assert mine.presets == theirs.presets
    assert mine.secret == theirs.secret
    assert mine.upkeep == theirs.upkeep
    assert mine.sheet.notation == theirs.sheet.notation
    assert mine.preferences["theme"] == theirs.preferences["theme"]
    assert mine.preferences["left_handed"] is (key != "preferences")


def written(tab: Tab, name: str, stat: str) -> None:
    tab.reader.go("stepdie/").do("edit", subject="player")
    tab.reader.do("edit-save", form={"called": name, "stats.0.label": stat, "stats.0.points": "3"})
    tab.store_all()


def known(tab: Tab) -> list[tuple[str, str]]:
    found = people(tab.reader.model.campaign, STEPDIE)
    return sorted((unmark_name(one.name), one.values["stats"][0]["label"]) for one in found)


@pytest.mark.parametrize("name", ["Bo", "bo"])
def test_two_tabs_that_write_down_one_name_at_once_have_two(name: str) -> None:
    store: list[str] = []
    here, there = Tab(store, 0), Tab(store, 1)
    written(here, "Bo", "Wits")
    written(there, name, "Brawn")
    here.hear(0)
    assert known(here) == known(there) == [("Bo", "Wits"), (f"{name} 2", "Brawn")]
    assert [unmark_name(tab.reader.model.acting["stepdie"]) for tab in (here, there)] == ["Bo", f"{name} 2"]
    assert unmark_name(there.reader.kept["who stepdie"]) == f"{name} 2"
    assert two_of_a_name(name, f"{name} 2") in there.reader.text("news")
    assert read_records(store)[0] == here.reader.model.campaign


def test_who_is_renamed_as_another_tab_names_somebody_is_another() -> None:
    store: list[str] = []
    here, there = Tab(store, 0), Tab(store, 1)
    written(there, "Cy", "Brawn")
    here.hear(0)
    written(here, "Bo", "Wits")
    there.reader.go("stepdie/tracker/").do("edit", subject="player", called="Cy").do("edit-save", form={"called": "Bo"})
    there.store_all()
    here.hear(0)
    assert known(here) == known(there) == [("Bo", "Wits"), ("Bo 2", "Brawn")]
    assert unmark_name(there.reader.model.acting["stepdie"]) == "Bo 2"


def test_who_is_pasted_keeps_their_counters_beside_another_tabs_namesake() -> None:
    store: list[str] = []
    here, there = Tab(store, 0), Tab(store, 1)
    written(here, "Bo", "Wits")
    there.reader.go("stepdie/notes/").do("notes-write").do("notes-save", form={"title": "Crew", "text": "Who sails"})
    there.store_all()
    written(here, "Cy", "Wits")
    there.reader.do("notes-paste").do("notes-people", value="Cy: Brawn 3, Player's IP 5").do("notes-add", foe="no")
    there.store_all()
    here.hear(0)
    assert known(here) == known(there) == [("Bo", "Wits"), ("Cy", "Wits"), ("Cy 2", "Brawn")]
    counters = {unmark_name(who): ip for who, ip in here.reader.model.campaign.counters["stepdie", "player_ip"].items()}
    assert counters == {"Cy 2": 5}


def test_what_is_told_stays_while_another_tab_is_heard_of() -> None:
    tab = Tab([write_event(roll("a"))], 0)
    tab.reader.do("log-import", value="no log", name="x.json", size="6")
    told = tab.reader.model.news
    tab.hear(0)
    assert told is not None
    assert tab.reader.model.news == told
