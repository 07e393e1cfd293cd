"""Words of the log's own screen, and of its files: export, import and merging."""

from app.log.words import *
from pyrules.core.english import all_of, amount, noun

LOG_EMPTY = "Nothing rolled yet. What you roll stays here, on this device."
LOG_BEGINS = "Make the first roll"
LOG_SEARCH = "Search the log"
LOG_KIND = "Show"
LOG_EVERYWHERE = "All systems"
LOG_PERSON, ANYBODY = "Person", "Anybody"
LOG_DEVICE, ANY_DEVICE = "Device", "Any device"
DONE_ON, DONE_BY = "Who did it", " by "
LOG_NONE = "Nothing in the log matches."
LOG_ALL = "Show all"
LOG_ACTIONS = "Actions for this entry"
NOTE_ADD, NOTE_EDIT, NOTE_SAVE = "Add a note", "Edit the note", "Save the note"
REDO = "Redo"
RELOAD = "Load into the form"
ONLY_YOURS = "Only you see it."
REPLAY = "See the dice"
JUDGE_TODAY = "What today's rules make of it"
log_more = "Show {:,} more".format
redo_of = "Redo: {}".format
folded_changes = "{} changes".format

LOG_FILES = "Copy, print, export and import"
PRINT = "Print"
UNREAD_KEPT = "They are safe, and a newer version of the app may read them. Save them as a file before you delete data."
UNREAD_SAVE = "Save them as a file"
REPLACE = "Replace my log by this file"
written_twice = "Each of the two logs has its own {}. Merged, two of a name become one.".format
MERGE_NONE = "There is nothing to merge: everything in the file is already here."
import_span = "From {} to {}.".format  # first, last
cannot_merge = "It cannot be merged with your log: {}.".format


def unread(number: int) -> str:
    """Say how many stored records cannot be read."""
    return f"{amount(number, 'stored record')} cannot be read by this version."


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


def log_shown(shown: int, found: int) -> str:
    """Say how many lines of how many are shown."""
    return f"The newest {shown:,} of {found:,}" if shown < found else amount(found, "entry", "entries")


def folded_lines(what: str, lines: int, turns: int) -> str:
    """Say which lines are folded into one: turns by their number, and others by how many lines they are.

    >>> folded_lines("turns", 9, 7), folded_lines("undone", 3, 0), folded_lines("people", 4, 0)
    ('7 turns', '3 undone lines', '4 lines about people')
    """
    match what:
        case "turns":
            return amount(turns, "turn", "turns") if turns else amount(lines, "round", "rounds")
        case "undone":
            return amount(lines, "undone line", "undone lines")
        case _:
            return f"{amount(lines, 'line', 'lines')} about {what}"
