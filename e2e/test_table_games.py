"""A game of one's own at a shared table: offered by the hub, accepted by one guest, seen by all."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Complaints
from e2e.test_log import lines
from e2e.test_table import Sits, code, press, put_in, sits
from e2e.test_workshop import SUMS, Workshop
from e2e.waiting import await_rules

__all__ = ["sits"]

pytestmark = pytest.mark.still


def keeps(page: Page) -> None:
    """Keep a game on a device."""
    page.goto("workshop/")
    workshop = Workshop(page)
    workshop.tried()
    workshop.text.fill(SUMS)
    workshop.tried()
    press(page, "Keep this system")
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


def test_a_game_that_the_hub_offers_is_accepted_played_and_seen_by_who_did_not_accept(
    sits: Sits, complaints: Complaints
) -> None:
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
    with ann.context.expect_page() as opened:
        ann.get_by_role("link", name="Play Sum here").click()
    game = Workshop(opened.value)
    expect(game.told).to_contain_text("Everybody at your table sees what you roll here.")
    game.pen.get_by_role("button", name="Roll 2d6").click()
    verdict = game.pen.locator("#card .verdict")
    expect(verdict).to_be_visible()
    expect(game.told).to_have_text("Everybody at the table sees this roll.")
    said = verdict.inner_text().strip()
    for page in (gm, bo, ann):
        seen = page.get_by_role("group", name="A roll of somebody's own game")
        expect(seen).to_contain_text("Ann · Sum · (8)")
        expect(seen.locator(".verdict")).to_have_text(said)
        expect(seen.get_by_role("img", name=re.compile("^Dice: [1-6] [1-6]$"))).to_be_visible()
        seen.get_by_text("Step by step").click()
        expect(seen.get_by_text("Pool: 2d6")).to_be_visible()
    expect(bo.get_by_role("link", name="Play Sum here")).to_have_count(0)
    game.pen.get_by_role("button", name="Undo").click()
    expect(game.told).to_have_text("Everybody at the table knows that it is undone.")
    for page in (gm, bo):
        expect(page.get_by_role("group", name="A roll of somebody's own game")).to_be_hidden()
        expect(page.locator("#told").get_by_text(f"Ann undid this: Sum, {said}.")).to_be_visible()

    ann.reload()
    await_rules(ann)
    ann.get_by_role("link", name="All systems").click()
    expect(ann.get_by_role("link", name=re.compile("^Sum"))).to_be_visible()
    for page in (bo, gm):
        page.get_by_role("link", name="All systems").click()
        page.get_by_role("link", name=re.compile("^Moonwalk")).last.click()
        page.get_by_role("link", name="Log").click()
        expect(lines(page)).to_have_count(1)
        expect(lines(page)).to_contain_text(said)
