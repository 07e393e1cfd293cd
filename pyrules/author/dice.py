"""Pools as a rulebook says them: `keep_highest(3, explode(d10(6)))`, and the dice of a roll read by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any

from pyrules.author.expressions import IN_ORDER, AuthorError, evaluate, is_value, when
from pyrules.author.readings import Keep, Readable
from pyrules.core.english import amount
from pyrules.core.errors import quote
from pyrules.core.roll import FATE_DIE, LEAVE, MOST_DICE, NOTHING, Die, Pending, Pick, Roll, Throw
from pyrules.core.scan import MOST_NUMBER

TWICE = {"explodes": "explode", "again": "bring more", "rerolled": "are rerolled"}
"""The settings of dice that may be given once."""

FEW = 20
"""The number of throws of a die that go on to show what it can be worth, as far as people ask for that."""

FURTHER = 100
"""The most times that a die is thrown on where nobody is asked to; no fair die ever gets there."""


@dataclass(frozen=True, slots=True)
class Group:
    """Some dice alike. They go on, and add up, from the face `explodes` on; from `again` on each brings one more.

    Where `most` is given, they need not go on after n throws, and people may leave them or go on all the same.
    Dice that show one of `rerolled` are thrown once more. Where there are `shows`, they are what each face is worth,
    and `kinds` may be the names of 1, 2 and so on. What is `drawn` is never the same twice: cards of a deck. Those of a
    `side` are thrown by whom that names, against whoever rolls. `called` names them where what they show is asked for,
    `of` the pool that they are read as. Numbers may be values.
    """

    count: Any
    sides: Any
    called: str = ""
    explodes: Any = 0
    again: Any = 0
    rerolled: tuple[Any, ...] = ()
    most: int = 0
    shows: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    drawn: bool = False
    side: str = ""
    of: str = ""

    @property
    def size(self) -> str:
        """The name of one of the dice where that is not its sides."""
        return FATE_DIE if self.shows == FATE else ""

    def worth(self, face: int) -> int:
        """The worth of a face, or that several of a die that goes on add up to."""
        return self.shows[face - 1] if self.shows else face

    def shown_values(self) -> set[int]:
        """The values that one of the dice may have: of those without end the lowest, and the highest there is."""
        faces = {self.worth(face) for face in range(1, self.sides + 1)}
        if not self.explodes or self.most:
            return faces
        on = {face for face in faces if face >= self.explodes}
        found, ahead = {MOST_NUMBER}, {0}
        for _ in range(FEW):
            found |= {before + face for before in ahead for face in faces - on}
            ahead = {before + face for before in ahead for face in on}
        return found

    def check_end(self) -> None:
        """Raise `AuthorError` for dice that go on whatever they show."""
        for on in (0 if self.most else self.explodes, self.again):
            if not (is_value(on) or is_value(self.sides)) and (on < 0 or 0 < on <= 1):
                raise AuthorError("dice that go on with every face never end; let them go on from 2 or more")

    def value_words(self, value: int) -> str:
        """The worth of a die, in words."""
        return self.kinds[value - 1] if self.kinds else str(value)


@dataclass(eq=False)
class Pool(Readable):
    """Dice, and which of them are kept: one `keeps` after the other, so many of the highest, or of the lowest.

    `percent` reads two d10 as tens and ones. `made_from` are the pools whose dice these are, thrown otherwise, and
    `kept_of` is the pool that some of its dice are kept of.
    """

    groups: tuple[Group, ...]
    keeps: tuple[Keep, ...] = ()
    percent: bool = False
    name: str = ""
    made_from: tuple[Pool, ...] = ()
    kept_of: Pool | None = None
    place: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.place = next(IN_ORDER)

    def __add__(self, other: Any) -> Pool:
        if not isinstance(other, Pool):
            raise AuthorError(self.called_dice)
        if len({group.side for group in (*self.groups, *other.groups)}) > 1:
            raise AuthorError("dice of two sides are not put together; read both, as in mine.total - theirs.total")
        if other.keeps or other.percent or self.is_of_cards or other.is_of_cards:
            raise AuthorError(
                "some dice that are kept, a d100 or cards cannot be put to other dice; add what they come to"
            )
        return replace(
            self, groups=self.groups + other.groups, made_from=(self.whole, other.whole), kept_of=None, name=""
        )

    @property
    def whole(self) -> Pool:
        """All dice of the pool, of which these may be some."""
        return self if self.kept_of is None else self.kept_of

    @property
    def spoken_name(self) -> str:
        """The pool by its name."""
        return self.whole.name.replace("_", " ") or "the dice"

    @property
    def called_dice(self) -> str:
        """That dice are no number, and what would be one."""
        name = self.whole.name or "dice"
        return f"{quote(name)} are dice and no number: write {name}.total, {name}.highest or {name}.count(6)"

    @property
    def size(self) -> int:
        """The number of dice that are thrown at first."""
        return sum(group.count for group in self.groups)

    @property
    def words(self) -> str:
        """The pool in words."""
        if self.percent:
            return "d100"
        sizes = Counter[Any]()
        for group in self.groups:
            sizes[f"{group.sides}" if self.is_of_cards else group.size or f"d{group.sides}"] += group.count
        told = "{} of {} drawn" if self.is_of_cards else "{}{}"
        dice = " + ".join(told.format(number, sides) for sides, number in sizes.items() if number) or "no dice"
        kept = [f", the {keep.which} {amount(keep.number, 'die', 'dice')} kept" for keep in self.keeps]
        return dice + "".join(kept)

    @property
    def shown_values(self) -> frozenset[int]:
        """The values that its dice may have; nothing where that depends on the test."""
        if self.percent:
            return frozenset(range(1, 101))
        if any(is_value(one) for group in self.groups for one in (group.sides, group.explodes)):
            return frozenset()
        return frozenset().union(*(group.shown_values() for group in self.groups))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of what its dice are worth."""
        return self.groups[0].kinds if len(self.groups) == 1 else ()

    @property
    def side(self) -> str:
        """Who throws it, against whoever rolls; "" where whoever rolls does."""
        return self.groups[0].side if self.groups else ""

    @property
    def is_of_cards(self) -> bool:
        """True if it is cards that are drawn, and no dice."""
        return any(group.drawn for group in self.groups)

    def each(self, **more: Any) -> Pool:
        """The same dice, all thrown so."""
        if twice := [TWICE[name] for name in more if name in TWICE and any(getattr(one, name) for one in self.groups)]:
            raise AuthorError(f"these dice {twice[0]} already; say all of it in one place, as in d6(3).reroll(1, 2)")
        if self.is_of_cards:
            raise AuthorError("cards are drawn as they come; they are not rolled again and do not explode")
        if any(group.shows for group in self.groups) and not {"rerolled"} >= {*more}:
            raise AuthorError("dice with faces of their own do not explode and bring no more; reroll some faces")
        groups = tuple(replace(group, **{name: one(group) for name, one in more.items()}) for group in self.groups)
        for group in groups:
            group.check_end()
        return replace(self, groups=groups, made_from=(self.whole,), kept_of=None, name="")

    def _showing(self, faces: tuple[int, ...]) -> Pool:
        return replace(self, groups=tuple(replace(group, shows=faces) for group in self.groups))

    def explode(self, on: Any = 0, most: int = 0) -> Pool:
        """Dice that show `on` or more, or their highest face, are thrown again and add up; see `explode`."""
        check_number(on, "a face to go on from, as in explode(5)")
        if most and self.side:
            raise AuthorError("dice of another side go on without being asked; leave out most=")
        return self.each(
            explodes=lambda group: group.sides if isinstance(on, int) and not on else on, most=lambda _: most
        )

    def again(self, on: Any = 0) -> Pool:
        """Each die that shows `on` or more, or its highest face, brings one more die."""
        check_number(on, "a face to go on from, as in again(5)")
        return self.each(again=lambda group: group.sides if isinstance(on, int) and not on else on)

    def reroll(self, *faces: Any) -> Pool:
        """Dice that show one of these faces are thrown once more, and the new face stands."""
        for face in faces:
            check_number(face, "each face by itself, as in reroll(1, 2)")
        return self.each(rerolled=lambda _: faces)

    def keep_highest(self, number: Any) -> Pool:
        """Its n highest dice."""
        return self._keep(Keep(number))

    def keep_lowest(self, number: Any) -> Pool:
        """Its n lowest dice."""
        return self._keep(Keep(number, lowest=True))

    def _keep(self, keep: Keep) -> Pool:
        check_number(keep.number, "how many are kept, as in keep_highest(2)")
        return replace(self, keeps=(*self.keeps, keep), kept_of=self.whole)

    def values(self) -> Iterator[Any]:
        """The values that its dice depend on."""
        for group in self.groups:
            yield from (group.count, group.sides, group.explodes, group.again, *group.rerolled)
        yield from (keep.number for keep in self.keeps)

    def at(self, names: Mapping[Any, Any]) -> Pool:
        """The pool by what is known of the test."""
        if not any(map(is_value, self.values())):
            return self

        def number(one: Any) -> Any:
            return evaluate(one, names)

        groups = tuple(
            replace(
                group,
                count=_dice_number(int(number(group.count)), number(group.sides), drawn=group.drawn),
                sides=number(group.sides),
                explodes=number(group.explodes),
                again=number(group.again),
                rerolled=tuple(map(number, group.rerolled)),
            )
            for group in self.groups
        )
        for group in groups:
            group.check_end()
        return replace(self, groups=groups, keeps=tuple(Keep(number(keep.number), keep.lowest) for keep in self.keeps))


