"""Rolling and what follows in every system, on a phone: by roles and labels, as a player does it."""

import re
import statistics
from collections.abc import Callable

import pytest
from app import words
from playwright.sync_api import Page, expect

from e2e.conftest import RUNS, least
from e2e.roll_helpers import entries, note, result, rolling, tray

Visit = Callable[[str], Page]

pytestmark = [pytest.mark.still, pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)]

TAP_TO_VERDICT = 50  # milliseconds
ROLLS = 25
TIME_ROLLS = """async ([button, card, rolls]) => {
  const times = [];
  const rolled = () => card.querySelector("[data-event]").dataset.event;
  for (let done = 0; done < rolls; done++) {
    const before = rolled();
    const shown = new Promise((resolve) => {
      const look = () => rolled() !== before && (observer.disconnect(), resolve(performance.now()));
      const observer = new MutationObserver(look);
      observer.observe(card, { childList: true, subtree: true, characterData: true, attributes: true });
    });
    const tapped = performance.now();
    button.click();
    times.push((await shown) - tapped);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
  return times;
}"""

TYPE = """(field, value) => {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
FILL_IN_AT_ONCE = f"""([fields, values]) => {{
  const type = {TYPE};
  const ids = fields.map(({{ id }}) => id);
  globalThis.held = new Set();
  new MutationObserver(() => held.add(ids.map((id) => document.getElementById(id).value).join()))
    .observe(document.body, {{ childList: true, subtree: true }});
  fields.forEach((field, nth) => type(field, values[nth]));
}}"""
"""Fills two fields in before either is answered; `held` has what they hold whenever the page changes."""


PRESS_TWICE = """async (button) => {
  const { postMessage } = MessagePort.prototype;
  const asked = new Promise((resolve) => {
    MessagePort.prototype.postMessage = function (...message) {
      MessagePort.prototype.postMessage = postMessage;
      this.postMessage(...message);
      queueMicrotask(() => resolve(button.click()));
    };
  });
  button.click();
  await asked;
}"""
"""Presses a second time when the rules have just been asked: their answer comes in a later task of the browser."""


TAP = """(button, at) => {
  const tap = new PointerEvent("click", { pointerType: "touch", detail: 1, bubbles: true, cancelable: true });
  button.dispatchEvent(Object.defineProperty(tap, "timeStamp", { value: at }));
}"""
"""Taps at a time of the test's own, as a busy machine may take long between two taps."""


@pytest.mark.parametrize("how", ["double click", "two taps", "held key", "before the answer"])
def test_one_press_rolls_once(page: Page, visit: Visit, how: str) -> None:
    visit("moonwalk/")
    if how == "double click":
        rolling(page).dblclick()
    elif how == "two taps":
        for at in (10_000, 10_300):
            rolling(page).evaluate(TAP, at)
            expect(result(page).get_by_role("heading").first).to_be_visible()
    elif how == "held key":
        rolling(page).focus()
        for _ in range(5):
            page.keyboard.down("Enter")
            expect(result(page).get_by_role("heading").first).to_be_visible()
    else:
        rolling(page).evaluate(PRESS_TWICE)
    expect(result(page).get_by_role("heading").first).to_be_visible()
    expect(entries(page)).to_have_count(1)


def test_the_second_of_two_taps_undoes_nothing_that_takes_its_place(page: Page, visit: Visit) -> None:
    visit("moonwalk/")
    note(page, "Repair 2 (9, 1 hour) Extended Test")
    rolling(page).click()

    def tap_where(first: str, second: str) -> None:
        """Tap a button twice, as fast as another one comes to stand there."""
        for nth, name in enumerate((first, second), 1):
            page.get_by_role("button", name=name, exact=True).dispatch_event("click", {"detail": nth})

    tap_where("Give up", "Undo: Give up")
    tap_where("Undo: Give up", "Undo")
    tap_where("Give up", "Undo: Give up")
    expect(result(page).get_by_role("heading", name="Failure")).to_be_visible()
    entries(page).get_by_role("button").first.click()
    tap_where("Undo: Give up", "Undo")
    tap_where("Undo", "Redo")
    page.get_by_role("link", name="Tracker").click()
    expect(page.get_by_role("button", name="Add your character")).to_be_visible()
    expect(page.get_by_role("region", name="Extended tests in progress")).to_have_count(0)
    expect(entries(page)).to_contain_text(["undone"])


