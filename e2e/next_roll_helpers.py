"""Helpers of the tests of the next roll, which other tests use too."""

import re

from playwright.sync_api import Locator, Page, ViewportSize, expect

PHONE = ViewportSize(width=390, height=844)


def strip(page: Page) -> Locator:
    return page.get_by_role("group", name="The next roll")


def written_down(page: Page, name: str, *skills: tuple[str, int]) -> None:
    """Write down a character with named dicepools."""
    page.get_by_role("link", name="Tracker").click()
    page.get_by_role("button", name=re.compile("^Add (a|your) character")).click()
    page.get_by_role("textbox", name="Name", exact=True).first.fill(name)
    for place, (skill, dice) in enumerate(skills):
        page.get_by_role("button", name="Add: Attributes and skills").click()
        row = page.get_by_role("group", name=f"Attributes and skills {place + 1}")
        row.get_by_role("textbox", name="Name").fill(skill)
        row.get_by_role("textbox", name="Dicepool").fill(str(dice))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#status")).to_have_text(f"{name} is saved.")


ROOM = """(button) => {
  const { top, bottom } = button.getBoundingClientRect();
  return [top, document.querySelector("#dock").getBoundingClientRect().top - bottom];
}"""
"""The room that a button leaves above and below it."""


def in_sight(*buttons: Locator) -> None:
    """Expect that each stands between the top of the screen and what is docked, to be tapped without scrolling."""
    for button in buttons:
        above, below = button.evaluate(ROOM)
        assert above >= 0
        assert below >= 0
