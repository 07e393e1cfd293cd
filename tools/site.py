"""Build the site: a plain folder for any static host and any sub-path, the same bytes for the same sources."""

import ast
import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from pyrules.author.building.adding import BEGINNING
from pyrules.author.source import VERSION
from pyrules.shelf import GAMES
from tools import CACHE, ROOT, archive, icons, notices, reference
from tools.environment import NODE_MODULES, node

WEB = ROOT / "web"
SOURCES = (ROOT / "pyrules", WEB / "app")
SHELF = {game.name: (game.title, ROOT / f"pyrules/shelf/{game.name}.py") for game in GAMES}
"""The file of each game of the shelf with its title, by its name."""

NOT_IN_BROWSERS = frozenset(
    (
        ROOT / "pyrules/__main__.py",
        ROOT / "pyrules/command_line.py",
        ROOT / "pyrules/commands.py",
        ROOT / "pyrules/notebook.py",
        ROOT / "pyrules/rules_table.py",
        WEB / "app/pages.py",
        *(file for _, file in SHELF.values()),
    )
)
"""The command line, cards of notebooks, what draws the pages, and texts that the workshop fetches as they are."""
STARTUP = WEB / "startup.py"
USUAL = ROOT / "tools/usual.py"
LATE = "late.dat"
"""The archive of what no usual roll imports, which comes when it is needed."""
PYSCRIPT_WORKER, PYODIDE_SCRIPT = "pyscript/worker.mjs", "pyodide/pyodide.asm.mjs"
SHORTENER = ROOT / "tools/pyodide_script.mjs"
STYLER = ROOT / "tools/styles.mjs"
QR = NODE_MODULES / "qr"
TERSER = NODE_MODULES / "terser"
LIGHTNINGCSS = NODE_MODULES / "lightningcss"
PYODIDE = NODE_MODULES / "pyodide"
PYSCRIPT = NODE_MODULES / "@pyscript/core"
RUNTIMES = {
    "micropython": (
        NODE_MODULES / "@micropython/micropython-webassembly-pyscript",
        ("micropython.mjs", "micropython.wasm"),
    ),
    "pyodide": (PYODIDE, ("pyodide.mjs", "pyodide.asm.wasm")),
    # Browsers pack each in its own way; the one file is the same bytes wherever it is made.
    "pako": (NODE_MODULES / "pako", ("dist/browser/pako_deflate.esm.min.mjs",)),
    "typeface": (NODE_MODULES / "@fontsource-variable/eczar", ("files/eczar-latin-wght-normal.woff2",)),
}
# The style sheet's parts, a file for what one looks for, in the order they are joined in: of two rules in one layer
# the later one wins.
STYLES = (
    "base",
    "frame",
    "parts",
    "form",
    "roll",
    "asks",
    "picker",
    "log",
    "evening",
    "dice",
    "tray",
    "next-roll",
    "drama",
    "low",
    "keypad",
    "tracker",
    "notes",
    "paper",
    "odds",
    "desk",
    "presets",
    "settings",
    "rules",
    "news",
    "table",
    "layout",
    "show",
    "others",
)
SERVED_AS_THEY_ARE = (".css", ".js", ".mjs", ".png", ".py", ".svg", ".webmanifest")
AWAITED = (".dat", ".js", ".mjs", ".py", ".wasm")
NOT_AWAITED = (
    "bluetooth.mjs",
    "channel.mjs",
    "codes.mjs",
    "dice/",
    "drag.mjs",
    "eye/",
    "keeper.mjs",
    LATE,
    "offline.mjs",
    "onefile/",
    "pako/",
    "picture.mjs",
    "qr/",
    "sw.js",
    "trouble.mjs",
    "workshop/",
    "pen/",
)
PRELOADED = ("build.mjs", "platform.mjs", "shortcuts.mjs")
"""Modules that the page begins with. Its head names them, with PyScript's, so that they come at once, and with their
hashes, so that the browser runs none that is not of this build. boot.mjs names the rest, once the page is drawn."""

NOT_IN_ONE_FILE = (
    ".html",
    ".png",
    ".nojekyll",
    "keeper.mjs",
    "manifest.webmanifest",
    "offline.mjs",
    "onefile/assemble.mjs",
    "onefile/make.mjs",
    "onefile/take.mjs",
    "pako_deflate.esm.min.mjs",
    "sw.js",
)
"""Endings of files that the one file lacks: other pages, what installs and stores the site, what makes the file."""

