"""A long evening at one table: a hundred dice thrown two hundred times, and what is held at the end."""

import os
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tools import browser, chromium, site
from tools.bench.memory import megabytes
from tools.server import Server
from tools.timing import DRAWN

THROWS, EARLY = 200, 10
DICE = "100 (30)"
PATIENCE = 120_000  # milliseconds

CONTEXTS = """{
  globalThis.contexts = 0;
  const { getContext, transferControlToOffscreen } = HTMLCanvasElement.prototype;
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(kind, ...given) {
      if (kind.startsWith("webgl")) globalThis.contexts += 1;
      return getContext.call(this, kind, ...given);
    },
    transferControlToOffscreen() {
      globalThis.contexts += 1;
      return transferControlToOffscreen.call(this);
    },
  });
}"""
"""Counts the pictures that were ever begun with WebGL, on the page or in a worker."""


def measure() -> list[dict[str, object]]:
    """Throw on, print what was held after the tenth throw and after the last, and give it as rows."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name) / "site"
        site.build(folder)
        running = playwright.chromium.launch(executable_path=os.environ[browser.VARIABLE], args=chromium.arguments())
        with Server(folder) as server:
            page = running.new_page(viewport={"width": 390, "height": 844})
            page.add_init_script(CONTEXTS)
            early, late = _held(page, f"{server.url}moonwalk/")
        running.close()
    rows: list[dict[str, object]] = []
    for what, first in early.items():
        last = late[what]
        rows.append({"held": what, "early": round(first, 1), "late": round(last, 1), "ratio": round(last / first, 2)})
    print(f"{f'{DICE}, thrown {THROWS} times':<40}{f'after {EARLY}':>12}{'at the end':>12}{'ratio':>8}")
    for row in rows:
        print(f"{row['held']:<40}{row['early']:>12}{row['late']:>12}{row['ratio']:>8}")
    return rows


def _held(page: Page, address: str) -> tuple[dict[str, float], dict[str, float]]:
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.get_by_role("progressbar").wait_for(state="hidden")
    page.evaluate(DRAWN)
    page.get_by_role("textbox", name="Shorthand").fill(DICE)
    early: dict[str, float] = {}
    for throw in range(1, THROWS + 1):
        page.get_by_role("button", name="Roll").first.click()
        expect(page.get_by_role("group", name="What you can do now")).to_be_visible(timeout=PATIENCE)
        if throw == EARLY:
            early = _now(page)
    return early, _now(page)


def _now(page: Page) -> dict[str, float]:
    held = {f"{what}, MB": size for what, size in megabytes(page).items()}
    return held | {"WebGL pictures begun": float(page.evaluate("contexts"))}