def check_number(one: Any, what: str) -> None:
    """Raise `AuthorError` for anything but a whole number, or a value."""
    if not (isinstance(one, int) or is_value(one)):
        raise AuthorError(f"{one!r} is no whole number; write {what}")


def _dice_number(number: int, sides: int, *, drawn: bool) -> int:
    """The number of dice: none of no sides, and no more cards than there are."""
    return max(0, min(number, sides) if drawn else number if sides else 0)


def dice(sides: Any, number: Any = 1, called: str = "", *, none: int = 0, side: str = "") -> Pool:
    """Some dice of one size, or with faces of their own: `dice([0, 0, 1, 1, 2, 3], 2)`.

    `none` are thrown where there are none. Dice of a `side` lie apart, under that name, and nobody but it throws them.
    """
    if isinstance(sides, (list, tuple)):
        return dice(len(sides), number, called, none=none, side=side)._showing(_numbers(sides))  # noqa: SLF001 (its own)
    for one in (sides, number):
        if isinstance(one, Pool):
            raise AuthorError(one.called_dice)
        if not (isinstance(one, int) or is_value(one)):
            raise AuthorError(f"{one!r} is no number of dice, nor of their sides; write a whole number, as in d6(3)")
    if not is_value(number) and number > MOST_DICE:
        raise AuthorError(f"{number} dice are too many; roll {MOST_DICE} at most")
    if not is_value(sides) and sides < 1:
        raise AuthorError(f"a die has no {sides} sides; write at least 1")
    if is_value(number):
        return Pool((Group(when(number > 0, number, none) if none else number, sides, called, side=side),))
    return Pool((Group(number if number > 0 else none, sides, called, side=side),))


