"""Long steps of the set-up: run a program, show that it is alive, say in words why it failed."""

import math
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

from tools import CACHE

LOG = CACHE / "setup.log"

_CAUSES = {
    r"No space left on device|ENOSPC|Errno 28|Disk quota exceeded": (
        "The disk is full. Free about 1 GB and run the same command again."
    ),
    r"CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|unable to get local issuer": (
        "A certificate on the way is not trusted. Behind an inspecting proxy, set PIP_CERT and NODE_EXTRA_CA_CERTS"
        " to its certificate file."
    ),
    (
        r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|name resolution|Name or service not known"
        r"|nodename nor servname|getaddrinfo failed|Failed to establish a new connection|Network is unreachable"
        r"|Temporary failure resolving|Connection refused|Max retries exceeded"
    ): (
        "The network cannot be reached. The first run downloads about 200 MB: connect and run the same command again;"
        " later runs need no network."
    ),
    r"DO NOT MATCH THE HASHES|EINTEGRITY": (
        "A download is not the file that the lock names: a proxy or mirror changed it. Try another network."
    ),
    r"EACCES|Permission denied|PermissionError": "A folder is not writable for you: the lines above name it.",
}
"""The last words of programs that something everyday stopped, and what to tell the reader."""


class SetUpError(Exception):
    """The set-up cannot go on; the message says what was wrong and what to do."""


def cause(output: str) -> str | None:
    """Name the everyday reason behind a failed program's ``output``, if it is one we know.

    >>> cause("npm error code ENOSPC")
    'The disk is full. Free about 1 GB and run the same command again.'
    >>> cause("a bug") is None
    True
    """
    return next((words for pattern, words in _CAUSES.items() if re.search(pattern, output)), None)


def run_step(
    label: str,
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    timeout: float = math.inf,
    hold: Sequence[int] = (),
) -> None:
    """Run ``command`` with its output in the log file, showing ``label`` and the time gone by.

    ``timeout`` is in seconds; ``hold`` are file descriptors that stay open while the program runs, even without us.
    Raises SetUpError with the last lines of the output and the cause in words.
    """
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("w+", encoding="utf-8", errors="replace") as log:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=env, pass_fds=tuple(hold)
            )
        except OSError as error:
            raise SetUpError(f"{label} failed: cannot start {command[0]}: {error.strerror}.") from error
        with process:
            try:
                in_time = _watch(label, process, timeout)
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            log.seek(0)
            output = log.read()
            why = (cause(output) or "The lines above say why.") if in_time else f"It took longer than {timeout:.0f} s."
            last = "".join(f"  | {line}\n" for line in output.splitlines()[-12:])
            raise SetUpError(f"{last}{label} failed. {why} (All of it: {LOG})")


def _watch(label: str, process: subprocess.Popen[bytes], timeout: float) -> bool:
    """Wait for the process, showing the time; past ``timeout`` kill it and answer False."""
    live = sys.stderr.isatty()
    started, due = time.monotonic(), 0.0
    while True:
        gone = time.monotonic() - started
        if gone >= due:
            _show(f"{label} ... {gone:.0f} s", live=live)
            due += 1 if live else 15
        if gone > timeout:
            process.kill()
        try:
            process.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            continue
        _show(f"{label}: {'failed' if process.returncode else 'done'} after {gone:.0f} s", live=live)
        if live:
            print(file=sys.stderr)
        return gone <= timeout


def _show(text: str, *, live: bool) -> None:
    """Print a line; on a terminal write it over the one before."""
    print(f"\r\x1b[K{text}" if live else text, end="" if live else "\n", file=sys.stderr, flush=True)
