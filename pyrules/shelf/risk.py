# pyrules.author 1
"""A die as big as your skill, and a d6 of whoever helps; the highest tells how well it goes."""

from pyrules.author import action, choice, d6, degree, dice, switch, system

skill = choice("Skill die", "4 6* 8 10 12")
helped = switch("Helped")

own = dice(skill)
help_ = d6(helped)
best = (own + help_).highest

test = action(
    "Test",
    degrees=[
        degree("Success", best >= 5),
        degree("Setback", best >= 3, good=False),
        degree("Disaster", good=False),
    ],
)
RISK = system("risk", "Skill die and risk", test)
