"""Every screen, empty and filled, can be used by everybody: axe-core in every look, small and low screens, big text."""

import re
from collections.abc import Callable, Iterator

import pytest
from app.systems.relics.words import CHALLENGE_ADD, TRAIT_ADD
from playwright.sync_api import Page, expect

from e2e.dice_helpers import luminance
from e2e.inspection import AXE, BROKEN, LOOKS, TEXT_SIZE, TOO_WIDE, complaints
from e2e.roll_helpers import result
from e2e.stories_helpers import button, first_huddle, tab, verdict, write_down
from pyrules.systems import BY_ID

Visit = Callable[[str], Page]

RICH = {
    "moonwalk": "Agility 5 + Pistols 9 - Wounds 2 [6] vs. 8",
    "relics": "9d6 A6 / 1d A1 / 1d +1 / 2d +2 / 1d -2 / 2d pcs 4",
    "almond": "5d6 TN 4 + cover 1 - Wounded 2d",
    "stepdie": "2 Agility + 2 trait + 1 gear + d10 (3) ip 5",
    "general": "attack d8 adv + d6 dis + level 3 (12)",
    "anydice": "4d6r1kh3 + 2, 2d20kh1 + 5, 4dF reach 12",
}
"""For each system a test whose form and card show much."""

LASTING = {"moonwalk": ("1 (9)", "4 (9, 1 hour) Extended Test")}
"""Tests that leave something behind in the tracker."""

LISTS = {
    "moonwalk": ("Attributes and skills",),
    "almond": ("Types of tests",),
    "general": ("Skills", "Actions", "Training"),
    "stepdie": ("Stats", "Traits", "Gear"),
}
"""The lists that are saved of a character."""

TYPED = {"stepdie": (1,) * 6}
"""Dice typed in for the rich test, so that the log has its longest headline."""

NAMES = ("Ann", "Brawn", "Dash", "Climbing")


def unfold(page: Page) -> None:
    """Open every section of the screen, the last one first: those before it are found at their places then."""
    for details in page.get_by_role("main").locator("details:not([open]) > summary").all()[::-1]:
        if details.is_visible():
            details.click()


def type_notation(page: Page, notation: str) -> None:
    page.get_by_role("textbox", name="Shorthand").fill(notation)
    page.get_by_role("textbox", name="Shorthand").blur()
    expect(page.locator("#bar").get_by_role("button", name=re.compile("^(Roll|Resolve)"))).to_be_visible()


def roll_dice(page: Page) -> None:
    page.locator("#bar").get_by_role("button", name=re.compile("^Roll")).click()
    expect(verdict(page)).to_be_visible()
    expect(page.get_by_role("region", name="Dice")).not_to_have_attribute("data-dice", "rolling")


def form(page: Page, system: str) -> Iterator[str]:
    """The Roll tab: the form, a test, its result, and dice thrown by hand."""
    yield "the form as it opens"
    unfold(page)
    yield "the form unfolded"
    type_notation(page, RICH[system])
    for _ in range(2):
        button(page, "Pin as preset").click()
    expect(page.get_by_role("group", name="Presets").get_by_role("button", name=RICH[system]).first).to_be_visible()
    unfold(page)
    yield "a rich test, pinned"
    roll_dice(page)
    unfold(page)
    yield "a result"
    button(page, "Real dice").click()
    page.get_by_role("button", name=re.compile(r"^Enter \d")).click()
    expect(button(page, "Undo last")).to_be_visible()
    yield "the keypad"
    for face in TYPED.get(system, ()):
        result(page).get_by_role("button", name=str(face), exact=True).click()
    button(page, "Real dice").click()


def odds(page: Page, _: str) -> Iterator[str]:
    tab(page, "Odds")
    expect(page.get_by_role("link", name="Compare this test")).to_be_visible()
    unfold(page)
    yield "the odds, as numbers too"


