# pyrules.author 1
"""Two dice and a stat: ten is a hit, seven a hit at a cost."""

from pyrules.author import action, choice, d6, degree, number, system, when

stat = number("Stat", -2, 4, start=1)
edge = choice("Edge", "disadvantage none* advantage")

roll = d6(when(edge == "none", 2, 3))
best = when(edge == "disadvantage", roll.keep_lowest(2).total, roll.keep_highest(2).total)
result = best + stat

move = action(
    "Move",
    degrees=[
        degree("Hit", result >= 10),
        degree("Hit at a cost", result >= 7),
        degree("Miss", good=False),
    ],
)
MOVES = system("moves", "Two dice and a stat", move)
