# pyrules.author 1
"""Push: sixes count; whoever pushes rolls the others again, and then ones hurt."""

from pyrules.author import action, costs, d6, degree, number, option, system, track

harm = track("Harm", 10)
attribute = number("Attribute", 1, 6, start=3)
skill = number("Skill", 0, 5, start=2)
gear = number("Gear", 0, 3, start=1)

base = d6(attribute + skill + gear)
push = option("Push", rerolls=base.showing(2, 3, 4, 5))
sixes = base.count(6)
ones = base.count(1)

test = action(
    "Test",
    degrees=[
        degree("Success", sixes >= 1, effects=costs((ones * push) @ harm)),
        degree("Failure", good=False, effects=costs((ones * push) @ harm)),
    ],
    options=[push],
)
PUSH = system("push", "Push", test)
