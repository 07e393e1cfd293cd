"""Helpers of the tests of the table, which other tests use too."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.boot_helpers import verdict
from e2e.conftest import Complaints, motion
from e2e.log_helpers import lines
from e2e.waiting import await_rules
from pyrules.campaign.devices import MOST_DEVICES

Sits = Callable[[str], Page]


COUNTS_CONNECTIONS = """
globalThis.connections = 0;
globalThis.channels = [];
globalThis.RTCPeerConnection &&= class extends RTCPeerConnection { // a pen has none
  constructor(...given) {
    super(...given);
    connections += 1;
  }
  createDataChannel(...given) {
    channels.push(super.createDataChannel(...given));
    globalThis.last = this;
    return channels.at(-1);
  }
};
"""


GATHERED = """async () => {
  while (last.iceGatheringState !== "complete") await new Promise((resolve) => setTimeout(resolve, 20));
}"""


@pytest.fixture
def sits(
    new_context: Callable[..., BrowserContext], complaints: Complaints, request: pytest.FixtureRequest
) -> Iterator[Sits]:
    """Open the site on one more device."""

    def sits(address: str) -> Page:
        context = new_context(reduced_motion=motion(request))
        context.add_init_script(COUNTS_CONNECTIONS)
        complaints.watch(context)
        page = context.new_page()
        page.goto(address)
        await_rules(page)
        return page

    yield sits
    complaints.leave()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def code(page: Page, other_than: str = "") -> str:
    """The code that a device shows, once it is another."""
    field = page.get_by_label("Your code")
    expect(field).to_have_value(re.compile(f"^(?!{other_than}$).+" if other_than else ".+"))
    return field.input_value()


def put_in(page: Page, theirs: str) -> None:
    page.get_by_label("Their code").fill(theirs)
    press(page, "Connect")


def same_lines(first: Page, *pages: Page) -> None:
    """All that show their log show the same."""
    written = lines(first).all_inner_texts()
    for page in pages:
        expect(lines(page)).to_have_text(written, use_inner_text=True)


def await_spare(gm: Page, ann: Page, *names: str) -> None:
    """Wait until a connection stands by on both sides: its code is sent before a name that is typed then."""
    for page, name in zip((gm, ann), names, strict=True):
        page.evaluate(GATHERED)
        page.get_by_label("Your name").fill(name)
    for page in (gm, ann):
        for name in names:
            expect(page.get_by_role("list").get_by_text(name, exact=True)).to_be_visible()


COUNTS_TAPS = """
if (globalThis.taps === undefined) addEventListener("click", ({ isTrusted }) => (taps += Number(isTrusted)), true);
globalThis.taps = 0;
"""


def at_step_die(page: Page) -> None:
    """Go from the table's screen to a form."""
    page.get_by_role("link", name="All systems").click()
    page.get_by_role("link", name=re.compile("^Step Die")).last.click()


def beside(page: Page) -> Locator:
    """The newest roll of the others, beside one's own."""
    return page.get_by_role("group", name="Another's roll")


def roll_once_more(page: Page, by: Locator | None = None) -> str:
    """Roll the form's test, or tap what rolls, and return the verdict in place of an earlier one."""
    earlier = page.get_by_role("region", name="Result").get_by_role("button", name="Undo").element_handles()
    (by or page.get_by_role("button", name=re.compile("^Roll"))).click()
    for undo in earlier:
        undo.wait_for_element_state("hidden")  # each undoes its own roll
    return verdict(page)


def joins(gm: Page, guest: Page, name: str, devices: int) -> None:
    """Join a table under a name."""
    shown = code(gm)
    press(guest, "Join a table")
    expect(guest.get_by_label("Their code")).to_be_visible()  # by then the focus has moved
    guest.get_by_label("Your name").fill(name)
    put_in(guest, shown)
    put_in(gm, code(guest))
    expect(guest.get_by_role("link", name=f"At the table: {devices} devices")).to_be_visible()
    if devices < MOST_DEVICES:
        code(gm, shown)


def asks(gm: Page, ann: Page, *others: Page) -> str:
    """Have everybody asked for a test, which the first of them rolls with one tap; the verdict is returned."""
    ann.evaluate(COUNTS_TAPS)
    gm.get_by_text("Ask for a test").click()
    gm.get_by_label("What for").fill("Climb the wall")
    press(gm, "Ask everybody")
    asked = ann.get_by_role("group", name="Game master asks: Climb the wall")
    said = roll_once_more(ann, asked.get_by_role("button", name=re.compile(r"^Roll .* %")))
    expect(asked).to_be_hidden()
    assert ann.evaluate("taps") == 1
    replies = gm.get_by_role("region", name="Climb the wall").get_by_role("listitem")
    expect(replies.filter(has_text=re.compile("asked$"))).to_have_count(len(others))
    expect(replies.first).to_contain_text(said)
    press(gm, "Done")
    for page in others:
        expect(page.get_by_role("group", name=re.compile("asks"))).to_have_count(0)
    return said
