"""Presets: pinned, filled in, renamed, moved, deleted and brought back, by system, and kept for the next visit."""

from html import escape
from typing import Any

import pytest
from app.form import words
from app.form.presets import MOST_NAME, MOST_PRESETS

from pyrules.campaign.codec import VERSION
from tests.app.reader import Reader

NASTY = "<img src=x onerror=alert(1)>&\"'"


def presets_of(reader: Reader) -> list[tuple[str, str]]:
    return [(one.name, one.notation) for one in reader.model.presets_here]


def three() -> Reader:
    reader = Reader("moonwalk/")
    for notation in ("5 (1)", "6 (2)", "7 (3)"):
        reader.do("notation", notation).do("pin", what="test")
    return reader


def test_nothing_is_shown_until_something_is_pinned() -> None:
    assert not Reader("moonwalk/").sees(words.PRESETS_ARRANGE)


def test_a_test_is_pinned_under_its_notation_and_a_tap_fills_it_in_again() -> None:
    reader = Reader("moonwalk/").do("notation", "9 [4] (2)").do("pin", what="test")
    assert presets_of(reader) == [("9 [4] (2)", "9 [4] (2)")]
    reader.do("notation", "3 (1)").do("preset", place="0")
    assert reader.model.sheet.notation == "9 [4] (2)"
    assert reader.kept["form moonwalk"] == ["9 [4] (2)", VERSION]
    assert reader.sees('aria-pressed="true"')


def test_a_test_is_pinned_under_what_it_is_for_where_that_name_is_free() -> None:
    reader = Reader("moonwalk/")
    for notation in ("Agility 5 + Pistols 4 - Wounds 2 (2)", "Agility 5 + Pistols 4 (3)"):
        reader.do("notation", notation).do("pin", what="test")
    assert presets_of(reader) == [
        ("Agility + Pistols", "Agility 5 + Pistols 4 - Wounds 2 (2)"),
        ("Agility 5 + Pistols 4 (3)", "Agility 5 + Pistols 4 (3)"),
    ]


def test_a_turn_that_every_test_is_names_no_preset() -> None:
    reader = Reader("relics/").do("notation", "5d6 +1 / 2d").do("pin", what="test")
    assert presets_of(reader) == [("5d6 +1 / 2d", "5d6 +1 / 2d")]


def test_the_card_pins_what_was_rolled_and_not_what_the_form_has_become() -> None:
    reader = Reader("moonwalk/").do("notation", "9 (2)").do("roll").do("notation", "3 (1)").do("pin")
    assert presets_of(reader) == [("9 (2)", "9 (2)")]
    reader.do("change").do("pin")
    assert presets_of(reader)[1:] == [("3 (1)", "3 (1)")]


def test_the_same_test_is_not_pinned_twice() -> None:
    reader = three().do("preset-name", "Sneak", place="0").do("notation", "5 (1)").do("pin", what="test")
    assert len(presets_of(reader)) == 3
    assert reader.sees(words.pinned_before("Sneak"))


def test_what_makes_no_test_is_not_pinned() -> None:
    reader = Reader("moonwalk/").do("notation", "nonsense").do("pin", what="test")
    assert presets_of(reader) == []
    assert reader.sees(words.NOTHING_TO_PIN)


def test_no_more_than_fit_are_pinned() -> None:
    reader = Reader("moonwalk/")
    for dice in range(1, MOST_PRESETS + 2):
        reader.do("notation", f"{dice} (1)").do("pin", what="test")
    assert len(presets_of(reader)) == MOST_PRESETS
    assert reader.sees(words.presets_full(MOST_PRESETS))


def test_a_preset_is_renamed_and_without_a_name_called_by_its_notation() -> None:
    reader = three().do("preset-name", "  Sneak ", place="1")
    assert presets_of(reader)[1] == ("Sneak", "6 (2)")
    assert presets_of(reader.do("preset-name", "x" * MOST_NAME, place="1"))[1] == ("x" * MOST_NAME, "6 (2)")
    assert presets_of(reader.do("preset-name", " ", place="1"))[1] == ("6 (2)", "6 (2)")


