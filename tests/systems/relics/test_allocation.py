"""Prospects packed into one number or kept as fronts, and dice counted in one, beside the same as plain lists."""

from functools import partial
from itertools import chain, product

from hypothesis import given, strategies as st

from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.relics import rules
from pyrules.systems.relics.model import Tally
from pyrules.systems.relics.placing.allocation import Fronts, Packed, Way, Ways
from pyrules.systems.relics.placing.objective import (
    DoomFirst,
    Front,
    best_successes,
    doom_first,
    pack_tally,
    successes_first,
    unpack_tally,
)

BITS = 12
MOST = 2**6
"""Far from what fields of so many bits hold, as every sum of a few of them must fit."""

COUNTS = st.lists(st.integers(0, 3), max_size=3).map(tuple)
DIFFERENCES = st.integers(-MOST, MOST)
DOOM_FIRST = doom_first(2, 8)
VALUES = st.integers(-2, 9)

Entries = dict[Way, int]


def entries_of(known: Packed, prospect: int) -> Entries:
    return {way: known.entry(prospect, place)[0] for place, way in enumerate(known.ways)}


@st.composite
def moves(draw: st.DrawFn, counts: Way) -> list[tuple[Way, int]]:
    ways = st.tuples(*(st.integers(0, count) for count in counts))
    return draw(st.lists(st.tuples(ways, DIFFERENCES), max_size=4))


@st.composite
def prospects(draw: st.DrawFn, counts: Way, known: Packed) -> int:
    """The prospects of some dice, each with moves of its own."""
    found = known.nothing
    for _ in range(draw(st.integers(0, 3))):
        found = known.with_die(found, draw(DIFFERENCES), [known.move(*move) for move in draw(moves(counts))])
    return found


def less(way: Way, taken: Way) -> Way:
    return tuple(used - units for used, units in zip(way, taken, strict=True))


@given(st.data(), COUNTS)
def test_a_die_takes_what_is_best_for_every_way(data: st.DataObject, counts: Way) -> None:
    known = Packed(Ways(counts), BITS)
    before, base, taken = data.draw(prospects(counts, known)), data.draw(DIFFERENCES), data.draw(moves(counts))
    entries = entries_of(known, before)
    after = known.with_die(before, base, [known.move(*move) for move in taken])
    assert entries_of(known, after) == {
        way: max(
            [entry + base] + [entries[rest] + more for units, more in taken if (rest := less(way, units)) in entries]
        )
        for way, entry in entries.items()
    }


@given(st.data(), COUNTS)
def test_units_are_kept_where_that_is_better(data: st.DataObject, counts: Way) -> None:
    known = Packed(Ways(counts), BITS)
    before, kept = data.draw(prospects(counts, known)), data.draw(moves(counts))
    entries = entries_of(known, before)
    for units, more in kept:
        back = {less(way, units): entry + more for way, entry in entries.items()}
        entries = {way: max(entry, back.get(way, entry)) for way, entry in entries.items()}
    assert entries_of(known, known.close_prospect(before, [known.back(*move) for move in kept])) == entries


@given(st.data(), COUNTS)
def test_the_least_are_those_that_none_undercuts(data: st.DataObject, counts: Way) -> None:
    known = Packed(Ways(counts), BITS)
    some = data.draw(st.sets(prospects(counts, known), max_size=6))
    undercut = {
        one
        for one, other in product(some, repeat=2)
        if one != other and all(map(int.__le__, entries_of(known, other).values(), entries_of(known, one).values()))
    }
    assert set(known.least(some)) == some - undercut


def pairs(front: Front) -> set[tuple[int, int]]:
    """The points of a front as what they are: less Doom, and the number beside it."""
    numbers = {point: DOOM_FIRST.number(point) for point in front}
    return {((point - number) // DOOM_FIRST.level, number) for point, number in numbers.items()}


def not_worse(points: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs that no other one is at least as good as in both."""
    return {
        one for one in points if not any(other != one and other[0] >= one[0] and other[1] >= one[1] for other in points)
    }


@given(st.data(), COUNTS)
def test_fronts_have_what_is_best_with_little_doom(data: st.DataObject, counts: Way) -> None:
    ways = Ways(counts)
    known = Fronts(ways, DOOM_FIRST)
    step = st.tuples(VALUES, VALUES).map(lambda pair: DOOM_FIRST.beyond(*pair))
    taken = st.lists(st.tuples(st.tuples(*(st.integers(0, count) for count in counts)), step), max_size=3)
    prospect = known.nothing
    entries: dict[Way, set[tuple[int, int]]] = {way: {(0, 0)} for way in ways}
    for base, some in data.draw(st.lists(st.tuples(step, taken), max_size=3)):
        prospect = known.with_die(prospect, base, [known.move(*move) for move in some])
        options = [((0,) * len(counts), base), *some]
        entries = {
            way: not_worse(
                {
                    (doom + further, number + more)
                    for units, change in options
                    for doom, number in entries.get(less(way, units), ())
                    for further, more in pairs((change,))
                }
            )
            for way in ways
        }
        assert {way: pairs(known.entry(prospect, place)) for place, way in enumerate(ways)} == entries


@given(*[st.tuples(*[st.integers(-250, 250)] * 5)] * 2)
def test_counts_add_up_in_one_number(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert unpack_tally(pack_tally(Tally(*one)) + pack_tally(Tally(*other))) == Tally(*map(int.__add__, one, other))


@given(
    st.lists(st.tuples(st.integers(-3, 9), st.integers(-3, 9)), max_size=8),
    st.integers(-3, 3),
    st.sampled_from([1, 3, MOST_NUMBER]),
    st.data(),
)
def test_sums_tell_the_dice(differing: list[tuple[int, int]], due: int, pcs: int, data: st.DataObject) -> None:
    worths = [rules.worth(value) for value in chain(*differing)]
    between = data.draw(st.integers(-2, min(worths, default=0))), data.draw(st.integers(max(worths, default=0), 3))
    ends, shown = (pack_tally(rules.tally([pair[place] for pair in differing])) for place in (0, 1))
    for make in (best_successes, partial(successes_first, pcs), partial(doom_first, pcs)):
        wanted = make(len(differing), between)
        number = sum(wanted.beyond(value, over) for value, over in differing) + due * wanted.due
        assert wanted.tally(number) == ends - shown
        if isinstance(wanted, DoomFirst):
            doom = rules.tides_doom(unpack_tally(ends - shown))
            assert number == wanted.number(number) - doom * wanted.level
