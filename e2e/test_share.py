"""Share links in a browser: made, opened elsewhere, and harmless."""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.boot_helpers import dice, roll, verdict
from e2e.conftest import Complaints
from e2e.log_helpers import COPIES
from e2e.share_helpers import DOES_NOT_SHARE, SHARES, STORED, share
from e2e.waiting import await_rules
from pyrules.campaign.links import FORMAT, write_link
from pyrules.systems.moonwalk import MOONWALK

pytestmark = pytest.mark.still

PHONE = pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)
CLOSES = "navigator.share = async () => { throw new DOMException('not now', 'AbortError'); };"
REFUSES = """
const refuse = async () => { throw new Error("refused"); };
Object.assign(navigator.clipboard ?? {}, { writeText: refuse, write: refuse });
"""
TAKES_PICTURES = """navigator.clipboard.write = async ([item]) => {
  globalThis.kept = await item.getType("image/png");
};"""
COLOURS = """async () => {
  const picture = await createImageBitmap(shared.files[0]);
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, picture.width, picture.height);
  const seen = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = `#${[0, 1, 2].map((part) => data[at + part].toString(16).padStart(2, "0")).join("")}`;
    seen.set(colour, (seen.get(colour) ?? 0) + 1);
  }
  return [picture.width, [...seen.keys()].filter((colour) => seen.get(colour) > 5_000)];
}"""
"""The width of the picture that was shared, and the colours of its areas."""


@pytest.fixture
def elsewhere(new_context: Callable[..., BrowserContext], complaints: Complaints) -> Callable[[str], Page]:
    """Open a link on another device."""

    def elsewhere(address: str) -> Page:
        context = new_context()
        complaints.watch(context)
        page = context.new_page()
        page.goto(address)
        await_rules(page)
        return page

    return elsewhere


def expect_text(page: Page, text: str) -> Locator:
    """The element with this text in what the page says in sight."""
    return page.locator("#told, #news").get_by_text(text)


def link(notation: str) -> str:
    return f"moonwalk/#{write_link(MOONWALK, MOONWALK.parse(notation, {}))}"


