"""Once stored, the site needs no network; a newer build waits for the reader and never mixes with the older."""

import re
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.boot_helpers import dice, roll, verdict
from e2e.conftest import Complaints
from e2e.faults import FAULTS, flip_byte
from e2e.offline_helpers import integrity, publish, store_site
from e2e.waiting import await_rules
from tools.server import Server
from tools.site import SOURCE
from tools.timing import REMEMBERED, TRIED

pytestmark = pytest.mark.offline

OLD, NEW = "Skip to the dice", "Skip to the newer dice"
UPDATE = "navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => {})"
TAKE_UP = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing ?? registration.waiting; // the browser may have looked by itself
  const settled = () => ["installed", "redundant"].includes(worker.state);
  while (!settled()) await new Promise((change) => worker.addEventListener("statechange", change, { once: true }));
  return worker.state;
}"""
BEGIN = f"""async () => {{
  const registration = await navigator.serviceWorker.getRegistration();
  const begun = registration.installing // the browser may have looked by itself
    || new Promise((found) => registration.addEventListener("updatefound", found, {{ once: true }}));
  globalThis.taken = ({TAKE_UP})();
  await begun;
}}"""
"""Begin to take up another build, and wait until its files are being fetched."""
ONCE_INSTALLED = """
const { register } = ServiceWorkerContainer.prototype;
ServiceWorkerContainer.prototype.register = async function (...given) {
  const registration = await register.apply(this, given);
  const worker = registration.installing;
  if (worker) await new Promise((change) => worker.addEventListener("statechange", change, { once: true }));
  return registration;
};
"""
"""Has the page find the first build when it is stored and not in use yet, as where another tab had it stored."""
VERSION = r'(?<=name="version" content=")\w+|(?<=version = ")\w+'
STORED = "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(({ url }) => url))"
EVICT = """async (parts) => {
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  const thrown = (await cache.keys()).filter(({ url }) => parts.some((part) => url.includes(part)));
  for (const request of thrown) await cache.delete(request);
  return thrown.length;
}"""
"""Throw away, as a browser that is short of room, the stored files whose addresses have one of these parts."""
SPOILT = """async () => {
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  const spoilt = [];
  for (const { url } of await cache.keys()) {
    const content = await (await cache.match(url)).arrayBuffer();
    const hash = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", content))));
    if (!url.endsWith(hash)) spoilt.push(url);
  }
  return spoilt;
}"""
"""The stored files that are not what the hashes in their keys say."""
SHOWN_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture(autouse=True)
def _looks_for_a_newer_build(complaints: Complaints) -> None:
    complaints.expect("sw.js")  # which the browser asks for by itself, also once the server of a test is gone


@pytest.fixture
def own(site: Path, tmp_path: Path) -> Path:
    """A copy of the site that a test may change."""
    return shutil.copytree(site, tmp_path / "site")


def reword_page(folder: Path) -> bytes:
    """The start page with another word in it, where no script writes."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert page.count(OLD) == 1
    return page.replace(OLD, NEW).encode()


@pytest.mark.parametrize("profile", ["Pixel 7"], indirect=True)
def test_with_the_server_gone_the_site_opens_and_rolls(site: Path, context: BrowserContext, page: Page) -> None:
    server = Server(site)
    server.start()
    store_site(page, f"{server.url}moonwalk/")
    roll(page)
    assert dice(page) == 12
    server.stop()
    context.set_offline(True)

    page.reload()
    await_rules(page)
    roll(page)
    assert dice(page) == 12
    page.get_by_role("link", name="Log").click()
    expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(2)

    other = context.new_page()
    other.goto(server.url)
    await_rules(other)
    other.get_by_role("link", name=re.compile("^Moonwalk")).click()
    roll(other)
    assert dice(other) == 12


def test_an_address_without_its_slash_opens_offline_too(site: Path, page: Page) -> None:
    with Server(site) as server:
        store_site(page, server.url)
    page.goto(f"{server.url}moonwalk")
    await_rules(page)
    expect(page).to_have_url(f"{server.url}moonwalk/")


