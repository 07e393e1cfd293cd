"""The built site in real browsers, as GitHub Pages serves it; whatever a browser complains about fails the test."""

import os
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Frame,
    Page,
    Playwright,
    Request,
    Response,
)

from e2e import frames
from e2e.returning import Returning
from e2e.waiting import PATIENCE, await_rules
from tools import chromium
from tools.browser import VARIABLE
from tools.server import Server

DESKTOP = "Desktop Chrome"
MEASURED = "measured"
RUNS = 3
PHONE = "Pixel 7"
DEVICES = (DESKTOP, PHONE, "iPhone 15", "iPad Pro 11")
COMPILED_ONCE = "--js-flags=--liftoff-only"
"""Has Chromium compile Python quickly and leave it at that: few tests last long enough to gain from better code."""
SWITCHED_OFF_BY_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)
ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
SWITCHED_OFF = f"--disable-features={','.join((*SWITCHED_OFF_BY_PLAYWRIGHT, *ADDRESS_BAR))}"
"""Keeps Chromium from loading two pages of its own, the lists below its address bar, for each test: a third of what a
visit takes. Only the last such argument counts, so Playwright's are named with them (`test_browser.py`)."""


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[Server]:
    with Server(site) as server:
        yield server


@pytest.fixture(scope="session")
def slow_server(site: Path) -> Iterator[Server]:
    """Over which the largest file takes more than a second."""
    with Server(site, rate=2_000_000) as server:
        yield server


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return server.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_name: str) -> dict[str, Any]:
    if browser_name != "chromium":
        return browser_type_launch_args
    named = {"executable_path": os.environ[VARIABLE]} if VARIABLE in os.environ else {}
    return browser_type_launch_args | named | {"args": [*chromium.arguments(), COMPILED_ONCE, SWITCHED_OFF]}


NEVER_STORED = """
  if (origin !== "null" && navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {});
"""
"""Leaves the storing for use offline at its beginning, as a slow network does: it takes a quarter of what a visit
takes, and only tests marked `offline` are about it."""

ABORTED = ("net::ERR_ABORTED", "NS_BINDING_ABORTED", "Load request cancelled")
"""The engines' words for a request that ends because the reader has left the page it was for."""


class Complaints:
    """Everything the browser complained about; a test that provokes some says so with `expect`."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.expected: list[str] = []
        self.own: tuple[str, ...] = ("http://127.0.0.1:", "blob:http://127.0.0.1:", "data:")
        self.running: set[Request] = set()
        self.cut_off: set[Request] = set()
        self.leaving = False

    def expect(self, *parts: str) -> None:
        """Let complaints pass that contain one of `parts`; a request to another host never passes."""
        self.expected += parts

    def watch(self, context: BrowserContext) -> Callable[[], None]:
        """Hear what a browser complains about from now on, until what this returns is called."""
        heard: dict[Any, Callable[[Any], None]] = {
            "page": lambda page: page.on("framenavigated", self._arrived),
            "console": self._console,
            "weberror": lambda error: self._add(f"uncaught: {error.error}"),
            "request": self._request,
            "requestfailed": self._failed,
            "requestfinished": self._finished,
            "response": self._response,
        }
        for event, hear in heard.items():
            context.on(event, hear)

        def stop() -> None:
            for event, hear in heard.items():
                context.remove_listener(event, hear)

        return stop

    def unexpected(self) -> list[str]:
        foreign = [line for line in self.seen if line.startswith("foreign: ")]
        return foreign + [line for line in self.seen if not any(part in line for part in self.expected)]

    def _add(self, line: str) -> None:
        self.seen.append(line)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._add(f"console {message.type}: {message.text} {message.location}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self.own):
            self.seen.append(f"foreign: {request.url}")
        if request.is_navigation_request():
            self.leave()
        self.running.add(request)
        if self.leaving:
            self.cut_off.add(request)

    def _finished(self, request: Request) -> None:
        self.running.discard(request)

    def _arrived(self, _: Frame) -> None:
        self.leaving = False

    def leave(self) -> None:
        """Let what is being fetched be given up: its page is being left."""
        self.leaving = True
        self.cut_off |= self.running

    def _failed(self, request: Request) -> None:
        if request not in self.running:
            return  # a test before this one began it
        self.running.discard(request)
        # Chromium also gives up an icon it has not got yet when the page names it by its full address.
        left = request in self.cut_off or request.url.endswith("/icons/icon.svg")
        if not (left and request.failure in ABORTED):
            self._add(f"failed: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._add(f"answer {response.status}: {response.url}")


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Have a figure that was measured told at the end of the run."""
    return partial(record_property, MEASURED)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    try:
        return (yield)
    except Exception as error:
        opened = [value for value in pyfuncitem.funcargs.values() if isinstance(value, Page | BrowserContext)]
        contexts = {one.context if isinstance(one, Page) else one for one in opened}
        if any(frames.has_stopped(page) for context in contexts for page in context.pages):
            raise frames.NoFramesError from error
        raise


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, figure in getattr(report, "user_properties", ()):
            if name == MEASURED and report.when == "call":
                terminalreporter.write_line(f"{report.nodeid.partition('::')[2]}: {figure}")


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    complaints = Complaints()
    yield complaints
    assert complaints.unexpected() == []


