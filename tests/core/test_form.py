"""Forms and house rules: what they accept, and how they refuse."""

from collections.abc import Mapping
from typing import Any

import pytest

from pyrules.core.errors import FormError, quote_value
from pyrules.core.form import Choice, Field, check_length, defaults, read_form, read_label, rows_part, text_part
from pyrules.core.rulebook import Setting, read_settings

KIND = Field("kind", "Kind", "choice", "a", choices=(Choice("a", "A"), Choice("b", "B")))
NUMBER = Field("number", "Number", "number", 1, -5, 100)
OPTIONAL = Field("optional", "Optional", "number", None, 0, 9, optional=True)
SWITCH = Field("switch", "Switch", "switch", False)
TEXT = Field("text", "Text", "text", "")
ROWS = Field("rows", "Rows", "rows", [], high=2, columns=(TEXT, NUMBER))
ONLY_B = Field("only_b", "Only B", "number", 3, 0, 9, when=(("kind", ("b",)),))
FIELDS = (KIND, NUMBER, OPTIONAL, SWITCH, TEXT, ROWS, ONLY_B)


def problems(given: Any) -> Mapping[str, str]:
    with pytest.raises(FormError) as caught:
        read_form(FIELDS, given)
    return caught.value.fields


def test_an_untouched_form_has_its_defaults() -> None:
    assert read_form(FIELDS, {}) == defaults(FIELDS)
    assert defaults(FIELDS) == {
        "kind": "a",
        "number": 1,
        "optional": None,
        "switch": False,
        "text": "",
        "rows": [],
        "only_b": 3,
    }


def test_what_is_done_to_one_form_leaves_the_next_alone() -> None:
    defaults(FIELDS)["rows"].append({})
    read_form(FIELDS, {})["rows"].append({})
    assert defaults(FIELDS)["rows"] == []


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("number", -5, -5),
        ("number", 100, 100),
        ("number", "7", 7),
        ("number", " 7 ", 7),
        ("number", "-5", -5),
        ("number", "−5", -5),
        ("number", "007", 7),
        ("number", "١٢", 12),
        ("number", "１２", 12),
        ("number", "+3", 3),
        ("number", "＋３", 3),
        ("number", "–5", -5),
        ("number", "\u200e7\ufeff", 7),
        ("optional", None, None),
        ("optional", "", None),
        ("optional", " ", None),
        ("optional", 0, 0),
        ("kind", "b", "b"),
        ("switch", True, True),
        ("text", "  two \n words ", "two words"),
        ("text", "x" * 60, "x" * 60),
        ("text", "<b>é漢</b>", "<b>é漢</b>"),
        ("text", "a\u202eb\u200b", "ab"),
        ("text", "Zoe\u0308", "Zo\u00eb"),
        ("text", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("text", "🧙🏽\u200d♂\ufe0f", "🧙🏽\u200d♂\ufe0f"),
        ("text", "می\u200cخواهم", "می\u200cخواهم"),
        ("text", "ශ්\u200dරී", "ශ්\u200dරී"),
        ("rows", [{}], [{"text": "", "number": 1}]),
        ("rows", ({"text": "a"}, {"number": 2}), [{"text": "a", "number": 1}, {"text": "", "number": 2}]),
    ],
)
def test_values_are_read(name: str, value: Any, read: Any) -> None:
    assert read_form(FIELDS, {name: value})[name] == read


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("number", -6, "-6 is out of bounds; use a whole number from -5 to 100"),
        ("number", 101, "101 is out of bounds; use a whole number from -5 to 100"),
        ("number", 2.0, "2.0 is not a whole number; use one from -5 to 100"),
        ("number", True, "True is not a whole number; use one from -5 to 100"),
        ("number", "1e1", "'1e1' is not a whole number; use one from -5 to 100"),
        ("number", "+-1", "'+-1' is not a whole number; use one from -5 to 100"),
        ("number", "5" * 200 + "x", f"'{'5' * 40}…' (201 characters) is not a whole number; use one from -5 to 100"),
        ("number", "--1", "'--1' is not a whole number; use one from -5 to 100"),
        ("number", "-", "'-' is not a whole number; use one from -5 to 100"),
        ("number", "7²", "'7²' is not a whole number; use one from -5 to 100"),
        ("number", "7_0", "'7_0' is not a whole number; use one from -5 to 100"),
        ("number", 10**5_000, "a huge number is out of bounds; use a whole number from -5 to 100"),
        ("number", [1], "a list is not a whole number; use one from -5 to 100"),
        ("number", "1234567", "'1234567' is out of bounds; use a whole number from -5 to 100"),
        ("number", None, "a number is missing; use -5 to 100"),
        ("number", "", "a number is missing; use -5 to 100"),
        ("number", "\t", "a number is missing; use -5 to 100"),
        ("optional", 10, "10 is out of bounds; use a whole number from 0 to 9"),
        ("kind", "c", "'c' is not a choice; use a or b"),
        ("kind", None, "None is not a choice; use a or b"),
        ("kind", ["a"], "a list is not a choice; use a or b"),
        ("switch", "on", "'on' is neither on nor off; use one of the two"),
        ("switch", 1, "1 is neither on nor off; use one of the two"),
        ("text", 5, "5 is not text; use text"),
        ("text", "x" * 61, "61 characters; use at most 60"),
        ("text", "a\x00b", "'a�b' has characters that cannot be shown; remove them"),
        ("text", "\ud800", "'�' has characters that cannot be shown; remove them"),
        ("rows", "ab", "'ab' is not a list of rows; use one"),
        ("rows", {"0": {}}, "a dict is not a list of rows; use one"),
        ("rows", [{}, {}, {}], "3 rows; use at most 2"),
    ],
    ids=quote_value,
)
def test_values_are_refused_by_name_value_and_bound(name: str, value: Any, problem: str) -> None:
    assert problems({name: value}) == {name: problem}


