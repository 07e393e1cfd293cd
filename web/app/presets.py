"""Tests that the reader pins, in an order and under names of their own."""

from app.model import Preset

MOST_PRESETS = 40
"""How many presets a system can have."""

MOST_NAME = 40
"""How many letters a preset's name can have."""

Presets = tuple[Preset, ...]


def named(presets: Presets, place: int, name: str) -> Presets:
    """The presets with one renamed; without a name it is called by its notation.

    >>> named((Preset("12 (3)", "12 (3)"),), 0, "Sneak")
    (Preset(name='Sneak', notation='12 (3)'),)
    """
    notation = presets[place].notation
    return (*presets[:place], Preset(name[:MOST_NAME].strip() or notation[:MOST_NAME], notation), *presets[place + 1 :])


def moved(presets: Presets, place: int, by: int) -> Presets:
    """The presets with one moved up (-1) or down (1); at either end it stays."""
    to = min(max(place + by, 0), len(presets) - 1)
    rest = without(presets, place)
    return (*rest[:to], presets[place], *rest[to:])


def without(presets: Presets, place: int) -> Presets:
    """The presets without one."""
    return (*presets[:place], *presets[place + 1 :])
