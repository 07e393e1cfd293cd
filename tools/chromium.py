"""How the tests and the measurements start Chromium."""

import os
import sys

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
