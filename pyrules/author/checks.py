"""The checks that every system must pass, tried on one of a text: on its examples, and on forms filled in at random."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from types import CodeType, FrameType
from typing import Any

from pyrules.author.actions import Action
from pyrules.author.source import FILE, Problem, line_stating, line_with, problem_of
from pyrules.author.stated import Stated, stated_by
from pyrules.core.budget import SECONDS, budget, seconds_left
from pyrules.core.engine import chances_of
from pyrules.core.errors import FormError, RulesError
from pyrules.core.faces import read_faces, seeded
from pyrules.core.form import Field, Values
from pyrules.core.roll import EMPTY, Pick, Roll
from pyrules.core.system import System

FORMS = 25
"""The number of forms that are filled in: together the checks take a second or less."""


SHIPPED = "pyrules.systems."
"""Where the rules stand that a text may take over as they are; not each has a step of its own."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A check by what it says, perhaps with a note, and what was found where it does not hold."""

    title: str
    problem: Problem | None = None


class BrokenError(Exception):
    """The finding of a check, in words; and the line of the text where that is known, or whose title it states."""

    def __init__(self, words: str, line: int = 0, title: str = "") -> None:
        super().__init__(words)
        self.line, self.title = line, title


def checks(system: System[Any], text: str) -> Iterator[Checked]:
    """Try a system of a text: each check in turn, with the line that is to blame where one does not hold."""
    generator = random.Random(1)  # noqa: S311 (the same forms each time)
    try:
        tests = list(random_tests(system, generator))
    except BaseException as error:  # noqa: BLE001 (whatever a text does wrong is told)
        yield Checked(FORMS_GIVE_TESTS, problem_of(error, text, {}))
        return
    for title, check in CHECKS.items():
        try:
            note = check(system, tests)
        except BrokenError as error:
            line = line_stating(error.title, text) if error.title else line_with(f'"{system.id}"', text)
            yield Checked(title, Problem(error.line or line, str(error)))
        except BaseException as error:  # noqa: BLE001 (whatever a text does wrong is told)
            yield Checked(title, problem_of(error, text, {}))
        else:
            yield Checked(f"{title}, {note}" if note else title)


def random_tests(system: System[Any], generator: random.Random) -> Iterator[Any]:
    """The tests of forms filled in at random; those that do not fit together are left out."""
    for _ in range(FORMS):
        form = {field.name: _value(field, generator) for field in system.fields}
        try:
            yield system.from_form(form, {})
        except FormError:
            continue


def _value(field: Field, generator: random.Random) -> Any:
    match field.kind:
        case "number":
            start = field.low if field.default is None else field.default
            near = generator.randint(max(field.low, start - 3), min(field.high, start + 3))
            return generator.choice((near, near, field.low, field.high))
        case "choice":
            return generator.choice(field.choices).value
        case "switch":
            return generator.random() < 0.5
        case "text":
            return generator.choice(("", "Sneaking"))
        case "rows":
            columns: list[Values] = [
                {one.name: _value(one, generator) for one in field.columns} for _ in range(generator.randint(0, 2))
            ]
            return columns[: field.high]


def _examples_show_every_rule(system: System[Any], _: list[Any]) -> None:
    shown = set()
    for example in system.examples:
        test = system.parse(example.notation, dict(example.settings))
        verdict = system.judge(test, system.replay(test, read_faces(example.faces), example.picks))
        shown |= {line.rule.partition(".")[2] for line in (*system.before(test), *verdict.lines)}
    stated = [rule for rule in system.rules if rule.built and not rule.built.__module__.startswith(SHIPPED)]
    if missing := [rule.title for rule in stated if rule.name not in shown]:
        raise BrokenError(f"no example shows {', '.join(missing)}; add one that does")


def _shorthand_is_read_again(system: System[Any], tests: list[Any]) -> None:
    for test in tests:
        written = system.write(test)
        if system.parse(written, {}) != test:
            raise BrokenError(f"the shorthand {written!r} is read as another test; give each field words of its own")


def _form_gives_its_test(system: System[Any], tests: list[Any]) -> None:
    for test in tests:
        if system.from_form(system.to_form(test), {}) != test:
            raise BrokenError(f"what is chosen for {system.write(test)!r} becomes another test; keep what it says")


def _every_roll_is_judged(system: System[Any], tests: list[Any]) -> None:
    rules = {rule.name for rule in system.rules}
    for seed, test in enumerate(tests):
        verdict = system.judge(test, system.roll(test, seeded(seed), onward=False))
        if not verdict.headline:
            raise BrokenError(f"a roll of {system.write(test)!r} comes to no result; add one for every other case")
        if unknown := {line.rule.partition(".")[2] for line in verdict.lines} - rules:
            raise BrokenError(f"a step names the rule {min(unknown)!r}, which there is not; name one that there is")


def _dice_come_to_the_same(system: System[Any], tests: list[Any]) -> None:
    for seed, test in enumerate(tests):
        thrown = system.roll(test, seeded(seed), onward=False)
        for roll, ask in ((EMPTY, system.pending), (thrown, system.judge), (thrown, system.options)):
            asked = partial(_asked_anew, ask, test, roll)
            if asked() != asked():
                raise _unsteady(asked)


