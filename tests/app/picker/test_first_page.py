"""The first page: the systems as cards until one of them was played, then as rows, the last played first."""

import re

from app.picker import words

from tests.app.reader import Reader


def systems(reader: Reader) -> list[str]:
    """The systems in the order in which the first page has them."""
    listed = reader.html("screen").partition(f">{words.PICK_A_SYSTEM}<")[2]
    return re.findall(r'data-system="(\w+)"', listed)


def test_a_newcomer_sees_what_this_is_the_ways_to_a_table_and_all_systems() -> None:
    reader = Reader("")
    text = reader.text("screen")
    assert 0 == text.index(words.TAGLINE) < text.index(words.JOIN_A_TABLE) < text.index(words.PICK_A_SYSTEM)
    assert systems(reader) == ["moonwalk", "relics", "almond", "stepdie", "general", "anydice"]
    assert not reader.sees("systems played")


def test_systems_are_rows_once_one_was_played_the_last_one_first() -> None:
    reader = Reader("almond/").do("roll").go("stepdie/").do("roll").go("")
    assert reader.sees("systems played")
    assert systems(reader) == ["stepdie", "almond", "moonwalk", "relics", "general", "anydice"]
