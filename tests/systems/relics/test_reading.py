import pytest
from hypothesis import given, strategies as st

from pyrules.core.errors import FormError, NotationError, RulesError
from pyrules.systems.relics import RELICS
from pyrules.systems.relics.model import (
    AddDice,
    AutoResult,
    Challenge,
    Cohort,
    Huddle,
    SimpleModifier,
    Test,
    Trait,
)
from tests.systems.relics import strategies


@pytest.mark.parametrize(
    "notation",
    [
        "5d6",
        "0d6",
        "9d6 A6 / 1d A1 / 1d +1 / 2d +2 / 1d -2 / 2d pcs 4",
        "primary lead + secondary assist + support assist +1d6 -1d6 destiny 2 pcs 3",
        "Minor 5 resolved 3 -1 / 2d",
        "5d6 vs Common",
        "5d6 destiny 2 pcs 3 vs Ultimate 9 resolved 3 free 1",
        "other lead stress 9 + other assist",
        "5d6 +10000 / 100d (Ärger destiny 10000 doom -10000)",
        "5d6 -1d6 (Mud)",
        "Ultimate 100 A8 / 1d",
    ],
)
def test_canonical_notation(notation: str) -> None:
    test = RELICS.parse(notation, {})
    assert RELICS.write(test) == notation
    assert RELICS.from_form(RELICS.to_form(test), {}) == test


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("5D6", "5d6"),
        ("5d6vs.common", "5d6 vs Common"),
        ("SUPPORT assist+Primary LEAD", "primary lead + support assist"),
        ("5d6 vs minor 5 resolved 0 free 0 pcs 2 destiny 1 +1/1d", "5d6 +1 / 1d destiny 1 pcs 2 vs Minor 5"),
        ("5d6 +1 / 1d (Prophet of Doom)", "5d6 +1 / 1d (Prophet of Doom)"),
        ("5d6 trait (Doom doom - 1)", "5d6 trait (Doom doom -1)"),
        ("5d6 trait (Destiny doom destiny 2 doom 1)", "5d6 trait (Destiny doom destiny 2 doom 1)"),
        ("5d6 trait (Blaster Doom 1 Destiny 2)", "5d6 trait (Blaster destiny 2 doom 1)"),
        ("5d6 trait (doom-1 destiny 2)", "5d6 trait (destiny 2 doom -1)"),
        ("5d6 trait (Mk 2 destiny 1)", "5d6 trait (Mk 2 destiny 1)"),
        ("5d6 trait (Mk 2 Destiny-born)", "5d6 trait (Mk 2 Destiny-born)"),
        ("5d6 trait (Order of 2 Dooms)", "5d6 trait (Order of 2 Dooms)"),
        ("minor 5 +1/1d(fusiontech  blaster doom 1)", "Minor 5 +1 / 1d (fusiontech blaster doom 1)"),
        ("primary lead stress 0", "primary lead"),
        ("5d6 vs Minor 5, Stubborn -1 / 2d", "5d6 -1 / 2d (Stubborn) vs Minor 5"),
        ("5d6 Stubborn (-1 / 2d), +1 / 1d, pcs 2", "5d6 -1 / 2d (Stubborn) +1 / 1d pcs 2"),
        ("5d6, Mk 2-b A6 / 1d Prophet of Doom +1d6", "5d6 A6 / 1d (Mk 2-b) +1d6 (Prophet of Doom)"),
        ("5d6 Blaster (+1 / 1d doom 1 destiny 2)", "5d6 +1 / 1d (Blaster destiny 2 doom 1)"),
        ("5d6 Blaster +1 / 1d (doom 1)", "5d6 +1 / 1d (Blaster doom 1)"),
        ("5d6 Shield (doom 1)", "5d6 trait (Shield doom 1)"),
        ("Minor 5, Stubborn –１ / 2d", "Minor 5 -1 / 2d (Stubborn)"),
        ("primary lead + support assist, Lucky +1 / 1d", "primary lead + support assist +1 / 1d (Lucky)"),
        ("Minor 5 free 1 resolved 2", "Minor 5 resolved 2 free 1"),
        ("5d6 vs Minor 5 free 1 resolved 2 pcs 2", "5d6 pcs 2 vs Minor 5 resolved 2 free 1"),
    ],
)
def test_notation_is_made_canonical(given: str, canonical: str) -> None:
    test = RELICS.parse(given, {})
    assert RELICS.write(test) == canonical
    assert RELICS.parse(canonical, {}) == test


