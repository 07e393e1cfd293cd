"""The workshop: a text becomes a system that is rolled, as it is typed, kept and handed on."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from e2e.conftest import PHONE, Complaints
from e2e.log_helpers import COPIES
from e2e.waiting import await_rules
from e2e.workshop_helpers import SUMS, Workshop

pytestmark = pytest.mark.still


SIZES = """[...document.querySelectorAll("input:not([type=file]), select, textarea")]
  .map((field) => parseFloat(getComputedStyle(field).fontSize))"""


@pytest.fixture
def workshop(page: Page, complaints: Complaints) -> Workshop:
    complaints.own = (*complaints.own, "blob:null/", "about:srcdoc")
    page.add_init_script(COPIES)
    return Workshop(page)


def test_from_the_first_page_to_a_rolled_test_of_a_changed_text(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("")
    page.get_by_role("link", name="Make your own").click()
    page.wait_for_url("**/workshop/")
    workshop.tried()
    workshop.write(SUMS)
    expect(workshop.pen.get_by_role("button", name="Roll 2d6")).to_be_visible()
    workshop.replace("import action, d6,", "import action, d10, d6,")
    workshop.replace("pool=d6(2)", "pool=d6(2) + d10()")
    workshop.tried()
    workshop.show("Checks")
    expect(page.locator("#checks")).to_contain_text("the example '+1 (8)'")
    expect(workshop.problems).to_have_count(0)
    expect(workshop.pen.get_by_role("button", name="Roll 2d6 + d10")).to_be_visible()
    workshop.replace('"+1 (8): 6,2", "(9): 6,6", "-2 (7): 1,1"', '"+1 (8): 6,2,9", "(9): 6,6,1", "-2 (7): 1,1,2"')
    workshop.tried()
    workshop.show("Checks")
    expect(page.locator("#checks").get_by_role("listitem")).to_have_count(9)
    workshop.pen.get_by_role("button", name="Roll 2d6 + d10").click()
    expect(workshop.pen.locator("#card .verdict")).to_be_visible()
    expect(workshop.pen.locator("#tray [data-sides='10']")).to_have_count(1)
    page.reload()
    workshop.tried()
    assert "pool=d6(2) + d10()" in workshop.text.input_value()


def test_a_game_of_the_site_is_changed_kept_and_played_beside_it(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    workshop.beginnings().select_option("Relics of the Moon")
    expect(workshop.pen.get_by_role("heading", name="Relics of the Moon")).to_be_visible()
    workshop.tried()
    workshop.replace('title="Relics of the Moon"', 'title="Relics of the Sun"')
    workshop.tried()
    expect(workshop.pen.get_by_role("heading", name="Relics of the Sun")).to_be_visible()
    page.get_by_role("button", name="Keep this game").click()
    expect(workshop.told).to_contain_text("Relics of the Sun is on the first page now")
    page.get_by_role("link", name="All systems").click()
    expect(page.get_by_role("link", name="Relics of the Moon")).to_be_visible()
    page.get_by_role("link", name="Relics of the Sun").click()
    workshop.pen.get_by_role("button", name="Roll").first.click()
    expect(workshop.pen.locator("#card .verdict")).to_be_visible()
    workshop.pen.get_by_role("link", name="Tracker").click()
    expect(workshop.pen.get_by_role("button", name="Add your character")).to_be_visible()
    expect(workshop.pen.get_by_role("button", name="Open a table")).to_have_count(0)
    page.goto("relics/log/")
    expect(page.get_by_text("Nothing rolled yet.")).to_be_visible()


def test_a_mistake_is_marked_at_its_line_and_leads_there(workshop: Workshop) -> None:
    workshop.page.goto("workshop/")
    workshop.tried()
    workshop.write(SUMS.replace("return total + bonus", "return totl + bonus"))
    workshop.tried("As it was before the last mistake")
    line = next(number for number, row in enumerate(SUMS.split("\n"), 1) if "return total" in row)
    expect(workshop.problems).to_have_text(re.compile(f"ine {line}: there is no 'totl'; do you mean 'total'.$"))
    expect(workshop.page.locator("#lines .mistake")).to_have_text("    return totl + bonus")
    workshop.problems.get_by_role("button").click()
    assert workshop.page.evaluate("getSelection().toString()") == "    return totl + bonus"

    workshop.page.reload()
    workshop.tried("Nothing to play yet")
    expect(workshop.page.locator("#pen")).to_be_hidden()
    workshop.replace("return totl + bonus", "return total + bonus")
    workshop.tried()
    expect(workshop.pen.get_by_role("heading", name="Sum")).to_be_visible()


def test_a_text_that_fails_for_some_dice_alone_says_where(workshop: Workshop) -> None:
    workshop.page.goto("workshop/")
    workshop.tried()
    fails = "return total + bonus + (0 if total in (8, 12, 2) else 1 // 0)"
    workshop.write(SUMS.replace("return total + bonus", fails))
    line = next(number for number, row in enumerate(SUMS.split("\n"), 1) if "return total" in row)
    expect(workshop.problems).to_have_text(re.compile(f"ine {line}: this divides by 0"))  # as its odds are worked out
    workshop.tried("As it was before the last mistake")
    expect(workshop.pen.get_by_role("heading", name="My game")).to_be_visible()
    workshop.pen.get_by_role("button", name="Roll").first.click()
    expect(workshop.pen.locator("#card .verdict")).to_be_visible()
    workshop.write(SUMS)
    workshop.tried()
    expect(workshop.problems).to_have_count(0)


def test_a_click_in_the_text_puts_the_cursor_there(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    workshop.show("Text")
    lines = page.locator("#lines div")
    nth = next(place for place, line in enumerate(lines.all_text_contents()) if line.startswith("sixes = "))
    lines.nth(nth).scroll_into_view_if_needed()
    box = lines.nth(nth).bounding_box()
    assert box
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    expect(workshop.text).to_be_focused()
    page.keyboard.type("# here ")
    expect(lines.nth(nth)).to_contain_text("# here sixes = ")


def test_lines_are_indented_and_dedented_and_stay_selected(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.write("one\n\n  two\nthree")
    workshop.text.press("Control+Home")
    for _ in range(3):
        workshop.text.press("Shift+ArrowDown")
    workshop.text.press("Tab")
    expect(workshop.text).to_have_value("    one\n\n      two\nthree")
    workshop.text.press("Tab")
    expect(workshop.text).to_have_value("        one\n\n          two\nthree")
    for _ in range(3):
        workshop.text.press("Shift+Tab")
    expect(workshop.text).to_have_value("one\n\ntwo\nthree")
    workshop.text.press("Control+z")
    expect(workshop.text).to_have_value("one\n\n  two\nthree")
    workshop.text.press("Control+End")
    workshop.text.press("Tab")
    expect(workshop.text).to_have_value("one\n\n  two\nthree    ")
    workshop.text.press("Escape")
    workshop.text.press("Tab")  # leads on
    expect(workshop.text).not_to_be_focused()


def test_long_lines_go_on_below_where_a_click_puts_the_cursor(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    long = " ".join(f"word{number}" for number in range(40))
    workshop.write("\n".join([*("#" for _ in range(60)), f"# {long}", "# last"]))
    workshop.tried("Nothing to play yet")  # what is wrong is told below, and takes of the text's height
    rows = page.locator("#lines div")
    rows.last.scroll_into_view_if_needed()
    box = rows.last.bounding_box()
    assert box
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    page.keyboard.type("x")
    expect(rows.last).to_have_text("x# last")
    assert rows.nth(60).evaluate("row => row.scrollWidth <= row.clientWidth && row.clientHeight > 40")


def test_a_link_runs_nothing_before_somebody_says_so(workshop: Workshop, complaints: Complaints) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    workshop.write(f"# pyrules.author 1\n{SUMS}")
    workshop.tried()
    workshop.beginnings()
    page.get_by_role("button", name="Share a link").click()
    expect(workshop.told).to_contain_text("The link is copied")
    link: str = page.evaluate("copied")
    assert len(link.partition("#")[2]) < 1000
    workshop.write(f"{SUMS}\n# something of one's own")
    workshop.tried()
    complaints.leave()  # nothing is asked for by a page that is empty, so nothing else says so
    page.goto("about:blank")
    page.goto(f"{link}?fbclid=1")
    expect(page.get_by_text("Somebody else wrote this. It cannot reach your rolls or the network.")).to_be_visible()
    expect(page.get_by_role("heading", name="Sum", exact=True)).to_be_visible()  # read, and not run
    expect(page.get_by_text("Two six-sided dice and a bonus against a number").first).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Bonus")).to_be_visible()  # a field of its form
    expect(page.get_by_role("button", name="Keep this game")).to_be_hidden()
    expect(workshop.pen.get_by_role("heading", name="Sum")).to_have_count(0)
    assert workshop.text.input_value() == f"# pyrules.author 1\n{SUMS}"
    workshop.beginnings().select_option("Count hits")
    workshop.tried()
    assert "#" not in page.url
    with page.expect_event("load"):
        page.get_by_role("button", name="Bring it back").click()
    assert workshop.text.input_value() == f"# pyrules.author 1\n{SUMS}"
    workshop.show("Text")  # a tap away
    expect(workshop.text).to_be_visible()
    workshop.show("Build")
    page.get_by_role("button", name="Change a copy").click()
    workshop.tried()
    expect(workshop.pen.get_by_role("heading", name="Sum")).to_be_visible()
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("#play="))
    workshop.pen.get_by_role("button", name="Roll 2d6").click()
    expect(workshop.pen.locator("#card .verdict")).to_be_visible()


def test_links_that_cannot_be_are_told_of(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/#w=abc")
    expect(workshop.told).to_contain_text("it is damaged")
    workshop.tried()
    for most, told in ((300, "some chats cut it"), (2000, "too long for a link")):
        numbers = " ".join(str(number**9) for number in range(most))
        workshop.write(f"{SUMS}\n# {numbers}")
        workshop.beginnings()
        page.get_by_role("button", name="Share a link").click()
        expect(workshop.told).to_contain_text(told)


def test_a_file_goes_out_and_comes_in(workshop: Workshop, tmp_path: Path) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    workshop.write(SUMS)
    workshop.tried()
    workshop.beginnings()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "sums.py"
    download.value.save_as(tmp_path / "sums.py")
    assert (tmp_path / "sums.py").read_text("utf-8") == SUMS
    workshop.write("")
    page.get_by_label("Open a file").set_input_files(tmp_path / "sums.py")
    workshop.tried()
    assert workshop.text.input_value() == SUMS


RECORDS = """() => new Promise((done) => {
  const opening = indexedDB.open("pyrules own /pyrules/");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("records").objectStore("records").getAll();
    asked.onsuccess = () => { opening.result.close(); done(asked.result); };
  };
})"""


@pytest.mark.offline
def test_a_kept_system_is_played_offline_with_its_own_log_till_removed(workshop: Workshop, tmp_path: Path) -> None:
    page = workshop.page
    page.goto("")
    expect(page.get_by_role("contentinfo")).to_contain_text("Ready offline")
    page.goto("workshop/")
    workshop.tried()
    workshop.write(SUMS)
    workshop.tried()
    page.get_by_role("button", name="Keep this game").click()
    expect(workshop.told).to_contain_text("Sum is on the first page now")
    page.context.set_offline(True)
    page.get_by_role("link", name="All systems").click()
    page.get_by_role("link", name="Sum").click()
    roll = workshop.pen.get_by_role("button", name="Roll 2d6")
    roll.click()
    verdict = workshop.pen.locator("#card .verdict")
    expect(verdict).to_be_visible()
    (written,) = page.evaluate(RECORDS)  # what is shown is stored
    assert len(written["hash"]) == 64
    assert written["steps"][0] == "Pool: 2d6"
    with page.expect_download() as download:
        page.get_by_role("button", name="Save its rolls").click()
    download.value.save_as(tmp_path / "rolls.txt")
    told = (tmp_path / "rolls.txt").read_text("utf-8").splitlines()
    assert told[0].endswith(" · (8)")
    assert told[1].startswith("d6:")
    assert told[3:] == written["steps"]
    page.reload()
    workshop.pen.get_by_role("link", name="Log").click()
    expect(workshop.pen.get_by_text("1 entry", exact=True)).to_be_visible()
    workshop.pen.get_by_text("Copy, print, export and import").click()
    expect(workshop.pen.get_by_role("button", name="Export as a file")).to_be_visible()
    expect(workshop.pen.get_by_role("button", name="Print")).to_have_count(0)  # a pen cannot
    workshop.pen.get_by_role("button", name="Copy as text").click()
    page.get_by_role("button", name="Copy the text").click()  # nor does it copy by itself
    expect(workshop.told).to_have_text("Copied.")
    assert "(8)" in page.evaluate("copied")
    workshop.follow("Change its text")
    expect(workshop.text).to_have_value(SUMS)
    workshop.tried()
    with page.expect_event("load"):
        page.go_back()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("heading", name="Pick a game")).to_be_visible()
    expect(page.get_by_role("link", name="Sum")).to_have_count(0)
    page.goto("almond/log/")
    expect(page.get_by_text("Nothing rolled yet.")).to_be_visible()


@pytest.mark.offline
def test_what_a_kept_game_cannot_store_is_told_in_it(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    workshop.write(SUMS)
    workshop.tried()
    page.get_by_role("button", name="Keep this game").click()
    page.add_init_script(FULL)
    workshop.follow("Play it")
    workshop.pen.get_by_role("button", name="Roll 2d6").click()
    expect(workshop.pen.get_by_role("alert")).to_contain_text("Not saved yet: there is no room")
    expect(workshop.pen.locator("#card .verdict")).to_be_visible()


FULL = """
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (...given) {
  if (this.name === "records") throw new Error("there is no room");
  return put.apply(this, given);
};
"""


def keep_text(workshop: Workshop, text: str, button: str = "Keep this game") -> None:
    """Have a text kept as a game."""
    workshop.write(text)
    workshop.tried()
    workshop.page.get_by_role("button", name=button).click()
    expect(workshop.page.get_by_role("link", name="Play it")).to_be_visible()


OTHER = SUMS.replace('"Sum"', '"Other"')


def test_a_game_of_the_shelf_rolls_at_once_and_a_changed_copy_is_ones_own(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("")
    page.get_by_role("link", name="More games").click()
    page.get_by_role("link", name=re.compile("^Fate dice")).click()
    workshop.tried()
    expect(page.get_by_role("heading", name="Fate dice", exact=True).first).to_be_visible()
    workshop.pen.get_by_role("button", name="Roll 4dF").click()
    expect(workshop.pen.locator("#card .verdict")).to_be_visible()
    workshop.replace('"Fate dice"', '"Mine"')
    workshop.tried()
    expect(page.get_by_role("heading", name="Make your own")).to_be_visible()
    expect(page.get_by_role("button", name="Keep this game")).to_be_visible()
    page.reload()
    workshop.tried()
    expect(workshop.text).to_have_value(re.compile('"Mine"'))
    page.goto("workshop/#shelf=none")
    workshop.tried()
    expect(workshop.text).to_have_value(re.compile('"Mine"'))


def test_a_game_of_the_shelf_is_one_tap_away_and_one_game_however_often(workshop: Workshop) -> None:
    page = workshop.page
    for _ in range(2):
        page.goto("workshop/#shelf=fate")
        workshop.tried()
        page.get_by_role("button", name="Play this game").click()
        expect(page).to_have_url(re.compile("#play="))
        workshop.pen.get_by_role("button", name=re.compile("^Roll (4dF|again)")).click()
        expect(workshop.pen.locator("#card .verdict")).to_be_visible()
        page.goto("")
    expect(page.get_by_role("link", name=re.compile("^Fate dice"))).to_have_count(1)


def test_games_of_one_id_stand_beside_each_other_each_with_its_own_rolls(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    keep_text(workshop, SUMS)
    workshop.follow("Play it")
    workshop.pen.get_by_role("button", name="Roll 2d6").click()
    expect(workshop.pen.locator("#card .verdict")).to_be_visible()
    page.goto("workshop/")
    workshop.tried()
    expect(workshop.text).to_have_value(SUMS)
    workshop.beginnings().select_option("Two dice and a stat")
    expect(workshop.told).to_contain_text("What was here is set aside.")
    keep_text(workshop, OTHER)
    keep_text(workshop, OTHER.replace('"Other"', '"Sum"') + "# one more", "Keep it beside")
    workshop.follow("Play it")
    expect(workshop.pen.get_by_role("button", name="Roll 2d6")).to_be_visible()
    expect(workshop.pen.locator("#card .verdict")).to_have_count(0)
    expect(page.get_by_role("heading", name="Sum (2)")).to_be_visible()
    page.get_by_role("link", name="All systems").click()
    for name in ("Other", "Sum (2)"):
        expect(page.get_by_role("link", name=re.compile(f"^{re.escape(name)}"))).to_be_visible()
    page.get_by_role("link", name=re.compile(r"^Sum(?! \()")).click()
    expect(workshop.pen.locator("#card .verdict")).to_be_visible()
    workshop.follow("Change its text")
    keep_text(workshop, SUMS.replace('"Sum"', '"Changed"'), "Change Sum")
    workshop.follow("Play it")
    expect(workshop.pen.locator("#card .verdict")).to_be_visible()  # that very game, with what was rolled


LEFT = """async () => {
  const left = Object.keys(localStorage).filter((key) => key.includes("workshop"));
  for (const { name } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    await new Promise((done) => (opening.onsuccess = done));
    for (const store of opening.result.objectStoreNames) {
      const asked = opening.result.transaction(store).objectStore(store).getAllKeys();
      await new Promise((done) => (asked.onsuccess = done));
      left.push(...asked.result.map((key) => `${name} ${store} ${key}`));
    }
    opening.result.close();
  }
  return left;
}"""
"""The keys of all that is kept."""


def test_own_games_go_with_the_export_and_import_and_are_deleted_with_all(
    workshop: Workshop, new_context: Callable[..., BrowserContext], complaints: Complaints, tmp_path: Path
) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    keep_text(workshop, SUMS)
    workshop.follow("Play it")
    workshop.pen.get_by_role("button", name="Roll 2d6").click()
    said = workshop.pen.locator("#card .verdict").inner_text()
    page.goto("settings/")
    await_rules(page)
    expect(page.get_by_text("1 game of your own")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as a file").click()
    download.value.save_as(tmp_path / "log.json")
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("button", name="Delete it all, for good").click()
    expect(page.locator("#told").get_by_text("Everything is deleted.")).to_be_visible()
    left = page.evaluate(LEFT)
    assert {one for one in left if not one.endswith((" kept era", " kept preferences"))} == set()
    page.goto("workshop/")  # where what is not on this device any more is told
    workshop.tried()
    page.goto("workshop/#play=sums")
    expect(workshop.told).to_contain_text("This game is not on this device.")

    other = new_context()
    complaints.watch(other)
    there = Workshop(other.new_page())
    there.page.goto("almond/log/")
    await_rules(there.page)
    for _ in range(2):  # once more, and it is here already
        there.page.get_by_text("Copy, print, export and import").click()
        there.page.get_by_label("Import a file").set_input_files(tmp_path / "log.json")
        there.page.get_by_role("button", name="Merge: add 1 game").click()
        expect(there.page.locator("#told").get_by_text("with your own games")).to_be_visible()
    there.page.get_by_role("link", name="All systems").click()
    there.page.get_by_role("link", name=re.compile("^Sum")).click()
    expect(there.pen.locator("#card .verdict")).to_have_text(said)


EARLIER = """async (text) => {
  await (await import("./games.mjs")).rolls("");
  localStorage.setItem("pyrules /pyrules/ workshop", `${text}# being written`);
  localStorage.setItem("pyrules /pyrules/ workshop before", `${text}# before`);
  const opening = indexedDB.open("pyrules own /pyrules/");
  await new Promise((done) => (opening.onsuccess = done));
  const stores = opening.result.transaction(["games", "records"], "readwrite");
  stores.objectStore("games").put({ id: "sums", title: "Sum", about: "", text, hash: "" }, "sums");
  const roll = { kind: "roll", id: "a", at: 1, notation: "(8)", headline: "Yes", summary: "9 in all" };
  stores.objectStore("records").put({ record: JSON.stringify(roll), hash: "" }, ["sums", 0]);
  await new Promise((done) => (stores.oncomplete = done));
  opening.result.close();
}"""
"""Storage of earlier builds: a game by its id, with a roll, and two texts."""


def test_what_earlier_builds_have_kept_is_there(workshop: Workshop, tmp_path: Path) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    page.evaluate(EARLIER, SUMS)
    page.reload()
    workshop.tried()
    expect(workshop.text).to_have_value(f"{SUMS}# being written")
    workshop.beginnings().select_option("earlier")
    expect(workshop.text).to_have_value(f"{SUMS}# before")
    page.goto("workshop/#play=sums")
    workshop.tried()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save its rolls").click()
    download.value.save_as(tmp_path / "rolls.txt")
    assert "Yes · 9 in all" in (tmp_path / "rolls.txt").read_text("utf-8")
    workshop.follow("Change its text")
    keep_text(workshop, SUMS.replace('"Sum"', '"Changed"'), "Change Sum")
    expect(page.get_by_role("link", name="Play it")).to_have_attribute("href", "#play=sums")


def test_what_is_replaced_is_set_aside_and_one_tap_brings_it_back(workshop: Workshop, tmp_path: Path) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    workshop.write(f"{SUMS}# mine")
    workshop.tried()
    workshop.beginnings().select_option("Two dice and a stat")
    page.get_by_role("button", name="Bring it back").click()
    expect(workshop.text).to_have_value(f"{SUMS}# mine")
    (tmp_path / "other.py").write_text(OTHER, "utf-8")
    page.get_by_label("Open a file").set_input_files(tmp_path / "other.py")
    expect(workshop.text).to_have_value(OTHER)
    workshop.tried()
    page.reload()
    workshop.tried()
    expect(workshop.text).to_have_value(f"{SUMS}# mine")  # nothing was written into the other


def test_two_tabs_write_two_texts_and_neither_takes_the_others_place(workshop: Workshop) -> None:
    other = Workshop(workshop.page.context.new_page())
    for tab, text in ((workshop, SUMS), (other, OTHER)):
        tab.page.goto("workshop/")
        tab.tried()
        tab.write(text)
        tab.tried()
    workshop.write(f"{SUMS}# more")
    workshop.tried()
    for tab, text in ((workshop, f"{SUMS}# more"), (other, OTHER)):
        tab.page.reload()
        tab.tried()
        expect(tab.text).to_have_value(text)
    theirs = workshop.beginnings().locator("optgroup option")
    expect(theirs).to_have_count(1)
    workshop.beginnings().select_option(label=theirs.inner_text())
    expect(workshop.text).to_have_value(OTHER)
    workshop.write(f"{OTHER}# a copy")  # since the other tab has the text itself
    workshop.tried()
    other.page.reload()
    other.tried()
    expect(other.text).to_have_value(OTHER)


@pytest.mark.parametrize("profile", [PHONE], indirect=True)
def test_on_a_phone_parts_text_system_and_checks_are_seen_one_at_a_time(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    names = ("Build", "Text", "Try", "Checks")
    sections = [page.get_by_role("region", name=name) for name in names]
    for name, shown in zip(names, sections, strict=True):
        workshop.show(name)
        for section in sections:
            expect(section).to_be_visible() if section is shown else expect(section).to_be_hidden()
    expect(page.locator("#checks").get_by_role("listitem")).to_have_count(9)
    workshop.show("Text")
    workshop.text.press("Control+Home")
    page.get_by_role("toolbar", name="Signs").get_by_role("button", name="#", exact=True).click()
    assert workshop.text.input_value().startswith("##")
    page.get_by_role("button", name="Undo").click()
    assert workshop.text.input_value().startswith("# pyrules.author")
    for height in (640, 380):  # without and with a keyboard on the screen
        page.set_viewport_size({"width": 360, "height": height})
        for sign in page.get_by_role("toolbar", name="Signs").get_by_role("button").all():
            expect(sign).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("profile", [PHONE], indirect=True)
def test_what_is_kept_is_played_next_until_its_text_is_another(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    workshop.show("Try")
    page.get_by_role("button", name="Begin, open, save, share").click()
    expect(page.get_by_role("button", name="Share a link")).to_be_visible()  # on this page too
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keep this game").click()
    play, change = page.get_by_role("link", name="Play it"), page.get_by_role("button", name="Change My game")
    expect(play).to_be_focused()
    expect(change).to_be_hidden()
    page.reload()
    workshop.tried()
    workshop.show("Try")
    expect(play).to_be_visible()
    workshop.replace("sixes >= 1", "sixes >= 2")
    workshop.tried()
    workshop.show("Try")
    expect(change).to_be_visible()
    expect(play).to_be_hidden()


def test_checks_tell_what_is_wrong_and_lead_to_where_one_wrote_last(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    workshop.replace("d6(attribute)", "d6(atribute)")
    expect(workshop.problems).to_have_count(1)
    card = page.locator("summary", has=page.get_by_role("heading", name="Roll", exact=True))
    for wrote, there in (("Text", workshop.text), ("Build", card)):
        workshop.show(wrote)
        workshop.show("Checks")
        wrong = page.locator("#checks").get_by_role("button", name=re.compile("^Roll · line 8: there is no 'atribute'"))
        wrong.click()
        expect(there).to_be_focused()
    workshop.replace("d6(atribute)", "d6(attribute)")
    workshop.tried()
    workshop.show("Checks")
    expect(page.locator("#checks").get_by_role("listitem")).to_have_count(9)


def test_a_phone_held_sideways_has_room_for_text_and_game(workshop: Workshop) -> None:
    page = workshop.page
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto("workshop/")
    workshop.tried()
    workshop.show("Try")
    keep, frame = page.get_by_role("button", name="Keep this game"), page.locator("iframe")
    expect(keep).to_be_in_viewport(ratio=1)
    boxes = [one.bounding_box() or {"y": 0, "height": 0, "x": 0, "width": 0} for one in (keep, frame)]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1
    assert boxes[1]["height"] > 230
    undo = page.get_by_role("button", name="Undo").bounding_box() or {"x": 0}
    assert boxes[0]["x"] + boxes[0]["width"] <= undo["x"]
    tabs = page.get_by_role("link", name="Checks").bounding_box() or {"y": 390, "height": 0, "x": 844, "width": 0}
    assert tabs["y"] + tabs["height"] <= boxes[1]["y"] + 1, "below are the tabs of the game, and no others"
    dock = page.locator("#dock").bounding_box() or {"y": 390, "height": 0}
    assert dock["y"] + dock["height"] <= boxes[1]["y"] + 1, "they lie over nothing"
    assert tabs["x"] + tabs["width"] <= (workshop.state.bounding_box() or {"x": 0})["x"]
    page.set_viewport_size({"width": 390, "height": 844})
    tabs, frame_box = (one.bounding_box() or {"y": 0} for one in (page.get_by_role("link", name="Checks"), frame))
    assert tabs["y"] < frame_box["y"]
    workshop.show("Build")
    assert (page.get_by_role("link", name="Checks").bounding_box() or {"y": 0})["y"] > 700


def test_a_game_that_is_tried_looks_as_the_site_was_set(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("settings/")
    page.get_by_role("radio", name="Dark").check()
    expect(page.locator("body")).to_have_css("background-color", DARK)
    page.goto("workshop/")
    workshop.tried()
    expect(workshop.pen.locator("body")).to_have_css("background-color", DARK)


DARK = "rgb(19, 24, 27)"


@pytest.mark.parametrize("profile", [PHONE], indirect=True)
def test_no_field_has_letters_so_small_that_a_phone_enlarges_the_page(workshop: Workshop) -> None:
    workshop.page.goto("workshop/")
    sizes = workshop.page.evaluate(SIZES)
    assert len(sizes) == 2
    assert min(sizes) >= 16


def test_a_game_that_is_played_says_that_it_gets_ready_until_it_is_there(
    new_context: Callable[..., BrowserContext], complaints: Complaints
) -> None:
    context = new_context(service_workers="block")
    complaints.own = (*complaints.own, "blob:null/", "about:srcdoc")
    complaints.watch(context)
    workshop = Workshop(context.new_page())
    workshop.page.goto("workshop/")
    workshop.tried()
    keep_text(workshop, SUMS)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    workshop.page.route("**/onefile/page.txt", hold)
    with workshop.page.expect_request("**/onefile/page.txt"):
        workshop.follow("Play it")
    expect(workshop.state).to_be_visible()
    expect(workshop.state).to_have_text("Getting ready")
    held[0].continue_()
    expect(workshop.pen.get_by_role("button", name="Roll 2d6")).to_be_visible()
    expect(workshop.state).to_be_hidden()


def test_a_name_is_told_of_and_what_is_typed_is_completed_by_tab_or_a_tap(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    workshop.write("number")
    names = page.locator("#names")
    workshop.text.press("ArrowLeft")
    expect(names).to_contain_text("number(title, low, high, start=): A whole number")
    workshop.text.fill("attribute = 1\n")
    page.keyboard.type("mine = d6(at")
    expect(names.get_by_role("button")).to_have_text(["attribute"])
    page.keyboard.press("Tab")
    page.keyboard.type(")\nbest = mine.hi")
    names.get_by_role("button", name="highest").click()
    expect(workshop.text).to_have_value("attribute = 1\nmine = d6(attribute)\nbest = mine.highest")
    expect(workshop.text).to_be_focused()
    page.keyboard.press("Tab")
    expect(workshop.text).to_have_value("attribute = 1\nmine = d6(attribute)\nbest = mine.highest    ")


def test_a_kept_game_lies_on_a_desk_of_its_own_and_is_shared_from_there(workshop: Workshop) -> None:
    page = workshop.page
    page.goto("workshop/")
    workshop.tried()
    keep_text(workshop, SUMS)
    page.goto("desk/")
    page.get_by_role("navigation", name="With a game of your own").get_by_role("link", name="Sum").click()
    expect(workshop.pen.get_by_label("System of A")).to_have_value("sums")
    expect(workshop.pen.get_by_label("System of B")).to_have_value("sums")
    workshop.pen.get_by_label("System of B").select_option("Almond")
    expect(workshop.pen.get_by_role("heading", name="The difference")).to_be_visible()
    page.get_by_role("button", name="Share a link").click()
    expect(workshop.told).to_contain_text("The link is copied")
    expect(page.get_by_role("img", name="The link as a code for a camera")).to_be_visible()
    workshop.told.get_by_role("button", name="Close").click()
    expect(workshop.told).to_be_empty()
