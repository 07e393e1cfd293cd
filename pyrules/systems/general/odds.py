"""The exact odds of a test before the roll, by the same rules that judge it."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import accumulate

from pyrules.core.dist import Weights, best_of_two, die, total as summed, worst_of_two
from pyrules.core.odds import Luck, Odds, Value, grouped, numbered
from pyrules.core.ratio import NEVER, Ratio
from pyrules.core.roll import SIZES
from pyrules.core.scan import MOST_CHARACTERS, MOST_NUMBER
from pyrules.systems.general import rules
from pyrules.systems.general.model import ROLES, Outcome, PoolDie, Role, Test
from pyrules.systems.general.notation import write

SUCCESS = "success"
FAILURE = "failure"
RUNS = {"normal": die, "advantage": best_of_two, "disadvantage": worst_of_two}


def runs(test: Test) -> tuple[Weights, ...]:
    """The weights of every value of each die, under its own condition."""
    return tuple(RUNS[mode](one.sides) for one, mode in zip(test.dice, rules.modes(test), strict=True))


def totals(test: Test) -> Weights:
    """The weights of every total; a declined test has none but 0."""
    return (1,) if test.declined else _totals(runs(test))


@lru_cache(maxsize=64)
def _totals(dice: tuple[Weights, ...]) -> Weights:
    """The weights of every total of these dice; kept, since what-ifs and the smallest pools ask for the same again."""
    return summed(dice)


def odds(test: Test) -> Odds:
    """The exact odds of a test; the row "failure" stands before the Degrees of success."""
    rolled = numbered(totals(test))
    return Odds(
        main=SUCCESS,
        events={SUCCESS: main(test)},
        distributions={"total": rolled, "degree": grouped(rolled, partial(_degree, test))},
        means={"total": rolled.mean()},
        goal=None if test.declined else ("total", test.difficulty),
    )


def _degree(test: Test, total: int) -> Value:
    degree = rules.outcome(test, total).degree
    return FAILURE if degree is None else degree


def main(test: Test) -> Ratio:
    """The chance that a test succeeds."""
    return NEVER if test.declined else enough(runs(test), test.difficulty)


def enough(dice: Sequence[Weights], needed: int) -> Ratio:
    """The chance that the sum of these dice is at least `needed`.

    They are summed up in two parts, since what both together come to has twice as many values of twice the length.
    """
    half = len(dice) // 2
    some, others = _totals(tuple(dice[:half])), _totals(tuple(dice[half:]))
    missing = least_success(needed)
    at_least = list(accumulate(reversed(others)))[::-1]
    ways = sum(
        weight * at_least[max(0, missing - value)]
        for value, weight in enumerate(some)
        if missing - value < len(at_least)
    )
    return Ratio(ways, sum(some) * at_least[0])


def least_success(needed: int) -> int:
    """The lowest total that succeeds where so much is needed.

    >>> least_success(15), least_success(-2)
    (15, 0)
    """
    return bisect_left(range(needed), True, key=lambda total: rules.succeeds(total, needed))


def luck(test: Test, outcome: Outcome) -> Luck | None:
    """How good a total is; None when the test was declined."""
    if test.declined:
        return None
    rolled = numbered(totals(test))
    return Luck(rolled.at_least(outcome.total), rolled.at_most(outcome.total))


def with_dice(test: Test, dice: int) -> Test:
    """The same test with its first dice only, or with more dice like its last one, as many as it may have."""
    pool = list(test.dice[:dice])
    while len(pool) < dice and (role := _one_more(replace(test, dice=tuple(pool)))):
        pool.append(replace(test.dice[-1], role=role, name=""))
    return replace(test, dice=tuple(pool))


def _one_more(test: Test) -> Role | None:
    """What one more die of the pool can be; None where there can be none."""
    held = {one.role for one in test.dice}
    roles: tuple[Role, ...] = ("other", "bonus", "combat")
    return next((role for role in roles if not rules.refused_die(test.kind, role, held, test.settings)), None)


def variants(test: Test) -> tuple[tuple[str, Test], ...]:
    """The test with one die more or fewer, with Advantage, and with another Difficulty; only what can be written."""
    if test.declined:
        return (("not declined", replace(test, declined=False)),)
    found = (*_more_dice(test), *_fewer_dice(test), *_with_advantage(test), *_difficulties(test))
    return tuple((label, one) for label, one in dict(found).items() if len(write(one)) <= MOST_CHARACTERS)


def _more_dice(test: Test) -> Sequence[tuple[str, Test]]:
    role = _one_more(test)
    if role is None:
        return ()
    return [(f"one more d{sides}", replace(test, dice=(*test.dice, PoolDie(sides, role)))) for sides in SIZES]


def _called(one: PoolDie) -> str:
    """A die in words, the same for dice with which the same comes about."""
    name = one.name or ("" if one.role == "other" else ROLES[one.role])
    conditions = [word for word, given in (("adv", one.advantage), ("dis", one.disadvantage)) if given]
    return " ".join([name, f"d{one.sides}", *conditions]).strip()


def _fewer_dice(test: Test) -> Sequence[tuple[str, Test]]:
    return [
        (
            f"without the {_called(one)}",
            replace(test, dice=_without(test.dice, place)),
        )
        for place, one in enumerate(test.dice)
        if place
    ]


def _without(dice: tuple[PoolDie, ...], place: int) -> tuple[PoolDie, ...]:
    return (*dice[:place], *dice[place + 1 :])


def _with_advantage(test: Test) -> Sequence[tuple[str, Test]]:
    return [
        (
            f"Advantage on the {_called(one)}",
            replace(test, dice=(*test.dice[:place], replace(one, advantage=True), *test.dice[place + 1 :])),
        )
        for place, one in enumerate(test.dice)
        if not one.advantage
    ]


def _difficulties(test: Test) -> Sequence[tuple[str, Test]]:
    return [
        (f"Difficulty {test.difficulty + step}", replace(test, difficulty=test.difficulty + step))
        for step in (1, -1, rules.DEGREE_STEP, -rules.DEGREE_STEP)
        if 0 <= test.difficulty + step <= MOST_NUMBER
    ]
