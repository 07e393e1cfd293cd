"""Compile Python to byte code, run by Pyodide itself so that the byte code fits it (see `tools/archive.py`).

The global `job` is JSON: the name of a function below and its argument. `answer` is set to JSON: what it returns, with
bytes in base64.
"""

import base64
import builtins
import dataclasses
import importlib
import importlib.util
import json
import marshal
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

STDLIB = next(path for path in sys.path if path.endswith(".zip"))
WITHOUT_DOCSTRINGS = 2
UNCHECKED_HASH = (0b01).to_bytes(4, "little")  # the flags of a .pyc, as PEP 552 numbers them


def compiled(path: str, source: bytes, optimize: int = -1) -> bytes:
    """Return `source` as an unchecked-hash `.pyc` that names `path` in tracebacks."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=optimize)
    return importlib.util.MAGIC_NUMBER + UNCHECKED_HASH + importlib.util.source_hash(source) + marshal.dumps(code)


def library(modules: Sequence[str]) -> dict[str, bytes]:
    """Import `modules` and return every module that is then loaded from the standard library's archive, compiled."""
    for name in modules:
        importlib.import_module(name)
    specs = (getattr(module, "__spec__", None) for module in list(sys.modules.values()))
    origins = {spec.origin or "" for spec in specs if spec}
    loaded = sorted(origin.removeprefix(f"{STDLIB}/") for origin in origins if origin.startswith(STDLIB))
    with zipfile.ZipFile(STDLIB) as archive:
        return {path: compiled(path, archive.read(path), WITHOUT_DOCSTRINGS) for path in loaded}


def program(job: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Compile the sources under `compile`, and import all those under `sources` to record their dataclasses."""
    return {
        "compile": {path: compiled(path, text.encode()) for path, text in job["compile"].items()},
        "dataclasses": record(job["sources"]),
    }


def record(sources: Mapping[str, str]) -> bytes:
    """Import every module of `sources`, and return what they execute to define dataclasses: a marshalled {hash: code}.

    The dataclasses of the standard library that Pyodide itself has loaded are among them.
    """
    code: dict[bytes, CodeType] = {}

    def execute(text: str, *namespaces: dict[str, Any]) -> None:
        made = code[importlib.util.source_hash(text.encode())] = compile(text, "<dataclass>", "exec", dont_inherit=True)
        builtins.exec(made, *namespaces)  # noqa: S102  (as dataclasses does)

    vars(dataclasses)["exec"] = execute
    for module in list(sys.modules.values()):
        if {"dataclass", "dataclasses"} & getattr(module, "__dict__", {}).keys():
            again(module)
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        for path, text in sources.items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_text(text, encoding="utf-8")
        for path in sources:
            importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    return marshal.dumps(dict(sorted(code.items())))


def again(module: ModuleType) -> None:
    """Execute a module once more, beside the one that is in use."""
    if module.__spec__ and module.__spec__.loader and module is not dataclasses:
        module.__spec__.loader.exec_module(importlib.util.module_from_spec(module.__spec__))


function, argument = json.loads(globals()["job"])
answer = json.dumps(globals()[function](argument), default=lambda content: base64.b64encode(content).decode())
