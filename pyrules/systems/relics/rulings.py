"""The readings of places where the text of Relics of the Moon is silent, and the house rules for another reading."""

from pyrules.core.rulebook import Ruling, Setting, settings_reader
from pyrules.systems.relics.model import SUCCESSES_FIRST, Settings

MOST_EXPERTISE_DICE = 3

WHICH = {"primary": "a primary", "secondary": "a secondary", "support": "a support", "other": "any other"}

EXPERTISE_DICE = ((3, 2, 0, 0), (2, 1, 1, 0))
"""The dice that leaders and assistants add, by their expertise."""

EXPERTISE = tuple(
    Setting(f"{role}_{expertise}", f"Dice for {which} {word}", default=dice, high=MOST_EXPERTISE_DICE)
    for role, word, row in zip(("lead", "assist"), ("leader", "assistant"), EXPERTISE_DICE, strict=True)
    for (expertise, which), dice in zip(WHICH.items(), row, strict=True)
)
HINDERING = Setting(
    "hindering",
    "Who places Hindering modifiers",
    ("opposition", "acting_side"),
    default="opposition",
    labels=("opposition, against you", "acting side, for itself"),
)
DISASTER = Setting(
    "disaster",
    "Who places what a Disaster left",
    ("own_side", "opposition"),
    default="own_side",
    labels=("own side", "opposition"),
)
PLACEMENT = Setting(
    "placement",
    "Best placement",
    (SUCCESSES_FIRST, "avoid_doom"),
    default=SUCCESSES_FIRST,
    labels=("successes first", "avoid Doom first"),
)
STRESS_MAXIMUM = Setting("stress_maximum", "Stress that a PC can take", default=10, low=1, high=100)

RULINGS = (
    Ruling(
        1,
        "What expertise adds beyond the primary leader's +3d6, what the largest pool means for Destiny, and how many"
        " PCs there are",
        "Leading adds 3, 2, 0 or 0 dice, assisting 2, 1, 1 or 0, by primary, secondary, support or other expertise."
        " The whole pool is held to three dice for each PC, Stressed Out ones among them; Destiny that would go beyond"
        " is refused and stays unspent. So is more Destiny, or Doom of the GM's, than the tracker has, for dice or for"
        " traits: the turn is not rolled. The number of PCs is the one given, or else that of the PCs in the tracker,"
        " or else that of those who lead and assist. A pool given as a number of dice without any of these has no cap,"
        " and an overpowering success brings Destiny for one PC; the steps say both.",
        "The author's site has the table; the other PCs assist, as the text says; points that could do nothing should"
        " not be lost, points that are not there cannot be spent, and nothing is guessed silently.",
        "site",
        EXPERTISE,
    ),
    Ruling(
        2,
        "In which order automatic results are placed, and what happens when every die has one",
        "Hindering ones first (A1 and A2), then the others, each from low to high. With no die left, a result may"
        " replace another; it does so only where its owner gains by that. A3, A7 and A8 are for Challenges.",
        "The order that the text recommends, made the rule; nobody has to harm themselves.",
    ),
    Ruling(
        3,
        "Which automatic result each Threat gives its resolved dice",
        "A resolved die shows A3 for a Common Threat, A5 for Minor, A6 for Major, A7 for Extreme and A8 for Ultimate.",
        "The text names only Minor's; the author's site has the others.",
        "site",
    ),
    Ruling(
        4,
        "What becomes of units that find no die, and where none are proposed",
        "Hindering units beyond the number of dice are lost; Beneficial ones may stay unused. Automatic dice can be"
        " modified too. Where units can be placed in very"
        " many ways, none is proposed and they are placed by hand; the turn is rolled and judged all the same.",
        "The text says which units may share a die, and nothing of those that find none.",
    ),
    Ruling(
        5,
        "Who decides where Hindering units go",
        "The side that brings Hindering units places them. A placement is proposed for either side, and any unit can"
        " be placed by hand.",
        "The author's site says so.",
        "site",
        (HINDERING,),
    ),
    Ruling(
        6,
        "What dice beyond the listed numbers are worth",
        "Anything above 9 counts as a 9, anything below -2 as a -2.",
        "The list is taken to go on at both ends.",
    ),
    Ruling(
        7,
        "Which placement is best",
        "The best placement has the most successes, then the most Destiny beyond Doom. By house rule, it has the"
        " least Doom that still averts a Disaster where one can be averted. Of equally good ones, it is the one with"
        " the fewest major botches, then botches, then overpowering successes, then critical ones.",
        "The strategies that the text mentions, put in an order.",
        settings=(PLACEMENT,),
    ),
    Ruling(
        8,
        "What a Disaster's trait is, and what a negative total does besides",
        "The side that met with the Disaster gets a Hindering trait, which the table names with whatever modifier fits;"
        " none is preset. That side also places its units, once those of the opposition lie; by house rule the"
        " opposition places them too. It lasts until the Event ends, or until what it says. A negative total does"
        " nothing else: no die of the Challenge becomes free again, and no Stress goes away.",
        "The text gives the trait no size, does not say who places it, and gives negative totals no other meaning.",
        settings=(DISASTER,),
    ),
    Ruling(
        9,
        "Whether an overpowering success is a critical one too, and which dice move the Tides",
        "An overpowering success is not a critical one as well. The Tides look at the dice after all modifiers, and a"
        " line says so where no Threat is given and the turn counts as one against a Threat that is not Common."
        " Successes beyond the last die are lost.",
        "The worked examples count modified dice, and each die is listed once. Common is the exception.",
    ),
    Ruling(
        10,
        "How much Stress a PC can take",
        "A PC can take ten Stress; with that much or more a PC is Stressed Out and cannot lead. How Stress is dealt"
        " out is up to the players.",
        "The author's site has the number.",
        "site",
        (STRESS_MAXIMUM,),
    ),
    Ruling(
        11,
        "How the cost of traits is kept",
        "Each trait is recorded with the modifier it gives, the Destiny spent on it, and the Doom added or spent by"
        " the GM. Traits are chosen before the dice fall; one that its own text has trigger at another time, or on a"
        " Disaster, is declared on the roll that lies, with its cost and its modifier.",
        "What activating a trait costs is in its own description.",
    ),
    Ruling(
        12,
        "In which order a Challenge's automatic results are placed, and who places what on its turn",
        "Hindering results that the Cohort brings come first, then those of the resolved dice, then others. Hindering"
        " units are the Cohort's to place, Beneficial ones the GM's.",
        "The Cohort's own order and sides, exchanged.",
    ),
    Ruling(
        13,
        "How resolved dice become free again",
        "Resolved dice become free only by a trait: the number is given with the Challenge, and the roll takes it off.",
        "Otherwise dice stay resolved from round to round.",
    ),
    Ruling(
        14,
        "How a Challenge is split",
        "The tracker makes two of a Challenge, both with its Threat, traits and leader; the table gives each its"
        " Rating. What was logged stays with the first, resolved dice too; the second begins with none.",
        "The text mentions splitting but gives no rule for it.",
    ),
)

read_house_rules = settings_reader(Settings, RULINGS)
"""The house rules of a test, from settings by name."""
