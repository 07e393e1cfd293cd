"""Exact ratios of numbers of any length."""

import copy
import json
import math
import operator as op
import pickle
import random
import statistics
from array import array
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Number, Rational
from typing import Any, Literal, assert_type

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
ARITHMETIC = (op.add, op.sub, op.mul, op.truediv, op.floordiv, op.mod, divmod)
OPERATORS = (*ARITHMETIC, op.lt, op.le, op.gt, op.ge, op.eq, op.ne)


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
        parts = zip(operator(*found), value, strict=True) if operator is divmod else [(operator(*found), value)]
        assert all(type(one) is (Ratio if isinstance(other, Fraction) else type(other)) for one, other in parts)
    assert isinstance(one, Rational)
    for use in (Fraction, float, hash, op.neg, abs, round, int, bool, math.floor, math.ceil, math.trunc):
        assert use(one) == use(fraction(one))
    assert one**2 == fraction(one) ** 2
    assert round(one, 3) == round(fraction(one), 3)
    assert sum([one, one]) == 2 * fraction(one)


P = Ratio(34, 102)
"""A third, not in lowest terms."""

USES: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "per cent": (lambda p: f"{p:.1%}", "33.3%"),
    "digits": (lambda p: f"{p:.3f}", "0.333"),
    "significant digits": (lambda p: f"{p:.3}", "0.333"),
    "wide": (lambda p: f"{p:>5}", "  1/3"),
    "plain": (lambda p: f"{p}", "1/3"),
    "old format": (lambda p: "%.2f" % p, "0.33"),  # noqa: UP031
    "text": (str, "1/3"),
    "sum": (lambda p: sum([p, p]), Fraction(2, 3)),
    "with a whole number": (lambda p: p * 3, 1),
    "with a fraction": (lambda p: Fraction(1, 6) + p, Fraction(1, 2)),
    "with a float": (lambda p: p * 1.5, 0.5),
    "with a complex number": (lambda p: p * 3j, 1j),
    "opposite": (lambda p: 1 - p, Fraction(2, 3)),
    "inverse": (lambda p: 1 / p, 3),
    "power": (lambda p: p**2, Fraction(1, 9)),
    "negative power": (lambda p: p**-2, 9),
    "root": (lambda p: p**0.5, (1 / 3) ** 0.5),
    "exponent": (lambda p: 2**p, 2 ** (1 / 3)),
    "whole quotient": (lambda p: 1 // p, 3),
    "remainder": (lambda p: 1 % (2 * p), Fraction(1, 3)),
    "divmod": (lambda p: divmod(1, p), (3, 0)),
    "floor and ceiling": (lambda p: (math.floor(-p), math.ceil(-p), math.trunc(-p)), (-1, 0, 0)),
    "int": (lambda p: int(7 * p), 2),
    "float": (float, 1 / 3),
    "complex": (complex, complex(1 / 3)),
    "bool": (bool, True),
    "rounded": (lambda p: (round(p), round(p, 1)), (0, Fraction(3, 10))),
    "absolute": (lambda p: (abs(-p), +p, -p), (Fraction(1, 3), Fraction(1, 3), Fraction(-1, 3))),
    "parts": (lambda p: (p.real, p.imag, p.conjugate()), (Fraction(1, 3), 0, Fraction(1, 3))),
    "integer ratio": (lambda p: p.as_integer_ratio(), (1, 3)),
    "near fraction": (lambda p: (10 * p).limit_denominator(2), Fraction(7, 2)),
    "Fraction": (Fraction, Fraction(1, 3)),
    "Decimal": (lambda p: Decimal(p.numerator) / p.denominator, Decimal(1) / 3),
    "JSON": (lambda p: json.dumps({"p": p}, default=float), '{"p": 0.3333333333333333}'),
    "statistics": (lambda p: (statistics.mean([p, 2 * p]), statistics.fmean([p, p])), (Fraction(1, 2), 1 / 3)),
    "median": (lambda p: statistics.median([p, 2 * p, 1]), Fraction(2, 3)),
    "variance": (lambda p: statistics.pvariance([p, 3 * p]), Fraction(1, 9)),
    "math": (lambda p: (math.sqrt(p * 3), math.isclose(p, 1 / 3), math.prod([p, p])), (1, True, Fraction(1, 9))),
    "order": (lambda p: (sorted([1, p, 0.25]), max(p, 0.3)), ([0.25, Fraction(1, 3), 1], Fraction(1, 3))),
    "chained": (lambda p: 0 <= p < 0.5 < 1 - p <= 1, True),
    "key": (lambda p: {Fraction(1, 3): "third"}[p], "third"),
    "set": (lambda p: {p, Fraction(1, 3), Ratio(2, 6)}, {Fraction(1, 3)}),
    "no number": (lambda p: [compare(p, math.nan) for compare in (op.lt, op.le, op.ge, op.eq)], [False] * 4),
    "abstract": (lambda p: (isinstance(p, Rational), isinstance(p, Number)), (True, True)),
    "array": (lambda p: array("d", [p])[0], 1 / 3),
    "copy": (lambda p: (copy.deepcopy(p), pickle.loads(pickle.dumps(p))), (Fraction(1, 3),) * 2),  # noqa: S301
    "weights": (lambda p: random.choices("ab", [p, 0]), ["a"]),  # noqa: S311
}


@pytest.mark.parametrize("name", USES)
def test_a_ratio_is_a_number_like_any_other(name: str) -> None:
    use, expected = USES[name]
    assert use(P) == expected
    assert use(Ratio(Fraction(1, 3))) == expected


def test_type_checkers_see_sums_as_ratios() -> None:
    """Checked by mypy, with the rest of the tests."""
    assert_type(P + P, Ratio)
    assert_type(100 * P, Ratio)
    assert_type(1 - P, Ratio)
    assert_type(1 / P, Ratio)
    assert_type(Fraction(1, 2) + P, Ratio)
    assert_type(P * 0.5, float)
    assert_type(P // 1, int)
    assert_type(2**P, float)
    assert_type(sum([P, P]), Ratio | Literal[0])
    assert_type(round(P, 2), Ratio)
    assert_type(Fraction(P), Fraction)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ((1, 0), ZeroDivisionError, "a ratio of 1 in 0 ways; use 1 way or more"),
        ((0.5,), TypeError, "a ratio is of whole numbers; got 0.5 of 1"),
        (("1/2",), TypeError, "a ratio is of whole numbers; got '1/2' of 1"),
    ],
)
def test_what_makes_no_ratio_is_refused(given: tuple[Any, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=f"^{words}$"):
        Ratio(*given)


@pytest.mark.parametrize("operator", [op.add, op.sub, op.truediv, op.mod, op.pow, op.lt, op.ge])
def test_what_is_no_number_is_refused(operator: Any) -> None:
    with pytest.raises(TypeError, match="'Ratio' and 'str'"):
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
