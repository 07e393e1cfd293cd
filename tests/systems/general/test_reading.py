"""The shorthand and form of General tests: what they read, and how they refuse the rest."""

from dataclasses import asdict

import pytest
from hypothesis import given, strategies as st

from pyrules.core.errors import FormError, RulesError
from pyrules.systems.general import GENERAL
from pyrules.systems.general.model import Test
from tests.systems.general import strategies
from tests.systems.general.general_helpers import refusal


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("d8 (10)", "d8 (10)"),
        ("D8+D6 ADV+d10 dis(15)", "d8 + d6 adv + d10 dis (15)"),
        ("attack d8 + level 3 (12)", "attack d8 + level 3 (12)"),
        ("save d6 + level 2 + bonus d4 (14)", "save d6 + level 2 + bonus d4 (14)"),
        ("save d6 + bonus d4 + level 2 (14)", "save d6 + bonus d4 + level 2 (14)"),
        ("attack d8 + level 0 (12)", "attack d8 (12)"),
        ("d8 advantage disadvantage (10)", "d8 adv dis (10)"),
        ("d8 + action Magic d8 + action Half turn d4 (10)", "d8 + action Magic d8 + action Half turn d4 (10)"),
        ("magic  attack will d8 ( hardness 10 )", "magic attack will d8 (Hardness 10)"),
        (
            "d8 + skill Lore d6 (15) declined ROUND 2 reroll 3 trained half 4*",
            "d8 + skill Lore d6 (15) half 4* trained reroll 3 round 2 declined",
        ),
        ("d8 + action Hero’s Luck d4 (5)", "d8 + action Hero's Luck d4 (5)"),
        ("save d8 (magic might Easy)", "save d8 (Magic Might 5)"),
        ("2d6 (10)", "d6 + d6 (10)"),
        ("d8 + 2D6 adv + 1d4 (9)", "d8 + d6 adv + d6 adv + d4 (9)"),
    ],
)
def test_notation(given: str, canonical: str) -> None:
    test = GENERAL.parse(given, {})
    assert GENERAL.write(test) == canonical
    assert GENERAL.parse(canonical, {}) == test


@pytest.mark.parametrize(
    ("notation", "column"),
    [
        ("", 1),
        ("d8", 3),
        ("(10)", 1),
        ("d (10)", 3),
        ("8 (10)", 1),
        ("0d6 (10)", 1),
        ("101d6 (10)", 1),
        ("Strength 2d6 (10)", 10),
        ("d8 + action 2d6 (10)", 13),
        ("save 2d6 (10)", 6),
        ("attack martial Will d8 (12)", 8),
        ("attack magic Strength d8 (12)", 8),
        ("magic d8 (10)", 1),
        ("trained Agility d8 + skill Acrobatics d6 (10)", 1),
        ("Agility trained d8 + skill Acrobatics d6 (10)", 9),
        ("declined d8 (10)", 1),
        ("reroll 2 d8 (10)", 1),
        ("half 2* d8 (10)", 1),
        ("round 2 d8 (10)", 1),
        ("d7 (10)", 2),
        ("d3 (10)", 2),
        ("d100 (10)", 2),
        ("d8 + (10)", 6),
        ("d8 + 3 (10)", 6),
        ("d8 - d6 (10)", 4),
        ("d8 d6 (10)", 4),
        ("d8 adv adv (10)", 8),
        ("d8 dis adv disadvantage (10)", 12),
        ("d8 ()", 5),
        ("d8 (10", 7),
        ("d8 (-1)", 5),
        ("d8 (10001)", 5),
        ("d8 (Hard)", 5),
        ("d8 Hard", 4),
        ("d8 (Easy 5)", 10),
        ("d8 (10) (10)", 9),
        ("d8 (10) 2", 9),
        ("d8 moderate 10", 13),
        ("d8 (10) 2**", 11),
        ("d8 (10) half", 13),
        ("d8 (10) 10001*", 9),
        ("d8 (10) 2* half 3*", 12),
        ("d8 (10) 2* half", 12),
        ("d8 (10) half 2* half", 17),
        ("d8 (10) declined declined", 18),
        ("d8 (10) reroll 2 reroll 3", 18),
        ("d8 (10) round 0", 15),
        ("d8 (10) reroll 101", 16),
        ("d8 (10) round", 14),
        ("d8 (10) surely", 9),
        ("attack save d8 (10)", 8),
        ("martial d8 attack (10)", 1),
        ("magic save d8 (10)", 1),
        ("d8 + Save d6 (10)", 6),
        ("d8 + skill Lore adv (10)", 17),
        ("attack d8 + level 0 adv (10)", 21),
        ("d8 (10)\0", 8),
        ("d¾ (10)", 4),
        ("d8 (10) 2★", 10),
    ],
)
def test_bad_notation_names_the_column(notation: str, column: int) -> None:
    error = refusal(notation)
    assert error.column == column
    assert str(error).startswith(f"column {column}: ")
    assert error.expected


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("d8 (10) 2* half", "'half' does not fit after '2*'; expected it before: half 2*"),
        ("d8 (10) half 2* half", "'half' is given twice; expected it once"),
        ("d8 (10) half 2* 3*", "a value to scale is given already: half 2*; expected one of them"),
        ("d8 (10) 2* half 3*", "a value to scale is given already: 2*; expected one of them"),
        ("d8 (10) declined declined", "'declined' is given twice; expected it once"),
        ("d8 moderate 10", "'10' does not fit here; expected 'N*', 'half N*', 'trained', "),
    ],
)
def test_what_does_not_fit_behind_the_difficulty_is_told_apart(notation: str, words: str) -> None:
    assert words in str(refusal(notation))


