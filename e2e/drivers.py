"""A thin layer over three engines: Chromium by Playwright, Firefox and WebKit as their makers have them driven.

Playwright has builds of its own of these two, which cannot be had everywhere. A distribution's Firefox listens by
Marionette and its WebKitGTK by the WebDriver of the W3C; both carry the same commands.
"""

import contextlib
import http.client
import itertools
import json
import os
import signal
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, Protocol

from playwright.sync_api import Browser, Error, Page

from tools import engines

WIDTH, HEIGHT = 1280, 900
PATIENCE = 180.0
"""Seconds; a machine that tests may be busy."""

_LOOK_AGAIN = 0.05
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_DRAWN_ANEW = "stale element reference"
_LEFT = ("Execution context was destroyed", "Document was unloaded", "was not called before the unload event")
_CONTROL = "\ue009"
_PASTING = [
    {"type": "keyDown", "value": _CONTROL},
    {"type": "keyDown", "value": "v"},
    {"type": "keyUp", "value": "v"},
    {"type": "keyUp", "value": _CONTROL},
]


class LeftError(Exception):
    """The page was left while it was asked."""


class Driver(Protocol):
    """A browser with one page. A script is the body of a function, and takes what is given as its `arguments`."""

    version: str

    def go(self, address: str) -> None:
        """Open an address."""

    def reload(self) -> None:
        """Load the page anew."""

    def ask(self, script: str, *given: str) -> Any:
        """Return what the script returns; raises LeftError where the page was left meanwhile."""

    def press(self, script: str, *given: str) -> None:
        """Press the element that the script returns, as a person does."""

    def paste(self) -> None:
        """Paste into the field that has the focus, as a person does."""

    def errors(self) -> list[str]:
        """Return what the browser has said went wrong in the scripts of pages since this was asked last."""


def until(found: Callable[[], Any]) -> Any:
    """Return what `found` gives as soon as that is anything, asking again where the page was left meanwhile."""
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(LeftError):
            if value := found():
                return value
        assert time.monotonic() < end, "it did not come about"
        time.sleep(_LOOK_AGAIN)  # WebDriver waits for nothing by itself: this looks until a state is there


@contextlib.contextmanager
def _raising_left() -> Iterator[None]:
    """Raise LeftError in place of an engine's own words for it."""
    try:
        yield
    except (AssertionError, Error) as error:
        if any(words in str(error) for words in _LEFT):
            raise LeftError from error
        raise


class _Chromium:
    def __init__(self, page: Page, version: str) -> None:
        self._page, self.version = page, version
        self._errors: list[str] = []
        page.context.on("weberror", lambda error: self._errors.append(str(error.error)))

    def go(self, address: str) -> None:
        self._page.goto("about:blank")  # else only what follows the # may be other
        self._page.goto(address)

    def reload(self) -> None:
        self._page.reload()

    def ask(self, script: str, *given: str) -> Any:
        with _raising_left():
            return self._page.evaluate(_as_function(script), given)

    def press(self, script: str, *given: str) -> None:
        until(lambda: self._pressed(script, *given))

    def _pressed(self, script: str, *given: str) -> bool:
        """Press an element; False where the page drew it anew between being found and pressed."""
        element = self._page.evaluate_handle(_as_function(script), given).as_element()
        assert element
        try:
            element.click()
        except Error as error:
            if "not attached" not in error.message:
                raise
            return False
        return True

    def paste(self) -> None:
        self._page.keyboard.press("Control+V")

    def errors(self) -> list[str]:
        found, self._errors[:] = [*self._errors], []
        return found


def _as_function(script: str) -> str:
    return f"(given) => (function () {{ {script} }})(...given)"


class _WebDriver(ABC):
    """The commands of WebDriver, however they are carried."""

    version: str

    @abstractmethod
    def _do(self, command: str, element: str = "", **given: object) -> Any:
        """Have a command carried out, and return what it gives."""

    def go(self, address: str) -> None:
        self._do("Navigate", url="about:blank")
        self._do("Navigate", url=address)

    def reload(self) -> None:
        self._do("Refresh")

    def ask(self, script: str, *given: str) -> Any:
        with _raising_left():
            return self._do("ExecuteScript", script=script, args=given)

    def press(self, script: str, *given: str) -> None:
        until(lambda: self._pressed(script, *given))

    def _pressed(self, script: str, *given: str) -> bool:
        """Press an element; False where the page drew it anew between being found and pressed."""
        try:
            self._do("ElementClick", self.ask(script, *given)[_ELEMENT])
        except AssertionError as error:
            if _DRAWN_ANEW not in str(error):
                raise
            return False
        return True

    def paste(self) -> None:
        self._do("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": _PASTING}])

    @abstractmethod
    def errors(self) -> list[str]:
        """Return what the browser has said went wrong in the scripts of pages since this was asked last."""


_SEES_ALL = "--remote-allow-system-access"
"""Lets the driver read what Firefox has to say of scripts."""

