"""Helpers of the tests of the workshop, which other tests use too."""

from playwright.sync_api import FrameLocator, Locator, Page, expect

from tools import ROOT

SUMS = (ROOT / "tests/author/sums.py").read_text(encoding="utf-8")


class Workshop:
    """The workshop as a person sees and uses it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def text(self) -> Locator:
        return self.page.get_by_label("The text of your system")

    @property
    def state(self) -> Locator:
        return self.page.locator("#state")

    @property
    def told(self) -> Locator:
        return self.page.locator("#told")

    @property
    def pen(self) -> FrameLocator:
        return self.page.frame_locator("iframe")

    @property
    def problems(self) -> Locator:
        return self.page.locator("#problems").get_by_role("listitem")

    def tried(self, words: str = "It works") -> None:
        expect(self.page.locator("#tried")).to_have_attribute("aria-busy", "false")
        expect(self.state).to_have_text(words)

    def follow(self, name: str) -> None:
        """Follow a link to another part of this page; it loads anew, and what it showed before can look the same."""
        with self.page.expect_event("load"):
            self.page.get_by_role("link", name=name).click()

    def replace(self, old: str, new: str) -> None:
        self.write(self.text.input_value().replace(old, new))

    def show(self, name: str) -> None:
        """Go to a tab."""
        self.page.get_by_role("link", name=name, exact=True).click()

    def write(self, text: str) -> None:
        """Write a text in place of the one there."""
        self.show("Text")
        self.text.fill(text)

    def beginnings(self) -> Locator:
        """The games that can be begun with, unfolded."""
        if not self.page.get_by_label("Begin with").is_visible():
            self.page.get_by_role("button", name="Begin, open, save, share").click()
        return self.page.get_by_label("Begin with")
