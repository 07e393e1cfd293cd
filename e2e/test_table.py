"""One table, many devices: browsers that share nothing play on one log."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, ViewportSize, expect

from e2e.boot_helpers import roll, verdict
from e2e.conftest import Complaints
from e2e.log_helpers import lines
from e2e.roll_helpers import note
from e2e.share_helpers import STORED
from e2e.stories_helpers import counter
from e2e.table_helpers import (
    COUNTS_TAPS,
    Sits,
    asks,
    at_step_die,
    await_spare,
    beside,
    code,
    joins,
    press,
    put_in,
    roll_once_more,
    same_lines,
    sits,
)
from e2e.waiting import PATIENCE, await_rules
from pyrules.campaign.devices import MOST_DEVICES, VERSION, Hello, encode
from pyrules.campaign.events import Device

__all__ = ["sits"]

pytestmark = pytest.mark.still

OPEN = "channels.filter(({ readyState }) => readyState === 'open')"

TAKEN_OVER = f"""async () => {{
  while ({OPEN}.length !== 1) await new Promise((resolve) => setTimeout(resolve, 20));
}}"""


def counters(page: Page) -> None:
    """Have the tracker show its counters, also where nothing was counted yet."""
    expect(page.get_by_role("heading", name="Players and foes")).to_be_visible()
    waiting = page.get_by_role("button", name=re.compile("^Counters"))
    if waiting.is_visible():
        waiting.click()


KEY = """(there) => new Promise((done) => {
  const opening = indexedDB.open("pyrules /pyrules/");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("kept").objectStore("kept").getKey("key");
    asked.onsuccess = () => { opening.result.close(); done((asked.result !== undefined) === there); };
  };
})"""


def test_the_key_of_the_connections_goes_with_the_table(sits: Sits) -> None:
    page = sits("table/")
    press(page, "Open a table")
    before = code(page)
    page.wait_for_function(KEY, arg=True)
    press(page, "Close the table")
    page.wait_for_function(KEY, arg=False)
    press(page, "Open a table")
    assert code(page) != before
    page.wait_for_function(KEY, arg=True)


def test_a_connection_that_ends_late_is_not_taken_for_the_next_one(sits: Sits) -> None:
    page = sits("table/")
    page.get_by_role("button", name="Open a table").click()
    code(page)
    page.get_by_role("button", name="Close the table").click()
    page.get_by_role("button", name="Open a table").click()
    code(page)
    made = page.evaluate("connections")
    page.evaluate("channels[0].dispatchEvent(new Event('close'))")  # as a busy browser does it
    page.get_by_label("Their code").fill("nonsense!")
    page.get_by_role("button", name="Connect").click()
    expect(page.locator("#told").get_by_text("This code cannot be used")).to_be_visible()
    assert page.evaluate("connections") == made  # none in place of one that was taken for ended


def test_three_devices_play_on_one_log_and_part_as_they_came(sits: Sits) -> None:
    gm, ann = sits(""), sits("stepdie/")
    roll(ann)  # of her own, before
    own = verdict(ann)
    ann.get_by_role("link", name="All systems").click()
    press(gm, "Open a table")
    press(ann, "Join a table")
    put_in(ann, code(gm))
    first = code(gm)
    put_in(gm, code(ann))
    for page in (gm, ann):
        expect(page.get_by_text("2 devices")).to_be_visible()
    ann.get_by_label("Your name").fill("Ann")
    expect(gm.get_by_role("list").filter(has_text="Ann")).to_contain_text("Game master")

    bo = sits(f"table/#{code(gm, first)}")  # as a link brings it
    press(bo, "Join a table")
    put_in(gm, code(bo))
    for page in (gm, ann, bo):
        expect(page.get_by_text("3 devices")).to_be_visible()
        expect(page.get_by_role("list").filter(has_text="Ann")).to_contain_text("Player")
    come_along(gm, ann, bo)

    expect(ann.get_by_role("button", name="Undo")).to_be_hidden()  # her own roll is put aside
    roll(ann)
    said = verdict(ann)
    for page in (gm, bo):
        assert verdict(page) == said
        expect(page.get_by_role("region", name="Result").get_by_text("Rolled by Ann")).to_be_visible()
    press(bo, "Undo")
    for page in (gm, ann, bo):
        expect(page.get_by_role("region", name="Result").get_by_role("heading")).to_have_count(0)
    roll(gm)
    said = verdict(gm)
    for page in (gm, ann, bo):
        assert verdict(page) == said
        page.get_by_role("link", name="Tracker").click()
        counters(page)
    before = counter(ann, "Game master's IP").inner_text()
    ann.get_by_role("button", name="Game master's IP: one more").click()
    for page in (ann, gm, bo):
        expect(counter(page, "Game master's IP")).not_to_have_text(before)
    assert len({counter(page, "Game master's IP").inner_text() for page in (gm, ann, bo)}) == 1
    for page in (gm, ann, bo):
        page.get_by_role("link", name="Log").click()
        expect(lines(page)).to_have_count(3)
    same_lines(gm, ann, bo)

    ann.get_by_role("link", name="At the table: 3 devices").click()
    press(ann, "Leave the table")
    for page in (gm, bo):
        expect(page.get_by_role("link", name="At the table: 2 devices")).to_be_visible()
    for page, events in ((ann, 1), (bo, 0), (gm, 4)):
        page.goto("stepdie/log/")
        await_rules(page)
        assert len(page.evaluate(STORED)["events"]) == events
    expect(lines(ann)).to_have_count(1)
    expect(lines(ann)).to_contain_text(own)


def meet(hub: Page, guest: Page) -> None:
    """Exchange codes, the guest's first."""
    put_in(guest, code(hub))
    put_in(hub, code(guest))
    for page in (hub, guest):
        expect(page.get_by_role("link", name="At the table: 2 devices")).to_be_visible()


