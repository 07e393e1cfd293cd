"""The longest times that the tests wait for a page, and for its rules."""

from playwright.sync_api import Page, expect

PATIENCE = 60_000  # milliseconds; a machine that tests may be busy
expect.set_options(timeout=PATIENCE)


def await_rules(page: Page) -> None:
    """Wait until the rules are ready, and nothing is told to be wrong."""
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.get_by_role("alert")).to_be_hidden()
