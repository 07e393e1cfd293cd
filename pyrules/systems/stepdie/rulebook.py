"""Step Die's rules in our own words, where each is built and tested, and the rulings where its text is silent."""

from pyrules.core.rulebook import Rule, Ruling, Setting
from pyrules.systems.stepdie import rules

MOST_IP = 100

HIT = Setting("hit", "A hit is a die that shows", ("exactly 5-6", "5 or more"), default="exactly 5-6")
IP = (
    Setting("player_ip_start", "IP of a player at the start", default=2, high=MOST_IP),
    Setting("player_ip_most", "Most IP a player can hold", default=5, high=MOST_IP),
    Setting("gm_ip_start", "IP of the game master at the start, for each player", default=2, high=MOST_IP),
    Setting("gm_ip_most", "Most IP the game master can hold", default=10, high=MOST_IP),
)

RULINGS = (
    Ruling(
        1,
        "Whether a Step Die that shows 7 or more is a hit",
        "No: a hit is exactly 5 or 6 on every die.",
        "The text says both, but its examples and its table of chances count 5 and 6 alone.",
        settings=(HIT,),
    ),
    Ruling(
        2,
        "Which failure it is when no die hits and the Difficulty is nearly reached",
        "Without a hit the failure is catastrophic, however few are missing; a hit of the Step Die averts it too."
        " Otherwise 1 or 2 short is a near miss, and 3 or more a clear failure.",
        "The line for no hits is the only one that brings a complication, so it comes first.",
    ),
    Ruling(
        3,
        "Whether the awards for the Step Die need a success",
        "They do not; and a Step Die level with a d6 is neither highest nor lowest.",
        "The text gives an award after a failure in its own example.",
    ),
    Ruling(
        4,
        "How the checks of the Step Die and of the hits bear on each other",
        "Not at all. A Step Die of 1 or 2 is one complication, a roll without a hit is another, and a tie cancels"
        " neither.",
        "The text asks for one check after the other and lets them add up.",
    ),
    Ruling(
        5,
        "How often IP can be spent on a roll, and which",
        "As often as they last, but a partial success once. Only IP held before the roll count, not those it awards. A"
        " bought d6 counts for hits alone. A partial success remains a failure; what was paid for it, and its"
        " complication, stay even if dice bought afterwards turn the test into a success.",
        "The text allows only IP that the player has, and sets no number.",
    ),
    Ruling(
        6,
        "Whether awards and complications count for the first Step Die or for the rerolled one",
        "They are settled once, when all spending is done, on the dice as they then lie.",
        "The rerolled die replaces the first for better and for worse.",
    ),
    Ruling(
        7,
        "What the pool is made of, what sizes and Difficulties are called, and how many IP there are",
        "A stat's points, a d6 for each, and 1 or 2 d6s each for trait, gear and situation; d6 untrained to d12 master;"
        " Difficulty 1 easy to 6 legendary; players start with 2 IP and hold at most 5, the game master starts with 2"
        " for each player and holds at most 10. IP are Injector Points.",
        "The text leaves the pool to a chapter that is not here; the author's repository has it.",
        "repo",
        IP,
    ),
    Ruling(
        8,
        "Whether there can be a test without a d6, or one where the highest die shows a 2",
        "There is always at least one d6. A Step Die of 2 can be highest only among ones, so without d6s that were"
        " bought such a roll has no hit; nothing is made up to let it succeed.",
        "Highest and lowest mean nothing without a d6 to compare with.",
    ),
)

SETTINGS = tuple(setting for ruling in RULINGS for setting in ruling.settings)

TESTS = "tests/test_stepdie.py::"

