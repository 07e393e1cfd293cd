"""Exact ratios of whole numbers, however long these are: numbers like any other."""

from __future__ import annotations

import operator as op
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd, log2, log10
from numbers import Complex, Rational
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, overload

if TYPE_CHECKING:
    from fractions import Fraction

    class Exact(Protocol):
        """An operator that is exact with whole numbers and fractions."""

        @overload
        def __call__(self, other: int | Rational, /) -> Ratio: ...
        @overload
        def __call__(self, other: float, /) -> float: ...

    class Whole(Protocol):
        """An operator that gives whole numbers."""

        @overload
        def __call__(self, other: int | Rational, /) -> int: ...
        @overload
        def __call__(self, other: float, /) -> float: ...

    class Power(Protocol):
        """An operator that is exact with whole numbers alone."""

        @overload
        def __call__(self, other: int, /) -> Ratio: ...
        @overload
        def __call__(self, other: Rational | float, /) -> float: ...

    class Rough(Protocol):
        """An operator that is seldom exact."""

        def __call__(self, other: Rational | float, /) -> float:
            """Work it out."""


LONG = 8_000
"""Numbers of this many bits take long to write or to reduce in the common ways."""

LOG_2 = log10(2)
MOST_SHOWN = 24
"""Ratios of more digits are shown by their nearest float."""

WIDTH = re.compile("(.?[<>^])?[0-9]*")
"""A format that is no more than a width."""


# For what is no number, operators give NotImplemented, as Python's data model asks of every number: the other side is
# asked then, and where that gives it too, Python raises a TypeError that names both types.


