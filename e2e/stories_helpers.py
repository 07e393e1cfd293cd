"""Helpers of the tests of the stories, which other tests use too."""

import re

from playwright.sync_api import Locator, Page, expect


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def tab(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute("aria-current", "page")


def verdict(page: Page) -> Locator:
    return page.get_by_role("region", name="Result").get_by_role("heading", level=2).first


def write_down(page: Page, adding: str, name: str, **texts: str) -> None:
    """Add someone or something in the tracker."""
    button(page, adding).click()
    page.get_by_role("textbox", name="Name", exact=True).fill(name)
    for label, text in texts.items():
        page.get_by_role("textbox", name=label.replace("_", " ")).fill(text)
    button(page, "Save").click()
    expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()


def throw(page: Page, *faces: int) -> None:
    """Enter dice thrown by hand, until the verdict stands."""
    page.get_by_role("button", name=re.compile(r"^Enter \d*d\d")).click()
    expect(button(page, "Cancel")).to_be_visible()
    keypad = page.get_by_role("region", name="Result")
    asked = keypad.get_by_role("paragraph").first
    for face in faces:
        before = asked.inner_text()
        button(keypad, str(face)).click()
        expect(asked).not_to_have_text(before)  # the keys of another size lie elsewhere
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()


def by_hand(page: Page) -> None:
    """Throw by hand from now on."""
    button(page, "Real dice").click()
    button(page, "Cancel").click()


def someone(page: Page, name: str) -> Locator:
    return page.get_by_role("listitem", name=name, exact=True)


def counter(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True).get_by_role("status")


def add_with_trait(page: Page, pc: str, expertise: str, trait: str, modifier: str, cost: str) -> None:  # noqa: PLR0917
    """Write a PC down with a trait that has a simple modifier and costs one."""
    value, dice = modifier.removesuffix("d").split(" / ")
    page.get_by_role("button", name=re.compile("^Add (a PC|your character)$")).click()
    page.get_by_role("textbox", name="Name", exact=True).fill(pc)
    page.get_by_role("textbox", name=f"{expertise} Expertise").fill("Social")
    button(page, "Add: Traits").click()
    row = page.get_by_role("group", name="Traits 1")
    row.get_by_role("textbox", name="Name").fill(trait)
    row.get_by_role("textbox", name="Value").fill(value.removeprefix("+"))
    row.get_by_role("textbox", name="Dice").fill(dice)
    row.get_by_text("What it costs").click()
    row.get_by_role("textbox", name=cost).fill("1")
    button(page, "Save").click()
    expect(someone(page, pc)).to_be_visible()


def first_huddle(page: Page) -> None:
    """Write a Cohort with its traits and a Challenge down, and choose who leads."""
    add_with_trait(page, "Ann", "Primary", "Aim", "+1 / 2d", "Destiny spent")
    add_with_trait(page, "Bo", "Support", "Taunt", "-1 / 1d", "Doom added")
    write_down(page, "Add a PC", "Cy", Primary_Expertise="Combat")
    for destiny in ("1", "2"):
        button(page, "Destiny: one more").click()
        expect(counter(page, "Destiny")).to_have_text(destiny)
    write_down(page, "Begin a Challenge", "Riot", Type="Social", Challenge_Rating="8")
    riot = someone(page, "Riot")
    expect(riot).to_contain_text("Not yet: nobody leads yet")
    riot.get_by_role("group", name="Riot: Leader").get_by_role("button", name="Ann primary").click()


class Rounds:
    """A Challenge played by the thumb: taps are counted round by round, but for the faces of dice thrown by hand."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = [0]

    def tap(self, name: str) -> None:
        """Tap the button whose name begins so."""
        self.page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
        self.taps[-1] += 1

    def roll(self, *faces: int) -> None:
        """Roll what the form asks for."""
        throw(self.page, *faces)
        self.taps[-1] += 1

    def strike(self, *faces: int, trait: str = "") -> None:
        """Go on to the Challenge's turn, roll it, and deal its Stress out evenly."""
        self.tap("The Challenge's turn, round")
        if trait:
            self.tap(trait)
        self.roll(*faces)
        self.tap("Share evenly")
        self.page.locator("#bar").get_by_role("button", name="Deal the Stress out").click()
        self.taps[-1] += 1
        self.tap("The Cohort's turn, round")
        self.taps.append(0)

    def name_disaster(self, trait: str) -> None:
        """Name what a Disaster leaves, on its card."""
        self.page.get_by_role("textbox", name="Name", exact=True).fill(trait)
        self.taps[-1] += 1
        self.tap("Save$")
        expect(self.page.get_by_role("button", name="With a modifier")).to_be_hidden()
