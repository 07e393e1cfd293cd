"""The three engines that ``build.py test --engines`` needs: Chromium as ever, Debian's Firefox and its WebKitGTK."""

import shutil
from pathlib import Path

from tools import CACHE, browser
from tools.environment import apt_install, can_use_apt
from tools.lock import alone
from tools.steps import SetUpError

_PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")


def firefox() -> str | None:
    """The program of a Firefox, if there is one."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def webkit() -> Path | None:
    """WebKitGTK's own small browser, which its WebDriver starts, if there is one."""
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


def prepare() -> Path:
    """Find all three, installing what is missing, and give the Chromium; raises SetUpError with what to do."""
    chromium = browser.prepare()
    with alone(CACHE / "setup.lock"):
        if not _complete() and can_use_apt():
            apt_install(*_PACKAGES)
    if not _complete():
        raise SetUpError(
            "test --engines drives a Firefox, and WebKitGTK on a display of its own."
            f" On Debian or Ubuntu: sudo apt-get install {' '.join(_PACKAGES)} (or another Firefox)."
        )
    return chromium


def _complete() -> bool:
    return all((firefox(), webkit(), shutil.which("WebKitWebDriver"), shutil.which("Xvfb")))
