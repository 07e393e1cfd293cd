"""Settings, presets and rulebooks in a browser: looks before the first paint, keys, what is kept and deleted."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from e2e.boot_helpers import roll, verdict
from e2e.conftest import Complaints
from e2e.inspection import AXE, LANDSCAPE, SMALLEST, TOO_SMALL, VIOLATIONS, WIDE
from e2e.log_helpers import reload
from e2e.settings_helpers import LOCKS
from e2e.waiting import await_rules

Visit = Callable[[str], Page]

pytestmark = pytest.mark.still

PHONE = pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)
SIZES = (ViewportSize(width=360, height=740), LANDSCAPE, WIDE)
NO_PYTHON = "**/boot.mjs"

CHOOSE_AGAIN_AND_AGAIN = """async () => {
  let last;
  globalThis.agreed = new Set();
  const look = () => {
    const chosen = document.querySelector("[name=theme]:checked");
    if (chosen) agreed.add(chosen.value === last);
  };
  new MutationObserver(look).observe(document.querySelector("main"), { childList: true, subtree: true });
  for (let time = 0; time < 60; time++) {
    last = time % 2 ? "dark" : "contrast";
    document.querySelector(`[name=theme][value=${last}]`).click();
    await new Promise((done) => setTimeout(done, 5));
  }
}"""
"""Chooses themes faster than they are answered; `agreed` has whether the last one is chosen at every change of them."""

COME_BACK = "document.dispatchEvent(new Event('visibilitychange'))"


def go_to(page: Page, system: str) -> None:
    """Go to a system by the first screen; the settings name the systems too."""
    page.get_by_role("link", name="All systems").click()
    expect(page.get_by_role("heading", name="Pick a game")).to_be_visible()
    page.get_by_role("link", name=system).click()


def pin(page: Page, notation: str) -> None:
    page.get_by_role("textbox", name="Shorthand").fill(notation)
    page.get_by_role("textbox", name="Shorthand").blur()
    expect(page.locator("#bar")).to_contain_text(f"Roll {notation.split(maxsplit=1)[0]}d6")
    page.get_by_role("button", name="Pin as preset").click()
    expect(page.get_by_role("group", name="Presets").get_by_role("button", name=notation).first).to_be_visible()


@pytest.mark.offline
@PHONE
def test_a_theme_is_there_before_any_python_on_the_next_visit(visit: Visit, complaints: Complaints) -> None:
    complaints.expect("boot.mjs")  # which is not of this build
    page = visit("settings/")
    paper = "rgb(19, 24, 27)"
    page.get_by_role("radio", name="Dark").check()
    expect(page.locator("body")).to_have_css("background-color", paper)
    page.route(NO_PYTHON, lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto("moonwalk/log/")
    expect(page.locator("body")).to_have_css("background-color", paper)


@PHONE
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_high_contrast_is_readable_on_the_card_and_in_the_left_hand(
    visit: Visit, scheme: Literal["light", "dark"]
) -> None:
    page = visit("settings/")
    page.emulate_media(color_scheme=scheme)
    page.get_by_role("radio", name="High contrast").check()
    page.get_by_role("switch", name="Left-handed layout").check()
    expect(page.locator("html")).to_have_attribute("data-hand", "left")
    go_to(page, "Moonwalk")
    pin(page, "5 (1)")
    roll(page)
    verdict(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate(TOO_SMALL, SMALLEST) == []


@PHONE
def test_a_device_that_asks_for_contrast_gets_it_unless_the_reader_chose(visit: Visit) -> None:
    page = visit("settings/")
    body = page.locator("body")
    expect(body).to_have_css("background-color", "rgb(245, 242, 237)")
    page.emulate_media(contrast="more")
    expect(body).to_have_css("background-color", "rgb(255, 255, 255)")
    page.emulate_media(contrast="more", color_scheme="dark")
    expect(body).to_have_css("background-color", "rgb(0, 0, 0)")
    page.get_by_role("radio", name="Dark").check()
    expect(body).to_have_css("background-color", "rgb(19, 24, 27)")
    page.get_by_role("radio", name="Match device").check()
    expect(body).to_have_css("background-color", "rgb(0, 0, 0)")
    reload(page)
    expect(body).to_have_css("background-color", "rgb(0, 0, 0)")


@PHONE
def test_a_choice_is_never_taken_back_by_the_answer_to_an_earlier_one(visit: Visit) -> None:
    page = visit("settings/")
    await_rules(page)
    page.evaluate(CHOOSE_AGAIN_AND_AGAIN)
    expect(page.locator("body")).to_have_css("background-color", "rgb(19, 24, 27)")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    page.get_by_role("link", name="All systems").click()
    expect(page.get_by_role("heading", name="Pick a game")).to_be_visible()  # answered last, after every choice
    assert page.evaluate("[...agreed]") == [True]


@PHONE
def test_the_tabs_and_the_roll_button_stay_in_sight_on_a_scrolled_page(visit: Visit) -> None:
    page = visit("relics/")
    for place in (0, 300, 100_000):
        page.evaluate("(place) => scrollTo(0, place)", place)
        expect(page.get_by_role("link", name="Tracker")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Roll")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 800, "height": 360})
    expect(page.get_by_role("link", name="Tracker")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.querySelector('#dock').offsetHeight") < 100


def test_the_tab_that_is_open_stands_out_in_forced_colours(visit: Visit) -> None:
    page = visit("moonwalk/")
    page.emulate_media(forced_colors="active")
    edges = "tab => [getComputedStyle(tab).borderTopColor, getComputedStyle(tab).borderLeftColor]"
    for size in SIZES:
        page.set_viewport_size(size)
        opened, other = (page.get_by_role("link", name=name, exact=True).evaluate(edges) for name in ("Roll", "Log"))
        assert opened != other, size


def test_the_page_stays_where_it_is_when_the_focus_comes_to_what_is_docked(visit: Visit) -> None:
    page = visit("moonwalk/")
    tabs = [page.get_by_role("link", name=name, exact=True) for name in ("Roll", "Odds", "Tracker", "Log")]
    buttons = [page.get_by_role("button", name=name) for name in ("Roll 12d6", "Real dice")]

    def expect_to_stay() -> None:
        for size in SIZES:
            page.set_viewport_size(size)
            page.evaluate("scrollTo(0, 50)")
            before = page.evaluate("scrollY")
            for control in (*tabs, *buttons):
                control.focus()
                assert page.evaluate("scrollY") == before, size

    expect_to_stay()
    pin(page, "12 (3)")
    expect_to_stay()


@PHONE
def test_left_handed_readers_have_the_controls_on_the_left(visit: Visit) -> None:
    page = visit("settings/")
    page.get_by_role("switch", name="Left-handed layout").check()
    go_to(page, "Moonwalk")
    hand, main = (page.get_by_role("button", name=name).bounding_box() for name in ("Real dice", "Roll"))
    more = page.get_by_role("button", name="Dicepool: one more").bounding_box()
    assert hand
    assert main
    assert more
    assert hand["x"] < main["x"]
    assert more["x"] < main["x"] + main["width"] / 2


@pytest.mark.parametrize("profile", ["Pixel 7", "iPad Pro 11"], indirect=True)
def test_icons_are_drawn_wherever_the_page_went(visit: Visit) -> None:
    page = visit("moonwalk/odds/")
    page.get_by_role("link", name="Roll").click()
    for name in ("All systems", "Settings", "Odds"):
        expect(page.get_by_role("link", name=name).locator("use")).to_be_visible()
    roll(page)
    verdict(page)
    for name in ("Real dice", "Undo", "Share", "Pin as preset"):
        expect(page.get_by_role("button", name=name, exact=True).first.locator("use")).to_be_visible()


def test_on_a_wide_screen_tabs_stand_at_the_side_and_the_form_stays(visit: Visit) -> None:
    page = visit("moonwalk/")
    tab, main = page.get_by_role("link", name="Tracker"), page.get_by_role("main")
    form = page.get_by_role("group", name="Kind of test")
    at_first = form.bounding_box()
    odds = page.get_by_role("region", name="Odds").bounding_box()
    beside, whole = tab.bounding_box(), main.bounding_box()
    assert at_first
    assert odds
    assert beside
    assert whole
    assert beside["x"] + beside["width"] <= whole["x"]
    assert odds["x"] > at_first["x"] + at_first["width"]
    roll(page)
    verdict(page)
    assert form.bounding_box() == at_first
    table = page.get_by_role("region", name="Dice").bounding_box()
    assert table
    assert table["x"] > at_first["x"] + at_first["width"]
    page.evaluate("scrollTo(0, 100_000)")
    expect(tab).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Roll")).to_be_in_viewport(ratio=1)


def test_keys_roll_undo_and_go_from_die_to_die_until_they_are_switched_off(visit: Visit) -> None:
    page = visit("relics/")
    page.get_by_role("textbox", name="Shorthand").fill("5d6 +1 / 2d +2 / 1d")
    page.locator("#main").press("r")
    verdict(page)
    dice = page.get_by_role("region", name="Dice").get_by_role("button")
    page.keyboard.press("ArrowRight")
    expect(dice.nth(0)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(dice.nth(1)).to_be_focused()
    page.keyboard.press("u")
    expect(page.get_by_role("region", name="Result")).to_be_hidden()
    page.get_by_role("textbox", name="Shorthand").press("r")
    expect(page.get_by_role("region", name="Result")).to_be_hidden()
    page.get_by_role("link", name="Settings").click()
    expect(page).to_have_title("Settings · pyrules")  # the form of a roll has a "More" as well
    page.get_by_text("More", exact=True).click()
    page.get_by_role("switch", name="Keyboard shortcuts").uncheck()
    go_to(page, "Moonwalk")
    expect(page.get_by_role("button", name="Roll")).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_text("Nothing in the log matches.")).to_be_visible()


@PHONE
def test_the_screen_is_kept_on_again_when_the_reader_comes_back(visit: Visit, page: Page) -> None:
    page.add_init_script(LOCKS)
    visit("settings/")
    html = page.locator("html")
    awake = page.get_by_role("switch", name="Keep the screen on")
    awake.check()
    expect(html).to_have_attribute("data-held", "1")
    page.evaluate("takeAway()")
    expect(html).to_have_attribute("data-held", "0")
    page.evaluate(COME_BACK)
    expect(html).to_have_attribute("data-held", "1")
    awake.uncheck()
    expect(html).to_have_attribute("data-held", "0")


@PHONE
def test_a_line_of_the_card_leads_to_its_rule_and_back(visit: Visit) -> None:
    page = visit("moonwalk/")
    roll(page)
    verdict(page)
    page.get_by_role("region", name="Result").locator("summary", has_text="Threshold (3)").click()
    page.get_by_role("link", name="In the rulebook").first.click()
    expect(page.get_by_role("heading", name="Threshold", exact=True)).to_be_in_viewport()
    expect(page).to_have_title("Moonwalk · Rules · pyrules")
    page.go_back()
    expect(page.get_by_role("button", name="Roll")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Threshold", exact=True)).to_be_in_viewport()
    reload(page)
    expect(page.get_by_role("heading", name="Threshold", exact=True)).to_be_in_viewport()


@PHONE
def test_everything_is_deleted_in_two_steps_and_stays_deleted(visit: Visit) -> None:
    page = visit("moonwalk/")
    pin(page, "5 (1)")
    roll(page)
    verdict(page)
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.get_by_role("button", name="Delete it all, for good").click()
    expect(page.locator("#told").get_by_text("Everything is deleted.")).to_be_visible()
    reload(page)
    expect(page.get_by_text("0 entries of the log")).to_be_visible()
    page.goto("moonwalk/")
    await_rules(page)
    expect(page.get_by_role("group", name="Presets")).to_be_hidden()


@PHONE
@pytest.mark.offline
def test_the_app_says_its_version_that_it_works_offline_and_what_is_stored(visit: Visit) -> None:
    page = visit("settings/")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Version ")
    expect(main).to_contain_text("Ready offline")
    expect(
        main.get_by_text("keeps it for good").or_(main.get_by_role("button", name="Keep it for good"))
    ).to_be_visible()


def test_enter_takes_what_was_typed_in_a_field_of_the_settings(visit: Visit) -> None:
    page = visit("settings/")
    page.get_by_text("More", exact=True).click()
    field = page.get_by_role("textbox", name="STUN server")
    field.fill("stun.example.org:3478")
    field.press("Enter")  # a form without a message of its own: an error of the page's script would be a complaint
    expect(field).to_have_value("stun.example.org:3478")
    expect(field).not_to_have_attribute("aria-invalid", "true")
