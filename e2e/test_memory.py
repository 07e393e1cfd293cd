"""Python's memory, kept by the browser of a reader who comes back: later visits begin with it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.boot_helpers import not_imported, roll, verdict
from e2e.offline_helpers import store_site
from e2e.waiting import await_rules
from tools.server import Server
from tools.timing import REMEMBERED

pytestmark = pytest.mark.offline

EACH = """
  const each = async (visit) => {
    for await (const folder of (await navigator.storage.getDirectory()).values())
      for await (const file of folder.values()) await visit(file);
  };
"""
KEPT = f"""async () => {{
  {EACH}
  const names = [];
  await each(({{ name }}) => names.push(decodeURIComponent(name)));
  return names;
}}"""
SIZE = f"""async () => {{
  {EACH}
  let bytes = 0;
  await each(async (file) => (bytes += (await file.getFile()).size));
  return bytes;
}}"""
MOST_KEPT = 33_000_000
"""Bytes of memory that a second visit reads: what the usual rolls need."""

SPOIL = f"""async (bytes) => {{
  {EACH}
  await each(async (file) => {{
    const written = await file.createWritable({{ keepExistingData: true }});
    await written.truncate(bytes);
    await written.close();
  }});
}}"""

MAKES_NONE = """
globalThis.Worker = class extends Worker {
  constructor(script, ...given) {
    super(script, ...given);
    if (String(script).endsWith("keeper.mjs")) this.postMessage = () => {};
  }
};
"""
"""Has the page never make another memory for the next visit, which it else does within seconds."""

REFUSES_ANOTHER = MAKES_NONE.replace(
    "this.postMessage = () => {}", "throw new Error(globalThis.refused = 'no more workers')"
)
"""Has the browser refuse the worker that keeps a memory."""


@pytest.fixture
def returning(context: BrowserContext, server: Server) -> Iterator[Page]:
    """A page of a reader whose browser has kept Python's memory."""
    page = context.new_page()
    store_site(page, f"{server.url}moonwalk/")
    assert page.evaluate(KEPT) == []
    page.reload()
    await_rules(page)
    page.evaluate(REMEMBERED)
    yield page
    page.close()


def faces(page: Page) -> list[str]:
    """Roll 30 dice and say what they show."""
    page.get_by_role("textbox", name="Dicepool").fill("30")
    roll(page)
    verdict(page)
    return page.get_by_role("region", name="Dice").get_by_role("listitem").all_inner_texts()


def test_no_two_visits_from_the_same_memory_roll_the_same(returning: Page) -> None:
    rolled = []
    for _ in range(3):
        returning.reload()
        await_rules(returning)
        rolled.append(faces(returning))
        returning.get_by_role("link", name="All systems").click()
        returning.get_by_role("link", name=re.compile("^Moonwalk")).click()  # which begins with its form
        expect(returning.get_by_role("region", name="Result").get_by_role("heading")).to_have_count(0)
    assert [len(each) for each in rolled] == [30, 30, 30]
    assert rolled[0] != rolled[1] != rolled[2] != rolled[0]


def test_python_is_whole_after_it_was_restored(returning: Page, server: Server) -> None:
    returning.reload()
    await_rules(returning)
    assert not_imported(returning, server.url) == ""
    assert 0 < returning.evaluate(SIZE) < MOST_KEPT


@pytest.mark.parametrize("bytes_left", [0, 20_000_000])
def test_a_spoilt_memory_is_let_go_and_python_starts_without(returning: Page, bytes_left: int) -> None:
    returning.evaluate(SPOIL, bytes_left)
    returning.add_init_script(MAKES_NONE)
    returning.reload()
    await_rules(returning)
    assert len(faces(returning)) == 30
    assert returning.evaluate(KEPT) == []


def test_another_build_begins_without_the_memory_of_the_one_before(returning: Page, site: Path) -> None:
    (kept,) = returning.evaluate(KEPT)
    version = re.search(r'const version = "(\w+)"', (site / "build.mjs").read_text(encoding="utf-8"))
    assert version
    assert kept.split()[0] == version[1]


def test_a_browser_that_refuses_another_worker_goes_on_without_a_memory(
    context: BrowserContext, server: Server
) -> None:
    context.add_init_script(REFUSES_ANOTHER)
    page = context.new_page()
    store_site(page, f"{server.url}moonwalk/")
    page.reload()
    await_rules(page)
    assert page.evaluate("refused") == "no more workers"
    roll(page)
    assert verdict(page)
    assert page.evaluate(KEPT) == []
