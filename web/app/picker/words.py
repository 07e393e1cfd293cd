"""What the first screen says."""

from app.words import *

PICK_A_SYSTEM = "Pick a rule system"

COMPARE_AND_CHANGES = "Compare tests, weigh changes"
DESK_ABOUT = (
    "For game masters, designers and the curious: tests side by side, what every change is worth,"
    " and where counters stand after a row of tests."
)

GO_ON_WITH = "Continue with"
LAST_ROLL = "Last roll"
