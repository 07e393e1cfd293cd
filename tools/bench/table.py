"""A table of eight devices: how soon they are connected, how soon a roll is seen on the others, and one log on all.

The devices are contexts of one browser on one machine, so the network costs next to nothing; what is measured is ours.
"""

import statistics
from collections.abc import Sequence

from playwright.sync_api import Page

from tools import chromium
from tools.bench.log import page_with, records

DEVICES = 8
ROLLS = 10_000
TAPS = 2 * DEVICES
ROLLED = 500

PATIENCE = 600_000  # milliseconds: eight Pythons at once on a few cores
SEES_DICE = """() => {
  const table = document.getElementById("table");
  globalThis.moved = new Promise((resolve) => {
    const seen = new MutationObserver(() => {
      if (table.dataset.dice === "rolling") resolve(Date.now());
    });
    seen.observe(table, { attributes: true, attributeFilter: ["data-dice"] });
  });
}"""
HEARS_OPENING = """(() => {
  const create = RTCPeerConnection.prototype.createDataChannel;
  RTCPeerConnection.prototype.createDataChannel = function (...given) {
    const channel = create.apply(this, given);
    channel.addEventListener("open", () => (globalThis.opened = Date.now()));
    return channel;
  };
})()"""
TAP = "() => { const now = Date.now(); document.querySelector('#bar .roll').click(); return now; }"


def measure() -> list[dict[str, object]]:
    """Seat the devices, have them roll, print the figures, and give them as rows."""
    with chromium.visiting() as (chrome, url, _):
        hub = open_table(page_with(chrome, url, records(ROLLS)))
        button(hub, "Open a table")
        guests: list[Page] = []
        seats = []
        for _ in range(DEVICES - 1):
            guests.append(open_table(chrome.new_context(base_url=url).new_page()))
            button(guests[-1], "Join a table")
            seats.append(seat_guest(hub, guests[-1]))
        connecting, joining = zip(*seats, strict=True)
        everyone = [hub, *guests]
        for page in everyone:
            page.get_by_role("link", name="All systems").click()
            page.locator("a[data-system=moonwalk]").last.click()
        taps = [time_roll(everyone[number % len(everyone)], everyone) for number in range(TAPS)]
        for page in everyone:
            page.emulate_media(reduced_motion="reduce")  # a tap while dice tumble would only end that
        entries = roll_at_once(everyone)
        same = len({log(page) for page in everyone}) == 1
    rows: list[dict[str, object]] = [
        {"what": "both codes known to an open channel", "ms": round(statistics.median(connecting))},
        {"what": f"that to the log of {ROLLS:,} rolls", "ms": round(statistics.median(joining))},
        {"what": "a tap to dice moving on another device", "ms": round(statistics.median(min(each) for each in taps))},
        {"what": "the same on half of seven", "ms": round(statistics.median(map(statistics.median, taps)))},
        {"what": "the same on the last of seven", "ms": round(statistics.median(max(each) for each in taps))},
        {"what": f"{DEVICES} devices rolled: one log on all, to the byte", "same": same},
        {"what": "the entries that it has then", "entries": entries},
    ]
    for row in rows:
        print(f"{row['what']:<60}{list(row.values())[1]!s:>8}")
    return rows


def open_table(page: Page) -> Page:
    """A device with the table's screen open."""
    page.set_default_timeout(PATIENCE)
    page.add_init_script(HEARS_OPENING)
    page.goto("table/")
    page.get_by_role("progressbar").wait_for(state="hidden")
    return page


def button(page: Page, name: str) -> None:
    """Press a button."""
    page.get_by_role("button", name=name, exact=True).click()


def seat_guest(hub: Page, guest: Page) -> tuple[float, float]:
    """Exchange codes; tell in milliseconds how long the connection took, and then the log."""
    for page, other in ((guest, hub), (hub, guest)):
        page.get_by_label("Their code").fill(other.get_by_label("Your code").input_value())
        if page is guest:
            button(guest, "Connect")
    start = hub.evaluate("Date.now()")
    button(hub, "Connect")
    guest.get_by_role("group", name="Who are you?").wait_for()  # in the game; the log's length stands at the table
    guest.get_by_role("link", name="At the table").click()
    guest.get_by_text(f"{ROLLS:,} entries").wait_for()
    connected, joined = guest.evaluate("[opened, Date.now()]")
    return connected - start, joined - connected


def time_roll(one: Page, everyone: Sequence[Page]) -> list[float]:
    """Roll on one device; tell after how many milliseconds the dice moved on each of the others."""
    for page in everyone:
        page.evaluate(SEES_DICE)
    start = one.evaluate(TAP)
    moved = [page.evaluate("moved") - start for page in everyone if page is not one]
    for page in everyone:
        page.locator("#table:not([data-dice=rolling])").wait_for(state="attached")
    return moved


def roll_at_once(everyone: Sequence[Page]) -> str:
    """Have all devices roll at once until they have rolled so often; tell how many entries each then has."""
    while True:
        for number in range(ROLLED):
            everyone[number % len(everyone)].evaluate(TAP)
        entries = wait_for_one_log(everyone)
        if all(int(each.replace(",", "")) >= ROLLS + ROLLED for each in entries):
            return ", ".join(sorted(entries))


def wait_for_one_log(everyone: Sequence[Page]) -> set[str]:
    """Wait until every device tells of a log of the same length, twice in turn; tell how many entries it has."""
    for page in everyone:
        page.get_by_role("link", name=f"At the table: {DEVICES} devices").click()
    before: set[str] = set()
    for _ in range(PATIENCE // 1000):
        now = {page.get_by_text("The log has").inner_text() for page in everyone}
        if len(now) == 1 and now == before:
            break
        before = now
        everyone[0].wait_for_timeout(1000)  # no page says that nothing more comes: only that a second brought nothing
    for page in everyone:
        page.go_back()
    return {text.split()[3] for text in before}


def log(page: Page) -> str:
    """The log of a device, as its file has it."""
    page.get_by_role("link", name="Log").click()
    with page.expect_download() as found:
        page.locator("[data-on=log-export]").first.evaluate("(button) => button.click()")
    return found.value.path().read_text(encoding="utf-8")
