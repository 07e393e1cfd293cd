"""Dice thrown by hand, for every roll and reroll, alone and mixed with dice rolled here."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.log_helpers import reload
from e2e.physical_helpers import by_hand, enter
from e2e.roll_helpers import note, result

Visit = Callable[[str], Page]

pytestmark = [pytest.mark.still, pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)]


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
