"""A system that nobody has registered works in every function that takes one."""

from collections.abc import Callable
from typing import Any

import pytest

import pyrules
from pyrules.core.system import System
from pyrules.systems import all_systems
from tests.author.blades import BLADES
from tests.systems.sixth import SIXTH

USES: dict[str, Callable[[pyrules.Test], Any]] = {
    "roll": lambda test: pyrules.roll(test, seed=1),
    "judge": lambda test: pyrules.judge(test, pyrules.roll(test, seed=1).faces),
    "luck": lambda test: pyrules.roll(test, seed=1).luck,
    "odds": pyrules.odds,
    "compare": lambda test: pyrules.compare(test, test),
    "sweep": pyrules.sweep,
    "session": lambda test: pyrules.session([test, test], policy="all"),
    "simulation": lambda test: pyrules.session([test], simulate=True, trials=3, seed=1),
    "what_ifs": pyrules.what_ifs,
    "smallest_pool": lambda test: pyrules.smallest_pool(test, 0.5),
    "advice": lambda test: pyrules.advice(pyrules.roll(test, seed=1)),
    "test": lambda test: pyrules.test(test.system),
    "replace": lambda test: test.replace(),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(("system", "notation"), [(SIXTH, "3d6"), (BLADES, "resist 2d")], ids=["record", "stated"])
def test_a_system_that_was_never_registered_works(system: System[Any], notation: str, use: str) -> None:
    assert system not in all_systems()
    found = USES[use](pyrules.parse(system, notation))
    assert str(found)
    if isinstance(found, pyrules.Result | pyrules.Odds | pyrules.Session):
        assert "<div" in found._repr_html_()
