"""The sub-commands of ``build.py``: what each is called, takes and does."""

import argparse
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

from tools import CACHE, ROOT, browser, environment
from tools.steps import SetUpError

_PASSED_ON = ("test", "bench", "fuzz", "faults", "mutants", "shots", "pictures")
"""Commands whose arguments belong to another program and reach it untouched."""

_LOOKING = ("bench", "shots", "pictures")
"""Commands that look at the site in a browser."""

QUICK = "--quick"
"""The argument of ``test`` that has only what a change can break run."""

ENGINES = "--engines"
"""The argument of ``test`` that has the first roll, the log and a copy run in three engines."""

NIGHTLY = "--nightly"
"""The argument of ``test`` that pytest gets as well (conftest.py): also what runs at night only, and more examples."""

_COVERAGE = ("--cov=pyrules", "--cov-report=term", "--cov-fail-under=97")

_CORES = min(os.cpu_count() or 1, 4)

_BALANCED = ("--dist=worksteal", "--durations=20")
"""Arguments that have a process without tests left take half of what another has yet to do, and tell the slowest."""

_FULL_RUN = (
    (f"--numprocesses={_CORES}", *_BALANCED, "-m", "not untraced", *_COVERAGE),
    (f"--numprocesses={_CORES + 1}", *_BALANCED, "-m", "untraced"),  # a sixth of the time they wait for browsers
)
"""Two runs of pytest: to switch tracing off and on in one would end it, by threads that are being traced."""

_COMPILED = {"PYTHONPYCACHEPREFIX": str(CACHE / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
"""Environment in which what is imported is kept compiled: each process would spend two thirds of its start on that."""

_USUAL_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin", "/snap/bin")
"""Where a POSIX machine keeps browsers and its package manager, added behind a PATH too short to reach them."""

LAYERS = ("-c", "import sys; sys.path[:0] = ['.', 'web']; from importlinter import cli; cli.lint_imports_command()")
"""Arguments of Python that check what may import what, as pyproject.toml says; `app` lies in the folder `web`."""

_LINTERS = (
    ("-m", "ruff", "check"),
    ("-m", "ruff", "format", "--check"),
    ("-m", "mypy"),
    (*LAYERS, "--no-logo", "--no-cache"),
)


def main(argv: Sequence[str]) -> int:
    """Run the command that ``argv`` names, setting up first what it needs, and give its exit code."""
    passed_on = argv[:1] and argv[0] in _PASSED_ON and argv[1:2] not in (["-h"], ["--help"])
    options = _parser().parse_args(argv[:1] if passed_on else argv)
    os.chdir(ROOT)
    if sys.platform != "win32":
        folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
        os.environ["PATH"] = os.pathsep.join(dict.fromkeys((*folders, *_USUAL_FOLDERS)))
    try:
        if options.command == "clean":
            return _clean(everything=options.all)
        environment.prepare()
        if not environment.in_venv():
            return _hand_over(argv)
        return _run_command(options, argv[1:])
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="build.py",
        description="Build, serve, test and measure pyrules. The first run installs what it needs into this folder.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, does: str, usage: str | None = None) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.", usage=usage)

    serve = add("serve", "build the site, serve it under /pyrules/ and rebuild it when a source changes")
    serve.add_argument("--port", type=int, default=8000, help="port to try first; the next free one is taken (8000)")
    serve.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the whole network (127.0.0.1)"
    )
    serve.add_argument("--no-open", action="store_true", help="do not open the browser")
    add(
        "test",
        "run every test, unit and browser, with coverage; or what pytest's arguments choose, without;"
        " or with --quick, in 15 s, what the files changed since main can break, without a browser;"
        " or with --engines what Chromium, Firefox and WebKit must all do;"
        " with --nightly also what takes minutes, and ten times as many examples",
        usage="build.py test [-h] [--quick | --engines] [--nightly] [PYTEST ARGUMENT ...]",
    )
    add("build", "build the site into dist/, a plain folder for any static host, and print its size")
    onefile = add(
        "onefile", "build the whole app as one HTML file that opens without a server, dist-onefile/pyrules.html"
    )
    onefile.add_argument(
        "--site", default="", help="address of the app on the web, for shared links and newer versions"
    )
    add("lint", "check style, formatting, types and layers (ruff, mypy, import-linter)")
    add(
        "bench",
        "measure odds, boot and dice beside their peers, the log, the eye for real dice and a table of eight",
        usage="build.py bench [-h] [--json FILE] [--only odds|forms|boot|dice|eye|log|table|python] [--lighthouse]",
    )
    add(
        "fuzz",
        "play evenings of several devices at one table at random, and shrink those that go wrong",
        usage="build.py fuzz [-h] [--seats N ...] [--steps N] [--seed N]",
    )
    add(
        "faults",
        "have each call that stores something fail, in each way, and tell what is lost",
        usage="build.py faults [-h]",
    )
    add(
        "mutants",
        "change a module of the rules at one place after the other, and list what no test of its room notices",
        usage="build.py mutants [-h] MODULE ...",
    )
    add(
        "shots",
        "take pictures of every screen, of a roll from the tap on and of the dice in every look into shots/",
        usage="build.py shots [-h] [--only TEXT]",
    )
    add("pictures", "take the README's pictures anew into docs/pictures/", usage="build.py pictures [-h]")
    add("words", "list every text that the app and the command line can say, by source file")
    new = add("new-system", "lay out a new rule system that works, in one file, to be changed")
    new.add_argument("name", help="its id: the name of its folder and its address on the site")
    clean = add("clean", "delete dist/, dist-onefile/, shots/ and every cache")
    clean.add_argument("--all", action="store_true", help="also delete .venv and node_modules")
    return parser


