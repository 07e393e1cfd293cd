"""The engine that gives any system its odds, on systems made up for it, beside counts written apart."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of
from pyrules.core.odds import NOTHING, smallest_pool, what_ifs
from pyrules.core.ratio import Ratio
from pyrules.core.roll import EMPTY, Pending, Pick, Roll, Throw, missing
from pyrules.core.verdict import Line, Verdict
from pyrules.heat import axes_of, grid_of
from pyrules.steps import neighbours
from tests.core.engine_helpers import (
    HIGHEST,
    Outcome,
    Pool,
    best,
)
from tests.exact import fraction, rows


@given(st.integers(0, 4), st.integers(1, 7), st.sampled_from([4, 6]))
def test_rules_alone_have_exact_odds(dice: int, needed: int, sides: int) -> None:
    odds = chances_of(HIGHEST).odds(Pool(dice, needed, sides=sides))
    ways = [max(faces, default=0) for faces in product(range(1, sides + 1), repeat=dice)]
    counted = {value: Fraction(ways.count(value), len(ways)) for value in ways}
    assert rows(odds.distributions["highest"]) == counted
    assert fraction(odds.means["highest"]) == Fraction(sum(ways), len(ways))
    assert list(odds.events) == ["success"]
    success = sum((chance for value, chance in counted.items() if value >= needed), Fraction(0))
    main = chances_of(HIGHEST).main(Pool(dice, needed, sides=sides))
    assert fraction(odds.events["success"]) == fraction(main) == success
    assert ("needed" in odds.distributions) is (dice == 0)
    assert odds.goal is not None
    assert all((value >= odds.goal[1]) is (value >= needed) for value in ways)


def test_a_state_makes_large_pools_fast_and_changes_nothing() -> None:
    merged = replace(HIGHEST, state=lambda _, roll: (max(die.face for die in roll.pool(0)), len(roll.pool(0))))
    for dice in (1, 3, 5):
        assert chances_of(merged).odds(Pool(dice, 5)) == chances_of(HIGHEST).odds(Pool(dice, 5))
    assert fraction(chances_of(merged).main(Pool(100, 6))) == 1 - Fraction(5, 6) ** 100
    with pytest.raises(TooMuchWork, match="can fall in too many ways to compute its odds in time, so roll fewer"):
        chances_of(HIGHEST).odds(Pool(100, 6))


@pytest.mark.parametrize(
    ("face", "at_least", "at_most"), [(1, "1/1", "1/36"), (6, "11/36", "1/1"), (2, "35/36", "1/9")]
)
def test_luck_is_that_of_the_number_told_first(face: int, at_least: str, at_most: str) -> None:
    luck = chances_of(HIGHEST).luck(Pool(2, 5), Outcome(face, 5, face))
    assert luck is not None
    assert (luck.at_least.exact, luck.at_most.exact) == (at_least, at_most)
    assert chances_of(HIGHEST).luck(Pool(2, 5), Outcome(7, 5, 7)) is None
    assert chances_of(HIGHEST).luck(Pool(0, 5), Outcome(0, 5, None)) is None


def test_what_ifs_are_the_numbers_next_to_the_form_and_every_other_choice() -> None:
    changes = {one.label: one.change for one in what_ifs(chances_of(HIGHEST), Pool(7, 2))}
    assert list(changes) == ["Dice 6", "Needed 3", "Needed 1", "Size d4"]
    assert changes["Needed 1"] == Ratio(1, 6**7)


def test_the_smallest_pool_is_found_in_the_sizes_that_the_form_takes() -> None:
    chances = chances_of(HIGHEST)
    assert chances.sizes(Pool(3, 5)) == range(8)
    assert smallest_pool(chances, Pool(7, 6), Ratio(1, 2)) == 4
    assert smallest_pool(chances, Pool(7, 6), Ratio(4, 5)) is None
    nameless = replace(HIGHEST, pool="size")
    assert smallest_pool(chances_of(nameless), Pool(7, 6), Ratio(1, 2)) is None


def test_no_change_makes_a_test_of_another_main_event() -> None:
    two = replace(
        HIGHEST,
        events=lambda test, outcome: {"success" if test.sides == 6 else "harm": outcome.highest >= test.needed},
    )
    assert [two.main_event(Pool(2, 3, sides=sides)) for sides in (6, 4)] == ["success", "harm"]
    assert [one.label for one in what_ifs(chances_of(two), Pool(7, 2))] == ["Dice 6", "Needed 3", "Needed 1"]
    assert "sides" in {one.name for one in neighbours(HIGHEST, Pool(7, 1))}
    assert {one.name for one in neighbours(two, Pool(7, 1))} == {"dice", "needed", "rerolls"}
    axes = {axis.name: axis for axis in axes_of(HIGHEST, Pool(7, 1), 9)}
    grid = grid_of(two, Pool(7, 1), axes["sides"], axes["needed"])
    assert grid.across.words == ("d6",)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.integers(2, 5), st.integers(0, 2))
def test_advice_follows_every_choice_to_its_end(faces: list[int], needed: int, rerolls: int) -> None:
    test = Pool(len(faces), needed, rerolls, 4)
    roll = HIGHEST.replay(test, (tuple((face,) for face in faces),))
    first, *others = chances_of(HIGHEST).advice(test, roll)
    assert fraction(first.chances["success"]) == best(test, tuple(faces))
    assert NOTHING in [one.option for one in (first, *others)]
    for one in (first, *others):
        if one.option != NOTHING:
            assert (one.cost, one.counter) == (1, "luck")
            assert chances_of(HIGHEST).after_pick(test, roll, Pick("again", one.places)) == one.chances["success"]
            assert one.label == f"Throw again: {len(one.places)} {'die' if len(one.places) == 1 else 'dice'}"
    assert chances_of(HIGHEST).after_pick(test, roll, Pick("other")) is None


def test_of_choices_equally_good_the_one_that_costs_nothing_comes_first() -> None:
    test = Pool(2, 3, 1)
    first, *_ = chances_of(HIGHEST).advice(test, HIGHEST.replay(test, (((5,), (1,)),)))
    assert first.option == NOTHING


def exploding(test: Pool, roll: Roll) -> Pending:
    """The dice, and one more for every highest face."""
    lying = roll.pool(0)
    return missing(0, len(lying), test.dice + sum(die.face == test.sides for die in lying), test.sides)


def successes(test: Pool, roll: Roll) -> Verdict:
    good = sum(die.face > test.sides // 2 for die in roll.pool(0))
    return Verdict(Outcome(good, test.needed, None), "It is", "", good >= test.needed, (Line("a", "b", "c"),))


EXPLODING = replace(
    HIGHEST, id="exploding", pending=exploding, judge=successes, options=lambda *_: (), endless=lambda _: True
)


def state(test: Pool, roll: Roll) -> tuple[int, int, int]:
    faces = [die.face for die in roll.pool(0)]
    return len(faces), sum(face > test.sides // 2 for face in faces), faces.count(test.sides)


def without_end(dice: int, sides: int, most: int) -> list[Fraction]:
    """The chances of 0, 1, ... successes below `most`, die by die: a highest face is one and has another die follow."""
    die = [Fraction(1, 2)]
    for number in range(1, most):
        die.append((Fraction(sides // 2 - 1) if number == 1 else Fraction(0)) / sides + die[-1] / sides)
    found = [Fraction(1), *[Fraction(0)] * (most - 1)]
    for _ in range(dice):
        found = [sum((found[a] * die[number - a] for a in range(number + 1)), Fraction(0)) for number in range(most)]
    return found


@pytest.mark.parametrize(
    ("dice", "sides", "state_of"), [(1, 6, None), (2, 10, None), (1, 6, state), (2, 10, state), (7, 10, state)]
)
def test_dice_thrown_on_without_end_have_exact_rows_up_to_an_open_one(
    dice: int, sides: int, state_of: Callable[..., Any] | None
) -> None:
    odds = chances_of(replace(EXPLODING, state=state_of)).odds(Pool(dice, 2, sides=sides))
    *before, (last, weight) = odds.distributions["highest"].rows
    most = len(before)
    assert [value for value, _ in before] == list(range(most))
    assert last == f"{most}+"
    exact = without_end(dice, sides, most)
    total = odds.distributions["highest"].total
    assert [Fraction(weight, total) for _, weight in before] == exact
    assert Fraction(weight, total) == 1 - sum(exact)
    assert fraction(odds.events["success"]) == 1 - exact[0] - exact[1]
    assert "highest" not in odds.means


@pytest.mark.untraced
def test_an_event_far_off_is_followed_until_it_is_decided() -> None:
    odds = chances_of(replace(EXPLODING, state=state)).odds(Pool(1, 40))
    assert fraction(odds.events["success"]) == 1 - sum(without_end(1, 6, 40))
    with pytest.raises(TooMuchWork, match="so roll fewer dice"):
        chances_of(replace(EXPLODING, state=state)).odds(Pool(1, 4000))


@pytest.mark.untraced
def test_dice_without_end_in_a_system_that_does_not_say_so_are_refused() -> None:
    with pytest.raises(TooMuchWork, match="so roll fewer dice"):
        chances_of(replace(EXPLODING, endless=lambda _: False, state=state)).odds(Pool(1, 2))


def test_events_of_a_system_are_told_in_its_order() -> None:
    found = replace(HIGHEST, events=lambda _, outcome: {"six": outcome.highest == 6, "one": outcome.highest == 1})
    odds = chances_of(found).odds(Pool(2, 3))
    assert (odds.main, list(odds.events)) == ("six", ["six", "one"])
    assert odds.events["one"] == Ratio(1, 36)
    assert chances_of(found).advice(Pool(1, 1), EMPTY.after(Throw(0, 0, 6, 1), (6,)))[0].chances["six"] == Ratio(1, 1)
