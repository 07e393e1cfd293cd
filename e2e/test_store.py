"""The store goes away under an open page: its connection is closed, or what it held is deleted."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.boot_helpers import roll, verdict
from e2e.log_helpers import lines
from e2e.waiting import await_rules

Visit = Callable[[str], Page]

pytestmark = pytest.mark.still

CONNECTIONS = """
const { open } = IDBFactory.prototype;
globalThis.connections = [];
IDBFactory.prototype.open = function (...given) {
  const opening = open.apply(this, given);
  opening.addEventListener("success", () => connections.push(opening.result));
  return opening;
};
"""
CLOSE = "connections.forEach((connection) => connection.close())"
DELETE = """async () => {
  const { name } = (await indexedDB.databases()).find((one) => one.name.startsWith("pyrules "));
  const deleting = indexedDB.deleteDatabase(name);
  await new Promise((done) => { deleting.onsuccess = done; });
}"""


def roll_again(page: Page) -> None:
    """Roll once more, when the dice of the first roll rest."""
    expect(page.get_by_role("region", name="Dice")).not_to_have_attribute("data-dice", "rolling")
    page.get_by_role("button", name="Roll again").click()


def test_a_connection_that_the_browser_closed_is_opened_again(context: BrowserContext, visit: Visit) -> None:
    context.add_init_script(CONNECTIONS)
    page = visit("moonwalk/")
    roll(page)
    verdict(page)
    page.evaluate(CLOSE)
    roll_again(page)
    page.get_by_role("link", name="Log").click()
    expect(lines(page)).to_have_count(2)
    expect(page.get_by_role("alert")).to_be_hidden()
    page.reload()
    await_rules(page)
    expect(lines(page)).to_have_count(2)


@pytest.mark.parametrize("began", ["once", "anew"])
def test_a_log_deleted_under_the_page_is_reported_and_stays_in_sight(visit: Visit, began: str) -> None:
    page = visit("moonwalk/")
    if began == "anew":
        page.get_by_role("link", name="Settings").click()
        page.get_by_role("button", name="Delete everything").click()
        page.get_by_role("button", name="Delete it all, for good").click()
        expect(page.get_by_text("Everything is deleted.").first).to_be_visible()
        page.go_back()
    roll(page)
    verdict(page)
    page.evaluate(DELETE)
    roll_again(page)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("what was stored here has been deleted")
    expect(alert).to_contain_text("export the log before you leave")
    page.get_by_role("link", name="Log").click()
    expect(lines(page)).to_have_count(2)


LASTING = """
globalThis.lasting = [];
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (...given) {
  const begun = transaction.apply(this, given);
  if (begun.mode === "readwrite") lasting.push(begun.durability);
  return begun;
};
"""
"""Notes how each transaction that writes is to be written."""


def test_what_changes_the_log_is_on_the_disk_before_it_is_shown(context: BrowserContext, visit: Visit) -> None:
    context.add_init_script(LASTING)
    page = visit("moonwalk/")
    page.get_by_role("textbox", name="Dicepool").fill("9")
    expect(page.get_by_role("button", name="Roll 9d6")).to_be_visible()
    assert set(page.evaluate("lasting.splice(0)")) == {"default"}
    roll(page)
    verdict(page)
    assert set(page.evaluate("lasting.splice(0)")) == {"strict"}
    page.evaluate("import('../store.mjs').then(({ commit }) => commit([{ do: 'keep', key: 'unsent', value: [] }]))")
    assert page.evaluate("lasting.splice(0)") == ["strict"]  # what is done at another's table
