"""A game master's evening in each system, with the taps that it takes: five characters, their foes, three scenes."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import FilePayload, Locator, Page, ViewportSize, expect

from e2e.stories_helpers import Rounds, by_hand
from pyrules.campaign.codec import write_log
from pyrules.campaign.events import PLAYER, Facts, Recorded

Visit = Callable[[str], Page]
Tell = Callable[[str], None]

pytestmark = pytest.mark.still

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 1024, "height": 768}
WIDER_TABLET: ViewportSize = {"width": 1180, "height": 820}
LAPTOP: ViewportSize = {"width": 1440, "height": 900}
PLACE = "(element) => element.getBoundingClientRect().top + scrollY"
BODY = "(die) => getComputedStyle(die.querySelector('.body')).fill"

CHARACTERS = ("Ann", "Bo", "Cy", "Dee", "Eve")
FOES = tuple(f"Guard {number}" for number in range(1, 7))
OWN: dict[str, Facts] = {
    "almond": (("pools.0.label", "Sword"), ("pools.0.dice", 4)),
    "moonwalk": (("pools.0.label", "Reflexes"), ("pools.0.pool", 6)),
    "stepdie": (
        ("stats.0.label", "Agility"),
        ("stats.0.points", 12),
        ("traits.0.label", "Stealth"),
        ("traits.0.dice", 2),
        ("gear.0.label", "Rope"),
    ),
    "general": (
        ("defence", 12),
        ("actions.0.label", "Dash"),
        ("actions.0.die", "d4"),
        ("actions.1.label", "Shove"),
        ("actions.1.die", "d6"),
    ),
    "relics": (("primary", "Social"), ("traits.0.label", "Aim"), ("traits.0.dice", 2), ("traits.0.destiny", 1)),
}
"""The facts that are saved of everybody in a system."""


def file_of(system: str, *foes: str) -> FilePayload:
    """A file with everybody of an evening."""
    events = [
        Recorded(f"p{place}", place, system, PLAYER, name, OWN[system] + ((("foe", True),) if name in foes else ()))
        for place, name in enumerate((*CHARACTERS, *foes))
    ]
    return {"name": "people.json", "mimeType": "application/json", "buffer": write_log(events).encode()}


class Table:
    """A page whose taps are counted."""

    def __init__(self, page: Page, tell: Tell) -> None:
        self.page = page
        self.tell = tell
        self.taps = 0

    def tap(self, name: str | re.Pattern[str], inside: Locator | None = None) -> None:
        (inside or self.page).get_by_role("button", name=name, exact=True).click()
        self.taps += 1

    def tab(self, name: str) -> None:
        link = self.page.get_by_role("link", name=name, exact=True)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        self.taps += 1

    def choose(self, name: str, group: str) -> None:
        """Tap a chip of a group, unless it is taken and a tap would take it back; what it changes is drawn then."""
        chip = self.page.get_by_role("group", name=group).get_by_role("button", name=re.compile(f"^{name}"))
        if chip.get_attribute("aria-pressed") == "true":
            return
        chip.click()
        expect(chip).to_have_attribute("aria-pressed", "true")
        self.taps += 1

    def change(self) -> None:
        """Go back from a result to the form, which has chips of the same names elsewhere."""
        self.tap("Change the test")
        expect(self.page.get_by_role("button", name="Change the test", exact=True)).to_be_hidden()

    def unfold(self, name: str) -> None:
        self.page.get_by_text(name, exact=True).click()
        self.taps += 1

    def write(self, label: str, text: str) -> None:
        self.page.get_by_role("textbox", name=label, exact=True).first.fill(text)

    def somebody(self, name: str) -> Locator:
        return self.page.get_by_role("listitem", name=name, exact=True)

    def turns(self) -> Locator:
        return self.page.get_by_role("region", name="Turns")

    def wounds(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=f"{name}: Wounds").get_by_role("status")

    def scene(self, notes: str) -> None:
        """Begin a scene: its notes, and the turns from the first one."""
        way = self.page.get_by_role("link", name=re.compile("otes"))
        if not way.is_visible():  # once in an evening, and counted in none of its scenes
            self.page.get_by_role("button", name=re.compile("^Notes")).click()
        way.click()
        self.tap("New page")
        self.write("Title", notes)
        self.write("Text", notes)
        self.tap("Save")
        self.tab("Tracker")
        if self.turns().is_visible():
            if not self.page.get_by_role("button", name="Restart turns").is_visible():
                self.unfold("Order")
            self.tap("Restart turns")
        else:
            self.tap("Start turns")
        expect(self.turns()).to_contain_text("Round 1 · nobody has acted yet")
        self.tap("Next: Ann")
        expect(self.turns()).to_contain_text("Ann's turn")

    def roll(self, who: str, *taps: tuple[str, str]) -> None:
        """Have somebody roll, with what is tapped for it, each in its group; go on to the next turn and the tracker."""
        self.tab("Roll")
        if self.page.get_by_role("button", name="Change the test", exact=True).is_visible():
            self.change()
        for group, name in (("Foes" if who in FOES else "Who rolls", who), *taps):
            self.choose(name, group)
        self.tap(re.compile("^Roll "), self.page.locator("#bar"))
        result = self.page.get_by_role("region", name="Result")
        expect(result).to_contain_text(who)
        self.tap(re.compile("^Next: "), result.get_by_role("group", name="Turns"))
        self.tab("Tracker")
        expect(self.turns()).not_to_contain_text(f"{who}'s turn")

    def spent(self, most: int, on: str) -> None:
        """Say how many taps something took; it may be no more than this."""
        self.tell(f"{on}: {self.taps} taps")
        assert self.taps <= most
        self.taps = 0


@pytest.fixture
def evening(page: Page, visit: Visit, tell: Tell) -> Callable[..., Table]:
    """Sit down at a system's tracker, with everybody from a file."""

    def evening(system: str, size: ViewportSize, *foes: str) -> Table:
        page.set_viewport_size(size)
        visit(f"{system}/tracker/")
        table = Table(page, tell)
        page.get_by_label("Add from a file").set_input_files(file_of(system, *foes))
        table.taps += 1
        expect(table.somebody((*CHARACTERS, *foes)[-1])).to_be_visible()
        return table

    return evening