def _arithmetic(operator: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    """An operator as fractions have it: with a ratio on its left, and with one on its right."""

    def left(self: Ratio, other: object) -> Any:
        return _ratio(operator(self._fraction(), _plain(other))) if isinstance(other, Complex) else NotImplemented

    def right(self: Ratio, other: object) -> Any:
        return _ratio(operator(other, self._fraction())) if isinstance(other, Complex) else NotImplemented

    return left, right


def _comparison(operator: Callable[[Any, Any], bool]) -> Callable[[Ratio, Rational | float], bool]:
    """A comparison of a ratio with any number."""

    def compare(self: Ratio, other: Rational | float) -> bool:
        if isinstance(other, Ratio):
            return operator(self.weight * other.ways, other.weight * self.ways)
        return operator(self._fraction(), other) if isinstance(other, Complex) else NotImplemented

    return compare


@dataclass(init=False, frozen=True, slots=True, eq=False, repr=False)
class Ratio(Rational):
    """An exact ratio of whole numbers, a chance or a mean: `weight` of so many `ways`, which are at least 1.

    It does what a `fractions.Fraction` does. Sums and products are ratios again, with floats they are floats. It is
    reduced to lowest terms only when it is written, hashed or taken apart, since that takes long for large pools.

    >>> Ratio(2, 6).exact, Ratio(2, 6) + 1, 1 - Ratio(1, 3) > 0.5, float(Ratio(1, 4)), f"{Ratio(1, 3):.1%}"
    ('1/3', Ratio(4/3), True, 0.25, '33.3%')
    """

    weight: int
    ways: int

    def __init__(self, weight: int | Rational, ways: int = 1) -> None:
        if type(weight) is not int or type(ways) is not int:
            if not isinstance(weight, Rational) or not isinstance(ways, Rational):
                raise TypeError(f"a ratio is of whole numbers; got {weight!r:.60} of {ways!r:.60}")
            weight, ways = int(weight.numerator), int(weight.denominator * ways)
        if ways < 1:
            raise ZeroDivisionError(f"a ratio of {weight} in {ways} ways; use 1 way or more")
        object.__setattr__(self, "weight", weight)
        object.__setattr__(self, "ways", ways)

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
        """The number of digits that the ratio has in lowest terms; they are not written for that.

        >>> Ratio(200, 1998).length
        6
        """
        return sum(map(_length, self._lowest()))

    @property
    def value(self) -> float:
        """The nearest float."""
        return self.weight / self.ways

    def as_integer_ratio(self) -> tuple[int, int]:
        """The numerator and the denominator in lowest terms."""
        return self._lowest()

    def limit_denominator(self, most: int = 1_000_000) -> Ratio:
        """The nearest ratio whose denominator is at most so much."""
        return Ratio(self._fraction().limit_denominator(most))

    def _lowest(self) -> tuple[int, int]:
        shared = _common_divisor(self.weight, self.ways)
        return self.weight // shared, self.ways // shared

    def _fraction(self) -> Fraction:
        from fractions import Fraction  # needs decimal, which takes a while to load

        return Fraction(*self._lowest())

    def __str__(self) -> str:
        return self.exact

    def __repr__(self) -> str:
        return f"Ratio({self.exact if self.length <= MOST_SHOWN else f'about {self.value:.6g}'})"

    def __format__(self, spec: str) -> str:
        return format(str(self) if WIDTH.fullmatch(spec) else self.value, spec)

    def __float__(self) -> float:
        return self.value

    def __bool__(self) -> bool:
        return self.weight != 0

    if not TYPE_CHECKING:  # to type checkers no `numbers.Number` has a hash that another could replace

        def __hash__(self):
            return hash(self._fraction())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Ratio):
            return self.weight * other.ways == other.weight * self.ways
        return bool(self._fraction() == other)

    __lt__, __le__, __gt__, __ge__ = map(_comparison, (op.lt, op.le, op.gt, op.ge))

    if TYPE_CHECKING:
        # `sum` is typed by these two, and takes no operator that is a variable of the class
        @overload
        def __add__(self, other: int | Rational) -> Ratio: ...
        @overload
        def __add__(self, other: float) -> float: ...
        def __add__(self, other: Rational | float) -> Any: ...
        @overload
        def __radd__(self, other: int | Rational) -> Ratio: ...
        @overload
        def __radd__(self, other: float) -> float: ...
        def __radd__(self, other: Rational | float) -> Any: ...

        _less: ClassVar[Exact]
        __rsub__: ClassVar[Exact]
        __mul__: ClassVar[Exact]
        __rmul__: ClassVar[Exact]
        __truediv__: ClassVar[Exact]
        __rtruediv__: ClassVar[Exact]
        __floordiv__: ClassVar[Whole]
        __rfloordiv__: ClassVar[Whole]
        __mod__: ClassVar[Exact]
        __rmod__: ClassVar[Exact]
        __pow__: ClassVar[Power]
        __rpow__: ClassVar[Rough]
    else:
        __add__, __radd__ = _arithmetic(op.add)
        _less, __rsub__ = _arithmetic(op.sub)
        __mul__, __rmul__ = _arithmetic(op.mul)
        __truediv__, __rtruediv__ = _arithmetic(op.truediv)
        __floordiv__, __rfloordiv__ = _arithmetic(op.floordiv)
        __mod__, __rmod__ = _arithmetic(op.mod)
        __pow__, __rpow__ = _arithmetic(op.pow)

    @overload
    def __sub__(self, other: int | Rational) -> Ratio: ...
    @overload
    def __sub__(self, other: float) -> float: ...
    def __sub__(self, other: Rational | float) -> Ratio | float:
        if not isinstance(other, Ratio):
            return self._less(other)
        more, less = divmod(self.ways, other.ways), divmod(other.ways, self.ways)
        if not more[1]:
            return Ratio(self.weight - other.weight * more[0], self.ways)
        if not less[1]:
            return Ratio(self.weight * less[0] - other.weight, other.ways)
        return Ratio(self.weight * other.ways - other.weight * self.ways, self.ways * other.ways)

    def __neg__(self) -> Ratio:
        return Ratio(-self.weight, self.ways)

    def __pos__(self) -> Ratio:
        return self

    def __abs__(self) -> Ratio:
        return Ratio(abs(self.weight), self.ways)

    def __trunc__(self) -> int:
        return self.__ceil__() if self.weight < 0 else self.__floor__()

    def __floor__(self) -> int:
        return self.weight // self.ways

    def __ceil__(self) -> int:
        return -(-self.weight // self.ways)

    @overload
    def __round__(self, digits: None = None) -> int: ...
    @overload
    def __round__(self, digits: int) -> Ratio: ...
    def __round__(self, digits: int | None = None) -> int | Ratio:
        rounded: int | Ratio = _ratio(round(self._fraction(), digits))
        return rounded

    __int__ = __trunc__


def _plain(number: object) -> Any:
    return number._fraction() if isinstance(number, Ratio) else number  # noqa: SLF001


def _ratio(number: Any) -> Any:
    """A fraction as a ratio, and any other number as it is."""
    return Ratio(number) if isinstance(number, Rational) and not isinstance(number, int) else number


def _length(number: int) -> int:
    """The number of digits of a whole number."""
    fewest = int((abs(number).bit_length() - 1) * LOG_2)
    return fewest + 1 + int(abs(number) >= 10 ** (fewest + 1))


def _digits(number: int) -> str:
    """A whole number in digits, however long it is."""
    if number.bit_length() < LONG:
        return str(number)
    from pyrules.core.digits import digits  # decimal, which it needs, takes a while to load

    return digits(number)


def _common_divisor(number: int, ways: int) -> int:
    """The greatest common divisor; found factor by factor where many ways are those of six-sided dice."""
    if ways.bit_length() < LONG or not number or not _is_of_sixes(ways):
        return gcd(number, ways)
    shared, factor = 1, 6
    while (part := gcd(factor, number // shared, ways // shared)) > 1:
        shared *= part
        factor *= factor
    return shared


def _is_of_sixes(ways: int) -> bool:
    """True if twos and threes are the only prime factors."""
    odd = ways >> (ways & -ways).bit_length() - 1
    threes: int = 3 ** int(odd.bit_length() / log2(3))
    return odd == threes


CERTAIN, NEVER = Ratio(1, 1), Ratio(0, 1)
