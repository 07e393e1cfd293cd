"""The drawn dice show what Python decided, wherever and however they are drawn, and get out of the way when asked."""

import base64
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Locator, Page, Route, Worker, expect

from e2e.conftest import Complaints, await_rules
from e2e.test_roll import note, rolling, tray
from pyrules.campaign.limits import BY_ID
from pyrules.campaign.links import write_link
from pyrules.core.faces import Scripted, read_faces
from pyrules.core.roll import EMPTY, SIZES
from tools.server import Server

Visit = Callable[[str], Page]
Numbers = list[int]

READING = (Path(__file__).parent / "reading.js").read_text(encoding="utf-8")
ATTEMPTS = 8  # pictures taken while the dice come to rest

LAY_AND_THROW = """async ([module, dice]) => {
  const { roll } = await import(module);
  const list = Object.assign(document.createElement("ol"), { className: "dice" });
  for (const [sides, face] of dice) {
    const die = Object.assign(document.createElement("li"), { className: "die" });
    Object.assign(die.dataset, { sides, face, kind: "thrown" });
    die.innerHTML = '<svg viewBox="0 0 9 9"><rect class="body"/><text></text></svg>';
    list.append(die);
  }
  document.getElementById("tray").replaceChildren(list);
  roll(JSON.stringify({ event: "", throws: dice.map(([, face]) => ({ before: 0, landings: [[0, face]] })) }));
}"""
KEEP_CONTEXT = """{{
  const {{ getContext }} = {canvas}.prototype;
  {canvas}.prototype.getContext = function (kind, options) {{
    const context = getContext.call(this, kind, options);
    if (kind === "webgl2") globalThis.lose = context.getExtension("WEBGL_lose_context");
    return context;
  }};
}}
"""
SPREAD = """async (png) => {
  const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` });
  await image.decode();
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const blue = data.filter((_, at) => at % 4 === 2);
  return Math.max(...blue) - Math.min(...blue);
}"""
A_MINUTE = 61_000  # milliseconds
TO_DICE = 50  # milliseconds from the dice laid in the page to the dice drawn
THROWS = 25
TIME_THROWS = """async (throws) => {
  const table = document.getElementById("table");
  const times = [];
  const changed = (until) => new Promise((resolve) => {
    const look = () => until() && (observer.disconnect(), resolve());
    const observer = new PerformanceObserver(look);
    observer.observe({ type: "mark" });
  });
  const marks = (name) => performance.getEntriesByName(name);
  for (let done = 0; done < throws; done++) {
    const [drawn, rest] = ["dice drawn", "dice rest"].map((name) => marks(name).length);
    const seen = changed(() => marks("dice drawn").length > drawn);
    const laid = new Promise((resolve) => {
      const observer = new MutationObserver(() => (observer.disconnect(), resolve(performance.now())));
      observer.observe(document.getElementById("tray"), { childList: true });
    });
    const lying = changed(() => marks("dice rest").length > rest);
    const tapped = performance.now();
    document.querySelector("#bar [type=submit]").click();
    await seen;
    const shown = marks("dice drawn").at(-1).startTime;
    times.push([shown - tapped, shown - (await laid)]);
    table.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    await lying;
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
  return times;
}"""
NO_OFFSCREEN = "delete HTMLCanvasElement.prototype.transferControlToOffscreen;"
STATES = """
globalThis.states = [];
globalThis.said = [];
new MutationObserver((changes) => {
  for (const { target, type } of changes) {
    if (type === "attributes") states.push([target.dataset.dice, performance.now()]);
    if (target.role === "status") said.push(target.textContent);
  }
}).observe(document, { attributeFilter: ["data-dice"], childList: true, subtree: true });
"""
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


def dice(page: Page) -> Locator:
    return tray(page).get_by_role("listitem")


def canvases(page: Page) -> int:
    return int(page.evaluate("document.querySelectorAll('canvas').length"))


