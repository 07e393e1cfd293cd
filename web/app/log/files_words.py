"""Words of the log's files: export, import and merging."""

from app.log.words import *
from pyrules.core.english import all_of, amount, noun

LOG_FILES = "Copy, print, export and import"
PRINT = "Print"
UNREAD_KEPT = "They are safe, and a newer version of the app may read them. Save them as a file before you delete data."
UNREAD_SAVE = "Save them as a file"
IMPORT_PREVIEW = "Before anything changes"
REPLACE = "Replace my log by this file"
written_twice = "Each of the two logs has its own {}. Merged, two of a name become one.".format
MERGE_NONE = "There is nothing to merge: everything in the file is already here."
import_span = "From {} to {}.".format  # first, last
cannot_merge = "It cannot be merged with your log: {}.".format
games_not_brought = "The log is imported, but your own games are not: {}. They are in the file still.".format
GAMES_BROUGHT = "Imported, with your own games: they are on the first page."


def unread(number: int) -> str:
    """Say how many stored records cannot be read."""
    return f"{amount(number, 'stored record')} cannot be read by this version."


def log_is_full(share: float) -> str:
    """Say that a file of the log can hardly be read back, or cannot.

    >>> log_is_full(0.856)[:64]
    'The log is long: this file has 86 % of what can be imported. Sav'
    """
    if share > 1:
        return (
            "The log is too long: this file has more than can be imported. The log here is safe, and the file can be"
            " read as text. To begin a new log, delete this one in the settings."
        )
    return (
        f"The log is long: this file has {round(share * 100)} % of what can be imported. Save it well, then delete the"
        " log in the settings to begin a new one."
    )


def import_holds(file: str, entries: int, rolls: int) -> str:
    """Say what a file holds."""
    return f"{file} holds {amount(entries, 'entry', 'entries')}, among them {amount(rolls, 'roll')}."


def merge_gives(new: int, shared: int, ours: int) -> str:
    """Say what merging does."""
    kept = amount(ours, "that is only here", "that are only here")
    return f"Merging adds {amount(new, 'entry', 'entries')} and keeps {kept}; {amount(shared, 'is', 'are')} in both."


def import_games(games: int) -> str:
    """Say how many games a file has besides the log, and what becomes of them."""
    return f"It also has {amount(games, 'game of your own', 'games of your own')}, kept beside those that are here."


def merge_button(new: int, games: int) -> str:
    """Say what a tap adds.

    >>> merge_button(1200, 0), merge_button(0, 1)
    ('Merge: add 1,200', 'Merge: add 1 game')
    """
    added = (f"{new:,}" if new else "", amount(games, "game") if games else "")
    return f"Merge: add {all_of([*filter(None, added)])}"


def replace_gives(lost: int) -> str:
    """Say what replacing does."""
    if not lost:
        return "Replacing loses nothing that is here."
    gone = amount(lost, "entry that is only here", "entries that are only here")
    return f"Replacing removes {gone}. Export your log first if you may want {noun(lost, 'it', 'them')} back."


def log_taken_over(entries: int) -> str:
    """Say that the log was taken over."""
    return f"Imported. Your log now has {amount(entries, 'entry', 'entries')}."
