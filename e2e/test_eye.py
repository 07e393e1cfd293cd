"""Real dice are read from a picture, and from a camera that is pretended."""

import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, FilePayload, Locator, Page, expect

from e2e.conftest import Complaints
from e2e.physical_helpers import by_hand, enter
from e2e.roll_helpers import entries, note, result
from e2e.waiting import PATIENCE, await_rules
from tools import ROOT

pytestmark = pytest.mark.still

PICTURES = ROOT / "tests/web/eye"
FOUR = PICTURES / "num_022.jpg"
"""Shows 3, 5, 5 and 6."""
READ = "Read them by camera"
WATCHED = """
globalThis.tracks = [];
const real = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
if (real) navigator.mediaDevices.getUserMedia = async (asked) => {
  if (globalThis.refuses) throw new DOMException("refused", refuses);
  await globalThis.waits;
  const stream = await (globalThis.gives ?? real)(asked);
  tracks.push(...stream.getTracks());
  return stream;
};
"""
GIVES = """globalThis.gives = async () => {
  const canvas = document.createElement("canvas");
  canvas.getContext("2d").fillRect(0, 0, 1, 1);
  const stream = canvas.captureStream(1);
  const [track] = stream.getTracks();
  track.getCapabilities = () => ({ torch: true });
  track.applyConstraints = async (asked) => (globalThis.light = asked);
  return stream;
};"""
"""A camera that sees nothing, and has a light."""
DRAWN = """async ({ faces, size, light = 0, aslant = 0, body = [0.8, 0.78, 0.72], ink = [0.01, 0.01, 0.015] }) => {
  const from = (file) => import(new URL(file, document.querySelector("script[type=module]").src));
  const [{ renderer }, { lying }, { about, after }] = await Promise.all(
    ["dice/renderer.mjs", "dice/solids.mjs", "dice/turns.mjs"].map(from),
  );
  const [width, height, room, leans] = [640, 480, 160, 0.3];
  const look = { body, ink, gloss: 0.3, edge: 0, material: 0, pips: true };
  const dice = new OffscreenCanvas(1, 1);
  const { draw, resize, release } = renderer(dice, new OffscreenCanvas(1, 1));
  resize(width, height, 1);
  draw(faces.map((face, nth) => ({
    die: { sides: 6, face, look, piece: nth },
    x: ((nth % 4) + 0.5) * room - width / 2,
    y: height / 2 - (Math.floor(nth / 4) + 0.5) * room,
    z: 0,
    turn: after(about([1, 0, 0], leans - aslant), after(about([0, 0, 1], 0.5 * nth), lying(6, face))),
    size,
    seen: 1,
    lies: 1,
  })));
  const picture = new OffscreenCanvas(width, height);
  const pen = picture.getContext("2d", { willReadFrequently: true });
  const fill = (colour) => Object.assign(pen, { fillStyle: colour }).fillRect(0, 0, width, height);
  fill("#2e5a3a");
  pen.drawImage(dice, 0, 0);
  release();
  const shade = pen.createLinearGradient(0, 0, width, height);
  shade.addColorStop(0, "rgb(0 0 0 / 0)");
  shade.addColorStop(1, `rgb(0 0 0 / ${light})`);
  fill(shade);
  const { readDice } = await from("eye/reader.mjs");
  const placeOf = ({ x, y }) => Math.floor(y / room) * 4 + Math.floor(x / room);
  const read = readDice(pen.getImageData(0, 0, width, height)).map((die) => [placeOf(die), die.face, die.confidence]);
  const bytes = new Uint8Array(await (await picture.convertToBlob()).arrayBuffer());
  return { read, picture: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
}"""
"""Draws dice of the app on a green table and gives the picture, and what is read in it: places, faces and how sure."""
FINGER = 44
SURE = 0.7
ENDED = "tracks.length > 0 && tracks.every(({ readyState }) => readyState === 'ended')"
LOADED = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/eye/')).length"


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def press(page: Page, name: str) -> None:
    sheet(page).get_by_role("button", name=name, exact=True).click()


