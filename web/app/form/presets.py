"""Tests that the reader pins, in an order and under names of their own."""

from app.form.state import Preset
from app.words import names

MOST_PRESETS = 40
"""The most presets that a system can have."""

MOST_NAME = 40
"""The most letters that a preset's name can have."""

Presets = tuple[Preset, ...]


def preset_of(notation: str) -> Preset:
    """A preset of a test, called by its notation, as many whole words of it as there is room for.

    >>> preset_of("12 (3)").name, preset_of("Hacking 10 + Deck 4 [6] (12, 1 hour) Extended Test").name
    ('12 (3)', 'Hacking 10 + Deck 4 [6] (12, 1 hour) …')
    """
    if len(notation) <= MOST_NAME:
        return Preset(notation, notation)
    words, _, _ = notation[: MOST_NAME - 1].rpartition(" ")
    return Preset(f"{words} …" if words else notation[:MOST_NAME], notation)


def named_after(notation: str, what: str) -> Preset:
    """A preset of a test that is called by what it is for, where its notation has the words for that.

    >>> named_after("Agility 5 + Pistols 4 (2)", "Agility + Pistols").name
    'Agility + Pistols'
    >>> named_after("5d6 +1 / 2d", "Cohort's turn").name
    '5d6 +1 / 2d'
    """
    fits = names(notation, what) and len(what) <= MOST_NAME
    return Preset(what, notation) if fits else preset_of(notation)


def rename_preset(presets: Presets, place: int, name: str) -> Presets:
    """The presets with one renamed; without a name it is called by its notation.

    >>> rename_preset((Preset("12 (3)", "12 (3)"),), 0, "Sneak")
    (Preset(name='Sneak', notation='12 (3)'),)
    """
    preset = preset_of(presets[place].notation)
    if name:
        preset = Preset(name, preset.notation)
    return (*presets[:place], preset, *presets[place + 1 :])


def move_preset(presets: Presets, place: int, by: int) -> Presets:
    """The presets with one moved up (-1) or down (1); at either end it stays."""
    to = min(max(place + by, 0), len(presets) - 1)
    rest = without(presets, place)
    return (*rest[:to], presets[place], *rest[to:])


def without(presets: Presets, place: int) -> Presets:
    """The presets without one."""
    return (*presets[:place], *presets[place + 1 :])
