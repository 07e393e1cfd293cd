"""Somebody goes to another device as a link or a code, and onto paper."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import Complaints
from e2e.share_helpers import SHARES
from e2e.stories_helpers import button, someone
from e2e.waiting import await_rules

READ = r"""async (path) => {
  const { decodeQR } = await import(new URL("qr/decode.js", document.querySelector("script[type=module]").src));
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((run) => run.slice(1).map(Number));
  const [scale, side] = [6, 8 + Math.max(...runs.map(([, row]) => row))];
  const canvas = new OffscreenCanvas(side * scale, side * scale);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#000";
  for (const [from, row, width] of runs) pen.fillRect(from * scale, row * scale, width * scale, scale);
  return decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height));
}"""
"""The text that a camera reads from a code that was drawn as the path of its dark squares."""


def test_a_code_and_a_link_bring_a_person_to_a_device_and_a_sheet_to_paper(
    context: BrowserContext,
    new_context: Callable[..., BrowserContext],
    visit: Callable[[str], Page],
    complaints: Complaints,
) -> None:
    context.add_init_script(f"{SHARES} globalThis.print = () => console.log('printed');")
    page = visit("general/tracker/")
    button(page, "Add your character").click()
    page.get_by_role("textbox", name="Name", exact=True).first.fill("Mira")
    page.get_by_role("textbox", name="Defence").fill("12")
    button(page, "Add: Skills").click()
    page.get_by_role("group", name="Skills 1").get_by_role("textbox", name="Name").fill("Brawn")
    button(page, "Save").click()
    someone(page, "Mira").get_by_role("heading").get_by_role("button").click()
    qr = page.evaluate("() => performance.getEntriesByType('resource').filter(({ name }) => /qr/.test(name)).length")
    assert qr == 0
    page.get_by_text("Share, keep or print").click()
    button(page, "As a QR code: Mira").click()
    code = page.get_by_role("img", name="A QR code of the link that brings Mira")
    expect(code).to_be_visible()
    seen = page.evaluate(READ, code.locator("path").get_attribute("d"))
    with page.expect_console_message(lambda message: message.text == "shared"):
        button(page, "As a link: Mira").click()
    assert page.evaluate("shared.url") == seen
    assert re.search(r"/general/tracker/#1p\.[\w-]+$", seen)

    with page.expect_console_message(lambda message: message.text == "printed"):
        button(page, "Print: Mira").click()
    for paper, pages in (("A4", 1), ("A5", 2)):
        assert page.pdf(format=paper).count(b"/Type /Page\n") == pages
    page.emulate_media(media="print")
    expect(page.get_by_role("article")).to_contain_text("Mira")
    expect(page.get_by_role("navigation")).to_be_hidden()
    expect(someone(page, "Mira")).to_be_hidden()

    other = new_context()
    complaints.watch(other)
    there = other.new_page()
    there.goto(seen)
    await_rules(there)
    expect(there.get_by_role("main").get_by_text("Add Mira to this campaign?")).to_be_in_viewport()
    expect(someone(there, "Mira")).to_be_hidden()
    button(there, "Add").click()
    expect(someone(there, "Mira")).to_be_visible()
    expect(there).to_have_url(re.compile("/general/tracker/$"))
