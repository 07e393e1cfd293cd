"""Build: a game is made of cards, and each tap is an edit of its text."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import PHONE, Complaints
from e2e.workshop_helpers import SUMS, Workshop
from pyrules.author.source import read_source
from pyrules.core.engine import chances_of
from pyrules.core.odds import Distribution
from pyrules.core.system import System
from tools import ROOT

pytestmark = pytest.mark.still

BY_HAND = (ROOT / "tests/author/games/doom.py").read_text(encoding="utf-8")
"""Doom and Hope, where the foe is up against all sixes, and nobody wins a draw."""


class Build(Workshop):
    """The workshop, in which each tap is counted; a word that is typed into a field is one."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.taps = 0
        self.opened = self.place

    @property
    def place(self) -> Locator:
        return self.page.get_by_role("region", name="Build")

    def tap(self, found: Locator) -> None:
        found.click()
        self.taps += 1

    def word(self, label: str, word: str) -> None:
        field = self.opened.get_by_label(label, exact=True)
        field.fill(word)
        field.press("Enter")
        self.taps += 1
        self.settled()
        if label == "Name":
            self.opened = self.card(word)

    def settled(self) -> None:
        """Wait until the edit that was asked for is done, and drawn."""
        expect(self.place).to_have_attribute("aria-busy", "false")

    def add(self, section: str, offer: str) -> None:
        several = self.place.get_by_label(f"Add to {section}")
        if several.count():
            self.tap(several)
        self.tap(self.place.get_by_role("button", name=re.compile(rf"^(Add: )?{offer}")))
        self.settled()
        added = self.place.locator("summary:focus h3")
        expect(added).to_be_in_viewport()
        self.opened = self.card(added.inner_text())

    def card(self, title: str) -> Locator:
        return self.place.locator(
            "details.card", has=self.page.locator("summary h3", has_text=re.compile(f"^{title}$"))
        )

    def unfold(self, title: str) -> None:
        self.tap(self.card(title).locator("> summary"))
        self.opened = self.card(title)


@pytest.fixture
def build(page: Page, complaints: Complaints) -> Build:
    complaints.own = (*complaints.own, "blob:null/", "about:srcdoc")
    return Build(page)


def odds(text: str, kind: int, **values: int) -> Distribution:
    """The chances of each degree of a kind of test, with what is chosen by its label."""
    source = read_source(text)
    assert source.problems == ()
    game: System[Any] = source.systems[0]
    names = {field.label.replace(" ", "_").lower(): field.name for field in game.fields}
    form = {names[label]: value for label, value in values.items()}
    test = game.from_form(form | {game.fields[0].name: game.fields[0].choices[kind].value}, {})
    return chances_of(game).odds(test).distributions["degree"]


@pytest.mark.parametrize("profile", [PHONE], indirect=True)
def test_a_game_is_made_rolled_and_kept_by_at_most_sixty_taps_and_words(build: Build) -> None:
    page = build.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("")
    build.tap(page.get_by_role("link", name="Make your own"))
    page.wait_for_url("**/workshop/")
    build.unfold("My game")
    build.word("Name", "Doom and Hope")
    build.add("What is chosen", "A number")
    build.add("What is chosen", "A number")
    build.word("Name", "Doom dice")
    build.unfold("Roll")
    build.tap(build.opened.get_by_role("checkbox", name="Skill"))
    build.add("What is rolled", "More dice")
    build.opened.get_by_label("Which dice").select_option("d10")
    build.taps += 2  # the list, and a line of it
    build.settled()
    build.unfold("Doom sixes")
    build.word("Which face", "1")
    build.add("What counts", "What is left of one count")
    build.add("What it comes to", "A better result")
    build.add("Numbers that last", "Points")
    build.word("Name", "Hope")
    build.opened.get_by_label("Of").select_option("each player")
    build.taps += 2
    build.settled()
    build.add("What may be done after", "Something to do after the roll")
    build.word("Name", "Spend Hope")
    build.add("Tests", "A test against somebody")
    build.tap(page.get_by_role("link", name="Try", exact=True))
    build.tried()
    build.tap(build.pen.get_by_role("button", name="Roll 5d6"))
    expect(build.pen.locator("#card .verdict")).to_be_visible()
    text = build.text.input_value()
    by_hand = BY_HAND.replace("lead = successes", "lead = sixes").replace("Tie", "Draw")
    for chosen in ({"attribute": 3, "skill": 2, "doom_dice": 1}, {"attribute": 5, "skill": 0, "doom_dice": 6}):
        assert odds(text, 0, **chosen) == odds(by_hand, 0, **chosen)
        assert odds(text, 1, **chosen, their_dice=3) == odds(by_hand, 1, **chosen, their_dice=3)
    build.tap(page.get_by_role("button", name="Keep this game"))
    with page.expect_event("load"):
        build.tap(page.get_by_role("link", name="Play it"))
    build.tap(build.pen.get_by_role("button", name="Roll 5d6"))
    expect(build.pen.locator("#card .verdict")).to_be_visible()
    assert build.taps <= 60


