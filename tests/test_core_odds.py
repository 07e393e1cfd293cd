"""Exact ratios, distributions, and the questions asked of any system's chances."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.core.odds import (
    CERTAIN,
    NEVER,
    SECONDS,
    Advice,
    Chances,
    Luck,
    Ratio,
    TooMuchWork,
    numbered,
    patience,
    ranked,
    seconds_left,
    smallest_pool,
    spend,
    what_ifs,
)
from tests.exact import fraction

RATIOS = st.builds(Ratio, st.integers(-(10**30), 10**30), st.integers(1, 10**30))


@given(RATIOS, RATIOS)
def test_ratios_are_exact(one: Ratio, other: Ratio) -> None:
    assert Fraction(one.exact) == fraction(one)
    assert one.value == float(fraction(one))
    assert (one < other) is (fraction(one) < fraction(other))
    assert (one == other) is (fraction(one) == fraction(other))
    assert fraction(one - other) == fraction(one) - fraction(other)
    assert one.length == len(one.exact.replace("-", "")) - 1


@given(RATIOS, st.integers(-(10**30), 10**30), st.integers(1, 10**6))
def test_ratios_with_a_common_denominator_keep_it(one: Ratio, numerator: int, times: int) -> None:
    finer = Ratio(numerator, one.denominator * times)
    for less in (one - finer, finer - one):
        assert less.denominator == finer.denominator
    assert fraction(one - finer) == fraction(one) - fraction(finer)
    assert fraction(finer - one) == fraction(finer) - fraction(one)


def test_equal_ratios_are_one_key() -> None:
    assert {Ratio(2, 4), Ratio(1, 2), Ratio(50, 100)} == {Ratio(1, 2)}
    assert Ratio(1, 2) != Fraction(1, 2)


@pytest.mark.parametrize("digits", [3_999, 4_000, 4_001, 4_300, 9_000, 20_000])
def test_a_ratio_of_any_length_is_written(digits: int) -> None:
    ratio = Ratio(-(10**digits) - 7, 3**5)
    top, bottom = ratio.exact.split("/")
    assert bottom == "243"
    assert ratio.length == digits + 4
    assert top == "-1" + "0" * (digits - 1) + "7"


@given(st.integers(0, 10**6), st.integers(0, 4_000), st.integers(0, 4_000), st.sampled_from([2, 3, 5, 7, 12]))
def test_a_long_ratio_is_given_in_lowest_terms(number: int, twos: int, threes: int, prime: int) -> None:
    ways = 6**5_000 * prime
    ratio = Ratio(number * 2**twos * 3**threes, ways)
    assert ratio.length == sum(map(len, ratio.exact.split("/")))
    top, bottom = (sum(int(digit) for digit in part) % 9 for part in ratio.exact.split("/"))
    expected = fraction(ratio)
    assert (top, bottom) == (expected.numerator % 9, expected.denominator % 9)
    assert ratio.length == Ratio(expected.numerator, expected.denominator).length


@pytest.mark.parametrize("ways", [6**5_000, 2**9_000, 3**9_000, 10**4_000])
def test_a_long_certainty_is_written_shortly(ways: int) -> None:
    assert (Ratio(ways, ways).exact, Ratio(0, ways).exact, Ratio(ways, 2 * ways).exact) == ("1/1", "0/1", "1/2")
    assert Ratio(ways - 1, ways).length == Ratio(1, ways).length - 1 + Ratio(ways - 1, 1).length - 1


def test_a_ratio_is_given_in_lowest_terms() -> None:
    assert (Ratio(6, 8).exact, NEVER.exact, CERTAIN.exact, Ratio(0, 5).exact) == ("3/4", "0/1", "1/1", "0/1")
    assert Ratio(10**400, 10**400 * 3).value == 1 / 3


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
    assert smallest_pool(chances, 7, Ratio(1, 2)) == (None if enough > 100 else max(1, enough))
    assert smallest_pool(chances, 7, NEVER) == 1


def test_large_pools_are_asked_for_only_where_small_ones_are_not_enough() -> None:
    asked: list[int] = []

    def main(dice: int) -> Ratio:
        asked.append(dice)
        return CERTAIN if dice >= 11 else NEVER

    assert smallest_pool(chances_of(main), 7, Ratio(1, 2)) == 11
    assert max(asked) == 16


def test_what_ifs_tell_the_change() -> None:
    more, fewer = what_ifs(chances_of(lambda dice: Ratio(dice, 10)), 4)
    assert (more.label, more.test, more.chance, more.change) == ("more", 5, Ratio(1, 2), Ratio(1, 10))
    assert (fewer.label, fewer.chance, fewer.change) == ("fewer", Ratio(3, 10), Ratio(-1, 10))


def test_a_what_if_that_would_take_too_long_is_left_out() -> None:
    def main(dice: int) -> Ratio:
        if dice > 4:
            raise TooMuchWork("lower it")
        return Ratio(dice, 10)

    assert [variant.label for variant in what_ifs(chances_of(main), 4)] == ["fewer"]
    with pytest.raises(TooMuchWork, match="lower it"):
        what_ifs(chances_of(main), 5)


def test_odds_asked_for_together_share_one_patience() -> None:
    with patience(1):
        spend(0.6, "this", "roll less")
        assert seconds_left() == pytest.approx(0.4)
        with pytest.raises(TooMuchWork, match=r"of this would take about 0\.6 s; at most 1 s are spent, so roll less"):
            spend(0.6, "this", "roll less")
        with patience(2):
            spend(1.5, "that", "roll less")
        spend(0.4, "this", "roll less")
        assert seconds_left() == pytest.approx(0)


def test_odds_asked_for_alone_have_each_their_own_patience() -> None:
    for _ in range(2):
        spend(SECONDS, "this", "roll less")
    with pytest.raises(TooMuchWork):
        spend(1.01 * SECONDS, "this", "roll less")
