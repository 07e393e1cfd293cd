"""What is kept to be faster changes nothing: without it there are the same screens, chances and bytes of the log."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.app.uncached import SWITCHES
from tests.once import once
from tools import ROOT


def told(tests: int, *switched: str, seed: str = "1") -> list[Any]:
    """The stories as a process of their own tells them; sets have another order by another seed."""
    command = (sys.executable, "-m", "tests.app.uncached", str(tests), *switched)
    env = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=True)
    found: list[Any] = json.loads(done.stdout)
    return found


def usual(folders: pytest.TempPathFactory, tests: int) -> list[Any]:
    """The stories with everything switched on."""

    def make(folder: Path) -> None:
        (folder / "told.json").write_text(json.dumps(told(tests, seed="0")), "utf-8")

    found: list[Any] = json.loads((once(folders, f"stories {tests}", make) / "told.json").read_text("utf-8"))
    return found


SWITCHED = (("answers",), ("kernels",), ("drawing", "checkpoints"), ("memory",))


@pytest.mark.untraced
@pytest.mark.parametrize("tests", [1, pytest.param(8, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    "switched", [("answers",), ("kernels",), ("drawing", "checkpoints"), ("memory",)], ids=" ".join
)
def test_what_is_kept_to_be_faster_changes_nothing(
    switched: tuple[str, ...], tests: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found, before = told(tests, *switched), usual(tmp_path_factory, tests)
    assert [step for step, _ in found] == [step for step, _ in before]
    assert [step for (step, seen), (_, then) in zip(found, before, strict=True) if seen != then] == []


def test_every_switch_is_tried() -> None:
    assert [*SWITCHES] == [switch for switched in SWITCHED for switch in switched]
