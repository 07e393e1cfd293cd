"""Texts by anybody, run in their pen: none reaches the log, the site's storage, the page around it or the network."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Worker, expect

from e2e.conftest import Complaints
from e2e.pen_helpers import ATTEMPT
from e2e.waiting import PATIENCE
from tools import ROOT
from tools.server import Server

GOOD = (ROOT / "tests/author/pattern.py").read_text(encoding="utf-8")
SITE, ELSEWHERE = "http://127.0.0.1", "https://example.org/x"

TRIES = """
import asyncio, js
from pyodide.ffi import create_proxy, to_js

try:
    js.policy
except AttributeError:
    made = create_proxy(lambda address: address)
    rules = to_js({{"createScriptURL": made}}, dict_converter=js.Object.fromEntries)
    js.policy = js.trustedTypes.createPolicy("default", rules)


async def attack():
{lines}


async def told():
    try:
        return f"reached: {{await attack()}}"
    except BaseException as error:
        return f"refused: {{error}}"


js.told{number} = asyncio.ensure_future(told())
"""
REFUSED = {
    "the log's database": 'return js.indexedDB.open("pyrules /pyrules/")',
    "every database": "return await js.indexedDB.databases()",
    "the caches": 'return await js.caches.open("pyrules /pyrules/")',
    "the site's files": "return await js.navigator.storage.getDirectory()",
    "the browser's locks": 'return await js.navigator.locks.request("pyrules /pyrules/ table", create_proxy(print))',
    "the site": 'return await js.fetch("SITE")',
    "another site": f'return await js.fetch("{ELSEWHERE}")',
    "another site by Pyodide": f'from pyodide.http import pyfetch; return await pyfetch("{ELSEWHERE}")',
    "another site, waiting": (
        f'asked = js.XMLHttpRequest.new(); asked.open("GET", "{ELSEWHERE}", False); asked.send(); return asked.status'
    ),
    "a socket": (
        'heard = asyncio.Future(); socket = js.WebSocket.new("wss://example.org/");'
        " socket.onerror = create_proxy(lambda _: heard.set_exception(OSError('no socket')));"
        " socket.onopen = create_proxy(lambda _: heard.set_result('open')); return await heard"
    ),
    "a script of the site": 'return js.importScripts("SITEhead.js")',
    "a script of another site": f'return js.importScripts("{ELSEWHERE}")',
    "an import": f"return await js.eval(\"import('{ELSEWHERE}')\")",
    "an import by Pyodide": f"from pyodide.code import run_js; return await run_js(\"import('{ELSEWHERE}')\")",
    "a text as a script": 'return js.Function.new("return 1")',
    "the page around": "return js.parent.document",
    "the page on top": "return js.top.location",
    "a document": "return js.document.cookie",
    "what the page keeps": "return js.localStorage",
    "another device": "return js.RTCPeerConnection.new()",
    "a worker of another site": (
        f'made = js.Worker.new("{ELSEWHERE}"); heard = asyncio.Future();'
        " made.onerror = create_proxy(lambda _: heard.set_exception(OSError('no worker'))); return await heard"
    ),
    "a worker of its own that asks another site": (
        f"code = \"fetch('{ELSEWHERE}').then(() => postMessage('it came'), () => postMessage('refused'))\";"
        " made = js.Worker.new(js.URL.createObjectURL(js.Blob.new(to_js([code])))); heard = asyncio.Future();"
        " made.onmessage = create_proxy(lambda event: heard.set_result(event.data)); said = await heard;"
        " assert said != 'refused', said; return said"
    ),
    "a worker of its own that opens the log": (
        "code = \"try { indexedDB.open('pyrules /pyrules/').onsuccess = () => postMessage('open') }"
        " catch { postMessage('refused') }\";"
        " made = js.Worker.new(js.URL.createObjectURL(js.Blob.new(to_js([code])))); heard = asyncio.Future();"
        " made.onmessage = create_proxy(lambda event: heard.set_result(event.data)); said = await heard;"
        " assert said != 'refused', said; return said"
    ),
}
"""Attempts of a text that the browser refuses."""

ANSWERED = """
import json
from app import program