def test_who_was_away_comes_back_and_both_logs_come_together(sits: Sits, complaints: Complaints) -> None:
    gm, ann = sits("table/"), sits("table/")
    press(gm, "Open a table")
    press(ann, "Join a table")
    meet(gm, ann)
    await_spare(gm, ann, "Marlene", "Ann")
    ann.evaluate(f"{OPEN}[0].close()")
    ann.evaluate(TAKEN_OVER)
    await_spare(gm, ann, "Marla", "Anna")
    for page in (gm, ann):
        expect(page.get_by_text("2 devices")).to_be_visible()
    complaints.leave()
    ann.evaluate("for (const channel of channels) channel.close()")  # also the one that stands by
    expect(gm.get_by_text("1 device")).to_be_visible()
    for page in (gm, ann):  # each alone
        page.get_by_role("link", name="All systems").click()
        page.get_by_role("link", name=re.compile("^Step Die")).last.click()
        roll(page)
        verdict(page)
        page.get_by_role("link", name="All systems").click()
    press(gm, "At the table: 1 device")
    expect(ann.get_by_role("link", name="At the table: alone")).to_be_visible()
    press(ann, "Back to Marla's table")
    meet(gm, ann)
    for page in (gm, ann):
        page.get_by_role("link", name="All systems").click()
        page.get_by_role("link", name=re.compile("^Step Die")).last.click()
        page.get_by_role("link", name="Log").click()
        expect(lines(page)).to_have_count(2)
    same_lines(gm, ann)


@pytest.mark.only_browser("chromium")  # the others take no secrets for a new connection, and have codes
def test_a_reloaded_page_comes_back_by_itself_on_the_hub_or_a_guest(sits: Sits, complaints: Complaints) -> None:
    gm, bo = sits("table/"), sits("table/")
    press(gm, "Open a table")
    press(bo, "Join a table")
    meet(gm, bo)
    complaints.leave()
    for reloads in (bo, gm):
        await_spare(gm, bo, *(("Gina", "Bo") if reloads is bo else ("Gia", "Bob")))
        reloads.reload()
        await_rules(reloads)
        for page in (gm, bo):
            expect(page.get_by_role("link", name="At the table: 2 devices")).to_be_visible()
    press(bo, "Leave the table")
    expect(bo.get_by_role("button", name="Join a table")).to_be_visible()
    bo.reload()
    await_rules(bo)
    expect(bo.get_by_role("button", name="Join a table")).to_be_visible()


