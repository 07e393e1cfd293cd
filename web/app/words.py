"""Every text of the page, in one place; the systems' own words come from their rulebooks."""

from pyrules.core.roll import Throw

APP = "pyrules"
TAGLINE = "Five rule systems, real dice, every step explained."
ABOUT = "Roll dice for five tabletop role-playing systems, see the rules resolved step by step, with the network gone."

PICK_A_SYSTEM = "Pick a rule system"
ALL_SYSTEMS = "All systems"
SKIP = "Skip to the dice"

ROLL, ODDS, TRACKER, LOG = "Roll", "Odds", "Tracker", "Log"

LOADING = "Loading the rules"
NO_SCRIPT = "Rolling dice needs JavaScript and WebAssembly. Switch JavaScript on for this site and reload the page."

NOTATION = "Shorthand"
RESULT = "Result"
DICE = "Dice"
STEPS = "How it came about"
NEXT = "What you may do now"
CHANGE = "Change the test"
UNDO = "Undo"
ROLL_AGAIN = "Roll again"
NO_DICE = "Resolve without dice"
ADD_ROW = "Add"
REMOVE_ROW = "Remove"
FIX_FIRST = "Correct the marked fields first."
SETTLED_BY_RULING = "Where the text is silent"
EFFECTS = "What it changes"
PIN = "Pin as preset"
HELP = "Help"
ENTER_DICE = "Enter dice"
ROLL_REST = "Roll the rest for me"
TAKE_BACK = "Take back"
TEN_IS_ZERO = "A die that shows 0 shows 10."
TAP_DICE = "Tap the dice first."
TAP_MODIFIER = "Choose a modifier, then tap dice. A tap on the same die takes it back."
CLEAR = "Clear"
BY_THE_RULES = "As the rules place them"
KEEP_PLACEMENT = "Keep it like this"
NOT_YET = "Not placed yet"
UNDECIDED = "undecided"
ROLES = {"step": "step", "auto": "auto"}

SETTINGS = "Settings"
HOUSE_RULES = "House rules"

LOG_EMPTY = "Nothing rolled yet. What you roll stays here, on this device."
STRUCK = "undone"


def one_less(label: str) -> str:
    """Name the button that lowers a number."""
    return f"{label}: one less"


def one_more(label: str) -> str:
    """Name the button that raises a number."""
    return f"{label}: one more"


def roll_dice(dice: str) -> str:
    """Say on the main button what it throws."""
    return f"Roll {dice}" if dice else NO_DICE


def enter(dice: str) -> str:
    """Say on the main button which dice to throw by hand."""
    return f"Enter {dice}"


def next_die(number: int, throw: Throw) -> str:
    """Ask for one die of a throw."""
    dice = f"Die {number} of {throw.count}" if throw.count > 1 else "One die"
    return f"{dice}, d{throw.sides}"


def dice(number: int, sides: int) -> str:
    """Name dice of one size."""
    return f"{number}d{sides}"


def on_dice(label: str, chosen: int, dice: int) -> str:
    """Name the button of an option that is used on chosen dice."""
    return f"{label} {chosen} of {dice}" if chosen else f"{label}: tap dice"


def costs(number: int, counter: str) -> str:
    """Say what an option costs."""
    return f"{counter} −{number}"


def units(name: str, number: int, left: int) -> str:
    """Name a modifier, and how many of its units wait for a die."""
    return f"{name} / {number}d · {f'{left} left' if left else '✓'}"


def add_to(label: str) -> str:
    """Name the button that adds a row to a list."""
    return f"{ADD_ROW}: {label}"


def explain(label: str) -> str:
    """Name the button that explains a field."""
    return f"{HELP}: {label}"


def die_words(number: int, face: str, mark: str) -> str:
    """Say how one die lies and counts."""
    return f"die {number}: {face}, {mark}"


