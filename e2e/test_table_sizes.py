"""A table on the screens that people bring: the game master's tablet, and a phone held sideways."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from e2e.conftest import Complaints
from e2e.inspection import BROKEN, TOO_WIDE
from e2e.roll_helpers import note
from e2e.table_helpers import Sits, beside, code, joins, press, put_in, roll_once_more, sits
from e2e.waiting import await_rules

__all__ = ["sits"]

pytestmark = pytest.mark.still

TABLET, SIDEWAYS = ViewportSize(width=1024, height=768), ViewportSize(width=844, height=390)
BACKGROUND = "(one) => getComputedStyle(one).backgroundColor"
NAME = "Wolfgang Amadeus von und zu Trautenstein"
TAPPED = """(found) => found.filter((one) => one.checkVisibility()).filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}).map((one) => one.textContent)"""
"""The elements that are not seen in their middle: each is out of sight, or something lies over it."""
WATCHED = f"""() => {{
  window.covered = new Set();
  const look = () => {{
    ({TAPPED})([...document.querySelectorAll(".arriving button")]).forEach((one) => covered.add(one));
    requestAnimationFrame(look);
  }};
  look();
}}"""
"""Remembers from now on which offers of names were ever covered, if only for one picture."""
UNDER_THE_STRIP = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const strip = document.querySelector(".strip").getBoundingClientRect();
  return [...document.querySelectorAll("main :is(button, a)")].filter((one) => one.checkVisibility())
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, { bottom, right }]) => bottom > strip.top && right > strip.left).map(([text]) => text);
}"""


def is_seen(page: Page, *selectors: str) -> None:
    """See that these can be seen and tapped where the page begins, and that nothing is broken or too wide."""
    page.evaluate("scrollTo(0, 0)")
    for selector in selectors:
        expect(page.locator(selector).first).to_be_visible()
    assert page.locator(", ".join(selectors)).evaluate_all(TAPPED) == []
    found = page.evaluate(TOO_WIDE) + page.evaluate(BROKEN)
    assert [one for one in found if NAME not in one] == []  # so long a name ends in dots


def write_down(page: Page, name: str) -> None:
    """Write somebody down on the Roll screen, who rolls from then on."""
    page.get_by_role("button", name=re.compile("^(Add your character|Somebody new)$")).first.click()
    page.get_by_role("textbox", name="Name", exact=True).fill(name)
    press(page, "Save")
    expect(page.get_by_role("button", name=re.compile("^Roll "))).to_be_visible()


def test_on_a_tablet_dice_and_verdict_stay_in_sight_and_are_not_covered(sits: Sits) -> None:
    gm, ann = sits("table/"), sits("table/")
    gm.set_viewport_size(TABLET)
    press(gm, "Open a table")
    joins(gm, ann, "Ann", 2)
    game = gm.get_by_role("link", name="Choose the game")
    expect(game).to_have_class("button main")
    plain = gm.get_by_role("link", name="This evening").evaluate(BACKGROUND)
    assert game.evaluate(BACKGROUND) != plain
    game.click()
    gm.get_by_role("link", name=re.compile("^Step Die")).last.click()
    write_down(ann, "Anja")
    for name in ("Boris", "Cira"):
        gm.get_by_role("link", name="Tracker").click()
        gm.get_by_role("button", name=re.compile("^Add a player$")).click()
        gm.get_by_role("textbox", name="Name", exact=True).fill(name)
        press(gm, "Save")
        expect(gm.get_by_role("listitem", name=name)).to_be_visible()
    gm.get_by_role("link", name="Roll", exact=True).click()
    roll_once_more(gm)
    gm.get_by_text("Everybody", exact=True).click()
    seen = "#card .verdict", "#card .summary", "#tray .die", "#bar .roll"
    is_seen(gm, *seen)
    press(gm, "Start turns")
    expect(gm.locator(".turn")).to_be_visible()
    is_seen(gm, *seen)
    said = roll_once_more(ann)
    expect(beside(gm)).to_contain_text(said)
    assert gm.evaluate(UNDER_THE_STRIP) == []
    gm.get_by_role("link", name="Tracker").click()
    expect(beside(gm)).to_be_visible()
    assert gm.evaluate(UNDER_THE_STRIP) == []


def test_every_screen_of_the_table_fits_a_phone_held_sideways(sits: Sits, complaints: Complaints) -> None:
    gm, cid = sits("table/"), sits("table/")
    for size in (ViewportSize(width=360, height=640), SIDEWAYS):
        cid.set_viewport_size(size)
        is_seen(cid, "h1", ".ways button:first-child", ".ways button:last-child")
    press(gm, "Open a table")
    expect(gm.locator(".qr")).to_be_visible()
    for width, height in ((844, 390), (360, 640), (390, 844), (1024, 768), (1280, 800)):
        gm.set_viewport_size(ViewportSize(width=width, height=height))
        is_seen(gm, "h1", ".qr", "#own-code")
    cid.goto("about:blank")
    cid.goto(f"table/#{code(gm)}")
    await_rules(cid)
    press(cid, "Join a table")
    expect(cid.get_by_role("img", name=re.compile("code"))).to_be_in_viewport(ratio=1)
    put_in(gm, code(cid))
    expect(cid.get_by_role("link", name="At the table: 2 devices")).to_be_visible()
    is_seen(cid, "h1", ".sat")
    gm.get_by_role("link", name="Choose the game").click()
    gm.get_by_role("link", name=re.compile("^Step Die")).last.click()
    cid.evaluate(WATCHED)
    write_down(gm, NAME)
    roll_once_more(gm)
    expect(cid.locator("#card .verdict")).to_be_visible()
    assert cid.evaluate("[...covered]") == []
    is_seen(cid, ".arriving button", "#bar .roll")
    write_down(cid, "Cira")
    gm.get_by_text("Ask for a test").click()
    gm.get_by_label("What for").fill("Climb the wall")
    gm.get_by_role("button", name=re.compile("^Ask Cira")).click()
    is_seen(cid, ".request button", "#bar .roll")
    note(cid, "5d6 + d8 (3)")
    roll_once_more(gm, gm.locator("#bar .roll"))
    is_seen(cid, ".request .main")
    roll_once_more(cid, cid.get_by_role("button", name=re.compile("^Roll .* to succeed$")).first)
    roll_once_more(gm, gm.locator("#bar .roll"))
    expect(beside(cid)).to_be_visible()
    is_seen(cid, "#card .verdict", "#card .summary", "#tray .die", "#bar .roll", "#tabs a", ".strip button")
    bar = cid.locator("#bar .roll").bounding_box()
    assert bar
    assert bar["width"] > 180
    for tab in ("Odds", "Tracker", "Log"):
        cid.get_by_role("link", name=tab, exact=True).click()
        is_seen(cid, "h1", "#tabs a")
    complaints.leave()
    gm.close()
    expect(cid.get_by_role("button", name=re.compile("^Back to"))).to_be_visible()
    is_seen(cid, ".cut-off button", "#tabs a")
