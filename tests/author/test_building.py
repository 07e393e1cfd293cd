"""Forms that write a game's text: what is read of the shelf's games, and each edit as the smallest change of the text."""

import json

import pytest

from pyrules.author.building import cards_of, edited
from pyrules.shelf import GAMES
from tools import ROOT

TEXTS = {game.name: (ROOT / f"pyrules/shelf/{game.name}.py").read_text(encoding="utf-8") for game in GAMES}
SECTIONS = ["The game", "What is chosen", "What is rolled", "What counts"]


@pytest.mark.parametrize("name", TEXTS)
def test_a_game_of_the_shelf_is_read_as_cards(name: str) -> None:
    found = cards_of(TEXTS[name])
    assert [one["title"] for one in found["sections"]][:4] == SECTIONS
    cards = [card for section in found["sections"] for card in section["cards"]]
    assert [card["at"] for card in cards] == [*range(len(cards))]
    assert all(card["inputs"] or card["by_hand"] for card in cards)
    json.dumps(found)


def test_each_thing_can_be_added_to_the_game_from_nothing() -> None:
    text = edited("", {"do": "add", "kind": "game"})["text"]
    for section in cards_of(text)["sections"]:
        for offer in section["adds"]:
            found = edited(text, {"do": "add", "kind": offer["kind"]})
            assert "refused" not in found or offer["kind"] == "difference", (offer, found)
