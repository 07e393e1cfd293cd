"""Change a module at one place after the other, and see whether a test fails: `python3 build.py mutants MODULE ...`.

Only the tests of the module's room run, those named after it first. A change that none of them notices is a survivor:
it wants a test, or means the same and is listed with the reason in `tests/mutants.txt`.
"""

import argparse
import ast
import copy
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import ROOT

LISTED = ROOT / "tests/mutants.txt"
COPIED = ("pyrules", "tests", "tools", "web", "docs", "conftest.py", "pyproject.toml", "package.json", "README.md")
SLOWER = 10
"""So many times as long as the tests take otherwise: then a change has brought something that does not end."""

PAIRS = (
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)),
    *((ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.BitAnd, ast.BitOr), (ast.And, ast.Or)),
)
SWAPS = dict((*PAIRS, *((other, one) for one, other in PAIRS)))
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change at one place of a module: the place, in bytes of its text, the line, and what stands there then."""

    start: int
    end: int
    line: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.line}: {self.old}  ->  {self.new}"

    def put_into(self, text: bytes) -> bytes:
        """The module's text with the change."""
        return text[: self.start] + f"({self.new})".encode() + text[self.end :]


def mutants(text: str) -> list[Mutant]:
    """All changes of a module's text, from its top."""
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in changeable(ast.parse(text)):
        for new in changes(node):
            start, end = starts[node.lineno - 1] + node.col_offset, starts[(node.end_lineno or 0) - 1]
            old = ast.unparse(node)
            found.append(Mutant(start, end + (node.end_col_offset or 0), node.lineno, old, ast.unparse(new)))
    return sorted(found, key=lambda one: one.start)


def changeable(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that a program computes: no types, decorators, texts or patterns."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "pattern"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.expr):
                yield child
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield from changeable(child)


def changes(node: ast.expr) -> Iterator[ast.expr]:
    """What may stand in place of an expression."""
    new: Any = copy.deepcopy(node)
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in SWAPS:
            new.ops[0] = SWAPS[type(op)]()
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPS:
            new.op = SWAPS[type(op)]()
        case ast.UnaryOp(op=ast.Not()):
            new = new.operand
        case ast.Constant(value=bool()):
            new.value = not new.value
        case ast.Constant(value=int()):
            new.value += 1
        case ast.IfExp():
            new.body, new.orelse = new.orelse, new.body
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            new.func = ast.Name(CALLED[name])
        case _:
            return
    yield new


def room_of(module: Path) -> list[str]:
    """The tests of a module's room: those named after it first, and its own examples."""
    parts = module.with_suffix("").parts[1:]
    folder = "/".join(("tests", *parts[:-1]))
    while not (ROOT / folder).is_dir():
        folder = folder.rpartition("/")[0]
    files = [f"{folder}/test_{name}.py" for name in reversed(parts[-2:])]
    named = [file for file in files if (ROOT / file).exists()]
    return [str(module), *named, folder]


def fails(folder: Path, tests: Sequence[str], seconds: float | None = None) -> bool:
    """Return whether a test fails in a copy of the project, or does not end."""
    command = (sys.executable, "-m", "pytest", "-x", "-q", "--no-header", *tests)
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, timeout=seconds, check=False).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def survivors(folder: Path, module: Path, tests: Sequence[str], seconds: float) -> Iterator[Mutant]:
    """The changes of a module that no test notices; each is in the copy while the tests run."""
    text = (ROOT / module).read_text(encoding="utf-8")
    for one in mutants(text):
        (folder / module).write_bytes(one.put_into(text.encode()))
        if not fails(folder, tests, seconds):
            yield one
    (folder / module).write_text(text, encoding="utf-8")


def listed() -> set[str]:
    """The survivors that mean the same as what stands there, each as `module: old  ->  new`."""
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    return {line.partition("  # ")[0] for line in lines if line and not line.startswith("#")}


def main(arguments: Sequence[str] = ()) -> int:
    """Print the changes of each module that no test notices; return 1 if one of them is not listed."""
    parser = argparse.ArgumentParser(prog="build.py mutants", description="Change modules, and see what tests notice.")
    parser.add_argument("modules", nargs="+", type=Path, help="such as pyrules/core/roll.py")
    known, unknown = listed(), 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name in COPIED:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
        for module in parser.parse_args(arguments).modules:
            tests, begun = room_of(module), time.monotonic()
            if fails(folder, tests):
                raise SystemExit(f"{' '.join(tests)}: a test fails as it is")
            found = list(survivors(folder, module, tests, 5 + SLOWER * (time.monotonic() - begun)))
            new = [one for one in found if f"{module}: {one.old}  ->  {one.new}" not in known]
            unknown += len(new)
            changes = len(mutants((ROOT / module).read_text(encoding="utf-8")))
            print(f"{module}: {changes} changes, {changes - len(found)} noticed, {len(found) - len(new)} mean the same")
            print("".join(f"  {one}\n" for one in new), end="", flush=True)
    return int(unknown > 0)
