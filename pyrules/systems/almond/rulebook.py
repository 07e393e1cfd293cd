"""Almond's rulings and house rules, its rules as they follow each other, and tests that together apply every rule."""

from pyrules.core.roll import MOST_DICE
from pyrules.core.rulebook import Chart, Rule, Ruling, Setting, rulebook
from pyrules.core.system import Example
from pyrules.systems.almond import rules

SUCCESSES_NEEDED = Setting("successes_needed", "Successes needed to pass", default=1, low=1, high=MOST_DICE)
SIXES = Setting(
    "sixes",
    "How far sixes are rerolled",
    ("until_tn", "every_six"),
    default="until_tn",
    labels=("stop at TN", "roll every six out"),
)
ORDER = Setting(
    "initiative_order",
    "Initiative goes by the",
    ("sum", "highest"),
    default="sum",
    labels=("sum of the dice", "highest die"),
)
WOUNDS = Setting("almond_wounds", "Each Wound takes a die", ("off", "on"), default="off")

RULINGS = (
    Ruling(
        1,
        "The order in which modifiers count, and what happens when no dice are left",
        "All modifiers on the TN are added up first, then the result is raised to 2 if it is lower. Without dice"
        " nothing is rolled: a failure, but not the worse one of all ones.",
        "A pool that shows nothing does not show ones.",
    ),
    Ruling(
        2,
        "How many successes a test needs",
        "One success is enough; the number of successes is shown.",
        "The text says that having a success is what counts, and names no higher number.",
        settings=(SUCCESSES_NEEDED,),
    ),
    Ruling(
        3,
        "Whether a six must be rerolled, and whether a die must stop when it meets the TN",
        "A die rolled here stops when it meets the TN; rolling every six out gives higher values, but not one success"
        " more. Dice that are typed in may go on beyond the TN, and a six may be left below it, die by die. A die of 6"
        " and then 1 is worth 7, and its 1 is not a one.",
        "A six “can” be rerolled, and the text's own example goes on where it need not. Only the success counts, not by"
        " how much.",
        settings=(SIXES,),
    ),
    Ruling(
        4,
        "What “all ones” means where sixes are rerolled, and for a single die",
        "Every die's first face is a one; a single die that shows a one is all ones too.",
        "A die that began with a six did not come up as a one.",
    ),
    Ruling(
        5,
        "How initiative is rolled: the combat chapter is missing",
        "Initiative is a switch that keeps sixes from being rerolled. It needs no TN: without one it passes and fails"
        " nothing, also when all dice are ones; turned on in the form, it takes the TN away. A TN that is typed makes"
        " it a test whose sixes are not rerolled. How it puts people in order is this app's own: the sum of the dice"
        " or, by house rule, the highest die; the highest acts first.",
        "The text says no more about initiative. That sixes stay sixes matters most where dice are added up.",
        settings=(ORDER,),
    ),
    Ruling(
        6,
        "Which TN a difficulty means that has two of them, or no upper end",
        "Severe is TN 6 or TN 7, and the form offers both. Written as Severe or UC B it is TN 6, unless the 7 is added:"
        " Severe 7. Inhuman is TN 10, unless a higher number is added. A difficulty can be given by name, TN or code.",
        "Which of the two it is makes no difference as long as sixes are rerolled and no modifier changes the TN: a six"
        " is worth at least 7 once it is rerolled. With modifiers, and for initiative, 7 can be the harder one.",
    ),
    Ruling(
        7,
        "What Wounds do",
        "Wounds are a counter of their own and take no dice. By the house rule each Wound takes a die from every test"
        " of whoever has it.",
        "The text knows no Wounds.",
        settings=(WOUNDS,),
    ),
)

JUDGED = "not computed: the game master's judgement; the table only says that it happens"
RULES = rulebook(
    "tests/systems/almond/test_almond.py",
    rules,
    *(
        Rule(name, title, text, reason=reason)
        for name, title, text, reason in (
            (
                "when_to_test",
                "When a test is rolled",
                "When something stands in a character's way, or when it is uncertain how an action will end.",
                "not computed: the table sees when that is so",
            ),
            (
                "who_sets_difficulty",
                "Who sets the difficulty",
                "The game master does, before the roll.",
                "not computed: the difficulty on the form is the answer",
            ),
            (
                "worse_failure",
                "What a worse failure is",
                "The game master makes it up to suit the moment and the tone of the table.",
                JUDGED,
            ),
            (
                "types_of_tests",
                "Types of tests",
                "How many dice each kind of test gives.",
                "not built: the chapter is still empty in the text",
            ),
            (
                "scratch_paper",
                "Keeping track of high TNs",
                "For a TN from 15 up, write the running values down.",
                "not computed: the table adds the faces up itself",
            ),
        )
    ),
    order="dicepool target_number success passed lowest_tn tn_modifiers dice_modifiers no_dice ones all_ones sixes"
    " values stop initiative initiative_order difficulty when_to_test who_sets_difficulty worse_failure types_of_tests"
    " scratch_paper",
)

CHARTS = (
    Chart(
        "Difficulty Chart",
        "almond.difficulty",
        ("UC", "TN", "Difficulty"),
        tuple(
            (line.code, "/".join(map(str, line.tns)) + ("" if line.high else "+"), line.name) for line in rules.CHART
        ),
        tuple({"tn": line.low} for line in rules.CHART),
    ),
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
    Example("2d6 initiative", "4,1", "the highest die by the house rule", settings=(("initiative_order", "highest"),)),
    Example("2d6 TN 4", "6>6>2, 3", "every six rolled out, by the house rule", settings=(("sixes", "every_six"),)),
    Example("3d6 TN 5", "5,2,6", "two successes needed, by the house rule", settings=(("successes_needed", 2),)),
)
