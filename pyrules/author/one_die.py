"""The values of one die, by what its functions count of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from operator import add

from pyrules.author.dice import FURTHER, Group
from pyrules.core.sums import Counts, Weighted


def shown_faces(group: Group) -> dict[int, int]:
    """The weights of the faces of one die, those that are rerolled thrown once more."""
    sides = range(1, group.sides + 1)
    again = {face for face in sides if group.worth(face) in group.rerolled}
    return {face: group.sides * (face not in again) + len(again) if again else 1 for face in sides}


def worth(group: Group, counts: Callable[[int], Counts], throws: int) -> tuple[Weighted, Weighted]:
    """Where a die, with those that it brings, ends within n throws, and where it goes on, by weights.

    `counts(value)` says what it counts. Where it goes on, what one more throw may bring is counted as well. One that
    counts the same however far it goes has ended.
    """
    faces = shown_faces(group)
    ways = sum(faces.values())
    throws = max(throws, group.most)

    def goes_on(face: int, value: int, thrown: int) -> bool:
        if group.most or not group.explodes:
            return thrown < group.most and face >= group.explodes if group.explodes else 0 < group.again <= face
        further = range(value + 1, value + FURTHER * group.sides)
        return face >= group.explodes and any(counts(more) != counts(value) for more in further)

    ended, going = Counter[Counts](), Counter[Counts]()
    ahead = Counter({((0,) * len(counts(1)), 0): 1})
    for left in range(throws, -1, -1):
        onward = Counter[tuple[Counts, int]]()
        for ((before, value), weight), (face, often) in product(ahead.items(), faces.items()):
            now = value + face
            after = tuple(map(add, before, counts(now)))
            if not left:
                going[after] += weight * often
            elif not goes_on(face, now, throws - left + 1):
                ended[after] += weight * often * ways**left
            else:
                onward[(before, now) if group.explodes else (after, 0)] += weight * often
        ahead = onward
    return ended, going
