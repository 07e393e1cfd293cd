"""The page comes up, keeps what the reader does meanwhile, and says in words when it cannot."""

import re
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from e2e.boot_helpers import dice, not_imported, roll, verdict
from e2e.conftest import DEVICES, Complaints
from e2e.faults import FAULTS, misspelt
from e2e.waiting import await_rules
from tools.server import Server

pytestmark = [pytest.mark.first_visit, pytest.mark.still]
Visit = Callable[[str], Page]

MISSING = "missing"
SPOILT = {**FAULTS, "one letter of a text": misspelt}
NEEDED = (
    # The page names their hashes, and the browser runs none that is other.
    ("app.css", "cut short"),
    ("head.js", "one byte"),
    ("boot.mjs", "one byte"),
    ("build.mjs", "the page of a captive portal"),
    ("platform.mjs", "empty"),
    ("store.mjs", MISSING),
    ("kept.mjs", MISSING),
    ("address.mjs", MISSING),
    ("page.mjs", MISSING),
    ("post.mjs", MISSING),
    ("shortcuts.mjs", MISSING),
    ("micropython/micropython.mjs", MISSING),
    ("pyscript/core.js", "cut short"),
    ("pyscript/core-*.js", "one byte"),
    ("pyscript/error-*.js", MISSING),
    # PyScript fetches them, and is given none that is other.
    ("ui.py", "empty"),
    ("rules.py", MISSING),
    ("micropython/micropython.wasm", "one byte"),
    # The rules' worker imports them; a byte that is other may run all the same.
    ("memory.mjs", MISSING),
    ("python.mjs", "empty"),
    ("pyodide-boot.mjs", "empty"),
    ("pyodide/pyodide.mjs", "one byte"),
    ("pyscript/worker.mjs", "empty"),
    ("pyscript/worker.mjs", "one byte"),
    ("pyodide/pyodide.asm.mjs", "one byte"),
    # It fetches them.
    ("pyodide/pyodide.asm.wasm", "the page of a captive portal"),
    ("pyodide/pyodide.asm.wasm", "one letter of a text"),
    ("pyodide/library.dat", "one byte"),
    ("pyrules.dat", MISSING),
)
"""Files that something waits for before the rules are ready, some for each way in which they come, and how they come.
`tests/tools/test_site.py` shows that there is no other way, `tests/web/test_trouble.py` what is said of each fault."""

DONE_WITHOUT = ("empty", "the page of a captive portal", MISSING, "no answer")

LINKED = """
() => [...document.querySelectorAll("link[rel$=icon], link[rel=manifest]")].map((link) => link.href)
"""

RECORD_PROGRESS = """
globalThis.progress = [];
new MutationObserver((changes) => {
  for (const { target } of changes) if (target.localName === "progress") progress.push(target.value);
}).observe(document, { attributes: true, attributeFilter: ["value"], subtree: true });
"""

ALL_BUT = """async (file) => {
  const { sizes } = await import(new URL("build.mjs", document.querySelector("script[type=module]").src));
  return 1 - (sizes[file] + 1) / Object.values(sizes).reduce((sum, size) => sum + size);
}"""
"""The share of the progress that is over when everything has come but one file."""

MARK_WHAT_CAME = """
addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll("body *")) element.came = true;
});
"""


@pytest.mark.parametrize("profile", DEVICES, indirect=True)
def test_a_test_is_rolled_and_logged_and_survives_reload(page: Page, visit: Visit) -> None:
    page.emulate_media(reduced_motion="no-preference")
    visit("")
    page.get_by_role("link", name="Moonwalk").click()
    roll(page)
    said = verdict(page)
    assert dice(page) == 12
    expect(page.get_by_role("status")).to_contain_text(said.split()[-1])

    page.get_by_role("link", name="Log").click()
    entries = page.get_by_role("region", name="Log").get_by_role("listitem")
    expect(entries).to_have_count(1)
    page.reload()
    await_rules(page)
    expect(entries).to_have_count(1)
    expect(page).to_have_title("Moonwalk · Log · pyrules")


