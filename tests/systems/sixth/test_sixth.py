from fractions import Fraction
from math import comb

import pytest

from pyrules.core.engine import chances_of
from pyrules.core.errors import IllegalPick, NotationError
from pyrules.core.roll import Pick
from tests.exact import fraction, rows
from tests.systems.sixth import SIXTH, Outcome, parse

PUSH = Pick("push")


def outcome_of(notation: str, *faces: int, picks: tuple[Pick, ...] = ()) -> Outcome:
    test = parse(notation, {})
    outcome: Outcome = SIXTH.outcome_of(test, SIXTH.replay(test, (tuple((face,) for face in faces),), picks))
    return outcome


@pytest.mark.parametrize(
    ("notation", "faces", "read", "success"),
    [("3d6", (3, 2, 3), 3, False), ("3d6", (1, 4, 2), 4, True), ("1d6", (6,), 6, True), ("0d6", (6, 3), 3, False)],
)
def test_read(notation: str, faces: tuple[int, ...], read: int, success: bool) -> None:
    outcome = outcome_of(notation, *faces)
    assert (outcome.read, outcome.success) == (read, success)


def test_critical() -> None:
    assert outcome_of("3d6", 6, 6, 1).critical
    assert not outcome_of("3d6", 6, 5, 1).critical
    assert not outcome_of("0d6", 6, 6).critical


def test_target() -> None:
    assert outcome_of("3d10 TN 7", 7, 6, 9).successes == 2
    assert not outcome_of("3d10 TN 7", 1, 6, 2).success


def test_tens() -> None:
    assert outcome_of("1d10 TN 7", 10, 10, 8).successes == 3


def test_push() -> None:
    assert outcome_of("1d6", 2, 5, picks=(PUSH,)).read == 5
    with pytest.raises(IllegalPick):
        outcome_of("1d6", 2, 5, 6, picks=(PUSH, PUSH))
    with pytest.raises(IllegalPick):
        outcome_of("1d10 TN 7", 2, 5, picks=(PUSH,))


def test_odds() -> None:
    assert fraction(chances_of(SIXTH).odds(parse("3d6", {})).events["success"]) == 1 - Fraction(1, 8)
    assert fraction(chances_of(SIXTH).odds(parse("2d10 TN 7", {})).events["success"]) == 1 - Fraction(36, 100)
    successes = rows(chances_of(SIXTH).odds(parse("2d10 TN 10", {})).distributions["successes"])
    # Each ten is a success and brings one more die: a negative binomial distribution.
    assert successes[3] == comb(4, 1) * Fraction(1, 10) ** 3 * Fraction(9, 10) ** 2


def test_what_cannot_be_read() -> None:
    for notation in ("d6", "3d8", "3d10", "3d10 TN 11", "3d6 TN 3"):
        with pytest.raises(NotationError):
            parse(notation, {})
