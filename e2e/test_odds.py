"""Odds where they are needed: on the button, under the form, on the card, and on their own tab."""

import re
from collections.abc import Callable
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import DEVICES

Visit = Callable[[str], Page]

KEYSTROKES = """async (times) => {
  const more = () => document.querySelector('[data-on="step"][data-field="pool"][data-by="1"]');
  const said = () => document.querySelector("#bar .roll").textContent;
  const took = [];
  for (let step = 0; step < times; step++) {
    const before = said();
    const start = performance.now();
    more().click();
    for (let frame = 0; said() === before || !said().includes("%"); frame++) {
      if (frame > 600) throw new Error(`the button still says ${said()}`);
      await new Promise(requestAnimationFrame);
    }
    took.push(performance.now() - start);
  }
  return took;
}"""


@pytest.mark.parametrize("profile", DEVICES, indirect=True)
def test_the_button_says_the_chance_and_follows_the_form(visit: Visit) -> None:
    page = visit("moonwalk/")
    expect(page.get_by_role("button", name=re.compile("Roll 12d6.*82 % to succeed"))).to_be_visible()
    page.get_by_role("button", name="Threshold: one more").click()
    expect(page.get_by_role("button", name=re.compile("Roll 12d6.*61 % to succeed"))).to_be_visible()
    expect(page.get_by_role("region", name="Odds").get_by_role("img", name=re.compile("Kept, exactly"))).to_be_visible()


def test_the_card_shows_where_the_roll_stands_and_what_is_best(visit: Visit) -> None:
    page = visit("general/")
    page.get_by_label("Shorthand").fill("d6 + d6 (12)")
    page.get_by_role("button", name=re.compile("^Roll ")).click()
    odds = page.get_by_role("region", name="Odds")
    expect(odds.get_by_text(re.compile("you: [0-9]+"))).to_be_visible()
    expect(odds.get_by_text(re.compile("A roll at least this good: "))).to_be_visible()
    expect(odds.get_by_text("Leave the dice as they lie")).to_be_visible()


def test_the_tab_answers_every_question_and_keeps_the_comparison(visit: Visit) -> None:
    page = visit("moonwalk/odds/")
    expect(page.get_by_role("heading", name="Odds of 12 (3)")).to_be_visible()
    page.get_by_role("radio", name="at least").check()
    expect(page.get_by_role("img", name=re.compile("Kept, at least"))).to_be_visible()
    page.get_by_role("radio", name="Hits").check()
    expect(page.get_by_role("img", name=re.compile("Hits, at least"))).to_be_visible()
    page.get_by_text("The numbers as a table").click()
    expect(page.get_by_role("row", name=re.compile("^4 "))).to_be_visible()
    page.get_by_label("How many dice for a chance").fill("95")
    expect(page.get_by_text("17 dice for 95 %")).to_be_visible()
    what_if = page.get_by_role("region", name="What if")
    expect(what_if.get_by_role("listitem").filter(has_text="13 dice")).to_contain_text("+")
    compare = page.get_by_role("region", name="Compare")
    compare.get_by_role("button", name="Add this test").click()
    expect(compare.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="Roll").click()
    page.get_by_role("button", name="Dicepool: one more").click()
    page.get_by_role("link", name="Odds").click()
    compare.get_by_role("button", name="Add this test").click()
    expect(compare.get_by_role("listitem")).to_have_count(2)
    page.reload()
    expect(compare.get_by_role("listitem")).to_have_count(2)
    compare.get_by_role("button", name="Remove: 12 (3)").click()
    expect(compare.get_by_role("listitem")).to_have_count(1)


def test_one_keystroke_to_new_odds(visit: Visit) -> None:
    page = visit("moonwalk/")
    took = page.evaluate(KEYSTROKES, 12)
    print(f"\none keystroke to new odds: median {median(took):.0f} ms of {len(took)}")
    assert len(took) == 12
