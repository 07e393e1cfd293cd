"""Storage that the disk or a hand has spoilt: what can be read is shown, and going on loses nothing."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.boot_helpers import roll, verdict
from e2e.keeping_helpers import CHECKPOINT
from e2e.log_helpers import STORE, blank, choose, file_of, lines, reload, roll_of, store_records
from e2e.waiting import await_rules
from pyrules.campaign.codec import write_event

pytestmark = pytest.mark.still

OPENED = """
  const opening = indexedDB.open(`pyrules ${new URL("/pyrules/", location).pathname}`);
  await new Promise((done) => { opening.onsuccess = done; });
"""
CHANGE = f"""async ([change, given]) => {{
  {OPENED}
  const transaction = opening.result.transaction(["events", "kept"], "readwrite");
  const stores = ["events", "kept"].map((name) => transaction.objectStore(name));
  new Function("events", "kept", "given", change)(...stores, given);
  await new Promise((done) => {{ transaction.oncomplete = done; }});
  opening.result.close();
}}"""
"""Change what is stored, by JavaScript that has both stores and what is given."""

GET = f"""async (key) => {{
  {OPENED}
  const asking = opening.result.transaction("kept").objectStore("kept").get(key);
  await new Promise((done) => {{ asking.onsuccess = done; }});
  opening.result.close();
  return asking.result;
}}"""
BEGUN = """async () => {
  const { saved } = await import("./store.mjs");
  const [, checkpoint, ...records] = String(await saved()).split("\\n");
  return [checkpoint, records.length];
}"""
"""The beginning that the app would make: the checkpoint, and the number of records."""

ANEW = """async (stores) => {
  const name = `pyrules ${new URL("/pyrules/", location).pathname}`;
  const deleting = indexedDB.deleteDatabase(name);
  await new Promise((done) => { deleting.onsuccess = done; });
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    for (const store of stores) opening.result.createObjectStore(store, { autoIncrement: store === "events" });
    if (stores.includes("events")) opening.transaction.objectStore("events").add("{}");
  };
  await new Promise((done) => { opening.onsuccess = done; });
  opening.result.close();
}"""
"""Make the database anew, with these stores alone."""

CUT = "kept.put({ ...given, text: given.text.slice(0, 5000) }, 'checkpoint')"
NOT_USED = (
    "kept.put({ ...given, version: 'another' }, 'checkpoint')",
    "kept.put({ ...given, text: 5, last: 'x', records: 7 }, 'checkpoint')",
    "given.self = given; given.text = {}; kept.put(given, 'checkpoint')",
    "kept.put(undefined, 'checkpoint')",
    "kept.put('{}', 'checkpoint')",
)
ODD = "const cycle = {}; cycle.cycle = cycle; const none = Object.assign(Object.create(null), { toString: 1 });"
ODD_RECORDS = (
    f"{ODD} for (const odd of [undefined, null, 10n, cycle, {{ a: 1n }}, new Date(0), '\\ud800']) events.add(odd)"
)
ODD_SETTINGS = f"{ODD} kept.put(cycle, 'preferences'); kept.put(10n, 'form moonwalk'); kept.put(undefined, 'exported')"
UNGIVEN = """
const { getAll } = IDBObjectStore.prototype;
const failing = (error) => {
  const request = { error };
  queueMicrotask(() => request.onerror(new Event("error")));
  return request;
};
IDBObjectStore.prototype.getAll = function (...given) {
  return this.name === "events" ? getAll.apply(this, given) : failing(new DOMException("", "NotReadableError"));
};
const { get } = IDBObjectStore.prototype;
IDBObjectStore.prototype.get = function (key) {
  return key === "checkpoint" ? failing(new DOMException("", "NotReadableError")) : get.call(this, key);
};
"""


def open_page(page: Page) -> Page:
    page.goto("moonwalk/log/")
    await_rules(page)
    return page


@pytest.fixture
def long(page: Page) -> Page:
    """A page with 150 rolls and their checkpoint."""
    store_records(page, *(write_event(roll_of(number)) for number in range(150)))
    page.evaluate(CHECKPOINT)
    return page


def test_a_spoilt_checkpoint_hides_no_record(long: Page) -> None:
    whole = blank(long).evaluate(GET, "checkpoint")
    long.evaluate(CHANGE, [CUT, whole])
    open_page(long)
    expect(long.get_by_text("The newest 100 of 150")).to_be_visible()
    expect(long.get_by_role("alert")).to_be_hidden()
    choose(long, file_of([roll_of(150)]))
    long.get_by_role("button", name="Merge: add 1").click()
    expect(long.get_by_text("The newest 100 of 151")).to_be_visible()
    reload(long)
    expect(long.get_by_text("The newest 100 of 151")).to_be_visible()


def test_a_checkpoint_that_is_none_or_of_another_build_is_not_used(long: Page) -> None:
    whole = blank(long).evaluate(GET, "checkpoint")
    assert long.evaluate(BEGUN) == [whole["text"], 150]
    for change in NOT_USED:
        long.evaluate(CHANGE, [change, whole])
        assert long.evaluate(BEGUN) == ["", 150]


@pytest.mark.parametrize("then", ["merge", "delete"])
def test_a_log_that_holds_more_than_is_shown_is_not_replaced_or_deleted(
    page: Page, context: BrowserContext, then: str
) -> None:
    store_records(page, write_event(roll_of(1)), write_event(roll_of(2)))
    blank(context.new_page()).evaluate(CHANGE, ["events.add(given, 0.5)", write_event(roll_of(3))])  # no tab says so
    if then == "merge":
        choose(page, file_of([roll_of(4)]))
        page.get_by_role("button", name="Merge: add 1").click()
    else:
        page.get_by_role("link", name="Settings").click()
        page.get_by_role("button", name="Delete everything").click()
        page.get_by_role("button", name="Delete it all, for good").click()
    expect(page.get_by_role("alert")).to_contain_text("It is shown as it is now")
    open_page(page)
    expect(lines(page)).to_have_count(3)


@pytest.mark.parametrize("gone", ["1", "2"])
def test_a_record_that_was_deleted_under_the_page_is_told_of(page: Page, context: BrowserContext, gone: str) -> None:
    store_records(page, write_event(roll_of(1)), write_event(roll_of(2)))
    blank(context.new_page()).evaluate(CHANGE, [f"events.delete({gone})", None])  # no tab says so
    page.get_by_role("link", name="Roll").click()
    roll(page)
    verdict(page)
    expect(page.get_by_role("alert")).to_contain_text("what was stored here has been deleted")
    page.get_by_role("link", name="Log").click()
    expect(lines(page)).to_have_count(3)


def test_a_log_whose_lines_can_be_numbered_no_further_is_told_of(page: Page) -> None:
    store_records(page, write_event(roll_of(1)))
    blank(page).evaluate(CHANGE, ["events.add(given, 2 ** 53)", write_event(roll_of(2))])
    open_page(page)
    page.get_by_role("link", name="Roll").click()
    roll(page)
    verdict(page)
    expect(page.get_by_role("alert")).to_contain_text("no number left for another line of the log")
    expect(page.get_by_role("alert")).not_to_contain_text("private browsing")


def test_records_that_are_no_text_hide_no_other(page: Page) -> None:
    store_records(page, write_event(roll_of(1)))
    blank(page).evaluate(CHANGE, [ODD_RECORDS, None])
    open_page(page)
    expect(lines(page)).to_have_count(1)
    expect(page.get_by_text("7 stored records cannot be read by this version.")).to_be_visible()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save them as a file").click()
    assert saving.value.path().read_text(encoding="utf-8").splitlines()[:3] == [
        "[object Undefined]",
        "null",
        "[object BigInt]",
    ]
    choose(page, file_of([roll_of(2)]))
    page.get_by_role("button", name="Merge: add 1").click()
    expect(lines(page)).to_have_count(2)
    reload(page)
    expect(lines(page)).to_have_count(2)
    expect(page.get_by_text("7 stored records cannot be read by this version.")).to_be_visible()


def test_settings_that_no_text_can_hold_are_told_of_and_hide_no_record(page: Page) -> None:
    store_records(page, write_event(roll_of(1)))
    blank(page).evaluate(CHANGE, [ODD_SETTINGS, None])
    page.goto("moonwalk/log/")
    expect(lines(page)).to_have_count(1)
    expect(page.get_by_role("alert")).to_contain_text("back to their defaults (exported, form moonwalk, preferences)")


def test_a_value_that_the_browser_cannot_give_hides_no_other(long: Page, context: BrowserContext) -> None:
    context.add_init_script(UNGIVEN)
    open_page(long)
    expect(long.get_by_text("The newest 100 of 150")).to_be_visible()


def test_an_era_that_is_no_number_is_put_right(page: Page, context: BrowserContext) -> None:
    record = write_event(roll_of(1))
    blank(page).evaluate(STORE, [record])
    for era in ("{}", "10n", "undefined"):
        blank(page).evaluate(CHANGE, [f"kept.put({era}, 'era')", None])
        page.evaluate(STORE, [record])
        assert page.evaluate(GET, "era") == 1
    page.evaluate(CHANGE, ["kept.put('x', 'era')", None])
    open_page(page)
    choose(page, file_of([roll_of(1), roll_of(2)]))
    page.get_by_role("button", name="Merge: add 1").click()
    expect(lines(page)).to_have_count(2)
    assert blank(context.new_page()).evaluate(GET, "era") == 1


@pytest.mark.parametrize("stores", [[], ["events"], ["kept"]])
def test_a_database_without_its_stores_is_repaired(page: Page, stores: list[str]) -> None:
    blank(page).evaluate(ANEW, stores)
    page.goto("moonwalk/")
    await_rules(page)
    roll(page)
    verdict(page)
    expect(page.get_by_role("alert")).to_be_hidden()
    open_page(page)
    expect(lines(page)).to_have_count(1)
    expect(page.get_by_text("1 stored record cannot be read")).to_be_visible(visible="events" in stores)