def test_the_second_of_two_taps_on_undo_changes_nothing_in_the_form(page: Page, visit: Visit) -> None:
    visit("moonwalk/")
    rolling(page).click()
    expect(result(page)).to_contain_text("As good or better")
    page.get_by_role("button", name="Undo", exact=True).evaluate(TAP, 1_000_000)
    fewer, pool = page.get_by_role("button", name="Dicepool: one less"), page.get_by_role("textbox", name="Dicepool")
    fewer.evaluate(TAP, 1_000_300)
    expect(result(page).get_by_role("heading")).to_have_count(0)
    expect(pool).to_have_value("12")
    fewer.evaluate(TAP, 1_000_700)
    expect(pool).to_have_value("11")


LOWEST = """(dice) => {
  const bottoms = dice.map((die) => die.getBoundingClientRect().bottom);
  return bottoms.indexOf(Math.max(...bottoms));
}"""


def expect_in_sight(page: Page) -> None:
    """Expect that the verdict and the lowest of the dice are seen above the bar."""
    expect(result(page).get_by_role("heading").first).to_be_in_viewport(ratio=1)
    dice = tray(page).get_by_role("listitem")
    expect(dice.nth(dice.evaluate_all(LOWEST))).to_be_in_viewport(ratio=1)
    verdict = result(page).evaluate("card => card.querySelector('h2').getBoundingClientRect().bottom")
    assert verdict <= page.locator("#bar").evaluate("bar => bar.getBoundingClientRect().top")


