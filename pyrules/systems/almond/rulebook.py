"""Almond's rules in our own words, where each is built and tested, and the rulings where its text is silent."""

from pyrules.core.roll import MOST_DICE
from pyrules.core.rulebook import Rule, Ruling, Setting
from pyrules.systems.almond import rules

SUCCESSES_NEEDED = Setting("successes_needed", "Successes needed to pass", default=1, low=1, high=MOST_DICE)
SIXES = Setting("sixes", "A die that shows a six", ("stop at TN", "roll every six out"), default="stop at TN")

RULINGS = (
    Ruling(
        1,
        "In which order modifiers count, and what happens when no dice are left",
        "All modifiers on the TN are added up first, then the result is raised to 2 if it is lower. Without dice"
        " nothing is rolled: a failure, but not the worse one of all ones.",
        "A pool that shows nothing does not show ones.",
    ),
    Ruling(
        2,
        "How many successes a test needs",
        "One is enough; the number of successes is shown.",
        "The text says that having a success is what counts, and names no higher number.",
        settings=(SUCCESSES_NEEDED,),
    ),
    Ruling(
        3,
        "Whether a die must stop when it meets the TN",
        "It stops there; rolling every six out gives higher values, but not one success more. A die of 6 and then 1"
        " is worth 7, and its 1 is no one.",
        "Only the success counts, not by how much. An app that rolls on would only keep people waiting.",
        settings=(SIXES,),
    ),
    Ruling(
        4,
        "What all ones means where sixes are rerolled, and for a single die",
        "Every die's first face is a one; a single die that shows a one is all ones too.",
        "A die that began with a six did not come up as a one.",
    ),
    Ruling(
        5,
        "How initiative is rolled: the combat chapter is missing",
        "A switch that keeps sixes from being rerolled, and nothing else.",
        "The text says no more about initiative.",
    ),
    Ruling(
        6,
        "Which TN a difficulty with two of them, or without an upper end, stands for",
        "The lowest one: Severe is TN 6, Inhuman TN 10. The difficulty can be given by name, by TN or by code.",
        "TN 6 and TN 7 are equally likely, because a six is always worth at least 7 once it is rerolled.",
    ),
)

SETTINGS = tuple(setting for ruling in RULINGS for setting in ruling.settings)

TESTS = "tests/test_almond.py::"

RULES = (
    Rule(
        "dicepool",
        "Dice pool",
        "A test is rolled with a number of six-sided dice, each of which keeps its own value.",
        rules.dicepool,
        f"{TESTS}test_dicepool",
    ),
    Rule(
        "target_number",
        "Target Number (TN)",
        "The game master names the TN: the harder the task, the higher it is.",
        rules.target_number,
        f"{TESTS}test_target_number",
        (1,),
    ),
    Rule(
        "success",
        "Success",
        "Each die that is worth the TN or more is one success.",
        rules.succeeds,
        f"{TESTS}test_succeeds",
        (2,),
    ),
    Rule(
        "passed",
        "Passing the test",
        "One success passes it; how good a success is makes no difference.",
        rules.passes,
        f"{TESTS}test_passes",
        (2,),
    ),
    Rule(
        "lowest_tn",
        "Lowest TN",
        "Whatever the modifiers say, the TN is at least 2.",
        rules.lowest_tn,
        f"{TESTS}test_target_number",
        (1,),
    ),
    Rule(
        "tn_modifiers",
        "Modifiers on the TN",
        "For better or worse circumstances the TN moves: +1 makes it one higher.",
        rules.change,
        f"{TESTS}test_target_number",
        (1,),
    ),
    Rule(
        "dice_modifiers",
        "Modifiers on the dice",
        "A modifier with a d changes how many dice are rolled: -2d takes two away.",
        rules.change,
        f"{TESTS}test_dicepool",
        (1,),
    ),
    Rule(
        "no_dice",
        "No dice left",
        "A pool brought down to nothing is not rolled, and the test fails.",
        rules.dicepool,
        f"{TESTS}test_a_pool_without_dice_fails",
        (1,),
    ),
    Rule(
        "ones",
        "Ones",
        "A die that comes up as a one fails, since no TN is that low.",
        rules.succeeds,
        f"{TESTS}test_succeeds",
        (3,),
    ),
    Rule(
        "all_ones",
        "All ones",
        "When every die comes up as a one, the failure is worse than usual.",
        rules.all_ones,
        f"{TESTS}test_all_ones",
        (4,),
    ),
    Rule(
        "sixes",
        "Sixes",
        "A six is rolled again and what comes up is added to it, six after six.",
        rules.rerolled,
        f"{TESTS}test_sixes",
        (3,),
    ),
    Rule(
        "values",
        "Value of a die",
        "A die is worth all the faces it has shown, so it can go beyond 6.",
        rules.value,
        f"{TESTS}test_worked_sixes",
        (3,),
    ),
    Rule(
        "stop",
        "When to stop",
        "A die that has met the TN need not be rolled on.",
        rules.most_throws,
        f"{TESTS}test_sixes",
        (3,),
    ),
    Rule(
        "initiative",
        "Initiative",
        "In a roll for initiative a six stays a six.",
        rules.thrown_once,
        f"{TESTS}test_initiative",
        (5,),
    ),
    Rule(
        "difficulty",
        "Difficulty Chart",
        "Each TN has a difficulty by name and a Universal Code (UC); a test can be set by any of the three.",
        rules.difficulty,
        f"{TESTS}test_chart",
        (6,),
    ),
    Rule(
        "when_to_test",
        "When a test is rolled",
        "When something stands in a character's way, or it is open how an action ends.",
        reason="only told: the table sees when that is so",
    ),
    Rule(
        "who_sets_difficulty",
        "Who sets the difficulty",
        "The game master does, before the roll.",
        reason="only told: the difficulty on the form is the answer",
    ),
    Rule(
        "worse_failure",
        "What a worse failure is",
        "The game master makes it up to suit the moment and the tone of the table.",
        reason="only told: the game master's judgement; the table only says that it happens",
    ),
    Rule(
        "types_of_tests",
        "Types of tests",
        "Which kind of test gives how many dice.",
        reason="not built: the chapter is still empty in the text",
    ),
    Rule(
        "scratch_paper",
        "Keeping track of high TNs",
        "For a TN from 15 up, write the running values down.",
        reason="only told: the table adds the faces up itself",
    ),
)