def begin_game(build: Build) -> Build:
    """The workshop with the small game that one begins with."""
    build.page.goto("workshop/")
    build.tried()
    return build


def test_one_undo_takes_back_what_was_typed_and_what_a_card_has_written(build: Build) -> None:
    page = begin_game(build).page
    first = build.text.input_value()
    build.write(f"{first}# typed")
    build.show("Build")
    build.unfold("Attribute")
    build.word("Name", "Strength")
    named = build.text.input_value()
    assert named == f"{first}# typed".replace('"Attribute"', '"Strength"')
    build.opened.get_by_role("button", name="One less: At first").click()
    build.settled()
    expect(build.opened.get_by_label("At first", exact=True)).to_have_value("2")
    for text in (named, f"{first}# typed", first):
        page.get_by_role("button", name="Undo").click()
        expect(build.text).to_have_value(text)
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    expect(build.card("Attribute").get_by_label("At first", exact=True)).to_have_value("3")
    page.keyboard.press("Control+Shift+Z")
    expect(build.text).to_have_value(f"{first}# typed")


def test_the_focus_stays_where_one_works(build: Build) -> None:
    page = begin_game(build).page
    build.add("What is chosen", "A number")
    added = build.card("Skill").locator("> summary")
    expect(added).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("Wits")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    build.settled()
    expect(build.card("Wits").get_by_label("From", exact=True)).to_be_focused()
    for times in range(3):
        build.card("Wits").get_by_role("button", name="One more: To").press("Enter")
        expect(build.card("Wits").get_by_label("To", exact=True)).to_have_value(f"{6 + times}")
    build.settled()
    assert 'number("Wits", 0, 8, start=2)' in build.text.input_value()
    up = build.card("Wits").get_by_role("button", name="Up")
    up.press("Enter")
    build.settled()
    expect(build.place.locator("h3").nth(1)).to_have_text("Wits")
    expect(build.card("Wits").locator(":focus")).to_have_count(1)
    build.card("Wits").get_by_role("button", name="Remove").press("Enter")
    build.settled()
    expect(build.card("Attribute").locator("> summary")).to_be_focused()


DRAWN_WHILE_SET = """async ([more, add, box]) => {
  const seen = [];
  more.click();
  more.click();
  while (document.getElementById("built").ariaBusy === "true") {
    add.click(); // which draws all cards anew
    seen.push(box.value);
    await new Promise((done) => setTimeout(done));
  }
  return [...new Set(seen)];
}"""


def test_what_was_tapped_stays_while_other_things_are_drawn(build: Build) -> None:
    begin_game(build)
    build.add("What is chosen", "A number")
    build.settled()
    card = build.card("Skill")
    more, box = card.get_by_role("button", name="One more: To"), card.get_by_label("To", exact=True)
    add = build.place.locator("summary[aria-label='Add to What is rolled']")
    assert box.input_value() == "5"
    parts = [part.element_handle() for part in (more, add, box)]
    assert build.page.evaluate(DRAWN_WHILE_SET, parts) == ["7"]
    assert 'number("Skill", 0, 7' in build.text.input_value()


def test_what_can_be_chosen_works_as_a_row_and_as_a_list_once_it_is_long(build: Build) -> None:
    begin_game(build)
    build.unfold("Sixes")
    sixes = build.opened
    sixes.locator("details.more > summary").click()
    expect(sixes.get_by_role("radio", name="the number here")).to_be_checked()
    build.add("What is chosen", "A number")
    build.unfold("Sixes")
    expect(sixes.get_by_label("Or as much as").get_by_role("option")).to_have_text(
        ["the number here", "Attribute", "Skill"]
    )
    expect(sixes.get_by_label("Or as much as")).to_have_value("")
    build.page.get_by_role("button", name="Undo").click()
    sixes.get_by_role("radio", name="Attribute").check()
    expect(build.card("Hits").locator("> summary")).to_contain_text("How many of Roll show Attribute")


