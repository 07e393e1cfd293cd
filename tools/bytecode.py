"""Compile Python to byte code, run by Pyodide itself so that the byte code fits it (see `tools/archive.py`).

The global `job` is JSON: the name of a function below and its argument. `answer` is set to JSON: what it returns, with
bytes in base64.
"""

import ast
import base64
import builtins
import collections
import dataclasses
import importlib
import importlib.util
import json
import marshal
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any

STDLIB = next(path for path in sys.path if path.endswith(".zip"))
WITHOUT_DOCSTRINGS = 2
GENERATING = {"collections", "dataclass", "dataclasses", "namedtuple"}  # names in modules that make such classes
UNCHECKED_HASH = (0b01).to_bytes(4, "little")  # the flags of a .pyc, as PEP 552 numbers them


def pyc(source: bytes, code: CodeType) -> bytes:
    """Return the `code` of `source` as an unchecked-hash `.pyc`."""
    return importlib.util.MAGIC_NUMBER + UNCHECKED_HASH + importlib.util.source_hash(source) + marshal_value(code)


def marshal_value(value: Any) -> bytes:
    """Return `value` in bytes that are always the same: of objects just read, which nothing else refers to.

    Objects that are referred to more than once are marked, whoever does.
    """
    return marshal.dumps(marshal.loads(marshal.dumps(value)))  # noqa: S302  (of our own making)


def parse_without_docs(source: bytes) -> ast.Module:
    """Parse `source` without what only readers and type checkers need: docstrings, and what functions take and return.

    The text of a rule stays: the first paragraph. Any other class keeps a blank docstring, as a dataclass without one
    writes its own, and its annotations, which are its fields.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and (text := ast.get_docstring(node, clean=False)) is not None
        ):
            if any(map(takes_docstring, getattr(node, "decorator_list", ()))):
                kept = " ".join(text.split("\n\n")[0].split())
                node.body[0] = ast.fix_missing_locations(ast.Expr(ast.Constant(kept)))
            elif isinstance(node, ast.ClassDef):
                node.body[0] = ast.fix_missing_locations(ast.Expr(ast.Constant(" ")))
            else:
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                node.returns = None
            case ast.arg():
                node.annotation = None
    return tree


def takes_docstring(decorator: ast.expr) -> bool:
    """Return whether a decorator is a `@rule(...)` whose text is the docstring."""
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Name)
        and decorator.func.id == "rule"
        and all(given.arg != "text" for given in decorator.keywords)
    )


def without_lines(code: CodeType) -> CodeType:
    """Leave out which line each instruction comes from: two fifths of the bytes."""
    constants = (without_lines(value) if isinstance(value, CodeType) else value for value in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(constants))


def standard(path: str, source: bytes) -> bytes:
    """Compile a module of the standard library, whose lines are not ours to mend: tracebacks name its files alone."""
    return pyc(source, without_lines(compile(source, path, "exec", dont_inherit=True, optimize=WITHOUT_DOCSTRINGS)))


def own(path: str, source: bytes) -> bytes:
    """Compile a module of ours."""
    return pyc(source, compile(parse_without_docs(source), path, "exec", dont_inherit=True))


def library(modules: Sequence[str]) -> dict[str, bytes]:
    """Import `modules` and return every module that is then loaded from the standard library's archive, compiled."""
    for name in modules:
        importlib.import_module(name)
    specs = (getattr(module, "__spec__", None) for module in list(sys.modules.values()))
    origins = {spec.origin or "" for spec in specs if spec}
    loaded = sorted(origin.removeprefix(f"{STDLIB}/") for origin in origins if origin.startswith(STDLIB))
    with zipfile.ZipFile(STDLIB) as archive:
        return {path: standard(path, archive.read(path)) for path in loaded}


def program(job: Mapping[str, Any]) -> dict[str, Any]:
    """Compile the sources under `compile`, and import those of each part under `parts` to record what they generate."""
    return {
        "compile": {path: own(path, text.encode()) for path, text in job["compile"].items()},
        "generated": list(record(job["parts"])),
    }


def record(parts: Sequence[Mapping[str, str]]) -> Iterator[bytes]:
    """Import every module of each part, and yield what they compile, marshalled as `web/startup.py` reads it.

    That is the code of the text they execute, by its hash, and of their regular expressions, by pattern and flags; what
    the standard library's modules compile that Pyodide has loaded is among it.
    """
    executed, matched = executed_text(), matched_patterns()
    for module in list(sys.modules.values()):
        if GENERATING & getattr(module, "__dict__", {}).keys():
            again(module)
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        for part in parts:
            for path, text in part.items():
                (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / path).write_text(text, encoding="utf-8")
        for part in parts:
            for path in part:
                importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
            yield marshal_value((dict(sorted(executed.items())), dict(sorted(matched.items(), key=repr))))
            executed.clear()
            matched.clear()


def executed_text() -> dict[bytes, CodeType]:
    """Return a table that fills with the code of all text which dataclasses and named tuples execute from now on."""
    table: dict[bytes, CodeType] = {}

    def record_code(text: str, mode: str) -> CodeType:
        made = without_lines(compile(text, "<generated>", mode, dont_inherit=True))
        return table.setdefault(importlib.util.source_hash(text.encode()), made)

    def execute(text: str, *namespaces: dict[str, Any]) -> None:
        builtins.exec(record_code(text, "exec"), *namespaces)  # noqa: S102  (as dataclasses does)

    def evaluate(text: str, *namespaces: dict[str, Any]) -> Any:
        return builtins.eval(record_code(text, "eval"), *namespaces)  # noqa: S307  (as named tuples do)

    vars(dataclasses)["exec"], vars(collections)["eval"] = execute, evaluate
    return table


def matched_patterns() -> dict[tuple[str, int], tuple[Any, ...]]:
    """Return a table of the code of all regular expressions that `re` knows, and of those it compiles from now on."""
    table: dict[tuple[str, int], tuple[Any, ...]] = {}
    compiler = vars(importlib.import_module("re._compiler"))
    compile_anew, engine = compiler["compile"], vars(compiler["_sre"])
    asked = ("", 0)

    def record_pattern(pattern: str, flags: int = 0) -> Any:
        nonlocal asked
        asked = (pattern, int(flags))
        return compile_anew(pattern, flags)

    def make_pattern(pattern: str, flags: int, code: list[int], *groups: Any) -> Any:
        table[asked] = (int(flags), [int(word) for word in code], *groups)  # of the words, some are ints with a name
        return engine["compile"](pattern, flags, code, *groups)

    compiler.update(compile=record_pattern, _sre=SimpleNamespace(**{**engine, "compile": make_pattern}))
    known = list(vars(re)["_cache"])
    re.purge()
    for _, pattern, flags in known:
        re.compile(pattern, flags)
    return table


def again(module: ModuleType) -> None:
    """Execute a module once more, beside the one that is in use."""
    if module.__spec__ and module.__spec__.loader and module not in (collections, dataclasses):
        module.__spec__.loader.exec_module(importlib.util.module_from_spec(module.__spec__))


function, argument = json.loads(globals()["job"])
answer = json.dumps(globals()[function](argument), default=lambda content: base64.b64encode(content).decode())
