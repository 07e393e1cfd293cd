"""Helpers of the tests of the fairness, which other tests use too."""

from dataclasses import replace
from typing import Any

from pyrules.campaign.events import Rolled
from pyrules.campaign.fairness import fair
from pyrules.campaign.rolls import RollMetadata, record_roll
from pyrules.systems import BY_ID

SEEDS = ("00" * 16, "ff" * 16)


def throw(notation: str = "4 (2)", system: str = "moonwalk", **changed: Any) -> Rolled:
    """A roll whose dice are those of its seeds."""
    known = BY_ID[system]
    test = known.parse(notation, {})
    occasion = replace(RollMetadata("e", 5, seeds=SEEDS), **changed)
    return record_roll(occasion, known, test, known.roll(test, fair(SEEDS, "e"), onward=False))
