"""Tests that stand in a text."""

import pytest

from pyrules.notes.tests_within import read_named_test, read_test, split_brackets
from pyrules.systems import all_systems, named

EXAMPLES = [(system.id, example.notation) for system in all_systems() for example in system.examples]


@pytest.mark.parametrize(("system", "notation"), EXAMPLES)
def test_every_example_is_read_as_its_own_system_reads_it(system: str, notation: str) -> None:
    found = read_test(notation, system)
    assert (found.system, found.problem) == (system, "")
    called = read_test(f" {system.upper()} :  {notation} ", "moonwalk")
    assert (called.system, called.notation, called.problem) == (system, found.notation, "")


@pytest.mark.parametrize(
    ("written", "own", "system"),
    [
        ("4d6 + d8 (3)", "moonwalk", "stepdie"),  # Moonwalk could read a skill called d
        ("Step Die: 4d6 + d8 (3)", "moonwalk", "stepdie"),
        ("moonwalk: 4d6 + d8 (3)", "stepdie", "moonwalk"),
        ("12 (3)", "general", "moonwalk"),
        ("5D6 tn 8", "", "almond"),
        ("", "moonwalk", ""),
        ("a" * 500, "moonwalk", ""),
        ("5" * 300, "moonwalk", ""),
        ("nobody: 12 (3)", "moonwalk", ""),
    ],
)
def test_which_system_reads_a_test(written: str, own: str, system: str) -> None:
    found = read_test(written, own)
    assert ("" if found.problem else found.system) == system
    assert found.written == written


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("12 (3", "the notation ends here; expected ')'"),
        ("almond: 5d6 Hard", "'Hard' does not fit here"),
        ("the old bridge", "no test of any game"),
        ("almond: " + "5" * 300, "the notation has 300 characters; expected at most 200"),
        ("5" * 500, "longer than 400 characters"),
    ],
)
def test_what_cannot_be_read_says_why(written: str, problem: str) -> None:
    assert read_test(written, "moonwalk").problem == problem


def test_house_rules_are_those_of_the_system() -> None:
    assert "unknown setting" in read_test("12 (3)", "moonwalk", {"moonwalk": {"nonsense": 1}}).problem
    assert not read_test("almond: 5d6 TN 4", "moonwalk", {"moonwalk": {"nonsense": 1}}).problem


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("no test", [("no test", False)]),
        ("[12 (3)]", [("12 (3)", True)]),
        ("a [b [6] c] d", [("a ", False), ("b [6] c", True), (" d", False)]),
        ("[a [b 2] [c 3]", [("[a ", False), ("b 2", True), (" ", False), ("c 3", True)]),
        ("]x[", [("]x[", False)]),
        ("[]", [("[]", False)]),
        ("[" * 2000, [("[" * 2000, False)]),
        ("see [[Old Bridge 2]]", [("see [[Old Bridge 2]]", False)]),
        ("[ ] rope [x] oil", [("[ ] rope [x] oil", False)]),
        ("a [1] and [^2] b", [("a [1] and [^2] b", False)]),
        ("[page 5](https://x.org) [5 (2)]", [("[page 5](https://x.org) ", False), ("5 (2)", True)]),
        ("[sic]", [("[sic]", False)]),
    ],
)
def test_brackets(text: str, parts: list[tuple[str, bool]]) -> None:
    assert list(split_brackets(text)) == parts


def test_what_is_read_is_what_the_system_writes() -> None:
    found = read_test("Agility 5+Pistols 4[6](2)", "relics")
    assert named(found.system).parse(found.notation, {}) == named("moonwalk").parse("Agility 5 + Pistols 4 [6] (2)", {})


@pytest.mark.parametrize(
    ("written", "name", "system"),
    [
        ("Climb the wall: 12 (3)", "Climb the wall", "moonwalk"),
        ("Climb: almond: 5d6 TN 8", "Climb", "almond"),
        ("almond: 5d6 TN 8", "", "almond"),
        ("12 (3)", "", "moonwalk"),
    ],
)
def test_a_test_may_have_a_name(written: str, name: str, system: str) -> None:
    found = read_named_test(written, "moonwalk")
    assert (found.name, found.system, found.problem, found.written) == (name, system, "", written)