def all_in_sight(table: Table, names: Sequence[str]) -> None:
    """Check that so many stand in sight on a landscape tablet, without scrolling."""
    for size in (TABLET, WIDER_TABLET):
        table.page.set_viewport_size(size)
        table.page.evaluate("scrollTo(0, 0)")
        for name in names:
            expect(table.somebody(name)).to_be_in_viewport(ratio=1)


def put_in_order(table: Table) -> Locator:
    """Drag Eve before Bo, and put her later again by a key; the lines of everybody."""
    page = table.page
    lines = page.get_by_role("region", name="Characters and foes").locator("ul").first.get_by_role("listitem")
    page.evaluate("scrollTo(0, 0)")
    grip, onto = (table.somebody(name).locator(".grip").bounding_box() for name in ("Eve", "Bo"))
    assert grip
    assert onto
    page.mouse.move(grip["x"] + 20, grip["y"] + 20)
    page.mouse.down()
    expect(table.somebody("Eve")).to_have_class("dragged")
    page.mouse.move(grip["x"] + 20, onto["y"] + 10, steps=4)
    page.mouse.up()
    expect(lines.nth(1)).to_have_accessible_name("Eve")
    table.tap(re.compile("^Eve"), table.somebody("Eve").get_by_role("heading"))
    later = page.get_by_role("button", name="Later: Eve", exact=True)
    later.press("Enter")
    expect(later).to_be_focused()
    expect(lines.nth(2)).to_have_accessible_name("Eve")
    return lines


def test_an_evening_of_almond_on_a_tablet(evening: Callable[..., Table]) -> None:
    table = evening("almond", TABLET, *FOES)
    page = table.page
    for scene in ("A bridge in the rain", "The mill", "The long way home"):
        table.scene(scene)
        if scene == "A bridge in the rain":
            table.unfold("Order")
            table.tap(re.compile("^By a test"))
            expect(table.somebody("Guard 6")).to_contain_text(re.compile(r"Guard 6\d+"))
            table.tap("Restart turns")
            table.tap("Next: Ann")
        table.roll("Ann")
        table.roll("Bo")
        table.tap("Guard 2: Wounds: one more")
        table.spent(25, scene)
    expect(table.wounds("Guard 2")).to_have_text("3")
    all_in_sight(table, (*CHARACTERS, "Guard 1"))

    last = table.somebody("Guard 6")
    place = last.evaluate(PLACE)
    table.tap(re.compile("^Dee"), table.somebody("Dee").get_by_role("heading"))
    table.tap("Edit: Dee")
    table.write("Name", "Deirdre")
    table.tap("Save")
    expect(page.get_by_role("button", name="Edit: Deirdre", exact=True)).to_be_focused()
    table.tap(re.compile("^Deirdre"), table.somebody("Deirdre").get_by_role("heading"))
    expect(page.get_by_role("button", name="Edit: Deirdre", exact=True)).to_be_hidden()
    table.tap("Guard 5: Wounds: one more")
    expect(table.wounds("Guard 5")).to_have_text("1")
    assert last.evaluate(PLACE) == place

    lines = put_in_order(table)
    table.tap("Copy: Eve")
    expect(table.somebody("Eve 2")).to_contain_text("0")
    page.reload()
    expect(table.somebody("Eve 2")).to_be_visible()
    expect(table.wounds("Guard 5")).to_have_text("1")
    expect(lines.nth(2)).to_have_accessible_name("Eve")
    expect(table.turns()).to_contain_text("Cy's turn")


