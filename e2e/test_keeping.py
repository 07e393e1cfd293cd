"""Rolls are kept: when tabs are killed, when two of them write, when storage is full, refused or damaged."""

import random
import re
import secrets
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, expect

from e2e.boot_helpers import roll, verdict
from e2e.conftest import Complaints
from e2e.keeping_helpers import CHECKPOINT
from e2e.log_helpers import blank, choose, file_of, lines, open_line, reload, roll_of, store_records
from e2e.waiting import await_rules
from pyrules.campaign.codec import write_event
from pyrules.campaign.events import Noted, Recorded

pytestmark = pytest.mark.still
Visit = Callable[[str], Page]

LIVES = 40
APP_LIVES = 4
MOST_WRITTEN = 12
"""The most answers that a tab has stored when it is killed."""

WRITE_ON = """async (life) => {
  const { commit, saved } = await import("./store.mjs");
  await saved();
  (async () => {
    for (let answer = 0; ; answer += 1) {
      const append = (part) => ({ do: "append", event: `${life} ${answer} ${part}` });
      await commit([append("a"), append("b"), { do: "keep", key: "answer", value: answer }]);
      console.log(`stored ${life} ${answer}`);
    }
  })();
}"""
"""Store two events and a setting at a time, for as long as the tab lives."""
SAVED = r"""async (before) => {
  const { saved } = await import("./store.mjs");
  const [kept, , ...events] = String(await saved()).split("\n");
  return { kept: JSON.parse(kept), events: events.slice(before) };
}"""
"""The storage, of the events only those after the first n."""

COVERED = r"""async () => {
  const { saved } = await import("./store.mjs");
  return String(await saved()).split("\n")[1];
}"""
"""The checkpoint."""

COMMIT = """async (command) => {
  const { commit } = await import("./store.mjs");
  return (await commit([command])) !== null;
}"""
SIT_DOWN = """async () => {
  const { watch, carry } = await import("./channel.mjs");
  const connected = new Promise((done) => watch((what) => done(what)));
  carry({ do: "offer", peer: 1, stun: "", most: 9 });
  return connected;
}"""
RISE = """async () => (await import("./channel.mjs")).leave()"""
WHY = """async () => (await import("./store.mjs")).why()"""
KEEP = """async ([names, value]) => {
  const { commit, saved } = await import("./store.mjs");
  await saved();
  await commit(names.map((key) => ({ do: "keep", key, value })));
}"""

ON_TABLE = """() => {
  globalThis.onTable = () => document.querySelector("main [data-on=undo]")?.dataset.event;
  globalThis.changed = (before) => new Promise((done) => {
    const look = () => { if (onTable() !== before) { observer.disconnect(); done(); } };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    look();
  });
  globalThis.tap = async (undoing) => {
    const before = onTable();
    document.querySelector(undoing && before ? "main [data-on=undo]" : "button.roll").click();
    await changed(before);
    return onTable();
  };
}"""
ROLL_ON = """(answers) => {
  (async () => {
    for (let answer = 0; answer < answers; answer += 1) console.log(`stored ${await tap(false)}`);
    tap(false);
  })();
}"""
"""Roll so many times, and once more without waiting for the answer."""
ROLL_AND_UNDO = """(answers) => {
  globalThis.over = (async () => { for (let n = 1; n <= answers; n += 1) await tap(n % 5 === 0); })();
}"""

FULL = """
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...given) {
  if (globalThis.full) throw new DOMException("The disk is full", "QuotaExceededError");
  return add.apply(this, given);
};
globalThis.full = true;
"""


@pytest.fixture
def chance() -> random.Random:
    """Another course each run, whose seed is told when the test fails."""
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    return random.Random(seed)  # noqa: S311


def kill_tab(page: Page, how: str, complaints: Complaints) -> None:
    """End what runs in a tab without warning: by the death of its process, with the tab, or by leaving the page."""
    complaints.expect("crash")
    complaints.leave()
    if how == "crash":
        with pytest.raises(Error, match="crash"):
            page.goto("chrome://crash")
    if how == "leave":
        page.goto("about:blank")
    else:
        page.close()


def ways(browser_name: str) -> tuple[str, ...]:
    """The ways in which a tab may end; those that cost a new process are rarer."""
    return (*("leave",) * 8, "close", "crash" if browser_name == "chromium" else "close")


