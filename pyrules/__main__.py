"""The command line: `python -m pyrules systems | roll | odds | compare | sweep | session | rulebook`."""

import argparse
import json
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from pyrules import api
from pyrules.core.budget import budget
from pyrules.core.engine import chances_of
from pyrules.core.errors import IllegalRoll, NotationError, NotOffered, RulesError, one_of, printable, quoted
from pyrules.core.faces import read_faces
from pyrules.core.roll import Pick, Roll
from pyrules.core.system import System
from pyrules.core.verdict import plain
from pyrules.desk_tables import comparison_csv, comparison_report, sweep_csv, sweep_report, sweep_table
from pyrules.odds_table import odds_table
from pyrules.report import odds_report, roll_report
from pyrules.rules_table import rules_table
from pyrules.session_tables import session_csv, session_report
from pyrules.sessions.course import MOST_TESTS
from pyrules.sessions.spending import POLICIES
from pyrules.systems import all_systems, named
from pyrules.values import SECONDS, judged, source

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
MOST_MESSAGE = 400
COMPARED = "2 to 4 tests with their system and house rules: 'moonwalk: 12 [6] (3) | glitch=off'"
CSV = "print a table for spreadsheets"
POLICY = "how to spend: never, advised (as the advice says), or all (until nothing is left, as long as a test fails)"
GIVEN = r"(?:[a-z_]{1,30} +(?:[+-]?[0-9]{1,4}|on)(?: +|$))+"
FACES = "faces rolled at the table: ',' between dice, '>' before a rethrow, '/' before the next roll"


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


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0 done, 1 the output could not be written, 2 bad input."""
    try:
        options = _parser().parse_args(argv)
        _print(options.run(options))
    except RulesError as error:
        print(_one_line(str(error)), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _unwritten(error)
    return DONE


def _print(text: str) -> None:
    """Write to standard output; a character that its encoding lacks becomes an escape."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)


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
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    listing = commands.add_parser("systems", help="list the rule systems", allow_abbrev=False)
    listing.add_argument("--json", action="store_true", help="print one JSON array")
    listing.set_defaults(run=_systems)

    rolling = commands.add_parser("roll", help="roll a test, or judge dice rolled on the table", allow_abbrev=False)
    _add_test(rolling)
    faces = rolling.add_mutually_exclusive_group()
    faces.add_argument("--dice", action=_Once, metavar="FACES", help=FACES)
    faces.add_argument(
        "--seed", action=_Once, type=_seed, metavar="N", help="a number that always gives the same faces"
    )
    rolling.set_defaults(run=_roll)

    chances = commands.add_parser(
        "odds", help="print exact odds; with --dice, the odds and advice from there on", allow_abbrev=False
    )
    _add_test(chances)
    chances.add_argument("--dice", action=_Once, metavar="FACES", help=FACES)
    chances.set_defaults(run=_odds)

    comparing = commands.add_parser("compare", help="print the exact odds of tests side by side", allow_abbrev=False)
    comparing.add_argument("tests", metavar="TEST", nargs="+", help=COMPARED)
    comparing.add_argument("--json", action="store_true", help="print one JSON object")
    comparing.add_argument("--csv", action="store_true", help=CSV)
    comparing.set_defaults(run=_compare)

    sweeping = commands.add_parser("sweep", help="print what each change of a test is worth", allow_abbrev=False)
    _add_test(sweeping)
    sweeping.add_argument("--csv", action="store_true", help=CSV)
    sweeping.set_defaults(run=_sweep)

    playing = commands.add_parser(
        "session", help="print what tests in a row spend and earn, and where counters stand", allow_abbrev=False
    )
    playing.add_argument("system", metavar="SYSTEM", help=one_of([system.id for system in all_systems()]))
    playing.add_argument("notations", metavar="NOTATION", nargs="+", help="the tests, in their order")
    playing.add_argument("--times", action=_Once, type=_number, metavar="N", help="all of them so many times")
    playing.add_argument("--policy", choices=POLICIES, default="never", help=POLICY)
    playing.add_argument("--start", metavar="COUNTER=N", action="append", default=[], help="where a counter starts")
    playing.add_argument("--set", dest="given", metavar="RULE=VALUE", action="append", default=[], help="a house rule")
    playing.add_argument("--simulate", action="store_true", help="play it with dice though it could be told exactly")
    playing.add_argument("--trials", action=_Once, type=_number, metavar="N", help="how often a simulation plays it")
    playing.add_argument(
        "--seed", action=_Once, type=_seed, metavar="N", help="a number that always gives the same dice"
    )
    playing.add_argument("--json", action="store_true", help="print one JSON object")
    playing.add_argument("--csv", action="store_true", help=CSV)
    playing.set_defaults(run=_session)

    book = commands.add_parser(
        "rulebook", help="print every rule, and where it is implemented and tested", allow_abbrev=False
    )
    book.add_argument("system", metavar="SYSTEM", nargs="?", help="only this system")
    book.set_defaults(run=_rulebook)
    return parser


