"""What is said of the dice on the tray, the verdict, and dice typed in."""

from collections.abc import Callable, Sequence

from app.words import *
from pyrules.core.english import amount, minus, noun, one_of
from pyrules.core.roll import Throw

STEPS = "Step by step"
WITH_THE_ROLL = "What you can do with this roll"
MORE = "More"
CHANGE_SHORT, PIN_SHORT = "Change", "Pin"
NEXT = "What you can do now"
NEXT_ROLL = "The next roll"
ROLL_AGAIN = "Roll again"
SHOW_RESULT = "Show the result"
NO_DICE, AGAIN_WITHOUT = "Resolve without dice", "no dice"
EFFECTS = "What it changes"
REAL_DICE = "Real dice"
ENTER_DICE = "Enter dice"
ROLL_REST = "Roll the rest for me"
TAKE_BACK = "Undo last"
LEFT_LYING = "Left"
BY_COUNT, DIE_BY_DIE = "Just count", "Die by die"
CONNECT_DICE = "Connect dice"
READ_DICE = "Read them by camera"
USE_DICE = "Use these dice"
PUT_AWAY = "The dice on the table have changed, so those being typed in were discarded."
TEN_IS_ZERO = "A 0 on a ten-sided die counts as 10."
FATE_ON_D6 = "On a plain d6, 1 and 2 are −, 5 and 6 are +."
TAP_DICE = "Tap the dice first."
TAP_MODIFIER = "Choose a modifier, then tap dice. A tap on the same die takes it back."
CLEAR = "Clear"
BY_THE_RULES = "As the house rule has it"
KEEP_PLACEMENT = "Keep this placement"
NOT_YOUR_MODIFIER = "Another player brings that modifier, and places it."
NOT_YET = "Not placed yet"
UNDECIDED = "undecided"
ROLES = {"step": "step", "auto": "auto"}
enter = "Enter {}".format
dice = "{}{}".format  # number, size
die_words = "die {}: {}, {}".format  # number, face, mark


def price_paid(number: int, held: int | None, counter: str) -> str:
    """Say what is paid, of how much where that is known, and of what: whose it is needs no word.

    >>> price_paid(1, 3, "Player's IP"), price_paid(2, None, "Grit")
    ('1 of 3 IP', '2 Grit')
    """
    return f"{number}{'' if held is None else f' of {held}'} {counter.rpartition(APOSTROPHE)[2]}"


APOSTROPHE = "'s "


def in_secret(label: str) -> str:
    """Say on the main button that what it rolls is kept out of sight."""
    return f"{label}, in secret"


def roll_dice(dice: str) -> str:
    """Say on the main button what it throws."""
    return f"Roll {dice}" if dice else NO_DICE


def counter_now(counter: str, who: str, value: int) -> str:
    """Say how a counter stands by now, and whose it is.

    >>> counter_now("Stress", "Mira", 3), counter_now("Doom", "", -1)
    ('Stress of Mira now 3', 'Doom now -1')
    """
    return f"{counter}{f' of {who}' if who else ''} now {value}"


def quiet_steps(number: int) -> str:
    """Name the fold that has the steps which need no mention."""
    return amount(number, "other step")


def may_still(labels: Sequence[str]) -> str:
    """Tell who hears a verdict what may still be done."""
    return f"You may still: {'; '.join(labels)}" if labels else ""


def next_die(number: int, throw: Throw, showed: int | None) -> str:
    """Ask for one die of a throw, by what it showed before where it is thrown once more."""
    if showed is not None:
        return f"Die {throw.first + number} showed {throw.name_of(showed)}: its next throw, {throw.die}"
    dice = f"Die {number} of {throw.count}" if throw.count > 1 else "One die"
    return f"{dice}, {throw.die}"


def given_with(name: str, option: str) -> str:
    """Name what is given with an option and holds for nothing else.

    >>> given_with("Modifier", "Next interval")
    'Modifier, next interval'
    """
    return f"{name}, {option[:1].lower()}{option[1:]}"


fell = "d{}: {}".format  # sides, face
waits = "A d{} shows {}. It waits for its turn.".format
other_die = "A d{} shows {}, but a d{} is asked for.".format
die_near = "{} is connected. Roll it, and it fills in its face.".format
die_lost = "{} is no longer connected. Type its face in, or connect it again.".format
die_unread = "{} cannot be read as it lies. Type its face in, or roll it again.".format


def die_missed(why: str) -> str:
    """Say that no die was connected, and why where that is known."""
    return f"No die was connected{f' ({why})' if why else ''}. Those connected before still are."


def leave(dice: int) -> str:
    """Name the button that leaves dice which may be thrown."""
    return noun(dice, "Leave it", "Leave them")


def asks(number: int, throw: Throw, showed: int | None) -> str:
    """Ask aloud for one die of a throw; before the first one the dice are named where they have a name."""
    die = next_die(number, throw, showed)
    return f"{throw.what}. {die}" if throw.what and number == 1 else die


def one_of_faces(faces: Sequence[int], name_of: Callable[[int], str] = str) -> str:
    """Name faces that come to the same.

    >>> one_of_faces((5, 6)), one_of_faces((2, 3, 4)), one_of_faces((1, 2), Throw(0, 0, 6, size="dF").name_of)
    ('5 or 6', '2 to 4', '−')
    """
    names = [*dict.fromkeys(map(name_of, faces))]
    if len(names) > 2 and faces[-1] - faces[0] == len(faces) - 1:
        return f"{names[0]} to {names[-1]}"
    return one_of(names)


def so_many(number: int, faces: Sequence[int], name_of: Callable[[int], str] = str) -> str:
    """Say how many dice show one of some faces.

    >>> so_many(1, (5, 6)), so_many(4, (1,))
    ('1 die shows 5 or 6', '4 dice show 1')
    """
    return f"{amount(number, 'die shows', 'dice show')} {one_of_faces(faces, name_of)}"


def others(number: int) -> str:
    """Say how many dice need no mention."""
    return amount(number, "other")


def left_to_type(number: int) -> str:
    """Say how many dice are still to be typed in."""
    return f"{amount(number, 'die', 'dice')} to go"


def on_dice(label: str, chosen: int, dice: int) -> str:
    """Name the button of an option that is used on chosen dice."""
    return f"{label} {chosen} of {dice}" if chosen else f"{label}: tap dice"


def units(name: str, number: int, left: int) -> str:
    """Name a modifier, and how many of its units wait for a die."""
    return f"{minus(name)} / {number}d · {f'{left} left' if left else '✓'}"


choices_of = "{}'s choices".format
placed_meanwhile = "{0} has placed modifiers meanwhile. Those that you have not moved lie as {0} left them.".format

ONLY_YOU = "Rolled in secret. Nobody else sees the result."
hidden_with = "The players do not see this roll while {} is hidden.".format

ROLLED_BY, ROLLERS_DICE = "Rolled by", "The roller's dice"

last_roll_is_in_the_log = "Your last roll, “{}”, is as it was in the log: {}.".format  # verdict, why
