"""The kernel of the odds: against counting every case, and against icepool where that is too many."""

from collections import Counter
from itertools import product
from math import comb

import icepool
import pytest
from hypothesis import given, strategies as st

from pyrules.core import dist

RUNS = st.lists(st.one_of(st.integers(0, 9), st.integers(0, 2**80)), min_size=1, max_size=9).filter(any).map(tuple)


def counts_in_order(counted: Counter[int]) -> tuple[int, ...]:
    return tuple(counted[value] for value in range(max(counted) + 1))


@pytest.mark.parametrize("dice", range(6))
@pytest.mark.parametrize(("hit", "miss"), [(1, 2), (2, 4), (5, 1), (1, 0)])
def test_binomial_counts_every_case(dice: int, hit: int, miss: int) -> None:
    faces = [1] * hit + [0] * miss
    found = dist.binomial(dice, hit, miss)
    assert sum(found) == (hit + miss) ** dice
    counted = Counter(sum(roll) for roll in product(faces, repeat=dice))
    assert found == tuple(counted[value] for value in range(dice + 1))


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("faces", [(2, 1, 3), (1, 1, 3), (1, 4, 1)])
def test_trinomial_counts_every_case(dice: int, faces: tuple[int, int, int]) -> None:
    first, second, rest = faces
    rolls = product("a" * first + "b" * second + "-" * rest, repeat=dice)
    counted = Counter((roll.count("a"), roll.count("b")) for roll in rolls)
    found = list(dist.trinomial(dice, *faces))[::-1]
    assert [len(row) for row in found] == list(range(dice + 1, 0, -1))
    assert {(a, b): weight for a, row in enumerate(found) for b, weight in enumerate(row)} == counted


@pytest.mark.parametrize("dice", [24, 25, 40, 41, 100])
def test_weights_beyond_a_machine_word(dice: int) -> None:
    assert dist.binomial(dice, 2, 4) == tuple(
        comb(dice, hits) * 2**hits * 4 ** (dice - hits) for hits in range(dice + 1)
    )
    rows = list(dist.trinomial(dice, 2, 1, 3))[::-1]
    assert tuple(map(sum, rows)) == dist.binomial(dice, 2, 4)
    assert rows[3][5] == comb(dice, 3) * comb(dice - 3, 5) * 2**3 * 3 ** (dice - 8)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_single_dice_count_every_case(sides: int) -> None:
    faces = range(1, sides + 1)
    assert dist.die(sides) == counts_in_order(Counter(faces))
    assert dist.best_of_two(sides) == counts_in_order(Counter(max(pair) for pair in product(faces, repeat=2)))
    assert dist.worst_of_two(sides) == counts_in_order(Counter(min(pair) for pair in product(faces, repeat=2)))


@given(st.lists(RUNS, max_size=4))
def test_total_convolves(runs: list[tuple[int, ...]]) -> None:
    expected = Counter({0: 1})
    for run in runs:
        longer: Counter[int] = Counter()
        for (before, ways), (value, weight) in product(expected.items(), enumerate(run)):
            longer[before + value] += ways * weight
        expected = longer
    assert {value: weight for value, weight in enumerate(dist.total(runs)) if weight} == +expected


def test_total_of_many_dice_agrees_with_icepool() -> None:
    dice = [dist.die(20)] * 3 + [dist.best_of_two(12)] * 2 + [dist.worst_of_two(8)] + [dist.die(4)] * 30
    twelve, eight = icepool.d(12), icepool.d(8)
    peer = 3 @ icepool.d(20) + 2 @ twelve.highest(2) + eight.lowest(2) + 30 @ icepool.d(4)
    found = dist.total(dice)
    assert sum(found) == peer.denominator()
    assert {value: weight for value, weight in enumerate(found) if weight} == dict(peer.items())


@given(RUNS, st.integers(0, 12))
def test_capped_keeps_the_sum(run: tuple[int, ...], most: int) -> None:
    found = dist.cap_weights(run, most)
    assert sum(found) == sum(run)
    assert len(found) <= most + 1
    assert found[:most] == run[: min(most, len(run))][: len(found[:most])]


@given(RUNS, st.integers(0, 4))
def test_packed_weights_come_back(run: tuple[int, ...], spare: int) -> None:
    width = dist.slot(sum(run)) + spare
    assert dist.unpack_weights(dist.pack_weights(run, width), len(run), width) == run
