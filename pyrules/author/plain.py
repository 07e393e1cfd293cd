"""The text of a game as its writer means it: typographic signs mended, and plain words between values understood.

To Python `and`, `not`, `1 <= x <= 3`, `max(x, 0)` and `a if c else b` ask at once whether something is so, and a
value is known only when people roll. Outside functions these words therefore make values of values here.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from copy import deepcopy
from typing import Any, NoReturn

from pyrules.author.expressions import AuthorError, both, is_value, when

SIGNS = {"\u2018": "'", "\u2019": "'", "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u00a0": " ", "\u202f": " "}
SIGNS |= {"\u00d7": "*", "\u00f7": "//", "\u2264": "<=", "\u2265": ">=", "\u2260": "!="}
SIGNS |= dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"') | dict.fromkeys(
    "\u200b\u200c\u200d\u2060\ufeff\u00ad", ""
)
"""Signs that word processors and web pages write in place of those that Python reads."""


def compile_tree(tree: ast.Module, file: str) -> Any:
    """The code of the syntax of a text, which is left as it is."""
    understood = ast.fix_missing_locations(_Plain().visit(deepcopy(tree)))
    return compile(understood, file, "exec", dont_inherit=True)


def tree(text: str) -> ast.Module:
    """The syntax of a text; raises `SyntaxError` for what Python cannot read."""
    return parse_mended(text)[0]


def parse_mended(text: str) -> tuple[ast.Module, str]:
    """The syntax of a text, and the text as it was read: a sign is mended only where Python cannot read it otherwise.

    Raises `SyntaxError` for what Python cannot read.
    """
    while True:
        try:
            return ast.parse(text), text
        except SyntaxError as error:
            better = _mend_sign(text, error)
            if better is None:
                raise
            text = better


def _mend_sign(text: str, error: SyntaxError) -> str | None:
    """The text with the sign mended that an error is about; None where it is about no such sign."""
    lines = text.split("\n")
    if not error.lineno or not error.offset or error.lineno > len(lines):
        return None
    line = lines[error.lineno - 1]
    there = [place for place in range(max(0, error.offset - 1), len(line)) if line[place] in SIGNS]
    if not there or not any(
        said in error.msg for said in ("invalid character", "non-printable", "unterminated string")
    ):
        return None
    place = there[0]
    lines[error.lineno - 1] = line[:place] + SIGNS[line[place]] + line[place + 1 :]
    return "\n".join(lines)


class _Plain(ast.NodeTransformer):
    """Python's words for conditions outside functions as calls of those below."""

    def visit(self, node: ast.AST) -> Any:  # noqa: PLR0911 (one for each word)
        """Read a part, functions left as they are."""
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            return node
        self.generic_visit(node)
        match node:
            case ast.BoolOp():
                return _call(node, "_all" if isinstance(node.op, ast.And) else "_any", *map(_later, node.values))
            case ast.UnaryOp(op=ast.Not()):
                return _call(node, "_not", node.operand)
            case ast.IfExp():
                return _call(node, "_if", node.test, _later(node.body), _later(node.orelse))
            case ast.Compare(ops=[ast.In() | ast.NotIn() as sign], comparators=[ast.Tuple() | ast.List() | ast.Set()]):
                found = _call(node, "_in", node.left, *node.comparators)
                return found if isinstance(sign, ast.In) else _call(node, "_not", found)
            case ast.Compare(ops=[ast.Is() | ast.IsNot() as sign], comparators=[ast.Constant(value=int() | str())]):
                node.ops = [ast.Eq() if isinstance(sign, ast.Is) else ast.NotEq()]
            case ast.Compare() if len(node.ops) > 1:
                sides = [node.left, *node.comparators]
                pairs = zip(sides, node.ops, sides[1:], strict=False)
                parts = [ast.copy_location(ast.Compare(left, [sign], [right]), node) for left, sign, right in pairs]
                return _call(node, "_all", *map(_later, parts))
        return node


def _later(node: ast.expr) -> ast.expr:
    arguments = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.copy_location(ast.Lambda(arguments, node), node)


def _call(node: ast.expr, name: str, *given: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), list(given), []), node)


def _together(word: str) -> Callable[..., Any]:
    def join_parts(*parts: Callable[[], Any]) -> Any:
        value = parts[0]()
        for part in parts[1:]:
            if is_value(value):
                value = both(word, value, part())
            elif bool(value) is (word == "and"):
                value = part()
            else:
                break
        return value

    return join_parts


def _choose(condition: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    if is_value(condition):
        return when(condition, then(), otherwise())
    return then() if condition else otherwise()


def _in(one: Any, those: Any) -> Any:
    if not is_value(one):
        return one in those
    return _together("or")(*(lambda other=other: one == other for other in those))


def _most(name: str, bound: str) -> Callable[..., Any]:
    plain: Callable[..., Any] = getattr(builtins, name)

    def outermost(*given: Any, **more: Any) -> Any:
        at = next((place for place, one in enumerate(given) if is_value(one)), None)
        if len(given) == 1 or at is None:
            return plain(*given, **more)
        value = given[at]
        for one in (*given[:at], *given[at + 1 :]):
            value = getattr(value, bound)(one)
        return value

    return outermost


def _refuse(words: str) -> Callable[..., Any]:
    def refuse_call(*_: Any, **__: Any) -> NoReturn:
        raise AuthorError(words)

    return refuse_call


WORDS: dict[str, Any] = {
    "_all": _together("and"),
    "_any": _together("or"),
    "_not": lambda one: ~one if is_value(one) else not one,
    "_if": _choose,
    "_in": _in,
    "max": _most("max", "at_least"),
    "min": _most("min", "at_most"),
    "input": _refuse('input() asks while a text is read; state what people fill in, as in number("Skill", 1, 5)'),
    "open": _refuse("open() reads a file, and a game has none; write into the text what it needs"),
}
"""The names that a text is run with."""
