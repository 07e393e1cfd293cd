"""States of dice beside every placement of every throw."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from operator import and_

from hypothesis import given, settings as tried, strategies as st

from pyrules.core.budget import budget
from pyrules.core.roll import MOST_DICE
from pyrules.systems.relics import rules
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placing import convolution
from pyrules.systems.relics.placing.objective import (
    DoomFirst,
    Objective,
    Table,
    best_successes,
    doom_first,
    pack_tally,
    successes_first,
    unpack_tally,
)

MOST = 4
"""Few enough dice for every placement on every throw."""

AIMS = {
    "successes": best_successes(MOST),
    "successes, then Destiny": successes_first(3, MOST),
    "little Doom": doom_first(2, MOST),
}


def kinds(sign: int, most: int) -> st.SearchStrategy[tuple[tuple[int, int], ...]]:
    units = st.dictionaries(st.integers(1, 7).map(lambda value: sign * value), st.integers(1, 4), max_size=most)
    return units.map(lambda counts: tuple(counts.items()))


@st.composite
def tables(draw: st.DrawFn, each: int = 2) -> tuple[Table, int]:
    """Tables of a few dice, some of them automatic, with any units of some kinds of each sign; how many are thrown."""
    automatic = tuple(draw(st.lists(st.integers(-2, 8), max_size=2)))
    thrown = draw(st.integers(0 if automatic else 1, MOST - len(automatic)))
    faces = draw(st.sampled_from([(1, 2, 5), (2, 4, 6), (-1, 3)]))
    table = Table(
        values=tuple((face, draw(st.integers(1, 2))) for face in faces),
        automatic=automatic,
        helping=draw(kinds(1, each)),
        hindering=draw(kinds(-1, each)),
        opposed=draw(kinds(-1, each)),
        wanted=AIMS["successes"],
        most=draw(st.sampled_from([thrown, MOST_DICE])),
    )
    return table, thrown


def lying(units: Sequence[tuple[int, int]], dice: int, placed: int | None) -> set[tuple[int, ...]]:
    """Every way in which units of one sign lie on dice, one on each at most; so many of them, if that is said."""
    each = [unit for unit, count in units for _ in range(min(count, dice))]
    every = permutations([*each, *[0] * dice], dice)
    return {way for way in every if placed is None or dice - way.count(0) == placed}


def wanted_most(wanted: Objective, dice: Tally) -> tuple[bool, int, int]:
    """The worth of final dice by the house rules, by which the objective's number is checked."""
    values = [9] * dice.overpowering + [7] * dice.critical + [5] * dice.plain + [1] * dice.botches
    values += [-1] * dice.major_botches
    brings = sum(wanted.beyond(value, 3) for value in values)
    if isinstance(wanted, DoomFirst):
        return not rules.disaster(rules.total(dice)), -rules.tides_doom(dice), wanted.number(brings)
    return True, 0, brings


def every_end(table: Table, thrown: int) -> Counter[int]:
    """In how many ways dice end, every placement of every throw tried."""
    dice = thrown + len(table.automatic)
    opposed = min(dice, sum(dict(table.opposed).values()))
    theirs = lying(table.opposed, dice, opposed)
    own = lying(table.hindering, dice, min(dice - opposed, sum(dict(table.hindering).values())))
    helpings = lying(table.helping, dice, None)
    known: dict[tuple[int, ...], tuple[tuple[bool, int, int], int]] = {}

    def helped(values: Sequence[int]) -> tuple[tuple[bool, int, int], int]:
        ends = [rules.tally(map(sum, zip(values, way, strict=True))) for way in helpings]
        return max((wanted_most(table.wanted, one), pack_tally(one)) for one in ends)

    def hindered(values: tuple[int, ...], against: tuple[int, ...]) -> Iterator[tuple[tuple[bool, int, int], int]]:
        for way in own:
            if any(map(and_, map(bool, against), map(bool, way))):
                continue
            left = tuple(sorted(map(sum, zip(values, against, way, strict=True))))
            if left not in known:
                known[left] = helped(left)
            yield known[left]

    found = Counter[int]()
    faces = [value for value, times in table.values for _ in range(times)]
    for throw in product(faces, repeat=thrown):
        _, ends = min(max(hindered((*throw, *table.automatic), against)) for against in theirs)
        found[ends] += 1
    return found


@tried(max_examples=80)
@given(tables(), st.sampled_from(sorted(AIMS)))
def test_one_pool_ends_in_its_best_placements(drawn: tuple[Table, int], aim: str) -> None:
    table, thrown = drawn
    table = replace(table, wanted=AIMS[aim])
    with budget(60):
        assert convolution.one_pool(table, thrown) == every_end(table, thrown)


@tried(max_examples=80)
@given(tables(), st.sampled_from(["successes", "successes, then Destiny"]))
def test_pools_of_all_sizes_end_in_their_best_placements(drawn: tuple[Table, int], aim: str) -> None:
    table, thrown = drawn
    table = replace(table, wanted=AIMS[aim])
    bare = pack_tally(rules.tally(table.automatic))
    with budget(60):
        spread = convolution.any_pool(table)
    for count in (rules.total, rules.botch_count, rules.tides_doom):
        expected = Counter[int]()
        for ends, ways in every_end(table, thrown).items():
            expected[count(unpack_tally(ends)) - count(unpack_tally(bare))] += ways
        assert spread.sums(count).weights(thrown) == expected


@tried(max_examples=60)
@given(tables(each=3))
def test_successes_alone_are_as_many_as_in_the_best_placement(drawn: tuple[Table, int]) -> None:
    table, thrown = drawn
    expected = Counter[int]()
    for dice, times in every_end(table, thrown).items():
        expected[rules.total(unpack_tally(dice))] += times
    alone, found = replace(table, wanted=best_successes(4 * MOST, alone=True)), Counter[int]()
    with budget(60):
        ends = convolution.one_pool(alone, thrown)
    for dice, times in ends.items():
        found[rules.total(unpack_tally(dice))] += times
    assert found == expected
