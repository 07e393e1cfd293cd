"""How the places are read where Almond's text is silent, and the house rules that offer another reading."""

from pyrules.core.roll import MOST_DICE
from pyrules.core.rulebook import Ruling, Setting, read_settings, settings_of
from pyrules.core.system import Settings as Given
from pyrules.systems.almond.model import Settings

SUCCESSES_NEEDED = Setting("successes_needed", "Successes needed to pass", default=1, low=1, high=MOST_DICE)
SIXES = Setting("sixes", "How far sixes are rerolled", ("stop at TN", "roll every six out"), default="stop at TN")
ORDER = Setting(
    "initiative_order",
    "Initiative goes by the",
    ("sum of the dice", "highest die"),
    default="sum of the dice",
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
        " nothing, also when all dice are ones. How it puts people in order is this app's own: the sum of the dice or,"
        " by house rule, the highest die; the highest acts first.",
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

SETTINGS = settings_of(RULINGS)


def read_house_rules(given: Given) -> Settings:
    """The house rules of a test, from settings by name."""
    values = read_settings(SETTINGS, given)
    return Settings(
        successes_needed=int(values["successes_needed"]),
        sixes=str(values["sixes"]),
        initiative_order=str(values["initiative_order"]),
        almond_wounds=str(values["almond_wounds"]),
    )