WORKSHOP = "workshop/index.html"
REFERENCE, NAMES = "reference/index.html", "workshop/names.json"
"""The guide for who writes a game, and each name that its text may use with its sentence."""
SOURCE = "source/index.html"
"""The page on which the files of every system can be read: nobody needs it offline, so it is not stored there."""
OF_THE_WORKSHOP = ("pen/", "workshop/")
"""The files of the workshop alone, which is not in the one file."""

SHIPPED = {file.parent.name: file for file in sorted((ROOT / "pyrules/systems").glob("*/__init__.py"))}
"""The file of each system that pyrules comes with, by its id; it imports those beside it."""

FIRST_TEXT = "hits", ("Count hits", ROOT / "tests/author/pattern.py")
"""The text that stands first of those that can be changed in the workshop, with what people call its kind."""

NOT_IN_A_PEN = (
    "THIRD-PARTY.txt",
    "bluetooth.mjs",
    "channel.mjs",
    "codes.mjs",
    "eye/",
    "floor.js",
    "head.js",
    "kept.mjs",
    "memory.mjs",
    "picture.mjs",
    "pyodide-boot.mjs",
    "pyscript/",
    "qr/",
    "sbom.cdx.json",
    "trouble.mjs",
    "workshop/",
)
"""The parts of the one file that a pen is not given: what reaches other devices, PyScript, what a site alone needs."""

_PAGES = (
    "import json, app.pages as drawn; print(json.dumps([drawn.pages(), drawn.ICONS, drawn.looks(), drawn.one_file()]))"
)
_NAMES = "import json, tools.reference as guide; print(json.dumps(guide.names(), separators=(',', ':')))"
_PYSCRIPT_CHUNK = re.compile(r'from"\./([\w.-]+)"')
_PYSCRIPT_WORKER = re.compile(r"""new Blob\(\["/\*@\*/"\+((["'])(?:(?!\2)[^\\]|\\.)*\2)""")
_RUN_AT_ONCE = re.compile(rb'(?:src|href)="(?:\.\.?/)*(floor\.js|head\.js|boot\.mjs|app\.css)"')
_SOURCE_MAP = re.compile(rb"\n//# sourceMappingURL=\S+\s*\Z")


@dataclass(frozen=True, slots=True)
class Size:
    """A file of the site: bytes as it is, and as gzip makes it for the wire."""

    path: str
    raw: int
    packed: int


def build(out: Path = ROOT / "dist", cache: Path = CACHE / "site") -> tuple[Size, ...]:
    """Build the site into the folder `out`, print a table of its files and return it.

    The old folder is replaced in one step when the new one is complete. `cache` keeps compiled code between builds.
    Raises `RuntimeError` when a page, a style sheet or a source cannot be compiled, or a script of PyScript or Pyodide
    is not made as the build expects.
    """
    runtimes = _runtimes(cache)
    preloaded = (*PRELOADED, *(path for path in runtimes if path.startswith("pyscript/") and path != PYSCRIPT_WORKER))
    files = {
        **_pages(),
        **_shell(),
        **_templates(),
        NAMES: run_app(("-c", _NAMES), "the names of the guide cannot be read").encode(),
        **runtimes,
        **_archives(cache),
        **notices.files(),
        ".nojekyll": b"",
    }
    files |= {path: _write_styles(path, sheet, cache) for path, sheet in files.items() if path.endswith(".css")}
    version = hashlib.sha256(json.dumps(_integrity(files)).encode()).hexdigest()[:12]
    files["build.mjs"] = _build_module(files, version)
    files["onefile/files.mjs"] = _one_file(files)
    files["workshop/files.mjs"] = _pen(files)
    hashes = _integrity(files)
    files |= {
        path: _finish_page(path, page, preloaded, hashes, version)
        for path, page in files.items()
        if path.endswith(".html")
    }
    files[WORKSHOP] = _workshop(hashes)
    files[SOURCE] = _source(hashes)
    files[REFERENCE] = _reference(hashes)
    files["sw.js"] = _service_worker(files)
    _replace(out, files)
    sizes = tuple(Size(path, len(content), _pack_content(content, cache)) for path, content in sorted(files.items()))
    print(sizes_text(sizes))
    return sizes


def sizes_text(sizes: tuple[Size, ...]) -> str:
    """Lay `sizes` out as text with a line for each file and a total.

    >>> print(sizes_text((Size("app.css", 12000, 2500), Size("index.html", 9000, 2000))))
                   raw kB   gzip kB
    app.css          12.0       2.5
    index.html        9.0       2.0
    in all           21.0       4.5
    """
    total = Size("in all", sum(size.raw for size in sizes), sum(size.packed for size in sizes))
    width = max(len(size.path) for size in (*sizes, total))
    lines = [f"{size.path:<{width}}{size.raw / 1000:>11.1f}{size.packed / 1000:>10.1f}" for size in (*sizes, total)]
    return "\n".join((f"{'':<{width}}{'raw kB':>11}{'gzip kB':>10}", *lines))


