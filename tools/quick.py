"""The tests that a change can break, those nearest to it first: ``build.py test --quick``.

A test is as near as the number of imports, or of files that name one another, between it and what changed since `main`.
"""

import ast
import re
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from pyrules.core.english import amount
from tools import ROOT
from tools.steps import SetUpError

COLLECTING, RUNNING = 3, 10
"""Seconds, once it is known what to run, after which no further file is read, and no further test begun: finding that
out takes some three, so that an answer takes 15 at most."""

_IMPORTED_FROM = ("", "web/")
"""Where the folders of packages lie, as pyproject.toml has it for pytest."""


def main(arguments: list[str]) -> int:
    """Run the tests for what changed, with further pytest arguments, and give pytest's exit code."""
    files = _list_files("ls-files", "--cached", "--others", "--exclude-standard")
    changed = _list_files("diff", "--name-only", _base()) | _list_files("ls-files", "--others", "--exclude-standard")
    near = distances(dependencies({file: _read_file(file) for file in files}), changed)
    # The app's modules come last: pytest gives them to their packages, in the place of functions of the same name.
    tests = {file: near[file] for file in sorted(near, key=lambda name: name.startswith("web/")) if _holds_tests(file)}
    if browsers := sorted(file for file in near if file.startswith("e2e/test_")):
        print(f"Not asked: {amount(len(browsers), 'file')} of browser tests (build.py test e2e)")
    if not tests:
        print(f"No test outside e2e/ reaches the {len(changed)} changed files.")
        return 0
    return int(pytest.main(["-q", *arguments, *tests], plugins=[Nearest(tests, time.monotonic())]))


def _list_files(*command: str) -> set[str]:
    """The files of the checkout that git names."""
    try:
        done = subprocess.run(("git", *command), cwd=ROOT, capture_output=True, check=True, encoding="utf-8")
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetUpError("--quick asks git what changed, and there is no git here; run build.py test.") from error
    return {file for file in done.stdout.splitlines() if (ROOT / file).is_file() or command[0] == "diff"}


def _base() -> str:
    """The commit where this branch left main, or the last one where there is no main."""
    for main_branch in ("main", "origin/main"):
        found = subprocess.run(
            ("git", "merge-base", "HEAD", main_branch), cwd=ROOT, capture_output=True, check=False, encoding="utf-8"
        )
        if found.returncode == 0:
            return found.stdout.strip()
    return "HEAD"


def _read_file(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8", errors="replace")


def _holds_tests(file: str) -> bool:
    """Return whether pytest is given the file: tests without a browser, and modules that may have doctests."""
    path = Path(file)
    if path.parts[0] == "tests":
        return path.match("test_*.py")
    ignored = file == "tools/bytecode.py" or path.is_relative_to("tools/bench")
    return path.suffix == ".py" and file.startswith(("pyrules/", "tools/", "web/app/")) and not ignored


def dependencies(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Which of the files each one imports, or names.

    >>> found = dependencies({"a/__init__.py": "", "a/b.py": "import a", "tests/test_b.py": "from a import b; 'c.css'",
    ...                       "tests/conftest.py": "", "web/c.css": ""})
    >>> found["a/b.py"], sorted(found["tests/test_b.py"])
    ({'a/__init__.py'}, ['a/b.py', 'tests/conftest.py', 'web/c.css'])
    """
    modules = {_module(file): file for file in sources if file.endswith(".py")}
    by_name = {Path(file).name: file for file in sources if not _importable(file)}
    names = re.compile("|".join(map(re.escape, sorted(by_name, key=len, reverse=True))) or "(?!)")
    found: dict[str, set[str]] = {}
    for file, text in sources.items():
        needs = {by_name[name] for name in names.findall(text)} if file.endswith((".py", ".mjs")) else set()
        if file.endswith(".py"):
            needs |= {modules[name] for name in _imports(ast.parse(text), modules)}
        needs |= {f"{folder}/conftest.py".removeprefix("./") for folder in Path(file).parents} & sources.keys()
        found[file] = needs - {file}
    return found


def _module(file: str) -> str:
    """The dotted name that a Python file is imported by."""
    return file.removeprefix("web/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _importable(file: str) -> bool:
    return file.endswith(".py") and not re.fullmatch(r"web/\w+\.py", file)


def _imports(tree: ast.Module, modules: Mapping[str, str]) -> Iterable[str]:
    """The modules, of those given, that import statements anywhere in a file name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield from (known for known in (name if name in modules else node.module,) if known in modules)


def distances(needs: Mapping[str, set[str]], changed: Iterable[str]) -> dict[str, int]:
    """Return the number of steps from a changed file to each that depends on it, the nearest first.

    >>> distances({"test": {"b"}, "b": {"a"}, "a": set(), "other": set()}, ["a"])
    {'a': 0, 'b': 1, 'test': 2}
    """
    needed_by = defaultdict(list)
    for file, others in needs.items():
        for other in others:
            needed_by[other].append(file)
    found: dict[str, int] = dict.fromkeys(changed, 0)
    for file in (queue := list(found)):
        for user in needed_by[file]:
            if user not in found:
                found[user] = found[file] + 1
                queue.append(user)
    return {file: steps for file, steps in found.items() if file in needs}


class Nearest:
    """Has pytest run the nearest tests first, begin none when time is over, and tell how many are left."""

    def __init__(self, steps: Mapping[str, int], began: float) -> None:
        self.steps = steps
        self.began = began
        self.unread: set[Path] = set()
        self.left = 0

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Pass over a file that would be read too late; pytest reads the nearest first."""
        if time.monotonic() < self.began + COLLECTING or collection_path.suffix != ".py":
            return None
        self.unread.add(collection_path)
        return True

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort by distance; of modules that are no tests, only the doctests are any."""
        items[:] = [item for item in items if isinstance(item, pytest.DoctestItem) or item.path.match("test_*")]
        items.sort(key=lambda item: self.steps[item.path.relative_to(ROOT).as_posix()])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        """Pass over a test that would begin too late."""
        if time.monotonic() < self.began + RUNNING:
            return None
        self.left += 1
        return True

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell what is not known."""
        if self.left or self.unread:
            left = f"{amount(self.left, 'test')}, and {amount(len(self.unread), 'file')} of tests,"
            terminalreporter.write_line(f"Time is over: {left} farther from the change were not run.")
