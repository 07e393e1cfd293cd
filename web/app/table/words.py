"""A table of several devices."""

from app.words import *
from pyrules.core.english import amount, noun

TABLE_ABOUT = (
    "Open a table on one device, usually the game master's; up to seven others can join. Everyone shares one log and"
    " sees every roll."
)
TABLE_SENDS = (
    "Devices connect directly and encrypted, best on the same Wi-Fi. There is no server and no account. The others get"
    " your name and colour, the test that you put together and, from the device that opens the table, its log without"
    " what is hidden from the players. Nothing is sent before you tap one of these buttons."
)
YOU, GOES_BY, COLOUR = "You", "Your name", "Your colour"
GAME_MASTER, PLAYER, SCREEN = "Game master", "Player", "Screen"
A_DEVICE = "A device"

FAIR_DICE = "Fair dice"
FAIR_ABOUT = (
    "Two devices throw the dice of each roll together, so that neither can choose a face. Typed-in dice and rolls made"
    " away from the table are marked as not proven."
)
IS_FAIR, IS_NOT_FAIR = "Fair dice: two devices throw together.", "Each device rolls its own dice."
ALL_MAY = "Players may change everything"
ALL_MAY_ABOUT = "Otherwise their devices roll, and change only the counters of those whom they roll for."
NOT_ALL_MAY = "You roll, and change the counters of those whom you roll for. The rest is the game master's."
NOT_YOURS = "At this table that is the game master's. You can roll, and change the counters of those whom you roll for."
ROLLED_ALONE = "The other device did not answer in time, so this roll has the dice of this device alone."
PREPARES = "prepares"
OTHERS_ROLL, OWN_ROLL, PUT_AWAY = "Another's roll", "Back to your roll", "Put away"
THIS_DEVICE = "this device"
EVERYBODY, WATCHING = "Everybody", "Just watching:"
TO_A_GAME = "Choose the game"
asked_of = "{} · {}".format  # what, of whom
ASK, ASK_ALL = "Ask for a test", "Ask everybody"
WHAT_FOR, TOGETHER = "What for", "Results together"
ASKED = "The test is on its way."
PROGRESS = {"asked": "asked", "rolling": "rolling", "declined": "not now"}
AWAY, SKIPPED, ROLLED_UNSEEN, TAKEN_BACK = "away", "skipped", "rolled", "undone"
FOR_THEM = "rolled for them"
SHOW_ALL, DONE = "Show all", "Done"
CHANGE_FIRST, NOT_NOW = "Change it first", "Not now"
SHOWN_TOGETHER = "Nobody sees your result until all are shown together."
YOUR_TEST = "your test"
OTHERS_JOIN, TO_THE_TABLE, SCAN_ALL = "Others join", "Join the table", "Scan their codes"
YOUR_CODE, THEIR_CODE = "Your code", "Their code"
HUB_STEPS = (
    "Point the other devices' cameras at this picture, or send them the link. There, tap Join a table.",
    "Scan the codes that they show then, one after the other. Or paste a code they send you, and tap Connect.",
)
HUB_STEPS_UNLINKED = (
    "On the other devices, open the app, tap Join a table, and scan this picture. Or send them your code to paste.",
    HUB_STEPS[1],
)
GUEST_STEPS = (
    "Scan the code of the device that has opened the table. Or paste it here and tap Connect.",
    "Then hold your code up to the camera of that device, or send it there.",
)
HOLD_IT = "Hold this code up to the camera of the device that opened the table, or send it there."
MAKING_A_CODE = "Your code is being made."
CODE_PICTURE = "A picture of this device's code"
COPY_CODE, SHARE_LINK, CONNECT = "Copy the code", "Share the link", "Connect"
LINK_TITLE = "A table of pyrules"
LINK_SAYS = "Open this link and tap Join a table."
NEW_CODES = "Start again with new codes"
COMES_BACK = (
    "The connection was lost. It reconnects on its own, unless the other page was closed: then exchange new codes."
)
CONNECTING = "Connecting. Each device needs the other's code."
APART = (
    "If nothing happens: put both devices on the same Wi-Fi, or on the hotspot of one of them. Guest networks often"
    " keep devices apart. If the browser asks whether it may reach devices on your local network, allow it. On an"
    " iPhone, allow the camera for this site: only then does Safari tell the device's address."
)
NO_CONNECTION = "There was no connection. Each device has a new code now: exchange them again."
TABLE_ALONE = (
    "You are not connected to the table. You can play on alone here; join again by exchanging codes, and both logs come"
    " together. Or open the table from this device, for the others to join."
)
kept_unread = (
    "What this device kept of the table's log cannot be read: {}. It comes again once you are connected."
).format
not_brought_back = "What you did away from the table is on this device still, and not in its log: {}.".format
UNSENT = "What you did last at another table is still here, and comes to that table when you join it again."

