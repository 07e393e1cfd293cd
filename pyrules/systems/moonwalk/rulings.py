"""The readings of places where Moonwalk's text is silent, and the house rules that offer another reading."""

from pyrules.core.rulebook import Ruling, Setting, settings_reader
from pyrules.systems.moonwalk.model import Settings

GLITCH = Setting(
    "glitch",
    "Glitch when ones are",
    ("more_than_half", "half_or_more", "off"),
    default="more_than_half",
    labels=("more than half", "half or more", "off"),
)
STANDARD_RESULT = Setting(
    "standard_result",
    "Standard Result, a quarter of the pool",
    ("round_down", "round_up"),
    default="round_down",
    labels=("round down", "round up"),
)
WOUNDS = Setting("moonwalk_wounds", "Each Wound takes a die", ("off", "on"), default="off")

RULINGS = (
    Ruling(
        1,
        "What a die must show, and whether a limit may be below the threshold",
        "5 and 6 are hits; no limit keeps them all, a limit of 0 keeps none. A test whose limit is below its"
        " threshold can be rolled, but cannot succeed, and the app says so beforehand.",
        "Nothing forbids such a test; its ones may still matter.",
    ),
    Ruling(
        2,
        "What the counted ones lead to: the section about glitches is missing",
        "It is a glitch when more than half of the dice show 1, and a critical glitch when no hit was rolled besides."
        " A test can succeed and glitch at once.",
        "That is the rule of the older game that this one follows.",
        "lineage",
        (GLITCH,),
    ),
    Ruling(
        3,
        "How the shorthand's calculation is written",
        "The calculation is a sum of numbers with or without labels; the limit may be left out, a basic test needs"
        " its threshold and an opposed one has none.",
        "The three forms of the shorthand, read literally.",
    ),
    Ruling(
        4,
        "Whether the defender has a limit, and what no dice mean",
        "All hits that the defender rolled count. The defender has a limit only when one is typed for this test, after"
        " the defender's pool; the limit of somebody's own dicepool is never carried into a defence. A defender without"
        " dice has no hits.",
        "The acting side keeps hits, the defending side rolls them; the shorthand gives a limit to the acting side"
        " alone.",
    ),
    Ruling(
        5,
        "When an extended test is lost, and what one of its rolls may have alone",
        "An extended test is lost when the shrinking pool has no dice left, or when it is given up between two rolls;"
        " the time of the rolls made has passed. Ones and glitches are reported roll by roll and end nothing. Each"
        " further roll may have a modifier for it alone, such as Edge, added to what the pool has shrunk to, even where"
        " no dice are left; so may the Rule of Six.",
        "It takes the form of several tests, and modifiers belong to a test. The text names no other end but success;"
        " whoever forgoes a test fails it.",
    ),
    Ruling(
        6,
        "What the added dice of the Rule of Six count for, and for whom",
        "The added dice count for everything: hits, ones, and the size of the pool; the limit still holds. The Rule of"
        " Six belongs to the roll that an effect grants it to: in an opposed test to the actor's, the defender's, or"
        " both. Any six may be left: dice typed in may stop there, dice rolled here go on. Odds and advice roll them"
        " all.",
        "They are treated as part of the pool that was rolled first, and the text says “may”: an added die can bring a"
        " hit, or the one that makes a glitch.",
    ),
    Ruling(
        7,
        "How a quarter of the pool is rounded, and what else applies",
        "A quarter of the pool is rounded down, after modifiers and before the limit. No dice are thrown, so there"
        " are no ones, no glitch and no Rule of Six.",
        "That is the rule of the older game that this one follows.",
        "lineage",
        (STANDARD_RESULT,),
    ),
    Ruling(
        8,
        "When the time for another try starts to count, and how the penalty grows",
        "The time counts from the end of the failed try, or from when it is given up, the last moment included. The"
        " penalty is -2, then -4, -6 while each try starts inside the window of the one before; a longer wait ends the"
        " chain.",
        "The plain reading of a cumulative penalty.",
    ),
    Ruling(
        9,
        "Whether Edge counts before a pool is found to be empty, and what an empty one means",
        "All modifiers, Edge dice among them, are added up before a pool counts as empty. The test then fails, unless"
        " the table says on its verdict that the action is not possible.",
        "The text's way out: get more dice. It gives both ends without saying when each holds.",
    ),
    Ruling(
        10,
        "What Wounds do",
        "Wounds are a counter of their own and take no dice. By the house rule each Wound takes a die from every test"
        " of whoever has it.",
        "The text knows no Wounds.",
        settings=(WOUNDS,),
    ),
)

read_house_rules = settings_reader(Settings, RULINGS)
"""The house rules of a test, from settings by name."""
