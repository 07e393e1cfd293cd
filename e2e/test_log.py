"""The log in a browser: found, undone, noted, replayed, taken elsewhere and brought back, and fast when it is long."""

import json
import statistics
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, expect

from e2e.boot_helpers import roll, verdict
from e2e.conftest import Complaints
from e2e.log_helpers import (
    COPIES,
    PHONE,
    choose,
    files,
    find,
    lines,
    open_line,
    reload,
    roll_of,
    store_records,
)
from pyrules.campaign.codec import write_event, write_log
from tools.timing import TAKEN

pytestmark = pytest.mark.still


HOSTILE_FILES = {
    b'{"pyrules": "log", "version": 99, "events": []}': "newer version",
    write_log([roll_of(1)]).encode()[:-30]: "not JSON",
    b"\xff\xfe\x00nonsense": "Choose another file",
    write_log([replace(roll_of(1), who="Zoë")]).encode("latin-1"): "Choose another file",
    b'{"a":' * 50_000: "nested",
}
"""Contents of files, with words of what is said of them."""


@PHONE
def test_a_roll_is_noted_undone_redone_replayed_and_taken_into_the_form(visit: Callable[[str], Page]) -> None:
    page = visit("moonwalk/")
    page.get_by_role("textbox", name="Shorthand").fill("7 (2)")
    roll(page)
    said = verdict(page)
    page.get_by_role("link", name="Log").click()
    expect(lines(page)).to_contain_text(["7 (2)"])

    actions = open_line(page)
    actions.get_by_role("button", name="Add a note").click()
    note = page.get_by_role("textbox", name="Note")
    expect(note).to_be_focused()
    note.fill("On the roof <b>in the rain</b>")
    page.get_by_role("button", name="Save the note").click()
    expect(lines(page)).to_contain_text(["On the roof <b>in the rain</b>"])
    expect(actions.get_by_role("button", name="Edit the note")).to_be_focused()

    actions.get_by_role("button", name="Undo").click()
    expect(lines(page)).to_contain_text(["undone"])
    reload(page)
    expect(lines(page)).to_contain_text(["undone"])
    open_line(page).get_by_role("button", name="Redo").click()
    expect(lines(page)).not_to_contain_text(["undone"])

    page.get_by_role("button", name="See the dice").click()
    assert verdict(page) == said
    expect(page).to_have_url(f"{page.url.partition('moonwalk')[0]}moonwalk/")
    page.go_back()
    page.get_by_role("link", name="Log").click()
    open_line(page).get_by_role("button", name="Load into the form").click()
    expect(page.get_by_role("textbox", name="Shorthand")).to_have_value("7 (2)")


@PHONE
def test_a_log_goes_to_another_device_as_a_file_and_is_merged(
    page: Page, new_context: Callable[..., BrowserContext], complaints: Complaints, tmp_path: Path
) -> None:
    store_records(page, *map(write_event, [roll_of(1), roll_of(2)]))
    files(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as a file").click()
    assert download.value.suggested_filename.endswith(".json")
    file = tmp_path / "exported.json"
    download.value.save_as(file)

    context = new_context()
    complaints.watch(context)
    other = context.new_page()
    store_records(other, write_event(roll_of(2)), write_event(roll_of(3)))
    choose(other, file)
    expect(other.get_by_role("region", name="Before anything changes")).to_contain_text("2 rolls")
    other.get_by_role("button", name="Merge: add 1").click()
    expect(lines(other)).to_have_count(3)
    expect(other.get_by_role("status")).to_have_text("Imported. Your log now has 3 entries.")
    reload(other)
    expect(lines(other)).to_have_count(3)


def test_a_hostile_file_is_refused_in_words(page: Page) -> None:
    store_records(page, write_event(roll_of(1)))
    files(page)
    for content, word in HOSTILE_FILES.items():
        file: FilePayload = {"name": "<img src=x>.json", "mimeType": "application/json", "buffer": content}
        page.get_by_label("Import a file").set_input_files(file)
        expect(page.get_by_role("status")).to_contain_text(word)
        expect(page.get_by_role("status")).to_contain_text("your log is unchanged", ignore_case=True)
        expect(page.locator("img")).to_have_count(0)
        expect(lines(page)).to_have_count(1)


def test_a_file_that_is_too_big_is_not_even_read(visit: Callable[[str], Page], tmp_path: Path) -> None:
    page = visit("moonwalk/log/")
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(160_000_000)
    choose(page, huge)
    expect(page.get_by_role("status")).to_contain_text("The file is 160 MB; at most 150 MB can be read.")


def test_lines_are_copied_and_printed(context: BrowserContext, page: Page) -> None:
    context.add_init_script(f"{COPIES} globalThis.print = () => console.log('printed');")
    store_records(page, *map(write_event, [roll_of(1), roll_of(2)]))
    open_line(page).get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("status")).to_have_text("Copied.")
    assert roll_of(2).notation in page.evaluate("copied")
    find(page)
    files(page)
    with page.expect_console_message(lambda message: message.text == "printed"):
        page.get_by_role("button", name="Print").click()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Moonwalk")).to_be_visible()
    expect(lines(page)).to_have_count(2)
    expect(lines(page).first).to_be_visible()
    expect(page.get_by_role("link", name="Log")).to_be_hidden()
    expect(page.get_by_role("searchbox")).to_be_hidden()


def test_ten_thousand_lines_open_filter_and_undo_fast(page: Page, tell: Callable[[str], None]) -> None:
    template = json.loads(write_event(roll_of(1)))
    store_records(page, *(json.dumps({**template, "id": f"e{number}"}) for number in range(10_000)))
    expect(page.get_by_text("The newest 100 of 10,000")).to_be_visible()
    text = find(page)
    filtering = [text.evaluate(TAKEN, wanted) for wanted in ("2", "zebra", "hits", "needs 2", "x", "")]
    actions = open_line(page)
    undoing = []
    for before, after in [("Undo", "Redo"), ("Redo", "Undo")] * 3:
        undoing.append(actions.get_by_role("button", name=before).evaluate(TAKEN, None))
        expect(actions.get_by_role("button", name=after)).to_be_visible()
    tell(f"filter {statistics.median(filtering):.0f} ms, undo {statistics.median(undoing):.0f} ms")
    page.get_by_role("button", name="Show 100 more").click()
    expect(lines(page)).to_have_count(200)
