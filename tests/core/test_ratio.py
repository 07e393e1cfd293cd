"""Exact ratios of numbers of any length."""

import operator as op
from fractions import Fraction
from numbers import Rational
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.core.ratio import CERTAIN, NEVER, Ratio
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
    finer = Ratio(numerator, one.ways * times)
    for less in (one - finer, finer - one):
        assert less.ways == finer.ways
    assert fraction(one - finer) == fraction(one) - fraction(finer)
    assert fraction(finer - one) == fraction(finer) - fraction(one)


def test_equal_ratios_are_one_key() -> None:
    assert {Ratio(2, 4), Ratio(1, 2), Ratio(50, 100), Fraction(1, 2), 0.5} == {Ratio(1, 2)}
    assert Ratio(1, 2) != "1/2"


NUMBERS = st.one_of(RATIOS, st.integers(-99, 99), st.fractions(), st.sampled_from([0.5, -3.25, 1e9]))
OPERATORS = (op.add, op.sub, op.mul, op.truediv, op.lt, op.le, op.gt, op.ge, op.eq, op.ne)


@given(RATIOS, NUMBERS, st.sampled_from(OPERATORS))
def test_ratios_are_numbers_as_fractions_are(one: Ratio, other: Any, operator: Any) -> None:
    plain = fraction(other) if isinstance(other, Ratio) else other
    for found, expected in (
        ((one, other), (fraction(one), plain)),
        ((other, one), (plain, fraction(one))),
    ):
        try:
            value = operator(*expected)
        except ZeroDivisionError:
            with pytest.raises(ZeroDivisionError):
                operator(*found)
            continue
        assert operator(*found) == value
        assert type(operator(*found)) is (Ratio if isinstance(value, Fraction) else type(value))
    assert isinstance(one, Rational)
    assert (Fraction(one), float(one), hash(one), -one, abs(one), one**2, round(one), round(one, 3), int(one)) == (
        *(fraction(one), float(fraction(one)), hash(fraction(one)), -fraction(one), abs(fraction(one))),
        *(fraction(one) ** 2, round(fraction(one)), round(fraction(one), 3), int(fraction(one))),
    )
    assert bool(one) is bool(fraction(one))
    assert sum([one, one]) == 2 * fraction(one)


@pytest.mark.parametrize("operator", [op.add, op.sub, op.truediv, op.lt, op.ge])
def test_what_is_no_number_is_refused(operator: Any) -> None:
    with pytest.raises(TypeError, match="'Fraction' and 'str'"):
        operator(Ratio(1, 2), "1/2")


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
