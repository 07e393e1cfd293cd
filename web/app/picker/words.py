"""Words of the first screen."""

from app.words import *

PICK_A_SYSTEM = "Pick a game"

COMPARE_AND_CHANGES = "Compare tests, weigh changes"
DESK_ABOUT = "See what each bonus is worth, play a whole session through."

GAMES_ABOUT = "What people play elsewhere, with a d20, percentile or Fate dice: to roll as it is, or to change."
MAKE_ABOUT = "Build a game by taps, or write its rules as a short text, and roll it as you go."
ON_THE_SITE = "You make games of your own on the site, not in this file."

GO_ON_WITH = "Continue with"
LAST_ROLL = "Last roll"


def elsewhere(about: str) -> str:
    """Say of what the one file does not hold that it is on the web."""
    return f"{about} This opens the site, on the web."


def scorecard(checks: int, tries: int, milliseconds: int) -> str:
    """Say what was tried of a game of the shelf, and how soon its odds are there."""
    told = f"Exact odds in {tries} of {tries} tries, each within {milliseconds} ms on a computer."
    return f"All {checks} checks hold. {told}"


def known_from(rules: str) -> str:
    """Where one may know a game from, with a licence that is never parted."""
    whole = rules.replace("CC BY ", "CC\xa0BY\xa0")
    return f"As in {whole}."