def lasting(page: Page, system: str) -> Iterator[str]:
    """The tracker: empty, while something is written down, and filled."""
    tab(page, "Roll")
    for notation in LASTING.get(system, ()):
        type_notation(page, notation)
        roll_dice(page)
    tab(page, "Tracker")
    yield "the tracker with nobody"
    if (folded := page.get_by_role("button", name=re.compile(" and (notes|clock)$"))).count():
        folded.click()
        yield "the tracker with all that nothing is in"
    button(page, "Add your character").click()
    for rows in LISTS.get(system, ()):
        button(page, f"Add: {rows}").click()
        expect(page.get_by_role("group", name=f"{rows} 1")).to_be_visible()
    page.get_by_role("textbox", name="Name", exact=True).first.fill("Ann of the long long name")
    yield "someone being written down"
    for box, name in zip(page.get_by_role("textbox", name="Name", exact=True).all(), NAMES, strict=False):
        box.fill(name)
    for number in page.get_by_role("textbox", name="Dicepool").all():
        number.fill("4")
    button(page, "Save").click()
    expect(page.get_by_role("listitem", name="Ann")).to_be_visible()
    if system == "relics":
        for adding in (CHALLENGE_ADD, TRAIT_ADD):
            button(page, adding).click()
            page.get_by_role("textbox", name="Name", exact=True).fill(adding)
            button(page, "Save").click()
            expect(page.get_by_role("listitem", name=adding)).to_be_visible()
        page.get_by_role("group", name=re.compile("Leader")).get_by_role("button").click()
    page.get_by_role("listitem", name="Ann").get_by_role("heading").get_by_role("button").click()
    button(page, "Copy: Ann").click()
    expect(page.get_by_role("listitem", name="Ann 2")).to_be_visible()
    if system != "relics":
        button(page, "Start turns").click()
    page.get_by_text("Share, keep or print").click()
    button(page, "As a QR code: Ann").click()
    expect(page.get_by_role("img", name="A QR code of the link that brings Ann")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Save to library: Ann")).click()
    page.get_by_text(re.compile("^Library")).click()
    expect(page.get_by_role("button", name=re.compile("^Remove from library: Ann"))).to_be_visible()
    yield "the tracker filled"
    tab(page, "Roll")
    page.get_by_role("button", name=re.compile("^Ann")).first.click()
    yield "the people above the form"


def keep_note(page: Page, _: str) -> Iterator[str]:
    """The log, and a line of it that is opened and noted."""
    tab(page, "Log")
    first = page.get_by_role("region", name="Log").get_by_role("listitem").first
    expect(first).to_be_visible()
    yield "the log"
    button(page, "Search the log").click()
    first.get_by_role("button").first.click()
    button(page, "Add a note").click()
    page.get_by_role("textbox", name="Note").fill("By the skin of the teeth")
    unfold(page)
    yield "a line being noted"
    button(page, "Save the note").click()
    button(page, "Undo").click()
    expect(first).to_contain_text("undone")
    yield "a line undone"


def rules(page: Page, system: str) -> Iterator[str]:
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page).to_have_title(f"{BY_ID[system].title} · Rules · pyrules")
    yield "the rulebook"


def others(page: Page, _: str) -> Iterator[str]:
    """The screens of no system."""
    yield "the picker"
    page.get_by_role("link", name="General Rules").click()
    roll_dice(page)
    tab(page, "Log")
    page.get_by_role("link", name="This evening").click()
    expect(page).to_have_title("This evening · pyrules")
    unfold(page)
    yield "this evening"
    page.get_by_role("link", name="All systems").click()
    expect(page.get_by_role("link", name="Continue with")).to_be_visible()
    yield "the picker after a roll"
    page.get_by_role("link", name="Settings").click()
    expect(page).to_have_title("Settings · pyrules")
    yield "the settings"
    unfold(page)
    button(page, "Delete everything").click()
    yield "the settings unfolded"
    page.get_by_role("link", name="All systems").click()
    button(page, "Open a table").click()
    expect(page.get_by_label("Your code")).to_be_visible()
    yield "an open table"
    button(page, "Close the table").click()
    button(page, "Join a table").click()
    page.get_by_label("Their code").fill("nonsense!")
    button(page, "Connect").click()
    expect(page.locator("#told").get_by_text("This code cannot be used")).to_be_visible()
    yield "a table to join"
    button(page, "Cancel").click()
    expect(button(page, "Open a table")).to_be_visible()
    yield "no table"


