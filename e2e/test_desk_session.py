"""A session on the desk, on a phone: what IP become, and a Challenge that is too much to tell, played until stopped."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.desk_helpers import PHONE, wrong
from e2e.inspection import AXE
from e2e.stories_helpers import button

Visit = Callable[[str], Page]

pytestmark = pytest.mark.still

SIMULATED = re.compile(r"^Simulated.* \d+ of 2000 trials")


@pytest.mark.parametrize("profile", [PHONE], indirect=True)
def test_counters_go_through_a_session_and_a_simulation_is_stopped(visit: Visit) -> None:
    page = visit("desk/")
    page.get_by_role("link", name="Session", exact=True).click()
    expect(page).to_have_title("A session · pyrules")
    page.get_by_role("combobox", name="System of A").select_option("Step Die")
    page.get_by_role("textbox", name="Shorthand of A").fill("2d6 + d10 (2)")
    table = page.get_by_role("region", name="After each test").get_by_role("row")
    expect(page.get_by_text("All numbers are exact.")).to_be_visible()
    expect(table).to_have_count(6)
    page.get_by_role("spinbutton", name="Repeat").fill("3")
    page.get_by_role("spinbutton", name="Repeat").press("Tab")
    expect(table).to_have_count(4)
    page.get_by_role("radio", name="when the advice says so").check()
    expect(page.get_by_text(SIMULATED)).to_be_visible()
    button(page, "Form and rules of A").click()
    page.get_by_role("radio", name="after the spending").check()
    expect(page.get_by_text("All numbers are exact.")).to_be_visible()
    expect(table.nth(1)).to_contain_text("35.76 %")
    page.get_by_role("spinbutton", name="Player's IP at the start").fill("0")
    page.get_by_role("spinbutton", name="Player's IP at the start").press("Tab")
    expect(table.nth(1)).to_contain_text("20.00 %")
    expect(page.get_by_role("img", name=re.compile("^Player's IP. Likelier values are darker"))).to_be_visible()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert wrong(page, "a session") == []
    page.get_by_role("combobox", name="System of A").select_option("Relics of the Moon")
    page.get_by_role("textbox", name="Shorthand of A").fill("9d6 pcs 9 vs Major 30")
    page.get_by_role("spinbutton", name="Repeat").fill("20")
    page.get_by_role("spinbutton", name="Repeat").press("Tab")
    expect(page.get_by_role("progressbar", name="Trials played")).to_be_visible()
    expect(table.nth(1)).to_contain_text("±")
    stop, trials = button(page, "Stop here"), page.get_by_text(SIMULATED)
    stopping, before = stop.element_handle(), trials.inner_text()
    expect(trials).not_to_have_text(before)
    assert stopping.evaluate("button => button.isConnected"), "what is pressed while numbers come is pressed"
    stop.click()
    expect(page.get_by_role("progressbar", name="Trials played")).to_be_hidden()
    expect(trials).to_be_visible()
    with page.expect_download() as saved:
        button(page, "Save as CSV").click()
    assert "distribution,stress" in saved.value.path().read_text(encoding="utf-8")
