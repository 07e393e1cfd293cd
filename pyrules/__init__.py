"""Dice tests of five tabletop role-playing systems: rolled or judged, every step explained, with exact odds.

>>> import pyrules
>>> test = pyrules.parse("moonwalk", "12 [6] (3)")
>>> pyrules.odds(test).events["success"].exact
'435185/531441'

`systems` is the package of the rule systems; the other names are those of `pyrules.api`, which is imported when one of
them is first used. `docs/api.md` shows them at work.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyrules import systems
    from pyrules.api import *

__all__ = [
    "Advice",
    "After",
    "Comparison",
    "Distribution",
    "Effect",
    "FormError",
    "IllegalPick",
    "IllegalRoll",
    "Line",
    "Luck",
    "NotationError",
    "Odds",
    "Option",
    "Pick",
    "Ratio",
    "Result",
    "Roll",
    "RulesError",
    "Session",
    "Step",
    "System",
    "Test",
    "TooMuchWork",
    "Verdict",
    "advice",
    "compare",
    "judge",
    "odds",
    "parse",
    "roll",
    "session",
    "sweep",
    "systems",
]


if not TYPE_CHECKING:  # which would take any name for one of the package's

    def __getattr__(name: str) -> Any:
        if name == "systems":
            return import_module("pyrules.systems")
        if name in __all__:
            return getattr(import_module("pyrules.api"), name)
        raise AttributeError(f"module 'pyrules' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