def stored_until(page: Page, answers: int, begin: str, *given: object) -> list[str]:
    """Begin, and give what the page said of so many answers, the moment it has said so of the last."""
    said: list[str] = []

    def heard(message: ConsoleMessage) -> bool:
        if message.text.startswith("stored "):
            said.append(message.text.removeprefix("stored "))
        return len(said) >= answers

    with page.expect_console_message(heard):
        page.evaluate(begin, *given)
    return said


def test_a_tab_killed_at_any_moment_loses_nothing_that_it_said_was_stored(
    context: BrowserContext, complaints: Complaints, browser_name: str, chance: random.Random
) -> None:
    page = blank(context.new_page())
    before = 0
    for life in range(LIVES):
        said = stored_until(page, chance.randint(1, MOST_WRITTEN), WRITE_ON, life)
        kill_tab(page, chance.choice(ways(browser_name)), complaints)
        page = blank(context.new_page() if page.is_closed() else page)
        saved = page.evaluate(SAVED, before)
        answers = saved["kept"]["answer"]
        assert answers >= int(said[-1].removeprefix(f"{life} "))
        wanted = [f"{life} {answer} {part}" for answer in range(answers + 1) for part in "ab"]
        assert saved["events"] == wanted
        before += len(wanted)


def test_the_app_killed_at_any_moment_loses_no_roll_that_it_showed(
    context: BrowserContext, complaints: Complaints, browser_name: str, chance: random.Random
) -> None:
    shown: list[str] = []
    for _ in range(APP_LIVES):
        page = context.new_page()
        page.goto("moonwalk/")
        await_rules(page)
        page.evaluate(ON_TABLE)
        answers = chance.randint(1, MOST_WRITTEN)
        shown += stored_until(page, answers, ROLL_ON, answers)
        kill_tab(page, chance.choice(ways(browser_name)), complaints)
    page = context.new_page()
    page.goto("moonwalk/log/")
    await_rules(page)
    ids = [line.get_attribute("data-event") for line in lines(page).get_by_role("button").all()][::-1]
    assert [name for name in ids if name in shown] == shown
    assert len(ids) <= len(shown) + APP_LIVES


def test_two_tabs_that_roll_and_undo_at_once_show_and_store_the_same(context: BrowserContext) -> None:
    tabs = context.new_page(), context.new_page()
    for page in tabs:
        page.goto("moonwalk/")
        await_rules(page)
        page.evaluate(ON_TABLE)
    for page in tabs:
        page.evaluate(ROLL_AND_UNDO, 40)
    for page in tabs:
        page.evaluate("over")

    def shown(page: Page) -> list[str]:
        expect(lines(page)).to_have_count(64)
        expect(lines(page).filter(has_text="undone")).to_have_count(16)  # then all that the other tab did has come
        return lines(page).all_inner_texts()

    def counted(page: Page) -> str:
        page.get_by_role("link", name="Tracker").click()
        expect(page.get_by_role("button", name="Add your character")).to_be_visible()
        return page.get_by_role("main").inner_text()

    for page in tabs:
        page.get_by_role("link", name="Log").click()
    one, other = map(shown, tabs)
    assert one == other
    assert counted(tabs[0]) == counted(tabs[1])
    tabs[0].goto("moonwalk/log/")
    await_rules(tabs[0])
    assert shown(tabs[0]) == one


def test_what_one_tab_imports_deletes_or_sets_the_other_shows(context: BrowserContext, page: Page) -> None:
    store_records(page, write_event(roll_of(1)), write_event(roll_of(2)))
    other = context.new_page()
    other.goto("moonwalk/log/")
    await_rules(other)
    open_line(other).get_by_role("button", name="Undo").click()
    expect(lines(page)).to_contain_text(["undone"])

    other.get_by_role("link", name="Roll", exact=True).click()
    other.get_by_role("button", name="Pin").click()
    other.get_by_role("link", name="All systems").click()
    other.get_by_role("button", name="Open a table").click()
    expect(other.get_by_label("Your code")).not_to_be_empty()

    def delete() -> None:
        page.get_by_role("link", name="Settings").click()
        page.get_by_role("button", name="Delete everything").click()
        page.get_by_role("button", name="Delete it all, for good").click()

    delete()
    expect(page.get_by_role("alert")).to_contain_text("A table is open in another tab")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    page.go_back()
    expect(lines(page)).to_have_count(2)
    other.get_by_role("button", name="Close the table").click()
    expect(other.get_by_role("button", name="Open a table")).to_be_visible()
    delete()
    expect(page.get_by_text("Everything is deleted.").first).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="A table")).to_be_hidden()
    other.goto("moonwalk/log/")
    await_rules(other)
    expect(other.get_by_text("Nothing rolled yet.")).to_be_visible()
    other.get_by_role("link", name="Roll", exact=True).click()
    roll(other)
    said = verdict(other)
    page.goto("moonwalk/log/")
    await_rules(page)
    expect(lines(page)).to_contain_text([said])


