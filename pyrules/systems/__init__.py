"""The rule systems: adding one is a folder and a line here."""

import copyreg
from collections.abc import Callable
from typing import Any

from pyrules.core.errors import RulesError, one_of, quoted
from pyrules.core.system import System
from pyrules.systems.almond import ALMOND
from pyrules.systems.general import GENERAL
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.relics import RELICS
from pyrules.systems.stepdie import STEPDIE

SYSTEMS: tuple[System[Any], ...] = (MOONWALK, RELICS, ALMOND, STEPDIE, GENERAL)
"""Every rule system, in the order in which the first page offers them."""

BY_ID = {system.id: system for system in SYSTEMS}


def named(name: str) -> System[Any]:
    """The system with this id, without regard to case.

    Raises `RulesError` naming the systems there are.
    """
    known = BY_ID.get(name.strip().lower())
    if known is None:
        raise RulesError(f"there is no rule system {quoted(name)}; use {one_of(list(BY_ID))}")
    return known


def _pickled(system: System[Any]) -> tuple[Callable[[str], System[Any]], tuple[str]]:
    return named, (system.id,)


copyreg.pickle(System, _pickled)  # there is one of each, and its functions have no names to be found by