def test_what_is_wrong_stands_at_its_card_and_leads_there(build: Build) -> None:
    page = begin_game(build).page
    build.write(build.text.input_value().replace("d6(attribute)", "d6(atribute)"))
    expect(build.problems).to_have_count(1)
    build.show("Build")
    expect(build.card("Roll").locator("> summary")).to_contain_text("there is no 'atribute'")
    build.problems.get_by_role("button").click()
    expect(build.card("Roll").locator("> summary")).to_be_focused()
    expect(build.card("Roll")).to_have_attribute("open", "")
    build.card("Roll").get_by_role("button", name="In the text").click()
    expect(build.text).to_be_focused()
    page.keyboard.type("roll = d6(attribute)")  # the line is selected
    build.tried()
    build.write(f"{build.text.input_value()}(")
    build.show("Build")
    expect(build.place).to_contain_text("The text cannot be read as it is.")
    page.get_by_role("button", name="Undo").click()
    expect(build.card("Roll")).to_be_visible()


def test_a_text_that_was_spoilt_goes_back_after_the_page_was_loaded_anew(build: Build) -> None:
    page = begin_game(build).page
    sound = build.text.input_value()
    build.write(f"{sound}(")
    expect(build.problems).to_have_count(1)
    page.reload()
    build.show("Build")
    expect(build.place).to_contain_text("Undo brings back what was there.")
    page.get_by_role("button", name="Undo").click()
    expect(build.card("Roll")).to_be_visible()
    expect(build.text).to_have_value(sound)


def test_what_python_refuses_is_told_and_changes_nothing(build: Build) -> None:
    begin_game(build)
    text = build.text.input_value()
    build.unfold("Attribute")
    build.opened.get_by_label("Name", exact=True).fill("")
    build.opened.get_by_label("Name", exact=True).press("Enter")
    why = build.opened.get_by_role("alert")
    expect(why).to_have_text("Name is empty; write a word.")
    expect(build.opened.get_by_label("Name", exact=True)).to_have_value("Attribute")
    assert build.text.input_value() == text
    build.opened.get_by_role("button", name="One less: At first").click()
    build.settled()
    expect(why).to_have_count(0)
    build.unfold("Roll")
    build.opened.get_by_role("button", name="Remove: Roll").click()
    expect(build.opened.get_by_role("alert")).to_have_text("Sixes (line 10) needs Roll; take it out there first.")
    build.tap(build.place.get_by_label("Add to What counts"))
    build.tap(build.place.get_by_role("button", name="What is left of one count"))
    counts = build.place.locator(".part", has=build.page.get_by_role("heading", name="What counts"))
    expect(counts.get_by_role("alert")).to_contain_text("It takes two counts")


@pytest.mark.parametrize("profile", [PHONE], indirect=True)
def test_one_card_lies_open_at_a_time_and_what_is_tapped_stays_in_place(build: Build) -> None:
    begin_game(build)
    build.unfold("Attribute")
    title = build.card("Roll").locator("> summary")
    before = title.bounding_box() or {"y": 0}
    build.unfold("Roll")
    expect(build.card("Attribute")).not_to_have_attribute("open", "")
    assert (title.bounding_box() or {"y": 0})["y"] <= before["y"]
    expect(title).to_be_in_viewport()
    build.unfold("Sixes")
    expect(build.opened.get_by_label("Added to it")).to_be_hidden()
    more = build.opened.locator(".more")
    more.locator("summary").click()
    more.get_by_role("button", name="One more: And a fixed number").click()
    build.settled()
    expect(more.get_by_label("And a fixed number", exact=True)).to_have_value("1")
    expect(more).to_have_attribute("open", "")


def test_what_is_written_by_hand_is_shown_and_leads_to_its_line(build: Build) -> None:
    begin_game(build)
    build.write(SUMS)
    build.tried()
    build.show("Build")
    section = build.place.locator(".part", has=build.page.get_by_role("heading", name="Written by hand"))
    section.locator("summary").first.click()
    section.get_by_role("button", name="In the text").first.click()
    expect(build.text).to_be_focused()
