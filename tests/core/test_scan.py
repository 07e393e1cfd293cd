"""Reading notation token by token, with columns; and showing what was wrong."""

import pytest
from hypothesis import assume, given, strategies as st

from pyrules.core.characters import JOINERS, plain
from pyrules.core.english import one_of
from pyrules.core.errors import NotationError, RulesError, printable, quote
from pyrules.core.scan import MOST_NOTATION, MOST_NUMBER, MOST_TEXT, Scanner, tokens


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("end", "", 1)]),
        ("  ", [("end", "", 3)]),
        ("12d6", [("number", "12", 1), ("word", "d", 3), ("number", "6", 4), ("end", "", 5)]),
        ("[6]", [("sign", "[", 1), ("number", "6", 2), ("sign", "]", 3), ("end", "", 4)]),
        ("Wits−2", [("word", "Wits", 1), ("sign", "-", 5), ("number", "2", 6), ("end", "", 7)]),
        ("o’clock", [("word", "o'clock", 1), ("end", "", 8)]),
        ("Cafe\u0301 हिन्दी", [("word", "Caf\u00e9", 1), ("word", "हिन्दी", 7), ("end", "", 13)]),
        ("+-*/,.", [*(("sign", sign, place) for place, sign in enumerate("+-*/,.", 1)), ("end", "", 7)]),
        ("٣（\u200b３", [("number", "3", 1), ("sign", "(", 2), ("number", "3", 4), ("end", "", 5)]),
        ("\ufeffWi\xadts\u200f", [("word", "Wits", 2), ("end", "", 8)]),
        ("خود\u200cرو A\u200cB", [("word", "خود\u200cرو", 1), ("word", "AB", 8), ("end", "", 11)]),
        ("Ärger\t漢字\n2", [("word", "Ärger", 1), ("word", "漢字", 7), ("number", "2", 10), ("end", "", 11)]),
    ],
)
def test_tokens(text: str, found: list[tuple[str, str, int]]) -> None:
    assert [(token.kind, token.text, token.column) for token in tokens(text)] == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5d6!", "column 4: '!' is not used in notation; expected a number, a word or a sign"),
        ("5 \x00", "column 3: an invisible character is not used in notation; expected a number, a word or a sign"),
        ("\u200b\x00", "column 2: an invisible character is not used in notation; expected a number, a word or a sign"),
        ("５ \ue000", "column 3: an invisible character is not used in notation; expected a number, a word or a sign"),
        ("ﾊﾞ!", "column 3: '!' is not used in notation; expected a number, a word or a sign"),
        ("'", "column 1: ''' is not used in notation; expected a number, a word or a sign"),
        ("a_b", "column 2: '_' is not used in notation; expected a number, a word or a sign"),
        ("\ufdfa" * 50, "column 50: written out, the notation has 900 characters; expected at most 200"),
        ("x" * 201, "column 201: the notation has 201 characters; expected at most 200"),
    ],
)
def test_characters_that_no_notation_has_are_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        tokens(text)
    assert str(caught.value) == message
    assert message.startswith(f"column {caught.value.column}: ")
    assert message.endswith(f"; expected {caught.value.expected}")


@given(st.text(st.sampled_from("09 aZé漢\t+-*/,.()[]"), max_size=MOST_NOTATION))
def test_tokens_keep_their_text_and_column(text: str) -> None:
    *found, end = tokens(text)
    assert end.column == len(text) + 1
    assert all(text.startswith(token.text, token.column - 1) for token in found)
    assert "".join(token.text for token in found) == "".join(text.split())


@given(st.text(st.characters(exclude_categories=("L", "N", "Zs", "Cc"), exclude_characters="+-−*/,.()[]"), min_size=1))
def test_any_other_character_is_refused_where_it_stands(text: str) -> None:
    assume(plain(text)[0] == text)
    with pytest.raises(NotationError) as caught:
        tokens(f"5d6 {text}"[:MOST_NOTATION])
    assert caught.value.column > 4


def test_a_scanner_walks_over_its_tokens() -> None:
    scan = Scanner("Edge 2 (3)")
    assert scan.at("edge", "vs")
    assert not scan.at("vs")
    assert scan.ahead().text == "2"
    assert scan.ahead(99).kind == "end"
    assert scan.accept("vs") is None
    assert scan.words() == "Edge"
    assert scan.number("the dice") == 2
    assert scan.expect("(").column == 8
    assert scan.number("the threshold", 3, 3) == 3
    assert scan.take().text == ")"
    scan.end()
    assert scan.take().kind == scan.take().kind == "end"
    assert not scan.at("")
    assert scan.words() == ""


