"""A phone held sideways: the dice lie beside what they came to, and everything can be seen and used as upright."""

import re
from collections.abc import Callable

import pytest
from app.roll import words
from playwright.sync_api import Locator, Page, ViewportSize, expect

from e2e.dice_helpers import roll_address
from e2e.dice_seen import begin, come_to, dice, expect_seen, faces_announced, roll_notation
from e2e.inspection import BROKEN, TEXT_SIZE, TOO_WIDE
from e2e.roll_helpers import note, result, rolling, tray
from e2e.stories_helpers import button, verdict

Visit = Callable[[str], Page]

pytestmark = pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)

SIZES = [(667, 375), (740, 360), (844, 390), (915, 412)]
ROLLS = {
    "Moonwalk": ("12 [5] (3)", "20 [8] (6)", "30 [8] (6)", "12 [6] vs. 10"),
    "Relics of the Moon": (
        "7d6 pcs 4",
        "7d6 +1 / 2d +2 / 1d -1 / 1d pcs 4",
        "4d6 +1 / 2d vs Minor 5",
        "5d6 A6 / 4d +1 / 2d vs Minor 4",  # resolved for certain
    ),
    "Almond": ("9d6 TN 12", "15d6 TN 4"),
    "Step Die": ("5d6 + d10 (3) ip 3", "12d6 + d12 (4)"),
    "General Rules": ("d8 + d6 + d10 (15)", "d8 adv + d4 dis + d12 (15)"),
}
NOTCH = 59
CHOICES = re.compile(f"^({words.NEXT}|Place the simple modifiers)$")
HIDDEN = """(seen) => {
  const docked = document.querySelector("#dock").getBoundingClientRect().top;
  return seen.map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, { top, bottom }]) => top < 0 || (one.matches("#card button") ? top + 44 : bottom) > docked)
    .map(([one]) => one.textContent);
}"""
"""The elements that are not seen whole, or of a choice's button as much as a thumb taps."""


def turn(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))


def told_first(page: Page) -> Locator:
    """The parts of a result that say how a roll went, and the first choice that there is."""
    card = result(page)
    chosen = card.get_by_role("group", name=CHOICES).get_by_role("button").first
    return card.locator(".verdict, .summary").or_(chosen)


@pytest.mark.parametrize("size", SIZES)
def test_dice_and_what_they_came_to_are_seen_together(page: Page, visit: Visit, size: tuple[int, int]) -> None:
    page.emulate_media(reduced_motion="reduce")
    visit("")
    turn(page, size)
    for system, notations in ROLLS.items():
        page.get_by_role("link", name=system).first.click()
        for notation in notations:
            note(page, notation)
            rolling(page).click()
            expect(verdict(page)).to_be_visible()
            assert dice(page).or_(told_first(page)).evaluate_all(HIDDEN) == [], notation
            assert page.evaluate("scrollY") == 0
            assert page.evaluate(TOO_WIDE) + page.evaluate(BROKEN) == []
            button(page, "Change the test").click()
        page.get_by_role("link", name="All systems").click()


def test_what_may_be_done_about_a_disaster_is_in_sight(page: Page, visit: Visit) -> None:
    page.emulate_media(reduced_motion="reduce")
    visit("relics/")
    turn(page, SIZES[1])
    note(page, ROLLS["Relics of the Moon"][2])
    button(page, "Real dice").click()
    for face in "1113":
        result(page).get_by_role("button", name=face, exact=True).click()
    expect(verdict(page)).to_have_text("Disaster")
    page.evaluate("scrollTo(0, 0)")
    assert dice(page).or_(told_first(page)).evaluate_all(HIDDEN) == []


def test_dice_stay_in_sight_while_what_they_came_to_is_read(page: Page, visit: Visit) -> None:
    page.emulate_media(reduced_motion="reduce")
    visit("general/")
    turn(page, SIZES[0])
    note(page, "d8 + d6 + d10 (29)")
    rolling(page).click()
    expect(result(page)).to_contain_text("As good or better")
    page.get_by_role("region", name="Odds").scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 0
    assert dice(page).evaluate_all(HIDDEN) == []


def test_the_notch_of_a_phone_covers_nothing(page: Page, visit: Visit) -> None:
    page.emulate_media(reduced_motion="reduce")
    visit("moonwalk/")
    turn(page, SIZES[2])
    page.evaluate("width => document.documentElement.style.setProperty('--notch', `${width}px`)", NOTCH)
    for _ in range(2):
        seen = page.locator("#top :is(h1, svg), main :is(h2, button, .die), #dock :is(a, button)").filter(visible=True)
        for box in (one.bounding_box() for one in seen.all()):
            assert box
            assert box["x"] >= NOTCH
            assert box["x"] + box["width"] <= SIZES[2][0] - NOTCH
        rolling(page).click()
        expect(verdict(page)).to_be_visible()


def test_a_verdict_in_big_text_is_in_sight_below_its_dice(page: Page, visit: Visit) -> None:
    page.emulate_media(reduced_motion="reduce")
    visit("stepdie/")
    turn(page, (480, 300))
    page.evaluate(TEXT_SIZE, "200%")
    rolling(page).click()
    expect(verdict(page)).to_be_in_viewport(ratio=1)
    expect(result(page).locator(".summary")).to_be_in_viewport(ratio=0.9)


def test_big_text_leaves_the_verdict_in_sight(page: Page, visit: Visit) -> None:
    page.emulate_media(reduced_motion="reduce")
    visit("stepdie/")
    turn(page, SIZES[0])
    page.evaluate(TEXT_SIZE, "200%")
    rolling(page).click()
    expect(verdict(page)).to_be_visible()
    assert result(page).locator(".verdict, .summary").evaluate_all(HIDDEN) == []
    assert page.evaluate(BROKEN) == []


@pytest.mark.parametrize(
    ("system", "notation", "faces"),
    [
        ("relics", "4d6 +1 / 2d vs Minor 5", "1,1,1,3"),  # overpowering
        ("stepdie", "5d6 + d10 (3) ip 3", "1,1,1,1,1,1"),  # catastrophic, complication
        ("general", "d8 adv + d4 dis + d12 (15)", "3>6,2>4,12"),  # Disadvantage
    ],
)
def test_the_longest_words_of_a_result_are_whole_in_big_text(
    page: Page, visit: Visit, system: str, notation: str, faces: str
) -> None:
    page.emulate_media(reduced_motion="reduce")
    visit(roll_address(system, notation, faces))
    expect(verdict(page)).to_be_visible()
    page.evaluate(TEXT_SIZE, "200%")
    for size in (SIZES[0], (320, 640)):
        turn(page, size)
        assert page.evaluate(BROKEN) == []


def test_the_form_stands_beside_its_odds(visit: Visit) -> None:
    page = visit("moonwalk/")
    turn(page, SIZES[0])
    form, odds = (page.get_by_label(name, exact=True).first.bounding_box() for name in ("Kind of test", "Odds"))
    assert form
    assert odds
    assert form["x"] + form["width"] <= odds["x"]
    assert abs(form["y"] - odds["y"]) < form["height"]


def test_drawn_dice_stay_on_their_places_when_the_phone_is_turned(page: Page) -> None:
    begin(page, "stepdie/")
    roll_notation(page, "5d6 + d10 (3)")
    sizes, lying = [6] * 5 + [10], faces_announced(page)
    upright = page.viewport_size
    assert upright
    for size in (SIZES[1], (upright["width"], upright["height"]), SIZES[0]):
        turn(page, size)
        come_to(page, "rest")
        expect_seen(page, sizes, lying)
    expect(tray(page).locator("canvas")).to_have_count(1)
