"""Throws of dice: how soon and how long they are seen, what ends them, and what is heard of them."""

import re
import statistics
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import RUNS, least
from e2e.dice_fallbacks_helpers import HIDE
from e2e.dice_seen import (
    begin,
    come_to,
    dice,
    expect_seen,
    expect_tumbled,
    faces_announced,
    prefer,
    roll_notation,
    run_in_worker,
    throw,
)
from e2e.roll_helpers import entries, note, rolling, tray
from e2e.waiting import await_rules

TO_DICE = 50  # milliseconds from the dice laid in the page to the dice drawn
THROWS = 9
TIME_THROWS = """async (throws) => {
  const table = document.getElementById("table");
  const times = [];
  const changed = (until) => new Promise((resolve) => {
    const look = () => until() && (observer.disconnect(), resolve());
    const observer = new PerformanceObserver(look);
    observer.observe({ type: "mark" });
  });
  const marks = (name) => performance.getEntriesByName(name);
  const laid = [];
  const lies = new MutationObserver(() => laid.push(performance.now()));
  lies.observe(document.getElementById("tray"), { childList: true });
  for (let done = 0; done < throws; done++) {
    const [drawn, rest] = ["dice drawn", "dice rest"].map((name) => marks(name).length);
    const seen = changed(() => marks("dice drawn").length > drawn);
    const lying = changed(() => marks("dice rest").length > rest);
    const tapped = performance.now();
    document.querySelector("#bar [type=submit]").click();
    await seen;
    const shown = marks("dice drawn").at(-1).startTime;
    times.push([shown - tapped, shown - laid.findLast((time) => time < shown)]);
    table.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    await lying;
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
  return times;
}"""
TICKS = "let ticks = 0; performance.now = () => (ticks += 10);"
"""Run by the dice's worker, has ten milliseconds go by with each picture that it draws, however long that takes."""
LASTED = "performance.getEntriesByName('dice rest').at(-1).detail.lasted"
NO_TIME = "performance.now = () => 0;"
"""Run by the dice's worker, keeps them in the air until they are told to rest."""

SPIES = """
function count(what) {
  const { dataset } = document.documentElement;
  dataset[what] = 1 + Number(dataset[what] ?? 0);
}
navigator.vibrate = () => count("ticks");
const { start } = AudioBufferSourceNode.prototype;
AudioBufferSourceNode.prototype.start = function (...given) { count("sounds"); return start.apply(this, given); };
"""

pytestmark = pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)


def switch_on(page: Page, name: str) -> None:
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("switch", name=name).check()
    page.go_back()


def verdict(page: Page) -> Locator:
    return page.get_by_role("region", name="Result").get_by_role("heading")


def skipping(page: Page) -> Locator:
    return page.get_by_role("button", name="Show the result")


@pytest.mark.first_visit
def test_the_verdict_is_shown_and_read_out_once_when_the_dice_rest(page: Page) -> None:
    run_in_worker(page, NO_TIME)
    begin(page, "moonwalk/")
    for _ in range(2):
        throw(page)
        expect(skipping(page)).to_be_visible()
        expect(verdict(page)).to_have_count(0)
        expect(page.get_by_role("list", name="Step by step")).to_have_count(0)
        expect(page.get_by_role("status")).to_be_empty()
        page.evaluate("readOut.length = 0")
        tray(page).tap()
        come_to(page, "rest")
        headline = verdict(page).first.inner_text()
        expect(page.get_by_role("status")).to_contain_text(headline.strip())
        assert page.evaluate("readOut.length") == 1
        expect(skipping(page)).to_have_count(0)


MARKED = """
globalThis.lies = 0;
const lying = ({ target }) => target.hasAttribute("data-lies");
new MutationObserver((changes) => (lies += changes.filter(lying).length)).observe(document, {
  attributeFilter: ["data-lies"],
  subtree: true,
});
"""
"""Counts the dice that are told to lie while others may be in the air."""


@pytest.mark.first_visit
def test_how_dice_count_is_not_seen_while_they_are_in_the_air(page: Page) -> None:
    run_in_worker(page, NO_TIME)
    begin(page, "moonwalk/")
    throw(page)
    page.evaluate("document.getAnimations().forEach((one) => one.effect.getTiming().iterations === 1 && one.finish())")
    for die in dice(page).all():
        expect(die).to_have_css("opacity", "0")
    tray(page).tap()
    come_to(page, "rest")
    expect(dice(page).first).to_have_css("opacity", "1")


