"""Tests that all three engines must pass, with browsers as people have them: ``build.py test --engines``.

The first roll, the log and a copy, of the site and of the app in one file, served and opened from the disk; and of the
site all systems with their choices, real dice in a picture, notes, the workshop, a log that goes elsewhere, an update
and no network.
"""

import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from e2e import drivers
from e2e.drivers import Driver, until
from e2e.offline_helpers import publish
from tools import ROOT, onefile
from tools.server import Server

NAMED = """
const [tags, name] = [arguments[0], new RegExp(arguments[1])];
const said = (one) => (one.ariaLabel ?? one.textContent).trim();
return [...document.querySelectorAll(tags)].find((one) => one.checkVisibility() && name.test(said(one)))
"""
TEXT = "return document.querySelector(arguments[0])?.textContent ?? ''"
READY = "return document.getElementById('progress')?.hidden"
WRONG = "const { hidden, textContent } = document.getElementById('notice'); return hidden ? '' : textContent"
TRIED = "return performance.getEntriesByName('pen ready').length"
TOOK = "return performance.getEntriesByName('rules ready')[0].startTime"
VERDICT = """
const verdict = document.querySelector("#card .verdict")?.textContent;
return document.getElementById("table").dataset.dice === "rolling" || verdict === "…" ? "" : verdict;
"""
OFFERED = "return document.querySelector('#card [data-on=option]:not([aria-disabled=true])')"
MORE = "return document.querySelector('#card [popovertarget=seldom]')"
LINES = "return [...document.querySelectorAll('[aria-label=Log] li')].map((one) => one.textContent)"
FIELD = """
const field = document.getElementById("pasted") ?? document.body.appendChild(document.createElement("textarea"));
field.id = "pasted";
field.value = "";
field.focus();
"""
PASTED = "return document.getElementById('pasted')?.value"
FILL = """
const [selector, text] = arguments;
const field = document.querySelector(selector);
field.focus();
field.value = text;
for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
"""
EXPORTS = """
const make = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  blob.text().then((text) => (window.exported = text));
  return make.call(URL, blob);
};
"""
IMPORT = """
const [text] = arguments;
const given = new DataTransfer();
given.items.add(new File([text], "log.json", { type: "application/json" }));
const field = document.querySelector("input[type=file]");
field.files = given.files;
field.dispatchEvent(new Event("change", { bubbles: true }));
"""
PICTURE = """
const bytes = Uint8Array.from(atob(arguments[0]), (one) => one.charCodeAt(0));
const given = new DataTransfer();
given.items.add(new File([bytes], "dice.jpg", { type: "image/jpeg" }));
const field = document.querySelector("dialog input[type=file]");
field.files = given.files;
field.dispatchEvent(new Event("change", { bubbles: true }));
"""
SKIPPING = """
const dice = document.getElementById("table");
window.skipped = false;
new MutationObserver(() => {
  if (dice.dataset.dice !== "rolling") return;
  window.skipped = true;
  dice.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
}).observe(dice, { attributeFilter: ["data-dice"] });
"""
"""Has each throw end as soon as it has begun."""

CONTROLLED = "return navigator.serviceWorker.controller !== null"
UPDATE = "navigator.serviceWorker.getRegistration().then((registration) => registration.update()).catch(() => {})"
BROKEN = """
const beside = ({ firstElementChild: name, lastElementChild: number }) =>
  number.getBoundingClientRect().top < name.getBoundingClientRect().bottom;
const rows = [...document.querySelectorAll("#test .field.number")];
return rows.filter((row) => !beside(row)).map((row) => row.textContent);
"""


