"""Words for links and codes."""

from app.words import *
from pyrules.core.english import minus

ROLL_CODE_SHOWN = "Scan with any phone's camera to open this roll."
NO_CODE = "This roll is too long for a QR code that a phone could read. Share its link."
COPIED = "Copied."
PICTURE_COPIED = "The picture is copied: paste it where you want it."
PICTURE_SAVED = "The picture is saved as a file."
COPY_BY_HAND = "This browser does not let the page copy. Copy the text from here:"
judged_otherwise_there = (
    "Whoever opens the link or the picture would see “{}”, as today's rules have it. Copy the line as text instead."
).format
NOTHING_TO_SHARE = "There is no test to share yet: correct the marked fields first."

LINK_TEST = "A test from a link, ready to roll. Nothing is saved until you roll or change it."
LINK_ROLL = "A finished roll from a link, judged again here. It is not in your log."
LINK_HOUSE_RULES = "The link was made with other house rules; what you roll here is judged by yours."


def in_a_chat(game: str, whose: str, headline: str, summary: str, faces: str) -> str:
    """Say a roll in one line that every chat shows.

    >>> in_a_chat("Dusk", "Mira, Pistols", "Success", "4 hits · needs 3", "6 5 5 6 1")
    'Dusk · Mira, Pistols: Success, 4 hits · needs 3 · 6 5 5 6 1'
    """
    said = about(f"{game} · {whose}", ", ".join(filter(None, (headline, minus(summary)))))
    return f"{said} · {faces}" if faces else said


BRINGS_NOBODY = "there is no character in it; on the other device, tap a name and scan the QR code there"
CODE_SHOWN = "Scan the code with another device's camera."
no_code_of = "The link to {} is too long for a QR code that cameras read. Hand them on as a link.".format
no_link = "{} does not fit into a link: {}. Hand them on as a file.".format  # who, why
nobody_there = "{} has nobody of {}. Choose a file of a person, or a log with people.".format  # file, system
