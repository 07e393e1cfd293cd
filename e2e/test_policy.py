"""The page's content security policy lets in nothing but the site's own files, tried from inside."""

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.boot_helpers import roll, verdict
from e2e.conftest import Complaints
from e2e.waiting import await_rules
from tools.server import Server

Visit = Callable[[str], Page]

pytestmark = pytest.mark.still

ALLOWED = {
    "default-src": {"'none'"},
    "script-src": {"'self'", "'wasm-unsafe-eval'"},
    "worker-src": {"'self'", "blob:"},
    "style-src": {"'self'"},
    "font-src": {"'self'"},
    "img-src": {"'self'", "data:"},
    "connect-src": {"'self'"},
    "frame-src": {"'self'"},
    "manifest-src": {"'self'"},
    "base-uri": {"'none'"},
    "form-action": {"'none'"},
    "require-trusted-types-for": {"'script'"},
    "trusted-types": {"default", "pyrules"},
}
SINKS = {
    "a handler": "document.body.append(Object.assign(document.createElement('img'), { src: 'data:,' }));"
    " document.body.lastChild.setAttribute('onerror', 'globalThis.broken = true')",
    "a script in the page": "document.head.append(document.createElement('script'));"
    " document.head.lastChild.append('globalThis.broken = true')",
    "a script of data": "document.head.append(Object.assign(document.createElement('script'),"
    " { src: 'data:text/javascript,globalThis.broken = true' }))",
    "a script of another host": "document.head.append(Object.assign(document.createElement('script'),"
    " { src: 'https://example.org/x.js' }))",
    "evaluated text": "setTimeout('globalThis.broken = true')",
    "a worker of another host": "new Worker('https://example.org/x.js')",
}
HTML_SINKS = {
    "HTML": "document.getElementById('main').innerHTML = '<p>from elsewhere</p>'",
    "a policy of one's own": "trustedTypes.createPolicy('another', { createHTML: (html) => html })",
}
MARKUP = (
    "<img src=x onerror=broken=1>",
    "<svg/onload=broken=1>",
    '"><script>broken=1</script>',
    "'-broken=1-'",
    "</textarea><iframe srcdoc='<script>parent.broken=1</script>'>",
    "<a href=javascript:broken=1>x</a>",
    "&lt;img src=x onerror=broken=1&gt;",
    "{{constructor.constructor('broken=1')()}}",
    "<math><mtext></p><style><img src onerror=broken=1>",
    "\u2028<b>\u202e",
)
FOREIGN = """<!doctype html><title>Another page</title><link rel=icon href=data:,>
<body><script>
globalThis.answers = [];
addEventListener("message", ({ data }) => answers.push(data));
globalThis.post = (target) => {
  const { port1 } = new MessageChannel();
  const messages = [{ listens: true }, { error: "from elsewhere" }, { parts: {} }, { type: "error" }, "polyscript:done",
    "skip-waiting", "store", [1, "update", ["{}"]], ["", {}], new Error("from elsewhere"), null];
  for (const message of messages) target.postMessage(message, "*");
  target.postMessage([0, 0, 0], "*", [port1]);
};
</script>"""
"""A page of another origin, which posts whatever a script of the site may listen to."""
SANDBOXED = """(address) => {
  const frame = Object.assign(document.createElement("iframe"), { src: address });
  frame.sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
  document.body.append(frame);
}"""
TO_SCRIPT = """() => {
  try {
    return String(trustedTypes.defaultPolicy.createScriptURL(location.href));
  } catch (error) {
    return error.message;
  }
}"""
STORED_THERE = "indexedDB.databases().then((all) => [all.length, localStorage.length])"


def policy(page: Page) -> dict[str, set[str]]:
    """The page's policy: what each of its directives allows."""
    content = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    parts = [directive.split() for directive in (content or "").split(";")]
    return {name: set(sources) for name, *sources in parts}


def attempt(page: Page, script: str) -> str:
    """Run a script in the page, and tell the error that it ends with."""
    run = "(script) => { try { (%s)(); return ''; } catch (error) { return error.name; } }"
    error: str = page.evaluate(run % f"() => {{ {script} }}")
    return error


def test_the_policy_is_the_strictest_that_runs_python(page: Page) -> None:
    page.goto("")
    assert policy(page) == ALLOWED


