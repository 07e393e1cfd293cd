"""A Chromium for the browser tests: found on this machine, else installed; remembered in ``.venv``."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tools import CACHE
from tools.environment import PYTHON, VENV, apt_install, can_use_apt
from tools.lock import alone
from tools.steps import SetUpError, run_step

VARIABLE = "CHROMIUM"
"""Environment variable: the path of the Chromium or Chrome to use; the commands set it for the tests."""

_REMEMBERED = VENV / "chromium"
_SHELL = "chromium-headless-shell"
"""Chromium without a window, as Debian calls it: a visit takes a sixth less of the processor."""

_NAMES = (_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_MAC = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
_OWN = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.{}.executable_path)"


def prepare() -> Path:
    """Find a Chromium that starts, installing one if there is none.

    Tried in turn: the CHROMIUM variable, the one remembered from last time, Playwright's own, one of the machine,
    Playwright's download, Debian's package (as root). Raises SetUpError with what to do when all fail.
    """
    if named := os.environ.get(VARIABLE):
        if not os.access(named, os.X_OK):
            raise SetUpError(f"{VARIABLE} is {named!r}, which is no program; give the path of a Chromium or Chrome.")
        return Path(named)
    if known := _remembered_path():
        return known
    with alone(CACHE / "setup.lock"):
        browser = _remembered_path() or _find() or _install()
        _REMEMBERED.write_text(str(browser), encoding="utf-8")
    return browser


def prepare_other(name: str) -> None:
    """Let Playwright install its ``firefox`` or ``webkit`` unless it is there; raises SetUpError when it cannot."""
    with alone(CACHE / "setup.lock"):
        own = _own(name)
        if not (own and own.exists()):
            command = (str(PYTHON), "-m", "playwright", "install", "--with-deps", name)
            run_step(f"Installing Playwright's {name} (once)", command, timeout=1800)


def _own(name: str) -> Path | None:
    """Where Playwright would have its own browser of this name."""
    script = (PYTHON, "-c", _OWN.format(name))
    own = subprocess.run(script, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return Path(own.stdout.strip()) if own.returncode == 0 else None


def _remembered_path() -> Path | None:
    try:
        path = Path(_REMEMBERED.read_text(encoding="utf-8"))
    except OSError:
        return None
    return path if os.access(path, os.X_OK) else None


def _find() -> Path | None:
    return next((path for path in _candidates() if _starts(path)), None)


def _candidates() -> Iterator[Path]:
    """Every place to look, Playwright's own browser first."""
    if own := _own("chromium"):
        yield own
    if sys.platform == "darwin":
        yield from (base / app for base in (Path("/Applications"), Path.home() / "Applications") for app in _MAC)
    if sys.platform == "win32":
        folders = (os.environ.get(name) for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"))
        yield from (Path(folder) / app for folder in folders if folder for app in _WINDOWS)
    yield from (Path(path) for name in _NAMES if (path := shutil.which(name)))


def _starts(path: Path) -> bool:
    """Return whether the program gives its version; on Windows, where browsers open a window, whether it is there."""
    if sys.platform == "win32":
        return path.is_file()
    try:
        return subprocess.run([path, "--version"], capture_output=True, check=False, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _install() -> Path:
    """Install a Chromium by the first way that works; raise SetUpError with the reasons when none does."""
    failures = []
    for way in _ways():
        try:
            way()
        except SetUpError as error:
            failures.append(str(error))
        if browser := _find():
            return browser
    advice = f"There is no browser to test with. Install Chromium or Chrome, or set {VARIABLE} to one."
    raise SetUpError("\n".join((*failures, advice)))


def _ways() -> Iterator[Callable[[], None]]:
    yield _download
    if can_use_apt():
        yield lambda: apt_install(_SHELL)
        yield lambda: apt_install("chromium")


def _download() -> None:
    """Let Playwright download its Chromium; then, on Linux, the system libraries it needs.

    The browser comes first because a refused download shows at once, the libraries take minutes.
    """
    playwright = (str(PYTHON), "-m", "playwright", "install")
    run_step("Downloading Chromium (once)", (*playwright, "chromium"), timeout=900)
    if sys.platform == "linux":
        run_step("Installing what Chromium needs", (*playwright, "--with-deps", "chromium"), timeout=900)
