"""What the log says, and its files."""

from collections.abc import Iterable, Sequence

from app.words import *
from pyrules.core.english import amount

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
ROLLED, CHANGED, NOTED, UNDONE = "Rolled", "Changed", "Note", "Undone"
LAST_ROLLS = "Last rolls"
WHOLE_LOG = "All rolls"
NOTE = "Note"
DEALT_OUT = "what was dealt out"
LAST_CHANGE = "the last change"
DEEDS = {GIVE_UP: "gave up", REVEAL: "revealed the roll", DEALT_OUT: "dealt it out", LAST_CHANGE: "changed the roll"}
"""The same in the past, as it is told of somebody else."""
used = "used “{}”".format
EARLIER_TEXT, OTHER_RULES = "rolled with an earlier text of this game", "today's rules judge it otherwise"
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

undone = "Undone: {}.".format
redone = "Redone: {}.".format
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

IMPORT_PREVIEW = "Before anything changes"
games_not_brought = "The log is imported, but your own games are not: {}. They are in the file still.".format
GAMES_BROUGHT = "Imported, with your own games: they are on the first page."
NOT_A_FILE = "The file is not one that pyrules exported: those are text. Your log is unchanged. Choose another file."
import_refused = "{} was not imported, and your log is unchanged: {}.".format  # file, why


def too_big(size: int, most: int) -> str:
    """Say that a file of so many bytes is too big to be read."""
    has, reads = (f"{number / 1_000_000:.0f} MB" for number in (size, most))
    return f"The file is {has}; at most {reads} can be read. Choose a log that was exported here."


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


def log_taken_over(entries: int) -> str:
    """Say that the log was taken over."""
    return f"Imported. Your log now has {amount(entries, 'entry', 'entries')}."
