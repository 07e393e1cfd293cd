"""The screen for everybody, in a tab of its own: rolls of another tab fall on it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.dice_seen import STATES, come_to
from e2e.inspection import AXE, complaints
from e2e.test_boot import verdict
from e2e.test_roll import note, rolling, tray
from e2e.test_settings import LOCKS
from e2e.waiting import await_rules

ONLY_FOR_A_TAP = """
let tapped = false;
addEventListener("click", () => (tapped = true), { capture: true });
if (navigator.wakeLock) navigator.wakeLock.request = async () => {
  document.documentElement.dataset.asked = "yes";
  if (!tapped) throw new DOMException("no tap", "NotAllowedError");
  return request();
};
"""


def test_the_screen_fills_and_is_kept_on_where_that_needs_a_tap(visit: Callable[[str], Page], page: Page) -> None:
    page.add_init_script(LOCKS + ONLY_FOR_A_TAP)
    visit("moonwalk/show/")
    html = page.locator("html")
    expect(html).to_have_attribute("data-asked", "yes")
    page.get_by_role("button", name="Full screen").click()
    expect(html).to_have_attribute("data-held", "1")
    page.wait_for_function("document.fullscreenElement === document.documentElement")


def test_a_roll_falls_on_the_second_screen_large_and_is_told_when_it_rests(visit: Callable[[str], Page]) -> None:
    page = visit("moonwalk/")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Show on a second screen").click()
    screen = opened.value
    screen.add_init_script(STATES)
    screen.reload()
    screen.set_viewport_size({"width": 1920, "height": 1080})
    await_rules(screen)
    expect(screen).to_have_title("Moonwalk · For everybody · pyrules")
    screen.locator("canvas").wait_for(state="attached")
    note(page, "6 (2)")
    rolling(page).click()
    expect(tray(screen).get_by_role("listitem")).to_have_count(6)
    come_to(screen, "rest")
    assert "rolling" in screen.evaluate("states")
    expect(screen.get_by_role("region", name="Result").get_by_role("heading")).to_have_text(verdict(page))
    die = tray(screen).get_by_role("listitem").first.bounding_box()
    assert die
    assert die["width"] >= 180
    screen.evaluate(AXE.read_text(encoding="utf-8"))
    assert [*complaints(screen)] == []
