"""Step Die's exact odds: hits jointly with what the Step Die tells, by the same rules that judge a roll."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from pyrules.core.dist import Weights, binomial, slot, unpack_weights
from pyrules.core.odds import Goal, Odds, number_distribution
from pyrules.core.ratio import Ratio
from pyrules.core.roll import MOST_DICE
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.judge import events
from pyrules.systems.stepdie.model import Outcome, Settings, Step, Tally, Test

SUCCESS = "success"
AWARDS = ("player_ip", "gm_ip", "complications")
D6 = (1, 2, 3, 4, 5, 6)

Hits = tuple[int, int]
"""The number of a die's faces, or of some of them, that are hits, and of those that are not."""


@dataclass(frozen=True, slots=True)
class Face:
    """The meaning of a face of the Step Die, and how many faces of a d6 are `below` it, `above` it and on it at all."""

    hit: bool
    low: bool
    below: Hits
    above: Hits
    every: Hits


@cache
def faces(step: int, settings: Settings) -> tuple[tuple[Face, int], ...]:
    """The faces of a Step Die with the number of those that tell the same."""

    def standing(face: int, stands: Step) -> Hits:
        return hits_and_misses((d6 for d6 in D6 if rules.step_stands(face, (d6,)) == stands), settings)

    return tuple(
        Counter(
            Face(
                rules.is_hit(face, settings),
                rules.step_is_low(face),
                standing(face, "highest"),
                standing(face, "lowest"),
                hits_and_misses(D6, settings),
            )
            for face in range(1, step + 1)
        ).items()
    )


def hits_and_misses(shown: Iterable[int], settings: Settings) -> Hits:
    """The number of these faces that are hits, and of those that are not."""
    hits = [rules.is_hit(face, settings) for face in shown]
    return sum(hits), len(hits) - sum(hits)


def tallies(test: Test) -> dict[Tally, int]:
    """Every tally of a roll, with its weight.

    The Step Die is highest when each d6 alone is below it, and lowest when each is above it. The hits are the powers of
    `x` in packed polynomials, see `pyrules.core.dist`.

    >>> tallies(Test(1, 6, 1))[Tally(2, "highest", False)]
    1
    """
    dice = rules.dicepool(test)
    width = slot(test.step * len(D6) ** dice)
    found: dict[tuple[Step, bool], int] = {}
    for face, times in faces(test.step, test.settings):
        below, above, every = (
            times * ((hit << 8 * width) + miss) ** dice << 8 * width * face.hit
            for hit, miss in (face.below, face.above, face.every)
        )
        runs: tuple[tuple[Step, int], ...] = (("highest", below), ("lowest", above), ("neither", every - below - above))
        for step, run in runs:
            found[step, face.low] = found.get((step, face.low), 0) + run
    return {
        Tally(hits, step, low): weight
        for (step, low), run in found.items()
        if run
        for hits, weight in enumerate(unpack_weights(run, dice + 2, width))
        if weight
    }


def odds(test: Test) -> Odds:
    """The exact odds of a test; what the Step Die awards and the complications are told as means."""
    outcomes = [
        (rules.outcome(test, tally, rules.settlement((tally,))), weight) for tally, weight in tallies(test).items()
    ]
    weights = hits(test)
    ways = sum(weights)
    rolled = number_distribution(weights)
    margin = number_distribution(weights, rules.margin(0, test.difficulty))
    return Odds(
        main=SUCCESS,
        events=chances(test, outcomes),
        distributions={
            "hits": rolled,
            "margin": margin,
            "degree": rolled.map(partial(rules.degree, difficulty=test.difficulty)),
        },
        means={"hits": rolled.mean(), "margin": margin.mean()}
        | {name: Ratio(sum(getattr(outcome, name) * weight for outcome, weight in outcomes), ways) for name in AWARDS},
        goal=Goal("hits", test.difficulty),
    )


def chances(test: Test, outcomes: Sequence[tuple[Outcome, int]]) -> dict[str, Ratio]:
    """The chance of every event, from outcomes with their weights."""
    ways = sum(weight for _, weight in outcomes)
    told = [(events(test, outcome), weight) for outcome, weight in outcomes]
    return {name: Ratio(sum(weight for happened, weight in told if happened[name]), ways) for name in told[0][0]}


def hits(test: Test) -> Weights:
    """The weights of the hits, the Step Die's among them."""
    d6s = binomial(rules.dicepool(test), *hits_and_misses(D6, test.settings))
    hit, miss = hits_and_misses(range(1, test.step + 1), test.settings)
    return tuple(a * miss + b * hit for a, b in zip((*d6s, 0), (0, *d6s), strict=True))


def main(test: Test) -> Ratio:
    """The chance that a test succeeds."""
    weights = hits(test)
    enough = bisect_left(range(len(weights)), True, key=lambda number: rules.succeeds(number, test.difficulty))
    return Ratio(sum(weights[enough:]), sum(weights))


def sizes(test: Test) -> range:
    """The numbers of d6s that a test may have: 1 point is spent at least."""
    return range(1 + rules.dicepool(test) - test.points, MOST_DICE + 1)


def with_dice(test: Test, dice: int) -> Test:
    """The same test with another number of d6s, by the points spent."""
    return replace(test, points=test.points + dice - rules.dicepool(test))
