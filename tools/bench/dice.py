"""Share of the page's time that a throw of dice takes, beside @3d-dice/dice-box-threejs in the same browser."""

import os
import statistics
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, CDPSession, Page, ViewportSize, sync_playwright

from tools import browser, chromium, site
from tools.bench.slowed import slowed_down
from tools.environment import NODE_MODULES
from tools.server import Server

ROUNDS = 5
SLOWED = (1, 4)
CASES: Mapping[str, Mapping[int, int]] = {
    "12d6 + 1d10": {6: 12, 10: 1},
    "30 mixed dice": {4: 5, 6: 5, 8: 5, 10: 5, 12: 5, 20: 5},
    "40d6": {6: 40},
}
"""The numbers of dice that are thrown of each size."""

PEER = NODE_MODULES / "@3d-dice/dice-box-threejs/dist/dice-box-threejs.es.js"
VIEWPORT: ViewportSize = {"width": 390, "height": 844}

HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>dice</title><link rel="icon" href="data:,">'
OURS_PAGE = f"""{HEAD}<link rel="stylesheet" href="app.css">
<section id="table"><div id="tray"></div></section><script type="module">
import {{ roll, watch }} from "./dice/dice.mjs";
let rested;
watch(() => rested?.(), {{ motion: "full" }});
globalThis.lay = (dice) => {{
  document.getElementById("tray").innerHTML = `<ol class="dice">${{dice.map(([sides, face]) =>
    `<li class="die" data-sides="${{sides}}" data-face="${{face}}" data-kind="thrown">
      <svg viewBox="0 0 9 9"><rect class="body"/><text class="ink">${{face}}</text></svg></li>`).join("")}}</ol>`;
}};
globalThis.throwDice = async (dice) => {{
  const resting = new Promise((resolve) => (rested = resolve));
  lay(dice);
  roll({{ throws: dice.map(([, face]) => ({{ before: 0, landings: [[0, face]] }})) }});
  await resting;
  const [seen] = performance.getEntriesByName("dice drawn").slice(-1);
  const [rest] = performance.getEntriesByName("dice rest").slice(-1);
  const {{ frames, lasted }} = rest.detail;
  return {{ seen: seen.startTime, fps: (1000 * frames) / lasted, lasted }};
}};
</script></html>"""
PEER_PAGE = f"""{HEAD}<div id="scene"></div><script type="module">
import DiceBox from "./peer.mjs";
globalThis.begin = async (width, height) => {{
  Object.assign(document.getElementById("scene").style, {{ width: `${{width}}px`, height: `${{height}}px` }});
  globalThis.box = new DiceBox("#scene", {{ sounds: false }});
  await box.initialize();
}};
globalThis.throwDice = async (dice) => {{
  const sizes = [...new Set(dice.map(([sides]) => sides))];
  const pools = sizes.map((sides) => `${{dice.filter(([one]) => one === sides).length}}d${{sides}}`);
  let frames = 0;
  let first;
  let over = false;
  const count = () => {{
    first ??= performance.now();
    frames += 1;
    if (!over) requestAnimationFrame(count);
  }};
  const rolled = box.roll(`${{pools.join("+")}}@${{dice.map(([, face]) => face).join()}}`);
  requestAnimationFrame(count);
  await rolled;
  over = true;
  const lasted = performance.now() - first;
  return {{ seen: first, fps: (1000 * frames) / lasted, lasted }};
}};
</script></html>"""
WATCH_LONG_TASKS = """
{
  const durations = [];
  const note = (tasks) => durations.push(...tasks.map((task) => task.duration));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "longtask" });
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
  globalThis.longestTask = async (during) => {
    await idle();
    observer.takeRecords();
    durations.length = 0;
    const result = await during();
    await idle();
    note(observer.takeRecords());
    return { result, longest: Math.max(0, ...durations) };
  };
}
"""
"""Makes `longestTask` find the longest task of the page's thread while a function runs; below 50 ms it is 0."""
THROW = """async (dice) => {
  let began;
  const { result: { seen, fps, lasted }, longest } = await longestTask(() => {
    began = performance.now();
    return throwDice(dice);
  });
  return { seen: seen - began, fps, lasted, longest };
}"""
TAPPED = 25
TAPS = """async (taps) => {
  const marked = (name) => new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const [mark] = list.getEntriesByName(name);
      if (mark) observer.disconnect(), resolve(mark.startTime);
    });
    observer.observe({ type: "mark" });
  });
  const times = [];
  const { longest } = await longestTask(async () => {
    while (times.length < taps) {
      const [drawn, rest] = [marked("dice drawn"), marked("dice rest")];
      const tapped = performance.now();
      document.querySelector("#bar [type=submit]").click();
      times.push((await drawn) - tapped);
      document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      await rest;
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
  });
  return { times, longest };
}"""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One throw: milliseconds of page-thread work, until the first picture, until rest, of the longest task; frames."""

    work: float
    seen: float
    lasted: float
    longest: float
    fps: float


def measure() -> list[dict[str, object]]:
    """Throw the dice of every case on both pages in turn, at full speed and slowed, and return the medians as rows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        site.build(folder)
        (folder / "ours.html").write_text(OURS_PAGE, encoding="utf-8")
        (folder / "peer.html").write_text(PEER_PAGE, encoding="utf-8")
        (folder / "peer.mjs").write_bytes(PEER.read_bytes())
        with Server(folder) as server, sync_playwright() as playwright:
            context = playwright.chromium.launch_persistent_context(
                Path(name) / "profile",
                executable_path=os.environ[browser.VARIABLE],
                args=chromium.arguments(),
                viewport=VIEWPORT,
                device_scale_factor=2,
            )
            context.add_init_script(WATCH_LONG_TASKS)
            rows = [_row(context, server.url, case, slowed) for slowed in SLOWED for case in CASES]
            rows += [_tap_row(context, server.url, slowed) for slowed in SLOWED]
            context.close()
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items()))
    return rows


