"""Helpers of the tests of the log, which other tests use too."""

from typing import Any

from pyrules.campaign.events import Rolled
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.core.faces import seeded
from pyrules.systems.moonwalk import MOONWALK


def real(name: str, notation: str = "12 (3)", at: int = 0, system: Any = MOONWALK, **occasion: Any) -> Rolled:
    """A roll that the rules made, so that it can be judged again."""
    test = system.parse(notation, {})
    faces = seeded(sum(map(ord, name)))
    return record_roll(RollMetadata(name, at, **occasion), system, test, system.roll(test, faces, onward=False))
