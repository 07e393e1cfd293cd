"""Everybody can play by the keyboard alone: each system's main story, and a focus that is never lost."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.accessibility_helpers import press, tab_to

Visit = Callable[[str], Page]

pytestmark = pytest.mark.still


def write_test(page: Page, notation: str) -> None:
    """Write a test in shorthand, by the keyboard alone."""
    tab_to(page, page.get_by_role("textbox", name="Shorthand"))
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(notation)


def roll_test(page: Page, notation: str) -> None:
    """Write a test in shorthand and roll it, by the keyboard alone."""
    write_test(page, notation)
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Result").get_by_role("heading").first).to_be_visible()


def test_moonwalk_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("")
    press(page, page.get_by_role("link", name="Moonwalk"))
    press(page, page.get_by_role("button", name="Dicepool: one more"))
    expect(page.get_by_role("textbox", name="Dicepool")).to_have_value("13")
    roll_test(page, "4 (9)")
    press(page, page.get_by_role("button", name=re.compile("^Try again")))
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("4 - Trying Again 2 (9)")
    press(page, page.get_by_role("link", name="Log"))
    expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(1)


def test_relics_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("relics/")
    write_test(page, "3d6 +2 / 1d pcs 4")
    press(page, page.get_by_role("button", name="Real dice", exact=True))
    for face in "134":
        press(page, page.get_by_role("button", name=face, exact=True))
    panel = page.get_by_role("group", name="Place the simple modifiers")
    press(page, panel.get_by_role("button", name="Clear"))
    press(page, page.get_by_role("button", name=re.compile("^die 2:")), "Space")
    expect(panel.get_by_role("button", name="✓")).to_have_count(1)
    press(page, page.get_by_role("button", name="Keep this placement"))
    expect(page.get_by_role("button", name="Keep this placement")).to_be_hidden()


def test_general_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("general/")
    roll_test(page, "d8 + d6 (15) reroll 1")
    press(page, page.get_by_role("button", name=re.compile("^die 1:")), "Space")
    press(page, page.get_by_role("button", name=re.compile("^Reroll 1 of 2")))
    expect(page.get_by_role("region", name="Result")).to_contain_text("d8, thrown again")


def test_stepdie_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("stepdie/")
    write_test(page, "3d6 + d10 (4) ip 5")
    press(page, page.get_by_role("button", name="Real dice", exact=True))
    for face in "5514":
        press(page, page.get_by_role("button", name=face, exact=True))
    press(page, page.get_by_role("button", name=re.compile("^Add one d6")))
    press(page, page.get_by_role("button", name="1", exact=True))
    expect(page.get_by_role("region", name="Dice").get_by_role("listitem")).to_have_count(5)
    press(page, page.get_by_role("button", name=re.compile("^Reroll the Step Die")), "Space")
    press(page, page.get_by_role("button", name="9", exact=True))
    expect(page.get_by_role("region", name="Result")).to_contain_text("3 of the 5 IP held before the roll")


def test_almond_with_real_dice_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("almond/")
    press(page, page.get_by_role("button", name="Dice: one less"))
    press(page, page.get_by_role("button", name="Real dice", exact=True))
    for _ in range(4):
        press(page, page.get_by_role("button", name="5", exact=True))
    expect(page.get_by_role("heading", name="Pass")).to_be_visible()


def test_the_focus_is_never_lost(visit: Visit) -> None:
    page = visit("general/")
    roll_test(page, "d8 + d6 (15) reroll 1")
    press(page, page.get_by_role("button", name=re.compile("^die 1:")), "Space")
    expect(page.get_by_role("button", name=re.compile("^die 1:"))).to_be_focused()
    press(page, page.get_by_role("button", name=re.compile("^Reroll 1 of 2")))
    expect(page.get_by_role("region", name="Result")).to_contain_text("d8, thrown again")
    expect(page.get_by_role("region", name="Result")).to_be_focused()


def test_the_focus_stays_on_a_step_while_the_card_changes(visit: Visit) -> None:
    page = visit("general/")
    roll_test(page, "d8 + d6 (15) reroll 1")
    step = page.get_by_role("list", name="Step by step").locator("summary").nth(1)
    step.focus()
    page.get_by_role("button", name=re.compile("^die 1:")).evaluate("(die) => die.click()")  # takes no focus
    expect(page.get_by_role("button", name=re.compile("^Reroll 1 of 2"))).to_be_visible()
    expect(step).to_be_focused()
