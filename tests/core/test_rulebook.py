"""Each rule has its own text, or the system that states it cannot be imported."""

import re
from collections.abc import Callable

import pytest

from pyrules.core.rulebook import rule, rulebook


@rule("Alone")
def alone() -> None:
    """The rule's text.

    For developers.
    """


@rule("One", text="The first.")
@rule("Another", 2, text="The second.", name="another", test="elsewhere.py::test_it")
def together() -> None:
    """For developers."""


@rule("One", text="The first.")
@rule("Another")
def half_told() -> None:
    """A sentence that is neither's.

    For developers.
    """


@rule("Untold")
def untold() -> None:
    pass


def unmarked() -> None:
    """No rule."""


def test_a_rule_has_its_docstring_and_several_the_texts_beside_titles() -> None:
    assert [(found.name, found.text, found.test) for found in rulebook("tests.py", alone, together)] == [
        ("alone", "The rule's text.", "tests.py::test_alone"),
        ("together", "The first.", "tests.py::test_together"),
        ("another", "The second.", "elsewhere.py::test_it"),
    ]


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (half_told, "the rule 'Another' of half_told has no text: give it text=... beside its title"),
        (untold, "the rule 'Untold' of untold has no text: give it a docstring, or text=... beside its title"),
        (unmarked, "states no rule: mark it with @rule"),
    ],
)
def test_a_rule_without_a_text_of_its_own_is_refused(function: Callable[[], None], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        rulebook("tests.py", function)
