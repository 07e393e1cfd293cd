"""Exact ratios of whole numbers, however long these are."""

from dataclasses import dataclass
from math import gcd, log2, log10

LONG = 8_000
"""Numbers of so many bits take long to write or to reduce in the common ways."""

LOG_2 = log10(2)
MOST_SHOWN = 24
"""Ratios of more digits are shown by their nearest float."""


@dataclass(frozen=True, slots=True, eq=False)
class Ratio:
    """An exact ratio of whole numbers, a chance or a mean; `denominator` is positive.

    >>> Ratio(2, 6).exact, Ratio(2, 6) == Ratio(1, 3), Ratio(1, 3) < Ratio(1, 2)
    ('1/3', True, True)
    """

    numerator: int
    denominator: int

    @property
    def exact(self) -> str:
        """The ratio in lowest terms, as "a/b"."""
        numerator, denominator = self._lowest()
        return f"{_digits(numerator)}/{_digits(denominator)}"

    @property
    def length(self) -> int:
        """How many digits the ratio has in lowest terms; they are not written for that.

        >>> Ratio(200, 1998).length
        6
        """
        return sum(map(_length, self._lowest()))

    def __repr__(self) -> str:
        return f"Ratio({self.exact if self.length <= MOST_SHOWN else f'about {self.value:.6g}'})"

    def _lowest(self) -> tuple[int, int]:
        shared = _shared(self.numerator, self.denominator)
        return self.numerator // shared, self.denominator // shared

    @property
    def value(self) -> float:
        """The nearest float."""
        return self.numerator / self.denominator

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and not self < other and not other < self

    def __lt__(self, other: "Ratio") -> bool:
        return self.numerator * other.denominator < other.numerator * self.denominator

    def __hash__(self) -> int:
        return hash(self.exact)

    def __sub__(self, other: "Ratio") -> "Ratio":
        more, less = divmod(self.denominator, other.denominator), divmod(other.denominator, self.denominator)
        if not more[1]:
            return Ratio(self.numerator - other.numerator * more[0], self.denominator)
        if not less[1]:
            return Ratio(self.numerator * less[0] - other.numerator, other.denominator)
        return Ratio(
            self.numerator * other.denominator - other.numerator * self.denominator,
            self.denominator * other.denominator,
        )


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
