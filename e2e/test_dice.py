"""The drawn dice show what Python decided, whatever they are and however they look."""

import base64
import re
from collections.abc import Mapping, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.dice_helpers import luminance, roll_address
from e2e.dice_seen import begin, come_to, dice, expect_seen, faces_announced, prefer, roll_notation, throw
from e2e.inspection import TEXT_SIZE
from e2e.roll_helpers import note, rolling, tray
from pyrules.core.roll import SIZES
from tools.server import Server

LAY_AND_THROW = """async ([module, dice]) => {
  const { roll } = await import(module);
  const list = Object.assign(document.createElement("ol"), { className: "dice" });
  const drawn = (name, attributes = {}) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    return made;
  };
  for (const [sides, face] of dice) {
    const die = Object.assign(document.createElement("li"), { className: "die" });
    Object.assign(die.dataset, { sides, face, kind: "thrown" });
    die.append(drawn("svg", { viewBox: "0 0 9 9" }));
    die.firstChild.append(drawn("rect", { class: "body" }), drawn("text", { class: "ink" }));
    list.append(die);
  }
  document.getElementById("tray").replaceChildren(list);
  roll({ event: "", throws: dice.map(([, face]) => ({ before: 0, landings: [[0, face]] })) });
}"""
AT_ONCE = 5  # few enough for large pictures
SPREAD = """async (png) => {
  const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` });
  await image.decode();
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const blue = data.filter((_, at) => at % 4 === 2);
  return Math.max(...blue) - Math.min(...blue);
}"""

COLOURS = """(list, look) => {
  list.dataset.dice = look;
  const fill = (die, part) => getComputedStyle(die.querySelector(part)).fill.match(/\\d+/g).map(Number);
  return [...list.children].map((die) => [fill(die, ".body"), fill(die, "text")]);
}"""
LOOKS = {
    "classic": (4.5, 7),
    "midnight": (4.5, 7),
    "gems": (4.5, 7),
    "wood": (4.5, 7),
    "bone": (4.5, 7),
    "metal": (4.5, 7),
    "contrast": (7, 3),
}
"""For each look of the dice the least contrast of its numbers, and how many colours its dice have."""
ADD_A_STEP_DIE = """list => {
  const step = list.lastElementChild.cloneNode(true);
  step.dataset.kind = "step";
  list.append(step);
}"""

pytestmark = pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)


def width(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["width"]


def strength(page: Page, place: Locator) -> float:
    """The contrast of a die with the felt: the spread of blue in its picture."""
    come_to(page, "rest")
    return float(page.evaluate(SPREAD, base64.b64encode(place.screenshot()).decode()))


def test_every_drawn_number_is_the_face_that_was_given(page: Page, server: Server) -> None:
    begin(page, "moonwalk/")
    prefer(page, "Dice", "Quick")
    roll_notation(page, "3 (1)")
    starts = [(size, first) for size in SIZES for first in range(1, size + 1, AT_ONCE)]
    for sides, first in starts:
        faces = list(range(first, min(first + AT_ONCE, sides + 1)))
        page.evaluate(LAY_AND_THROW, [f"{server.url}dice/dice.mjs", [[sides, face] for face in faces]])
        come_to(page, "rest")
        expect_seen(page, [sides] * len(faces), faces)


def test_a_roll_shows_the_dice_that_are_told(page: Page) -> None:
    begin(page, "stepdie/")
    roll_notation(page, "6d6 + d12 (3)")
    expect_seen(page, [6] * 6 + [12], faces_announced(page))


@pytest.mark.parametrize(
    ("system", "notation", "faces", "drawn"),
    [
        ("moonwalk", "2 (1) six", "6,2,6,3", {"thrown": [(6, 6), (6, 2), (6, 6), (6, 3)]}),
        ("almond", "3d6 TN 4", "3,2,5", {"thrown": [(6, 3), (6, 2), (6, 5)]}),
        ("relics", "4d6 A6 / 1d", "2,3,5", {"auto": [(6, 6)], "thrown": [(6, 2), (6, 3), (6, 5)]}),
        ("stepdie", "2d6 + d10 (3)", "4,1,7", {"thrown": [(6, 4), (6, 1)], "step": [(10, 7)]}),
        ("general", "d8 adv + d4 (10)", "3>6,2", {"thrown": [(8, 6), (4, 2)], "dropped": [(8, 3)]}),
    ],
)
def test_every_kind_of_die_is_drawn_with_the_face_that_counts(
    page: Page, system: str, notation: str, faces: str, drawn: Mapping[str, Sequence[tuple[int, int]]]
) -> None:
    begin(page, roll_address(system, notation, faces))
    for kind, given in drawn.items():
        sizes, numbers = zip(*given, strict=True)
        expect_seen(page, sizes, list(numbers), tray(page).locator(f"[data-kind={kind}]"))


def test_advantage_leaves_a_smaller_and_fainter_die(page: Page) -> None:
    begin(page, roll_address("general", "d8 adv (5)", "3>6"))
    counts, dropped = (tray(page).locator(f"[data-kind={kind}]") for kind in ("thrown", "dropped"))
    for number, die in ((6, counts), (3, dropped)):
        expect_seen(page, [8], [number], die)
    assert width(dropped) < 0.7 * width(counts)
    assert strength(page, dropped) < 0.7 * strength(page, counts)


def test_a_modified_die_shows_what_it_counts_as_and_small_how_it_came_so(page: Page) -> None:
    begin(page, roll_address("relics", "2d6 +1 / 1d", "2,4"))
    expect(dice(page).nth(1)).to_contain_text("4 +1 = 5")
    expect_seen(page, [6, 6], [2, 5])
    worth, sum_ = (dice(page).nth(1).get_by_text(text, exact=True).bounding_box() for text in ("5", "4 +1"))
    assert worth
    assert sum_
    assert worth["height"] > sum_["height"]


WHILE_ROLLING = """(tray, [selector, property]) => {
  tray.dataset.dice = "rolling"; // until what draws the dice says otherwise, which may be at once
  return getComputedStyle(tray.querySelector(selector))[property];
}"""


def test_which_dice_are_chosen_is_seen_once_they_lie(page: Page) -> None:
    begin(page, "general/")
    roll_notation(page, "d8 + d6 (10) reroll 1")
    chosen = tray(page).get_by_role("button").first
    chosen.tap()
    expect(chosen).to_have_css("outline-style", "solid")
    assert tray(page).evaluate(WHILE_ROLLING, ["[aria-pressed=true]", "outlineStyle"]) == "none"


def test_how_a_die_counts_is_not_seen_before_it_is_drawn(page: Page) -> None:
    begin(page, roll_address("moonwalk", "1 (1)", "6"))
    come_to(page, "rest")
    expect(dice(page)).to_have_css("opacity", "1")
    assert tray(page).evaluate(WHILE_ROLLING, [".die", "opacity"]) == "0"


def test_a_die_thrown_again_shows_its_new_face_and_the_others_stay(page: Page) -> None:
    begin(page, "stepdie/")
    roll_notation(page, "3d6 + d10 (3) ip 2")
    before = faces_announced(page)
    page.get_by_role("button", name=re.compile("^Reroll the Step Die")).click()
    expect(dice(page).nth(3)).to_contain_text("→")
    come_to(page, "rest")
    assert faces_announced(page)[:3] == before[:3]
    expect_seen(page, [6, 6, 6, 10], faces_announced(page))


def test_leaving_and_coming_back_shows_the_dice_of_that_table(page: Page) -> None:
    begin(page, "stepdie/")
    roll_notation(page, "2d6 + d10 (3)")
    lying = faces_announced(page)
    page.get_by_role("link", name="Log").click()
    expect(tray(page)).to_be_hidden()
    page.get_by_role("link", name="Roll").click()
    expect_seen(page, [6, 6, 10], lying)


def test_numbers_can_be_read_in_every_look(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})  # a phone's smaller dice have more pixels than these tests
    begin(page, "stepdie/")
    prefer(page, "Dice", "Quick")
    note(page, "4d6 + d12 (3)")
    for look in ("Midnight", "Gems", "Wood", "Bone", "Metal", "Contrast"):
        prefer(page, "Look of the dice", look)
        throw(page)
        come_to(page, "rest")
        expect_seen(page, [6, 6, 6, 6, 12], faces_announced(page))


