"""Throws reckoned one by one beside every placement of every throw, and right prices beside every assignment."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings as tried, strategies as st

from pyrules.core.patience import TooMuchWork, patience
from pyrules.systems.relics import RELICS, rules
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placing import packing, prices, tallies, throws, trials, untempted
from pyrules.systems.relics.placing.aims import (
    ANY,
    Aim,
    DoomFirst,
    InOrder,
    best_successes,
    doom_first,
    successes_alone,
    successes_first,
)
from pyrules.systems.relics.placing.prices import Kinds
from pyrules.systems.relics.placing.spread import spread
from pyrules.systems.relics.placing.table import Table
from pyrules.systems.relics.placing.trials import Tried
from pyrules.systems.relics.placing.untempted import Untempted

MOST = 4
"""Few enough dice for every placement on every throw."""

AIMS: dict[str, Any] = {
    "successes": best_successes(MOST),
    "successes, then Destiny": successes_first(3, MOST),
    "little Doom": doom_first(2, MOST, ANY, (0, MOST)),
}


def kinds(sign: int, most: int) -> st.SearchStrategy[tuple[tuple[int, int], ...]]:
    units = st.dictionaries(st.integers(1, 7).map(lambda value: sign * value), st.integers(1, 4), max_size=most)
    return units.map(lambda counts: tuple(counts.items()))


@st.composite
def tables(draw: st.DrawFn, most: int = MOST, each: int = 2) -> Table:
    """Tables of a few dice, some of them automatic, with any units of some kinds of each sign."""
    automatic = tuple(draw(st.lists(st.integers(-2, 8), max_size=2)))
    thrown = draw(st.integers(0 if automatic else 1, most - len(automatic)))
    dice = thrown + len(automatic)
    helping, hindering = draw(kinds(1, each)), draw(kinds(-1, each))
    helping, hindering = (tuple((unit, min(count, dice)) for unit, count in units) for units in (helping, hindering))
    return Table(
        most=thrown,
        placed=min(dice, sum(dict(hindering).values())),
        values=tuple(
            (face, draw(st.integers(1, 2))) for face in draw(st.sampled_from([(1, 2, 5), (2, 4, 6), (-1, 3)]))
        ),
        automatic=automatic,
        helping=helping,
        hindering=hindering,
        wanted=AIMS["successes"],
        opposed=draw(st.booleans()),
        one_by_one=True,
    )


def lying(units: Sequence[tuple[int, int]], dice: int, placed: int | None) -> set[tuple[int, ...]]:
    """Every way in which units of one sign lie on dice, one on each at most; so many of them, if that is said."""
    each = [unit for unit, count in units for _ in range(count)]
    every = permutations([*each, *[0] * dice], dice)
    return {way for way in every if placed is None or dice - way.count(0) == placed}


def wanted_most(wanted: Aim[Any], dice: Tally) -> tuple[bool, int, int]:
    """How good final dice are by the house rules, told from others by the number that the aim gives them."""
    number = wanted.successes if isinstance(wanted, DoomFirst) else wanted
    values = [9] * dice.overpowering + [7] * dice.critical + [5] * dice.plain + [1] * dice.botches
    values += [-1] * dice.major_botches
    brings = sum(number.beyond(value, 3) for value in values)
    if isinstance(wanted, DoomFirst):
        return not rules.disaster(rules.total(dice)), -rules.tides_doom(dice), brings
    return True, 0, brings


def every_end(table: Table) -> Counter[int]:
    """In how many ways dice end, every placement of every throw tried."""
    hinderings = lying(table.hindering, table.dice, table.placed)
    helpings = lying(table.helping, table.dice, None)
    known: dict[tuple[int, ...], tuple[tuple[bool, int, int], int]] = {}

    def helped(values: Sequence[int]) -> tuple[tuple[bool, int, int], int]:
        ends = [rules.tally(map(sum, zip(values, way, strict=True))) for way in helpings]
        return max((wanted_most(table.wanted, dice), packing.packed(dice)) for dice in ends)

    def hindered(values: tuple[int, ...]) -> Iterator[tuple[tuple[bool, int, int], int]]:
        for way in hinderings:
            left = tuple(sorted(map(sum, zip(values, way, strict=True))))
            if left not in known:
                known[left] = helped(left)
            yield known[left]

    found = Counter[int]()
    faces = [value for value, times in table.values for _ in range(times)]
    for thrown in product(faces, repeat=table.most):
        _, dice = (min if table.opposed else max)(hindered((*thrown, *table.automatic)))
        found[dice] += 1
    return found


@tried(max_examples=80)
@given(tables(), st.sampled_from(sorted(AIMS)))
def test_every_throw_ends_in_its_best_placement(table: Table, aim: str) -> None:
    table = replace(table, wanted=AIMS[aim])
    with patience(60):
        assert throws.final_dice(table) == every_end(table)


@tried(max_examples=60)
@given(tables(), st.booleans())
def test_successes_alone_are_as_many_as_in_the_best_placement(table: Table, one_by_one: bool) -> None:
    expected = Counter[int]()
    for dice, times in every_end(table).items():
        expected[rules.total(packing.unpacked(dice))] += times
    with patience(60):
        found = spread(replace(table, wanted=successes_alone(4 * MOST), one_by_one=one_by_one)).sums(rules.total)
    bare = rules.total(rules.tally(table.automatic))
    assert {number + bare: times for number, times in found.weights(table.most).items()} == expected


@tried(max_examples=60)
@given(tables(most=7), st.sampled_from([best_successes, partial(successes_first, 1), partial(successes_first, 40)]))
def test_prices_and_trials_come_to_the_same(table: Table, make: Any) -> None:
    wanted = make(max(1, table.dice))
    table = replace(table, wanted=wanted, opposed=True)
    assert isinstance(wanted, InOrder)
    with pytest.MonkeyPatch.context() as without_prices:
        without_prices.setattr(prices, "are_right", lambda _: False)
        one_by_one = throws._ways(Tried(table), table)
    assert throws._ways(prices.priced(table), table) == one_by_one


@tried(max_examples=80)
@given(tables(most=7), st.sampled_from([0, 1, 4, None]))
def test_throws_that_tempt_nobody_come_to_the_same_by_prices(table: Table, pcs: int | None) -> None:
    most = max(1, table.dice)
    table = replace(table, wanted=doom_first(pcs, most, ANY, (0, most)), opposed=True)
    assert throws._ways(Untempted(table), table) == throws._ways(Tried(table), table)


@tried(max_examples=80)
@given(tables(), st.sampled_from(sorted(AIMS)))
def test_hindered_dice_are_helped_the_same_with_prices_and_without(table: Table, aim: str) -> None:
    table = replace(table, wanted=AIMS[aim])
    with pytest.MonkeyPatch.context() as without_prices:
        without_prices.setattr(prices, "are_right", lambda _: False)
        by_prospects = throws._ways(Tried(table), table)
    assert throws._ways(Tried(table), table) == by_prospects


@given(st.data(), st.integers(1, 4), st.integers(0, 2))
def test_right_prices_tell_the_best_assignment(data: st.DataObject, dice: int, kinds: int) -> None:
    counts = data.draw(st.lists(st.integers(1, 3), min_size=kinds, max_size=kinds))
    helping = Kinds.helping({place + 1: count for place, count in enumerate(counts)}, dice)
    hindering = Kinds.hindering({-place - 1: count for place, count in enumerate(counts)}, dice)
    for units in (helping, hindering):
        row = st.tuples(*[st.integers(-9, 9)] * len(units.units))
        rows = data.draw(st.lists(row, min_size=dice, max_size=dice))
        each = [place for place, count in enumerate(units.counts) for _ in range(count)]
        best = max(
            sum(row[unit] for row, unit in zip(rows, taken, strict=True)) for taken in set(permutations(each, dice))
        )
        reached = [
            units.cost(prices) + sum(max(map(int.__sub__, row, prices)) for row in rows)
            for prices in units.right_prices(rows)
        ]
        assert min(reached) == best


@pytest.mark.parametrize(
    ("notation", "placement", "one_by_one"),
    [
        ("9d6 -1 / 2d +1 / 2d +2 / 2d", "successes first", False),
        ("9d6 -1 / 3d -2 / 2d +1 / 3d +2 / 2d", "successes first", True),
        ("20d6 -1 / 3d -2 / 2d +1 / 3d +2 / 2d pcs 7", "successes first", False),
        ("9d6 +1 / 4d +2 / 4d +3 / 2d", "successes first", False),
        ("9d6 -1 / 8d", "successes first", False),
        ("5d6 -1 / 2d +1 / 1d", "avoid Doom first", False),
        ("5d6 -1 / 2d +1 / 2d", "avoid Doom first", True),
        ("20d6 -1 / 2d +1 / 2d pcs 7", "avoid Doom first", False),
    ],
)
def test_few_dice_with_many_units_are_thrown_one_by_one(notation: str, placement: str, one_by_one: bool) -> None:
    test = RELICS.parse(notation, {"placement": placement})
    assert tallies._pool(test).table.one_by_one is one_by_one


@pytest.mark.parametrize(("dice", "hindering"), [(12, "opposition, against you"), (10, "acting side, for itself")])
def test_throws_that_would_take_too_long_are_refused_before_they_are_tried(
    dice: int, hindering: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"placement": "avoid Doom first", "hindering": hindering}
    test = RELICS.parse(f"{dice}d6 -4 / 4d -2 / 3d +3 / 3d +2 / 2d pcs 4", settings)
    assert tallies._pool(test).table.one_by_one
    monkeypatch.setattr(trials, "Tried", pytest.fail)
    monkeypatch.setattr(untempted, "Untempted", pytest.fail)
    with pytest.raises(TooMuchWork, match=r"about \d\.\d+ s.* use fewer of them, or fewer different ones"):
        tallies.tallies(test)


def test_throws_that_take_too_long_to_be_tried_are_refused() -> None:
    test = RELICS.parse("10d6 -3 / 2d -4 / 4d +3 / 3d +2 / 4d", {"placement": "avoid Doom first"})
    with patience(), pytest.raises(TooMuchWork, match="use fewer of them, or fewer different ones"):
        tallies.tallies(test)
    with patience(3):
        assert sum(tallies.tallies(test).successes.values()) == 6**10
