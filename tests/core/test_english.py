"""Numbers with nouns, lists and signs are written in one place."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tools import ROOT

PRODUCT = [path for folder in ("pyrules", "web", "tools") for path in sorted((ROOT / folder).rglob("*.py"))]


def is_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1


def is_word(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isalpha()


def written_by_hand(source: str) -> Iterator[str]:
    """The places of a module that put a number and its noun, a list or a sign together themselves."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Attribute(ast.Constant(" and " | " or "), "join")):
                yield f"line {node.lineno}: a list; use all_of or one_of"
            case ast.Call(ast.Attribute(attr="replace"), [ast.Constant("-"), ast.Constant("\u2212")]):
                yield f"line {node.lineno}: a sign; use minus"
            case ast.IfExp(ast.Compare(_, [ast.Eq() | ast.NotEq()], [one]), word, other):
                if is_one(one) and is_word(word) and is_word(other):
                    yield f"line {node.lineno}: a noun; use noun or amount"
            case ast.BinOp(op=ast.Add(), right=ast.Constant("s")):
                yield f"line {node.lineno}: a plural; use plural"
            case ast.JoinedStr(values):
                ends = [after for before, after in pairwise(values) if isinstance(before, ast.FormattedValue)]
                if any(isinstance(one, ast.Constant) and re.match(r"s\b(?! =)", str(one.value)) for one in ends):
                    yield f"line {node.lineno}: a plural; use plural"


def test_no_text_puts_number_and_noun_lists_or_signs_together_by_hand() -> None:
    found = {path.relative_to(ROOT).as_posix(): [*written_by_hand(path.read_text("utf-8"))] for path in PRODUCT}
    del found["pyrules/core/english.py"]
    assert len(found) > 400
    assert {path: places for path, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "source",
    [
        '" and ".join(names)',
        'text.replace("-", "\u2212")',
        '"die" if dice == 1 else "dice"',
        'noun + "s"',
        'f"{noun}s are here"',
    ],
)
def test_what_is_written_by_hand_is_found(source: str) -> None:
    assert len([*written_by_hand(source)]) == 1
