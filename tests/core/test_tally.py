"""Pools read face by face, beside every way their dice can fall and beside icepool."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from pyrules.core.budget import TooMuchWork
from pyrules.core.engine import chances_of, count_outcomes, default_chances
from pyrules.core.tally import Tally, highest, lowest
from tests.exact import fraction, rows
from tools.bench.odds_pools import HITS, POOLS, TEN, Pool

DIE_BY_DIE = replace(POOLS, tally=lambda _: None)


def likelihoods(tally: Tally[Any]) -> dict[Any, Fraction]:
    """The outcomes of dice that do not explode."""
    finished, unfinished, ways = tally.weighted_outcomes(lambda *_: pytest.fail("asked of dice that do not explode"))
    assert not unfinished
    return {outcome: Fraction(weight, ways) for outcome, weight in finished}


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("keep", range(5))
@pytest.mark.parametrize(("kept", "backwards"), [(highest, True), (lowest, False)])
def test_the_kept_dice_are_those_of_every_way_to_fall(dice: int, keep: int, kept: Any, backwards: bool) -> None:
    ways = [sum(sorted(faces, reverse=backwards)[:keep]) for faces in product(range(1, 5), repeat=dice)]
    expected = {total: Fraction(ways.count(total), len(ways)) for total in ways}
    assert likelihoods(kept(keep, of=dice, sides=4, outcome=lambda total: total)) == expected


@pytest.mark.parametrize("test", [Pool(4, 6, 2, 9), Pool(3, 10, 0, 2), Pool(5, 4, 5, 12), Pool(0, 6, 2, 1)])
def test_a_tally_has_the_odds_of_the_rules(test: Pool) -> None:
    told = default_chances(POOLS).odds(test)
    assert told == replace(default_chances(DIE_BY_DIE).odds(test), distributions=told.distributions)
    for name, distribution in default_chances(DIE_BY_DIE).odds(test).distributions.items():
        assert rows(told.distributions[name]) == rows(distribution)


@pytest.mark.parametrize("test", [Pool(1, 4, 1, 9), Pool(2, 4, 1, 7), Pool(2, 6, 2, 5)])
def test_exploding_dice_have_exact_rows_up_to_an_open_one(test: Pool) -> None:
    test = replace(test, explode=True)
    quick, slow = (default_chances(system).odds(test) for system in (POOLS, DIE_BY_DIE))
    assert fraction(quick.events["success"]) == fraction(slow.events["success"])
    *told, (last, _) = quick.distributions["total"].rows
    assert str(last).endswith("+")
    known = rows(slow.distributions["total"])
    shared = [value for value, _ in told if value in known]
    assert len(shared) > 10
    assert all(rows(quick.distributions["total"])[value] == known[value] for value in shared)


def test_the_lowest_of_exploding_dice_end_where_one_that_is_kept_goes_on() -> None:
    tally = lowest(1, of=2, sides=4, outcome=lambda total: total, explode=True)
    finished, ((last, rest),), ways = tally.weighted_outcomes(lambda _, ways: ways < 8)
    assert last == 8  # both dice showed a four twice
    chances = [Fraction(face not in (0, 4), 4) for face in range(5)] + [Fraction(face > 4, 16) for face in range(5, 8)]
    beyond = [1 - sum(chances[: value + 1]) for value in range(8)]
    expected = {value: chances[value] ** 2 + 2 * chances[value] * beyond[value] for value in range(8) if chances[value]}
    assert {outcome: Fraction(weight, ways) for outcome, weight in finished} == expected
    assert Fraction(rest, ways) == 1 - sum(expected.values())


@pytest.mark.parametrize(("keep", "dice", "needed"), [(3, 5, 30), (4, 7, 35), (5, 10, 45)])
def test_kept_exploding_dice_are_told_as_icepool_does(keep: int, dice: int, needed: int) -> None:
    told = chances_of(POOLS).odds(Pool(dice, 10, keep, needed, explode=True))
    peer = TEN.pool(dice).highest(keep).sum()
    assert fraction(told.events["success"]) == (peer >= needed).probability(True)
    *found, (last, _) = told.distributions["total"].rows
    assert str(last).endswith("+")
    assert all(
        Fraction(weight, told.distributions["total"].total) == peer.probability(value) for value, weight in found
    )


@pytest.mark.parametrize(("keep", "dice"), [(8, 16), (2, 20)])
def test_kept_dice_are_told_as_icepool_does(keep: int, dice: int) -> None:
    peer = icepool.d10.pool(dice).highest(keep).sum()
    told = chances_of(POOLS).odds(Pool(dice, 10, keep, 20)).distributions["total"]
    assert rows(told) == {value: peer.probability(value) for value in peer.outcomes()}


def test_hits_and_ones_are_told_as_icepool_does() -> None:
    peer = 40 @ icepool.Die({100: 2, 1: 1, 0: 3})
    told = chances_of(HITS).odds(Pool(40, 6, 0, 12))
    for name, value in (("hits", lambda both: both // 100), ("ones", lambda both: both % 100)):
        die = peer.map(value)
        assert rows(told.distributions[name]) == {number: die.probability(number) for number in die.outcomes()}


def test_matching_sets_are_told_as_icepool_does() -> None:
    peer = icepool.d10.pool(10).largest_count_and_outcome()
    found = count_outcomes(POOLS, Pool(10, 10, 0, 4))
    told = {(one.width, one.height): Fraction(weight, found.ways) for one, _, weight in found.outcomes}
    assert told == {sets: peer.probability(sets) for sets in peer.outcomes()}


def test_what_takes_too_long_is_refused_in_words() -> None:
    with pytest.raises(TooMuchWork, match="so roll fewer dice"):
        chances_of(POOLS).odds(Pool(100, 20, 0, 4))
