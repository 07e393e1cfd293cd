"""Words that several screens use; those of one room alone stand in that room's own words.

A text with places to fill in is called with what goes there: `back_to(where)`.
"""

import re

from pyrules.core.english import all_of, amount, minus, noun, plural, with_sign
from pyrules.core.system import Topic


def too_long(text: str, most: int) -> str:
    """Say by how much a text is too long; "" for one that fits.

    >>> too_long("x" * 20_034, 20_000), too_long("x", 60)
    ('20,034 characters; use at most 20,000', '')
    """
    return f"{len(text):,} characters; use at most {most:,}" if len(text) > most else ""


APP = "pyrules"
TAGLINE = "A dice table for five role-playing games and any dice: tap Roll, and see every step of the verdict."
ABOUT = (
    "Roll dice for five tabletop role-playing systems and any other, see the rules resolved step by step, offline too."
)
ALL_SYSTEMS = "All systems"
SKIP = "Skip to the dice"
NEWS = "News"

FOR_EVERYBODY = "For everybody"
SHOW_ON, SHOW_HERE = "Show on a second screen", "Show here what everybody rolls"
DICE_SOUND = "Sound of the dice"

ROLL, ODDS, TRACKER, LOG = "Roll", "Odds", "Tracker", "Log"

LOADING = "Loading the rules"
GETTING_READY = "Getting ready"
NO_SCRIPT = "Rolling dice needs JavaScript and WebAssembly. Switch JavaScript on for this site and reload the page."
NO_ORIGIN = "No dice can be rolled here: what shows this page keeps its scripts from it."
BY_ITSELF = "Open it in a window of its own."

NOTATION = "Shorthand"
RESULT = "Result"
DICE = "Dice"
CHANGE = "Change the test"
UNDO = "Undo"
REMOVE_ROW = "Remove"
FIX_FIRST = "Correct the marked fields first."
PIN = "Pin as preset"
TYPED_PUT_AWAY = "The dice being typed in were discarded."

SETTINGS = "Settings"
HOUSE_RULES = "House rules"

back_to = "Back to {}".format
one_less = "{}: one less".format
one_more = "{}: one more".format
about = "{}: {}".format  # what, which
costs = "{1} −{0}".format  # number, counter


def sentence(problem: str) -> str:
    """Write what is wrong as a sentence.

    >>> sentence("-1 is out of bounds; use 0 to 9"), sentence("a number is missing; use 0 to 9")
    ('−1 is out of bounds; use 0 to 9.', 'A number is missing; use 0 to 9.')
    """
    text = minus(problem)
    return f"{text[:1].upper()}{text[1:]}."


IN_SECRET, SECRET_ROLL, REVEAL = "In secret", "Secret roll", "Reveal it"
SHARE = "Share"
SHARE_ROLL = "Share this roll"
SHARE_TEXT, SHARE_PICTURE, SHARE_CODE = "Text and link", "Picture", "QR code"
ROLL_CODE = "A QR code of the link that brings this roll"
EXPORT, IMPORT = "Export as a file", "Import a file"
PHYSICAL, REAL_BY_COUNT = "real dice", "real dice, by count"
CLOSE, CANCEL = "Close", "Cancel"
TEXT_TO_COPY = "Text to copy"
LINK_KEEP = "Add to my log"
LINK_CLOSE = "Back to my own form"
undo_of = "Undo: {}".format
cannot_judge = "This roll cannot be judged again: {}.".format
cannot_keep = "This cannot be saved: {}.".format
bad_link = "This link cannot be opened: {}. Nothing was changed.".format


def counter_change(counter: str, delta: int, who: str = "") -> str:
    """Say how a counter changed, and whose."""
    return f"{counter} {with_sign(delta)}" + (f" ({who})" if who else "")


OF_NOBODY = "nobody is chosen"


def not_counted(change: str, why: str, came_to: int = 0) -> str:
    """Say of a change that it does not count, or only some of it.

    >>> not_counted("Grit +2", "9 is the most"), not_counted("IP −2", "0 is the least", -1)
    ('Grit +2: not counted, as 9 is the most', 'IP −2: only −1 counted, as 0 is the least')
    """
    return f"{change}: {f'only {with_sign(came_to)}' if came_to else 'not'} counted, as {why}"


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


def names(notation: str, what: str) -> bool:
    """Return whether a notation has every word of this itself.

    >>> names("Agility 5 + Pistols 4 - Wounds 2 (2)", "Agility + Pistols"), names("5d6 vs Minor 5", "Cohort's turn")
    (True, False)
    """
    found, known = (set(re.findall(r"\w+", text.casefold())) for text in (what, notation))
    return bool(found) and found <= known


def real_dice(*, physical: bool, counted: bool) -> str:
    """Say that dice were thrown by hand, and whether they were typed in by count; "" for dice that were rolled here."""
    return (REAL_BY_COUNT if counted else PHYSICAL) if physical else ""


YOUR_OWN, MAKE_YOUR_OWN, MORE_GAMES = "Your own", "Make your own", "More games"
EVENING = "This evening"

COMPARE = "Compare"
CHANGES, CHANGES_TAB = "What a change is worth", "Changes"
SESSION, SESSION_TAB = "A session", "Session"
DESK = "The desk"
DISTRIBUTION = "What to count"
COUNTED = "How to count it"
TABLE = "The numbers as a table"


def distribution(name: str, mode: str) -> str:
    """Title a chart."""
    return f"{with_capital(name)}, {mode}"


