"""Odds where they are needed: on the button, under the form, on the card, and on their own tab."""

import re
from collections.abc import Callable
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import RUNS

Visit = Callable[[str], Page]

pytestmark = pytest.mark.still

KEYSTROKES = """async ([pool, button, numbers]) => {
  const times = [];
  for (const number of numbers) {
    const dice = `Roll ${number > 1 ? number : ""}d6`;
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
"""The milliseconds until the button says the chance with as many dice as are typed, one by one."""


def test_beside_a_long_form_the_odds_stay_in_sight(visit: Visit) -> None:
    page = visit("relics/")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    shorthand.fill("9d6 A6 / 1d +1 / 2d -1 / 1d pcs 4 vs Minor 5")
    expect(page.get_by_role("button", name=re.compile("Roll 8d6.*round"))).to_be_visible()
    shorthand.scroll_into_view_if_needed()
    expect(page.get_by_role("heading", name="Relics of the Moon")).not_to_be_in_viewport()
    expect(page.get_by_role("region", name="Odds").get_by_role("img")).to_be_in_viewport(ratio=1)


def test_one_keystroke_to_new_odds(visit: Visit, tell: Callable[[str], None]) -> None:
    page = visit("moonwalk/")
    dicepool, dock = page.get_by_role("textbox", name="Dicepool"), page.locator("#bar")
    runs = [range(1 + run, 25, RUNS) for run in range(RUNS)]
    times = [page.evaluate(KEYSTROKES, [dicepool.element_handle(), dock.element_handle(), [*run]]) for run in runs]
    tell(f"median {min(map(median, times)):.1f} ms of {len(runs[0])}")
    expect(page.get_by_role("button", name=re.compile("Roll 24d6.*% to succeed"))).to_be_visible()
    assert [len(run) for run in times] == [len(run) for run in runs]
