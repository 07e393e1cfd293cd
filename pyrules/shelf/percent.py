# pyrules.author 1
"""A hundred-sided die, rolled at or below a skill; half and a fifth of it are the harder goals."""

from pyrules.author import action, choice, d100, degree, number, system, when

skill = number("Skill", 1, 99, start=50)
difficulty = choice("Difficulty", "regular* hard extreme")

roll = d100()
result = roll.total
goal = when(difficulty == "hard", skill // 2, when(difficulty == "extreme", skill // 5, skill))
fumbles_from = when(goal < 50, 96, 100)

test = action(
    "Test",
    degrees=[
        degree("Critical", result == 1),
        degree("Fumble", result >= fumbles_from, good=False),
        degree("Failure", result > goal, good=False),
        degree("Extreme success", result <= skill // 5),
        degree("Hard success", result <= skill // 2),
        degree("Success"),
    ],
)
PERCENT = system("percent", "Percentile", test)
