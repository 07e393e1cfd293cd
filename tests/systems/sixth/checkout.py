"""A copy of this checkout in which a sixth system is laid out."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from tools import CACHE, ROOT
from tools.new_system import lay_out

NAME = "lantern"
"""The name of the sixth system there."""

FOLDERS = ("pyrules", "web", "tools", "tests", "docs")
SHARED = (".venv", "node_modules")
"""Folders that are installed, and never changed by a copy."""

ONCE = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
"""Environment for what runs in a copy: nothing that is compiled there is kept, since no other run would find it."""


def with_sixth(folder: Path) -> Path:
    """Copy the checkout to a new folder inside `folder`, lay a sixth system out there, and return where."""
    copy = folder / "checkout"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy2(path, copy)
    for name in SHARED:
        (copy / name).symlink_to(ROOT / name)
    with patch.dict(os.environ, ONCE):
        lay_out(NAME, copy)
    return copy


def build_site(copy: Path) -> Path:
    """The site of a copy, with what this checkout has compiled already taken from its cache."""
    program = f"from pathlib import Path; from tools.site import build; build(cache=Path({str(CACHE / 'site')!r}))"
    subprocess.run([sys.executable, "-c", program], cwd=copy, env=ONCE, check=True, stdout=subprocess.DEVNULL)
    return copy / "dist"
