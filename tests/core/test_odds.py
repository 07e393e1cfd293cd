"""Distributions, and the questions asked of any system's chances."""

import math
import re
import statistics
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.core.budget import TooMuchWork
from pyrules.core.errors import RulesError
from pyrules.core.odds import (
    Advice,
    Chances,
    Distribution,
    Luck,
    number_distribution,
    rank_advice,
    smallest_pool,
    what_ifs,
)
from pyrules.core.ratio import CERTAIN, NEVER, Ratio


def test_a_distribution_of_numbers() -> None:
    found = number_distribution((0, 1, 0, 3), 4)
    assert found.rows == ((5, 1), (7, 3))
    assert found.total == 4
    assert found.mean() == Ratio(26, 4)
    assert (found.at_least(7), found.at_most(5), found.at_least(5)) == (Ratio(3, 4), Ratio(1, 4), CERTAIN)


def test_an_endless_distribution_closes_with_an_open_row() -> None:
    found = number_distribution((1, 2, 5), endless=True)
    assert found.rows == ((0, 1), (1, 2), ("2+", 5))
    assert found.at_least("2+") == Ratio(5, 8)


def test_a_number_that_cannot_come_up_has_a_chance_too() -> None:
    found = number_distribution((1, 0, 3))
    assert [found.at_least(number) for number in (-1, 1, 2, 9)] == [CERTAIN, Ratio(3, 4), Ratio(3, 4), NEVER]
    assert [found.at_most(number) for number in (-1, 1, 2, 9)] == [NEVER, Ratio(1, 4), CERTAIN, CERTAIN]
    between = number_distribution((1, 2, 5), -1, endless=True, bottomless=True)
    assert (between.at_least(1), between.at_most(0), between.at_most(-1)) == (Ratio(5, 8), Ratio(3, 8), Ratio(1, 8))


@pytest.mark.parametrize("ask", ["at_least", "at_most"])
def test_what_the_rows_do_not_tell_is_refused_in_words(ask: str) -> None:
    found = number_distribution((1, 2, 5), endless=True)
    with pytest.raises(RulesError, match=r"^2\+ is one row here; how often each number of it comes up is not known$"):
        getattr(found, ask)(3)
    with pytest.raises(RulesError, match=r"^'3\+' is no row here; use 0, 1 or 2\+$"):
        getattr(found, ask)("3+")
    with pytest.raises(RulesError, match=r"^1 is no row here; use none$"):
        getattr(Distribution((("none", 1),), 1), ask)(1)


DEGREE = Distribution((("failure", 3), (0, 2), (1, 1)), 6)
OPEN = number_distribution((1, 2, 5), endless=True)


@pytest.mark.parametrize("found", [DEGREE, OPEN, number_distribution((1, 0, 3))], ids=["words", "open", "numbers"])
def test_a_distribution_keeps_the_contract_of_a_mapping(found: Distribution) -> None:
    plain = {value: Ratio(weight, found.total) for value, weight in found.rows}
    assert dict(found) == plain == found
    assert found == plain
    assert list(found.items()) == list(plain.items())
    absents: tuple[Any, ...] = ("absent", 99, None, (), 0.5)
    for absent in absents:
        assert absent not in found
        assert (found.get(absent), found.get(absent, "default")) == (None, "default")
    with pytest.raises(KeyError, match=r"^'absent' is no row here; use "):
        found["absent"]
    assert {**found} == plain
    finer = Distribution(tuple((value, 7 * weight) for value, weight in found.rows), 7 * found.total)
    assert (finer, hash(finer)) == (found, hash(found))
    assert finer != Distribution(found.rows, 7 * found.total)
    assert found != "text"


