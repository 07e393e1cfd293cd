# pyrules.author 1
"""Ten-sided dice whose tens go on; some are kept and added up against a number."""

from pyrules.author import action, d10, degree, number, system

roll = number("Roll", 1, 10, start=5)
keep = number("Keep", 1, 10, start=3)
bonus = number("Bonus", -30, 30, start=0)
target = number("Target number", 5, 100, start=15)

pool = d10(roll).explode()
result = pool.keep_highest(keep).total + bonus

test = action(
    "Test",
    degrees=[
        degree("Success", result >= target),
        degree("Failure", good=False),
    ],
)
KEEP = system("keep", "Roll and keep", test)
