"""Exact odds of a kind of test whose degrees are made of values: pools are put together where a value needs several."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, count, product
from math import ceil, inf, lcm, log, prod
from typing import Any

from pyrules.author.actions import Action, known_before
from pyrules.author.dice import Pool
from pyrules.author.entries import Entry
from pyrules.author.expressions import ALIKE, CHOOSES, Made, Value, at, evaluate, inside, is_value, when
from pyrules.author.joint import FEWER, Ask, Joint, Rows, Span, Undecided, joint
from pyrules.author.names import asks, name_of
from pyrules.author.readings import Reading, places
from pyrules.author.speed import rolls_of
from pyrules.author.stated import SECONDS_A_ROLL, Stated
from pyrules.core.budget import TooMuchWork, check, shared_budget, spend
from pyrules.core.dist import pack_weights, slot, unpack_weights
from pyrules.core.odds import Chances, Distribution, Goal, Odds, Value as Row
from pyrules.core.outcomes import UNLIKELY, check_following
from pyrules.core.ratio import Ratio
from pyrules.core.sums import seconds_multiplying

SECONDS_A_PAIR = 1e-6
"""The seconds in a browser of putting together one result of each of two pools: thrice what CPython takes."""

SECONDS_A_CONDITION = 3e-4
"""The seconds in a browser of reading a pool by one result of others: thrice what CPython takes."""

MOST_THROWS = 30
"""So often dice that go on are followed at most."""


Variety = tuple[int, float]
"""The number of results, and the number of whole numbers from the lowest to the highest."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Some values of pools: how many results they have together, in so many `ways`.

    By its id it is known of each how many it has, and how many whole numbers lie from the lowest to the highest.

    They are `plain` where all are whole numbers that lie close together.
    """

    pools: frozenset[int]
    values: tuple[Any, ...]
    rows: int
    ways: int
    variety: Mapping[int, Variety]
    plain: bool


@dataclass(frozen=True, slots=True)
class Known:
    """The weights of some values together; they add up to its ways with what is undecided."""

    shape: Shape
    rows: Rows


def known_rows(pools: frozenset[int], values: tuple[Any, ...], rows: Rows, ways: int) -> Known:
    """The weights of some values, with their shape."""
    columns = [set(column) for column in zip(*rows, strict=True)] or [set() for _ in values]
    variety = {id(one): (len(column), _reach(column)) for one, column in zip(values, columns, strict=True)}
    plain = all(reach < MOST_APART * number for number, reach in variety.values())
    return Known(Shape(pools, values, len(rows), ways, variety, plain), rows)


def _reach(found: Collection[Any]) -> float:
    """The number of whole numbers from the lowest to the highest; without end for anything else."""
    return max(found, default=0) - min(found, default=0) + 1 if all(isinstance(one, int) for one in found) else inf


class CircularError(Exception):
    """The error where a pool's reading depends on the same pool, so that pools cannot be taken one by one."""


class Settled:
    """Values by what is known of a test, with each reading in them only once, and what several folds find alike.

    Dice that go on are followed for so many throws, and taken to come to what so many `more` would bring at least.
    """

    def __init__(self, names: Mapping[Any, Any], throws: int, more: int = 0) -> None:
        self.names, self.throws, self.more = names, throws, more
        self.same: dict[Any, Reading] = {}
        self.found: dict[int, tuple[Any, Any]] = {}  # with the value, as its number is another's without
        self.done: dict[tuple[int, ...], Known] = {}
        self.sums: dict[tuple[int, ...], Rows] = {}

    def value(self, one: Any) -> Any:
        """The value by what is known."""
        if not is_value(one):
            return one
        if id(one) not in self.found:
            left = at(one, self.names)
            self.found[id(one)] = one, self._once(one) if left is one else self._alike(left)
        return self.found[id(one)][1]

    def _alike(self, one: Any) -> Any:
        if not is_value(one):
            return one
        if id(one) not in self.found:
            self.found[id(one)] = one, self._once(one)
        return self.found[id(one)][1]

    def _once(self, one: Value) -> Value:
        if not isinstance(one, Reading):
            return one.with_parts(tuple(map(self._alike, one.parts)))

        def known_part(part: Any) -> Any:
            left = at(part, self.names)
            return id(part) if is_value(left) else left

        faces = tuple(map(known_part, one.faces.parts))
        keeps = tuple((known_part(keep.number), keep.lowest) for keep in one.pool.keeps)
        return self.same.setdefault((one.pool.whole.place, one.kind, faces, one.faces.but, keeps), one)


