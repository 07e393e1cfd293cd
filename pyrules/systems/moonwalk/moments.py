"""What the mean of all kept hits, and how widely they vary, say of an extended test's chance at once."""

from functools import lru_cache
from itertools import islice

from pyrules.core.dist import Weights, binomial, capped
from pyrules.core.ratio import CERTAIN, Ratio
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.hits import HIT, HITTING, LOWEST, MISSING, SIDES, SIX, endless_hits
from pyrules.systems.moonwalk.intervals import Ahead
from pyrules.systems.moonwalk.model import Test

FINE = 1 << 64
"""Means and variances count in units of 1/FINE, rounded up."""

TAKING = 2
"""By the Rule of Six a limit takes next to nothing from so many hits for each die on."""


def no_likelier(test: Test, ahead: Ahead) -> Ratio:
    """A chance that the one of keeping the hits still needed does not exceed.

    By Cantelli's inequality (Sui confini della probabilità, 1928) a number is `gap` or more above its mean at most as
    often as its variance is of the sum of variance and `gap` squared.
    """
    by_roll = [_moments(dice, test.limit, rule_of_six=test.rule_of_six) for dice in ahead.dice]
    gap = ahead.needed * FINE - sum(mean for mean, _ in by_roll)
    variance = FINE * sum(variance for _, variance in by_roll)
    return Ratio(variance, variance + gap**2) if gap > 0 else CERTAIN


@lru_cache(maxsize=256)
def _moments(dice: int, limit: int | None, *, rule_of_six: bool) -> tuple[int, int]:
    """The mean and the variance of the hits that a roll keeps, or of all where the limit takes next to nothing."""
    if rule_of_six and rules.kept(TAKING * dice, limit) == TAKING * dice:
        ending = SIDES - SIX
        return _fine(dice * HIT, ending), _fine(dice * HIT * (2 * SIX + ending - HIT), ending**2)
    weights = _kept(dice, limit, rule_of_six=rule_of_six)
    ways = sum(weights)
    total = sum(hits * weight for hits, weight in enumerate(weights))
    squares = sum(hits**2 * weight for hits, weight in enumerate(weights))
    return _fine(total, ways), _fine(squares * ways - total**2, ways**2)


def _kept(dice: int, limit: int | None, *, rule_of_six: bool) -> Weights:
    """The weights of the hits that a roll keeps."""
    if limit is None or not rule_of_six:
        return capped(binomial(dice, HITTING, MISSING), rules.kept(dice, limit))
    fewer = [weight * SIDES ** (limit - hits) for hits, weight in enumerate(islice(endless_hits(dice), limit))]
    return *fewer, LOWEST**dice * SIDES**limit - sum(fewer)


def _fine(numerator: int, denominator: int) -> int:
    return -(-numerator * FINE // denominator)
