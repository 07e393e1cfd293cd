"""Compile `pyrules`, the app and the part of the standard library they need into archives that Pyodide imports from."""

import ast
import base64
import gzip
import hashlib
import io
import json
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.environment import node

TOOLS = Path(__file__).parent
HOST, COMPILER = TOOLS / "pyodide.mjs", TOOLS / "bytecode.py"

# Modules that the interpreter itself or PyScript's worker supplies: nothing to ship.
SUPPLIED = frozenset({"js", "jsffi", "polyscript", "pyodide_js", "pyscript", "_pyscript"})

# Standard modules imported only while something unusual happens, where no import statement of ours shows them.
LAZY = ("encodings.ascii", "encodings.idna", "encodings.latin_1", "encodings.utf_8_sig", "traceback")

# Modules that those who import them do without when they are missing: compression and encryption have no use here.
DISPENSABLE = frozenset({"bz2", "compression", "lzma", "ssl"})

OLDEST = (1980, 1, 1, 0, 0, 0)  # the earliest moment a zip can hold: the same bytes whenever it is built


@dataclass(frozen=True, slots=True)
class Archives:
    """The two archives of a build, as bytes: the trimmed standard library, and `pyrules` with the app."""

    library: bytes
    program: bytes


def build(pyodide: Path, sources: Mapping[str, str], others: Mapping[str, str], cache: Path) -> Archives:
    """Compile `sources` (archive path -> text) and the standard modules that they and `others` import.

    `pyodide` is the folder of the npm package. `others` are scripts that run beside the archive but are not in it.
    Compiled files are kept in `cache` by the hash of what they were made from, so only changed files are compiled.
    """
    mine = {_package(path) for path in (*sources, *others)} | SUPPLIED
    modules = sorted({*LAZY, *imports((*sources.items(), *others.items()), mine)})
    maker = digest((pyodide / "package.json").read_bytes(), HOST.read_bytes(), COMPILER.read_bytes())

    kept = {path: cache / f"{digest(maker, path, text)}.pyc" for path, text in sources.items()}
    library = cache / f"{digest(maker, *modules, *sorted(DISPENSABLE))}.library"
    missing = {path: sources[path] for path, file in kept.items() if not file.exists()}
    wanted = [] if library.exists() else modules
    if missing or wanted:
        answer = run_in_pyodide(pyodide, {"sources": missing, "modules": wanted})
        cache.mkdir(parents=True, exist_ok=True)
        for path, code in answer["sources"].items():
            keep(kept[path], base64.b64decode(code))
        if wanted:
            used = {path: code for path, code in answer["library"].items() if _package(path) not in DISPENSABLE}
            keep(library, archive({path: base64.b64decode(code) for path, code in used.items()}))
    return Archives(library.read_bytes(), archive({path: file.read_bytes() for path, file in kept.items()}))


def imports(sources: tuple[tuple[str, str], ...], mine: set[str] | frozenset[str]) -> Iterator[str]:
    """Yield every module named by an import statement anywhere in `sources`, those of the packages `mine` left out."""
    for path, text in sources:
        for statement in ast.walk(ast.parse(text, path)):
            match statement:
                case ast.Import(names=names):
                    found = [alias.name for alias in names]
                case ast.ImportFrom(module=str(name), level=0):
                    found = [name]
                case _:
                    continue
            yield from (name for name in found if name.split(".")[0] not in mine)


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a gzipped zip of `files` (path of a `.py` -> its byte code) whose bytes depend on nothing else.

    The zip itself is not compressed: the browser unpacks the whole at once, faster than Python would file by file, and
    it is packed better.
    """
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as made:
        for path in sorted(files):
            made.writestr(zipfile.ZipInfo(f"{path}c", OLDEST), files[path])
    return gzip.compress(target.getvalue(), mtime=0)


def _package(path: str) -> str:
    """Name the module or package at the top of a path in an archive."""
    return path.partition("/")[0].removesuffix(".py")


def run_in_pyodide(pyodide: Path, job: Mapping[str, object]) -> Any:
    """Run the compiler inside Pyodide under the virtual environment's Node and return its answer.

    Raises `RuntimeError` with what Python printed when it fails, a syntax error of a source for example.
    """
    done = subprocess.run(
        (str(node()), str(HOST), str(pyodide), str(COMPILER)),
        input=json.dumps(job),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"Pyodide could not compile the sources:\n{done.stderr}")
    return json.loads(done.stdout)


def keep(file: Path, content: bytes) -> None:
    """Write `file` in one step, so that a build that is killed leaves no half of it."""
    half = file.with_suffix(".half")
    half.write_bytes(content)
    half.replace(file)


def digest(*parts: str | bytes) -> str:
    """Return the SHA-256 of `parts`, each set off from the next, in hexadecimal."""
    made = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        made.update(len(content).to_bytes(8) + content)
    return made.hexdigest()
