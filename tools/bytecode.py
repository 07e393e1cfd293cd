"""Compile Python to byte code, run by Pyodide itself so that the byte code fits it (see `tools/archive.py`).

The global `job` is JSON: `{"sources": {path: text}, "modules": [name, ...]}`. `answer` is set to JSON: every source as
base64 of an unchecked-hash `.pyc`, and likewise every standard-library file that importing `modules` brings in.
"""

import base64
import importlib
import importlib.util
import json
import sys
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # the only maker of unchecked .pyc without files

STDLIB = next(path for path in sys.path if path.endswith(".zip"))
WITHOUT_DOCSTRINGS = 2


def compiled(path: str, source: bytes, optimize: int) -> str:
    """Return `source` as base64 of an unchecked-hash `.pyc` that names `path` in tracebacks."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=optimize)
    return base64.b64encode(_code_to_hash_pyc(code, importlib.util.source_hash(source), False)).decode()


def standard_library(roots: list[str]) -> dict[str, str]:
    """Import `roots` and return every module that is then loaded from the standard library's archive, compiled."""
    for name in roots:
        importlib.import_module(name)
    origins = {module.__spec__.origin or "" for module in list(sys.modules.values()) if module.__spec__}
    loaded = sorted(origin.removeprefix(f"{STDLIB}/") for origin in origins if origin.startswith(STDLIB))
    with zipfile.ZipFile(STDLIB) as archive:
        return {path: compiled(path, archive.read(path), WITHOUT_DOCSTRINGS) for path in loaded}


request = json.loads(globals()["job"])
answer = json.dumps(
    {
        "sources": {path: compiled(path, text.encode(), -1) for path, text in request["sources"].items()},
        "library": standard_library(request["modules"]),
    }
)
