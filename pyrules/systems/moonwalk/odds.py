"""Moonwalk's exact odds before the roll, by the same rules that judge it."""

from bisect import bisect_left
from dataclasses import replace
from itertools import chain, islice, repeat
from math import lcm
from operator import sub

from pyrules.core.dist import Weights, cap_weights, total
from pyrules.core.english import amount
from pyrules.core.odds import Distribution, Goal, Luck, Odds, number_distribution
from pyrules.core.ratio import CERTAIN, NEVER, Ratio
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.moonwalk import rules
from pyrules.systems.moonwalk.hits import (
    HIT,
    LOWEST,
    SIDES,
    SIX,
    duel,
    endless_hits,
    glitch_chance,
    glitches,
    growth,
    hits,
    is_endless,
    short_by_rule_of_six,
    total_weight,
)
from pyrules.systems.moonwalk.intervals import ahead_of, fails, glitches_ahead, undecided_chances
from pyrules.systems.moonwalk.model import (
    Basic,
    BasicOutcome,
    Extended,
    ExtendedOutcome,
    HelpedOutcome,
    Opposed,
    OpposedOutcome,
    Tally,
    Term,
    Test,
)
from pyrules.systems.moonwalk.notation import fits

SUCCESS = "success"
GLITCHES = ("glitch", "critical")

ENOUGH_AHEAD = bisect_left(range(MOST_DICE), True, key=rules.wins)
"""The fewest net hits with which an opposed test succeeds."""

UNLIKELY = 1_000_000
"""A row "N+" stands where more hits than N are less likely than one in this many."""


def odds(test: Test) -> Odds:
    """The exact odds of a test."""
    match test.against:
        case Extended() as against:
            return _extended_odds(test, against)
        case Opposed() as against:
            net, mean = _net(test, against)
            counted = _counted_odds(test, Goal("net", ENOUGH_AHEAD))
            return replace(
                counted,
                distributions={**counted.distributions, "net": net},
                means={**counted.means, "net": mean},
            )
        case Basic(threshold=threshold):
            return _counted_odds(test, Goal("kept", threshold))


def _counted_odds(test: Test, goal: Goal) -> Odds:
    """The odds of what is counted of one roll of the whole pool."""
    dice = rules.dicepool(test.dicepool)
    endless = is_endless(test) and dice > 0
    rolled = _endless_rows(dice) if endless else hits(test, dice)
    most = rules.kept_hits(len(rolled), test.limit)
    kept = cap_weights(rolled, most)
    distributions = {
        "hits": number_distribution(rolled, endless=endless),
        "kept": number_distribution(kept, endless=endless and most == len(rolled)),
    }
    means = {
        "hits": _endless_mean(dice, None) if endless else distributions["hits"].mean(),
        "kept": _endless_mean(dice, test.limit) if endless else distributions["kept"].mean(),
    }
    return Odds(
        main=SUCCESS,
        events={SUCCESS: main(test)}
        | {
            name: glitch_chance(test, dice, weights)
            for name, weights in zip(GLITCHES, glitches(test, dice), strict=True)
        },
        distributions=distributions,
        means=means,
        goal=goal,
    )


def main(test: Test) -> Ratio:
    """The chance that a test succeeds."""
    match test.against:
        case Basic() as against:
            return kept_at_least(test, _enough(test, against))
        case Opposed() as against:
            return net_at_least(test, against, ENOUGH_AHEAD)
        case Extended() as against:
            return CERTAIN - fails(test, ahead_of(test, against))


def _enough(test: Test, against: Basic) -> int:
    """The fewest hits with which a basic test succeeds."""
    dice, numbers = rules.dicepool(test.dicepool), range(against.threshold)
    return bisect_left(numbers, True, key=lambda number: rules.basic(test, against, Tally(dice, number, 0)).success)


def kept_at_least(test: Test, number: int) -> Ratio:
    """The chance that one roll of the whole pool keeps at least this many hits."""
    if rules.kept_hits(number, test.limit) < number:
        return NEVER
    dice = rules.dicepool(test.dicepool)
    if is_endless(test) and number:
        fewer, ways = next(islice(short_by_rule_of_six(number), dice, None))
        return Ratio(ways - fewer, ways)
    weights = hits(test, dice)
    return Ratio(sum(weights[number:]), sum(weights))


