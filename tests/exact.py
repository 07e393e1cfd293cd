"""Exact chances as Python's own fractions, by which the tests of the odds count."""

from fractions import Fraction

from pyrules.core.odds import Distribution, Value
from pyrules.core.ratio import Ratio


def fraction(ratio: Ratio) -> Fraction:
    return Fraction(ratio.numerator, ratio.denominator)


def rows(distribution: Distribution) -> dict[Value, Fraction]:
    """The chance of every row; they add up to 1."""
    assert sum(weight for _, weight in distribution.rows) == distribution.total
    return {value: Fraction(weight, distribution.total) for value, weight in distribution.rows}
