"""The smallest pool of a Relics turn, where more dice may harm."""

import pytest

from pyrules.core.engine import chances_of
from pyrules.core.odds import smallest_pool
from pyrules.core.ratio import Ratio
from pyrules.systems.relics import RELICS

CHANCES = chances_of(RELICS)


@pytest.mark.parametrize(
    ("notation", "wanted", "dice"),
    [("3d6 A6 / 3d vs Minor 3", 95, 3), ("9d6 A6 / 3d vs Minor 3", 95, 3), ("Minor 5 resolved 3", 99, 3)],
)
def test_a_small_pool_is_surest_with_automatic_results(notation: str, wanted: int, dice: int) -> None:
    assert smallest_pool(CHANCES, RELICS.parse(notation, {}), Ratio(wanted, 100)) == dice


def test_the_smallest_pool_where_more_dice_may_harm() -> None:
    test = RELICS.parse("5d6 +9 / 1d -1 / 11d vs Common 3", {})
    assert not CHANCES.rises(test)
    assert smallest_pool(CHANCES, test, Ratio(1, 1)) == 1
    assert CHANCES.main(CHANCES.with_dice(test, 9)) < Ratio(1, 2)
    large = RELICS.parse("60d6 -3 / 55d +3 / 3d", {})
    few = [not CHANCES.main(CHANCES.with_dice(large, dice)) < Ratio(1, 2) for dice in range(1, 6)]
    assert smallest_pool(CHANCES, large, Ratio(1, 2)) == 1 + few.index(True) == 3
    assert smallest_pool(CHANCES, RELICS.parse("5d6 pcs 2 vs Minor 7", {}), Ratio(1, 2)) is None
