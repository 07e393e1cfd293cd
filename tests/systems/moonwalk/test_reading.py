"""Moonwalk's shorthand and form: what they read, and how they refuse the rest."""

from typing import Any

import pytest

from pyrules.core.errors import FormError, NotationError
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.moonwalk.model import Opposed, Term, Test


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("12 (3)", "12 (3)"),
        ("12(3)", "12 (3)"),
        ("12d6 (3)", "12 (3)"),
        ("Agility 5D6 + 2d6 vs. 8 d6", "Agility 5 + 2 vs. 8"),
        ("  12\t( 3 )  ", "12 (3)"),
        ("Agility 5 + Pistols 4 - 2 [6] (3)", "Agility 5 + Pistols 4 - 2 [6] (3)"),
        ("12 [6] VS 8", "12 [6] vs. 8"),
        ("12 vs. Reaction 8 - 1 [5]", "12 vs. Reaction 8 - 1 [5]"),
        ("14 [6] (24, 1 hour) Extended Test", "14 [6] (24, 1 hour) Extended Test"),
        ("14 (24, HOURS) extended test", "14 (24, 1 hour) Extended Test"),
        ("14 (24, 10 min) Extended Test", "14 (24, 10 minutes) Extended Test"),
        ("14 (24, 1h) Extended Test", "14 (24, 1 hour) Extended Test"),
        ("14 (24, s) Extended Test", "14 (24, 1 second) Extended Test"),
        ("14 (24, 2 Hour) Extended  Test SIX", "14 (24, 2 hours) Extended Test six"),
        ("12 (3) standard six", "12 (3) six standard"),
        ("12 (3) combat six", "12 (3) six combat"),
        ("10000 - 9900 [10000] (10000)", "10000 - 9900 [10000] (10000)"),
        ("Agility 5 + Close Combat 4 - 2 [6] (3)", "Agility 5 + Close Combat 4 - 2 [6] (3)"),
        ("Combat 5 + Agility 3 (2) combat", "Combat 5 + Agility 3 (2) combat"),
        ("Six sense 5 vs. Standard issue 3 six", "Six sense 5 vs. Standard issue 3 six"),
        ("Extended range 5 (2)", "Extended range 5 (2)"),
        ("Воля 3 + 意志 2 (1)", "Воля 3 + 意志 2 (1)"),
        ("Hunter’s eye 3 (1)", "Hunter's eye 3 (1)"),
    ],
)
def test_shorthand(written: str, canonical: str) -> None:
    test = MOONWALK.parse(written, {})
    assert MOONWALK.write(test) == canonical
    assert MOONWALK.parse(canonical, {}) == test


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("", "column 1: the notation ends here; expected a number for the dicepool"),
        ("12", "column 3: the notation ends here; expected '[limit]', '(threshold)' or 'vs.'"),
        ("12d8 (3)", "column 4: '8' does not fit here; expected '6'"),
        ("12d", "column 4: the notation ends here; expected '6'"),
        ("12 [", "column 5: the notation ends here; expected a number for the limit"),
        ("12 [6", "column 6: the notation ends here; expected ']'"),
        ("12 []", "column 5: ']' does not fit here; expected a number for the limit"),
        ("12 [-1] (3)", "column 5: '-' does not fit here; expected a number for the limit"),
        ("12 [10001] (3)", "column 5: the limit cannot be 10001; expected 0 to 10000"),
        ("12 [6] [6] (3)", "column 8: '[' does not fit here"),
        ("12 (0)", "column 5: the threshold cannot be 0; expected 1 to 10000"),
        ("12 (3", "column 6: the notation ends here; expected ')'"),
        (
            "12 (3) (3)",
            "column 8: '(' does not fit here; expected 'six', 'standard', 'combat' or the end of the notation",
        ),
        (
            "12 (3) [6]",
            "column 8: '[' does not fit here; expected 'six', 'standard', 'combat' or the end of the notation",
        ),
        (
            "12 (3) hard",
            "column 8: 'hard' does not fit here; expected 'six', 'standard', 'combat' or the end of the notation",
        ),
        ("12 (3) six SIX", "column 12: 'six' is given twice; expected it once"),
        (
            "12 vs. 8 (3)",
            "column 10: '(' does not fit here; expected 'six', 'standard', 'combat' or the end of the notation",
        ),
        ("12 (3) vs. 8", "column 8: 'vs' does not fit here"),
        ("12 vs.", "column 7: the notation ends here; expected a number for the defender's dicepool"),
        ("101 (3)", "column 1: the dicepool comes to 101 dice; at most 100; expected a smaller sum"),
        ("99 + 2 (3)", "column 1: the dicepool comes to 101 dice"),
        ("3 vs. 101", "column 7: the defender's dicepool comes to 101 dice"),
        ("10001 (3)", "column 1: the dicepool cannot be 10001; expected 0 to 10000"),
        ("- 2 + 5 (3)", "column 1: '-' does not fit here; expected a number for the dicepool"),
        ("5 + - 2 (3)", "column 5: '-' does not fit here"),
        ("5 + (3)", "column 5: '(' does not fit here"),
        ("5 6 (3)", "column 3: '6' does not fit here"),
        ("Agility (3)", "column 9: '(' does not fit here; expected a number for the dicepool"),
        ("Combat (3)", "column 8: '(' does not fit here; expected a number for the dicepool"),
        ("vs 8", "column 1: 'vs' does not fit here"),
        ("1" + " + 1" * 12 + " (3)", "column 47: the dicepool has more than 12 numbers; expected fewer; add some up"),
        ("14 (24, 1 hour)", "column 16: the notation ends here; expected 'extended'"),
        ("14 (24, 1 hour) Extended", "column 25: the notation ends here; expected 'test'"),
        ("14 (24, 0 hours) Extended Test", "column 9: the interval cannot be 0; expected 1 to 10000"),
        ("14 (24, 1 eon) Extended Test", "column 11: 'eon' does not fit here; expected a unit of time: second, minute"),
        ("14 (24,", "column 8: the notation ends here; expected a unit of time"),
        ("14 [6] (24, 1 hour) Extended Test Test", "column 35: 'Test' does not fit here"),
        ("1.5 (3)", "column 2: '.' does not fit here"),
        ("１２ (３", "column 6: the notation ends here; expected ')'"),
        ("12 (3)\x00", "column 7: an invisible character is not used in notation"),
        ("x" * 61 + " 3 (1)", "column 1: these words have 61 characters; expected at most 60"),
        ("12 (3)" + " " * 195, "column 201: the notation has 201 characters; expected at most 200"),
    ],
)
def test_notation_is_refused_with_its_column(notation: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        MOONWALK.parse(notation, {})
    assert str(caught.value).startswith(message)


HINDERED = [{"number": -10_000}] * 11
OPPOSED: dict[str, Any] = {
    "kind": "opposed",
    "pool": 100,
    "limit": 10_000,
    "defence": 100,
    "defence_limit": 10_000,
    "combat": True,
}


@pytest.mark.parametrize(
    ("values", "field", "problem"),
    [
        ({"pool": 101}, "pool", "101 dice; at most 100"),
        ({"pool": -1}, "pool", "-1 is out of bounds; use a whole number from 0 to 100"),
        ({"pool": ""}, "pool", "a number is missing; use 0 to 100"),
        ({"pool": 99, "modifiers": [{"number": 2}]}, "pool", "101 dice; at most 100"),
        ({"kind": "opposed", "defence": 101}, "defence", "101 dice; at most 100"),
        ({"threshold": 0}, "threshold", "0 is out of bounds; use a whole number from 1 to 10000"),
        ({"limit": "x"}, "limit", "'x' is not a whole number"),
        ({"kind": "extended", "unit": "eon"}, "unit", "'eon' is not a choice; use second, minute"),
        ({"kind": "contest"}, "kind", "'contest' is not a choice; use basic, opposed or extended"),
        ({"standard": 1}, "standard", "1 is neither on nor off; use one of the two"),
        ({"label": "vs"}, "label", "'vs' cannot stand in a label; use words only"),
        ({"label": "2"}, "label", "'2' cannot stand in a label; use words only, and the shorthand for a sum"),
        ({"label": "Agility 5 + Pistols 4"}, "label", "'5' cannot stand in a label; use words only, and the shorthand"),
        ({"label": "a!"}, "label", "column 2: '!' is not used in notation"),
        ({"label": "x" * 61}, "label", "61 characters; use at most 60"),
        ({"modifiers": [{"label": "x VS", "number": 1}]}, "modifiers.0.label", "'VS' cannot stand in a label"),
        ({"modifiers": [{"number": 1}] * 12}, "modifiers", "12 rows; use at most 11"),
        ({"modifiers": [{"label": "x" * 60, "number": 1}] * 4}, "modifiers", "characters long; at most 200"),
        (OPPOSED | {"modifiers": HINDERED, "defence_modifiers": HINDERED}, "modifiers", "so remove some rows"),
        (
            OPPOSED | {"defence_modifiers": [{"label": "x" * 60, "number": -1}] * 3},
            "defence_modifiers",
            "the labels or",
        ),
        (
            OPPOSED
            | {"label": "y" * 60, "modifiers": [{}], "defence_label": "x" * 55, "defence_modifiers": HINDERED[:9]},
            "defence_modifiers",
            "so remove some rows",
        ),
        (
            OPPOSED | {"label": "y" * 59, "defence_label": "x" * 60, "defence_modifiers": HINDERED[:6]},
            "defence_label",
            "so shorten it",
        ),
    ],
)
def test_form_values_are_refused_by_field(values: dict[str, Any], field: str, problem: str) -> None:
    with pytest.raises(FormError) as caught:
        MOONWALK.from_form(values, {})
    assert problem in caught.value.fields[field]
    assert list(caught.value.fields) == [field]


def test_a_form_names_every_field_that_is_wrong() -> None:
    with pytest.raises(FormError) as caught:
        MOONWALK.from_form({"pool": "x", "threshold": 0, "colour": "red"}, {})
    assert set(caught.value.fields) == {"pool", "threshold", "'colour'"}


def test_fields_that_do_not_apply_are_not_read() -> None:
    test = MOONWALK.from_form({"kind": "opposed", "threshold": "x", "standard": True, "defence": 3}, {})
    assert test == Test((Term(12),), Opposed((Term(3),)))
    in_combat = MOONWALK.from_form({"combat": True, "standard": True}, {})
    assert (in_combat.combat, in_combat.standard) == (True, False)
