"""Helpers of the tests of the roll, which other tests use too."""

import re

from playwright.sync_api import Locator, Page


def rolling(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Roll"))


def result(page: Page) -> Locator:
    return page.get_by_role("region", name="Result")


def tray(page: Page) -> Locator:
    return page.get_by_role("region", name="Dice")


def note(page: Page, notation: str) -> None:
    """Give a test in shorthand and wait until the rules have read it."""
    shorthand = page.get_by_role("textbox", name="Shorthand")
    shorthand.fill(notation)
    shorthand.blur()


def entries(page: Page) -> Locator:
    page.get_by_role("link", name="Log").click()
    return page.get_by_role("region", name="Log").get_by_role("listitem")
