"""The exact odds of any dice: each pool by itself, then what is written between them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from math import comb, prod

from pyrules.core.budget import shared_budget, spend
from pyrules.core.dist import slot, unpack_weights
from pyrules.core.odds import Distribution, Goal, Odds
from pyrules.core.sums import Slots
from pyrules.core.tally import SECONDS_A_BYTE, SECONDS_A_STEP
from pyrules.systems.anydice import rules
from pyrules.systems.anydice.model import Dice, Node, Sum, Test
from pyrules.systems.anydice.writing import write_part

Weighted = Mapping[int, int]
"""Results, each with its weight."""

SECONDS_A_PAIR = 1e-6
"""The seconds that putting two results together takes in a browser."""

FEW_PAIRS = 20_000
"""The most pairs of results that are put together one by one; more of them, by multiplying out."""


@lru_cache(maxsize=64)
def odds(test: Test) -> Odds:
    """The exact odds of a roll. Raises `TooMuchWork` where they take too long to work out."""
    with shared_budget():
        found = [distribution(item) for item in test.items]
        total = rows(sum_results([(1, one) for one in found]))
        met = [
            sum_weights((int(value >= wanted), weight) for value, weight in one.items())
            for one, wanted in zip(found, rules.targets(test), strict=True)
            if wanted is not None
        ]
        reached = rows(sum_results([(1, one) for one in met])) if met else None
    told = {"total": total}
    if len(found) > 1:
        told |= {write_part(item): rows(one) for item, one in zip(test.items, found, strict=True)}
        told = ({"reached": reached} if reached else {}) | told
    if reached:
        events = {rules.SUCCESS: reached.at_least(1)}
    else:
        low, high = rules.span(rules.together(test))
        events = ({} if rules.explodes(test) else {rules.HIGHEST: total[high]}) | {rules.LOWEST: total[low]}
    return Odds(
        main=next(iter(events)),
        events=events,
        distributions=told,
        means={name: one.mean() for name, one in told.items()},
        goal=goal(test) if reached else None,
        forecast="" if reached else forecast(test, total),
    )


def goal(test: Test) -> Goal:
    """What decides whether a roll succeeds."""
    (first, *others) = rules.targets(test)
    return Goal("total", first) if first is not None and not others else Goal("reached", 1)


def forecast(test: Test, total: Distribution) -> str:
    """The lowest, highest and expected result of a roll that is to reach nothing, in words."""
    low, high = rules.span(rules.together(test))
    mean = f"{total.mean().value:.1f}".removesuffix(".0")
    return f"{f'{low} or more' if rules.explodes(test) else f'{low} to {high}'}, {mean} on average"


def rows(found: Weighted) -> Distribution:
    """Results in rising order."""
    return Distribution(
        tuple(sorted((value, weight) for value, weight in found.items() if weight)), sum(found.values())
    )


@lru_cache(maxsize=256)
def distribution(node: Node) -> Weighted:
    """The distribution of a part. Raises `TooMuchWork` where that takes too long to work out."""
    if isinstance(node, int):
        return {node: 1}
    if isinstance(node, Dice):
        return pool(node)
    parts = [distribution(part) for _, part in node.parts]
    signs = [sign for sign, _ in node.parts]
    if isinstance(node, Sum):
        return sum_results([(1, one if sign == "+" else negate(one)) for sign, one in zip(signs, parts, strict=True)])
    found, *others = parts
    for sign, other in zip(signs[1:], others, strict=True):
        found = combine_results(sign, found, other)
    return found


def negate(found: Weighted) -> Weighted:
    """Results taken away."""
    return {-value: weight for value, weight in found.items()}


def combine_results(sign: str, one: Weighted, other: Weighted) -> Weighted:
    """The distribution of two independent results, pair by pair."""
    spend(SECONDS_A_PAIR * len(one) * len(other), "these dice", "roll fewer of them")
    found: dict[int, int] = {}
    for a, first in one.items():
        for b, second in other.items():
            value = rules.OPERATIONS[sign](a, b)
            found[value] = found.get(value, 0) + first * second
    return found


def sum_results(kinds: Sequence[tuple[int, Weighted]]) -> Weighted:
    """The sum of independent results, each n times."""
    if all(number == 1 for number, _ in kinds) and prod(len(one) for _, one in kinds) <= FEW_PAIRS:
        return reduce(lambda so_far, one: combine_results("+", so_far, one), (one for _, one in kinds))
    slots = Slots([(number, {(value,): weight for value, weight in one.items()}, {}) for number, one in kinds])
    spend(slots.seconds, "these dice", "roll fewer of them")
    ended, _ = slots.add_dice()
    return {value: weight for (value,), weight in slots.unpack_sums(ended)}


def pool(dice: Dice) -> Weighted:
    """The distribution of equal dice."""
    _, number = rules.how_many(dice)
    return sum_results([(number, one_die(dice))]) if number == dice.number else some_kept(dice)


def one_die(dice: Dice) -> Weighted:
    """The worth of one of some dice: thrown, rerolled where it must be, and thrown on as often as it may be."""
    faces = dice.faces
    worth = {face: rules.worth(dice.counts, (face,)) for face in faces}
    again = sum(rules.is_rerolled(dice, (face,)) for face in faces)
    first = {face: again + len(faces) * (not rules.is_rerolled(dice, (face,))) for face in faces}
    if not dice.explodes:
        return sum_weights((worth[face], ways) for face, ways in first.items())

    def thrown_on(thrown: Weighted, onward: Weighted, ways: int) -> Weighted:
        ended = [(worth[face], weight * ways) for face, weight in thrown.items() if face != faces[-1]]
        goes = [(worth[faces[-1]] + more, thrown[faces[-1]] * weight) for more, weight in onward.items()]
        return sum_weights([*ended, *goes])

    every = dict.fromkeys(faces, 1)
    onward = sum_weights((worth[face], 1) for face in faces)
    for throws in range(1, rules.MOST_AGAIN):
        onward = thrown_on(every, onward, len(faces) ** throws)
    return thrown_on(first, onward, len(faces) ** rules.MOST_AGAIN)


def sum_weights(pairs: Iterable[tuple[int, int]]) -> Weighted:
    """Results with the sum of their weights."""
    found: dict[int, int] = {}
    for value, weight in pairs:
        found[value] = found.get(value, 0) + weight
    return found


def some_kept(dice: Dice) -> Weighted:
    """The distribution of equal dice of which some are kept.

    The values are gone through in turn, the best first, with every number of dice that can show each. The totals of
    those that are kept so far lie side by side in one integer, as in `pyrules.core.dist`; once n are kept, the
    other dice may show anything worse.
    """
    highest, keep = rules.how_many(dice)
    values = sorted(one_die(replace(dice, counts=None)).items(), reverse=highest)
    worth = {value: rules.worth(dice.counts, (value,)) for value, _ in values}
    low, behind = min(worth.values()), sum(ways for _, ways in values)
    size, width = keep * (max(worth.values()) - low) + 1, slot(behind**dice.number)
    steps = len(values) * sum(dice.number - used + 1 for used in range(keep))
    spend((SECONDS_A_STEP + SECONDS_A_BYTE * width * size) * steps, "these dice", "roll fewer of them")
    open_totals, found = [1, *[0] * (keep - 1)], 0
    for value, ways in values:
        behind -= ways
        shift = 8 * width * (worth[value] - low)
        for used in range(keep - 1, -1, -1):
            totals, left, missing = open_totals[used], dice.number - used, keep - used
            for shown in range(1, missing):
                open_totals[used + shown] += totals * comb(left, shown) * ways**shown << shift * shown
            rest = sum(comb(left, shown) * ways**shown * behind ** (left - shown) for shown in range(missing, left + 1))
            found += totals * rest << shift * missing
    return {place + keep * low: weight for place, weight in enumerate(unpack_weights(found, size, width)) if weight}