# The log, its files, links and luck

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
LOG_NONE = "Nothing in the log matches."
LOG_ALL = "Show all"
LOG_ACTIONS = "What to do with this line"
LOG_FILES = "Copy, print, export and import"
NOTE = "Note"
NOTE_ADD, NOTE_EDIT, NOTE_SAVE = "Add a note", "Edit the note", "Save the note"
REDO = "Redo"
RELOAD = "Into the form"
REPLAY = "On the table"
SHARE = "Share"
SHARE_TEST = "Share this test"
COPY_TEXT, COPY_MARKDOWN = "Copy as text", "Copy as Markdown"
PRINT = "Print"
EXPORT, IMPORT = "Export as a file", "Import a file"
PHYSICAL = "real dice"
CLOSE, CANCEL = "Close", "Cancel"
COPIED = "Copied."
COPY_BY_HAND = "This browser does not let the page copy. Copy the text from here:"
TEXT_TO_COPY = "Text to copy"
NOTHING_TO_SHARE = "There is no test to share yet: correct the marked fields first."
UNREAD_KEPT = (
    "They are kept as they are. An update of the app may read them; save them as a file before you delete data."
)
UNREAD_SAVE = "Save them as a file"
NOT_A_FILE = "The file could not be read by the browser. Choose it again."

IMPORT_PREVIEW = "Before anything changes"
MERGE_NONE = "Nothing new to merge: everything in the file is already here."

LINK_TEST = "A test from a link, ready to roll. Nothing is kept until you roll or change it."
LINK_ROLL = "A finished roll from a link, judged again here. It is not in your log."
LINK_HOUSE_RULES = "The link was made with other house rules; what you roll here is judged by yours."
LINK_KEEP = "Add to my log"
LINK_CLOSE = "Back to my own form"

LUCK = "Luck"
LUCK_ABOUT = (
    "How often every face came up, beside what fair dice would give. Dice of undone rolls count as well, "
    "except real ones, which may have been entered by mistake."
)
LUCK_EMPTY = "No dice rolled yet."
LUCK_HERE, LUCK_PHYSICAL = "Rolled here", "Real dice"
LUCK_TABLE = "The numbers"
FACE, TIMES, EXPECTED = "Face", "Times", "Expected"


def signed(number: int) -> str:
    """Write a change with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}"


def changed(counter: str, delta: int, who: str = "") -> str:
    """Say how a counter changed, and whose."""
    return f"{counter} {signed(delta)}" + (f" ({who})" if who else "")


def restored(counter: str) -> str:
    """Say that a counter went back."""
    return f"{counter}: back to the start"


def recorded(subject: str, name: str, *, gone: bool) -> str:
    """Say that something was written down or removed."""
    return f"{subject.capitalize()} {name}{' removed' if gone else ''}"


def dice_lie(faces: str, *, physical: bool) -> str:
    """Say which faces lie on the table."""
    return f"{'Real dice' if physical else DICE}: {faces}" if faces else ""


def log_shown(shown: int, found: int) -> str:
    """Say how many lines of how many are shown."""
    return f"The newest {shown} of {found:,}" if shown < found else ("1 line" if found == 1 else f"{found:,} lines")


def log_more(number: int) -> str:
    """Name the button that shows more lines."""
    return f"Show {number} more"


def undone(what: str) -> str:
    """Say that something was undone."""
    return f"Undone: {what}."


def redone(what: str) -> str:
    """Say that something counts again."""
    return f"Counts again: {what}."


def cannot_judge(why: str) -> str:
    """Say why a stored roll cannot be judged again."""
    return f"This roll cannot be judged again: {why}"


def judged_otherwise(before: str, now: str) -> str:
    """Say that the rules of today give another verdict than the log has."""
    return f"The log has “{before}”; judged by the rules of today it comes out as “{now}”."


def cannot_keep(why: str) -> str:
    """Say why something cannot be written into the log."""
    return f"This cannot be kept: {why}"


def unread(number: int) -> str:
    """Say how many stored records cannot be read."""
    return f"{number} stored {'record' if number == 1 else 'records'} cannot be read by this version."


def too_big(megabytes: float, most: int) -> str:
    """Say that a file is too big to be read."""
    return f"The file has {megabytes:.0f} MB; at most {most} MB are read. Choose a log that was exported here."


def import_refused(file: str, why: str) -> str:
    """Say why a file is not imported."""
    return f"{file} was not imported, and your log is as it was: {why}."


def import_holds(file: str, lines: int, rolls: int, undone: int) -> str:
    """Say what a file holds."""
    return f"{file} holds {rolls:,} rolls and {lines - rolls:,} changes by hand; {undone:,} of them undone."


def import_span(first: str, last: str) -> str:
    """Say when a file's first and last line were written."""
    return f"From {first} to {last}."