def _numbers(faces: Sequence[Any]) -> tuple[int, ...]:
    if wrong := [one for one in faces if not isinstance(one, int)]:
        raise AuthorError(f"{wrong[0]!r} is no face; a die has numbers on its faces, as in dice([0, 0, 1, 1, 2, 3])")
    return tuple(map(int, faces))


def draw(number: Any, cards: Any = 0, **kinds: int) -> Pool:
    """Some cards or stones, none of which is put back before all are drawn.

    They are numbered from 1, as in `draw(3, 52)`; or of some kinds: `draw(3, red=5, white=3)`, which are counted by
    name. Of kinds that are numbers, `draw(2, {1: 4, 10: 16})`, each card is worth its number.
    """
    stock = {**cards, **kinds} if isinstance(cards, Mapping) else kinds
    if stock:
        named = [*stock] if all(isinstance(one, str) for one in stock) else []
        wrong = [one for one, number in stock.items() if not isinstance(number, int) or number < 0]
        if wrong or not (named or all(isinstance(one, int) for one in stock)):
            raise AuthorError("say how many there are of each kind, as in draw(3, red=5, white=3)")
        shows = [named.index(one) + 1 if named else one for one, number in stock.items() for _ in range(number)]
        (group,) = dice(shows, number).groups
        group = replace(group, kinds=tuple(named))
    else:
        (group,) = dice(cards, number).groups
    if not (is_value(group.count) or is_value(group.sides)) and group.count > group.sides:
        raise AuthorError(f"{group.count} cannot be drawn of {group.sides}; draw fewer")
    return Pool((replace(group, drawn=True),))


d4, d6, d8, d10, d12, d20 = (partial(dice, sides) for sides in (4, 6, 8, 10, 12, 20))


def d100(*, side: str = "") -> Pool:
    """Two d10, the first for the tens and the second for the ones; two tens are a hundred."""
    return Pool((Group(1, 10, "tens", side=side), Group(1, 10, "ones", side=side)), percent=True)


def dF(number: Any = 4, *, side: str = "") -> Pool:  # noqa: N802 (the field's name)
    """Fate dice, each of which is worth -1, 0 or 1: a die of three sides on the table."""
    return dice(FATE, number, side=side)