def test_an_evening_of_moonwalk_on_a_phone(evening: Callable[..., Table]) -> None:
    table = evening("moonwalk", PHONE, *FOES)
    page, result = table.page, table.page.get_by_role("region", name="Result")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    for scene, number in (("The docks", 1), ("A chase", 2), ("The roof", 3)):
        table.scene(scene)
        table.roll("Ann", ("Against", f"Guard {number}"))
        table.roll("Bo")
        table.tap(f"Guard {number}: Wounds: one more")
        table.spent(20, scene)
    table.tab("Roll")
    table.change()
    table.taps = 0
    table.choose("Ann", "Who rolls")
    table.choose("Guard 2", "Against")
    table.spent(2, "who acts, and who defends")
    expect(shorthand).to_have_value("Reflexes 6 vs. Reflexes 6")
    table.tap(re.compile("^Roll 6d6"))
    felt = page.get_by_role("region", name="Dice")
    sides = [felt.get_by_role("list", name=name).get_by_role("listitem").first for name in ("Ann", "Guard 2")]
    mine, theirs = (side.evaluate(BODY) for side in sides)
    assert mine != theirs
    expect(result).to_contain_text("Ann · Reflexes · against Guard 2")
    table.change()
    table.choose("Guard 1", "Foes")
    table.choose("Ann", "Against")
    expect(shorthand).to_have_value("Reflexes 6 vs. Reflexes 6")
    table.tap("In secret")
    expect(page.get_by_role("button", name="In secret", exact=True)).to_have_attribute("aria-pressed", "true")
    table.tap(re.compile("^Roll 6d6.*, in secret"))
    expect(result).to_contain_text("Rolled in secret")
    table.tab("Log")
    line = page.get_by_role("region", name="Log").get_by_role("listitem").first
    expect(line).to_contain_text("Secret roll")
    expect(line).not_to_contain_text("defender")
    table.tap(re.compile("^• Secret roll|Secret roll"), line)
    table.tap("Reveal it")
    expect(line).to_contain_text("defender")


def test_an_evening_of_step_die_on_a_phone(evening: Callable[..., Table]) -> None:
    table = evening("stepdie", PHONE, *FOES)
    for scene in ("The gate", "Over the wall", "Down again"):
        table.scene(scene)
        table.roll("Ann", ("Stats", "Agility"), ("Traits", "Stealth"))
        table.roll("Bo", ("Gear", "Rope"))
        table.tap("Guard 1: Wounds: one more")
        table.tap("Complications: one more")
        table.spent(25, scene)
    table.tap(re.compile("^Ann"), table.somebody("Ann").get_by_role("heading"))
    points = table.page.get_by_role("group", name="Ann: Agility").get_by_role("status")
    expect(points).to_have_text("0 of 12")
    table.tap("Ann: All points back")
    expect(points).to_have_text("12 of 12")
    expect(table.wounds("Guard 1")).to_have_text("3")


def test_an_evening_of_the_general_rules_on_a_laptop(evening: Callable[..., Table]) -> None:
    table = evening("general", LAPTOP, *FOES)
    for scene in ("An ambush", "The hall", "The last door"):
        table.scene(scene)
        table.roll("Ann", ("In a fight", "Attack"), ("Against", "Guard 1"), ("Actions", "Dash"))
        table.roll("Bo", ("Attributes", "Agility"))
        table.tap("Guard 1: Wounds: one more")
        expect(table.somebody("Ann").get_by_role("button", name="Dash used")).to_be_visible()
        table.tap("New Action Scene")
        expect(table.somebody("Ann").get_by_role("button", name="Dash d4")).to_be_visible()
        table.spent(22, scene)
    table.tap("Next: Ann")
    all_in_sight(table, (*CHARACTERS, "Guard 1"))
    table.tab("Log")
    expect(table.page.get_by_role("region", name="Log")).to_contain_text("attack")


def test_an_evening_of_relics_on_a_tablet(evening: Callable[..., Table], tell: Tell) -> None:
    table = evening("relics", WIDER_TABLET)
    page = table.page
    for _ in range(5):
        table.tap("Destiny: one more")
    for scene in ("Riot", "Duel", "Storm"):
        table.tap("Begin a Challenge")
        table.write("Name", scene)
        page.get_by_role("textbox", name=re.compile("^Type")).fill("Social")
        table.tap("Add: Traits")
        row = page.get_by_role("group", name="Traits 1")
        row.get_by_role("textbox", name="Name").fill("Stubborn")
        row.get_by_role("textbox", name="Value").fill("-1")
        table.tap("Save")
        expect(table.somebody(scene)).to_contain_text("Stubborn: −1 / 1d")
        table.tap(re.compile("^Ann"), page.get_by_role("group", name=f"{scene}: Leader"))
        table.spent(10, f"{scene} begins")
        table.tap(re.compile(f"^{scene}: The Cohort's turn, round 1"))
        if scene == "Riot":
            by_hand(page)
        rounds = Rounds(page)
        rounds.tap("Aim")
        rounds.tap("Stubborn")
        expect(page.get_by_role("textbox", name="Shorthand")).to_have_value(re.compile(r"Aim destiny 1.*Stubborn"))
        faces = 6, 6, 4, *[2] * 8
        rounds.roll(*faces)
        rounds.strike(5, 5)
        tell(f"{scene}, a round: {rounds.taps[0]} taps")
        assert rounds.taps[0] <= 10
        table.tab("Tracker")
        table.taps = 0
    expect(page.get_by_role("group", name="Ann: Stress").get_by_role("status")).not_to_have_text("0 of 10")
