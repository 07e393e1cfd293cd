"""Notes on a phone: twenty tests and three tables on a page, people pasted, and the same page on a second device."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.boot_helpers import verdict
from e2e.conftest import Complaints
from e2e.waiting import await_rules

pytestmark = pytest.mark.still

PHONE = pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)
TESTS = (
    "Agility 5 + Pistols 4 [6] (2)",
    *(f"{dice} (2)" for dice in range(4, 10)),
    *(f"almond: {dice}d6 TN 5" for dice in range(3, 7)),
    *(f"relics: {dice}d6 vs Minor 5" for dice in range(3, 6)),
    *(f"{dice}d6 + d8 (2)" for dice in range(3, 6)),
    *(f"Strength d{size} + d6 (8)" for size in (6, 8, 10)),
)
PAGE = f"""# The docks
Nova meets **Harlan** at the pier: {" or ".join(f"[{test}]" for test in TESTS)}.

d66 Weather
11-36 rain
41-66 fog -> Wreck

1-3 nothing
4-6 a gull

d6 Wreck
- a chest
- a rope

Harlan: Agility 5, Clubs 4, wounds 1, tall"""


def button(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def tab(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()


def notes(page: Page) -> None:
    tab(page, "Tracker")
    page.get_by_role("link", name=re.compile("^Notes: ")).click()


@PHONE
def test_a_page_of_notes_is_played_and_goes_to_another_device(
    page: Page, new_context: Callable[..., BrowserContext], complaints: Complaints, tmp_path: Path
) -> None:
    page.goto("moonwalk/tracker/")
    await_rules(page)
    page.get_by_text("Notes and clock").click()
    page.get_by_role("link", name="Write notes").click()
    button(page, "New page")
    save = page.get_by_role("button", name="Save", exact=True)
    expect(save).to_be_disabled()
    page.get_by_role("textbox", name="Text").fill(PAGE)
    expect(save).to_be_enabled()
    page.reload()  # what is typed is there after the page was killed
    await_rules(page)
    expect(page.get_by_role("textbox", name="Text")).to_have_value(PAGE)
    page.get_by_role("textbox", name="Title").fill("The docks")
    save.click()
    read = page.get_by_role("article", name="The docks")
    expect(read.get_by_role("button", name=re.compile("^Roll now"))).to_have_count(len(TESTS))
    expect(read.get_by_role("button", name=re.compile("^Roll d.* on .* in secret$"))).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    read.get_by_role("button", name=re.compile("^Put into the form: 5 \\(2\\)")).click()
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("5 (2)")
    notes(page)
    button(page, "Roll now: Strength d8 + d6 (8)")
    assert verdict(page)
    expect(page).to_have_url(re.compile("/general/$"))
    page.go_back()

    button(page, "Roll d66 on Weather")
    expect(read).to_contain_text(re.compile(r"Weather \d\d: (rain|fog -> Wreck)"))
    button(page, "Paste people")
    expect(page.get_by_role("textbox", name=re.compile("A line for each"))).to_have_value(PAGE.splitlines()[-1])
    expect(page.get_by_text("'tall' has no number")).to_be_visible()
    button(page, "Add as foes")
    tab(page, "Tracker")
    expect(page.get_by_role("listitem", name="Harlan")).to_contain_text("foe, hidden")
    tab(page, "Log")
    expect(page.get_by_role("list").get_by_text(re.compile(r"Weather \d\d: "))).to_be_visible()
    goes_elsewhere(page, new_context, complaints, tmp_path / "evening.json")


def goes_elsewhere(page: Page, new_context: Callable[..., BrowserContext], complaints: Complaints, file: Path) -> None:
    """Undo the result, and take the log to another device, which has the page then."""
    lines = page.get_by_role("region", name="Log").get_by_role("listitem")
    lines.filter(has_text=re.compile("Weather")).get_by_role("button").first.click()
    button(page, "Undo")
    expect(lines.filter(has_text="undone")).to_have_count(1)
    page.get_by_text("Copy, print, export and import").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as a file").click()
    download.value.save_as(file)
    context = new_context()
    complaints.watch(context)
    other = context.new_page()
    other.goto("moonwalk/log/")
    await_rules(other)
    other.get_by_text("Copy, print, export and import").click()
    other.get_by_label("Import a file").set_input_files(file)
    other.get_by_role("button", name=re.compile("^Merge: add")).click()
    notes(other)
    expect(other.get_by_role("article", name="The docks")).to_contain_text("Nova meets Harlan at the pier")
