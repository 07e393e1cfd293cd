"""The examples of the reference that stand beside those of icepool and dyce: both come to the same."""

import ast
import doctest
import re
from fractions import Fraction
from typing import Any

import pytest

import pyrules
from tools import ROOT

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## Beside icepool and dyce\n")[2].partition("\n## ")[0]
EXAMPLES = dict(part.split("\n", 1) for part in SECTION.split("\n### ")[1:])
NAMES: dict[str, Any] = {"pyrules": pyrules}


def ours(body: str) -> Any:
    """The text that the last line at the prompt shows, once all before it have run."""
    found = None
    for example in doctest.DocTestParser().get_examples(body):
        if example.want:
            found = eval(example.source, NAMES)  # noqa: S307 (of our own making)
        else:
            exec(example.source, NAMES)  # noqa: S102 (of our own making)
    return found


def theirs(body: str) -> Any:
    """The value of the last line of the other library's program."""
    code = re.findall(r"```python\n(.*?)```", body, re.DOTALL)
    *lines, last = ast.parse(code[0]).body
    assert len(code) == 1
    assert isinstance(last, ast.Expr)
    names: dict[str, Any] = {}
    exec(compile(ast.Module(lines, []), "icepool", "exec"), names)  # noqa: S102 (of our own making)
    return eval(compile(ast.Expression(last.value), "icepool", "eval"), names)  # noqa: S307


@pytest.mark.untraced
@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_comes_to_what_the_other_library_says(title: str) -> None:
    one, other = ours(EXAMPLES[title]), theirs(EXAMPLES[title])
    for mine, peers in zip(*(found if isinstance(found, tuple) else (found,) for found in (one, other)), strict=True):
        assert mine == (round(float(peers), 6) if isinstance(mine, float) else Fraction(peers))


def test_all_of_both_front_pages_are_there() -> None:
    libraries = [title.partition(":")[0] for title in EXAMPLES]
    assert libraries == ["icepool"] * 7 + ["dyce"]
