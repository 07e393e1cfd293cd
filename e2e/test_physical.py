"""Dice thrown by hand, for every roll and reroll, alone and mixed with dice rolled here."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.test_log import reload
from e2e.test_roll import entries, note, result, rolling, tray
from e2e.test_share import link

Visit = Callable[[str], Page]

pytestmark = [pytest.mark.still, pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)]


def enter(page: Page, *faces: int) -> None:
    """Tap one key after the other."""
    for face in faces:
        result(page).get_by_role("button", name=str(face), exact=True).click()


def by_hand(page: Page) -> None:
    page.get_by_role("button", name="Real dice", exact=True).click()


def test_the_dice_asked_for_are_typed_one_tap_each(visit: Visit) -> None:
    page = visit("moonwalk/")
    note(page, "3 vs. 2")
    by_hand(page)
    expect(result(page).get_by_role("heading", name="Your dice")).to_be_visible()
    enter(page, 6, 6)
    expect(result(page)).to_contain_text("Die 3 of 3")
    page.get_by_role("button", name="Take back").click()
    expect(result(page)).to_contain_text("Die 2 of 3")
    enter(page, 5, 1)
    expect(result(page).get_by_role("heading", name="Defender's dice")).to_be_visible()
    enter(page, 5, 2)
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()
    expect(result(page)).to_contain_text("real dice")
    expect(entries(page)).to_have_count(1)


def test_dice_are_counted_where_that_is_enough(visit: Visit) -> None:
    page = visit("moonwalk/")
    by_hand(page)
    page.get_by_role("button", name="By count").click()
    hits, ones = (page.get_by_role("group", name=name, exact=True) for name in ("5 or 6", "1"))
    for _ in range(4):
        hits.get_by_role("button", name="one more").click()
    ones.get_by_role("button", name="one more").click()
    ones.get_by_role("button", name="one more").click()
    ones.get_by_role("button", name="one less").click()
    expect(result(page)).to_contain_text("7 · the rest")
    reload(page)
    expect(hits).to_contain_text("4")
    page.get_by_role("button", name="Use these dice").click()
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()
    expect(result(page)).to_contain_text("real dice, by count")
    expect(tray(page).get_by_role("listitem")).to_have_count(12)


def test_both_sides_of_an_opposed_test_are_stepped_rolled_and_told(visit: Visit) -> None:
    page = visit("moonwalk/")
    page.get_by_role("radio", name="Opposed").check()
    page.get_by_role("button", name="Defender's dicepool: one less").click()
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value(re.compile(r"^12 vs\. \d+$"))
    note(page, "4 [3] vs. 2")
    expect(rolling(page)).to_contain_text("Roll 4d6 / 2d6")
    by_hand(page)
    enter(page, 6, 5, 5, 5)
    enter(page, 5, 6)
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()
    expect(result(page)).to_contain_text("3 hits · defender 2")
    expect(tray(page).get_by_role("list", name="Your dice").get_by_role("listitem")).to_have_count(4)
    expect(tray(page).get_by_role("list", name="Defender's dice").get_by_role("listitem")).to_have_count(2)


def test_the_opposition_places_against_the_cohort_until_it_is_placed_otherwise(visit: Visit) -> None:
    page = visit("relics/")
    note(page, "3d6 -1 / 1d +1 / 1d pcs 4")
    by_hand(page)
    enter(page, 4, 3, 5)
    panel = page.get_by_role("group", name="Place the simple modifiers")
    hindered = tray(page).get_by_role("button", name=re.compile("−1"))
    expect(hindered).to_have_accessible_name(re.compile("^die 3: 5, no success"))
    panel.get_by_role("button", name="−1 / 1d").click()
    tray(page).get_by_role("button", name=re.compile("^die 2:")).click()
    expect(hindered).to_have_accessible_name(re.compile("^die 2: 3"))
    page.get_by_role("button", name="Keep it like this").click()
    expect(page.get_by_role("button", name="Keep it like this")).to_be_hidden()
    expect(result(page)).to_contain_text("−1 on die 2")


def test_explosions_ask_for_more(visit: Visit) -> None:
    page = visit("almond/")
    note(page, "2d6 TN 9")
    by_hand(page)
    enter(page, 6, 2)
    expect(result(page)).to_contain_text("Die 1 showed 6: its next throw, d6")
    enter(page, 4)
    expect(result(page).get_by_role("heading", name="Pass")).to_be_visible()
    expect(tray(page)).to_contain_text("die 1: 6 → 4")


def two_dice_lie(visit: Visit) -> Page:
    """Type in two dice of different sizes, both of which may be thrown again."""
    page = visit("general/")
    note(page, "d8 + d20 (15) reroll 1")
    by_hand(page)
    enter(page, 2, 3)
    return page


def test_a_reroll_asks_for_its_dice(visit: Visit) -> None:
    page = two_dice_lie(visit)
    tray(page).get_by_role("button", name=re.compile("^die 2:")).click()
    page.get_by_role("button", name="Reroll 1 of 2").click()
    expect(result(page)).to_contain_text("Die 2 showed 3: its next throw, d20")
    enter(page, 17)
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()


def test_a_purchase_after_dice_rolled_here_is_typed_in(visit: Visit) -> None:
    page = visit("stepdie/")
    note(page, "3d6 + d10 (6) ip 5")
    rolling(page).click()
    expect(result(page).get_by_role("heading").first).to_be_visible()
    expect(result(page)).not_to_contain_text("real dice")
    by_hand(page)
    page.get_by_role("button", name=re.compile("^Add one d6")).click()
    enter(page, 6)
    expect(tray(page).get_by_role("listitem")).to_have_count(5)
    expect(result(page)).to_contain_text("real dice")


def test_the_rest_is_rolled_on_request(visit: Visit) -> None:
    page = visit("moonwalk/")
    by_hand(page)
    enter(page, 6, 6, 6)
    page.get_by_role("button", name="Roll the rest for me").click()
    expect(tray(page).get_by_role("listitem")).to_have_count(12)
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()


def test_the_form_and_real_dice_are_as_they_were_on_the_next_visit(visit: Visit) -> None:
    page = visit("almond/")
    note(page, "3d6 TN 6 + cover 1")
    by_hand(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name=re.compile("^Enter 3d6"))).to_be_visible()
    reload(page)
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("3d6 TN 6 + cover 1")
    page.get_by_role("button", name=re.compile("^Enter 3d6")).click()
    enter(page, 2)
    expect(result(page)).to_contain_text("Die 2 of 3")
    reload(page)
    enter(page, 3, 5)
    expect(result(page).get_by_role("heading", name="Failure")).to_be_visible()


def test_dice_typed_for_a_reroll_are_there_on_the_next_visit(visit: Visit) -> None:
    page = two_dice_lie(visit)
    for die in ("die 1", "die 2"):
        tray(page).get_by_role("button", name=re.compile(f"^{die}:")).click()
    page.get_by_role("button", name="Reroll 2 of 2").click()
    enter(page, 5)
    expect(result(page)).to_contain_text("Die 2 showed 3: its next throw, d20")
    reload(page)
    expect(result(page)).to_contain_text("Die 2 showed 3: its next throw, d20")
    enter(page, 17)
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()
    expect(result(page)).to_contain_text("22 against 15")


def test_dice_typed_for_a_test_from_a_link_are_there_after_a_reload(visit: Visit) -> None:
    page = visit(link("3 (2)"))
    by_hand(page)
    enter(page, 5, 6)
    expect(result(page)).to_contain_text("Die 3 of 3")
    reload(page)
    expect(result(page)).to_contain_text("Die 3 of 3")
    enter(page, 1)
    expect(result(page).get_by_role("heading", name="Success")).to_be_visible()
    reload(page)
    expect(page.get_by_role("button", name="Enter 12d6")).to_be_visible()
    expect(entries(page)).to_have_count(1)


def test_the_keypad_is_left_without_a_trace(visit: Visit) -> None:
    page = visit("moonwalk/")
    by_hand(page)
    enter(page, 4)
    page.get_by_role("button", name="Cancel").click()
    by_hand(page)
    expect(rolling(page)).to_contain_text("Roll 12d6")
    expect(entries(page)).to_have_count(0)


def test_relics_asks_for_thrown_dice_only(visit: Visit) -> None:
    page = visit("relics/")
    note(page, "3d6 A6 / 1d pcs 4")
    by_hand(page)
    expect(result(page)).to_contain_text("Die 1 of 2")
    enter(page, 5, 5)
    expect(result(page).get_by_role("heading").first).to_contain_text("3 success")
    expect(tray(page).get_by_role("listitem")).to_have_count(3)
