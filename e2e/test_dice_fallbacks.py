"""Dice get out of the way when asked, and are seen wherever and however little can be drawn."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, Worker, expect

from e2e.conftest import Complaints
from e2e.dice_fallbacks_helpers import HIDE
from e2e.dice_helpers import roll_address
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
    serve_rewritten,
    throw,
    watch,
)
from e2e.roll_helpers import note, rolling
from e2e.waiting import await_rules
from tools.server import Server

A_MINUTE = 61_000  # milliseconds
PICTURED = "GPU stall due to ReadPixels"
"""Chromium's warning when a picture is taken of a canvas that the page itself draws on without a graphics card."""
NO_OFFSCREEN = "delete HTMLCanvasElement.prototype.transferControlToOffscreen;"
KEEP_CONTEXT = """{{
  const {{ getContext }} = {canvas}.prototype;
  {canvas}.prototype.getContext = function (kind, options) {{
    const context = getContext.call(this, kind, options);
    if (kind === "webgl2") globalThis.lose = context.getExtension("WEBGL_lose_context");
    return context;
  }};
}}
"""
LAID_LATE = """
const waiting = [];
addEventListener("message", (event) => {
  if (event.data[0] !== "lay" || !event.isTrusted) return;
  event.stopImmediatePropagation();
  waiting.push(event.data);
});
new BroadcastChannel("lay").onmessage = () => {
  for (const data of waiting) dispatchEvent(new MessageEvent("message", { data }));
};
"""

pytestmark = pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)


def canvases(page: Page) -> int:
    return int(page.evaluate("document.querySelectorAll('canvas').length"))


def draws(worker: Worker) -> bool:
    return "dice" in worker.url


def drawing(page: Page) -> list[Worker]:
    return [worker for worker in page.workers if draws(worker)]


@pytest.mark.first_visit
def test_the_still_dice_are_seen_until_the_others_are_drawn(page: Page) -> None:
    run_in_worker(page, LAID_LATE)
    begin(page, roll_address("moonwalk", "3 (1)", "2,5,6"))
    still = dice(page).first.locator("svg")
    expect(still).to_be_visible()
    page.evaluate("new BroadcastChannel('lay').postMessage('now')")
    come_to(page, "rest")
    expect(still).to_be_hidden()
    expect_seen(page, [6] * 3, [2, 5, 6])


def test_still_dice_stay_still(page: Page) -> None:
    begin(page, "moonwalk/")
    (worker,) = drawing(page)
    with worker.expect_event("close"):
        prefer(page, "Dice", "Still")
    rolling(page).click()
    expect(page.get_by_role("status")).not_to_be_empty()
    come_to(page, "still")
    assert canvases(page) == 0
    assert drawing(page) == []
    expect(dice(page).first.locator("svg")).to_be_visible()


def test_printed_dice_are_the_still_ones(page: Page) -> None:
    begin(page, "moonwalk/")
    rolling(page).click()
    come_to(page, "rest")
    still = dice(page).first.locator("svg")
    expect(still).to_be_hidden()
    page.emulate_media(media="print")
    expect(still).to_be_visible()
    expect(page.locator("canvas")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(still).to_be_hidden()
    expect_seen(page, [6] * 12, faces_announced(page))


def test_reduced_motion_means_still_dice(page: Page) -> None:
    begin(page, "moonwalk/")
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("canvas")).not_to_be_attached()
    rolling(page).click()
    expect(page.get_by_role("status")).not_to_be_empty()
    expect(dice(page).first.locator("svg")).to_be_visible()
    assert canvases(page) == 0
    page.emulate_media(reduced_motion="no-preference")
    come_to(page, "rest")
    expect_seen(page, [6] * 12, faces_announced(page))


def test_without_offscreen_canvas_the_page_draws(page: Page, complaints: Complaints) -> None:
    complaints.expect(PICTURED)
    page.add_init_script(NO_OFFSCREEN)
    begin(page, "stepdie/")
    roll_notation(page, "3d6 + d8 (3)")
    assert drawing(page) == []
    expect_seen(page, [6, 6, 6, 8], faces_announced(page))


