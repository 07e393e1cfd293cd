"""An evening of five at one table, and a screen for everybody: asked, beside one another, in secret, one log."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Complaints
from e2e.test_boot import verdict
from e2e.test_log import lines
from e2e.test_table import Sits, at_step_die, await_spare, beside, joins, press, roll_once_more, sits
from e2e.waiting import await_rules

__all__ = ["sits"]

pytestmark = pytest.mark.still

COUNTS_TAPS = "globalThis.taps = 0; addEventListener('click', ({ isTrusted }) => (taps += Number(isTrusted)), true);"
PLAYERS = {"Ann": "Kira", "Bo": "Jon"}


def opens(gm: Page) -> None:
    """Write down who plays, and open a table."""
    for name in PLAYERS.values():
        gm.get_by_role("button", name=re.compile("^Add (a player|your character)$")).click()
        gm.get_by_role("textbox", name="Name", exact=True).fill(name)
        press(gm, "Save")
        expect(gm.get_by_role("listitem", name=name)).to_be_visible()
    gm.get_by_role("link", name="All systems").click()
    press(gm, "Open a table")


def sit_down(gm: Page, guests: dict[str, Page]) -> None:
    """Have everybody join, come into the game, and say who they are."""
    for devices, (name, page) in enumerate(guests.items(), 2):
        joins(gm, page, name, devices)
    at_step_die(gm)
    for name, page in guests.items():
        expect(page.get_by_role("heading", name="Step Die", level=1)).to_be_visible()
        asked = page.get_by_role("group", name="Who are you?")
        asked.get_by_role("button", name=PLAYERS.get(name, "Just watching"), exact=True).click()
        expect(asked).to_be_hidden()


def one_log(count: int, *pages: Page) -> None:
    """See that all have the same lines, so many."""
    for page in pages:
        page.get_by_role("link", name="Log").click()
    expect(lines(pages[0])).to_have_count(count)
    written = lines(pages[0]).all_inner_texts()
    for page in pages:
        expect(lines(page)).to_have_text(written, use_inner_text=True)
        page.get_by_role("link", name="Roll", exact=True).click()


def climbs_as_asked(gm: Page, ann: Page, screen: Page) -> str:
    """Have everybody asked for a test, which Ann rolls with one tap; the verdict is returned."""
    ann.evaluate(COUNTS_TAPS)
    gm.get_by_text("Ask for a test").click()
    gm.get_by_label("What for").fill("Climb the wall")
    press(gm, "Ask everybody")
    asked = ann.get_by_role("group", name="Game master asks: Climb the wall")
    asked.get_by_role("button", name=re.compile(r"^Roll .* %")).click()
    expect(asked).to_be_hidden()
    said = verdict(ann)
    assert ann.evaluate("taps") == 1
    expect(gm.get_by_role("region", name="Climb the wall").get_by_role("listitem").first).to_contain_text(said)
    assert verdict(screen) == said
    press(gm, "Done")
    return said


def rolls_in_secret(gm: Page, dee: Page) -> None:
    """Have the game master roll in secret, and reveal it."""
    press(gm, "In secret")
    roll_once_more(gm)
    for page in (gm, dee):
        page.get_by_role("link", name="Log").click()
        expect(lines(page).first).to_contain_text("Secret roll")
    lines(gm).first.get_by_role("button").first.click()
    press(gm, "Reveal it")
    expect(lines(dee).first).not_to_contain_text("Secret roll")
    for page in (gm, dee):
        page.get_by_role("link", name="Roll", exact=True).click()


def reload(gm: Page, bo: Page, *everybody: Page) -> None:
    """Reload the page of a guest, then that of the game master: all are there again by themselves."""
    for page in (bo, gm):
        page.reload()
        await_rules(page)
        for one in everybody:
            expect(one.get_by_role("link", name="At the table: 5 devices")).to_be_visible()
        if page is bo:
            for one in (gm, bo):
                one.get_by_role("link", name="At the table: 5 devices").click()
            await_spare(gm, bo, "Gina", "Bob")
    for one in (gm, bo):
        at_step_die(one)


def test_an_evening_of_five(sits: Sits, complaints: Complaints) -> None:
    gm = sits("stepdie/tracker/")
    opens(gm)
    guests = {name: sits("table/") for name in ("Ann", "Bo", "Cid", "Dee")}
    sit_down(gm, guests)
    ann, bo, cid, dee = guests.values()
    screen = gm.context.new_page()
    screen.goto("stepdie/show/")
    await_rules(screen)

    own = climbs_as_asked(gm, ann, screen)
    expect(bo.get_by_role("group", name=re.compile("asks"))).to_have_count(0)
    theirs = roll_once_more(bo)  # while Ann looks at hers
    expect(beside(bo)).to_contain_text("Ann")
    expect(beside(ann)).to_contain_text("Bo")
    expect(beside(ann)).to_contain_text(theirs)
    assert verdict(ann) == own
    press(ann, "Undo")
    expect(cid.get_by_role("main").get_by_text(re.compile("^Ann undid: "))).to_be_visible()
    rolls_in_secret(gm, dee)
    complaints.leave()  # a connection that is cut off complains
    reload(gm, bo, gm, *guests.values())
    one_log(5, gm, *guests.values())
