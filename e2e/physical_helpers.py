"""Helpers of the tests of the physical, which other tests use too."""

from playwright.sync_api import Page

from e2e.roll_helpers import result


def enter(page: Page, *faces: int) -> None:
    """Tap one key after the other."""
    for face in faces:
        result(page).get_by_role("button", name=str(face), exact=True).click()


def by_hand(page: Page) -> None:
    page.get_by_role("button", name="Real dice", exact=True).click()