class Fold:
    """The weights of some values of a test together; what dice that go on leave undecided has no row.

    Raises `CircularError`.
    """

    def __init__(self, targets: Sequence[Any], settled: Settled) -> None:
        self.settled = settled
        self.targets = [settled.value(one) for one in targets]
        self.of: dict[int, frozenset[int]] = {}
        self.told: dict[tuple[frozenset[int], frozenset[int]], tuple[Any, ...]] = {}
        self.readings: dict[int, list[Reading]] = {}
        self.values = self._all(self.targets)
        for one in self.values:
            if isinstance(one, Reading):
                self.readings.setdefault(one.pool.whole.place, []).append(one)
        self.whole = {place: found[0].pool.whole for place, found in self.readings.items()}
        self.needs = {place: self._conditions(place) for place in self.readings}
        self.waiting = frozenset(place for place, needs in self.needs.items() if needs)
        before = {
            place: {part.pool.whole.place for part in inside(*needs) if isinstance(part, Reading)}
            for place, needs in self.needs.items()
        }
        try:
            TopologicalSorter(before).prepare()
        except CycleError:
            raise CircularError from None

    def _all(self, ones: Sequence[Any]) -> tuple[Any, ...]:
        """All that some are made of, and what their pools depend on, by what is known."""
        found = inside(*ones)
        while True:
            more = [self.settled.value(part) for one in found if isinstance(one, Reading) for part in one.parts]
            wider = inside(*ones, *more)
            wider = inside(*wider, *found)
            if len(wider) == len(found):
                return found
            found = wider

    def _conditions(self, place: int) -> list[Any]:
        """The values of other pools that a pool, or what is read of it, depends on."""
        parts = {id(part): self.settled.value(part) for one in self.readings[place] for part in one.parts}
        return [part for part in parts.values() if is_value(part)]

    def pools(self, one: Any) -> frozenset[int]:
        """The pools that a value is read of."""
        if not is_value(one):
            return frozenset()
        if id(one) not in self.of:
            if isinstance(one, Reading):
                place = one.pool.whole.place
                found = frozenset([place]).union(*map(self.pools, self.needs[place]))
            else:
                found = frozenset[int]().union(*map(self.pools, one.parts))
            self.of[id(one)] = found
        return self.of[id(one)]

    def alone(self) -> list[tuple[int, Joint]]:
        """The pools that depend on no other."""
        return [(place, self._joint(place, self.settled.names)) for place in self.readings if not self.needs[place]]

    def steps(self) -> dict[tuple[int, ...], float]:
        """The seconds of each step in which pools are put together, up to the first that depends on others."""
        shapes = [self._of_pool(place, joint).shape for place, joint in self.alone()]
        found: dict[tuple[int, ...], float] = {}
        while self.waiting or len(shapes) > 1:
            if ready := self._ready(shapes, self.waiting):
                place, shape = ready
                return found | {(place, *map(id, shape.values)): SECONDS_A_CONDITION * shape.rows}
            first, second, after = self._next(shapes, self.waiting)
            key = joining(first, second, after.values) or _numbers(first, second, after)
            if key not in self.settled.done and key not in self.settled.sums:
                found[key] = seconds_together(first, second, after.values)
            shapes = [*(one for one in shapes if one is not first and one is not second), after]
        return found

    def weights(self) -> tuple[Rows, int]:
        """The weights of all targets together, and the sum of these weights with what is undecided."""
        waiting = self.waiting
        there = [self._of_pool(place, joint) for place, joint in self.alone()]
        while waiting or len(there) > 1:
            if ready := self._ready([one.shape for one in there], waiting):
                place, shape = ready
                waiting -= {place}
                (one,) = (one for one in there if one.shape is shape)
                there = [other for other in there if other is not one] + [self._conditional(one, place, waiting)]
            else:
                first, second, after = self._next([one.shape for one in there], waiting)
                one, other = (next(one for one in there if one.shape is shape) for shape in (first, second))
                rest = [known for known in there if known is not one and known is not other]
                there = [*rest, self._put_together(one, other, after)]
        if not there:
            return {tuple(self.targets): 1}, 1
        (found,) = there
        function = compile_values(self.targets, found.shape.values)
        return _map_rows(iter(found.rows.items()), function), found.shape.ways

    def _ready(self, shapes: Sequence[Shape], waiting: frozenset[int]) -> tuple[int, Shape] | None:
        """A pool that depends on what others come to, and these where they are put together."""
        found = (
            (place, shape)
            for place in sorted(waiting)
            for shape in shapes
            if all(self.pools(need) <= shape.pools for need in self.needs[place])
        )
        return next(found, None)

    def _next(self, shapes: Sequence[Shape], waiting: frozenset[int]) -> tuple[Shape, Shape, Shape]:
        """The two of which the fewest results are left once they are put together, and what that comes to."""
        meeting = self._meeting(shapes) or combinations(shapes, 2)
        pairs = ((first, second, self._after(first, second, waiting)) for first, second in meeting)
        return min(pairs, key=lambda three: (three[2].rows, three[0].rows * three[1].rows))

    def _meeting(self, shapes: Sequence[Shape]) -> Iterable[tuple[Shape, Shape]]:
        """Those pairs that some value is made of alone."""
        there = {pool: shape for shape in shapes for pool in shape.pools}
        found: dict[tuple[int, ...], tuple[Shape, Shape]] = {}
        for one in self.values:
            pools = self.pools(one)
            of = {id(shape): shape for pool in pools if (shape := there.get(pool))}
            if len(of) == 2 and pools <= there.keys():
                first, second = of.values()
                found[tuple(sorted(of))] = first, second
        return found.values()

    def _after(self, first: Shape, second: Shape, waiting: frozenset[int]) -> Shape:
        """The number of results of two together, by estimate."""
        pools = first.pools | second.pools
        values = self._needed_values(pools, waiting)
        there = {**first.variety, **second.variety}
        variety = {id(one): _variety(one, there) for one in values}
        rows = min(first.rows * second.rows, prod(number for number, _ in variety.values()))
        return Shape(pools, values, rows, first.ways * second.ways, variety, first.plain and second.plain)

    def _needed_values(self, pools: frozenset[int], waiting: frozenset[int]) -> tuple[Any, ...]:
        """The largest values that these pools alone tell, of all that is still to be told."""
        if (pools, waiting) not in self.told:
            seen: dict[int, Any] = {}

            def go(one: Any) -> None:
                if not is_value(one) or not self.pools(one) or id(one) in seen:
                    return
                seen[id(one)] = one if self.pools(one) <= pools else None
                if seen[id(one)] is None:
                    for part in self.needs[one.pool.whole.place] if isinstance(one, Reading) else one.parts:
                        go(part)

            for one in (*self.targets, *(need for place in sorted(waiting) for need in self.needs[place])):
                go(one)
            self.told[pools, waiting] = tuple(one for one in seen.values() if one is not None)
        return self.told[pools, waiting]

    def _joint(self, place: int, names: Mapping[Any, Any]) -> Joint:
        pool: Pool = self.whole[place].at(names)
        dice = 1 if pool.percent else pool.size
        asks = tuple(
            Ask(one.kind, one.faces.at(names), *places(one.pool.keeps, dice, names)) for one in self.readings[place]
        )
        groups = tuple(replace(group, called="", of="", side="") for group in pool.groups)
        return joint(groups, asks, self.settled.throws, pool.percent)

    def _of_pool(self, place: int, joint: Joint) -> Known:
        pools = frozenset([place])
        values = self._needed_values(pools, self.waiting)
        key = place, *map(id, self.readings[place]), *map(id, values)
        if key not in self.settled.done:
            rows, ways = joint.weights()
            if self.settled.more:
                pool: Pool = self.whole[place].at(self.settled.names)
                rows = _lowest_open(rows, self.settled.more * max(group.sides for group in pool.groups))
                ways = sum(rows.values())
            counted = _map_rows(iter(rows.items()), compile_values(values, self.readings[place]))
            self.settled.done[key] = known_rows(pools, values, counted, ways)
        return self.settled.done[key]

    def _put_together(self, first: Known, second: Known, after: Shape) -> Known:
        key = _numbers(first.shape, second.shape, after)
        if key not in self.settled.done:
            sums = joining(first.shape, second.shape, after.values)
            if sums not in self.settled.sums:
                spend(seconds_together(first.shape, second.shape, after.values), TOGETHER, FEWER)
            if sums:
                if sums not in self.settled.sums:
                    self.settled.sums[sums] = add_rows(first.rows, second.rows, sums[-1])
                pairs = iter(self.settled.sums[sums].items())
            else:
                pairs = ((a + b, m * n) for (a, m), (b, n) in product(first.rows.items(), second.rows.items()))
            values = (*first.shape.values, *second.shape.values)
            found = _map_rows(pairs, compile_values(after.values, values))
            self.settled.done[key] = known_rows(after.pools, after.values, found, after.ways)
        return self.settled.done[key]

    def _conditional(self, first: Known, place: int, waiting: frozenset[int]) -> Known:
        """A pool that depends on what others came to, for all that these may come to."""
        pools = first.shape.pools | {place}
        values = self._needed_values(pools, waiting)
        key = place, *map(id, (*first.shape.values, *self.readings[place], *values))
        if key in self.settled.done:
            return self.settled.done[key]
        conditions = compile_values(self.needs[place], first.shape.values)
        spend(SECONDS_A_CONDITION * first.shape.rows, TOGETHER, FEWER)
        found: list[tuple[tuple[Any, ...], int, Joint]] = []
        for row, weight in first.rows.items():
            known_here = {**self.settled.names, **dict(zip(self.needs[place], conditions(*row), strict=True))}
            parts = {
                part: evaluate(self.settled.value(part), known_here)
                for one in self.readings[place]
                for part in one.parts
            }
            if any(isinstance(one, Span) for one in parts.values()):
                raise TooMuchWork("dice that depend on dice that go on without end have no exact odds, so let them end")
            found.append((row, weight, self._joint(place, {**known_here, **parts})))
        check_pools(one for *_, one in found)
        spend(SECONDS_A_PAIR * sum(len(one.weights()[0]) for *_, one in found), TOGETHER, FEWER)
        shared = lcm(*(one.weights()[1] for *_, one in found))
        pairs = (
            (row + more, weight * often * (shared // one.weights()[1]))
            for row, weight, one in found
            for more, often in one.weights()[0].items()
        )
        function = compile_values(values, (*first.shape.values, *self.readings[place]))
        self.settled.done[key] = known_rows(pools, values, _map_rows(pairs, function), first.shape.ways * shared)
        return self.settled.done[key]


def check_pools(joints: Iterable[Joint]) -> None:
    """Raise `TooMuchWork` where it takes too long to work out all of these pools."""
    left = {id(one): one for one in joints if not one.done}.values()
    if left:
        longest = max(left, key=lambda one: one.seconds)
        check(sum(one.seconds for one in left), longest.on, longest.instead)


MOST_APART = 4
"""Numbers lie close together where they are this many times fewer than those between the lowest and the highest."""

TOGETHER = "these pools together"


def _lowest_open(rows: Rows, more: int) -> Rows:
    """The lowest rows of dice that go on, with so much more, and the lowest and highest of those that do not."""
    going: dict[tuple[Any, ...], int] = {}
    ended: list[tuple[Any, ...]] = []
    for row in sorted(rows, key=lambda row: [_low(one) for one in row]):
        if not any(isinstance(one, Span) for one in row):
            ended.append(row)
        elif len(going) < SOME:
            going[tuple(_shift_span(one, more) for one in row)] = rows[row]
    return going | {row: rows[row] for row in (*ended[:1], *ended[-1:])}


def _shift_span(one: Any, more: int) -> Any:
    return Span(one.low + more, inf) if isinstance(one, Span) and one.high == inf else one


SOME = 4
"""The number of rolls that go on which show whether dice leave something open."""


def _numbers(first: Shape, second: Shape, after: Shape) -> tuple[int, ...]:
    return tuple(id(one) for shape in (first, second, after) for one in shape.values)


def _variety(one: Any, there: dict[int, Variety]) -> Variety:
    """The number of results that a value may have, by those of its parts."""
    if not is_value(one):
        return 1, 1
    if id(one) not in there:
        numbers, reaches = zip(*(_variety(part, there) for part in one.parts), strict=True)
        if one.truth:
            there[id(one)] = 2, 2
        elif one.code in SIGNS:
            reach = sum(reaches) - 1
            there[id(one)] = int(min(prod(numbers), reach)), reach
        elif one.code == CHOOSES:
            there[id(one)] = sum(numbers[1:]), max(reaches[1:])
        else:
            there[id(one)] = prod(numbers), prod(reaches)
    return there[id(one)]


def joining(first: Shape, second: Shape, values: Sequence[Any]) -> tuple[int, ...]:
    """Two numbers, and 1 where their sum tells all, -1 where their difference does; nothing where neither does."""
    if len(first.values) != 1 or len(second.values) != 1 or not (first.plain and second.plain):
        return ()
    both = {id(first.values[0]), id(second.values[0])}
    signs: set[int] = set()

    def goes_by_both(one: Any) -> bool:
        if not is_value(one):
            return True
        if len(one.parts) == 2 and one.code in SIGNS and {*map(id, one.parts)} == both:
            signs.add(SIGNS[one.code])
            return True
        return id(one) not in both and all(map(goes_by_both, one.parts))

    if not all(map(goes_by_both, values)) or len(signs) != 1:
        return ()
    return id(first.values[0]), id(second.values[0]), *signs


SIGNS = {"({} + {})": 1, ALIKE: -1} | dict.fromkeys([f"({{}} {sign} {{}})" for sign in ("-", "<", "<=", ">", ">=")], -1)
"""The signs by which the sum of its parts tells a value, or by their difference."""


def add_rows(first: Rows, second: Rows, sign: int) -> Rows:
    """The weights of the sums of two numbers, or of their differences, each beside a 0."""
    one = {value: weight for (value,), weight in first.items()}
    other = {sign * value: weight for (value,), weight in second.items()}
    least = [min(values) for values in (one, other)]
    sizes = [max(values) - low + 1 for values, low in zip((one, other), least, strict=True)]
    width = slot(sum(one.values()) * sum(other.values()))
    sides = [
        pack_weights(tuple(values.get(low + place, 0) for place in range(size)), width)
        for values, low, size in zip((one, other), least, sizes, strict=True)
    ]
    weights = unpack_weights(prod(sides), sum(sizes) - 1, width)
    return {(sum(least) + place, 0): weight for place, weight in enumerate(weights) if weight}


def seconds_together(first: Shape, second: Shape, values: Sequence[Any]) -> float:
    """The estimated seconds of putting two together."""
    if joining(first, second, values):
        rows = first.rows + second.rows
        return SECONDS_A_PAIR * rows + seconds_multiplying(rows * slot(first.ways * second.ways))
    return SECONDS_A_PAIR * first.rows * second.rows


def _map_rows(rows: Iterator[tuple[tuple[Any, ...], int]], function: Callable[..., tuple[Any, ...]]) -> Rows:
    """The weights of what a function gives for rows; those that it leaves undecided are left out."""
    found: dict[tuple[Any, ...], int] = {}
    for row, weight in rows:
        try:
            key = function(*row)
        except Undecided:
            continue
        found[key] = found.get(key, 0) + weight
    return found


LONGEST = 5000
"""The most characters of Python that are written for one value; what is longer is worked out part by part."""


def compile_values(values: Sequence[Any], given: Sequence[Any]) -> Callable[..., tuple[Any, ...]]:
    """The function that makes some values of others."""
    there = {id(one): f"v{place}" for place, one in enumerate(given)}
    scope: dict[str, Any] = {}
    texts: dict[int, str] = {}

    def text(one: Any) -> str:
        if id(one) in there:
            return there[id(one)]
        if not is_value(one):
            if isinstance(one, (int, str)) or one is None:
                return repr(one)
            scope[f"c{id(one)}"] = one
            return f"c{id(one)}"
        if id(one) not in texts:
            found = one.code.format(*map(text, one.parts))
            if len(found) > LONGEST:
                raise OverflowError
            texts[id(one)] = found
        return texts[id(one)]

    try:
        body = ", ".join(map(text, values))
    except OverflowError:
        return lambda *row: tuple(evaluate(one, dict(zip(given, row, strict=True))) for one in values)
    head = ", ".join(there[id(one)] for one in given)
    function: Callable[..., tuple[Any, ...]] = eval(_code(f"lambda {head}: ({body}{',' if values else ''})"), scope)  # noqa: S307 (written here)
    return function


@lru_cache(maxsize=256)
def _code(text: str) -> Any:
    return compile(text, "<values>", "eval")


class Given(Value):
    """A value known of a test by a name."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def key(self) -> str:
        """Its name."""
        return self.name


@dataclass(frozen=True, slots=True)
class Valued:
    """A kind of test that is made of values: its events, the main one first, its numbers and its degree."""

    events: Mapping[str, Any]
    numbers: Mapping[str, Any]
    degree: Any
    graded: bool


@lru_cache(maxsize=64)
def as_valued(action: Action, test_names: frozenset[str]) -> Valued | None:
    """A kind of test made of values alone; None where a function of it asks for the dice as they lie."""
    made: dict[str, Any] = {name: Given(name) for name in test_names} | {one.name: one for one in action.options}

    def value(one: Any) -> Any:
        if is_value(one) or isinstance(one, (bool, str)):
            return one
        names = asks(one)
        given = ", ".join(f"{name}={{{place}}}" for place, name in enumerate(names, 1))
        return Made(f"{{0}}({given})", "", one, *(made[name] for name in names), truth=True)

    try:
        for one in action.outcome:
            made[name_of(one)] = value(one)
        degree: Any = None
        good: Any = action.success
        for name, holds in list(action.degrees.items())[::-1]:
            good = (
                when(value(holds), name in action.successes, good) if degree is not None else name in action.successes
            )
            degree = Made(CHOOSES, "", value(holds), name, degree) if degree is not None else name
        if degree is not None:
            made["degree"] = degree
        graded = bool(action.degrees and action.main is None and isinstance(action.success, (str, type(None))))
        if not action.degrees or callable(action.success) or is_value(action.success):
            good = made[action.success] if isinstance(action.success, str) else action.success
        made["success"] = good = value(good) if good is not None else None
        events = {one.name: value(one.holds) for one in action.happening[:1] if action.main}
        if action.good:
            events[action.good] = good
        outcomes = {name_of(one): made[name_of(one)] for one in action.outcome}
        events |= {
            name: one for name, one in outcomes.items() if is_value(one) and one.truth and not callable(one.parts[0])
        }
        events |= {one.name: value(one.holds) for one in action.events}
    except KeyError:
        return None
    return Valued(events, {name: one for name, one in outcomes.items() if name not in events}, degree, graded)


def chances(stated: Stated, default: Chances[Any]) -> Chances[Any]:
    """The odds of a system: of tests that are made of values by their pools, of others by the rolls they can be."""

    @lru_cache(maxsize=64)
    def odds_of_test(test: Any) -> Odds:
        action = stated.action(test)
        made = as_valued(action, frozenset(known_before(test))) if action.readings else None
        try:
            if made:
                return odds(action, test, made)
        except CircularError:
            pass
        if stated.tally(test) is None:
            check_following(SECONDS_A_ROLL, rolls_of(action, test))
        return default.odds(test)

    def main(test: Any) -> Ratio:
        told = odds_of_test(test)
        return told.events[told.main]

    if not any(action.options for action in stated.actions):
        default = replace(default, best_play=None)
    default = replace(default, pool_called=partial(_pool_called, stated))
    together = stated.sizing()[0] if any(action.readings for action in stated.actions) else ()
    if len(together) < 2:
        return replace(default, odds=odds_of_test, main=main)
    entries = [entry for entry in stated.entries if entry.name in together]
    return replace(
        default,
        odds=odds_of_test,
        main=main,
        sizes=partial(_sizes, stated, entries),
        with_dice=lambda test, dice: _with_dice(stated, entries, test, dice),
    )


def _pool_called(stated: Stated, test: Any) -> str:
    """A test with dice of several kinds in its shorthand: which of its numbers are others is seen there."""
    return stated.write(test) if len(stated.action(test).pool_of(test).groups) > 1 else ""


def _with_dice(stated: Stated, entries: Sequence[Entry], test: Any, dice: int) -> Any:
    """The test with so many of its first dice: the fields that make them are raised in turn, and lowered backwards."""
    more = dice - stated.action(test).pool_of(test).groups[0].count
    for entry in entries if more > 0 else entries[::-1]:
        now = getattr(test, entry.name)
        then = min(max(now + more, entry.form.low), entry.form.high)
        test, more = replace(test, **{entry.name: then}), more - (then - now)
    return test


def _sizes(stated: Stated, entries: Sequence[Entry], test: Any) -> range:
    """The numbers of its first dice that a test may have, as far as it can be rolled with them."""
    action = stated.action(test)
    if action is not stated.actions[0]:
        return range(0)
    now = action.pool_of(test).groups[0].count - sum(getattr(test, entry.name) for entry in entries)
    low, high = (now + sum(bounds) for bounds in zip(*((one.form.low, one.form.high) for one in entries), strict=True))
    moved = ((dice, _with_dice(stated, entries, test, dice)) for dice in range(low, high + 1))
    taken = [
        dice for dice, other in moved if action.pool_of(other).groups[0].count == dice and not stated.refusal(other)
    ]
    return range(taken[0], next(dice for dice in count(taken[0]) if dice not in taken)) if taken else range(0)


OPEN = "dice that go on without end leave open what this comes to, so let them end, as in mine.explode(most=5)"
"""The words where no number of throws would do."""


def odds(action: Action, test: Any, stated: Valued) -> Odds:
    """The odds of a test; raises `TooMuchWork` for what takes too long, and for what dice that go on leave open."""
    names = {**known_before(test), **{one.name: 0 for one in action.options}}
    main = next(iter(stated.events))
    asked = {("degree", ""): [stated.degree]} if stated.degree is not None else {}
    asked |= {("event", name): [one] for name, one in stated.events.items() if name != main or not stated.graded}
    asked |= {("number", name): [one, stated.events[main]] for name, one in stated.numbers.items()}
    decides = ("degree", "") if stated.graded else ("event", main)
    with shared_budget():
        found = _weights_of_all(asked, decides, names, _first_throws(action, names))
    events = {name: _chance_of(found["event", name]) for name in stated.events if ("event", name) in found}
    if stated.graded:
        events = {main: _chance_of(_by_success(action, found[decides])), **events}
    degrees = _degrees(action, *found["degree", ""]) if ("degree", "") in found else None
    numbers = {name: found["number", name] for name in stated.numbers}
    told: dict[str, Distribution] = {}
    for name, (rows, ways) in numbers.items():
        if distribution := _rows(rows, ways):
            told[name] = distribution
        elif any(type(row[0]) is bool for row in rows):
            events[name] = Ratio(sum(weight for row, weight in rows.items() if row[0] is True), ways)
    goal = next(filter(None, (_goal(name, numbers[name][0]) for name in told)), None)
    distributions = {**told, **({"degree": degrees} if degrees else {})}
    if degrees and not goal:
        distributions = {"degree": degrees, **told}
    varying = {name: one for name, one in distributions.items() if len(one.rows) > 1} or distributions
    return Odds(
        main=main,
        events={name: one for name, one in events.items() if one is not None},
        distributions=varying,
        means={name: one.mean() for name, one in varying.items() if all(isinstance(row, int) for row, _ in one.rows)},
        goal=goal if goal and goal.name in varying else None,
        successes=tuple(filter(action.successes.__contains__, action.ranked_degrees)) if stated.graded else (),
        left_out=tuple(name for name, one in events.items() if one is None),
    )


Asked = Mapping[tuple[str, str], Sequence[Any]]
"""Values that are asked for together, by what they are and a name."""


def _weights_of_all(
    asked: Asked, decides: tuple[str, str], names: Mapping[Any, Any], throws: int
) -> dict[tuple[str, str], tuple[Rows, int]]:
    """The weights of all that is asked for, with as many throws as it takes to know what decides."""
    first = throws
    while True:
        try:
            if not _stays_open(asked[decides], names, throws):
                found = _weights(asked, Settled(names, throws))
                if not _open(found[decides]):
                    return found
        except TooMuchWork:
            if throws > first:
                raise TooMuchWork(OPEN) from None
            raise
        if throws >= MOST_THROWS:
            raise TooMuchWork(OPEN)
        throws += throws


def _stays_open(values: Sequence[Any], names: Mapping[Any, Any], throws: int) -> bool:
    """True if n throws leave values open, as far as one throw tells."""
    if throws == 1:
        return False
    check_pools(one for _, one in Fold(values, Settled(names, throws)).alone())
    return _open(_weights({("", ""): values}, Settled(names, 1, throws - 1))["", ""])


def _weights(asked: Asked, settled: Settled) -> dict[tuple[str, str], tuple[Rows, int]]:
    """The weights of all that is asked for; raises `TooMuchWork` before any of it is begun where it takes too long."""
    folds = {name: Fold(targets, settled) for name, targets in asked.items()}
    check_pools(joint for fold in folds.values() for _, joint in fold.alone())
    steps = {key: seconds for fold in folds.values() for key, seconds in fold.steps().items()}
    check(sum(steps.values()), TOGETHER, FEWER)
    return {name: fold.weights() for name, fold in folds.items()}


def _open(found: tuple[Rows, int]) -> bool:
    """True if dice that go on leave something undecided."""
    rows, ways = found
    return sum(rows.values()) < ways


def _first_throws(action: Action, names: Mapping[Any, Any]) -> int:
    """The number of throws of dice that go on until only one roll in a million still does."""
    throws = 1
    for group in (group for pool in action.pools for group in pool.at(names).groups):
        on = group.explodes or group.again
        if on and not group.most and group.count and group.sides >= on:
            goes_on = (group.sides - on + 1) / group.sides
            if goes_on == 1:
                raise TooMuchWork("dice that go on with every face never end, so let some face end them")
            throws = max(throws, ceil(log(UNLIKELY * group.count) / -log(goes_on)))
    return throws


def _by_success(action: Action, grades: tuple[Rows, int]) -> tuple[Rows, int]:
    weights: dict[tuple[Any, ...], int] = {}
    for (name,), weight in grades[0].items():
        key = (name in action.successes,)
        weights[key] = weights.get(key, 0) + weight
    return weights, grades[1]


def _chance_of(found: tuple[Rows, int]) -> Ratio | None:
    """The chance that a condition holds; None where dice that go on leave that open."""
    if _open(found):
        return None
    rows, ways = found
    return Ratio(sum(weight for (holds,), weight in rows.items() if holds), ways)


def _degrees(action: Action, rows: Rows, ways: int) -> Distribution | None:
    if _open((rows, ways)):
        return None
    weights = {name: rows.get((name,), 0) for name in action.ranked_degrees}
    return Distribution(tuple((name, weight) for name, weight in weights.items() if weight), ways)


def _rows(rows: Rows, ways: int) -> Distribution | None:
    """The distribution of a number, with one row for all that dice that go on leave open; None for anything else."""
    weights: dict[int, int] = {}
    low, high = -inf, inf
    for (value, *_), weight in rows.items():
        if isinstance(value, Span):
            if value.high == inf and value.low != -inf:
                high = min(high, value.low)
            elif value.low == -inf and value.high != inf:
                low = max(low, value.high)
            else:
                return None
        elif type(value) is int:
            weights[value] = weights.get(value, 0) + weight
        else:
            return None
    if sum(rows.values()) < ways or high <= low:
        return None
    found: list[tuple[Row, int]] = [(value, weight) for value, weight in sorted(weights.items()) if low < value < high]
    if high < inf:
        above = sum(
            weight for (value, *_), weight in rows.items() if (value.low if isinstance(value, Span) else value) >= high
        )
        found.append((f"{int(high)}+", above))
    if low > -inf:
        below = ways - sum(weight for _, weight in found)
        found.insert(0, (f"≤{int(low)}", below))
    return Distribution(tuple(found), ways)


def _goal(name: str, rows: Rows) -> Goal | None:
    """The lowest value of a number that is enough for the main event; None where this number alone does not decide."""
    enough = [_low(value) for value, good in rows if good]
    short = [_high(value) for value, good in rows if not good]
    if not enough or (short and max(short) >= min(enough)):
        return None
    return Goal(name, int(min(enough)))


def _low(value: Any) -> float:
    return value.low if isinstance(value, Span) else value


def _high(value: Any) -> float:
    return value.high if isinstance(value, Span) else value
