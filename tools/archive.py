"""Compile `pyrules`, the app and the part of the standard library they need into archives that Pyodide imports from."""

import ast
import base64
import hashlib
import io
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import deflate

from tools.environment import node

TOOLS = Path(__file__).parent
HOST, COMPILER = TOOLS / "pyodide.mjs", TOOLS / "bytecode.py"

# Standard modules imported only while something unusual happens, where no import statement of ours shows them.
LAZY = ("encodings.ascii", "encodings.latin_1", "encodings.utf_8_sig", "traceback")

# Modules that those who import them do without when they are missing: compression and encryption have no use here.
DISPENSABLE = ("bz2", "compression", "lzma", "ssl")

STARTUP, TABLE = "sitecustomize.py", "generated.marshal"  # the module that Python imports at start, and what it reads

OLDEST = (1980, 1, 1, 0, 0, 0)  # the earliest moment a zip can hold: the same bytes whenever it is built


@dataclass(frozen=True, slots=True)
class Archives:
    """The archives of a build, as bytes: the trimmed standard library, and `pyrules` with the app in two parts.

    `late` holds what Python asks for only when something of it is imported.
    """

    stdlib: bytes
    program: bytes
    late: bytes


def build(pyodide: Path, sources: Mapping[str, str], cache: Path, late: Collection[str] = ()) -> Archives:
    """Compile `sources` (archive path -> text) and the standard modules that they import.

    `late` are the paths of those that come late, which none of the others imports at once. `pyodide` is the folder of
    the npm package. What is made is kept in `cache` by the hash of what it was made from, so only changed files are
    compiled.
    Raises `SyntaxError` for a source that is no Python, `RuntimeError` for one that cannot be imported in Pyodide.
    """
    mine = {_package(path) for path in sources}
    modules = sorted({*LAZY, *imports(tuple(sources.items()), mine)})
    maker = digest((pyodide / "package.json").read_bytes(), HOST.read_bytes(), COMPILER.read_bytes(), *DISPENSABLE)

    library = cache / f"{digest(maker, *modules)}.zip"
    if not library.exists():
        answer = _in_pyodide(pyodide, None, ("library", modules))
        used = {path: made for path, made in answer.items() if _package(path) not in DISPENSABLE}
        keep(library, archive({f"{path}c": base64.b64decode(made) for path, made in used.items()}))

    code = {path: cache / f"{digest(maker, path, text)}.pyc" for path, text in sources.items()}
    made_of = digest(maker, *sources, *sources.values(), *sorted(late))
    tables = [cache / f"{made_of}-{part}.marshal" for part in ("at-once", "late")]
    if not all(table.exists() for table in tables):
        job = {
            "compile": {path: sources[path] for path, file in code.items() if not file.exists()},
            "parts": [
                {path: text for path, text in sources.items() if path != STARTUP and path not in late},
                {path: sources[path] for path in sorted(late)},
            ],
        }
        answer = _in_pyodide(pyodide, library, ("program", job))
        for path, made in answer["compile"].items():
            keep(code[path], base64.b64decode(made))
        for table, generated in zip(tables, answer["generated"], strict=True):
            keep(table, base64.b64decode(generated))
    first, then = ({TABLE: table.read_bytes()} for table in tables)
    for path, file in code.items():
        (then if path in late else first)[f"{path}c"] = file.read_bytes()
    return Archives(*(pack_archive(content) for content in (library.read_bytes(), archive(first), archive(then))))


def imports(sources: tuple[tuple[str, str], ...], mine: set[str] | frozenset[str]) -> Iterator[str]:
    """Yield every module that an import statement in `sources` names, those of the packages `mine` left out.

    Statements stand anywhere, but what is imported for types alone is not imported when the program runs.
    """
    for path, text in sources:
        for statement in _nodes_executed(ast.parse(text, path)):
            match statement:
                case ast.Import(names=names):
                    found = [alias.name for alias in names]
                case ast.ImportFrom(module=str(name), level=0):
                    found = [name]
                case _:
                    continue
            yield from (name for name in found if name.split(".")[0] not in mine)


def _nodes_executed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a syntax tree's nodes without the blocks under `if TYPE_CHECKING:`."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        node = ast.Module(node.orelse, [])
    for part in ast.iter_child_nodes(node):
        yield part
        yield from _nodes_executed(part)


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of `files` whose bytes depend on nothing else, not compressed: see `pack_archive`."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as made:
        for path in sorted(files):
            made.writestr(zipfile.ZipInfo(path, OLDEST), files[path])
    return target.getvalue()


def pack_archive(content: bytes) -> bytes:
    """Gzip a whole archive: the browser unpacks it faster than Python would file by file, and it gets smaller.

    libdeflate's hardest level saves 3 % of what zlib leaves, 60 kB of everybody's first visit, for two seconds a build.
    """
    return bytes(deflate.gzip_compress(content, 12))


def _package(path: str) -> str:
    """Name the module or package at the top of a path in an archive."""
    return path.partition("/")[0].removesuffix(".py")


def _in_pyodide(pyodide: Path, library: Path | None, job: tuple[str, object]) -> Any:
    """Let the compiler do `job` inside Pyodide, with its own standard library or the given one."""
    done = subprocess.run(
        (str(node()), str(HOST), str(pyodide), str(COMPILER), *([str(library)] if library else [])),
        input=json.dumps(job),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"Pyodide cannot compile or import the sources:\n{done.stderr}")
    return json.loads(done.stdout)


def keep(file: Path, content: bytes) -> None:
    """Write `file` in one step, so that a build that is killed, or another beside it, leaves no half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".half", delete=False) as half:
        half.write(content)
    Path(half.name).replace(file)


def digest(*parts: str | bytes) -> str:
    """Return the SHA-256 of `parts`, each set off from the next, in hexadecimal."""
    made = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        made.update(len(content).to_bytes(8) + content)
    return made.hexdigest()
