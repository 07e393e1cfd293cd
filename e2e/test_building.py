"""Build: a game is made of cards, and each tap is an edit of its text."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import PHONE, Complaints
from e2e.test_workshop import SUMS, Workshop
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
        if label in ("Name", "Word"):
            self.opened = self.card(word)

    def settled(self) -> None:
        """What was asked for is done, and drawn."""
        expect(self.place).to_have_attribute("aria-busy", "false")

    def add(self, section: str, offer: str) -> None:
        self.tap(self.place.get_by_label(f"Add to {section}"))
        self.tap(self.place.get_by_role("button", name=offer))
        self.settled()
        added = self.place.locator("summary:focus h3")
        expect(added).to_be_in_viewport()
        self.opened = self.card(added.inner_text())

    def card(self, title: str) -> Locator:
        return self.place.locator("details.card", has=self.page.locator("summary h3", has_text=re.compile(f"^{title}$")))

    def unfold(self, title: str) -> None:
        self.tap(self.card(title).locator("summary"))
        self.opened = self.card(title)


@pytest.fixture
def build(page: Page, complaints: Complaints) -> Build:
    complaints.own = (*complaints.own, "blob:null/", "about:srcdoc")
    return Build(page)


def odds(text: str, kind: int, **values: int) -> Distribution:
    """The chances of each degree of a kind of test, with what is chosen by its label."""
    source = read_source(text)
    assert source.problems == ()
    game: System[object] = source.systems[0]
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
    build.unfold("Doom dice sixes")
    build.word("Which face", "1")
    build.add("What counts", "What is left of one count")
    build.add("What it comes to", "One more degree")
    build.add("Numbers that last", "Points")
    build.word("Name", "Hope")
    build.opened.get_by_label("Of").select_option("each player")
    build.taps += 2
    build.settled()
    build.add("What may be done after", "Something to do after the roll")
    build.word("Word", "Spend Hope")
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
    build.tap(page.get_by_role("button", name="Keep this system"))
    with page.expect_event("load"):
        build.tap(page.get_by_role("link", name="Play it"))
    build.tap(build.pen.get_by_role("button", name="Roll 5d6"))
    expect(build.pen.locator("#card .verdict")).to_be_visible()
    assert build.taps <= 60