def points(change: float) -> str:
    """Write a change in percentage points."""
    return minus(f"{change * 100:+.1f}")


NOTES = "Notes"

YEAR = 31_536_000
UNITS = (("year", YEAR), ("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


def duration(seconds: int) -> str:
    """Write a time in its two largest units.

    >>> duration(0), duration(90), duration(7_200), duration(90_061)
    ('0 s', '1 min 30 s', '2 h', '1 day 1 h')
    """
    parts = []
    for unit, length in UNITS:
        number, seconds = divmod(seconds, length)
        if number:
            parts.append(amount(number, unit) if unit in ("year", "day") else f"{number} {unit}")
    return " ".join(parts[:2]) or "0 s"


PRESETS = "Presets"

RULEBOOK = "Rules"

NAME = "Name"
USED = "used"
ADD_YOURS = "Add your character"
WHO_ROLLS, WHO_DEFENDS = "Who rolls", "Against"
SHOW_FOE, HIDE_FOE, HIDDEN = "Show to the players", "Hide from the players", "hidden"
JOINS, JOINS_NOT = "Add", "Do not add"
HOW_MANY = "How many"
CHANGE_NOTE = "Note for the next change"
GM = "The game master"
GIVE_UP = "Give up"

MOST_NAMED = 5
"""So many names are told one by one."""
asks_to_join = "Add {} to this campaign?".format
name_taken = "{} is in the log already; use another name".format
not_yet = "Not yet: {}.".format
no_longer = "{} is no longer available: what it costs can no longer be paid.".format


def one_of_most(number: int, most: int | None) -> str:
    """Write a counter's value, and its bound where there is one."""
    return f"{number}" if most is None else f"{number} of {most}"


def not_yet_here(problem: str) -> str:
    """Say why a test cannot be rolled yet, where nothing can be done about it."""
    return f"{not_yet(problem)} Change that in the tracker."


def people(person: str, foe: str = "") -> str:
    """Head the people of a system, one of whom is a `person`, and their foes where it has any.

    >>> people("PC"), people("player", "foe")
    ('PCs', 'Players and foes')
    """
    return with_capital(all_of([plural(one) for one in (person, foe) if one]))


def written_down(*names: str) -> str:
    """Say that these are saved.

    >>> written_down("Ann"), written_down("Guard 1", "Guard 2", "Guard 3")
    ('Ann is saved.', 'Guard 1, Guard 2 and Guard 3 are saved.')
    >>> written_down(*(f"Guard {number}" for number in range(1, 12)))
    'Guard 1, Guard 2, Guard 3, Guard 4, Guard 5 and 6 others are saved.'
    """
    others = len(names) - MOST_NAMED
    named = names if others < 2 else (*names[:MOST_NAMED], f"{others} others")
    return f"{all_of(named)} {noun(len(names), 'is', 'are')} saved."


def with_capital(noun: str) -> str:
    """Begin with a capital letter and leave the others as they are."""
    return f"{noun[:1].upper()}{noun[1:]}"


ONE_TABLE = "Play together"
OPEN_A_TABLE, JOIN_A_TABLE = "Open a table", "Join a table"

AT_THE_TABLE, ALONE = "At the table", "alone"
AT_THE_TABLE_ALONE = f"{AT_THE_TABLE}: {ALONE}"
SCAN, STOP_CAMERA = "Scan their code", "Stop the camera"
CAMERA = "The camera's picture: hold the other device's code up to it"

TABLE_RULES = "House rules are those of the table until you leave it; they are set on the device that opened it."
closed_while_rolling = (
    "A roll with shared dice was under way when this page was closed ({}: {}). It was not made. You can roll it again;"
    " the others are told that it was begun and not finished."
).format


def unsent_unread(count: int, problem: str) -> str:
    """Say how much of what was done at another's table cannot be read, and why.

    >>> unsent_unread(1, "kind: unknown")
    '1 thing that you did at another table cannot be read here, and does not go there (kind: unknown).'
    """
    did, do = amount(count, "thing"), noun(count, "does", "do")
    return f"{did} that you did at another table cannot be read here, and {do} not go there ({problem})."


def at_the_table(count: int) -> str:
    """Say that several devices are at a table."""
    return f"{AT_THE_TABLE}: {devices(count)}"


cut_off_from = (
    "You are cut off from {}'s table, and nobody there sees your rolls. They come to it when you are back.".format
)
table_closed = "{} has closed the table. Leave it to go on with your own log.".format
LEAVE_TABLE = "Leave the table"
back_to_table = "Back to {}'s table".format


def no_camera(problem: str) -> str:
    """Say why the camera cannot be used, by what the browser calls it.

    >>> no_camera("NotFoundError")
    'There is no camera that can be used. Paste the code as text, or open the link.'
    """
    reasons = {
        "NotAllowedError": "The camera was not allowed for this site. Allow it in the browser's settings",
        "NotReadableError": "Another app is using the camera. Close that app",
        "AbortError": "The camera has stopped",
        "NetworkError": "What reads codes did not come: connect, then reload",
    }
    return f"{reasons.get(problem, 'There is no camera that can be used')}. {AS_TEXT}"


AS_TEXT = "Paste the code as text, or open the link."


def devices(count: int) -> str:
    """Say how many devices are at the table.

    >>> devices(1), devices(2)
    ('1 device', '2 devices')
    """
    return amount(count, "device")
