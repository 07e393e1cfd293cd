"""Pasted texts: the signs of a keyboard for notations, and names as they are kept."""

import pytest
from hypothesis import given, strategies as st

from pyrules.core.characters import BLANKS, alike, clean_name, first_unseen, plain

JOINED = [
    "👨\u200d👩\u200d👧",
    "🧙\u200d♂\ufe0f",
    "🏳\ufe0f\u200d🌈",
    "🙂\u200d↔\ufe0f",
    "❤\ufe0f",
    "1\ufe0f\u20e3",
    "می\u200cخواهم",
    "ශ්\u200dරී",
    "ന്\u200d",
    "র\u200d্য",
]


@pytest.mark.parametrize("name", JOINED)
def test_joiners_belong_to_many_names(name: str) -> None:
    assert clean_name(name) == name
    assert first_unseen(name) == ""


@pytest.mark.parametrize(
    "sign", "\xad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u202e\u2060\u2066\u2800\u3164\ufe0f\ufeff"
)
def test_what_nobody_sees_is_left_out_of_a_name(sign: str) -> None:
    for typed in (f"A{sign}nn", f"{sign}Ann", f"Ann{sign}", f"A{sign}{sign}nn"):
        assert clean_name(typed) == "Ann"
        assert first_unseen(typed) == ("" if sign in BLANKS else sign)
        assert alike(typed) == alike("Ann")


@given(st.text(st.one_of(st.characters(), st.sampled_from("a\u0301\u094d\ufe0f\u200c\u200d\u200bم❤")), max_size=12))
def test_a_name_is_made_visible_once(text: str) -> None:
    assert clean_name(clean_name(text)) == clean_name(text)
    assert first_unseen(clean_name(text)) == ""
    assert clean_name(" ".join(clean_name(text).split())) == " ".join(clean_name(text).split())
    assert alike(clean_name(text)) == alike(text)


def test_spellings_of_one_name_are_alike() -> None:
    assert len({alike(name) for name in ("Zoe\u0308", "Zoë", "ZOË", " zoë", "Z\u200boë")}) == 1
    assert alike("Ann") != alike("Anne")


def test_what_is_raised_is_no_digit() -> None:
    assert [plain(text)[0] for text in ("５²", "½", "①", "٣")] == ["5²", "½", "①", "3"]
