"""Helpers of the tests of the building, which other tests use too."""

from typing import Any

from pyrules.author.building import cards_of
from pyrules.author.building.adding import BEGINNING
from pyrules.shelf import GAMES
from tools import ROOT

TEXTS = {game.name: (ROOT / f"pyrules/shelf/{game.name}.py").read_text(encoding="utf-8") for game in GAMES}
TEXTS["beginning"] = BEGINNING


def all_cards(text: str) -> list[dict[str, Any]]:
    return [card for section in cards_of(text)["sections"] for card in section["cards"]]


def card(text: str, title: str) -> dict[str, Any]:
    return next(one for one in all_cards(text) if one["title"] == title)