def test_what_is_inside_and_its_licences_are_a_tap_away_without_a_network(
    site: Path, page: Page, complaints: Complaints
) -> None:
    complaints.expect("favicon.ico")  # which browsers ask for beside a plain text
    with Server(site) as server:
        store_site(page, f"{server.url}settings/")
    page.get_by_role("link", name="Licences").click()
    expect(page.get_by_text("pyodide 3")).to_be_visible()


def test_the_first_build_is_no_update(context: BrowserContext, page: Page, base_url: str) -> None:
    context.add_init_script(ONCE_INSTALLED)
    store_site(page, base_url)
    expect(page.get_by_role("alert")).to_be_hidden()


def test_an_update_waits_for_the_reader_and_comes_whole(own: Path, context: BrowserContext, page: Page) -> None:
    with Server(own) as server:
        store_site(page, server.url)
        unchanged = set(page.evaluate(STORED))
        publish(own, "index.html", reword_page(own))
        publish(own, "icons/signs.svg", (own / "icons/signs.svg").read_bytes() + b"\n")
        for path in ("pyodide/pyodide.asm.wasm", "pyodide/library.dat"):
            (own / path).unlink()  # not fetched again, since its hash is the same

        page.evaluate(UPDATE)
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("update is ready")
        other = context.new_page()
        other.goto(server.url)
        expect(other.get_by_role("progressbar")).to_be_hidden()
        expect(other.get_by_role("link", name=OLD)).to_be_attached()
        other.evaluate(REMEMBERED)  # while anything is loaded, Chromium may put the change off for half a minute
        other.wait_for_load_state("networkidle")

        alert.get_by_role("button", name="Reload").click()
        for each in (page, other):
            expect(each.get_by_role("link", name=NEW)).to_be_attached()
            await_rules(each)
        now = set(page.evaluate(STORED))
        assert len(now) == len(unchanged)
        assert len(now - unchanged) == 2


def test_an_older_build_that_answers_nothing_is_offered_as_well(own: Path, page: Page) -> None:
    with Server(own) as server:
        store_site(page, server.url)
        publish(own, "index.html", reword_page(own))
        worker = own / "sw.js"
        listening = worker.read_text(encoding="utf-8")
        silent = listening.replace('event.data === "store"', "false")
        assert silent != listening
        worker.write_text(silent, encoding="utf-8")
        page.evaluate(UPDATE)
        page.get_by_role("alert").get_by_role("button", name="Reload").click()
        expect(page.get_by_role("link", name=NEW)).to_be_attached()
        await_rules(page)


def test_an_update_taken_while_the_next_one_comes_leaves_that_one_whole(own: Path, page: Page) -> None:
    first = {path: (own / path).read_bytes() for path in ("index.html", "icons/signs.svg")}
    come = threading.Event()
    come.set()
    with Server(
        own, held={"pyscript/worker.mjs": come}
    ) as server:  # all the while: the page looks for updates by itself
        store_site(page, server.url)
        publish(own, "index.html", reword_page(own))
        publish(own, "icons/signs.svg", first["icons/signs.svg"] + b"\n")
        assert page.evaluate(TAKE_UP) == "installed"
        come.clear()
        for path, content in first.items():  # the next takes these back, which are stored still
            publish(own, path, content)
        publish(own, "pyscript/worker.mjs", (own / "pyscript/worker.mjs").read_bytes() + b"\n")
        reload = page.get_by_role("alert").get_by_role("button", name="Reload")
        page.evaluate(BEGIN)
        reload.click()
        expect(page.get_by_role("link", name=NEW)).to_be_attached()
        come.set()
        reload.click()
        expect(page.get_by_role("link", name=OLD)).to_be_attached()
        await_rules(page)
    assert {url.partition("?")[0] for url in page.evaluate(STORED)} >= {f"{server.url}{path}" for path in first}


