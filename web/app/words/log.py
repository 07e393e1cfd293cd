"""The log, its files, and links."""

from app.words.amount import amount
from app.words.table import DICE, about, minus
from pyrules.core.system import Topic

LOG_KINDS = {
    "all": "Everything",
    "rolls": "Rolls",
    "good": "Successes",
    "bad": "Failures",
    "hand": "Changes by hand",
    "noted": "With a note",
    "undone": "Undone",
}
LOG_SEARCH = "Search the log"
LOG_KIND = "Show"
LOG_EVERYWHERE = "All systems"
LAST_ROLLS = "Last rolls"
WHOLE_LOG = "All rolls"
LOG_NONE = "Nothing in the log matches."
LOG_ALL = "Show all"
LOG_ACTIONS = "Actions for this line"
LOG_FILES = "Copy, print, export and import"
NOTE = "Note"
NOTE_ADD, NOTE_EDIT, NOTE_SAVE = "Add a note", "Edit the note", "Save the note"
REDO = "Redo"
IN_SECRET, SECRET_ROLL, REVEAL = "In secret", "Secret roll", "Reveal it"
ONLY_YOU = "Rolled in secret. The result is not in the log."
DEALT_OUT = "what was dealt out"
LAST_CHANGE = "the last change"
RELOAD = "Load into the form"
REPLAY = "Show on the table"
SHARE = "Share"
SHARE_PICTURE = "Share a picture"
SHARE_CODE = "Show a QR code"
ROLL_CODE_SHOWN = "The camera of any phone opens this roll."
ROLL_CODE = "A QR code of the link that brings this roll"
NO_CODE = "This roll is too long for a QR code that a phone could read. Share its link."
SHARE_TEST = "Share this test"
COPY_TEXT, COPY_MARKDOWN = "Copy as text", "Copy as Markdown"
PRINT = "Print"
EXPORT, IMPORT = "Export as a file", "Import a file"
PHYSICAL, REAL_BY_COUNT = "real dice", "real dice, by count"
CLOSE, CANCEL = "Close", "Cancel"
COPIED = "Copied."
PICTURE_COPIED = "The picture is copied: paste it where you want it."
PICTURE_SAVED = "The picture is saved as a file."
COPY_BY_HAND = "This browser does not let the page copy. Copy the text from here:"
TEXT_TO_COPY = "Text to copy"
NOTHING_TO_SHARE = "There is no test to share yet: correct the marked fields first."
UNREAD_KEPT = "They are kept, and a newer version of the app may read them. Save them as a file before you delete data."
UNREAD_SAVE = "Save them as a file"
NOT_A_FILE = "The file is not one that pyrules exported: those are text. Your log is unchanged. Choose another file."

IMPORT_PREVIEW = "Before anything changes"
MERGE_NONE = "There is nothing to merge: everything in the file is already here."

LINK_TEST = "A test from a link, ready to roll. Nothing is kept until you roll or change it."
LINK_ROLL = "A finished roll from a link, judged again here. It is not in your log."
LINK_HOUSE_RULES = "The link was made with other house rules; what you roll here is judged by yours."
LINK_KEEP = "Add to my log"
LINK_CLOSE = "Back to my own form"

restored = "{}: back to the start".format
log_more = "Show {:,} more".format
undone = "Undone: {}.".format
redone = "Redone: {}.".format
undo_of = "Undo: {}".format
redo_of = "Redo: {}".format
cannot_judge = "This roll cannot be judged again: {}.".format
judged_otherwise = "The log has “{}”; by today's rules it comes out as “{}”.".format  # before, now
cannot_keep = "This cannot be kept: {}.".format
import_refused = "{} was not imported, and your log is unchanged: {}.".format  # file, why
import_span = "From {} to {}.".format  # first, last
cannot_merge = "It cannot be merged with your log: {}.".format
merge_button = "Merge: add {:,}".format
bad_link = "This link cannot be opened: {}. Nothing was changed.".format


