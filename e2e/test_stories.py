"""Whole stories at the table, from opening the page to the log, on a phone, by roles and labels."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import PHONE
from e2e.stories_helpers import (
    Rounds,
    button,
    by_hand,
    counter,
    first_huddle,
    someone,
    tab,
    throw,
    verdict,
)

Visit = Callable[[str], Page]

pytestmark = [pytest.mark.still, pytest.mark.parametrize("profile", [PHONE], indirect=True)]


@pytest.fixture
def open_system(page: Page, visit: Visit) -> Visit:
    """Open the page, go to a system and to its tracker."""

    def open_system(name: str) -> Page:
        visit("")
        page.get_by_role("link", name=name).click()
        tab(page, "Tracker")
        return page

    return open_system


def back_to_the_form(page: Page) -> None:
    """Go back to the form from a result, where it does not stand beside it."""
    if button(page, "Change the test").is_visible():
        button(page, "Change the test").click()
        expect(button(page, "Change the test")).to_be_hidden()


def find_line(page: Page, text: str) -> None:
    """Look a line up in the log."""
    tab(page, "Log")
    expect(page.get_by_role("region", name="Log")).to_contain_text(text)


def test_an_almond_test_with_sixes_and_initiative(open_system: Visit) -> None:
    page = open_system("Almond")
    tab(page, "Roll")
    page.get_by_role("group", name="Target Number").get_by_role("button", name="Severe 6").click()
    button(page, "Dice: one less").click()
    button(page, "Dice: one less").click()
    shorthand = page.get_by_role("textbox", name="Shorthand")
    expect(shorthand).to_have_value("3d6 TN 6")
    page.locator("summary", has_text="More").click()
    button(page, "Add: Modifiers").click()
    modifier = page.get_by_role("group", name="Modifiers 1")
    modifier.get_by_role("textbox", name="Label").fill("cover")
    modifier.get_by_role("textbox", name="Number").fill("1")
    expect(shorthand).to_have_value("3d6 TN 6 + cover 1")
    expect(page.get_by_role("button", name=re.compile("^Roll 3d6.*to succeed"))).to_be_visible()
    by_hand(page)
    throw(page, 6, 2, 1, 3)
    expect(verdict(page)).to_contain_text("Pass")
    expect(page.get_by_role("region", name="Dice")).to_contain_text("die 1: 6 → 3")
    expect(page.get_by_role("region", name="Result")).to_contain_text("1 success")

    back_to_the_form(page)
    page.get_by_role("switch", name="Initiative").check()
    expect(shorthand).to_have_value("3d6 + cover 1 initiative")
    shorthand.fill("3d6 TN 6 + cover 1 initiative")
    throw(page, 6, 2, 1)
    expect(page.get_by_role("region", name="Dice")).not_to_contain_text("→")

    tab(page, "Log")
    entries = page.get_by_role("region", name="Log").get_by_role("listitem")
    expect(entries).to_have_count(2)
    entries.last.get_by_role("button").first.click()
    button(page, "See the dice").click()
    expect(verdict(page)).to_contain_text("Pass")
    expect(page.get_by_role("region", name="Result")).to_contain_text("real dice")


def test_a_relics_challenge_of_four_rounds_by_the_thumb(open_system: Visit, tell: Callable[[str], None]) -> None:
    page = open_system("Relics of the Moon")
    first_huddle(page)
    button(page, "Riot: The Cohort's turn, round 1").click()
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value(
        "primary lead + support assist + other assist pcs 3 vs Minor 8"
    )
    by_hand(page)
    rounds, result = Rounds(page), page.get_by_role("region", name="Result")
    expect(page.get_by_text("Minor 8 · Bo and Cy assist", exact=True)).to_be_visible()
    rounds.tap("Aim")
    expect(page.get_by_text("Minor 8 · Bo and Cy assist · 1 of 2 Destiny", exact=True)).to_be_visible()
    rounds.roll(6, 5, 4, 2)
    expect(result).to_contain_text("4 of 8 are now resolved")
    rounds.strike(2, 2, 2, 2, trait="Taunt")

    rounds.tap("Destiny dice: one more")
    rounds.roll(1, 1, 1, 2, 2)
    expect(verdict(page)).to_contain_text("Disaster")
    rounds.name_disaster("Shaken")
    rounds.strike(2, 2, 2, 1)

    expect(button(page, "Remove Shaken")).to_be_visible()
    rounds.tap("Aim")
    rounds.roll(6, 5, 2, 2)
    expect(result).to_contain_text("7 of 8 are now resolved")
    rounds.strike(1)

    rounds.roll(6, 6, 6, 2)
    expect(verdict(page)).to_contain_text("Challenge resolved")
    assert max(rounds.taps) <= 10
    tell(f"taps a round: {', '.join(map(str, rounds.taps))}")

    tab(page, "Tracker")
    page.reload()
    expect(someone(page, "Riot")).to_contain_text("Resolved")
    expect(page.get_by_role("button", name=re.compile("turn, round"))).to_have_count(0)
    expect(counter(page, "Riot: Resolved dice")).to_have_text("8 of 8")
    for name in ("Ann", "Bo", "Cy"):
        expect(counter(page, f"{name}: Stress")).to_have_text("4 of 10")
    find_line(page, "Shaken")


def test_a_whole_extended_test_and_another_try(open_system: Visit) -> None:
    page = open_system("Moonwalk")
    button(page, "Add your character").click()
    page.get_by_role("textbox", name="Name", exact=True).first.fill("Kira")
    button(page, "Add: Attributes and skills").click()
    pool = page.get_by_role("group", name="Attributes and skills 1")
    pool.get_by_role("textbox", name="Name").fill("Repair")
    pool.get_by_role("textbox", name="Dicepool").fill("3")
    button(page, "Save").click()
    button(page, "Kira").click()
    expect(someone(page, "Kira")).to_contain_text("Repair")

    tab(page, "Roll")
    page.get_by_role("radio", name="Extended").check()
    button(page, "Kira").click()
    expect(page.get_by_role("button", name="Repair 3")).to_have_attribute("aria-pressed", "true")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    expect(shorthand).to_have_value("Repair 3 (3, 1 hour) Extended Test")
    by_hand(page)
    throw(page, 5, 1, 2)
    tab(page, "Tracker")
    going = page.get_by_role("region", name="Extended tests in progress")
    expect(going).to_contain_text("Kira Repair 3 (3, 1 hour) Extended Test")
    expect(page.get_by_role("region", name="Clock")).to_contain_text("1 h")
    going.get_by_role("button", name="Continue").click()
    for faces in ((1, 2), (2,)):
        page.get_by_role("button", name=re.compile("^Next interval")).click()
        for face in faces:
            button(page.get_by_role("region", name="Result"), str(face)).click()
    expect(verdict(page)).to_contain_text("Failure")

    tab(page, "Tracker")
    expect(going).to_have_count(0)
    retry = page.get_by_role("region", name="Can be tried again")
    expect(retry).to_contain_text("−2 dice for another 2 h")
    button(page.get_by_role("group", name="Time passes"), "+1 h").click()
    expect(retry).to_contain_text("−2 dice for another 1 h")
    retry.get_by_role("button", name="Try again now").click()
    expect(shorthand).to_have_value("Repair 3 - Trying Again 2 (3, 1 hour) Extended Test")
    throw(page, 2)
    tab(page, "Tracker")
    expect(retry).to_contain_text("−4 dice for another 2 h")
    for _ in range(3):
        button(page.get_by_role("group", name="Time passes"), "+1 h").click()
    expect(retry).to_have_count(0)
    find_line(page, "Repair 3 - Trying Again 2 (3, 1 hour) Extended Test")


def test_a_general_round_with_actions(open_system: Visit) -> None:
    page = open_system("General Rules")
    button(page, "Add your character").click()
    page.get_by_role("textbox", name="Name", exact=True).first.fill("Mira")
    page.get_by_role("combobox", name="Strength").select_option("d10")
    for row, (rows, name) in enumerate((("Skills", "Brawn"), ("Actions", "Dash"), ("Actions", "Shove"))):
        button(page, f"Add: {rows}").click()
        number = 2 if row == 2 else 1
        page.get_by_role("group", name=f"{rows} {number}").get_by_role("textbox", name="Name").fill(name)
    button(page, "Save").click()
    expect(page.get_by_role("group", name="Mira: Actions").get_by_role("button")).to_have_count(2)

    tab(page, "Roll")
    button(page, "Mira").click()
    page.get_by_role("button", name="Brawn d6").click()
    page.get_by_role("button", name="Dash d6").click()
    shorthand = page.get_by_role("textbox", name="Shorthand")
    expect(shorthand).to_have_value("Strength d10 + skill Brawn d6 + action Dash d6 (10)")
    by_hand(page)
    throw(page, 8, 5, 3)
    expect(verdict(page)).to_contain_text("Success")
    back_to_the_form(page)
    expect(shorthand).to_have_value("Strength d10 + skill Brawn d6 (10)")
    dash = page.get_by_role("button", name="Dash used")
    expect(dash).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Shove d6").click()
    expect(shorthand).to_have_value("Strength d10 + skill Brawn d6 + action Shove d6 (10)")

    tab(page, "Tracker")
    scene = page.get_by_role("region", name="Action Scene")
    actions = page.get_by_role("group", name="Mira: Actions")
    expect(actions.get_by_role("button", name="Dash used")).to_have_attribute("aria-pressed", "true")
    for _ in range(6):
        button(scene, "Next round").click()
    expect(scene.get_by_role("group", name="Round of the Action Scene")).to_contain_text("7")
    expect(scene).to_contain_text("Minute 2 of the Action Scene")
    expect(actions.get_by_role("button", name="Dash used")).to_be_visible()
    actions.get_by_role("button", name="Dash used").click()
    expect(actions.get_by_role("button", name="Dash d6")).to_be_visible()
    actions.get_by_role("button", name="Shove d6").click()
    button(scene, "Bring back all Actions").click()
    expect(actions.get_by_role("button", name="Shove d6")).to_be_visible()
    button(scene, "New Action Scene").click()
    expect(scene).to_contain_text("Minute 1 of the Action Scene")
    find_line(page, "Strength d10 + skill Brawn d6 + action Dash d6")


def test_a_step_die_session_with_the_ip_of_several_players(open_system: Visit) -> None:
    page = open_system("Step Die")
    for name, die in (("Kira", "d10"), ("Marcus", "d8")):
        page.get_by_role("button", name=re.compile("^Add (a player|your character)$")).click()
        page.get_by_role("textbox", name="Name", exact=True).fill(name)
        page.get_by_role("combobox", name="Step Die").select_option(die)
        button(page, "Save").click()
        expect(counter(page, f"{name}: Player's IP")).to_have_text("2 of 5")
    expect(counter(page, "Game master's IP")).to_have_text("4 of 10")

    tab(page, "Roll")
    page.get_by_role("group", name="Who rolls").get_by_role("button", name="Kira").click()
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("5d6 + d10 (3) ip 2")
    by_hand(page)
    throw(page, 6, 5, 3, 2, 1, 9)
    back_to_the_form(page)
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("5d6 + d10 (3) ip 3")

    page.get_by_role("group", name="Who rolls").get_by_role("button", name="Marcus").click()
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("5d6 + d8 (3) ip 2")
    throw(page, 6, 5, 4, 4, 3, 2)
    page.get_by_role("button", name=re.compile("^Add one d6")).click()
    button(page.get_by_role("region", name="Result"), "5").click()
    expect(verdict(page)).to_contain_text("Success")

    tab(page, "Tracker")
    expect(counter(page, "Kira: Player's IP")).to_have_text("3 of 5")
    expect(counter(page, "Marcus: Player's IP")).to_have_text("0 of 5")
    expect(counter(page, "Game master's IP")).to_have_text("5 of 10")
    expect(counter(page, "Complications")).to_have_text("1")
    button(page, "Complications: one less").click()
    expect(counter(page, "Complications")).to_have_text("0")

    tab(page, "Log")
    newest = page.get_by_role("region", name="Log").get_by_role("listitem")
    newest.filter(has_text="5d6 + d8").get_by_role("button").first.click()
    button(page, "Undo: Add one d6").click()
    button(page, "Undo").click()
    tab(page, "Tracker")
    expect(counter(page, "Marcus: Player's IP")).to_have_text("2 of 5")
    expect(counter(page, "Game master's IP")).to_have_text("4 of 10")