LEAVE_WITH_COPY, CLOSE_TABLE = "Leave with a copy of the log", "Close the table"
LEAVE_ABOUT = (
    "Your own log waits for you as you left it. A copy of the table's log is a file; Import in the log's menu reads it."
)
LEAVE_ABOUT_OWN = "This is the table of your own log, which has all of it once you leave."
CLOSE_ABOUT = "You keep the log. The others carry on without you."
LEFT = "You are on your own again, with your own log."
NOT_AT_A_TABLE = "Not while a table is open: the log is everybody's. Leave the table first."

came = "{} is at the table.".format
no_game_yet = "{} has not gone to a game yet. You come along as soon as that is done.".format
REOPENED = "Your table is open again. Whoever was there reconnects on their own, or with the code at the table."
plays_now, GO_ALONG = "{} plays {} now.".format, "Go along"
again_as = "{} again".format
WHO_ARE_YOU, SOMEBODY_NEW, JUST_WATCHING = "Who are you?", "Somebody new", "Just watching"
away = "The connection to {} was lost. It reconnects on its own once both devices are awake and near.".format
left = "{} has left the table.".format
gone = "{} is no longer connected, and may come back with a new exchange of codes.".format
hub_gone = "The connection to {} has ended. You can play on alone; exchange codes to come back.".format
not_taken_over = "Your log has nothing of what was done at the table since, because it does not fit: {}.".format
LEFT_ROLLING = "Your roll was under way, so it has the dice of your device alone. It is in the table's log."
taken = "{} rolls for {} already. Roll for somebody else, or have that device choose another first.".format
OBJECTIONS = {
    "unfinished": "{} began a roll with shared dice, and did not finish it.",
    "alone": "{} began a roll with shared dice, and rolled it with dice of that device alone.",
    "unshared": "{} rolled with dice of that device alone, where two devices throw them. They are not proven.",
    "signed": "{} brings along what others are said to have done. This device knew nothing of it; ask about it.",
    "unlent": (
        "{} brings a roll with shared dice, for which the device that opened this table has lent none. It is marked as"
        " not proven. If it was not made before this table was opened, ask about it."
    ),
    "brought": "{} brings rolls along that were made away from the table. Their dice are not proven.",
    "chosen": "{} was cut off, since the dice of a roll were not those that two devices have thrown.",
}
forged = "{} signed with the name of another device. What it did is undone.".format
hidden_namesake = "{} wrote down somebody called {}. Yours, whom you hide, is another: {} from now on.".format
namesake = "{} brings another one called {}, who is {} from now on.".format
meets_hidden = "{} changed {}, whom you hide from the players. It was undone, and nobody has seen them.".format
put_right = "{} changed something that only the game master may change here. It was undone.".format
called = (
    "Somebody here has your name or your colour already. At this table you are {0.name}, in the colour {0.colour}."
).format
called_anew = "{0.name} ({0.colour}) is {1.name} ({1.colour}) from now on.".format
ask_one = "Ask {}".format
ask_again, roll_for, skip = "Ask again: {}".format, "Roll for them: {}".format, "Skip: {}".format
against_whom = "against {}".format
rolled_by = "{}: {}".format
declares, takes_back = "{} declares {}.".format, "{} takes back {}.".format
undid = "{} undid this: {}.".format
from_to = "{} to {}".format
counts_again = "{} brought back: {}.".format
revealed_by = "{} reveals a secret roll. Nothing of it was changed since it was made.".format
not_as_told = "{} told another verdict than the rules give. What you see is judged here.".format
OWN_GAMES, GAME_OFFERED, OWN_GAME_ROLL = "Games of your own", "A game is offered", "A roll of somebody's own game"
STRANGERS_GAME = "Somebody else wrote this. It cannot reach your rolls or the network."
ACCEPT, IS_OFFERED = "Accept", "offered to all"
GAME_KNOWN = "You have this game."
GAME_KEPT = "The game is on your first page now."
GAME_ON_THE_SITE = "Such games are played on the site, not in this file. You see what the others roll."
offers_game = "{} offers a game: {}.".format
offer_game = "Offer {} to all".format
play_game, CHANGE_TEXT = "Play {}".format, "Change its text"
game_offered = "{} is offered to all at the table.".format
game_not_sent = "{} cannot be offered: {}.".format
game_refused = "That did not work: {}.".format
roll_not_told = "The others do not see this roll: {}.".format
OUT_OF_TURN = "it was said out of turn"