RULES = (
    Rule(
        "points",
        "Points spent",
        "Each point of a stat that is spent on the test is a d6; at least one is.",
        rules.dicepool,
        f"{TESTS}test_dicepool",
        (7, 8),
    ),
    Rule(
        "bonus",
        "Trait, gear and situation",
        "Each of them can add one or two d6s.",
        rules.dicepool,
        f"{TESTS}test_dicepool",
        (7,),
    ),
    Rule(
        "step_die",
        "Step Die",
        "One more die, from d6 to d12 by training, is rolled together with the d6s.",
        rules.training,
        f"{TESTS}test_names",
        (7,),
    ),
    Rule(
        "hits",
        "Hits",
        "A die with a 5 or a 6 is a hit, the Step Die like any other.",
        rules.is_hit,
        f"{TESTS}test_hit",
        (1,),
    ),
    Rule(
        "count",
        "Counting",
        "The hits are counted; nothing is added up.",
        rules.tally,
        f"{TESTS}test_every_way_the_dice_can_fall",
        (1,),
    ),
    Rule(
        "success",
        "Success",
        "As many hits as the Difficulty, or more, are a success; fewer are a failure.",
        rules.succeeds,
        f"{TESTS}test_degree",
        (2,),
    ),
    Rule(
        "difficulty",
        "Difficulty",
        "The hits that are needed have names from easy to legendary.",
        rules.difficulty_name,
        f"{TESTS}test_names",
        (7,),
    ),
    Rule(
        "success_degree",
        "Degrees of success",
        "One or two hits beyond the Difficulty make it solid, three or four strong, and from five on a triumph.",
        rules.success_degree,
        f"{TESTS}test_degree",
        (2,),
    ),
    Rule(
        "failure_degree",
        "Degrees of failure",
        "One or two hits short is a near miss, more is a clear failure.",
        rules.failure_degree,
        f"{TESTS}test_degree",
        (2,),
    ),
    Rule(
        "catastrophic",
        "Catastrophic failure",
        "A roll without a hit gives the game master a complication for free.",
        rules.is_catastrophic,
        f"{TESTS}test_degree",
        (2, 4),
    ),
    Rule(
        "stands",
        "How the Step Die stands",
        "The Step Die is compared with every d6 of the pool.",
        rules.step_stands,
        f"{TESTS}test_how_the_step_die_stands",
        (3,),
    ),
    Rule(
        "highest",
        "Step Die highest",
        "When it beats every d6 the player gains an IP, after a failure too.",
        rules.player_award,
        f"{TESTS}test_how_the_step_die_stands",
        (3,),
    ),
    Rule(
        "lowest",
        "Step Die lowest",
        "When every d6 beats it the game master gains an IP.",
        rules.gm_award,
        f"{TESTS}test_how_the_step_die_stands",
        (3,),
    ),
    Rule(
        "neither",
        "Step Die neither highest nor lowest",
        "In between, or level with a d6 at the top or at the bottom, it brings nobody an IP.",
        rules.step_stands,
        f"{TESTS}test_how_the_step_die_stands",
        (3,),
    ),
    Rule(
        "devils_bargain",
        "The Devil's Bargain",
        "A Step Die of 1 or 2 gives the game master a free complication, even with a success.",
        rules.step_is_low,
        f"{TESTS}test_chance_of_a_low_step_die",
        (4,),
    ),
    Rule(
        "independent",
        "Checks add up",
        "Success, awards and complications are looked at one by one, and one roll can bring several.",
        rules.complications,
        f"{TESTS}test_complications",
        (4, 8),
    ),
    Rule(
        "reroll",
        "Reroll the Step Die",
        "For 1 IP it is thrown again, and the new face stands.",
        rules.rerolls,
        f"{TESTS}test_reroll",
        (5, 6),
    ),
    Rule(
        "add",
        "Add a d6",
        "For 2 IP one more d6 is thrown, which can hit.",
        rules.added_dice,
        f"{TESTS}test_add",
        (5,),
    ),
    Rule(
        "partial",
        "Partial success",
        "For 3 IP a failure still brings some of what was wanted, and one more complication.",
        rules.partial_offered,
        f"{TESTS}test_partial",
        (5,),
    ),
    Rule(
        "only_held",
        "Which IP can be spent",
        "Those that the player held when the dice were rolled.",
        rules.left,
        f"{TESTS}test_only_ip_held_before_the_roll_pay",
        (5,),
    ),
    Rule(
        "settlement",
        "Settlement",
        "Awards and complications are settled when the spending is over.",
        rules.outcome,
        f"{TESTS}test_reroll",
        (6,),
    ),
    Rule(
        "start_ip",
        "A player's IP at the start",
        "Two, unless the house rules say otherwise.",
        rules.held,
        f"{TESTS}test_only_ip_held_before_the_roll_pay",
        (7,),
    ),
    Rule(
        "most_ip",
        "A player's most IP",
        "Five; what is gained beyond is lost.",
        rules.ip_after,
        f"{TESTS}test_most_ip",
        (7,),
    ),
    Rule(
        "gm_ip",
        "The game master's IP",
        "Two for each player at the start, and at most ten.",
        rulings=(7,),
        reason="not judged by a roll: the campaign keeps the counter within these bounds",
    ),
    Rule(
        "better",
        "What a better success means",
        "More damage, a concession, some benefit: the game master, or at a triumph the player, tells it.",
        reason="only told: the table's judgement",
    ),
    Rule(
        "near_miss_offer",
        "What a near miss may lead to",
        "The game master may let some of it succeed at a price.",
        reason="only told: the game master's judgement; the partial success for IP is built",
    ),
    Rule(
        "clear_failure",
        "After a clear failure",
        "It did not work, and play goes on.",
        reason="only told: nothing happens to the numbers",
    ),
    Rule(
        "as_yourself",
        "What a highest Step Die tells",
        "The character's own trait decided it, and the player describes how.",
        reason="only told: the player's description",
    ),
    Rule(
        "despite_yourself",
        "What a lowest Step Die tells",
        "Luck or circumstance decided it, and the game master may bring in something unexpected.",
        reason="only told: the game master's description",
    ),
    Rule(
        "free_complication",
        "What a complication is",
        "Something goes wrong, and nobody is paid an IP for it.",
        reason="only told: the game master makes it up; the table counts them",
    ),
)
