"""Exact ratios of whole numbers, however long these are: numbers like any other."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, log2, log10
from numbers import Rational
from typing import TYPE_CHECKING, Any, Union, overload

if TYPE_CHECKING:
    from fractions import Fraction

    Number = Union["Ratio", Fraction, float]  # noqa: UP007 (a name in quotes takes no bar)

LONG = 8_000
"""Numbers of so many bits take long to write or to reduce in the common ways."""

LOG_2 = log10(2)
MOST_SHOWN = 24
"""Ratios of more digits are shown by their nearest float."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ratio:
    """An exact ratio of whole numbers, a chance or a mean: `weight` of so many `ways`, which are at least 1.

    It is a `numbers.Rational`. Sums and products are ratios again, with floats they are floats. It is reduced to lowest
    terms only when it is written, hashed or taken apart, since that takes long for large pools.

    >>> Ratio(2, 6).exact, Ratio(2, 6) + 1, 1 - Ratio(1, 3) > 0.5, float(Ratio(1, 4))
    ('1/3', Ratio(4/3), True, 0.25)
    """

    weight: int
    ways: int

    @property
    def numerator(self) -> int:
        """The numerator in lowest terms."""
        return self._lowest()[0]

    @property
    def denominator(self) -> int:
        """The denominator in lowest terms, at least 1."""
        return self._lowest()[1]

    @property
    def exact(self) -> str:
        """The ratio in lowest terms, as "a/b"."""
        return "/".join(map(_digits, self._lowest()))

    @property
    def length(self) -> int:
        """How many digits the ratio has in lowest terms; they are not written for that.

        >>> Ratio(200, 1998).length
        6
        """
        return sum(map(_length, self._lowest()))

    @property
    def value(self) -> float:
        """The nearest float."""
        return self.weight / self.ways

    def _lowest(self) -> tuple[int, int]:
        shared = _shared(self.weight, self.ways)
        return self.weight // shared, self.ways // shared

    def _fraction(self) -> Fraction:
        from fractions import Fraction  # needs decimal, which takes a while to load

        return Fraction(*self._lowest())

    def __repr__(self) -> str:
        return f"Ratio({self.exact if self.length <= MOST_SHOWN else f'about {self.value:.6g}'})"

    def __float__(self) -> float:
        return self.value

    def __bool__(self) -> bool:
        return self.weight != 0

    def __hash__(self) -> int:
        return hash(self._fraction())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Ratio):
            return self.weight * other.ways == other.weight * self.ways
        return bool(self._fraction() == other)

    def __lt__(self, other: Number) -> bool:
        if isinstance(other, Ratio):
            return self.weight * other.ways < other.weight * self.ways
        return bool(self._fraction() < other)

    def __gt__(self, other: Number) -> bool:
        return other < self if isinstance(other, Ratio) else bool(self._fraction() > other)

    def __le__(self, other: Number) -> bool:
        return not self > other

    def __ge__(self, other: Number) -> bool:
        return not self < other

    @overload
    def __sub__(self, other: Ratio) -> Ratio: ...
    @overload
    def __sub__(self, other: Number) -> Any: ...
    def __sub__(self, other: Number) -> Any:
        if not isinstance(other, Ratio):
            return _ratio(self._fraction() - other)
        more, less = divmod(self.ways, other.ways), divmod(other.ways, self.ways)
        if not more[1]:
            return Ratio(self.weight - other.weight * more[0], self.ways)
        if not less[1]:
            return Ratio(self.weight * less[0] - other.weight, other.ways)
        return Ratio(self.weight * other.ways - other.weight * self.ways, self.ways * other.ways)

    def __rsub__(self, other: Number) -> Any:
        return _ratio(other - self._fraction())

    def __add__(self, other: Number) -> Any:
        return _ratio(self._fraction() + _plain(other))

    def __mul__(self, other: Number) -> Any:
        return _ratio(self._fraction() * _plain(other))

    def __truediv__(self, other: Number) -> Any:
        return _ratio(self._fraction() / _plain(other))

    def __rtruediv__(self, other: Number) -> Any:
        return _ratio(other / self._fraction())

    def __pow__(self, other: Number) -> Any:
        return _ratio(self._fraction() ** _plain(other))

    def __neg__(self) -> Ratio:
        return Ratio(-self.weight, self.ways)

    def __abs__(self) -> Ratio:
        return Ratio(abs(self.weight), self.ways)

    def __round__(self, digits: int | None = None) -> Any:
        return round(self._fraction()) if digits is None else _ratio(round(self._fraction(), digits))

    def __int__(self) -> int:
        return int(self._fraction())

    __radd__ = __add__
    __rmul__ = __mul__


Rational.register(Ratio)


def _plain(number: Number) -> Any:
    return number._fraction() if isinstance(number, Ratio) else number  # noqa: SLF001


def _ratio(number: Any) -> Any:
    """A fraction as a ratio, and any other number as it is."""
    return Ratio(int(number.numerator), int(number.denominator)) if isinstance(number, Rational) else number


def _length(number: int) -> int:
    """How many digits a whole number has."""
    fewest = int((abs(number).bit_length() - 1) * LOG_2)
    return fewest + 1 + int(abs(number) >= 10 ** (fewest + 1))


def _digits(number: int) -> str:
    """A whole number in digits, however long it is."""
    if number.bit_length() < LONG:
        return str(number)
    from pyrules.core.digits import digits  # decimal, which it needs, takes a while to load

    return digits(number)


def _shared(number: int, ways: int) -> int:
    """The greatest common divisor; found factor by factor where many ways are those of six-sided dice."""
    if ways.bit_length() < LONG or not number or not _is_of_sixes(ways):
        return gcd(number, ways)
    shared, factor = 1, 6
    while (part := gcd(factor, number // shared, ways // shared)) > 1:
        shared *= part
        factor *= factor
    return shared


def _is_of_sixes(ways: int) -> bool:
    """Whether twos and threes are the only prime factors."""
    odd = ways >> (ways & -ways).bit_length() - 1
    threes: int = 3 ** int(odd.bit_length() / log2(3))
    return odd == threes


CERTAIN, NEVER = Ratio(1, 1), Ratio(0, 1)
