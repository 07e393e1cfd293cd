"""The smallest pool of an extended Moonwalk test, and the bound that spares those that are too small."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from pyrules.core.odds import smallest_pool
from pyrules.core.patience import patience
from pyrules.core.ratio import Ratio
from pyrules.systems.moonwalk import MOONWALK
from tests.exact import fraction
from tests.odds_moonwalk import CHANCES, bracket

WANTED = Ratio(4, 5)


def extended(dice: int, limit: int | None, threshold: int, *, six: bool) -> str:
    return f"{dice} {bracket(limit)} ({threshold}, 1 hour) Extended Test{' six' * six}"


def bound(notation: str) -> Fraction:
    (found,) = CHANCES.bounds(MOONWALK.parse(notation, {}))
    return fraction(found)


@given(st.integers(0, 7), st.none() | st.integers(0, 15), st.integers(1, 60), st.booleans())
def test_no_extended_test_is_likelier_than_its_bound(dice: int, limit: int | None, threshold: int, six: bool) -> None:
    notation = extended(dice, limit, threshold, six=six)
    assert fraction(CHANCES.main(MOONWALK.parse(notation, {}))) <= bound(notation)


def one_die(most: int, *, six: bool) -> list[Fraction]:
    """The chances of 0, 1, 2, ... hits of a die, the last one that of its number and all above."""
    if not six:
        return [Fraction(2, 3), Fraction(1, 3)]
    few = [Fraction(2, 3)]
    for hits in range(1, most):
        few.append((Fraction(hits == 1) + few[-1]) / 6)  # a five, or a six and what the die after it shows
    return [*few, 1 - sum(few, Fraction())]


def several_dice(dice: int, most: int, *, six: bool) -> list[Fraction]:
    found = [Fraction(1)]
    for _ in range(dice):
        after = [Fraction(0)] * (most + 1)
        for hits, chance in enumerate(found):
            for more, its in enumerate(one_die(most, six=six)):
                after[min(most, hits + more)] += chance * its
        found = after
    return found


@pytest.mark.parametrize("six", [False, True])
@pytest.mark.parametrize(("dice", "limit", "threshold"), [(4, None, 12), (5, 2, 9), (6, 0, 3), (3, 5, 8), (9, 17, 40)])
def test_the_bound_comes_from_mean_and_variance(dice: int, limit: int | None, threshold: int, six: bool) -> None:
    most = 40 if limit is None else limit
    mean = variance = Fraction(0)
    for rolled in range(1, dice + 1):
        chances = several_dice(rolled, most, six=six)
        its = sum(hits * chance for hits, chance in enumerate(chances))
        mean += its
        variance += sum((hits - its) ** 2 * chance for hits, chance in enumerate(chances))
    expected = variance / (variance + (threshold - mean) ** 2)
    assert mean < threshold
    found = bound(extended(dice, limit, threshold, six=six))
    assert expected <= found <= expected * (1 + Fraction(1, 10**12 if limit is None or not six else 10))


def test_nothing_is_told_where_the_mean_is_enough() -> None:
    assert bound("9 (15, 1 hour) Extended Test") == 1
    assert bound("9 (16, 1 hour) Extended Test") < 1


@pytest.mark.parametrize(
    ("notation", "dice"),
    [
        ("2 (545, 1 hour) Extended Test", 58),
        ("19 (545, 1 hour) Extended Test standard", 68),
        ("4 [2] (150, 1 hour) Extended Test", 80),
        ("4 [28] (439, 1 hour) Extended Test", 52),
        ("50 [5021] (1962, 1 hour) Extended Test six", 100),
        ("6 [94] (10000, 1 hour) Extended Test six", None),
        ("6 [94] (10000, 1 hour) Extended Test", None),
    ],
)
def test_pools_far_away_are_found_within_the_patience(notation: str, dice: int | None) -> None:
    test = MOONWALK.parse(notation, {})
    with patience():
        assert smallest_pool(CHANCES, test, WANTED) == dice
    if dice:
        assert CHANCES.main(CHANCES.with_dice(test, dice - 1)) < WANTED
        assert not CHANCES.main(CHANCES.with_dice(test, dice)) < WANTED
