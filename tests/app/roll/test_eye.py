"""Real dice that were read from a picture fill the keypad."""

import pytest
from app.roll import words

from tests.app.reader import Reader
from tests.app.roll.roll_helpers import last, typed


def asking(address: str, notation: str, device: str = "{}") -> Reader:
    """Somebody whose own dice are asked for."""
    return Reader(address).do("device", device).note(notation).do("by-hand")


def reads(reader: Reader, faces: str) -> Reader:
    """Have dice read, and use what was."""
    [command] = reader.do("eye-open").asked("read-dice")
    return reader.do("eye-used", faces, of=command["of"])


def test_the_number_of_dice_asked_for_goes_with_the_sheet() -> None:
    [command] = asking("moonwalk/", "8 (2)").do("eye-open").asked("read-dice")
    assert command["asked"] == 8
    assert command["words"]["title"] == "Read 8d6"


def test_dice_that_were_read_lay_the_roll_as_typed_ones_do() -> None:
    reader = reads(asking("moonwalk/", "4 (2)"), "6152")
    event = last(reader)
    assert [die.face for die in event.dice[0]] == [6, 1, 5, 2]
    assert (event.physical, event.counted) == (True, False)
    assert "Success" in reader.text("card")


def test_a_die_that_was_not_read_is_typed_in() -> None:
    reader = reads(asking("moonwalk/", "4 (2)"), "615")
    assert reader.told == ["6, 1, 5. Die 4 of 4, d6"]
    assert [die.face for die in last(typed(reader, 2)).dice[0]] == [6, 1, 5, 2]


def test_dice_typed_in_before_stay_and_the_others_are_read() -> None:
    reader = typed(asking("moonwalk/", "4 (2)"), 3)
    assert reader.do("eye-open").asked("read-dice")[0]["asked"] == 3
    assert [die.face for die in last(reads(reader, "615")).dice[0]] == [3, 6, 1, 5]


def test_dice_of_another_kind_are_typed_beside_those_that_are_read() -> None:
    reader = asking("general/", "d20 + d6 + d6 (15)")
    assert words.READ_DICE not in reader.html("card")
    typed(reader, 12)
    assert words.READ_DICE in reader.html("card")
    assert [die.face for die in last(reads(reader, "54")).dice[0]] == [12, 5, 4]


@pytest.mark.parametrize("faces", ["", "61526", "6157", "x"])
def test_what_cannot_have_been_read_changes_nothing(faces: str) -> None:
    reader = asking("moonwalk/", "4 (2)")
    before = reader.model.hand
    assert reads(reader, faces).model.hand == before


def test_dice_read_for_another_roll_than_is_asked_for_are_not_used() -> None:
    reader = asking("moonwalk/", "4 (2)")
    [command] = reader.do("eye-open").asked("read-dice")
    typed(reader, 3).do("eye-used", "61", of=command["of"])
    assert words.PUT_AWAY in reader.text("news")
    assert reader.model.hand is not None
    assert reader.model.hand.faces == (3,)


def test_a_sheet_for_dice_that_are_no_longer_asked_for_has_nothing_to_read() -> None:
    [command] = Reader("moonwalk/").do("eye-open").asked("read-dice")
    assert command["asked"] == 0


def test_the_camera_is_the_first_thing_offered_below_the_keys() -> None:
    card = asking("moonwalk/", "4 (2)").html("card")
    assert card.index(words.READ_DICE) < card.index(words.TAKE_BACK)


def test_one_die_pipless_dice_and_a_game_without_a_camera_are_typed_in() -> None:
    assert words.READ_DICE in asking("moonwalk/", "4 (2)").html("card")
    assert words.READ_DICE not in asking("moonwalk/", "1 (1)").html("card")
    assert words.READ_DICE not in asking("general/", "d20 + d8 + d8 (15)").html("card")
    assert words.READ_DICE not in asking("moonwalk/", "4 (2)", '{"apart": true}').html("card")