def _add_test(parser: argparse.ArgumentParser) -> None:
    """The arguments that name a test, the same for every command about one."""
    parser.add_argument("system", metavar="SYSTEM", help=one_of([system.id for system in all_systems()]))
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
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number; use one of at most 18 digits")
    return int(text)


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,7}", text):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number; use one of at most 7 digits")
    return int(text)


def _systems(options: argparse.Namespace) -> str:
    if options.json:
        return json.dumps([_about(system) for system in all_systems()])
    lines = []
    for system in all_systems():
        lines += [f"{system.id:<10} {system.title}: {system.about}"]
        lines += [f"{'':<10}   {example.notation}" for example in system.examples]
    return "\n".join(lines)


def _about(system: System[Any]) -> dict[str, Any]:
    return {
        "id": system.id,
        "title": system.title,
        "about": system.about,
        "settings": plain(system.settings),
        "counters": plain(system.counters),
        "examples": plain(system.examples),
    }


def _roll(options: argparse.Namespace) -> str:
    test, picks = _read_test(options)
    result = _result(test, picks, options.dice, options.seed)
    return json.dumps(roll_report(test.system, test.record, result.roll)) if options.json else str(result)


def _odds(options: argparse.Namespace) -> str:
    test, picks = _read_test(options)
    if picks and options.dice is None:
        raise UsageError(f"--set {quoted(picks[0].option)}: a choice after the roll needs the dice; add --dice")
    roll = None if options.dice is None else _from_here(test, picks, options.dice)
    with budget(SECONDS):
        told = odds_report if options.json else odds_table
        found = told(test.system, test.record, roll)
    return json.dumps(found) if options.json else str(found)


def _from_here(test: api.Test, picks: tuple[Pick, ...], dice: str) -> Roll:
    """The roll that odds are told from; the dice that its last choice leads to may be still to fall."""
    try:
        return _result(test, picks, dice).roll
    except IllegalRoll:
        if not picks or not picks[-1].given:
            raise
        return test.system.pick(test.record, _result(test, picks[:-1], dice).roll, picks[-1])


def _compare(options: argparse.Namespace) -> str:
    _check_format(options)
    found = api.compare(*(_read_compared(place, text) for place, text in enumerate(options.tests, 1)))
    if options.csv:
        return comparison_csv(found)
    return json.dumps(comparison_report(found)) if options.json else str(found)


def _check_format(options: argparse.Namespace) -> None:
    if options.csv and options.json:
        raise UsageError("--csv and --json: use one of them")


def _read_compared(place: int, text: str) -> api.Test:
    """A test in one text: its system, its notation and its house rules; an error says which test it is."""
    try:
        return _read_one_text(text)
    except NotationError as error:
        before = len(text) - len(text.partition(":")[2].lstrip())
        problem = f"column {before + error.column}: {error.problem}; expected {error.expected}"
        raise UsageError(f"test {place}, {problem}") from None
    except RulesError as problem:
        raise UsageError(f"test {place}: {problem}") from None


def _read_one_text(text: str) -> api.Test:
    told, *given = text.split("|")
    name, colon, notation = told.partition(":")
    if not colon:
        raise UsageError(f"{quoted(text)}: expected 'SYSTEM: NOTATION', with '| KEY=VALUE' for each house rule")
    system = named(name.strip())
    settings, picks = _read_given(system, given)
    if picks:
        raise UsageError(
            f"{quoted(picks[0].option)}: no house rule of {system.id}; leave it out, as nothing is rolled yet"
        )
    return api.parse(system, notation.strip(), **settings)


