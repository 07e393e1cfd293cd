"""Tests that stand in a text: in square brackets, or alone on a line, in the shorthand of any system."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pyrules.core.characters import alike
from pyrules.core.errors import NotationError, RulesError
from pyrules.core.scan import LONGEST, MOST_TEXT
from pyrules.core.system import Settings, System
from pyrules.systems import BY_ID, all_systems

House = Mapping[str, Settings]
"""The house rules of each system, by its id; a system that is not there goes by the book."""

LINKED = re.compile(r"\((?:[a-z]+:|www\.|[/#])", re.IGNORECASE)
"""The beginning of the address that makes the bracket before it a link."""

BY_THE_BOOK: House = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TestWithin:
    """A test as it stands in a text: what was `written`, its system and notation, or why it cannot be read.

    `name` is what it is called there, "" for nothing.
    """

    __test__ = False

    written: str
    system: str = ""
    notation: str = ""
    problem: str = ""
    name: str = ""


def read_test(written: str, own: str = "", house: House = BY_THE_BOOK) -> TestWithin:
    """Read a test in the shorthand of any system.

    The system may be named in front, with a colon. Without that it is the one that writes the test just so, and of
    several the page's `own`. `house` has the house rules of systems. What no system reads comes back with a problem.

    >>> read_test("Agility 5 + Pistols 4 [6] (2)").system, read_test("relics: 5d6 vs Minor 5").notation
    ('moonwalk', '5d6 vs Minor 5')
    >>> read_test("the old bridge").problem
    'no test of any game'
    """
    name, colon, rest = written.partition(":")
    system = _system_called(name) if colon and len(name) <= MOST_TEXT else None
    if system is not None:
        return _read_as(system, written, rest.strip(), house)
    if len(written) > LONGEST:
        return TestWithin(written, problem=f"longer than {LONGEST} characters")
    found = [
        test for system in all_systems() if not (test := _read_as(system, written, written.strip(), house)).problem
    ]
    return min(
        found,
        key=lambda test: (alike(test.notation) != alike(written.strip()), test.system != own),
        default=_no_test(written, own, house),
    )


def read_named_test(written: str, own: str = "", house: House = BY_THE_BOOK) -> TestWithin:
    """Read a test that may have a name of its own in front, with a colon.

    >>> read_named_test("Climb: 5d6 vs Minor 5").name, read_named_test("Climb: relics: 5d6 vs Minor 5").system
    ('Climb', 'relics')
    """
    found = read_test(written, own, house)
    name, colon, rest = written.partition(":")
    if not found.problem or not colon or not 0 < len(name.strip()) <= MOST_TEXT:
        return found
    called = read_test(rest.strip(), own, house)
    return found if called.problem else replace(called, written=written, name=name.strip())


def _no_test(written: str, own: str, house: House) -> TestWithin:
    """Say what is wrong with a test: in the page's own system where it goes on long enough to be meant for it."""
    tried = _read_as(BY_ID[own], written, written.strip(), house) if own in BY_ID else None
    meant = tried is not None and any(sign.isdigit() for sign in written)
    return TestWithin(written, problem=tried.problem if tried and meant else "no test of any game")


def _system_called(name: str) -> System[Any] | None:
    """The system of an id or a title."""
    same = alike(name)
    return next((system for system in all_systems() if same in (system.id, alike(system.title))), None)


def _read_as(system: System[Any], written: str, notation: str, house: House) -> TestWithin:
    try:
        test = system.parse(notation, house.get(system.id, {}))
        return TestWithin(written, system.id, system.write(test))
    except NotationError as error:
        only = f"; expected {error.expected}" if " or " not in error.expected else ""  # a word, no list of all there is
        return TestWithin(written, system.id, problem=error.problem + only)
    except RulesError as error:
        return TestWithin(written, system.id, problem=error.plain_words)


def split_brackets(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a text, each with whether it is a test in square brackets; brackets inside of brackets belong to it.

    A bracket that is never closed is a sign like any other, and one that other programs read stays with its words:
    without a digit or with nothing but a number, a footnote, a link, or double.

    >>> list(split_brackets("Climb [5 [6] (2)], or [sic] fall ["))
    [('Climb ', False), ('5 [6] (2)', True), (', or [sic] fall [', False)]
    """
    start = 0
    for opening, closing in _outer_brackets(text):
        if _may_be_test(text, opening, closing):
            if opening > start:
                yield text[start:opening], False
            yield text[opening + 1 : closing], True
            start = closing + 1
    if start < len(text):
        yield text[start:], False


def _outer_brackets(text: str) -> list[tuple[int, int]]:
    """Where brackets open and close that are in no other, from the left."""
    opened: list[int] = []
    found: list[tuple[int, int]] = []
    for sign in re.finditer(r"[\[\]]", text):
        if sign[0] == "[":
            opened.append(sign.start())
        elif opened:
            opening = opened.pop()
            while found and found[-1][0] > opening:
                found.pop()
            found.append((opening, sign.start()))
    return found


def _may_be_test(text: str, opening: int, closing: int) -> bool:
    inside = text[opening + 1 : closing]
    wiki = inside[:1] == "[" and inside[-1:] == "]"
    if wiki or inside[:1] == "^" or inside.strip().isdigit() or LINKED.match(text, closing + 1):
        return False
    return any(sign.isdigit() for sign in inside)
