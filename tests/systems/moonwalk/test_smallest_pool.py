"""The smallest pool of an extended Moonwalk test."""

import pytest

from pyrules.core.budget import budget
from pyrules.core.odds import smallest_pool
from pyrules.core.ratio import Ratio
from pyrules.systems.moonwalk import MOONWALK
from tests.systems.moonwalk.odds import CHANCES

WANTED = Ratio(4, 5)


@pytest.mark.parametrize(
    ("notation", "dice"),
    [
        ("2 (545, 1 hour) Extended Test", 58),
        ("19 (545, 1 hour) Extended Test standard", 68),
        ("4 [2] (150, 1 hour) Extended Test", 80),
        ("4 [15] (200, 1 hour) Extended Test", 35),
        ("50 [5021] (1962, 1 hour) Extended Test six", 100),
        ("6 [94] (10000, 1 hour) Extended Test six", None),
        ("6 [94] (10000, 1 hour) Extended Test", None),
    ],
)
def test_pools_far_away_are_found_within_the_budget(notation: str, dice: int | None) -> None:
    test = MOONWALK.parse(notation, {})
    with budget():
        assert smallest_pool(CHANCES, test, WANTED) == dice
    if dice:
        assert CHANCES.main(CHANCES.with_dice(test, dice - 1)) < WANTED
        assert not CHANCES.main(CHANCES.with_dice(test, dice)) < WANTED