def _asked_anew(ask: Callable[[Any, Roll], Any], test: Any, roll: Roll) -> Any:
    """The answer of a function of a system to an equal test and roll, of which it remembers no answer."""
    return ask(replace(test), replace(roll))


TRIES = 99
"""So often it is tried to find which function of a text gives something else."""


def _unsteady(asked: Callable[[], Any]) -> BrokenError:
    """The problem with the first function that gives something else of the same dice."""
    where = "what is left to chance is for the dice of the pool"
    before = _returned_values(asked)
    for _ in range(TRIES):
        for (code, one), (_, other) in zip(before, _returned_values(asked), strict=False):
            if one != other:
                name = "a lambda" if code.co_name == "<lambda>" else code.co_name
                said = f"{name} gives {one}, and then {other}, of the same dice; {where}"
                return BrokenError(said, code.co_firstlineno)
    return BrokenError(f"the same dice come to something else each time; {where}")


def _returned_values(asked: Callable[[], Any]) -> list[tuple[CodeType, str]]:
    """The answers of each function of a text while something is asked, in turn."""
    found = []

    def record_return(frame: FrameType, event: str, given: object) -> None:
        if event == "return" and frame.f_code.co_filename == FILE:
            found.append((frame.f_code, repr(given)))

    before = sys.getprofile()
    sys.setprofile(record_return)
    try:
        asked()
    finally:
        sys.setprofile(before)
    return found


def _options_can_be_taken(system: System[Any], tests: list[Any]) -> None:
    for seed, test in enumerate(tests):
        roll = system.roll(test, seeded(seed), onward=False)
        for option in system.options(test, roll):
            if option.notation or option.units or option.fields:
                continue
            taken = system.pick(test, roll, Pick(option.id, option.places[:1] if option.most else ()))
            system.judge(test, system.roll(test, seeded(seed), taken, onward=False))


def _degrees_are_reached(system: System[Any], tests: list[Any]) -> None:
    stated = stated_by(system)
    for action in stated.actions if stated else ():
        if stated and (never := _never_reached(system, stated, action, tests)):
            words = f"no roll that was tried comes to {never}; change when it comes, or take it out"
            raise BrokenError(words, title=never)


def _never_reached(system: System[Any], stated: Stated, action: Action, tests: list[Any]) -> str:
    """A degree that no test comes to; "" where each is reached, or where that is not known."""
    left = dict.fromkeys(action.ranked_degrees)
    if any(one.rerolls is False for one in action.options):
        return ""  # they may bring what the dice alone do not
    mine = [test for test in (*_at_edges(system), *tests) if stated.action(test) is action]
    with budget():
        for test in mine if left else ():
            if seconds_left() < SECONDS / 2:
                return ""
            try:
                rows = chances_of(system).odds(test).distributions.get("degree")
            except RulesError:
                return ""
            sure = system.outcome_of(test, system.roll(test, seeded(1), onward=False)).degree
            for name in [name for name, _ in rows.rows] if rows else [sure]:
                left.pop(str(name), None)
            if not left:
                return ""
    return next(iter(left), "") if mine else ""


def _at_edges(system: System[Any]) -> Iterator[Any]:
    """The tests of the untouched form, and of those with all numbers at their lowest or highest."""
    numbers = [field for field in system.fields if field.kind == "number"]
    for form in ({}, {one.name: one.low for one in numbers}, {one.name: one.high for one in numbers}):
        with suppress(FormError):
            yield system.from_form(form, {})


def _chances_are_exact(system: System[Any], tests: list[Any]) -> str:
    note, left = "", SECONDS
    for test in tests[:3]:
        with budget():
            try:
                odds = chances_of(system).odds(test)
            except RulesError as error:
                note = f"but there are none for {system.write(test)!r}, since {error}; {FASTER}"
                continue
            left += seconds_left() - SECONDS
        for name, chance in odds.events.items():
            if not 0 <= chance.value <= 1:
                raise BrokenError(f"the chance of {name} is {chance.value}; see what counts for it")
        if left < SECONDS / 2:
            break  # a slow device takes long enough
    return note


FASTER = "functions that ask for face take many more dice than those that ask for faces"

FORMS_GIVE_TESTS = "What is chosen stays as it was chosen"

CHECKS: dict[str, Callable[[System[Any], list[Any]], str | None]] = {
    "The examples show every rule": _examples_show_every_rule,
    "A test that is typed is understood": _shorthand_is_read_again,
    FORMS_GIVE_TESTS: _form_gives_its_test,
    "Every roll comes to a result": _every_roll_is_judged,
    "The same dice always come to the same": _dice_come_to_the_same,
    "Whatever may be done after a roll works": _options_can_be_taken,
    "Every result can come up": _degrees_are_reached,
    "The odds are exact": _chances_are_exact,
}
"""The checks, by what they say; one that holds may have a note."""
