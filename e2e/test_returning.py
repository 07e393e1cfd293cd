"""Tests share a browser that has been on the site before, and none finds what another has left."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Complaints
from e2e.returning import CLOCK, LASTING
from e2e.waiting import PATIENCE

Visit = Callable[[str], Page]

LEAVES = """async () => {
  localStorage.left = sessionStorage.left = document.cookie = "left=1";
  await new Promise((done) => (indexedDB.open("left").onsuccess = done));
  navigator.locks.request("left", () => new Promise(() => {}));
  addEventListener("pagehide", () => { localStorage.last = document.cookie = "last=1"; });
}"""
FINDS = """async (most) => {
  const locks = async () => (await navigator.locks.query()).held.filter(({ name }) => name === "left").length;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
  while ((await locks()) && performance.now() < most) await pause(); // a closed page lets go of its own a moment later
  return {
    databases: (await indexedDB.databases()).map(({ name }) => name),
    items: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    cookies: document.cookie,
    locks: await locks(),
  };
}"""
NOTHING = {"databases": [], "items": [], "cookies": "", "locks": 0}


@pytest.mark.parametrize("before", ["nobody", "a test that left something", "one that left its page"])
def test_a_test_finds_nothing_of_the_one_before(page: Page, complaints: Complaints, before: str) -> None:
    complaints.expect("favicon.ico")  # which browsers ask for beside a picture
    assert [page] == page.context.pages
    page.goto("icons/icon.svg")
    assert page.evaluate(FINDS, PATIENCE) == NOTHING, before
    if before == "nobody":
        page.context.new_page().goto("")
    page.goto("")
    page.evaluate(LEAVES)
    page.emulate_media(color_scheme="dark", forced_colors="active")
    page.set_viewport_size({"width": 320, "height": 320})


@pytest.mark.parametrize("chosen", ["Dark", "Light"])
def test_looks_are_those_of_a_first_visit(visit: Visit, chosen: str) -> None:
    page = visit("settings/")
    expect(page.get_by_role("radio", name="Match device")).to_be_checked()
    page.get_by_role("radio", name=chosen, exact=True).check()
    expect(page.locator("html")).to_have_attribute("data-theme", chosen.lower())


def test_python_began_with_its_memory(page: Page, visit: Visit) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    visit("moonwalk/")
    assert "pyodide.asm.wasm" in fetched
    assert "pyrules.dat" not in fetched
    expect(page.get_by_role("contentinfo")).to_contain_text("Ready offline")


def test_what_lasts_beyond_a_page_is_refused(page: Page) -> None:
    for name in LASTING:
        with pytest.raises(AssertionError, match="first_visit"):
            getattr(page.context, name)()
    for name in CLOCK:
        with pytest.raises(AssertionError, match="first_visit"):
            getattr(page.clock, name)()