@pytest.mark.first_visit
def test_how_each_die_counts_is_seen_when_it_lies(page: Page) -> None:
    page.add_init_script(MARKED)
    run_in_worker(page, TICKS)
    begin(page, "moonwalk/")
    note(page, "5 (1)")
    for _ in range(2):
        throw(page)
        come_to(page, "rest")
        assert page.evaluate("lies") == 5
        page.evaluate("lies = 0")


@pytest.mark.first_visit
def test_what_is_rolled_is_kept_before_it_is_shown(page: Page) -> None:
    run_in_worker(page, NO_TIME)
    begin(page, "moonwalk/")
    throw(page)
    page.reload()
    await_rules(page)
    expect(entries(page)).to_have_count(1)


@pytest.mark.first_visit
@pytest.mark.parametrize("leave", ["tab", "back", "hidden"])
def test_leaving_in_mid_air_shows_what_is_there(page: Page, leave: str) -> None:
    run_in_worker(page, NO_TIME)
    begin(page, "moonwalk/")
    page.get_by_role("link", name="Odds").click()
    page.get_by_role("link", name="Roll", exact=True).click()
    throw(page)
    if leave == "tab":
        page.get_by_role("link", name="Tracker").click()
        expect(page.get_by_role("heading", name="Odds")).to_have_count(0)
        expect(tray(page)).to_be_hidden()
    elif leave == "back":
        page.go_back()
        expect(page.get_by_role("heading", name="Odds")).to_be_visible()
        expect(tray(page)).to_be_hidden()
    else:
        page.evaluate(HIDE, True)
        expect(verdict(page).first).to_be_visible()


@pytest.mark.first_visit
def test_undoing_in_mid_air_takes_the_roll_back(page: Page) -> None:
    run_in_worker(page, NO_TIME)
    begin(page, "moonwalk/")
    throw(page)
    page.keyboard.press("u")
    expect(verdict(page)).to_have_count(0)
    expect(rolling(page)).to_be_visible()
    expect(page.get_by_role("status")).not_to_contain_text("needs")
    expect(entries(page)).to_contain_text(["undone"])


@pytest.mark.first_visit
def test_a_click_without_a_press_shows_the_result_and_rolls_nothing(page: Page) -> None:
    run_in_worker(page, NO_TIME)
    begin(page, "moonwalk/")
    throw(page)
    skipping(page).dispatch_event("click")
    expect(verdict(page).first).to_be_visible()
    expect(entries(page)).to_have_count(1)


CELEBRATED = """
const noted = [];
addEventListener("DOMContentLoaded", () => {
  const table = document.getElementById("table");
  new MutationObserver(() => {
    noted.push(table.dataset.drama ?? "over");
    document.documentElement.dataset.celebrated = noted.join();
  }).observe(table, { attributeFilter: ["data-drama"] });
});
"""
"""Notes each drama of a result and its end, which comes a second after."""


@pytest.mark.first_visit
def test_a_great_result_is_celebrated_for_a_moment_where_things_move(page: Page) -> None:
    page.add_init_script(CELEBRATED)
    run_in_worker(page, NO_TIME)
    begin(page, "moonwalk/")
    celebrated = page.locator("html")
    note(page, "60 (1)")
    throw(page)
    tray(page).tap()
    expect(celebrated).to_have_attribute("data-celebrated", "triumph,over")
    page.emulate_media(reduced_motion="reduce")
    rolling(page).click()
    expect(entries(page)).to_have_count(2)
    expect(celebrated).to_have_attribute("data-celebrated", "triumph,over")


@pytest.mark.first_visit
def test_a_choice_holds_its_outcome_back_too(page: Page) -> None:
    run_in_worker(page, NO_TIME)
    begin(page, "stepdie/")
    note(page, "3d6 + d10 (3) ip 4")
    throw(page)
    tray(page).tap()
    page.get_by_role("button", name=re.compile("^Reroll the Step Die")).click()
    come_to(page, "rolling")
    expect(verdict(page)).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Reroll the Step Die"))).to_have_count(0)
    tray(page).tap()
    expect(verdict(page).first).to_be_visible()
    expect(dice(page)).to_have_count(4)


