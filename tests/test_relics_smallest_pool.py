"""The smallest pool of a Relics turn, where more dice may harm, and the bounds that spare larger ones."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings as tried, strategies as st

from pyrules.core.odds import smallest_pool
from pyrules.core.patience import TooMuchWork, patience
from pyrules.core.ratio import Ratio
from pyrules.systems.relics import RELICS

CHANCES = RELICS.chances
DOOM = {"placement": "avoid Doom first"}
WANTED = Ratio(4, 5)
UNITS = st.integers(1, 4) | st.just(10_000)


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


@pytest.mark.parametrize(
    ("notation", "settings", "most"),
    [
        ("12d6 -1 / 4d +1 / 2d +4 / 2d pcs 5 vs Minor 7", DOOM, 15),
        ("18d6 +2 / 3d +1 / 6d -1 / 8d pcs 6 vs Minor 8", {}, 18),
        ("17d6 +1 / 8d -1 / 7d +2 / 4d pcs 6 vs Major 13", {}, 18),
    ],
)
def test_pools_known_to_be_too_small_are_not_worked_out(notation: str, settings: Mapping[str, str], most: int) -> None:
    test = RELICS.parse(notation, settings)
    pools = [CHANCES.with_dice(test, dice) for dice in range(1, most + 1)]

    def are_too_small() -> bool:
        return all(CHANCES.main(pool) < WANTED for pool in pools)

    assert CHANCES.with_dice(test, most + 1) == pools[-1]
    with patience(), pytest.raises(TooMuchWork):
        are_too_small()
    with patience():
        assert smallest_pool(CHANCES, test, WANTED) is None
    with patience(60):
        assert are_too_small()


@tried(max_examples=80)
@given(
    dice=st.integers(1, 7),
    results=st.lists(st.sampled_from([1, 2, 4, 5, 6]), max_size=2),
    helping=st.dictionaries(UNITS, st.integers(2, 5), min_size=1, max_size=2),
    hindering=st.dictionaries(UNITS, st.integers(2, 5), min_size=1, max_size=2),
    challenge=st.sampled_from(["", "vs Common", "vs Minor 3", "vs Major 9 resolved 6"]),
)
def test_no_chance_exceeds_its_bounds(
    dice: int, results: list[int], helping: dict[int, int], hindering: dict[int, int], challenge: str
) -> None:
    written = [f"A{result} / 1d" for result in results]
    written += [f"+{unit} / {count}d" for unit, count in helping.items()]
    written += [f"-{unit} / {count}d" for unit, count in hindering.items()]
    test = RELICS.parse(f"{dice + len(results)}d6 {' '.join(written)} pcs 4 {challenge}", {})
    with patience(60):
        bounds, chance = [*CHANCES.bounds(test)], CHANCES.main(test)
    assert not any(bound < chance for bound in bounds)
