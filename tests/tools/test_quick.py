"""``test --quick``: which tests a change reaches, in which order, and what is told of those there is no time for."""

import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tools import ROOT, commands, environment, quick
from tools.steps import SetUpError


@cache
def needs() -> dict[str, set[str]]:
    """The imports and names of every file of the checkout."""
    return quick.dependencies(
        {
            path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8", errors="replace")
            for folder in ("pyrules", "web", "tests", "tools", "docs", "e2e")
            for path in (ROOT / folder).rglob("*.*")
            if path.suffix in {".py", ".mjs", ".md", ".css"}
        }
    )


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        ("pyrules/core/roll.py", "tests/core/test_roll.py"),
        ("pyrules/systems/almond/odds.py", "tests/systems/almond/test_odds.py"),
        ("web/app/common/html.py", "tests/app/test_pages.py"),
        ("web/dice/tumble.mjs", "tests/web/test_dice_motion.py"),
        ("web/startup.py", "tests/tools/test_site.py"),
        ("docs/rules.md", "tests/api/test_cli.py"),
        ("tests/conftest.py", "tests/core/test_dist.py"),
        ("tests/systems/almond/oracle.py", "tests/systems/almond/test_odds.py"),
        ("e2e/conftest.py", "e2e/test_roll.py"),
    ],
)
def test_what_imports_or_names_a_file_is_reached_by_its_change(changed: str, reached: str) -> None:
    assert quick.distances(needs(), [changed])[reached] > 0


def test_nothing_is_reached_that_knows_nothing_of_the_change() -> None:
    assert "tests/tools/test_server.py" not in quick.distances(needs(), ["pyrules/systems/almond/odds.py"])
    assert quick.distances(needs(), ["no/such/file.py"]) == {}


def test_the_tests_of_a_system_come_before_those_of_the_app() -> None:
    near = quick.distances(needs(), ["pyrules/systems/almond/rules.py"])
    assert near["tests/systems/almond/test_almond.py"] < near["tests/app/log/test_log.py"]


def test_no_test_begins_when_time_is_over() -> None:
    begun = quick.Nearest({}, time.monotonic())
    late = quick.Nearest({}, time.monotonic() - 60)
    assert begun.pytest_runtest_protocol() is None
    assert late.pytest_runtest_protocol() is True
    assert late.left == 1
    assert begun.pytest_ignore_collect(Path("test_a.py")) is None
    assert late.pytest_ignore_collect(Path("test_a.py")) is True
    assert late.unread == {Path("test_a.py")}


def test_only_tests_without_a_browser_and_with_what_changed_are_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Sequence[str]] = []
    monkeypatch.setattr(environment, "prepare", lambda: None)
    monkeypatch.setattr(environment, "in_venv", lambda: True)
    monkeypatch.setenv("PATH", "/usr/bin")
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "")
    files = {"tools/lock.py", "tests/tools/test_environment.py", "e2e/test_roll.py", "pyrules/__init__.py"}
    monkeypatch.setattr(quick, "_list_files", lambda *command: files if command[0] == "ls-files" else {"tools/lock.py"})

    def run(arguments: Sequence[str], **_: object) -> int:
        asked.append(arguments)
        return 0

    monkeypatch.setattr(pytest, "main", run)
    assert commands.main(["test", "--quick", "-x"]) == 0
    assert asked[0][:2] == ["-q", "-x"]
    assert {"tools/lock.py", "tests/tools/test_environment.py"} <= set(asked[0])
    assert "1 file of browser tests" in capsys.readouterr().out


def test_without_git_it_says_what_to_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    with pytest.raises(SetUpError, match=r"no git here; run build\.py test"):
        quick.main([])
