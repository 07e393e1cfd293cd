# pyrules.author 1
"""Eight or more on a ten-sided die counts, and each ten brings another die."""

from pyrules.author import action, d10, degree, number, system, when

attribute = number("Attribute", 1, 5, start=3)
skill = number("Skill", 0, 5, start=2)
modifier = number("Modifier", -5, 5, start=0)

amount = attribute + skill + modifier
chance_die = amount <= 0
pool = d10(when(chance_die, 0, amount)).again()
luck = d10(when(chance_die, 1, 0))

successes = when(chance_die, luck.count(10), pool.count(at_least=8))

test = action(
    "Test",
    degrees=[
        degree("Exceptional", successes >= 5),
        degree("Success", successes >= 1),
        degree("Dramatic failure", chance_die & (luck.count(1) == 1), good=False),
        degree("Failure", good=False),
    ],
)
TENS = system("tens", "Eights and tens again", test)
