"""The places of the app, each with its address: the screens of every system, and those that belong to none."""

from dataclasses import dataclass

from pyrules.systems import BY_ID

TABS = ("roll", "odds", "tracker", "log")
OF_A_SYSTEM = (*TABS, "notes", "rules", "show")
DESK = COMPARE, CHANGES, SESSION = ("desk", "desk/changes", "desk/session")
"""The pages of the desk, called as their addresses are."""

SCREENS = ("picker", "settings", "evening", "table", "own", "games", *DESK)


MOVED = {"luck/": "evening/"}
"""Addresses that places have had before, with those that they have now."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the reader is: one of a system's screens, or without a system one of the other screens."""

    system: str = ""
    tab: str = "picker"

    @property
    def address(self) -> str:
        """The address relative to the site.

        >>> Place("any", "log").address, Place("any", "roll").address, Place().address
        ('any/log/', 'any/', '')
        """
        folders = (self.system, "" if self.tab in ("roll", "picker") else self.tab)
        return "".join(f"{folder}/" for folder in folders if folder)

    @property
    def on_desk(self) -> bool:
        """Return whether this is a page of the desk."""
        return self.tab in DESK


def places() -> tuple[Place, ...]:
    """Every place there is, first those of the systems as they are registered now: one may be called as a screen is."""
    return (
        *(Place(system, tab) for system in BY_ID for tab in OF_A_SYSTEM),
        *(Place("", screen) for screen in SCREENS),
    )


def place_at(address: str) -> Place:
    """The place that an address means; the picker for one that there is not.

    >>> place_at("settings/"), place_at("nowhere/")
    (Place(system='', tab='settings'), Place(system='', tab='picker'))
    """
    path = address.partition("#")[0].partition("?")[0]
    path = MOVED.get(path, path)
    return next((place for place in places() if place.address == path), Place())
