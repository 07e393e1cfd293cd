"""Moonwalk's advice after the roll against every course from there, and its luck."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pyrules.core.budget import SECONDS, budget
from pyrules.core.faces import read_faces, seeded
from pyrules.core.ratio import Ratio
from pyrules.core.roll import EMPTY, GIVE_UP, Pick
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.moonwalk.model import Test
from tests.exact import fraction
from tests.systems.moonwalk import oracle, strategies as strategies_moonwalk
from tests.systems.moonwalk.odds import CHANCES, GLITCHES, KINDS, bracket, chances_of_outcomes, odds_of, small, ways
from tests.work import unless_refused

TESTS = strategies_moonwalk.tests_of()


def advice_on(notation: str, faces: str, **house_rules: str) -> list[tuple[str, str, dict[str, Fraction | int]]]:
    test = MOONWALK.parse(notation, house_rules)
    advice = CHANCES.advice(test, MOONWALK.replay(test, read_faces(faces)))
    return [
        (one.option, one.policy, {name: fraction(chance) for name, chance in one.chances.items()}) for one in advice
    ]


def test_nothing_is_left_to_do_after_a_success() -> None:
    assert advice_on("3 (1)", "1,1,5") == [("nothing", "", {"success": 1, "glitch": 1, "critical": 0})]
    assert advice_on("2 - 2 (1)", "") == [("nothing", "", {"success": 0, "glitch": 0, "critical": 0})]


def test_trying_again_has_its_penalty_or_waits() -> None:
    plan = "keep trying at once after each failure, with two dice fewer each time"
    found = {(option, policy): chances for option, policy, chances in advice_on("6 - Wounds 1 (1)", "1,1,1,2,3")}
    assert list(found) == [("later", ""), ("again", plan), ("again", ""), ("nothing", "")]
    assert found["later", ""]["success"] == 1 - Fraction(2, 3) ** 5
    assert found["again", ""]["success"] == 1 - Fraction(2, 3) ** 3
    assert found["again", plan]["success"] == 1 - Fraction(2, 3) ** (3 + 1)
    assert found["nothing", ""] == {"success": 0, "glitch": 1, "critical": 1}


def test_a_row_of_tries_that_would_take_long_is_left_out_alone() -> None:
    test = MOONWALK.parse("86 (10000, 1 hour) Extended Test six", {})
    roll = MOONWALK.play(test, lambda throw: [1] * throw.count)
    told = {}
    for seconds in (SECONDS, 3):
        with budget(seconds):
            told[seconds] = [(one.option, bool(one.policy)) for one in CHANCES.advice(test, roll)]
    assert sorted(told[SECONDS]) == [("again", False), ("later", False), ("nothing", False)]
    assert sorted(told[3]) == sorted([*told[SECONDS], ("again", True)])


def test_an_opposed_test_is_tried_again_as_it_was() -> None:
    (again, _, chances), (nothing, _, _) = advice_on("3 vs. 3", "1,1,1 / 5,5,5")
    assert (again, nothing) == ("again", "nothing")
    assert chances["success"] == fraction(odds_of("3 vs. 3").events["success"])


def courses_from(
    rolls: tuple[tuple[int, ...], ...], dice: int, limit: int | None, threshold: int
) -> Iterator[tuple[dict[str, Any], Fraction]]:
    """Every end of an extended test from some rolls on, and its chance from there."""
    state = oracle.extended_test(rolls, dice, limit, threshold, GLITCHES[0])
    if state["state"] != "ongoing":
        yield state, Fraction(1)
        return
    for faces in product(KINDS, repeat=dice - len(rolls)):
        for end, chance in courses_from((*rolls, faces), dice, limit, threshold):
            yield end, chance * ways([faces])


@pytest.mark.parametrize("limit", [None, 1])
@pytest.mark.parametrize("first", [(1, 1, 2, 3), (5, 1, 1, 1), (5, 5, 2, 2), (1, 1, 1, 3)])
def test_the_next_interval_against_every_course_from_there(first: tuple[int, ...], limit: int | None) -> None:
    found = advice_on(f"4 {bracket(limit)} (4, 2 hours) Extended Test", ",".join(map(str, first)))
    chances = {option: chances for option, _, chances in found}
    expected = chances_of_outcomes(courses_from((first,), 4, limit, 4))
    assert chances["next"] == {name: expected[name][True] for name in ("success", "glitch", "critical")}
    assert chances["nothing"]["success"] == 0


@pytest.mark.parametrize("limit", [None, 1])
@pytest.mark.parametrize("modifier", [-1, 1, 2])
def test_the_next_interval_with_a_modifier_of_its_own_against_every_course(modifier: int, limit: int | None) -> None:
    """Every face of every die: one modified roll, then one of a die."""
    test = MOONWALK.parse(f"3 {bracket(limit)} (3, 2 hours) Extended Test", {})
    start = MOONWALK.replay(test, read_faces("5,1,2"))
    pick = Pick("next", given=(("modifier", modifier),))
    needed, found, glitched, critical, dice = 2, 0, 0, 0, 2 + modifier
    for faces in product(range(1, 7), repeat=dice + 1):
        first, second = (
            oracle.basic_test(faces[:dice], limit, GLITCHES[0]),
            oracle.basic_test(faces[dice:], limit, GLITCHES[0]),
        )
        made = (first,) if first["kept"] >= needed else (first, second)
        found += sum(one["kept"] for one in made) >= needed
        glitched += any(one["glitch"] != "none" for one in made)
        critical += any(one["glitch"] == "critical" for one in made)
    told = next(one for one in CHANCES.advice(test, MOONWALK.pick(test, start, pick)) if one.option == "next").chances
    expected = [Fraction(number, 6 ** (dice + 1)) for number in (found, glitched, critical)]
    assert [fraction(chance) for chance in told.values()] == expected


def test_what_a_modified_interval_makes_of_luck_is_not_told() -> None:
    test = MOONWALK.parse("2 (4, 10 minutes) Extended Test", {})
    given = (("modifier", 2),)
    roll = MOONWALK.replay(test, read_faces("5,2 / 3 / 6,5"), (Pick("next"), Pick("next", given=given)))
    assert CHANCES.luck(test, MOONWALK.judge(test, roll).outcome) is None


def test_advice_before_the_first_interval_is_the_odds() -> None:
    test = MOONWALK.parse("4 (4, 2 hours) Extended Test", {})
    best, nothing = CHANCES.advice(test, EMPTY)
    assert (best.option, best.chances) == ("next", CHANCES.odds(test).events)
    assert (nothing.option, nothing.chances["success"]) == ("nothing", Ratio(0, 1))


def test_rolling_on_is_the_best_of_all_policies() -> None:
    # A policy says after every roll whether to go on; stopping short of the threshold is no success.
    @cache
    def best(pool: int, missing: int) -> Fraction:
        if missing <= 0 or not pool:
            return Fraction(missing <= 0)
        hits = [1 if face >= 5 else 0 for face in range(1, 7)]
        on = sum(best(pool - 1, missing - min(2, sum(roll))) for roll in product(hits, repeat=pool)) / Fraction(6**pool)
        return max(Fraction(0), on)

    found = advice_on("5 [2] (6, 1 hour) Extended Test", "5,6,6,1,2")
    assert found[0][:2] == ("next", "roll on until you have 4 more hits; 4 rolls left")
    assert found[0][2]["success"] == best(4, 4)


@pytest.mark.parametrize(
    ("notation", "faces", "at_least", "at_most"),
    [
        ("2 (1)", "5,1", Fraction(5, 9), Fraction(8, 9)),
        ("2 [1] (1)", "5,6", Fraction(5, 9), 1),
        ("1 vs. 1", "5 / 1", Fraction(2, 9), 1),
        ("1 vs. 1", "1 / 5", 1, Fraction(2, 9)),
        ("1 (1) six", "6,1", Fraction(1, 3), Fraction(2, 3) + Fraction(10, 36)),
        ("1 six vs. 1", "6,6,1 / 1", Fraction(2, 3) / 18 + Fraction(1, 3) / 108, 1),
        ("2 (1, 1 day) Extended Test", "1,1 / 5", 1 - Fraction(8, 27), Fraction(4, 9)),
        ("2 (1, 1 day) Extended Test", "1,1 / 1", 1, Fraction(8, 27)),
    ],
)
def test_luck(notation: str, faces: str, at_least: Fraction, at_most: Fraction) -> None:
    test = MOONWALK.parse(notation, {})
    luck = CHANCES.luck(test, MOONWALK.judge(test, MOONWALK.replay(test, read_faces(faces))).outcome)
    assert luck is not None
    assert fraction(luck.at_least) == at_least
    if "1 six vs. 1" not in notation:
        assert fraction(luck.at_most) == at_most


@pytest.mark.parametrize(
    ("notation", "faces"), [("12 (3) standard", ""), ("1 - 1 (3)", ""), ("2 (3, 1 day) Extended Test", "1,1")]
)
def test_luck_has_no_part_in_what_is_certain_or_undecided(notation: str, faces: str) -> None:
    test = MOONWALK.parse(notation, {})
    assert CHANCES.luck(test, MOONWALK.judge(test, MOONWALK.replay(test, read_faces(faces))).outcome) is None


def test_after_giving_up_advice_is_that_of_a_failed_test_without_luck() -> None:
    test = MOONWALK.parse("3 (2, 1 day) Extended Test", {})
    given_up = MOONWALK.replay(test, read_faces("5,2,2"), (GIVE_UP,))
    failed = MOONWALK.replay(test, read_faces("5,2,2 / 2,2 / 2"))
    assert CHANCES.advice(test, given_up) == CHANCES.advice(test, failed)
    assert CHANCES.luck(test, MOONWALK.judge(test, failed).outcome) is not None
    assert CHANCES.luck(test, MOONWALK.judge(test, given_up).outcome) is None


@given(TESTS, st.integers(1, 12), st.integers(0, 2**32))
@unless_refused
def test_good_and_bad_luck_overlap_in_the_result_itself(test: Test, dice: int, seed: int) -> None:
    test = small(test, dice)
    outcome = MOONWALK.judge(test, MOONWALK.roll(test, seeded(seed))).outcome
    luck = CHANCES.luck(test, outcome)
    if luck is not None:
        assert 1 < fraction(luck.at_least) + fraction(luck.at_most) <= 2
