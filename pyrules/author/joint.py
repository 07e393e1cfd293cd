"""The chances of all readings of one pool together: exact weights of just what is asked of its dice.

Dice that add to a reading one by one are multiplied out (`pyrules.core.sums`); where some are kept, or sets are read,
the values are gone through from the highest down with every number of dice that can show each (as `pyrules.core.tally`
does for one reading).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, inf, prod
from operator import sub
from typing import Any

from pyrules.author.dice import Group
from pyrules.author.one_die import shown_faces, worth
from pyrules.author.readings import Faces
from pyrules.core.budget import TooMuchWork, check, spend
from pyrules.core.dist import slot, unpack_weights
from pyrules.core.sums import Slots
from pyrules.core.tally import highest, lowest, seconds_a_step

SECONDS_A_STEP = 1.5e-6
"""The seconds in a browser of one number of dice of one value for one state: thrice what CPython takes."""

SECONDS_A_BYTE = 2e-10
"""The further seconds of each byte of the totals of such a state, by the same rule."""


class Undecided(Exception):
    """Dice that go on leave open what a value comes to."""


@dataclass(frozen=True, slots=True)
class Span:
    """A number that dice that go on leave open: from `low` to `high`."""

    low: float
    high: float

    def __add__(self, other: Any) -> Span:
        low, high = _ends(other)
        return Span(self.low + low, self.high + high)

    __radd__ = __add__

    def __neg__(self) -> Span:
        return Span(-self.high, -self.low)

    def __sub__(self, other: Any) -> Span:
        low, high = _ends(other)
        return Span(self.low - high, self.high - low)

    def __rsub__(self, other: Any) -> Span:
        return -self + _span(other)

    def __mul__(self, other: Any) -> Span:
        low, high = _ends(other)
        if low != high:
            raise Undecided
        ends = sorted((self.low * low, self.high * low)) if low else [0, 0]
        return Span(ends[0], ends[1])

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Span:
        if isinstance(other, Span) or other <= 0:
            raise Undecided
        return Span(*(end if abs(end) == inf else end // other for end in (self.low, self.high)))

    def _raise_undecided(self, *_: Any) -> Any:
        raise Undecided

    __rfloordiv__ = __mod__ = __rmod__ = __abs__ = __bool__ = _raise_undecided

    def __lt__(self, other: Any) -> bool:
        low, high = _ends(other)
        if self.high < low or self.low >= high:
            return self.high < low
        raise Undecided

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __gt__(self, other: Any) -> bool:
        low, high = _ends(other)
        if self.low > high or self.high <= low:
            return self.low > high
        raise Undecided

    def __le__(self, other: Any) -> bool:
        return not self > other


def _span(one: Any) -> Span:
    return Span(*_ends(one))


def _ends(one: Any) -> tuple[float, float]:
    return (one.low, one.high) if isinstance(one, Span) else (one, one)


@dataclass(frozen=True, slots=True)
class Ask:
    """A reading of a pool: its kind, the faces it is about, and the places that are kept, the highest first."""

    kind: str
    faces: Faces
    first: int
    end: int

    @property
    def highest_face(self) -> int:
        """The highest face that it tells from others."""
        given: list[int] = [one for one in self.faces.parts if one is not None]
        return max([0, *given])


Rows = Mapping[tuple[Any, ...], int]


FEWER = "roll fewer dice"
"""The advice where something takes too long."""

Weights = tuple[Rows, int]
"""The weights of all that is asked of some dice together, and the sum of these weights."""


class Joint:
    """The weights of all that is asked of a pool, worked out once by `work`, which spends about n seconds."""

    def __init__(self, seconds: float, on: str, instead: str, work: Callable[[], Weights]) -> None:
        self.seconds, self.on, self.instead, self.work = seconds, on, instead, work
        self.done: Weights | None = None

    def weights(self) -> Weights:
        """The weights; raises `TooMuchWork` where they take too long."""
        if self.done is None:
            check(self.seconds, self.on, self.instead)
            self.done = self.work()
        return self.done


@lru_cache(maxsize=512)
def joint(groups: tuple[Group, ...], asks: tuple[Ask, ...], throws: int, percent: bool) -> Joint:  # noqa: FBT001
    """The weights of all that is asked of some dice together.

    Dice that go on are followed for n throws, and leave open how much more they come to.

    Raises `TooMuchWork` for what is never told.
    """
    dice = 1 if percent else sum(group.count for group in groups)
    adding = all(ask.kind in ("count", "total") and (ask.first, ask.end) == (0, dice) for ask in asks)
    if adding and not percent and not any(group.drawn or (group.explodes and group.again) for group in groups):
        return _added_dice(groups, asks, throws)
    if len(groups) == len(asks) == 1 and not percent and (found := _sum_of_kept(groups[0], asks[0], throws)):
        return found
    if any(group.again or (group.explodes and group.rerolled) for group in groups):
        raise TooMuchWork("only counts and totals of dice that bring more dice have exact odds, so read those")
    return _sorted_dice(groups, asks, throws, percent=percent)


def _added_dice(groups: Sequence[Group], asks: Sequence[Ask], throws: int) -> Joint:
    """Each die adds to all that is asked."""
    far = max((ask.highest_face for ask in asks), default=0)
    worths = []
    endless = False
    for group in groups:

        def counts(value: int, group: Group = group) -> tuple[int, ...]:
            value = group.worth(value)
            return tuple(value if ask.kind == "total" else ask.faces.fits(value) for ask in asks)

        if group.count:
            endless |= bool(group.explodes or group.again) and not group.most
            steps = throws + (-(-far // group.explodes) if group.explodes else 0)
            worths.append((group.count, *worth(group, counts, steps if endless else 1)))
    if not worths:
        return Joint(0, "", "", lambda: ({(0,) * len(asks): 1}, 1))
    slots, what = Slots(worths), ("these dice", FEWER)
    grows = [ask.kind == "total" or any(group.again for group in groups) for ask in asks]

    def work() -> Weights:
        spend(slots.seconds, *what)
        ended, going = slots.add_dice()
        rows: dict[tuple[Any, ...], int] = dict(slots.unpack_sums(ended))
        for row, weight in slots.unpack_sums(going) if going else ():
            key = tuple(Span(one, inf) if more else one for one, more in zip(row, grows, strict=True))
            rows[key] = rows.get(key, 0) + weight
        return rows, slots.ways

    return Joint(slots.seconds, *what, work)


def _sum_of_kept(group: Group, ask: Ask, throws: int) -> Joint | None:
    """The sum of the highest or lowest of alike dice, which `pyrules.core.tally` has; None for anything else."""
    kept = ask.end - ask.first
    plain = not (group.again or group.rerolled or group.shows or group.drawn or group.most)
    plain &= group.explodes in (0, group.sides)
    if ask.kind != "total" or not plain or not kept or (ask.first and ask.end < group.count):
        return None
    read = lowest if ask.first else highest
    tally = read(kept, of=group.count, sides=group.sides, outcome=lambda total: total, explode=bool(group.explodes))

    def work() -> Weights:
        finished, open_, ways = tally.weighted_outcomes(lambda _, ways: ways < group.sides**throws // group.count)
        rows: dict[tuple[Any, ...], int] = {(total,): weight for total, weight in finished}
        return rows | {(Span(total, inf),): weight for total, weight in open_}, ways

    values = throws * (group.sides - 1) + 1 if group.explodes else group.sides
    totals = throws * group.sides + kept - 1 if group.explodes else group.sides * group.count
    width = slot(group.sides ** (group.count * (throws if group.explodes else 1)))
    pairs = (values - 1) * sum(group.count - used for used in range(kept)) + group.count
    return Joint(pairs * seconds_a_step(width * totals), "these dice", FEWER, work)


def _values(group: Group, bound: int) -> tuple[dict[int, int], int]:
    """The values of one die below a bound with their weights, and the weight of all others."""
    faces = range(1, group.sides + 1)
    if not group.explodes:
        found = Counter[int]()
        for face, weight in shown_faces(group).items():
            found[group.worth(face)] += weight
        return found, 0
    ended, over = Counter[int](), 0
    ahead, thrown = Counter({0: 1}), 0
    while ahead:
        thrown += 1
        onward = Counter[int]()
        ended = Counter({value: weight * group.sides for value, weight in ended.items()})
        over *= group.sides
        for (value, weight), face in product(ahead.items(), faces):
            now = value + face
            if now >= bound:
                over += weight
            elif face >= group.explodes and (not group.most or thrown < group.most):
                onward[now] += weight
            else:
                ended[now] += weight
        ahead = onward
    return ended, over


def _sorted_dice(groups: Sequence[Group], asks: Sequence[Ask], throws: int, *, percent: bool) -> Joint:
    """The values from the highest down, with every number of dice of each group that can show each."""
    most = max([1, *(group.sides * max(1, group.most) for group in groups)])
    bound = max([most * throws + 1, *(ask.highest_face + 1 for ask in asks)])
    kinds = [(1, dict.fromkeys(range(1, 101), 1), 0)] if percent else []
    kinds = kinds or [(group.count, *_values(group, bound)) for group in groups if group.count]
    ways = _ways_drawn if any(group.drawn for group in groups) else _ways
    descent = _Descent(kinds, asks, bound, ways)
    return Joint(descent.seconds, *descent.words, lambda: (descent.rows(), descent.ways))


class _Descent:
    """The values of some dice from the highest down.

    `kinds` are of each group its number, the weights of its values, and the weight of all from the bound on; `counted`
    says in how many ways so many of them show some faces.
    """

    def __init__(
        self,
        kinds: Sequence[tuple[int, Mapping[int, int], int]],
        asks: Sequence[Ask],
        bound: int,
        counted: Callable[[int, int, int], int],
    ) -> None:
        self.asks, self.counted = asks, counted
        self.numbers = tuple(number for number, _, _ in kinds)
        self.dice = sum(self.numbers)
        self.ways = prod(counted(number, number, sum(values.values()) + over) for number, values, over in kinds)
        every = sorted({value for _, values, _ in kinds for value in values}, reverse=True)
        self.steps = [(value, [values.get(value, 0) for _, values, _ in kinds]) for value in every]
        self.open = any(over for _, _, over in kinds)
        if self.open:
            if any(ask.kind == "longest run" for ask in asks):
                raise TooMuchWork("exact odds of a run of dice that go on without end are not known, so let them end")
            self.steps.insert(0, (bound, [over for _, _, over in kinds]))
        self.packs = next((place for place, ask in enumerate(asks) if ask.kind == "total"), None)
        self.low = min(every, default=0)
        self.width = slot(self.ways)
        self.last = max((ask.end for ask in asks), default=0)
        self.done: dict[tuple[Any, ...], int] = {}
        weights = [weights for _, weights in self.steps]
        self.behind = [[sum(column) for column in zip(*weights[place:], strict=True)] for place in range(len(weights))]
        self.behind.append([0] * len(kinds))

    words = "all that is read of these dice together", f"read less of them, or {FEWER}"

    @property
    def seconds(self) -> float:
        """The estimated seconds of going through all states that there could be."""
        states = prod(number + 1 for number in self.numbers)
        size = 0
        for place, ask in enumerate(self.asks):
            values = len(self.steps) * (ask.end - ask.first) + 1 if ask.kind == "total" else ask.end - ask.first + 1
            size = values if place == self.packs else size
            states *= 1 if place == self.packs else values
        pairs = prod((number + 2) / 2 for number in self.numbers)
        return len(self.steps) * states * pairs * (SECONDS_A_STEP + SECONDS_A_BYTE * self.width * size)

    def rows(self) -> Rows:
        """The weights of all that is asked together."""
        spend(self.seconds, *self.words)
        tables: Tables = {self.numbers: {(0, *map(_start, self.asks)): 1}}
        for place in range(len(self.steps)):
            tables = self._after(place, tables)
        for table in tables.values():
            self._finish(table, 1)
        found: dict[tuple[Any, ...], int] = {}
        for (going, *states), amount in self.done.items():
            for total, weight in _totals(amount, self.width) if self.packs is not None else [(0, amount)]:
                row = tuple(
                    _end(ask, state, total + self.low * (ask.end - ask.first) if place == self.packs else None, going)
                    for place, (ask, state) in enumerate(zip(self.asks, states, strict=True))
                )
                found[row] = found.get(row, 0) + weight
        return found

    def _finish(self, table: Mapping[tuple[Any, ...], int], ways: int) -> None:
        for key, amount in table.items():
            self.done[key] = self.done.get(key, 0) + amount * ways

    def _after(self, place: int, tables: Tables) -> Tables:
        """The states once it is known how many dice show one more value."""
        after: Tables = {}
        value, weights = self.steps[place]
        rest = self.behind[place + 1]
        open_ = self.open and not place
        for left, table in tables.items():
            used = self.dice - sum(left)
            if used >= self.last:  # nothing more is read, whatever the others show
                self._finish(table, prod(map(self.counted, left, left, self.behind[place])))
                continue
            ranges = [
                range(0 if more else number, number + 1) if weight else (0,)
                for number, weight, more in zip(left, weights, rest, strict=True)
            ]
            for shows in product(*ranges):
                ways = prod(map(self.counted, left, shows, weights))
                then = used + sum(shows)
                kept = [max(0, min(ask.end, then) - max(ask.first, used)) for ask in self.asks]
                shift = 0
                if self.packs is not None:
                    shift = 8 * self.width * kept[self.packs] * (value - self.low)
                    kept[self.packs] = 0
                onto = after.setdefault(tuple(map(sub, left, shows)), {})
                for (going, *states), amount in table.items():
                    now = [_step(*each, value, open_=open_) for each in zip(self.asks, states, kept, strict=True)]
                    key = (min(then, self.last) if open_ else going, *now)
                    onto[key] = onto.get(key, 0) + (amount * ways << shift)
        return after


Tables = dict[tuple[int, ...], dict[tuple[Any, ...], int]]
"""By how many dice of each group are left: the weights of how many go on and of the states of all readings."""


@lru_cache(maxsize=4096)
def _ways(number: int, show: int, weight: int) -> int:
    """The ways in which some of the dice show one of some faces."""
    alike: int = weight**show
    return comb(number, show) * alike


@lru_cache(maxsize=4096)
def _ways_drawn(_number: int, show: int, weight: int) -> int:
    """The ways in which some of the drawn cards are of some kinds."""
    return comb(weight, show)


def _start(ask: Ask) -> Any:
    return (0, 0, 0) if ask.kind == "longest run" else 0


def _step(ask: Ask, state: Any, kept: int, value: int, *, open_: bool) -> Any:
    """The state of a reading after n more dice show a value."""
    if not kept and ask.kind != "sets":
        return state
    match ask.kind:
        case "count":
            return state + kept * ask.faces.fits(value)
        case "total":
            return state + kept * value
        case "largest set":
            return max(state, min(kept, 1) if open_ else kept)
        case "sets":
            return state + (kept >= ask.faces.least)
        case _:
            before, run, best = state
            run = run + 1 if run and before == value + 1 else 1
            return value, run, max(best, run)


def _end(ask: Ask, state: Any, total: int | None, going: int) -> Any:
    """The value of a reading, where n of the highest dice go on."""
    found = state[2] if ask.kind == "longest run" else state if total is None else total
    kept = min(ask.end, going) - ask.first
    if kept <= 0 or ask.kind == "count":
        return found
    if ask.kind == "total":
        return Span(found, inf)
    return Span(found, max(found, kept)) if kept > 1 else found


def _totals(amount: int, width: int) -> Iterator[tuple[int, int]]:
    size = -(-amount.bit_length() // (8 * width))
    return ((total, weight) for total, weight in enumerate(unpack_weights(amount, size, width)) if weight)