def net_at_least(test: Test, against: Opposed, net: int) -> Ratio:
    """The chance that the actor of an opposed test is at least this far ahead."""
    dice = rules.dicepool(test.dicepool)
    if _defender_has_six(test, against):
        return duel(test, against, net)
    resisted = _kept_defence(test, against)
    most = max(0, net + len(resisted) - 1)
    at_least, ways = _tails(test, dice, most)
    ahead = 0
    for kept, weight in enumerate(resisted, net):
        if rules.kept_hits(max(0, kept), test.limit) >= kept:
            ahead += weight * at_least[max(0, kept)]
    return Ratio(ahead, ways * sum(resisted))


def _defender_has_six(test: Test, against: Opposed) -> bool:
    """True if sixes add dice for the defender; without dice of the actor nobody rolls."""
    return against.rule_of_six and rules.dicepool(against.dicepool) > 0 and rules.dicepool(test.dicepool) > 0


def _kept_defence(test: Test, against: Opposed) -> Weights:
    """The weights of the hits that the defender keeps."""
    defence = hits(test, rules.dicepool(against.dicepool))
    return cap_weights(defence, rules.kept_hits(len(defence), against.limit))


def _net(test: Test, against: Opposed) -> tuple[Distribution, Ratio]:
    """The lead of the actor of an opposed test, and the mean of it; without dice nobody rolls."""
    if _defender_has_six(test, against):
        return _net_of_a_duel(test, against)
    dice = rules.dicepool(test.dicepool)
    resisted = _kept_defence(test, against) if dice else (1,)
    behind = len(resisted) - 1
    endless = is_endless(test) and dice > 0
    rolled = _endless_rows(dice, behind) if endless else hits(test, dice)
    most = rules.kept_hits(len(rolled), test.limit)
    ahead = total((cap_weights(rolled, most), resisted[::-1]))
    if not endless or most < len(rolled):
        net = number_distribution(ahead, -behind)
        return net, net.mean()
    last = len(rolled) - 1
    mean = _endless_mean(dice, test.limit) - number_distribution(resisted).mean()
    return number_distribution((*ahead[:last], sum(ahead[last:])), -behind, endless=True), mean