def open_page(page: Page, notation: str) -> None:
    page.goto("moonwalk/")
    await_rules(page)
    note(page, notation)
    by_hand(page)
    assert page.evaluate(LOADED) == 0
    page.get_by_role("button", name=READ).click()


@pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)
def test_dice_are_read_from_a_picture_mended_and_used(context: BrowserContext) -> None:
    context.add_init_script(f"{WATCHED} globalThis.refuses = 'NotFoundError';")
    page = context.new_page()
    open_page(page, "5 (2)")
    expect(sheet(page)).to_contain_text("There is no camera that can be used")
    sheet(page).get_by_label("Choose or take a picture").set_input_files(FOUR)
    expect(sheet(page)).to_contain_text("4 of 5 found")
    dice = sheet(page).get_by_role("button", name=re.compile("the next face"))
    sheet(page).get_by_role("button", name="3: the next face").click()
    expect(sheet(page).get_by_role("button", name="4: the next face")).to_be_focused()
    for number, x in ((5, 40), (6, 200)):
        sheet(page).get_by_role("img").click(position={"x": x, "y": 40})
        expect(dice).to_have_count(number)
    expect(sheet(page)).to_contain_text("6 found, but 5 asked for")
    expect(sheet(page).get_by_role("button", name="Use these")).to_be_disabled()
    dice.last.dispatch_event("pointerdown")
    expect(dice).to_have_count(5)
    press(page, "Use these")
    expect(sheet(page)).to_have_count(0)
    expect(result(page)).to_contain_text("real dice")
    expect(entries(page)).to_contain_text("real dice")


@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_the_sheet_fits_a_small_phone_and_a_finger_and_loses_no_dice(
    context: BrowserContext, size: tuple[int, int]
) -> None:
    context.add_init_script(f"{WATCHED} globalThis.refuses = 'NotFoundError';")
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_page(page, "5 (2)")
    expect(sheet(page)).to_contain_text("There is no camera that can be used")
    expect(sheet(page).get_by_role("img")).to_be_hidden()
    far_off = b64decode(page.evaluate(DRAWN, {"faces": [1, 2, 3, 4, 5], "size": 60})["picture"])
    picture: FilePayload = {"name": "dice.png", "mimeType": "image/png", "buffer": far_off}
    sheet(page).get_by_label("Choose or take a picture").set_input_files(picture)
    expect(sheet(page).get_by_role("status")).to_have_text("5 of 5 found")
    for control in ("Use these", "Use the camera", "Choose or take a picture", "Type them in"):
        expect(sheet(page).get_by_text(control)).to_be_in_viewport(ratio=1)
    box = sheet(page).get_by_role("button", name="2: the next face").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= FINGER
    page.evaluate("refuses = 'NotAllowedError'")
    press(page, "Use the camera")
    expect(sheet(page)).to_contain_text("The camera was not allowed")
    press(page, "Use these")
    expect(result(page)).to_contain_text("real dice")


NEARLY_UPRIGHT = 0.5  # radians
COLOURS: list[tuple[dict[str, object], int]] = [({}, 11), ({"body": [0.4, 0.02, 0.02], "ink": [0.9, 0.9, 0.85]}, 8)]
"""Of dice, and how many of 12 are read at least: white ones, and red ones."""


def test_dice_that_the_app_draws_are_read_and_no_side_of_one_is_sure(page: Page) -> None:
    page.goto("moonwalk/")
    faces = [1, 2, 3, 4, 5, 6] * 2

    def sure(**drawn: object) -> list[tuple[int, int]]:
        read = page.evaluate(DRAWN, {"faces": faces, **drawn})["read"]
        return [(place, face) for place, face, confidence in read if confidence >= SURE]

    assert sure(faces=[], size=60) == []
    for (colour, least), aslant, (size, light) in product(COLOURS, [0, 0.3, 0.6], [(110, 0), (60, 0.5)]):
        found = sure(aslant=aslant, size=size, light=light, **colour)
        assert [(place, face) for place, face in found if faces[place] != face] == []
        assert aslant > NEARLY_UPRIGHT or len(found) >= least


