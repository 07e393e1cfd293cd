"""Dice that tell by Bluetooth how they fell, of two makers, in a browser that pretends to have them near."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.physical_helpers import by_hand, enter
from e2e.roll_helpers import entries, note, result
from e2e.waiting import await_rules

pytestmark = pytest.mark.still

NEAR = """
const gone = "gattserverdisconnected";
class Die extends EventTarget {
  constructor(id, name, services) {
    super();
    Object.assign(this, { id, name, written: [] });
    const said = new EventTarget();
    said.startNotifications = async () => said;
    const write = { writeValue: async (bytes) => this.written.push(...bytes) };
    const getCharacteristic = async (uuid) => (uuid === services.notify ? said : write);
    const getPrimaryService = async (uuid) => {
      if (uuid !== services.service) throw new DOMException("no such service", "NotFoundError");
      return { getCharacteristic };
    };
    this.gatt = { connect: async () => ({ getPrimaryService }) };
    this.says = (...bytes) => {
      said.value = new DataView(Uint8Array.from(bytes).buffer);
      said.dispatchEvent(new Event("characteristicvaluechanged"));
    };
    this.leaves = () => this.dispatchEvent(new Event(gone));
  }
}
const NORDIC = "6e400001-b5a3-f393-e0a9-e50e24dcca9e";
const PIXELS = { service: "a6b90001-7a5a-43f2-a962-350c8edc9b5b", notify: "a6b90002-7a5a-43f2-a962-350c8edc9b5b" };
const GODICE = { service: NORDIC, notify: "6e400003-b5a3-f393-e0a9-e50e24dcca9e" };
globalThis.near = {
  pixel: new Die("1", "Anna's d20", PIXELS),
  older: new Die("2", "Old d6", { service: NORDIC, notify: NORDIC }),
  godice: new Die("3", "GoDice_123456_K_v04", GODICE),
};
globalThis.asked = [];
let tapped = 0;
addEventListener("click", () => (tapped = performance.now()), true);
const requestDevice = async (options) => {
  asked.push(navigator.userActivation.isActive || performance.now() - tapped > 4000); // a busy machine lets it end
  if (!globalThis.chosen) throw new DOMException("User cancelled the requestDevice() chooser.", "NotFoundError");
  return near[chosen];
};
Object.defineProperty(Navigator.prototype, "bluetooth", { value: { requestDevice }, configurable: true });
"""
VERSION = [2, 15, *[0] * 14]
PIXEL = str([*VERSION, 10, 0, 0, 0, 0, 0, 7, 20, 0, 0])
"""The words of a Pixels d20 about itself: its version, then its id, its chip and its type."""
OLDER = str([2, 6, 1, 2, *[0] * 18])


@pytest.fixture
def table(context: BrowserContext) -> Page:
    context.add_init_script(NEAR)
    return context.new_page()


def open_page(page: Page, address: str, notation: str) -> None:
    page.goto(address)
    await_rules(page)
    note(page, notation)
    by_hand(page)


def connect(page: Page, die: str, said: str) -> None:
    page.evaluate("die => { globalThis.chosen = die; }", die)
    page.get_by_role("button", name="Connect dice").click()
    expect(page.locator("#told")).to_contain_text(said)


def says(page: Page, die: str, *messages: str) -> None:
    for message in messages:
        page.evaluate(f"near.{die}.says(...{message})")


@pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)
def test_a_pixels_die_and_a_godice_fill_the_keypad(table: Page) -> None:
    open_page(table, "general/", "d20 + d6 (15)")
    loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('bluetooth.mjs')).length"
    assert (table.evaluate("asked"), table.evaluate(loaded)) == ([], 0)  # before it is asked for
    connect(table, "pixel", "Anna's d20 is connected")
    assert table.evaluate("[asked, near.pixel.written]") == [[True], [1]]
    connect(table, "godice", "GoDice_123456_K_v04 is connected")
    says(table, "pixel", PIXEL, "[3, 2, 4]", "[3, 3, 7]", "[3, 1, 11]")  # handled, rolls, its 12th face is up
    expect(result(table)).to_contain_text("d6")
    expect(result(table).get_by_role("button", name="7", exact=True)).to_have_count(0)
    says(table, "pixel", "[3, 5, 4]")  # moved, without a roll
    says(table, "godice", "[82]", "[70, 83, 64, 0, 0]", "[83, 0, 0, 192]")  # rolls, is shaken, its 5 is up
    expect(result(table).get_by_role("heading", name="Success")).to_be_visible()
    expect(result(table)).to_contain_text("real dice")
    expect(entries(table)).to_contain_text("real dice")


def test_what_cannot_be_read_or_is_gone_is_told_and_what_is_typed_stays(table: Page) -> None:
    open_page(table, "moonwalk/", "3 (2)")
    enter(table, 6)
    connect(table, "", "No die was connected.")
    connect(table, "older", "Old d6 is connected")
    says(table, "older", OLDER, "[3, 3, 0]", "[3, 1, 4]")
    expect(result(table)).to_contain_text("Die 3 of 3")
    connect(table, "godice", "GoDice_123456_K_v04 is connected")
    says(table, "godice", "[83, 42, 42, 42]")
    expect(table.locator("#told")).to_contain_text("GoDice_123456_K_v04 cannot be read as it lies")
    table.evaluate("near.older.leaves()")
    expect(table.locator("#told")).to_contain_text("Old d6 is no longer connected")
    expect(result(table)).to_contain_text("Die 3 of 3")
    connect(table, "older", "Old d6 is connected")
    enter(table, 5)
    expect(result(table).get_by_role("heading", name="Success")).to_be_visible()


def test_a_browser_without_bluetooth_offers_no_dice(context: BrowserContext) -> None:
    context.add_init_script("delete Navigator.prototype.bluetooth")
    page = context.new_page()
    open_page(page, "moonwalk/", "3 (2)")
    expect(result(page)).to_contain_text("Die 1 of 3")
    expect(page.get_by_role("button", name="Connect dice")).to_have_count(0)
