"""The browser's Back and the tabs lead to where the reader was, without a step too many."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.boot_helpers import roll, verdict
from e2e.conftest import DESKTOP
from e2e.log_helpers import lines, open_line, roll_of, store_records
from pyrules.campaign.codec import write_event

Visit = Callable[[str], Page]

pytestmark = pytest.mark.still

PHONE = pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


@PHONE
def test_back_from_the_rulebook_is_where_its_link_was_tapped(page: Page, visit: Visit) -> None:
    page.set_viewport_size({"width": 412, "height": 500})
    visit("relics/")
    roll(page)
    verdict(page)
    step = page.get_by_role("region", name="Result").locator("summary", has_text="The Action Moves Forward")
    expect(step).not_to_be_in_viewport()
    step.click()
    page.get_by_role("link", name="In the rulebook").last.click()
    expect(page.get_by_role("heading", name="Turns", exact=True)).to_be_in_viewport()
    page.go_back()
    expect(page.get_by_role("link", name="In the rulebook").last).to_be_in_viewport()


@PHONE
def test_back_shows_folds_open_that_were_opened_by_hand(visit: Visit) -> None:
    page = visit("moonwalk/")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    shorthand.fill("Hacking 9 (3)")
    shorthand.blur()
    tab(page, "Odds").click()
    tab(page, "Roll").click()
    fold = page.locator("summary", has_text="More")
    inside = page.get_by_role("group", name="Modifiers", exact=True)
    expect(inside).to_be_hidden()
    fold.click()
    expect(inside).to_be_visible()
    tab(page, "Rules").click()
    expect(page.get_by_role("heading", name="The rules", exact=True)).to_be_visible()
    page.go_back()
    expect(fold).to_be_visible()
    expect(inside).to_be_visible()


@PHONE
def test_back_from_a_roll_of_a_long_log_is_at_its_line(page: Page) -> None:
    store_records(page, *(write_event(roll_of(number)) for number in range(1, 61)))
    line = lines(page).nth(40)
    expect(line).not_to_be_in_viewport()
    open_line(page, 40).get_by_role("button", name="See the dice").click()
    verdict(page)
    page.go_back()
    expect(line).to_be_in_viewport()


@PHONE
def test_the_tab_that_is_open_is_no_step_of_the_history(page: Page, visit: Visit) -> None:
    visit("almond/")
    tab(page, "Tracker").click()
    expect(tab(page, "Tracker")).to_have_attribute("aria-current", "page")
    steps = page.evaluate("history.length")
    tab(page, "Tracker").click()
    tab(page, "Tracker").click()
    assert page.evaluate("history.length") == steps


@pytest.mark.parametrize("profile", ["Pixel 7", DESKTOP], indirect=True)
def test_the_roll_tab_leads_from_a_result_to_the_form(page: Page, visit: Visit) -> None:
    visit("moonwalk/")
    roll(page)
    said = verdict(page)
    form = page.get_by_role("textbox", name="Shorthand")
    beside = form.is_visible()
    tab(page, "Log").click()
    expect(lines(page)).to_have_count(1)
    tab(page, "Roll").click()
    assert verdict(page) == said
    tab(page, "Roll").click()
    expect(form).to_be_visible()
    expect(page.get_by_role("region", name="Result")).to_be_visible(visible=beside)
