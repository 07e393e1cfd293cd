"""Time of the eye's worker for a picture in the browser: the tests' pictures, as wide as a camera's frame."""

import base64
import os
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools import ROOT, browser, chromium, site
from tools.server import Server

ROUNDS = 5
PICTURES = ROOT / "tests/web/eye"
CASES = {"plain dice": "num", "many swirled dice": "pxl"}
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>eye</title><link rel="icon" href="data:,">
<script type="module">
const worker = new Worker("eye/worker.mjs", { type: "module" });
const read = (picture) => new Promise((resolve) => {
  worker.addEventListener("message", resolve, { once: true });
  worker.postMessage(picture);
});
globalThis.measure = async (source, rounds) => {
  const bitmap = await createImageBitmap(await (await fetch(source)).blob());
  const context = new OffscreenCanvas(640, 480).getContext("2d");
  context.drawImage(bitmap, 0, 0, 640, 640);
  const picture = context.getImageData(0, 0, 640, 480);
  const times = [];
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now();
    await read(picture);
    times.push(performance.now() - began);
  }
  return times.slice(1);
};
</script></html>"""
"""Asks the worker for one picture several times, and leaves the first time out, which still compiles."""


def measure() -> list[dict[str, object]]:
    """Have every picture read again and again, and return the milliseconds for each kind as rows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        site.build(folder)
        (folder / "measured.html").write_text(PAGE, encoding="utf-8")
        with Server(folder) as server, sync_playwright() as playwright:
            started = playwright.chromium.launch(
                executable_path=os.environ[browser.VARIABLE], args=chromium.arguments()
            )
            page = started.new_page()
            page.goto(f"{server.url}measured.html")
            times: dict[str, list[float]] = {case: [] for case in CASES}
            for case, kind in CASES.items():
                for file in sorted(PICTURES.glob(f"{kind}*.jpg")):
                    source = f"data:image/jpeg;base64,{base64.b64encode(file.read_bytes()).decode()}"
                    times[case] += page.evaluate("([source, rounds]) => measure(source, rounds)", [source, ROUNDS])
            started.close()
    rows: list[dict[str, object]] = [
        {
            "case": case,
            "pictures": len(found) // ROUNDS,
            "median_ms": round(statistics.median(found), 1),
            "slowest_of_ten_ms": round(statistics.quantiles(found, n=10)[-1], 1),
        }
        for case, found in times.items()
    ]
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items()))
    return rows
