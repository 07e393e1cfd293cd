"""The whole app in one file, opened from the disk with the network off; nothing is asked for but the file itself."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.boot_helpers import dice, roll, verdict
from e2e.conftest import Complaints
from e2e.log_helpers import COPIES, PHONE, choose, files, lines
from e2e.share_helpers import DOES_NOT_SHARE, share
from e2e.waiting import await_rules
from tools import onefile
from tools.server import Server

MOST = 7_800_000  # bytes
REFUSES_STORAGE = "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };"

Open = Callable[[BrowserContext, Path], Page]


@pytest.fixture(scope="module")
def file(site: Path, server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that knows where the site is."""
    out = tmp_path_factory.mktemp("one") / "pyrules.html"
    onefile.make(site, out, server.url)
    return out


@pytest.fixture
def opened(complaints: Complaints) -> Open:
    """Open a file of the disk where there is no network, and wait for its rules."""

    def opened(context: BrowserContext, file: Path) -> Page:
        complaints.own = (*complaints.own, file.as_uri(), "blob:")
        context.set_offline(True)
        page = context.new_page()
        page.goto(file.as_uri())
        expect(page.get_by_role("progressbar")).to_be_hidden()
        return page

    return opened


def tab(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()


@PHONE
def test_the_file_rolls_keeps_exports_and_leads_to_the_site(
    file: Path, base_url: str, context: BrowserContext, opened: Open, tmp_path: Path
) -> None:
    assert file.stat().st_size < MOST
    context.add_init_script(f"{DOES_NOT_SHARE} {COPIES}")
    page = opened(context, file)
    page.get_by_role("link", name="Moonwalk").click()
    expect(page).to_have_url(f"{file.as_uri()}#/moonwalk/")
    page.get_by_role("textbox", name="Shorthand").fill("9 [4] (2)")
    roll(page)
    assert dice(page) == 9
    expect(page.locator("#table[data-dice=rest]")).to_be_visible()  # they are drawn, in a worker of their own
    assert len(page.workers) == 2
    said = verdict(page)
    share(page, "Text and link")
    expect(page.get_by_role("status")).to_have_text("Copied.")
    link = page.evaluate("copied").splitlines()[1]
    assert link.startswith(f"{base_url}moonwalk/#")

    tab(page, "Odds")
    expect(page.get_by_role("main")).to_contain_text("%")
    tab(page, "Tracker")
    page.get_by_role("button", name="Notes and clock").click()
    page.get_by_role("button", name="+1 h").click()
    expect(page.get_by_role("region", name="Clock").get_by_role("paragraph").first).to_have_text("1 h")
    tab(page, "Log")
    files(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as a file").click()
    download.value.save_as(tmp_path / "exported.json")
    assert "9 [4] (2)" in (tmp_path / "exported.json").read_text(encoding="utf-8")

    page.reload()
    await_rules(page)
    expect(page).to_have_url(re.compile("#/moonwalk/log/$"))
    expect(lines(page)).to_have_count(2)
    expect(lines(page).last).to_contain_text(said)
    page.go_back()
    expect(page.get_by_role("region", name="Clock").get_by_role("paragraph").first).to_have_text("1 h")
    tab(page, "Rules")
    page.get_by_text("Contents").click()
    page.get_by_role("link", name="Trying again against someone").first.click()
    expect(page.locator(":focus").get_by_role("heading", name="Trying again against someone")).to_be_in_viewport()

    tab(page, "Settings")
    expect(page.get_by_role("link", name="The app on the web")).to_have_attribute("href", base_url)
    for name in ("THIRD-PARTY.txt", "sbom.cdx.json"):
        with page.expect_download() as download:
            page.locator(f"[href='#/{name}']").click()
        download.value.save_as(tmp_path / name)
        assert "pako" in (tmp_path / name).read_text(encoding="utf-8")

    context.set_offline(False)
    page.goto(link)
    await_rules(page)
    assert verdict(page) == said


def test_a_file_that_may_keep_nothing_says_so_imports_and_shares_text(
    file: Path, context: BrowserContext, opened: Open, complaints: Complaints, tmp_path: Path
) -> None:
    complaints.expect("denied")
    lone = tmp_path / "lone.html"
    known = file.read_text(encoding="utf-8")
    lone.write_text(re.sub('<meta name="site" content="[^"]*">', '<meta name="site" content="">', known), "utf-8")
    context.add_init_script(f"{REFUSES_STORAGE} {DOES_NOT_SHARE} {COPIES}")
    page = opened(context, lone)
    expect(page.get_by_role("alert")).to_contain_text("Open the file in another browser")
    page.get_by_role("link", name="Almond").click()
    roll(page)
    verdict(page)
    share(page, "Text and link")
    expect(page.get_by_role("status")).to_have_text("Copied.")
    assert re.fullmatch(r"Almond · 5d6 TN 4: [^\n#]*", page.evaluate("copied"))

    with page.expect_download() as download:
        page.get_by_role("alert").get_by_role("button", name="Export the log").click()
    download.value.save_as(tmp_path / "log.json")
    page.reload()
    expect(page.get_by_role("progressbar")).to_be_hidden()
    tab(page, "Log")
    expect(lines(page)).to_have_count(0)
    choose(page, tmp_path / "log.json")
    page.get_by_role("button", name=re.compile("^Merge|^Import")).click()
    expect(lines(page)).to_have_count(1)
    tab(page, "Settings")
    expect(page.get_by_role("main").get_by_text("Newer versions are where this file came from")).to_be_visible()


@pytest.mark.offline
def test_the_site_makes_the_same_file_without_a_network(
    file: Path, context: BrowserContext, visit: Callable[[str], Page], tmp_path: Path
) -> None:
    page = visit("settings/")
    expect(page.get_by_role("contentinfo")).to_contain_text("Ready offline")
    context.set_offline(True)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the app").click()
    assert download.value.suggested_filename == "pyrules.html"
    download.value.save_as(tmp_path / "taken.html")
    assert (tmp_path / "taken.html").read_bytes() == file.read_bytes()
    expect(page.get_by_role("status")).to_have_text("The file pyrules.html is saved.")