def cannot_merge(why: str) -> str:
    """Say why two logs cannot go together."""
    return f"It cannot be merged with your log: {why}."


def merge_gives(new: int, shared: int, ours: int) -> str:
    """Say what merging does."""
    return f"Merging adds {new:,} events and keeps {ours:,} that are only here; {shared:,} are in both."


def replace_gives(lost: int) -> str:
    """Say what replacing does."""
    if not lost:
        return "Replacing loses nothing that is here."
    return f"Replacing removes {lost:,} events that are only here. Export your log first if you may want them back."


def merge_button(new: int) -> str:
    """Name the button that merges."""
    return f"Merge: add {new:,}"


def replace_button(lines: int) -> str:
    """Name the button that replaces the log."""
    return f"Replace my log by these {lines:,} lines"


def imported(lines: int) -> str:
    """Say that the log was taken over."""
    return f"Imported. Your log now has {lines:,} lines."


def bad_link(why: str) -> str:
    """Say why a link cannot be opened."""
    return f"This link cannot be opened: {why}. Nothing was changed."


def share_title(system: str, notation: str) -> str:
    """Name what is shared."""
    return f"{system}: {notation}"


def thrown(sides: int, number: int) -> str:
    """Say how often a kind of die was thrown."""
    return f"d{sides}: {number:,} {'throw' if number == 1 else 'throws'}"


def average(mean: float, expected: float) -> str:
    """Say the average face, beside that of fair dice."""
    return f"The average face is {mean:.2f}; {expected:.1f} is expected."


def too_few(missing: int) -> str:
    """Say that there are too few throws to tell anything."""
    return f"Too few to tell: {missing:,} more {'throw' if missing == 1 else 'throws'} needed."


def evenness(chance: float) -> str:
    """Say what a chance means that fair dice come out at least this uneven."""
    if chance >= 0.995:
        return "Strikingly even: fair dice are nearly always less even than this."
    if chance >= 0.05:
        return f"Nothing unusual: {chance:.0%} of fair dice come out this uneven or more."
    if chance >= 0.01:
        return f"A little uneven: one in {round(1 / chance)} fair dice comes out like this or worse."
    if chance >= 0.0001:
        return f"Very uneven: only one in {round(1 / chance):,} fair dice comes out like this or worse."
    return "Very uneven: fewer than one in 10,000 fair dice come out like this or worse."


def luck_picture(sides: int, times: tuple[int, ...], expected: float) -> str:
    """Describe the picture of a die's faces."""
    counts = ", ".join(f"{face}: {number}" for face, number in enumerate(times, 1))
    return f"d{sides}, times each face came up, {expected:.1f} expected. {counts}"


# Characters, and the tracker of what lasts

NAME = "Name"
NAME_MISSING = "a name is missing; give one, or remove it"
POOLS = "Named pools"
FIGHT = "In a fight"
USED = "used"
WHO_ROLLS = "Who rolls"
PEOPLE = {
    "moonwalk": ("Characters", "Add a character"),
    "relics": ("PCs", "Add a PC"),
    "almond": ("Characters", "Add a character"),
    "stepdie": ("Players", "Add a player"),
    "general": ("Characters", "Add a character"),
}
NOBODY = "Nobody yet. Whoever is added here stands above the form and fills it with a tap."
EDIT, REMOVE, SAVE = "Edit", "Remove", "Save"
COUNTERS = "Counters"
CHANGE_NOTE = "Note for the next change"