def test_numbers_and_words_of_one_distribution_can_all_be_asked_for() -> None:
    assert [DEGREE[value] for value in ("failure", 0, 1, 7)] == [Ratio(1, 2), Ratio(1, 3), Ratio(1, 6), NEVER]
    assert [DEGREE.at_least(value) for value in ("failure", 0, 1)] == [CERTAIN, Ratio(1, 2), Ratio(1, 6)]
    assert [DEGREE.at_most(value) for value in ("failure", 0, 1)] == [Ratio(1, 2), Ratio(5, 6), CERTAIN]
    assert (DEGREE.mode(), DEGREE.median(), DEGREE.quantile(0.51)) == ("failure", "failure", 0)
    assert DEGREE.map(lambda value: "no" if value == "failure" else "yes").rows == (("no", 3), ("yes", 3))


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (DEGREE.mean, "'failure' is a row here and not one number, so there is no mean"),
        (OPEN.mean, "'2+' is a row here and not one number, so there is no mean"),
        (OPEN.sd, "'2+' is a row here and not one number, so there is no standard deviation"),
        (lambda: OPEN + 1, "'2+' is a row here and not one number, so there is no sum"),
        (lambda: 1 - OPEN, "'2+' is a row here and not one number, so there is no difference"),
        (lambda: OPEN.map(str), "2+ is one row here, and not one value that a function can be of"),
        (lambda: OPEN.quantile(1.5), "a chance of 1.5; use 0 to 1"),
        (lambda: OPEN.quantile(float("nan")), "a chance of nan; use 0 to 1"),
    ],
)
def test_what_rows_that_are_no_numbers_do_not_tell_is_said(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(RulesError, match=f"^{re.escape(words)}$"):
        ask()


RUNS = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)


@given(RUNS, RUNS, st.integers(-3, 3))
def test_sums_and_statistics_agree_with_counting_every_case(one: list[int], two: list[int], low: int) -> None:
    first, second = number_distribution(tuple(one), low), number_distribution(tuple(two))
    cases = [value for value, weight in enumerate(one, low) for _ in range(weight)]
    others = [value for value, weight in enumerate(two) for _ in range(weight)]
    assert first.mean() == statistics.mean(map(Fraction, cases))
    assert first.median() == statistics.median_low(cases)
    assert math.isclose(first.sd(), statistics.pstdev(cases), abs_tol=1e-9)
    assert first.mode() == max(set(cases), key=lambda value: (cases.count(value), -value))
    for found, counted in (
        (first + second, Counter(a + b for a in cases for b in others)),
        (first - second, Counter(a - b for a in cases for b in others)),
        (2 - first, Counter(2 - a for a in cases)),
        (sum([first, second]), Counter(a + b for a in cases for b in others)),
        (first.map(lambda value: value % 2), Counter(a % 2 for a in cases)),
    ):
        assert isinstance(found, Distribution)
        assert list(found) == sorted(counted)
        assert found == {value: Fraction(weight, counted.total()) for value, weight in counted.items()}


def test_plots_and_spreadsheets_get_plain_values() -> None:
    assert number_distribution((1, 0, 3)).pmf() == ((0, 2), (0.25, 0.75))
    assert number_distribution((1, 0, 3)).cdf() == ((0, 2), (0.25, 1.0))
    assert DEGREE.pmf()[0] == ("failure", "0", "1")
    assert DEGREE.to_csv() == "value,exact,p\nfailure,1/2,0.5\n0,1/3,0.3333333333333333\n1,1/6,0.16666666666666666\n"


def test_a_row_of_anything_else_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^a row is a whole number or a word; got 0\.5$"):
        number_distribution((0, 1)).map(lambda value: value / 2)


def test_advice_is_ranked_by_the_main_event_then_by_cost() -> None:
    advice = [
        Advice("nothing", "", {"wins": NEVER, "other": CERTAIN}),
        Advice("dear", "", {"wins": Ratio(1, 2)}, cost=3),
        Advice("cheap", "", {"wins": Ratio(2, 4)}, cost=1),
        Advice("best", "", {"wins": Ratio(2, 3)}, cost=9),
        Advice("idle", "", {"wins": NEVER}),
    ]
    assert [one.option for one in rank_advice(advice, "wins")] == ["best", "cheap", "dear", "nothing", "idle"]


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


def test_a_distribution_is_made_of_weights_or_chances() -> None:
    assert Distribution.of({2: 2, 1: 4}).rows == ((1, 2), (2, 1))
    assert Distribution.of({"no": Ratio(1, 4), "yes": Fraction(3, 4)}).rows == (("no", 1), ("yes", 3))
    assert Distribution.of({3: 1, 5: 0}).total == 1
    known = number_distribution((1, 2, 1))
    assert Distribution.of(known) == known


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: 2, 2: -1}])
def test_weights_that_make_no_distribution_are_refused(weights: dict[Any, int]) -> None:
    with pytest.raises(RulesError, match="weights of a distribution are 0 or more, and not all 0"):
        Distribution.of(weights)


def test_weights_are_exact_numbers() -> None:
    of: Any = Distribution.of
    with pytest.raises(TypeError, match=r"^a weight is a whole number or a fraction; got float 0\.5$"):
        of({1: 0.5})
