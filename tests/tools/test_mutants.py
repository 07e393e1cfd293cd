"""Changes of a module one by one: which there are, and that those are told of which no test notices."""

from pathlib import Path

import pytest

from tools import mutants

TEXT = '''
def grown(age: int, most: int = 3) -> bool:
    """Whether 1 is less than 2."""
    return age >= 2 and not age > max(most, 1)
'''
SHORT = """
def grown(age: int) -> bool: return age > 2
"""
TEST = """
from pyrules.ages import grown

def test_grown() -> None:
    assert (grown(1), grown(2), grown(4)) == (False, False, True)
"""


def test_each_place_that_is_computed_is_changed_and_no_text_or_type() -> None:
    assert [f"{one.line}: {one.old} -> {one.new}" for one in mutants.mutants(TEXT)] == [
        "2: 3 -> 4",
        "4: age >= 2 and (not age > max(most, 1)) -> age >= 2 or not age > max(most, 1)",
        "4: age >= 2 -> age > 2",
        "4: 2 -> 3",
        "4: not age > max(most, 1) -> age > max(most, 1)",
        "4: age > max(most, 1) -> age >= max(most, 1)",
        "4: max(most, 1) -> min(most, 1)",
        "4: 1 -> 2",
    ]


def test_what_is_named_after_a_module_or_its_system_runs_first() -> None:
    judge, tests = Path("pyrules/systems/stepdie/judge.py"), "tests/systems/stepdie"
    assert mutants.room_of(judge) == [str(judge), f"{tests}/test_stepdie.py", tests]
    ratio = Path("pyrules/core/ratio.py")
    assert mutants.room_of(ratio) == [str(ratio), "tests/core/test_ratio.py", "tests/core"]


def test_what_no_test_notices_is_told_unless_it_means_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("pyrules/ages.py", SHORT), ("tests/test_ages.py", TEST), ("same.txt", "# a list\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutants, "COPIED", ("pyrules", "tests"))
    monkeypatch.setattr(mutants, "LISTED", tmp_path / "same.txt")
    assert mutants.main(["pyrules/ages.py"]) == 1
    assert capsys.readouterr().out == "pyrules/ages.py: 2 changes, 1 noticed, 0 mean the same\n  2: 2  ->  3\n"
    (tmp_path / "same.txt").write_text("pyrules/ages.py: 2  ->  3  # nobody is so old\n", "utf-8")
    assert mutants.listed() == {"pyrules/ages.py: 2  ->  3"}
