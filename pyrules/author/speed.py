"""Fast odds of a declared kind of test: the parts of its dice that matter, by what its functions ask for."""

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from functools import partial
from itertools import accumulate
from math import comb, prod
from typing import Any

from pyrules.author.actions import OF_DICE, Action, known_before, result_of_die
from pyrules.author.dice import Group, Lying, Pool, by_side
from pyrules.author.names import asks
from pyrules.author.one_die import worth
from pyrules.core.outcomes import every_face
from pyrules.core.roll import Die, Roll, Throw, alike
from pyrules.core.sums import Counts, Sums, Worths
from pyrules.core.system import Test
from pyrules.core.tally import Tally, highest, lowest


def groups(action: Action, test: Test, roll: Roll, throw: Throw) -> tuple[tuple[int, ...], ...]:
    """The faces that come to the same: where nothing is asked of the dice but what each counts for itself."""
    pool = action.pool_of(test)
    one_by_one = [*action.of_face, *([action.counts] if callable(action.counts) else [])]
    known = known_before(test)
    apart = all(set(asks(one)) <= {*known, "face", "sides"} for one in one_by_one)
    if _as_a_whole(action, test, pool):
        return every_face(throw.sides)  # dice that are read together are thrown together
    if "total" in action.asked_names or not apart or any(one.kind == "total" for one in action.readings):
        return ()
    part = by_side(pool)[throw.roll]
    table = [die for die in action.table(test, roll) if die.group.side == part.side]
    groups = [group for group in part.groups for _ in range(group.count)]
    group = groups[throw.first] if throw.first < len(groups) else part.groups[0]
    before = table[throw.first].turns if throw.first < len(table) else ()

    def what(face: int) -> tuple[Any, ...]:
        turns = (*before[:-1], (*before[-1], face)) if before and table[throw.first].open else (*before, (face,))
        die = Lying(group, turns, 1 + (not before and face in group.rerolled))
        brings = bool(group.again) and face >= group.again
        counts = [result_of_die(action, test, one, die) for one in one_by_one]
        counts += [one.of_die(die, known) for one in action.readings]
        return (die.waits, die.value if die.open else 0, *counts, brings, *action.anew(test, roll, die))

    return alike(throw.sides, what)


def _as_a_whole(action: Action, test: Test, pool: Pool) -> bool:
    """True if more is asked of the dice than what each counts for itself and what all add up to."""
    named = {name for group in pool.groups for name in (group.called, group.of)} - {""}
    known = known_before(test)
    some = [some.pool for one in action.options for some in one.some]
    if any(pool.kept_of is not None for pool in some) or not all(one.adds(known) for one in action.readings):
        return True
    whole = pool.keeps or pool.percent or pool.is_of_cards
    return bool(whole or action.asked_names & (OF_DICE - {"face", "sides", "total"} | named))


def state(action: Action, test: Test, roll: Roll) -> Hashable:
    """The parts of a roll that matter: the sum of dice that lie for good, and each other die by itself."""
    pool = action.pool_of(test)
    whole = _as_a_whole(action, test, pool)
    if whole and not action.options and all(map(_lies_as_it_falls, pool.groups)):
        return tuple(_faces(part, roll.pool(number)) for number, part in enumerate(by_side(pool)))
    table = action.table(test, roll)
    ends = list(accumulate(group.count for group in pool.groups))
    apart = sorted(
        (
            die.group.side,
            bisect_right(ends, place),
            die.group.of,
            die.value,
            die.waits,
            die.open,
            len(die.turns[-1]),
            whole and len(die.turns),
            die.turns[-1] if die.group.drawn else (),
        )
        for place, die in enumerate(table)
        if whole or die.waits or any(action.anew(test, roll, die))
    )
    picks = tuple(action.times_taken(roll, one) for one in action.options)
    lies = [] if whole else [die for die in table if not die.waits]
    known = known_before(test)
    sums = tuple(sum(result_of_die(action, test, one, die) for die in lies) for one in action.of_face)
    sums += tuple(sum(one.of_die(die, known) for die in lies) for one in action.readings if not whole)
    total = sum(die.value for die in lies) if "total" in action.asked_names else 0
    to_come = tuple(sum(die.brings - 1 for die in table if die.group == group) for group in pool.groups)
    return picks, sums, total, to_come, tuple(apart)


def _lies_as_it_falls(group: Group) -> bool:
    return not (group.explodes or group.again or group.rerolled or group.drawn)


def _faces(pool: Pool, table: Sequence[Die]) -> tuple[tuple[int, ...], ...]:
    """The faces of the dice of each group, in order."""
    ends = accumulate(group.count for group in pool.groups)
    return tuple(
        tuple(sorted(die.faces[0] for die in table[end - group.count : end]))
        for group, end in zip(pool.groups, ends, strict=True)
    )


def rolls_of(action: Action, test: Test) -> int:
    """The fewest rolls that are to be followed: one of each kind where dice are read together."""
    pool = action.pool_of(test)
    if not _as_a_whole(action, test, pool):
        return 1
    return prod(comb(group.count + group.sides - 1, group.count) for group in pool.groups if group.count)


def tally(action: Action, test: Test) -> Tally[Any] | Sums | None:
    """The dice one by one, where only what each counts for itself is asked for, or only the sum of those kept."""
    return _sums(action, test) or _sum_of_kept(action, test)


def _sums(action: Action, test: Test) -> Sums | None:
    pool = action.pool_of(test)
    if (
        not action.of_face
        or action.readings
        or _as_a_whole(action, test, pool)
        or "total" in action.asked_names
        or any(group.explodes and (group.rerolled or group.again) for group in pool.groups)
        or (len(pool.groups) > 1 and any(group.again for group in pool.groups))
    ):
        return None

    def counts(group: Group, value: int) -> Counts:
        die = Lying(group, ((value,),))
        return tuple(int(result_of_die(action, test, one, die)) for one in action.of_face)

    def outcome(found: Counts) -> Any:
        known = known_before(test) | dict.fromkeys((one.name for one in action.options), 0)
        return action.comes_to(known, dict(zip((one.__name__ for one in action.of_face), found, strict=True)))

    def worths(throws: int) -> Worths:
        return [(group.count, *worth(group, partial(counts, group), throws)) for group in pool.groups]

    return Sums(worths, outcome)


def _sum_of_kept(action: Action, test: Test) -> Tally[Any] | None:
    pool = action.pool_of(test)
    if action.readings:
        return None
    group = pool.groups[0]
    asked_for = action.asked_names & OF_DICE
    if len(pool.keeps) != 1 or len(pool.groups) > 1 or action.options or asked_for != {"total"}:
        return None
    if (
        group.again
        or group.rerolled
        or group.most
        or group.explodes not in (0, group.sides)
        or group.called in action.asked_names
    ):
        return None

    def outcome(total: int) -> Any:
        return action.comes_to(known_before(test) | {"total": total}, {})

    (keep,) = pool.keeps
    read = lowest if keep.lowest else highest
    return read(keep.number, of=group.count, sides=group.sides, outcome=outcome, explode=bool(group.explodes))


def endless(action: Action, test: Test) -> bool:
    """True if dice may be thrown on without end."""
    groups = action.pool_of(test).groups
    return any(
        group.count > group.drawn and (group.drawn or group.explodes or group.again) and not group.most
        for group in groups
    )