def test_each_size_and_the_step_die_has_a_colour_on_which_numbers_show(page: Page) -> None:
    begin(page, roll_address("general", "d4 + d6 + d8 + d10 + d12 + d20 (30)", "1,2,3,4,5,6"))
    places = tray(page).get_by_role("list")
    places.evaluate(ADD_A_STEP_DIE)
    for look, (contrast, different) in LOOKS.items():
        colours = places.evaluate(COLOURS, look)
        assert len({tuple(body) for body, _ in colours}) == different, look
        for body, ink in colours:
            darker, lighter = sorted((luminance(body), luminance(ink)))
            assert (lighter + 0.05) / (darker + 0.05) >= contrast, look


def test_how_a_die_counts_is_seen_by_the_shape_of_its_ring(page: Page) -> None:
    begin(page, roll_address("moonwalk", "5 [1] (1)", "5,6,1,3,2"))
    rings = {"hit": "solid", "spare": "dashed", "one": "dotted"}
    for forced in ("none", "active"):
        page.emulate_media(forced_colors=forced)
        plain = tray(page).locator("[data-mark=plain]").first.evaluate("die => getComputedStyle(die).borderColor")
        for mark, ring in rings.items():
            die = tray(page).locator(f"[data-mark={mark}]")
            expect(die).to_have_css("border-style", ring)
            expect(die).not_to_have_css("border-color", plain)


def test_what_is_written_over_a_die_leaves_its_number_and_fits_in_big_text(page: Page) -> None:
    begin(page, roll_address("stepdie", "1d6 + d10 (1)", "4,7"))
    page.evaluate(TEXT_SIZE, "200%")
    written, number = tray(page).get_by_text("step", exact=True), tray(page).locator("[data-kind=step] text")
    felt, over, under = (seen.bounding_box() for seen in (tray(page), written, number))
    assert felt
    assert over
    assert under
    assert felt["y"] <= over["y"]
    assert over["y"] + over["height"] <= under["y"]


OVERLAP = """(written) => {
  const boxes = written.map((one) => one.getBoundingClientRect());
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return boxes.filter((box, number) => boxes.slice(number + 1).some((other) => over(box, other))).length;
}"""


@pytest.mark.parametrize("number", [16, 30, 60])
def test_what_dice_come_to_is_read_on_every_one_of_many(page: Page, number: int) -> None:
    begin(page, roll_address("almond", f"{number}d6 TN 20", ",".join(["6>6>4"] * number)))
    for said in ("16", "12+4"):
        written = tray(page).get_by_text(said, exact=True)
        expect(written).to_have_count(number)
        assert written.evaluate_all(OVERLAP) == 0


def test_the_picture_is_hidden_from_assistive_technology(page: Page) -> None:
    begin(page, "moonwalk/")
    rolling(page).click()
    come_to(page, "rest")
    expect(page.locator("canvas")).to_have_attribute("aria-hidden", "true")
    expect(dice(page)).to_have_count(12)
    assert re.fullmatch(r"die 1: [1-6], .+", dice(page).first.inner_text().strip())
