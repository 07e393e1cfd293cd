"""Helpers of the tests of Moonwalk's odds: exact fractions, and outcomes counted by the oracle."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pyrules.core.engine import chances_of
from pyrules.core.odds import Chances, Odds
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.moonwalk.model import Test
from tests.exact import fraction, rows

CHANCES: Chances[Test] = chances_of(MOONWALK)
GLITCHES = ("more_than_half", "half_or_more", "off")
KINDS = {1: 1, 2: 3, 5: 2}
"""One face for each kind of face, and how many faces of a die are of that kind."""


def ways(rolls: Iterable[tuple[int, ...]], kinds: dict[int, int] = KINDS) -> Fraction:
    """The chance of these faces, told by kind."""
    chance = Fraction(1)
    for face in (face for roll in rolls for face in roll):
        chance *= Fraction(kinds[face], 6)
    return chance


def chances_of_outcomes(outcomes: Iterable[tuple[dict[str, Any], Fraction]]) -> dict[str, dict[Any, Fraction]]:
    """The chances of the events and of every value of the outcomes."""
    found: dict[str, dict[Any, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for outcome, chance in outcomes:
        found["success"][outcome["success"]] += chance
        found["glitch"][outcome["glitch"] != "none"] += chance
        found["critical"][outcome["glitch"] == "critical"] += chance
        for name in ("hits", "kept", "net", "rolls"):
            if name in outcome:
                found[name][outcome[name]] += chance
    return found


def check(odds: Odds, outcomes: Iterable[tuple[dict[str, Any], Fraction]]) -> None:
    expected = chances_of_outcomes(outcomes)
    assert {name: fraction(chance) for name, chance in odds.events.items()} == {
        name: expected[name][True] for name in ("success", "glitch", "critical")
    }
    for name, distribution in odds.distributions.items():
        assert rows(distribution) == expected[name]
        assert fraction(odds.means[name]) == sum(value * chance for value, chance in expected[name].items())


def odds_of(notation: str, **house_rules: str) -> Odds:
    return CHANCES.odds(MOONWALK.parse(notation, house_rules))


def bracket(limit: int | None) -> str:
    return "" if limit is None else f"[{limit}]"


def small(test: Test, dice: int) -> Test:
    """The test with few dice, so that its odds take no time."""
    return CHANCES.with_dice(test, dice)