@pytest.fixture(scope="module", params=["chromium", "firefox", "webkit"])
def driver(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    folder = tmp_path_factory.mktemp("profile")
    match request.param:
        case "chromium":
            opened = drivers.chromium(request.getfixturevalue("browser"))
        case "firefox":
            opened = drivers.firefox(folder)
        case _:
            opened = drivers.webkit(folder)
    with opened as driver:
        yield driver


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(driver: Driver) -> Iterator[None]:
    yield
    driver.go("about:blank")  # what is under way ends
    assert driver.errors() == []


@pytest.fixture(scope="module")
def addresses(site: Path, server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    file = tmp_path_factory.mktemp("one") / "pyrules.html"
    onefile.make(site, file, server.url)
    with Server(file.parent) as other:
        yield {"site": server.url, "one file, served": f"{other.url}{file.name}", "one file": file.as_uri()}


@pytest.mark.parametrize("place", ["site", "one file, served", "one file"])
def test_the_first_roll_is_seen_copied_and_kept(
    driver: Driver, addresses: dict[str, str], place: str, tell: Callable[[str], None]
) -> None:
    driver.go(addresses[place])
    await_rules(driver)
    tell(f"{driver.version}, the rules ready after {driver.ask(TOOK):.0f} ms")
    press(driver, "a", "Moonwalk")
    await_form(driver, "Roll 12d6")
    assert driver.ask(BROKEN) == []
    press(driver, "button", "^Roll 12d6")
    verdict = until(lambda: driver.ask(VERDICT))

    press(driver, "button", "^Share$")
    press(driver, "button", "^Text and link$")
    until(lambda: driver.ask(TEXT, "[role=status]") == "Copied.")
    until(lambda: f"{addresses['site']}moonwalk/#" in text_pasted(driver))

    press(driver, "a", "^Log$")
    until(lambda: len(lines(driver)) == 1)
    assert verdict in lines(driver)[0]
    driver.reload()
    await_rules(driver)
    until(lambda: len(lines(driver)) == 1)
    press(driver, "summary", "Copy, print")
    press(driver, "button", "^Copy as text$")
    until(lambda: verdict in text_pasted(driver))


TESTS = {
    "Moonwalk": "12 [6] (3)",
    "Relics of the Moon": "5d6 vs Minor 5",
    "Almond": "6d6 TN 5",
    "Step Die": "5d6 + d10 (3) ip 3",
    "General Rules": "Strength d8 + d6 (8)",
}


def test_every_system_rolls_on_and_a_throw_is_skipped(driver: Driver, server: Server) -> None:
    taken = []
    driver.go(server.url)
    await_rules(driver)
    driver.ask(SKIPPING)
    for title, notation in TESTS.items():
        press(driver, "a", title)
        await_text(driver, "h1", title)
        await_form(driver, "Roll")
        driver.ask(FILL, "#test input[enterkeyhint=go]", notation)
        driver.ask("window.skipped = false")
        driver.press("return document.querySelector('#bar .roll')")
        until(lambda: driver.ask("return window.skipped"))
        until(lambda: driver.ask(VERDICT))
        if driver.ask(OFFERED):
            if not driver.ask(f"{OFFERED}.checkVisibility()"):
                driver.press(MORE)
            driver.press(OFFERED)
            until(lambda: driver.ask(VERDICT))
            taken.append(title)
        press(driver, "a", "^All systems$")
    assert "Step Die" in taken


def test_real_dice_are_read_from_a_picture(driver: Driver, server: Server) -> None:
    driver.go(f"{server.url}moonwalk/")
    await_rules(driver)
    await_form(driver, "Roll")
    driver.ask(FILL, "#test input[enterkeyhint=go]", "4 (2)")
    await_form(driver, "Roll 4d6")
    press(driver, "button", "^Real dice$")
    press(driver, "button", "Read them by camera")
    until(lambda: driver.ask("return document.querySelector('dialog input[type=file]')?.tagName"))
    driver.ask(PICTURE, b64encode((ROOT / "tests/web/eye/num_022.jpg").read_bytes()).decode())
    await_text(driver, "dialog [role=status]", "4 of 4 found")
    press(driver, "dialog button", "^Use these$")
    await_text(driver, "#card", "real dice")


def test_notes_are_written_rolled_from_and_taken_elsewhere(driver: Driver, server: Server, site: Path) -> None:
    driver.go(f"{server.url}moonwalk/notes/")
    await_rules(driver)
    press(driver, "button", "^New page$")
    until(lambda: driver.ask("return document.querySelector('textarea[name=text]') !== null"))
    driver.ask(FILL, "textarea[name=text]", "At the pier: [Agility 5 (2)]")
    driver.ask(FILL, "input[name=title]", "The docks")
    press(driver, "button", "^Save$")
    press(driver, "button", "^Roll now: Agility 5")
    verdict = until(lambda: driver.ask(VERDICT))
    press(driver, "a", "^Log$")
    until(lambda: verdict in "".join(lines(driver)))
    many = len(lines(driver))
    driver.ask(EXPORTS)
    press(driver, "summary", "Copy, print")
    press(driver, "button", "^Export as a file$")
    text = until(lambda: driver.ask("return window.exported ?? ''"))
    with Server(site) as elsewhere:
        driver.go(f"{elsewhere.url}moonwalk/log/")
        await_rules(driver)
        press(driver, "summary", "Copy, print")
        driver.ask(IMPORT, text)
        press(driver, "button", "^(Merge|Replace|Import)")
        until(lambda: len(lines(driver)) == many)
        assert verdict in "".join(lines(driver))


def test_a_game_is_written_in_the_workshop(driver: Driver, server: Server) -> None:
    driver.go(f"{server.url}workshop/")
    until(lambda: driver.ask(TEXT, "#state") == "It works")
    whole = driver.ask("return document.getElementById('text').value")
    driver.ask(FILL, "#text", f"{whole}(")
    until(lambda: "Line" in driver.ask(TEXT, "#problems"))
    driver.ask(FILL, "#text", whole)
    until(lambda: driver.ask(TEXT, "#state") == "It works" and not driver.ask(TEXT, "#problems"))
    press(driver, "button", "^Keep this game$")
    press(driver, "a", "^Play it$")
    until(lambda: driver.ask(TEXT, "#title") == "My game" and driver.ask(TRIED))


def test_without_a_network_it_rolls_and_an_update_comes_whole(driver: Driver, site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    with Server(folder) as server:
        driver.go(server.url)
        await_rules(driver)
        until(lambda: "Ready offline" in driver.ask(TEXT, "footer") and driver.ask(CONTROLLED))
    driver.go(server.url)
    await_rules(driver)
    press(driver, "a", "Moonwalk")
    press(driver, "button", "^Roll 12d6")
    until(lambda: driver.ask(VERDICT))
    page = (folder / "index.html").read_text(encoding="utf-8")
    publish(folder, "index.html", page.replace("Almond", "Walnut").encode())
    with Server(folder, port=server.port):
        driver.ask(UPDATE)
        press(driver, "button", "^Reload$")
        until(lambda: driver.ask(READY) and driver.ask(WRONG) == "")
        until(lambda: driver.ask("return document.querySelector('#card .verdict') !== null"))


@pytest.mark.parametrize("driver", ["firefox"], indirect=True)
def test_two_play_at_a_table(driver: Driver, server: Server, tmp_path: Path) -> None:
    with drivers.firefox(tmp_path) as guest:
        for one in (driver, guest):
            one.go(f"{server.url}table/")
            await_rules(one)
        press(driver, "button", "^Open a table$")
        press(guest, "button", "^Join a table$")
        connect(guest, code(driver))
        connect(driver, code(guest))
        for one in (guest, driver):
            press(one, "a", "^At the table: 2 devices$")
            press(one, "a", "^All systems$")
            press(one, "a", "Moonwalk")
            await_form(one, "Roll")  # what this browser rolled last, and at first in the new one
        press(guest, "button", "^Roll 12d6")
        verdict = until(lambda: guest.ask(VERDICT))
        until(lambda: driver.ask(VERDICT) == verdict)
        assert guest.errors() == []


def code(driver: Driver) -> str:
    """The code that a device shows."""
    return str(until(lambda: driver.ask("return document.getElementById('own-code')?.value ?? ''")))


def connect(driver: Driver, theirs: str) -> None:
    """Give a device the code of another."""
    until(lambda: driver.ask("return document.getElementById('their-code') !== null"))
    driver.ask(FILL, "#their-code", theirs)
    press(driver, "button", "^Connect$")


def await_rules(driver: Driver) -> None:
    until(lambda: driver.ask(READY))
    assert driver.ask(WRONG) == ""


def await_form(driver: Driver, words: str) -> None:
    """Wait until a form is there whose button begins with these words."""
    await_text(driver, "#bar .roll", words)


def await_text(driver: Driver, selector: str, words: str) -> None:
    """Wait until an element is there whose text begins with these words."""
    until(lambda: driver.ask(TEXT, selector).startswith(words))


def press(driver: Driver, tags: str, name: str) -> None:
    """Press what is there under a name that fits the pattern, once it is."""
    until(lambda: driver.ask(f"{NAMED} !== undefined", tags, name))
    driver.press(NAMED, tags, name)


def lines(driver: Driver) -> list[str]:
    """The lines of the log."""
    return list(driver.ask(LINES))


def text_pasted(driver: Driver) -> str:
    """The text that a person gets who pastes now."""
    driver.ask(FIELD)
    driver.paste()
    return str(driver.ask(PASTED))
