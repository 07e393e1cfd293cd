"""The two commands and their sisters, from outside: help, refusals, what reaches pytest, and the files they rely on."""

import ast
import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tools import ROOT, browser, commands, engines, environment, onefile, serve
from tools.server import Server
from tools.steps import SetUpError

COMMANDS = (
    "serve",
    "test",
    "build",
    "lint",
    "bench",
    "fuzz",
    "faults",
    "mutants",
    "shots",
    "pictures",
    "words",
    "new-system",
    "clean",
)


def run_build(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "build.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_help_names_every_command_and_what_it_does() -> None:
    shown = run_build("--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^ +{name}\s+\w+ \w+", shown, re.MULTILINE), name


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    answer = run_build(name, "--help")
    assert answer.returncode == 0
    assert answer.stdout.startswith(f"usage: build.py {name}")


@pytest.mark.parametrize("arguments", [(), ("sreve",), ("build", "fast"), ("serve", "--port", "many")])
def test_what_is_not_understood_is_refused_with_the_usage(arguments: tuple[str, ...]) -> None:
    answer = run_build(*arguments)
    assert answer.returncode == 2
    assert answer.stderr.startswith("usage: build.py")


def test_a_python_that_is_too_old_is_told_so() -> None:
    source = (ROOT / "build.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 4))
    old = f"import sys; sys.version_info = (3, 8, 10, 'final', 0); exec({source!r})"
    answer = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr.startswith("pyrules needs Python 3.11 or newer; this is 3.8 (")
    assert len(answer.stderr.splitlines()) == 1


@pytest.fixture
def pytest_runs(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """Arguments of the pytest runs asked for, each ending with exit code 5, in a checkout that is all set up."""
    monkeypatch.setattr(environment, "prepare", lambda: None)
    monkeypatch.setattr(environment, "in_venv", lambda: True)
    monkeypatch.setattr(browser, "prepare", lambda: Path("/the/browser"))
    monkeypatch.setenv(browser.VARIABLE, "")
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "")
    monkeypatch.setenv("PATH", "/only/this")
    runs: list[Sequence[str]] = []

    def run(command: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[:3] == [sys.executable, "-m", "pytest"]
        runs.append(command[3:])
        return subprocess.CompletedProcess(command, 5)

    monkeypatch.setattr(subprocess, "run", run)
    return runs


def test_a_full_run_has_coverage_and_a_chosen_one_what_was_chosen(pytest_runs: list[Sequence[str]]) -> None:
    chosen = ["tests/test_x.py", "-k", "name or -other", "-x", "--", "--only=boot"]
    assert commands.main(["test"]) == 5
    assert commands.main(["test", *chosen]) == 5
    traced, others, verbatim = pytest_runs
    assert "--cov-fail-under=97" in traced
    assert {traced[traced.index("-m") + 1], others[others.index("-m") + 1]} == {"not untraced", "untraced"}
    assert {one for one in others if one.startswith("--cov")} == set()
    assert verbatim == chosen


def test_a_nightly_run_is_a_full_one_with_all_that_others_leave_out(pytest_runs: list[Sequence[str]]) -> None:
    assert commands.main(["test"]) == 5
    assert commands.main(["test", "--nightly"]) == 5
    assert commands.main(["test", "--nightly", "tests/test_x.py"]) == 5
    usual, nightly, chosen = pytest_runs[:2], pytest_runs[2:4], pytest_runs[4]
    assert nightly == [[*run, "--nightly"] for run in usual]
    assert chosen == ["--nightly", "tests/test_x.py"]


NIGHTLY_TEST = """
import pytest
from hypothesis import given, settings, strategies as st

tried = []

@pytest.mark.nightly
def test_long():
    pass

@given(st.integers())
def test_any(number):
    tried.append(number)

def test_tried():
    assert (len(tried) > 500) is (settings.default.max_examples == 1000)
"""


def test_what_is_marked_nightly_runs_at_night_only_and_more_is_tried_then(tmp_path: Path) -> None:
    (tmp_path / "test_marked.py").write_text(NIGHTLY_TEST, encoding="utf-8")
    options = ("-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), "-p", "conftest", "-p", "tests.conftest")
    ends = []
    for night in ([], ["--nightly"]):
        command = [sys.executable, "-m", "pytest", *options, "-o", f"cache_dir={tmp_path}", *night, str(tmp_path)]
        ends.append(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60).stdout)
    usual, nightly = ends
    assert "2 passed, 1 deselected" in usual
    assert "3 passed" in nightly


def test_what_all_engines_must_do_is_a_run_of_its_own(
    pytest_runs: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "prepare", lambda: Path("/the/browser"))
    assert commands.main(["test", "--engines", "-k", "webkit"]) == 5
    assert pytest_runs == [["e2e/engines.py", "-k", "webkit"]]


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        ([], True),
        (["-k", "offline"], True),
        (["e2e"], True),
        (["tests", "e2e/"], True),
        (["."], True),
        ([str(ROOT / "e2e")], True),
        (["tests"], False),
        (["-x", "tests/tools/test_commands.py::test_every_command_has_help[serve]"], False),
    ],
)
def test_a_browser_is_looked_for_only_where_one_is_used(
    pytest_runs: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch, arguments: list[str], needed: bool
) -> None:
    looked: list[bool] = []
    monkeypatch.setattr(browser, "prepare", lambda: looked.append(True))
    commands.main(["test", *arguments])
    assert looked == [True] * needed
    assert len(pytest_runs) == (1 if arguments else 2)


@pytest.mark.usefixtures("pytest_runs")
@pytest.mark.parametrize("codes", [(-9, 0), (0, -9), (1, 0), (0, 1)])
def test_the_whole_check_fails_where_one_of_its_runs_fails_or_is_killed(
    monkeypatch: pytest.MonkeyPatch, codes: tuple[int, int]
) -> None:
    left = iter(codes)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, next(left)))
    assert commands.main(["test"]) != 0


