"""Pools as a rulebook says them: `keep_highest(3, explode(d10(6)))`, and the dice of a roll read by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from pyrules.author.names import AuthorError
from pyrules.core.roll import LEAVE, NOTHING, Die, Pending, Pick, Roll, Throw
from pyrules.core.verdict import count as amount

FURTHER = 100
"""How often a die may be thrown on where nobody is asked to; no fair die ever gets there."""


@dataclass(frozen=True, slots=True)
class Group:
    """So many dice alike. They go on, and add up, from the face `explodes` on; from `again` on each brings one more.

    Where `most` is given, they need not go on after so many throws, and people may leave them or go on all the same.
    Dice that show one of `rerolled` are thrown once more. `called` names them where what they show is asked for.
    """

    count: int
    sides: int
    called: str = ""
    explodes: int = 0
    again: int = 0
    rerolled: tuple[int, ...] = ()
    most: int = 0


@dataclass(frozen=True, slots=True)
class Pool:
    """The dice of a test, and which of them are kept: the `keep` highest, or the lowest; 0 keeps all.

    `percent` reads two d10 as tens and ones.
    """

    groups: tuple[Group, ...]
    keep: int | None = None
    lowest: bool = False
    percent: bool = False

    def __add__(self, other: Pool) -> Pool:
        return replace(self, groups=self.groups + other.groups)

    @property
    def count(self) -> int:
        """How many dice are thrown at first."""
        return sum(group.count for group in self.groups)

    @property
    def words(self) -> str:
        """The pool in words."""
        if self.percent:
            return "d100"
        dice = " + ".join(f"{group.count}d{group.sides}" for group in self.groups if group.count) or "no dice"
        if self.keep is None:
            return dice
        return f"{dice}, the {'lowest' if self.lowest else 'highest'} {amount(self.keep, 'die', 'dice')} kept"


def dice(sides: int, number: int = 1, called: str = "", *, none: int = 0) -> Pool:
    """So many dice of one size; `none` are thrown where there are none."""
    if not isinstance(number, int):
        what = getattr(number, "title", number)
        raise AuthorError(
            f"{what} is no number of dice yet; write a function of the test, as in pool=lambda t: d6(t.dice)"
        )
    return Pool((Group(number if number > 0 else none, sides, called),))


d4, d6, d8, d10, d12, d20 = (partial(dice, sides) for sides in (4, 6, 8, 10, 12, 20))


def d100() -> Pool:
    """Two d10, the first for the tens and the second for the ones; two tens are a hundred."""
    return Pool((Group(1, 10, "tens"), Group(1, 10, "ones")), percent=True)


def keep_highest(number: int, pool: Pool) -> Pool:
    """Only so many of the highest dice count."""
    return replace(pool, keep=max(0, number))


def keep_lowest(number: int, pool: Pool) -> Pool:
    """Only so many of the lowest dice count."""
    return replace(pool, keep=max(0, number), lowest=True)


def explode(pool: Pool, on: int = 0, most: int = 0) -> Pool:
    """Dice that show `on` or more, or their highest face, are thrown again and add up.

    With `most` they need not go on after so many throws in all, and people may leave them or go on all the same.
    """
    groups = tuple(replace(group, explodes=on or group.sides, most=most) for group in pool.groups)
    return replace(pool, groups=groups)


def again(pool: Pool, on: int = 0) -> Pool:
    """Each die that shows `on` or more, or its highest face, brings one more die."""
    return replace(pool, groups=tuple(replace(group, again=on or group.sides) for group in pool.groups))


def reroll(pool: Pool, *faces: int) -> Pool:
    """Dice that show one of these faces are thrown once more, and the new face stands."""
    return replace(pool, groups=tuple(replace(group, rerolled=faces) for group in pool.groups))


def percent(tens: int, ones: int) -> int:
    """What two d10 show as a number from 1 to 100.

    >>> percent(10, 7), percent(3, 10), percent(10, 10)
    (7, 30, 100)
    """
    return (tens % 10 * 10 + ones % 10) or 100


@dataclass(frozen=True, slots=True)
class Lying:
    """A die on the table: its group, what it is worth, and whether it is thrown on.

    `turns` are the faces of each time that it was thrown anew, `wanted` how many of these there are to be; `left` is
    whether it was left where it might have gone on.
    """

    group: Group
    turns: tuple[tuple[int, ...], ...]
    wanted: int = 1
    left: bool = False

    @property
    def value(self) -> int:
        """What its last turn adds up to."""
        return sum(self.turns[-1])

    @property
    def open(self) -> bool:
        """Whether its last turn goes on."""
        return bool(self.group.explodes) and self.turns[-1][-1] >= self.group.explodes

    @property
    def waits(self) -> bool:
        """Whether it is still to be thrown."""
        return len(self.turns) < self.wanted or (self.group.explodes > 0 and self.goes_on(0))

    @property
    def brings(self) -> bool:
        """Whether one more die comes with it."""
        return bool(self.group.again) and not self.waits and self.turns[-1][-1] >= self.group.again

    def goes_on(self, more: int) -> bool:
        """Whether it may be thrown on, up to so many times `more` than it must be."""
        most = self.group.most
        return self.open and not self.left and (not most or len(self.turns[-1]) < most + more)


Rerolls = Sequence[tuple[tuple[int, ...] | None, Callable[[Lying], bool]]]
"""What was rerolled by choice, in turn: the places, None for all; and which dice may be."""


def lying(pool: Pool, roll: Roll, rerolls: Rerolls = ()) -> tuple[Lying, ...]:
    """The dice of a roll as they lie, those that were added behind those of the pool."""
    groups = [*chain.from_iterable([group] * group.count for group in pool.groups)]
    table = roll.pool(0)
    if table and not groups:
        raise AuthorError("there are dice where the pool has none")
    groups += [pool.groups[0]] * (len(table) - len(groups))
    left = {pick.places for pick in roll.picks if pick.option == LEAVE}
    return tuple(_lying(place, die, groups[place], rerolls, left=(place,) in left) for place, die in enumerate(table))


def _lying(place: int, die: Die, group: Group, rerolls: Rerolls, *, left: bool) -> Lying:
    if len(die.faces) == 1 and not group.rerolled and not rerolls:
        return Lying(group, (die.faces,), 1, left)
    turns = tuple(_turns(die.faces, group))
    wanted = 1 + (bool(group.rerolled) and turns[0][-1] in group.rerolled)
    for places, allowed in rerolls:
        then = Lying(group, turns[:wanted])
        wanted += place in places if places is not None else allowed(then)
    return Lying(group, turns, wanted, left)


def _turns(faces: Sequence[int], group: Group) -> Iterator[tuple[int, ...]]:
    turn: tuple[int, ...] = ()
    for face in faces:
        turn += (face,)
        if not (group.explodes and face >= group.explodes):
            yield turn
            turn = ()
    if turn:
        yield turn


def asked(pool: Pool, table: Sequence[Lying], added: int = 0) -> Pending:
    """The throws that a pool asks for: its dice, then what goes on, is thrown anew, or comes to it."""
    first, found = 0, []
    for group in pool.groups:
        lies = min(max(len(table) - first, 0), group.count)
        if lies < group.count:
            found.append(Throw(0, first + lies, group.sides, group.count - lies, what=group.called))
        first += group.count
    if found:
        return Pending(tuple(found))
    found = [thrown_on(place, die) for place, die in enumerate(table) if die.waits]
    brought = sum(die.brings for die in table) if any(group.again for group in pool.groups) else 0
    if (more := pool.count + brought + added - len(table)) > 0 and pool.groups:
        found.append(Throw(0, len(table), pool.groups[0].sides, more))
    return Pending(tuple(found)) if found else NOTHING


def thrown_on(place: int, die: Lying) -> Throw:
    """The throw of a die that lies there."""
    left = Pick(LEAVE, (place,)) if die.group.most else None
    return Throw(0, place, die.group.sides, what=die.group.called, left=left)


def further(table: Sequence[Lying]) -> tuple[Throw, ...]:
    """Throws that nobody is asked for, and people may make all the same."""
    return tuple(thrown_on(place, die) for place, die in enumerate(table) if die.group.most and die.goes_on(FURTHER))


def kept(pool: Pool, table: Sequence[Lying]) -> frozenset[int]:
    """The places of the dice that are kept."""
    places = sorted(range(len(table)), key=lambda place: table[place].value, reverse=not pool.lowest)
    return frozenset(places if pool.keep is None else places[: pool.keep])
