"""Lay out a new rule system: a small one that works, in one file, and its line of registration, to be changed.

What is laid out is a system of the tests, `tests/author/pattern.py`, under another name.
"""

import keyword
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pyrules.core.system import ID
from tools import ROOT

PATTERN = "pattern"
SOURCE = "tests/author/pattern.py"
TARGET = "pyrules/systems/{name}/__init__.py"

REGISTER = "pyrules/systems/__init__.py"
RULES = "docs/rules.md"


def problem(name: str, root: Path = ROOT) -> str:
    """Why a system cannot have this name; "" when it can.

    >>> problem("2d20")
    "'2d20' is no name for a system; use lower-case letters and digits, a letter first, 20 at most"
    """
    if not ID.fullmatch(name) or keyword.iskeyword(name):
        return f"{name!r} is no name for a system; use lower-case letters and digits, a letter first, 20 at most"
    there = Path(write_system(name))
    return "" if not (root / there).exists() else f"{there} is there already; choose another name or remove it"


def write_system(name: str) -> str:
    """The file that a system of this name is."""
    return TARGET.format(name=name)


def lay_out(name: str, root: Path = ROOT) -> None:
    """Write the file of a new system below `root` and register it; `problem` must have found none."""
    target = root / write_system(name)
    target.parent.mkdir(exist_ok=True)
    target.write_text(rename_pattern((root / SOURCE).read_text(encoding="utf-8"), name), encoding="utf-8")
    register = root / REGISTER
    register.write_text(register_system(register.read_text(encoding="utf-8"), name), encoding="utf-8")
    ruff = (sys.executable, "-m", "ruff")
    files = [write_system(name), REGISTER]
    subprocess.run([*ruff, "check", "--quiet", "--select=I", "--fix", *files], check=True, cwd=root)
    subprocess.run([*ruff, "format", "--quiet", *files], check=True, cwd=root)
    rulebook = subprocess.run(
        [sys.executable, "-m", "pyrules", "rulebook"], check=True, cwd=root, capture_output=True, encoding="utf-8"
    )
    (root / RULES).write_text(rulebook.stdout, encoding="utf-8")


def rename_pattern(text: str, name: str) -> str:
    """The pattern under the new name.

    >>> rename_pattern('PATTERN = system("pattern", "Pattern")', "blades")
    'BLADES = system("blades", "Blades")'
    """
    for one, other in ((PATTERN, name), (PATTERN.title(), name.title()), (PATTERN.upper(), name.upper())):
        text = text.replace(one, other)
    return text


def register_system(text: str, name: str) -> str:
    r"""The module of registration with one system more, the last of all.

    >>> register_system('IDS = ("a", "b")', "blades")
    'IDS = ("a", "b", "blades")'
    """
    return re.sub(r"^(IDS = \(.*)\)$", rf'\1, "{name}")', text, flags=re.MULTILINE)


def main(arguments: Sequence[str]) -> int:
    """Lay out the system that the argument names and say what comes next; gives the exit code."""
    (name,) = arguments
    if wrong := problem(name):
        print(wrong, file=sys.stderr)
        return 2
    lay_out(name)
    print(write_system(name), f"{REGISTER} (registered)", f"{RULES} (written anew)", sep="\n")
    print(f"\nIt works: python3 build.py test tests -k {name}; docs/adding-a-system.md says how to make it yours.")
    return 0
