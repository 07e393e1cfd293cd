"""A game of one's own at a shared table: offered by the hub, accepted by one guest, seen by all."""

import re

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from e2e.conftest import Complaints
from e2e.log_helpers import lines
from e2e.pen_helpers import ATTEMPT
from e2e.table_helpers import Sits, beside, code, press, put_in, sits
from e2e.waiting import await_rules
from e2e.workshop_helpers import SUMS, Workshop

__all__ = ["sits"]

pytestmark = pytest.mark.still


def keeps(page: Page) -> None:
    """Keep a game on a device."""
    page.goto("workshop/")
    workshop = Workshop(page)
    workshop.tried()
    workshop.write(SUMS)
    workshop.tried()
    press(page, "Keep this game")
    expect(workshop.told).to_contain_text("Sum is on the first page now")
    page.goto("")
    await_rules(page)


def joins(gm: Page, guest: Page, name: str, devices: int, before: str = "") -> str:
    """Have a guest join by codes; what the hub's code was then."""
    press(guest, "Join a table")
    shown = code(gm, before)
    put_in(guest, shown)
    put_in(gm, code(guest))
    for page in (gm, guest):
        expect(page.get_by_text(f"{devices} devices")).to_be_visible()
    guest.get_by_label("Your name").fill(name)
    expect(gm.get_by_role("list").get_by_text(name, exact=True)).to_be_visible()
    return shown


def plays(page: Page) -> FrameLocator:
    """The frame of the pen of a game that is played in this page."""
    return page.frame_locator("iframe.own-game").frame_locator("iframe")


NOTICE = """(text) => {
  const notice = document.querySelector("#notice");
  notice.textContent = text;
  notice.hidden = !text;
}"""
COVERED = """(frame) => {
  const { left, width, bottom } = frame.getBoundingClientRect();
  return [0.2, 0.5, 0.8].filter((part) => document.elementFromPoint(left + part * width, bottom - 4) !== frame);
}"""
"""The places at the lower edge of a frame that something lies over, or that are out of sight."""
BELOW_THE_FOLD = "(frame) => Math.max(0, frame.getBoundingClientRect().bottom - innerHeight)"


