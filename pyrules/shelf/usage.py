# pyrules.author 1
"""Supplies are a die: a one or a two makes it smaller, and the smallest is then used up."""

from pyrules.author import action, costs, counter, degree, dice, system, when

supply = counter("Supply", 0, 5, start=3)

sides = when(supply <= 1, 4, 2 * supply + 2)
roll = dice(sides)
face = roll.highest

use = action(
    "Use it",
    word="use",
    degrees=[
        degree("Used up", (face <= 2) & (supply <= 1), good=False, effects=costs(supply @ supply)),
        degree("Smaller", face <= 2, good=False, effects=costs(1 @ supply)),
        degree("Enough left"),
    ],
)
USAGE = system("usage", "Usage die", use)
