"""Helpers of the tests of the desk, which other tests use too."""

from playwright.sync_api import Page

from e2e.inspection import complaints

PHONE = "Pixel 7"


def wrong(page: Page, screen: str) -> list[str]:
    """The faults of a screen once everything is folded out."""
    for details in page.get_by_role("main").locator("details:not([open]) > summary").all()[::-1]:
        details.click()
    return [f"{screen}, {what}" for what in complaints(page)]