FLOOD = """(text) => {
  const bytes = new TextEncoder().encode(`_${text}`);
  bytes[0] = 1;
  for (let sent = 0; sent <= 1000; sent += 1) channels.find((one) => one.readyState === "open").send(bytes);
}"""
SWELLS = """async () => {
  const stream = new Blob([new Uint8Array(50_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const channel = channels.find((one) => one.readyState === "open");
  for (let start = 0; start < packed.length; start += 16_000) {
    const rest = packed.subarray(start, start + 16_000);
    channel.send(new Uint8Array([start + 16_000 < packed.length ? 0 : 2, ...rest]));
  }
}"""
ENDLESS = """async () => {
  const piece = new Uint8Array(16_001); // the first of a message that never ends
  const channel = channels.find((one) => one.readyState === "open");
  while (channel.readyState === "open") {
    if (channel.bufferedAmount < 4_000_000) channel.send(piece);
    else await new Promise((resolve) => setTimeout(resolve, 5)); // a full queue refuses what is sent
  }
}"""
LIE = """(text) => {
  const bytes = new TextEncoder().encode(`_${text}`);
  bytes[0] = 1; // all that is said
  channels.find((one) => one.readyState === "open").send(bytes);
}"""


def come_along(gm: Page, *guests: Page) -> None:
    """Go to a game, into which all come who have sat down."""
    at_step_die(gm)
    for page in guests:
        press(page, "Just watching")
        expect(page.get_by_role("heading", name="Step Die", level=1)).to_be_visible()


MET = """() => {
  const box = (one) => one.getBoundingClientRect();
  const dock = document.querySelector("#dock");
  const told = box(document.querySelector("#told"));
  const seen = ({ top, bottom, ...rest }, one) =>
    ({ ...rest, top, bottom: dock.contains(one) ? bottom : Math.min(bottom, box(dock).top || innerHeight) });
  return [...document.querySelectorAll("button, summary, #top a, #tabs a, .button, .verdict, .die, .strip")]
    .filter((one) => one.checkVisibility() && !one.closest("#told"))
    .filter((one) => {
      const { left, right, top, bottom } = seen(box(one).toJSON(), one);
      return left < told.right && right > told.left && top < told.bottom && bottom > Math.max(told.top, 0);
    })
    .map((one) => one.textContent);
}"""
"""The parts of buttons, verdicts and dice that the line meets and that tell something."""
STAYS = """() => [...document.querySelectorAll("#card .verdict, #bar .roll")]
  .map((one) => Math.round(one.getBoundingClientRect().top))"""
SIZES = [(390, 844), (844, 390), (360, 640), (1024, 768), (1280, 720)]


def test_what_is_told_meets_nothing_moves_nothing_and_goes_by_itself(sits: Sits) -> None:
    gm, ann = sits(""), sits("")
    ann.set_viewport_size({"width": 390, "height": 844})
    press(gm, "Open a table")
    press(ann, "Join a table")
    meet(gm, ann)
    come_along(gm, ann)
    here = ann.get_by_role("link", name="Show here what everybody rolls", include_hidden=True)
    expect(here).to_have_count(1)
    expect(here).to_be_hidden()  # a phone has no room for it
    note(ann, "2d6 + d8 (3) ip 3")
    roll_once_more(ann)
    told = ann.locator(".told")
    ann.clock.install()
    for turn, (width, height) in enumerate((*SIZES, SIZES[-1])):
        ann.set_viewport_size({"width": width, "height": height})
        if turn == len(SIZES):  # where everybody looks
            here.click()
            expect(ann.locator(".shown")).to_be_visible()
        roll_once_more(gm)
        expect(ann.locator(".strip.newest, .others, .shown").first).to_be_attached()
        where = ann.evaluate(STAYS)
        press(gm, "Undo")
        expect(told).to_have_text(re.compile("^Game master undid this: "))
        assert ann.evaluate(MET) == [], (width, height)
        assert turn or ann.evaluate(STAYS) == where
        expect(told.get_by_role("button")).to_have_count(0)
        ann.clock.fast_forward(8_000)
        expect(told).to_have_count(0)


def each_sees_the_others_roll(devices: Mapping[str, Page]) -> None:
    """Roll on one device after the other: one's own roll stays, and the newest of the others is beside it."""
    everyone = {page: page.get_by_role("region", name="Result") for page in devices.values()}
    have_rolled: list[Page] = []
    said = ""
    for roller, name in zip(everyone, devices, strict=True):
        said = roll_once_more(roller)
        have_rolled.append(roller)
        for page, result in everyone.items():
            if page is not roller:  # one's own roll stays
                others = result.get_by_text(f"Rolled by {name}"), beside(page).get_by_text(name)
                expect(others[page in have_rolled]).to_be_visible()
            expect(result.get_by_text("fair dice")).to_be_visible()
    for page in have_rolled[:-1]:
        expect(beside(page)).to_contain_text(said)


