"""Moonwalk's rules in our own words, where each is built and tested, and the rulings where its text is silent."""

from pyrules.core.rulebook import Rule, Ruling, Setting
from pyrules.systems.moonwalk import rules

GLITCH = Setting("glitch", "Glitch when ones are", ("more than half", "half or more", "off"), default="more than half")
STANDARD_RESULT = Setting(
    "standard_result", "Standard Result, a quarter of the pool", ("round down", "round up"), default="round down"
)

RULINGS = (
    Ruling(
        1,
        "What a die must show, and whether a limit may be below the threshold",
        "5 and 6 are hits; no limit keeps them all, a limit of 0 keeps none. A test whose limit is below its"
        " threshold can be rolled, but cannot succeed, and the table says so beforehand.",
        "Nothing forbids such a test; its ones may still matter.",
    ),
    Ruling(
        2,
        "What the counted ones lead to: the section about glitches is missing",
        "A glitch when more than half of the dice show 1, a critical glitch when no hit was rolled besides. A test"
        " can succeed and glitch at once.",
        "The older game that this one follows has it so.",
        "lineage",
        (GLITCH,),
    ),
    Ruling(
        3,
        "How the shorthand's calculation is written",
        "A sum of numbers with or without labels; the limit may be left out, a basic test needs its threshold and an"
        " opposed one has none.",
        "The three forms of the shorthand, read literally.",
    ),
    Ruling(
        4,
        "Whether the defender has a limit, and what no dice mean",
        "Only when one is given behind the defender's pool. Without dice the defender has no hits.",
        "The shorthand gives a limit to the acting side alone.",
    ),
    Ruling(
        5,
        "When an extended test is lost",
        "When the shrinking pool has no dice left. Ones and glitches are told roll by roll and end nothing.",
        "The text names no other end.",
    ),
    Ruling(
        6,
        "What the added dice of the Rule of Six count for",
        "For everything: hits, ones, and the size of the pool; the limit still holds.",
        "They are treated as part of the pool that was rolled first.",
    ),
    Ruling(
        7,
        "How a quarter of the pool is rounded, and what else applies",
        "Down, after modifiers and before the limit. No dice are thrown, so there are no ones, no glitch and no Rule"
        " of Six.",
        "The older game that this one follows has it so.",
        "lineage",
        (STANDARD_RESULT,),
    ),
    Ruling(
        8,
        "From when the time for another try counts, and how the penalty grows",
        "From the end of the failed try, the last moment included: -2, then -4, -6 while each try starts inside the"
        " window of the one before; a longer wait ends the chain.",
        "The plain reading of a cumulative penalty.",
    ),
    Ruling(
        9,
        "Whether Edge counts before a pool is found to be empty",
        "Yes: all modifiers are added up first, Edge dice among them.",
        "More dice are the way out that the text names.",
    ),
)

SETTINGS = tuple(setting for ruling in RULINGS for setting in ruling.settings)

RULES = (
    Rule(
        "dicepool",
        "Dicepool",
        "A test is rolled with six-sided dice; their number is worked out from labelled numbers.",
        rules.dicepool,
        "tests/test_moonwalk.py::test_dicepool",
        (3, 9),
    ),
    Rule(
        "modifiers",
        "Modifiers",
        "Bonuses add dice and penalties take dice away before anything is rolled.",
        rules.dicepool,
        "tests/test_moonwalk.py::test_dicepool",
        (9,),
    ),
    Rule(
        "no_dice",
        "No dice left",
        "A pool brought down to nothing is not rolled: the test fails, unless more dice are found first.",
        rules.dicepool,
        "tests/test_moonwalk.py::test_a_pool_without_dice_fails",
        (9,),
    ),
    Rule(
        "hits",
        "Hits",
        "Each die that shows 5 or 6 is a hit.",
        rules.tally,
        "tests/test_moonwalk.py::test_tally",
        (1,),
    ),
    Rule(
        "limit",
        "Limit",
        "Where there is a limit, no more hits than that are kept.",
        rules.kept,
        "tests/test_moonwalk.py::test_limit",
        (1,),
    ),
    Rule(
        "ones",
        "Ones",
        "The dice that show 1 are counted and told with every roll.",
        rules.tally,
        "tests/test_moonwalk.py::test_tally",
        (2,),
    ),
    Rule(
        "glitch",
        "Glitch",
        "Too many ones are a glitch; without a single hit it is a critical one.",
        rules.glitch,
        "tests/test_moonwalk.py::test_glitch",
        (2,),
    ),
    Rule(
        "threshold",
        "Threshold",
        "The test succeeds when the kept hits reach the threshold.",
        rules.reaches,
        "tests/test_moonwalk.py::test_threshold",
        (1,),
    ),
    Rule(
        "opposed",
        "Opposed test",
        "Instead of a threshold, the other side rolls its own dice in defence.",
        rules.opposed,
        "tests/test_moonwalk.py::test_opposed",
        (4,),
    ),
    Rule(
        "net",
        "Net hits",
        "The side that acts must be strictly ahead; equal hits are the defender's.",
        rules.wins,
        "tests/test_moonwalk.py::test_opposed",
        (4,),
    ),
    Rule(
        "extended",
        "Extended test",
        "Roll after roll with one die fewer each time; the limit holds for each roll, and what is kept adds up.",
        rules.extended,
        "tests/test_moonwalk.py::test_extended",
        (5,),
    ),
    Rule(
        "interval",
        "Interval",
        "Every roll of an extended test takes one interval of time.",
        rules.elapsed,
        "tests/test_moonwalk.py::test_extended",
        (5,),
    ),
    Rule(
        "rule_of_six",
        "Rule of Six",
        "Where an effect grants it, each 6 brings one more die into the pool, sixes on those dice too.",
        rules.added_dice,
        "tests/test_moonwalk.py::test_rule_of_six",
        (6,),
    ),
    Rule(
        "standard_result",
        "Standard Result",
        "For routine or unknowing tests: a quarter of the pool counts as hits, without a roll.",
        rules.standard_result,
        "tests/test_moonwalk.py::test_standard_result",
        (7,),
    ),
    Rule(
        "standard_refused",
        "Where there is no Standard Result",
        "Not in combat, and not in opposed tests.",
        rules.standard_refused,
        "tests/test_moonwalk.py::test_standard_result_is_refused",
        (7,),
    ),
    Rule(
        "again",
        "Trying again",
        "A new try soon after a failed basic or extended test has two dice fewer, and two more for each further try.",
        rules.retry_penalty,
        "tests/test_moonwalk.py::test_retry_penalty",
        (8,),
    ),
    Rule(
        "again_window",
        "How soon is too soon",
        "Within twice the time the test takes, or within two intervals.",
        rules.retry_window,
        "tests/test_moonwalk.py::test_retry_penalty",
        (8,),
    ),
    Rule(
        "again_opposed",
        "Trying again against someone",
        "An opposed test can be tried again at once and without a penalty.",
        rules.retries_freely,
        "tests/test_moonwalk.py::test_options",
        (8,),
    ),
    Rule(
        "which_dicepool",
        "Which dice belong to a test",
        "The action's own description, or the game master, says what the pool is made of.",
        reason="only told: the game master's judgement",
    ),
    Rule(
        "who_takes_standard",
        "Which test is routine",
        "Whether a Standard Result fits is up to the game master.",
        reason="only told: the game master's judgement; the switch on the form is the answer",
    ),
)