def drawing(page: Page) -> list[Worker]:
    return [worker for worker in page.workers if "dice" in worker.url]


def come_to(page: Page, state: str) -> None:
    expect(tray(page)).to_have_attribute("data-dice", state)


def seen(page: Page, sizes: Sequence[int], places: Locator) -> Numbers:
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
    found: Numbers = []
    for _ in range(ATTEMPTS):
        found = seen(page, sizes, places or dice(page))
        if found == numbers:
            return
    assert found == numbers


def told(page: Page) -> Numbers:
    """The faces that assistive technology is told, the last one of each die."""
    words = (die.inner_text() for die in dice(page).all())
    return [int(re.findall(r"\d+", said.partition(":")[2].partition(",")[0])[-1]) for said in words]


def finished(system: str, notation: str, faces: str) -> str:
    """Where a roll that came to these faces is looked at."""
    record = BY_ID[system]
    test = record.parse(notation, {})
    roll = record.roll(test, Scripted(read_faces(faces)), EMPTY, onward=False)
    return f"{system}/#{write_link(record, test, roll)}"


def width(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["width"]


def strength(page: Page, place: Locator) -> float:
    """How much a die stands out from the felt: the spread of blue in its picture."""
    come_to(page, "rest")
    return float(page.evaluate(SPREAD, base64.b64encode(place.screenshot()).decode()))


def rolled(page: Page, notation: str) -> None:
    note(page, notation)
    rolling(page).click()
    come_to(page, "rest")


def prefer(page: Page, group: str, choice: str) -> None:
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("group", name=group).get_by_role("radio", name=choice).check()
    page.go_back()


def switch_on(page: Page, name: str) -> None:
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("switch", name=name).check()
    page.go_back()


@pytest.fixture
def ready(context: BrowserContext, visit: Visit) -> Visit:
    """Open a system's form once its dice can be drawn."""
    context.add_init_script(STATES)

    def ready(address: str) -> Page:
        page = visit(address)
        expect(page.locator("canvas")).to_be_attached()
        return page

    return ready


def test_every_drawn_number_is_the_face_that_was_given(ready: Visit, server: Server) -> None:
    page = ready("moonwalk/")
    rolled(page, "3 (1)")
    for sides in SIZES:
        faces = list(range(1, sides + 1))
        page.evaluate(LAY_AND_THROW, [f"{server.url}dice/dice.mjs", [[sides, face] for face in faces]])
        come_to(page, "rest")
        expect_seen(page, [sides] * sides, faces)


def test_a_roll_shows_the_dice_that_are_told(ready: Visit) -> None:
    page = ready("stepdie/")
    rolled(page, "6d6 + d12 (3)")
    expect_seen(page, [6] * 6 + [12], told(page))


@pytest.mark.parametrize(
    ("system", "notation", "faces", "drawn"),
    [
        ("moonwalk", "2 (1) six", "6,2,6,3", {"thrown": [(6, 6), (6, 2), (6, 6), (6, 3)]}),
        ("almond", "3d6 TN 16", "6>6>3,2,5", {"thrown": [(6, 3), (6, 2), (6, 5)]}),
        ("relics", "4d6 A6 / 1d", "2,3,5", {"auto": [(6, 6)], "thrown": [(6, 2), (6, 3), (6, 5)]}),
        ("stepdie", "2d6 + d10 (3)", "4,1,7", {"thrown": [(6, 4), (6, 1)], "step": [(10, 7)]}),
        ("general", "d8 adv + d4 (10)", "3>6,2", {"thrown": [(8, 6), (4, 2)], "dropped": [(8, 3)]}),
    ],
)
def test_every_kind_of_die_is_drawn_with_the_face_that_counts(
    ready: Visit, system: str, notation: str, faces: str, drawn: Mapping[str, Sequence[tuple[int, int]]]
) -> None:
    page = ready(finished(system, notation, faces))
    for kind, given in drawn.items():
        sizes, numbers = zip(*given, strict=True)
        expect_seen(page, sizes, list(numbers), tray(page).locator(f"[data-kind={kind}]"))


def test_advantage_leaves_a_smaller_and_fainter_die(ready: Visit) -> None:
    page = ready(finished("general", "d8 adv (5)", "3>6"))
    counts, dropped = (tray(page).locator(f"[data-kind={kind}]") for kind in ("thrown", "dropped"))
    assert width(dropped) < 0.7 * width(counts)
    assert strength(page, dropped) < 0.7 * strength(page, counts)


def test_a_modified_die_says_by_how_much(ready: Visit) -> None:
    page = ready(finished("relics", "2d6 +1 / 1d", "2,4"))
    expect(dice(page).nth(1)).to_contain_text("+1→5")
    expect_seen(page, [6, 6], [2, 4])


def test_a_die_thrown_again_shows_its_new_face_and_the_others_stay(ready: Visit) -> None:
    page = ready("stepdie/")
    rolled(page, "3d6 + d10 (3) ip 2")
    before = told(page)
    page.get_by_role("button", name=re.compile("Reroll")).click()
    expect(dice(page).nth(3)).to_contain_text("→")
    come_to(page, "rest")
    assert told(page)[:3] == before[:3]
    expect_seen(page, [6, 6, 6, 10], told(page))


def test_the_verdict_is_there_at_once_and_read_out_once_when_the_dice_rest(ready: Visit) -> None:
    page = ready("moonwalk/")
    page.evaluate("said.length = 0")
    rolling(page).click()
    come_to(page, "rolling")
    expect(page.get_by_role("region", name="Result").get_by_role("heading").first).to_be_visible()
    assert page.evaluate("said") == []
    come_to(page, "rest")
    headline = page.get_by_role("region", name="Result").get_by_role("heading").first.inner_text()
    expect(page.get_by_role("status")).to_contain_text(headline.split(maxsplit=1)[1])
    assert page.evaluate("said.length") == 1


@pytest.mark.parametrize("how", ["tap", "key"])
def test_a_tap_or_a_key_ends_the_tumble(ready: Visit, how: str) -> None:
    page = ready("moonwalk/")
    rolling(page).click()
    come_to(page, "rolling")
    if how == "tap":
        tray(page).tap()
    else:
        page.keyboard.press("Escape")
    come_to(page, "rest")
    began, ended = (time for state, time in page.evaluate("states") if state in ("rolling", "rest"))
    assert ended - began < 900  # milliseconds; left alone it takes a second
    expect_seen(page, [6] * 12, told(page))


def test_rolling_on_ends_the_tumble_before(ready: Visit) -> None:
    page = ready("moonwalk/")
    for _ in range(4):
        rolling(page).click()
        come_to(page, "rolling")
    come_to(page, "rest")
    expect_seen(page, [6] * 12, told(page))


def test_a_full_tumble_lasts_a_second_and_a_quick_one_a_third(ready: Visit) -> None:
    page = ready("moonwalk/")
    times = []
    for pace in ("Tumble", "Quick"):
        prefer(page, "Dice", pace)
        page.evaluate("states.length = 0")
        rolling(page).click()
        come_to(page, "rest")
        began, ended = (time for state, time in page.evaluate("states") if state in ("rolling", "rest"))
        times.append(ended - began)
        page.get_by_role("button", name="Change the test").click()
    assert 900 < times[0] < 3000
    assert 250 < times[1] < times[0]


def test_still_dice_stay_still(ready: Visit) -> None:
    page = ready("moonwalk/")
    prefer(page, "Dice", "Still")
    rolling(page).click()
    expect(page.get_by_role("status")).not_to_be_empty()
    come_to(page, "still")
    assert canvases(page) == 0
    assert drawing(page) == []
    expect(dice(page).first.locator("svg")).to_be_visible()


def test_reduced_motion_means_still_dice(visit: Visit) -> None:
    page = visit("moonwalk/")
    page.emulate_media(reduced_motion="reduce")
    rolling(page).click()
    expect(page.get_by_role("status")).not_to_be_empty()
    expect(dice(page).first.locator("svg")).to_be_visible()
    assert canvases(page) == 0
    page.emulate_media(reduced_motion="no-preference")
    come_to(page, "rest")
    expect_seen(page, [6] * 12, told(page))


def test_without_offscreen_canvas_the_page_draws(context: BrowserContext, ready: Visit) -> None:
    context.add_init_script(NO_OFFSCREEN)
    page = ready("stepdie/")
    rolled(page, "3d6 + d8 (3)")
    assert drawing(page) == []
    expect_seen(page, [6, 6, 6, 8], told(page))


def test_where_the_worker_cannot_start_the_page_draws(page: Page, complaints: Complaints) -> None:
    complaints.expect("dice/worker.mjs", "404")
    page.route("**/dice/worker.mjs", lambda route: route.fulfill(status=404))
    page.goto("stepdie/")
    await_rules(page)
    expect(page.locator("canvas")).to_be_attached()
    rolled(page, "3d6 + d8 (3)")
    expect_seen(page, [6, 6, 6, 8], told(page))


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
    assert canvases(page) == 0
    browser.close()


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
        page.add_init_script(NO_OFFSCREEN)
        page.add_init_script(KEEP_CONTEXT.format(canvas="HTMLCanvasElement"))
        return lambda how: page.evaluate(f"lose.{how}()")

    def keep_context(route: Route) -> None:
        script = route.fetch()
        route.fulfill(response=script, body=KEEP_CONTEXT.format(canvas="OffscreenCanvas") + script.text())

    page.route("**/dice/worker.mjs", keep_context)
    return lambda how: drawing(page)[0].evaluate(f"lose.{how}()")


def test_a_lost_canvas_shows_still_dice_until_it_is_back(ready: Visit, losing: Callable[[str], None]) -> None:
    page = ready("stepdie/")
    rolled(page, "3d6 + d8 (3)")
    losing("loseContext")
    come_to(page, "still")
    expect(dice(page).first.locator("svg")).to_be_visible()
    rolling(page).click()
    expect(page.get_by_role("status")).not_to_be_empty()
    expect(dice(page).first.locator("svg")).to_be_visible()
    losing("restoreContext")
    come_to(page, "rest")
    expect_seen(page, [6, 6, 6, 8], told(page))


def test_a_canvas_lost_in_the_middle_of_a_throw_shows_the_result(ready: Visit, losing: Callable[[str], None]) -> None:
    page = ready("stepdie/")
    note(page, "3d6 + d8 (3)")
    rolling(page).click()
    come_to(page, "rolling")
    losing("loseContext")
    come_to(page, "still")
    expect(page.get_by_role("status")).not_to_be_empty()
    expect(dice(page).first.locator("svg")).to_be_visible()
    losing("restoreContext")
    come_to(page, "rest")
    expect_seen(page, [6, 6, 6, 8], told(page))


def test_a_hidden_page_gives_everything_back_and_draws_again_when_seen(ready: Visit) -> None:
    page = ready("stepdie/")
    rolled(page, "3d6 + d8 (3)")
    for hidden in (True, False):
        page.evaluate(
            """hidden => {
              Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
              document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )
        come_to(page, "still" if hidden else "rest")
        assert canvases(page) == (0 if hidden else 1)
        assert len(drawing(page)) == (0 if hidden else 1)
    expect_seen(page, [6, 6, 6, 8], told(page))


def test_a_tray_out_of_sight_for_a_minute_gives_everything_back_and_the_next_throw_tumbles(
    page: Page, ready: Visit
) -> None:
    page.clock.install()
    ready("stepdie/")
    (worker,) = drawing(page)
    with worker.expect_event("close"):
        page.clock.fast_forward(A_MINUTE)
    expect(page.locator("canvas")).not_to_be_attached()
    note(page, "3d6 + d8 (3)")
    page.clock.fast_forward(A_MINUTE)
    expect(page.locator("canvas")).not_to_be_attached()
    page.evaluate("states.length = 0")
    rolling(page).click()
    come_to(page, "rest")
    assert {state for state, _ in page.evaluate("states")} == {"rolling", "rest"}  # and not still for a moment
    expect_seen(page, [6, 6, 6, 8], told(page))


def test_dice_stay_in_their_places_when_the_phone_is_turned(ready: Visit) -> None:
    page = ready("stepdie/")
    rolled(page, "5d6 + d12 (3)")
    page.set_viewport_size({"width": 863, "height": 412})
    expect_seen(page, [6] * 5 + [12], told(page))


def test_a_phone_turned_in_the_middle_of_a_throw_still_shows_the_result(ready: Visit) -> None:
    page = ready("moonwalk/")
    rolling(page).click()
    come_to(page, "rolling")
    page.set_viewport_size({"width": 863, "height": 412})
    come_to(page, "rest")
    expect_seen(page, [6] * 12, told(page))


def test_a_hundred_dice_are_thrown(ready: Visit) -> None:
    page = ready("moonwalk/")
    rolled(page, "100 (20)")
    expect(dice(page)).to_have_count(100)
    assert [state for state, _ in page.evaluate("states")][-2:] == ["rolling", "rest"]


def test_leaving_and_coming_back_shows_the_dice_of_that_table(ready: Visit) -> None:
    page = ready("stepdie/")
    rolled(page, "2d6 + d10 (3)")
    page.get_by_role("link", name="Log").click()
    expect(tray(page)).to_be_hidden()
    page.get_by_role("link", name="Roll").click()
    rolled(page, "3d6 + d12 (3)")
    expect_seen(page, [6, 6, 6, 12], told(page))


def test_dice_are_seen_soon_after_the_tap(ready: Visit) -> None:
    page = ready("moonwalk/")
    rolled(page, "12 (3)")
    tapped, laid = zip(*page.evaluate(TIME_THROWS, THROWS), strict=True)
    of_the_dice = statistics.median(laid)
    print(f"tap to drawn dice: {statistics.median(tapped):.1f} ms, of which the dice take {of_the_dice:.1f} ms")
    assert of_the_dice < TO_DICE


def test_dice_are_silent_at_first_and_tick_when_they_land(context: BrowserContext, ready: Visit) -> None:
    context.add_init_script(SPIES)
    page = ready("moonwalk/")
    counted = page.locator("html")
    rolling(page).click()
    come_to(page, "rest")
    expect(counted).to_have_attribute("data-ticks", "1")
    expect(counted).not_to_have_attribute("data-sounds", re.compile("."))
    switch_on(page, "Sound of the dice")
    rolling(page).click()
    come_to(page, "rest")
    expect(counted).to_have_attribute("data-ticks", "2")
    expect(counted).to_have_attribute("data-sounds", re.compile("^[1-9]"))


def test_numbers_can_be_read_in_every_look(ready: Visit) -> None:
    page = ready("stepdie/")
    note(page, "4d6 + d12 (3)")
    for look in ("Midnight", "Gems", "Wood", "Contrast"):
        prefer(page, "Look of the dice", look)
        rolling(page).click()
        come_to(page, "rest")
        expect_seen(page, [6, 6, 6, 6, 12], told(page))


def test_the_picture_is_hidden_from_assistive_technology(ready: Visit) -> None:
    page = ready("moonwalk/")
    rolling(page).click()
    come_to(page, "rest")
    expect(page.locator("canvas")).to_have_attribute("aria-hidden", "true")
    expect(dice(page)).to_have_count(12)
    assert re.fullmatch(r"die 1: [1-6], .+", dice(page).first.inner_text().strip())
