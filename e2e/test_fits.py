"""Usual tests fit a phone: each is made, rolled and judged without scrolling, and in few taps."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from e2e.inspection import BROKEN, COVERED, PARTED, TEXT_SIZE, TOO_WIDE
from e2e.next_roll_helpers import PHONE, in_sight, strip, written_down
from e2e.roll_helpers import result, rolling, tray
from pyrules.campaign.tracking import tracking_of
from pyrules.systems import BY_ID

Visit = Callable[[str], Page]

pytestmark = [pytest.mark.still, pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)]


@pytest.mark.parametrize("system", BY_ID)
def test_the_usual_test_is_made_rolled_and_judged_without_scrolling(page: Page, visit: Visit, system: str) -> None:
    page.set_viewport_size(PHONE)
    visit(f"{system}/")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    in_sight(*page.locator("#test :is(button, input, summary)").filter(visible=True).all(), shorthand)
    rolling(page).click()
    expect(result(page)).to_contain_text("As good or better")
    in_sight(
        result(page).get_by_role("heading").first,
        result(page).get_by_role("button", name="Undo"),
        result(page).get_by_role("button", name="Change the test"),
        *strip(page).get_by_role("button").all()[:1],
    )


@pytest.mark.parametrize(
    ("kind", "notation"),
    [
        ("Test of Skill", "Strength d12 + skill (10)"),
        ("Attack", "martial attack Strength d12 (10)"),
        ("Save", "save Strength d12 (10)"),
    ],
)
def test_every_kind_of_test_is_in_sight_as_a_whole(page: Page, visit: Visit, kind: str, notation: str) -> None:
    page.set_viewport_size(PHONE)
    visit("general/")
    page.get_by_role("radio", name=kind).check()
    shorthand = page.get_by_role("textbox", name="Shorthand")
    expect(shorthand).to_have_value(notation)
    in_sight(*page.locator("#test :is(button, input, summary)").filter(visible=True).all(), shorthand)


ONE_LINE = """(heading) => {
  const range = document.createRange();
  range.selectNodeContents(heading);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size === 1;
}"""


ICONS_IN_A_ROW = """(header) => {
  const seen = [...header.querySelectorAll("a, button")].filter((icon) => icon.checkVisibility());
  return seen.length > 3 && new Set(seen.map((icon) => icon.getBoundingClientRect().top)).size === 1;
}"""


def test_the_header_is_one_line_at_a_table_with_sound_and_the_longest_name(page: Page, visit: Visit) -> None:
    page.set_viewport_size(PHONE)
    visit("")
    page.get_by_role("button", name="Open a table").click()
    expect(page.get_by_role("link", name="At the table: 1 device")).to_be_visible()
    page.get_by_role("link", name="All systems").click()
    page.get_by_role("link", name=max((system.title for system in BY_ID.values()), key=len)).click()
    rolling(page).click()
    expect(result(page)).to_contain_text("As good or better")
    assert page.get_by_role("heading", level=1).evaluate(ONE_LINE)
    banner = page.get_by_role("banner")
    for width in (390, 360, 320):
        page.set_viewport_size({**PHONE, "width": width})
        assert banner.evaluate("({ offsetHeight }) => offsetHeight") == 56
        page.evaluate(TEXT_SIZE, "200%")
        assert banner.evaluate(ICONS_IN_A_ROW)
        assert page.evaluate(TOO_WIDE) == []
        page.evaluate(TEXT_SIZE, "")


def roll_dice(page: Page, dice: int) -> None:
    """Tap the roll button, which names so many dice."""
    expect(rolling(page)).to_contain_text(f"{dice}d6")
    rolling(page).click()
    expect(tray(page).get_by_role("listitem")).to_have_count(dice)
    expect(result(page)).to_contain_text("As good or better")


def test_a_modifier_and_another_skill_are_one_tap_and_one_more_to_roll(page: Page, visit: Visit) -> None:
    page.set_viewport_size(PHONE)
    visit("moonwalk/")
    written_down(page, "Bo", ("Brawl", 8), ("Climbing", 5))
    page.get_by_role("link", name="Roll", exact=True).click()
    page.get_by_role("group", name="Who rolls").get_by_role("button", name="Bo").click()
    for named, dice in (("−2", 6), ("Climbing", 5)):
        tap = page.get_by_role("button", name=named)
        in_sight(tap)
        tap.click()
        roll_dice(page, dice)
        change = page.get_by_role("button", name="Change the test")
        change.click()
        expect(change).to_be_hidden()


def test_another_character_with_the_last_skill_is_two_taps_to_a_roll(page: Page, visit: Visit) -> None:
    page.set_viewport_size(PHONE)
    visit("moonwalk/")
    written_down(page, "Bo", ("Brawl", 8), ("Climbing", 5))
    written_down(page, "Nova", ("Pistols", 9))
    page.get_by_role("link", name="Roll", exact=True).click()
    page.get_by_role("group", name="Who rolls").get_by_role("button", name="Bo").click()
    page.get_by_role("button", name="Climbing").click()
    roll_dice(page, 5)
    for name, dice in (("Nova", 9), ("Bo", 5)):
        tap = strip(page).get_by_role("group", name="Who rolls").get_by_role("button", name=name)
        in_sight(tap)
        tap.click()
        roll_dice(page, dice)


@pytest.mark.parametrize("system", ["relics", "almond", "stepdie", "general"])
def test_the_charts_of_a_text_are_wholly_in_sight(page: Page, visit: Visit, system: str) -> None:
    visit(f"{system}/rules/")
    tables = page.get_by_role("region").filter(has=page.get_by_role("table"))
    for size in (PHONE, ViewportSize(width=360, height=640), ViewportSize(width=1280, height=800)):
        page.set_viewport_size(size)
        expect(tables.first).to_be_visible()
        cut = [table for table in tables.all() if table.evaluate("(table) => table.scrollWidth > table.clientWidth")]
        assert [table.get_attribute("aria-label") for table in cut] == []


FOES = [system.id for system in BY_ID.values() if tracking_of(system).foe]


def writing(page: Page, one: str) -> Locator:
    """Open the form in which such a one is written down."""
    page.get_by_role("button", name=re.compile(f"^Add (an?|your) {one}$")).click()
    return page.locator("form").filter(has=page.get_by_role("button", name="Save", exact=True))


def fits(form: Locator, *sizes: tuple[int, int]) -> None:
    """Expect all of a form in sight on screens of these sizes."""
    for width, height in sizes:
        form.page.set_viewport_size(ViewportSize(width=width, height=height))
        form.evaluate("(form) => form.previousElementSibling.scrollIntoView()")
        in_sight(*form.locator("button, input, select, summary").filter(visible=True).all())


@pytest.mark.parametrize("system", FOES)
def test_a_foe_is_written_down_on_one_screen(page: Page, visit: Visit, system: str) -> None:
    visit(f"{system}/tracker/")
    fits(writing(page, tracking_of(BY_ID[system]).foe), (390, 844), (360, 640))


@pytest.mark.parametrize("system", BY_ID)
def test_a_character_is_begun_on_one_screen_with_a_line_for_each_thing(page: Page, visit: Visit, system: str) -> None:
    visit(f"{system}/tracker/")
    form = writing(page, "character")
    fits(form, (390, 844), *([] if system == "general" else [(360, 640)]))
    for add in form.get_by_role("button", name=re.compile("^Add: ")).all():
        add.click()
        add.click()
    removes = form.get_by_role("button", name=re.compile("^Remove: "))
    expect(removes).to_have_count(2 * form.get_by_role("button", name=re.compile("^Add: ")).count())
    for width, height in SIZES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert form.evaluate(LINES) == []
        assert [page.evaluate(look) for look in (COVERED, TOO_WIDE, BROKEN)] == [[], [], []]


def test_enter_goes_on_to_the_next_thing_a_person_has_and_at_last_saves(page: Page, visit: Visit) -> None:
    visit("stepdie/tracker/")
    form = writing(page, "character")
    form.get_by_role("textbox", name="Name", exact=True).fill("Mira")
    form.get_by_role("button", name="Add: Stats").click()
    for place, stat in enumerate(("Agility", "Wits"), 1):
        named = form.get_by_role("group", name=f"Stats {place}").get_by_role("textbox", name="Name")
        expect(named).to_be_focused()
        named.fill(stat)
        named.press("Enter")
    last = form.get_by_role("group", name="Stats 3").get_by_role("textbox", name="Name")
    expect(last).to_be_focused()
    last.press("Enter")
    expect(page.get_by_role("listitem", name="Mira")).to_be_visible()


LINES = """(form) => [...form.querySelectorAll(".row")].filter((row) => {
  const named = row.querySelector("input").getBoundingClientRect();
  const others = [...row.querySelectorAll("input, select, button")].filter((one) => one.checkVisibility());
  return row.children.length < 4 && others.some((one) => one.getBoundingClientRect().bottom > named.bottom + 4);
}).map((row) => row.ariaLabel)"""
"""The rows of a name and one thing more that are not a line."""

BESIDE = """(line) => {
  const [said, about, dice] = [".log-said", ".log-said + span", ".log-dice"]
    .map((part) => line.querySelector(part).getBoundingClientRect());
  return about.top >= said.bottom - 1 && dice.left >= Math.max(said.right, about.right) - 1 && dice.top < about.top;
}"""
"""What a roll came to stands above what it was, and its dice beside both."""

SIZES = [(390, 844), (360, 640), (820, 1180), (1280, 800)]


@pytest.mark.parametrize("system", BY_ID)
def test_words_lie_over_no_button_and_no_number_is_parted_from_its_unit(page: Page, visit: Visit, system: str) -> None:
    visit(f"{system}/")

    def set_well() -> None:
        for width, height in SIZES:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            found = [page.evaluate(look) for look in (PARTED, COVERED, TOO_WIDE, BROKEN)]
            assert (width, *found) == (width, [], [], [], [])

    set_well()
    rolling(page).click()
    expect(result(page)).to_contain_text("As good or better")
    set_well()
    for room in ("Odds", "Tracker", "Log"):
        page.get_by_role("link", name=room, exact=True).click()
        expect(page.get_by_role("link", name=room, exact=True)).to_have_attribute("aria-current", "page")
        set_well()
    assert page.locator(".log-line:has(.log-dice)").first.evaluate(BESIDE)  # on a laptop, which was the last of them
    visit(f"{system}/notes/")
    set_well()
    page.get_by_role("button", name="Begin with an example").click()
    expect(page.get_by_role("textbox", name="Text")).to_be_visible()
    set_well()