@pytest.mark.parametrize("dash", "-‐‑‒–—―−﹘﹣－")
def test_any_dash_is_a_minus(dash: str) -> None:
    assert [(token.text, token.column) for token in tokens(f"12 {dash} 2")] == [("12", 1), ("-", 4), ("2", 6), ("", 7)]
    assert Scanner(f"Anti{dash}grav").name() == "Anti-grav"


def test_what_nobody_sees_keeps_no_name_apart() -> None:
    assert Scanner("Anti\u200b-\u2060grav\u200b 2").name() == "Anti-grav 2"


@given(st.text(max_size=40))
def test_what_was_pasted_is_made_plain_once(text: str) -> None:
    found, columns = plain(text)
    assert len(columns) == len(found) + 1
    assert list(columns) == sorted(columns)
    assert set(columns) <= set(range(1, len(text) + 2))
    assert plain(found)[0] == found


def test_words_end_at_a_stop() -> None:
    scan = Scanner("Hunter's keen eye VS 2")
    assert scan.words("vs") == "Hunter's keen eye"
    assert scan.at("vs")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Doom 2", ""),
        ("doom - 2", ""),
        ("Hall of Doom doom 2", "Hall of Doom"),
        ("doom)", "doom"),
        ("Hall 2 Doom", "Hall"),
    ],
)
def test_a_name_ends_at_a_cost(text: str, name: str) -> None:
    assert Scanner(text).name("doom") == name


@pytest.mark.parametrize(
    ("text", "low", "high", "message"),
    [
        ("x", 0, 9, "column 1: 'x' does not fit here; expected a number for the limit"),
        ("", 0, 9, "column 1: the notation ends here; expected a number for the limit"),
        ("0", 1, 9, "column 1: the limit cannot be 0; expected 1 to 9"),
        ("10", 1, 9, "column 1: the limit cannot be 10; expected 1 to 9"),
        ("10001", 0, MOST_NUMBER, "column 1: the limit cannot be 10001; expected 0 to 10000"),
        ("9" * 200, 0, MOST_NUMBER, "column 1: the limit cannot be 999999999999; expected 0 to 10000"),
    ],
)
def test_numbers_have_bounds(text: str, low: int, high: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Scanner(text).number("the limit", low, high)
    assert str(caught.value) == message


def test_zeros_in_front_make_a_number_no_larger() -> None:
    assert Scanner("0000012").number("the limit") == 12
    assert Scanner("000000").number("the limit") == 0


def test_words_have_a_length() -> None:
    assert len(Scanner("x" * MOST_TEXT).words()) == MOST_TEXT
    with pytest.raises(NotationError, match=r"^column 3: these words have 61 characters; expected at most 60$"):
        Scanner("  " + "x" * 30 + "   " + "x" * 30).words()


def test_what_is_left_is_refused() -> None:
    with pytest.raises(NotationError, match=r"^column 1: '\)' does not fit here; expected the end of the notation$"):
        Scanner(")").end()
    with pytest.raises(NotationError, match=r"^column 1: '\)' does not fit here; expected '\('$"):
        Scanner(")").expect("(")


def test_alternatives_are_listed() -> None:
    assert one_of(["a"]) == "a"
    assert one_of(["a", "b"]) == "a or b"


@given(st.text())
def test_anything_is_shown_on_one_printable_line(text: str) -> None:
    shown = printable(text), quote(text)
    assert all(sign.isprintable() or sign in JOINERS for sign in "".join(shown))
    assert len(shown[1]) <= 12 * 40 + 40
    "".join(shown).encode()


def test_notation_errors_are_rules_errors() -> None:
    assert issubclass(NotationError, RulesError)
    assert issubclass(RulesError, ValueError)


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("Anti-grav  boots", "Anti-grav boots", ""),
        ("Mk 2 destiny 1", "Mk 2", "destiny"),
        ("Mk2-b)", "Mk2-b", ")"),
        ("2nd Wind", "", "2"),
        ("-grav", "", "-"),
        ("Anti -grav", "Anti", "-"),
        ("Anti- grav", "Anti", "-"),
        ("Anti-", "Anti", "-"),
        ("Anti-destiny 1", "Anti", "-"),
        ("Destiny-born", "Destiny-born", ""),
    ],
)
def test_names_have_numbers_and_hyphens_inside(text: str, name: str, left: str) -> None:
    scan = Scanner(text)
    assert (scan.name("destiny"), scan.here.text) == (name, left)


def test_a_name_is_no_longer_than_words() -> None:
    assert len(Scanner("x" * (MOST_TEXT - 2) + "-2").name()) == MOST_TEXT
    with pytest.raises(NotationError, match="column 3: this name has 61 characters; expected at most 60"):
        Scanner("  " + "x" * (MOST_TEXT - 1) + "-2").name()