def test_the_first_roll_needs_nothing_that_comes_late(page: Page, complaints: Complaints, visit: Visit) -> None:
    complaints.expect("ERR_FAILED", "late.dat")
    page.add_init_script("delete Navigator.prototype.serviceWorker")  # which would fetch it in the background
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.route("**/late.dat", refuse)
    visit("moonwalk/")
    roll(page)
    assert dice(page) == 12
    expect(page.get_by_role("region", name="Odds").get_by_role("img")).to_be_visible()
    assert asked == []

    page.get_by_role("link", name="All systems").click()
    page.get_by_role("link", name="Compare tests").click()
    expect(page.locator("#notice")).to_contain_text("the file late.dat did not come: connect, then try again")
    assert len(asked) == 1
    page.unroute("**/late.dat")
    page.reload()
    await_rules(page)
    expect(page.get_by_role("heading", name="Compare").first).to_be_visible()


def test_back_and_forward_show_the_page_of_their_address(visit: Visit, server: Server) -> None:
    page = visit("")
    page.get_by_role("link", name="Moonwalk").click()
    page.get_by_role("link", name="Log").click()
    expect(page).to_have_url(f"{server.url}moonwalk/log/")
    page.go_back()
    expect(page.get_by_role("textbox", name="Dicepool")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Pick a game")).to_be_visible()
    page.go_forward()
    expect(page).to_have_url(f"{server.url}moonwalk/")
    expect(page.get_by_role("textbox", name="Dicepool")).to_be_visible()


def test_icons_and_manifest_stay_where_they_are(page: Page) -> None:
    page.goto("./", wait_until="domcontentloaded")
    before = page.evaluate(LINKED)
    page.get_by_role("link", name="Relics of the Moon").first.click()
    expect(page).to_have_url(re.compile(r"/relics/$"))
    await_rules(page)
    assert page.evaluate(LINKED) == before
    assert len(before) == 3


def test_progress_counts_bytes_and_never_falls_back(context: BrowserContext, slow_server: Server, visit: Visit) -> None:
    context.add_init_script(RECORD_PROGRESS)
    page = visit(f"{slow_server.url}moonwalk/")
    values = page.evaluate("progress")
    assert values == sorted(values)
    assert len(set(values)) > 20
    assert values[-1] == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("late", ["pyrules.dat", "micropython/micropython.wasm", "build.mjs"])
def test_what_is_done_before_python_is_there_is_kept(page: Page, late: str) -> None:
    page.route(f"**/{late}", lambda _: None)  # no answer until the route is taken away
    with page.expect_request(f"**/{late}"):
        page.goto("moonwalk/", wait_until="domcontentloaded")  # Firefox counts a preloaded module among what it loads
    page.get_by_role("textbox", name="Dicepool").fill("9")
    roll(page)
    roll(page)
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("region", name="Dice").get_by_role("listitem")).to_have_count(0)
    page.unroute(f"**/{late}")
    assert dice(page) == 9
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(1)


def test_a_page_is_complete_before_any_script_runs(context: BrowserContext, complaints: Complaints) -> None:
    page = context.new_page()
    complaints.expect("boot.mjs")
    page.route("**/boot.mjs", lambda route: route.abort())
    page.goto("moonwalk/")
    expect(page.get_by_role("heading", name="Moonwalk")).to_be_visible()
    expect(page.get_by_role("textbox", name="Dicepool")).to_have_value("12")
    expect(page.get_by_role("button", name="Roll")).to_be_visible()


def test_the_first_answer_leaves_alone_what_came_with_the_page(context: BrowserContext, visit: Visit) -> None:
    context.add_init_script(MARK_WHAT_CAME)
    page = visit("moonwalk/")
    field, tab = page.get_by_role("textbox", name="Dicepool"), page.get_by_role("link", name="Tracker")
    for element in (field, tab):
        assert element.evaluate("element => element.came")
    expect(tab).to_have_attribute("href", "/pyrules/moonwalk/tracker/")  # right wherever the reader goes


LATE = "micropython/micropython.wasm"


def begins(page: Page, address: str) -> None:
    """Open an address and keep Python waiting until the route is taken away."""
    page.route(f"**/{LATE}", lambda _: None)
    with page.expect_request(f"**/{LATE}"):
        page.goto(address, wait_until="domcontentloaded")


