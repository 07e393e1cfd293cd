"""``build.py serve``: the site while somebody works on it."""

import contextlib
import errno
import re
import subprocess
import sys
import webbrowser
from pathlib import Path

from watchfiles import watch

from tools import ROOT
from tools.server import Server
from tools.steps import SetUpError

_SOURCES = tuple(ROOT / name for name in ("pyrules", "tools", "web"))
_PORTS = 50
"""The number of ports, from the one asked for, that are tried."""


def serve(host: str, port: int, *, opens: bool) -> int:
    """Build the site, serve it on ``host`` and the first free port from ``port``, rebuild on a change, up to Ctrl-C.

    A build that fails says why and leaves the last good one in place. Raises SetUpError when no port can be had.
    """
    if not _build():
        return 1
    server = _start(ROOT / "dist", host, port)
    address = re.sub(r"//(127\.0\.0\.1|0\.0\.0\.0):", "//localhost:", server.url)
    print(f"pyrules is at {address} (Ctrl-C ends)", flush=True)
    if opens:
        webbrowser.open(address)
    with contextlib.suppress(KeyboardInterrupt):
        for _ in watch(*_SOURCES):
            print("A source changed: building again", flush=True)
            if not _build():
                print("The build failed, see above; the last good one is still served.", flush=True)
    server.stop()
    print("\nStopped serving.")
    return 0


def _build() -> bool:
    """Build in a process of its own, which reads the sources afresh."""
    return subprocess.run([sys.executable, str(ROOT / "build.py"), "build"], check=False).returncode == 0


def _start(directory: Path, host: str, port: int) -> Server:
    for candidate in range(port, min(port + _PORTS, 65536)):
        server = Server(directory, host=host, port=candidate, cache="no-cache")
        try:
            server.start()
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise SetUpError(
                    f"Cannot listen on {host}:{candidate}: {error.strerror}. Give another --host or --port."
                ) from error
        else:
            return server
    raise SetUpError(f"No free port from {port} to {port + _PORTS - 1}; give another with --port.")
