"""Notations and house rules that earlier versions of the log's format wrote, as they are written today."""

from collections.abc import Mapping
from typing import Any

from pyrules.core.system import System
from pyrules.systems import BY_ID

UNMARKED = 2
"""The version that a stored notation is of when it names none."""

KEYS = {
    "5 or more": "five_or_more",
    "acting side, for itself": "acting_side",
    "after the spending": "after_spending",
    "at every roll": "every_roll",
    "avoid Doom first": "avoid_doom",
    "before the spending": "before_spending",
    "by hand": "by_hand",
    "each round": "each_round",
    "every die": "every_die",
    "exactly 5-6": "five_or_six",
    "half or more": "half_or_more",
    "highest die": "highest",
    "more than half": "more_than_half",
    "opposition, against you": "opposition",
    "own side": "own_side",
    "roll every six out": "every_six",
    "round down": "round_down",
    "round up": "round_up",
    "stop at TN": "until_tn",
    "successes first": "successes_first",
    "sum of the dice": "sum",
    "the attribute die only": "attribute_die",
    "the skill die only": "skill_die",
}
"""The keys for the words that versions up to 12 wrote for the choices of house rules."""


def upgrade_notation(system: str, notation: str, version: int) -> str:
    """A notation as `version` of the log's format wrote it, in today's shorthand and with the meaning it had then.

    A notation of a system that is not known here stays as it is.
    """
    known = BY_ID.get(system)
    return known.upgraded(notation, version) if known else notation


def upgrade_settings(system: System[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """House rules with keys for the words that earlier versions wrote, but where a system has such words as keys."""
    keys = {one.name: one.choices for one in system.settings}
    return {
        name: KEYS.get(value, value) if isinstance(value, str) and value not in keys.get(name, ()) else value
        for name, value in given.items()
    }


def settings_then(system: System[Any], given: Mapping[str, Any], version: int = 0) -> dict[str, Any]:
    """The house rules that a version of the log's format wrote, with what it does not name as it was then.

    A record that names all its house rules needs no version: what it lacks came after it.
    """
    changed = [(one.name, *one.earlier) for one in system.settings if one.earlier]
    lacking = {name: value for name, until, value in changed if version <= until}
    return lacking | upgrade_settings(system, given)
