"""Exact odds of a kind of test whose degrees are made of values: pools are put together where a value needs several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, count, product
from math import ceil, inf, lcm, log
from typing import Any

from pyrules.author.actions import Action, known_before
from pyrules.author.dice import Pool
from pyrules.author.entries import Entry
from pyrules.author.expressions import CHOOSES, Made, Value, at, inside, is_value, known, when
from pyrules.author.joint import Ask, Rows, Span, Undecided, joint
from pyrules.author.names import asks, name_of
from pyrules.author.readings import Reading, places
from pyrules.author.stated import Stated
from pyrules.core.budget import TooMuchWork, shared_budget, spend
from pyrules.core.odds import Chances, Distribution, Odds, Value as Row
from pyrules.core.outcomes import UNLIKELY
from pyrules.core.ratio import Ratio

SECONDS_A_PAIR = 1e-6
"""What putting together one result of each of two pools takes in a browser: thrice what CPython takes."""

MOST_THROWS = 30
"""So often dice that go on are followed at most."""


@dataclass(frozen=True, slots=True)
class Known:
    """The weights of some values together, by the pools that they are read of."""

    pools: frozenset[int]
    values: tuple[Any, ...]
    rows: Rows
    ways: int


class CircularError(Exception):
    """What is read of a pool depends on the same pool, by itself or by others: pools cannot be taken one by one."""


class Fold:
    """The weights of some values of a test together; what dice that go on leave undecided has no row.

    Raises `CircularError`.
    """

    def __init__(self, targets: Sequence[Any], names: Mapping[Any, Any], throws: int) -> None:
        self.names, self.throws = names, throws
        self.same: dict[Any, Reading] = {}
        self.found: dict[int, Any] = {}
        self.settled: dict[int, tuple[Any, Any]] = {}
        self.targets = [self._settled(one) for one in targets]
        self.of: dict[int, frozenset[int]] = {}
        self.readings: dict[int, list[Reading]] = {}
        for one in self._all(self.targets):
            if isinstance(one, Reading):
                self.readings.setdefault(one.pool.whole.place, []).append(one)
        self.whole = {place: found[0].pool.whole for place, found in self.readings.items()}
        self.needs = {place: self._conditions(place) for place in self.readings}
        before = {
            place: {part.pool.whole.place for part in inside(*needs) if isinstance(part, Reading)}
            for place, needs in self.needs.items()
        }
        try:
            TopologicalSorter(before).prepare()
        except CycleError:
            raise CircularError from None

    def _settled(self, one: Any) -> Any:
        """A value by what is known of the test, with each reading in it only once."""
        found = self.found

        def go(one: Any) -> Any:
            if not is_value(one):
                return one
            if id(one) not in found:
                found[id(one)] = self._once(one) if isinstance(one, Reading) else one.remade(tuple(map(go, one.parts)))
            return found[id(one)]

        if not is_value(one):
            return one
        if id(one) not in self.settled:
            self.settled[id(one)] = one, go(at(one, self.names))  # with the value, as its number is another's without
        return self.settled[id(one)][1]

    def _once(self, one: Reading) -> Reading:
        def known_part(part: Any) -> Any:
            left = at(part, self.names)
            return id(part) if is_value(left) else left

        faces = tuple(map(known_part, one.faces.parts))
        keeps = tuple((known_part(keep.number), keep.lowest) for keep in one.pool.keeps)
        return self.same.setdefault((one.pool.whole.place, one.kind, faces, one.faces.but, keeps), one)

    def _all(self, ones: Sequence[Any]) -> tuple[Any, ...]:
        """All that some are made of, and what their pools depend on, by what is known."""
        found = inside(*ones)
        while True:
            more = [self._settled(part) for one in found if isinstance(one, Reading) for part in one.parts]
            wider = inside(*ones, *more)
            wider = inside(*wider, *found)
            if len(wider) == len(found):
                return found
            found = wider

    def _conditions(self, place: int) -> list[Any]:
        """The values of other pools that a pool, or what is read of it, depends on."""
        parts = {id(part): self._settled(part) for one in self.readings[place] for part in one.parts}
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

    def weights(self) -> tuple[Rows, int]:
        """The weights of all targets together, and the sum of these weights with what is undecided."""
        waiting = {place for place in self.readings if self.needs[place]}
        there = [self._of_pool(place) for place in self.readings if place not in waiting]
        while waiting or len(there) > 1:
            ready = [
                (place, one)
                for place in waiting
                for one in there
                if all(self.pools(need) <= one.pools for need in self.needs[place])
            ]
            if ready:
                place, one = ready[0]
                waiting.remove(place)
                there = [other for other in there if other is not one] + [self._conditional(one, place, waiting)]
            else:
                first, second = min(combinations(there, 2), key=lambda pair: len(pair[0].rows) * len(pair[1].rows))
                rest = [one for one in there if one is not first and one is not second]
                there = [*rest, self._put_together(first, second, waiting)]
        if not there:
            return {tuple(self.targets): 1}, 1
        function = compiled(self.targets, there[0].values)
        return _counted(((row, weight) for row, weight in there[0].rows.items()), function), there[0].ways

    def _needed(self, pools: frozenset[int], waiting: set[int]) -> tuple[Any, ...]:
        """The largest values that these pools alone tell, of all that is still to be told."""
        found: dict[int, Any] = {}

        def go(one: Any) -> None:
            if not is_value(one) or not self.pools(one):
                return
            if self.pools(one) <= pools:
                found[id(one)] = one
            else:
                for part in self.needs[one.pool.whole.place] if isinstance(one, Reading) else one.parts:
                    go(part)

        for one in (*self.targets, *(need for place in waiting for need in self.needs[place])):
            go(one)
        return tuple(found.values())

    def _joint(self, place: int, names: Mapping[Any, Any]) -> tuple[Rows, int]:
        pool: Pool = self.whole[place].at(names)
        dice = 1 if pool.percent else pool.size
        asks = tuple(
            Ask(one.kind, one.faces.at(names), *places(one.pool.keeps, dice, names)) for one in self.readings[place]
        )
        groups = tuple(replace(group, called="", of="") for group in pool.groups)
        return joint(groups, asks, self.throws, pool.percent)

    def _of_pool(self, place: int) -> Known:
        rows, ways = self._joint(place, self.names)
        pools = frozenset([place])
        values = self._needed(pools, {other for other in self.readings if self.needs[other]})
        return Known(pools, values, _counted(iter(rows.items()), compiled(values, self.readings[place])), ways)

    def _put_together(self, first: Known, second: Known, waiting: set[int]) -> Known:
        spend(SECONDS_A_PAIR * len(first.rows) * len(second.rows), "these pools together", "roll fewer dice")
        pools = first.pools | second.pools
        values = self._needed(pools, waiting)
        function = compiled(values, (*first.values, *second.values))
        found: dict[tuple[Any, ...], int] = {}
        for (a, m), (b, n) in product(first.rows.items(), second.rows.items()):
            try:
                key = function(*a, *b)
            except Undecided:
                continue
            found[key] = found.get(key, 0) + m * n
        return Known(pools, values, found, first.ways * second.ways)

    def _conditional(self, first: Known, place: int, waiting: set[int]) -> Known:
        """A pool that depends on what others came to, for all that these may come to."""
        pools = first.pools | {place}
        values = self._needed(pools, waiting)
        conditions = compiled(self.needs[place], first.values)
        found: list[tuple[tuple[Any, ...], int, Rows, int]] = []
        for row, weight in first.rows.items():
            known_here = {**self.names, **dict(zip(self.needs[place], conditions(*row), strict=True))}
            parts = {part: known(self._settled(part), known_here) for one in self.readings[place] for part in one.parts}
            if any(isinstance(one, Span) for one in parts.values()):
                raise TooMuchWork("dice that depend on dice that go on without end have no exact odds, so let them end")
            rows, ways = self._joint(place, {**known_here, **parts})
            spend(SECONDS_A_PAIR * len(rows), "these pools together", "roll fewer dice")
            found.append((row, weight, rows, ways))
        shared = lcm(*(ways for *_, ways in found))
        pairs = (
            (row + more, weight * often * (shared // ways))
            for row, weight, rows, ways in found
            for more, often in rows.items()
        )
        function = compiled(values, (*first.values, *self.readings[place]))
        return Known(pools, values, _counted(pairs, function), first.ways * shared)


def _counted(rows: Iterator[tuple[tuple[Any, ...], int]], function: Callable[..., tuple[Any, ...]]) -> Rows:
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
"""So many characters of Python are written for one value; what is longer is worked out part by part."""


def compiled(values: Sequence[Any], given: Sequence[Any]) -> Callable[..., tuple[Any, ...]]:
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
        return lambda *row: tuple(known(one, dict(zip(given, row, strict=True))) for one in values)
    head = ", ".join(there[id(one)] for one in given)
    function: Callable[..., tuple[Any, ...]] = eval(_code(f"lambda {head}: ({body}{',' if values else ''})"), scope)  # noqa: S307 (written here)
    return function


@lru_cache(maxsize=256)
def _code(text: str) -> Any:
    return compile(text, "<values>", "eval")


class Given(Value):
    """What is known of a test by a name."""

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
def valued(action: Action, test_names: frozenset[str]) -> Valued | None:
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
    """The odds of a system, exact where a kind of test is made of values."""

    @lru_cache(maxsize=64)
    def found(test: Any) -> Odds:
        action = stated.action(test)
        made = valued(action, frozenset(known_before(test))) if action.readings else None
        try:
            return odds(action, test, made) if made else default.odds(test)
        except CircularError:
            return default.odds(test)

    def main(test: Any) -> Ratio:
        told = found(test)
        return told.events[told.main]

    if not any(action.options for action in stated.actions):
        default = replace(default, best_play=None)
    default = replace(default, pool_called=partial(_pool_called, stated))
    together, _ = stated.sizing()
    if len(together) < 2:
        return replace(default, odds=found, main=main)
    entries = [entry for entry in stated.entries if entry.name in together]
    return replace(
        default,
        odds=found,
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
        dice for dice, other in moved if action.pool_of(other).groups[0].count == dice and not stated.refused(other)
    ]
    return range(taken[0], next(dice for dice in count(taken[0]) if dice not in taken)) if taken else range(0)


OPEN = "dice that go on without end leave open what this comes to, so let them end, as in mine.explode(most=5)"
"""What is said where no number of throws would do."""


def odds(action: Action, test: Any, stated: Valued) -> Odds:  # noqa: C901 (from few throws to many)
    """The odds of a test; raises `TooMuchWork` for what takes too long, and for what dice that go on leave open."""
    names = {**known_before(test), **{one.name: 0 for one in action.options}}
    main = next(iter(stated.events))
    with shared_budget():
        throws = first = _first_throws(action, names)
        while True:
            try:
                grades = Fold([stated.degree], names, throws).weights() if stated.degree is not None else None
                if grades and stated.graded:
                    event = _told(_by_success(action, grades))
                else:
                    event = _told(Fold([stated.events[main]], names, throws).weights())
                numbers = {
                    name: Fold([one, stated.events[main]], names, throws).weights()
                    for name, one in stated.numbers.items()
                }
            except TooMuchWork:
                if throws > first:
                    raise TooMuchWork(OPEN) from None
                raise
            if event is not None:
                break
            if throws >= MOST_THROWS:
                raise TooMuchWork(OPEN)
            throws += throws
        events = {
            name: event if name == main else _told(Fold([one], names, throws).weights())
            for name, one in stated.events.items()
        }
        degrees = _degrees(action, *grades) if grades else None
    told: dict[str, Distribution] = {}
    for name, (rows, ways) in numbers.items():
        if found := _rows(rows, ways):
            told[name] = found
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
        goal=goal if goal and goal[0] in varying else None,
        left_out=tuple(name for name, one in events.items() if one is None),
    )


def _first_throws(action: Action, names: Mapping[Any, Any]) -> int:
    """How often dice that go on are thrown until only one roll in a million still does."""
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


def _told(found: tuple[Rows, int]) -> Ratio | None:
    """The chance that a condition holds; None where dice that go on leave that open."""
    rows, ways = found
    if sum(rows.values()) < ways:
        return None
    return Ratio(sum(weight for (holds,), weight in rows.items() if holds), ways)


def _degrees(action: Action, rows: Rows, ways: int) -> Distribution | None:
    if sum(rows.values()) < ways:
        return None
    weights = {name: rows.get((name,), 0) for name in action.ranked}
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


def _goal(name: str, rows: Rows) -> tuple[str, int] | None:
    """The lowest value of a number that is enough for the main event; None where this number alone does not decide."""
    enough = [_low(value) for value, good in rows if good]
    short = [_high(value) for value, good in rows if not good]
    if not enough or (short and max(short) >= min(enough)):
        return None
    return name, int(min(enough))


def _low(value: Any) -> float:
    return value.low if isinstance(value, Span) else value


def _high(value: Any) -> float:
    return value.high if isinstance(value, Span) else value
