"""A whole Challenge: how many rounds it takes to resolve, and what Stress it brings until then.

The turns alternate as the rules have it. Every turn of the Cohort is taken to be like the one that is asked about, and
the Challenge's are taken without traits, which are declared only then.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import mul, sub

from pyrules.core.english import amount
from pyrules.core.odds import Distribution, number_distribution
from pyrules.core.ratio import CERTAIN, NEVER, Ratio
from pyrules.systems.relics import progress
from pyrules.systems.relics.model import Challenge, Test
from pyrules.systems.relics.placing.convolution import SIDES
from pyrules.systems.relics.placing.tallies import Weights, successes

UNLIKELY = 1_000_000
"""A row "N+" stands where more rounds than N are less likely than one in this many."""

MOST_BITS = 4_000
"""It also stands where the weights would become longer than this."""


@dataclass(frozen=True, slots=True)
class Whole:
    """The chances of a whole Challenge; rounds and Stress have none where it cannot be resolved."""

    finishes: Ratio
    distributions: Mapping[str, Distribution]
    means: Mapping[str, Ratio]

    @property
    def forecast(self) -> str:
        """The mean course of the whole Challenge, in a few words."""
        if "rounds" not in self.means:
            return "never resolved with turns like this one"
        stress = round(self.means["stress_until_resolved"].value)
        return f"about {amount(round(self.means['rounds'].value), 'round')}, {stress or 'hardly any'} Stress"


def stress(weights: Weights) -> Ratio:
    """The mean Stress of a Challenge's turn with such successes."""
    return Ratio(sum(progress.stress(number) * weight for number, weight in weights.items()), sum(weights.values()))


def whole(weights: Weights, challenge: Challenge) -> Whole:
    """The chances of a Challenge that a Cohort takes on with such successes in every turn."""
    left = challenge.rating - progress.resolved_dice(challenge)
    resolving = [0] * (left + 1)
    for number, weight in weights.items():
        resolving[progress.resolves(number, challenge)] += weight
    ways, moving = sum(resolving), sum(resolving[1:])
    dealt, unit = _mean_stress(challenge, left)
    following = [sum(map(mul, resolving, dealt[missing:0:-1])) for missing in range(left + 1)]
    means = {"stress": Ratio(following[left], ways * unit)}
    if not moving:
        return Whole(NEVER, {}, means)
    come_to = _come_to(resolving, moving)
    rounds = _until_resolved(come_to, repeat(ways), moving)
    stress_ = _until_resolved(come_to, reversed(following), moving)
    means |= {"rounds": Ratio(rounds, moving**left), "stress_until_resolved": Ratio(stress_, moving**left * unit)}
    return Whole(CERTAIN, {"rounds": _rounds(resolving)}, means)


def _mean_stress(challenge: Challenge, left: int) -> tuple[list[int], int]:
    """The mean Stress of the Challenge's turn with 0, 1, 2, ... of its dice left, all over one denominator.

    With none left it takes no turn.
    """
    unit = SIDES**left
    dealt = [0]
    for resolved in range(left - 1, -1, -1):
        mean = stress(successes(Test(progress.after(challenge, resolved))))
        dealt.append(mean.weight * (unit // mean.ways))
    return dealt, unit


def _come_to(resolving: Sequence[int], moving: int) -> list[int]:
    """The chances that ever 0, 1, 2, ... dice are resolved, times `moving` to the power of that number.

    `moving` are the ways of a round in which any die is; all dice are not asked for.
    """
    found = [1]
    for resolved in range(1, len(resolving) - 1):
        chance = 0
        for more in range(resolved, 0, -1):
            chance = chance * moving + resolving[more] * found[resolved - more]
        found.append(chance)
    return found


def _until_resolved(come_to: Iterable[int], in_a_round: Iterable[int], moving: int) -> int:
    """The sum until the last die is resolved, times `moving` to the power of the dice left.

    `in_a_round` is what a round brings with 0, 1, 2, ... dice resolved, times the ways of a round.
    """
    found = 0
    for chance, brought in zip(come_to, in_a_round, strict=False):
        found = found * moving + chance * brought
    return found


def _rounds(resolving: Sequence[int]) -> Distribution:
    """The chances of the number of rounds; the last row is that of its number and all above it."""
    ways = sum(resolving)
    steps = list(resolving)
    while not steps[-1]:
        steps.pop()
    missing = [*repeat(0, len(resolving) - 1), 1]  # the weights by how many dice are left
    going_on, unit = [1], 1
    while going_on[-1] * UNLIKELY >= unit and unit.bit_length() < MOST_BITS:
        missing = [0, *(sum(map(mul, steps, missing[left:])) for left in range(1, len(missing)))]
        going_on.append(sum(missing))
        unit *= ways
    *before, last = [chance * ways ** (len(going_on) - 1 - done) for done, chance in enumerate(going_on)]
    ended = tuple(map(sub, before, (*before[1:], last)))
    return number_distribution((*ended, last) if last else ended, 1, endless=last > 0)
