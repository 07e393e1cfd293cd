"""Moonwalk's rules against the oracle, on every roll of small pools."""

from itertools import combinations_with_replacement, permutations, product
from typing import Any

import pytest

from pyrules.core.roll import LEAVE
from pyrules.core.verdict import plain
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.moonwalk.model import Basic, Extended, Interval, Opposed, Settings, Term, Test
from tests.systems.moonwalk import oracle

GLITCH_RULES = ("more_than_half", "half_or_more", "off")


def outcome_of(roll_faces: tuple[tuple[int, ...], ...], test: Test) -> dict[str, Any]:
    """The outcome of these faces by the rules, rolled through the system."""
    roll = MOONWALK.replay(test, tuple(tuple((face,) for face in faces) for faces in roll_faces))
    found: dict[str, Any] = plain(MOONWALK.judge(test, roll).outcome)
    return found


LIMITS = (None, 0, 1, 2, 5)


@pytest.mark.untraced
@pytest.mark.parametrize("glitch", GLITCH_RULES)
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_enumerated_basic_tests(dice: int, glitch: str) -> None:
    for limit, threshold in product(LIMITS, (1, 2, 3)):
        test = Test((Term(dice),), Basic(threshold), limit, settings=Settings(glitch))
        for faces in product(range(1, 7), repeat=dice):
            assert outcome_of((faces,), test) == oracle.basic(faces, limit, threshold, glitch)


@pytest.mark.parametrize("glitch", GLITCH_RULES)
@pytest.mark.parametrize("dice", [4, 5, 6])
def test_enumerated_larger_pools(dice: int, glitch: str) -> None:
    for limit in (None, 2):
        test = Test((Term(dice),), Basic(2), limit, settings=Settings(glitch))
        for faces in combinations_with_replacement(range(1, 7), dice):
            assert outcome_of((faces,), test) == oracle.basic(faces, limit, 2, glitch)


def test_the_order_of_dice_does_not_matter() -> None:
    test = Test((Term(5),), Basic(2), 1)
    assert len({str(outcome_of((faces,), test)) for faces in permutations((1, 1, 4, 5, 6))}) == 1


@pytest.mark.parametrize("limit", [None, 0, 1])
@pytest.mark.parametrize("defence_limit", [None, 0, 1])
def test_enumerated_opposed_tests(limit: int | None, defence_limit: int | None) -> None:
    for dice, defence in product((1, 2), (0, 1, 2)):
        test = Test((Term(dice),), Opposed((Term(defence),), defence_limit), limit)
        for faces in product((1, 2, 5, 6), repeat=dice):
            for others in product((1, 2, 5, 6), repeat=defence):
                expected = oracle.opposed_test(faces, limit, others, defence_limit, "more_than_half")
                assert outcome_of((faces, others) if defence else (faces,), test) == expected


@pytest.mark.untraced
@pytest.mark.parametrize("glitch", GLITCH_RULES)
@pytest.mark.parametrize("limit", [None, 0, 1, 2])
@pytest.mark.parametrize("threshold", [1, 2, 4])
def test_enumerated_extended_tests(limit: int | None, threshold: int, glitch: str) -> None:
    test = Test((Term(3),), Extended(threshold, Interval(2, "hour")), limit, settings=Settings(glitch))
    for rolls in oracle.extended_courses(3, limit, threshold, (1, 3, 5)):
        assert outcome_of(rolls, test) == oracle.extended_test(rolls, 3, limit, threshold, glitch)


@pytest.mark.parametrize("glitch", GLITCH_RULES)
def test_enumerated_rule_of_six(glitch: str) -> None:
    for dice, limit in product((1, 2, 3), (None, 1)):
        test = Test((Term(dice),), Basic(2), limit, rule_of_six=True, settings=Settings(glitch))
        for faces in oracle.with_sixes(dice, 5, (1, 2, 5, 6)):
            assert outcome_of((faces,), test) == oracle.basic(faces, limit, 2, glitch)


@pytest.mark.parametrize("glitch", GLITCH_RULES)
def test_enumerated_sixes_that_are_left(glitch: str) -> None:
    for dice, limit in product((1, 2, 3), (None, 1)):
        test = Test((Term(dice),), Basic(2), limit, rule_of_six=True, settings=Settings(glitch))
        for faces, left in oracle.with_sixes_left(dice, 5, (1, 2, 5, 6)):
            assert outcome_of((faces,), test) == oracle.basic(faces, limit, 2, glitch)
            picks = MOONWALK.replay(test, (tuple((face,) for face in faces),)).picks
            assert [pick.option for pick in picks] == [LEAVE] * bool(left)
