"""Make things once for all processes of a run: those that are slow to make and that no test changes."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.lock import alone


def once(folders: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder of this name, which `make` has filled in whichever process asked for it first."""
    shared = folders.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    whole, half = shared / name, shared / f"{name}.half"
    with alone(shared / f"{name}.lock"):
        if not whole.exists():
            half.mkdir(exist_ok=True)
            make(half)
            half.rename(whole)
    return whole
