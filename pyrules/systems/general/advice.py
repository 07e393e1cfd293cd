"""Which dice are best thrown again: every set of dice weighed exactly, further rerolls planned for in small pools."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, compress, product
from math import prod

from pyrules.core.dist import Weights, packed, slot
from pyrules.core.odds import NOTHING, Advice, ranked
from pyrules.core.ratio import CERTAIN, NEVER, Ratio
from pyrules.core.roll import Pick, Roll
from pyrules.core.verdict import count
from pyrules.systems.general import rules
from pyrules.systems.general.judge import final_values, options
from pyrules.systems.general.model import Test
from pyrules.systems.general.odds import SUCCESS, enough, least_success, runs

MOST_SETS = 8_192
"""As many sets of dice are weighed; there are more only in pools of fourteen dice and up."""

UNWEIGHED = "by what each die gains on average, as there are too many sets to weigh"
"""What the dice are chosen by where not every set that may be best is weighed."""

MOST_STATES = 100_000
"""Further rerolls are planned for while there are no more ways for the dice to lie, times sets to throw again."""

Worths = dict[tuple[int, ...], int]
"""What it is worth that dice lie so, by their faces."""

Kinds = Mapping[Weights, Sequence[int]]
"""The places of dice of each kind, by their weights."""

Tried = tuple[tuple[int, ...], Ratio]
"""The places of dice that are thrown again, and the chance of success that leads to."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The dice as they lie: the weights of each one's values, the values, and the total needed."""

    runs: tuple[Weights, ...]
    values: tuple[int, ...]
    needed: int

    def chance(self, places: Sequence[int]) -> Ratio:
        """The chance of success when the dice at these places are thrown again, and no more after that."""
        kept = rules.total(value for place, value in enumerate(self.values) if place not in places)
        return enough([self.runs[place] for place in places], self.needed - kept)


def advice(test: Test, roll: Roll) -> tuple[Advice, ...]:
    """For every number of dice the set that is best thrown again, and leaving them all; the best chance first."""
    offered = options(test, roll)
    lying = final_values(test, roll.pool(0))
    success = rules.outcome(test, rules.total(lying)).success
    found = [Advice(NOTHING, "Leave the dice as they lie", {SUCCESS: CERTAIN if success else NEVER})]
    for option in offered:
        weighed, policy = _weighed(*_before(test, roll))
        best: dict[int, tuple[Ratio, tuple[int, ...]]] = {}
        for places, chance in weighed:
            if len(places) not in best or best[len(places)][0] < chance:
                best[len(places)] = chance, places
        found += [
            Advice(
                option.id,
                f"Reroll {count(dice, 'die', 'dice')}",
                {SUCCESS: chance},
                places=places,
                policy=policy,
            )
            for dice, (chance, places) in sorted(best.items())
        ]
    return ranked(found, SUCCESS)


def chosen(test: Test, roll: Roll, pick: Pick) -> Ratio:
    """The chance of success when the dice of a pick are thrown again, counting on later rerolls as `advice` does."""
    pool, rerolls = _before(test, roll)
    return _plan(pool, rerolls)[tuple(sorted(pick.places))] if _plans(pool, rerolls) else pool.chance(pick.places)


def _before(test: Test, roll: Roll) -> tuple[Pool, int]:
    """The dice that may be thrown again, and how often."""
    pool = Pool(runs(test), final_values(test, roll.pool(0)), test.difficulty)
    return pool, rules.rerolls_left(test.rerolls, roll.picks)


def _weighed(pool: Pool, rerolls: int) -> tuple[Iterable[Tried], str]:
    """Sets of dice with the chance of success each leads to, and in words what that chance counts on."""
    if _plans(pool, rerolls):
        policy = f"then throw again what is best, {count(rerolls - 1, 'more time')} at most"
        return _plan(pool, rerolls).items(), policy
    alone = f"counting on this reroll alone; {rerolls - 1} more may follow" if rerolls > 1 else ""
    kinds = _kinds(pool)
    if prod(len(places) + 1 for places in kinds.values()) <= MOST_SETS:
        return tried(pool, kinds), alone
    return _by_gain(pool), "; ".join(filter(None, (UNWEIGHED, alone)))


def _plans(pool: Pool, rerolls: int) -> bool:
    """Whether further rerolls are planned for."""
    states = prod(len(run) - 1 for run in pool.runs) << len(pool.runs)
    return rerolls > 1 and states * (rerolls - 1) <= MOST_STATES