def encode_reply(*_):
    return json.dumps({answer})

program.encode_reply = encode_reply
"""
REPLY = '{"regions": {"card": %r}, "rolling": None, "title": "", "looks": {}, "commands": [], "seen": None}'
RECURSION = "def deeper(number):\n    return deeper(number + 1)\n\n"
TOLD = {
    "a function without an end": (f"{RECURSION}deeper(0)", "calls itself without end"),
    "a package of the network": ("import micropip", "to import here; leave it out"),
    "the end of the program": ("exit()", "this ends the program; leave it out"),
    "the end of the program, by another name": ("raise KeyboardInterrupt", "this ends the program; leave it out"),
    "one id for two systems": ('MINE = system("pattern", "Mine", check, examples=["1d6 (1): 6"])', "already"),
}
"""Attempts that are told as a mistake, at its line."""

DEEPER = f"import sys\n\n{RECURSION}sys.setrecursionlimit(10**9)\ndeeper(0)"
STOPPED = {
    "a function that goes deeper than there is room": DEEPER,
    "a loop without an end": "while True:\n    pass",
    "all there is to remember": "more = []\nwhile True:\n    more.append(bytearray(1 << 26))",
    "a worker that closes": "import js\njs.close()\nwhile True:\n    pass",
    "an answer that is none": "import json\nfrom app import program\nprogram.start = lambda *_: 7",
    "an answer without an end": "from app import program\nprogram.start = lambda *_: ' ' * 9_000_000",
    "a page within the page": ANSWERED.format(answer=REPLY % "<iframe srcdoc='<script>1</script>'></iframe>"),
    "a link to another site": ANSWERED.format(answer=REPLY % f"<link rel=preconnect href={ELSEWHERE}>"),
    "a script in the page": ANSWERED.format(answer=REPLY % f"<script src={ELSEWHERE}></script>"),
    "a region that is not there": ANSWERED.format(answer=REPLY.replace("card", "elsewhere") % ""),
}
"""Attempts that end a pen, so that another one takes its place."""

STORED = """async () => {
  const read = (opening) => new Promise((done) => (opening.onsuccess = () => done(opening.result)));
  const log = await read(indexedDB.open("pyrules /pyrules/"));
  const events = await read(log.transaction("events").objectStore("events").getAll());
  log.close();
  return JSON.stringify([events, localStorage.getItem("kept"), await caches.keys(), heard]);
}"""
A_LOG = """() => new Promise((done) => {
  globalThis.heard = [];
  new BroadcastChannel("pyrules /pyrules/").onmessage = ({ data }) => heard.push(data);
  localStorage.setItem("kept", "here");
  const opening = indexedDB.open("pyrules /pyrules/");
  opening.onupgradeneeded = () => opening.result.createObjectStore("events", { autoIncrement: true }).add("a record");
  opening.onsuccess = () => { opening.result.close(); done(); };
})"""


class Workshop:
    """The page, and what is in its pen."""

    def __init__(self, page: Page, complaints: Complaints) -> None:
        self.page = page
        self.complaints = complaints
        self.state = page.get_by_role("region", name="Try").get_by_role("status")
        self.problems = page.get_by_role("list", name="What is wrong").get_by_role("listitem")
        self.number = 0

    @property
    def pen(self) -> Frame:
        return self.page.frames[-1]

    @property
    def rules(self) -> Worker:
        return next(one for one in self.page.workers if one.evaluate("'onmessage' in self && Boolean(self.onmessage)"))

    def write(self, text: str) -> None:
        self.page.get_by_role("link", name="Text", exact=True).click()
        self.page.get_by_label("The text of your system").fill(text)

    def told(self, words: str) -> None:
        """Wait until the text has been tried, and these words are shown of it."""
        expect(self.page.get_by_role("region", name="Try")).to_have_attribute("aria-busy", "false")
        expect(self.state).to_have_text(words)

    def works(self) -> None:
        """A text without mistakes is taken, and rolled in the pen."""
        self.number += 1
        self.write(f"{GOOD}\n# {self.number}\n")
        self.told("It works")
        expect(self.problems).to_have_count(0)


@pytest.fixture(scope="module")
def workshop(browser: Browser, server: Server) -> Iterator[Workshop]:
    """One page for all attacks."""
    complaints = Complaints()
    complaints.own = (*complaints.own, "blob:null/", "about:srcdoc")
    context: BrowserContext = browser.new_context(base_url=server.url, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    complaints.watch(context)
    page = context.new_page()
    page.goto("workshop/")
    page.evaluate(A_LOG)
    workshop = Workshop(page, complaints)
    workshop.works()
    yield workshop
    asked = {line.partition(" ")[2] for line in complaints.seen if line.startswith("foreign: ")}
    assert [address for address in asked if f"failed: {address} csp" not in complaints.seen] == []
    context.close()


@pytest.fixture
def untouched(workshop: Workshop) -> Iterator[Workshop]:
    """Check that the site's storage is the same afterwards, and that the next text is tried as ever."""
    before = workshop.page.evaluate(STORED)
    yield workshop
    workshop.works()
    assert workshop.page.evaluate(STORED) == before


