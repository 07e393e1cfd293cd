"""The rule systems: adding one is a folder and a line here, or `register` while the program runs."""

import copyreg
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pyrules.core.english import one_of
from pyrules.core.errors import RulesError, quote

IDS = ("moonwalk", "relics", "almond", "stepdie", "general", "anydice")
"""The rule systems that pyrules comes with, in the order in which the first page offers them."""

if TYPE_CHECKING:
    from pyrules.core.system import System

    SYSTEMS: tuple[System[Any], ...]
    """The rule systems that pyrules comes with, in the same order."""
else:

    def __getattr__(name):
        if name != "SYSTEMS":
            raise AttributeError(f"module 'pyrules.systems' has no attribute {name!r}")
        return tuple(map(_load_shipped, IDS))


@cache
def _load_shipped(name: str) -> "System[Any]":
    """One that pyrules comes with, loaded when it is first asked for."""
    found: System[Any] = getattr(import_module(f"pyrules.systems.{name}"), name.upper())
    copyreg.pickle(type(found), _reduce)
    return found


_registered: dict[str, "System[Any] | None"] = dict.fromkeys(IDS)
"""The systems by their ids; None for one that pyrules comes with and that nobody has asked for yet."""


class _ById(Mapping[str, "System[Any]"]):
    """Every rule system that there is now; looking one up loads it."""

    def __getitem__(self, name: str) -> "System[Any]":
        known = _registered[name]
        if known is None:
            known = _registered[name] = _load_shipped(name)
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(_registered)

    def __len__(self) -> int:
        return len(_registered)

    def __contains__(self, name: object) -> bool:
        return name in _registered


BY_ID: Mapping[str, "System[Any]"] = _ById()
"""Every rule system that there is now, by its id."""


def all_systems() -> "tuple[System[Any], ...]":
    """Every rule system that there is now: those that pyrules comes with, then those registered since."""
    return tuple(BY_ID.values())


def comes_with_pyrules(system: "System[Any]") -> bool:
    """True if a system is one of pyrules' own; the text of any other may be changed by whoever wrote it."""
    return system.id in IDS and system is _load_shipped(system.id)


def named(name: str) -> "System[Any]":
    """The system with this id, without regard to case.

    Raises `RulesError` naming the systems there are.
    """
    known = BY_ID.get(name.strip().lower())
    if known is None:
        raise RulesError(f"there is no rule system {quote(name)}; use {one_of(list(BY_ID))}")
    return known


def register(system: "System[Any]", *, instead: bool = False) -> None:
    """Have a rule system found by its id, and offered after all others.

    With `instead` it may take the place of one that pyrules comes with, until it is unregistered. Raises `RulesError`
    for an id that a system cannot have, or that another one has.
    """
    from pyrules.core.system import ID

    if not ID.fullmatch(system.id):
        raise RulesError(
            f"{quote(system.id)} is no id for a system; use lower-case letters and digits, a letter first, 20 at most"
        )
    known = BY_ID.get(system.id, system)
    if known is not system and not (instead and comes_with_pyrules(known)):
        raise RulesError(f"there is a rule system {quote(system.id)} already; choose another id")
    _registered[system.id] = system
    copyreg.pickle(type(system), _reduce)


def unregister(system: "System[Any]") -> None:
    """Have a rule system that was registered no longer found; one that is not registered changes nothing.

    What it took the place of is found again.
    Raises `RulesError` for a system that pyrules comes with.
    """
    if comes_with_pyrules(system):
        raise RulesError(f"{system.title} comes with pyrules and stays")
    if BY_ID.get(system.id) is system:
        if system.id in IDS:
            _registered[system.id] = None
        else:
            del _registered[system.id]


def _reduce(system: "System[Any]") -> "tuple[Callable[[str], System[Any]], tuple[str]]":
    return named, (system.id,)  # there is one of each, and its functions have no names to be found by