def test_what_lies_under_the_thumb_stays_there_while_others_roll(sits: Sits) -> None:
    gm, ann = sits("table/"), sits("table/")
    ann.set_viewport_size({"width": 390, "height": 844})
    press(gm, "Open a table")
    joins(gm, ann, "Ann", 2)
    come_along(gm, ann)
    each_sees_the_others_roll({"Game master": gm, "Ann": ann})
    for mine, others in ((ann, gm), (gm, ann)):
        result, shown = mine.get_by_role("region", name="Result"), beside(mine)
        before, said = result.get_by_role("heading").first.bounding_box(), verdict(mine)
        shown.evaluate("(earlier) => earlier.removeAttribute('aria-label')")
        rolled = roll_once_more(others)
        expect(shown).to_be_in_viewport(ratio=1)
        expect(shown.get_by_role("button").first.get_by_role("strong")).to_have_text(rolled)
        assert result.get_by_role("heading").first.bounding_box() == before
        assert verdict(mine) == said
    strip, bar = beside(ann).bounding_box(), ann.locator("#bar").bounding_box()
    assert strip
    assert bar
    assert strip["y"] + strip["height"] <= bar["y"]
    own, other = verdict(ann), verdict(gm)
    beside(ann).get_by_role("button").first.click()
    expect(ann.get_by_role("region", name="Result").get_by_role("heading").first).to_have_text(other)
    ann.get_by_role("button", name="Back to your roll").click()
    expect(ann.get_by_role("region", name="Result").get_by_role("heading").first).to_have_text(own)
    press(ann, "Put away")
    expect(beside(ann)).to_have_count(0)


FINDS_ADDRESSES_LATE = """() => {
  const came = new WeakSet();
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    set onicecandidate(hear) {
      super.onicecandidate = (event) => setTimeout(() => (came.add(this), hear(event)), 3000);
    }
    get localDescription() {
      const { type, sdp } = super.localDescription;
      return { type, sdp: came.has(this) ? sdp : sdp.replace(/^a=candidate.*\\r\\n/gm, "") };
    }
  };
}"""


def test_a_device_whose_addresses_are_found_late_comes_to_the_table(sits: Sits) -> None:
    gm, ann = sits("table/"), sits("table/")
    ann.evaluate(FINDS_ADDRESSES_LATE)
    press(gm, "Open a table")
    joins(gm, ann, "Ann", 2)


HEARS_TELLING = """() => {
  globalThis.tellings = [];
  const send = RTCDataChannel.prototype.send;
  RTCDataChannel.prototype.send = function (message) {
    if (new TextDecoder().decode(message).includes('"kind":"building"')) tellings.push(performance.now());
    return send.call(this, message);
  };
}"""
GAPS = "tellings.slice(1).map((at, nth) => at - tellings[nth])"


def test_a_test_put_together_is_on_the_screen_at_most_four_times_a_second(
    sits: Sits,
) -> None:
    screen, ann = sits("table/"), sits("table/")
    press(screen, "Open a table")
    joins(screen, ann, "Ann", 2)
    come_along(screen, ann)
    show = screen.get_by_role("link", name="Show on a second screen")
    show.evaluate("(link) => { link.removeAttribute('target'); link.click(); }")  # on this one
    ann.evaluate(HEARS_TELLING)
    for points in range(6, 18):  # typed: a button that a busy machine holds for half a second steps on
        ann.get_by_role("textbox", name="Points spent").fill(str(points))
        if points == 6:  # what is typed while the rules are busy is told once
            expect(screen.get_by_role("region", name="Result")).to_contain_text("Ann prepares 6d6")
    expect(screen.get_by_role("region", name="Result")).to_contain_text(re.compile("Ann prepares 17d6 .* to succeed"))
    assert min(ann.evaluate(GAPS)) > 200


def expect_devices(page: Page, devices: int) -> None:
    """So many devices are at the table, also after one stood still for so long that it has to come back by itself."""
    expect(page.get_by_role("link", name=f"At the table: {devices} devices")).to_be_visible(timeout=2 * PATIENCE)


