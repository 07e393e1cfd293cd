"""The effort of games' odds: they equal icepool's, and what would take too long is refused before it begins."""

from fractions import Fraction
from typing import Any

import pytest

from pyrules.author import action, d6, d10, system
from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of
from pyrules.core.system import System
from tests.work import calls
from tools.bench.odds_texts import REFUSED, TOLD, odds_of_text

CALLS = 40_000
"""So many calls of functions take 20 ms and less; a refusal that has begun to work takes hundreds of thousands."""


@pytest.mark.parametrize("work", TOLD)
def test_odds_that_designers_wait_for_are_those_of_icepool(work: str) -> None:
    text, icepool_s = TOLD[work]
    ours, theirs = odds_of_text(text)().events["success"], icepool_s()
    assert Fraction(ours.numerator, ours.denominator) == Fraction(theirs.quantity(True), theirs.denominator())


@pytest.mark.parametrize("work", REFUSED)
def test_what_is_too_long_is_refused_by_an_estimate(work: str) -> None:
    ask = odds_of_text(REFUSED[work])
    words = ask()
    assert isinstance(words, str)
    assert "fewer dice" in words or "let them end" in words
    assert calls(ask) < CALLS


def test_dice_that_functions_read_together_are_refused_by_their_number() -> None:
    def matches(faces: tuple[int, ...]) -> int:
        """The number of the first dice that show what the last one does."""
        return faces[:-1].count(faces[-1])

    for pool, enough in ((d6(6), True), (d6(6) + d10(6), False), (d6(20), False)):
        check = action("Test", word="test", pool=pool, outcome=[matches], success=lambda matches: matches >= 2)
        found = system("game", "Game", check, examples=["test: " + ",".join(["1"] * pool.size)])
        test = found.parse("test", {})
        if enough:
            assert chances_of(found).odds(test).events["success"].value > 0
            continue

        def ask(found: System[Any] = found, test: Any = test) -> None:
            with pytest.raises(TooMuchWork, match="can fall in too many ways to compute its odds in time"):
                chances_of(found).odds(test)

        ask()
        assert calls(ask) < CALLS