def test_tests_stay_compiled_in_the_cache_where_python_stores_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = tmp_path / "test_kept.py"
    test.write_text("import sys\n\ndef test_kept():\n    assert not sys.dont_write_bytecode\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(browser, "prepare", lambda: Path("/the/browser"))
    monkeypatch.setitem(commands._COMPILED, "PYTHONPYCACHEPREFIX", str(tmp_path / "kept"))
    (tmp_path / "pytest.ini").write_text("[pytest]", encoding="utf-8")
    assert commands._test([str(test)]) == 0
    assert list((tmp_path / "kept").rglob("test_kept.*.pyc"))


def test_a_short_path_is_lengthened_behind_its_end(pytest_runs: list[Sequence[str]]) -> None:
    commands.main(["test", "tests"])
    folders = os.environ["PATH"].split(os.pathsep)
    assert folders[0] == "/only/this"
    assert "/usr/bin" in folders[1:]
    assert len(pytest_runs) == 1


def test_a_set_up_that_fails_is_words_not_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise SetUpError("The network cannot be reached.")

    monkeypatch.setenv("PATH", "/only/this")
    monkeypatch.setattr(environment, "prepare", fail)
    assert commands.main(["build"]) == 1
    assert capsys.readouterr().err == "The network cannot be reached.\n"


def test_clean_leaves_what_is_slow_to_make_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ("dist", "shots", ".cache", ".hypothesis", "test-results", "__pycache__", "pyrules/__pycache__")
    names = (*made, ".venv", "node_modules", "pyrules/core")
    for name in names:
        (tmp_path / name).mkdir(parents=True)
    for module, name, value in (
        (commands, "ROOT", tmp_path),
        (commands, "CACHE", tmp_path / ".cache"),
        (environment, "VENV", tmp_path / ".venv"),
        (environment, "NODE_MODULES", tmp_path / "node_modules"),
    ):
        monkeypatch.setattr(module, name, value)
    monkeypatch.chdir(tmp_path)
    assert commands.main(["clean"]) == 0
    assert [name for name in names if (tmp_path / name).exists()] == [".venv", "node_modules", "pyrules/core"]
    assert commands.main(["clean", "--all"]) == 0
    assert [name for name in names if (tmp_path / name).exists()] == ["pyrules/core"]


@pytest.fixture
def taken(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path) as server:
        yield server


def serve_builds(builds: Sequence[bool], monkeypatch: pytest.MonkeyPatch, port: int) -> int:
    """Run ``serve`` to Ctrl-C with builds that end as told: one for the start, one for each change that is seen."""
    results = iter(builds)

    def watch(*_: Path) -> Iterator[set[str]]:
        yield from ({"a change"} for _ in builds[1:])
        raise KeyboardInterrupt

    monkeypatch.setattr(serve, "_build", lambda: next(results))
    monkeypatch.setattr(serve, "watch", watch)
    return serve.serve("127.0.0.1", port, opens=False)


@pytest.mark.parametrize("address", ["example.org", "ftp://example.org/", "https://", "https://example.org/#1"])
def test_an_address_that_no_link_leads_to_is_refused_before_the_build(address: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"--site {address}: give the address of the app's first page")):
        onefile.build(address)


def test_serve_takes_the_next_free_port_and_survives_a_broken_build(
    taken: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve_builds([True, False, True], monkeypatch, taken.port) == 0
    said = capsys.readouterr().out
    address = re.search(r"http://localhost:(\d+)/pyrules/", said)
    assert address is not None
    assert int(address[1]) > taken.port
    assert said.count("last good one is still served") == 1
    assert said.endswith("\nStopped serving.\n")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(address[1])), timeout=5)


def test_serve_without_a_first_build_ends(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert serve_builds([False], monkeypatch, 0) == 1
    assert capsys.readouterr().out == ""


def test_serve_says_why_it_cannot_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "_build", lambda: True)
    with pytest.raises(SetUpError, match=r"Cannot listen on 203\.0\.113\.1:8000: .*--host"):
        serve.serve("203.0.113.1", 8000, opens=False)
    with pytest.raises(SetUpError, match="No free port from 70000"):
        serve.serve("127.0.0.1", 70000, opens=False)


def test_the_lock_holds_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = {pin for group in project["dependency-groups"].values() for pin in group}
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = set(re.findall(r"^[\w.-]+==\S+", lock, re.MULTILINE))
    assert all(re.fullmatch(r"[\w-]+==[\w.]+", pin) for pin in asked)
    assert asked <= locked
    assert lock.count(" \\\n    --hash=sha256:") >= len(locked)
    assert project["project"]["dependencies"] == []


def test_the_npm_lock_is_exact_and_names_no_address() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    for name, version in {**package["dependencies"], **package["devDependencies"]}.items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    for name, entry in lock["packages"].items():
        assert "resolved" not in entry, name
        assert name == "" or entry["integrity"].startswith("sha512-"), name


def test_the_micropython_is_the_one_that_pyscript_expects() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    expected = (ROOT / "node_modules/polyscript/versions/micropython").read_text(encoding="utf-8").strip()
    assert package["dependencies"]["@micropython/micropython-webassembly-pyscript"] == expected