@pytest.mark.parametrize(
    ("width", "height", "notation"),
    [(412, 839, "100 [60] (40)"), (412, 839, "14 [5] vs. 12 [6]"), (844, 390, "24 (3)")],
)
def test_the_verdict_is_in_sight_with_the_last_dice(
    page: Page, visit: Visit, width: int, height: int, notation: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    visit("moonwalk/")
    note(page, notation)
    rolling(page).click()
    expect_in_sight(page)


def test_the_verdict_stays_in_sight_interval_after_interval(page: Page, visit: Visit) -> None:
    visit("moonwalk/")
    note(page, "12 (60, 1 hour) Extended Test")
    rolling(page).click()
    for number in range(2, 6):
        page.get_by_role("button", name=re.compile("^Next interval")).click()
        expect(tray(page).get_by_role("heading", name=f"Roll {number}", exact=True)).to_be_visible()
        expect_in_sight(page)


@pytest.mark.parametrize(
    ("system", "notation", "faces", "choice"),
    [
        ("relics", "7d6 -1 / 2d +1 / 2d +2 / 1d pcs 4", "6441163", "−1"),  # with a summary as long as there is
        ("stepdie", "5d6 + d10 (9) ip 3", "123453", "Reroll the Step Die"),
        ("general", "d8 + d6 + d10 (20) reroll 1", "345", "Reroll"),
    ],
)
def test_what_may_be_chosen_is_in_sight_on_a_small_phone_before_the_steps(
    visit: Visit, system: str, notation: str, faces: str, choice: str
) -> None:
    page = visit(f"{system}/")
    page.set_viewport_size({"width": 360, "height": 640})
    note(page, notation)
    page.get_by_role("button", name="Real dice").click()
    asked = result(page).get_by_role("paragraph").first
    for face in faces:
        before = asked.inner_text()
        result(page).get_by_role("button", name=face, exact=True).click()
        expect(asked).not_to_have_text(before)
    expect(result(page)).to_contain_text("As good or better")
    chosen = result(page).get_by_role("button", name=re.compile(f"^{choice}")).first
    first_step = result(page).get_by_role("list", name="Step by step").get_by_role("listitem").first
    top, step, dock = (one.bounding_box() for one in (chosen, first_step, page.locator("#dock")))
    assert top
    assert step
    assert dock
    assert top["y"] + 44 <= dock["y"]
    assert top["y"] + top["height"] <= step["y"]


def test_a_rule_is_one_tap_from_its_step_and_from_its_field(visit: Visit) -> None:
    page = visit("moonwalk/")
    page.get_by_role("button", name="Help", exact=True).click()
    page.get_by_role("button", name="Help: Limit").click()
    explanation = page.get_by_role("dialog", name="Limit")
    expect(explanation).to_be_visible()
    explanation.get_by_role("button", name="Close").click()
    expect(explanation).to_be_hidden()
    page.keyboard.press("Escape")
    rolling(page).click()
    step = (
        page.get_by_role("list", name="Step by step")
        .get_by_role("listitem")
        .filter(has_text=re.compile("shows? 5 or 6"))
    )
    step.locator("summary").click()
    expect(step.get_by_role("paragraph").first).to_be_visible()


def test_a_stepper_that_is_held_goes_on(visit: Visit) -> None:
    page = visit("moonwalk/")
    pool = page.get_by_role("textbox", name="Dicepool")
    more = page.get_by_role("button", name="Dicepool: one more")
    more.hover()
    page.mouse.down()
    expect(pool).to_have_value(re.compile("^(?!1[2-5]$)"))
    page.mouse.up()
    value = pool.input_value()
    more.click()
    expect(pool).not_to_have_value(value)


def test_a_press_on_words_that_change_meanwhile_is_not_lost(visit: Visit) -> None:
    page = visit("moonwalk/")
    rolling(page).get_by_text("Roll 12d6").hover()
    page.mouse.down()
    page.get_by_role("textbox", name="Dicepool").evaluate(TYPE, "9")
    expect(rolling(page)).to_contain_text("Roll 9d6")
    page.mouse.up()
    expect(tray(page).get_by_role("listitem")).to_have_count(9)


def test_what_has_come_up_over_the_result_stays_while_the_result_changes(visit: Visit) -> None:
    page = visit("moonwalk/")
    rolling(page).click()
    result(page).get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("textbox", name="Dicepool", include_hidden=True).evaluate(TYPE, "9")
    expect(result(page)).to_contain_text("Dicepool 9 dice")
    expect(page.get_by_role("dialog", name="Share this roll")).to_be_visible()


def test_the_reason_why_nothing_is_rolled_comes_into_sight(page: Page, visit: Visit) -> None:
    visit("relics/")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    shorthand.focus()
    shorthand.evaluate("(field) => field.scrollIntoView({ block: 'end' })")
    shorthand.fill("5d6 +")
    expect(shorthand).to_have_accessible_description(re.compile("^Column 6"))
    rolling(page).click()
    expect(page.get_by_role("status")).to_have_text(words.FIX_FIRST)
    reason = page.get_by_text("column 6")
    expect(reason).to_be_in_viewport(ratio=1)
    box, docked = reason.bounding_box(), rolling(page).bounding_box()
    assert box
    assert docked
    assert box["y"] + box["height"] <= docked["y"]


def test_enter_ends_a_field_and_rolls_from_the_shorthand_alone(visit: Visit) -> None:
    page = visit("moonwalk/")
    limit = page.get_by_role("textbox", name="Limit")
    limit.fill("5")
    limit.press("Enter")
    expect(limit).not_to_be_focused()
    page.get_by_role("radio", name="Opposed").press("Enter")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    expect(shorthand).to_have_value("12 [5] (3)")
    expect(tray(page).get_by_role("listitem")).to_have_count(0)
    shorthand.press("Enter")
    expect(result(page).get_by_role("heading").first).to_be_visible()
    expect(entries(page)).to_have_count(1)


def test_fields_filled_in_faster_than_they_are_answered_keep_their_values(visit: Visit) -> None:
    page = visit("moonwalk/")
    fields = [page.get_by_role("textbox", name=name).element_handle() for name in ("Limit", "Threshold")]
    page.evaluate(FILL_IN_AT_ONCE, [fields, ["5", "7"]])
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("12 [5] (7)")
    assert page.evaluate("[...held]") == ["5,7"]


def test_the_verdict_follows_the_tap_at_once_where_dice_are_still(
    page: Page, visit: Visit, tell: Callable[[str], None]
) -> None:
    visit("moonwalk/")
    rolling(page).click()
    expect(result(page).get_by_role("heading").first).to_be_visible()
    handles = [rolling(page).element_handle(), result(page).element_handle(), ROLLS]
    median = least(lambda: statistics.median(page.evaluate(TIME_ROLLS, handles)))
    tell(f"median {median:.1f} ms of {ROLLS} rolls (goal: {TAP_TO_VERDICT})")
    expect(entries(page)).to_have_count(1 + RUNS * ROLLS)
