# pyrules.author 1
"""Blackjack: both roll under their skill, doubles are critical, and of two alike the higher roll wins."""

from pyrules.author import action, d100, degree, number, system, when

skill = number("Skill", 1, 99, start=50)
theirs = number("Their skill", 1, 99, start=40)

roll = d100()
against = d100(side="Their dice")

mine = when(roll.total <= skill, when(roll.doubles, 2, 1), when(roll.doubles, -1, 0))
foe = when(against.total <= theirs, when(against.doubles, 2, 1), when(against.doubles, -1, 0))
higher = (mine == foe) & (mine > 0) & (roll.total > against.total)
lower = (mine == foe) & (mine > 0) & (roll.total < against.total)

contest = action(
    "Contest",
    degrees=[
        degree("Won", (mine > foe) | higher),
        degree("Lost", (mine < foe) | lower, good=False, rank=0),
        degree("Stand-off", good=False, rank=1),
    ],
)
BLACK = system("black", "Blackjack", contest)
