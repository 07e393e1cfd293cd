"""The hits and ones of Moonwalk's dice, and the lead of a side over one with the Rule of Six: exact weights.

Without the Rule of Six a weight counts ways of `3^dice`. With it hits have no bound: the weight of `h` hits is in units
of `1 / (3^dice * 6^h)`, so that it is a whole number too. Where ones are told apart, six takes the place of three.

The chance of being ahead is a sum over the defender's hits `d`, of which there may be any number. By the Rule of Six
the weights of exactly and of at least `d` hits, in units of `1 / 6^d`, are from one hit on the values of polynomials of
degree `dice - 1` (the generating function ((4 + x) / (6 - x))^dice has one pole, at 6). So where both sides are without
bound, all but the first terms are `f(d) / 36^d` with a polynomial `f`, and their sum follows from Newton's forward
differences and the geometric series: `sum f(d) z^d = sum Δ^j f(0) z^j / (1 - z)^(j + 1)`.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain, count, islice, product, repeat
from math import comb, gcd
from operator import add, mul

from pyrules.core.budget import spend
from pyrules.core.dist import Weights, binomial, trinomial
from pyrules.core.ratio import NEVER, Ratio
from pyrules.core.roll import singles
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.model import Opposed, Settings, Tally, Test

SIDES = 6
DICE = tuple(singles(SIDES).values())
HIT, ONE, SIX = rules.tally(DICE).hits, rules.tally(DICE).ones, rules.added_dice(DICE)
REST = SIDES - HIT - ONE
SHARED = gcd(HIT, SIDES)
LOWEST, HITTING, MISSING = SIDES // SHARED, HIT // SHARED, (SIDES - HIT) // SHARED
"""The ways of a die, those that are a hit and those that are none, in lowest terms."""

SECONDS_A_GLITCH = 8e-8
"""Seconds for the weights of glitches in Pyodide, by the square of the dice; four times as long by the Rule of Six."""


def is_endless(test: Test) -> bool:
    """True if sixes add dice, so that hits have no bound."""
    return test.rule_of_six and not test.standard


def growth(test: Test) -> int:
    """By how much the unit of a weight shrinks with each hit."""
    return SIDES if is_endless(test) else 1


def hits(test: Test, dice: int) -> Weights:
    """The weights of the hits of one roll, in lowest terms, without the Rule of Six."""
    if test.standard:
        return (*(0,) * rules.standard_result(dice, test.settings).hits, 1)
    return binomial(dice, HITTING, MISSING)


def endless_hits(dice: int) -> Iterator[int]:
    """The weights of 0, 1, 2, ... hits by the Rule of Six.

    They are the coefficients of ((4 + x) / (6 - x))^dice, by the recurrence of its differential equation.

    >>> weights = endless_hits(1)
    >>> [next(weights) for _ in range(4)]
    [2, 5, 5, 5]
    """
    fewer, weight = 0, MISSING**dice
    for number in count():
        yield weight
        fewer, weight = weight, ((10 * dice - 2 * number) * weight + 6 * (number - 1) * fewer) // (4 * (number + 1))


def short(needed: int) -> Iterator[tuple[int, int]]:
    """In how many ways, of how many, 0, 1, 2, ... dice show fewer than `needed` hits; `needed` is at least 1.

    >>> ways = short(1)
    >>> [next(ways) for _ in range(3)]
    [(1, 1), (2, 3), (4, 9)]
    """
    fewer, ways = 1, 1
    last = HITTING ** (needed - 1)
    for dice in count():
        yield fewer, ways
        one_short = last if dice >= needed - 1 else 0
        fewer, ways = fewer * LOWEST - one_short * HITTING, ways * LOWEST
        if one_short:
            last = last * MISSING * (dice + 1) // (dice + 2 - needed)


def short_by_rule_of_six(needed: int) -> Iterator[tuple[int, int]]:
    """The same with the Rule of Six.

    The weights of exactly `needed - 1` hits are Meixner polynomials of the number of dice: hence their recurrence.

    >>> ways = short_by_rule_of_six(1)
    >>> [next(ways) for _ in range(3)]
    [(1, 1), (2, 3), (4, 9)]
    """
    edge = needed - 1
    before, last = 0, 0 if edge else 1
    after = 5 if edge else 2
    fewer, ways = SIDES**edge, SIDES**edge
    for dice in count(1):
        yield fewer, ways
        fewer, ways = LOWEST * fewer - (after + LOWEST * last) // 5, LOWEST * ways
        before, last = last, after
        after = ((5 * edge - dice) * last + 6 * dice * before) // dice


def glitches(test: Test, dice: int) -> tuple[Weights, Weights]:
    """The weights, by hits, of a glitch of any kind, and of a critical one: never more hits than dice.

    They end with the most hits that there can be with such a glitch. Raises `TooMuchWork`.
    """
    if test.standard or not dice:
        return (0,), (0,)
    return _glitches(dice, test.settings, rule_of_six=test.rule_of_six)


@lru_cache(maxsize=256)
def _glitches(dice: int, settings: Settings, *, rule_of_six: bool) -> tuple[Weights, Weights]:
    spend(SECONDS_A_GLITCH * dice**2 * (4 if rule_of_six else 1), "glitches", "roll fewer dice")
    found = [0] * (dice + 1), [0] * (dice + 1)
    shrinks = SIDES if rule_of_six else 1
    fewest = min(_first_glitch(settings, dice, hit, 1) for hit in (0, 1))
    by_ones = trinomial(dice, ONE, HIT - SIX if rule_of_six else HIT, REST)
    by_others = list(
        islice(accumulate(by_ones, _add_shifted), dice + 1 - fewest)
    )  # at most 0, 1, 2, ... that are not ones
    for sixes in range(dice + 1 if rule_of_six else 1):
        ways = comb(dice + sixes - 1, sixes)
        for (weights, worst), hit in product(zip(found, (1, 2), strict=True), (0, 1)):
            ones = _first_glitch(settings, dice + sixes, hit, worst)
            for number, weight in enumerate(by_others[dice - ones] if ones <= dice else (), sixes):
                if min(number, 1) == hit:
                    weights[number] += weight * ways * shrinks ** (number - sixes)
    for weights in found:
        while len(weights) > 1 and not weights[-1]:
            weights.pop()
    return tuple(found[0]), tuple(found[1])


def _add_shifted(shorter: Weights, longer: Weights) -> Weights:
    return tuple(map(add, longer, (*shorter, 0)))


@cache
def _first_glitch(settings: Settings, dice: int, hits: int, worst: int) -> int:
    """The fewest ones that make a glitch at least this bad; one more than there are dice when none do.

    `hits` is 0, or 1 for any number: more than whether there are some does not matter.
    """

    def severity(ones: int) -> int:
        return rules.SEVERITY.index(rules.glitch(Tally(dice, hits, ones), settings))

    return bisect_left(range(dice + 1), worst, key=severity)


def total_weight(weights: Sequence[int], growth: int) -> int:
    """The sum of weights by hits, in the unit of the last of them.

    >>> total_weight((4, 10), 6)
    34
    """
    found = 0
    for weight in weights:
        found = found * growth + weight
    return found


def glitch_chance(test: Test, dice: int, weights: Sequence[int]) -> Ratio:
    """The chance that one roll has a glitch of the kind that these weights are of."""
    return Ratio(total_weight(weights, growth(test)), SIDES**dice * growth(test) ** (len(weights) - 1))


BOTH = SIDES * SIDES
"""By how much the unit of a term shrinks with each hit of the defender where both sides have the Rule of Six."""


def duel(test: Test, against: Opposed, net: int) -> Ratio:
    """The chance that the actor is at least `net` hits ahead of a defender who has dice and the Rule of Six.

    >>> from pyrules.systems.moonwalk.model import Term
    >>> one = (Term(1),)
    >>> duel(Test(one, Opposed(one), rule_of_six=True), Opposed(one, rule_of_six=True), 1).exact
    '5/21'
    """
    dice, defence = rules.dicepool(test.dicepool), rules.dicepool(against.dicepool)
    most = rules.most_kept(test, dice)
    ends = [end for end in (against.limit, None if most is None else most - net) if end is not None]
    if min(ends, default=0) < 0:
        return NEVER
    terms = map(mul, _defence_weights(defence, against.limit), _ahead(test, dice, net))
    ways = LOWEST ** (dice + defence) * growth(test) ** max(0, net)
    if not ends:
        return _without_end(terms, max(1, 1 - net), dice + defence - 2, ways)
    shrinks = SIDES * growth(test)
    reached = 0
    for term in islice(terms, min(ends) + 1):
        reached = reached * shrinks + term
    return Ratio(reached, ways * shrinks ** min(ends))


def _defence_weights(defence: int, limit: int | None) -> Iterator[int]:
    """The weights of 0, 1, 2, ... hits that the defender keeps; the limit stands for all above it."""
    left = LOWEST**defence
    for number, weight in enumerate(endless_hits(defence)):
        if number == limit:
            yield left
            return
        yield weight
        left = SIDES * (left - weight)


def _ahead(test: Test, dice: int, net: int) -> Iterator[int]:
    """The weights of at least `net`, `net + 1`, ... hits of the actor, the limit left out."""
    shrinks = growth(test)
    weights = endless_hits(dice) if is_endless(test) else chain(hits(test, dice), repeat(0))
    left = LOWEST**dice
    for weight in islice(weights, max(0, net)):
        left = shrinks * (left - weight)
    unit = shrinks ** max(0, -net)
    for weight in chain(repeat(0, max(0, -net)), weights):
        yield left
        left = shrinks * (left - unit * weight)


def _without_end(terms: Iterator[int], first: int, degree: int, ways: int) -> Ratio:
    """The sum of all terms; from `first` on they are the values of a polynomial of this degree."""
    reached = 0
    for term in islice(terms, first):
        reached = reached * BOTH + term
    scale = (BOTH - 1) ** (degree + 1)
    rest = sum(map(mul, terms, _coefficients(degree)))
    return Ratio(reached * BOTH * scale + rest, ways * BOTH**first * scale)


@lru_cache(maxsize=64)
def _coefficients(degree: int) -> tuple[int, ...]:
    """The factor of each of the first values of a polynomial in the sum of all, in units of `1 / 35^(degree + 1)`."""
    return tuple(
        sum(
            (-1) ** (step - value) * comb(step, value) * BOTH * (BOTH - 1) ** (degree - step)
            for step in range(value, degree + 1)
        )
        for value in range(degree + 1)
    )