FATE = (-1, 0, 1)


def keep_highest(number: Any, pool: Pool) -> Pool:
    """Only so many of the highest dice count."""
    return pool.keep_highest(max(0, number) if isinstance(number, int) else number)


def keep_lowest(number: Any, pool: Pool) -> Pool:
    """Only so many of the lowest dice count."""
    return pool.keep_lowest(max(0, number) if isinstance(number, int) else number)


def explode(pool: Pool, on: Any = 0, most: int = 0) -> Pool:
    """Dice that show `on` or more, or their highest face, are thrown again and add up.

    With `most` they need not go on after n throws in all, and people may leave them or go on all the same.
    """
    return pool.explode(on, most)


def again(pool: Pool, on: Any = 0) -> Pool:
    """Each die that shows `on` or more, or its highest face, brings one more die."""
    return pool.again(on)


def reroll(pool: Pool, *faces: Any) -> Pool:
    """Dice that show one of these faces are thrown once more, and the new face stands."""
    return pool.reroll(*faces)


def together(pools: Sequence[Pool]) -> Pool:
    """All dice of a test, each with the pool that it is read as, those of another side last."""
    groups = []
    for pool in sorted(pools, key=lambda one: one.side != ""):
        told = pool.name.replace("_", " ") if len(pools) > 1 else ""
        for group in pool.groups:
            called = f"{told} {group.called}".strip()
            groups.append(replace(group, called=called, of=pool.name))
    if len(pools) > 1:
        return Pool(tuple(groups))
    return Pool(tuple(groups), pools[0].keeps, pools[0].percent)


def by_side(pool: Pool) -> list[Pool]:
    """The dice of each side that has some, in the order of their rolls."""
    names = dict.fromkeys(group.side for group in pool.groups)
    if len(names) < 2:
        return [pool]
    parts = [Pool(tuple(group for group in pool.groups if group.side == name)) for name in names]
    return [part for part in parts if part.size] or parts[:1]


def percent(tens: int, ones: int) -> int:
    """The faces of two d10 as a number from 1 to 100.

    >>> percent(10, 7), percent(3, 10), percent(10, 10)
    (7, 30, 100)
    """
    return (tens % 10 * 10 + ones % 10) or 100


@dataclass(frozen=True, slots=True)
class Lying:
    """A die on the table: its group, what it is worth, and whether it is thrown on.

    `turns` are the faces of each time that it was thrown again, `wanted` how many of these there are to be; `left` is
    whether it was left where it might have gone on.
    """

    group: Group
    turns: tuple[tuple[int, ...], ...]
    wanted: int = 1
    left: bool = False

    @property
    def value(self) -> int:
        """The sum of its last turn."""
        return self.group.worth(sum(self.turns[-1]))

    @property
    def open(self) -> bool:
        """True if its last turn goes on."""
        return bool(self.group.explodes) and self.turns[-1][-1] >= self.group.explodes

    @property
    def waits(self) -> bool:
        """True if it is still to be thrown."""
        return len(self.turns) < self.wanted or (self.group.explodes > 0 and self.goes_on(0))

    @property
    def brings(self) -> bool:
        """True if one more die comes with it."""
        return bool(self.group.again) and not self.waits and self.turns[-1][-1] >= self.group.again

    def goes_on(self, more: int) -> bool:
        """True if it may be thrown on, up to n times `more` than it must be."""
        most = self.group.most
        return self.open and not self.left and (not most or len(self.turns[-1]) < most + more)


Rerolls = Sequence[tuple[tuple[int, ...] | None, Callable[[Sequence[Lying]], Collection[int]]]]
"""The rerolls by choice, in turn: the places, None for all; and which dice may be."""


def lying(pool: Pool, roll: Roll, rerolls: Rerolls = ()) -> tuple[Lying, ...]:
    """The dice of a roll as they lie, those of one side behind those of the other."""
    left = {pick.places for pick in roll.picks if pick.option == LEAVE}
    found = [die for number, part in enumerate(by_side(pool)) for die in _lying_of(part, roll.pool(number), left)]
    for places, allowed in rerolls:
        anew = allowed([replace(die, turns=die.turns[: die.wanted]) for die in found]) if places is None else places
        found = [replace(die, wanted=die.wanted + (place in anew)) for place, die in enumerate(found)]
    return tuple(found)


