"""What the first screen says."""

from app.words import *

PICK_A_SYSTEM = "Pick a game"

COMPARE_AND_CHANGES = "Compare tests, weigh changes"
DESK_ABOUT = "See what each bonus is worth, play a whole session through."

GAMES_ABOUT = "What people play elsewhere, with a d20, percentile or Fate dice: to roll as it is, or to change."
MAKE_ABOUT = "Write down a game's rules in a short text and roll them as you type."
ON_THE_SITE = "You make games of your own on the site, not in this file."

GO_ON_WITH = "Continue with"
LAST_ROLL = "Last roll"


def known_from(rules: str) -> str:
    """Where one may know a game from, with a licence that is never parted."""
    whole = rules.replace("CC BY ", "CC\xa0BY\xa0")
    return f"As in {whole}."