def cut_off(gm: Page, why: str, left: int) -> None:
    """The hub says whom it has let go, and so many devices are left.

    Whoever sends without end learns of it late: what is seen for eight seconds may be gone, what was read out stays.
    """
    expect(gm.get_by_role("status")).to_contain_text(re.compile(why))
    expect_devices(gm, left)


def test_eight_devices_stay_together_through_drops_and_a_reload(sits: Sits, complaints: Complaints) -> None:
    gm = sits("table/")
    press(gm, "Open a table")
    guests = {name: sits("table/") for name in ("Ann", "Bo", "Cid", "Dee", "Eli", "Flo", "Gus")}
    for devices, (name, page) in enumerate(guests.items(), 2):
        joins(gm, page, name, devices)
    ann, bo, cid, dee, *others = guests.values()
    expect(gm.get_by_label("Your code")).to_be_hidden()  # there is room for no more
    come_along(gm, *guests.values())
    each_sees_the_others_roll({"Game master": gm, **guests})

    asks(gm, *guests.values())

    complaints.leave()  # what is cut off complains
    ann.evaluate("for (const channel of channels) channel.close()")  # also the one that stands by
    expect(gm.get_by_role("link", name="At the table: 7 devices")).to_be_visible()
    roll_once_more(ann)  # alone
    ann.get_by_role("link", name="Log").click()
    expect(lines(ann)).to_have_count(MOST_DEVICES + 2)
    alone = lines(ann).first.get_by_role("strong").inner_text()
    ann.goto("table/")
    await_rules(ann)
    expect(ann.get_by_text("You are not connected to the table.")).to_be_visible()
    gm.get_by_role("link", name="At the table: 7 devices").click()
    put_in(ann, code(gm))
    put_in(gm, code(ann))
    expect(ann.get_by_role("heading", name="Step Die", level=1)).to_be_visible()
    expect(ann.get_by_role("group", name="Who are you?")).to_be_hidden()
    at_step_die(gm)

    expect_devices(gm, MOST_DEVICES)
    bo.evaluate(LIE, '{"kind":"added","records":["nonsense"],"by":null}')
    cut_off(gm, "Bo was cut off", 7)
    cid.evaluate(ENDLESS)
    cut_off(gm, "Cid was cut off, since .* without end", 6)
    dee.evaluate(SWELLS)
    cut_off(gm, "Dee was cut off, since .* without end", 5)
    eli, *others = others
    eli.evaluate(FLOOD, encode(Hello(VERSION, "", hub=False, device=Device("Eli"))))
    cut_off(gm, "Eli was cut off, since .* without end", 4)
    at_step_die(ann)
    for page in (gm, ann, *others):
        page.get_by_role("link", name="Log").click()
        expect(lines(page)).to_have_count(MOST_DEVICES + 2)
        expect(lines(page).first).to_contain_text(alone)
        expect(lines(page).first).to_contain_text("dice not proven")
    same_lines(gm, ann, *others)


WIDTH, HEIGHT, SQUARE = 640, 480, 6
LIGHT, DARK = b"\xeb", b"\x10"
FRAMES = 5
"""For half a second each code is seen."""


def film(file: Path, *shown: Page | None) -> None:
    """Write a film of the codes that devices show, one after the other, for Chromium's fake camera (YUV4MPEG2).

    One as long may be in the camera, which then sees this one; None stands for a device that shows nothing.
    """
    frames = b"".join(frame(page) * FRAMES for page in shown)
    file.touch()
    with file.open("r+b") as written:
        written.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420\n".encode() + frames)


