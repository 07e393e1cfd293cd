# pyrules.author 1
"""Four dice of minus, blank and plus, and a skill; points buy two more, or another roll."""

from pyrules.author import action, counter, degree, dF, number, option, system

points = counter("Fate points", 0, 10, start=3)
skill = number("Skill", 0, 8, start=2)
target = number("Difficulty", -2, 8, start=2)

roll = dF(4)
invoke = option("Invoke: +2", costs=1 @ points, times=2)
again = option("Invoke: roll again", costs=1 @ points, rerolls=roll)
result = roll.total + skill + 2 * invoke
shifts = result - target

action_ = action(
    "Action",
    degrees=[
        degree("With style", shifts >= 3),
        degree("Success", shifts >= 1),
        degree("Tie", shifts == 0),
        degree("Failure", good=False),
    ],
    options=[invoke, again],
)
FATE = system("fate", "Fate dice", action_)