@pytest.mark.parametrize("what", REFUSED)
def test_a_text_that_reaches_out_is_refused(untouched: Workshop, what: str, server: Server) -> None:
    untouched.number += 1
    number = untouched.number
    lines = REFUSED[what].replace("SITE", server.url)
    untouched.write(f"{GOOD}\n{TRIES.format(lines=f'    {lines}', number=number)}")
    untouched.told("It works")
    said: str = untouched.rules.evaluate(f"async () => String(await self.told{number})")
    assert said.startswith("refused: ")


@pytest.mark.parametrize("what", STOPPED)
def test_a_text_that_does_not_answer_is_ended_and_the_last_good_one_stays(untouched: Workshop, what: str) -> None:
    untouched.write(f"{GOOD}\n{STOPPED[what]}\n")
    untouched.told("As it was before the last mistake")
    expect(untouched.problems).to_have_count(1)
    expect(untouched.page.frame_locator("iframe").get_by_role("button", name="Roll")).to_be_visible()


def test_an_answer_that_the_page_cannot_carry_out_ends_the_pen_in_words(untouched: Workshop) -> None:
    halved = ANSWERED.format(answer='{"regions": {"card": "x"}, "rolling": None}')
    untouched.write(f"{GOOD}\n{halved}\n")
    untouched.told("Stopped")
    expect(untouched.problems).to_contain_text("Something went wrong here")


@pytest.mark.parametrize("what", TOLD)
def test_what_python_refuses_is_told_at_its_line(untouched: Workshop, what: str) -> None:
    text, words = TOLD[what]
    untouched.write(f"{GOOD}\n{text}\n")
    untouched.told("As it was before the last mistake")
    expect(untouched.problems).to_have_count(1)
    expect(untouched.problems).to_contain_text(words)


@pytest.mark.parametrize("to", ["about:blank", ELSEWHERE])
def test_a_pen_that_leaves_its_page_is_ended_and_told_of(untouched: Workshop, to: str) -> None:
    untouched.pen.evaluate("(to) => void (location.href = to)", to)
    expect(untouched.problems).to_contain_text("It left its page, and was ended")


def test_what_is_written_while_a_pen_begins_again_is_tried_once_it_runs(untouched: Workshop) -> None:
    with untouched.page.expect_event("framedetached"):
        untouched.write(f"{GOOD}\n{STOPPED['a loop without an end']}\n")
    untouched.works()


LOOPS = GOOD.replace("    return face >=", "    while careful and face == 2:\n        pass\n    return face >=")