def _pages() -> dict[str, bytes]:
    """Render the pages with the app's own view functions.

    The icons they name come with them, and the style sheet with every system's look.
    """
    pages, named, looks, one_file = json.loads(run_app(("-c", _PAGES), "the pages cannot be rendered"))
    drawn = {path: html.encode() for path, html in pages.items()}
    sheet = "\n".join((*((WEB / "styles" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES), looks))
    return {
        **drawn,
        "onefile/page.txt": one_file.encode(),
        "icons/signs.svg": icons.join_icons(named),
        "app.css": sheet.encode(),
    }


def _finish_page(path: str, page: bytes, preloaded: Sequence[str], hashes: Mapping[str, str], version: str) -> bytes:
    """Write into the page at `path` which modules to fetch at once, and what hashes the browser is to find.

    The version tells its first script when it runs beside those of another build.
    """
    root = "../" * path.count("/")
    links = "".join(
        f'<link rel="modulepreload" href="{root}{module}" integrity="{hashes[module]}">' for module in preloaded
    )
    last = f'{links}<meta name="version" content="{version}"></head>'
    checked = _RUN_AT_ONCE.sub(lambda named: named[0] + f' integrity="{hashes[named[1].decode()]}"'.encode(), page)
    return checked.replace(b"</head>", last.encode(), 1)


def _shell() -> dict[str, bytes]:
    """Collect the files of `web/` that are served, each by itself; what goes into the archive is not."""
    found = (path for path in sorted(WEB.rglob("*")) if path.suffix in SERVED_AS_THEY_ARE and path != STARTUP)
    apart = {WEB / "app", WEB / "styles"}
    return {path.relative_to(WEB).as_posix(): _for_browsers(path) for path in found if not apart & {*path.parents}}


def _for_browsers(path: Path) -> bytes:
    """Read a file without its docstrings or lines of comment, which only readers need; each line keeps its number."""
    content = path.read_bytes()
    if path.suffix in (".js", ".mjs"):
        return re.sub(rb"^[ \t]*//.*$", b"", content, flags=re.MULTILINE)
    if path.suffix != ".py":
        return content
    lines = content.splitlines(keepends=True)
    for one in ast.walk(ast.parse(content)):
        if (
            isinstance(one, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef)
            and ast.get_docstring(one)
            and one.body[1:]
        ):
            said = one.body[0]
            lines[said.lineno - 1 : said.end_lineno] = [b"\n"] * ((said.end_lineno or said.lineno) - said.lineno + 1)
    return b"".join(lines)


def _templates() -> dict[str, bytes]:
    """Collect what a text can begin as, and write down what each is called; what is begun from nothing has no name."""
    found = dict((FIRST_TEXT, *SHELF.items())) | {name: (_title(file), file) for name, file in SHIPPED.items()}
    first = f"# pyrules.author {VERSION}\n"
    texts = {name: file.read_text("utf-8").removeprefix(first) for name, (_, file) in found.items()}
    files = {f"workshop/templates/{name}.py": first + text for name, text in texts.items()}
    named = json.dumps({name: title for name, (title, _) in found.items()}, indent=2)
    files["workshop/templates/nothing.py"] = BEGINNING
    files["workshop/templates.mjs"] = f"export const TEMPLATES = {named};\n"
    return {path: text.encode() for path, text in files.items()}


def _title(file: Path) -> str:
    """Return the name of a system of pyrules, which its file says first."""
    return file.read_text("utf-8").removeprefix('"""').partition(":")[0]


def _runtimes(cache: Path) -> dict[str, bytes]:
    """Collect both interpreters, PyScript's core without its plugins, the typeface, and qr; all without source maps.

    The script of its workers, a text within the core, becomes a file of its own: the rules' worker begins with it.
    Pyodide's own script goes without what the site never runs.
    """
    dist = PYSCRIPT / "dist"
    # The plugin that shows errors on the page is fetched even to be told not to.
    chunks = (
        *_PYSCRIPT_CHUNK.findall((dist / "core.js").read_text(encoding="utf-8")),
        next(dist.glob("error-*.js")).name,
    )
    files = {f"pyscript/{name}": dist / name for name in ("core.js", *chunks)}
    for folder, (package, names) in RUNTIMES.items():
        files |= {f"{folder}/{name}": package / name for name in names}
    contents = {path: _SOURCE_MAP.sub(b"\n", file.read_bytes()) for path, file in files.items()}
    contents |= {f"qr/{name}": _shorten_module(QR / name, cache) for name in ("index.js", "decode.js")}
    return contents | {PYSCRIPT_WORKER: _pyscript_worker(contents), PYODIDE_SCRIPT: _pyodide_script(cache)}


def _shorten_module(script: Path, cache: Path) -> bytes:
    """Shorten a module, once for each version of it and of what shortens it."""
    made_of = (script, TERSER / "package.json")
    short = cache / f"{archive.digest(*(file.read_bytes() for file in made_of))}.js"
    if not short.exists():
        command = (str(node()), str(TERSER / "bin/terser"), str(script), "--module", "--compress", "--mangle")
        archive.keep(short, subprocess.run(command, check=True, capture_output=True).stdout)
    return short.read_bytes()


def _write_styles(path: str, sheet: bytes, cache: Path) -> bytes:
    """Write a style sheet in words that the oldest browsers know, once for each version of it and of what does so."""
    made_of = (ROOT / "package.json", LIGHTNINGCSS / "package.json", STYLER)
    done = cache / f"{archive.digest(sheet, *(file.read_bytes() for file in made_of))}.css"
    if not done.exists():
        ran = subprocess.run((str(node()), str(STYLER)), input=sheet, capture_output=True, check=False)
        if ran.returncode:
            raise RuntimeError(f"{path} cannot be written for the oldest browsers:\n{ran.stderr.decode()}")
        archive.keep(done, ran.stdout)
    return done.read_bytes()


def _pyscript_worker(files: Mapping[str, bytes]) -> bytes:
    """Take the script that PyScript's workers run out of its core, and have it say first that it listens.

    Node reads the literal as browsers do.
    """
    for path, content in files.items():
        if path.startswith("pyscript/") and (found := _PYSCRIPT_WORKER.search(content.decode())):
            command = (str(node()), "--eval", f"process.stdout.write({found[1]})")
            script = subprocess.run(command, check=True, capture_output=True).stdout
            return b"postMessage({ listens: true });\n" + script
    raise RuntimeError("PyScript's core no longer holds its worker's script as it did: see how it starts a worker now")


def _pyodide_script(cache: Path) -> bytes:
    """Shorten Pyodide's script, once for each version of it and of what shortens it."""
    made_of = (PYODIDE / "package.json", TERSER / "package.json", SHORTENER)
    short = cache / f"{archive.digest(*(file.read_bytes() for file in made_of))}.mjs"
    if not short.exists():
        done = subprocess.run((str(node()), str(SHORTENER), str(PYODIDE)), capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"Pyodide's script cannot be shortened:\n{done.stderr.decode()}")
        archive.keep(short, done.stdout)
    return short.read_bytes()


def _archives(cache: Path) -> dict[str, bytes]:
    """Compile the standard library, and `pyrules` with the app, into the archives the worker imports from."""
    sources = {archive.STARTUP: STARTUP.read_text(encoding="utf-8")} | {
        path.relative_to(folder.parent).as_posix(): path.read_text(encoding="utf-8")
        for folder in SOURCES
        for path in sorted(folder.rglob("*.py"))
        if path not in NOT_IN_BROWSERS
    }
    at_once = _at_once(sources, cache)
    late = [path for path in sources if path != archive.STARTUP and path not in at_once]
    made = archive.build(PYODIDE, sources, cache, late)
    return {"pyodide/library.dat": made.stdlib, "pyrules.dat": made.program, LATE: made.late}


def _at_once(sources: Mapping[str, str], cache: Path) -> set[str]:
    """Find out which of the sources the usual roll of any system needs, once for each text of them."""
    found = cache / f"{archive.digest(USUAL.read_bytes(), *sources, *sources.values())}.json"
    if not found.exists():
        archive.keep(found, run_app((str(USUAL),), "the usual rolls cannot be tried").encode())
    folders = (name.replace(".", "/") for name in json.loads(found.read_bytes()))
    return {path for folder in folders for path in (f"{folder}.py", f"{folder}/__init__.py")}


def run_app(arguments: Sequence[str], failed: str) -> str:
    """Run the app's code in a fresh Python, so that every build sees today's, and return what it prints."""
    path = os.pathsep.join((str(ROOT), str(WEB)))
    environment = {**os.environ, "PYTHONPATH": path}
    command = (sys.executable, *arguments)
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise RuntimeError(f"{failed}:\n{done.stderr}")
    return done.stdout


def _build_module(files: Mapping[str, bytes], version: str) -> bytes:
    """Write down for the page which files must arrive before the rules are ready, how big and with which hash."""
    awaited = {
        path: content for path, content in files.items() if path.endswith(AWAITED) and not path.startswith(NOT_AWAITED)
    }
    sizes = {path: len(content) for path, content in awaited.items()}
    integrity = _integrity({**awaited, LATE: files[LATE]})
    lock = {"info": json.loads((PYODIDE / "pyodide-lock.json").read_bytes())["info"], "packages": {}}
    values = {"version": version, "sizes": sizes, "integrity": integrity, "lock": lock}
    return "".join(f"export const {name} = {json.dumps(value)};\n" for name, value in values.items()).encode()


def _one_file(files: Mapping[str, bytes]) -> bytes:
    """Write down which files the app in one file is made of, with their hashes."""
    return f"export const files = {json.dumps(_integrity(_files_held(files)))};\n".encode()


def _files_held(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that the app in one file holds."""
    return {
        path: content
        for path, content in files.items()
        if not path.endswith(NOT_IN_ONE_FILE) and not path.startswith(OF_THE_WORKSHOP)
    }


def _pen(files: Mapping[str, bytes]) -> bytes:
    """Write down which files a pen of the workshop is made of, with their hashes."""
    held = _files_held(files) | {path: content for path, content in files.items() if path.startswith("pen/")}
    needed = {path: content for path, content in held.items() if not path.startswith(NOT_IN_A_PEN)}
    return f"export const files = {json.dumps(_integrity(needed))};\n".encode()


def _workshop(hashes: Mapping[str, str]) -> bytes:
    """Write into the page of the workshop which hashes the browser is to find, and which scripts a pen may run."""
    page = (WEB / WORKSHOP).read_text(encoding="utf-8")
    return re.sub(r"\{([\w./-]+)\}", lambda named: hashes[named[1]], page).encode()


def _source(hashes: Mapping[str, str]) -> bytes:
    """Draw the page on which the files of the systems can be read."""
    page = (WEB / SOURCE).read_text(encoding="utf-8")
    files = "".join(f"<h2>{escape(_title(first))}</h2>\n{_to_read(first.parent)}" for first in SHIPPED.values())
    return page.replace("{app.css}", hashes["app.css"]).replace("{files}", files).encode()


def _reference(hashes: Mapping[str, str]) -> bytes:
    """Draw the page of the guide for who writes a game."""
    page = (WEB / REFERENCE).read_text(encoding="utf-8")
    for sheet in ("app.css", "workshop/guide.css"):
        page = page.replace(f"{{{sheet}}}", hashes[sheet])
    return page.replace("{guide}", reference.page()).encode()


def _to_read(folder: Path) -> str:
    """Draw the files of a system, each folded away."""
    return "".join(
        f"<details><summary>{file.relative_to(folder).as_posix()}</summary>"
        f"<pre>{escape(file.read_text('utf-8'), quote=False)}</pre></details>\n"
        for file in sorted(folder.rglob("*.py"))
    )


def _service_worker(files: Mapping[str, bytes]) -> bytes:
    """Put the list of every file with its hash in front of the service worker's source."""
    stored = {path: content for path, content in files.items() if path not in ("sw.js", ".nojekyll", SOURCE)}
    return f"const FILES = {json.dumps(_integrity(stored))};\n".encode() + files["sw.js"]


def _integrity(files: Mapping[str, bytes]) -> dict[str, str]:
    """Hash each file as subresource integrity writes it."""
    return {
        path: f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
        for path, content in sorted(files.items())
    }


def _replace(out: Path, files: Mapping[str, bytes]) -> None:
    """Write `files` beside `out`, then put the complete folder in its place."""
    new, old = out.with_name(f"{out.name}.new"), out.with_name(f"{out.name}.old")
    for folder in (new, old):
        shutil.rmtree(folder, ignore_errors=True)
    for path, content in files.items():
        (new / path).parent.mkdir(parents=True, exist_ok=True)
        (new / path).write_bytes(content)
    if out.exists():
        out.replace(old)
    new.replace(out)
    shutil.rmtree(old, ignore_errors=True)


def _pack_content(content: bytes, cache: Path) -> int:
    """Return the bytes of `content` in gzip, remembered because the interpreter takes a second to pack."""
    known = cache / f"{hashlib.sha256(content).hexdigest()}.size"
    if not known.exists():
        archive.keep(known, str(len(gzip.compress(content, mtime=0))).encode())
    return int(known.read_text())
