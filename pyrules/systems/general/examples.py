"""Tests with their dice, shown to people and checked by the tests: together they apply every rule."""

from pyrules.core.roll import Pick
from pyrules.core.system import Example

EXAMPLES = (
    Example("Strength d8 + d6 adv + d10 dis (15)", "7, 3>6, 8>4", "the better of 3 and 6, the worse of 8 and 4"),
    Example(
        "martial attack Strength d8 + level 3 + action Strike d6 (Defence 10) 2*",
        "6, 7, 3",
        "six above Defence is the 2nd Degree, so 2* is 3",
    ),
    Example("magic attack Will d6 + level beyond (Hardness 12) half 4*", "2, 10", "half of a Baseline 4"),
    Example("save Agility d6 + level 2 + bonus d4 (Magic Might 14)", "5, 4, 3", "two short"),
    Example(
        "Strength d8 + action Push d6 (10) round 7",
        "5, 6",
        "the Action comes back with the next round, by the house rule",
        settings=(("actions_return", "each round"),),
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
