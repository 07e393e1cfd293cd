"""Long logs in the browser: what opening costs beside an empty one, finding, undoing, scrolling, files, and memory.

An empty log and a long one are opened in turn by one browser with the site already stored, on the page that shows the
log. The long one is opened from its checkpoint, as on every visit but the first after an import or an update; that is
told apart.
"""

import os
import re
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from pyrules.campaign.codec import write_event
from pyrules.campaign.rolls import Occasion, rolled
from pyrules.core.faces import seeded
from pyrules.systems import SYSTEMS
from tools import browser, chromium, site
from tools.bench.memory import megabytes
from tools.server import Server
from tools.timing import REMEMBERED, TAKEN

SIZES = (10_000, 50_000)
"""How many rolls a long log has."""

ROUNDS = 7
TIMES = 5
PATIENCE = 300_000  # milliseconds
OLDEST, NEWEST = "Ann", "Zoe"  # who rolled first, and last

STORE = """async (records) => {
  const { commit } = await import("./store.mjs");
  await commit(JSON.stringify([{ do: "rewrite", events: JSON.stringify(records) }]));
}"""
FILES = "#log-files"
READY = "() => performance.getEntriesByName('rules ready')[0].startTime"
CHECKPOINT = """async () => {
  const { saved } = await import(new URL("store.mjs", document.querySelector("script[type=module]").src));
  const { take } = await import(new URL("post.mjs", document.querySelector("script[type=module]").src));
  for (;;) {
    if (take(await saved()).split("\\n")[1]) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}"""
SCROLL = """async (frames) => {
  const whole = document.documentElement.scrollHeight - innerHeight;
  const lasted = [];
  let before = await new Promise(requestAnimationFrame);
  for (let frame = 1; frame <= frames; frame += 1) {
    scrollTo(0, whole * frame / frames);
    const now = await new Promise(requestAnimationFrame);
    lasted.push(now - before);
    before = now;
  }
  return lasted.sort((one, other) => one - other);
}"""
FRAMES = 200


def measure() -> list[dict[str, object]]:
    """Open and use both logs, print the medians, and give them as rows."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name) / "site"
        site.build(folder)
        running = playwright.chromium.launch(executable_path=os.environ[browser.VARIABLE], args=chromium.arguments())
        rows: list[dict[str, object]] = []
        with Server(folder) as server:
            for rolls in SIZES:
                print(f"{f'a log of {rolls:,} rolls':<50}{'ms, or MB':>12}")
                for work, figure in _figures(running, server.url, rolls).items():
                    print(f"{work:<50}{figure:>12.0f}")
                    rows.append({"rolls": rolls, "work": work, "figure": round(figure)})
        running.close()
    return rows


def _figures(running: Browser, url: str, rolls: int) -> dict[str, float]:
    stored = records(rolls)
    empty, full = (page_with(running, url, records) for records in ([], stored))
    first = _opened(full, url)
    full.evaluate(CHECKPOINT)
    _opened(empty, url)
    for page in (empty, full):
        page.evaluate(REMEMBERED)
    times: dict[Page, list[float]] = {empty: [], full: []}
    for _ in range(ROUNDS):
        for page, taken in times.items():
            taken.append(_opened(page, url))
    opening = {page: statistics.median(taken) for page, taken in times.items()}
    return {
        "open an empty log": opening[empty],
        "open it": opening[full],
        "open it more than the empty one": opening[full] - opening[empty],
        "open it without a checkpoint": first,
        **{f"{what}, MB": size for what, size in megabytes(full).items()},
        **_used(full, rolls),
        **_transferred(full, empty, rolls),
    }


def records(rolls: int) -> list[str]:
    """Rolls of every system in turn, as the rules make them."""
    found = []
    for number in range(rolls):
        system = SYSTEMS[number % len(SYSTEMS)]
        example = system.examples[number // len(SYSTEMS) % len(system.examples)]
        test = system.parse(example.notation, {})
        who = {0: OLDEST, rolls - 1: NEWEST}.get(number, "Bo")
        occasion = Occasion(f"{number:016x}", 1_790_000_000_000 + number * 60_000, who, took=60)
        found.append(write_event(rolled(occasion, system, test, system.roll(test, seeded(number), onward=False))))
    return found


def page_with(running: Browser, url: str, stored: list[str]) -> Page:
    """A page of a browser that has these records stored."""
    page = running.new_context(base_url=url).new_page()
    page.set_default_timeout(PATIENCE)
    page.route("**/blank.html", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto("blank.html")
    page.evaluate(STORE, stored)
    _opened(page, url)
    page.get_by_text("Ready offline").wait_for()
    return page


def _opened(page: Page, url: str) -> float:
    page.goto(f"{url}moonwalk/log/")
    page.get_by_role("progressbar").wait_for(state="hidden")
    ready: float = page.evaluate(READY)
    return ready


def _used(page: Page, rolls: int) -> dict[str, float]:
    """Find lines and undo in the long log, shown for all systems."""
    page.get_by_role("button", name="Search the log").click()
    page.get_by_role("switch", name="All systems").check()
    page.get_by_text(f"The newest 100 of {rolls:,}").wait_for()
    text = page.get_by_role("searchbox")
    found = {word: [_found(text, word) for _ in range(TIMES)] for word in ("success", "zebra")}
    more = page.get_by_role("button", name="Show 100 more")
    figures = {
        "filter, found often": statistics.median(found["success"]),
        "filter, found nowhere": statistics.median(found["zebra"]),
        "show 100 more": statistics.median(_taken(more, None) for _ in range(TIMES)),
    }
    for which, word in (("newest", NEWEST), ("oldest", OLDEST)):
        _taken(text, word)
        page.get_by_role("region", name="Log").get_by_role("button").first.click()
        undo = page.get_by_role("button", name=re.compile("^(Undo|Redo)$"))
        undo.wait_for()
        figures[f"undo or redo the {which}"] = statistics.median(_taken(undo, None) for _ in range(TIMES))
    return figures | _scrolled(page, text)


def _scrolled(page: Page, text: Locator) -> dict[str, float]:
    """How long frames last while the page goes from the first of a thousand lines and more to the last."""
    _taken(text, "")
    more = _taken(page.get_by_role("button", name="Show 1,000 more"), None)
    lasted = page.evaluate(SCROLL, FRAMES)
    return {
        "show 1,000 more": more,
        "scroll through them, a frame": statistics.median(lasted),
        "scroll through them, the longest frame": max(lasted),
    }


def _transferred(page: Page, empty: Page, rolls: int) -> dict[str, float]:
    """Export the long log as a file, and have the empty one read it as far as it says what is in it."""
    began = time.perf_counter()
    page.locator(f"{FILES} summary").click()  # a role is looked for in every line
    with page.expect_download() as download:
        page.locator(f"{FILES} [data-on=log-export]").click()
    exported = time.perf_counter()
    file = download.value.path()
    empty.locator(f"{FILES} summary").click()
    chosen = time.perf_counter()
    empty.get_by_label("Import a file").set_input_files(file)
    empty.get_by_text(f"{rolls:,}").first.wait_for()
    return {"export": 1000 * (exported - began), "read a file of it": 1000 * (time.perf_counter() - chosen)}


def _found(field: Locator, word: str) -> float:
    """How long the page takes to find a word, which is then deleted again."""
    taken = _taken(field, word)
    _taken(field, "")
    return taken


def _taken(element: Locator, text: str | None) -> float:
    """How long the page takes for a text that is typed, or for a tap (None)."""
    taken: float = element.evaluate(TAKEN, text)
    return taken
