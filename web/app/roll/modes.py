"""Real dice and secret rolls: switched on for one game, until the evening is over."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.model import Model
from pyrules.campaign.events import PAUSE, time_of
from pyrules.systems import BY_ID

Modes = dict[str, int]
"""In which systems something is switched on, and since when."""


def switch_mode(modes: Modes, system: str, now: int) -> Modes:
    """The same with it on in a system, or off where it was on.

    >>> switch_mode({"sums": 1}, "dusk", 2), switch_mode({"sums": 1}, "sums", 2)
    ({'sums': 1, 'dusk': 2}, {})
    """
    others = {one: since for one, since in modes.items() if one != system}
    return others if system in modes else {**others, system: now}


def read_modes(kept: Any) -> Modes:
    """Read the modes of an earlier visit; what cannot be read is left out."""
    found = kept if isinstance(kept, Mapping) else {}
    return {system: since for system, since in found.items() if system in BY_ID and type(since) is int}


def end_modes(model: Model, now: int) -> Model:
    """The model without what was switched on for an evening that is over: after a pause that parts two in the log."""
    entries = model.campaign.entries
    last = time_of(entries[-1].event) if entries else 0

    def still_on(modes: Modes) -> Modes:
        return {system: since for system, since in modes.items() if now - max(since, last) <= PAUSE}

    return replace(model, real_dice=still_on(model.real_dice), secrets=still_on(model.secrets))
