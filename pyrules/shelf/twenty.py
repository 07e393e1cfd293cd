# pyrules.author 1
"""A d20 and a modifier against a number; with advantage the higher of two dice counts."""

from pyrules.author import action, choice, d20, degree, number, system, when

modifier = number("Modifier", -5, 15, start=3)
target = number("Target number", 5, 30, start=15)
edge = choice("Edge", "disadvantage none* advantage")

roll = d20(when(edge == "none", 1, 2))
die = when(edge == "disadvantage", roll.lowest, roll.highest)
result = die + modifier

check = action(
    "Check",
    degrees=[
        degree("Critical", die == 20),
        degree("Fumble", die == 1, good=False),
        degree("Success", result >= target),
        degree("Failure", good=False),
    ],
)
TWENTY = system("twenty", "d20 against a number", check)
