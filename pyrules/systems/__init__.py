"""The rule systems: adding one is a folder and a line here, or `register` while the program runs."""

import copyreg
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pyrules.core.errors import RulesError, one_of, quoted
from pyrules.core.system import ID, System
from pyrules.systems.almond import ALMOND
from pyrules.systems.anydice import ANYDICE
from pyrules.systems.general import GENERAL
from pyrules.systems.moonwalk import MOONWALK
from pyrules.systems.relics import RELICS
from pyrules.systems.stepdie import STEPDIE

SYSTEMS: tuple[System[Any], ...] = (MOONWALK, RELICS, ALMOND, STEPDIE, GENERAL, ANYDICE)
"""The rule systems that pyrules comes with, in the order in which the first page offers them."""

_registered = {system.id: system for system in SYSTEMS}

BY_ID: Mapping[str, System[Any]] = MappingProxyType(_registered)
"""Every rule system that there is now, by its id."""


def all_systems() -> tuple[System[Any], ...]:
    """Every rule system that there is now: those that pyrules comes with, then those registered since."""
    return tuple(BY_ID.values())


def comes_with_pyrules(system: System[Any]) -> bool:
    """Whether a system is one of pyrules' own; the text of any other may be changed by whoever wrote it."""
    return system in SYSTEMS


def named(name: str) -> System[Any]:
    """The system with this id, without regard to case.

    Raises `RulesError` naming the systems there are.
    """
    known = BY_ID.get(name.strip().lower())
    if known is None:
        raise RulesError(f"there is no rule system {quoted(name)}; use {one_of(list(BY_ID))}")
    return known


def register(system: System[Any], *, instead: bool = False) -> None:
    """Have a rule system found by its id, and offered after all others.

    With `instead` it may take the place of one that pyrules comes with, until it is unregistered. Raises `RulesError`
    for an id that a system cannot have, or that another one has.
    """
    if not ID.fullmatch(system.id):
        raise RulesError(
            f"{quoted(system.id)} is no id for a system; use lower-case letters and digits, a letter first, 20 at most"
        )
    known = BY_ID.get(system.id, system)
    if known is not system and not (instead and known in SYSTEMS):
        raise RulesError(f"there is a rule system {quoted(system.id)} already; choose another id")
    _registered[system.id] = system


def unregister(system: System[Any]) -> None:
    """Have a rule system that was registered no longer found; one that is not registered changes nothing.

    What it took the place of is found again.
    Raises `RulesError` for a system that pyrules comes with.
    """
    if system in SYSTEMS:
        raise RulesError(f"{system.title} comes with pyrules and stays")
    if BY_ID.get(system.id) is system:
        before = next((one for one in SYSTEMS if one.id == system.id), None)
        if before:
            _registered[system.id] = before
        else:
            del _registered[system.id]


def _pickled(system: System[Any]) -> tuple[Callable[[str], System[Any]], tuple[str]]:
    return named, (system.id,)


copyreg.pickle(System, _pickled)  # there is one of each, and its functions have no names to be found by