@pytest.mark.first_visit
def test_a_tap_or_a_key_ends_the_tumble(page: Page) -> None:
    run_in_worker(page, NO_TIME)
    begin(page, "moonwalk/")
    ends: tuple[Callable[[], None], ...] = (tray(page).tap, partial(page.keyboard.press, "Escape"))
    for end in ends:
        throw(page)
        end()
        come_to(page, "rest")
        expect_seen(page, [6] * 12, faces_announced(page))


@pytest.mark.first_visit
def test_a_press_on_roll_that_ends_the_tumble_rolls_nothing(page: Page) -> None:
    run_in_worker(page, NO_TIME)
    begin(page, "moonwalk/")
    keys = [partial(page.keyboard.press, key) for key in ("Enter", "Space", "R")]
    presses: list[Callable[[], None]] = [skipping(page).click, skipping(page).tap, *keys]
    for rolls, press in enumerate(presses, 1):
        throw(page)
        press()
        come_to(page, "rest")
        expect(entries(page)).to_have_count(rolls)
        page.get_by_role("link", name="Roll", exact=True).click()
    rolling(page).click()
    come_to(page, "rolling")
    expect(entries(page)).to_have_count(len(presses) + 1)


@pytest.mark.first_visit
def test_a_full_tumble_lasts_at_most_1200_ms_and_a_quick_one_a_third(page: Page) -> None:
    run_in_worker(page, TICKS)
    begin(page, "moonwalk/")
    lasted = []
    for pace in ("Tumble", "Quick"):
        prefer(page, "Dice", pace)
        throw(page)
        come_to(page, "rest")
        lasted.append(page.evaluate(LASTED))
        page.get_by_role("button", name="Change the test").click()
    full, quick = lasted
    assert 500 < full < 1200
    assert 150 < quick < 400


def test_few_dice_lie_where_they_fell_and_in_rows_once_a_phone_is_turned(page: Page) -> None:
    begin(page, "moonwalk/")
    roll_notation(page, "2 (1)")
    fell = dice(page).first
    expect(fell).not_to_have_css("translate", "none")
    expect_seen(page, [6, 6], faces_announced(page))
    page.set_viewport_size({"width": 863, "height": 412})
    expect(fell).to_have_css("translate", "none")
    expect_seen(page, [6, 6], faces_announced(page))


def test_a_hundred_dice_are_thrown(page: Page) -> None:
    begin(page, "moonwalk/")
    roll_notation(page, "100 (20)")
    expect(dice(page)).to_have_count(100)
    expect_tumbled(page)


def test_dice_are_seen_soon_after_the_tap(page: Page, tell: Callable[[str], None]) -> None:
    begin(page, "moonwalk/")
    roll_notation(page, "12 (3)")
    runs = []

    def of_the_dice() -> float:
        tapped, laid = zip(*page.evaluate(TIME_THROWS, THROWS), strict=True)
        runs.append(statistics.median(tapped))
        return float(statistics.median(laid))

    best = least(of_the_dice)
    assert best > 0
    tell(f"{min(runs):.1f} ms, of which the dice take {best:.1f} ms (goal: {TO_DICE})")
    expect(entries(page)).to_have_count(1 + RUNS * THROWS)


def test_dice_are_silent_at_first_and_tick_when_they_land(page: Page) -> None:
    page.add_init_script(SPIES)
    begin(page, "moonwalk/")
    counted = page.locator("html")
    rolling(page).click()
    come_to(page, "rest")
    expect(counted).to_have_attribute("data-ticks", "1")
    expect(counted).not_to_have_attribute("data-sounds", re.compile("."))
    switch_on(page, "Sound of the dice")
    expect(counted).to_have_attribute("data-sounds", re.compile("."))  # a sample
    counted.evaluate("html => delete html.dataset.sounds")
    rolling(page).click()
    come_to(page, "rest")
    expect(counted).to_have_attribute("data-ticks", "2")
    expect(counted).to_have_attribute("data-sounds", re.compile("^[1-9]"))
