"""Everybody can use every screen: axe-core in every look, small screens, big targets, the keyboard alone."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from app.model import BY_ID, PLACES
from playwright.sync_api import Locator, Page, expect

from tools.environment import NODE_MODULES

Visit = Callable[[str], Page]

AXE = NODE_MODULES / "axe-core" / "axe.min.js"
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none", "reduced_motion": "no-preference"},
    "dark": {"color_scheme": "dark", "forced_colors": "none", "reduced_motion": "no-preference"},
    "forced colours": {"color_scheme": "dark", "forced_colors": "active", "reduced_motion": "no-preference"},
    "reduced motion": {"color_scheme": "light", "forced_colors": "none", "reduced_motion": "reduce"},
}
VIOLATIONS = """async () => (await axe.run()).violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))"""

SMALLEST = 44  # CSS pixels
TOO_SMALL = """(smallest) => {
  const found = [];
  const targets = "a[href], button, select, summary, input:not([type=hidden]), textarea, [role=button]";
  for (const element of document.querySelectorAll(targets)) {
    const area = element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : element;
    const { width, height, right } = area.getBoundingClientRect();
    const seen = area.checkVisibility({ visibilityProperty: true }) && right > 0;
    if (seen && Math.min(width, height) < smallest - 0.01) {
      found.push(`${element.outerHTML.slice(0, 90)} is ${width} x ${height}`);
    }
  }
  return found;
}"""
TOO_WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5 && element.checkVisibility())
  .filter((element) => !element.closest(".unseen, [popover], .scrolls"))
  .map((element) => element.outerHTML.slice(0, 90))"""
ADDRESSES = [place.address for place in PLACES]
RICH = {
    "moonwalk": "Agility 5 + Pistols 9 - Wounds 2 [6] vs. 8",
    "relics": "9d6 A6 / 1d A1 / 1d +1 / 2d +2 / 1d -2 / 2d pcs 4",
    "almond": "5d6 TN 4 + cover 1 - Wounded 2d",
    "stepdie": "2 Agility + 2 trait + 1 gear + d10 (3) ip 5",
    "general": "attack d8 adv + d6 dis + level 3 (12)",
}
"""For each system a test whose form and card show much."""


def screens(page: Page, address: str) -> Iterator[str]:
    """Everything that can be seen at an address, one after the other; gives the name of what is shown."""
    yield "as it opens"
    for details in page.locator("main details").all():
        if details.get_attribute("open") is None:
            details.locator("summary").first.click()
    yield "with all sections open"
    system = address.rstrip("/")
    if system not in BY_ID:
        return
    page.get_by_role("textbox", name="Shorthand").fill(RICH[system])
    page.get_by_role("textbox", name="Shorthand").blur()
    roll = page.locator("#bar").get_by_role("button", name=re.compile("^Roll"))
    expect(roll).to_be_visible()
    yield "with a rich test"
    roll.click()
    expect(page.get_by_role("region", name="Result").get_by_role("heading").first).to_be_visible()
    yield "with a result"
    page.get_by_role("button", name="Enter dice", exact=True).click()
    page.get_by_role("button", name=re.compile(r"^Enter \d")).click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    yield "with the keypad"


@pytest.mark.parametrize("address", ADDRESSES)
def test_axe_finds_nothing_in_any_look(visit: Visit, address: str) -> None:
    page = visit(address)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for screen in screens(page, address):
        for look, media in LOOKS.items():
            page.emulate_media(**media)
            found += [f"{screen}, {look}: {violation}" for violation in page.evaluate(VIOLATIONS)]
    assert found == []


@pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)
@pytest.mark.parametrize("address", ADDRESSES)
def test_everything_to_tap_is_big_enough_and_nothing_wider_than_a_small_screen(visit: Visit, address: str) -> None:
    page = visit(address)
    page.set_viewport_size({"width": 320, "height": 640})
    found = []
    for screen in screens(page, address):
        found += [f"{screen}: {target}" for target in page.evaluate(TOO_SMALL, SMALLEST)]
        found += [f"{screen}: {element} is too wide" for element in page.evaluate(TOO_WIDE)]
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            found.append(f"{screen}: it scrolls sideways")
    assert found == []


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the focus is there; it must be seen on the way."""
    expect(target).to_be_visible()
    for _ in range(150):
        if target.evaluate("(element) => element === document.activeElement"):
            outline = target.evaluate("(element) => parseFloat(getComputedStyle(element).outlineWidth)")
            assert outline >= 3
            return
        page.keyboard.press("Tab")
    pytest.fail(f"150 times Tab do not lead to {target}")


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    tab_to(page, target)
    page.keyboard.press(key)


def written(page: Page, notation: str) -> None:
    """Write a test in shorthand, by the keyboard alone."""
    tab_to(page, page.get_by_role("textbox", name="Shorthand"))
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(notation)


def noted(page: Page, notation: str) -> None:
    """Write a test in shorthand and roll it, by the keyboard alone."""
    written(page, notation)
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Result").get_by_role("heading").first).to_be_visible()


def test_moonwalk_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("")
    press(page, page.get_by_role("link", name="Moonwalk"))
    press(page, page.get_by_role("button", name="Dicepool: one more"))
    expect(page.get_by_role("textbox", name="Dicepool")).to_have_value("13")
    noted(page, "4 (9)")
    press(page, page.get_by_role("button", name="Try again"))
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("4 - Trying Again 2 (9)")
    press(page, page.get_by_role("link", name="Log"))
    expect(page.get_by_role("list", name="Log").get_by_role("listitem")).to_have_count(1)


def test_relics_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("relics/")
    written(page, "3d6 +2 / 1d pcs 4")
    press(page, page.get_by_role("button", name="Enter dice", exact=True))
    for face in "134":
        press(page, page.get_by_role("button", name=face, exact=True))
    panel = page.get_by_role("group", name="Place the simple modifiers")
    press(page, panel.get_by_role("button", name="Clear"))
    press(page, page.get_by_role("button", name=re.compile("^die 2:")), "Space")
    expect(panel.get_by_role("button", name="✓")).to_have_count(1)
    press(page, page.get_by_role("button", name="Keep it like this"))
    expect(page.get_by_role("button", name="Keep it like this")).to_be_hidden()


def test_general_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("general/")
    noted(page, "d8 + d6 (15)")
    press(page, page.get_by_role("button", name=re.compile("^die 1:")), "Space")
    press(page, page.get_by_role("button", name=re.compile("^Reroll 1 of 2")))
    expect(page.get_by_role("region", name="Result")).to_contain_text("die 1 is thrown again")


def test_stepdie_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("stepdie/")
    noted(page, "3d6 + d10 (6) ip 5")
    press(page, page.get_by_role("button", name="Add one d6"))
    expect(page.get_by_role("region", name="Dice").get_by_role("listitem")).to_have_count(5)
    press(page, page.get_by_role("button", name="Reroll the Step Die"), "Space")
    expect(page.get_by_role("region", name="Result")).to_contain_text("3 of the 5 IP held before the roll")


def test_almond_with_real_dice_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("almond/")
    press(page, page.get_by_role("button", name="Dice: one less"))
    press(page, page.get_by_role("button", name="Enter dice", exact=True))
    for _ in range(4):
        press(page, page.get_by_role("button", name="5", exact=True))
    expect(page.get_by_role("heading", name="Pass")).to_be_visible()


def test_the_focus_is_never_lost(visit: Visit) -> None:
    page = visit("general/")
    noted(page, "d8 + d6 (15)")
    press(page, page.get_by_role("button", name=re.compile("^die 1:")), "Space")
    expect(page.get_by_role("button", name=re.compile("^die 1:"))).to_be_focused()
    press(page, page.get_by_role("button", name=re.compile("^Reroll 1 of 2")))
    expect(page.get_by_role("region", name="Result")).to_contain_text("die 1 is thrown again")
    expect(page.get_by_role("main")).to_be_focused()