@pytest.mark.parametrize("end", ["crash", "close", "leave", "rise"])
def test_no_other_tab_replaces_the_log_of_a_table_while_its_tab_is_there(
    context: BrowserContext, complaints: Complaints, browser_name: str, end: str
) -> None:
    if end == "crash" and browser_name != "chromium":
        end = "close"
    sits, other = blank(context.new_page()), blank(context.new_page())
    other.evaluate(SAVED, 0)
    assert sits.evaluate(SIT_DOWN) == "offered"
    commands = ({"do": "rewrite", "of": 0, "events": '["imported"]'}, {"do": "erase", "of": 0})
    for command in commands:
        assert not other.evaluate(COMMIT, command)
        assert "A table is open" in other.evaluate(WHY)
    assert other.evaluate(COMMIT, {"do": "append", "event": "a"})
    assert other.evaluate(COMMIT, {"do": "rewrite", "of": 1, "from": 0, "events": '["b", "a"]'})  # as a table does
    if end == "rise":
        sits.evaluate(RISE)
    else:
        kill_tab(sits, end, complaints)
    assert other.evaluate(COMMIT, {"do": "rewrite", "of": 2, "events": '["imported"]'})
    assert other.evaluate(SAVED, 0)["events"] == ["imported"]


def test_a_tab_that_knows_an_older_log_writes_nothing_into_the_new_one(context: BrowserContext) -> None:
    one, other = blank(context.new_page()), blank(context.new_page())

    def commit(page: Page, **command: str | int) -> bool:
        """Store something from a tab, and tell whether that was done."""
        return bool(page.evaluate(COMMIT, command))

    for page in (one, other):
        page.evaluate(SAVED, 0)
    assert commit(one, do="append", event="a")
    assert not commit(other, do="rewrite", of=0, events='["imported"]')
    assert "Another tab changed the log first" in other.evaluate(WHY)
    assert one.evaluate(SAVED, 0)["events"] == ["a"]
    other.evaluate(SAVED, 0)
    assert commit(other, do="rewrite", of=1, events='["imported"]')
    assert not commit(one, do="append", event="b")
    assert other.evaluate(SAVED, 0)["events"] == ["imported"]
    for text in ("1 p", "2 p"):
        assert commit(other, do="append", event="late")
        assert commit(other, do="checkpoint", text=text)
        later: dict[str, str | int] = {"do": "rewrite", "of": 9, "from": 1, "events": '["early", "late"]'}
        assert commit(other, **later)
        assert other.evaluate(SAVED, 0)["events"] == ["imported", "early", "late"]
        assert other.evaluate(COVERED) == (text if text == "1 p" else "")  # of one record, which is still the first
    assert commit(one, do="erase", of=3)
    assert not commit(other, do="append", event="c")
    assert other.evaluate(SAVED, 0)["events"] == []
    assert commit(other, do="append", event="d")
    assert one.evaluate(SAVED, 0)["events"] == ["d"]


def test_a_log_that_opens_from_its_checkpoint_is_the_same_and_goes_on(page: Page) -> None:
    records = [write_event(roll_of(number)) for number in range(150)]
    store_records(page, *records)
    page.evaluate(CHECKPOINT)
    reload(page)
    assert page.evaluate(CHECKPOINT) == records
    expect(page.get_by_text("The newest 100 of 150")).to_be_visible()
    expect(lines(page).first).to_contain_text(roll_of(149).notation)
    open_line(page).get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Roll").click()
    roll(page)
    verdict(page)
    page.goto("moonwalk/log/")
    await_rules(page)
    expect(page.get_by_text("The newest 100 of 151")).to_be_visible()
    expect(lines(page).nth(1)).to_contain_text("undone")
    expect(lines(page).nth(2)).to_contain_text(roll_of(148).notation)


