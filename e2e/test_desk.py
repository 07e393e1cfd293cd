"""The desk: tests compared on a phone, what a change is worth on a laptop, by everybody and by the keyboard alone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.accessibility_helpers import press
from e2e.conftest import Complaints
from e2e.desk_helpers import PHONE, wrong
from e2e.inspection import AXE
from e2e.stories_helpers import button
from pyrules.campaign.links import FORMAT
from pyrules.systems.moonwalk import MOONWALK

Visit = Callable[[str], Page]

pytestmark = pytest.mark.still


@pytest.mark.parametrize("profile", [PHONE], indirect=True)
def test_tests_are_compared_on_a_phone_and_the_link_opens_the_same(visit: Visit, complaints: Complaints) -> None:
    page = visit("moonwalk/odds/")
    page.get_by_role("link", name="Compare this test").click()
    expect(page).to_have_title("Compare · pyrules")
    expect(page.get_by_text("81.89 %").first).to_be_visible()
    page.get_by_role("combobox", name="System of B").select_option("Almond")
    page.get_by_role("textbox", name="Shorthand of B").fill("5d6 TN 5")
    said = page.get_by_text(re.compile("^Passed of B is .* percentage points more likely than success of A"))
    expect(said).to_be_visible()
    button(page, "Form and rules of A").click()
    page.get_by_role("button", name="Threshold: one less").click()
    expect(page.get_by_role("textbox", name="Shorthand of A")).to_have_value("12 (2)")
    expect(page.get_by_text("94.60 %").first).to_be_visible()
    page.get_by_role("group", name="Glitch when ones are").get_by_role("radio", name="half or more").check()
    expect(page.get_by_text("Glitch when ones are: half or more")).to_be_visible()
    page.get_by_role("radio", name="exactly").check()
    expect(page.get_by_role("img", name=re.compile("^Margin, exactly. .*less likely"))).to_be_visible()
    link = page.url
    assert re.search(rf"/desk/#{re.escape(FORMAT)}[\w-]{{1,1998}}$", link)
    with page.expect_download() as table:
        button(page, "Save as CSV").click()
    assert "distribution,hits" in table.value.path().read_text(encoding="utf-8")
    complaints.leave()  # nothing is asked for by a page that is empty, so nothing else says so
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("textbox", name="Shorthand of A")).to_have_value("12 (2)")
    expect(page.get_by_role("textbox", name="Shorthand of B")).to_have_value("5d6 TN 5")
    expect(page.get_by_text("Glitch when ones are: half or more")).to_be_visible()
    expect(said).to_be_hidden()
    expect(page.get_by_text(re.compile("^Passed of B is .* less likely than success of A"))).to_be_visible()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    button(page, "Form and rules of A").click()
    assert wrong(page, "the comparison") == []


def test_what_a_change_is_worth_on_a_laptop_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("")
    press(page, page.get_by_role("link", name="Compare tests, weigh changes"))
    expect(page).to_have_title("Compare · pyrules")
    press(page, page.get_by_role("link", name="Changes", exact=True))
    expect(page).to_have_title("What a change is worth · pyrules")
    effects = page.get_by_role("region", name="Largest effect first").get_by_role("row")
    expect(effects.filter(has_text="Threshold 3 → 4")).to_contain_text("−21.2")
    heat = page.get_by_role("region", name="Two at once").get_by_role("img")
    expect(heat).to_have_accessible_name(re.compile("^Success by Dicepool .* and Threshold .*, from "))
    press(page, page.get_by_role("combobox", name="System"), "Home")
    across = page.get_by_role("combobox", name="Across")
    press(page, across, "End")
    expect(heat).to_have_accessible_name(re.compile(f"^Success by {MOONWALK.settings[-1].label} "))
    expect(page.get_by_text("Computing")).to_be_hidden()
    expect(across).to_have_value(MOONWALK.settings[-1].name)
    expect(across).to_be_focused()
    page.go_back()
    expect(page).to_have_title("Compare · pyrules")
    page.go_forward()
    expect(effects.filter(has_text="Threshold 3 → 4")).to_be_visible()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert wrong(page, "what a change is worth") == []
    page.evaluate("() => { history.replaceState = () => { throw new DOMException('too many', 'SecurityError'); }; }")
    page.get_by_role("combobox", name="System").select_option("Relics of the Moon")
    expect(heat).to_have_accessible_name(re.compile("^Resolved this turn by Dice"))
    page.get_by_role("link", name="All systems").click()
    page.get_by_role("link", name="Moonwalk").click()
    expect(page.get_by_role("button", name=re.compile("Roll 12d6"))).to_be_visible()