def _lying_of(pool: Pool, table: Sequence[Die], left: Collection[tuple[int, ...]]) -> list[Lying]:
    """The dice of one side, those that were added behind those of the pool."""
    groups = [*chain.from_iterable([group] * group.count for group in pool.groups)]
    if table and not groups:
        raise AuthorError("there are dice where the pool has none")
    found: list[Lying] = []
    brought: list[Group] = []
    for place, die in enumerate(table):
        group = groups[place] if place < len(groups) else _group_of_added(pool, brought, place - len(groups))
        one = _lying(die, group, left=(place,) in left)
        if group.drawn:
            one = _draw_card(one, {other.turns[-1] for other in found if other.group == group and not other.waits})
        found.append(one)
        if group.again and one.brings:
            brought.append(group)
    return found


def _draw_card(die: Lying, before: Collection[tuple[int, ...]]) -> Lying:
    """A card as it was drawn: one that lies there already is drawn again, as long as there are others."""
    anew = die.turns[-1] in before and len(before) < die.group.sides
    return replace(die, wanted=len(die.turns) + anew)


def _group_of_added(pool: Pool, brought: Sequence[Group], number: int) -> Group:
    """The group of a die that came to the pool: that of the die that brought it, or the first."""
    bringing = [group for group in pool.groups if group.again]
    if len(bringing) > 1 and number < len(brought):
        return brought[number]
    return bringing[0] if bringing else pool.groups[0]


def _lying(die: Die, group: Group, *, left: bool) -> Lying:
    if len(die.faces) == 1 and not group.rerolled:
        return Lying(group, (die.faces,), 1, left)
    turns = tuple(_turns(die.faces, group))
    anew = bool(group.rerolled) and group.worth(turns[0][-1]) in group.rerolled
    return Lying(group, turns, 1 + anew, left)


def _turns(faces: Sequence[int], group: Group) -> Iterator[tuple[int, ...]]:
    turn: tuple[int, ...] = ()
    for face in faces:
        turn += (face,)
        if not (group.explodes and face >= group.explodes):
            yield turn
            turn = ()
    if turn:
        yield turn


def pending_throws(pool: Pool, table: Sequence[Lying], added: int = 0) -> Pending:
    """The throws that a pool asks for, side by side; `added` dice come to the first."""
    found: list[Throw] = []
    for number, part in enumerate(by_side(pool)):
        mine = [die for die in table if die.group.side == part.side]
        throws = _asked_of(part, mine, 0 if number else added)
        found += [replace(throw, roll=number, what=throw.what or part.side) for throw in throws]
    return Pending(tuple(found)) if found else NOTHING


def _asked_of(pool: Pool, table: Sequence[Lying], added: int) -> list[Throw]:
    """The throws of one side: its dice, then what goes on, is thrown again, or comes to it."""
    first = 0
    found: list[Throw] = []
    for group in pool.groups:
        lies = min(max(len(table) - first, 0), group.count)
        if lies < group.count:
            number = group.count - lies
            found.append(Throw(0, first + lies, group.sides, number, what=group.called, size=group.size))
        first += group.count
    if found:
        return found
    found = [thrown_on(place, die) for place, die in enumerate(table) if die.waits]
    brought = [die.group for die in table if die.group.again and die.brings]
    for place in range(len(table), pool.size + len(brought) + added if pool.groups else 0):
        group = _group_of_added(pool, brought, place - pool.size)
        if (
            found
            and (found[-1].first + found[-1].count, found[-1].sides) == (place, group.sides)
            and place > len(table)
        ):
            found[-1] = replace(found[-1], count=found[-1].count + 1)
        else:
            found.append(
                Throw(0, place, group.sides, what=group.called if len(pool.groups) > 1 else "", size=group.size)
            )
    return found


def thrown_on(place: int, die: Lying) -> Throw:
    """The throw of a die that lies there."""
    left = Pick(LEAVE, (place,)) if die.group.most else None
    return Throw(0, place, die.group.sides, what=die.group.called, left=left, size=die.group.size)


def further(table: Sequence[Lying]) -> tuple[Throw, ...]:
    """Throws that nobody is asked for, and people may make all the same."""
    return tuple(thrown_on(place, die) for place, die in enumerate(table) if die.group.most and die.goes_on(FURTHER))


def kept_places(pool: Pool, table: Sequence[Lying]) -> frozenset[int]:
    """The places of the dice that are kept."""
    places = list(range(len(table)))
    for keep in pool.keeps:
        places.sort(key=lambda place: table[place].value, reverse=not keep.lowest)
        places = places[: keep.number]
    return frozenset(places)
