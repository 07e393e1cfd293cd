"""Dice that tell by Bluetooth how they fell fill the keypad."""

from app.roll import words
from app.roll.hand import next_asked

from tests.app.reader import Reader
from tests.app.roll.roll_helpers import last


def asking(address: str, notation: str) -> Reader:
    """Somebody whose own dice are asked for, in a browser that can connect some."""
    reader = Reader(address).do("device", '{"bluetooth": true}').note(notation)
    return reader.do("by-hand")


def rests(reader: Reader, sides: int, *faces: int) -> Reader:
    for face in faces:
        reader.do("die-rested", face, sides=sides)
    return reader


def test_dice_are_connected_only_where_the_browser_can_and_when_asked_to() -> None:
    reader = asking("moonwalk/", "3 (2)")
    assert words.CONNECT_DICE in reader.html("card")
    assert not reader.asked("connect-die")
    assert reader.do("die-connect").asked("connect-die")
    assert words.CONNECT_DICE not in Reader().note("3 (2)").do("by-hand").html("card")


def test_a_die_at_rest_fills_the_next_place_and_the_last_lays_the_roll() -> None:
    reader = rests(asking("moonwalk/", "3 (2)"), 6, 6, 5)
    assert reader.told == ["d6: 5. Die 3 of 3, d6"]
    reader.do("face", face=1)
    assert last(reader).physical
    assert "Success" in reader.text("card")


def test_dice_thrown_together_fill_their_places_in_any_order_of_resting() -> None:
    reader = rests(asking("general/", "d8 + d20 (15)"), 20, 12)
    assert "It waits for its turn" in reader.text("news")
    rests(reader, 8, 4)
    assert [die.face for die in last(reader).dice[0]] == [4, 12]


def test_an_early_die_takes_its_place_after_one_that_is_typed_in() -> None:
    reader = rests(asking("general/", "d8 + d20 (15)"), 20, 12).do("face", face=4)
    assert [die.face for die in last(reader).dice[0]] == [4, 12]


def test_a_die_of_a_size_not_asked_for_is_reported_and_loses_nothing() -> None:
    reader = rests(asking("moonwalk/", "3 (2)"), 6, 6)
    rests(reader, 20, 17)
    assert "A d20 shows 17, but a d6 is asked for" in reader.text("news")
    rests(reader, 6, 0, 7)
    assert reader.model.hand is not None
    assert reader.model.hand.faces == (6,)


def test_what_becomes_of_a_die_is_told_and_what_was_typed_stays() -> None:
    reader = rests(asking("moonwalk/", "3 (2)"), 6, 6)
    for on, value, said in (
        ("die-near", "Anna's d6", "Anna's d6 is connected"),
        ("die-lost", "Anna's d6", "Anna's d6 is no longer connected"),
        ("die-unread", "Anna's d6", "Anna's d6 cannot be read"),
        ("die-missed", "", "No die was connected."),
        ("die-missed", "the adapter is off", "No die was connected (the adapter is off)."),
    ):
        assert said in reader.do(on, value).text("news")
    assert reader.model.hand is not None
    assert len(next_asked(reader.model.system, reader.model.hand).faces) == 1


def test_a_die_that_rests_when_none_is_asked_for_changes_nothing() -> None:
    reader = Reader("moonwalk/").note("3 (2)")
    before = reader.model
    assert rests(reader, 6, 6).model == before
