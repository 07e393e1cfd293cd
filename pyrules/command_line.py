"""The arguments of the command line; what its commands print is loaded when one is run."""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from pyrules import __version__
from pyrules.core.english import one_of
from pyrules.core.errors import RulesError, printable, quote
from pyrules.systems import BY_ID

DONE, FAILED, BAD_INPUT = 0, 1, 2
MOST_MESSAGE = 400
COMPARED = "2 to 4 tests with their system and house rules: 'moonwalk: 12 [6] (3) | glitch=off'"
CSV = "print a table for spreadsheets"
POLICY = "how to spend: never, advised (as the advice says), or all (until nothing is left, as long as a test fails)"
SEED = "a number that always gives the same faces; with --dice those of the choices after them, not typed then"
FACES = "faces rolled at the table: ',' between dice, '>' before a rethrow, '/' before the next roll"


PLAIN = {**dict.fromkeys("█▉▊▋▌", "#"), **dict.fromkeys("▍▎▏", " "), **dict.fromkeys("−–—·", "-"), "≤": "<=", "×": "x"}
"""The stand-in for a sign that a terminal cannot show."""


class UsageError(RulesError):
    """Arguments that the command line does not know."""


class _Parser(argparse.ArgumentParser):
    """Reports what is wrong as an error of its own, where argparse would print its whole usage.

    What begins with one "-" is no option but a notation or faces, and is refused where these are read.
    """

    def __init__(self, **about: Any) -> None:
        super().__init__(**about)
        self._negative_number_matcher = re.compile("-[^-]")

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


class _Once(argparse.Action):
    """Keeps the value of an option, and refuses a second one, which argparse would take in its place."""

    def __call__(
        self, _parser: argparse.ArgumentParser, options: argparse.Namespace, value: Any, _option: str | None = None
    ) -> None:
        if getattr(options, self.dest) is not None:
            raise argparse.ArgumentError(self, "given twice; use it once")
        setattr(options, self.dest, value)


