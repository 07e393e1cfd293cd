"""Systems of one's own on the first page: told of as they were kept, and led to where they are played."""

import pytest
from app.picker import words
from app.picker.state import Own, read_own

from pyrules.shelf import GAMES
from tests.app.reader import Reader

KEPT = [["sums", "Sum", "Two dice and a bonus."], ["keep", "<b>Keep</b>", ""]]


def test_the_first_page_leads_to_them_and_shows_their_words_as_text() -> None:
    reader = Reader("", kept={"own systems": KEPT})
    assert reader.sees(words.YOUR_OWN, "Two dice and a bonus.", "&lt;b&gt;Keep", 'workshop/#play=sums"')
    assert not Reader("").sees(words.YOUR_OWN)


def test_each_game_of_the_shelf_leads_to_the_workshop() -> None:
    reader = Reader("games/")
    assert all(reader.sees(game.title, game.about, f'workshop/#shelf={game.name}"') for game in GAMES)
    assert "All 8 checks hold. Exact odds in 25 of 25 tries, each within 5 ms on a computer." in reader.text("screen")


@pytest.mark.parametrize("kept", [None, "sums", 7, [7], [["sums"]], [["Not an id", "x", "y"]], [["sums", 1, 2]]])
def test_what_cannot_be_read_is_left_out(kept: object) -> None:
    assert read_own(kept) == ()


def test_long_words_are_cut() -> None:
    assert read_own([["sums", "x" * 999, "y" * 999]]) == (Own("sums", "x" * 60, "y" * 300),)


def test_the_desk_leads_to_each_of_them_beside_the_games_here() -> None:
    reader = Reader("desk/", kept={"own systems": KEPT})
    assert reader.sees(*(f'workshop/#desk={key}"' for key, *_ in KEPT))
    assert "workshop/" not in Reader("desk/").html("screen")
