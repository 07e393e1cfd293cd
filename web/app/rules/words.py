"""What stands around the rules."""

from app.words import *

SETTLED_BY_RULING = "Where the text is silent"
HELP = "Help"

RULEBOOK_ABOUT = "Every rule that is applied here, in our own words, and what we decided where the text is silent."
RULES, RULINGS = "The rules", "Where the text is silent"
IN_THE_RULEBOOK = "In the rulebook"
CONTENTS = "Contents"
HOUSE_RULES_SET = "Set the house rules"
RULING_OPEN, RULING_CHOSEN, RULING_WHY = "What is open", "What we chose", "Why"
ruling = "Ruling {}".format
FIELDS_MEAN = "What the fields mean"