@lru_cache(maxsize=8)
def _plan(pool: Pool, rerolls: int) -> dict[tuple[int, ...], Ratio]:
    """What is `planned`; kept, since set after set of dice is asked for."""
    return dict(planned(pool, rerolls))


def _kinds(pool: Pool) -> Kinds:
    """The dice of each kind, those that show least first: of dice that are alike these are best thrown again."""
    kinds: dict[Weights, list[int]] = {}
    for place in sorted(range(len(pool.runs)), key=lambda place: pool.values[place]):
        kinds.setdefault(pool.runs[place], []).append(place)
    return kinds


def tried(pool: Pool, kinds: Kinds) -> Iterator[Tried]:
    """Every set of dice that may be best of its size, with its chance when nothing is thrown again after it.

    What the dice of some kinds come to is summed up once for all that those of the others may be.
    """
    width = slot(prod(map(sum, pool.runs)))
    bits = 8 * width
    sums = (1 << bits) - 1
    again = [(packed(run, width), sum(run), places) for run, places in kinds.items()]

    def chosen_from(place: int, thrown: tuple[int, ...], weights: int, ways: int, missing: int) -> Iterator[Tried]:
        if place == len(again):
            if thrown:
                yield tuple(sorted(thrown)), Ratio((weights >> bits * max(0, missing)) % sums, ways)
            return
        run, faces, places = again[place]
        yield from chosen_from(place + 1, thrown, weights, ways, missing)
        for one in places:
            thrown, weights, ways, missing = (*thrown, one), weights * run, ways * faces, missing + pool.values[one]
            yield from chosen_from(place + 1, thrown, weights, ways, missing)

    return chosen_from(0, (), 1, 1, least_success(pool.needed) - rules.total(pool.values))


def _by_gain(pool: Pool) -> Iterator[Tried]:
    """The dice that gain most on average, more and more of them, with the chance when nothing is thrown again."""

    def gain(place: int) -> float:
        run = pool.runs[place]
        return sum(value * weight for value, weight in enumerate(run)) / sum(run) - pool.values[place]

    ranks = sorted(range(len(pool.runs)), key=gain, reverse=True)
    for dice in range(1, len(ranks) + 1):
        places = tuple(sorted(ranks[:dice]))
        yield places, pool.chance(places)


def planned(pool: Pool, rerolls: int) -> Iterator[Tried]:
    """Every set of dice with the chance it leads to when the best set is thrown again after it, while rerolls last."""
    ways = prod(map(sum, pool.runs))
    everything = product(*(range(1, len(run)) for run in pool.runs))
    good = {lying: int(rules.succeeds(rules.total(lying), pool.needed)) for lying in everything}
    unit = 1
    for _ in range(rerolls - 1):
        thrown = []
        for places, averages in _averaged(pool, good).items():
            rest = ways // _ways(pool, places)
            thrown.append((_kept(pool, places), {faces: worth * rest for faces, worth in averages.items()}))
        good = {lying: max([worths[tuple(compress(lying, kept))] for kept, worths in thrown]) for lying in good}
        unit *= ways
    for places, averages in _averaged(pool, good).items():
        if places:
            worth = averages[tuple(compress(pool.values, _kept(pool, places)))]
            yield places, Ratio(worth, unit * _ways(pool, places))


def _kept(pool: Pool, places: Sequence[int]) -> tuple[bool, ...]:
    return tuple(place not in places for place in range(len(pool.runs)))


def _ways(pool: Pool, places: Sequence[int]) -> int:
    return prod(sum(pool.runs[place]) for place in places)


def _averaged(pool: Pool, good: Worths) -> dict[tuple[int, ...], Worths]:
    """What throwing each set of dice again comes to, by the faces of the others, times the ways the dice can fall."""
    found: dict[tuple[int, ...], Worths] = {(): good}
    for size in range(1, len(pool.runs) + 1):
        for *others, last in combinations(range(len(pool.runs)), size):
            place, summed = last - len(others), Worths()
            for lying, worth in found[tuple(others)].items():
                kept = lying[:place] + lying[place + 1 :]
                summed[kept] = summed.get(kept, 0) + worth * pool.runs[last][lying[place]]
            found[*others, last] = summed
    return found
