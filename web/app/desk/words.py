"""The desk's words."""

from collections.abc import Sequence

from pyrules.core.english import amount
from pyrules.side_by_side import LETTERS

COMPARE_ABOUT = "Compare up to four tests, from any system, each with its own house rules. Every chance is exact."
CHANGES_ABOUT = (
    "What each number, switch and house rule is worth, one step up and down. Tap a change to compare both tests."
)

TESTS = "The tests"
THE_TEST = "The test"
SYSTEM = "System"
FORM = "Form and rules"
ADD = "Add a test"
WITH_YOUR_OWN = "With a game of your own"
MAKES_NONE = "This makes no test yet: correct the marked fields."
WORKING = "Computing"

DIFFERENCE = "The difference"
ONE_ALONE = "Add a second test to see the difference."
SOME_LACK_ODDS = "The difference comes once each test above has its chance."
EVENTS = "The events"
EVENT = "Event"
NONE = "–"
MARGIN = "Margin"
MARGIN_ABOUT = "Margin: by how much a test is made or missed. At 0 it is just made."
FEW_SHARED = "Only tests that count this have a curve."

SESSION_ABOUT = "Play tests in a row: what each spends and earns, and where the counters stand then."
HOW = "How it is played"
TIMES = "Repeat"
SPENDING = "Spending"
POLICIES = {"never": "never", "advised": "when the advice says so", "all": "spend everything"}
AFTER_EACH = "After each test"
ON_AVERAGE = "On average after each test"
EXACT = "All numbers are exact."
STOP = "Stop here"
TRIALS_PLAYED = "Trials played"
TEST, SUCCESS, IN_THE_END = "Test", "Success", "After the last test"

TAKE_AWAY = "Share or save"
SHARE_LINK = "Share the link"
SHARE_PICTURE = "Share as a picture"
SAVE_SVG = "Save as SVG"
SAVE_CSV = "Save as CSV"
SAVED = "The file is saved."
NO_LINK = "A link to this would be too long, or there is no test yet. Correct the marked fields, or shorten labels."
NOT_YET_ALL = "Wait until everything is computed, and correct the marked fields."

BY_EFFECT = "Largest effect first"
APART = "More than a step: a blank filled in, or nothing left to chance"
CHANGE, CHANCE, EFFECT = "Change", "Chance", "Effect"
HEAT_MAP = "Two at once"
ACROSS, DOWN, CELLS = "Across", "Down", "Rows and columns"
LINES = "The lines"
TOO_LONG = "Cells whose exact odds would take too long are left empty."

at_most = "at most {} × {}".format
map_of = "Map of {} and {}".format
here = "The ring is around this test: {}.".format
from_here = "at least {} %".format
average = "{}, on average".format
system_of = "System of {}".format
shorthand_of = "Shorthand of {}".format
form_of = "Form and rules of {}".format
remove = "Remove {}".format
step = "{} → {}".format
in_the_end = "{} after the last test".format
starts = "{} at the start".format
course = "Likelier values are darker, test by test; {} on average in the end.".format
left_out = "Left out, as it would take too long: {}.".format


def with_letters(lines: Sequence[str]) -> list[str]:
    """Put the letter of each test before it.

    >>> with_letters(["12 (3)", "13 (3)"])
    ['A  12 (3)', 'B  13 (3)']
    """
    return [f"{letter}  {line}" for letter, line in zip(LETTERS, lines, strict=False)]


def idle(names: Sequence[str]) -> str:
    """Name what makes no difference."""
    return f"No difference: {'; '.join(names)}."


def shares_of_trials(trials: int, most: int) -> str:
    """Say that chances are shares of trials."""
    told = f"{trials} of {most} trials"
    return f"Simulated, as exact numbers would take too long: {told}. ± is the 95 % confidence interval."


def so_far(done: int, of: int) -> str:
    """Say how far a computation is."""
    return f"Computing: {done} of {amount(of, 'chance', 'chances')}"


def heat_described(event: str, across: str, down: str, least: str, most: str) -> str:
    """Say in words what a heat map shows."""
    return f"{event} by {across} (across) and {down} (down), from {least} to {most}"