@pytest.mark.first_visit
def test_where_the_worker_cannot_start_the_page_draws(page: Page, complaints: Complaints) -> None:
    complaints.expect("dice/worker.mjs", "404", PICTURED)
    page.route("**/dice/worker.mjs", lambda route: route.fulfill(status=404))
    begin(page, "stepdie/")
    roll_notation(page, "3d6 + d8 (3)")
    expect_seen(page, [6, 6, 6, 8], faces_announced(page))


def test_without_webgl_the_dice_are_still(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], server: Server, profile: dict[str, Any]
) -> None:
    arguments = [*browser_type_launch_args.get("args", []), "--disable-gpu", "--disable-software-rasterizer"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    page = browser.new_page(**profile)
    page.goto(f"{server.url}moonwalk/")
    await_rules(page)
    assert page.evaluate("document.createElement('canvas').getContext('webgl2')") is None
    rolling(page).click()
    expect(page.get_by_role("status")).not_to_be_empty()
    expect(dice(page).first.locator("svg")).to_be_visible()
    expect(page.locator("canvas")).not_to_be_attached()
    browser.close()


STILL_OR_DRAWN = re.compile("^(still|rest)$")
"""The states that a throw may show that was told before the dice could be drawn, as long as drawing takes to begin."""
BREAKS = {
    "laying": ("dice.mjs", "function inRows() {"),
    "throwing": ("dice.mjs", "function fly() {"),
    "landing": ("dice.mjs", "function land() {"),
    "drawing": ("stage.mjs", "function frame(of) {"),
}


@pytest.mark.first_visit
@pytest.mark.parametrize("breaks", BREAKS)
@pytest.mark.parametrize("script", ["", NO_OFFSCREEN], ids=["worker", "page"])
def test_no_error_of_the_dice_withholds_a_verdict(page: Page, complaints: Complaints, breaks: str, script: str) -> None:
    complaints.expect("broken", PICTURED)
    page.add_init_script(script)
    file, place = BREAKS[breaks]
    serve_rewritten(page, file, lambda text: text.replace(place, f"{place} throw new Error('broken');"))
    watch(page, "moonwalk/")
    for _ in range(2):
        rolling(page).click()
        expect(page.get_by_role("status")).not_to_be_empty()
        expect(page.locator("#card .verdict")).to_be_visible()
        come_to(page, STILL_OR_DRAWN)
        page.get_by_role("status").evaluate("status => status.replaceChildren()")


def test_a_tap_skips_a_throw_that_the_page_draws(page: Page, complaints: Complaints) -> None:
    complaints.expect(PICTURED)
    page.add_init_script(NO_OFFSCREEN)
    begin(page, "moonwalk/")
    throw(page)
    page.get_by_role("heading", level=1).click()
    come_to(page, "rest")
    expect(page.get_by_role("status")).not_to_be_empty()
    expect_seen(page, [6] * 12, faces_announced(page))


@pytest.mark.first_visit
def test_missing_dice_modules_leave_still_dice(page: Page, complaints: Complaints) -> None:
    complaints.expect("dice/dice.mjs", "404")
    page.route("**/dice/dice.mjs", lambda route: route.fulfill(status=404))
    page.goto("moonwalk/")
    await_rules(page)
    rolling(page).click()
    expect(page.get_by_role("status")).not_to_be_empty()
    expect(dice(page).first.locator("svg")).to_be_visible()


@pytest.fixture(params=["worker", "page"])
def losing(request: pytest.FixtureRequest, page: Page, complaints: Complaints) -> Callable[[str], None]:
    """Do "loseContext" or "restoreContext" to the canvas of a worker, or of a page without OffscreenCanvas."""
    complaints.expect("CONTEXT_LOST_WEBGL")
    if request.param == "page":
        complaints.expect(PICTURED)
        page.add_init_script(NO_OFFSCREEN)
        page.add_init_script(KEEP_CONTEXT.format(canvas="HTMLCanvasElement"))
        return lambda how: page.evaluate(f"lose.{how}()")

    run_in_worker(page, KEEP_CONTEXT.format(canvas="OffscreenCanvas"))
    return lambda how: drawing(page)[0].evaluate(f"lose.{how}()")


@pytest.mark.first_visit
def test_a_lost_canvas_shows_still_dice_until_it_is_back(page: Page, losing: Callable[[str], None]) -> None:
    begin(page, "stepdie/")
    roll_notation(page, "3d6 + d8 (3)")
    losing("loseContext")
    come_to(page, "still")
    expect(dice(page).first.locator("svg")).to_be_visible()
    status = page.get_by_role("status")
    expect(status).not_to_be_empty()  # of the first roll
    status.evaluate("status => status.replaceChildren()")
    rolling(page).click()
    expect(status).not_to_be_empty()
    expect(dice(page).first.locator("svg")).to_be_visible()
    losing("restoreContext")
    come_to(page, "rest")
    expect_seen(page, [6, 6, 6, 8], faces_announced(page))


@pytest.mark.first_visit
def test_a_canvas_lost_in_the_middle_of_a_throw_shows_the_result(page: Page, losing: Callable[[str], None]) -> None:
    begin(page, "stepdie/")
    note(page, "3d6 + d8 (3)")
    throw(page)
    losing("loseContext")
    come_to(page, "still")
    expect(page.get_by_role("status")).not_to_be_empty()
    expect(dice(page).first.locator("svg")).to_be_visible()
    losing("restoreContext")
    come_to(page, "rest")
    expect_seen(page, [6, 6, 6, 8], faces_announced(page))


def test_a_hidden_page_gives_everything_back_and_draws_again_when_seen(page: Page) -> None:
    begin(page, "stepdie/")
    roll_notation(page, "3d6 + d8 (3)")
    (worker,) = drawing(page)
    with worker.expect_event("close"):
        page.evaluate(HIDE, True)
    come_to(page, "still")
    assert canvases(page) == 0
    with page.expect_worker(draws):
        page.evaluate(HIDE, False)
    come_to(page, "rest")
    assert canvases(page) == 1
    expect_seen(page, [6, 6, 6, 8], faces_announced(page))


@pytest.mark.first_visit
def test_a_tray_out_of_sight_gives_all_back_and_the_next_throw_tumbles(page: Page, complaints: Complaints) -> None:
    page.clock.install()
    serve_rewritten(page, "dice.mjs", lambda text: re.sub(r"(?<=const TOO_LATE = )\w+", "1e9", text))
    with page.expect_worker(draws) as begun:
        watch(page, "stepdie/")
    complaints.leave()  # the worker may still be fetching what it is made of
    with begun.value.expect_event("close"):
        page.clock.fast_forward(A_MINUTE)
    expect(page.locator("canvas")).not_to_be_attached()
    note(page, "3d6 + d8 (3)")
    page.clock.fast_forward(A_MINUTE)
    expect(page.locator("canvas")).not_to_be_attached()
    throw(page)
    expect_tumbled(page)
    expect_seen(page, [6, 6, 6, 8], faces_announced(page))


def test_dice_stay_in_their_places_when_the_phone_is_turned(page: Page) -> None:
    begin(page, "stepdie/")
    roll_notation(page, "5d6 + d12 (3)")
    page.set_viewport_size({"width": 863, "height": 412})
    expect_seen(page, [6] * 5 + [12], faces_announced(page))


def test_a_phone_turned_in_the_middle_of_a_throw_still_shows_the_result(page: Page) -> None:
    begin(page, "moonwalk/")
    throw(page)
    page.set_viewport_size({"width": 863, "height": 412})
    come_to(page, "rest")
    expect_seen(page, [6] * 12, faces_announced(page))
