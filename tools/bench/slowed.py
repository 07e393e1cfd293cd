"""A browser on a slower machine."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import cast

from playwright.sync_api import Browser, BrowserContext

BEAT = 0.02  # seconds; of each, a browser slowed 4 times runs a quarter


@contextlib.contextmanager
def slowed_down(context: BrowserContext, times: int) -> Iterator[None]:
    """Let every process of the browser run one part in `times` of the time, as on a slower machine.

    The browser's own throttling does not reach workers, so the processes are stopped and let go by signals.
    """
    group = _process_group(context)
    over = threading.Event()

    def beat() -> None:
        while times > 1 and not over.is_set():
            os.killpg(group, signal.SIGSTOP)
            over.wait(BEAT * (times - 1) / times)
            os.killpg(group, signal.SIGCONT)
            over.wait(BEAT / times)

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _process_group(context: BrowserContext) -> int:
    """Find the process group of the browser, which is the number of its first process."""
    session = cast("Browser", context.browser).new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return os.getpgid(next(process["id"] for process in processes if process["type"] == "browser"))
