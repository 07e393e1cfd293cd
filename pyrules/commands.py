"""The output of each command of the command line; `pyrules.command_line` reads their arguments."""

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pyrules import api
from pyrules.author.source import read_source
from pyrules.command_line import UsageError
from pyrules.core.budget import budget
from pyrules.core.characters import alike
from pyrules.core.engine import chances_of
from pyrules.core.english import amount, one_of
from pyrules.core.errors import IllegalRoll, NotationError, NotOffered, RulesError, printable, quote
from pyrules.core.faces import read_faces
from pyrules.core.roll import Pick, Roll
from pyrules.core.system import ID, System
from pyrules.core.verdict import plain
from pyrules.desk_tables import comparison_csv, comparison_report, sweep_csv, sweep_report, sweep_table
from pyrules.notes.page import read_page
from pyrules.notes.random_tables import by_title, roll_on
from pyrules.odds_table import odds_table
from pyrules.report import means_told, odds_report, roll_report
from pyrules.rules_table import rules_table
from pyrules.session_tables import session_csv, session_report
from pyrules.sessions.course import MOST_TESTS
from pyrules.systems import BY_ID, all_systems, named, register, unregister
from pyrules.values import SECONDS, Comparison, judge_roll, source

GIVEN = r"(?:[a-z_]{1,30} +(?:[+-]?[0-9]{1,4}|on)(?: +|$))+"


def answer(options: argparse.Namespace) -> str:
    """The output of a command; the systems of a file of one's own are registered meanwhile."""
    own = () if options.file is None else _systems_of_file(options.file)
    try:
        for system in own:
            register(system)
        found: str = COMMANDS[options.run](options)
        return found
    finally:
        for system in own:
            unregister(system)


def _register_installed() -> None:
    """Register what other packages name as entry points "pyrules.systems": the id of each, and where its record is."""
    from importlib.metadata import entry_points  # takes a while to load

    for entry in entry_points(group="pyrules.systems"):
        if entry.name not in BY_ID:
            register(entry.load())


def _find_system(name: str) -> System[Any]:
    """The system with this id; those of other packages are looked for where pyrules has none of this name."""
    known = name.strip().lower()
    if ID.fullmatch(known) and known not in BY_ID:
        _register_installed()
    return named(name)


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        raise UsageError(f"{quote(path)} cannot be read: {problem}") from None


def _systems_of_file(path: str) -> tuple[System[Any], ...]:
    """The systems that a file states; raises `UsageError` with the line of its first problem."""
    found = read_source(_text_of(path))
    for problem in found.problems:
        raise UsageError(f"{path}, line {problem.line}: {problem.words}")
    return found.systems


def systems(options: argparse.Namespace) -> str:
    """The rule systems there are."""
    _register_installed()
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


def roll(options: argparse.Namespace) -> str:
    """A roll, or dice from the table judged."""
    test, picks = _read_test(options)
    result = _result(test, picks, options.dice, options.seed)
    return json.dumps(roll_report(test.system, test.record, result.roll)) if options.json else str(result)


def odds(options: argparse.Namespace) -> str:
    """Exact odds, with dice from the table those from there on."""
    _check_format(options)
    test, picks = _read_test(options)
    if options.csv and options.dice is not None:
        raise UsageError("--csv and --dice: use one of them; a table has the odds before the roll")
    if picks and options.dice is None:
        raise UsageError(f"--set {quote(picks[0].option)}: a choice after the roll needs the dice; add --dice")
    if options.spend and options.dice is not None:
        raise UsageError("--spend and --dice: use one of them; with dice the advice counts on the choices after it")
    if options.csv:
        return comparison_csv(Comparison((api.odds(test, spend=options.spend),)))
    if options.spend:
        best = api.odds(test, spend=True)
        (told_of,) = comparison_report(Comparison((best,)))["tests"]
        return json.dumps({**told_of, "costs": means_told(best.costs or {})}) if options.json else str(best)
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


def compare(options: argparse.Namespace) -> str:
    """Tests side by side."""
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
        raise UsageError(f"{quote(text)}: expected 'SYSTEM: NOTATION', with '| KEY=VALUE' for each house rule")
    system = _find_system(name.strip())
    settings, picks = _read_given(system, given)
    if picks:
        raise UsageError(
            f"{quote(picks[0].option)}: no house rule of {system.id}; leave it out, as nothing is rolled yet"
        )
    return api.parse(system, notation.strip(), **settings)


