"""A browser that draws a page no more, though the page answers: some builds of Chromium come to that, for good.

Playwright waits for two frames before it clicks, so whatever it does then runs out of time. That is no fault of the
site's, whose thread is asked as well, and the test is run once more (`only_rerun` in pyproject.toml).
"""

from playwright.sync_api import Error, Page

ANSWERED = 5_000  # milliseconds that a page may take to answer on a busy machine
DRAWN = 10_000
DRAWS = """(most) => new Promise((tell) => {
  requestAnimationFrame(() => requestAnimationFrame(() => tell(true)));
  setTimeout(() => tell(document.visibilityState !== "visible"), most);
})"""


class NoFramesError(Exception):
    """The browser has stopped drawing a page."""


def has_stopped(page: Page) -> bool:
    """Return whether the page answers and is to be seen, but its browser draws no frame of it."""
    try:
        page.locator("html").wait_for(state="attached", timeout=ANSWERED)
        return not page.evaluate(DRAWS, DRAWN)
    except Error:  # it is closed or hangs
        return False