def test_a_tap_that_would_do_something_other_than_it_said_does_nothing(visit: Visit) -> None:
    page = visit("moonwalk/")
    page.get_by_role("textbox", name="Dicepool").fill("4")
    expect(page.get_by_role("button", name="Roll 4d6")).to_be_visible()
    page.evaluate("localStorage.clear()")  # as of a reader of whom the page knows nothing before Python does
    begins(page, "moonwalk/")
    expect(page.get_by_role("button", name="Roll Getting ready")).to_be_visible()
    roll(page)
    page.get_by_role("button", name="Dicepool: one more").click()
    page.unroute(f"**/{LATE}")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was done: tap again")
    expect(page.get_by_role("button", name="Roll 4d6")).to_be_visible()
    expect(page.get_by_role("textbox", name="Dicepool")).to_have_value("4")
    expect(page.get_by_role("region", name="Dice").get_by_role("listitem")).to_have_count(0)
    roll(page)
    assert verdict(page)
    expect(page.get_by_role("alert")).to_be_hidden()


@pytest.mark.parametrize("address", ["table/", "table/#abc", ""])
def test_who_taps_join_while_the_page_starts_joins_once_it_has(page: Page, address: str) -> None:
    begins(page, address)
    page.get_by_role("button", name="Join a table").click()
    page.unroute(f"**/{LATE}")
    await_rules(page)
    expect(page.get_by_label("Their code")).to_be_visible()


def test_a_returning_reader_is_shown_nothing_in_place_of_their_own(visit: Visit) -> None:
    page = visit("stepdie/")
    roll(page)
    said = verdict(page)
    begins(page, "stepdie/")
    expect(page.get_by_role("textbox", name="Points")).to_be_hidden()
    page.unroute(f"**/{LATE}")
    await_rules(page)
    assert verdict(page) == said
    begins(page, "luck/")
    expect(page.get_by_text("Getting ready")).to_have_count(1)
    expect(page.get_by_text("No dice rolled yet")).to_have_count(0)
    expect(page.locator("html")).to_have_css("overscroll-behavior-y", "contain")  # no reload by a pull at the top
    page.unroute(f"**/{LATE}")
    expect(page.get_by_role("heading", name=re.compile("^d6"))).to_be_visible()


@pytest.mark.parametrize("start", ["", "stepdie/", "moonwalk/tracker/"])
def test_every_link_of_a_page_leads_where_it_did_after_a_tap_on_another(page: Page, server: Server, start: str) -> None:
    """While the page starts, a tab may be tapped, and the address is another."""
    page.route("**/rules.py", lambda _: None)
    page.goto(start, wait_until="domcontentloaded")
    links = page.locator("a[href]:not([href^='#']):visible")
    there = links.evaluate_all("links => links.map((link) => link.href)")
    page.evaluate("history.pushState(null, '', new URL('stepdie/log/', document.scripts[0].src))")
    assert links.evaluate_all("links => links.map((link) => link.href)") == there
    assert all(address.startswith(server.url) for address in there)
    icons = page.locator("use").evaluate_all("uses => uses.map((use) => use.getAttribute('href'))")
    assert {address.partition("#")[0] for address in icons} == {"/pyrules/icons/signs.svg"}