def _row(context: BrowserContext, url: str, case: str, slowed: int) -> dict[str, object]:
    """Throw in turn on two open pages, so that both meet the same moments of a busy machine."""
    dice = [(sides, 1 + nth % sides) for sides, number in CASES[case].items() for nth in range(number)]
    ours, peer = context.new_page(), context.new_page()
    ours.goto(f"{url}ours.html")
    ours.evaluate("dice => lay(dice)", dice)
    ours.locator("canvas").wait_for()
    tray = ours.evaluate("[document.getElementById('tray').clientWidth, document.getElementById('tray').clientHeight]")
    peer.goto(f"{url}peer.html")
    peer.evaluate("([width, height]) => begin(width, height)", tray)
    thrown: dict[Page, list[Thrown]] = {ours: [], peer: []}
    with slowed_down(context, slowed):
        for _ in range(1 + ROUNDS):
            for page, throws in thrown.items():
                page.bring_to_front()
                throws.append(_throw(context, page, dice))
    mine, theirs = (throws[1:] for throws in thrown.values())  # the first one still prepares what later ones reuse
    ours.close()
    peer.close()
    return {
        "case": case,
        "slowed": slowed,
        "ours_ms": _median(mine, "work"),
        "peer_ms": _median(theirs, "work"),
        "fps": _median(mine, "fps"),
        "peer_fps": _median(theirs, "fps"),
        "rest_ms": _median(mine, "lasted"),
        "peer_rest_ms": _median(theirs, "lasted"),
        "first_frame_ms": _median(mine, "seen"),
        "peer_first_frame_ms": _median(theirs, "seen"),
        "longest_task_ms": _median(mine, "longest"),
        "peer_longest_task_ms": _median(theirs, "longest"),
    }


def _tap_row(context: BrowserContext, url: str, slowed: int) -> dict[str, object]:
    """From the tap on Roll in the whole app to its dice, the rules' answer included; the peer has no rules."""
    page = context.new_page()
    page.goto(f"{url}moonwalk/")
    page.locator("canvas").wait_for(state="attached")
    with slowed_down(context, slowed):
        found = page.evaluate(TAPS, TAPPED)
    page.close()
    times: list[float] = found["times"]
    return {
        "case": "tap on Roll to 12d6",
        "slowed": slowed,
        **dict.fromkeys(("ours_ms", "peer_ms", "fps", "peer_fps")),
        "first_frame_ms": round(statistics.median(times), 1),
        "longest_task_ms": round(found["longest"], 1),
        "why": "of the whole app only the time from the tap to the dice and the longest task are measured",
    }


def _throw(context: BrowserContext, page: Page, dice: list[tuple[int, int]]) -> Thrown:
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    before = _milliseconds_worked(session)
    found = page.evaluate(THROW, dice)
    work = _milliseconds_worked(session) - before
    session.detach()
    return Thrown(work=work, **found)


def _milliseconds_worked(session: CDPSession) -> float:
    """Milliseconds that the page's thread has worked so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    seconds: float = next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
    return 1000 * seconds


def _median(throws: list[Thrown], figure: str) -> float:
    figures: list[float] = [getattr(thrown, figure) for thrown in throws]
    return round(statistics.median(figures), 1)
