"""Start Chromium for the tests and the measurements."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tools import browser, site
from tools.server import Server

QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""No connection but those of the page: the tests take every other one for a fault of the site."""


def arguments() -> list[str]:
    """Return the command line: quiet, and without the sandbox where Chromium refuses it, as root on Linux."""
    as_root = sys.platform == "linux" and os.geteuid() == 0
    return [*QUIET, *(["--no-sandbox"] if as_root else [])]


@contextmanager
def visiting() -> Iterator[tuple[Browser, str, Path]]:
    """A Chromium, and the address of the site, which is built into a folder of its own and served meanwhile."""
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name) / "site"
        site.build(folder)
        with Server(folder) as server:
            running = playwright.chromium.launch(executable_path=os.environ[browser.VARIABLE], args=arguments())
            yield running, server.url, folder
            running.close()
