"""Characters, and the tracker of what lasts."""

from app.words.log import signed
from pyrules.core.verdict import count

NAME = "Name"
NAME_MISSING = "a name is missing; give one, or remove it"
POOLS = "Named pools"
FIGHT = "In a fight"
USED = "used"
WHO_ROLLS = "Who rolls"
CHARACTER, CHARACTERS = "Character", ("Characters", "Add a character")
PERSON = {"relics": "PC", "stepdie": "Player"}
PEOPLE = {"relics": ("PCs", "Add a PC"), "stepdie": ("Players", "Add a player")}
NOBODY = "Nobody yet. Whoever is added here stands above the form and fills it with a tap."
EDIT, REMOVE, SAVE = "Edit", "Remove", "Save"
COUNTERS = "Counters"
CHANGE_NOTE = "Note for the next change"

CHALLENGES, CHALLENGE_ADD = "Challenges", "Begin a Challenge"
CHALLENGE_TYPE = "Type"
RESOLVED = "Resolved"
LEADER, LEADS = "Leader", "leads"
STRESSED_OUT = "Stressed Out"
TRAITS, TRAIT_ADD = "Disaster traits", "Name a Disaster's trait"
HINDERS = "It hinders"
COHORT = "The Cohort"
DEAL = "Deal the Stress out"
DEAL_FIRST = "Add the PCs first; then the Stress can be dealt out to them."
TURNS = {"cohort": "the Cohort's turn", "challenge": "the Challenge's turn"}

IN_PROGRESS = "Extended tests in progress"
GO_ON = "Go on"
GIVE_UP, UNDO_GIVING_UP = "Give up", "Undo giving up"
NOT_GIVEN_UP = "The test is in progress again."
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


def ip_held(name: str, ip: int) -> str:
    """Say how many IP someone has, whatever the form was given."""
    return f"{name} holds {ip} IP; the tracker changes that."


def action_used(name: str) -> str:
    """Say that an Action of the form was used before."""
    return f"{name} has used this Action; the tracker brings it back."


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


def round_of(number: int, turn: str) -> str:
    """Say which round it is and whose turn."""
    return f"Round {number}, {TURNS[turn]}"


def take_turn(turn: str, number: int) -> str:
    """Name the button that fills the form for a Challenge's next turn."""
    return f"{TURNS[turn][0].upper()}{TURNS[turn][1:]}, round {number}"


def challenge(threat: str, rating: int) -> str:
    """Name a Challenge by its numbers."""
    return f"{threat} {rating}"


def expertise(primary: str, secondary: str, support: str) -> str:
    """Say what types of Challenge a PC's expertise is for."""
    known = (("Primary", primary), ("Secondary", secondary), ("Support", support))
    return " · ".join(f"{expertise}: {types}" for expertise, types in known if types)


def to_deal(stress: int, name: str) -> str:
    """Say how much Stress of which Challenge is to be dealt out."""
    return f"{stress} Stress to deal out" + (f" ({name})" if name else "")


def left_to_deal(left: int) -> str:
    """Say how much is still to be dealt out."""
    return f"{left} left" if left else "all dealt out"


def disaster_left(name: str, whom: str) -> str:
    """Say that the trait that a Disaster leaves on a Challenge ("": on the Cohort) is still to be named."""
    where = f" in {name}" if name else ""
    return f"A Disaster{where}: name the Hindering trait that it leaves on {whom or 'the Cohort'}."


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


def beneficial(kind: str, value: int, dice: int) -> str:
    """Say that a modifier is none that a Disaster leaves."""
    said = modifier(kind, value, dice)
    return f"{said} is Beneficial; a Disaster's trait hinders, such as {signed(-1)} / 1d, A1 / 1d or {signed(-1)}d6"


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


def retry_left(penalty: int, left: int, *, remain: bool) -> str:
    """Say what a new try costs, how long, and where no dice `remain` for it."""
    return f"{signed(penalty)} dice for another {duration(left)}" + ("" if remain else "; no dice remain")


def rounds(number: int, minute: int) -> str:
    """Say which round of an Action Scene it is, and which minute."""
    return f"Round {number} · minute {minute}"


def not_yet(problem: str) -> str:
    """Say why a turn cannot begin yet."""
    return f"Not yet: {problem}."


def not_yet_here(problem: str) -> str:
    """Say the same where nothing can be done about it."""
    return f"{not_yet(problem)} The tracker changes that."


def no_longer(option: str) -> str:
    """Say that IP do not pay for an option any more."""
    return f"{option} is no longer offered: the IP for it are gone."


def not_counted(name: str, turn: str, resolved: int) -> str:
    """Say that a roll is not a Challenge's next turn, and what that is."""
    return f"This does not count for {name}: next is {TURNS[turn]}, with {count(resolved, 'die', 'dice')} resolved."


def takes_stress(name: str) -> str:
    """Name the Stress that a PC takes."""
    return f"Stress that {name} takes"


def hinders(whom: str) -> str:
    """Say whom a trait hinders."""
    return f"hinders {whom[0].lower()}{whom[1:]}" if whom == COHORT else f"hinders {whom}"
