"""Helpers of the tests of the dice: they read the numbers off a picture, and the same dice in words."""

import base64
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from e2e.roll_helpers import note, rolling, tray
from e2e.waiting import PATIENCE, await_rules
from tools.timing import DRAWN

Numbers = list[int]

READING = (Path(__file__).parent / "reading.js").read_text(encoding="utf-8")
STATES = """
globalThis.states = [];
globalThis.readOut = [];
new MutationObserver((changes) => {
  for (const { target, type } of changes) {
    if (type === "attributes") states.push(target.dataset.dice);
    if (target.dataset?.dice === "rolling") document.documentElement.dataset.thrown = "";
    if (target.role === "status") readOut.push(target.textContent);
  }
}).observe(document, { attributeFilter: ["data-dice"], childList: true, subtree: true });
"""
"""Keeps each state of the dice, and what is read out; marks the page when dice are thrown."""


SAME_THROWS = """
let state = 1;
Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;
"""
"""Makes the dice come to lie alike in every run: of small ones that lie askew, one in some hundred is misread."""


def dice(page: Page) -> Locator:
    return tray(page).get_by_role("listitem")


def begin(page: Page, address: str) -> None:
    """Open an address of the site once its dice can be drawn, and keep what states they are in from the first."""
    watch(page, address)
    page.evaluate(DRAWN)


def watch(page: Page, address: str) -> None:
    """Open an address of the site, and keep what states its dice are in from the first."""
    page.add_init_script(STATES)
    page.add_init_script(SAME_THROWS)
    page.goto(address)
    await_rules(page)


def serve_rewritten(page: Page, script: str, rewrite: Callable[[str], str]) -> None:
    """Have the page get another text of a script of the dice, at a first visit: later ones get what is stored."""

    def serve(route: Route) -> None:
        served = route.fetch()
        route.fulfill(response=served, body=rewrite(served.text()))

    page.route(f"**/dice/{script}", serve)


def run_in_worker(page: Page, script: str) -> None:
    """Have the dice's worker run `script` first."""
    serve_rewritten(page, "worker.mjs", lambda text: script + text)


def come_to(page: Page, state: str | re.Pattern[str]) -> None:
    expect(tray(page)).to_have_attribute("data-dice", state)


def numbers_seen(page: Page, sizes: Sequence[int], places: Locator) -> Numbers:
    """The numbers read off a picture of the dice in these places, which are of these sizes."""
    table = tray(page)
    table.scroll_into_view_if_needed()
    whole = table.bounding_box()
    assert whole is not None
    lying = []
    for sides, die in zip(sizes, places.all(), strict=True):
        box = die.bounding_box()
        assert box is not None
        middle = {"x": box["x"] + box["width"] / 2 - whole["x"], "y": box["y"] + box["height"] / 2 - whole["y"]}
        lying.append({"sides": sides, "width": box["width"], "table": whole["width"], **middle})
    picture = base64.b64encode(table.screenshot(scale="device")).decode()
    return [found["number"] for found in page.evaluate(READING, [picture, lying])]


def expect_seen(page: Page, sizes: Sequence[int], numbers: Numbers, places: Locator | None = None) -> None:
    """Take pictures until the dice, or those in these places, show these numbers; they may still be on their way."""
    end = time.monotonic() + PATIENCE / 1000
    while (found := numbers_seen(page, sizes, places or dice(page))) != numbers and time.monotonic() < end:
        pass
    assert found == numbers


def faces_announced(page: Page) -> Numbers:
    """The faces that assistive technology is told, the last one of each die."""
    words = (die.inner_text() for die in dice(page).all())
    return [int(re.findall(r"\d+", said.partition(":")[2].partition(",")[0])[-1]) for said in words]


def throw(page: Page) -> None:
    """Tap Roll and wait until these dice are in the air; those that lie there from before do not count."""
    whole = page.locator("html")
    whole.evaluate("html => { delete html.dataset.thrown; states.length = 0; }")
    rolling(page).click()
    expect(whole).to_have_attribute("data-thrown", "")


def expect_tumbled(page: Page) -> None:
    """Expect that dice just thrown roll until they come to rest, and do not lie still for a moment in between."""
    come_to(page, "rest")
    assert set(page.evaluate("states")) == {"rolling", "rest"}


def roll_notation(page: Page, notation: str) -> None:
    note(page, notation)
    throw(page)
    come_to(page, "rest")


def prefer(page: Page, group: str, choice: str) -> None:
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("group", name=group).get_by_role("radio", name=choice).check()
    page.go_back()
