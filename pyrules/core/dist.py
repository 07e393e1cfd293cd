"""Exact distributions as runs of whole-number weights: nothing is rounded, nothing is cut.

A run holds the weights of the values 0, 1, 2, ... A polynomial with these coefficients is packed into one big integer,
its coefficients in slots wide enough that none carries into the next, so that adding dice is one multiplication.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import repeat
from math import prod
from struct import pack, unpack

Weights = tuple[int, ...]
"""The weights of the values 0, 1, 2, ...: in how many equally likely ways each comes up."""

WORD = 8


@cache
def die(sides: int) -> Weights:
    """One die.

    >>> die(4)
    (0, 1, 1, 1, 1)
    """
    return (0, *repeat(1, sides))


@cache
def best_of_two(sides: int) -> Weights:
    """The higher of two dice of one size.

    >>> best_of_two(4)
    (0, 1, 3, 5, 7)
    """
    return (0, *range(1, 2 * sides, 2))


@cache
def worst_of_two(sides: int) -> Weights:
    """The lower of two dice of one size.

    >>> worst_of_two(4)
    (0, 7, 5, 3, 1)
    """
    return (0, *range(2 * sides - 1, 0, -2))


def binomial(dice: int, hit: int, miss: int) -> Weights:
    """The weights of the number of hits, when `hit` faces of each are and `miss` are not.

    >>> binomial(2, 2, 4)
    (16, 16, 4)
    """
    width = slot((hit + miss) ** dice)
    return unpack_weights(((hit << 8 * width) + miss) ** dice, dice + 1, width)


def trinomial(dice: int, first: int, second: int, rest: int) -> Iterator[Weights]:
    """Two kinds of faces counted at once: runs over the second kind for `dice`, `dice - 1`, ... 0 dice of the first.

    `first` must be at least 1.

    >>> tuple(trinomial(2, 2, 1, 3))
    ((4,), (12, 4), (9, 6, 1))
    """
    width = slot((first + second + rest) ** dice)
    one_die = (second << 8 * width) + rest
    others, ways = 1, first**dice
    for count in range(dice + 1):
        yield unpack_weights(others * ways, count + 1, width)
        others *= one_die
        ways = ways * (dice - count) // ((count + 1) * first)


def total(runs: Iterable[Weights]) -> Weights:
    """The sum of independent values.

    >>> total([die(4), die(4)])
    (0, 0, 1, 2, 3, 4, 3, 2, 1)
    """
    counted = Counter(runs)
    width = slot(prod(sum(run) ** times for run, times in counted.items()))
    highest = sum((len(run) - 1) * times for run, times in counted.items())
    return unpack_weights(prod(pack_weights(run, width) ** times for run, times in counted.items()), highest + 1, width)


def cap_weights(weights: Weights, most: int) -> Weights:
    """Every value above `most` counted as `most`.

    >>> cap_weights((1, 3, 3, 1), 2)
    (1, 3, 4)
    """
    return weights if most >= len(weights) - 1 else (*weights[:most], sum(weights[most:]))


def slot(ways: int) -> int:
    """The bytes that a slot needs so that weights adding up to `ways` fit into it."""
    return max(WORD, ways.bit_length() // 8 + 1)


@lru_cache(maxsize=64)
def pack_weights(weights: Weights, width: int) -> int:
    """The weights in one integer, each in a slot of `width` bytes, the first one lowest.

    Kept for a while: the dice of a game are the same few.
    """
    if width == WORD:
        return int.from_bytes(pack(f"<{len(weights)}Q", *weights), "little")
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")


def unpack_weights(number: int, count: int, width: int) -> Weights:
    """The `count` weights packed into an integer.

    >>> unpack_weights(pack_weights((1, 2, 1), 9), 3, 9)
    (1, 2, 1)
    """
    data = number.to_bytes(width * count, "little")
    if width == WORD:
        return unpack(f"<{count}Q", data)
    return tuple([int.from_bytes(data[place : place + width], "little") for place in range(0, len(data), width)])
