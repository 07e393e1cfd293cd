"""Dice as people write them, `4d6kh3 + 2`, as a value."""

from __future__ import annotations

import re
from typing import Any

from pyrules.author.dice import Pool, d100, dF, dice
from pyrules.author.expressions import AuthorError
from pyrules.core.errors import quote

TERM = re.compile(r"\s*([+-]?)\s*(?:(\d*)d(\d+|%|F)((?:(?:kh|kl|k|dh|dl|r|!|>=)\d*)*)|(\d+))\s*", re.IGNORECASE)
"""A sign, then dice and what is said of them, or a number."""

OF_DICE = re.compile(r"(kh|kl|k|dh|dl|r|!|>=)(\d*)", re.IGNORECASE)
"""The words after dice: `kh3`, `dl1`, `!`, `r1`, `>=5`."""


def notation(text: str) -> Any:
    """The value of dice that are written as usual: `notation("4d6kh3 + 2")`, `notation("6d10>=8")`.

    `kh3` and `kl1` keep the highest or lowest, `dh1` and `dl1` drop them, `!` explodes, `r1` rolls ones once more, and
    `>=8` counts. `d%` is a d100, `4dF` are Fate dice. Raises `AuthorError`, naming the column.
    """
    found: Any = None
    place = 0
    while place < len(text) or found is None:
        term = TERM.match(text, place)
        if not term or (place and not term[1]):
            raise AuthorError(
                f"column {place + 1} of {quote(text)}: {quote(text[place:].strip() or 'the end')} does not fit here;"
                " write + or - and dice such as 4d6kh3, or a number"
            )
        value = int(term[5]) if term[5] else _dice(term, text)
        value = -value if term[1] == "-" else value
        found = value if found is None else found + value
        place = term.end()
    if isinstance(found, int):
        raise AuthorError(f"{quote(text)} has no dice; write some, such as 4d6")
    return found


def _dice(term: re.Match[str], text: str) -> Any:
    number, sides = int(term[2] or 1), term[3].upper()
    if sides == "%" and number > 1:
        raise AuthorError(f"{quote(text)} has {number} d%, and one is read at a time; write d% + d%")
    pool: Pool = d100() if sides == "%" else dF(number) if sides == "F" else dice(int(sides), number)
    counts = None
    for what, given in OF_DICE.findall(term[4]):
        if not given and what != "!":
            raise AuthorError(f"{quote(what)} in {quote(text)} needs a number, as in 4d6{what}3")
        match what.lower():
            case "!":
                pool = pool.explode()
            case "r":
                pool = pool.reroll(int(given))
            case ">=":
                counts = int(given)
            case "kl":
                pool = pool.keep_lowest(int(given))
            case "dl":
                pool = pool.keep_highest(max(0, number - int(given)))
            case "dh":
                pool = pool.keep_lowest(max(0, number - int(given)))
            case _:
                pool = pool.keep_highest(int(given))
    return pool.total if counts is None else pool.count(at_least=counts)