def test_what_gets_into_the_page_does_not_run(visit: Visit, complaints: Complaints) -> None:
    page = visit("moonwalk/")
    complaints.expect("Content Security Policy", "Trusted", "trusted", "CSP", "data:", "x.js")  # as each engine says it
    for name, script in SINKS.items():
        attempt(page, script.replace("broken = true", f"broken = `{name}`"))
    roll(page)
    verdict(page)
    assert page.evaluate("globalThis.broken") is None


def test_html_comes_from_the_apps_views_alone(visit: Visit, complaints: Complaints) -> None:
    page = visit("moonwalk/")
    complaints.expect("Content Security Policy", "Trusted")
    known = page.evaluate("'trustedTypes' in globalThis")
    for script in HTML_SINKS.values():
        assert bool(attempt(page, script)) == (known or "trustedTypes" in script)
    assert "No script is loaded from" in page.workers[0].evaluate(TO_SCRIPT) or not known


def test_markup_stays_text_wherever_it_is_typed_or_comes_in_a_link(visit: Visit) -> None:
    packed = zlib.compress(json.dumps({"system": "relics", "notation": " ".join(MARKUP)}).encode())
    page = visit(f"relics/#1.{urlsafe_b64encode(packed).decode().rstrip('=')}")
    shorthand = page.get_by_role("textbox", name="Shorthand")
    for text in MARKUP:
        shorthand.fill(text)
        shorthand.press("Enter")
        expect(shorthand).to_have_value(text)
    made = page.locator("main :is(script, iframe, style, math, [onerror], [onload], [href^='javascript:'])")
    expect(made).to_have_count(0)
    assert page.evaluate("globalThis.broken") is None


def test_a_visit_leaves_no_cookie(visit: Visit, context: BrowserContext) -> None:
    page = visit("moonwalk/")
    roll(page)
    verdict(page)
    assert context.cookies() == []
    assert page.evaluate("document.cookie") == ""


@pytest.fixture
def foreign(tmp_path: Path) -> Iterator[Server]:
    """Another site."""
    (tmp_path / "index.html").write_text(FOREIGN, encoding="utf-8")
    with Server(tmp_path) as server:
        yield server


@pytest.mark.first_visit
def test_within_another_page_nothing_begins(
    page: Page, foreign: Server, server: Server, complaints: Complaints
) -> None:
    complaints.expect("within another page", "Content Security Policy", "preload", " csp")
    page.goto(foreign.url)
    page.evaluate(
        "address => document.body.append(Object.assign(document.createElement('iframe'), { src: address }))",
        f"{server.url}moonwalk/",
    )
    frame = page.frame_locator("iframe")
    expect(frame.get_by_text("The dice table does not open within another page.")).to_be_visible()
    expect(frame.get_by_role("button")).to_have_count(0)
    page.evaluate("post(frames[0])")
    assert page.frames[1].evaluate(STORED_THERE) == [0, 0]
    with page.expect_popup() as opening:
        frame.get_by_role("link", name="Open it in a window of its own").click()
    await_rules(opening.value)


@pytest.mark.first_visit
def test_in_a_frame_without_an_origin_the_page_says_that_nothing_works(
    page: Page, foreign: Server, server: Server, complaints: Complaints
) -> None:
    complaints.expect("")  # whatever the browser says of what it refuses there, but no request to another host
    page.goto(foreign.url)
    page.evaluate(SANDBOXED, f"{server.url}moonwalk/")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_text("No dice can be rolled here")).to_be_visible()
    with page.expect_popup() as opening:
        frame.get_by_role("link", name="Open it in a window of its own").click()
    expect(opening.value).to_have_url(f"{server.url}moonwalk/")
    await_rules(opening.value)
    expect(opening.value.get_by_text("No dice can be rolled here")).to_have_count(0)


@pytest.mark.first_visit
def test_who_opens_the_page_gets_nothing_from_it_and_into_it(page: Page, foreign: Server, server: Server) -> None:
    page.goto(foreign.url)
    with page.expect_popup() as opening:
        page.evaluate("address => { globalThis.opened = open(address); }", f"{server.url}moonwalk/#2.{'x' * 2_000_000}")
    opened = opening.value
    opened.wait_for_load_state("domcontentloaded")
    page.evaluate("post(opened)")
    expect(opened.get_by_role("progressbar")).to_be_hidden()
    expect(opened.get_by_text("This link cannot be opened").first).to_be_visible()
    page.evaluate("post(opened)")
    roll(opened)
    verdict(opened)
    assert page.evaluate("answers") == []
    opened.get_by_role("link", name="Log").click()
    expect(opened.get_by_text("1 entry", exact=True)).to_be_visible()
    expect(opened.get_by_role("alert")).to_be_hidden()
