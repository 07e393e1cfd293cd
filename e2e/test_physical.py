"""Dice thrown by hand, for every roll and reroll, alone and mixed with dice rolled here."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.test_log import reload
from e2e.test_roll import entries, note, result, tray
from e2e.test_share import link

Visit = Callable[[str], Page]

pytestmark = [pytest.mark.still, pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)]


def enter(page: Page, *faces: int) -> None:
    """Tap one key after the other."""
    for face in faces:
        result(page).get_by_role("button", name=str(face), exact=True).click()


def by_hand(page: Page) -> None:
    page.get_by_role("button", name="Real dice", exact=True).click()


def test_the_dice_asked_for_are_typed_one_tap_each(visit: Visit) -> None:
    page = visit("moonwalk/")
    note(page, "3 vs. 2")
    by_hand(page)
    expect(result(page).get_by_role("heading", name="Your dice")).to_be_visible()
    enter(page, 6, 6)
    expect(result(page)).to_contain_text("Die 3 of 3")
    page.get_by_role("button", name="Undo last").click()
    expect(result(page)).to_contain_text("Die 2 of 3")
    enter(page, 5, 1)
    expect(result(page).get_by_role("heading", name="Defender's dice")).to_be_visible()
    enter(page, 5, 2)
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()
    expect(result(page)).to_contain_text("real dice")
    expect(entries(page)).to_have_count(1)


def test_the_dice_asked_for_are_typed_with_a_keyboard(visit: Visit) -> None:
    page = visit("almond/")
    note(page, "3d6 TN 6")
    by_hand(page)
    expect(result(page)).to_contain_text("Die 1 of 3")
    for key in "27":
        page.keyboard.press(key)
    expect(result(page)).to_contain_text("Die 2 of 3")
    page.keyboard.press("Backspace")
    expect(result(page)).to_contain_text("Die 1 of 3")
    for key in "235":
        page.keyboard.press(key)
    expect(result(page).get_by_role("heading", name="Failure")).to_be_visible()


def test_a_reroll_asks_for_its_dice(visit: Visit) -> None:
    page = visit("general/")
    note(page, "d8 + d20 (15) reroll 1")
    by_hand(page)
    enter(page, 2, 3)
    tray(page).get_by_role("button", name=re.compile("^die 2:")).click()
    page.get_by_role("button", name="Reroll 1 of 2").click()
    expect(result(page)).to_contain_text("Die 2 showed 3: its next throw, d20")
    enter(page, 17)
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()


def test_the_form_and_real_dice_are_as_they_were_on_the_next_visit(visit: Visit) -> None:
    page = visit("almond/")
    note(page, "3d6 TN 6 + cover 1")
    by_hand(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name=re.compile("^Enter 3d6"))).to_be_visible()
    reload(page)
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("3d6 TN 6 + cover 1")
    page.get_by_role("button", name=re.compile("^Enter 3d6")).click()
    enter(page, 2)
    expect(result(page)).to_contain_text("Die 2 of 3")
    reload(page)
    enter(page, 3, 5)
    expect(result(page).get_by_role("heading", name="Failure")).to_be_visible()


def test_dice_typed_for_a_test_from_a_link_are_there_after_a_reload(visit: Visit) -> None:
    page = visit(link("3 (2)"))
    by_hand(page)
    enter(page, 5, 6)
    expect(result(page)).to_contain_text("Die 3 of 3")
    reload(page)
    expect(result(page)).to_contain_text("Die 3 of 3")
    enter(page, 1)
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()
    reload(page)
    expect(page.get_by_role("button", name="Enter 12d6")).to_be_visible()
    expect(entries(page)).to_have_count(1)