@pytest.fixture
def profile(request: pytest.FixtureRequest, playwright: Playwright, browser_name: str) -> dict[str, Any]:
    """The device a test pretends to be: the desktop, or what `parametrize("profile", DEVICES, indirect=True)` names."""
    profile = settings(playwright, getattr(request, "param", DESKTOP))
    if browser_name == "firefox":
        profile.pop("is_mobile", None)  # unknown to it
    return profile


def settings(playwright: Playwright, device: str) -> dict[str, Any]:
    settings = dict(playwright.devices[device])
    settings.pop("default_browser_type")
    return settings | {"device_scale_factor": 1}


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], request: pytest.FixtureRequest
) -> Callable[..., BrowserContext]:
    """Open a browser of its own, with these settings."""

    def opened(**settings: object) -> BrowserContext:
        context = new_context(**settings)
        if not request.node.get_closest_marker("offline"):
            context.add_init_script(NEVER_STORED)
        context.set_default_timeout(PATIENCE)
        return context

    return opened


@pytest.fixture
def context(
    new_context: Callable[..., BrowserContext],
    profile: dict[str, Any],
    complaints: Complaints,
    request: pytest.FixtureRequest,
) -> Iterator[BrowserContext]:
    context = new_context(**profile, reduced_motion=motion(request))
    complaints.watch(context)
    yield context
    complaints.leave()
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")  # what is under way would fail in the next test


@pytest.fixture(scope="session")
def returning(browser: Browser, server: Server) -> Returning:
    return Returning(browser, server.url)


@pytest.fixture
def page(request: pytest.FixtureRequest, profile: dict[str, Any], complaints: Complaints) -> Iterator[Page]:
    """A page in a browser that has been on the site before, or in the test's own (`own_context`)."""
    if own_context(request, profile):
        yield request.getfixturevalue("context").new_page()
        return
    returning: Returning = request.getfixturevalue("returning")
    context = returning.context(profile)
    complaints.own = (returning.origin, f"blob:{returning.origin}", "data:")
    stop = complaints.watch(context)
    page = returning.page(context)
    page.emulate_media(reduced_motion=motion(request))
    yield page
    complaints.leave()
    for opened in context.pages:
        opened.unroute_all(behavior="ignoreErrors")
        opened.close()
    stop()


def motion(request: pytest.FixtureRequest) -> Literal["no-preference", "reduce"]:
    """Return whether dice tumble or lie still."""
    return "reduce" if request.node.get_closest_marker("still") else "no-preference"


def own_context(request: pytest.FixtureRequest, profile: dict[str, Any]) -> bool:
    """Return whether a test has a browser of its own: it changes it, wants it new, or is one of few on that device."""
    asked = "context" in request.fixturenames or any(map(request.node.get_closest_marker, ("first_visit", "offline")))
    usual = profile in [settings(request.getfixturevalue("playwright"), device) for device in (DESKTOP, PHONE)]
    return asked or not usual or request.getfixturevalue("browser_name") != "chromium"


@pytest.fixture
def visit(page: Page) -> Callable[[str], Page]:
    """Open an address of the site and wait until its rules are ready."""

    def visit(address: str = "") -> Page:
        page.goto(address)
        await_rules(page)
        return page

    return visit


def least(measure: Callable[[], float]) -> float:
    """The least of several measurements, since what else a machine is busy with only adds to them."""
    return min(measure() for _ in range(RUNS))