def test_a_name_that_is_too_long_is_told_and_changes_nothing() -> None:
    reader = three()
    before = presets_of(reader)
    assert presets_of(reader.do("preset-name", "x" * (MOST_NAME + 1), place="1")) == before
    assert reader.sees("41 characters; use at most 40")


def test_a_name_is_shown_as_it_is_typed_and_never_as_markup() -> None:
    reader = three().do("preset-name", NASTY, place="0")
    assert reader.sees(escape(NASTY))
    assert not reader.sees("<img")


@pytest.mark.parametrize(
    ("place", "by", "order"),
    [(0, -1, "567"), (0, 1, "657"), (1, -1, "657"), (1, 1, "576"), (2, -1, "576"), (2, 1, "567")],
)
def test_presets_are_moved_by_one_and_the_button_keeps_the_focus(place: int, by: int, order: str) -> None:
    reader = three().do("preset-move", place=str(place), by=str(by))
    assert "".join(notation[0] for _, notation in presets_of(reader)) == order
    (focused,) = reader.asked("focus")
    assert reader.sees(f'id="{focused["id"]}"')


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_deleted_preset_is_brought_back_to_where_it_stood(place: int) -> None:
    reader = three()
    before = presets_of(reader)
    reader.do("preset-delete", place=str(place))
    assert presets_of(reader) == before[:place] + before[place + 1 :]
    (focused,) = reader.asked("focus")
    assert reader.sees(f'id="{focused["id"]}"')
    assert presets_of(reader.do("preset-back")) == before
    assert presets_of(reader.do("preset-back")) == before


def test_the_last_one_can_be_deleted_and_brought_back() -> None:
    reader = Reader("moonwalk/").do("pin", what="test").do("preset-delete", place="0")
    assert presets_of(reader) == []
    assert reader.sees("Bring back")
    assert len(presets_of(reader.do("preset-back"))) == 1


def test_each_system_has_its_own() -> None:
    reader = three().do("preset-delete", place="0").go("almond/")
    assert presets_of(reader) == []
    assert not reader.sees("Bring back")
    reader.do("preset-back").do("pin", what="test")
    assert len(presets_of(reader)) == 1
    assert len(presets_of(reader.go("moonwalk/"))) == 2


@pytest.mark.parametrize("on", ["preset", "preset-name", "preset-move", "preset-delete"])
@pytest.mark.parametrize("place", ["-1", "3", "999"])
def test_a_place_where_there_is_none_changes_nothing(on: str, place: str) -> None:
    reader = three().do("news-close")
    before = reader.model
    assert reader.do(on, "x", place=place, by="1").model == before


def test_the_next_visit_has_them_in_their_order() -> None:
    reader = three().do("preset-name", "Sneak", place="2").do("preset-move", place="2", by="-1")
    before = presets_of(reader)
    assert presets_of(reader.visit("moonwalk/")) == before


@pytest.mark.parametrize(
    "kept", [None, 3, "x", {}, ["5 (1)"], [["5 (1)"]], [["a", 3]], [["a", "b", "c"]], [[None, "5 (1)"]]]
)
def test_what_was_kept_and_cannot_be_used_is_left_out(kept: Any) -> None:
    reader = Reader("moonwalk/")
    reader.kept["presets moonwalk"] = kept
    assert presets_of(reader.visit("moonwalk/")) == []


def test_a_preset_that_the_rules_no_longer_read_says_why() -> None:
    reader = Reader("moonwalk/")
    reader.kept["presets moonwalk"] = [["Old", "not a test"]]
    reader.visit("moonwalk/").do("preset", place="0")
    assert reader.model.sheet.notation == "not a test"
    assert reader.model.sheet.wrong_notation
