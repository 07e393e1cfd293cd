"""The exact odds of a test before the roll, by the same rules that judge it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from pyrules.core.dist import Weights, best_of_two, die, total as summed, worst_of_two
from pyrules.core.english import amount
from pyrules.core.odds import Goal, Odds, Value, number_distribution
from pyrules.core.ratio import NEVER, Ratio
from pyrules.core.roll import SIZES
from pyrules.core.scan import MOST_NOTATION, MOST_NUMBER
from pyrules.systems.general import rules
from pyrules.systems.general.model import ROLES, PoolDie, Role, Test
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
    rolled = number_distribution(totals(test))
    return Odds(
        main=SUCCESS,
        events={SUCCESS: main(test)},
        distributions={"total": rolled, "degree": rolled.map(partial(_degree, test))},
        means={"total": rolled.mean()},
        goal=None if test.declined else Goal("total", test.difficulty),
    )


def _degree(test: Test, total: int) -> Value:
    degree = rules.outcome(test, total).degree
    return FAILURE if degree is None else degree


def main(test: Test) -> Ratio:
    """The chance that a test succeeds."""
    weights = totals(test)
    return NEVER if test.declined else Ratio(sum(weights[least_success(test.difficulty) :]), sum(weights))


def least_success(needed: int) -> int:
    """The lowest total that succeeds where so much is needed.

    >>> least_success(15), least_success(-2)
    (15, 0)
    """
    return bisect_left(range(needed), True, key=lambda total: rules.succeeds(total, needed))


def with_dice(test: Test, dice: int) -> Test:
    """The strongest dice of a test, and more like its weakest one where it has fewer; as many as it may have.

    So the order of the terms does not matter. A test always has an Attribute Die.
    """
    strongest = _strongest(test)
    pool = strongest[:dice]
    if all(one.role != "attribute" for one in pool):
        pool = [replace(pool[0], role="attribute", name=""), *pool[1:]]
    while len(pool) < dice and (role := _one_more(replace(test, dice=tuple(pool)))):
        pool.append(replace(strongest[-1], role=role, name=""))
    return replace(test, dice=tuple(sorted(pool, key=lambda one: one.role != "attribute")))


def _strongest(test: Test) -> list[PoolDie]:
    """The dice of a test, those first that show most on average."""

    def strength(weighed: tuple[PoolDie, Weights]) -> tuple[float, Weights]:
        _, run = weighed
        return sum(value * weight for value, weight in enumerate(run)) / sum(run), run

    return [one for one, _ in sorted(zip(test.dice, runs(test), strict=True), key=strength, reverse=True)]


def sizes(test: Test) -> range:
    """The numbers of dice that a test may have and that can be written."""
    every = range(1, MOST_NOTATION // len(" + d4") + 1)
    return every[: bisect_left(every, True, key=lambda dice: not _has_size(test, dice))]


def _has_size(test: Test, dice: int) -> bool:
    pool = with_dice(test, dice)
    return len(pool.dice) == dice and len(write(pool)) <= MOST_NOTATION


def pool_called(test: Test) -> str:
    """The dice of a test, the strongest first and those that are alike together.

    >>> pool_called(Test((PoolDie(20), PoolDie(4), PoolDie(4, advantage=True), PoolDie(4)), 10))
    '4 dice: d20 + d4 adv + 2d4'
    """
    alike = Counter(replace(one, role="other", name="") for one in _strongest(test))
    terms = " + ".join(f"{number if number > 1 else ''}{_die_words(one)}" for one, number in alike.items())
    return f"{amount(len(test.dice), 'die', 'dice')}: {terms}"


def _one_more(test: Test) -> Role | None:
    """The kind that one more die of the pool can be; None where there can be none."""
    held = {one.role for one in test.dice}
    roles: tuple[Role, ...] = ("other", "bonus", "combat")
    return next((role for role in roles if not rules.refused_die(test.kind, role, held, test.settings)), None)


def variants(test: Test) -> tuple[tuple[str, Test], ...]:
    """The test with one die more or fewer, with Advantage, and with another Difficulty; only what can be written."""
    found = {"not declined": replace(test, declined=False)} if test.declined else dict(_variants(test))
    return tuple((label, one) for label, one in found.items() if len(write(one)) <= MOST_NOTATION)


def _variants(test: Test) -> Iterator[tuple[str, Test]]:
    if role := _one_more(test):
        for sides in SIZES:
            yield f"one more d{sides}", replace(test, dice=(*test.dice, PoolDie(sides, role)))
    for place, one in enumerate(test.dice):
        if place:
            yield f"without the {_die_words(one)}", replace(test, dice=(*test.dice[:place], *test.dice[place + 1 :]))
    for place, one in enumerate(test.dice):
        if not one.advantage:
            helped = (*test.dice[:place], replace(one, advantage=True), *test.dice[place + 1 :])
            yield f"Advantage on the {_die_words(one)}", replace(test, dice=helped)
    for step in (1, -1, rules.DEGREE_STEP, -rules.DEGREE_STEP):
        if 0 <= test.difficulty + step <= MOST_NUMBER:
            yield f"Difficulty {test.difficulty + step}", replace(test, difficulty=test.difficulty + step)


def _die_words(one: PoolDie) -> str:
    """A die in words, the same for dice with which the same comes about."""
    name = one.name or ("" if one.role == "other" else ROLES[one.role])
    conditions = [word for word, given in (("adv", one.advantage), ("dis", one.disadvantage)) if given]
    return " ".join([name, f"d{one.sides}", *conditions]).strip()