def test_a_full_store_is_told_of_and_written_to_once_there_is_room(context: BrowserContext, visit: Visit) -> None:
    context.add_init_script(FULL)
    page = visit("moonwalk/")
    roll(page)
    verdict(page)
    expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
    expect(page.get_by_role("alert")).to_contain_text("export the log")
    page.evaluate("full = false")
    expect(page.get_by_role("region", name="Dice")).not_to_have_attribute("data-dice", "rolling")
    page.get_by_role("button", name="Roll again").click()
    page.get_by_role("link", name="Log").click()
    expect(lines(page)).to_have_count(2)
    expect(page.get_by_role("alert")).to_be_hidden()
    page.evaluate("delete IDBObjectStore.prototype.add")
    other = context.new_page()
    other.goto("moonwalk/log/")
    await_rules(other)
    expect(lines(other)).to_have_count(2)


DAMAGED = (
    "",
    "{",
    "null",
    '{"kind": "roll"}',
    '{"kind": "vision", "id": "x", "at": 1}',
    "[" * 10_000,
    '"\\ud800"',
    "{\n}",
)


def test_damaged_records_are_told_of_and_hide_no_other(page: Page) -> None:
    sound = [write_event(roll_of(number)) for number in range(len(DAMAGED) + 1)]
    between = [record for pair in zip(sound, DAMAGED, strict=False) for record in pair]
    store_records(page, *between, sound[-1])
    told = page.get_by_text(f"{len(DAMAGED)} stored records cannot be read by this version.")
    expect(told).to_be_visible()
    expect(lines(page)).to_have_count(len(sound))
    expect(page.get_by_role("button", name="Save them as a file")).to_be_visible()
    page.get_by_role("link", name="Roll").click()
    roll(page)
    verdict(page)
    page.get_by_role("link", name="Log").click()
    expect(lines(page)).to_have_count(len(sound) + 1)
    reload(page)
    expect(lines(page)).to_have_count(len(sound) + 1)
    expect(told).to_be_visible()


NASTY = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
NEWER = """async () => {
  const opening = indexedDB.open(`pyrules ${new URL(".", location).pathname}`, 1000);
  opening.onupgradeneeded = () => opening.result.createObjectStore("events", { autoIncrement: true }).add("newer");
  await new Promise((done) => { opening.onsuccess = done; });
  opening.result.close();
}"""
STILL_THERE = """async () => {
  const opening = indexedDB.open(`pyrules ${new URL(".", location).pathname}`);
  await new Promise((done) => { opening.onsuccess = done; });
  const asking = opening.result.transaction("events").objectStore("events").getAll();
  await new Promise((done) => { asking.onsuccess = done; });
  return asking.result;
}"""


def test_a_store_of_a_newer_version_is_told_of_and_left_alone(page: Page) -> None:
    blank(page).evaluate(NEWER)
    page.goto("moonwalk/")
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.get_by_role("alert")).to_contain_text("newer version of this app")
    roll(page)
    verdict(page)
    expect(page.get_by_role("alert")).to_contain_text("newer version of this app")
    assert blank(page).evaluate(STILL_THERE) == ["newer"]


def test_settings_that_are_damaged_keep_nothing_from_starting(page: Page) -> None:
    names = ["preferences", "exported", "reminded", "desk", "challenge", "test time", "by hand", "era odd"]
    names += [f"{of} moonwalk" for of in ("form", "house", "who", "presets")]
    blank(page).evaluate(KEEP, [names, {"a": [{}]}])
    page.goto("moonwalk/")
    await_rules(page)
    expect(page.get_by_role("button", name="Roll")).to_be_visible()


def test_markup_in_every_string_of_a_file_is_text(page: Page) -> None:
    odd = replace(roll_of(1), headline=NASTY, summary=NASTY, who=NASTY, under=NASTY, notation=NASTY)
    player = Recorded("p", odd.at, "moonwalk", "player", NASTY, (("notation", NASTY),))
    store_records(page)
    choose(page, file_of([odd, Noted("n", odd.at, odd.id, NASTY), player], NASTY))
    expect(page.get_by_role("region", name="Before anything changes")).to_contain_text(NASTY)
    page.get_by_role("button", name="Merge: add 3").click()
    expect(lines(page)).to_have_count(2)
    expect(lines(page)).to_contain_text([NASTY, NASTY])
    for tab in ("Roll", "Odds", "Tracker", "Log"):
        page.get_by_role("link", name=tab, exact=True).click()
        expect(page).to_have_title(re.compile(f"(?:{tab}|Moonwalk).*pyrules"))
        expect(page.locator("img, main script")).to_have_count(0)
    open_line(page, 1).get_by_role("button", name="What today's rules make of it").click()
    expect(page.get_by_role("status")).to_contain_text("cannot be judged again")
    expect(page.locator("img, main script")).to_have_count(0)
