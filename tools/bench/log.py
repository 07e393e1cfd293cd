"""Long logs in the browser: what opening costs beside an empty one, finding, undoing, and memory.

An empty log and a long one are opened in turn by one browser with the site already stored, on the page that shows the
log. The long one is opened from its checkpoint, as on every visit but the first after an import or an update; that is
told apart.
"""

import re
import statistics

from playwright.sync_api import Browser, Locator, Page

from pyrules.campaign.codec import write_event
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.core.faces import seeded
from pyrules.systems import SYSTEMS
from tools import chromium
from tools.timing import REMEMBERED, TAKEN

SIZES = (10_000, 50_000)
"""The number of rolls in a long log."""

ROUNDS = 7
TIMES = 5
PATIENCE = 300_000  # milliseconds
OLDEST, NEWEST = "Ann", "Zoe"  # who rolled first, and last

STORE = """async (records) => {
  const { commit } = await import("./store.mjs");
  await commit([{ do: "rewrite", events: JSON.stringify(records) }]);
}"""
READY = "() => performance.getEntriesByName('rules ready')[0].startTime"
CHECKPOINT = """async () => {
  const { saved } = await import(new URL("store.mjs", document.querySelector("script[type=module]").src));
  for (;;) {
    if (String(await saved()).split("\\n")[1]) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}"""
WASM = """async (boot) => (await (await import(boot)).loadPyodide({}))._module.HEAPU8.byteLength"""
"""Asked in the rules' worker, which has begun Python already: how many bytes Python has taken so far."""


def measure() -> list[dict[str, object]]:
    """Open and use both logs, print the medians, and give them as rows."""
    rows: list[dict[str, object]] = []
    with chromium.visiting() as (running, url, _):
        for rolls in SIZES:
            print(f"{f'a log of {rolls:,} rolls':<50}{'ms, or MB':>12}")
            for work, figure in _figures(running, url, rolls).items():
                print(f"{work:<50}{figure:>12.0f}")
                rows.append({"rolls": rolls, "work": work, "figure": round(figure)})
    return rows


def _figures(running: Browser, url: str, rolls: int) -> dict[str, float]:
    stored = records(rolls)
    empty, full = (page_with(running, url, records) for records in ([], stored))
    first = _open_log(full, url)
    full.evaluate(CHECKPOINT)
    _open_log(empty, url)
    for page in (empty, full):
        page.evaluate(REMEMBERED)
    times: dict[Page, list[float]] = {empty: [], full: []}
    for _ in range(ROUNDS):
        for page, taken in times.items():
            taken.append(_open_log(page, url))
    opening = {page: statistics.median(taken) for page, taken in times.items()}
    return {
        "open an empty log": opening[empty],
        "open it": opening[full],
        "open it more than the empty one": opening[full] - opening[empty],
        "open it without a checkpoint": first,
        **_megabytes(full),
        **_use_log(full, rolls),
    }


def records(rolls: int) -> list[str]:
    """Rolls of every system in turn, as the rules make them."""
    found = []
    for number in range(rolls):
        system = SYSTEMS[number % len(SYSTEMS)]
        example = system.examples[number // len(SYSTEMS) % len(system.examples)]
        test = system.parse(example.notation, {})
        who = {0: OLDEST, rolls - 1: NEWEST}.get(number, "Bo")
        metadata = RollMetadata(f"{number:016x}", 1_790_000_000_000 + number * 60_000, who, took=60)
        found.append(write_event(record_roll(metadata, system, test, system.roll(test, seeded(number), onward=False))))
    return found


def page_with(running: Browser, url: str, stored: list[str]) -> Page:
    """A page of a browser that has these records stored."""
    page = running.new_context(base_url=url).new_page()
    page.set_default_timeout(PATIENCE)
    page.route("**/blank.html", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto("blank.html")
    page.evaluate(STORE, stored)
    _open_log(page, url)
    page.get_by_text("Ready offline").wait_for()
    return page


def _open_log(page: Page, url: str) -> float:
    page.goto(f"{url}moonwalk/log/")
    page.get_by_role("progressbar").wait_for(state="hidden")
    ready: float = page.evaluate(READY)
    return ready


def _megabytes(page: Page) -> dict[str, float]:
    """Return the memory in use after a collection: the page's JavaScript heap, and Python's."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    boot = page.evaluate("new URL('pyodide-boot.mjs', document.querySelector('script[type=module]').src).href")
    python = max(worker.evaluate(WASM, boot) for worker in page.workers if worker.url.startswith("blob:"))
    return {"JavaScript heap, MB": heap / 1e6, "WebAssembly memory, MB": python / 1e6}


def _use_log(page: Page, rolls: int) -> dict[str, float]:
    """Find lines and undo in the long log, shown for all systems."""
    page.get_by_role("button", name="Search the log").click()
    page.get_by_role("switch", name="All systems").check()
    page.get_by_text(f"The newest 100 of {rolls:,}").wait_for()
    text = page.get_by_role("searchbox")
    found = {word: [_time_to_find(text, word) for _ in range(TIMES)] for word in ("success", "zebra")}
    more = page.get_by_role("button", name="Show 100 more")
    figures = {
        "filter, found often": statistics.median(found["success"]),
        "filter, found nowhere": statistics.median(found["zebra"]),
        "show 100 more": statistics.median(_time_to_take(more, None) for _ in range(TIMES)),
    }
    for which, word in (("newest", NEWEST), ("oldest", OLDEST)):
        _time_to_take(text, word)
        page.get_by_role("region", name="Log").get_by_role("button").first.click()
        undo = page.get_by_role("button", name=re.compile("^(Undo|Redo)$"))
        undo.wait_for()
        figures[f"undo or redo the {which}"] = statistics.median(_time_to_take(undo, None) for _ in range(TIMES))
    return figures


def _time_to_find(field: Locator, word: str) -> float:
    """Return the time that the page takes to find a word, which is then deleted again."""
    taken = _time_to_take(field, word)
    _time_to_take(field, "")
    return taken


def _time_to_take(element: Locator, text: str | None) -> float:
    """Return the time that the page takes for a text that is typed, or for a tap (None)."""
    taken: float = element.evaluate(TAKEN, text)
    return taken
