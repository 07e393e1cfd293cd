"""Helpers of the tests of the accessibility, which other tests use too."""

import pytest
from playwright.sync_api import Locator, Page, expect

IS_BEFORE = """(element) =>
  document.activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING"""


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the focus is there, back where that is before; it must be seen on the way.

    Round the end of the page the focus would pass through the browser's own window, which may keep the keys.
    """
    expect(target).to_be_visible()
    for _ in range(150):
        if target.evaluate("(element) => element === document.activeElement"):
            outline = target.evaluate("(element) => parseFloat(getComputedStyle(element).outlineWidth)")
            assert outline >= 3
            return
        page.keyboard.press("Shift+Tab" if target.evaluate(IS_BEFORE) else "Tab")
    pytest.fail(f"150 times Tab do not lead to {target}")


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    tab_to(page, target)
    page.keyboard.press(key)
