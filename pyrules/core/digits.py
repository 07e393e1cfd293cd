"""Very long whole numbers written in digits, which Python itself refuses to do from 4300 of them on."""

from decimal import MAX_EMAX, MAX_PREC, Context, Decimal, Inexact
from functools import cache

EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, traps=[Inexact])
SHORT = 2_000
"""Numbers of fewer bits are quick to turn into digits as they are."""


def digits(number: int) -> str:
    """A whole number in digits, however long it is.

    >>> digits(-(10**5000)) == "-1" + "0" * 5000
    True
    """
    return f"{_decimal(number):f}"


def _decimal(number: int) -> Decimal:
    """A whole number to the base of ten, put together from two parts: `decimal` multiplies long numbers fast."""
    if (bits := number.bit_length()) < SHORT:
        return Decimal(number)
    half = 1 << (bits - 1).bit_length() - 1
    high = number >> half
    return EXACT.fma(_decimal(high), _power_of_two(half), _decimal(number - (high << half)))


@cache
def _power_of_two(exponent: int) -> Decimal:
    return EXACT.power(2, exponent)