def test_a_text_that_loops_only_when_the_form_is_filled_in_is_ended_then(untouched: Workshop) -> None:
    untouched.write(LOOPS)
    untouched.told("It works")
    untouched.page.frame_locator("iframe").get_by_role("switch", name="Careful").check()
    expect(untouched.problems).to_contain_text("did not answer")
    untouched.told("It works")


FORGED = """async (id) => {
  const games = await import("./games.mjs");
  const key = await games.keep({ id, title: "Own", about: "" }, "# a text");
  const cycle = {};
  cycle.cycle = cycle;
  const commands = [
    { do: "append", event: '{"kind": "rolled", "system": "almond"}' },
    { do: "append", event: "x".repeat(60_000) },
    { do: "append", event: { then: 1 } },
    { do: "append", event: "two\\nlines" },
    { do: "keep", key: "own systems", value: [["almond", "Mine", ""]] },
    { do: "keep", key: ["other", "text"], value: 1 },
    { do: "keep", key: "cycle", value: cycle },
    { do: "keep", key: "long", value: "x".repeat(600_000) },
    { do: "rewrite", from: -5, events: "[1, 2" },
    { do: "rewrite", from: 1, events: '["a record", 7, null]' },
    { do: "erase2" }, null, 7, "append",
  ];
  const refused = ({ message }) => message;
  await games.write({ key, hash: "" }, commands.slice(0, 8));
  const before = await games.game(key);
  const other = await games.write({ key: "other", hash: "" }, [{ do: "erase" }]).catch(refused);
  await games.write({ key, hash: "" }, commands.slice(8));
  await games.write({ key, hash: "" }, { length: 1e9 });
  const value = "x".repeat(490_000);
  const flood = Array.from({ length: 12 }, (_, number) => ({ do: "keep", key: `k${number}`, value }));
  const told = await games.write({ key, hash: "" }, [...flood, { do: "append", event: "the last" }]).catch(refused);
  const again = await games.write({ key, hash: "" }, flood.slice(0, 5)).catch(refused);
  const after = await games.game(key);
  await games.remove(key);
  const gone = (await games.game(key)) === undefined;
  return [before.log, after.log.records, Object.keys(after.log.kept).length, gone, other, told, again ?? ""];
}"""


def test_what_a_text_wants_kept_is_bounded_and_stays_in_its_own_game(workshop: Workshop) -> None:
    log, records, settings, gone, other, told, again = workshop.page.evaluate(FORGED, "own")
    assert log["records"] == ['{"kind": "rolled", "system": "almond"}']
    assert log["kept"] == {"own systems": [["almond", "Mine", ""]]}  # of that game alone
    assert records == ["a record", "the last"]
    assert settings == 11  # five megabytes
    assert told == "this game keeps too much besides its rolls: 5 MB are the most"
    assert again == ""  # what is written anew takes no more
    assert other == "this game is not on this device any more"
    assert gone
    assert workshop.page.evaluate(STORED).startswith('[["a record"]')


IN_THE_FRAME = {
    "the page around": "parent.document",
    "what it keeps": "parent.localStorage",
    "the log": "indexedDB.open('pyrules /pyrules/')",
    "the caches": "await caches.keys()",
    "a cookie": "document.cookie",
    "the site": "await fetch('SITE')",
    "another site": f"await fetch('{ELSEWHERE}')",
    "another address for the page": "top.location = 'about:blank'",
    "another device": "new RTCPeerConnection()",
    "a script of the site": "await import('SITEplatform.mjs')",
    "another window": "open('about:blank').document",
    "the service worker": "await navigator.serviceWorker.getRegistrations()",
}


@pytest.mark.parametrize("what", IN_THE_FRAME)
def test_even_what_would_run_in_its_page_reaches_nothing(untouched: Workshop, what: str, server: Server) -> None:
    script = ATTEMPT % IN_THE_FRAME[what].replace("SITE", server.url)
    said: str = untouched.pen.evaluate(f"() => {script}")
    assert said.startswith("refused: ")
