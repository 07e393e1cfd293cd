"""``build.py words``: every text that the app and the command line can say, in one list by file.

Found in the sources: what reads like words and is no docstring but that of a rule. Places to be filled in stand as they
are in the source.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pyrules.core.rulebook import paragraphs
from tools import ROOT

SPOKEN = ("pyrules", "web")
READS_LIKE_WORDS = re.compile(r"[^\W\d_][\w’']*[,.:;)]? [\w({“'\"]|^[A-Z][a-z]+")
SCRIPT_TEXT = re.compile(r"(?<!from )([\"'`])([A-Z][^\"`\n]* [^\"`\n]*|[^\"'`\n]*[a-z] [a-z][^\"'`\n]*)\1")


def main(_arguments: Sequence[str] = ()) -> int:
    """Print the list."""
    for path in sources():
        texts = list(texts_of(path))
        if texts:
            print(f"\n{path.relative_to(ROOT).as_posix()}")
        for line, text in texts:
            print(f"{line:5}  {text}")
    return 0


def sources() -> list[Path]:
    """The files with words in them."""
    found = (path for folder in SPOKEN for path in (ROOT / folder).rglob("*"))
    return sorted(path for path in found if path.suffix in {".py", ".mjs", ".js"})


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a file with their lines."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from _said_by_python(ast.parse(source))
    else:
        for number, line in enumerate(source.splitlines(), 1):
            yield from ((number, match[2]) for match in SCRIPT_TEXT.finditer(line) if "//" not in line[: match.start()])


def _said_by_python(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assign(targets=[ast.Name(id="__all__")]) | ast.keyword("order"):
            return
        case ast.Constant(value=str(text)) if READS_LIKE_WORDS.search(text):
            yield node.lineno, text
        case ast.JoinedStr():
            text = "".join(_part(part) for part in node.values)
            if READS_LIKE_WORDS.search(text):
                yield node.lineno, text
            for part in ast.walk(node):
                if isinstance(part, ast.FormattedValue):
                    yield from _said_by_python(part.value)
        case _:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and any(map(_takes_docstring, node.decorator_list)):
                yield node.body[0].lineno, paragraphs(ast.get_docstring(node))[0]
            for child in ast.iter_child_nodes(node):
                yield from _said_by_python(child)


def _takes_docstring(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).startswith("rule(") and "text=" not in ast.unparse(decorator)


def _part(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    return f"{{{ast.unparse(part.value) if isinstance(part, ast.FormattedValue) else ast.unparse(part)}}}"