def _hand_over(argv: Sequence[str]) -> int:
    """Start again inside ``.venv``; on POSIX this process becomes the new one."""
    command = [str(environment.PYTHON), str(ROOT / "build.py"), *argv]
    if sys.platform != "win32":
        os.execv(command[0], command)  # noqa: S606  (no shell is wanted)
    return subprocess.run(command, check=False).returncode


def _run_command(options: argparse.Namespace, arguments: Sequence[str]) -> int:
    """Do the command; everything imported here is found in ``.venv`` only."""
    # Playwright's own Node needs a system library that a bare Debian lacks.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(environment.node()))
    match options.command:
        case "serve":
            from tools.serve import serve

            return serve(host=options.host, port=options.port, opens=not options.no_open)
        case "test":
            return _test(arguments)
        case "build" | "onefile":
            return _build(options)
        case "lint":
            codes = [subprocess.run([sys.executable, *linter], check=False).returncode for linter in _LINTERS]
            return int(any(codes))
        case name:
            if name in _LOOKING:
                os.environ[browser.VARIABLE] = str(browser.prepare())
            return int(importlib.import_module(f"tools.{name.replace('-', '_')}").main(arguments))


def _build(options: argparse.Namespace) -> int:
    from tools import onefile, site

    try:
        if options.command == "onefile":
            onefile.build(options.site)
        else:
            site.build()
    except (RuntimeError, ValueError) as error:
        print(f"The build failed: {error}", file=sys.stderr)
        return 1
    return 0


def _test(arguments: Sequence[str]) -> int:
    if QUICK in arguments:
        from tools import quick

        return quick.main([argument for argument in arguments if argument != QUICK])
    if ENGINES in arguments:
        from tools import engines

        os.environ[browser.VARIABLE] = str(engines.prepare())
        arguments = ["e2e/engines.py", *(argument for argument in arguments if argument != ENGINES)]
    elif needs_browser(arguments):
        os.environ[browser.VARIABLE] = str(browser.prepare())
        for name in other_browsers(arguments):
            browser.prepare_other(name)
    runs = [(*run, *arguments) for run in _FULL_RUN] if set(arguments) <= {NIGHTLY} else [arguments]
    codes = [
        subprocess.run([sys.executable, "-m", "pytest", *run], env=os.environ | _COMPILED, check=False).returncode
        for run in runs
    ]
    return next(filter(None, codes), 0)


def needs_browser(arguments: Sequence[str]) -> bool:
    """Return whether a pytest run with these arguments can reach ``e2e/``: unless paths are named and lie elsewhere.

    >>> needs_browser(["-k", "roll"]), needs_browser(["e2e"]), needs_browser(["-x", "tests"])
    (True, True, False)
    """
    paths = [ROOT / argument.partition("::")[0] for argument in arguments if not argument.startswith("-")]
    if any(path == ROOT or path.is_relative_to(ROOT / "e2e") for path in paths):
        return True
    return not any(path.exists() for path in paths)


def other_browsers(arguments: Sequence[str]) -> list[str]:
    """The browsers beside Chromium that a pytest run is told to use.

    >>> other_browsers(["e2e", "--browser", "firefox", "--browser=webkit", "--browser", "chromium", "-x"])
    ['firefox', 'webkit']
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--browser", action="append", default=[])
    named = parser.parse_known_args(arguments)[0].browser
    return [name for name in named if name != "chromium"]


def _clean(*, everything: bool) -> int:
    folders = [
        CACHE,
        *(ROOT / name for name in ("dist", "dist-onefile", "shots", ".hypothesis", "test-results", "__pycache__")),
    ]
    for name in ("pyrules", "tools", "tests", "e2e", "web"):
        folders += (ROOT / name).rglob("__pycache__")
    if everything:
        folders += (environment.VENV, environment.NODE_MODULES)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return 0
