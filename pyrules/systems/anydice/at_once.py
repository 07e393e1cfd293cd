"""The settings of the form for all dice at once: advantage, and from which face they count."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pyrules.systems.anydice.model import Compare, Dice, Keep, Node, Which, dice_of

Change = Callable[[Dice], Dice | None]
"""The change of some dice; None where these stay as they are."""


def with_advantage(item: Node, which: Which) -> Node | None:
    """A roll whose first single die is thrown twice, the highest or lowest kept; None where there is no such die."""
    return first_changed(
        item, lambda dice: replace(dice, number=2, keep=Keep(which, 1)) if dice.number == 1 and not dice.keep else None
    )


def without_advantage(item: Node, which: Which) -> Node | None:
    """A roll whose first die with advantage is thrown once; None where there is none."""
    twice = (2, Keep(which, 1))
    return first_changed(
        item, lambda dice: replace(dice, number=1, keep=None) if (dice.number, dice.keep) == twice else None
    )


def first_changed(node: Node, change: Change) -> Node | None:
    """A part with the first of its dice changed that can be; None where none can."""
    if isinstance(node, Dice):
        return change(node)
    if isinstance(node, int):
        return None
    for place, (sign, part) in enumerate(node.parts):
        changed = first_changed(part, change)
        if changed is not None:
            parts: Any = (*node.parts[:place], (sign, changed), *node.parts[place + 1 :])
            return replace(node, parts=parts)
    return None


def counting_from(node: Node, counts: Compare | None) -> Node:
    """A part whose dice all count from one face on; with None they are added up."""
    if isinstance(node, Dice):
        return replace(node, counts=counts)
    if isinstance(node, int):
        return node
    parts: Any = tuple((sign, counting_from(part, counts)) for sign, part in node.parts)
    return replace(node, parts=parts)


def advantage_of(items: tuple[Node, ...]) -> tuple[Which | None, tuple[Node, ...]]:
    """The way the first single die of every roll is thrown twice, and the rolls without; None where not all are."""
    ways: tuple[Which, ...] = ("kh", "kl")
    for which in ways:
        once = [without_advantage(item, which) for item in items]
        plain = tuple(one for one in once if one is not None)
        if tuple(with_advantage(one, which) for one in plain) == items:
            return which, plain
    return None, items


def count_of(items: tuple[Node, ...]) -> tuple[int | None, tuple[Node, ...]]:
    """The face from which all dice of all rolls count, and the rolls without; None where not all do."""
    found = {dice.counts for item in items for dice in dice_of(item)}
    (counts, *others) = found
    if others or counts is None or counts.sign != ">=":
        return None, items
    return counts.number, tuple(counting_from(item, None) for item in items)
