"""The screen for everybody, in a tab of its own: rolls of another tab fall on it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.boot_helpers import verdict
from e2e.dice_seen import STATES, come_to
from e2e.inspection import AXE, TOO_WIDE, complaints
from e2e.log_helpers import store_records
from e2e.roll_helpers import note, rolling, tray
from e2e.settings_helpers import LOCKS
from e2e.waiting import await_rules
from pyrules.campaign.codec import write_event
from pyrules.campaign.events import PLAYER, Event, Recorded
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.campaign.scene import ORDER, TURN, Place, order_facts, turn_facts
from pyrules.core.faces import seeded
from pyrules.systems import BY_ID

PEOPLE = ("Anja", "Boris", "Cosima", "Dorothea", "Emil", "Frieda", "Gregor", "Henriette")
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
    expect(page.locator("html:fullscreen")).to_be_attached()


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


@pytest.mark.still
def test_the_second_screen_goes_along_to_the_game_in_which_is_rolled_next(visit: Callable[[str], Page]) -> None:
    page = visit("moonwalk/")
    screen = page.context.new_page()
    screen.goto("stepdie/show/")
    await_rules(screen)
    note(page, "6 (2)")
    rolling(page).click()
    expect(screen).to_have_title("Moonwalk · For everybody · pyrules")
    expect(screen).to_have_url(re.compile("/moonwalk/show/$"))
    expect(screen.get_by_role("heading", level=1)).to_have_text("Moonwalk")
    expect(tray(screen).get_by_role("listitem")).to_have_count(6)
    expect(screen.get_by_role("region", name="Result").get_by_role("heading")).to_have_text(verdict(page))
    screen.reload()
    await_rules(screen)
    expect(screen.get_by_role("region", name="Result").get_by_role("heading")).to_have_text(verdict(page))
    assert screen.evaluate("document.documentElement.dataset.system") == "moonwalk"


NOT_READ_FROM_AFAR = """() => {
  const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const small = [];
  while (words.nextNode()) {
    const { data, parentElement: of } = words.currentNode;
    if (!data.trim() || !of.checkVisibility() || of.closest(".unseen, svg, button")) continue;
    const range = document.createRange();
    range.selectNode(words.currentNode);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const high = parseFloat(getComputedStyle(of).fontSize) / innerHeight;
    const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    if (high < 0.04 || !inside) small.push(`${data}: ${high}`);
  }
  return small;
}"""


@pytest.mark.still
@pytest.mark.parametrize("system", BY_ID)
def test_all_is_in_sight_on_a_television_and_read_from_across_the_room(page: Page, system: str) -> None:
    rules = BY_ID[system]
    test = rules.parse(rules.examples[0].notation, {})
    *others, roll = (
        record_roll(RollMetadata(f"roll of {who}", 20 + at, who=who), rules, test, rules.roll(test, seeded(at)))
        for at, who in enumerate(reversed(PEOPLE))
    )
    people: list[Event] = [Recorded(name, at, system, PLAYER, name, ()) for at, name in enumerate(PEOPLE)]
    turn = Recorded("turn", 11, system, TURN, "", turn_facts(PEOPLE[1]))
    order = Recorded("order", 10, system, ORDER, "", order_facts([Place(name) for name in PEOPLE]))
    store_records(page, *map(write_event, (*people, order, turn, *others, roll)), address=f"{system}/show/")
    for width, height in ((1280, 720), (1920, 1080), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        result = page.get_by_role("region", name="Result")
        expect(result.get_by_role("heading")).to_have_text(roll.headline)
        for shown in (
            result.get_by_text(PEOPLE[0]).first,
            result.get_by_text(f"{PEOPLE[1]}'s turn"),
            *(result.get_by_role("listitem").filter(has_text=name) for name in PEOPLE[1:]),
            *(page.get_by_role("row").filter(has_text=name) for name in PEOPLE if rules.counters),
            *tray(page).get_by_role("listitem").all(),
        ):
            expect(shown).to_be_in_viewport(ratio=1)
        assert page.evaluate(TOO_WIDE) == []
        if height * 16 == width * 9:
            assert page.evaluate(NOT_READ_FROM_AFAR) == []
        assert page.evaluate("document.documentElement.scrollHeight") <= height
