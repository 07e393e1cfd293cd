"""Odds where they are needed: on the button, under the form, on the card, and on their own tab."""

import re
from collections.abc import Callable
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import DEVICES, RUNS

Visit = Callable[[str], Page]

KEYSTROKES = """async ([pool, button, numbers]) => {
  const times = [];
  for (const number of numbers) {
    const dice = `Roll ${number}d6`;
    const shown = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`the button says ${button.textContent}`)), 60000);
      const observer = new MutationObserver(() => {
        if (!button.textContent.startsWith(dice) || !button.textContent.includes("%")) return;
        observer.disconnect();
        resolve(performance.now());
      });
      observer.observe(button, { childList: true, subtree: true, characterData: true });
    });
    const pressed = performance.now();
    pool.focus();
    pool.value = number;
    pool.dispatchEvent(new Event("input", { bubbles: true }));
    times.push((await shown) - pressed);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
  return times;
}"""
"""How long it takes, in milliseconds, until the button says the chance with as many dice as are typed, one by one."""


@pytest.mark.parametrize("profile", DEVICES, indirect=True)
def test_the_button_says_the_chance_and_follows_the_form(visit: Visit) -> None:
    page = visit("moonwalk/")
    expect(page.get_by_role("button", name=re.compile("Roll 12d6.*82 % to succeed"))).to_be_visible()
    page.get_by_role("button", name="Threshold: one more").click()
    expect(page.get_by_role("button", name=re.compile("Roll 12d6.*61 % to succeed"))).to_be_visible()
    expect(page.get_by_role("region", name="Odds").get_by_role("img", name=re.compile("Kept, exactly"))).to_be_visible()


def test_beside_a_long_form_the_odds_stay_in_sight(visit: Visit) -> None:
    page = visit("relics/")
    shorthand = page.get_by_label("Shorthand")
    shorthand.fill("9d6 A6 / 1d +1 / 2d -1 / 1d pcs 4 vs Minor 5")
    expect(page.get_by_role("button", name=re.compile("Roll 8d6.*round"))).to_be_visible()
    shorthand.scroll_into_view_if_needed()
    expect(page.get_by_role("heading", name="Relics of the Moon")).not_to_be_in_viewport()
    expect(page.get_by_role("region", name="Odds").get_by_role("img")).to_be_in_viewport(ratio=1)


def test_the_card_shows_where_the_roll_stands_and_what_is_best(visit: Visit) -> None:
    page = visit("general/")
    page.get_by_label("Shorthand").fill("d6 + d6 (12) reroll 1")
    page.get_by_role("button", name="Real dice", exact=True).click()
    for face in "51":
        page.get_by_role("region", name="Result").get_by_role("button", name=face, exact=True).click()
    odds = page.get_by_role("region", name="Odds")
    expect(odds.get_by_text("you: 6")).to_be_visible()
    expect(odds.get_by_text(re.compile("A roll at least this good: "))).to_be_visible()
    expect(odds.get_by_text("Leave the dice as they lie")).to_be_visible()


def test_the_tab_answers_every_question(visit: Visit) -> None:
    page = visit("moonwalk/odds/")
    expect(page.get_by_role("heading", name="Odds of 12 (3)")).to_be_visible()
    page.get_by_role("radio", name="at least").check()
    expect(page.get_by_role("img", name=re.compile("Kept, at least"))).to_be_visible()
    page.get_by_role("radio", name="Hits").check()
    expect(page.get_by_role("img", name=re.compile("Hits, at least"))).to_be_visible()
    page.get_by_text("The numbers as a table").click()
    expect(page.get_by_role("row", name=re.compile("^4 "))).to_be_visible()
    page.get_by_label("Dice needed for a chance").fill("95")
    expect(page.get_by_text("17 dice for 95 %")).to_be_visible()
    what_if = page.get_by_role("region", name="What if")
    expect(what_if.get_by_role("listitem").filter(has_text="13 dice")).to_contain_text("+")


def test_what_takes_long_is_worked_out_on_request(visit: Visit) -> None:
    page = visit("relics/")
    page.get_by_label("Shorthand").fill("18d6 -1 / 3d -3 / 3d +5 / 2d +1 / 4d")
    odds = page.get_by_role("region", name="Odds")
    expect(odds.get_by_text("Left out, as it would take too long: Destiny, Doom, no botch.")).to_be_visible()
    odds.get_by_role("button", name="Compute them anyway").click()
    expect(odds.get_by_text("No botch")).to_be_visible()
    expect(odds.get_by_text("Left out")).to_be_hidden()


def test_one_keystroke_to_new_odds(visit: Visit, tell: Callable[[str], None]) -> None:
    page = visit("moonwalk/")
    dicepool, dock = page.get_by_role("textbox", name="Dicepool"), page.locator("#bar")
    runs = [range(1 + run, 25, RUNS) for run in range(RUNS)]
    times = [page.evaluate(KEYSTROKES, [dicepool.element_handle(), dock.element_handle(), [*run]]) for run in runs]
    tell(f"median {min(map(median, times)):.1f} ms of {len(runs[0])}")
    expect(page.get_by_role("button", name=re.compile("Roll 24d6.*% to succeed"))).to_be_visible()
    assert [len(run) for run in times] == [len(run) for run in runs]
