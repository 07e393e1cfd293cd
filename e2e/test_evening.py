"""A game master's evening: five characters, six foes, turns and wounds, with the taps that it takes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

Visit = Callable[[str], Page]

TABLET: ViewportSize = {"width": 1024, "height": 768}
PLACE = "(element) => element.getBoundingClientRect().top + scrollY"
BODY = "(die) => getComputedStyle(die.querySelector('.body')).fill"
PHONE: ViewportSize = {"width": 390, "height": 844}


class Table:
    """A page whose taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str | re.Pattern[str], inside: Locator | None = None) -> None:
        (inside or self.page).get_by_role("button", name=name, exact=True).click()
        self.taps += 1

    def write(self, label: str, text: str) -> None:
        self.page.get_by_role("textbox", name=label, exact=True).first.fill(text)

    def somebody(self, name: str) -> Locator:
        return self.page.get_by_role("listitem", name=name, exact=True)

    def add(self, what: str, name: str, many: str = "") -> None:
        """Add somebody, with four dice for what they do."""
        self.tap(what)
        self.write("Name", name)
        if many:
            self.write("How many", many)
        self.tap("Add: Named pools")
        pool = self.page.get_by_role("group", name="Named pools 1")
        pool.get_by_role("textbox", name="Name").fill("Reflexes")
        self.tap("Save")
        expect(self.somebody(f"{name} {many}".strip())).to_be_visible()

    def spent(self, most: int, on: str) -> None:
        """Say how many taps something took; it may be no more than this."""
        print(f"{on}: {self.taps} taps")
        assert self.taps <= most
        self.taps = 0


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_an_evening_of_five_characters_and_six_foes(page: Page, visit: Visit, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.emulate_media(reduced_motion="reduce")
    visit("almond/tracker/")
    table = Table(page)
    for name in ("Ann", "Bo", "Cy", "Dee", "Eve"):
        table.add("Add a character", name)
    table.add("Add a foe", "Wolf", "6")
    table.spent(18, "five characters and six foes")

    if size == TABLET:
        page.evaluate("scrollTo(0, 0)")
        seen = [name for name in ("Ann", "Bo", "Cy", "Dee", "Eve", "Wolf 1") if table.somebody(name).is_visible()]
        assert len(seen) == 6
        expect(table.somebody("Wolf 1")).to_be_in_viewport(ratio=1)

    table.tap("Take turns")
    page.get_by_text("Order", exact=True).click()
    table.tap(re.compile("^By a test"))
    turns = page.get_by_role("region", name="Turns")
    expect(table.somebody("Wolf 6")).to_contain_text(re.compile(r"Wolf 6\d+"))
    for _ in range(12):
        before = turns.get_by_role("paragraph").inner_text()
        turns.get_by_role("button", name=re.compile("^Next: ")).click()
        expect(turns.get_by_role("paragraph")).not_to_have_text(before)
        table.taps += 1
    expect(turns).to_contain_text("Round 2")
    table.spent(14, "an order by initiative, and twelve turns")

    last = table.somebody("Wolf 6")
    place = last.evaluate(PLACE)
    table.tap("Wolf 2: Wounds: one more")
    expect(page.get_by_role("group", name="Wolf 2: Wounds").get_by_role("status")).to_have_text("1")
    assert last.evaluate(PLACE) == place
    table.tap(re.compile("^Ann"), table.somebody("Ann").get_by_role("heading"))
    table.tap("Edit: Ann")
    table.write("Name", "Anna")
    table.tap("Save")
    expect(page.get_by_role("button", name="Edit: Anna", exact=True)).to_be_focused()
    table.tap(re.compile("^Anna"), table.somebody("Anna").get_by_role("heading"))
    expect(page.get_by_role("button", name="Edit: Anna", exact=True)).to_be_hidden()
    assert last.evaluate(PLACE) == place
    table.tap(re.compile("^Wolf 2"), table.somebody("Wolf 2").get_by_role("heading"))
    later = page.get_by_role("button", name="Earlier: Wolf 2", exact=True)
    for _ in range(2):
        later.press("Enter")
        expect(later).to_be_focused()
    table.tap("Show to the players: Wolf 2")
    expect(table.somebody("Wolf 2")).not_to_contain_text("hidden")
    table.tap("Copy: Wolf 2")
    expect(table.somebody("Wolf 7")).to_contain_text("0")
    table.spent(9, "a wound, a new name, a place in the order, a foe shown and another one")

    page.reload()
    expect(table.somebody("Wolf 7")).to_be_visible()
    expect(page.get_by_role("group", name="Wolf 2: Wounds").get_by_role("status")).to_have_text("1")
    expect(page.get_by_role("region", name="Turns")).to_contain_text("Round 2")


def test_a_shot_at_a_guard_in_two_taps_and_a_secret_one_back(page: Page, visit: Visit) -> None:
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")
    visit("moonwalk/tracker/")
    table = Table(page)
    table.add("Add a character", "Ann")
    table.add("Add a foe", "Guard", "2")
    table.tap("Guard 2: Wounds: one more")
    page.get_by_role("link", name="Roll", exact=True).click()
    table.taps = 0
    table.tap("Ann", page.get_by_role("group", name="Who rolls"))
    table.tap("Guard 2", page.get_by_role("group", name="Against"))
    table.spent(2, "who acts, and who defends")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    expect(shorthand).to_have_value("Reflexes 6 vs. Reflexes 6 - Wounds 1")
    table.tap(re.compile("^Roll 6d6"))
    felt = page.get_by_role("region", name="Dice")
    sides = [felt.get_by_role("list", name=name).get_by_role("listitem").first for name in ("Ann", "Guard 2")]
    mine, theirs = (side.evaluate(BODY) for side in sides)
    assert mine != theirs
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Ann · Reflexes · against Guard 2")
    table.tap("Change the test")
    table.tap("Guard 1", page.get_by_role("group", name="Foes"))
    table.tap("Ann", page.get_by_role("group", name="Against"))
    expect(shorthand).to_have_value("Reflexes 6 vs. Reflexes 6")
    table.tap("In secret")
    expect(page.get_by_role("button", name="In secret")).to_have_attribute("aria-pressed", "true")
    table.tap(re.compile("^Roll 6d6"))
    expect(result).to_contain_text("Rolled in secret")
    page.get_by_role("link", name="Log", exact=True).click()
    line = page.get_by_role("region", name="Log").get_by_role("listitem").first
    expect(line).to_contain_text("Secret roll")
    expect(line).not_to_contain_text("defender")
    table.tap(re.compile("^• Secret roll|Secret roll"), line)
    table.tap("Reveal it")
    expect(line).to_contain_text("defender")