def test_what_a_notation_means() -> None:
    notation = (
        "primary lead stress 2 + other assist -1d6 (Mud) A5 / 2d +2 / 1d (Blaster destiny 1 doom -2) pcs 2 vs Minor 5"
    )
    assert RELICS.parse(notation, {}) == Test(
        Cohort(Huddle("primary", ("other",), 2), 0, 2, Challenge("Minor", 5)),
        (
            Trait(AddDice(-1), "Mud"),
            Trait(AutoResult(5, 2)),
            Trait(SimpleModifier(2, 1), "Blaster", 1, -2),
        ),
    )
    assert RELICS.parse("1d6 trait (doom 1)", {}).traits == (Trait(None, doom=1),)


COSTLY = {"value": 10_000, "dice": 100, "destiny": 10_000, "doom": -10_000}

HOSTILE = [
    ("", 1, "dice such as 5d6"),
    ("d6", 1, "dice such as 5d6"),
    ("lead", 1, "dice such as 5d6"),
    ("101d6", 1, "0 to 100"),
    ("5d8", 3, "'6'"),
    ("5", 2, "'d6'"),
    ("5d6 5d6", 5, "a modifier"),
    ("5d6 (Mud)", 5, "a modifier such as"),
    ("5d6 +", 6, "a number for the modifier"),
    ("5d6 +0d6", 6, "1 to 10000"),
    ("5d6 +101d6", 6, "1 to 100"),
    ("5d6 +1", 7, "'/ 1d' or 'd6'"),
    ("5d6 +1d8", 8, "'6'"),
    ("5d6 +1 / 0d", 10, "1 to 100"),
    ("5d6 +1 / 101d", 10, "1 to 100"),
    ("5d6 +10001 / 1d", 6, "1 to 10000"),
    ("5d6 +1 / 2", 11, "'d'"),
    ("5d6 +1 / 2d6", 12, "a modifier"),
    ("5d6 A0 / 1d", 6, "1 to 8"),
    ("5d6 A9 / 1d", 6, "1 to 8"),
    ("5d6 A7 / 1d", 5, "A7 is for Challenges only"),
    ("5d6 A5 1d", 8, "'/'"),
    ("5d6 trait", 10, "'('"),
    ("5d6 trait ()", 12, "the name of a trait"),
    ("5d6 +1 / 1d (", 14, "a name"),
    ("5d6 +1 / 1d (5)", 14, "a name"),
    ("5d6 +1 / 1d (Mud -5)", 18, "')'"),
    ("5d6 +1 / 1d (destiny 0)", 22, "1 to 10000"),
    ("5d6 +1 / 1d (destiny -1)", 22, "a number for the Destiny"),
    ("5d6 +1 / 1d (destiny 1 doom)", 28, "a number for the Doom"),
    ("5d6 +1 / 1d (doom 0)", 19, "1 to 10000"),
    ("5d6 +1 / 1d (doom +1)", 19, "a number for the Doom"),
    ("5d6 destiny 0", 13, "1 to 100"),
    ("5d6 destiny 1 destiny 1", 15, "it once"),
    ("5d6 pcs 0", 9, "1 to 10000"),
    ("5d6 vs", 7, "a Threat"),
    ("5d6 vs Tiny", 8, "a Threat"),
    ("5d6 vs Minor 0", 14, "1 to 100"),
    ("5d6 vs Minor 101", 14, "1 to 100"),
    ("5d6 vs Minor resolved 1", 14, "a modifier"),
    ("5d6 vs Minor 5 resolved 6", 25, "0 to 5"),
    ("5d6 vs Minor 5 resolved 5", 8, "at most 4 while it goes on"),
    ("5d6 vs Minor 5 vs Minor 5", 16, "it once"),
    ("Minor", 6, "the Rating"),
    ("Minor 5 free 1", 1, "1 die cannot become free, as 0 are resolved"),
    ("Minor 5 free 1 resolved 2 free 1", 27, "it once"),
    ("Minor 5 resolved 2 resolved 2", 20, "it once"),
    ("Minor 5 free 6", 14, "0 to 5"),
    ("Minor 5 pcs 3", 9, "a modifier"),
    ("Minor 5 +1 / 2d doom 1", 17, "in brackets such as (Name doom 1) or the end"),
    ("5d6 +1 / 2d Blaster", 13, "in brackets such as (Name doom 1), 'destiny N'"),
    ("5d6 +1 / 2d [Blaster]", 13, "in brackets such as (Name doom 1), 'destiny N'"),
    ("Minor 5 vs Major", 9, "a modifier"),
    ("Minor 5 +1d6", 9, "as many dice as its Rating"),
    ("primary", 8, "'lead'"),
    ("primary lead + primary", 16, "one leader"),
    ("primary lead + second assist", 16, "dice such as 5d6"),
    ("primary lead 5d6", 14, "a modifier"),
    ("primary lead stress", 20, "the leader's Stress"),
    ("100d6 +1d6", 1, "101 dice; at most 100"),
    ("¼d6", 1, "dice such as 5d6"),
    ("5d6,", 5, "a modifier"),
    ("5d6,, +1 / 1d", 5, "a modifier"),
    ("5d6, Stubborn", 6, "a modifier"),
    ("5d6 pcs 2 vs Tiny -1 / 2d", 14, "a Threat"),
    ("Minor 5 -1 / 2d resolved 3 +1 / 1d", 17, "a modifier"),
    ("5d6 Stubborn pcs 2 -1 / 2d", 5, "a modifier"),
    ("5d6 Blaster doom 1 -1 / 2d", 5, "a modifier"),
    ("5d6 Stubborn ()", 15, "the name of a trait"),
    ("5d6 Stubborn (Mud -1 / 2d)", 15, "'destiny N', 'doom N' or ')'"),
    ("Minor 5 Stubborn (+1d6)", 19, "as many dice as its Rating"),
    ("5d6" + " +1 / 1d" * 2_000, 401, "at most 400"),
]


