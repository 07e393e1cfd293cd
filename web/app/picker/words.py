"""What the first screen says."""

from app.words import *

PICK_A_SYSTEM = "Pick a rule system"

COMPARE_AND_CHANGES = "Compare tests, weigh changes"
DESK_ABOUT = (
    "For game masters, designers and the curious: tests side by side, what every change is worth,"
    " and where counters stand after a row of tests."
)

YOUR_OWN = "Your own"
MAKE_YOUR_OWN = "Make your own"
MAKE_ABOUT = "Write the rules of a game as a short text, and roll it as you write: form, dice, steps and odds at once."
ON_THE_SITE = "Games of your own are made on the site: this file does not hold what it takes."

GO_ON_WITH = "Continue with"
LAST_ROLL = "Last roll"