def sweep(options: argparse.Namespace) -> str:
    """The worth of each change of a test."""
    _check_format(options)
    test, picks = _read_test(options)
    if picks:
        raise UsageError(
            f"--set {quote(picks[0].option)}: no house rule of {test.system.id}; leave it out, nothing is rolled yet"
        )
    steps = api.sweep(test)
    if options.csv:
        return sweep_csv(steps)
    with budget(SECONDS):
        odds = chances_of(test.system).odds(test.record)
    told = sweep_report if options.json else sweep_table
    found = told(test, odds.main, odds.events[odds.main], steps)
    return json.dumps(found) if options.json else str(found)


def session(options: argparse.Namespace) -> str:
    """The gains and costs of tests in a row."""
    _check_format(options)
    system = _find_system(options.system)
    settings, picks = _read_given(system, options.given)
    if picks:
        raise UsageError(f"--set {quote(picks[0].option)}: no house rule of {system.id}; use --policy for choices")
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
        raise UsageError(f"--start {quote(text)}: expected COUNTER=NUMBER")
    return name, int(value)


def _read_test(options: argparse.Namespace) -> tuple[api.Test, tuple[Pick, ...]]:
    system = _find_system(options.system)
    settings, picks = _read_given(system, options.given)
    return api.parse(system, options.notation, **settings), picks


def _result(test: api.Test, picks: tuple[Pick, ...], dice: str | None, seed: int | None = None) -> api.Result:
    """The dice from the table judged; without any, a roll."""
    if dice is not None and seed is not None and not picks:
        raise UsageError("--seed with --dice throws what choices ask for; add --set, or leave it out")
    system, record = test.system, test.record
    try:
        if dice is None:
            rolled = system.play(record, source(seed), picks)
        elif seed is None:
            rolled = system.replay(record, read_faces(dice), picks)
        else:
            rolled, thrown = system.replay(record, read_faces(dice)), source(seed)
            for pick in picks:
                rolled = system.roll(record, thrown, system.pick(record, rolled, pick), onward=False)
        return judge_roll(test, rolled)
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
            raise UsageError(f"--set {quote(pair)}: expected KEY=VALUE")
        if key in settings:
            raise UsageError(f"--set {key}: given twice; use it once")
        if key in known:
            settings[key] = value
        elif all(re.fullmatch(r"-|[1-9][0-9]{0,2}", die) for die in value.split()):
            picks.append(Pick(key, tuple(-1 if die == "-" else int(die) - 1 for die in value.split())))
        elif re.fullmatch(GIVEN, value):
            picks.append(Pick(key, given=_given_pairs(value)))
        else:
            raise UsageError(
                f"--set {quote(key)}: neither a house rule ({', '.join(known)})"
                f" nor a choice of dice; use dice such as '1 3 -', got {quote(value)}"
            )
    return settings, tuple(picks)


def _given_pairs(value: str) -> tuple[tuple[str, int | bool], ...]:
    """The values given with a choice: names, each with its number or "on".

    >>> _given_pairs("modifier -2 rule_of_six on")
    (('modifier', -2), ('rule_of_six', True))
    """
    words = value.split()
    return tuple((name, said == "on" or int(said)) for name, said in zip(words[::2], words[1::2], strict=True))


def table(options: argparse.Namespace) -> str:
    """The random tables of a page, or what a roll on one of them comes to, with all that it leads to."""
    tables = read_page(_text_of(options.page)).tables
    if not tables:
        raise UsageError(f"{quote(options.page)} has no table; write a heading with dice, and a line for each entry")
    if options.title is None:
        told: list[dict[str, Any]] = [
            {"title": one.title, "dice": str(one.dice), "entries": len(one.entries), "problems": list(one.problems)}
            for one in tables
        ]
        lines = (
            "; ".join((f"{one['dice']} {one['title']}: {amount(one['entries'], 'entry', 'entries')}", *one["problems"]))
            for one in told
        )
        return json.dumps(told) if options.json else "\n".join(map(printable, lines))
    found = by_title(tables).get(alike(options.title))
    if found is None:
        titles = one_of([one.title for one in tables])
        raise UsageError(f"{quote(options.page)} has no table {quote(options.title)}; use {titles}")
    rolled = roll_on(found, tables, source(options.seed))
    if options.json:
        return json.dumps([{**plain(one), "dice": str(one.dice), "value": one.value} for one in rolled])
    lines = (f"{one.table}: {one.dice} {one.value}: {one.text or 'no line has this number'}" for one in rolled)
    return "\n".join(map(printable, lines))


def rulebook(options: argparse.Namespace) -> str:
    """Every rule, and where it is implemented and tested."""
    return rules_table(all_systems() if options.system is None else (_find_system(options.system),))


COMMANDS = {command.__name__: command for command in (systems, roll, odds, compare, sweep, session, table, rulebook)}
