"""Opposed tests in which the defender has the Rule of Six: how far the actor is ahead, exactly.

The chance of being ahead is a sum over the defender's hits `d`, of which there may be any number. By the Rule of Six
the weights of exactly and of at least `d` hits, in units of `1 / 6^d`, are from one hit on the values of polynomials of
degree `dice - 1` (the generating function ((4 + x) / (6 - x))^dice has one pole, at 6). So where both sides are without
bound, all but the first terms are `f(d) / 36^d` with a polynomial `f`, and their sum follows from Newton's forward
differences and the geometric series: `sum f(d) z^d = sum Δ^j f(0) z^j / (1 - z)^(j + 1)`.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice, repeat
from math import comb
from operator import mul

from pyrules.core.ratio import NEVER, Ratio
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.hits import LOWEST, SIDES, endless_hits, growth, hits, is_endless
from pyrules.systems.moonwalk.model import Opposed, Test

BOTH = SIDES * SIDES
"""By how much the unit of a term shrinks with each hit of the defender where both sides have the Rule of Six."""


def net_at_least(test: Test, against: Opposed, net: int) -> Ratio:
    """The chance that the actor is at least `net` hits ahead of a defender who has dice and the Rule of Six.

    >>> from pyrules.systems.moonwalk.model import Term
    >>> one = (Term(1),)
    >>> net_at_least(Test(one, Opposed(one), rule_of_six=True), Opposed(one, rule_of_six=True), 1).exact
    '5/21'
    """
    dice, defence = rules.dicepool(test.dicepool), rules.dicepool(against.dicepool)
    most = rules.most_kept(test, dice)
    ends = [end for end in (against.limit, None if most is None else most - net) if end is not None]
    if min(ends, default=0) < 0:
        return NEVER
    terms = map(mul, _resisted(defence, against.limit), _ahead(test, dice, net))
    ways = LOWEST ** (dice + defence) * growth(test) ** max(0, net)
    if not ends:
        return _without_end(terms, max(1, 1 - net), dice + defence - 2, ways)
    shrinks = SIDES * growth(test)
    reached = 0
    for term in islice(terms, min(ends) + 1):
        reached = reached * shrinks + term
    return Ratio(reached, ways * shrinks ** min(ends))


def _resisted(defence: int, limit: int | None) -> Iterator[int]:
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
    """What each of the first values of a polynomial counts in the sum of all, in units of `1 / 35^(degree + 1)`."""
    return tuple(
        sum(
            (-1) ** (step - value) * comb(step, value) * BOTH * (BOTH - 1) ** (degree - step)
            for step in range(value, degree + 1)
        )
        for value in range(degree + 1)
    )
