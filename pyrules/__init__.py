"""Dice tests of five tabletop role-playing systems, and any dice: rolled or judged, with every step and exact odds.

>>> import pyrules
>>> test = pyrules.parse("moonwalk", "12 [6] (3)")
>>> pyrules.odds(test).events["success"].exact
'435185/531441'

`systems` is the package of the rule systems; the other names are those of `pyrules.api`, which is imported when one of
them is first used. `docs/api.md` shows them at work.
"""

__version__ = "1.0.0"

TYPE_CHECKING = False
"""True to type checkers; `typing` itself takes a while to load."""

if TYPE_CHECKING:
    from pyrules import systems as systems
    from pyrules.api import *
else:

    def __getattr__(name):
        from importlib import import_module

        if name == "systems":
            return import_module("pyrules.systems")
        api = import_module("pyrules.api")
        if name == "__all__":
            return [*api.__all__, "systems"]
        if name in api.__all__:
            return getattr(api, name)
        raise AttributeError(f"module 'pyrules' has no attribute {name!r}")


def __dir__() -> list[str]:
    from pyrules.api import __all__

    return sorted(["__version__", "systems", *__all__])
