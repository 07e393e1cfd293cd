"""What odds of games take: told ones equal icepool's, and what is too long is refused before any of it is begun."""

from fractions import Fraction

import pytest

from tests.work import calls
from tools.bench.odds_texts import REFUSED, TOLD, asked

CALLS = 40_000
"""So many calls of functions take 20 ms and less; a refusal that has begun to work takes hundreds of thousands."""


@pytest.mark.parametrize("work", TOLD)
def test_odds_that_designers_wait_for_are_those_of_icepool(work: str) -> None:
    text, icepool_s = TOLD[work]
    ours, theirs = asked(text)().events["success"], icepool_s()
    assert Fraction(ours.numerator, ours.denominator) == Fraction(theirs.quantity(True), theirs.denominator())


@pytest.mark.parametrize("work", REFUSED)
def test_what_is_too_long_is_refused_by_an_estimate(work: str) -> None:
    ask = asked(REFUSED[work])
    words = ask()
    assert isinstance(words, str)
    assert "fewer dice" in words or "let them end" in words
    assert calls(ask) < CALLS
