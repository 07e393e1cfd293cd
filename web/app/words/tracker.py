"""Characters, and the tracker of what lasts."""

NAME = "Name"
USED = "used"
WHO_ROLLS = "Who rolls"
NOBODY = "Nobody yet. Whoever is added here stands above the form and fills it with a tap."
EDIT, REMOVE, SAVE = "Edit", "Remove", "Save"
COUNTERS = "Counters"
CHANGE_NOTE = "Note for the next change"
GIVE_UP, UNDO_GIVING_UP = "Give up", "Undo giving up"
NOT_GIVEN_UP = "The test is in progress again."


def written_down(name: str) -> str:
    """Say that something was written down."""
    return f"{name} is written down."


def taken_out(name: str) -> str:
    """Say that something was removed, and how to get it back."""
    return f"{name} was removed. Undo it in the log if that was a mistake."


def name_taken(name: str) -> str:
    """Say that a name stands for another one already."""
    return f"{name} is there already, or was; use another name"


def one_of_most(number: int, most: int | None) -> str:
    """Write a counter's value, and its bound where there is one."""
    return f"{number}" if most is None else f"{number} of {most}"


def not_yet(problem: str) -> str:
    """Say why a test cannot be rolled yet."""
    return f"Not yet: {problem}."


def not_yet_here(problem: str) -> str:
    """Say the same where nothing can be done about it."""
    return f"{not_yet(problem)} The tracker changes that."


def no_longer(option: str) -> str:
    """Say that an option can no longer be paid for."""
    return f"{option} is no longer offered: what it costs is gone."


def people(person: str) -> str:
    """Head the people of a system, one of whom is a `person`.

    >>> people("PC"), people("player")
    ('PCs', 'Players')
    """
    return f"{titled(person)}s"


def titled(noun: str) -> str:
    """Begin a noun with a capital letter."""
    return f"{noun[0].upper()}{noun[1:]}"
