"""A lock held by one process at a time, through a file that the operating system watches over."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, *, wait: bool) -> bool:
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            except OSError:
                if not wait:
                    return False
            else:
                return True

else:
    import fcntl

    def _lock(descriptor: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextlib.contextmanager
def alone(path: Path) -> Iterator[tuple[int, ...]]:
    """Hold the lock of the file ``path``, waiting (and saying so) while another process has it.

    Gives the descriptors that carry the lock: a program that inherits them keeps it, so that what a killed process
    left running is waited for as well. On Windows none can be inherited.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        if not _lock(file.fileno(), wait=False):
            print("Another set-up of this checkout is running; waiting for it ...", file=sys.stderr, flush=True)
            _lock(file.fileno(), wait=True)
        yield () if sys.platform == "win32" else (file.fileno(),)