def did(by: str, deed: str, whose: str) -> str:
    """Say what somebody has done, and for whom.

    >>> did("Cid", "rerolled one die", "Boris"), did("Bo", "added one d6", "")
    ('Cid rerolled one die for Boris', 'Bo added one d6')
    """
    return f"{by} {deed} for {whose}" if whose else f"{by} {deed}"


def pays(number: int, one: str, several: str) -> str:
    """Say what somebody pays."""
    return f"pays {amount(number, one, several)}"


def loses(number: int, one: str, several: str) -> str:
    """Say what somebody loses."""
    return f"loses {amount(number, one, several)}"


def gets(number: int, one: str, several: str) -> str:
    """Say what somebody gets."""
    return f"gets {amount(number, one, several)}"


def more_or_less(change: int, one: str, several: str) -> str:
    """Say how a counter of all has changed.

    >>> more_or_less(1, "complication", "complications"), more_or_less(-2, "Doom", "Doom")
    ('1 more complication.', '2 Doom less.')
    """
    if change < 0:
        return f"{amount(-change, one, several)} less."
    return f"{change} more {noun(change, one, several)}."


def sits_with(name: str, *, own: bool) -> str:
    """Say at whose table a guest sits, and what that means for the guest's own log."""
    log = "It goes on with your own log, which has all of it" if own else "Your own log is put aside"
    return f"You are at {name}'s table. {log}{' once' if own else ' until'} you leave."


def asks_for(name: str, label: str) -> str:
    """Say who asks for a test, and what for.

    >>> asks_for("Gina", "Climb the wall"), asks_for("Gina", "")
    ('Gina asks: Climb the wall', 'Gina asks for a test')
    """
    return f"{name} asks: {label}" if label else f"{name} asks for a test"


def results_shown(label: str) -> str:
    """Say that all results are shown of what was asked for.

    >>> results_shown("Climb the wall"), results_shown("")
    ('All results are shown: Climb the wall.', 'All results are shown.')
    """
    return f"All results are shown: {label}." if label else "All results are shown."


def does_not_fit(whose: str, problem: str) -> str:
    """Say why what is asked for makes no test with what somebody has."""
    return sentence(f"what is asked for does not go with what {whose} has: {problem}")


def log_has(lines: int) -> str:
    """Say how long the log is.

    >>> log_has(1), log_has(10_000)
    ('The log has 1 entry.', 'The log has 10,000 entries.')
    """
    return f"The log has {amount(lines, 'entry', 'entries')}."


SEATS_TAKEN = "others have the seats that it knows by now; read this device's code again there"


def code_refused(problem: str) -> str:
    """Say why a code cannot be used."""
    return f"This code cannot be used: {problem}."


def cut_off(name: str, problem: str) -> str:
    """Say why a device was cut off."""
    return f"{name} was cut off, since it sent what cannot be used ({problem}). The log is as it was."


def clock_off(seconds: int, name: str) -> str:
    """Say how far a device's clock is behind that of the table, or ahead of it below 0; "" where they agree.

    >>> clock_off(-18_000, "Gm")
    "This device's clock is 5 h ahead of that of Gm. The log has Gm's time; set the clock right."
    """
    if not seconds:
        return ""
    way = "behind" if seconds > 0 else "ahead of"
    return (
        f"This device's clock is {duration(abs(seconds))} {way} that of {name}. The log has {name}'s time; set the"
        " clock right."
    )


dated_ahead = "What {} adds is dated ahead of this device's clock. Check the clocks of both devices.".format


def objection(doubt: str, name: str) -> str:
    """Say what there is against a roll with shared dice.

    >>> objection("unfinished", "Ann")
    'Ann began a roll with shared dice, and did not finish it.'
    """
    return OBJECTIONS[doubt].format(name) if doubt else ""
