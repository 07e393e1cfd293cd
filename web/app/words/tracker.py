"""Characters, and the tracker of what lasts."""

NAME = "Name"
USED = "used"
WHO_ROLLS, WHO_DEFENDS = "Who rolls", "Against"
NOBODY = "Nobody yet. Add somebody, and one tap on their name fills in the form."
EDIT, COPY, REMOVE, SAVE = "Edit", "Copy", "Remove", "Save"
SHOW_FOE, HIDE_FOE, HIDDEN = "Show to the players", "Hide from the players", "hidden"
SHELVE, FETCH, DISCARD = "Into the library", "Into the campaign", "Remove from the library"
HAND_ON = "Hand on"
AS_LINK, AS_CODE, AS_FILE, FROM_FILE = "As a link", "As a QR code", "As a file", "Add from a file"
ON_PAPER, PAPER_NOTES = "Print", "Notes"
SCAN_PERSON = "Scan a QR code"
BRINGS_NOBODY = "it brings nobody; scan the QR code that a tap on somebody's name leads to"
CODE_SHOWN = "The code is shown. The camera of another device opens it."
JOINS, JOINS_NOT = "Add", "Do not add"
HOW_MANY = "How many"
COUNTERS = "Counters"
CHANGE_NOTE = "Note for the next change"
TURNS, ORDER = "Turns", "Order"
TURNS_BEGIN, TURNS_AGAIN, TURNS_END = "Take turns", "Begin the turns again", "No more turns"
ACT_EARLIER, ACT_LATER = "Earlier", "Later"
JOIN_ORDER, LEAVE_ORDER = "Into the order", "Out of the order"
SCORE, SCORE_KEEP = "Rolled for the order", "Put in order"
NOW, TIED = "now", "tied"
GM = "The game master"
GIVE_UP = "Give up"

MOST_NAMED = 5
"""So many names are told one by one."""

added = "{} is added.".format
asks_to_join = "Add {} to this campaign?".format
code_of = "A QR code of the link that brings {}".format
no_code_of = "The link to {} is too long for a QR code that cameras read. Hand them on as a link.".format
no_link = "{} does not fit into a link: {}. Hand them on as a file.".format  # who, why
nobody_there = "{} has nobody of {}. Choose a file of a person, or a log with people.".format  # file, system
shelved = "{} is in the library, and can be brought into any campaign on this device.".format
library = "Library · {}".format
library_full = "The library is full: it has {} people. Remove one first.".format
taken_out = "{} was removed. Undo it in the log if that was a mistake.".format
name_taken = "{} is in the log already; use another name".format
not_yet = "Not yet: {}.".format
sets_against = "{} has".format
next_turn = "Next: {}".format
turn_of = "{}'s turn.".format
delays = "{} waits".format
ORDER_HIDES = "Somebody acts who is hidden from the players, so only the game master can go on or change the order."
order_by = "By a test: {}".format
acts_first = "{} acts first.".format
place_in_order = "{} acts as number {} of {}.".format
cannot_order = "The order is as it was, since the test cannot be rolled for {}: {}.".format  # who, why
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
    return f"{titled(person)}s and {foe}s" if foe else f"{titled(person)}s"


def add_one(noun: str) -> str:
    """Name the button that adds one.

    >>> add_one("foe")
    'Add a foe'
    """
    return f"Add {'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def written_down(*names: str) -> str:
    """Say that these are saved.

    >>> written_down("Ann"), written_down("Guard 1", "Guard 2", "Guard 3")
    ('Ann is saved.', 'Guard 1, Guard 2 and Guard 3 are saved.')
    >>> written_down(*(f"Guard {number}" for number in range(1, 12)))
    'Guard 1, Guard 2, Guard 3, Guard 4, Guard 5 and 6 others are saved.'
    """
    others = len(names) - MOST_NAMED
    *most, last = names if others < 2 else (*names[:MOST_NAMED], f"{others} others")
    return f"{', '.join(most)} and {last} are saved." if most else f"{last} is saved."


def round_now(number: int, who: str) -> str:
    """Say which round it is, and whose turn.

    >>> round_now(2, "Ann"), round_now(1, "")
    ("Round 2 · Ann's turn", 'Round 1 · nobody has acted yet')
    """
    return f"Round {number} · " + (f"{who}'s turn" if who else "nobody has acted yet")


def is_hidden(name: str, *, hidden: bool) -> str:
    """Say whether the players see someone."""
    return f"{name} is hidden from the players." if hidden else f"The players may see {name}."


def titled(noun: str) -> str:
    """Begin a noun with a capital letter."""
    return f"{noun[:1].upper()}{noun[1:]}"