def test_a_build_that_comes_spoilt_is_not_taken(own: Path, page: Page, complaints: Complaints) -> None:
    complaints.expect("integrity", "digest", "icons/signs.svg")
    with Server(own) as server:
        store_site(page, server.url)
        publish(own, "index.html", reword_page(own))
        style = (own / "icons/signs.svg").read_bytes() + b"\n"
        publish(own, "icons/signs.svg", style)
        for spoilt in (*(fault(style) for fault in FAULTS.values()), None):
            (own / "icons/signs.svg").unlink(missing_ok=True)
            if spoilt is not None:
                (own / "icons/signs.svg").write_bytes(spoilt)
            assert page.evaluate(TAKE_UP) == "redundant"
        (own / "icons/signs.svg").write_bytes(style)
        listing = (own / "sw.js").read_bytes()
        for name in ("empty", "the page of a captive portal", "cut short"):  # by one byte nothing could know it
            (own / "sw.js").write_bytes(FAULTS[name](listing))
            page.evaluate(f"{UPDATE}.catch(() => {{}})")
        assert page.evaluate(SPOILT) == []
        page.reload()
        await_rules(page)
        expect(page.get_by_role("link", name=OLD)).to_be_attached()
        (own / "sw.js").write_bytes(listing)
        reload = page.get_by_role("alert").get_by_role("button", name="Reload")
        page.evaluate(f"{UPDATE}.catch(() => {{}})")  # the page that was reloaded may still look at the last spoilt one
        assert page.evaluate(TAKE_UP) == "installed"
        reload.click()
        expect(page.get_by_role("link", name=NEW)).to_be_attached()
        await_rules(page)
        assert page.evaluate(SPOILT) == []


def test_a_download_that_breaks_off_changes_nothing_and_is_taken_up_again(
    own: Path, page: Page, complaints: Complaints
) -> None:
    complaints.expect("icons/signs.svg", "index.html")
    with Server(own) as server:
        store_site(page, server.url)
        publish(own, "index.html", reword_page(own))
        publish(own, "icons/signs.svg", (own / "icons/signs.svg").read_bytes() + b"\n")
    held = {path: threading.Event() for path in ("index.html", "icons/signs.svg")}
    with Server(own, port=server.port, held=held):
        page.evaluate(BEGIN)
    assert page.evaluate("taken") == "redundant"
    page.reload()
    await_rules(page)
    expect(page.get_by_role("link", name=OLD)).to_be_attached()
    page.evaluate(REMEMBERED)

    with Server(own, port=server.port):
        assert page.evaluate(TAKE_UP) == "installed"
        page.get_by_role("alert").get_by_role("button", name="Reload").click()
        expect(page.get_by_role("link", name=NEW)).to_be_attached()
        await_rules(page)


def test_what_could_not_be_stored_at_first_is_stored_once_connected_again(
    own: Path, page: Page, complaints: Complaints
) -> None:
    complaints.expect("icon-512.png", "404")
    icon = own / "icons/icon-512.png"
    drawn = icon.read_bytes()
    icon.unlink()
    footer = page.get_by_role("contentinfo")
    with Server(own) as server:
        page.goto(server.url)
        expect(footer).to_contain_text("Not stored for offline use: the file icons/icon-512.png did not come as it was")
        icon.write_bytes(drawn)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(footer).to_contain_text("Ready offline")
        page.evaluate(TRIED)


def test_what_the_browser_throws_away_is_stored_again(
    own: Path, context: BrowserContext, page: Page, complaints: Complaints
) -> None:
    complaints.expect("pyrules.dat", "integrity", "digest")
    footer, archive = page.get_by_role("contentinfo"), own / "pyrules.dat"
    with Server(own, cache="no-cache") as server:
        whole = set(store_site(page, f"{server.url}moonwalk/").evaluate(STORED))
        assert page.evaluate(EVICT, ["pyrules/boot.mjs", "/moonwalk/index.html", "ui.py", "asm.wasm"]) == 4
        page.reload()
        await_rules(page)
        expect(footer).to_contain_text("Ready offline")
        assert set(page.evaluate(STORED)) == whole

        assert page.evaluate(EVICT, [""]) == len(whole)
        sound = archive.read_bytes()
        archive.write_bytes(flip_byte(sound))
        page.evaluate(SHOWN_AGAIN)
        expect(footer).to_contain_text(
            "Not stored for offline use: the file pyrules.dat did not come as it was published."
        )
        archive.write_bytes(sound)
        page.evaluate(SHOWN_AGAIN)
        expect(footer).to_contain_text("Ready offline")
        assert set(page.evaluate(STORED)) == whole
        assert page.evaluate(SPOILT) == []
    context.set_offline(True)
    page.reload()
    await_rules(page)
    roll(page)
    assert dice(page) == 12


