"""Characters, and the tracker of what lasts."""

NAME = "Name"
USED = "used"
WHO_ROLLS = "Who rolls"
NOBODY = "Nobody yet. Add somebody, and one tap on their name fills in the form."
EDIT, REMOVE, SAVE = "Edit", "Remove", "Save"
COUNTERS = "Counters"
CHANGE_NOTE = "Note for the next change"
GIVE_UP, UNDO_GIVING_UP = "Give up", "Undo giving up"
NOT_GIVEN_UP = "The test is in progress again."

written_down = "{} is saved.".format
taken_out = "{} was removed. Undo it in the log if that was a mistake.".format
name_taken = "{} is in the log already; use another name".format
not_yet = "Not yet: {}.".format
no_longer = "{} is no longer available: what it costs can no longer be paid.".format


def one_of_most(number: int, most: int | None) -> str:
    """Write a counter's value, and its bound where there is one."""
    return f"{number}" if most is None else f"{number} of {most}"


def not_yet_here(problem: str) -> str:
    """Say why a test cannot be rolled yet, where nothing can be done about it."""
    return f"{not_yet(problem)} Change that in the tracker."


def people(person: str) -> str:
    """Head the people of a system, one of whom is a `person`.

    >>> people("PC"), people("player")
    ('PCs', 'Players')
    """
    return f"{titled(person)}s"


def titled(noun: str) -> str:
    """Begin a noun with a capital letter."""
    return f"{noun[0].upper()}{noun[1:]}"
