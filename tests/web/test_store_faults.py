"""Every call to what stores things fails once: nothing that was shown as stored is lost, and what happened is told."""

import shutil
from pathlib import Path

import pytest

from tools import ROOT, faults


def test_whatever_fails_nothing_shown_as_stored_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    assert faults.main(["storage"]) == 0
    assert capsys.readouterr().out.endswith("; 0 went wrong\n")


@pytest.mark.parametrize(
    ("module", "right", "wrong", "told"),
    [
        ("store.mjs", "waiting.push(...more);", "waiting = [...more];", "the log has"),
        ("store.mjs", "  told.catch(() => {}); //", "  //", "not caught"),
        ("workshop/games.mjs", 'error.name === "QuotaExceededError" ? NO_ROOM : refused(error)', '""', "it is told as"),
        ("workshop/games.mjs", "records.put(earlier.get(record) ?? own, [key, count++]);", "", "a game is gone"),
    ],
)
def test_a_store_that_loses_or_hides_something_is_found(
    module: str, right: str, wrong: str, told: str, tmp_path: Path
) -> None:
    for name in faults.MODULES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "web" / name, tmp_path / name)
    text = (tmp_path / module).read_text("utf-8")
    assert text.count(right) == 1
    (tmp_path / module).write_text(text.replace(right, wrong), "utf-8")
    assert any(told in problem for problem in faults.play(tmp_path, most=1)["wrong"])
