"""A system from the text of a file: what it states, or what is wrong and where, in plain words."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from types import MappingProxyType, ModuleType, TracebackType
from typing import Any

from pyrules.author import plain
from pyrules.author.actions import Action
from pyrules.author.completing import without_use
from pyrules.author.dice import Pool
from pyrules.author.entries import Entry
from pyrules.author.expressions import AuthorError
from pyrules.author.mistakes import syntax_problem, words_of
from pyrules.author.parts import After
from pyrules.author.readings import Faces
from pyrules.author.stated import stated_by
from pyrules.author.systems import made_examples
from pyrules.core.errors import RulesError
from pyrules.core.faces import read_faces, seeded, write_faces
from pyrules.core.system import Example, System

FILE = "<your system>"

VERSION = 1
"""Which version of `pyrules.author` this is; the first line of a text names the one that it is written for."""

WRITTEN_FOR = re.compile(r"# pyrules\.author ([0-9]{1,9})\b")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong with a text: the line and the column, and what to do."""

    line: int
    words: str
    column: int = field(default=0, compare=False, repr=False)
    """The column, from 1 on; 0 where none is known."""


@dataclass(frozen=True, slots=True)
class Source:
    """The content of a text: its systems, and its problems; with problems there are no systems.

    `notes` keep no system from being played.
    """

    systems: tuple[System[Any], ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


def read_source(text: str) -> Source:
    r"""The systems that a text of Python states, each tried with its examples; or its problems by line.

    The text is run: it can do what any program can, so nothing runs here that may not.

    >>> read_source("from pyrules.author import number\nskill = numbr(1)").problems
    (Problem(line=2, words="there is no 'numbr'; do you mean 'number'?"),)
    """
    if newer := needs_newer(text):
        return Source(problems=(Problem(1, newer),))
    module, before = ModuleType(FILE), sys.modules.get(FILE)
    vars(module).update(plain.WORDS)
    sys.modules[FILE] = module  # where a dataclass looks for its own
    source = run_text(text, vars(module))
    if source.problems:
        sys.modules.pop(FILE)
        sys.modules.update({FILE: before} if before else {})
    return source


def run_text(text: str, names: dict[str, Any]) -> Source:
    """The systems that a text states, or its problems, once it was run with these `names`."""
    try:
        syntax = plain.tree(text)
        code = plain.compile_tree(syntax, FILE)
    except SyntaxError as error:
        return Source(problems=(Problem(error.lineno or 1, syntax_problem(text, error), error.offset or 0),))
    try:
        exec(code, names)  # noqa: S102 (whoever calls this says that it may run)
    except Exception as error:  # noqa: BLE001 (whatever a text does wrong is told)
        return Source(problems=(problem_of(error, text, names), *further(syntax, error, text, names)))
    except BaseException as error:  # noqa: BLE001
        return Source(problems=(problem_of(error, text, names),))
    found = tuple(dict.fromkeys(value for value in names.values() if isinstance(value, System)))
    if not found:
        last = text.count("\n") + 1
        return Source(problems=(Problem(last, 'no system is stated; end with system("id", "Title", ...)'),))
    wrong = (*without_return(text), *(problem for system in found for problem in try_system(system, text, names)))
    if problems := tuple(dict.fromkeys(wrong)):
        return Source(problems=problems)
    fit = [fitting(system, text) for system in found]
    notes = (
        *(note for _, notes in fit for note in notes),
        *unused_parts(found, text, names),
        *lost_variables(text),
        *left_to_chance(text),
        *never_shown(found, text),
    )
    return Source(tuple(system for system, _ in fit), notes=notes)


def further(syntax: ast.Module, first: Exception, text: str, names: dict[str, Any]) -> Iterator[Problem]:
    """The problems after the statement of the first error, in all that does not need what is wrong before it."""
    missing = {str(getattr(first, "name", ""))}
    line, _ = _place(first.__traceback__)
    behind = False
    for part in syntax.body:
        here = not behind and part.lineno <= line <= (part.end_lineno or 0)
        parts = [one for one in ast.walk(part) if isinstance(one, ast.Name)]
        needs = {one.id for one in parts if isinstance(one.ctx, ast.Load)}
        if here or (behind and needs & missing):
            missing |= {one.id for one in parts if isinstance(one.ctx, ast.Store)}
            missing |= {one.asname or one.name for one in getattr(part, "names", [])} | {getattr(part, "name", "")}
        elif behind:
            try:
                exec(plain.compile_tree(ast.Module([part], []), FILE), names)  # noqa: S102 (as the text itself)
            except Exception as error:  # noqa: BLE001
                yield problem_of(error, text, names)
                missing |= {str(getattr(error, "name", ""))}
                missing |= {one.id for one in parts if isinstance(one.ctx, ast.Store)}
        behind |= here


def needs_newer(text: str) -> str:
    """Say that a text is for a newer version of `pyrules.author`, which its first line tells; "" for any other.

    >>> needs_newer("# pyrules.author 1"), needs_newer("# pyrules.author 7")
    ('', 'this text is for version 7 of pyrules.author, and this is version 1; it needs a newer pyrules')
    """
    stated_for = WRITTEN_FOR.match(text)
    if not stated_for or int(stated_for[1]) <= VERSION:
        return ""
    newer = f"this text is for version {stated_for[1]} of pyrules.author, and this is version {VERSION}"
    return f"{newer}; it needs a newer pyrules"


def try_system(system: System[Any], text: str, names: dict[str, Any]) -> Iterator[Problem]:
    """The problems where a system is tried with its form and with its examples."""
    try:
        test = system.from_form({}, {})
        system.judge(test, system.roll(test, seeded(1), onward=False))
    except BaseException as error:  # noqa: BLE001
        yield problem_of(error, text, names)
        return
    for example in system.examples:
        try:
            judge_example(system, example)
        except AuthorError as error:
            yield Problem(line_with(example.notation, text), f"the example {example.notation!r}: {error}")
        except RulesError:
            continue  # the example is to blame
        except BaseException as error:  # noqa: BLE001
            yield problem_of(error, text, names)


def judge_example(system: System[Any], example: Example) -> Any:
    """The test of an example, which is judged; raises `RulesError` for one that does not fit."""
    test = system.parse(example.notation, dict(example.settings))
    roll = system.replay(test, read_faces(example.faces), example.picks)
    system.judge(test, roll)
    system.options(test, roll)
    return test


def fitting(system: System[Any], text: str) -> tuple[System[Any], tuple[Problem, ...]]:
    """A system with those examples that fit it, others made where none does; and what is wrong with the rest."""
    fit, notes = [], []
    for example in system.examples:
        told = f"the example {example.notation!r}"
        try:
            test = judge_example(system, example)
        except RulesError as error:
            notes.append(Problem(line_with(example.notation, text), f"{told}: {error}; {_fit(system, example)}"))
            continue
        fit.append(example)
        if (written := system.write(test)) != example.notation:
            notes.append(Problem(line_with(example.notation, text), f"{told} is written {written!r}; write it so"))
    if not notes:
        return system, ()
    stated = stated_by(system)
    kept = replace(system, examples=tuple(fit or (made_examples(stated, system) if stated else ())))
    if stated:
        stated.record = kept
    return kept, tuple(notes)


def _fit(system: System[Any], example: Example) -> str:
    """The example as it would fit: its own test, or that of the untouched form, with faces that can be."""
    try:
        test = system.parse(example.notation, dict(example.settings))
    except RulesError:
        test = system.from_form({}, {})
    roll = system.roll(test, seeded(1), onward=False)
    return f'write "{system.write(test)}: {write_faces(roll.dice)}", or leave it out'


WHERE: Mapping[type, str] = MappingProxyType(
    {
        Entry: "use it in dice, values or degrees",
        After: "give it to an action, as in options=[...]",
        Action: "give it to system(...)",
    }
)
"""Where each is used that a game has."""


def unused_parts(systems: Sequence[System[Any]], text: str, names: Mapping[str, Any]) -> Iterator[Problem]:
    """The parts of a text that no game of it has, or that change nothing."""
    made = [stated for system in systems if (stated := stated_by(system))]
    actions = [action for stated in made for action in stated.actions]
    columns = [column for action in actions for one in action.fields for column in getattr(one, "columns", ())]
    there = {id(one) for action in actions for one in (action, *action.fields, *action.options)} | set(map(id, columns))
    for one in names.values() if len(made) == len(systems) else ():
        where = next((words for kind, words in WHERE.items() if isinstance(one, kind)), "")
        if where and id(one) not in there:
            yield Problem(line_stating(one.title, text), f"{one.title} is used nowhere; {where}, or leave it out")
    for action in actions:
        titles = [one.title for one in action.fields]
        for title in dict.fromkeys(one for one in titles if titles.count(one) > 1):
            words = f"two fields are called {title!r}; give one of them another title"
            yield Problem(line_stating(title, text), words)
    for one in (option for action in actions for option in without_use(action)):
        words = f"{one.title} changes nothing; say what it costs or rerolls, or use it in a value"
        yield Problem(line_stating(one.title, text), words)


def lost_variables(text: str) -> Iterator[Problem]:
    r"""The variables of a text that hold something else before anything has asked for them.

    >>> list(lost_variables("skill = number('Skill', 1, 5)\nskill = number('Luck', 1, 5)\nroll = d6(skill)"))
    [Problem(line=1, words='skill is something else in line 2, and nothing has used it before; rename one of them')]
    """
    waiting: dict[str, int] = {}
    for part in plain.tree(text).body:
        inside = list(ast.walk(part))
        for one in inside:
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
                waiting.pop(one.id, None)
            elif isinstance(one, ast.arg):
                waiting.pop(one.arg, None)
        for one in inside if isinstance(part, ast.Assign) else ():
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                if one.id in waiting:
                    words = f"{one.id} is something else in line {one.lineno}, and nothing has used it before"
                    yield Problem(waiting[one.id], f"{words}; rename one of them")
                waiting[one.id] = one.lineno


def left_to_chance(text: str) -> Iterator[Problem]:
    r"""Where a text draws numbers by itself, which are the same for every roll until it is read again.

    >>> list(left_to_chance("import random"))
    [Problem(line=1, words='what is left to chance is for the dice: write d6() in place of random')]
    """
    for one in ast.walk(plain.tree(text)):
        modules = [part.name for part in one.names] if isinstance(one, ast.Import) else [getattr(one, "module", "")]
        if found := {"random", "secrets"}.intersection(modules):
            words = f"what is left to chance is for the dice: write d6() in place of {min(found)}"
            yield Problem(getattr(one, "lineno", 1), words)


def never_shown(systems: Sequence[System[Any]], text: str) -> Iterator[Problem]:
    """The faces that a text asks for and no die of that pool shows."""
    calls = [one for one in ast.walk(plain.tree(text)) if isinstance(one, ast.Call)]
    actions = [action for system in systems if (stated := stated_by(system)) for action in stated.actions]
    asked: list[tuple[Pool, Faces]] = [
        (one.pool, one.faces) for action in actions for one in action.readings if one.kind == "count"
    ]
    asked += [(one.pool, one.faces) for action in actions for option in action.options for one in option.some]
    for pool, faces in dict.fromkeys(asked):
        for number, what in faces.never(pool.whole.shown_values):
            given = [call.lineno for call in calls if number in _numbers(call)]
            words = f"{what} never comes up in {pool.spoken_name}; ask for another face"
            yield Problem(given[0] if given else 1, words)


def _numbers(call: ast.Call) -> list[Any]:
    """The numbers that are given to a function of something."""
    given = (*call.args, *(one.value for one in call.keywords)) if isinstance(call.func, ast.Attribute) else ()
    return [one.value for one in given if isinstance(one, ast.Constant)]


def without_return(text: str) -> Iterator[Problem]:
    r"""The functions of a text that say nothing, as they end without `return`.

    >>> list(without_return("def hits(face):\n    face >= 5"))
    [Problem(line=1, words='hits says nothing; begin what it comes to with return')]
    """
    for one in plain.tree(text).body:
        if isinstance(one, ast.FunctionDef) and not any(isinstance(part, SAYS) for part in ast.walk(one)):
            yield Problem(one.lineno, f"{one.name} says nothing; begin what it comes to with return")


SAYS = (ast.Return, ast.Raise, ast.Yield, ast.YieldFrom)


def line_with(part: str, text: str) -> int:
    """The first line of a text that a part of it stands in; 1 where none does."""
    return next((number for number, line in enumerate(text.split("\n"), 1) if part in line), 1)


def line_stating(title: str, text: str) -> int:
    """The first line of a text that states something of this title; 1 where none does."""
    return max(line_with(f'"{title}"', text), line_with(f"'{title}'", text))


def problem_of(error: BaseException, text: str, names: dict[str, Any]) -> Problem:
    """An error with the last line of the text that led to it."""
    code = getattr(getattr(error, "function", None), "__code__", None)
    line, column = _place(error.__traceback__)
    if code and code.co_filename == FILE:
        line, column = code.co_firstlineno, 0
    if not isinstance(error, Exception):
        words = "this ends the program; leave it out"
    elif line or isinstance(error, RulesError | SyntaxError):
        words = words_of(error, line, text, names)
    else:
        words = "the app cannot show this game, though its text has no mistake; take back the last change"
    if isinstance(error, AuthorError) and line:
        line, column = _named_in(text, line, words) or (line, column)
    return Problem(line or 1, words, column)


def _place(trace: TracebackType | None) -> tuple[int, int]:
    """The last line of the text that led to an error, and the column there; 0 where there is none."""
    line = column = 0
    while trace:
        code = trace.tb_frame.f_code
        if code.co_filename == FILE:
            _, _, first, _ = next(islice(code.co_positions(), trace.tb_lasti // 2, None))
            line, column = trace.tb_lineno, 0 if first is None else first + 1
        trace = trace.tb_next
    return line, column


def _named_in(text: str, line: int, words: str) -> tuple[int, int] | None:
    """Where a statement of several lines has what an error names first; None where it has that nowhere."""
    wrong = re.search(r"'([^']+)'", words)
    parts = [part for part in plain.tree(text).body if part.lineno <= line <= (part.end_lineno or 0)]
    for one in ast.walk(parts[0]) if parts and wrong else ():
        if wrong and wrong[1] in (getattr(one, "arg", None), getattr(one, "value", None)):
            place: Any = one
            if place.lineno >= line:
                return place.lineno, place.col_offset + 1
    return None