FOUND = re.compile(r"^4 of 4 found$")


@pytest.fixture
def films(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    base_url: str,
    complaints: Complaints,
    tmp_path: Path,
) -> Iterator[Callable[[bytes], Page]]:
    """Open a page on a device whose camera sees a film of one picture."""
    with ExitStack() as opened:

        def film(picture: bytes) -> Page:
            film = tmp_path / "camera.mjpeg"
            film.write_bytes(picture * 30)
            arguments = (
                "--use-fake-ui-for-media-stream",
                "--use-fake-device-for-media-stream",
                f"--use-file-for-fake-video-capture={film}",
            )
            started = {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], *arguments]}
            browser = opened.enter_context(browser_type.launch(**started))
            context = browser.new_context(base_url=base_url)
            context.set_default_timeout(PATIENCE)
            context.add_init_script(WATCHED)
            complaints.watch(context)
            return context.new_page()

        yield film
        complaints.leave()


@pytest.mark.only_browser("chromium")
def test_dice_are_read_by_the_camera_which_ends_with_the_sheet(films: Callable[[bytes], Page]) -> None:
    page = films(FOUR.read_bytes())
    open_page(page, "4 (2)")
    expect(sheet(page).get_by_role("status")).to_have_text(FOUND)
    press(page, "Hold the picture")
    expect(sheet(page).get_by_role("button", name="Use the camera")).to_be_focused()
    assert page.evaluate(ENDED)
    expect(sheet(page).get_by_role("button", name="3: the next face")).to_be_visible()
    press(page, "Use the camera")
    expect(sheet(page).get_by_role("status")).to_have_text(FOUND)
    page.evaluate("tracks.at(-1).dispatchEvent(new Event('ended'))")  # as when it is unplugged
    expect(sheet(page).get_by_role("status")).to_have_text("The camera has ended.")
    press(page, "Use these")
    expect(result(page)).to_contain_text("real dice")
    assert page.evaluate(ENDED)


@pytest.mark.only_browser("chromium")
def test_a_camera_that_is_refused_is_reported_and_a_late_one_ends_at_once(context: BrowserContext) -> None:
    context.add_init_script(f"{WATCHED} {GIVES} globalThis.refuses = 'NotAllowedError';")
    page = context.new_page()
    open_page(page, "4 (2)")
    expect(sheet(page)).to_contain_text("The camera was not allowed for this site")
    page.evaluate("refuses = ''")
    press(page, "Use the camera")
    press(page, "Light")
    expect(sheet(page).get_by_role("button", name="Light", pressed=True)).to_be_visible()
    assert page.evaluate("light") == {"advanced": [{"torch": True}]}
    press(page, "Hold the picture")
    expect(sheet(page).get_by_role("status")).to_have_text("No dice found.")
    page.evaluate("() => { globalThis.waits = new Promise((come) => (globalThis.come = come)); }")
    press(page, "Use the camera")
    page.keyboard.press("Escape")
    expect(sheet(page)).to_have_count(0)
    page.evaluate("come()")
    page.wait_for_function(ENDED)
    enter(page, 6, 5, 1, 2)
    expect(result(page)).to_contain_text("real dice")


@pytest.mark.first_visit
@pytest.mark.only_browser("chromium")
def test_a_camera_ends_where_what_reads_the_dice_does_not_come(page: Page, complaints: Complaints) -> None:
    complaints.expect("sheet.mjs")
    page.add_init_script(f"{WATCHED} {GIVES}")
    page.route("**/eye/sheet.mjs", lambda route: route.abort())
    open_page(page, "4 (2)")
    expect(page.get_by_text("the file eye/sheet.mjs did not come")).to_be_visible()
    page.wait_for_function(ENDED)