def lies_below_the_frame(page: Page) -> None:
    """See that the strip of another's roll lies over nothing of the game in the frame."""
    expect(beside(page)).to_be_visible()
    for width, height in ((390, 844), (1024, 768), (844, 390), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("iframe.own-game").evaluate(COVERED) == [], width


def test_an_offered_game_is_played_by_who_accepts_and_seen_by_who_does_not(sits: Sits, complaints: Complaints) -> None:
    complaints.own = (*complaints.own, "blob:null/", "about:srcdoc")
    complaints.leave()
    gm, ann, bo = sits(""), sits("table/"), sits("table/")
    keeps(gm)
    press(gm, "Open a table")
    shown = joins(gm, ann, "Ann", 2)
    joins(gm, bo, "Bo", 3, shown)
    press(gm, "Offer Sum to all")
    for page in (ann, bo):
        offer = page.get_by_role("group", name="A game is offered")
        expect(offer).to_contain_text("Game master offers a game: Sum.")
        expect(offer).to_contain_text("Somebody else wrote this. It cannot reach your rolls or the network.")
    press(ann, "Accept")
    ann.evaluate("globalThis.stays = true")
    ann.get_by_role("link", name="Play Sum").click()
    expect(ann.get_by_role("heading", name="Sum", exact=True).first).to_be_visible()
    plays(ann).get_by_role("button", name="Roll 2d6").click()
    verdict = plays(ann).locator("#card .verdict")
    expect(verdict).to_be_visible()
    for notice in ("An update is ready.", ""):
        ann.evaluate(NOTICE, notice)
        assert ann.locator("iframe.own-game").evaluate(BELOW_THE_FOLD) == 0
    said = verdict.inner_text().strip()
    for page in (gm, bo):
        seen = page.get_by_role("group", name="A roll of somebody's own game")
        expect(seen).to_contain_text("Ann · Sum · (8)")
        expect(seen.locator(".verdict")).to_have_text(said)
    expect(bo.get_by_role("link", name="Play Sum")).to_have_count(0)
    bo.get_by_role("group", name="A roll of somebody's own game").get_by_role("link").click()
    expect(bo.get_by_role("heading", name=said)).to_be_visible()
    expect(bo.locator("#tray .die")).to_have_count(2)
    bo.get_by_text("Step by step").click()
    expect(bo.get_by_text("Pool: 2d6")).to_be_visible()
    ann.get_by_role("link", name="3 devices").click()
    expect(ann.locator("iframe.own-game")).to_be_hidden()
    ann.go_back()
    expect(verdict).to_be_visible()  # it went on meanwhile
    plays(ann).get_by_role("button", name="Undo").click()
    for page in (gm, bo):
        expect(page.get_by_role("group", name="A roll of somebody's own game")).to_be_hidden()
        expect(page.locator("#told").get_by_text(f"Ann undid this: Sum, {said}.")).to_be_visible()
    assert ann.evaluate("stays")

    ann.reload()
    await_rules(ann)
    expect(verdict).to_be_hidden()
    expect(plays(ann).get_by_role("button", name="Roll 2d6")).to_be_visible()
    for page in (bo, gm):
        page.get_by_role("link", name="All systems").click()
        page.get_by_role("link", name=re.compile("^Moonwalk")).last.click()
        page.get_by_role("link", name="Log").click()
        expect(lines(page)).to_have_count(1)
        expect(lines(page)).to_contain_text(said)
    bo.get_by_role("link", name="Roll", exact=True).click()
    bo.get_by_role("button", name=re.compile("^Roll ")).click()
    lies_below_the_frame(ann)


REFUSED = {
    "the page of the table": "top.document",
    "what it keeps": "top.localStorage",
    "its connections": "top.RTCPeerConnection",
    "a roll that was none": "top.dispatchEvent(new CustomEvent('own game rolled', { detail: '{}' }))",
    "another address for it": "top.location.hash = '#change.x'",
    "the frame around": "parent.frameElement",
    "the page around": "parent.document",
    "another device": "new RTCPeerConnection()",
    "the log": "indexedDB.open('pyrules /pyrules/')",
    "the site": "await fetch('/')",
}
"""Ways out of a game's frame that the browser refuses at a table as well."""


def test_a_text_is_written_kept_and_played_at_a_table_by_who_plays_there(sits: Sits, complaints: Complaints) -> None:
    complaints.own = (*complaints.own, "blob:null/", "about:srcdoc")
    complaints.leave()
    gm, ann = sits(""), sits("table/")
    press(gm, "Open a table")
    joins(gm, ann, "Ann", 2)
    gm.get_by_role("link", name="All systems").click()
    gm.get_by_role("link", name="Step Die").click()
    gm.get_by_role("link", name="Tracker").click()
    press(gm, "Add your character")
    gm.get_by_label("Name").fill("Kira")
    press(gm, "Save")
    gm.get_by_role("link", name="All systems").click()
    gm.get_by_role("link", name="Make your own").click()
    written = gm.frame_locator("iframe.own-game")
    expect(written.locator("#state")).to_have_text("It works")
    written.get_by_role("link", name="Text", exact=True).click()
    written.get_by_label("The text of your system").fill(SUMS)
    expect(written.get_by_role("link", name="All systems")).to_be_hidden()
    expect(written.locator("#tried")).to_have_attribute("aria-busy", "false")
    written.get_by_role("button", name="Keep this game").click()
    written.get_by_role("link", name="Play it").click()
    expect(gm.get_by_role("heading", name="Sum", exact=True)).to_be_visible()
    plays(gm).get_by_role("button", name="Kira").click()
    plays(gm).get_by_role("button", name="Roll 2d6").click()
    expect(ann.get_by_role("group", name="A roll of somebody's own game")).to_contain_text("Kira · Sum")
    expect(ann.get_by_role("link", name="2 devices")).to_be_visible()
    pen = gm.frames[-1]
    assert pen.url == "about:srcdoc"
    before = gm.url
    for what, script in REFUSED.items():
        said: str = pen.evaluate(f"() => {ATTEMPT % script}")
        assert said.startswith("refused: "), what
    pen.evaluate("top.postMessage({ listens: true, error: 'from a pen' }, '*')")
    assert gm.url == before
    expect(gm.get_by_role("link", name="2 devices")).to_be_visible()


def test_a_game_is_built_at_a_table_and_the_others_see_its_roll(sits: Sits, complaints: Complaints) -> None:
    complaints.own = (*complaints.own, "blob:null/", "about:srcdoc")
    complaints.leave()
    gm, ann = sits(""), sits("table/")
    press(gm, "Open a table")
    joins(gm, ann, "Ann", 2)
    gm.get_by_role("link", name="All systems").click()
    gm.get_by_role("link", name="Make your own").click()
    written = gm.frame_locator("iframe.own-game")
    build = written.get_by_role("region", name="Build")
    build.get_by_label("Add to What is chosen").click()
    build.get_by_role("button", name="A number").click()
    expect(build.locator("summary:focus h3")).to_have_text("Skill")
    build.locator("summary", has_text=re.compile("^Roll")).click()
    build.get_by_role("checkbox", name="Skill").check()
    expect(written.frame_locator("iframe").get_by_role("button", name="Roll 5d6")).to_be_visible()
    written.get_by_role("button", name="Keep this game").click()
    written.get_by_role("link", name="Play it").click()
    plays(gm).get_by_role("button", name="Roll 5d6").click()
    expect(ann.get_by_role("group", name="A roll of somebody's own game")).to_contain_text("My game")
    expect(ann.get_by_role("link", name="2 devices")).to_be_visible()
