"""Presets, the rulebook, settings, what is kept, and the app itself."""

from app.words.amount import amount

PRESETS = "Presets"
PRESETS_ARRANGE = "Rename, move or delete"
PRESET_NAME = "Name of the preset"
EARLIER, LATER, DELETE = "Move up", "Move down", "Delete"
NOTHING_TO_PIN = "There is no test to pin yet: correct the marked fields first."


def pinned(name: str) -> str:
    """Say that a test was pinned, and where it is to be found."""
    return f"Pinned: {name}. It stands above the form."


def pinned_before(name: str) -> str:
    """Say that a test is pinned already."""
    return f"This test is pinned already, as {name}."


def presets_full(most: int) -> str:
    """Say that no more tests can be pinned."""
    return f"{most} presets are pinned, and no more fit; delete one first."


def bring_back(name: str) -> str:
    """Name the button that undoes deleting a preset."""
    return f"Bring back {name}"


RULEBOOK = "Rules"
RULEBOOK_ABOUT = "Every rule that is applied here, in our own words, and what was decided where the text is silent."
RULES, RULINGS = "The rules", "Where the text is silent"
IN_THE_RULEBOOK = "In the rulebook"
CONTENTS = "Contents"
HOUSE_RULES_SET = "Set the house rules"
RULING_OPEN, RULING_CHOSEN, RULING_WHY = "What is open", "What we chose", "Why"

YOUR_DATA = "Your data"
KEEP_FOR_GOOD = "Keep it for good"
KEPT_FOR_GOOD = "This browser keeps it for good."
NOT_FOR_GOOD = (
    "The browser may throw it away when room is short. Ask it to keep it for good, or save the log as a file."
)
SAFARI_FORGETS = (
    "Safari throws away what a site keeps after seven days without a visit, unless the app is on the home screen."
)
PUT_OFF = "Later"
DELETE_EVERYTHING = "Delete everything"
DELETE_SURE = "Delete it all, for good"
DELETE_ABOUT = "There is no way back from this. Export the log first if you may want it again."
DELETED = "Everything is deleted. The app itself stays."

THE_APP = "The app"
INSTALL = "Install"
INSTALLED = "Installed on this device."
INSTALL_IOS = "To install it, tap Share in Safari, then Add to Home Screen."
STAYS_ON_NOWHERE = "This browser cannot keep the screen on."
WHAT_IS_INSIDE = "What is inside, and its licences"
NOT_OFFLINE_YET = "Not yet stored for use without a connection."
GO_ON_WITH = "Go on with"


def held_here(lines: int, unread: int) -> str:
    """Say what this browser keeps."""
    more = f", {amount(unread, 'unreadable record')}" if unread else ""
    return f"Kept in this browser only: {amount(lines, 'line')} of the log{more}, presets, settings."


def not_exported(rolls: int) -> str:
    """Say how many rolls no exported file has."""
    if not rolls:
        return "Every roll is in the file that was exported last."
    return f"{amount(rolls, 'roll is', 'rolls are')} in no exported file yet."


def version(build: str) -> str:
    """Say which build of the app this is."""
    return f"Version {build}"


def ruling(number: int) -> str:
    """Name a ruling."""
    return f"Ruling {number}"


def ruling_behind(number: int) -> str:
    """Name what folds out to the ruling behind a house rule."""
    return f"What the text leaves open, and why we chose this (ruling {number})"
