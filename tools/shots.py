"""Pictures of every screen, of a roll from the tap on, and of the dice in every look: `python3 build.py shots`."""

import argparse
import base64
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from pyrules.systems import SYSTEMS
from tools import ROOT, chromium

FOLDER = ROOT / "shots"
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 1024, "height": 768},
    "desktop": {"width": 1440, "height": 900},
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DICE = "d4 + d6 adv + d8 + d10 + d12 dis + d20 + d20 (30)"
"""A test of the General Rules that throws every size of dice."""

ATTEMPTS = 6
"""The most throws for a picture of dice on their way, which a busy machine may take too late."""

FILMED, APART = 1_500, 100
"""For how many milliseconds after the tap a roll is filmed, and how many lie between two pictures at least."""

HALF_WAY = "() => new Promise((resolve) => setTimeout(resolve, 420))"
SETTLED = "() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)))"


@dataclass(frozen=True, slots=True)
class Camera:
    """A page at an address of the site, and where its pictures go, called what to begin with."""

    page: Page
    root: str
    folder: Path
    name: str = ""

    def open(self, address: str) -> None:
        """Go to an address, and wait until the rules are ready and the dice can be drawn where the page has them."""
        self.page.goto(f"{self.root}{address}")
        if not self.page.locator("#progress").count():
            return
        expect(self.page.get_by_role("progressbar")).to_be_hidden(timeout=60_000)
        self.page.locator("canvas").wait_for(state="attached")

    def shoot(self, what: str) -> None:
        """Write a picture of what is seen once the page has nothing left to do."""
        self.page.evaluate(SETTLED)
        self.snap(what)

    def snap(self, what: str) -> None:
        """Write a picture of what is seen now."""
        self.page.screenshot(path=self.folder / f"{self.name}{what}.png")

    def rest(self) -> None:
        """Wait until the dice lie still."""
        expect(self.dice).to_have_attribute("data-dice", "rest", timeout=20_000)

    @property
    def dice(self) -> Locator:
        """The part of the page on which dice fall."""
        return self.page.get_by_role("region", name="Dice")


def main(argv: Sequence[str]) -> int:
    """Take the pictures into `shots/`; `--only` takes those whose size and scheme match, such as `phone-dark`."""
    parser = argparse.ArgumentParser(prog="build.py shots", description="Take pictures of every screen into shots/.")
    parser.add_argument("--only", default="", metavar="TEXT", help="only where the name contains this: phone-dark")
    options = parser.parse_args(argv)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with chromium.visiting() as (chrome, root, site):
        addresses = sorted(page.parent.relative_to(site).as_posix() for page in site.rglob("index.html"))
        for camera in _cameras(chrome, root, options.only):
            _screens(camera, [address.removeprefix(".") for address in addresses])
            _films(camera)
            _looks(camera)
            camera.page.context.close()
    print(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER.relative_to(ROOT)}/")
    return 0


def _cameras(chrome: Browser, root: str, only: str) -> Iterator[Camera]:
    for size, viewport in SIZES.items():
        for scheme in SCHEMES:
            if only in (name := f"{size}-{scheme}"):
                context = chrome.new_context(viewport=viewport, color_scheme=scheme, device_scale_factor=2)
                yield Camera(context.new_page(), root, FOLDER, f"{name}-")


def _screens(camera: Camera, addresses: Sequence[str]) -> None:
    """Every address as it is, and where there is something to roll, the result of a roll."""
    for address in addresses:
        name = address.replace("/", "-") or "start"
        camera.open(f"{address}/" if address else "")
        camera.shoot(name)
        roll = camera.page.get_by_role("button", name=re.compile("^Roll"))
        if roll.is_visible():
            roll.click()
            camera.rest()
            camera.shoot(f"{name}-result")


def _films(camera: Camera) -> None:
    """A roll of every system as it is seen from the tap on, on phones and on desks."""
    if camera.page.viewport_size != SIZES["tablet"]:
        for system in SYSTEMS:
            camera.open(f"{system.id}/")
            for taken, picture in _film_tap(camera):
                (camera.folder / f"{camera.name}{system.id}-film-{taken:04}.png").write_bytes(picture)


def _film_tap(camera: Camera) -> Iterator[tuple[int, bytes]]:
    """Return pictures after a tap on the main button, each with its milliseconds after the tap."""
    frames: list[dict[str, Any]] = []
    chrome = camera.page.context.new_cdp_session(camera.page)
    chrome.on("Page.screencastFrame", lambda frame: frames.extend((frame,)))
    chrome.send("Page.startScreencast", {"format": "png"})
    tapped = time.time()
    camera.page.get_by_role("button", name=re.compile("^Roll")).click()
    answered = 0
    while time.time() < tapped + FILMED / 1000:
        camera.page.evaluate("new Promise(requestAnimationFrame)")  # meanwhile Playwright hands over frames that came
        for frame in frames[answered:]:
            chrome.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
            answered += 1
    chrome.send("Page.stopScreencast")
    chrome.detach()
    last = -APART
    for frame in frames:
        taken = round(1000 * (frame["metadata"]["timestamp"] - tapped))
        if max(0, last + APART) <= taken <= FILMED:
            last = taken
            yield taken, base64.b64decode(frame["data"])


def _looks(camera: Camera) -> None:
    """The dice of every look, on their way and at rest."""
    camera.open("settings/")
    names = [radio.get_attribute("value") for radio in _choices(camera.page).all()]
    for nth, look in enumerate(names):
        camera.open("settings/")
        _choices(camera.page).nth(nth).check()
        camera.page.get_by_role("link", name="All systems").click()
        camera.page.get_by_role("link", name=re.compile("^General Rules")).click()
        shorthand = camera.page.get_by_role("textbox", name="Shorthand")
        shorthand.fill(DICE)
        shorthand.press("Enter")
        camera.rest()
        camera.shoot(f"dice-{look}-rest")
        _shoot_rolling(camera, f"dice-{look}-rolling")


def _shoot_rolling(camera: Camera, what: str) -> None:
    for _ in range(ATTEMPTS):
        camera.page.get_by_role("button", name=re.compile("^Roll again")).click()
        camera.page.evaluate(HALF_WAY)
        camera.snap(what)
        if camera.dice.get_attribute("data-dice") == "rolling":
            return
        camera.rest()


def _choices(page: Page) -> Locator:
    return page.get_by_role("group", name="Look of the dice").get_by_role("radio")
