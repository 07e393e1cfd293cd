"""Exact odds of any dice, beside every way the dice can fall counted out and beside the faces that are rolled."""

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from pyrules.core.budget import TooMuchWork, budget
from pyrules.core.engine import chances_of
from pyrules.core.faces import seeded
from pyrules.systems.anydice import ANYDICE
from pyrules.systems.anydice.model import FATE, Test
from pyrules.systems.anydice.odds import distribution
from tests.exact import fraction, rows
from tests.systems.anydice import oracle, strategies
from tests.systems.anydice.strategies import items, some_dice

SIZES = (2, 3, 4, 6, FATE)
FEW = some_dice(SIZES, 3).filter(lambda dice: dice.number < 3 or not dice.explodes)
SMALL = some_dice(SIZES, 2).filter(lambda dice: not dice.explodes)


def odds_of(notation: str) -> Any:
    return chances_of(ANYDICE).odds(ANYDICE.parse(notation, {}))


@settings(print_blob=True, max_examples=60)
@given(dice=FEW)
def test_equal_dice_come_to_what_counting_them_out_gives(dice: Any) -> None:
    found = distribution(dice)
    ways = sum(found.values())
    assert {value: Fraction(weight, ways) for value, weight in found.items() if weight} == oracle.pool(dice)


@settings(print_blob=True, max_examples=40)
@given(test=st.builds(Test, st.lists(items(SMALL), min_size=1, max_size=3).map(tuple), st.none() | st.integers(0, 9)))
def test_sums_and_rows_come_to_what_counting_them_out_gives(test: Test) -> None:
    odds = chances_of(ANYDICE).odds(test)
    assert rows(odds.distributions["total"]) == oracle.total(test)
    if odds.main == "success":
        assert fraction(odds.events["success"]) == oracle.success(test)


@settings(print_blob=True, max_examples=30)
@given(test=strategies.tests_of(), seed=st.integers(0, 2**32))
def test_what_is_rolled_is_among_what_was_told(test: Test, seed: int) -> None:
    try:
        odds = chances_of(ANYDICE).odds(test)
    except TooMuchWork:
        return
    outcome: Any = ANYDICE.judge(test, ANYDICE.roll(test, seeded(seed))).outcome
    assert outcome.total in odds.distributions["total"]


@pytest.mark.parametrize(
    ("notation", "value", "chance"),
    [
        ("4d6kh3", 18, Fraction(21, 1296)),
        ("4d6dl1", 3, Fraction(1, 1296)),
        ("2d20kh1", 20, Fraction(39, 400)),
        ("4dF", 4, Fraction(1, 81)),
        ("d100", 100, Fraction(1, 100)),
        ("2d6r1", 2, Fraction(1, 36**2)),
        ("d6!", 7, Fraction(1, 36)),
        ("d6!", 66, Fraction(1, 6**11)),
        ("d2", 1, Fraction(1, 2)),
        ("100d6", 600, Fraction(1, 6**100)),
        ("(2d6 + 3)*2", 10, Fraction(1, 36)),
        ("5/2 - d4", -2, Fraction(1, 4)),
        ("d6*d6", 36, Fraction(1, 36)),
        ("d6*10000 + d6", 10001, Fraction(1, 36)),
    ],
)
def test_what_is_known_of_dice(notation: str, value: int, chance: Fraction) -> None:
    assert fraction(odds_of(notation).distributions["total"][value]) == chance


def test_the_means_are_those_of_the_tables() -> None:
    assert round(odds_of("4d6kh3").means["total"].value, 4) == 12.2446
    assert odds_of("100d6").means["total"].value == 350
    assert fraction(odds_of("2d20kl1").means["total"]) == Fraction(287, 40)


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("4d6kh3", "3 to 18, 12.2 on average"),
        ("d20", "1 to 20, 10.5 on average"),
        ("4dF", "-4 to 4, 0 on average"),
        ("3d6!", "3 or more, 12.6 on average"),
        ("2d6, 2d6", "4 to 24, 14 on average"),
        ("d20 reach 15", ""),
        ("6d10>=8", ""),
    ],
)
def test_what_is_told_first_without_anything_to_reach_is_a_range(notation: str, said: str) -> None:
    assert odds_of(notation).forecast == said


def test_dice_counted_alone_need_one_and_a_row_needs_one_that_succeeds() -> None:
    assert fraction(odds_of("6d10>=8").events["success"]) == 1 - Fraction(7, 10) ** 6
    assert fraction(odds_of("6d10>=8 reach 0").events["success"]) == 1
    assert fraction(odds_of("d20 + 5, d20 + 5 reach 15").events["success"]) == 1 - Fraction(9, 20) ** 2
    assert odds_of("d20, 2d6").goal is None


def test_what_would_take_too_long_is_refused_at_once() -> None:
    with budget(0.22), pytest.raises(TooMuchWork, match="exact odds of these dice would take more than a minute"):
        odds_of("100d20!kh50")
    with budget(0.22), pytest.raises(TooMuchWork, match="roll fewer of them"):
        odds_of("(50d20)*(50d20)")


def test_dice_of_which_some_are_kept_are_refused_with_the_time_of_them_all() -> None:
    with budget(0.22), pytest.raises(TooMuchWork) as refused:
        odds_of("100d6kh50")
    (seconds,) = re.findall(r"about ([\d.]+) s;", str(refused.value))
    assert float(seconds) > 0.22
