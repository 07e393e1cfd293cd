"""Almond's rules as they follow each other, those that no function states, and tests that together apply every rule."""

from pyrules.core.rulebook import Rule, rulebook
from pyrules.core.system import Example
from pyrules.systems.almond import rules

RULES = rulebook(
    "tests/test_almond.py",
    rules,
    Rule(
        "when_to_test",
        "When a test is rolled",
        "When something stands in a character's way, or when it is uncertain how an action will end.",
        reason="not computed: the table sees when that is so",
    ),
    Rule(
        "who_sets_difficulty",
        "Who sets the difficulty",
        "The game master does, before the roll.",
        reason="not computed: the difficulty on the form is the answer",
    ),
    Rule(
        "worse_failure",
        "What a worse failure is",
        "The game master makes it up to suit the moment and the tone of the table.",
        reason="not computed: the game master's judgement; the table only says that it happens",
    ),
    Rule(
        "types_of_tests",
        "Types of tests",
        "How many dice each kind of test gives.",
        reason="not built: the chapter is still empty in the text",
    ),
    Rule(
        "scratch_paper",
        "Keeping track of high TNs",
        "For a TN from 15 up, write the running values down.",
        reason="not computed: the table adds the faces up itself",
    ),
    order="dicepool target_number success passed lowest_tn tn_modifiers dice_modifiers no_dice ones all_ones sixes"
    " values stop initiative initiative_order difficulty when_to_test who_sets_difficulty worse_failure types_of_tests"
    " scratch_paper",
)

EXAMPLES = (
    Example("5d6 TN 4", "4,2,6,1,5", "three of five dice reach the TN"),
    Example("4d6 TN 9", "4, 2, 6>3, 6>1", "sixes go on: the third die is worth 9, the last 7"),
    Example("4d6 TN 4", "4, 2, 6>3, 6>1", "sixes on a real table may go on beyond the TN"),
    Example("3d6 TN 9", "5, 6, 6>4", "one six left, and one rolled on"),
    Example("5d6 TN 4 + cover 1 - Wounded 2d", "5,4,1", "TN 5 on three dice"),
    Example("3d6 TN 3 -4", "1,2,1", "the TN never falls below 2"),
    Example("2d6 TN 3", "1,1", "all ones: worse than a failure"),
    Example("2d6 TN 6 -2d", "", "no dice left: failed without a roll"),
    Example("4d6 TN 7 initiative", "6,6,2,5", "sixes are kept for initiative"),
    Example("Reflexes 2d6 initiative", "6,1", "initiative alone passes and fails nothing"),
    Example(
        "2d6 initiative", "4,1", "the highest die by the house rule", settings=(("initiative_order", "highest die"),)
    ),
    Example(
        "2d6 TN 4", "6>6>2, 3", "every six rolled out, by the house rule", settings=(("sixes", "roll every six out"),)
    ),
    Example("3d6 TN 5", "5,2,6", "two successes needed, by the house rule", settings=(("successes_needed", 2),)),
)
