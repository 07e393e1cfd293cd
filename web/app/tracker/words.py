"""What is said of what lasts: people, counters, turns, the scene."""

from collections.abc import Sequence

from app.words import *
from pyrules.core.english import all_of, amount, with_article

CLOCK = "Clock"
TIME_PASSES = "Time passes"
two_of_a_name = "There are two called {}. One of them is {} from now on.".format


def passes(seconds: int) -> str:
    """Name the button that lets time pass."""
    return f"+{duration(seconds)}"


NOBODY = "Nobody yet: write your character down once, and their dice are a tap away."
EDIT, COPY, REMOVE, SAVE = "Edit", "Copy", "Remove", "Save"
SHELVE, FETCH, DISCARD = "Save to library", "Add to the campaign", "Remove from library"
HAND_ON = "Share, keep or print"
AS_LINK, AS_CODE, AS_FILE, FROM_FILE = "As a link", "As a QR code", "As a file", "Add from a file"
OTHER_WAYS = "Other ways to add somebody"
ON_PAPER, PAPER_NOTES = "Print", "Notes"
SCAN_PERSON = "Scan a QR code"
COUNTERS = "Counters"
TURNS, ORDER = "Turns", "Order"
TURNS_BEGIN, TURNS_AGAIN, TURNS_END = "Start turns", "Restart turns", "End turns"
ACT_EARLIER, ACT_LATER = "Earlier", "Later"
JOIN_ORDER, LEAVE_ORDER = "Add to turns", "Remove from turns"
SCORE, SCORE_KEEP = "Initiative", "Set"
NOW, TIED = "now", "tied"

show_kind, hide_kind = "Show {} ×{}".format, "Hide {} ×{}".format
added = "{} is added.".format
code_of = "A QR code of the link that brings {}".format
shelved = "{} is in the library, for any campaign on this device.".format
library = "Library · {}".format
library_full = "The library is full: it has {} people. Remove one first.".format
taken_out = "{} was removed. Undo it in the log if that was a mistake.".format
next_turn, DONE = "Next: {}".format, "Done"
joins_turns, join_turns = "Add {} to turns".format, "Add {} ×{} to turns".format
WHOSE_TURN, NOT_YOUR_TURN = "Whose turn", "Whoever's turn it is taps Done, or the game master does."
your_turn = "Your turn, {}".format
turn_of = "{}'s turn.".format
delays = "{} waits".format
ORDER_HIDES = "Somebody hidden from the players acts, so only the game master can go on or change the order."
order_by = "By a test: {}".format
acts_first = "{} acts first.".format
place_in_order = "{} acts as number {} of {}.".format
cannot_order = "The order stays as it was, as the test cannot be rolled for {}: {}.".format  # who, why


def rest(titles: Sequence[str]) -> str:
    """Name what is not in sight as nothing is in it.

    >>> rest(["Challenges", "Counters", "", "Notes"])
    'Challenges, counters and notes'
    """
    first, *others = filter(None, titles)
    return all_of([first, *map(str.lower, others)])


def pages(many: int) -> str:
    """Name the way to the notes.

    >>> pages(0), pages(1), pages(3)
    ('Write notes', 'Notes: 1 page', 'Notes: 3 pages')
    """
    return f"{NOTES}: {amount(many, 'page')}" if many else "Write notes"


def add_one(noun: str) -> str:
    """Name the button that adds one.

    >>> add_one("foe")
    'Add a foe'
    """
    return f"Add {with_article(noun)}"


def round_now(number: int, who: str) -> str:
    """Say which round it is, and whose turn.

    >>> round_now(2, "Ann"), round_now(1, "")
    ("Round 2 · Ann's turn", 'Round 1 · nobody has acted yet')
    """
    return f"Round {number} · " + (f"{who}'s turn" if who else "nobody has acted yet")


def is_hidden(name: str, *, hidden: bool) -> str:
    """Say whether the players see someone."""
    return f"{name} is hidden from the players." if hidden else f"The players may see {name}."
