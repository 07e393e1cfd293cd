"""The main button: what it says in large letters, and the dice that it throws."""

from itertools import groupby
from typing import Any

from app.common.html import Markup, button, tag
from app.model import Model
from app.roll import words
from pyrules.core.roll import EMPTY, Throw
from pyrules.core.system import System

LETTERS = 14
"""As many letters of the main button are written large."""


def main_button(on: str, label: str, said: str = "", **data: str | bool) -> Markup:
    """A main button that is not the form's."""
    return button(on, large_label(label), tag("span", said) if said else None, **data, class_="roll")


def large_label(label: str) -> Markup:
    """Draw the label of a main button, in large letters as far as there is room for them."""
    return tag("strong", label, class_="long" if len(label) > LETTERS else None)


def dice_of(system: System[Any], test: Any) -> str:
    """The dice that a test asks for first, as `12d6`."""
    throws = system.pending(test, EMPTY).throws
    rolls = (list(members) for _, members in groupby(throws, key=lambda throw: throw.roll))
    return " / ".join(pool(members) for members in rolls)


def pool(throws: list[Throw]) -> str:
    """Dice of one roll, size by size.

    >>> pool([Throw(0, 0, 6, 5), Throw(0, 5, 10)])
    '5d6 + d10'
    >>> pool([Throw(0, 0, 3, 4, size="dF")])
    '4dF'
    """
    sizes: dict[str, int] = {}
    for throw in throws:
        sizes[throw.die] = sizes.get(throw.die, 0) + throw.count
    return " + ".join(f"{number if number > 1 else ''}{die}" for die, number in sizes.items())


def secretly(model: Model, label: str) -> str:
    """The label of a main button, with a word where the roll is kept from the others, as what goes on from one is."""
    new = not (model.hand and model.hand.revises)
    return words.in_secret(label) if model.secret and new else label
