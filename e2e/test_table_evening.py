"""An evening of five at one table, and a screen for everybody: asked, opposed, bought, in secret, one log."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.boot_helpers import verdict
from e2e.conftest import Complaints
from e2e.log_helpers import lines
from e2e.roll_helpers import note
from e2e.table_helpers import (
    COUNTS_TAPS,
    Sits,
    asks,
    at_step_die,
    await_spare,
    beside,
    joins,
    press,
    roll_once_more,
    same_lines,
    sits,
)
from e2e.waiting import await_rules

__all__ = ["sits"]

pytestmark = pytest.mark.still

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
    same_lines(*pages)
    for page in pages:
        page.get_by_role("link", name="Roll", exact=True).click()


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


def rolls_against_another(cid: Page, gm: Page) -> None:
    """Roll an opposed test in another system, with three taps; it is seen where everybody is."""
    cid.evaluate(COUNTS_TAPS)
    cid.get_by_role("link", name="All systems").click()
    cid.get_by_role("link", name=re.compile("^Moonwalk")).last.click()
    note(cid, "Reflexes 6 vs. Reflexes 6")
    said = roll_once_more(cid, cid.get_by_role("button", name=re.compile("^Roll 6d6")))
    assert cid.evaluate("taps") == 3
    for text in ("Cid", "Moonwalk", said):
        expect(beside(gm)).to_contain_text(text)
    at_step_die(cid)


def buys_while_another_rolls(ann: Page, bo: Page, cid: Page) -> None:
    """Have Ann fail with real dice, and reroll one for a point after Bo has rolled; both are on her screen."""
    result = ann.get_by_role("region", name="Result")
    expect(result).to_contain_text("Rolled by Game master")
    note(ann, "1d6 + d6 (1)")
    press(ann, "Real dice")
    ann.get_by_role("button", name=re.compile("^Enter 2d6")).click()
    for asks_for, face in (("1d6", "1"), ("Step Die", "2")):
        expect(result.get_by_role("heading", name=asks_for, exact=True)).to_be_visible()
        result.get_by_role("button", name=face, exact=True).click()
    expect(result.get_by_role("heading", name="Catastrophic Failure")).to_be_visible()
    theirs = roll_once_more(bo)
    expect(beside(ann)).to_contain_text(theirs)
    expect(result.get_by_role("heading", name="Catastrophic Failure")).to_be_visible()
    ann.evaluate(COUNTS_TAPS)
    ann.get_by_role("button", name=re.compile("^Reroll the Step Die")).click()
    result.get_by_role("button", name="6", exact=True).click()
    expect(result.get_by_role("heading", name="Success", exact=True)).to_be_visible()
    assert ann.evaluate("taps") == 2
    expect(cid.locator("#told").get_by_text(re.compile("^Ann rerolled"))).to_be_visible()


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

    own = asks(gm, ann, bo)
    expect(screen.get_by_role("heading", name=own)).to_be_visible()
    theirs = roll_once_more(bo)  # while Ann looks at hers
    expect(beside(bo)).to_contain_text("Ann")
    expect(beside(ann)).to_contain_text("Bo")
    expect(beside(ann)).to_contain_text(theirs)
    assert verdict(ann) == own
    press(ann, "Undo")
    expect(cid.locator("#told").get_by_text(re.compile("^Ann undid this: "))).to_be_visible()
    rolls_in_secret(gm, dee)
    rolls_against_another(cid, gm)
    buys_while_another_rolls(ann, bo, cid)
    complaints.leave()  # a connection that is cut off complains
    reload(gm, bo, gm, *guests.values())
    one_log(7, gm, *guests.values())
