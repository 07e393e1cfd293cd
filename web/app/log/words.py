"""What the log says, and its files."""

from collections.abc import Iterable, Sequence

from app.words import *
from pyrules.core.english import amount

LOG_EMPTY = "Nothing rolled yet. What you roll stays here, on this device."
LOG_BEGINS = "Make the first roll"
STRUCK = "undone"

LOG_KINDS = {
    "all": "Everything",
    "rolls": "Rolls",
    "good": "Went well",
    "bad": "Went badly",
    "hand": "Changes by hand",
    "noted": "With a note",
    "undone": "Undone",
}
LOG_SEARCH = "Search the log"
LOG_KIND = "Show"
LOG_EVERYWHERE = "All systems"
LOG_PERSON, ANYBODY = "Person", "Anybody"
LOG_DEVICE, ANY_DEVICE = "Device", "Any device"
ROLLED, CHANGED, NOTED, UNDONE = "Rolled", "Changed", "Note", "Undone"
DONE_ON, DONE_BY = "Who did it", " by "
LAST_ROLLS = "Last rolls"
WHOLE_LOG = "All rolls"
LOG_NONE = "Nothing in the log matches."
LOG_ALL = "Show all"
LOG_ACTIONS = "Actions for this entry"
NOTE = "Note"
NOTE_ADD, NOTE_EDIT, NOTE_SAVE = "Add a note", "Edit the note", "Save the note"
REDO = "Redo"
DEALT_OUT = "what was dealt out"
LAST_CHANGE = "the last change"
DEEDS = {GIVE_UP: "gave up", REVEAL: "revealed the roll", DEALT_OUT: "dealt it out", LAST_CHANGE: "changed the roll"}
"""The same in the past, as it is told of somebody else."""
used = "used “{}”".format
RELOAD = "Load into the form"
ONLY_YOURS = "Only you see it."
REPLAY = "See the dice"
EARLIER_TEXT, OTHER_RULES = "rolled with an earlier text of this game", "today's rules judge it otherwise"
JUDGE_TODAY = "What today's rules make of it"
COPY_TEXT, COPY_MARKDOWN = "Copy as text", "Copy as Markdown"


restored = "{}: back to the start".format


def page_written(title: str, *, gone: bool) -> str:
    """Say that a page of notes was written, or removed."""
    return f"{NOTES}: {title} removed" if gone else f"{NOTES}: {title}"


def results(rolls: Iterable[tuple[str, int, str]]) -> str:
    """Say what rolls on tables came to, as (table, number, line).

    >>> results([("Weather", 5, "storm → Wreck"), ("Wreck", 2, "")])
    'Weather 5: storm → Wreck; Wreck 2: no line has it'
    """
    return "; ".join(f"{table} {number}: {text or NO_LINE}" for table, number, text in rolls)


NO_LINE = "no line has it"

log_more = "Show {:,} more".format
undone = "Undone: {}.".format
redone = "Redone: {}.".format
redo_of = "Redo: {}".format
judged_otherwise = "The log has “{}”; by today's rules it comes out as “{}”.".format  # before, now


def bound_at(number: int, *, most: bool) -> str:
    """Say how far a counter goes."""
    return f"{number} is the {'most' if most else 'least'}"


def record_in_words(subject: str, name: str, was: str, *, gone: bool) -> str:
    """Say that something was written down, renamed or removed."""
    return f"{subject} {was} is now {name}" if was else f"{subject} {name}{' removed' if gone else ''}".strip()


def dice_lie(faces: str, *, physical: bool, counted: bool) -> str:
    """Say which faces lie on the table."""
    named = real_dice(physical=physical, counted=counted).capitalize() or DICE
    return f"{named}: {faces}" if faces else ""


def log_shown(shown: int, found: int) -> str:
    """Say how many lines of how many are shown."""
    return f"The newest {shown:,} of {found:,}" if shown < found else amount(found, "entry", "entries")


def order_is(names: Sequence[str]) -> str:
    """Say in which order people act.

    >>> order_is(["Ann", "Bo"]), order_is([])
    ('Order: Ann, Bo', 'Turns ended')
    """
    return f"Order: {', '.join(names)}" if names else "Turns ended"


def turn_is(who: str, done: str) -> str:
    """Say whose turn it is, or who is done with it; "" for nobody's, before the first one.

    >>> turn_is("Ann", ""), turn_is("", "Ann"), turn_is("", "")
    ("Ann's turn", 'Ann is done', 'The turns begin again')
    """
    if done:
        return f"{done} is done"
    return f"{who}'s turn" if who else "The turns begin again"


PROVEN, UNPROVEN = "fair dice", "dice not proven"


folded_changes = "{} changes".format


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
