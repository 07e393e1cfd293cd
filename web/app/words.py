"""Every text of the page, in one place; the systems' own words come from their rulebooks."""

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


def die_words(number: int, face: str, mark: str) -> str:
    """Say how one die lies and counts."""
    return f"die {number}: {face}, {mark}"