def test_where_nothing_can_be_stored_a_reload_brings_a_new_build_whole(
    own: Path, context: BrowserContext, page: Page, complaints: Complaints
) -> None:
    complaints.expect("integrity", "digest", "build.mjs")
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    with Server(own) as server:
        page.goto(f"{server.url}moonwalk/")
        await_rules(page)
        page.evaluate(TRIED)
        module = own / "build.mjs"
        before = integrity(module.read_bytes())
        for path in (module, *own.rglob("*.html")):
            written = re.sub(VERSION, "0123456789ab", path.read_text(encoding="utf-8"), count=1)
            path.write_text(written.replace(before, integrity(module.read_bytes())), encoding="utf-8")
        page.reload()
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("The file build.mjs did not come as it was published")
        alert.get_by_role("button", name="Reload").click()
        expect(alert).to_be_hidden()
        await_rules(page)
        roll(page)
        assert dice(page) == 12


def test_looking_for_an_update_without_a_network_disturbs_nobody(
    own: Path, context: BrowserContext, page: Page
) -> None:
    with Server(own) as server:
        store_site(page, server.url)
    context.set_offline(True)
    publish(own, "index.html", reword_page(own))
    assert page.evaluate(f"{UPDATE}.then(() => 'found', () => 'refused')") == "refused"
    expect(page.get_by_role("alert")).to_be_hidden()
    roll_on(page)


def test_an_update_leaves_an_open_roll_alone_and_keeps_it(own: Path, page: Page) -> None:
    with Server(own) as server:
        store_site(page, f"{server.url}moonwalk/")
        roll(page)
        said = verdict(page)
        publish(own, "index.html", reword_page(own))
        page.evaluate(UPDATE)
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("update is ready")
        assert verdict(page) == said
        alert.get_by_role("button", name="Reload").click()
        expect(alert).to_be_hidden()
        await_rules(page)
        page.get_by_role("link", name="Log").click()
        entries = page.get_by_role("region", name="Log").get_by_role("listitem")
        expect(entries).to_have_count(1)
        expect(entries).to_contain_text(said.split()[0])


def roll_on(page: Page) -> None:
    """Go on from the start page and roll."""
    page.get_by_role("link", name=re.compile("^Moonwalk")).click()
    roll(page)
    assert dice(page) == 12


def test_two_copies_on_one_host_keep_apart(site: Path, context: BrowserContext, page: Page) -> None:
    with Server(site, "/one/") as server:
        store_site(page, f"{server.url}moonwalk/")
        roll(page)
        assert dice(page) == 12
        port = server.port
    other = context.new_page()
    with Server(site, "/two/", port=port) as server:
        store_site(other, f"{server.url}moonwalk/log/")
        expect(other.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(0)
    for address, entries in ((f"http://127.0.0.1:{port}/one/", 1), (f"http://127.0.0.1:{port}/two/", 0)):
        page.goto(f"{address}moonwalk/log/")
        await_rules(page)
        expect(page.get_by_role("region", name="Log").get_by_role("listitem")).to_have_count(entries)


def test_the_manifest_can_be_installed_from(page: Page, server: Server) -> None:
    page.goto(server.url)
    await_rules(page)
    manifest = page.request.get(page.locator("link[rel=manifest]").evaluate("link => link.href")).json()
    assert {"name", "short_name", "start_url", "display", "icons"} <= set(manifest)
    assert "id" not in manifest, "one id would make all copies on one origin the same app"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        answer = page.request.get(f"{server.url}{icon['src']}")
        assert answer.ok
        assert answer.headers["content-type"].startswith(icon["type"])


def test_every_page_and_every_file_it_names_is_stored(site: Path, visit: Callable[[str], Page]) -> None:
    page = visit("")
    expect(page.get_by_role("contentinfo")).to_contain_text("Ready offline")
    paths = {url.partition("?")[0].removeprefix(page.url) for url in page.evaluate(STORED)}
    built = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert paths == built - {"sw.js", ".nojekyll", SOURCE}
