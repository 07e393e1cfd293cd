"""The General Rules in order, what no function states of them, and tests that together apply every rule."""

from pyrules.core.roll import Pick
from pyrules.core.rulebook import Chart, Rule, rulebook
from pyrules.core.system import Example
from pyrules.systems.general import rules, time

TOLD_GM = "not computed: the game master's judgement"
TOLD_STORY = "not computed: what happens in the story"

RULES = rulebook(
    "tests/systems/general/test_general.py",
    rules,
    time,
    Rule("consequences", "Consequences", "The game master tells what the characters' deeds lead to.", reason=TOLD_GM),
    Rule(
        "asking",
        "Asking for a test",
        "Whoever asks for a test says what it is about, so that it is clear which dice may join.",
        reason="not computed: the kinds on the form and in the notation are the answer",
    ),
    Rule(
        "gathering",
        "Who gathers the pool",
        "The tested creature chooses which of the dice open to it are rolled.",
        reason="not computed: the dice on the form are that choice",
    ),
    Rule(
        "actions_when",
        "When Actions are used",
        "The sentence about when a creature uses its Actions breaks off.",
        reason="not built: the text is incomplete; the ruling on Actions says when they come back",
        rulings=(12,),
    ),
    Rule(
        "training_asked",
        "Whether training fits",
        "The player tells how it helps, and the game master agrees or not.",
        reason=TOLD_GM + "; the switch on the form is the answer",
    ),
    Rule(
        "action_time",
        "An Action's time",
        "One to three seconds; those of several creatures overlap.",
        reason=TOLD_STORY,
    ),
    Rule("hour", "Hour", "Room for several Action Scenes, a journey's scene, or a Rest.", reason=TOLD_STORY),
    Rule("day", "Day", "Twenty-four hours, or until the next Rest is over or overdue.", reason=TOLD_STORY),
    Rule("year", "Year", "Hundreds of days; longer than an adventure, or several, will last.", reason=TOLD_STORY),
    order="test difficulty dice_pool success declined attribute_die actions actions_return bonus_die skills"
    " listed_under skill_die combat_die attack against martial magic save degree degree_name scaled advantage"
    " disadvantage cancel reroll training training_refused round minute minute_of half"
    " consequences asking gathering actions_when training_asked action_time hour day year",
)

CHARTS = (
    Chart(
        "Difficulties",
        "general.difficulty",
        ("Name", "Difficulty"),
        tuple((name, str(number)) for name, number in rules.DIFFICULTIES.items()),
        tuple({"difficulty": number} for number in rules.DIFFICULTIES.values()),
    ),
    Chart(
        "Combat Skill Die",
        "general.combat_die",
        ("Level", "Die"),
        tuple((level.capitalize(), f"d{sides}" if sides else "no die") for level, sides in rules.COMBAT_DICE.items()),
        tuple({"level": level} for level in rules.COMBAT_DICE),
    ),
    Chart(
        "Degrees of success",
        "general.degree",
        ("Name", "Degree", "Above the Difficulty"),
        tuple((rules.degree_name(degree), str(degree), f"{degree * rules.DEGREE_STEP} or more") for degree in range(4)),
        outcomes=tuple(range(4)),
    ),
)

EXAMPLES = (
    Example("Strength d8 + d6 adv + d10 dis (15)", "7, 3>6, 8>4", "the better of 3 and 6, the worse of 8 and 4"),
    Example(
        "martial attack Strength d8 + level 3 + action Strike d6 (Defence 10) 2*",
        "6, 7, 3",
        "six above Defence is the 2nd Degree, so 2* is 3",
    ),
    Example("magic attack Will d6 + level beyond (Hardness 12) half 4*", "2, 10", "half of a Baseline 4"),
    Example("save Agility d6 + level 2 + bonus d4 (Magic Might 14)", "5, 4, 3", "two short"),
    Example("Strength d8 + bonus d4 (10)", "6, 4", "the Bonus Action Die is an Action that is used up, but in a Save"),
    Example(
        "Strength d8 + action Push d6 (10) round 7",
        "5, 6",
        "the Action comes back with the next round, by the house rule",
        settings=(("actions_return", "each_round"),),
    ),
    Example(
        "Agility d10 + skill Acrobatics d6 (15) trained",
        "3>9, 2>6",
        "training gives Advantage on every die",
    ),
    Example(
        "Intelligence d8 dis + skill Lore d6 (10) trained",
        "5, 2>6",
        "Training and Disadvantage cancel each other on the Attribute Die",
    ),
    Example(
        "Will d10 adv + d6 (12) reroll 1",
        "2>3>9>4, 5",
        "the better throw of the reroll that an ability gives stands",
        (Pick("reroll", (0,)),),
    ),
    Example("Strength d6 (5) declined", "", "declined, so failed"),
)