@pytest.mark.parametrize(("text", "column", "expected"), HOSTILE)
def test_hostile_notation(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        RELICS.parse(text, {})
    assert (caught.value.column, expected in str(caught.value)) == (column, True), str(caught.value)


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ("Blaster 1 destiny", "column 20: '1 destiny' has its amount in front; expected 'destiny 1'"),
        ("Blaster costs 2 Destiny", "column 26: '2 Destiny' has its amount in front; expected 'destiny 2'"),
        ("1 doom", "column 12: '1 doom' has its amount in front; expected 'doom 1'"),
        ("Mk2Doom", "column 14: '2 Doom' has its amount in front; expected 'doom 2'"),
        ("Squad 7 Doom Riders", "column 18: '7 Doom' has its amount in front; expected 'doom 7'"),
        ("Mk 2 Doom doom 1", "column 15: '2 Doom' has its amount in front; expected 'doom 2'"),
        ("Blaster destiny 1 2 doom", "column 30: '2 doom' has its amount in front; expected 'doom 2'"),
        ("Blaster-1 doom", "column 19: '-' does not fit here; expected 'destiny N', 'doom N' or ')'"),
        ("Blaster doom 1 destiny", "column 34: ')' does not fit here; expected a number for the Destiny spent"),
        ("Blaster destiny 1 Destiny 2", "column 30: 'Destiny' is given twice; expected it once"),
        ("doom 1 destiny 1 doom 1", "column 29: 'doom' is given twice; expected it once"),
        ("Blaster doom 1, destiny 2", "column 26: ',' does not fit here; expected 'destiny N' or ')'"),
        ("destiny 1 Blaster", "column 22: 'Blaster' does not fit here; expected 'doom N' or ')'"),
        ("doom 1 destiny 2 Blaster", "column 29: 'Blaster' does not fit here; expected ')'"),
    ],
)
def test_costs_that_cannot_be_read_are_not_taken_for_a_name(inside: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        RELICS.parse(f"5d6 trait ({inside})", {})
    assert str(caught.value) == problem


@given(st.text(max_size=220) | st.text("25d16 +-/Apcsvminorlead()0", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        test = RELICS.parse(text, {})
    except RulesError:
        return
    assert RELICS.parse(RELICS.write(test), {}) == test


@given(strategies.tests_of())
def test_notation_and_form_round_trip(test: Test) -> None:
    house_rules = RELICS.house_rules(test)
    assert RELICS.parse(RELICS.write(test), house_rules) == test
    assert RELICS.from_form(RELICS.to_form(test), house_rules) == test


@pytest.mark.parametrize(
    ("values", "field", "problem"),
    [
        ({"pool": 101}, "pool", "0 to 100"),
        ({"pool": 100, "traits": [{"kind": "add", "dice": 1}]}, "pool", "101 dice; at most 100"),
        ({"start": "expertise", "stress": 10}, "stress", "Stressed Out"),
        ({"start": "expertise", "assistants": [{"expertise": "best"}]}, "assistants.0.expertise", "is not a choice"),
        ({"start": "expertise", "assistants": [{}], "pcs": 1}, "pcs", "2 PCs lead and assist"),
        (
            {"start": "expertise", "pcs": 34, "traits": [{"kind": "add", "dice": 98}]},
            "assistants",
            "101 dice; at most 100",
        ),
        ({"pcs": 2, "destiny": 2}, "destiny", "so 1 Destiny can be spent"),
        ({"resolved": 5}, "resolved", "at most 4 while it goes on"),
        ({"resolved": 1, "freed": 2}, "freed", "2 dice cannot become free"),
        ({"resolved": 7, "freed": 3}, "resolved", "7 dice cannot be resolved; use at most 5"),
        ({"rating": None, "resolved": 1}, "resolved", "1 die of an unknown Challenge"),
        ({"turn": "challenge", "threat": ""}, "threat", "give its Threat and Rating"),
        ({"turn": "challenge", "rating": None}, "rating", "give its Threat and Rating"),
        ({"turn": "challenge", "traits": [{"kind": "add"}]}, "traits.0.kind", "as many dice as its Rating"),
        ({"traits": [{"kind": "auto", "value": 3}]}, "traits.0.value", "Challenges only"),
        ({"traits": [{"kind": "auto", "value": 9}]}, "traits.0.value", "use 1 to 8"),
        ({"traits": [{"kind": "auto", "value": 5, "dice": -1}]}, "traits.0.dice", "use 1 to 100"),
        ({"traits": [{"kind": "simple", "value": 0}]}, "traits.0.value", "changes nothing"),
        ({"traits": [{"kind": "add", "dice": 0}]}, "traits.0.dice", "out of bounds"),
        ({"traits": [{"kind": "none"}]}, "traits.0.name", "nothing is given"),
        ({"traits": [{"name": "destiny 1"}]}, "traits.0.name", "use words, with numbers"),
        ({"traits": [{"name": "Blaster 1 destiny"}]}, "traits.0.name", "'1 destiny' reads like a cost; leave it out"),
        ({"traits": [{"destiny": -1}]}, "traits.0.destiny", "0 to 10000"),
        ({"traits": [{"name": "x" * 60}] * 7}, "traits", "so shorten the labels or remove some rows"),
        ({"traits": [COSTLY] * 17}, "traits", "long; at most 400, so remove some rows"),
        ({"turn": "challenge", "traits": [COSTLY] * 17}, "traits", "so remove some rows"),
        (
            {"start": "expertise", "assistants": [{}] * 11, "traits": [{"destiny": 1}] * 10},
            "assistants",
            "remove some rows, or give the pool as a number of dice",
        ),
        (
            {"start": "expertise", "assistants": [{}] * 5, "traits": [{"destiny": 1}] * 15},
            "traits",
            "so remove some rows",
        ),
    ],
)
def test_hostile_forms(values: dict[str, object], field: str, problem: str) -> None:
    with pytest.raises(FormError) as caught:
        RELICS.from_form(values, {})
    assert problem in caught.value.fields[field]


def test_an_untouched_form() -> None:
    assert RELICS.write(RELICS.from_form({}, {})) == "5d6 vs Minor 5"
    assert RELICS.write(RELICS.from_form({"turn": "challenge"}, {})) == "Minor 5"
    assert RELICS.write(RELICS.from_form({"threat": "Common", "rating": None}, {})) == "5d6 vs Common"


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"lead_primary": 4}, "use 0 to 3"),
        ({"stress_maximum": 0}, "use 1 to 100"),
        ({"hindering": "nobody"}, "is not a choice"),
        ({"luck": 1}, "unknown setting"),
    ],
)
def test_hostile_settings(settings: dict[str, str | int], problem: str) -> None:
    with pytest.raises(FormError, match=problem):
        RELICS.parse("5d6", settings)
