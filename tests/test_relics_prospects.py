"""Prospects packed into one number, and dice counted in one, beside the same as plain lists."""

from dataclasses import replace
from itertools import product

from hypothesis import given, strategies as st

from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.relics import packing, rules
from pyrules.systems.relics.aims import best_successes, doom_first, successes_first
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.prospects import Packed, Way, Ways
from pyrules.systems.relics.spread import Table, spread

BITS = 12
MOST = 2**6
"""Far from what fields of so many bits hold, as every sum of a few of them must fit."""

COUNTS = st.lists(st.integers(0, 3), max_size=3).map(tuple)
DIFFERENCES = st.integers(-MOST, MOST)

Entries = dict[Way, int]


def written(packed: Packed, prospect: int) -> Entries:
    return {way: packed.entry(prospect, place) for place, way in enumerate(packed.ways)}


@st.composite
def moves(draw: st.DrawFn, counts: Way) -> list[tuple[Way, int]]:
    ways = st.tuples(*(st.integers(0, count) for count in counts))
    return draw(st.lists(st.tuples(ways, DIFFERENCES), max_size=4))


@st.composite
def prospects(draw: st.DrawFn, counts: Way, packed: Packed) -> int:
    """What some dice come to, each with moves of its own."""
    found = packed.nothing
    for _ in range(draw(st.integers(0, 3))):
        found = packed.with_die(found, draw(DIFFERENCES), [packed.move(*move) for move in draw(moves(counts))])
    return found


def less(way: Way, taken: Way) -> Way:
    return tuple(used - units for used, units in zip(way, taken, strict=True))


@given(st.data(), COUNTS)
def test_a_die_takes_what_is_best_for_every_way(data: st.DataObject, counts: Way) -> None:
    packed = Packed(Ways(counts), BITS)
    before, base, taken = data.draw(prospects(counts, packed)), data.draw(DIFFERENCES), data.draw(moves(counts))
    entries = written(packed, before)
    after = packed.with_die(before, base, [packed.move(*move) for move in taken])
    assert written(packed, after) == {
        way: max(
            [entry + base] + [entries[rest] + more for units, more in taken if (rest := less(way, units)) in entries]
        )
        for way, entry in entries.items()
    }


@given(st.data(), COUNTS)
def test_units_are_kept_where_that_is_better(data: st.DataObject, counts: Way) -> None:
    packed = Packed(Ways(counts), BITS)
    before, kept = data.draw(prospects(counts, packed)), data.draw(moves(counts))
    entries = written(packed, before)
    for units, more in kept:
        back = {less(way, units): entry + more for way, entry in entries.items()}
        entries = {way: max(entry, back.get(way, entry)) for way, entry in entries.items()}
    assert written(packed, packed.closed(before, [packed.back(*move) for move in kept])) == entries


@given(st.data(), COUNTS)
def test_the_least_are_those_that_none_undercuts(data: st.DataObject, counts: Way) -> None:
    packed = Packed(Ways(counts), BITS)
    some = data.draw(st.sets(prospects(counts, packed), max_size=6))
    undercut = {
        one
        for one, other in product(some, repeat=2)
        if one != other and all(map(int.__le__, written(packed, other).values(), written(packed, one).values()))
    }
    assert set(packed.least(some)) == some - undercut


@given(st.data(), COUNTS)
def test_the_same_is_added_to_every_entry(data: st.DataObject, counts: Way) -> None:
    packed = Packed(Ways(counts), BITS)
    before, more = data.draw(prospects(counts, packed)), data.draw(DIFFERENCES)
    raised = written(packed, packed.added(before, more))
    assert raised == {way: entry + more for way, entry in written(packed, before).items()}


@given(*[st.tuples(*[st.integers(-250, 250)] * 5)] * 2)
def test_counts_add_up_in_one_number(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    both = packing.packed(Tally(*one)) + packing.packed(Tally(*other))
    assert packing.unpacked(both) == Tally(*map(int.__add__, one, other))


@given(st.tuples(*[st.integers(-8, 7)] * 5), st.sets(st.integers(0, 4)), st.integers(-3, 3))
def test_few_dice_of_some_kinds_are_counted_in_few_bits(counts: tuple[int, ...], some: set[int], above: int) -> None:
    kinds = sorted(some)
    narrow = packing.packed(Tally(*counts), 4, kinds) + (above << 4 * len(kinds))
    by_kind = ("plain", "critical", "overpowering", "botches", "major_botches")
    left_out = {by_kind[kind]: 0 for kind in packing.KINDS if kind not in some}
    assert packing.widened(narrow, 4, kinds) == packing.packed(replace(Tally(*counts), **left_out))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of a few dice and units, never more work than is done."""
    thrown, automatic = draw(st.integers(0, 2)), draw(st.lists(st.integers(1, 8), max_size=1))
    dice, counts = thrown + len(automatic), st.integers(1, 2)
    helping, hindering = (
        tuple((unit, min(dice, count)) for unit, count in draw(st.dictionaries(units, counts, max_size=most)).items())
        for units, most in ((st.integers(1, 4), 2), (st.integers(-4, -1), 1))
    )
    return Table(
        most=thrown,
        placed=min(dice, sum(dict(hindering).values())),
        values=tuple((face, 1) for face in range(1, 7)),
        automatic=tuple(automatic),
        helping=helping,
        hindering=hindering,
        wanted=best_successes(0),
        opposed=draw(st.booleans()),
    )


@given(tables(), st.sampled_from([1, 4, MOST_NUMBER]))
def test_numbers_are_as_wide_as_the_units_and_worths_need(table: Table, pcs: int) -> None:
    units = sum(count for _, count in (*table.helping, *table.hindering))
    least = rules.worth(min((1, *table.automatic)) + min(dict(table.hindering), default=0))
    most = rules.worth(max((6, *table.automatic)) + max(dict(table.helping), default=0))
    for narrow, wide in (
        (best_successes(units, (least, most)), best_successes(MOST_DICE)),
        (successes_first(pcs, units, (least, most)), successes_first(pcs, MOST_DICE)),
        (doom_first(pcs, units, (least, most)), doom_first(pcs, MOST_DICE)),
    ):
        found, known = (spread(replace(table, wanted=wanted)) for wanted in (narrow, wide))
        assert (found.settled, dict(found.threatened)) == (known.settled, dict(known.threatened))