def signed(number: int) -> str:
    """Write a change with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}"


def changed(counter: str, delta: int, who: str = "") -> str:
    """Say how a counter changed, and whose."""
    return f"{counter} {signed(delta)}" + (f" ({who})" if who else "")


OF_NOBODY = "nobody is chosen"


def bound_at(number: int, *, most: bool) -> str:
    """Say how far a counter goes."""
    return f"{number} is the {'most' if most else 'least'}"


def not_counted(change: str, why: str, came_to: int = 0) -> str:
    """Say of a change that it does not count, or only some of it.

    >>> not_counted("Grit +2", bound_at(9, most=True)), not_counted("IP −2", bound_at(0, most=False), -1)
    ('Grit +2: not counted, as 9 is the most', 'IP −2: only −1 counted, as 0 is the least')
    """
    return f"{change}: {f'only {signed(came_to)}' if came_to else 'not'} counted, as {why}"


def recorded(subject: str, name: str, was: str, *, gone: bool) -> str:
    """Say that something was written down, renamed or removed."""
    return f"{subject} {was} is now {name}" if was else f"{subject} {name}{' removed' if gone else ''}".strip()


def in_challenge(name: str) -> str:
    """Say which Challenge a turn belongs to; "" for a roll of none."""
    return f"Challenge {name}" if name else ""


def whose(who: str, topic: Topic, under: str) -> tuple[str, ...]:
    """Say whose roll it was, what for, and against whom or in which Challenge, part by part as far as it is known.

    >>> whose("Mira", Topic("Pistols", "Guard"), ""), whose("", Topic("Cohort's turn", "Minor 5"), "Vault")
    (('Mira', 'Pistols', 'against Guard'), ("Cohort's turn", 'Challenge Vault'))
    """
    against = in_challenge(under) or (f"against {topic.against}" if topic.against else "")
    return tuple(filter(None, (who, topic.what, against)))


def in_a_chat(whose: str, headline: str, summary: str, faces: str) -> str:
    """Say a roll in one line that every chat shows.

    >>> in_a_chat("Mira, Pistols", "Success", "4 hits · needs 3", "6 5 5 6 1")
    'Mira, Pistols: Success, 4 hits · needs 3 · 6 5 5 6 1'
    """
    said = about(whose, ", ".join(filter(None, (headline, minus(summary)))))
    return f"{said} · {faces}" if faces else said


def real_dice(*, physical: bool, counted: bool) -> str:
    """Say that dice were thrown by hand, and whether they were typed in by count; "" for dice that were rolled here."""
    return (REAL_BY_COUNT if counted else PHYSICAL) if physical else ""


def dice_lie(faces: str, *, physical: bool, counted: bool) -> str:
    """Say which faces lie on the table."""
    named = real_dice(physical=physical, counted=counted).capitalize() or DICE
    return f"{named}: {faces}" if faces else ""


def log_shown(shown: int, found: int) -> str:
    """Say how many lines of how many are shown."""
    return f"The newest {shown:,} of {found:,}" if shown < found else amount(found, "line")


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


def too_big(size: int, most: int) -> str:
    """Say that a file of so many bytes is too big to be read."""
    has, reads = (f"{number / 1_000_000:.0f} MB" for number in (size, most))
    return f"The file is {has}; at most {reads} can be read. Choose a log that was exported here."


def import_holds(file: str, lines: int, rolls: int, undone: int) -> str:
    """Say what a file holds."""
    by_hand = amount(lines - rolls, "change")
    return f"{file} holds {amount(rolls, 'roll')} and {by_hand} by hand; {undone:,} of them undone."


def merge_gives(new: int, shared: int, ours: int) -> str:
    """Say what merging does."""
    kept = amount(ours, "that is only here", "that are only here")
    return f"Merging adds {amount(new, 'event')} and keeps {kept}; {amount(shared, 'is', 'are')} in both."


def replace_gives(lost: int) -> str:
    """Say what replacing does."""
    if not lost:
        return "Replacing loses nothing that is here."
    gone = amount(lost, "event that is only here", "events that are only here")
    return f"Replacing removes {gone}. Export your log first if you may want {'it' if lost == 1 else 'them'} back."


def replace_button(lines: int) -> str:
    """Name the button that replaces the log."""
    return f"Replace my log by this file: {amount(lines, 'line')}"


def imported(lines: int) -> str:
    """Say that the log was taken over."""
    return f"Imported. Your log now has {amount(lines, 'line')}."
