"""Distributions, and the questions asked of any system's chances."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.core.budget import TooMuchWork
from pyrules.core.errors import RulesError
from pyrules.core.odds import Advice, Chances, Distribution, Luck, numbered, ranked, smallest_pool, what_ifs
from pyrules.core.ratio import CERTAIN, NEVER, Ratio


def test_a_distribution_of_numbers() -> None:
    found = numbered((0, 1, 0, 3), 4)
    assert found.rows == ((5, 1), (7, 3))
    assert found.total == 4
    assert found.mean() == Ratio(26, 4)
    assert (found.at_least(7), found.at_most(5), found.at_least(5)) == (Ratio(3, 4), Ratio(1, 4), CERTAIN)


def test_an_endless_distribution_closes_with_an_open_row() -> None:
    found = numbered((1, 2, 5), endless=True)
    assert found.rows == ((0, 1), (1, 2), ("2+", 5))
    assert found.at_least("2+") == Ratio(5, 8)


def test_a_number_that_cannot_come_up_has_a_chance_too() -> None:
    found = numbered((1, 0, 3))
    assert [found.at_least(number) for number in (-1, 1, 2, 9)] == [CERTAIN, Ratio(3, 4), Ratio(3, 4), NEVER]
    assert [found.at_most(number) for number in (-1, 1, 2, 9)] == [NEVER, Ratio(1, 4), CERTAIN, CERTAIN]
    between = numbered((1, 2, 5), -1, endless=True, bottomless=True)
    assert (between.at_least(1), between.at_most(0), between.at_most(-1)) == (Ratio(5, 8), Ratio(3, 8), Ratio(1, 8))


@pytest.mark.parametrize("ask", ["at_least", "at_most"])
def test_what_the_rows_do_not_tell_is_refused_in_words(ask: str) -> None:
    found = numbered((1, 2, 5), endless=True)
    with pytest.raises(RulesError, match=r"^2\+ is one row here; how often each number of it comes up is not known$"):
        getattr(found, ask)(3)
    with pytest.raises(RulesError, match=r"^'3\+' is no row here; use 0, 1 or 2\+$"):
        getattr(found, ask)("3+")
    with pytest.raises(RulesError, match=r"^'none' is a result and no number; ask for a result by its name$"):
        getattr(Distribution((("none", 1),), 1), ask)(1)


def test_advice_is_ranked_by_the_main_event_then_by_cost() -> None:
    advice = [
        Advice("nothing", "", {"wins": NEVER, "other": CERTAIN}),
        Advice("dear", "", {"wins": Ratio(1, 2)}, cost=3),
        Advice("cheap", "", {"wins": Ratio(2, 4)}, cost=1),
        Advice("best", "", {"wins": Ratio(2, 3)}, cost=9),
        Advice("idle", "", {"wins": NEVER}),
    ]
    assert [one.option for one in ranked(advice, "wins")] == ["best", "cheap", "dear", "nothing", "idle"]


def chances_of(main: Any) -> Chances[int]:
    """The chances of a system whose tests are their number of dice."""
    return Chances(
        odds=lambda _: pytest.fail("not asked for"),
        main=main,
        advice=lambda *_: (),
        luck=lambda *_: Luck(CERTAIN, CERTAIN),
        variants=lambda dice: (("more", dice + 1), ("fewer", dice - 1)),
        with_dice=lambda _, dice: dice,
    )


@given(st.integers(0, 120))
def test_the_smallest_pool_is_found(enough: int) -> None:
    chances = chances_of(lambda dice: CERTAIN if dice >= enough else Ratio(dice, 1000))
    assert smallest_pool(chances, 7, Ratio(1, 2)) == (None if enough > 100 else enough)
    assert smallest_pool(chances, 7, NEVER) == 0


def test_large_pools_are_asked_for_only_where_small_ones_are_not_enough() -> None:
    asked: list[int] = []

    def main(dice: int) -> Ratio:
        asked.append(dice)
        return CERTAIN if dice >= 11 else NEVER

    assert smallest_pool(chances_of(main), 7, Ratio(1, 2)) == 11
    assert max(asked) == 14


def test_what_ifs_tell_the_change() -> None:
    more, fewer = what_ifs(chances_of(lambda dice: Ratio(dice, 10)), 4)
    assert (more.label, more.test, more.chance, more.change) == ("more", 5, Ratio(1, 2), Ratio(1, 10))
    assert (fewer.label, fewer.chance, fewer.change) == ("fewer", Ratio(3, 10), Ratio(-1, 10))


def test_what_ifs_that_change_nothing_are_not_told() -> None:
    assert [one.label for one in what_ifs(chances_of(lambda dice: Ratio(min(dice, 5), 10)), 5)] == ["fewer"]


def test_a_what_if_that_would_take_too_long_is_left_out() -> None:
    def main(dice: int) -> Ratio:
        if dice > 4:
            raise TooMuchWork("lower it")
        return Ratio(dice, 10)

    assert [variant.label for variant in what_ifs(chances_of(main), 4)] == ["fewer"]
    with pytest.raises(TooMuchWork, match="lower it"):
        what_ifs(chances_of(main), 5)
