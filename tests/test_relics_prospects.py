"""Prospects packed into one number, and dice counted in one, beside the same as plain lists."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial, reduce
from itertools import chain, product

from hypothesis import given, strategies as st

from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.relics import rules
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placing import packing
from pyrules.systems.relics.placing.aims import ANY, best_successes, doom_first, successes_first
from pyrules.systems.relics.placing.prospects import Levelled, Packed, Step, Way, Ways
from pyrules.systems.relics.placing.spread import spread
from pyrules.systems.relics.placing.table import Table

BITS = 12
MOST = 2**6
"""Far from what fields of so many bits hold, as every sum of a few of them must fit."""

COUNTS = st.lists(st.integers(0, 3), max_size=3).map(tuple)
DIFFERENCES = st.integers(-MOST, MOST)

FAR = 6
"""As many levels as three dice of two each come to."""

STEPS = st.tuples(st.integers(-2, 2), DIFFERENCES)

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


def best_of(entries: Entries, ways: Ways, options: Iterable[tuple[Way, Step]]) -> Entries:
    """The best number of each way up to each level, from what some options leave of both."""
    found = {}
    for way, level in product(ways, range(-FAR, FAR + 1)):
        left = [((*less(way, units), min(level + down, FAR)), more) for units, (down, more) in options]
        reached = [entries[rest] + more for rest, more in left if rest in entries]
        if reached:
            found[*way, level] = max(reached)
    return found


@given(st.data(), COUNTS)
def test_levels_are_kept_to_like_units(data: st.DataObject, counts: Way) -> None:
    ways, nothing = Ways(counts), (0,) * len(counts)
    levelled = Levelled(ways, BITS, FAR, FAR)

    def by_level(prospect: int) -> Entries:
        entries = {way: levelled.entry(prospect, place) for place, way in enumerate(ways)}
        return {
            (*way, level): numbers[min(level - low, len(numbers) - 1)]
            for way, (low, numbers) in entries.items()
            for level in range(low, FAR + 1)
        }

    taken = st.lists(st.tuples(st.tuples(*(st.integers(0, count) for count in counts)), STEPS), max_size=3)
    prospect, entries = levelled.nothing, dict.fromkeys(((*way, level) for way in ways for level in range(FAR + 1)), 0)
    for base, some in data.draw(st.lists(st.tuples(STEPS, taken), max_size=3)):
        prospect = levelled.with_die(prospect, base, [levelled.move(*move) for move in some])
        entries = best_of(entries, ways, [(nothing, base), *some])
        assert by_level(prospect) == entries
    kept = data.draw(taken)
    assert by_level(levelled.closed(prospect, [levelled.back(*move) for move in kept])) == reduce(
        lambda known, move: best_of(known, ways, [(nothing, (0, 0)), (less(nothing, move[0]), move[1])]), kept, entries
    )
    certain, beyond = levelled.apart(prospect)
    assert levelled.added(beyond, certain) == prospect


@given(*[st.tuples(*[st.integers(-250, 250)] * 5)] * 2)
def test_counts_add_up_in_one_number(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    both = packing.packed(Tally(*one)) + packing.packed(Tally(*other))
    assert packing.unpacked(both) == Tally(*map(int.__add__, one, other))


@given(
    st.lists(st.tuples(st.integers(-3, 9), st.integers(-3, 9)), max_size=8),
    st.integers(-3, 3),
    st.sampled_from([1, 3, MOST_NUMBER]),
    st.data(),
)
def test_numbers_tell_the_dice(differing: list[tuple[int, int]], due: int, pcs: int, data: st.DataObject) -> None:
    worths = [rules.worth(value) for value in chain(*differing)]
    between = data.draw(st.integers(-2, min(worths, default=0))), data.draw(st.integers(max(worths, default=0), 3))
    aims = [make(len(differing), between) for make in (best_successes, partial(successes_first, pcs))]
    doom = doom_first(pcs, len(differing), between, (0, 0))
    for wanted in (*aims, doom.successes, doom.untempted):
        number = sum(wanted.beyond(value, over) for value, over in differing) + due * wanted.due
        ends, shown = (packing.packed(rules.tally([pair[place] for pair in differing])) for place in (0, 1))
        assert wanted.dice(number) == ends - shown


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
        (
            doom_first(pcs, units, (least, most), (units, units)),
            doom_first(pcs, MOST_DICE, ANY, (units + 2, units + 1)),
        ),
    ):
        found, known = (spread(replace(table, wanted=wanted)) for wanted in (narrow, wide))
        assert (found.settled, dict(found.threatened)) == (known.settled, dict(known.threatened))
