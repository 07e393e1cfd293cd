"""The README's pictures, taken anew: `python3 build.py pictures`."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import expect

from pyrules.campaign.links import write_link, write_tests
from pyrules.core.faces import read_faces
from pyrules.systems import named
from tools import ROOT, chromium
from tools.shots import SIZES, Camera

FOLDER = ROOT / "docs" / "pictures"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: a test on a tab of its system, or, with `faces`, the result of these."""

    name: str
    system: str
    notation: str
    faces: str = ""
    tab: str = ""
    size: str = "phone"
    scheme: Literal["light", "dark"] = "light"


@dataclass(frozen=True, slots=True)
class Screen:
    """A picture of a screen, as tests in an address fill it, once nothing is left to be worked out.

    With `region`, of that part alone; a session is played so many `times`, by the `policy` that has this name.
    """

    name: str
    address: str
    tests: tuple[tuple[str, str], ...]
    size: str = "phone"
    scheme: Literal["light", "dark"] = "light"
    region: str = ""
    times: int = 0
    policy: str = "never"


SCREENS: tuple[Screen, ...] = (
    Screen(
        "desk-compare",
        "desk/",
        (("moonwalk", "12 (4)"), ("stepdie", "5d6 + d10 (2)"), ("almond", "3d6 TN 5")),
        "tablet",
    ),
    Screen("desk-changes", "desk/changes/", (("moonwalk", "12 (4)"),), scheme="dark"),
    *(
        Screen(f"desk-{name}", "desk/", tuple((system, one) for one in tests), "tablet", region="The difference")
        for name, system, tests in (
            ("limit", "moonwalk", ("12 [4] (4)", "14 [4] (4)", "12 [5] (4)")),
            ("step", "stepdie", ("5d6 + d10 (3)", "5d6 + d12 (3)")),
            ("tn", "almond", ("4d6 TN 6 +1", "4d6 TN 7 +1")),
            ("advantage", "general", ("d6 adv + d8 (9)", "d8 + d8 (9)")),
        )
    ),
    Screen(
        "desk-ip",
        "desk/session/",
        (("stepdie", "5d6 + d10 (3)"),),
        region="Player's IP",
        times=10,
        policy="when the advice says so",
    ),
    Screen(
        "desk-rounds",
        "desk/session/",
        (("relics", "primary lead + secondary assist + secondary assist pcs 3 vs Minor 5"),),
        region="Resolved dice",
        times=12,
    ),
)

PICTURES = (
    Picture("moonwalk-form", "moonwalk", "12 (3)"),
    Picture("moonwalk-result", "moonwalk", "12 (3)", "2,1,3,3,6,2,2,6,6,4,5,6", scheme="dark"),
    Picture("relics-placement", "relics", "5d6 +1 / 2d +2 / 1d pcs 3 vs Minor 5", "5,6,6,5,3"),
    Picture("stepdie-odds", "stepdie", "5d6 + d10 (3)", tab="Odds"),
    Picture(
        "tablet",
        "general",
        "attack Strength d8 adv + level 3 + action Dash d6 + d12 + d20 + d10 + d4 (20)",
        "5>3,1,3,6,8,2,2",
        size="tablet",
        scheme="dark",
    ),
)


def main(argv: Sequence[str]) -> int:
    """Take each picture into `docs/pictures/`."""
    argparse.ArgumentParser(prog="build.py pictures", description="Take the README's pictures anew.").parse_args(argv)
    shots: tuple[Picture | Screen, ...] = (*PICTURES, *SCREENS)
    with chromium.visiting() as (chrome, root, _):
        for shot in shots:
            context = chrome.new_context(viewport=SIZES[shot.size], color_scheme=shot.scheme, device_scale_factor=1.5)
            camera = Camera(context.new_page(), root, FOLDER)
            if isinstance(shot, Picture):
                _take(shot, camera)
            else:
                _fill(shot, camera)
            context.close()
    return 0


def _take(picture: Picture, camera: Camera) -> None:
    if picture.faces:
        _show(picture, camera)
    else:
        camera.open(f"{picture.system}/")
        camera.page.get_by_role("textbox", name="Shorthand").fill(picture.notation)
        camera.page.get_by_role("textbox", name="Shorthand").blur()
    if picture.tab:
        camera.page.get_by_role("link", name=picture.tab).click()
    camera.shoot(picture.name)


def _fill(screen: Screen, camera: Camera) -> None:
    """Show a screen with its tests, down to the end of its main part."""
    tests = (
        (system, system.parse(notation, {})) for system, notation in ((named(one), of) for one, of in screen.tests)
    )
    camera.open(f"{screen.address}#{write_tests(tests)}")
    if screen.times:
        camera.page.get_by_role("radio", name=screen.policy).check()
        times = camera.page.get_by_role("spinbutton", name="Repeat")
        times.fill(str(screen.times))
        times.press("Tab")
        rows = camera.page.get_by_role("region", name="After each test").get_by_role("row")
        expect(rows).to_have_count(screen.times + 1, timeout=60_000)
        expect(camera.page.get_by_role("button", name="Save as CSV")).to_be_visible(timeout=60_000)  # all is told
    expect(camera.page.get_by_text("Computing").last).to_be_hidden()
    camera.page.get_by_role("img").last.scroll_into_view_if_needed()
    if screen.region:
        camera.page.get_by_role("region", name=screen.region, exact=True).screenshot(path=FOLDER / f"{screen.name}.png")
    else:
        camera.shoot(screen.name)


def _show(picture: Picture, camera: Camera) -> None:
    """Bring the roll in by a link, and make it this page's own."""
    system = named(picture.system)
    test = system.parse(picture.notation, {})
    camera.open(f"{picture.system}/#{write_link(system, test, system.replay(test, read_faces(picture.faces)))}")
    own = camera.page.get_by_role("button", name="Add to my log")
    own.click()
    own.wait_for(state="hidden")
    camera.rest()