@PHONE
def test_a_finished_roll_is_found_elsewhere_and_kept_only_when_told(
    context: BrowserContext, visit: Callable[[str], Page], elsewhere: Callable[[str], Page]
) -> None:
    context.add_init_script(SHARES)
    page = visit("moonwalk/")
    page.get_by_role("textbox", name="Shorthand").fill("9 [4] (2)")
    roll(page)
    said = verdict(page)
    with page.expect_console_message(lambda message: message.text == "shared"):
        share(page, "Text and link")
    shared = page.evaluate("shared")
    assert shared["title"] == "Moonwalk: 9 [4] (2)"
    assert re.fullmatch(r"Moonwalk · 9 \[4\] \(2\): \w+, \d hits? · needs 2.* · \d( \d){8}", shared["text"])
    assert len(shared["url"]) < 2_000

    other = elsewhere(shared["url"])
    assert verdict(other) == said
    assert dice(other) == 9
    expect(expect_text(other, "A finished roll from a link")).to_be_visible()
    assert other.evaluate(STORED) == {"events": [], "kept": {}}
    other.get_by_role("button", name="Add to my log").click()
    expect(expect_text(other, "A finished roll from a link")).to_be_hidden()
    expect(other).to_have_url(shared["url"].partition("#")[0])
    other.get_by_role("link", name="Log", exact=True).click()
    expect(other.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(1)


@PHONE
def test_a_test_from_a_link_is_rolled(
    context: BrowserContext, visit: Callable[[str], Page], elsewhere: Callable[[str], Page]
) -> None:
    context.add_init_script(f"{DOES_NOT_SHARE} {COPIES}")
    page = visit("moonwalk/")
    page.get_by_role("textbox", name="Shorthand").fill("8 (3)")
    share(page, "Share this test")
    expect(page.get_by_role("status")).to_have_text("Copied.")

    text, address = page.evaluate("copied").split("\n")
    assert text == "Moonwalk: 8 (3)"
    other = elsewhere(address)
    expect(other.get_by_role("textbox", name="Shorthand")).to_have_value("8 (3)")
    roll(other)
    assert dice(other) == 8
    other.reload()
    await_rules(other)
    expect(expect_text(other, "A test from a link")).to_be_hidden()


def test_a_picture_of_a_roll_goes_to_apps_else_the_clipboard_else_a_file(
    context: BrowserContext, visit: Callable[[str], Page]
) -> None:
    context.add_init_script(f"{SHARES} navigator.canShare = ({{ files }}) => files.length === 1;")
    page = visit("moonwalk/")
    page.get_by_role("textbox", name="Shorthand").fill("9 [4] (2)")
    roll(page)
    verdict(page)
    with page.expect_console_message(lambda message: message.text == "shared"):
        share(page, "Picture")
    assert page.evaluate("shared.files[0].name") == "Moonwalk-9-4-2.png"
    assert re.search(rf"\n{re.escape(page.url + '#' + FORMAT)}\S+$", page.evaluate("shared.text"))
    width, colours = page.evaluate(COLOURS)
    assert width == 1080
    assert {"#242a63", "#eef1fb"} <= set(colours)

    page.evaluate(f"() => {{ {DOES_NOT_SHARE} navigator.canShare = undefined; {TAKES_PICTURES} }}")
    share(page, "Picture")
    expect(page.get_by_role("status")).to_have_text("The picture is copied: paste it where you want it.")
    assert page.evaluate("kept.type") == "image/png"

    page.evaluate("() => { navigator.clipboard.write = undefined; }")
    with page.expect_download() as download:
        share(page, "Picture")
    assert download.value.suggested_filename == "Moonwalk-9-4-2.png"
    expect(page.get_by_role("status")).to_have_text("The picture is saved as a file.")


def test_leaving_a_link_brings_the_own_form_back(visit: Callable[[str], Page]) -> None:
    page = visit("moonwalk/")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    shorthand.fill("5 (1)")
    expect(page.get_by_role("textbox", name="Dicepool")).to_have_value("5")
    page.evaluate("(to) => { location.hash = to; }", link("8 (3)").partition("#")[2])
    expect(shorthand).to_have_value("8 (3)")
    page.get_by_role("button", name="Back to my own form").click()
    expect(shorthand).to_have_value("5 (1)")
    expect(page).not_to_have_url(re.compile("#"))


def test_where_nothing_may_be_copied_the_link_can_be_taken_by_hand(
    context: BrowserContext, visit: Callable[[str], Page], elsewhere: Callable[[str], Page]
) -> None:
    context.add_init_script(f"{DOES_NOT_SHARE} {REFUSES}")
    page = visit("moonwalk/")
    share(page, "Share this test")
    field = page.get_by_role("textbox", name="Text to copy")
    expect(field).to_be_visible()
    expect(expect_text(elsewhere(field.input_value().split("\n")[-1]), "A test from a link")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(field).to_be_hidden()


def test_thinking_better_of_sharing_says_nothing(context: BrowserContext, visit: Callable[[str], Page]) -> None:
    context.add_init_script(f"{CLOSES} {COPIES}")
    page = visit("moonwalk/")
    share(page, "Share this test")
    page.get_by_role("textbox", name="Shorthand").fill("6 (1)")
    expect(page.get_by_role("textbox", name="Dicepool")).to_have_value("6")
    expect(page.get_by_role("button", name="Close")).to_have_count(0)
    assert page.evaluate("globalThis.copied") is None


@PHONE
@pytest.mark.parametrize("fragment", ["1.<img src=x onerror=alert(1)>", "1.%00"])
def test_a_bad_link_is_told_and_the_table_works(visit: Callable[[str], Page], fragment: str) -> None:
    page = visit(f"moonwalk/#{fragment}")
    expect(page.get_by_role("status")).to_contain_text("This link cannot be opened")
    expect(page.locator("img")).to_have_count(0)
    roll(page)
    assert dice(page) == 12
    expect(page.get_by_role("button", name="Close")).to_have_count(0)


def test_markup_in_a_link_is_text(visit: Callable[[str], Page]) -> None:
    markup = "<img src=x onerror=alert(1)>"
    packed = zlib.compress(json.dumps({"system": "moonwalk", "notation": markup}).encode())
    page = visit(f"moonwalk/#1.{urlsafe_b64encode(packed).rstrip(b'=').decode()}")
    expect(page.get_by_role("status")).to_contain_text("This link cannot be opened")
    expect(page.get_by_role("status")).to_contain_text("<")
    expect(page.locator("img")).to_have_count(0)
