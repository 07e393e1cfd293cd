"""What the first screen says."""

from app.words import *

PICK_A_SYSTEM = "Pick a game"

COMPARE_AND_CHANGES = "Compare tests, weigh changes"
DESK_ABOUT = "See what each bonus is worth, play a whole session through."

MAKE_ABOUT = "Write down a game's rules in a short text and roll them as you type."
ON_THE_SITE = "You make games of your own on the site, not in this file."

GO_ON_WITH = "Continue with"
LAST_ROLL = "Last roll"
