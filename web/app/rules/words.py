"""Words around the rules."""

from app.words import *

SETTLED_BY_RULING = "What the rules leave open"
HELP = "Help"

RULEBOOK_ABOUT = (
    "Every rule that is applied here, in our own words, and what we decided where the rules leave something open."
)
RULES, RULINGS = "The rules", "What the rules leave open"
IN_THE_RULEBOOK = "In the rulebook"
CONTENTS = "Contents"
HOUSE_RULES_SET = "Set the house rules"
RULING_OPEN, RULING_CHOSEN, RULING_WHY = "Question", "Our answer", "Why"
ruling = "Ruling {}".format
FIELDS_MEAN = "What the fields mean"
NOTATION_ABOUT = "The whole test in a line of text, to type or to copy. Tap one to try it:"
