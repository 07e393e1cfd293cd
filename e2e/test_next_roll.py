"""From one roll to the next on a phone: what may be changed under the verdict, and how few taps that takes."""

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.next_roll_helpers import PHONE, in_sight, strip, written_down
from e2e.roll_helpers import note, result, rolling, tray

Visit = Callable[[str], Page]

pytestmark = [pytest.mark.still, pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)]


def test_the_next_roll_takes_two_taps_and_three_for_another_character(page: Page, visit: Visit) -> None:
    visit("moonwalk/")
    page.set_viewport_size(PHONE)
    written_down(page, "Bo", ("Brawl", 8), ("Climbing", 5))
    written_down(page, "Mira", ("Pistols", 9))
    page.get_by_role("link", name="Roll", exact=True).click()
    page.get_by_role("group", name="Who rolls").get_by_role("button", name="Mira").click()
    note(page, "Pistols 9 (3)")
    rolling(page).click()
    expect(result(page)).to_contain_text("Mira · Pistols")
    expect(result(page)).to_contain_text("As good or better")
    taps = [
        [strip(page).get_by_role("button", name="Dicepool: one less")],
        [strip(page).get_by_role("button", name="Threshold: one more")],
        [
            strip(page).get_by_role("group", name="Who rolls").get_by_role("button", name="Bo"),
            strip(page).get_by_role("button", name="Climbing"),
        ],
    ]
    in_sight(taps[0][0], taps[1][0], taps[2][0], result(page).get_by_role("button", name="Change the test"))
    for expected, tapped in zip(("8", "8", "5"), taps, strict=True):
        for button in tapped:
            button.click()
        expect(rolling(page)).to_contain_text(f"Roll {expected}d6")
        expect(rolling(page)).to_contain_text("% to succeed")
        rolling(page).click()
        expect(tray(page).get_by_role("listitem")).to_have_count(int(expected))
    expect(result(page)).to_contain_text("Bo · Climbing")
    result(page).get_by_role("button", name="Change the test").click()
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("Climbing 5 (4)")


def test_the_next_roll_is_in_sight_below_rolls_choices_and_disasters(page: Page, visit: Visit) -> None:
    page.set_viewport_size(PHONE)
    for system, notation, first, second in (
        ("moonwalk", "9 [5] vs. 6 [4]", "Dicepool: one less", "Defender's dicepool: one more"),
        ("stepdie", "3d6 + d10 (9) ip 5", "Dice: one less", "Difficulty: one more"),
        ("relics", "5d6 A1 / 4d pcs 4 vs Minor 5", "Dice: one less", "Destiny dice: one more"),
    ):
        visit(f"{system}/")
        note(page, notation)
        rolling(page).click()
        expect(result(page)).to_contain_text("As good or better")
        in_sight(*(strip(page).get_by_role("button", name=name, exact=True) for name in (first, second)))


def test_the_result_has_the_focus_after_the_key_that_rolls(page: Page, visit: Visit) -> None:
    visit("stepdie/")
    note(page, "3d6 + d10 (2) ip 5")
    page.keyboard.press("r")
    expect(result(page).get_by_role("heading").first).to_be_visible()
    expect(result(page)).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("You may still: Reroll the Step Die")
    for name in ("Undo", "Share", "Change the test", "In secret", "(More|Pin as preset)", "Reroll the Step Die"):
        page.keyboard.press("Tab")
        expect(result(page).get_by_role("button", name=re.compile(f"^{name}")).first).to_be_focused()


def test_an_unfolding_button_keeps_the_focus_when_the_result_is_redrawn(page: Page, visit: Visit) -> None:
    visit("relics/")
    rolling(page).click()
    secret = result(page).get_by_role("button", name="In secret")
    for name in ("Share", "More"):
        result(page).get_by_role("button", name=name, exact=True).focus()
        pressed = secret.get_attribute("aria-pressed")
        secret.evaluate("(button) => button.click()")  # the focus stays where it is
        expect(secret).not_to_have_attribute("aria-pressed", str(pressed))
        expect(result(page).get_by_role("button", name=name, exact=True)).to_be_focused()


MIDDLE = """(element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
}"""


def height(element: Locator) -> int:
    """The distance from the top of the screen to the middle of something, in pixels."""
    return int(element.evaluate(MIDDLE))


def test_no_die_lies_alone_below_others_and_all_chips_stand_in_one_row(page: Page, visit: Visit) -> None:
    visit("moonwalk/")
    page.set_viewport_size(PHONE)
    written_down(page, "Bo", ("Brawl", 9), ("Climbing", 5))
    page.get_by_role("link", name="Roll", exact=True).click()
    page.get_by_role("group", name="Who rolls").get_by_role("button", name="Bo").click()
    page.get_by_role("button", name="Brawl").click()
    page.get_by_role("button", name="Pin as preset").click()
    for rows in ([3, 3, 3], [3, 2]):
        rolling(page).click()
        expect(tray(page).get_by_role("listitem")).to_have_count(sum(rows))
        assert [*Counter(map(height, tray(page).get_by_role("listitem").all())).values()] == rows
        chips = strip(page).locator(".chips button")
        assert len(set(map(height, chips.all()))) == 1
        in_sight(chips.first)
        chips.get_by_text("Climbing").click()