def test_rows_say_where_they_are_wrong() -> None:
    assert problems({"rows": [{"number": 101, "colour": 1}, {"text": 2}]}) == {
        "rows.0.'colour'": "the form has no such field; leave it out",
        "rows.0.number": "101 is out of bounds; use a whole number from -5 to 100",
        "rows.1.text": "2 is not text; use text",
    }
    assert problems({"rows": [3]}) == {"rows.0": "3 is not a row; use names and values"}


def test_every_wrong_field_is_named_at_once() -> None:
    assert set(problems({"number": "x", "kind": "x", "x" * 99: 1, 5: 2})) == {
        "number",
        "kind",
        f"'{'x' * 40}…' (99 characters)",
        "5",
    }


def test_a_field_is_read_only_where_it_applies() -> None:
    assert read_form(FIELDS, {"kind": "a", "only_b": "x"})["only_b"] == 3
    assert read_form(FIELDS, {"only_b": 4, "kind": "b"})["only_b"] == 4
    assert set(problems({"kind": "b", "only_b": "x"})) == {"only_b"}


@pytest.mark.parametrize("given", [None, [], "kind", 3])
def test_what_is_no_form_is_refused(given: Any) -> None:
    assert set(problems(given)) == {"form"}


def test_labels_are_words() -> None:
    assert read_label(" Hunter's  eye ", "label", ("vs",)) == "Hunter's eye"
    for text in ("VS", "a vs b", "a 2", "a, b", "!"):
        with pytest.raises(FormError) as caught:
            read_label(text, "label", ("vs",))
        assert list(caught.value.fields) == ["label"]


def test_a_notation_has_a_length() -> None:
    check_length("x" * 200, text_part("label", "x" * 200))
    with pytest.raises(FormError, match=r"^label: the test is 201 characters long; at most 200, so shorten it$"):
        check_length("x" * 201, text_part("label", "x" * 201))


@pytest.mark.parametrize(
    ("label", "rows", "labels", "problem"),
    [
        ("xy", ["+ 1"], [""], "rows: the test is 201 characters long; at most 200, so remove some rows"),
        ("xyz", ["+ x 1"], ["x"], "rows: .*, so shorten the labels or remove some rows"),
        ("x" * 9, ["+ x 1"], ["x"], "label: .*, so shorten it"),
        ("x" * 9, ["+ x 1"] * 2, ["x"] * 2, "rows: .*, so shorten the labels or remove some rows"),
    ],
)
def test_the_longest_part_is_to_be_shortened(label: str, rows: list[str], labels: list[str], problem: str) -> None:
    with pytest.raises(FormError, match=f"^{problem}$"):
        check_length("x" * 201, text_part("label", label), rows_part("rows", rows, labels))


WORDS = Setting("words", "Words", ("more than half", "off"), default="off")
ORDER = Setting("order", "Order", ("sum", "top"), default="sum", labels=("sum of the dice", "highest die"))
FIGURE = Setting("figure", "Figure", default=5, low=1, high=20)


def test_house_rules_have_defaults() -> None:
    assert read_settings((WORDS, FIGURE), {}) == {"words": "off", "figure": 5}
    assert read_settings((WORDS, FIGURE), {"words": " More Than Half ", "figure": "20"}) == {
        "words": "more than half",
        "figure": 20,
    }


def test_a_choice_of_a_house_rule_is_given_by_its_key_or_its_label() -> None:
    for given in ("top", " Highest die"):
        assert read_settings((ORDER,), {"order": given}) == {"order": "top"}
    assert (ORDER.label_of("top"), FIGURE.label_of(5), WORDS.label_of("off")) == ("highest die", "5", "off")


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"words": "often"}, {"words": "'often' is not a choice; use more than half or off"}),
        ({"words": 1}, {"words": "1 is not a choice; use more than half or off"}),
        ({"figure": 0}, {"figure": "0 is out of bounds; use 1 to 20"}),
        ({"figure": "21"}, {"figure": "'21' is out of bounds; use 1 to 20"}),
        ({"figure": "٥"}, {"figure": "'٥' is out of bounds; use 1 to 20"}),
        ({"figure": True}, {"figure": "True is out of bounds; use 1 to 20"}),
        ({"figure": "9" * 100}, {"figure": f"'{'9' * 40}…' (100 characters) is out of bounds; use 1 to 20"}),
        (
            {"colour": 1, "words": 1},
            {"colour": "unknown setting; use words or figure", "words": "1 is not a choice; use more than half or off"},
        ),
    ],
)
def test_house_rules_are_refused_by_name(given: Mapping[str, object], wrong: Mapping[str, str]) -> None:
    with pytest.raises(FormError) as caught:
        read_settings((WORDS, FIGURE), given)
    assert caught.value.fields == wrong


def test_a_system_without_house_rules_refuses_any() -> None:
    with pytest.raises(FormError, match="colour: unknown setting; there are none"):
        read_settings((), {"colour": 1})


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("x" * 50, f"'{'x' * 40}…' (50 characters)"),
        (-(10**18), "a huge number"),
        (10**18 - 1, "999999999999999999"),
        (object(), "an object"),
    ],
)
def test_foreign_values_are_shown_shortly(value: object, words: str) -> None:
    assert quote_value(value) == words