def frame(page: Page | None) -> bytes:
    """The code that a device shows, as one picture of a film."""
    rows = [bytearray(LIGHT * WIDTH) for _ in range(HEIGHT)]
    code = page.get_by_role("img", name="A picture").locator("path").get_attribute("d") if page else ""
    squares = code or ""
    for left, top, width in re.findall(r"M(\d+) (\d+)h(\d+)", squares):
        start, end = (100 + int(place) * SQUARE for place in (left, int(left) + int(width)))
        for row in rows[8 + int(top) * SQUARE :][:SQUARE]:
            row[start:end] = DARK * (end - start)
    return b"FRAME\n" + b"".join(rows) + b"\x80" * (WIDTH * HEIGHT // 2)


@pytest.fixture
def films(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], base_url: str, complaints: Complaints
) -> Iterator[Callable[[Path], Page]]:
    """Open the table's screen on a device whose camera sees a picture."""
    with ExitStack() as opened:

        def films(picture: Path) -> Page:
            arguments = (
                "--use-fake-ui-for-media-stream",
                "--use-fake-device-for-media-stream",
                f"--use-file-for-fake-video-capture={picture}",
            )
            started = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], *arguments]}
            browser = opened.enter_context(browser_type.launch(**started))
            context = browser.new_context(base_url=base_url, viewport=TABLET)
            context.set_default_timeout(PATIENCE)
            context.add_init_script(COUNTS_TAPS)
            complaints.watch(context)
            page = context.new_page()
            page.goto("table/")
            await_rules(page)
            return page

        yield films
        complaints.leave()


@pytest.mark.only_browser("chromium")
def test_the_camera_reads_a_code_and_a_refused_camera_is_reported(
    sits: Sits, films: Callable[[Path], Page], tmp_path: Path
) -> None:
    gm = sits("table/")
    press(gm, "Open a table")
    expect(gm.get_by_role("img", name="A picture")).to_be_visible()
    press(gm, "Scan their codes")
    expect(gm.locator("#told").get_by_text(re.compile("Paste the code as text, or open the link"))).to_be_visible()
    seen = tmp_path / "camera.y4m"
    film(seen, gm)
    ann = films(seen)
    press(ann, "Join a table")
    expect(ann.get_by_role("main").get_by_text("Connecting.")).to_be_visible()
    put_in(gm, code(ann))
    for page in (gm, ann):
        expect(page.get_by_text("2 devices")).to_be_visible()


TABLET: ViewportSize = {"width": 1024, "height": 768}


@pytest.mark.only_browser("chromium")
def test_all_who_see_one_picture_are_in_the_game_with_two_taps_each(
    sits: Sits, films: Callable[[Path], Page], tmp_path: Path
) -> None:
    seen = tmp_path / "camera.y4m"
    film(seen, *[None] * 3)
    gm = films(seen)
    at_step_die(gm)
    gm.get_by_role("link", name="All systems").click()
    gm.evaluate("taps = 0")
    press(gm, "Open a table")
    expect(gm.get_by_role("img", name="A picture")).to_be_visible()
    link = f"table/#{code(gm)}"  # what any camera reads from the picture
    guests = [sits(link) for _ in range(3)]
    for page in guests:
        page.evaluate(COUNTS_TAPS)
        press(page, "Join a table")
        expect(page.get_by_role("img", name="A picture")).to_be_visible()
    film(seen, *guests)  # the camera looks on
    for page in guests:
        expect(page.get_by_role("heading", name="Step Die", level=1)).to_be_visible()
        press(page, "Just watching")
        expect(page.get_by_role("group", name="Who are you?")).to_be_hidden()
    for page in (gm, *guests):
        expect(page.get_by_role("link", name="At the table: 4 devices")).to_be_visible()
    assert [page.evaluate("taps") for page in (gm, *guests)] == [1, 2, 2, 2]
    for part in (
        gm.get_by_role("img", name="A picture"),
        gm.get_by_role("img", name="The camera's picture"),
        gm.get_by_role("list").filter(has_text="Game master"),
    ):
        expect(part).to_be_in_viewport(ratio=1)
    assert gm.evaluate("scrollY") == 0


LOADED = (
    r"performance.getEntriesByType('resource').filter(({ name }) => /channel\.mjs|codes\.mjs|\/qr\//.test(name)).length"
)


def test_no_connection_is_made_and_nothing_of_it_loaded_before_the_tap(sits: Sits) -> None:
    gm = sits("table/")
    assert (gm.evaluate("connections"), gm.evaluate(LOADED)) == (0, 0)
    press(gm, "Open a table")
    page = sits(f"table/#{code(gm)}")
    expect(page.get_by_role("button", name="Join a table")).to_be_visible()
    assert (page.evaluate("connections"), page.evaluate(LOADED)) == (0, 0)
    press(page, "Join a table")
    code(page)
    expect(page.get_by_role("img", name="A picture")).to_be_visible()
    assert (gm.evaluate("connections"), page.evaluate("connections")) == (MOST_DEVICES - 1, 4)
    assert page.evaluate(LOADED) > 2
