# pyrules.author 1
"""Percent: roll your skill or lower; doubles are criticals."""

from pyrules.author import action, d100, degree, number, system

skill = number("Skill", 1, 99, start=50)

roll = d100()
result = roll.total
critical = roll.doubles

test = action(
    "Test",
    degrees=[
        degree("Critical success", (result <= skill) & critical),
        degree("Extreme", result <= skill // 5),
        degree("Hard", result <= skill // 2),
        degree("Success", result <= skill),
        degree("Fumble", critical, good=False),
        degree("Failure", good=False),
    ],
)
PERCENT = system("percent", "Percent", test)
