"""Helpers of the tests of the log, which other tests use too."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.waiting import await_rules
from pyrules.campaign.codec import write_log
from pyrules.campaign.events import Event, Rolled
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.core.faces import seeded
from pyrules.systems.moonwalk import MOONWALK

PHONE = pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)


COPIES = """
const clipboard = navigator.clipboard ?? {}; // some browsers give a blank page none
let tapped = false;
addEventListener("click", () => {
  tapped = true;
  setTimeout(() => (tapped = false));
}, { capture: true });
clipboard.writeText = async () => { throw new DOMException("too late", "NotAllowedError"); };
clipboard.write = async ([item]) => {
  if (!tapped) throw new DOMException("too late", "NotAllowedError");
  globalThis.copied = await (await item.getType("text/plain")).text();
};
"""
"""A clipboard that takes nothing but what is begun in a tap, as Safari's; what a page copies is kept in `copied`."""


STORE = """async (records) => {
  const { commit } = await import("./store.mjs");
  await commit([{ do: "rewrite", events: JSON.stringify(records) }]);
}"""


def roll_of(number: int) -> Rolled:
    """A roll as the rules make it."""
    test = MOONWALK.parse(f"{5 + number % 9} (2)", {})
    dice = MOONWALK.roll(test, seeded(number), onward=False)
    return record_roll(RollMetadata(f"e{number}", 1_790_000_000_000 + number * 60_000), MOONWALK, test, dice)


def lines(page: Page) -> Locator:
    """The lines of the log, the newest first."""
    return page.get_by_role("region", name="Log").get_by_role("listitem")


def find(page: Page) -> Locator:
    """Open the search and go to its box."""
    page.get_by_role("button", name="Search the log").click()
    text = page.get_by_role("searchbox", name="Search the log")
    expect(text).to_be_focused()
    return text


def open_line(page: Page, number: int = 0) -> Locator:
    """Show what can be done with a line."""
    lines(page).nth(number).get_by_role("button").first.click()
    actions = page.get_by_role("group", name="Actions for this entry")
    expect(actions).to_be_visible()
    return actions


BLANK = "<!doctype html><title>blank</title><link rel=icon href=data:,>"


def blank(page: Page) -> Page:
    """A page of the site without the app."""
    page.route("**/blank.html", lambda route: route.fulfill(body=BLANK, content_type="text/html"))
    page.goto("blank.html")
    return page


def store_records(page: Page, *records: str, address: str = "moonwalk/log/") -> Page:
    """Have these records stored before the app first starts, then open it."""
    blank(page).evaluate(STORE, list(records))
    page.goto(address)
    await_rules(page)
    return page


def reload(page: Page) -> None:
    page.reload()
    await_rules(page)


def files(page: Page) -> None:
    page.get_by_text("Copy, print, export and import").click()


def choose(page: Page, file: Any) -> None:
    """Import a file."""
    files(page)
    page.get_by_label("Import a file").set_input_files(file)


def file_of(events: Sequence[Event], name: str = "party.json") -> dict[str, Any]:
    return {"name": name, "mimeType": "application/json", "buffer": write_log(events).encode()}
