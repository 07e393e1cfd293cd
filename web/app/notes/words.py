"""Words for notes."""

from app.words import *
from pyrules.core.english import amount

PAGES, A_TABLE = "Pages", "Table"
NEW_PAGE, EDIT, SAVE, REMOVE = "New page", "Edit", "Save", "Remove"
PAGE_TITLE, TEXT = "Title", "Text"
SHOW_PLAYERS, HIDE_FROM_PLAYERS = "Show the players", "Hide from the players"
NO_PAGES = "No notes yet. Write what an evening needs: tests to tap, tables to roll on, people to take along."
EXAMPLE_PAGE, EXAMPLE_TITLE = "Begin with an example", "The old bridge"
AN_EXAMPLE = "An example: tap what is in it."
NOTHING_SHOWN = "The game master has shown no page."
TRY_IT = "Try it"
EMPTY_PAGE = "This page is empty."
TITLE_MISSING = "give the page a title"
PAGES_FULL = "There are {} pages, as many as there can be. Remove one first.".format
title_taken = "there is a page “{}” already".format
PARTS, HEADING, TEST, PERSON = "Add to the page", "Heading", "Test", "Person"
HEADING_EXAMPLE, TABLE_EXAMPLE = "# The far side", "d6 Weather\n1-3 rain\n4-5 fog\n6 a storm"
test_example = "Cross the ice: [Cross: {}]".format
how = (
    "# Heading · - list · **bold** · [{}] a test to tap, with a name [Climb: …] · "
    "“d6 Weather” and a line for each entry, or “1-3 rain”: a table to roll on"
).format
ROLL_OPEN, ROLL_HIDDEN, ASK = "Roll", "In secret", "Ask"
IN_THE_FORM = "Put into the form: {}".format
ask_for = "Ask the table: {}".format
roll_now = "Roll now: {}".format
roll_dice = "Roll {}".format
roll_on = "Roll {} on {}".format  # dice, title
in_secret = "Roll {} on {} in secret".format  # dice, title
PASTE, PASTE_TEXT = "Paste people", "A line for each, such as “Nova: Agility 5, wounds 1”"
NOBODY_READ = "Nobody in it yet: a line begins with a name and a colon."
NOBODY = "Nobody in particular"
line_left = "Not read: “{}”".format
add_people = "Add as {}".format
people_added = "Added: {}.".format
page_saved = "“{}” is saved.".format
page_removed = "“{}” is removed. Undo it in the log if that was a mistake.".format
shown_to_players = "The players see “{}”.".format
hidden_from_players = "The players do not see “{}”.".format


def span(low: int, high: int) -> str:
    """Write the numbers of a line.

    >>> span(1, 3), span(4, 4)
    ('1–3', '4')
    """
    return f"{low}" if low == high else f"{low}–{high}"


def lines_left(number: int) -> str:
    """Say how many more lines cannot be read."""
    return f"Not read: {amount(number, 'more line')}"
