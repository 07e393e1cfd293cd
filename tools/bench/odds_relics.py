"""Relics' 15d6 with modifiers in their best places, by us, by icepool and by dyce.

The peers are led the same way as we go: the worth of the dice is one number, and of the dice so far only the best gains
by the units in use are kept. Runs in CPython and inside Pyodide.
"""

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any

import icepool
from dyce import H, P

from pyrules.systems import named
from pyrules.systems.relics.placing.tallies import Tallies, tallies

DICE = 15
TEST = named("relics").parse(f"{DICE}d6 +1 / 3d +2 / 1d -1 / 2d vs Minor", {"hindering": "acting side, for itself"})
LADDER = {0: (-1, 0, 1), 1: (-1, 0, 1), 5: (1, 0, 0), 6: (1, 0, 0), 7: (2, 1, 0), 8: (2, 1, 0)}
"""What a final die brings: successes, Destiny, Doom; nothing where it is not listed."""

SCALE = 1_000
NEVER = -(SCALE**5)
WAYS = list(product(range(4), range(2), range(3)))
NO_DICE = tuple(0 if hindered == 0 else NEVER for _, _, hindered in WAYS)
MOVES = [
    (one + 2 * two - hindered, [(a - one, b - two, c - hindered) for a, b, c in WAYS])
    for one, two, hindered in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1))
]
WITHOUT = [(change, [WAYS.index(way) if min(way) >= 0 else -1 for way in ways]) for change, ways in MOVES]

Brought = Mapping[tuple[str, int], int]


def forget() -> None:
    """Drop all that our systems have worked out so far, so that they work it out again."""
    for clear in _clearing(len(sys.modules)):
        clear()


@lru_cache(maxsize=1)
def _clearing(_modules: int) -> Sequence[Callable[[], None]]:
    """What drops it, for so many modules: to look for all of that takes longer than some of the work."""
    ours = [module for name, module in list(sys.modules.items()) if name.startswith("pyrules.systems")]
    kept = [value for module in ours for value in vars(module).values()]
    return [value.cache_clear for value in kept if callable(getattr(value, "cache_clear", None))]


def ours() -> Tallies:
    """Ours, from nothing."""
    forget()
    return tallies(TEST)


def brought(found: Tallies) -> Brought:
    """Our weights of successes, Destiny and Doom."""
    parts = {"successes": found.successes, "destiny": found.destiny, "doom": found.doom}
    return {(name, number): weight for name, weights in parts.items() for number, weight in weights.items()}


@cache
def worth(value: int) -> int:
    """What a final die is wanted for: successes, then Destiny beyond Doom, then little Doom."""
    successes, destiny, doom = LADDER.get(value, (0, 0, 0))
    return (successes * SCALE + destiny - doom) * SCALE - doom


def and_die(gains: tuple[int, ...], face: int) -> tuple[int, ...]:
    """The best gains over the unmodified dice, by the units in use, with one more die."""
    before, base = (*gains, NEVER), worth(face)
    found = gains
    for change, without in WITHOUT[1:]:
        more = worth(face + change) - base
        found = tuple(map(max, found, [before[place] + more for place in without]))
    return found


def with_icepool() -> Mapping[int, int]:
    """The weights of every worth, by an evaluator that is given the dice of one value after the other."""
    standing = cache(and_die)

    def next_state(_: object, state: Any, _order: object, outcome: int, count: int) -> Hashable:
        gains, lying = state or (NO_DICE, 0)
        for _die in range(count):
            gains = standing(gains, outcome)
        return gains, lying + count * worth(outcome)

    def final_outcome(_: object, state: Any, *_others: object) -> int:
        gains, lying = state
        return int(gains[-1] + lying)

    evaluator = type("Best", (icepool.MultisetEvaluator,), {"next_state": next_state, "final_outcome": final_outcome})
    return dict(evaluator().evaluate(icepool.d6.pool(DICE)).items())


def with_dyce() -> Mapping[int, int]:
    """The same over dyce's distinct rolls."""
    found: Counter[int] = Counter()
    standing = cache(and_die)
    for roll, weight in P(*[H(6)] * DICE).rolls_with_counts():
        gains = NO_DICE
        for face in roll:
            gains = standing(gains, int(face))
        found[gains[-1] + sum(worth(int(face)) for face in roll)] += weight
    return found


def read(found: Mapping[int, int]) -> Brought:
    """A peer's weights of successes, Destiny and Doom."""
    weights: Counter[tuple[str, int]] = Counter()
    for wanted, weight in found.items():
        rest, doom = _digit(wanted)
        successes, beyond = _digit(rest)
        for part in (("successes", successes), ("destiny", beyond - doom), ("doom", -doom)):
            weights[part] += weight
    return weights


def _digit(number: int) -> Sequence[int]:
    """A number without its last digit, which may be negative, and that digit."""
    rest, digit = divmod(number + SCALE // 2, SCALE)
    return rest, digit - SCALE // 2