def run(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0 done, 1 the output could not be written, 2 bad input."""
    try:
        options = _parser().parse_args(argv)
        _print(import_module("pyrules.commands").answer(options))
    except RulesError as error:
        print(_one_line(str(error)), file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        return _unwritten(error)
    return DONE


def _print(text: str) -> None:
    """Write to standard output; a sign that its encoding lacks becomes a plainer one, or else an escape."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    lacking = {ord(sign): other for sign, other in PLAIN.items() if not sign.encode(encoding, "ignore")}
    print(text.translate(lacking).encode(encoding, "backslashreplace").decode(encoding), flush=True)


def _unwritten(error: OSError) -> int:
    """Leave quietly when the reader of our output has gone, and say so when it cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return DONE
    print(f"the output cannot be written: {error.strerror}", file=sys.stderr)
    return FAILED


def _one_line(message: str) -> str:
    line = printable(message)
    return line if len(line) <= MOST_MESSAGE else f"{line[:MOST_MESSAGE]}…"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m pyrules",
        description="Roll and judge tests of five rule systems, and any dice.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"pyrules {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    listing = commands.add_parser("systems", help="list the rule systems", allow_abbrev=False)
    _add_file(listing)
    listing.add_argument("--json", action="store_true", help="print one JSON array")
    listing.set_defaults(run="systems")

    rolling = commands.add_parser("roll", help="roll a test, or judge dice rolled on the table", allow_abbrev=False)
    _add_test(rolling)
    rolling.add_argument("--dice", action=_Once, metavar="FACES", help=FACES)
    rolling.add_argument("--seed", action=_Once, type=_seed, metavar="N", help=SEED)
    rolling.set_defaults(run="roll")

    chances = commands.add_parser(
        "odds", help="print exact odds; with --dice, the odds and advice from there on", allow_abbrev=False
    )
    _add_test(chances)
    chances.add_argument("--dice", action=_Once, metavar="FACES", help=FACES)
    chances.add_argument("--spend", action="store_true", help="count on the best choices after the roll")
    chances.add_argument("--csv", action="store_true", help=CSV)
    chances.set_defaults(run="odds")

    comparing = commands.add_parser("compare", help="print the exact odds of tests side by side", allow_abbrev=False)
    comparing.add_argument("tests", metavar="TEST", nargs="+", help=COMPARED)
    _add_file(comparing)
    comparing.add_argument("--json", action="store_true", help="print one JSON object")
    comparing.add_argument("--csv", action="store_true", help=CSV)
    comparing.set_defaults(run="compare")

    sweeping = commands.add_parser("sweep", help="print what each change of a test is worth", allow_abbrev=False)
    _add_test(sweeping)
    sweeping.add_argument("--csv", action="store_true", help=CSV)
    sweeping.set_defaults(run="sweep")

    _add_session(commands)

    listed = commands.add_parser(
        "table", help="list the random tables of a page of notes, or roll on one", allow_abbrev=False
    )
    listed.add_argument(
        "page", metavar="NOTES.md", help="a file with tables: a heading with dice, a line for each entry"
    )
    listed.add_argument("title", metavar="TITLE", nargs="?", help="the table to roll on")
    listed.add_argument(
        "--seed", action=_Once, type=_seed, metavar="N", help="a number that always gives the same dice"
    )
    listed.add_argument("--json", action="store_true", help="print one JSON array")
    _add_file(listed)
    listed.set_defaults(run="table")

    book = commands.add_parser(
        "rulebook", help="print every rule, and where it is implemented and tested", allow_abbrev=False
    )
    _add_system(book, "?")
    book.set_defaults(run="rulebook")
    return parser


def _add_session(commands: "argparse._SubParsersAction[_Parser]") -> None:
    playing = commands.add_parser(
        "session", help="print what tests in a row spend and earn, and where counters stand", allow_abbrev=False
    )
    _add_system(playing)
    playing.add_argument("notations", metavar="NOTATION", nargs="+", help="the tests, in their order")
    playing.add_argument("--times", action=_Once, type=_number, metavar="N", help="all of them so many times")
    playing.add_argument("--policy", default="never", metavar="HOW", help=POLICY)
    playing.add_argument("--start", metavar="COUNTER=N", action="append", default=[], help="where a counter starts")
    playing.add_argument("--set", dest="given", metavar="RULE=VALUE", action="append", default=[], help="a house rule")
    playing.add_argument("--simulate", action="store_true", help="play it with dice though it could be told exactly")
    playing.add_argument("--trials", action=_Once, type=_number, metavar="N", help="how often a simulation plays it")
    playing.add_argument(
        "--seed", action=_Once, type=_seed, metavar="N", help="a number that always gives the same dice"
    )
    playing.add_argument("--json", action="store_true", help="print one JSON object")
    playing.add_argument("--csv", action="store_true", help=CSV)
    playing.set_defaults(run="session")


def _add_system(parser: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """The arguments that name a system."""
    parser.add_argument("system", metavar="SYSTEM", nargs=nargs, help=one_of(list(BY_ID)))
    _add_file(parser)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--file", action=_Once, metavar="GAME.py", help="a text that states a system; it is run")


def _add_test(parser: argparse.ArgumentParser) -> None:
    """The arguments that name a test, the same for every command about one."""
    _add_system(parser)
    parser.add_argument("notation", metavar="NOTATION", help="the test in the system's shorthand")
    parser.add_argument(
        "--set",
        dest="given",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help='a house rule, or a choice after the roll with its dice counted from 1, "-" for none: --set reroll="1 3";'
        ' or with what is given with it: --set next="modifier 2 rule_of_six on"',
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _seed(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"{quote(text)} is not a whole number; use one of at most 18 digits")
    return int(text)


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,7}", text):
        raise argparse.ArgumentTypeError(f"{quote(text)} is not a whole number; use one of at most 7 digits")
    return int(text)
