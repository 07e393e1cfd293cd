"""The notation that people know for dice: `4d6kh3 + 2`, `6d10>=8`, `d%`, `4dF`, `3d6!`, `2d6r1`, `(2d6 + 3)*2`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pyrules.core.english import one_of
from pyrules.core.errors import NotationError
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER, Scanner, Token
from pyrules.core.system import Settings as Given
from pyrules.systems.anydice import rules
from pyrules.systems.anydice.at_once import with_advantage
from pyrules.systems.anydice.model import (
    FATE,
    PHYSICAL,
    Compare,
    Dice,
    Keep,
    Node,
    Product,
    Sign,
    Sum,
    Test,
    Which,
    dice_of,
)
from pyrules.systems.anydice.rulings import read_house_rules
from pyrules.systems.anydice.writing import dice_name, write

SIGNS = "%!<>=≤≥×;"
"""The signs that dice are written with besides those of every notation."""

AS_WRITTEN: dict[str, Sign] = {"<": "<=", "≤": "<=", ">": ">=", "≥": ">=", "=": "="}
COMPARES = tuple(AS_WRITTEN)
RUN_TOGETHER = re.compile("df|x(?=d)", re.IGNORECASE)
"""Letters that may stand before others without a space: `4dFkh2`, `d6xd6`."""

MOST_ROLLS = 10
MOST_BRACKETS = 8

SIZES = one_of([*(f"d{sides}" for sides in PHYSICAL), "dF"])
KEEPS: dict[str, Which] = {"kh": "kh", "k": "kh", "kl": "kl", "dh": "dh", "dl": "dl"}
ADVANTAGE: dict[str, Which] = {"adv": "kh", "advantage": "kh", "dis": "kl", "disadvantage": "kl"}
"""The words for a die that is thrown twice, and which of the two is kept."""

BEHIND_ALL = "'reach' and a number, or the end; what is to be reached stands once, at the end"


def parse(text: str, settings: Given) -> Test:
    """Read a roll from its notation.

    Raises `NotationError` with the column, `FormError` for house rules, of which there are none.

    >>> parse("4D6 k3+2", {}).items == parse("4d6dl1 + 2", {}).items, write(parse("d20+5 adv >= 15", {}))
    (False, '2d20kh1 + 5 reach 15')
    """
    reader = Reader(text)
    test = Test(*reader.rolls(), read_house_rules(settings))
    if found := rules.refusal(test):
        raise NotationError(1, found.problem, found.instead)
    reader.scan.check_length(write(test))
    return test


def apart(token: Token) -> Iterator[Token]:
    """A token, where it is a word of which only the beginning belongs to the dice before it as two: `dF` and `kh`."""
    begins = token.kind == "word" and RUN_TOGETHER.match(token.text)
    if not begins or begins.end() == len(token.text):
        yield token
        return
    between = token.column + begins.end()
    yield Token("word", begins[0], token.column, between)
    yield Token("word", token.text[begins.end() :], between, token.end)


class Reader:
    """Reads dice from one notation, part by part."""

    def __init__(self, text: str) -> None:
        self.scan = Scanner(text, signs=SIGNS)
        self.scan.tokens = tuple(part for token in self.scan.tokens for part in apart(token))
        self.dice = 0

    def rolls(self) -> tuple[tuple[Node, ...], int | None]:
        """The rolls in a row to the end of the notation, and what is to be reached."""
        found = [self.roll()]
        while token := self.scan.accept(",", ";"):
            if len(found) == MOST_ROLLS:
                raise NotationError(token.column, f"{MOST_ROLLS + 1} rolls in a row", f"at most {MOST_ROLLS}")
            found.append(self.roll())
        reach = self.reach()
        if self.scan.here.kind != "end":
            raise self.scan.mismatch(BEHIND_ALL if reach is not None else "'+', '-', '*', ',', 'reach' or the end")
        return tuple(found), reach

    def reach(self) -> int | None:
        """The number that is to be reached; None where there is none."""
        scan = self.scan
        if not scan.at(*COMPARES) and not scan.accept("reach", "vs", "dc"):
            return None
        more = 0
        if token := scan.accept(*COMPARES):
            if token.text not in (">", "≥"):
                raise NotationError(token.column, f"{token.text!r} does not fit after a sum", "'>=' or 'reach'")
            more = int(token.text == ">" and not scan.accept("="))
        return scan.number("what is to be reached", 0, MOST_NUMBER - more) + more

    def roll(self) -> Node:
        """One of the rolls in a row."""
        column = self.scan.here.column
        found = self.sum(0)
        if token := self.scan.accept(*ADVANTAGE):
            twice = with_advantage(found, ADVANTAGE[token.text.lower()])
            if twice is None:
                raise NotationError(token.column, f"{token.text!r} needs a single die", "it after a die such as d20")
            self.add(token.column, Dice(1, 6))
            found = twice
        if next(dice_of(found), None) is None:
            raise NotationError(column, "nothing is rolled here", "dice such as d20")
        return found

    def sum(self, depth: int) -> Node:
        """Parts that are added and subtracted."""
        sign = self.scan.accept("-", "+")
        minus = sign is not None and sign.text == "-"
        parts: list[Any] = [("-" if minus else "+", self.product(depth, alone=not minus))]
        while token := self.scan.accept("+", "-"):
            parts.append((token.text, self.product(depth, alone=False)))
        return parts[0][1] if len(parts) == 1 and not minus else Sum(tuple(parts))

    def product(self, depth: int, *, alone: bool) -> Node:
        """Parts that are multiplied and divided."""
        parts: list[Any] = [("*", self.part(depth, alone=alone))]
        while token := self.scan.accept("*", "×", "x", "/"):
            column = self.scan.here.column
            part = self.part(depth, alone=False)
            divides = token.text == "/"
            if divides and not (isinstance(part, int) and part > 0):
                raise NotationError(column, "only a number from 1 can be divided by", "such a number")
            parts.append(("/" if divides else "*", part))
        return parts[0][1] if len(parts) == 1 else Product(tuple(parts))

    def part(self, depth: int, *, alone: bool) -> Node:
        """Dice, a number, or a sum in brackets; dice that stand `alone` so far may be counted."""
        scan = self.scan
        if token := scan.accept("("):
            if depth == MOST_BRACKETS:
                raise NotationError(token.column, "too many brackets within brackets", f"at most {MOST_BRACKETS}")
            found = self.sum(depth + 1)
            scan.expect(")")
            return found
        if scan.at("d", "df") or (scan.here.kind == "number" and scan.ahead().text.lower() in ("d", "df")):
            return self.some_dice(alone=alone)
        if scan.here.kind != "number":
            raise scan.mismatch("dice such as d20, a number or '('")
        return scan.number("a number")

    def some_dice(self, *, alone: bool) -> Dice:
        """Equal dice with how they are thrown and read."""
        scan, column = self.scan, self.scan.here.column
        number = scan.number("the number of dice", 1, MOST_DICE) if scan.here.kind == "number" else 1
        found = Dice(number, self.sides())
        self.add(column, found)
        while (changed := self.read_change(found)) is not None:
            found = changed
        if alone and scan.at(*COMPARES):
            found = replace(found, counts=self.compare(found, "or 'reach' and a number for the total"))
        return found

    def add(self, column: int, dice: Dice) -> None:
        """Count dice that lie on the table; raises `NotationError` for too many."""
        self.dice += dice.number * dice.each
        if self.dice > MOST_DICE:
            problem = f"{self.dice} dice in all" + (", two for each d100" if dice.each > 1 else "")
            raise NotationError(column, problem, f"at most {MOST_DICE}")

    def sides(self) -> int:
        """The size of dice."""
        scan = self.scan
        if scan.accept("df"):
            return FATE
        scan.expect("d")
        if scan.accept("%"):
            return 100
        token = scan.here
        sides = scan.number("the size of a die")
        if sides not in PHYSICAL:
            raise NotationError(token.column, f"there is no d{sides} here", SIZES)
        return sides

    def read_change(self, dice: Dice) -> Dice | None:
        """Dice with one more word on how they are thrown or kept; None where there is none."""
        scan, token = self.scan, self.scan.here
        twice = NotationError(token.column, f"{token.text!r} is said of these dice already", "it once")
        if scan.accept("!"):
            if dice.sides == FATE:
                raise NotationError(token.column, "Fate dice do not explode", "dice with numbers")
            if dice.explodes:
                raise twice
            return replace(dice, explodes=True)
        if scan.accept("r", "ro"):
            if dice.rerolls:
                raise twice
            return replace(dice, rerolls=self.compare(dice))
        if scan.at(*KEEPS, *ADVANTAGE):
            if dice.keep:
                raise twice
            word = scan.take().text.lower()
            return self.read_keep(dice, KEEPS[word]) if word in KEEPS else self.with_advantage(dice, token.column, word)
        return None

    def read_keep(self, dice: Dice, which: Which) -> Dice:
        """Dice of which some are kept, one where no number is given."""
        number = 1
        if self.scan.here.kind == "number":
            most = dice.number - (which[0] == "d")
            does = "dropped" if which[0] == "d" else "kept"
            number = self.scan.number(f"the number of dice {does}, of {dice.number},", 1, most)
        if which[0] == "d" and number == dice.number:
            raise NotationError(self.scan.here.column, "the only die would be dropped", "two dice or more")
        return replace(dice, keep=Keep(which, number))

    def with_advantage(self, dice: Dice, column: int, word: str) -> Dice:
        """A single die thrown twice."""
        if dice.number > 1:
            raise NotationError(column, f"{word!r} needs a single die", "it after a die such as d20")
        self.add(column, dice)
        return replace(dice, number=2, keep=Keep(ADVANTAGE[word], 1))

    def compare(self, dice: Dice, instead: str = "") -> Compare:
        """Some of the faces of dice."""
        scan, column = self.scan, self.scan.here.column
        token = scan.accept(*COMPARES)
        sign: Sign = AS_WRITTEN[token.text] if token else "="
        strict = token is not None and token.text in "<>" and not scan.accept("=")
        minus = -1 if dice.sides == FATE and scan.accept("-") else 1
        number = minus * scan.number("a face") + (strict and (1 if sign == ">=" else -1))
        if number not in dice.faces:
            shows = f"{dice.faces[0]} to {dice.faces[-1]}"
            problem = f"no {dice_name(replace(dice, number=1))} shows {number}"
            raise NotationError(column, problem, f"{shows}, {instead}" if instead else shows)
        return Compare(sign, number)
