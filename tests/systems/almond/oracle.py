"""Almond from its text, written apart from the rules: what every way the dice can fall comes to.

A way is a tuple of dice, each the tuple of faces it showed, with the chance of its falling so.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

Way = tuple[tuple[int, ...], ...]


def die_ways(tn: int, *, sixes: bool, further: int = 0) -> Iterator[tuple[int, ...]]:
    """Every way one die can fall: a six goes on until the TN is met, and `further` times after that."""
    open_ways: list[tuple[tuple[int, ...], int]] = [((), further)]
    while open_ways:
        faces, left = open_ways.pop()
        for face in (1, 2, 3, 4, 5, 6):
            shown = (*faces, face)
            met = sum(shown) >= tn
            if face != 6 or not sixes or (met and left == 0):
                yield shown
            else:
                open_ways.append((shown, left - 1 if met else left))


def ways(dice: int, tn: int, *, sixes: bool = True) -> Iterator[tuple[Way, Fraction]]:
    """Every way a pool can fall, and its chance."""
    for way in product(tuple(die_ways(tn, sixes=sixes)), repeat=dice):
        yield way, Fraction(1, 6 ** sum(len(faces) for faces in way))


def verdict(way: Way, tn: int, needed: int = 1) -> tuple[int, bool, bool]:
    """Successes, passed, failed worse."""
    good = 0
    bad_starts = 0
    for faces in way:
        total = 0
        for face in faces:
            total += face
        if total >= tn:
            good += 1
        if faces[0] == 1:
            bad_starts += 1
    return good, good >= needed, len(way) > 0 and bad_starts == len(way)