def _net_of_a_duel(test: Test, against: Opposed) -> tuple[Distribution, Ratio]:
    """The lead of the actor over a defender who has the Rule of Six, and the mean of it."""
    dice, defence = rules.dicepool(test.dicepool), rules.dicepool(against.dicepool)
    most = rules.most_kept(test, dice)
    low = high = 0
    at_least = {0: net_at_least(test, against, 0)}
    while high != most and _is_likely(chance := net_at_least(test, against, high + 1)):
        high += 1
        at_least[high] = chance
    while -low != against.limit and _is_likely(CERTAIN - at_least[low]):
        low -= 1
        at_least[low] = net_at_least(test, against, low)
    ways = lcm(*(chance.ways for chance in at_least.values()))
    tails = [at_least[net].weight * (ways // at_least[net].ways) for net in range(low + 1, high + 1)]
    weights = tuple(map(sub, (ways, *tails), (*tails, 0)))
    rows = number_distribution(weights, low, endless=high != most, bottomless=-low != against.limit)
    own = (
        _endless_mean(dice, test.limit)
        if is_endless(test)
        else number_distribution(cap_weights(hits(test, dice), most or 0)).mean()
    )
    return rows, own - _endless_mean(defence, against.limit)


def _is_likely(chance: Ratio) -> bool:
    return chance.weight * UNLIKELY >= chance.ways


def _tails(test: Test, dice: int, most: int) -> tuple[list[int], int]:
    """In how many ways, of how many, one roll has at least 0, 1, ... `most` hits."""
    shrinks = growth(test)
    weights = endless_hits(dice) if is_endless(test) else chain(hits(test, dice), repeat(0))
    left = ways = (LOWEST**dice if is_endless(test) else sum(hits(test, dice))) * shrinks**most
    tails = []
    for number, weight in enumerate(islice(weights, most + 1)):
        tails.append(left)
        left -= weight * shrinks ** (most - number)
    return tails, ways


def _endless_rows(dice: int, more: int = 0) -> Weights:
    """The weights of 0, 1, 2, ... hits by the Rule of Six; the last one is that of its number and all above.

    With `more`, n rows stand where it could have been cut.
    """
    weights = []
    fewer, unit = 0, LOWEST**dice
    for weight in endless_hits(dice):
        weights.append(weight)
        fewer = fewer * SIDES + weight
        if (unit - fewer) * UNLIKELY < unit:
            if not more:
                break
            more -= 1
        unit *= SIDES
    last = len(weights) - 1
    return (*(weight * SIDES ** (last - number) for number, weight in enumerate(weights)), unit - fewer)


def _endless_mean(dice: int, limit: int | None) -> Ratio:
    """The mean of the hits kept by the Rule of Six: each of the dice ends with a face that is not a six."""
    if limit is None:
        return Ratio(dice * HIT, SIDES - SIX)
    missing = total_weight(
        [weight * (limit - number) for number, weight in enumerate(islice(endless_hits(dice), limit))], SIDES
    )
    ways = LOWEST**dice * SIDES ** max(0, limit - 1)
    return Ratio(limit * ways - missing, ways)


def _extended_odds(test: Test, against: Extended) -> Odds:
    ahead = ahead_of(test, against)
    still = undecided_chances(test, ahead)
    *before, last = still[:-1] or still
    ways = [*(chance.weight * (last.ways // chance.ways) for chance in before), last.weight]
    rolls = number_distribution(tuple(map(sub, ways, (*ways[1:], 0))), min(1, len(ahead.dice)))
    glitching = dict(zip(GLITCHES, glitches_ahead(test, ahead), strict=False))
    return Odds(
        main=SUCCESS,
        events={SUCCESS: CERTAIN - still[-1], **glitching},
        distributions={"rolls": rolls},
        means={"rolls": rolls.mean()},
        left_out=GLITCHES[len(glitching) :],
    )


def luck(test: Test, outcome: BasicOutcome) -> Luck | None:
    """The rank of the kept hits, the lead over the defender, or the time that was needed are."""
    if test.standard or not rules.dicepool(test.dicepool) or isinstance(outcome, HelpedOutcome):
        return None
    match test.against, outcome:
        case Opposed() as against, OpposedOutcome(net=net):
            return Luck(net_at_least(test, against, net), CERTAIN - net_at_least(test, against, net + 1))
        case Extended() as against, ExtendedOutcome(rolls=rolls):
            if not outcome.success and rules.interval_dice(test.dicepool, rolls):  # still to be decided, or given up
                return None
            still = undecided_chances(test, ahead_of(test, against))
            return Luck(CERTAIN - still[rolls], still[rolls - 1]) if outcome.success else Luck(CERTAIN, still[rolls])
        case _:
            return Luck(kept_at_least(test, outcome.kept), CERTAIN - kept_at_least(test, outcome.kept + 1))


def with_dice(test: Test, dice: int) -> Test:
    """The same test with another number of dice."""
    return replace(test, dicepool=_with_dice(test.dicepool, dice))


def _with_dice(terms: tuple[Term, ...], dice: int) -> tuple[Term, ...]:
    *first, last = terms
    return (*first, replace(last, number=dice - sum(term.number for term in first)))


def variants(test: Test) -> tuple[tuple[str, Test], ...]:
    """The test with one more or one fewer of what it is made of, and with the Rule of Six; only what can be written."""
    dice = rules.dicepool(test.dicepool)
    found = [(amount(dice + step, "die", "dice"), with_dice(test, dice + step)) for step in _steps(dice, 0, MOST_DICE)]
    if test.limit is not None:
        found += [
            (f"limit {test.limit + step}", replace(test, limit=test.limit + step))
            for step in _steps(test.limit, 0, MOST_NUMBER)
        ]
        found.append(("no limit", replace(test, limit=None)))
    match test.against:
        case Basic(threshold=threshold) | Extended(threshold=threshold) as against:
            found += [
                (f"threshold {threshold + step}", replace(test, against=replace(against, threshold=threshold + step)))
                for step in _steps(threshold, 1, MOST_NUMBER)
            ]
        case Opposed(dicepool=terms) as against:
            defence = rules.dicepool(terms)
            found += [
                (
                    amount(defence + step, "defending die", "defending dice"),
                    replace(test, against=replace(against, dicepool=_with_dice(terms, defence + step))),
                )
                for step in _steps(defence, 0, MOST_DICE)
            ]
    if not test.rule_of_six and not test.standard:
        found.append(("Rule of Six", replace(test, rule_of_six=True)))
    if isinstance(test.against, Opposed) and not test.against.rule_of_six:
        defended = replace(test, against=replace(test.against, rule_of_six=True))
        found.append(("Rule of Six for the defender", defended))
    return tuple((label, variant) for label, variant in found if fits(variant))


def _steps(number: int, low: int, high: int) -> list[int]:
    """One more and one fewer, as far as the bounds allow."""
    return [step for step in (1, -1) if low <= number + step <= high]