def test_bounds_of_notation() -> None:
    assert "61 characters" in str(refusal(f"{'x' * 61} d8 (10)"))
    assert GENERAL.parse(f"{'x' * 60} d8 (10)", {"other_attributes": "on"}).dice[0].name == "x" * 60
    assert "201 characters" in str(refusal("d8 (10)" + " " * 194))
    assert len(GENERAL.parse("+".join(["d4"] * 39) + "(9)", {}).dice) == 39


def test_unknown_house_rules_are_refused() -> None:
    with pytest.raises(FormError, match="unknown setting"):
        GENERAL.parse("d8 (10)", {"luck": "on"})
    with pytest.raises(FormError, match="skill_die"):
        GENERAL.parse("d8 (10)", {"training": "nothing"})


@given(st.text(max_size=60) | st.text("d4680 +()advislevelskroun*", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        test = GENERAL.parse(text, {})
    except RulesError:
        return
    assert GENERAL.parse(GENERAL.write(test), {}) == test


@given(strategies.tests_of(), st.data())
def test_damaged_notation_is_read_or_refused(test: Test, data: st.DataObject) -> None:
    written = GENERAL.write(test)
    place = data.draw(st.integers(0, len(written)))
    damaged = written[:place] + data.draw(st.text(max_size=3)) + written[place + data.draw(st.integers(0, 3)) :]
    try:
        read = GENERAL.parse(damaged, asdict(test.settings))
    except RulesError:
        return
    assert GENERAL.parse(GENERAL.write(read), asdict(test.settings)) == read


@given(strategies.tests_of())
def test_notation_and_form_give_the_same_test_back(test: Test) -> None:
    settings = asdict(test.settings)
    assert GENERAL.parse(GENERAL.write(test), settings) == test
    assert GENERAL.from_form(GENERAL.to_form(test), settings) == test


def test_the_untouched_form_is_a_moderate_test_of_strength() -> None:
    assert GENERAL.write(GENERAL.from_form({}, {})) == "Strength d12 (10)"


def test_form_puts_the_dice_in_its_own_order() -> None:
    values = {
        "kind": "attack",
        "difficulty": 12,
        "style": "magic",
        "target": "Hardness",
        "attribute": "Will",
        "attribute_die": "d10",
        "attribute_rolled": "both",
        "level": "2",
        "level_rolled": "advantage",
        "dice": [{"role": "action", "name": "Fire Bolt", "die": "d4", "rolled": "disadvantage"}, {"role": "other"}],
        "bonus_die": "d12",
        "scaled": 3,
        "halved": True,
        "rerolls": 0,
    }
    written = "magic attack Will d10 adv dis + level 2 adv + action Fire Bolt d4 dis + d6 + bonus d12 (Hardness 12)"
    assert GENERAL.write(GENERAL.from_form(values, {})) == f"{written} half 3*"


def test_form_takes_the_dice_of_other_orders_from_rows() -> None:
    test = GENERAL.parse("d8 + bonus Parry d4 + d6 + skill Lore d12 + action Dash d6 (10)", {})
    values = GENERAL.to_form(test)
    assert [row["role"] for row in values["dice"]] == ["bonus", "other", "skill", "action"]
    assert GENERAL.from_form(values, {}) == test


LONG_NAMES: dict[str, object] = {
    "kind": "skill",
    "attribute": "x" * 60,
    "attribute_rolled": "both",
    "skill": "y" * 59,
    "skill_die": "d12",
    "skill_rolled": "both",
    "bonus_die": "d12",
    "bonus_rolled": "both",
    "scaled": 10_000,
    "halved": True,
    "trained": True,
    "round": 10_000,
}


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"difficulty": 10_001}, "difficulty", "out of bounds"),
        ({"difficulty": -1}, "difficulty", "0 to 10000"),
        ({"kind": "duel"}, "kind", "not a choice"),
        ({"attribute_die": "d7"}, "attribute_die", "not a choice"),
        ({"attribute": "Level 3"}, "attribute", "cannot stand in a label"),
        ({"kind": "skill", "skill": "bonus"}, "skill", "cannot stand in a label"),
        ({"kind": "attack", "style": "martial", "attribute": "Will"}, "attribute", "Strength or Agility, not Will"),
        ({"halved": True}, "halved", "no value to halve"),
        ({"dice": [{"role": "combat"}]}, "dice.0.role", "for an Attack or a Save only"),
        ({"dice": [{}, {"role": "skill"}]}, "dice.1.role", "for a Test of Skill only"),
        ({"kind": "skill", "skill_die": "d6", "dice": [{"role": "skill"}]}, "dice.0.role", "already"),
        ({"kind": "save", "level": "1", "dice": [{"role": "combat"}]}, "dice.0.role", "already"),
        ({"kind": "save", "dice": [{"role": "action"}]}, "dice.0.role", "takes no Actions"),
        ({"dice": [{"role": "bonus"}], "bonus_die": "d4"}, "bonus_die", "already"),
        ({"kind": "skill", "dice": [{"role": "skill", "name": "Lore"}]}, "dice.0.name", "leave it empty"),
        ({"dice": [{"name": "d"}]}, "dice.0.name", "cannot stand in a label"),
        ({"dice": [{}] * 41}, "dice", "at most 40"),
        ({"dice": [{"name": "x" * 60}] * 4}, "dice", "so shorten the labels or remove some rows"),
        ({"dice": [{"rolled": "both"}] * 13}, "dice", "at most 200, so remove some rows"),
        (LONG_NAMES, "attribute", "at most 200, so shorten it"),
        (LONG_NAMES | {"attribute": "x", "skill": "y" * 60, "dice": [{"name": "z" * 40}]}, "skill", "so shorten it"),
        ({"rerolls": 101}, "rerolls", "out of bounds"),
        ({"round": 0}, "round", "out of bounds"),
        ({"luck": 1}, "'luck'", "no such field"),
    ],
)
def test_form_names_the_field(values: dict[str, object], field: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        GENERAL.from_form(values, {"other_attributes": "on"})
    assert words in caught.value.fields[field]


def test_fields_of_other_kinds_do_not_count() -> None:
    values = {
        "kind": "attribute",
        "skill_die": "d6",
        "level": "3",
        "trained": True,
        "style": "magic",
        "cause": "Magic Might",
    }
    assert GENERAL.from_form(values, {}) == GENERAL.from_form({}, {})
