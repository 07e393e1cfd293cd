"""Almond's exact odds: every die succeeds or does not, by the same rules that judge it."""

from bisect import bisect_left
from functools import lru_cache
from math import comb, gcd
from typing import Any

from pyrules.core.dist import Weights, binomial, die, total
from pyrules.core.odds import Goal, Odds, number_distribution
from pyrules.core.ratio import NEVER, Ratio
from pyrules.systems.almond import rules

PASSED = "passed"
ALL_ONES = "all_ones"
SIX = "six"
FACES = (1, 2, 3, 4, 5, 6)
SIDES = len(FACES)
ONES = sum(rules.shows_ones((face,)) for face in FACES)

RAREST = 1022
"""Rows that are together rarer than one in 2 to this power, the least chance a float tells exactly, are told as one."""


def odds(test: Any) -> Odds:
    """The exact odds of a test."""
    if test.tn is None:
        return _initiative(test)
    dice = rules.dicepool(test.dice, test.modifiers)
    hit, miss = die_weights(test)
    weights = successes(dice, hit, miss)
    return Odds(
        main=PASSED,
        events={PASSED: main(test), ALL_ONES: Ratio(ONES**dice, SIDES**dice) if dice else NEVER},
        distributions={"successes": number_distribution(weights, endless=len(weights) <= dice)},
        means={"successes": Ratio(dice * hit, hit + miss)},
        goal=Goal("successes", test.settings.successes_needed),
    )


def _initiative(test: Any) -> Odds:
    """The odds of a roll for initiative alone: what it comes to."""
    dice, order = rules.dicepool(test.dice, test.modifiers), test.settings.initiative_order
    if order == "highest":
        weights: Weights = tuple(highest**dice - max(0, highest - 1) ** dice for highest in range(SIDES + 1))
        weights = weights if dice else (1,)
    else:
        weights = total([die(SIDES)] * dice)
    told = number_distribution(weights)
    return Odds(
        main=SIX,
        events={SIX: main(test)},
        distributions={"initiative": told},
        means={"initiative": told.mean()},
        forecast=f"initiative {told.mean().value:.1f} on average",
    )


def die_weights(test: Any) -> tuple[int, int]:
    """In how many ways one die succeeds and in how many it does not, in lowest terms.

    Before the last throw that the TN asks for nothing but a six goes on, and nothing succeeds yet.

    >>> from pyrules.systems.almond import ALMOND
    >>> [die_weights(ALMOND.parse(f"5d6 TN {tn}", {})) for tn in ("4", "12", "7 initiative")]
    [(1, 1), (1, 35), (0, 1)]
    """
    tn = rules.target_number(test.tn or rules.LOWEST_TN, test.modifiers)
    throws = 1 if rules.thrown_once(test) else rules.throws_needed(tn)
    before = (throws - 1) * SIDES
    hits = SIDES - bisect_left(FACES, True, key=lambda face: rules.succeeds(before + face, tn))
    shared = gcd(hits, SIDES)
    return hits // shared, SIDES**throws // shared - hits // shared


def successes(dice: int, hit: int, miss: int) -> Weights:
    """The weights of 0, 1, 2, ... successes; a last row short of all dice is that of its number and all above.

    >>> successes(2, 1, 35)
    (1225, 70, 1)
    """
    if (hit + miss).bit_length() * dice <= RAREST:
        return binomial(dice, hit, miss)
    weights: list[int] = []
    left = ways = (hit + miss) ** dice
    while left << RAREST >= ways:
        good = len(weights)
        weights.append(comb(dice, good) * hit**good * miss ** (dice - good))
        left -= weights[-1]
    return (*weights, left) if left else tuple(weights)


def main(test: Any) -> Ratio:
    """The chance that a test is passed, counted from the side of fewer terms; of initiative alone that of a six."""
    dice, needed = rules.dicepool(test.dice, test.modifiers), test.settings.successes_needed
    if test.tn is None:
        return Ratio(SIDES**dice - (SIDES - 1) ** dice, SIDES**dice) if dice else NEVER
    enough = bisect_left(range(dice + 1), True, key=lambda good: rules.passes(good, needed))
    if enough > dice:
        return NEVER
    hit, miss = die_weights(test)
    ways = (hit + miss) ** dice
    if enough > dice // 2:
        return Ratio(_fewer(dice, miss, hit, dice - enough + 1), ways)
    return Ratio(ways - _fewer(dice, hit, miss, enough), ways)


@lru_cache(maxsize=128)
def _fewer(dice: int, hit: int, miss: int, number: int) -> int:
    """The weight of fewer than `number` of the dice being hits; kept, since what-ifs ask for the same again."""
    fewer = 0
    for good in range(number):
        fewer = fewer * miss + comb(dice, good) * hit**good
    return fewer * pow(miss, dice - number + 1) if number else 0
