"""The worker's entry: Pyodide runs the app here and answers the page in JSON text.

The app is imported when it is first asked, so that what keeps it from starting reaches the page as an error.
"""

import gc
import random

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


__export__ = ["start", "update"]
