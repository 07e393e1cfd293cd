"""The worker's entry: Pyodide runs the app here and answers the page in JSON text.

The app is imported while the page comes to its first question; what keeps it from that reaches the page as the answer.
"""

import contextlib
import gc
import random

from js import setTimeout
from pyodide.ffi import create_once_callable

random.seed()  # Python may have begun with the memory of an earlier visit


def start(saved: str, where: str, root: str) -> str:
    """Start the app with the stored log and settings at an address of the site; see `app.program.start`."""
    from app import program

    answer = program.start(saved, where, root)  # a long log is many objects, and none of them is let go again
    gc.freeze()
    gc.enable()
    return answer


def update(message: str) -> str:
    """Answer what the reader did; see `app.program.update`."""
    from app import program

    return program.update(message)


def prepare() -> None:
    """Import the app."""
    with contextlib.suppress(Exception):
        from app import program  # noqa: F401


setTimeout(create_once_callable(prepare), 0)  # once the page has heard that it may ask

__export__ = ["start", "update"]
