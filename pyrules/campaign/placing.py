"""Modifiers that are put on dice unit by unit: whose each is, and whose were moved."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pyrules.campaign.state import State
from pyrules.campaign.tracking import tracking_of
from pyrules.core.roll import Roll
from pyrules.core.system import System
from pyrules.core.verdict import Option


def placing_of(system: System[Any], test: Any, roll: Roll) -> Option | None:
    """The option that puts units on the dice of a roll; None where nothing does."""
    return next((one for one in system.options(test, roll) if one.units), None)


def owners(state: State, system: System[Any], option: Option) -> tuple[str, ...]:
    """Who brings each unit, "" for nobody in particular."""
    if not option.brought_by:
        return ("",) * len(option.units)
    whose = {name: tracking_of(system).brings_units(state, name) for name in set(option.brought_by)}
    return tuple(whose[name] for name in option.brought_by)


def moved_owners(whose: Sequence[str], option: Option, places: Sequence[int]) -> frozenset[str]:
    """The owners of units that lie otherwise by `places` than an option has them; equal ones may change places."""
    was, now = (Counter(zip(whose, option.units, lying, strict=True)) for lying in (option.placed, places))
    return frozenset(owner for owner, _, _ in was - now)
