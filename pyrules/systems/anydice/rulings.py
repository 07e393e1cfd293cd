"""The readings of what programs and tables do in different ways."""

from pyrules.core.rulebook import Ruling, settings_reader
from pyrules.systems.anydice.model import Settings

RULINGS = (
    Ruling(
        1,
        "Whether a sign such as >= counts dice or is for the total",
        "Behind dice that stand alone, or first, it counts them: 6d10>=8. Behind a sum it is what the total is to"
        " reach: d20 + 5 >= 15. For the total of dice alone, write reach: 3d6 reach 12. >7 is the same as >=8.",
        "Both are written so. The roll shows in its shorthand which of them was read.",
    ),
    Ruling(
        2,
        "Which sizes there are, and what they are thrown with",
        "There are d4, d6, d8, d10, d12 and d20, a d100 as two d10, and dF, d2, d3 and d5, with a d6 or d10 whose"
        " faces are parted evenly: a d3 is a d6 that shows 1 or 2, 3 or 4, 5 or 6.",
        "These lie on tables, so that real dice can be typed in as they fell.",
    ),
    Ruling(
        3,
        "How often a die is rerolled",
        "Once, and the new face stands. A die that is rerolled and explodes is rerolled first.",
        "Other programs reroll as long as the face shows.",
    ),
    Ruling(
        4,
        "How often dice explode, and whether what they add counts as another die",
        "Ten times at most, so that odds are exact and have an end. Where dice are added up or kept, all that a die has"
        " shown is one die; where they are counted, each face is counted for itself.",
        "Games do both; where faces are counted, one die could count only once otherwise.",
    ),
    Ruling(
        5,
        "What is kept of dice that are counted",
        "The highest or lowest of them, and then those are counted. Dice that explode are kept or counted, not both.",
        "It would be open which of the two goes first.",
    ),
    Ruling(
        6,
        "How results are divided",
        "By a whole number, and rounded down; below zero too.",
        "Most games round down.",
    ),
    Ruling(
        7,
        "When a roll succeeds",
        "Without anything to be reached, nothing succeeds or fails. Dice that are counted alone need one that counts,"
        " or as many as are to be reached. Of several rolls in a row each is to reach the same, and all together"
        " succeed when one of them does.",
        "Three attacks against one number are a usual row.",
    ),
)

read_house_rules = settings_reader(Settings, RULINGS)
"""The house rules of a roll: there are none."""