@pytest.mark.parametrize(("file", "fault"), NEEDED)
def test_a_file_that_is_missing_or_spoilt_is_named(page: Page, complaints: Complaints, file: str, fault: str) -> None:
    def spoil(route: Route) -> None:
        if fault == MISSING:
            route.fulfill(status=404, body="not here")
            return
        came = route.fetch()
        route.fulfill(body=SPOILT[fault](came.body()), content_type=came.headers["content-type"])

    complaints.expect("127.0.0.1", "")  # whatever the browser says of it, but no request to another host
    page.route(f"**/{file}", spoil)
    page.goto("moonwalk/")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The page has lost its looks" if file == "app.css" else "Python did not start")
    wrong = "missing from the site" if fault == MISSING else "not .*as it was published"
    expect(alert).to_contain_text(re.compile(rf"The file {re.escape(file.partition('*')[0])}\S* .*{wrong}"))
    expect(alert.get_by_role("button", name="Reload")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_hidden()


@pytest.mark.parametrize("fault", DONE_WITHOUT)
def test_all_other_files_together_keep_nobody_from_rolling(
    site: Path, new_context: Callable[..., BrowserContext], fault: str
) -> None:
    def spoil(route: Route) -> None:
        if fault == "no answer":
            route.abort()
        elif fault == MISSING:
            route.fulfill(status=404, body="not here")
        else:
            route.fulfill(body=FAULTS[fault](b""), content_type="text/html")

    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.suffix not in ("", ".html")}
    others = {path for path in files if not any(fnmatch(path, needed) for needed, _ in NEEDED)}
    page = new_context(service_workers="block").new_page()
    for path in others:
        page.route(f"**/{path}", spoil)
    page.goto("moonwalk/")
    await_rules(page)
    roll(page)
    assert dice(page) == 12
    expect(page.get_by_role("alert")).to_be_hidden()
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_role("alert")).to_contain_text("the file late.dat did not come")
    page.get_by_role("link", name="Roll", exact=True).click()
    roll(page)
    assert dice(page) == 12
    page.unroute_all()
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(2)


def test_a_file_of_a_type_that_browsers_do_not_run_is_named_with_its_type(page: Page, complaints: Complaints) -> None:
    complaints.expect("127.0.0.1", "MIME")
    page.route("**/store.mjs", lambda route: route.fulfill(body=route.fetch().body(), content_type="text/plain"))
    page.goto("moonwalk/")
    expect(page.get_by_role("alert")).to_contain_text("The file store.mjs comes as “text/plain”")


def test_what_does_not_come_when_it_is_used_is_named_and_the_rest_goes_on(
    new_context: Callable[..., BrowserContext],
) -> None:
    page = new_context(service_workers="block").new_page()
    for part in ("picture.mjs", "channel.mjs"):
        page.route(f"**/{part}", lambda route: route.abort())
    page.goto("moonwalk/")
    await_rules(page)
    roll(page)
    verdict(page)
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Picture", exact=True).click()
    told = "the file {} did not come: connect, then reload). What was shown before is stored."
    expect(page.get_by_role("alert")).to_contain_text(told.format("picture.mjs"))
    page.goto("table/")
    await_rules(page)
    page.get_by_role("button", name="Open a table").click()
    expect(page.get_by_role("alert")).to_contain_text(told.format("channel.mjs"))


COME = """(least) => new Promise((done) => {
  const progress = document.querySelector("progress");
  const look = () => progress.value > least && done();
  new MutationObserver(look).observe(progress, { attributes: true });
  look();
})"""
"""Waits until more than `least` has come; Playwright's own waiting is code from a text, which the page forbids."""


def test_a_connection_that_hangs_is_told_of_until_it_goes_on(page: Page) -> None:
    page.clock.install()
    late = "pyodide/pyodide.asm.wasm"
    page.route(f"**/{late}", lambda _: None)  # no answer until the route is taken away
    page.goto("moonwalk/", wait_until="domcontentloaded")
    page.evaluate(COME, page.evaluate(ALL_BUT, late))
    page.clock.fast_forward(20_000)
    expect(page.get_by_role("alert")).to_contain_text(
        re.compile(r"Loading stands still at \d+ %: the connection hangs")
    )
    page.unroute(f"**/{late}")
    expect(page.get_by_role("alert")).to_be_hidden()
    await_rules(page)
    roll(page)
    assert dice(page) == 12


def test_rules_that_answer_no_more_are_told_of_and_a_reload_goes_on(page: Page) -> None:
    page.clock.install()
    page.goto("moonwalk/")
    await_rules(page)
    roll(page)
    assert dice(page) == 12
    page.evaluate("rulesWorker.terminate()")
    page.get_by_role("link", name="Tracker").click()
    for _ in ("until the tap is heard", "until nothing has answered it"):
        page.clock.fast_forward(20_000)
    expect(page.get_by_role("alert")).to_contain_text("No answer for 20 seconds")
    page.reload()
    await_rules(page)
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(1)


