"""Cards of what no form can read: functions, and whatever else a program has."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pyrules.author.building.forms import Card
from pyrules.author.building.game import Game
from pyrules.author.building.stated import hand_card


def by_hand(game: Game) -> Iterator[ast.stmt]:
    """The statements that no form can read."""
    for place, one in enumerate(game.body):
        if isinstance(one, (ast.Import, ast.ImportFrom)) or (place == 0 and isinstance(one, ast.Expr)):
            continue
        if isinstance(one, ast.Assign) and len(one.targets) == 1 and isinstance(one.targets[0], ast.Name):
            part = game.parts.get(one.targets[0].id)
            if part and part.place == place and part.kind != "hand":
                continue
        yield one


def hand_cards(game: Game) -> Iterator[Card]:
    """The cards of what no form can read."""
    yield from (hand_card(game, one) for one in by_hand(game))


def lines_by_hand(game: Game) -> list[int]:
    """The lines that no form can read."""
    return sorted({line for one in by_hand(game) for line in range(one.lineno, (one.end_lineno or one.lineno) + 1)})
