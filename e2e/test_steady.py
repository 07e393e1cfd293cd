"""Nothing on the page jumps when results come: what is seen stays where it is, frame by frame."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.roll_helpers import note, result, rolling

Visit = Callable[[str], Page]

pytestmark = pytest.mark.parametrize("profile", ["Desktop Chrome", "Pixel 7"], indirect=True)

WATCH = """() => {
  const targets = "main :is(button, input, select, h2, h3, .die), #dock :is(button, a)";
  scrollTo(0, 0);
  const places = (window.places = new Map());
  const look = () => {
    const seen = new Map();
    for (const element of document.querySelectorAll(targets)) {
      if (!element.checkVisibility({ opacityProperty: true })) continue;
      const { tagName, id, name, ariaLabel, dataset, value, textContent } = element;
      const region = element.closest("div[id], section[id]").id;
      const nth = element.matches(".die") ? [...element.parentElement.children].indexOf(element) + 1 : "";
      const what = [region, nth, tagName, id, name, ariaLabel, ...Object.values(dataset)]
        .concat(element.matches("[type=radio], h2, h3") ? [value, textContent] : []);
      const { left, top, width } = element.getBoundingClientRect();
      const docked = element.closest("#dock");
      const place = [left, docked ? top : top + scrollY, width].map(Math.round).join(" ");
      const key = what.filter(Boolean).join(" ");
      seen.set(key, [...(seen.get(key) ?? []), place]);
    }
    for (const [key, found] of seen) places.set(key, (places.get(key) ?? new Set()).add(found.join(", ")));
    if (window.places === places) requestAnimationFrame(look);
  };
  look();
}"""
"""Go to the top, and write down where everything is seen that can be tapped or read first, frame by frame.

Dice in the air are drawn, and their places in the page are seen when they lie.
"""

JUMPED = """() => [...window.places].filter(([, seen]) => seen.size > 1)
  .map(([what, seen]) => [what, ...seen].join("; ")).join("\\n")"""

SEEN = "() => new Promise((seen) => requestAnimationFrame(() => seen([...window.places.keys()].join())))"
"""The parts of the page seen by now, those of the frame that comes next among them."""

OPENED = """globalThis.tops = new Set();
const look = () => {
  const main = document.querySelector("main");
  if (main) tops.add(main.getBoundingClientRect().top);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);"""
"""Writes down how far down the content begins, frame by frame from the first."""

ROLLS = (
    ("Moonwalk", "11 [5] (11)", "11d6"),
    ("Relics of the Moon", "4d6 +1 / 2d -2 / 1d pcs 4 vs Minor 5", "4d6"),
    ("Almond", "3d6 TN 6 + cover 1", "3d6"),
    ("Step Die", "3d6 + d10 (6) ip 5", "3d6 + d10"),
    ("General Rules", "d8 + d6 + d10 (15)", "d8 + d6 + d10"),
)
"""Tests whose odds and choices come after the verdict, with the dice they throw."""


@pytest.mark.first_visit
def test_a_page_stays_where_it_is_while_python_starts(page: Page, visit: Visit) -> None:
    page.add_init_script(OPENED)
    visit("moonwalk/odds/")
    assert len(page.evaluate("[...tops]")) == 1


def test_a_roll_and_its_odds_move_nothing(visit: Visit) -> None:
    page = visit("")
    for system, notation, dice in ROLLS:
        page.get_by_role("link", name=system).click()
        note(page, notation)
        expect(rolling(page)).to_contain_text(re.compile(f"Roll {re.escape(dice)}.*(%|Stress)"))
        page.evaluate(WATCH)
        rolling(page).evaluate("(button) => button.click()")  # a tap that does not scroll before
        expect(result(page).get_by_text("As good or better")).to_be_visible()
        expect(page.get_by_role("region", name="Dice")).to_have_attribute("data-dice", "rest")
        assert "card BUTTON undo" in page.evaluate(SEEN)
        assert page.evaluate(JUMPED) == ""
        page.get_by_role("link", name="All systems").click()


def test_typing_on_moves_nothing(visit: Visit) -> None:
    page = visit("moonwalk/")
    expect(rolling(page)).to_contain_text("82 %")
    page.evaluate(WATCH)
    pool = page.get_by_role("textbox", name="Dicepool")
    pool.press("ControlOrMeta+A")
    for typed, dice in (("4", 4), ("0", 40)):
        pool.press_sequentially(typed)
        expect(rolling(page)).to_contain_text(re.compile(f"{dice}d6.*%"))
    assert "form INPUT f-pool" in page.evaluate(SEEN)
    assert page.evaluate(JUMPED) == ""
