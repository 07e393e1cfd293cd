"""Bounds of the time that odds may take together, and each alone."""

import pytest

from pyrules.core.budget import SECONDS, TooMuchWork, budget, seconds_left, spend


def test_odds_asked_for_together_share_one_budget() -> None:
    with budget(1):
        spend(0.6, "this", "roll less")
        assert seconds_left() == pytest.approx(0.4)
        with pytest.raises(TooMuchWork, match=r"of this would take about 1\.2 s; at most 1 s are spent, so roll less"):
            spend(0.6, "this", "roll less")
        with budget(2):
            spend(1.5, "that", "roll less")
        spend(0.4, "this", "roll less")
        assert seconds_left() == pytest.approx(0)


def test_odds_asked_for_alone_have_each_their_own_budget() -> None:
    for _ in range(2):
        spend(SECONDS, "this", "roll less")
    with pytest.raises(TooMuchWork):
        spend(1.01 * SECONDS, "this", "roll less")
