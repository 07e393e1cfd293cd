"""The screen for everybody, in a tab of its own: rolls of another tab fall on it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.dice_seen import STATES, come_to
from e2e.inspection import AXE, complaints
from e2e.test_boot import verdict
from e2e.test_roll import note, rolling, tray
from e2e.waiting import await_rules


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