_FIREFOX_ERRORS = """
const { nsIScriptError } = Ci;
const told = Services.console.getMessageArray().filter((one) => one instanceof nsIScriptError);
const all = told.filter(({ errorMessage }) => !errorMessage.startsWith("Content-Security-Policy"));
Services.console.reset();
const of = /^(http:..127|file:|blob:)/;
return all
  .filter(({ flags, sourceName }) => !(flags & nsIScriptError.warningFlag) && of.test(sourceName))
  .map(({ errorMessage, sourceName, lineNumber }) => `${errorMessage} ${sourceName}:${lineNumber}`);
"""


class _Firefox(_WebDriver):
    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._numbers = itertools.count()
        self._receive()  # it says first who it is
        self.version = self._do("NewSession")["capabilities"]["browserVersion"]

    def _receive(self) -> Any:
        length = b"".join(iter(lambda: self._socket.recv(1), b":"))
        return json.loads(self._socket.recv(int(length), socket.MSG_WAITALL))

    def errors(self) -> list[str]:
        self._send("Marionette:SetContext", value="chrome")
        found = self._do("ExecuteScript", script=_FIREFOX_ERRORS, args=[])
        self._send("Marionette:SetContext", value="content")
        return list(found)

    def _do(self, command: str, element: str = "", **given: object) -> Any:
        named = {"id": element} if element else {}
        return self._send(f"WebDriver:{command}", **named, **given)

    def _send(self, command: str, **given: object) -> Any:
        message = json.dumps([0, next(self._numbers), command, given])
        self._socket.sendall(f"{len(message)}:{message}".encode())
        _, _, error, found = self._receive()
        assert not error, f"{command}: {error}"
        return found.get("value", found)


class _WebKit(_WebDriver):
    ADDRESSES = {  # noqa: RUF012
        "Navigate": "url",
        "Refresh": "refresh",
        "ExecuteScript": "execute/sync",
        "ElementClick": "element/{}/click",
        "PerformActions": "actions",
        "SetWindowRect": "window/rect",
    }

    def __init__(self, port: int, told: Path) -> None:
        self._port, self._told, self._heard = port, told, 0
        args = ["--automation", "--enable-write-console-messages-to-stdout=true"]
        options = {"binary": str(engines.webkit()), "args": args}
        found = self._post("session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self._session, self.version = found["sessionId"], found["capabilities"]["browserVersion"]
        self._do("SetWindowRect", width=WIDTH, height=HEIGHT)

    def _post(self, address: str, **given: object) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("POST", f"/{address}", json.dumps(given), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.load(answer)["value"]
        assert answer.status == http.client.OK, f"{address}: {value}"
        return value

    def errors(self) -> list[str]:
        told = self._told.read_text(encoding="utf-8", errors="replace").splitlines()
        found, self._heard = told[self._heard :], len(told)
        return [line for line in found if line.startswith(("CONSOLE JS ERROR", "CONSOLE SECURITY ERROR"))]

    def _do(self, command: str, element: str = "", **given: object) -> Any:
        return self._post(f"session/{self._session}/{self.ADDRESSES[command].format(element)}", **given)


@contextlib.contextmanager
def chromium(browser: Browser) -> Iterator[Driver]:
    # Without a window, Chromium denies what it grants to a tap in one.
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, permissions=["clipboard-write"])
    yield _Chromium(page, browser.version)
    page.close()


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """A Firefox that keeps its things in `folder`, on a port that it writes there. Without a display, no WebGL."""
    (folder / "user.js").write_text('user_pref("marionette.port", 0);', encoding="utf-8")
    size = (f"--width={WIDTH}", f"--height={HEIGHT}")
    driven = ("--marionette", _SEES_ALL, "--no-remote")
    with (
        _showing(folder) as shown,
        _running(str(engines.firefox()), *driven, *size, "--profile", str(folder), env=shown),
    ):
        port = int(until(lambda: _text_of(folder / "MarionetteActivePort")))
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            yield _Firefox(connection)


@contextlib.contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """A WebKitGTK that keeps its things in `folder`, on a display of its own."""
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(folder))
    port = _free()
    told = folder / "told"
    with (
        _showing(folder) as shown,
        told.open("wb") as out,
        _running("WebKitWebDriver", f"--port={port}", out=out, env=shown | homes),
    ):
        until(lambda: _listens(port))
        yield _WebKit(port, told)


@contextlib.contextmanager
def _showing(folder: Path) -> Iterator[dict[str, str]]:
    """Run a display, whose number is written into `folder`; yields what a program is to know of it."""
    display = folder / "display"
    with display.open("wb") as file, _running("Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", out=file):
        yield {"DISPLAY": f":{until(lambda: _text_of(display))}", "GDK_BACKEND": "x11"}


@contextlib.contextmanager
def _running(
    *command: str, out: IO[bytes] | int = subprocess.DEVNULL, env: Mapping[str, str] = MappingProxyType({})
) -> Iterator[None]:
    """Run a program meanwhile; all that it has started ends with it."""
    with subprocess.Popen(
        command, env={**os.environ, **env}, stdout=out, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGTERM)


def _free() -> int:
    """A port that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def _text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8").strip() if file.exists() else ""
