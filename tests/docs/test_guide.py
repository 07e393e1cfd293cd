"""The guide to writing a system: every step of it runs, and it names everything that an author can use."""

import doctest
import re
from pathlib import Path
from typing import Any

import pyrules.author

GUIDE = (Path(__file__).parents[2] / "docs" / "adding-a-system.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(python|pycon)\n(.*?)```", GUIDE, re.DOTALL)


def test_the_ten_steps_hold_one_after_the_other() -> None:
    names: dict[str, Any] = {"__name__": "guide"}
    said: list[str] = []
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    for number, (kind, text) in enumerate(BLOCKS):
        if kind == "python":
            exec(compile(text, f"step {number}", "exec"), names)  # noqa: S102 (the guide's own)
        else:
            step = parser.get_doctest(text, names, f"step {number}", None, 0)
            runner.run(step, out=said.append, clear_globs=False)
            names |= step.globs
    assert not runner.failures, "".join(said)
    assert len(re.findall(r"^## \d+\. ", GUIDE, re.MULTILINE)) == 10


def test_no_function_is_needed_before_the_eighth_step() -> None:
    before = GUIDE[GUIDE.index("## 1. ") : GUIDE.index("## 8. ")]
    assert "lambda" not in before
    assert "def " not in before


def test_every_name_is_in_the_reference() -> None:
    reference = GUIDE.partition("## Every name")[2]
    missing = [name for name in pyrules.author.__all__ if not re.search(rf"\b{name}\b", reference)]
    assert missing == ["d8", "d12"]  # of `d4` ... `d20`
