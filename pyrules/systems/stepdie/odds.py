"""Step Die's exact odds: hits jointly with what the Step Die tells, by the same rules that judge a roll."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

from pyrules.core.dist import Weights, binomial, slot, unpacked
from pyrules.core.odds import Luck, Odds, grouped, numbered
from pyrules.core.ratio import Ratio
from pyrules.core.roll import MOST_DICE
from pyrules.core.scan import MOST_NUMBER
from pyrules.systems.stepdie import rules
from pyrules.systems.stepdie.model import TRAINING, Outcome, Settings, Step, Tally, Test

SUCCESS = "success"
EVENTS: Mapping[str, Callable[[Outcome], bool]] = {
    SUCCESS: lambda outcome: outcome.success,
    "highest": lambda outcome: outcome.step == "highest",
    "lowest": lambda outcome: outcome.step == "lowest",
    "complication": lambda outcome: outcome.complications > 0,
    "catastrophic": lambda outcome: rules.is_catastrophic(outcome.hits),
}
AWARDS = ("player_ip", "gm_ip", "complications")
D6 = (1, 2, 3, 4, 5, 6)

Hits = tuple[int, int]
"""How many of a die's faces, or of some of them, are hits, and how many are not."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a face of the Step Die tells, and how many faces of a d6 are `below` it, `above` it and on it at all."""

    hit: bool
    low: bool
    below: Hits
    above: Hits
    every: Hits


@cache
def faces(step: int, settings: Settings) -> tuple[tuple[Face, int], ...]:
    """The faces of a Step Die with the number of those that tell the same."""

    def standing(face: int, stands: Step) -> Hits:
        return counted((d6 for d6 in D6 if rules.step_stands(face, (d6,)) == stands), settings)

    return tuple(
        Counter(
            Face(
                rules.is_hit(face, settings),
                rules.step_is_low(face),
                standing(face, "highest"),
                standing(face, "lowest"),
                counted(D6, settings),
            )
            for face in range(1, step + 1)
        ).items()
    )


def counted(shown: Iterable[int], settings: Settings) -> Hits:
    """How many of these faces are hits, and how many are not."""
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
        for hits, weight in enumerate(unpacked(run, dice + 2, width))
        if weight
    }


def odds(test: Test) -> Odds:
    """The exact odds of a test; what the Step Die awards and the complications are told as means."""
    outcomes = [(rules.outcome(test, tally, tally), weight) for tally, weight in tallies(test).items()]
    weights = hits(test)
    ways = sum(weights)
    rolled = numbered(weights)
    margin = numbered(weights, rules.margin(0, test.difficulty))
    return Odds(
        main=SUCCESS,
        events={
            name: Ratio(sum(weight for outcome, weight in outcomes if happens(outcome)), ways)
            for name, happens in EVENTS.items()
        },
        distributions={
            "hits": rolled,
            "margin": margin,
            "degree": grouped(rolled, partial(rules.degree, difficulty=test.difficulty)),
        },
        means={"hits": rolled.mean(), "margin": margin.mean()}
        | {name: Ratio(sum(getattr(outcome, name) * weight for outcome, weight in outcomes), ways) for name in AWARDS},
        goal=("hits", test.difficulty),
    )


def hits(test: Test) -> Weights:
    """The weights of the hits, the Step Die's among them."""
    d6s = binomial(rules.dicepool(test), *counted(D6, test.settings))
    hit, miss = counted(range(1, test.step + 1), test.settings)
    return tuple(a * miss + b * hit for a, b in zip((*d6s, 0), (0, *d6s), strict=True))


def main(test: Test) -> Ratio:
    """The chance that a test succeeds."""
    weights = hits(test)
    enough = bisect_left(range(len(weights)), True, key=lambda number: rules.succeeds(number, test.difficulty))
    return Ratio(sum(weights[enough:]), sum(weights))


def luck(test: Test, outcome: Outcome) -> Luck | None:
    """How good the hits are, as if they had come up without spending; None when no roll can show so many."""
    weights = hits(test)
    if outcome.hits >= len(weights):
        return None
    ways = sum(weights)
    return Luck(Ratio(sum(weights[outcome.hits :]), ways), Ratio(sum(weights[: outcome.hits + 1]), ways))


def with_dice(test: Test, dice: int) -> Test:
    """The same test with another number of d6s, by the points spent."""
    return replace(test, points=test.points + dice - rules.dicepool(test))


def variants(test: Test) -> tuple[tuple[str, Test], ...]:
    """The test with one more and one fewer d6, with every other Step Die, and with a Difficulty next to its own."""
    dice, difficulty = rules.dicepool(test), test.difficulty
    fewest = dice - test.points + 1
    return (
        *((f"{one}d6", with_dice(test, one)) for one in (dice + 1, dice - 1) if fewest <= one <= MOST_DICE),
        *((f"Step Die d{step}", replace(test, step=step)) for step in TRAINING if step != test.step),
        *(
            (f"Difficulty {one}", replace(test, difficulty=one))
            for one in (difficulty + 1, difficulty - 1)
            if 1 <= one <= MOST_NUMBER
        ),
    )
