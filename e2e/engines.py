"""What all three engines must do, here with browsers as people have them: ``build.py test --engines``.

The first roll, the log and a copy, of the site and of the app in one file, served and opened from the disk.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from e2e import drivers
from e2e.drivers import Driver, until
from tools import onefile
from tools.server import Server

NAMED = """
const [tags, name] = [arguments[0], new RegExp(arguments[1])];
const said = (one) => (one.ariaLabel ?? one.textContent).trim();
return [...document.querySelectorAll(tags)].find((one) => one.checkVisibility() && name.test(said(one)))
"""
TEXT = "return document.querySelector(arguments[0])?.textContent ?? ''"
READY = "return document.getElementById('progress')?.hidden || document.getElementById('notice')?.hidden === false"
WRONG = "const { hidden, textContent } = document.getElementById('notice'); return hidden ? '' : textContent"
TOOK = "return performance.getEntriesByName('rules ready')[0].startTime"
VERDICT = """
const verdict = document.querySelector("#card .verdict")?.textContent;
return document.getElementById("table").dataset.dice === "rolling" || verdict === "…" ? "" : verdict;
"""
LINES = "return [...document.querySelectorAll('[aria-label=Log] li')].map((one) => one.textContent)"
FIELD = """
const field = document.getElementById("pasted") ?? document.body.appendChild(document.createElement("textarea"));
field.id = "pasted";
field.value = "";
field.focus();
"""
PASTED = "return document.getElementById('pasted')?.value"
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
    until(lambda: driver.ask(TEXT, "#bar .roll").startswith("Roll 12d6"))
    assert driver.ask(BROKEN) == []
    press(driver, "button", "^Roll 12d6")
    verdict = until(lambda: driver.ask(VERDICT))

    press(driver, "button", "^Share$")
    press(driver, "button", "^Text and link$")
    until(lambda: driver.ask(TEXT, "[role=status]") == "Copied.")
    until(lambda: f"{addresses['site']}moonwalk/#" in pasted(driver))

    press(driver, "a", "^Log$")
    until(lambda: len(lines(driver)) == 1)
    assert verdict in lines(driver)[0]
    driver.reload()
    await_rules(driver)
    until(lambda: len(lines(driver)) == 1)
    press(driver, "summary", "Copy, print")
    press(driver, "button", "^Copy as text$")
    until(lambda: verdict in pasted(driver))


def await_rules(driver: Driver) -> None:
    until(lambda: driver.ask(READY))
    assert driver.ask(WRONG) == ""


def press(driver: Driver, tags: str, name: str) -> None:
    """Press what is there under a name that fits the pattern, once it is."""
    until(lambda: driver.ask(f"{NAMED} !== undefined", tags, name))
    driver.press(NAMED, tags, name)


def lines(driver: Driver) -> list[str]:
    """The lines of the log."""
    return list(driver.ask(LINES))


def pasted(driver: Driver) -> str:
    """What a person gets who pastes now."""
    driver.ask(FIELD)
    driver.paste()
    return str(driver.ask(PASTED))
