"""Time from opening the page until the rules answer, beside a bare `loadPyodide()` of the same version."""

import contextlib
import os
import shutil
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Request, sync_playwright

from tools import browser, chromium, site
from tools.bench.slowed import slowed_down
from tools.server import Server

ROUNDS = 7
WARMING_VISITS = 3  # the browser keeps compiled code only after a few, and we Python's memory after the second
SLOWED = (1, 4)

BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>bare</title><link rel="icon" href="data:,">
<progress id="progress"></progress><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const pyodide = await loadPyodide();
if (pyodide.runPython("1 + 1") === 2) performance.mark("rules ready");
document.getElementById("progress").hidden = true;
</script></html>"""
BARE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")

WATCH_LONG_TASKS = """
globalThis.longTasks = [];
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration)))
  .observe({ type: "longtask", buffered: true });
"""
FIGURES = """() => {
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime ?? null;
  return { ready: at("rules ready"), usable: at("page ready"), longest: Math.max(0, ...longTasks) };
}"""


@dataclass(frozen=True, slots=True)
class Visit:
    """One opening of a page: milliseconds from navigation, and the bytes that came over the wire until it was ready."""

    ready: float
    usable: float | None
    longest: float
    wire: int


def measure() -> list[dict[str, object]]:
    """Open both pages in turn, cold and warm, at full speed and slowed, and return the medians as rows."""
    with tempfile.TemporaryDirectory() as name:
        folders = {"bare": Path(name) / "bare", "pyrules": Path(name) / "site"}
        _bare_page(folders["bare"])
        site.build(folders["pyrules"])
        visits = _visits(folders, Path(name) / "profile")
    rows = [_row(visits, *key) for key in sorted(visits, key=lambda key: (key[2], key[1], key[0]))]
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items()))
    return rows


def _bare_page(folder: Path) -> None:
    folder.mkdir()
    (folder / "index.html").write_text(BARE, encoding="utf-8")
    for name in BARE_FILES:
        shutil.copy(site.PYODIDE / name, folder / name)


def _visits(folders: dict[str, Path], profile: Path) -> dict[tuple[str, str, int], list[Visit]]:
    """Visit in one run of the browser.

    Cold visits go to a port of their own each, so that nothing of it is cached; warm ones to where all is by then.
    """
    visits: dict[tuple[str, str, int], list[Visit]] = {}
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=os.environ[browser.VARIABLE], args=chromium.arguments()
        )
        context.add_init_script(WATCH_LONG_TASKS)
        with contextlib.ExitStack() as running:
            known = {name: running.enter_context(Server(folder)).url for name, folder in folders.items()}
            for url in known.values():
                for nth in range(WARMING_VISITS):
                    _visit(context, url, returning=nth > 0)
            for slowed in SLOWED:
                with slowed_down(context, slowed):
                    for _ in range(ROUNDS):
                        for name, folder in folders.items():
                            with Server(folder) as server:
                                visits.setdefault((name, "cold", slowed), []).append(_visit(context, server.url))
                            warm = _visit(context, known[name], returning=True)
                            visits.setdefault((name, "warm", slowed), []).append(warm)
        context.close()
    return visits


def _visit(context: BrowserContext, url: str, *, returning: bool = False) -> Visit:
    page = context.new_page()
    done: list[Request] = []
    page.on("requestfinished", lambda request: done.append(request))  # noqa: PLW0108  (it refuses built-in functions)
    page.goto(url)
    page.get_by_role("progressbar").wait_for(state="hidden")
    figures = page.evaluate(FIGURES)
    wire = sum(request.sizes()["responseBodySize"] for request in done)
    _settle(page, returning=returning)
    page.close()
    return Visit(**figures, wire=wire)


def _settle(page: Page, *, returning: bool) -> None:
    """Wait until the browser has had time to keep the page's code.

    Before that, a page that is ever stored for offline use is stored, and to those who return Python's memory is kept.
    """
    page.evaluate(
        """async (returning) => {
          const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
          const kept = async () => {
            for await (const name of (await navigator.storage.getDirectory()).keys()) return name;
          };
          if (document.getElementById("offline")) {
            await navigator.serviceWorker.ready;
            while (returning && !(await kept())) await wait(100);
          }
          await new Promise(requestIdleCallback);
          await wait(1000);
        }""",
        returning,
    )


def _row(visits: dict[tuple[str, str, int], list[Visit]], name: str, cache: str, slowed: int) -> dict[str, object]:
    mine, bare = visits[name, cache, slowed], visits["bare", cache, slowed]
    ready = statistics.median(visit.ready for visit in mine)
    usable = [visit.usable for visit in mine if visit.usable is not None]
    return {
        "page": name,
        "cache": cache,
        "slowed": slowed,
        "ready_ms": round(ready),
        "usable_ms": round(statistics.median(usable or [ready])),
        "longest_task_ms": round(statistics.median(visit.longest for visit in mine)),
        "wire_mb": round(statistics.median(visit.wire for visit in mine) / 1e6, 2),
        "ratio_to_bare": round(ready / statistics.median(visit.ready for visit in bare), 3),
    }