def _sweep(options: argparse.Namespace) -> str:
    _check_format(options)
    test, picks = _read_test(options)
    if picks:
        raise UsageError(
            f"--set {quoted(picks[0].option)}: no house rule of {test.system.id}; leave it out, nothing is rolled yet"
        )
    steps = api.sweep(test)
    if options.csv:
        return sweep_csv(steps)
    with budget(SECONDS):
        odds = chances_of(test.system).odds(test.record)
    told = sweep_report if options.json else sweep_table
    found = told(test, odds.main, odds.events[odds.main], steps)
    return json.dumps(found) if options.json else str(found)


def _session(options: argparse.Namespace) -> str:
    _check_format(options)
    system = named(options.system)
    settings, picks = _read_given(system, options.given)
    if picks:
        raise UsageError(f"--set {quoted(picks[0].option)}: no house rule of {system.id}; use --policy for choices")
    tests = [api.parse(system, notation, **settings) for notation in options.notations]
    times = 1 if options.times is None else options.times
    if not 0 < len(tests) * times <= MOST_TESTS:
        raise UsageError(f"{len(tests) * times} tests; use 1 to {MOST_TESTS} in a session")
    found = api.session(
        tests * times,
        policy=options.policy,
        start=dict(map(_read_start, options.start)),
        trials=api.TRIALS if options.trials is None else options.trials,
        seed=options.seed,
        simulate=options.simulate,
    )
    if options.csv:
        return session_csv(found)
    return json.dumps(session_report(found)) if options.json else str(found)


def _read_start(text: str) -> tuple[str, int]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not re.fullmatch(r"-?[0-9]{1,6}", value):
        raise UsageError(f"--start {quoted(text)}: expected COUNTER=NUMBER")
    return name, int(value)


def _read_test(options: argparse.Namespace) -> tuple[api.Test, tuple[Pick, ...]]:
    system = named(options.system)
    settings, picks = _read_given(system, options.given)
    return api.parse(system, options.notation, **settings), picks


def _result(test: api.Test, picks: tuple[Pick, ...], dice: str | None, seed: int | None = None) -> api.Result:
    """The dice from the table judged; without any, a roll."""
    system, record = test.system, test.record
    try:
        rolled = (
            system.play(record, source(seed), picks) if dice is None else system.replay(record, read_faces(dice), picks)
        )
        return judged(test, rolled)
    except NotOffered as error:
        house_rules = ", ".join(setting.name for setting in test.system.settings)
        raise UsageError(f"--set: {error}; house rules to use: {house_rules}") from None


def _read_given(system: System[Any], given: Sequence[str]) -> tuple[dict[str, str | int], tuple[Pick, ...]]:
    """Tell house rules from choices after the roll, which may be made more than once and keep their order."""
    known = [setting.name for setting in system.settings]
    settings: dict[str, str | int] = {}
    picks: list[Pick] = []
    for pair in given:
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not key:
            raise UsageError(f"--set {quoted(pair)}: expected KEY=VALUE")
        if key in settings:
            raise UsageError(f"--set {key}: given twice; use it once")
        if key in known:
            settings[key] = value
        elif all(re.fullmatch(r"-|[1-9][0-9]{0,2}", die) for die in value.split()):
            picks.append(Pick(key, tuple(-1 if die == "-" else int(die) - 1 for die in value.split())))
        elif re.fullmatch(GIVEN, value):
            picks.append(Pick(key, given=_given(value)))
        else:
            raise UsageError(
                f"--set {quoted(key)}: neither a house rule ({', '.join(known)})"
                f" nor a choice of dice; use dice such as '1 3 -', got {quoted(value)}"
            )
    return settings, tuple(picks)


def _given(value: str) -> tuple[tuple[str, int | bool], ...]:
    """What is given with a choice: names, each with its number or "on".

    >>> _given("modifier -2 rule_of_six on")
    (('modifier', -2), ('rule_of_six', True))
    """
    words = value.split()
    return tuple((name, said == "on" or int(said)) for name, said in zip(words[::2], words[1::2], strict=True))


def _rulebook(options: argparse.Namespace) -> str:
    return rules_table(all_systems() if options.system is None else (named(options.system),))


if __name__ == "__main__":
    sys.exit(main())