@pytest.mark.parametrize("missing", ["micropython/micropython.mjs", "pyodide/pyodide.mjs", "pyodide-boot.mjs"])
def test_no_interpreter_is_fetched_from_elsewhere_even_where_it_could_be(
    new_context: Callable[..., BrowserContext], complaints: Complaints, missing: str
) -> None:
    complaints.expect("")
    context = new_context(bypass_csp=True)
    complaints.watch(context)
    page = context.new_page()
    page.route(f"**/{missing}", lambda route: route.fulfill(status=404))
    page.goto("moonwalk/")
    expect(page.get_by_role("alert")).to_contain_text(missing)


def test_a_page_and_scripts_of_two_builds_do_not_start(page: Page) -> None:
    def of_another_build(route: Route) -> None:
        route.fulfill(body=re.sub(r'(?<=name="version" content=")\w+', "0123456789ab", route.fetch().text()))

    page.route("**/moonwalk/", of_another_build)
    page.goto("moonwalk/")
    expect(page.get_by_role("alert")).to_contain_text("This page is of version 0123456789ab, its scripts of version")


def test_a_browser_without_webassembly_is_told_so(context: BrowserContext, page: Page) -> None:
    context.add_init_script("delete globalThis.WebAssembly")
    page.goto("moonwalk/")
    expect(page.get_by_role("alert")).to_contain_text("no WebAssembly")


def test_a_browser_that_refuses_workers_is_told_so(context: BrowserContext, page: Page, complaints: Complaints) -> None:
    complaints.expect("none here", "refuses to start a worker")
    context.add_init_script("globalThis.Worker = class { constructor() { throw new Error('none here'); } }")
    page.goto("moonwalk/")
    expect(page.get_by_role("alert")).to_contain_text("refuses to start a worker")


def test_without_javascript_the_page_says_what_it_needs(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("moonwalk/")
    expect(page.get_by_role("alert")).to_contain_text("JavaScript")


def test_refused_storage_is_told_and_rolls_go_on_in_memory(
    context: BrowserContext, page: Page, complaints: Complaints
) -> None:
    complaints.expect("denied")
    context.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); }")
    page.goto("moonwalk/")
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("not saved", re.IGNORECASE))
    roll(page)
    assert dice(page) == 12


def test_full_storage_is_told_and_rolls_go_on_in_memory(context: BrowserContext, visit: Visit) -> None:
    context.add_init_script(
        "IDBObjectStore.prototype.add = () => { throw new DOMException('no room', 'QuotaExceededError'); }"
    )
    page = visit("moonwalk/")
    roll(page)
    assert dice(page) == 12
    expect(page.get_by_role("alert")).to_contain_text(re.compile("not saved", re.IGNORECASE))
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(1)


def test_typing_keeps_field_caret_and_undo_while_the_page_follows(visit: Visit) -> None:
    page = visit("moonwalk/")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    shorthand.fill("8 (3)")
    shorthand.press("Home")
    shorthand.press("Delete")
    shorthand.type("10")
    expect(page.get_by_role("textbox", name="Dicepool")).to_have_value("10")
    expect(shorthand).to_be_focused()
    expect(shorthand).to_have_value("10 (3)")
    assert shorthand.evaluate("field => field.selectionStart") == 2
    shorthand.press("Enter")
    assert dice(page) == 10


def test_a_stepper_keeps_the_focus_while_its_number_changes(visit: Visit) -> None:
    page = visit("moonwalk/")
    more = page.get_by_role("button", name="Dicepool: one more")
    more.focus()
    for expected in ("13", "14", "15"):
        page.keyboard.press("Enter")
        expect(page.get_by_role("textbox", name="Dicepool")).to_have_value(expected)
        expect(more).to_be_focused()


def test_every_module_of_the_site_can_be_imported_in_pyodide(visit: Visit, server: Server) -> None:
    assert not_imported(visit(""), server.url) == ""


@pytest.mark.offline
@pytest.mark.parametrize("prefix", ["/", "/deep/er/"])
def test_the_site_works_under_any_path(site: Path, page: Page, prefix: str) -> None:
    with Server(site, prefix) as server:
        page.goto(f"{server.url}moonwalk/")
        await_rules(page)
        roll(page)
        assert dice(page) == 12
        page.get_by_role("link", name="Log").click()
        expect(page).to_have_url(f"{server.url}moonwalk/log/")
        expect(page.get_by_role("contentinfo")).to_contain_text("Ready offline")