CHALLENGE, CHALLENGES, CHALLENGE_ADD = "Challenge", "Challenges", "Begin a Challenge"
CHALLENGE_TYPE = "Type"
RESOLVED = "Resolved"
LEADER, LEADS = "Leader", "leads"
STRESSED_OUT = "Stressed Out"
TRAIT, TRAITS, TRAIT_ADD = "Trait", "Disaster traits", "Name a Disaster's trait"
HINDERS = "It hinders"
COHORT = "The Cohort"
DEAL = "Deal the Stress out"
DEAL_FIRST = "Add the PCs first; then the Stress can be dealt out to them."
TURNS = {"cohort": "the Cohort's turn", "challenge": "the Challenge's turn"}

IN_PROGRESS = "Extended tests in progress"
GO_ON = "Go on"
TRY_AGAIN = "May be tried again"
TRY_NOW = "Try again now"
CLOCK = "Clock"
TIME_PASSES = "Time passes"
TEST_TIME = "A test takes"
NOTHING_PENDING = "Nothing is under way."

ACTION_SCENE = "Action Scene"
NEXT_ROUND = "Next round"
NEW_SCENE = "New Action Scene"
ACTIONS_RETURN = "All Actions come back"
ACTIONS = "Actions"
UNNAMED = "without a name"


def written_down(name: str) -> str:
    """Say that something was written down."""
    return f"{name} is written down."


def taken_out(name: str) -> str:
    """Say that something was removed, and how to get it back."""
    return f"{name} was removed. Undo it in the log if that was a mistake."


def name_taken(name: str) -> str:
    """Say that a name stands for another one already."""
    return f"{name} is there already, or was; use another name"


def about(what: str, name: str) -> str:
    """Name a button that does something with someone."""
    return f"{what}: {name}"


def of(what: str, name: str) -> str:
    """Name something of someone's."""
    return f"{name}: {what}"


def one_of_most(number: int, most: int | None) -> str:
    """Write a counter's value, and its bound where there is one."""
    return f"{number}" if most is None else f"{number} of {most}"


def round_of(number: int, turn: str) -> str:
    """Say which round it is and whose turn."""
    return f"Round {number}, {TURNS[turn]}"


def take_turn(turn: str, number: int) -> str:
    """Name the button that fills the form for a Challenge's next turn."""
    return f"{TURNS[turn][0].upper()}{TURNS[turn][1:]}, round {number}"


def challenge(threat: str, rating: int) -> str:
    """Name a Challenge by its numbers."""
    return f"{threat} {rating}"


def to_deal(stress: int, name: str) -> str:
    """Say how much Stress of which Challenge is to be dealt out."""
    return f"{stress} Stress to deal out" + (f" ({name})" if name else "")


def left_to_deal(left: int) -> str:
    """Say how much is still to be dealt out."""
    return f"{left} left" if left else "all dealt out"


def disaster_left(name: str) -> str:
    """Say that a Disaster's trait is still to be named."""
    return f"A Disaster{f' in {name}' if name else ''}: name the Hindering trait that it leaves."


def modifier(kind: str, value: int, dice: int) -> str:
    """Write a trait's modifier."""
    match kind:
        case "simple":
            return f"{signed(value)} / {dice}d"
        case "auto":
            return f"A{value} / {dice}d"
        case "add":
            return f"{signed(dice)}d6"
        case _:
            return ""


