"""The readings of places where Step Die's text is silent, and the house rules that offer another reading."""

from pyrules.core.rulebook import Ruling, Setting, settings_reader
from pyrules.systems.stepdie.model import Settings

MOST_IP = 100

HIT = Setting(
    "hit",
    "A hit is a die that shows",
    ("five_or_six", "five_or_more"),
    default="five_or_six",
    labels=("exactly 5-6", "5 or more"),
)
AWARDS = Setting(
    "awards",
    "Awards and complications are settled",
    ("every_roll", "after_spending", "before_spending"),
    default="every_roll",
    earlier=(11, "after_spending"),
    labels=("at every roll", "after the spending", "before the spending"),
)
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
        "A hit is exactly 5 or 6 on every die, the Step Die too.",
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
        "The awards need no success; a Step Die level with a d6 is neither highest nor lowest.",
        "The text gives an award after a failure in its own example.",
    ),
    Ruling(
        4,
        "How the checks of the Step Die and of the hits bear on each other",
        "The checks do not affect each other. A Step Die of 1 or 2 is one complication, a roll without a hit is"
        " another, and a tie cancels neither.",
        "The text asks for one check after the other and lets them add up.",
    ),
    Ruling(
        5,
        "How often IP can be spent on a roll, and which",
        "As often as they last, but a partial success once. Whether an IP that the roll awards can be spent on it is"
        " ruling 6. A bought d6 counts for hits alone. A partial success remains a failure; what was paid for it, and"
        " its complication, stay even if dice bought afterwards turn the test into a success.",
        "The text allows only IP that the player has, and sets no number.",
    ),
    Ruling(
        6,
        "Whether awards and complications are settled before or after IP are spent on the roll",
        "They are settled at every roll: as the dice were thrown, so that an IP just won can be spent, and again on"
        " each new face of a rerolled Step Die, which brings its own award and its own complication; that no die hits"
        " is looked at once, as thrown. After the spending, they are settled once, on the dice as they lie at the end,"
        " and only IP held before the roll pay for anything. Before the spending, the roll is settled as it was thrown:"
        " an IP just won can be spent on it, and dice thrown later change the hits but bring no award and no"
        " complication, and take none away. An IP beyond the most that a player can hold is lost, and the steps say"
        " so. A campaign that has rolled keeps its way.",
        "The text asks for the checks after every roll, and lets a player spend what is held by then.",
        settings=(AWARDS,),
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

read_house_rules = settings_reader(Settings, RULINGS)
"""The house rules of a test, from settings by name."""
