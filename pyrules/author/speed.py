"""What makes the odds of a stated kind of test fast: what of its dice matters, by what its functions ask for."""

from bisect import bisect_right
from collections.abc import Hashable
from itertools import accumulate
from typing import Any

from pyrules.author.actions import OF_DICE, Action, counted, known_before
from pyrules.author.dice import Lying
from pyrules.author.names import asks
from pyrules.core.roll import Roll, Throw, alike
from pyrules.core.system import Test
from pyrules.core.tally import Tally, highest, lowest


def groups(action: Action, test: Test, roll: Roll, throw: Throw) -> tuple[tuple[int, ...], ...]:
    """The faces that come to the same: where nothing is asked of the dice but what each counts for itaction."""
    pool = action.pool_of(test)
    one_by_one = [*action.of_face, *([action.counts] if action.counts else [])]
    known = known_before(test)
    apart = all(set(asks(one)) <= {*known, "face", "sides"} for one in one_by_one)
    named = {group.called for group in pool.groups}
    if action.read & (OF_DICE - {"face", "sides"} | named) or not apart or action.throws_anew or pool.keep is not None:
        return ()
    table = action.table(test, roll)
    groups = [group for group in pool.groups for _ in range(group.count)]
    group = groups[throw.first] if throw.first < len(groups) else pool.groups[0]
    before = table[throw.first].turns if throw.first < len(table) else ()

    def what(face: int) -> tuple[Any, ...]:
        turns = (*before[:-1], (*before[-1], face)) if before and table[throw.first].open else (*before, (face,))
        die = Lying(group, turns, 1 + (not before and face in group.rerolled))
        brings = bool(group.again) and face >= group.again
        return (die.waits, *(counted(action, test, one, die) for one in one_by_one), brings)

    return alike(throw.sides, what)


def state(action: Action, test: Test, roll: Roll) -> Hashable:
    """What matters of a roll."""
    table, pool = action.table(test, roll), action.pool_of(test)
    picks = tuple(action.taken(roll, one) for one in action.options)
    named = {group.called for group in pool.groups}
    by_face = action.read & (OF_DICE - {"face", "sides", "total"} | named)
    if by_face or action.throws_anew or pool.keep is not None or pool.percent:
        ends = list(accumulate(group.count for group in pool.groups))
        return picks, tuple(
            sorted((bisect_right(ends, place), die.value, die.waits, len(die.turns)) for place, die in enumerate(table))
        )
    sums = tuple(sum(counted(action, test, one, die) for die in table if not die.waits) for one in action.of_face)
    total = sum(die.value for die in table if not die.waits) if "total" in action.read else 0
    going = sorted((die.group.sides, die.value, len(die.turns)) for die in table if die.waits)
    to_come = sum(die.brings for die in table) - len(table)
    return picks, sums, total, to_come, tuple(going)


def tally(action: Action, test: Test) -> Tally[Any] | None:
    """The dice read from the highest or the lowest one on, where only the sum of those kept is asked for."""
    pool = action.pool_of(test)
    group = pool.groups[0]
    asked_for = action.read & OF_DICE
    if pool.keep is None or len(pool.groups) > 1 or action.options or asked_for != {"total"}:
        return None
    if (
        group.again
        or group.rerolled
        or group.most
        or group.explodes not in (0, group.sides)
        or group.called in action.read
    ):
        return None

    def outcome(total: int) -> Any:
        return action.comes_to(known_before(test) | {"total": total}, {})

    read = lowest if pool.lowest else highest
    return read(pool.keep, of=group.count, sides=group.sides, outcome=outcome, explode=bool(group.explodes))


def endless(action: Action, test: Test) -> bool:
    """Whether dice may be thrown on without end."""
    groups = action.pool_of(test).groups
    return any(group.count and (group.explodes or group.again) and not group.most for group in groups)
