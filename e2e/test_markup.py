"""Markup in any text that readers write stays text, wherever it is shown."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.log_helpers import find, reload
from e2e.stories_helpers import button, someone, tab, verdict

Visit = Callable[[str], Page]

pytestmark = pytest.mark.still

MARKUP = "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)
def test_markup_in_every_free_text_stays_text(visit: Visit) -> None:
    page = visit("general/tracker/")
    button(page, "Add your character").click()
    for rows in ("Skills", "Actions", "Training"):
        button(page, f"Add: {rows}").click()
        expect(page.get_by_role("group", name=f"{rows} 1")).to_be_visible()
    for name in page.get_by_role("textbox", name="Name", exact=True).all():
        name.fill(MARKUP)
    button(page, "Save").click()
    expect(page.get_by_role("group", name="Skills 1")).to_contain_text("'<' is not used in notation")
    for rows in ("Skills", "Actions"):
        page.get_by_role("group", name=f"{rows} 1").get_by_role("textbox", name="Name").fill("plain")
    button(page, "Save").click()
    expect(someone(page, MARKUP)).to_be_visible()
    page.get_by_role("textbox", name="Note for the next change").fill(MARKUP)
    page.get_by_role("region", name="Action Scene").get_by_role("button", name=re.compile("one more$")).click()

    tab(page, "Roll")
    button(page, MARKUP).click()
    shorthand = page.get_by_role("textbox", name="Shorthand")
    shorthand.fill(MARKUP)
    shorthand.blur()
    expect(page.get_by_role("main")).to_contain_text("Column 1")
    shorthand.fill("d8 (10)")
    shorthand.blur()
    button(page, "Pin as preset").click()
    page.get_by_text("Rename, move or delete").click()
    page.get_by_role("textbox", name="Name of the preset").fill(MARKUP)
    expect(page.get_by_role("group", name="Presets").get_by_role("button", name=MARKUP).first).to_be_visible()
    page.locator("#bar").get_by_role("button", name=re.compile("^Roll")).click()
    expect(verdict(page)).to_be_visible()

    tab(page, "Log")
    entries = page.get_by_role("region", name="Log").get_by_role("listitem")
    expect(entries.filter(has_text=MARKUP).first).to_be_visible()
    entries.first.get_by_role("button").first.click()
    button(page, "Add a note").click()
    page.get_by_role("textbox", name="Note").fill(MARKUP)
    button(page, "Save the note").click()
    expect(entries.first).to_contain_text(MARKUP)
    find(page).fill(MARKUP)
    expect(entries.first).to_contain_text(MARKUP)
    for here in ("Tracker", "Odds", "Roll"):
        tab(page, here)
        expect(page.locator("img")).to_have_count(0)
    reload(page)
    tab(page, "Log")
    expect(entries.first).to_contain_text(MARKUP)
    expect(page.locator("img")).to_have_count(0)