def wrong(page: Page, walks: tuple[Callable[[Page, str], Iterator[str]], ...], system: str) -> str:
    """Everything that is wrong with any screen of these walks, line by line."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    screens = (screen for walk in walks for screen in walk(page, system))
    return "\n".join(f"{screen}, {what}" for screen in screens for what in complaints(page))


@pytest.mark.still
@pytest.mark.parametrize("system", BY_ID)
def test_nothing_is_wrong_with_a_systems_screens(visit: Visit, system: str) -> None:
    assert wrong(visit(f"{system}/"), (form, odds, lasting, keep_note, rules), system) == ""


@pytest.mark.still
def test_nothing_is_wrong_with_the_other_screens(visit: Visit) -> None:
    assert wrong(visit(""), (others,), "") == ""


def test_the_names_of_the_systems_are_whole_in_big_text_on_small_phones(visit: Visit) -> None:
    page = visit("")
    page.evaluate(TEXT_SIZE, "200%")
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(BROKEN) + page.evaluate(TOO_WIDE) == []


@pytest.mark.still
@pytest.mark.parametrize("system", BY_ID)
def test_no_word_of_a_form_is_broken_on_phones_and_tablets(visit: Visit, system: str) -> None:
    page = visit(f"{system}/")
    for width in (320, 360, 390, 768, 820, 1024):
        page.set_viewport_size({"width": width, "height": 740})
        unfold(page)
        assert page.evaluate(BROKEN) == []


INK_AND_GROUND = """(element) => {
  let behind = element;
  while (getComputedStyle(behind).backgroundColor === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
  const colours = [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor];
  return colours.map((colour) => colour.match(/\\d+/g).slice(0, 3).map(Number));
}"""


@pytest.mark.still
def test_a_leader_who_is_stressed_out_is_still_read(visit: Visit) -> None:
    page = visit("relics/tracker/")
    first_huddle(page)
    for _ in range(10):
        button(page, "Ann: Stress: one more").click()
    leader = page.get_by_role("group", name="Riot: Leader").get_by_role("button", name="Ann Stressed Out")
    expect(leader).to_have_attribute("aria-pressed", "true")
    for look in ("light", "dark"):
        page.emulate_media(**LOOKS[look])
        darker, lighter = sorted(map(luminance, leader.evaluate(INK_AND_GROUND)))
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


@pytest.mark.still
def test_what_was_written_down_is_in_sight_and_its_name_is_not_broken(visit: Visit) -> None:
    page = visit("relics/tracker/")
    page.set_viewport_size({"width": 390, "height": 600})
    button(page, "Challenges, counters and notes").click()
    write_down(page, "Begin a Challenge", "Smugglers of the Drowned Gate")
    expect(page.get_by_role("heading", name="Smugglers of the Drowned Gate")).to_be_in_viewport()
    page.set_viewport_size({"width": 1024, "height": 768})
    tab(page, "Roll")
    turn = page.get_by_role("group", name="Challenges").get_by_role("button").get_by_text("Round 1, the Cohort's turn")
    assert turn.evaluate("(words) => words.getClientRects().length") == 1


@pytest.mark.parametrize("profile", ["Desktop Chrome HiDPI"], indirect=True)
def test_the_felt_takes_the_stage_on_wide_screens_and_last_rolls_are_shown(visit: Visit) -> None:
    page = visit("moonwalk/")
    page.set_viewport_size({"width": 1440, "height": 900})
    felt = page.get_by_role("region", name="Dice")
    empty = felt.bounding_box()
    assert empty
    assert empty["width"] >= 720
    for notation, least in (("6 (2)", 110), ("12 (3)", 100), ("20 (6)", 90)):
        type_notation(page, notation)
        roll_dice(page)
        expect(felt.get_by_role("listitem")).to_have_count(int(notation.split()[0]))
        die = felt.get_by_role("listitem").first.bounding_box()
        assert die
        assert die["width"] >= least
        assert felt.bounding_box() == empty
    expect(page.get_by_role("heading", name="Last rolls")).to_be_in_viewport()
    expect(page.get_by_role("textbox", name="Shorthand")).to_be_in_viewport()
    expect(verdict(page)).to_be_in_viewport()