UNITS = (("year", 31_536_000), ("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


def duration(seconds: int) -> str:
    """Write a time in its two largest units.

    >>> duration(0), duration(90), duration(7_200), duration(90_061)
    ('0 s', '1 min 30 s', '2 h', '1 day 1 h')
    """
    parts = []
    for unit, length in UNITS:
        number, seconds = divmod(seconds, length)
        if number:
            plural = "s" if number > 1 and unit in ("year", "day") else ""
            parts.append(f"{number} {unit}{plural}")
    return " ".join(parts[:2]) or "0 s"


def passes(seconds: int) -> str:
    """Name the button that lets time pass."""
    return f"+{duration(seconds)}"


def retry_left(penalty: int, left: int) -> str:
    """Say what a new try costs, and how long."""
    return f"{signed(penalty)} dice for another {duration(left)}"


def rounds(number: int, minute: int) -> str:
    """Say which round of an Action Scene it is, and which minute."""
    return f"Round {number} · minute {minute}"


def not_yet(problem: str) -> str:
    """Say why a turn cannot begin yet."""
    return f"Not yet: {problem}."


def takes_stress(name: str) -> str:
    """Name the Stress that a PC takes."""
    return f"Stress that {name} takes"


def hinders(whom: str) -> str:
    """Say whom a trait hinders."""
    return f"hinders {whom[0].lower()}{whom[1:]}" if whom == COHORT else f"hinders {whom}"


ODDS_LOADING = "Working out the odds"
BEST_COURSE = "Best first"
WHAT_IF = "What if"
COMPARE = "Compare"
COMPARE_EMPTY = "Put two or three tests side by side: add this one, change the form, add the next."
COMPARE_ADD = "Add this test"
DISTRIBUTION = "What is counted"
COUNTED = "How it is counted"
TABLE = "The numbers as a table"
EXACT = "exact"
WANTED = "How many dice for a chance of (%)"


def event(name: str) -> str:
    """Name an event."""
    return name.replace("_", " ").capitalize()


def row_name(name: str) -> str:
    """Name a distribution."""
    return name.replace("_", " ").capitalize()


def legend(goal: bool, name: str, mean: str) -> str:  # noqa: FBT001 (said of a chart, never passed on)
    """Say how to read a chart."""
    average = f"Average {mean} {name}." if mean else ""
    return f"{'Filled bars are enough. ' if goal else ''}{average}".strip()


def distribution(name: str, mode: str) -> str:
    """Title a chart."""
    return f"{row_name(name)}, {mode}"


def described(mean: str, likely: str, chance: str) -> str:
    """Say in words what a chart shows."""
    average = f"average {mean}, " if mean else ""
    return f"{average}most likely {likely} with {chance}"


def chance(percent: str) -> str:
    """Say on the button that rolls how likely the test is to succeed."""
    return f"{percent} to succeed" if percent else ""


def you(rolled: str) -> str:
    """Mark the value that was rolled."""
    return f"you: {rolled}"


def luck(at_least: str, at_most: str) -> str:
    """Say how lucky a roll was."""
    return f"A roll at least this good: {at_least}. At most this good: {at_most}."


def on_places(places: list[int]) -> str:
    """Say which dice."""
    return f" ({'die' if len(places) == 1 else 'dice'} {', '.join(map(str, places))})"


def odds_of(notation: str) -> str:
    """Head the odds of a test."""
    return f"Odds of {notation}"


def pool_for(dice: int | None, wanted: int) -> str:
    """Say how many dice reach a chance."""
    if dice is None:
        return f"no pool reaches {wanted} %"
    return f"{dice} {'die' if dice == 1 else 'dice'} for {wanted} %"


def points(change: float) -> str:
    """Write a change in percentage points."""
    return f"{change * 100:+.1f}".replace("-", "−")


def shortened(exact: str) -> str:
    """Write an exact fraction as far as people read it."""
    return exact if len(exact) <= 24 else f"{exact[:10]}…{exact[-10:]}"


# Presets

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


# The rulebook, settings, what is kept, and the app itself

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
NOT_OFFLINE_YET = "Not yet stored for use without a connection."
GO_ON_WITH = "Go on with"


def held_here(lines: int, unread: int) -> str:
    """Say what this browser keeps."""
    more = f", {unread:,} unreadable records" if unread else ""
    return (
        f"Kept in this browser only: {lines:,} {'line' if lines == 1 else 'lines'} of the log{more}, presets, settings."
    )


def not_exported(rolls: int) -> str:
    """Say how many rolls no exported file has."""
    if not rolls:
        return "Every roll is in the file that was exported last."
    return f"{rolls:,} {'roll is' if rolls == 1 else 'rolls are'} in no exported file yet."


def version(build: str) -> str:
    """Say which build of the app this is."""
    return f"Version {build}"


def ruling(number: int) -> str:
    """Name a ruling."""
    return f"Ruling {number}"


def ruling_behind(number: int) -> str:
    """Name what folds out to the ruling behind a house rule."""
    return f"What the text leaves open, and why we chose this (ruling {number})"
